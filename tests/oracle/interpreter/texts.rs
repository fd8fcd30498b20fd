//! The functions of texts.

use std::cmp::Ordering;

use super::value::{Value, out_of_range};
use super::{Eval, fault, unknown};

/// A text as it is shown inside a container.
pub(super) fn quoted(text: &str) -> String {
    let mut shown = String::from("\"");
    let letters: Vec<char> = text.chars().collect();
    for (at, letter) in letters.iter().enumerate() {
        match letter {
            '"' => shown.push_str("\\\""),
            '\\' => shown.push_str("\\\\"),
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\t' => shown.push_str("\\t"),
            '\0' => shown.push_str("\\0"),
            '$' if letters.get(at + 1) == Some(&'{') => shown.push_str("\\$"),
            it if it.is_control() => shown.push_str(&format!("\\u{{{:x}}}", u32::from(*it))),
            it => shown.push(*it),
        }
    }
    shown.push('"');
    shown
}

/// A number with a fraction: the shortest digits that are read as the same number.
pub(super) fn float(value: f64) -> String {
    let is_plain = value == 0.0 || !value.is_finite() || (1e-5..1e16).contains(&value.abs());
    match value.to_string() {
        _ if !is_plain => format!("{value:e}"),
        digits if value.is_finite() && !digits.contains('.') => digits + ".0",
        digits => digits,
    }
}

/// All `NaN`s are the same, and after all numbers.
pub(super) fn float_order(a: f64, b: f64) -> Ordering {
    match (a.is_nan(), b.is_nan()) {
        (false, false) => a.total_cmp(&b),
        (a, b) => a.cmp(&b),
    }
}

/// A duration in its largest unit.
pub(super) fn duration(ms: i64) -> String {
    let units = [(3_600_000, "h"), (60_000, "m"), (1_000, "s")];
    match units.iter().find(|(size, _)| ms != 0 && ms % size == 0) {
        Some((size, name)) => format!("{}{name}", ms / size),
        None => format!("{ms}ms"),
    }
}

fn texts<'t>(parts: impl Iterator<Item = &'t str>) -> Value {
    Value::array(parts.map(Value::str).collect())
}

fn letters(text: &str) -> Vec<String> {
    text.chars().map(String::from).collect()
}

fn padding(text: &str, width: i64, fill: &str) -> Option<String> {
    let missing = usize::try_from(width).unwrap_or(0).saturating_sub(text.chars().count());
    (!fill.is_empty()).then(|| fill.chars().cycle().take(missing).collect())
}

/// A function of texts, by its name without `string.`.
pub(super) fn text_function(name: &str, args: &[Value]) -> Eval {
    let text = args[0].text();
    let other = |at: usize| args[at].text();
    Ok(match name {
        "len" => Value::Int(text.chars().count() as i64),
        "is_empty" => Value::Bool(text.is_empty()),
        "trim" => Value::str(text.trim()),
        "split" if other(1).is_empty() => texts(letters(text).iter().map(String::as_str)),
        "split" => texts(text.split(other(1))),
        "lines" => texts(text.lines()),
        "chars" => texts(letters(text).iter().map(String::as_str)),
        "contains" => Value::Bool(text.contains(other(1))),
        "starts_with" => Value::Bool(text.starts_with(other(1))),
        "ends_with" => Value::Bool(text.ends_with(other(1))),
        "find" => {
            let at = text.find(other(1));
            Value::option(at.map(|it| Value::Int(text[..it].chars().count() as i64)))
        }
        "replace" if other(1).is_empty() => args[0].clone(),
        "replace" => Value::str(&text.replace(other(1), other(2))),
        "to_upper" => Value::str(&text.to_uppercase()),
        "to_lower" => Value::str(&text.to_lowercase()),
        "repeat" => match usize::try_from(args[1].int()) {
            Ok(times) => Value::str(&text.repeat(times)),
            Err(_) => return fault(format!("a text cannot be repeated {} times", args[1].int())),
        },
        "slice" => {
            let all = letters(text);
            let (from, to) = within(&args[1], all.len())?;
            Value::str(&all[from..to].concat())
        }
        "at" => {
            let (all, index) = (letters(text), args[1].int());
            match usize::try_from(index).ok().and_then(|it| all.get(it)) {
                Some(letter) => Value::str(letter),
                None => return out_of_range(index, all.len()),
            }
        }
        "compare" => Value::Int(text.cmp(other(1)) as i64),
        "parse_int" => Value::option(text.parse().ok().map(Value::Int)),
        "pad_left" | "pad_right" => match padding(text, args[1].int(), other(2)) {
            Some(blanks) if name == "pad_left" => Value::str(&(blanks + text)),
            Some(blanks) => Value::str(&(text.to_owned() + &blanks)),
            None => return fault(""),
        },
        _ => return unknown(format!("string.{name}")),
    })
}

/// A range as indexes of something so long.
pub(super) fn within(range: &Value, length: usize) -> Eval<(usize, usize)> {
    let (start, end) = range.bounds();
    match (usize::try_from(start), usize::try_from(end)) {
        (Ok(start), Ok(end)) if start <= end && end <= length => Ok((start, end)),
        _ => fault(""),
    }
}
