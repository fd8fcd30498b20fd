//! The keys of objects in a script: which are known, and which was meant.

use serde_json::{Map, Value};

/// Says which key is not known, and which one is nearest to it.
pub(super) fn check(object: &Map<String, Value>, known: &[&str]) -> Result<(), String> {
    let Some(unknown) = object.keys().find(|it| !known.contains(&it.as_str())) else { return Ok(()) };
    Err(match nearest(unknown, known) {
        Some(nearest) => format!("unknown key `{unknown}`; did you mean `{nearest}`?"),
        None => format!("unknown key `{unknown}`; known are `{}`", known.join("`, `")),
    })
}

/// The known key that goes on where this ends, else the one that takes fewest changes, if it takes few.
fn nearest<'a>(wanted: &str, known: &[&'a str]) -> Option<&'a str> {
    if wanted.len() > 40 {
        return None;
    }
    let longer = known.iter().find(|it| wanted.len() >= 3 && it.starts_with(wanted));
    if let Some(longer) = longer {
        return Some(longer);
    }
    let near = known.iter().map(|it| (changes(wanted, it), *it)).min_by_key(|it| it.0)?;
    (near.0 <= near.1.len().div_ceil(3)).then_some(near.1)
}

/// How many letters have to be added, dropped or changed.
fn changes(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (index, letter) in left.chars().enumerate() {
        let mut next = vec![index + 1];
        let mut before = index + 1;
        for ((other, above), aside) in right.iter().zip(row.iter().skip(1)).zip(&row) {
            before = (before + 1).min(above + 1).min(aside + usize::from(*other != letter));
            next.push(before);
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}
