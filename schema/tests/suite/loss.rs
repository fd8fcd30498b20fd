//! What cannot be lowered, and what is said about it.

use concerto_schema::{Dialect, lower};
use serde_json::{Value, json};

use crate::show::{with_optional, with_property};

/// What a dialect says about a schema that it cannot take.
fn loss(schema: &Value, dialect: Dialect) -> String {
    lower(schema, dialect).expect_err("it should be a loss").to_string()
}

/// What all dialects say about a required property of this schema.
#[track_caller]
fn check(schema: Value, expected: &str) {
    for &dialect in Dialect::ALL {
        assert_eq!(loss(&with_property(schema.clone()), dialect), expected, "{dialect:?}");
    }
}

#[test]
fn what_any_json_fits_is_a_loss() {
    let free = "any JSON fits here, which a strict schema cannot say";
    check(json!({}), &format!("/properties/it: {free}"));
    check(json!(true), &format!("/properties/it: {free}"));
    check(json!({ "description": "Whatever" }), &format!("/properties/it: {free}"));
    check(json!({ "type": "object" }), &format!("/properties/it: {free}"));
    check(json!({ "type": "object", "properties": {} }), &format!("/properties/it: {free}"));
    check(json!({ "type": "object", "additionalProperties": true }), &format!("/properties/it: {free}"));
    check(
        json!({ "type": "object", "additionalProperties": {} }),
        &format!("/properties/it/additionalProperties: {free}"),
    );
    check(json!({ "type": "array" }), &format!("/properties/it/items: {free}"));
    check(json!({ "type": "array", "items": {} }), &format!("/properties/it/items: {free}"));
}

#[test]
fn open_objects_are_a_loss() {
    let open = "/properties/it: properties beyond the known ones are allowed, which a strict schema cannot say";
    let properties = json!({ "a": { "type": "string" } });
    check(json!({ "type": "object", "properties": properties, "additionalProperties": true }), open);
    check(json!({ "type": "object", "properties": properties, "additionalProperties": { "type": "string" } }), open);
    check(
        json!({ "type": "object", "properties": properties, "patternProperties": { "^x": {} } }),
        "/properties/it: `patternProperties` cannot be said in a strict schema",
    );
}

#[test]
fn keywords_that_no_subset_has_are_a_loss() {
    for key in ["not", "if", "then", "else", "dependentRequired", "contains", "unevaluatedProperties"] {
        check(
            json!({ "type": "string", key: {} }),
            &format!("/properties/it: `{key}` cannot be said in a strict schema"),
        );
    }
    check(
        json!({ "allOf": [{ "type": "string" }, { "type": "string" }] }),
        "/properties/it: `allOf` cannot be said in a strict schema",
    );
    check(
        json!({ "type": "object", "anyOf": [{ "required": ["a"] }] }),
        "/properties/it: `anyOf` and `type` would have to be fulfilled together",
    );
    check(json!(false), "/properties/it: no value fits here");
    check(json!({ "type": "string", "enum": [] }), "/properties/it: no value fits here");
    check(
        json!({ "type": "string", "minLength": -1 }),
        "/properties/it: `minLength` is not set to what it can be set to",
    );
    check(json!({ "type": "text" }), "/properties/it: `type` cannot be \"text\"");
    check(json!({ "enum": [[1]] }), "/properties/it: lists and objects cannot be values of `enum` or `const`");
}

#[test]
fn absent_and_null_must_not_mean_two_things() {
    for schema in [
        json!({ "type": ["string", "null"] }),
        json!({ "type": "null" }),
        json!({ "anyOf": [{ "type": "string" }, { "type": "null" }] }),
    ] {
        for &dialect in Dialect::ALL {
            let expected =
                "/properties/it: it may be absent and it may be null, which a strict schema cannot tell apart";
            assert_eq!(loss(&with_optional(schema.clone()), dialect), expected);
        }
        let mut schema = schema;
        schema["default"] = json!(null);
        assert!(lower(&with_optional(schema), Dialect::OpenAi).is_ok());
    }
}

#[test]
fn references_that_lead_nowhere_are_a_loss() {
    let at = "/properties/it:";
    check(
        json!({ "$ref": "https://example.org/x" }),
        &format!("{at} `https://example.org/x` is outside of this schema"),
    );
    check(json!({ "$ref": "#/$defs/X" }), &format!("{at} `#/$defs/X` is none of the definitions under `$defs`"));
    check(
        json!({ "$ref": "#/properties/it" }),
        &format!("{at} `#/properties/it` is none of the definitions under `$defs`"),
    );
    check(
        json!({ "$ref": "#", "type": "object" }),
        &format!("{at} `$ref` and `type` would have to be fulfilled together"),
    );
}

