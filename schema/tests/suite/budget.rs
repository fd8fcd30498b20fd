//! Anthropic's limits to the strict tools of one request.

use concerto_schema::budget::{Candidate, Count, over};
use serde_json::{Map, Value, json};

/// A schema with so many properties that are required and plain, optional, or have alternatives.
fn schema(plain: usize, optional: usize, unions: usize) -> Value {
    let mut properties = Map::new();
    for index in 0..optional {
        properties.insert(format!("o{index}"), json!({ "type": "string" }));
    }
    for index in 0..plain {
        properties.insert(format!("p{index}"), json!({ "type": "string" }));
    }
    for index in 0..unions {
        properties.insert(format!("u{index}"), json!({ "type": ["string", "null"] }));
    }
    let required: Vec<&String> = properties.keys().filter(|it| !it.starts_with('o')).collect();
    json!({ "type": "object", "required": required, "properties": properties })
}

fn candidates(schemas: &[(Value, bool)]) -> Vec<Candidate<'_>> {
    schemas.iter().map(|(schema, is_explicit)| Candidate { schema, is_explicit: *is_explicit }).collect()
}

#[test]
fn parameters_are_counted_wherever_they_are() {
    let inner = schema(1, 2, 1);
    let count = Count::of(&json!({
        "type": "object",
        "properties": { "list": { "type": "array", "items": inner }, "either": { "anyOf": [inner, { "type": "null" }] } },
        "required": ["list", "either"],
        "$defs": { "D": inner },
    }));
    assert_eq!(count, Count { tools: 1, optional: 6, unions: 4 });
}

#[test]
fn nothing_happens_within_the_limits() {
    let tools: Vec<_> = (0..20).map(|it| (schema(1, usize::from(it < 12) * 2, usize::from(it < 16)), false)).collect();
    assert_eq!(over(&candidates(&tools)), Vec::<usize>::new());
}

#[test]
fn the_largest_and_then_the_latest_go_first() {
    let mut tools: Vec<_> = (0..22).map(|_| (schema(1, 0, 0), false)).collect();
    assert_eq!(over(&candidates(&tools)), [20, 21]);
    tools[3].0 = schema(5, 0, 0);
    assert_eq!(over(&candidates(&tools)), [3, 21]);
    tools[3].1 = true;
    assert_eq!(over(&candidates(&tools)), [20, 21]);
}

#[test]
fn those_with_most_of_what_is_too_much_go_first() {
    let tools =
        [(schema(0, 0, 7), false), (schema(90, 9, 1), false), (schema(0, 0, 8), false), (schema(0, 0, 2), false)];
    assert_eq!(over(&candidates(&tools)), [2]);
    let tools = [(schema(0, 20, 0), false), (schema(0, 5, 0), false), (schema(0, 0, 16), false)];
    assert_eq!(over(&candidates(&tools)), [0]);
}

#[test]
fn explicit_tools_stay_and_others_only_go_where_it_helps() {
    let tools = [(schema(0, 0, 20), true), (schema(3, 3, 0), false), (schema(0, 0, 1), false)];
    assert_eq!(over(&candidates(&tools)), [2]);
}
