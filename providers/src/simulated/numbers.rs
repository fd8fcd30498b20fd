//! Numbers: a text in, its numbers and what stands between them out.

use std::ops::Range;

use serde_json::Number;

/// A number in a text.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) span: Range<usize>,
    pub(super) value: Number,
}

/// Signs of arithmetic between two numbers, and the words that they stand for.
const OPERATORS: &[(&[&str], &[&str])] = &[
    (&["+"], &["add", "plus", "sum"]),
    (&["-", "−"], &["subtract", "minus", "difference"]),
    (&["*", "×", "x"], &["multiply", "times", "product"]),
    (&["/", "÷"], &["divide", "quotient"]),
    (&["%"], &["remainder", "modulo"]),
    (&["^"], &["power"]),
];

/// All numbers of a text, in order: a sign, digits, a fraction. `v2` and `1.2.3` have none.
pub(super) fn numbers(text: &str) -> Vec<Found> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text.get(at..).and_then(|it| it.find(|it: char| it.is_ascii_digit())).map(|it| it + at) {
        let end = end_of_run(text, start);
        at = end;
        if text.get(..start).and_then(|it| it.chars().next_back()).is_some_and(|it| it.is_alphanumeric() || it == '_') {
            continue;
        }
        let start = with_sign(text, start);
        let value = text.get(start..end).and_then(value);
        found.extend(value.map(|value| Found { span: start..end, value }));
    }
    found
}

/// The words that a sign between two numbers stands for.
pub(super) fn operators(text: &str, numbers: &[Found]) -> Vec<&'static str> {
    let between = |pair: &[Found]| match pair {
        [left, right] => text.get(left.span.end..right.span.start).map(str::trim),
        _ => None,
    };
    let signs = numbers.windows(2).filter_map(between);
    let words = signs.filter_map(|sign| OPERATORS.iter().find(|it| it.0.contains(&sign)));
    words.flat_map(|it| it.1.iter().copied()).collect()
}

/// Whether a number is written without a fraction and small enough for 64 bits.
pub(super) fn is_whole(number: &Number) -> bool {
    number.is_i64()
}

/// The end of digits, and of the groups of them after dots.
fn end_of_run(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut end = start;
    while is_digit(end) || (end > start && bytes.get(end) == Some(&b'.') && is_digit(end + 1)) {
        end += 1;
    }
    end
}

/// A minus belongs to the number that follows at once, unless it stands after a word or a number: `5-3`.
fn with_sign(text: &str, start: usize) -> usize {
    let mut before = text.get(..start).unwrap_or_default().chars().rev();
    match (before.next(), before.next()) {
        (Some(sign @ ('-' | '−')), None) => start - sign.len_utf8(),
        (Some(sign @ ('-' | '−')), Some(it)) if !it.is_alphanumeric() && !matches!(it, ')' | '-' | '_') => {
            start - sign.len_utf8()
        }
        _ => start,
    }
}

fn value(text: &str) -> Option<Number> {
    let text = text.replace('−', "-");
    match text.matches('.').count() {
        0 => text.parse::<i64>().ok().map(Number::from).or_else(|| Number::from_f64(text.parse().ok()?)),
        1 => Number::from_f64(text.parse().ok()?),
        _ => None,
    }
}