#[test]
fn a_reference_below_an_id_means_something_else() {
    let schema = json!({
        "type": "object",
        "properties": { "it": { "$id": "other", "type": "array", "items": { "$ref": "#/$defs/A" } } },
        "$defs": { "A": { "type": "string" } }
    });
    assert_eq!(loss(&schema, Dialect::OpenAi), "/properties/it/items: `#/$defs/A` is outside of this schema");
}

#[test]
fn definitions_that_only_refer_to_each_other_are_a_loss() {
    for definition in
        [json!({ "$ref": "#/$defs/A" }), json!({ "anyOf": [{ "type": "string" }, { "$ref": "#/$defs/A" }] })]
    {
        let mut schema = with_property(json!({ "$ref": "#/$defs/A" }));
        schema["$defs"] = json!({ "A": definition });
        for &dialect in Dialect::ALL {
            assert!(loss(&schema, dialect).ends_with(": it refers to itself without an end"));
        }
    }
}

#[test]
fn recursion_names_the_property_where_it_comes_back() {
    let mut schema = with_property(json!({ "$ref": "#/$defs/A" }));
    let list = json!({ "type": "array", "items": { "$ref": "#/$defs/A" } });
    schema["$defs"] =
        json!({ "A": { "type": "object", "properties": { "more/less": list }, "required": ["more/less"] } });
    assert!(lower(&schema, Dialect::OpenAi).is_ok());
    for dialect in [Dialect::Anthropic, Dialect::Google] {
        let expected =
            format!("/$defs/A/properties/more~1less: it is recursive, which {} does not take", dialect.text());
        assert_eq!(loss(&schema, dialect), expected);
    }
}

#[test]
fn the_root_must_be_an_object() {
    for schema in [
        json!({ "type": "string" }),
        json!({ "type": "object", "additionalProperties": { "type": "string" } }),
        json!({ "type": ["object", "null"], "properties": { "a": { "type": "null" } } }),
    ] {
        for &dialect in Dialect::ALL {
            assert_eq!(loss(&schema, dialect), "the schema: it must be an object with known properties");
        }
    }
}

#[test]
fn gemini_takes_choices_of_strings_only() {
    for schema in [json!({ "enum": [1, 2] }), json!({ "type": "boolean", "const": true })] {
        let schema = with_property(schema);
        assert_eq!(loss(&schema, Dialect::Google), "/properties/it: Gemini takes a choice of strings only");
        assert!(lower(&schema, Dialect::Anthropic).is_ok());
    }
}

#[test]
fn openai_has_limits() {
    let properties = |count: usize| {
        (0..count).map(|it| (format!("p{it}"), json!({ "type": "null" }))).collect::<serde_json::Map<_, _>>()
    };
    let of = |count: usize| json!({ "type": "object", "properties": properties(count), "required": properties(count).keys().collect::<Vec<_>>() });
    assert!(lower(&of(5_000), Dialect::OpenAi).is_ok());
    assert_eq!(loss(&of(5_001), Dialect::OpenAi), "the schema: OpenAI takes at most 5000 properties, it has 5001");

    let choice = |count: usize| with_property(json!({ "enum": (0..count).collect::<Vec<_>>() }));
    assert!(lower(&choice(1_000), Dialect::OpenAi).is_ok());
    assert_eq!(
        loss(&choice(1_001), Dialect::OpenAi),
        "the schema: OpenAI takes at most 1000 values in enums, it has 1001"
    );

    let nested =
        |levels: usize| (1..levels).fold(with_property(json!({ "type": "null" })), |inner, _| with_property(inner));
    assert!(lower(&nested(10), Dialect::OpenAi).is_ok());
    assert_eq!(loss(&nested(11), Dialect::OpenAi), "the schema: OpenAI takes at most 10 levels of objects, it has 11");

    let named = |length: usize| json!({ "type": "object", "properties": { "x".repeat(length): { "type": "null" } }, "required": ["x".repeat(length)] });
    assert!(lower(&named(120_000), Dialect::OpenAi).is_ok());
    assert!(loss(&named(120_001), Dialect::OpenAi).contains("120000 characters"));
}
