//! Values keep to their schemas, whatever the prompt is.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{record, value};

/// Schemas as the compiler, people and servers write them.
fn ordinary() -> Vec<Value> {
    vec![
        record(json!({
            "title": { "type": "string", "description": "One line" },
            "severity": { "type": "string", "enum": ["low", "high", "critical"] },
            "confidence": { "type": "number", "minimum": 0.0, "maximum": 1.0 },
            "labels": { "type": "array", "items": { "type": "string" }, "minItems": 1, "maxItems": 5 },
        })),
        json!({
            "type": "object",
            "properties": {
                "query": { "type": "string", "minLength": 2, "maxLength": 10 },
                "limit": { "type": "integer", "minimum": 1, "maximum": 50, "default": 10 },
                "deep": { "type": "boolean" },
                "owner": { "anyOf": [{ "type": "string" }, { "type": "null" }] },
            },
            "required": ["query", "owner"],
            "additionalProperties": false,
        }),
        record(json!({
            "when": { "type": "string", "format": "date-time" },
            "day": { "type": "string", "format": "date" },
            "mail": { "type": "string", "format": "email" },
            "page": { "type": "string", "format": "uri" },
            "id": { "type": "string", "format": "uuid" },
            "code": { "type": "string", "pattern": "^[A-Z]{3}-[0-9]{2,4}$" },
        })),
        record(json!({
            "shape": { "oneOf": [
                { "const": "Empty" },
                record(json!({ "type": { "const": "Circle" }, "radius": { "type": "number" } })),
                record(json!({ "type": { "const": "Line" }, "values": {
                    "type": "array",
                    "prefixItems": [{ "type": "integer" }, { "type": "integer" }],
                    "items": false,
                    "minItems": 2,
                    "maxItems": 2,
                } })),
            ] },
            "seen": { "type": "array", "items": { "type": "integer" }, "uniqueItems": true, "minItems": 2 },
        })),
        json!({
            "$defs": {
                "Node": {
                    "type": "object",
                    "required": ["name", "next"],
                    "properties": {
                        "name": { "type": "string" },
                        "next": { "anyOf": [{ "$ref": "#/$defs/Node" }, { "type": "null" }] },
                        "others": { "type": "array", "items": { "$ref": "#/$defs/Node" } },
                        "parent": { "$ref": "#/$defs/Node" },
                    },
                    "additionalProperties": false,
                },
            },
            "$ref": "#/$defs/Node",
        }),
        record(json!({
            "even": { "type": "integer", "multipleOf": 2, "minimum": -7, "exclusiveMaximum": 100 },
            "share": { "type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1 },
            "any": {},
            "nothing": { "type": "null" },
            "map": { "type": "object", "additionalProperties": { "type": "integer" } },
            "full": { "type": "object", "additionalProperties": { "type": "boolean" }, "minProperties": 2 },
            "kind": { "type": ["integer", "string", "null"] },
            "colours": { "type": "array", "items": { "enum": ["red", "green", 3] }, "minItems": 2, "uniqueItems": true },
        })),
        json!({
            "allOf": [
                { "type": "object", "required": ["a"], "properties": { "a": { "type": "integer", "minimum": 3 } } },
                { "properties": { "a": { "maximum": 9 }, "b": { "type": "array", "items": { "type": "number" } } } },
            ],
        }),
        json!({ "properties": { "a": { "minLength": 3 } }, "required": ["a", "z"] }),
    ]
}

/// Prompts that have something for many fields, often too much.
fn prompt() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[a-zA-Z ]{1,12}",
        "-?[0-9]{1,6}(\\.[0-9]{1,3})?",
        "['\"`][a-z ]{0,20}['\"`]",
        Just("2024-05-06".to_owned()),
        Just("ada@example.org https://a.example/ critical red".to_owned()),
        Just("Circle, Line; no deep Empty".to_owned()),
        Just("ABC-123".to_owned()),
        "\\PC{0,8}",
    ];
    prop::collection::vec(piece, 0..8).prop_map(|it| it.join(" "))
}

proptest! {
    #[test]
    fn values_keep_to_ordinary_schemas(prompt in prompt()) {
        for schema in ordinary() {
            value(&prompt, &schema);
        }
    }
}
