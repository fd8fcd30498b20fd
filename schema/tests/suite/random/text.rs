//! Odd texts, for names and values.

use super::dice::Dice;

const ODD: &[&str] = &[
    "a",
    "b",
    "name",
    "type",
    "value",
    "key",
    "",
    " ",
    "a b",
    "\"",
    "\\",
    "new\nline",
    "\t",
    "~",
    "/",
    "~1",
    "~0/",
    "%",
    "%41",
    "a%20b",
    "#",
    "?",
    "ü",
    "日本語",
    "e\u{301}",
    "🦀",
    "\u{0}",
    "\u{202e}",
    "0",
    "1",
    "$ref",
    "$defs",
    "properties",
    "items",
    "anyOf",
    "__proto__",
    "constructor",
    "Box<Int>",
    "a.b",
    "{}",
];

/// A text that is odd more often than not.
pub(crate) fn odd(dice: &mut Dice<'_>) -> String {
    match dice.roll(4) {
        3 => (0..dice.roll(5)).map(|_| character(dice)).collect(),
        _ => dice.pick(ODD).to_owned(),
    }
}

fn character(dice: &mut Dice<'_>) -> char {
    let code = u32::try_from(dice.roll(256) * 256 + dice.roll(256)).unwrap();
    char::from_u32(code).unwrap_or('x')
}

/// Texts that differ from each other.
pub(crate) fn different(dice: &mut Dice<'_>, count: usize) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for number in 0..count {
        let text = odd(dice);
        let text = if texts.contains(&text) { format!("{text}{number}") } else { text };
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts
}

/// A reference to a definition, escaped as it has to be.
pub(crate) fn reference(name: &str) -> String {
    let pointer = name.replace('~', "~0").replace('/', "~1");
    let is_safe = |it: u8| it.is_ascii_alphanumeric() || b"-._~$&'()*+,;=:@!".contains(&it);
    let encoded: String =
        pointer.bytes().map(|it| if is_safe(it) { char::from(it).to_string() } else { format!("%{it:02X}") }).collect();
    format!("#/$defs/{encoded}")
}
