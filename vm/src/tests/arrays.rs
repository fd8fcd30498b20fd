//! Arrays.

use super::lab::Lab;
use super::texts::Chance;

pub(super) const NATIVES: &str = r#"
    type Rows {"array": $Ints}
    native array.len(Ints) -> Int
    native array.get(Strings, Int) -> Option.String
    native array.push(Ints, Int) -> Unit changes
    native array.push#1(Strings, String) -> Unit changes
    native array.pop(Strings) -> Option.String changes
    native array.take_last(Strings) -> String changes
    native array.insert(Ints, Int, Int) -> Unit changes
    native array.remove(Ints, Int) -> Int changes
    native array.remove#1(Strings, Int) -> String changes
    native array.extend(Strings, Strings) -> Unit changes
    native array.clear(Strings) -> Unit changes
    native array.slice(Strings, Range) -> Strings
    native array.reverse(Ints) -> Unit changes
    native array.chunk(Ints, Int) -> Rows
    native array.concat(Strings, Strings) -> Strings
    native array.index(Strings, String) -> Int
    native array.index#1(Floats, Float) -> Int
    native array.sum_int(Ints) -> Int
    native array.sum_float(Floats) -> Float
    native array.sort(Ints) -> Unit changes
    native array.sort#1(Floats) -> Unit changes
    native array.sort#2(Strings) -> Unit changes
    native array.sort#3(Rows) -> Unit changes
"#;

/// What a function that changes an array says and leaves; others that refer to the array keep what they have.
fn changed(lab: &mut Lab, name: &str, items: &[i64], more: &[i64], is_shared: bool) -> (String, String) {
    let mut array = lab.words(items);
    let other = if is_shared { lab.copy(array) } else { lab.words(items) };
    let more: Vec<u64> = more.iter().map(|it| *it as u64).collect();
    let given = lab.update(name, &mut array, &more);
    let shown = (given.map_or_else(|it| it.to_string(), |it| (it as i64).to_string()), lab.show("Ints", array));
    assert_eq!(lab.show("Ints", other), format!("{items:?}"));
    lab.release(array);
    lab.release(other);
    shown
}

#[test]
fn changes_are_made_in_place_or_to_a_copy() {
    let mut lab = Lab::new(NATIVES);
    let live = lab.live();
    for is_shared in [false, true] {
        let mut of = |name: &str, items: &[i64], more: &[i64]| changed(&mut lab, name, items, more, is_shared);
        let gives = |given: &str, form: &str| (given.to_owned(), form.to_owned());
        assert_eq!(of("array.push", &[1], &[2]), gives("0", "[1, 2]"));
        assert_eq!(of("array.push", &[], &[2]), gives("0", "[2]"));
        assert_eq!(of("array.insert", &[1, 3], &[1, 2]), gives("0", "[1, 2, 3]"));
        assert_eq!(of("array.insert", &[1], &[1, 2]), gives("0", "[1, 2]"));
        let out = "index out of range: the index is 3, the length is 1";
        assert_eq!(of("array.insert", &[1], &[3, 2]), gives(out, "[1]"));
        assert_eq!(of("array.remove", &[1, 2, 3], &[1]), gives("2", "[1, 3]"));
        let out = "index out of range: the index is -1, the length is 1";
        assert_eq!(of("array.remove", &[1], &[-1]), gives(out, "[1]"));
        assert_eq!(of("array.reverse", &[1, 2, 3], &[]), gives("0", "[3, 2, 1]"));
        assert_eq!(of("array.reverse", &[], &[]), gives("0", "[]"));
        assert_eq!(of("array.sort", &[3, -1, 2], &[]), gives("0", "[-1, 2, 3]"));
    }
    assert_eq!(lab.live(), live);
}

