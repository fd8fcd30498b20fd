//! A JSON document: a list of records as services send them.

use super::dice::{Dice, WORDS};

/// A document of exactly `bytes` bytes, or of the two that an empty list takes.
pub(crate) fn json(bytes: usize) -> String {
    let mut dice = Dice::new();
    let mut out = String::from("[");
    loop {
        let record = record(&mut dice);
        let separator = if out.len() == 1 { "\n" } else { ",\n" };
        if out.len() + separator.len() + record.len() + 1 > bytes {
            break;
        }
        out.push_str(separator);
        out.push_str(&record);
    }
    out.extend(std::iter::repeat_n(' ', bytes.saturating_sub(out.len() + 1)));
    out.push(']');
    out
}

fn record(dice: &mut Dice) -> String {
    let (id, cents, share) = (dice.below(1_000_000), dice.below(100_000), dice.below(1000));
    let (title, customer, note) = (words(dice, 4), words(dice, 2), words(dice, 9));
    let open = dice.below(2) == 0;
    let lines = (0..1 + dice.below(4)).map(|_| line(dice)).collect::<Vec<_>>().join(",\n");
    format!(
        r#"  {{
    "id": {id},
    "title": "{title}",
    "customer": {{ "name": "{customer}", "since": 2019, "tags": ["{}", "{}"] }},
    "lines": [
{lines}
    ],
    "total_cents": {cents},
    "share": 0.{share:03},
    "open": {open},
    "parent": null,
    "note": "{note}\n"
  }}"#,
        dice.pick(WORDS),
        dice.pick(WORDS),
    )
}

fn line(dice: &mut Dice) -> String {
    let (sku, quantity, cents) = (words(dice, 1), dice.below(50), dice.below(10_000));
    format!(r#"      {{ "sku": "{sku}", "quantity": {quantity}, "cents": {cents} }}"#)
}

fn words(dice: &mut Dice, count: usize) -> String {
    (0..count).map(|_| dice.pick(WORDS)).collect::<Vec<_>>().join(" ")
}
