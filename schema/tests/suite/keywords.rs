//! Keywords that narrow values: kept where a dialect takes them, said in words where it does not.

use insta::assert_snapshot;
use serde_json::json;

use crate::show::{property, with_optional, with_property};

/// A required property of this schema.
macro_rules! required {
    ($schema:tt, @$expected:literal) => { assert_snapshot!(property(&with_property(json!($schema))), @$expected) };
}

/// A property of this schema that may be absent.
macro_rules! optional {
    ($schema:tt, @$expected:literal) => { assert_snapshot!(property(&with_optional(json!($schema))), @$expected) };
}

#[test]
fn a_set_says_in_words_that_its_items_differ() {
    required!({ "type": "array", "items": { "type": "string" }, "uniqueItems": true, "description": "Tags" }, @r#"
        OpenAI, Anthropic, Gemini:
        { "type": "array", "description": "Tags. All items are different.", "items": { "type": "string" } }
    "#);
}

#[test]
fn bounds_of_numbers() {
    required!({ "type": "number", "description": "How sure", "minimum": 0.0, "maximum": 1.0 }, @r#"
        OpenAI, Gemini:
        { "type": "number", "description": "How sure", "minimum": 0.0, "maximum": 1.0 }
        Anthropic:
        { "type": "number", "description": "How sure. Between 0 and 1." }
    "#);
    required!({ "type": "integer", "minimum": 1 }, @r#"
        OpenAI, Gemini:
        { "type": "integer", "minimum": 1 }
        Anthropic:
        { "type": "integer", "description": "At least 1." }
    "#);
    required!({ "type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1.5, "multipleOf": 0.25 }, @r#"
        OpenAI:
        { "type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1.5, "multipleOf": 0.25 }
        Anthropic, Gemini:
        { "type": "number", "description": "Greater than 0. Less than 1.5. A multiple of 0.25." }
    "#);
}

#[test]
fn lengths_of_texts() {
    required!({ "type": "string", "minLength": 3, "maxLength": 20 }, @r#"
        OpenAI, Anthropic:
        { "type": "string", "description": "Between 3 and 20 characters." }
        Gemini:
        { "type": "string", "minLength": 3, "maxLength": 20 }
    "#);
    required!({ "type": "string", "description": "A flag: ", "maxLength": 1 }, @r#"
        OpenAI, Anthropic:
        { "type": "string", "description": "A flag: At most 1 character." }
        Gemini:
        { "type": "string", "description": "A flag: ", "maxLength": 1 }
    "#);
}

#[test]
fn counts_of_items() {
    required!({ "type": "array", "items": { "type": "integer" }, "minItems": 1, "maxItems": 5 }, @r#"
        OpenAI, Gemini:
        { "type": "array", "items": { "type": "integer" }, "minItems": 1, "maxItems": 5 }
        Anthropic:
        { "type": "array", "description": "At most 5 items.", "items": { "type": "integer" }, "minItems": 1 }
    "#);
    required!({ "type": "array", "items": { "type": "integer" }, "minItems": 2, "maxItems": 2 }, @r#"
        OpenAI, Gemini:
        { "type": "array", "items": { "type": "integer" }, "minItems": 2, "maxItems": 2 }
        Anthropic:
        { "type": "array", "description": "Exactly 2 items.", "items": { "type": "integer" } }
    "#);
}

#[test]
fn patterns() {
    required!({ "type": "string", "pattern": "^[a-z]+$" }, @r#"
        OpenAI, Anthropic, Gemini:
        { "type": "string", "pattern": "^[a-z]+$" }
    "#);
    required!({ "type": "string", "pattern": "^(?!x)\\w+$" }, @r#"
        OpenAI, Gemini:
        { "type": "string", "pattern": "^(?!x)\\w+$" }
        Anthropic:
        { "type": "string", "description": "Matches the pattern `^(?!x)\\w+$`." }
    "#);
    required!({ "type": "string", "pattern": "^\\\\b$" }, @r#"
        OpenAI, Anthropic, Gemini:
        { "type": "string", "pattern": "^\\\\b$" }
    "#);
}

#[test]
fn formats() {
    required!({ "type": "string", "format": "date-time" }, @r#"
        OpenAI, Anthropic, Gemini:
        { "type": "string", "format": "date-time" }
    "#);
    required!({ "type": "string", "format": "uri" }, @r#"
        OpenAI, Gemini:
        { "type": "string", "description": "Format: uri." }
        Anthropic:
        { "type": "string", "format": "uri" }
    "#);
    required!({ "type": "integer", "format": "int64" }, @r#"
        OpenAI, Anthropic:
        { "type": "integer", "description": "Format: int64." }
        Gemini:
        { "type": "integer", "format": "int64" }
    "#);
}

#[test]
fn a_default_is_said_in_words_where_it_is_not_taken() {
    optional!({ "type": "string", "description": "Where from", "default": "web" }, @r#"
        OpenAI:
        { "type": ["string", "null"], "description": "Where from. Default: \"web\"." }
        Anthropic:
        { "type": ["string", "null"], "description": "Where from", "default": "web" }
        Gemini:
        { "type": "string", "nullable": true, "description": "Where from. Default: \"web\"." }
    "#);
}

#[test]
fn a_default_has_the_form_of_the_lowered_schema() {
    optional!({ "type": "object", "additionalProperties": { "type": "integer" }, "default": { "a": 1 } }, @r#"
        OpenAI:
        {
          "type": ["array", "null"],
          "description": "A list of entries with unique keys. Default: [{\"key\":\"a\",\"value\":1}].",
          "items": {
            "type": "object",
            "properties": { "key": { "type": "string" }, "value": { "type": "integer" } },
            "required": ["key", "value"],
            "additionalProperties": false
          }
        }
        Anthropic:
        {
          "type": ["array", "null"],
          "description": "A list of entries with unique keys.",
          "default": [{ "key": "a", "value": 1 }],
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
          "nullable": true,
          "description": "A list of entries with unique keys. Default: [{\"key\":\"a\",\"value\":1}].",
          "items": {
            "type": "object",
            "properties": { "key": { "type": "string" }, "value": { "type": "integer" } },
            "required": ["key", "value"]
          }
        }
    "#);
}
