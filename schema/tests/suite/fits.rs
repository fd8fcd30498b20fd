//! Which schemas may be sent as they are.

use concerto_schema::{Dialect, fits};
use serde_json::{Value, json};

use crate::show::with_property;

/// Which dialects take a schema as it is.
#[track_caller]
fn check(schema: Value, expected: &[Dialect]) {
    let taken: Vec<Dialect> = Dialect::ALL.iter().copied().filter(|it| fits(&schema, *it).is_ok()).collect();
    assert_eq!(taken, expected, "{:?}", Dialect::ALL.iter().map(|it| fits(&schema, *it)).collect::<Vec<_>>());
}

const JSON_SCHEMA: &[Dialect] = &[Dialect::OpenAi, Dialect::Anthropic];
const NONE: &[Dialect] = &[];

#[test]
fn objects_must_be_closed() {
    check(with_property(json!({ "type": "string" })), JSON_SCHEMA);
    check(
        json!({ "type": "object", "properties": { "a": { "type": "string" } }, "required": ["a"] }),
        &[Dialect::Google],
    );
    check(json!({ "type": "object", "properties": {}, "additionalProperties": false }), JSON_SCHEMA);
    check(json!({ "type": "object", "properties": {}, "additionalProperties": true }), NONE);
    check(json!({}), NONE);
    check(json!([]), NONE);
}

#[test]
fn only_openai_wants_every_property_to_be_required() {
    let schema =
        json!({ "type": "object", "properties": { "a": { "type": "string" } }, "additionalProperties": false });
    check(schema, &[Dialect::Anthropic]);
}

#[test]
fn keywords_must_be_known_and_taken() {
    let takes = |schema: Value, expected: &[Dialect]| check(with_property(schema), expected);
    takes(json!({ "type": "string", "title": "T", "description": "D" }), JSON_SCHEMA);
    takes(json!({ "type": "string", "x-other": 1 }), NONE);
    takes(json!({ "type": "string", "default": "x" }), &[Dialect::Anthropic]);
    takes(json!({ "type": "string", "minLength": 1 }), NONE);
    takes(json!({ "type": "string", "minimum": 1 }), NONE);
    takes(json!({ "type": "integer", "minimum": 1 }), &[Dialect::OpenAi]);
    takes(json!({ "type": "string", "format": "uri" }), &[Dialect::Anthropic]);
    takes(json!({ "type": "string", "pattern": "a(?=b)" }), &[Dialect::OpenAi]);
    takes(json!({ "type": "string", "pattern": "(a)\\1" }), &[Dialect::OpenAi]);
    takes(json!({ "type": "string", "pattern": "\\bword" }), &[Dialect::OpenAi]);
    takes(json!({ "type": ["string", "null"], "pattern": "a" }), JSON_SCHEMA);
    takes(json!({ "type": ["string", "string"] }), NONE);
    takes(json!({ "type": "string", "nullable": true }), NONE);
    takes(json!({ "oneOf": [{ "type": "string" }] }), NONE);
    takes(json!({ "anyOf": [{ "type": "string" }] }), JSON_SCHEMA);
    takes(json!({ "anyOf": [] }), NONE);
    takes(json!({ "anyOf": [{ "type": "string" }], "type": "string" }), NONE);
    takes(json!({ "enum": ["a"] }), NONE);
    takes(json!({ "type": "string", "enum": ["a", "b"] }), JSON_SCHEMA);
    takes(json!({ "type": "string", "enum": [{}] }), NONE);
    takes(json!({ "type": "array" }), NONE);
    takes(json!({ "type": "array", "items": { "type": "string" }, "minItems": 2 }), &[Dialect::OpenAi]);
    takes(json!({ "type": "array", "items": { "type": "string" }, "minItems": 1 }), JSON_SCHEMA);
}

#[test]
fn gemini_takes_openapi() {
    let takes = |schema: Value| {
        let schema = json!({ "type": "object", "properties": { "it": schema } });
        fits(&schema, Dialect::Google).is_ok()
    };
    assert!(takes(json!({ "type": "string", "nullable": true, "minLength": 1, "enum": ["a"] })));
    assert!(takes(json!({ "anyOf": [{ "type": "string" }], "nullable": true })));
    assert!(takes(json!({ "type": "integer", "format": "int64" })));
    for refused in [
        json!({ "type": "null" }),
        json!({ "type": ["string", "null"] }),
        json!({ "type": "string", "const": "a" }),
        json!({ "type": "integer", "enum": [1] }),
        json!({ "type": "integer", "default": 1 }),
        json!({ "type": "number", "exclusiveMinimum": 1 }),
        json!({ "type": "string", "format": "int64" }),
        json!({ "$ref": "#" }),
    ] {
        assert!(!takes(refused.clone()), "{refused}");
    }
}

#[test]
fn references_must_lead_somewhere_and_not_in_circles() {
    let of = |reference: Value, definition: Value| {
        let mut schema = with_property(reference);
        schema["$defs"] = json!({ "A": definition });
        schema
    };
    let to_a = json!({ "$ref": "#/$defs/A" });
    check(of(to_a.clone(), json!({ "type": "string" })), JSON_SCHEMA);
    check(of(json!({ "$ref": "#/$defs/A", "description": "x" }), json!({ "type": "string" })), NONE);
    check(of(json!({ "$ref": "#/$defs/B" }), json!({ "type": "string" })), NONE);
    check(of(to_a.clone(), to_a.clone()), NONE);
    check(of(to_a.clone(), json!({ "type": "array", "items": to_a })), &[Dialect::OpenAi]);
    check(of(json!({ "type": "null" }), json!({ "type": "text" })), NONE);
}

#[test]
fn the_first_place_that_does_not_fit_is_named() {
    let schema = with_property(json!({ "type": "array", "items": { "type": "string", "minLength": 1 } }));
    let loss = fits(&schema, Dialect::OpenAi).unwrap_err();
    assert_eq!(loss.to_string(), "/properties/it/items: OpenAI does not take `minLength` here");
}
