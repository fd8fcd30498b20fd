//! Nothing panics, and nothing goes on for ever: these tests come to an end.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{asked, calculator, offering, wanting, with_results};
use crate::chat::{ChatRequest, ToolChoice};
use crate::simulated::{Script, answer};

/// Any JSON, with the words that schemas are made of.
fn schema() -> impl Strategy<Value = Value> {
    let word = prop_oneof![
        Just("type"),
        Just("properties"),
        Just("items"),
        Just("anyOf"),
        Just("oneOf"),
        Just("allOf"),
        Just("$ref"),
        Just("enum"),
        Just("const"),
        Just("required"),
        Just("minItems"),
        Just("minimum"),
        Just("maximum"),
        Just("minLength"),
        Just("pattern"),
        Just("format"),
        Just("prefixItems"),
        Just("additionalProperties"),
        Just("uniqueItems"),
        Just("multipleOf"),
    ];
    let leaf = prop_oneof![
        Just(json!("object")),
        Just(json!("array")),
        Just(json!("string")),
        Just(json!("integer")),
        Just(json!("#")),
        Just(json!(true)),
        Just(json!(false)),
        Just(json!(null)),
        any::<i32>().prop_map(|it| json!(it)),
        any::<f64>().prop_map(|it| json!(it)),
        Just(json!("date")),
        Just(json!("^[a-z]{3,}(x|y)*$")),
        Just(json!(1e300)),
        "\\PC{0,6}".prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 5, move |inner| {
        let fields = prop::collection::vec((word.clone(), inner.clone()), 0..5);
        prop_oneof![
            fields.prop_map(|it| Value::Object(it.into_iter().map(|(key, it)| (key.to_owned(), it)).collect())),
            prop::collection::vec(inner, 0..4).prop_map(Value::Array),
        ]
    })
}

proptest! {
    #[test]
    fn no_schema_makes_it_panic(schema in schema(), prompt in "[a-z0-9 '\",.-]{0,40}") {
        let request = offering(&prompt, &[("find", "Find something", schema.clone())]);
        answer(&ChatRequest { tool_choice: ToolChoice::Required, ..request });
        answer(&wanting(asked(&prompt), schema));
    }

    #[test]
    fn no_entry_makes_it_panic(entry in schema(), result in schema()) {
        let mut request = with_results(calculator("Add 2 and 3"), &[("x", Ok(result))]);
        std::sync::Arc::make_mut(&mut request.offered).tools.push(entry.clone());
        answer(&wanting(request, entry));
    }

    #[test]
    fn no_text_makes_a_script_panic(text in "\\PC{0,60}", turn in schema()) {
        let _ = Script::parse(&text);
        let _ = Script::parse(&json!([turn]).to_string());
    }
}

#[test]
fn long_prompts_come_to_an_end() {
    for piece in ["word ", "12 ", "'a ", "\"", "add 1, ", "“", "a.b@c.de ", "-", "1.", "é", "` ", "and "] {
        let prompt = piece.repeat(1_000_000 / piece.len());
        answer(&ChatRequest { is_streamed: true, ..calculator(&prompt) });
        let items = json!({ "type": "array", "items": { "type": "array", "items": {} } });
        answer(&wanting(asked(&prompt), items));
    }
}

#[test]
fn schemas_that_grow_without_an_end_come_to_one() {
    let text = "1 2 'a' 'b'";
    for schema in [
        json!({ "anyOf": [{ "$ref": "#" }, { "$ref": "#" }] }),
        json!({ "oneOf": [{ "items": { "$ref": "#" } }, { "items": { "$ref": "#" } }], "type": "array", "minItems": 3 }),
        json!({ "$ref": "#" }),
        json!({ "allOf": [{ "$ref": "#" }, { "$ref": "#" }] }),
        json!({ "type": "array", "minItems": 1_000, "items": { "$ref": "#" } }),
        json!({ "type": "array", "minItems": 1e18, "uniqueItems": true }),
        json!({ "type": "string", "minLength": 1e18 }),
        json!({ "type": "string", "pattern": "((((a{1000}){1000}){1000}){1000})" }),
        json!({ "type": "object", "minProperties": 1e9 }),
        json!({ "properties": { "a": { "$ref": "#" }, "b": { "$ref": "#" }, "c": { "$ref": "#" } }, "required": ["a", "b"] }),
        json!({ "properties": { "a": { "$ref": "#" }, "b": { "$ref": "#" }, "c": { "enum": ["a", "b"] } } }),
    ] {
        answer(&wanting(asked(text), schema.clone()));
        answer(&with_results(wanting(asked(text), schema), &[("x", Ok(json!({ "a": { "b": [1, 2] } })))]));
    }
}
