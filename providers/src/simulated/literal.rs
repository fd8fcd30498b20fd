//! Texts of a format: a text in, its dates, addresses and the like out.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::ops::Range;

/// A text that has a format of JSON Schema.
pub(super) struct Literal {
    pub(super) span: Range<usize>,
    pub(super) format: &'static str,
    pub(super) text: String,
}

type Test = fn(&str) -> bool;

/// The formats that are recognised.
const FORMATS: &[(&str, Test)] = &[
    ("date", is_date),
    ("date-time", is_date_time),
    ("time", is_time),
    ("uri", is_uri),
    ("email", is_email),
    ("ipv4", |it| it.parse::<Ipv4Addr>().is_ok()),
    ("ipv6", |it| it.parse::<Ipv6Addr>().is_ok()),
    ("uuid", is_uuid),
];

/// What stands for a format where nothing in the prompt has it.
const EXAMPLES: &[(&str, &str)] = &[
    ("date", "2000-01-01"),
    ("date-time", "2000-01-01T00:00:00Z"),
    ("duration", "PT0S"),
    ("email", "user@example.com"),
    ("hostname", "example.com"),
    ("ipv4", "192.0.2.1"),
    ("ipv6", "2001:db8::1"),
    ("time", "00:00:00Z"),
    ("uri", "https://example.com/"),
    ("uuid", "00000000-0000-0000-0000-000000000000"),
];

/// What stands for a format where nothing in the prompt has it.
pub(super) fn example(format: &str) -> Option<&'static str> {
    EXAMPLES.iter().find(|it| it.0 == format).map(|it| it.1)
}

/// All texts of a known format, in order.
pub(super) fn literals(text: &str) -> Vec<Literal> {
    let mut found = Vec::new();
    let mut at = 0;
    for token in text.split(char::is_whitespace) {
        let start = at + (token.len() - token.trim_start_matches(is_around).len());
        let inner = token.trim_matches(is_around);
        let format = format_of(inner);
        found.extend(format.map(|format| Literal { span: start..start + inner.len(), format, text: inner.to_owned() }));
        at += token.len();
        at += text.get(at..).and_then(|it| it.chars().next()).map_or(0, char::len_utf8);
    }
    found
}

/// What may stand around a literal without being part of it.
fn is_around(it: char) -> bool {
    matches!(it, '"' | '\'' | '`' | '“' | '”' | '(' | ')' | '[' | ']' | '<' | '>' | ',' | ';' | '.' | '!' | '?')
}

fn format_of(text: &str) -> Option<&'static str> {
    // Every format has one of these, and few words do.
    if !text.contains([':', '-', '@', '.']) {
        return None;
    }
    FORMATS.iter().find(|it| it.1(text)).map(|it| it.0)
}

/// Whether a text looks like this, where `0` stands for any digit.
fn looks_like(text: &str, shape: &str) -> bool {
    let fits = |(it, shape): (u8, u8)| if shape == b'0' { it.is_ascii_digit() } else { it == shape };
    text.len() == shape.len() && text.bytes().zip(shape.bytes()).all(fits)
}

fn number_at(text: &str, range: Range<usize>) -> u32 {
    text.get(range).and_then(|it| it.parse().ok()).unwrap_or(u32::MAX)
}

fn is_date(text: &str) -> bool {
    if !looks_like(text, "0000-00-00") {
        return false;
    }
    let (year, month, day) = (number_at(text, 0..4), number_at(text, 5..7), number_at(text, 8..10));
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}

fn is_time(text: &str) -> bool {
    let (Some(time), Some(zone)) = (text.get(..8), text.get(8..)) else { return false };
    let is_clock = |it: &str| number_at(it, 0..2) < 24 && number_at(it, 3..5) < 60;
    let is_zone = zone == "Z"
        || (zone.starts_with(['+', '-']) && zone.get(1..).is_some_and(|it| looks_like(it, "00:00") && is_clock(it)));
    looks_like(time, "00:00:00") && is_clock(time) && number_at(time, 6..8) < 60 && is_zone
}

fn is_date_time(text: &str) -> bool {
    text.split_once('T').is_some_and(|(date, time)| is_date(date) && is_time(time))
}

fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once("://") else { return false };
    let is_scheme = scheme.starts_with(|it: char| it.is_ascii_alphabetic())
        && scheme.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, '+' | '-' | '.'));
    let is_plain =
        |it: char| it.is_ascii_graphic() && !matches!(it, '"' | '<' | '>' | '\\' | '^' | '`' | '{' | '|' | '}');
    is_scheme && !rest.is_empty() && rest.chars().all(is_plain)
}

fn is_email(text: &str) -> bool {
    let Some((name, host)) = text.split_once('@') else { return false };
    let is_label = |it: &str| {
        !it.is_empty()
            && it.chars().all(|it| it.is_ascii_alphanumeric() || it == '-')
            && !it.starts_with('-')
            && !it.ends_with('-')
    };
    let is_dotted = !name.starts_with('.') && !name.ends_with('.') && !name.contains("..");
    let is_name = |it: char| it.is_ascii_alphanumeric() || ".!#$%&*+-/=?^_{|}~".contains(it);
    !name.is_empty() && is_dotted && name.chars().all(is_name) && host.contains('.') && host.split('.').all(is_label)
}

fn is_uuid(text: &str) -> bool {
    let lengths = text.split('-').map(str::len);
    lengths.eq([8, 4, 4, 4, 12]) && text.chars().all(|it| it.is_ascii_hexdigit() || it == '-')
}
