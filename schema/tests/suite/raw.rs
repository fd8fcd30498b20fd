//! Schemas as users and servers write them: what is understood besides the shapes of the compiler.

use concerto_schema::{Dialect, encode, lift, lower};
use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::show::{lowered, property, with_property};

/// A required property of this schema.
macro_rules! required {
    ($schema:tt, @$expected:literal) => { assert_snapshot!(property(&with_property(json!($schema))), @$expected) };
}

#[test]
fn several_types_are_alternatives() {
    required!({ "type": ["string", "integer", "null"], "minLength": 2, "minimum": 3 }, @r#"
        OpenAI:
        {
          "anyOf": [
            { "type": "string", "description": "At least 2 characters." },
            { "type": "integer", "minimum": 3 },
            { "type": "null" }
          ]
        }
        Anthropic:
        {
          "anyOf": [
            { "type": "string", "description": "At least 2 characters." },
            { "type": "integer", "description": "At least 3." },
            { "type": "null" }
          ]
        }
        Gemini:
        { "nullable": true, "anyOf": [{ "type": "string", "minLength": 2 }, { "type": "integer", "minimum": 3 }] }
    "#);
}

#[test]
fn nullable_as_openapi_writes_it() {
    required!({ "type": "string", "nullable": true }, @r#"
        OpenAI, Anthropic:
        { "type": ["string", "null"] }
        Gemini:
        { "type": "string", "nullable": true }
    "#);
    required!({ "type": ["string", "null"] }, @r#"
        OpenAI, Anthropic:
        { "type": ["string", "null"] }
        Gemini:
        { "type": "string", "nullable": true }
    "#);
}

#[test]
fn an_enum_without_a_type() {
    required!({ "enum": ["a", "b", "a", null] }, @r#"
        OpenAI, Anthropic:
        { "type": ["string", "null"], "enum": ["a", "b", null] }
        Gemini:
        { "type": "string", "nullable": true, "enum": ["a", "b"] }
    "#);
    required!({ "enum": ["a", 1, 2.5] }, @r#"
        OpenAI, Anthropic:
        {
          "anyOf": [
            { "type": "string", "enum": ["a"] },
            { "type": "integer", "enum": [1] },
            { "type": "number", "enum": [2.5] }
          ]
        }
        Gemini:
        loss at /properties/it: Gemini takes a choice of strings only
    "#);
    required!({ "type": "integer", "enum": [1, "b", 2.0] }, @r#"
        OpenAI, Anthropic:
        { "type": "integer", "enum": [1, 2.0] }
        Gemini:
        loss at /properties/it: Gemini takes a choice of strings only
    "#);
}

#[test]
fn all_of_one_is_that_one() {
    required!({ "description": "Outer", "allOf": [{ "type": "string", "description": "Inner" }] }, @r#"
        OpenAI, Anthropic, Gemini:
        { "type": "string", "description": "Outer" }
    "#);
}

#[test]
fn annotations_are_dropped_and_definitions_count() {
    assert_snapshot!(lowered(&json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": "https://example.org/s",
        "$comment": "no",
        "title": "Search",
        "type": "object",
        "properties": { "q": { "$ref": "#/definitions/Q", "examples": ["x"] } },
        "required": ["q"],
        "definitions": { "Q": { "type": "string", "title": "Query", "deprecated": true, "readOnly": true, "x-order": 1 } }
    })), @r##"
        OpenAI, Anthropic:
        {
          "type": "object",
          "title": "Search",
          "properties": { "q": { "$ref": "#/$defs/Q" } },
          "required": ["q"],
          "additionalProperties": false,
          "$defs": { "Q": { "type": "string", "title": "Query" } }
        }
        Gemini:
        {
          "type": "object",
          "title": "Search",
          "properties": { "q": { "type": "string", "title": "Query" } },
          "required": ["q"]
        }
    "##);
}

#[test]
fn a_root_that_refers_to_its_definition_is_written_out() {
    assert_snapshot!(lowered(&json!({
        "$ref": "#/$defs/Node",
        "$defs": { "Node": {
            "type": "object",
            "properties": { "next": { "anyOf": [{ "$ref": "#/$defs/Node" }, { "type": "null" }] } },
            "required": ["next"]
        } }
    })), @r##"
        OpenAI:
        {
          "type": "object",
          "properties": { "next": { "anyOf": [{ "$ref": "#/$defs/Node" }, { "type": "null" }] } },
          "required": ["next"],
          "additionalProperties": false,
          "$defs": {
            "Node": {
              "type": "object",
              "properties": { "next": { "anyOf": [{ "$ref": "#/$defs/Node" }, { "type": "null" }] } },
              "required": ["next"],
              "additionalProperties": false
            }
          }
        }
        Anthropic:
        loss at /$defs/Node/properties/next: it is recursive, which Anthropic does not take
        Gemini:
        loss at /$defs/Node/properties/next: it is recursive, which Gemini does not take
    "##);
}

#[test]
fn a_reference_to_the_root_is_recursion() {
    assert_snapshot!(lowered(&json!({
        "type": "object", "properties": { "next": { "$ref": "#" } }, "additionalProperties": false
    })), @r##"
        OpenAI:
        {
          "type": "object",
          "properties": { "next": { "anyOf": [{ "$ref": "#" }, { "type": "null" }] } },
          "required": ["next"],
          "additionalProperties": false
        }
        Anthropic:
        loss at /properties/next: it is recursive, which Anthropic does not take
        Gemini:
        loss at /properties/next: it is recursive, which Gemini does not take
    "##);
}

#[test]
fn a_raw_schema_without_parameters() {
    assert_snapshot!(lowered(&json!({ "type": "object", "properties": {} })), @r#"
        OpenAI, Anthropic:
        { "type": "object", "properties": {}, "required": [], "additionalProperties": false }
        Gemini:
        { "type": "object", "properties": {} }
    "#);
}

/// Schemas whose lowered forms look alike.
fn alike() -> Vec<(Value, Vec<Value>)> {
    let closed = |properties: Value, required: Value| json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false });
    let entry = closed(json!({ "key": { "type": "string" }, "value": { "type": "integer" } }), json!(["key", "value"]));
    let pair = json!([{ "type": "integer" }, { "type": "integer" }]);
    vec![
        (json!({ "type": "integer" }), vec![json!(1)]),
        (json!({ "type": "null" }), vec![json!(null)]),
        (json!({ "$ref": "#/$defs/Unit" }), vec![json!(null)]),
        (
            json!({ "type": "object", "additionalProperties": { "type": "integer" } }),
            vec![json!({}), json!({ "a": 1 })],
        ),
        (json!({ "type": "array", "items": entry }), vec![json!([]), json!([{ "key": "a", "value": 1 }])]),
        (json!({ "type": "array", "prefixItems": pair, "items": false, "minItems": 2 }), vec![json!([1, 2])]),
        (
            closed(json!({ "0": { "type": "integer" }, "1": { "type": "integer" } }), json!(["0", "1"])),
            vec![json!({ "0": 1, "1": 2 })],
        ),
        (closed(json!({ "a": { "type": "integer" } }), json!([])), vec![json!({}), json!({ "a": 1 })]),
        (
            closed(json!({ "a": { "type": ["integer", "null"] } }), json!(["a"])),
            vec![json!({ "a": null }), json!({ "a": 1 })],
        ),
        (closed(json!({ "a": { "type": "null" } }), json!(["a"])), vec![json!({ "a": null })]),
        (closed(json!({ "a": closed(json!({}), json!([])) }), json!(["a"])), vec![json!({ "a": {} })]),
        (closed(json!({ "a": { "const": "x" }, "b": { "type": "integer" } }), json!(["a"])), vec![json!({ "a": "x" })]),
        (closed(json!({ "a": { "const": "y" }, "b": { "type": "integer" } }), json!(["a"])), vec![json!({ "a": "y" })]),
        (closed(json!({}), json!([])), vec![json!({})]),
    ]
}

#[test]
fn alternatives_that_look_alike_go_there_and_back_or_are_a_loss() {
    let mut losses = 0;
    for (left, left_values) in alike() {
        for (right, right_values) in alike() {
            let mut schema = with_property(json!({ "anyOf": [left, right] }));
            schema["$defs"] = json!({ "Unit": { "type": "null" } });
            for &dialect in Dialect::ALL {
                losses += usize::from(lower(&schema, dialect).is_err());
                if lower(&schema, dialect).is_err() {
                    continue;
                }
                for value in left_values.iter().chain(&right_values) {
                    let value = json!({ "it": value });
                    let encoded = encode(&schema, dialect, value.clone()).unwrap();
                    assert_eq!(lift(&schema, dialect, encoded), Ok(value), "{dialect:?} {schema}");
                }
            }
        }
    }
    let count = alike().len().pow(2) * Dialect::ALL.len();
    assert!(losses * 3 < count * 2, "{losses} of {count} are a loss");
}

#[test]
fn alternatives_with_a_property_that_tells_them_apart_are_no_loss() {
    required!({ "anyOf": [
        { "type": "object", "properties": { "kind": { "const": "a" }, "x": { "type": "integer" } }, "required": ["kind"] },
        { "type": "object", "properties": { "kind": { "const": "b" }, "x": { "type": "integer" } }, "required": ["kind"] }
    ] }, @r#"
        OpenAI, Anthropic:
        {
          "anyOf": [
            {
              "type": "object",
              "properties": { "kind": { "type": "string", "const": "a" }, "x": { "type": ["integer", "null"] } },
              "required": ["kind", "x"],
              "additionalProperties": false
            },
            {
              "type": "object",
              "properties": { "kind": { "type": "string", "const": "b" }, "x": { "type": ["integer", "null"] } },
              "required": ["kind", "x"],
              "additionalProperties": false
            }
          ]
        }
        Gemini:
        {
          "anyOf": [
            {
              "type": "object",
              "properties": { "kind": { "type": "string", "enum": ["a"] }, "x": { "type": "integer", "nullable": true } },
              "required": ["kind", "x"]
            },
            {
              "type": "object",
              "properties": { "kind": { "type": "string", "enum": ["b"] }, "x": { "type": "integer", "nullable": true } },
              "required": ["kind", "x"]
            }
          ]
        }
    "#);
    required!({ "anyOf": [
        { "type": "object", "properties": { "x": { "type": "integer" } } },
        { "type": "object", "properties": { "y": { "type": "integer" } } }
    ] }, @"
        OpenAI, Anthropic, Gemini:
        loss at /properties/it/anyOf/1: it cannot be told apart from the alternatives before it
    ");
}
