//! What the library does with random values is what Rust does with them: texts, sorting, maps in order, JSON.
//!
//! The cases of a round go into a program as JSON, and what it made of them comes back as JSON.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Map, Value, json};

use crate::run::{Way, compiled, run};
use crate::support::root;

/// How many cases a round has.
const CASES: usize = 300;

/// What a program makes of cases.
fn made(program: &str, cases: &[Value]) -> Vec<Value> {
    let path = root().join("tests/library/properties").join(program);
    let compiled = compiled(&path).unwrap_or_else(|problem| panic!("{problem}"));
    let ran = run(&compiled, Way::Source, &[Value::from(cases).to_string()]).unwrap();
    assert_eq!((ran.exit, ran.stderr.as_str()), (Some(0), ""), "{program}");
    serde_json::from_str(&ran.stdout).unwrap()
}

/// So many values, the same ones in each run.
fn sampled<T>(strategy: impl Strategy<Value = T>) -> Vec<T> {
    let mut runner = TestRunner::deterministic();
    (0..CASES).map(|_| strategy.new_tree(&mut runner).unwrap().current()).collect()
}

/// Texts with everything in them: letters of all sizes, combining marks, blanks of all kinds, line ends.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("a".to_owned()),
        Just("ab".to_owned()),
        Just("\n".to_owned()),
        Just("\r\n".to_owned()),
        Just(" \u{2003}\t".to_owned()),
        Just("ß".to_owned()),
        Just("İ".to_owned()),
        Just("e\u{301}".to_owned()),
        Just("😀".to_owned()),
        "[a-zA-Z ]{0,6}",
        any::<char>().prop_map(String::from),
    ];
    vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

#[test]
fn texts_are_what_rust_makes_of_them() {
    let strategy =
        (text(), prop_oneof![text(), Just("a".to_owned()), Just(String::new())], 0..5_usize, 0..20_usize, 0..20_usize);
    let cases = sampled(strategy);
    let given = cases.iter().map(|(text, part, count, from, to)| {
        let (from, to) = range(text, *from, *to);
        json!({ "text": text, "part": part, "count": count, "from": from, "to": to })
    });
    let given: Vec<Value> = given.collect();
    for ((text, part, count, from, to), made) in cases.iter().zip(made("strings.conc", &given)) {
        assert_eq!(made, expected(text, part, *count, range(text, *from, *to)), "{text:?} {part:?}");
    }
}

/// Two places in a text, in order.
fn range(text: &str, from: usize, to: usize) -> (usize, usize) {
    let length = text.chars().count();
    let (from, to) = (from.min(length), to.min(length));
    (from.min(to), from.max(to))
}

fn expected(text: &str, part: &str, count: usize, (from, to): (usize, usize)) -> Value {
    let chars: Vec<String> = text.chars().map(String::from).collect();
    let split: Vec<&str> = if part.is_empty() { vec![] } else { text.split(part).collect() };
    let padding = (count * 5).saturating_sub(chars.len());
    let mut made = json!({
        "len": chars.len(),
        "bytes": text.len(),
        "upper": text.to_uppercase(),
        "lower": text.to_lowercase(),
        "trimmed": text.trim(),
        "trimmed_start": text.trim_start(),
        "trimmed_end": text.trim_end(),
        "split": if part.is_empty() { json!(chars) } else { json!(split) },
        "lines": text.lines().collect::<Vec<_>>(),
        "chars": chars,
        "words": text.split_whitespace().collect::<Vec<_>>(),
        "contains": text.contains(part),
        "starts": text.starts_with(part),
        "ends": text.ends_with(part),
        "replaced": if part.is_empty() { text.to_owned() } else { text.replace(part, "<->") },
        "repeated": text.repeat(count),
        "slice": chars[from..to].concat(),
        "joined": text,
        "padded": format!("{}{text}", "é".repeat(padding)),
        "compared": text.cmp(part) as i64,
        "reversed": text.chars().rev().collect::<String>(),
        "again": text,
    });
    if let Some(at) = text.find(part) {
        made["found"] = json!(text[..at].chars().count());
    }
    made
}

#[test]
fn sorting_is_stable_and_maps_keep_their_order() {
    let pairs = vec(-3..3_i64, 0..40);
    let numbers = vec(prop_oneof![-5..5_i64, any::<i64>()], 0..40);
    let floats = vec(-1e9..1e9_f64, 0..40);
    let texts = vec(text(), 0..20);
    let changes = vec(("[abc]{1,2}", option::of(0..9_i64)), 0..40);
    let cases = sampled((pairs, numbers, floats, texts, changes));
    let given: Vec<Value> = cases
        .iter()
        .map(|(keys, numbers, floats, texts, changes)| {
            let pairs: Vec<(i64, usize)> = keys.iter().copied().zip(0..).collect();
            json!({ "pairs": pairs, "numbers": numbers, "floats": floats, "texts": texts, "changes": changes })
        })
        .collect();
    for ((keys, numbers, floats, texts, changes), made) in cases.into_iter().zip(made("lists.conc", &given)) {
        let mut pairs: Vec<(i64, usize)> = keys.iter().copied().zip(0..).collect();
        pairs.sort_by_key(|it| it.0);
        let mut in_order = Vec::new();
        let mut unique = numbers.clone();
        unique.retain(|it| {
            !in_order.contains(it) && {
                in_order.push(*it);
                true
            }
        });
        let places: Vec<Option<usize>> =
            numbers.iter().map(|it| numbers.iter().position(|other| other == it)).collect();
        let (mut sorted, mut sorted_floats, mut sorted_texts) = (numbers.clone(), floats.clone(), texts.clone());
        sorted.sort_unstable();
        sorted_floats.sort_by(f64::total_cmp);
        sorted_texts.sort();
        let wanted = json!({
            "by_key": pairs, "pairs": pairs, "numbers": sorted, "floats": sorted_floats, "texts": sorted_texts,
            "entries": entries(&changes), "unique": unique, "places": places,
        });
        assert_eq!(made, wanted);
    }
}

/// What a map has after changes, in the order in which its keys came.
fn entries(changes: &[(String, Option<i64>)]) -> Vec<(String, i64)> {
    let mut entries: Vec<(String, i64)> = Vec::new();
    for (key, value) in changes {
        let at = entries.iter().position(|it| it.0 == *key);
        match (at, value) {
            (Some(at), Some(value)) => entries[at].1 = *value,
            (None, Some(value)) => entries.push((key.clone(), *value)),
            (Some(at), None) => drop(entries.remove(at)),
            (None, None) => {}
        }
    }
    entries
}

fn document() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        proptest::num::f64::NORMAL.prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 60, 8, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..8).prop_map(Value::from),
            vec((text(), inner), 0..8).prop_map(|it| Value::Object(it.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

#[test]
fn documents_come_back_as_they_were() {
    let documents = sampled(document());
    let given: Vec<Value> = documents.iter().map(|it| Value::from(it.to_string())).collect();
    for (document, made) in documents.iter().zip(made("documents.conc", &given)) {
        for text in made.as_array().unwrap() {
            assert_eq!(serde_json::from_str::<Value>(text.as_str().unwrap()).unwrap(), *document);
        }
    }
}
