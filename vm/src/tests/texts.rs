//! Texts and bytes, many of them beside Rust's own.

use super::assemble::{int, text};
use super::lab::Lab;

pub(super) const NATIVES: &str = "
    native string.len(String) -> Int
    native string.at(String, Int) -> String
    native string.slice(String, Range) -> String
    native string.bytes(String) -> Bytes
    native string.trim(String) -> String
    native string.split(String, String) -> Strings
    native string.lines(String) -> Strings
    native string.chars(String) -> Strings
    native string.contains(String, String) -> Bool
    native string.find(String, String) -> Option.Int
    native string.replace(String, String, String) -> String
    native string.to_upper(String) -> String
    native string.to_lower(String) -> String
    native string.repeat(String, Int) -> String
    native string.compare(String, String) -> Int
    native string.parse_int(String) -> Option.Int
    native string.parse_float(String) -> Option.Float
    native string.pad_left(String, Int, String) -> String
    native string.pad_right(String, Int, String) -> String
    native text.dedent(String) -> String
    native text.wrap(String, Int) -> String
    native text.words(String) -> Strings
    native text.code_point(String) -> Option.Int
    native text.from_code_point(Int) -> Option.String
    native text.is_alphabetic(String) -> Bool
    native text.is_digit(String) -> Bool
    native bytes.of(Ints) -> Bytes
    native bytes.at(Bytes, Int) -> Int
    native bytes.slice(Bytes, Range) -> Bytes
    native bytes.to_array(Bytes) -> Ints
    native bytes.to_string(Bytes) -> Option.String
    native array.join(Strings, String) -> String
    native quote(String) -> String";

fn of(lab: &mut Lab, name: &str, texts: &[&str]) -> String {
    let args: Vec<u64> = texts.iter().map(|it| lab.text(it)).collect();
    lab.shown(name, &args)
}

