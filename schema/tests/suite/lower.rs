//! What each shape of the compiler becomes, in each dialect.

use insta::assert_snapshot;
use serde_json::json;

use crate::show::{lowered, property, with_optional, with_property};

/// A required property of this schema.
macro_rules! required {
    ($schema:tt, @$expected:literal) => { assert_snapshot!(property(&with_property(json!($schema))), @$expected) };
}

/// A property of this schema that may be absent.
macro_rules! optional {
    ($schema:tt, @$expected:literal) => { assert_snapshot!(property(&with_optional(json!($schema))), @$expected) };
}

/// A whole schema.
macro_rules! whole {
    ($schema:tt, @$expected:literal) => { assert_snapshot!(lowered(&json!($schema)), @$expected) };
}

#[test]
fn objects_are_closed_and_all_properties_required() {
    whole!({
        "type": "object",
        "description": "A point",
        "properties": { "x": { "type": "integer" }, "y": { "type": "number", "description": "Up" }, "label": { "type": "string" } },
        "required": ["x", "y"],
        "additionalProperties": false
    }, @r#"
        OpenAI, Anthropic:
        {
          "type": "object",
          "description": "A point",
          "properties": {
            "x": { "type": "integer" },
            "y": { "type": "number", "description": "Up" },
            "label": { "type": ["string", "null"] }
          },
          "required": ["x", "y", "label"],
          "additionalProperties": false
        }
        Gemini:
        {
          "type": "object",
          "description": "A point",
          "properties": {
            "x": { "type": "integer" },
            "y": { "type": "number", "description": "Up" },
            "label": { "type": "string", "nullable": true }
          },
          "required": ["x", "y", "label"]
        }
    "#);
}

#[test]
fn an_object_without_properties_stays_one() {
    whole!({ "type": "object", "properties": {}, "additionalProperties": false }, @r#"
        OpenAI, Anthropic:
        { "type": "object", "properties": {}, "required": [], "additionalProperties": false }
        Gemini:
        { "type": "object", "properties": {} }
    "#);
}

#[test]
fn an_optional_property_becomes_nullable() {
    optional!({ "type": "integer", "description": "How many" }, @r#"
        OpenAI, Anthropic:
        { "type": ["integer", "null"], "description": "How many" }
        Gemini:
        { "type": "integer", "nullable": true, "description": "How many" }
    "#);
}

#[test]
fn an_optional_choice_takes_null_as_a_choice() {
    optional!({ "type": "string", "enum": ["low", "high"] }, @r#"
        OpenAI, Anthropic:
        { "type": ["string", "null"], "enum": ["low", "high", null] }
        Gemini:
        { "type": "string", "nullable": true, "enum": ["low", "high"] }
    "#);
}

#[test]
fn an_optional_constant_becomes_a_choice_of_it_and_null() {
    optional!({ "type": "string", "const": "on" }, @r#"
        OpenAI, Anthropic:
        { "type": ["string", "null"], "enum": ["on", null] }
        Gemini:
        { "type": "string", "nullable": true, "enum": ["on"] }
    "#);
}

#[test]
fn an_optional_union_gets_null_as_an_alternative() {
    optional!({ "description": "Either", "anyOf": [{ "type": "string" }, { "type": "integer" }] }, @r#"
        OpenAI, Anthropic:
        { "description": "Either", "anyOf": [{ "type": "string" }, { "type": "integer" }, { "type": "null" }] }
        Gemini:
        { "nullable": true, "description": "Either", "anyOf": [{ "type": "string" }, { "type": "integer" }] }
    "#);
}

#[test]
fn an_optional_object_becomes_nullable() {
    optional!({ "type": "object", "properties": { "a": { "type": "boolean" } }, "required": ["a"], "additionalProperties": false }, @r#"
        OpenAI, Anthropic:
        {
          "type": ["object", "null"],
          "properties": { "a": { "type": "boolean" } },
          "required": ["a"],
          "additionalProperties": false
        }
        Gemini:
        { "type": "object", "nullable": true, "properties": { "a": { "type": "boolean" } }, "required": ["a"] }
    "#);
}

#[test]
fn an_optional_list_becomes_nullable() {
    optional!({ "type": "array", "items": { "type": "string" } }, @r#"
        OpenAI, Anthropic:
        { "type": ["array", "null"], "items": { "type": "string" } }
        Gemini:
        { "type": "array", "nullable": true, "items": { "type": "string" } }
    "#);
}

#[test]
fn a_nullable_element_stays_nullable() {
    required!({ "type": "array", "items": { "anyOf": [{ "type": "string", "description": "A name" }, { "type": "null" }] } }, @r#"
        OpenAI, Anthropic:
        { "type": "array", "items": { "anyOf": [{ "type": "string", "description": "A name" }, { "type": "null" }] } }
        Gemini:
        { "type": "array", "items": { "type": "string", "nullable": true, "description": "A name" } }
    "#);
}

#[test]
fn several_alternatives_and_null() {
    required!({ "anyOf": [{ "type": "string" }, { "type": "integer" }, { "type": "null" }] }, @r#"
        OpenAI, Anthropic:
        { "anyOf": [{ "type": "string" }, { "type": "integer" }, { "type": "null" }] }
        Gemini:
        { "nullable": true, "anyOf": [{ "type": "string" }, { "type": "integer" }] }
    "#);
}

#[test]
fn an_enum_with_data_becomes_alternatives() {
    required!({ "oneOf": [
        { "type": "string", "const": "Empty" },
        {
            "type": "object",
            "properties": { "type": { "type": "string", "const": "Circle" }, "value": { "type": "number" } },
            "required": ["type", "value"],
            "additionalProperties": false
        }
    ] }, @r#"
        OpenAI, Anthropic:
        {
          "anyOf": [
            { "type": "string", "const": "Empty" },
            {
              "type": "object",
              "properties": { "type": { "type": "string", "const": "Circle" }, "value": { "type": "number" } },
              "required": ["type", "value"],
              "additionalProperties": false
            }
          ]
        }
        Gemini:
        {
          "anyOf": [
            { "type": "string", "enum": ["Empty"] },
            {
              "type": "object",
              "properties": { "type": { "type": "string", "enum": ["Circle"] }, "value": { "type": "number" } },
              "required": ["type", "value"]
            }
          ]
        }
    "#);
}

#[test]
fn a_map_becomes_a_list_of_entries() {
    required!({ "type": "object", "additionalProperties": { "type": "integer" }, "description": "Votes by name" }, @r#"
        OpenAI, Anthropic:
        {
          "type": "array",
          "description": "Votes by name. A list of entries with unique keys.",
          "items": {
            "type": "object",
            "properties": { "key": { "type": "string" }, "value": { "type": "integer" } },
            "required": ["key", "value"],
            "additionalProperties": false
          }
        }
        Gemini:
        {
          "type": "array",
          "description": "Votes by name. A list of entries with unique keys.",
          "items": {
            "type": "object",
            "properties": { "key": { "type": "string" }, "value": { "type": "integer" } },
            "required": ["key", "value"]
          }
        }
    "#);
}

#[test]
fn the_keys_of_a_map_keep_what_is_said_about_them() {
    required!({
        "type": "object",
        "additionalProperties": { "type": "boolean" },
        "propertyNames": { "pattern": "^[0-9]+$", "maxLength": 4 }
    }, @r#"
        OpenAI, Anthropic:
        {
          "type": "array",
          "description": "A list of entries with unique keys.",
          "items": {
            "type": "object",
            "properties": {
              "key": { "type": "string", "description": "At most 4 characters.", "pattern": "^[0-9]+$" },
              "value": { "type": "boolean" }
            },
            "required": ["key", "value"],
            "additionalProperties": false
          }
        }
        Gemini:
        {
          "type": "array",
          "description": "A list of entries with unique keys.",
          "items": {
            "type": "object",
            "properties": { "key": { "type": "string", "pattern": "^[0-9]+$", "maxLength": 4 }, "value": { "type": "boolean" } },
            "required": ["key", "value"]
          }
        }
    "#);
    required!({ "type": "object", "additionalProperties": { "type": "boolean" }, "propertyNames": { "enum": ["a", "b"] } }, @r#"
        OpenAI, Anthropic:
        {
          "type": "array",
          "description": "A list of entries with unique keys.",
          "items": {
            "type": "object",
            "properties": { "key": { "type": "string", "enum": ["a", "b"] }, "value": { "type": "boolean" } },
            "required": ["key", "value"],
            "additionalProperties": false
          }
        }
        Gemini:
        {
          "type": "array",
          "description": "A list of entries with unique keys.",
          "items": {
            "type": "object",
            "properties": { "key": { "type": "string", "enum": ["a", "b"] }, "value": { "type": "boolean" } },
            "required": ["key", "value"]
          }
        }
    "#);
}

#[test]
fn a_tuple_becomes_an_object_with_a_property_for_each_position() {
    required!({
        "type": "array",
        "prefixItems": [{ "type": "string" }, { "anyOf": [{ "type": "integer" }, { "type": "null" }] }],
        "items": false, "minItems": 2, "maxItems": 2
    }, @r#"
        OpenAI, Anthropic:
        {
          "type": "object",
          "properties": { "0": { "type": "string" }, "1": { "anyOf": [{ "type": "integer" }, { "type": "null" }] } },
          "required": ["0", "1"],
          "additionalProperties": false
        }
        Gemini:
        {
          "type": "object",
          "properties": { "0": { "type": "string" }, "1": { "type": "integer", "nullable": true } },
          "required": ["0", "1"]
        }
    "#);
}

#[test]
fn unit_is_null() {
    required!({ "type": "null" }, @r#"
        OpenAI, Anthropic:
        { "type": "null" }
        Gemini:
        { "type": "object", "nullable": true, "description": "Always null." }
    "#);
}

#[test]
fn free_form_json_is_a_loss() {
    required!({}, @"
        OpenAI, Anthropic, Gemini:
        loss at /properties/it: any JSON fits here, which a strict schema cannot say
    ");
}
