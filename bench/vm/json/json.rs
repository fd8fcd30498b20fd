//! A document to text, the text to a document, and that to text again; the size in records.

use serde_json::{Value, json};

pub(super) fn run(n: i64) {
    let records: Value = (0..n).map(record).collect();
    let text = records.to_string();
    let parsed: Value = serde_json::from_str(&text).unwrap_or_default();
    let sum: Option<i64> = parsed.as_array().into_iter().flatten().map(checksum).sum();
    println!("{}", text.len());
    println!("{}", sum.unwrap_or(-1));
    println!("{}", parsed.to_string().len());
}

fn record(i: i64) -> Value {
    json!({
        "id": i,
        "name": format!("record {i}"),
        "score": (i % 100) as f64 + 0.25,
        "active": i % 2 == 0,
        "parent": null,
        "tags": ["alpha", "two\nlines", format!("say \"{}\"", i % 10)],
        "place": { "x": i % 50, "y": i % 70 - 35 },
    })
}

/// A number that depends on every part of a record, where it has all of them.
fn checksum(record: &Value) -> Option<i64> {
    let id = record.get("id")?.as_i64()?;
    let quarters = record.get("score")?.as_f64()? * 4.0;
    let active = i64::from(record.get("active")?.as_bool()?);
    let parent = i64::from(record.get("parent")?.is_null());
    let mut letters = record.get("name")?.as_str()?.len();
    for tag in record.get("tags")?.as_array()? {
        letters += tag.as_str()?.len();
    }
    let place = record.get("place")?;
    let product = place.get("x")?.as_i64()? * place.get("y")?.as_i64()?;
    Some(id + quarters as i64 + active + parent + letters as i64 + product)
}