#[test]
fn parts_of_texts() {
    let mut lab = Lab::new(NATIVES);
    let live = lab.live();
    assert_eq!(of(&mut lab, "string.trim", &[" \t ü \n"]), "ü");
    assert_eq!(of(&mut lab, "string.split", &["a,b,,c", ","]), r#"["a", "b", "", "c"]"#);
    assert_eq!(of(&mut lab, "string.split", &["a--b-c", "--"]), r#"["a", "b-c"]"#);
    assert_eq!(of(&mut lab, "string.split", &["", ","]), r#"[""]"#);
    assert_eq!(of(&mut lab, "string.split", &["aüb", ""]), r#"["a", "ü", "b"]"#);
    assert_eq!(of(&mut lab, "string.split", &["aüb", "ü"]), r#"["a", "b"]"#);
    assert_eq!(of(&mut lab, "string.lines", &["a\r\nb\n\nc\n"]), r#"["a", "b", "", "c"]"#);
    assert_eq!(of(&mut lab, "string.lines", &[""]), "[]");
    assert_eq!(of(&mut lab, "string.chars", &["äb"]), r#"["ä", "b"]"#);
    assert_eq!(of(&mut lab, "text.words", &["  a \n bc "]), r#"["a", "bc"]"#);
    assert_eq!(of(&mut lab, "string.find", &["grüße", "ße"]), "Some(3)");
    assert_eq!(of(&mut lab, "string.find", &["grüße", "x"]), "None");
    assert_eq!(of(&mut lab, "string.find", &["grüße", ""]), "Some(0)");
    assert_eq!(of(&mut lab, "string.replace", &["a.b.c", ".", "::"]), "a::b::c");
    assert_eq!(of(&mut lab, "string.replace", &["abc", "", "x"]), "abc");
    assert_eq!(of(&mut lab, "string.to_upper", &["straße"]), "STRASSE");
    assert_eq!(of(&mut lab, "string.to_lower", &["ABC"]), "abc");
    assert_eq!(of(&mut lab, "string.compare", &["a", "b"]), "-1");
    assert_eq!(of(&mut lab, "string.contains", &["abc", "bc"]), "true");
    assert_eq!(of(&mut lab, "quote", &["a\"b"]), r#""a\"b""#);
    assert_eq!(lab.live(), live);
}

#[test]
fn numbers_in_texts() {
    let mut lab = Lab::new(NATIVES);
    for (text, form) in [
        ("12", "Some(12)"),
        ("-7", "Some(-7)"),
        (" 1", "None"),
        ("1.0", "None"),
        ("", "None"),
        ("9223372036854775808", "None"),
    ] {
        assert_eq!(of(&mut lab, "string.parse_int", &[text]), form, "{text}");
    }
    for (text, form) in [
        ("1.5", "Some(1.5)"),
        ("1e3", "Some(1000.0)"),
        ("-2", "Some(-2.0)"),
        ("inf", "Some(inf)"),
        ("infinity", "None"),
        ("nan", "None"),
        ("x", "None"),
        ("", "None"),
    ] {
        assert_eq!(of(&mut lab, "string.parse_float", &[text]), form, "{text}");
    }
}

#[test]
fn padding_repeating_and_wrapping() {
    let mut lab = Lab::new(NATIVES);
    let mut with = |name: &str, text: &str, number: i64, more: &[&str]| {
        let mut args = vec![lab.text(text), number as u64];
        args.extend(more.iter().map(|it| lab.text(it)).collect::<Vec<_>>());
        lab.shown(name, &args)
    };
    assert_eq!(with("string.pad_left", "ü", 4, &["ab"]), "abaü");
    assert_eq!(with("string.pad_right", "ü", 4, &["ab"]), "üaba");
    assert_eq!(with("string.pad_left", "long", 2, &[" "]), "long");
    assert_eq!(with("string.pad_left", "x", -2, &[" "]), "x");
    assert_eq!(with("string.pad_left", "x", 2, &[""]), "fault: a text is padded with something: the fill is empty");
    assert_eq!(with("string.pad_left", "x", i64::MAX, &["a"]), "fault: out of memory: more than 4294967296 bytes");
    assert_eq!(with("string.repeat", "ab", 3, &[]), "ababab");
    assert_eq!(with("string.repeat", "ab", 0, &[]), "");
    assert_eq!(with("string.repeat", "ab", -1, &[]), "fault: a text cannot be repeated -1 times");
    assert_eq!(with("string.repeat", "ab", i64::MAX, &[]), "fault: out of memory: more than 4294967296 bytes");
    assert_eq!(with("text.wrap", "one two  three\nfour", 7, &[]), "one two\nthree\nfour");
    assert_eq!(with("text.wrap", "extraordinary a", 3, &[]), "extraordinary\na");
    assert_eq!(with("text.wrap", "a", 0, &[]), "fault: a line cannot be 0 characters wide");
    assert_eq!(of(&mut lab, "text.dedent", &["  a\n    b\n \n  c\n"]), "a\n  b\n\nc\n");
    assert_eq!(of(&mut lab, "text.dedent", &["\ta\n  b"]), "\ta\n  b");
}

#[test]
fn characters_and_bytes() {
    let mut lab = Lab::new(NATIVES);
    let live = lab.live();
    assert_eq!(of(&mut lab, "text.code_point", &["ü"]), "Some(252)");
    assert_eq!(of(&mut lab, "text.code_point", &[""]), "None");
    assert_eq!(lab.shown("text.from_code_point", &[128_512]), "Some(\"😀\")");
    assert_eq!(lab.shown("text.from_code_point", &[0xd800]), "None");
    assert_eq!(lab.shown("text.from_code_point", &[u64::MAX]), "None");
    assert_eq!(of(&mut lab, "text.is_alphabetic", &["aß"]), "true");
    assert_eq!(of(&mut lab, "text.is_digit", &["١"]), "false");
    assert_eq!(of(&mut lab, "string.bytes", &["ü"]), "Bytes [195, 188]");
    let items = lab.words(&[104, 105]);
    let bytes = lab.call("bytes.of", &[items]).expect("bytes");
    assert_eq!(lab.show("Bytes", bytes), "Bytes [104, 105]");
    assert_eq!(lab.call("bytes.at", &[bytes, 1]), Ok(105));
    assert_eq!(lab.fault("bytes.at", &[bytes, 2]), "index out of range: the index is 2, the length is 2");
    let bytes_again = lab.copy(bytes);
    assert_eq!(lab.shown("bytes.to_string", &[bytes_again]), "Some(\"hi\")");
    let range = lab.range(1, 2, false);
    assert_eq!(lab.shown("bytes.slice", &[bytes, range]), "Bytes [105]");
    let high = lab.words(&[195]);
    let broken = lab.call("bytes.of", &[high]).expect("bytes");
    assert_eq!(lab.shown("bytes.to_string", &[broken]), "None");
    let large = lab.words(&[256]);
    assert_eq!(lab.fault("bytes.of", &[large]), "a byte is from 0 to 255, not 256");
    [items, high, large].into_iter().for_each(|it| lab.release(it));
    assert_eq!(lab.live(), live);
}

#[test]
fn positions_out_of_range_say_so() {
    let mut lab = Lab::new(NATIVES);
    let text = lab.text("grün");
    assert_eq!(lab.fault("string.at", &[text, 4]), "index out of range: the index is 4, the length is 4");
    assert_eq!(lab.fault("string.at", &[text, u64::MAX]), "index out of range: the index is -1, the length is 4");
    let ascii = lab.text("abc");
    assert_eq!(lab.fault("string.at", &[ascii, 3]), "index out of range: the index is 3, the length is 3");
    for (start, end, is_inclusive, form) in
        [(0, 5, false, "0..5"), (0, 4, true, "0..=4"), (3, 2, false, "3..2"), (-1, 2, false, "-1..2")]
    {
        let range = lab.range(start, end, is_inclusive);
        let fault = lab.fault("string.slice", &[text, range]);
        assert_eq!(fault, format!("range out of range: the range is {form}, the length is 4"));
    }
}

#[test]
fn a_text_grows_in_its_place_and_others_keep_theirs() {
    let source = r#"
        fn main() -> ref with ref, ref, ref
            load.text r0, "a"
            load.text r1, "bü"
            append r0, r1
            copy.ref r2, r0
            append r0, r1
            append r0, r2
            append r2, r1
            drop r1
            concat r1, [r0, r2, r0]
            drop r0
            drop r2
            return.ref r1"#;
    assert_eq!(text(source), "abübüabüabübüabübüabü");
}

#[test]
fn building_a_long_text_takes_no_copy_at_each_step() {
    let count = if cfg!(miri) { 300 } else { 300_000 };
    let source = format!(
        r#"
        native string.len(String) -> Int
        fn main() -> int with ref, ref, int, int
            load.text r0, ""
            load.text r1, "xü"
            load.int r2, 0
            load.whole r3, {count}
            append r0, r1
            count r2, r3, @4
            native.int r2, "string.len", [r0]
            drop r0
            drop r1
            return.int r2"#
    );
    assert_eq!(int(&source), count * 2);
}

/// A small generator, so that tests are the same each time.
pub(super) struct Chance(u64);

impl Chance {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

#[test]
fn random_positions_are_those_of_rust() {
    let letters = ["a", "b", " ", "ü", "ß", "€", "😀", "\u{301}"];
    let mut lab = Lab::new(NATIVES);
    let live = lab.live();
    let rounds = if cfg!(miri) { 3 } else { 60 };
    for round in 0..rounds {
        let mut chance = Chance::new(round);
        let length = [3, 30, 300, 3_000][chance.below(if cfg!(miri) { 3 } else { 4 })];
        let variety = 2 + chance.below(letters.len() - 1);
        let text: String = (0..length).map(|_| letters[chance.below(variety)]).collect();
        let chars: Vec<char> = text.chars().collect();
        let word = lab.text(&text);
        assert_eq!(lab.call("string.len", &[word]), Ok(chars.len() as u64));
        for _ in 0..if cfg!(miri) { 8 } else { 60 } {
            let start = chance.below(chars.len() + 1);
            let end = start + chance.below(chars.len() + 1 - start);
            let range = lab.range(start as i64, end as i64, false);
            let part = lab.call("string.slice", &[word, range]).expect("a part");
            assert_eq!(lab.show("String", part), chars[start..end].iter().collect::<String>());
            assert_eq!(lab.call("string.len", &[part]), Ok((end - start) as u64));
            lab.release(part);
            lab.release(range);
            let at = chance.below(chars.len());
            let letter = lab.call("string.at", &[word, at as u64]).expect("a letter");
            assert_eq!(lab.show("String", letter), chars[at].to_string());
            lab.release(letter);
        }
        let separator = letters[chance.below(variety)];
        let parts: Vec<&str> = text.split(separator).collect();
        let by = lab.text(separator);
        let found = lab.call("string.split", &[word, by]).expect("parts");
        assert_eq!(lab.show("Strings", found), {
            let texts = lab.texts(&parts);
            let form = lab.show("Strings", texts);
            lab.release(texts);
            form
        });
        let joined = lab.call("array.join", &[found, by]).expect("a text");
        assert_eq!(lab.show("String", joined), text);
        [word, by, found, joined].into_iter().for_each(|it| lab.release(it));
    }
    assert_eq!(lab.live(), live);
}

/// More bytes inside of characters than the header counts.
#[test]
fn a_very_long_text_has_a_length_too() {
    let mut lab = Lab::new(NATIVES);
    let count = 40_000;
    let text = "€".repeat(count);
    let word = lab.text(&text);
    assert_eq!(lab.call("string.len", &[word]), Ok(count as u64));
    assert_eq!(lab.call("string.len", &[word]), Ok(count as u64));
    let letter = lab.call("string.at", &[word, count as u64 - 1]).expect("a letter");
    assert_eq!(lab.show("String", letter), "€");
    assert_eq!(
        lab.fault("string.at", &[word, count as u64]),
        "index out of range: the index is 40000, the length is 40000"
    );
    lab.release(word);
}
