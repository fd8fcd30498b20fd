//! Maps and sets, beside lists of pairs.

use super::lab::Lab;
use super::texts::Chance;

pub(super) const NATIVES: &str = r#"
    layout key(int, ref)
    layout entry(ref, int)
    layout Circle(ref) tag 1
    type Level {"enum": "Level", "plain": true, "variants": [{"name": "Low", "layout": null, "named": false, "data": []}, {"name": "High", "layout": null, "named": false, "data": []}]}
    type Kind {"enum": "Kind", "plain": false, "variants": [{"name": "Dot", "layout": null, "named": false, "data": []}, {"name": "Named", "layout": @Circle, "named": false, "data": [{"name": "", "type": $String}]}]}
    type Key {"tuple": [$Int, $Kind], "layout": @key}
    type Counts {"map": [$String, $Int]}
    type Names {"map": [$Int, $String]}
    type Keyed {"map": [$Key, $Int]}
    type Pair {"tuple": [$String, $Int], "layout": @entry}
    type Pairs {"array": $Pair}
    type Numbers {"set": $Int}
    type Words {"set": $String}
    native map.new() -> Counts
    native map.new#1() -> Names
    native map.new#2() -> Keyed
    native map.set(Counts, String, Int) -> Unit changes
    native map.set#1(Names, Int, String) -> Unit changes
    native map.set#2(Keyed, Key, Int) -> Unit changes
    native map.get(Counts, String) -> Option.Int
    native map.get_or(Counts, String, Int) -> Int
    native map.get_or#1(Names, Int, String) -> String
    native map.get#1(Names, Int) -> Option.String
    native map.get#2(Keyed, Key) -> Option.Int
    native map.remove(Counts, String) -> Option.Int changes
    native map.remove#1(Names, Int) -> Option.String changes
    native map.has(Counts, String) -> Bool
    native map.len(Counts) -> Int
    native map.keys(Counts) -> Strings
    native map.values(Counts) -> Ints
    native map.merge(Counts, Counts) -> Counts
    native map.of(Pairs) -> Counts
    native map.clear(Counts) -> Unit changes
    native map.find(Counts, String) -> Int
    native map.slot(Counts, String) -> Int
    native map.slot#1(Names, Int) -> Int
    native map.next(Counts, Int) -> Int
    native map.key_at(Counts, Int) -> String
    native map.value_at(Counts, Int) -> Int
    native map.value_at#1(Names, Int) -> String
    native map.set_at(Counts, Int, Int) -> Unit changes
    native map.set_at#1(Names, Int, String) -> Unit changes
    native map.take_at(Names, Int) -> String changes
    native set.new() -> Numbers
    native set.of(Strings) -> Words
    native set.add(Numbers, Int) -> Unit changes
    native set.remove(Numbers, Int) -> Bool changes
    native set.has(Numbers, Int) -> Bool
    native set.union(Words, Words) -> Words
    native set.intersect(Words, Words) -> Words
    native set.difference(Words, Words) -> Words
    native set.to_array(Words) -> Strings
    native set.next(Words, Int) -> Int
    native set.item_at(Words, Int) -> String
    native equals(Counts, Counts) -> Bool
    native equals#1(Words, Words) -> Bool
    native json.stringify(Counts) -> String
    native json.stringify#1(Keyed) -> String
"#;

fn counts(lab: &mut Lab, entries: &[(&str, i64)]) -> u64 {
    let mut map = lab.call("map.new", &[]).expect("a map");
    for (key, value) in entries {
        let key = lab.text(key);
        lab.update("map.set", &mut map, &[key, *value as u64]).expect("a change");
        lab.release(key);
    }
    map
}

