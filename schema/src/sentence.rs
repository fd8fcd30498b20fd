//! What a provider's subset cannot say, said in words: refused keywords in, sentences for the description out.

use serde_json::Value;

/// Sentences for keywords, in a fixed order whatever the order of the keywords.
pub(crate) fn sentences(limits: &[(&str, &Value)]) -> Vec<String> {
    let get = |keyword: &str| limits.iter().find(|it| it.0 == keyword).map(|it| it.1);
    let one = |keyword: &str, write: fn(String) -> String| get(keyword).map(|it| write(show(it)));
    [
        range(get("minimum"), get("maximum"), |_| ""),
        one("exclusiveMinimum", |it| format!("Greater than {it}.")),
        one("exclusiveMaximum", |it| format!("Less than {it}.")),
        one("multipleOf", |it| format!("A multiple of {it}.")),
        range(get("minLength"), get("maxLength"), |one| if one { " character" } else { " characters" }),
        range(get("minItems"), get("maxItems"), |one| if one { " item" } else { " items" }),
        range(get("minProperties"), get("maxProperties"), |one| if one { " entry" } else { " entries" }),
        get("uniqueItems").map(|_| "All items are different.".to_owned()),
        one("pattern", |it| format!("Matches the pattern `{it}`.")),
        one("format", |it| format!("Format: {it}.")),
        one("contentEncoding", |it| format!("Encoding: {it}.")),
        one("contentMediaType", |it| format!("Media type: {it}.")),
        get("default").map(|it| format!("Default: {it}.")),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// A description with sentences after it.
pub(crate) fn append(description: Option<&str>, sentences: &[String]) -> Option<String> {
    if sentences.is_empty() {
        return description.map(str::to_owned);
    }
    let said = sentences.join(" ");
    match description.map(str::trim_end) {
        None | Some("") => Some(said),
        Some(text) if text.ends_with(['.', '!', '?', ':', ';', '。', '！', '？']) => Some(format!("{text} {said}")),
        Some(text) => Some(format!("{text}. {said}")),
    }
}

fn range(min: Option<&Value>, max: Option<&Value>, unit: fn(bool) -> &'static str) -> Option<String> {
    let of = |value: &str| unit(value == "1");
    match (min.map(show), max.map(show)) {
        (Some(min), Some(max)) if min == max => Some(format!("Exactly {min}{}.", of(&min))),
        (Some(min), Some(max)) => Some(format!("Between {min} and {max}{}.", of(&max))),
        (Some(min), None) => Some(format!("At least {min}{}.", of(&min))),
        (None, Some(max)) => Some(format!("At most {max}{}.", of(&max))),
        (None, None) => None,
    }
}

/// A bound as people write it: no quotes around text, no fraction that is zero.
fn show(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => match number.as_f64() {
            // Beyond this, not every whole number is a float: the digits would pretend to know more.
            Some(it) if number.is_f64() && it.fract() == 0.0 && it.abs() < 9e15 => format!("{it:.0}"),
            _ => number.to_string(),
        },
        other => other.to_string(),
    }
}