#[test]
fn references_in_arrays_are_counted() {
    let mut lab = Lab::new(NATIVES);
    let live = lab.live();
    for is_shared in [false, true] {
        let mut array = lab.texts(&["one", "two", "three"]);
        let other = if is_shared { lab.copy(array) } else { lab.text("other") };
        let four = lab.text("four");
        lab.update("array.push#1", &mut array, &[four]).expect("a push");
        lab.release(four);
        let popped = lab.update("array.pop", &mut array, &[]).expect("an option");
        assert_eq!(lab.show("Option.String", popped), "Some(\"four\")");
        let last = lab.update("array.take_last", &mut array, &[]).expect("a text");
        let first = lab.update("array.remove#1", &mut array, &[0]).expect("a text");
        assert_eq!(lab.show("String", first), "one");
        let copy = lab.copy(array);
        lab.update("array.extend", &mut array, &[copy]).expect("more");
        assert_eq!(lab.show("Strings", array), r#"["two", "two"]"#);
        let all = lab.call("array.concat", &[array, copy]).expect("an array");
        let range = lab.range(1, 2, true);
        let part = lab.call("array.slice", &[all, range]).expect("a part");
        assert_eq!(lab.show("Strings", part), r#"["two", "two"]"#);
        lab.update("array.clear", &mut array, &[]).expect("an empty array");
        assert_eq!(lab.show("Strings", array), "[]");
        assert_eq!(lab.update("array.pop", &mut array, &[]), Ok(1));
        assert_eq!(lab.fault("array.take_last", &[array]), "the array is empty");
        let all = [array, other, popped, last, first, copy, all, range, part];
        all.into_iter().for_each(|it| lab.release(it));
        assert_eq!(lab.live(), live);
    }
}

#[test]
fn parts_of_arrays() {
    let mut lab = Lab::new(NATIVES);
    let live = lab.live();
    let texts = lab.texts(&["ab", "cd", "ef"]);
    let mut get = |at: i64| {
        let again = lab.copy(texts);
        lab.shown("array.get", &[again, at as u64])
    };
    assert_eq!(get(1), "Some(\"cd\")");
    assert_eq!(get(3), "None");
    assert_eq!(get(-1), "None");
    let range = lab.range(2, 4, false);
    assert_eq!(lab.fault("array.slice", &[texts, range]), "range out of range: the range is 2..4, the length is 3");
    let cd = lab.text("cd");
    assert_eq!(lab.call("array.index", &[texts, cd]), Ok(1));
    lab.release(cd);
    let xx = lab.text("xx");
    assert_eq!(lab.shown("array.index", &[texts, xx]), "-1");
    lab.release(range);
    let ints = lab.words(&[1, 2, 3, 4, 5]);
    assert_eq!(lab.fault("array.chunk", &[ints, 0]), "the size of a chunk is below 1: 0");
    assert_eq!(lab.shown("array.chunk", &[ints, 2]), "[[1, 2], [3, 4], [5]]");
    let large = lab.words(&[i64::MAX, 1]);
    assert_eq!(lab.shown("array.sum_int", &[large]), "fault: integer overflow");
    let none = lab.floats(&[]);
    assert_eq!(lab.shown("array.sum_float", &[none]), "0.0");
    let floats = lab.floats(&[f64::NAN, -0.0]);
    assert_eq!(lab.call("array.index#1", &[floats, 0f64.to_bits()]), Ok(1));
    assert_eq!(lab.shown("array.index#1", &[floats, f64::NAN.to_bits()]), "-1");
    assert_eq!(lab.live(), live);
}

#[test]
fn sorting_is_that_of_rust() {
    let mut lab = Lab::new(NATIVES);
    let rounds = if cfg!(miri) { 1 } else { 40 };
    for round in 0..rounds {
        let mut chance = Chance::new(round);
        let count = chance.below(if cfg!(miri) { 25 } else { 70 });
        let numbers: Vec<i64> = (0..count).map(|_| chance.below(30) as i64 - 15).collect();
        let texts: Vec<String> = numbers.iter().map(|it| format!("t{it}")).collect();
        let mut sorted = texts.clone();
        sorted.sort();
        let words: Vec<u64> = texts.iter().map(|it| lab.text(it)).collect();
        let mut array = lab.refs(&words);
        lab.update("array.sort#2", &mut array, &[]).expect("sorted");
        assert_eq!(lab.show("Strings", array), format!("{sorted:?}"));
        lab.release(array);
        let rows: Vec<u64> = numbers.iter().map(|it| lab.words(&[*it, 1])).collect();
        let mut array = lab.refs(&rows);
        lab.update("array.sort#3", &mut array, &[]).expect("sorted");
        let mut sorted = numbers.clone();
        sorted.sort_unstable();
        let form: Vec<[i64; 2]> = sorted.iter().map(|it| [*it, 1]).collect();
        assert_eq!(lab.show("Rows", array), format!("{form:?}"));
        lab.release(array);
        let floats: Vec<f64> = numbers.iter().map(|it| *it as f64 / 2.0).collect();
        let mut array = lab.floats(&floats);
        lab.update("array.sort#1", &mut array, &[]).expect("sorted");
        let form: Vec<f64> = sorted.iter().map(|it| *it as f64 / 2.0).collect();
        assert_eq!(lab.show("Floats", array), format!("{form:?}"));
        lab.release(array);
    }
}
