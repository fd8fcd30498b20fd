//! Schemas and values that an enemy wrote: whatever they are, an answer comes back soon.

use concerto_schema::entry::{Connection, Offered, Tool, entries};
use concerto_schema::{Dialect, Provider, encode, fits, lift, lower};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::random::dice::Dice;
use crate::random::{mutate::anything, text};
use crate::show::with_property;

/// Calls everything with a schema and a value.
fn call_all(schema: &Value, value: &Value) {
    for &dialect in Dialect::ALL {
        if let Ok(lowered) = lower(schema, dialect) {
            assert_eq!(fits(&lowered, dialect), Ok(()), "{dialect:?}\n{schema}\n{lowered}");
        }
        let _ = fits(schema, dialect);
        if let Ok(encoded) = encode(schema, dialect, value.clone()) {
            let _ = lift(schema, dialect, encoded);
        }
        let _ = lift(schema, dialect, value.clone());
    }
    for &provider in Provider::ALL {
        for is_raw in [true, false] {
            let (name, origin, description) = (String::new(), String::new(), String::new());
            let tool = Tool { name, origin, description, parameters: schema.clone(), strict: None, is_raw };
            let connection = Connection { provider, strict: Some(true), model: None };
            entries(&[Offered::Function(tool)], &connection).unwrap();
        }
    }
}

/// Something that looks like a schema here and there.
fn schema_like(dice: &mut Dice<'_>, depth: usize) -> Value {
    if depth > 5 || dice.roll(12) == 0 {
        return anything(dice);
    }
    let mut schema = Map::new();
    for _ in 0..=dice.roll(4) {
        let key = dice.pick(KEYWORDS);
        schema.insert(key.to_owned(), setting(key, dice, depth + 1));
    }
    Value::Object(schema)
}

const KEYWORDS: &[&str] = &[
    "type",
    "type",
    "type",
    "type",
    "type",
    "properties",
    "properties",
    "required",
    "additionalProperties",
    "propertyNames",
    "items",
    "prefixItems",
    "minItems",
    "maxItems",
    "anyOf",
    "oneOf",
    "allOf",
    "enum",
    "const",
    "$ref",
    "$defs",
    "definitions",
    "description",
    "default",
    "nullable",
    "title",
    "minimum",
    "pattern",
    "format",
    "uniqueItems",
    "not",
    "$id",
    "minProperties",
    "multipleOf",
    "x-y",
];

fn setting(key: &str, dice: &mut Dice<'_>, depth: usize) -> Value {
    const TYPES: &[&str] = &["object", "string", "array", "integer", "null", "number", "boolean", "text"];
    if dice.roll(16) == 15 {
        return anything(dice);
    }
    match key {
        "type" if dice.roll(4) != 0 => json!(dice.pick(TYPES)),
        "type" => (0..dice.roll(4)).map(|_| json!(dice.pick(TYPES))).collect(),
        "properties" | "$defs" | "definitions" => {
            let names = ["a", "b", "type"].map(str::to_owned).into_iter().chain([text::odd(dice)]);
            let names: Vec<String> = names.filter(|_| dice.flip()).collect();
            Value::Object(names.into_iter().map(|name| (name, schema_like(dice, depth))).collect())
        }
        "required" => json!([dice.pick(&["a", "b", "type"])]),
        "additionalProperties" if dice.flip() => json!(false),
        "items" if dice.roll(4) == 0 => json!(false),
        "additionalProperties" | "items" | "propertyNames" | "not" => schema_like(dice, depth),
        "anyOf" | "oneOf" | "allOf" | "prefixItems" => (0..=dice.roll(3)).map(|_| schema_like(dice, depth)).collect(),
        "enum" => (0..dice.roll(4)).map(|_| anything(dice)).collect(),
        "$ref" => json!(dice.pick(&["#/$defs/a", "#", "#/$defs/b", "#/definitions/a", "#/x", "http://a.b/c"])),
        "minItems" | "maxItems" | "minimum" | "minProperties" | "multipleOf" => json!(dice.roll(4)),
        "pattern" => json!(dice.pick(&["^a", "(?=a)", "\\b", "\\"])),
        "format" => json!(dice.pick(&["uri", "date-time", "int64"])),
        "nullable" | "uniqueItems" => json!(dice.flip()),
        "description" | "title" => json!(text::odd(dice)),
        _ => anything(dice),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_schema_and_no_value_makes_anything_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let mut dice = Dice::new(&bytes);
        let mut schema = schema_like(&mut dice, 0);
        if dice.flip() {
            schema = with_property(schema);
            schema["$defs"] = json!({ "a": schema_like(&mut dice, 2), "b": schema_like(&mut dice, 2) });
        }
        let value = if dice.flip() { json!({ "it": anything(&mut dice) }) } else { anything(&mut dice) };
        call_all(&schema, &value);
    }

    #[test]
    fn any_json_at_all(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
        let mut dice = Dice::new(&bytes);
        call_all(&anything(&mut dice), &anything(&mut dice));
    }
}

/// A schema or value inside of many others.
fn nested(depth: usize, inner: Value, wrap: impl Fn(Value) -> Value) -> Value {
    (0..depth).fold(inner, |inner, _| wrap(inner))
}

#[test]
fn deep_schemas_are_refused() {
    let list = |inner| json!({ "type": "array", "items": inner });
    let union = |inner| json!({ "anyOf": [inner, { "type": "integer" }] });
    for schema in [
        nested(300, json!({ "type": "string" }), list),
        nested(300, json!({ "type": "string" }), union),
        nested(300, json!({ "type": "string" }), with_property),
        nested(300, json!({ "type": "string" }), |inner| json!({ "allOf": [inner] })),
    ] {
        for &dialect in Dialect::ALL {
            assert!(lower(&with_property(schema.clone()), dialect).is_err());
            assert!(fits(&with_property(schema.clone()), dialect).is_err());
            assert!(lift(&with_property(schema.clone()), dialect, json!({ "it": [] })).is_err());
        }
    }
}

