//! Values between a provider and a tool: there, back, and what is said where they do not fit.

use concerto_schema::{Dialect, encode, lift};
use serde_json::{Value, json};

use crate::show::{with_optional, with_property};

/// A value in its own form and as it is on the wire, in all dialects.
#[track_caller]
fn check(schema: &Value, own: Value, wire: Value) {
    for &dialect in Dialect::ALL {
        assert_eq!(encode(schema, dialect, own.clone()), Ok(wire.clone()), "{dialect:?}");
        assert_eq!(lift(schema, dialect, wire.clone()), Ok(own.clone()), "{dialect:?}");
    }
}

/// Why a value on the wire is refused, in all dialects.
#[track_caller]
fn refused(schema: &Value, wire: Value, expected: &str) {
    for &dialect in Dialect::ALL {
        let mismatch = lift(schema, dialect, wire.clone()).expect_err("it should be refused");
        assert_eq!(mismatch.to_string(), expected, "{dialect:?}");
    }
}

fn map() -> Value {
    with_property(json!({ "type": "object", "additionalProperties": { "type": "integer" } }))
}

fn shape() -> Value {
    let variant = |tag: &str, value: Value| {
        json!({
            "type": "object",
            "properties": { "type": { "type": "string", "const": tag }, "value": value },
            "required": ["type", "value"],
            "additionalProperties": false,
        })
    };
    let circle = variant("Circle", json!({ "type": "number" }));
    let label = variant("Label", json!({ "type": "array", "items": { "type": "string" } }));
    with_property(json!({ "oneOf": [{ "type": "string", "const": "Empty" }, circle, label] }))
}

#[test]
fn an_absent_property_is_null_on_the_wire() {
    let schema = with_optional(json!({ "type": "string" }));
    check(&schema, json!({}), json!({ "it": null }));
    check(&schema, json!({ "it": "x" }), json!({ "it": "x" }));
    assert_eq!(lift(&schema, Dialect::Google, json!({})), Ok(json!({})));
}

#[test]
fn a_required_null_stays() {
    let schema = with_property(json!({ "type": ["string", "null"] }));
    check(&schema, json!({ "it": null }), json!({ "it": null }));
}

#[test]
fn a_map_is_a_list_of_entries_on_the_wire() {
    let entries = json!([{ "key": "b", "value": 1 }, { "key": "__proto__", "value": 2 }]);
    check(&map(), json!({ "it": { "b": 1, "__proto__": 2 } }), json!({ "it": entries }));
    check(&map(), json!({ "it": {} }), json!({ "it": [] }));
}

