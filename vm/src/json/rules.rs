//! What the value of a field must be besides its type: `@range`, `@length`, `@items`, `@pattern`, `@format`.

use std::cell::RefCell;
use std::collections::BTreeMap;

use concerto_ir::program::Rule;
use regex_lite::Regex;

use super::decode::Wrong;
use super::view::{Look, View};

/// Regular expressions that were used, if they are some.
#[derive(Default)]
pub(crate) struct Patterns(RefCell<BTreeMap<String, Option<Regex>>>);

impl Patterns {
    /// Whether a regular expression occurs in a text; nothing where it is none.
    fn occurs(&self, pattern: &str, text: &str) -> Option<bool> {
        let mut known = self.0.borrow_mut();
        if !known.contains_key(pattern) {
            known.insert(pattern.to_owned(), Regex::new(pattern).ok());
        }
        known.get(pattern)?.as_ref().map(|it| it.is_match(text))
    }
}

/// Whether a value keeps to the rules of its field. `null` does: there is nothing that could break them.
///
/// # Safety
/// `[typed]`: as for [`View::look`].
pub(super) unsafe fn check(patterns: &Patterns, rules: &[Rule], view: View<'_>) -> Result<(), Wrong> {
    for rule in rules {
        // SAFETY: [typed] the caller's view is what its type says.
        let problem = match (rule, unsafe { view.look()? }) {
            (Rule::Range(low, high), Look::Int(value)) => out_of(value as f64, &value.to_string(), *low, *high),
            (Rule::Range(low, high), Look::Float(value)) => out_of(value, &format!("{value:?}"), *low, *high),
            (Rule::Length(low, high), Look::Text(text)) => count(text.chars().count(), *low, *high, "characters"),
            (Rule::Items(low, high), Look::Array(list)) => count(list.len(), *low, *high, "elements"),
            (Rule::Pattern(pattern), Look::Text(text)) => match patterns.occurs(pattern, text) {
                Some(true) => None,
                Some(false) => Some(format!("expected a text that matches `{pattern}`, found {text:?}")),
                None => Some(format!("the pattern `{pattern}` is no regular expression")),
            },
            (Rule::Format(format), Look::Text(text)) => {
                let found = || format!("expected a text of the format `{format}`, found {text:?}");
                (!is_of_format(format, text)).then(found)
            }
            _ => None,
        };
        if let Some(problem) = problem {
            return Err(Wrong::Misfit(problem));
        }
    }
    Ok(())
}

fn out_of(value: f64, shown: &str, low: f64, high: f64) -> Option<String> {
    let is_in = low <= value && value <= high;
    let wanted = if high.is_finite() { format!("from {low} to {high}") } else { format!("not below {low}") };
    (!is_in).then(|| format!("expected a number {wanted}, found {shown}"))
}

fn count(count: usize, low: u64, high: u64, what: &str) -> Option<String> {
    let is_in = (low..=high).contains(&(count as u64));
    (!is_in).then(|| format!("expected {low} to {high} {what}, found {count}"))
}

/// Whether a text is of a format of JSON Schema. Formats that are not known say nothing.
fn is_of_format(format: &str, text: &str) -> bool {
    match format {
        "date" => is_date(text),
        "time" => is_time(text),
        "date-time" => {
            text.len() > 11 && text.is_char_boundary(10) && is_date(&text[..10]) && {
                let rest = &text[10..];
                rest.starts_with(['T', 't', ' ']) && is_time(&rest[1..])
            }
        }
        "email" => is_email(text),
        "hostname" => is_hostname(text),
        "ipv4" => text.parse::<std::net::Ipv4Addr>().is_ok(),
        "ipv6" => text.parse::<std::net::Ipv6Addr>().is_ok(),
        "uri" => is_uri(text),
        "uuid" => is_uuid(text),
        _ => true,
    }
}

/// The numbers of a text in which other characters than digits stand at the places of the form, `####-##-##`.
fn numbers(text: &str, form: &str) -> Option<Vec<u32>> {
    if text.len() != form.len() {
        return None;
    }
    let mut found = vec![0];
    for (byte, wanted) in text.bytes().zip(form.bytes()) {
        match (wanted, byte) {
            (b'#', b'0'..=b'9') => *found.last_mut()? = found.last()? * 10 + u32::from(byte - b'0'),
            _ if wanted != b'#' && wanted == byte => found.push(0),
            _ => return None,
        }
    }
    Some(found)
}

fn is_date(text: &str) -> bool {
    let Some([year, month, day]) = numbers(text, "####-##-##").and_then(|it| <[u32; 3]>::try_from(it).ok()) else {
        return false;
    };
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return false,
    };
    (1..=days).contains(&day)
}

/// A time with its distance from UTC: `10:30:00Z`, `10:30:00.5+02:00`.
fn is_time(text: &str) -> bool {
    let Some((clock, rest)) = text.split_at_checked(8) else { return false };
    let is_clock = |text: &str, form: &str, most: &[u32]| {
        numbers(text, form).is_some_and(|it| it.iter().zip(most).all(|(number, most)| number <= most))
    };
    let rest = match rest.strip_prefix('.') {
        Some(fraction) => {
            let rest = fraction.trim_start_matches(|it: char| it.is_ascii_digit());
            if rest.len() == fraction.len() {
                return false;
            }
            rest
        }
        None => rest,
    };
    let is_zone = match rest.strip_prefix(['+', '-']) {
        Some(offset) => is_clock(offset, "##:##", &[23, 59]),
        None => matches!(rest, "Z" | "z"),
    };
    is_clock(clock, "##:##:##", &[23, 59, 60]) && is_zone
}

fn is_email(text: &str) -> bool {
    let Some((name, host)) = text.rsplit_once('@') else { return false };
    let is_name = |it: char| it.is_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(it);
    let is_dotted = !name.starts_with('.') && !name.ends_with('.') && !name.contains("..");
    !name.is_empty() && name.chars().all(is_name) && is_dotted && is_hostname(host)
}

fn is_hostname(text: &str) -> bool {
    let is_label = |it: &str| {
        (1..=63).contains(&it.len())
            && it.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'-')
            && !it.starts_with('-')
            && !it.ends_with('-')
    };
    text.len() <= 253 && text.split('.').all(is_label)
}

fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let is_scheme = scheme.starts_with(|it: char| it.is_ascii_alphabetic())
        && scheme.bytes().all(|it| it.is_ascii_alphanumeric() || b"+-.".contains(&it));
    let is_allowed = |it: u8| it.is_ascii_graphic() && !b"\"<>\\^`{|}".contains(&it);
    is_scheme && !rest.is_empty() && rest.bytes().all(is_allowed)
}

fn is_uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(at, it)| match at {
            8 | 13 | 18 | 23 => it == b'-',
            _ => it.is_ascii_hexdigit(),
        })
}