#[test]
fn deep_values_are_refused_and_deep_enough_ones_are_not() {
    let mut schema = with_property(json!({ "$ref": "#/$defs/T" }));
    schema["$defs"] =
        json!({ "T": { "anyOf": [{ "type": "array", "items": { "$ref": "#/$defs/T" } }, { "type": "null" }] } });
    for (depth, is_fine) in [(120, true), (500, false)] {
        let value = json!({ "it": nested(depth, json!(null), |inner| json!([inner])) });
        let encoded = encode(&schema, Dialect::OpenAi, value.clone());
        assert_eq!(encoded.is_ok(), is_fine);
        let lifted = lift(&schema, Dialect::OpenAi, value.clone());
        assert_eq!(lifted.is_ok(), is_fine);
        if let Err(mismatch) = lifted {
            assert_eq!(mismatch.reason, "it is nested too deeply");
        }
    }
}

/// Definitions that each refer to the next one, twice.
fn doubling(count: usize, wrap: impl Fn(Value) -> Value) -> Value {
    let mut definitions: Map<String, Value> = Map::new();
    for index in 0..count {
        definitions.insert(format!("D{index}"), wrap(json!({ "$ref": format!("#/$defs/D{}", index + 1) })));
    }
    definitions.insert(format!("D{count}"), json!({ "type": "integer" }));
    let mut schema = with_property(json!({ "$ref": "#/$defs/D0" }));
    schema["$defs"] = Value::Object(definitions);
    schema
}

#[test]
fn schemas_that_grow_when_written_out_are_refused() {
    let pair =
        |next: Value| json!({ "type": "object", "properties": { "a": next, "b": next }, "required": ["a", "b"] });
    let schema = doubling(30, pair);
    let loss = lower(&schema, Dialect::Google).unwrap_err();
    assert!(loss.reason.contains("too large"), "{loss}");
    assert!(lower(&schema, Dialect::OpenAi).is_ok());
    assert!(lower(&schema, Dialect::Anthropic).is_ok());
    let few = doubling(5, pair);
    assert!(lower(&few, Dialect::Google).is_ok());
}

#[test]
fn a_long_text_that_is_written_out_often_is_refused() {
    let properties: Map<String, Value> =
        (0..1_000).map(|it| (it.to_string(), json!({ "$ref": "#/$defs/T" }))).collect();
    let schema = json!({
        "type": "object",
        "properties": properties,
        "$defs": { "T": { "type": "string", "description": "x".repeat(10_000) } },
    });
    assert!(lower(&schema, Dialect::Google).unwrap_err().reason.contains("too large"));
}

#[test]
fn alternatives_of_alternatives_cost_a_bounded_number_of_steps() {
    let schema = doubling(30, |next| json!({ "anyOf": [next, next] }));
    for &dialect in Dialect::ALL {
        let mismatch = lift(&schema, dialect, json!({ "it": "x" })).unwrap_err();
        assert_eq!(mismatch.reason, "it is too complex");
        call_all(&schema, &json!({ "it": 1 }));
    }
}

#[test]
fn long_chains_of_references_are_refused_without_walking_them_forever() {
    let schema = doubling(20_000, |next| next);
    for &dialect in Dialect::ALL {
        assert!(lower(&schema, dialect).is_err());
        assert!(lift(&schema, dialect, json!({ "it": 1 })).is_err());
    }
    let schema = doubling(20_000, |next| json!({ "type": "array", "items": next }));
    assert!(lower(&schema, Dialect::Google).is_err());
    assert!(lower(&schema, Dialect::OpenAi).is_ok());
    assert!(lift(&schema, Dialect::OpenAi, json!({ "it": [[]] })).is_ok());
}

#[test]
fn a_long_name_above_many_others_costs_what_it_costs_once() {
    let properties: Map<String, Value> = (0..5_000).map(|it| (it.to_string(), json!({ "type": "null" }))).collect();
    let inner = json!({ "type": "object", "properties": properties, "additionalProperties": false });
    let schema = json!({ "type": "object", "properties": { "x".repeat(1_000_000): inner } });
    call_all(&schema, &json!({}));
}

#[test]
fn messages_about_long_keys_are_short() {
    let schema = with_property(json!({ "type": "object", "additionalProperties": { "type": "integer" } }));
    let key = "k".repeat(100_000);
    let mismatch = encode(&schema, Dialect::OpenAi, json!({ "it": { key: "x".repeat(100_000) } })).unwrap_err();
    assert!(mismatch.to_string().len() < 500);
}

#[test]
fn work_that_a_small_value_causes_is_counted_too() {
    let optional: Map<String, Value> = (0..2_000).map(|it| (format!("p{it}"), json!({ "type": "null" }))).collect();
    let choice: Vec<String> = (0..20_000).map(|it| it.to_string()).collect();
    let union: Vec<Value> =
        (0..20_000).map(|_| json!({ "type": "string", "const": "x" })).chain([json!({ "type": "null" })]).collect();
    for (items, item) in [
        (json!({ "type": "object", "properties": optional }), json!({})),
        (json!({ "type": "string", "enum": choice }), json!("19999")),
        (json!({ "anyOf": union }), json!(null)),
    ] {
        let schema = with_property(json!({ "type": "array", "items": items }));
        let value = json!({ "it": vec![item; 5_000] });
        let mismatch = encode(&schema, Dialect::OpenAi, value).unwrap_err();
        assert_eq!(mismatch.reason, "it is too complex");
    }
}