#[test]
fn keys_keep_their_order() {
    let mut lab = Lab::new(NATIVES);
    let live = lab.live();
    let mut map = counts(&mut lab, &[("one", 1), ("two", 2), ("three", 3), ("one", 100)]);
    assert_eq!(lab.show("Counts", map), r#"{"one": 100, "two": 2, "three": 3}"#);
    let two = lab.text("two");
    let removed = lab.update("map.remove", &mut map, &[two]).expect("an option");
    assert_eq!(lab.show("Option.Int", removed), "Some(2)");
    assert_eq!(lab.update("map.remove", &mut map, &[two]), Ok(1));
    lab.update("map.set", &mut map, &[two, 22]).expect("a change");
    assert_eq!(lab.show("Counts", map), r#"{"one": 100, "three": 3, "two": 22}"#);
    let six = lab.text("six");
    assert_eq!(lab.call("map.find", &[map, six]), Ok(u64::MAX));
    assert_eq!(lab.fault("map.slot", &[map, six]), "no such key: six");
    assert_eq!(lab.call("map.len", &[map]), Ok(3));
    for (name, form) in [
        ("map.keys", r#"["one", "three", "two"]"#),
        ("map.values", "[100, 3, 22]"),
        ("json.stringify", r#"{"one":100,"three":3,"two":22}"#),
    ] {
        let again = lab.copy(map);
        assert_eq!(lab.shown(name, &[again]), form);
    }
    lab.update("map.clear", &mut map, &[]).expect("a change");
    assert_eq!(lab.show("Counts", map), "{:}");
    [map, two, six, removed].into_iter().for_each(|it| lab.release(it));
    assert_eq!(lab.live(), live);
}

#[test]
fn what_is_missing_has_a_default() {
    let mut lab = Lab::new(NATIVES);
    let live = lab.live();
    let map = counts(&mut lab, &[("one", 1)]);
    let (one, six) = (lab.text("one"), lab.text("six"));
    assert_eq!(lab.call("map.get_or", &[map, one, 7]), Ok(1));
    assert_eq!(lab.call("map.get_or", &[map, six, 7]), Ok(7));
    let mut names = lab.call("map.new#1", &[]).expect("a map");
    lab.update("map.set#1", &mut names, &[1, one]).expect("a change");
    for (key, shown) in [(1, "one"), (2, "six")] {
        let found = lab.call("map.get_or#1", &[names, key, six]).expect("a text");
        assert_eq!(lab.show("String", found), shown);
        lab.release(found);
    }
    [map, names, one, six].into_iter().for_each(|it| lab.release(it));
    assert_eq!(lab.live(), live);
}

#[test]
fn a_copy_of_a_map_is_another_one() {
    let mut lab = Lab::new(NATIVES);
    let live = lab.live();
    let mut map = counts(&mut lab, &[("a", 1), ("b", 2)]);
    let other = lab.copy(map);
    let key = lab.text("a");
    lab.update("map.set", &mut map, &[key, 9]).expect("a change");
    assert_eq!(lab.show("Counts", other), r#"{"a": 1, "b": 2}"#);
    let merged = lab.call("map.merge", &[other, map]).expect("a map");
    assert_eq!(lab.show("Counts", merged), r#"{"a": 9, "b": 2}"#);
    assert_eq!(lab.call("equals", &[merged, map]), Ok(1));
    assert_eq!(lab.call("equals", &[other, map]), Ok(0));
    let mut third = lab.copy(map);
    lab.update("map.remove", &mut third, &[key]).map_or_else(|it| panic!("{it}"), |it| lab.release(it));
    assert_eq!(lab.show("Counts", third), r#"{"b": 2}"#);
    assert_eq!(lab.show("Counts", map), r#"{"a": 9, "b": 2}"#);
    [map, other, key, merged, third].into_iter().for_each(|it| lab.release(it));
    assert_eq!(lab.live(), live);
}

#[test]
fn maps_are_equal_in_whichever_order() {
    let mut lab = Lab::new(NATIVES);
    let one = counts(&mut lab, &[("a", 1), ("b", 2)]);
    let other = counts(&mut lab, &[("b", 2), ("a", 1)]);
    let third = counts(&mut lab, &[("b", 2), ("c", 1)]);
    assert_eq!(lab.call("equals", &[one, other]), Ok(1));
    assert_eq!(lab.call("equals", &[one, third]), Ok(0));
}

#[test]
fn pairs_become_a_map() {
    let mut lab = Lab::new(NATIVES);
    let live = lab.live();
    let pairs: Vec<u64> = [("x", 1), ("yy", 2), ("x", 3)]
        .map(|(key, value)| {
            let key = lab.text(key);
            lab.record("entry", &[key, value])
        })
        .to_vec();
    let pairs = lab.refs(&pairs);
    assert_eq!(lab.shown("map.of", &[pairs]), r#"{"x": 3, "yy": 2}"#);
    assert_eq!(lab.live(), live);
}

#[test]
fn tuples_and_variants_are_keys() {
    let mut lab = Lab::new(NATIVES);
    let live = lab.live();
    let key = |lab: &mut Lab, number: u64, name: Option<&str>| {
        let kind = match name {
            None => 1,
            Some(name) => {
                let name = lab.text(name);
                lab.record("Circle", &[name])
            }
        };
        lab.record("key", &[number, kind])
    };
    let mut map = lab.call("map.new#2", &[]).expect("a map");
    for at in 0..40u64 {
        let name = format!("n{}", at / 2);
        let key = key(&mut lab, at % 2, (at > 1).then_some(&name));
        lab.update("map.set#2", &mut map, &[key, at]).expect("a change");
        lab.release(key);
    }
    for at in 0..40u64 {
        let name = format!("n{}", at / 2);
        let key = key(&mut lab, at % 2, (at > 1).then_some(&name));
        let again = lab.copy(map);
        assert_eq!(lab.shown("map.get#2", &[again, key]), format!("Some({at})"));
    }
    let missing = key(&mut lab, 7, None);
    assert_eq!(lab.call("map.get#2", &[map, missing]), Ok(1));
    let shown = lab.show("Keyed", map);
    assert!(shown.starts_with(r#"{(0, Kind::Dot): 0, (1, Kind::Dot): 1, (0, Kind::Named("n1")): 2"#), "{shown}");
    let json = lab.copy(map);
    let json = lab.shown("json.stringify#1", &[json]);
    assert!(json.starts_with(r#"{"(0, Kind::Dot)":0,"(1, Kind::Dot)":1,"#), "{json}");
    lab.release(map);
    lab.release(missing);
    assert_eq!(lab.live(), live);
}

#[test]
fn values_are_changed_through_their_places() {
    let mut lab = Lab::new(NATIVES);
    let live = lab.live();
    let mut map = lab.call("map.new#1", &[]).expect("a map");
    for (key, value) in [(-5, "first"), (7, "second")] {
        let value = lab.text(value);
        lab.update("map.set#1", &mut map, &[key as u64, value]).expect("a change");
        lab.release(value);
    }
    let other = lab.copy(map);
    let slot = lab.call("map.slot#1", &[map, 7]).expect("a place");
    let taken = lab.update("map.take_at", &mut map, &[slot]).expect("a value");
    assert_eq!(lab.show("String", taken), "second");
    assert_eq!(lab.show("Names", map), "fault: an object has another shape than the program says");
    let third = lab.text("third");
    lab.update("map.set_at#1", &mut map, &[slot, third]).expect("a change");
    assert_eq!(lab.show("Names", map), r#"{-5: "first", 7: "third"}"#);
    assert_eq!(lab.show("Names", other), r#"{-5: "first", 7: "second"}"#);
    assert_eq!(lab.fault("map.slot#1", &[map, 8]), "no such key: 8");
    let bad = "an object has another shape than the program says";
    assert_eq!(lab.fault("map.value_at#1", &[map, 99]), bad);
    assert_eq!(lab.fault("map.value_at#1", &[map, u64::MAX]), bad);
    [map, other, taken, third].into_iter().for_each(|it| lab.release(it));
    assert_eq!(lab.live(), live);
}

#[test]
fn a_map_of_other_kinds_is_not_taken_for_this_one() {
    let mut lab = Lab::new(NATIVES);
    let names = lab.call("map.new#1", &[]).expect("a map");
    let set = lab.call("set.new", &[]).expect("a set");
    let key = lab.text("a");
    let bad = "an object has another shape than the program says";
    for other in [names, set, key, 1] {
        assert_eq!(lab.fault("map.get", &[other, key]), bad);
        assert_eq!(lab.fault("map.set", &[other, key, 1]), bad);
        assert_eq!(lab.fault("map.next", &[other, 0]), bad);
    }
    let map = counts(&mut lab, &[("a", 1)]);
    assert_eq!(lab.fault("map.get", &[map, set]), bad);
}

#[test]
fn sets_keep_each_value_once() {
    let mut lab = Lab::new(NATIVES);
    let live = lab.live();
    let texts = lab.texts(&["b", "a", "b", "c"]);
    let left = lab.call("set.of", &[texts]).expect("a set");
    let more = lab.texts(&["c", "d"]);
    let right = lab.call("set.of", &[more]).expect("a set");
    assert_eq!(lab.show("Words", left), r#"Set {"b", "a", "c"}"#);
    let mut of = |name: &str| {
        let args = [lab.copy(left), lab.copy(right)];
        lab.shown(name, &args)
    };
    assert_eq!(of("set.union"), r#"Set {"b", "a", "c", "d"}"#);
    assert_eq!(of("set.intersect"), r#"Set {"c"}"#);
    assert_eq!(of("set.difference"), r#"Set {"b", "a"}"#);
    assert_eq!(of("equals#1"), "false");
    let mut at = u64::MAX;
    let mut seen = Vec::new();
    loop {
        at = lab.call("set.next", &[left, at]).expect("a place");
        if at == u64::MAX {
            break;
        }
        let item = lab.call("set.item_at", &[left, at]).expect("an item");
        seen.push(lab.show("String", item));
        lab.release(item);
    }
    assert_eq!(seen, ["b", "a", "c"]);
    assert_eq!(lab.shown("set.to_array", &[left]), r#"["b", "a", "c"]"#);
    [texts, more, right].into_iter().for_each(|it| lab.release(it));
    let mut numbers = lab.call("set.new", &[]).expect("a set");
    lab.update("set.add", &mut numbers, &[7]).expect("a change");
    assert_eq!(lab.update("set.remove", &mut numbers, &[8]), Ok(0));
    assert_eq!(lab.update("set.remove", &mut numbers, &[7]), Ok(1));
    assert_eq!(lab.show("Numbers", numbers), "Set {}");
    lab.release(numbers);
    assert_eq!(lab.live(), live);
}

/// What a list of pairs says of a map.
fn listed(model: &[(String, i64)]) -> String {
    let entries: Vec<String> = model.iter().map(|(key, value)| format!("\"{key}\": {value}")).collect();
    if model.is_empty() { "{:}".to_owned() } else { format!("{{{}}}", entries.join(", ")) }
}

#[test]
fn random_changes_are_those_of_a_list_of_pairs() {
    let mut lab = Lab::new(NATIVES);
    let live = lab.live();
    let rounds = if cfg!(miri) { 1 } else { 60 };
    for round in 0..rounds {
        let mut chance = Chance::new(round);
        let (steps, keys) = if cfg!(miri) { (120, 30) } else { (600, [5, 40, 400][chance.below(3)]) };
        let removes = 1 + chance.below(8);
        let mut model: Vec<(String, i64)> = Vec::new();
        let mut map = lab.call("map.new", &[]).expect("a map");
        let mut kept: Vec<(u64, String)> = Vec::new();
        for step in 0..steps {
            let name = format!("k{}", chance.below(keys));
            let key = lab.text(&name);
            let at = model.iter().position(|it| it.0 == name);
            if chance.below(10) < removes {
                let removed = lab.update("map.remove", &mut map, &[key]).expect("an option");
                let expected = at.map(|at| model.remove(at).1);
                assert_eq!(lab.show("Option.Int", removed), format!("{expected:?}"));
                lab.release(removed);
            } else {
                lab.update("map.set", &mut map, &[key, step]).expect("a change");
                match at {
                    Some(at) => model[at].1 = step as i64,
                    None => model.push((name, step as i64)),
                }
            }
            let found = lab.call("map.has", &[map, key]).expect("a truth value");
            assert_eq!(found == 1, model.iter().any(|it| lab.show("String", key) == it.0));
            lab.release(key);
            if chance.below(50) == 0 {
                kept.push((lab.copy(map), listed(&model)));
            }
        }
        assert_eq!(lab.show("Counts", map), listed(&model));
        assert_eq!(lab.call("map.len", &[map]), Ok(model.len() as u64));
        for (copy, form) in kept {
            assert_eq!(lab.show("Counts", copy), form);
            lab.release(copy);
        }
        lab.release(map);
        assert_eq!(lab.live(), live);
    }
}

/// A queue in a map: as many keys go as come, and each time the first is looked for.
#[test]
fn a_long_sequence_of_changes_takes_no_longer_at_its_end() {
    let mut lab = Lab::new(NATIVES);
    let mut set = lab.call("set.new", &[]).expect("a set");
    let (width, count) = if cfg!(miri) { (20, 200) } else { (1_000, 300_000) };
    for at in 0..count {
        lab.update("set.add", &mut set, &[at]).expect("a change");
        if at >= width {
            assert_eq!(lab.update("set.remove", &mut set, &[at - width]), Ok(1));
        }
    }
    // SAFETY: it is a set.
    let first = unsafe { (*(set as *const crate::heap::Table)).next(0) };
    assert!(first.is_some());
    for at in count - width..count {
        assert_eq!(lab.update("set.remove", &mut set, &[at]), Ok(1));
    }
    assert!(lab.machine.bytes() < 1 << 20);
}