#[test]
fn a_map_with_a_key_twice_is_refused() {
    let wire = json!({ "it": [{ "key": "a", "value": 1 }, { "key": "a", "value": 2 }] });
    refused(&map(), wire, r#"$.it[1].key: the key "a" is there twice"#);
    refused(&map(), json!({ "it": [{ "key": "a" }] }), "$.it[0].value: it is missing");
    refused(&map(), json!({ "it": { "a": 1 } }), "$.it: expected a list of entries, found an object");
    refused(&map(), json!({ "it": [{ "key": "a", "value": 1, "x": 1 }] }), "$.it[0].x: there is no such property");
}

#[test]
fn a_tuple_is_an_object_on_the_wire_and_its_nulls_stay() {
    let schema = with_property(json!({
        "type": "array",
        "prefixItems": [{ "type": "string" }, { "anyOf": [{ "type": "integer" }, { "type": "null" }] }],
        "items": false, "minItems": 2, "maxItems": 2,
    }));
    check(&schema, json!({ "it": ["a", null] }), json!({ "it": { "0": "a", "1": null } }));
    refused(&schema, json!({ "it": { "0": "a" } }), r#"$.it["1"]: it is missing"#);
    refused(&schema, json!({ "it": { "0": "a", "1": 1, "2": 1 } }), r#"$.it["2"]: there is no such property"#);
    let mismatch = encode(&schema, Dialect::OpenAi, json!({ "it": ["a"] })).unwrap_err();
    assert_eq!(mismatch.to_string(), "$.it: expected a list of 2 items, found 1");
}

#[test]
fn gemini_may_send_an_empty_object_for_null() {
    let schema = with_property(json!({ "type": "null" }));
    check(&schema, json!({ "it": null }), json!({ "it": null }));
    assert_eq!(lift(&schema, Dialect::Google, json!({ "it": {} })), Ok(json!({ "it": null })));
    assert!(lift(&schema, Dialect::OpenAi, json!({ "it": {} })).is_err());
    let schema = with_property(json!({ "anyOf": [{ "type": "null" }, { "type": "null" }] }));
    assert_eq!(lift(&schema, Dialect::Google, json!({ "it": {} })), Ok(json!({ "it": null })));
}

#[test]
fn a_whole_number_may_be_written_with_a_fraction_of_zero() {
    let schema = with_property(json!({ "type": "integer" }));
    check(&schema, json!({ "it": 2.0 }), json!({ "it": 2.0 }));
    refused(&schema, json!({ "it": 2.5 }), "$.it: expected a whole number, found 2.5");
    check(&with_property(json!({ "enum": [1, 2] })), json!({ "it": 2.0 }), json!({ "it": 2.0 }));
}

#[test]
fn paths_lead_to_the_place() {
    let point = json!({ "type": "object", "properties": { "y": { "type": "integer" } }, "required": ["y"] });
    let schema = json!({
        "type": "object",
        "properties": { "points": { "type": "array", "items": point }, "a b": { "type": "boolean" } },
    });
    let wire = |y: Value, ab: Value| json!({ "points": [{ "y": 1 }, { "y": y }], "a b": ab });
    refused(&schema, wire(json!("x"), json!(true)), r#"$.points[1].y: expected a whole number, found "x""#);
    refused(&schema, wire(json!(1), json!(0)), r#"$["a b"]: expected true or false, found 0"#);
    refused(&schema, json!({ "points": [{}], "a b": null }), "$.points[0].y: it is missing");
    refused(&schema, json!({ "c\n": 1 }), r#"$["c\n"]: there is no such property"#);
    refused(&schema, json!([]), "$: expected an object, found a list");
}

#[test]
fn choices_are_listed() {
    let schema = with_property(json!({ "type": "string", "enum": ["low", "high"] }));
    refused(&schema, json!({ "it": "mid" }), r#"$.it: expected one of "low", "high", found "mid""#);
    let schema = with_property(json!({ "const": "on" }));
    refused(&schema, json!({ "it": "off" }), r#"$.it: expected "on", found "off""#);
    let long = "x".repeat(500);
    let mismatch = lift(&schema, Dialect::OpenAi, json!({ "it": long })).unwrap_err();
    assert!(mismatch.reason.len() < 100);
}

#[test]
fn a_tagged_alternative_says_what_is_wrong_with_it() {
    check(&shape(), json!({ "it": "Empty" }), json!({ "it": "Empty" }));
    check(
        &shape(),
        json!({ "it": { "type": "Circle", "value": 1.5 } }),
        json!({ "it": { "type": "Circle", "value": 1.5 } }),
    );
    let wire = json!({ "it": { "type": "Label", "value": ["a", 2] } });
    refused(&shape(), wire, "$.it.value[1]: expected a string, found 2");
    refused(&shape(), json!({ "it": { "type": "Square" } }), r#"$.it.type: no alternative has the type "Square""#);
    refused(&shape(), json!({ "it": "Full" }), "$.it: fits none of the 3 alternatives");
    refused(&shape(), json!({ "it": null }), "$.it: fits none of the 3 alternatives");
}

#[test]
fn one_alternative_and_null_speaks_of_the_alternative() {
    let schema = with_property(json!({ "anyOf": [{ "type": "integer" }, { "type": "null" }] }));
    refused(&schema, json!({ "it": "x" }), r#"$.it: expected a whole number, found "x""#);
}

#[test]
fn values_of_recursive_types() {
    let mut schema = with_property(json!({ "$ref": "#/$defs/Tree" }));
    schema["$defs"] = json!({ "Tree": {
        "type": "object",
        "properties": { "children": { "type": "object", "additionalProperties": { "$ref": "#/$defs/Tree" } } },
        "required": ["children"],
    } });
    let own = json!({ "it": { "children": { "a": { "children": {} } } } });
    let wire = json!({ "it": { "children": [{ "key": "a", "value": { "children": [] } }] } });
    check(&schema, own, wire);
}

#[test]
fn a_schema_that_cannot_be_used_is_said_to_be_one() {
    let mismatch = lift(&json!({}), Dialect::OpenAi, json!({})).unwrap_err();
    assert!(mismatch.reason.starts_with("its schema cannot be used"), "{mismatch}");
}
