//! What a program declares of a server beside what the server offers.

use concerto_schema::interface::misfits;
use serde_json::{Value, json};

fn object(properties: Value, required: &[&str]) -> Value {
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

/// What does not fit, of arguments alone.
fn arguments(declared: Value, offered: Value) -> String {
    misfits(&json!({ "parameters": declared }), &json!({ "input": offered })).join("; ")
}

fn results(declared: Value, offered: Value) -> String {
    misfits(&json!({ "returns": declared }), &json!({ "output": offered })).join("; ")
}

#[test]
fn the_same_fits() {
    let schema =
        object(json!({ "query": { "type": "string" }, "page": { "type": "integer", "default": 1 } }), &["query"]);
    assert_eq!(arguments(schema.clone(), schema.clone()), "");
    assert_eq!(results(schema.clone(), schema), "");
}

#[test]
fn a_program_may_leave_out_what_is_optional() {
    let declared = object(json!({ "query": { "type": "string" } }), &["query"]);
    let offered = object(json!({ "query": { "type": "string" }, "page": { "type": "integer" } }), &["query"]);
    assert_eq!(arguments(declared.clone(), offered.clone()), "");
    assert_eq!(results(declared, offered), "");
}

#[test]
fn what_the_server_wants_has_to_be_sent() {
    let offered = object(json!({ "a": { "type": "integer" }, "b": { "type": "integer" } }), &["a", "b"]);
    let one = object(json!({ "a": { "type": "integer" } }), &["a"]);
    assert_eq!(arguments(one, offered.clone()), "it wants `b`, which is not declared");
    let optional = object(json!({ "a": { "type": "integer" }, "b": { "type": "integer" } }), &["a"]);
    assert_eq!(arguments(optional, offered.clone()), "it wants `b`, which may be left out here");
    let default = object(json!({ "a": { "type": "integer" }, "b": { "type": "integer", "default": 2 } }), &["a"]);
    assert_eq!(arguments(default, offered), "");
}

#[test]
fn what_is_sent_has_to_be_taken() {
    let offered = object(json!({ "query": { "type": "string" } }), &[]);
    let other = object(json!({ "query": { "type": "integer" }, "loud": { "type": "boolean" } }), &[]);
    assert_eq!(arguments(other, offered), "`query` is sent as integer, and it takes string; it takes no `loud`");
    let open =
        json!({ "type": "object", "properties": { "query": { "type": "string" } }, "additionalProperties": true });
    assert_eq!(arguments(object(json!({ "loud": { "type": "boolean" } }), &[]), open), "");
}

#[test]
fn whole_numbers_are_numbers_and_not_the_other_way_round() {
    let whole = object(json!({ "n": { "type": "integer" } }), &["n"]);
    let any = object(json!({ "n": { "type": "number" } }), &["n"]);
    assert_eq!(arguments(whole.clone(), any.clone()), "");
    assert_eq!(arguments(any, whole), "`n` is sent as number, and it takes integer");
}

#[test]
fn words_have_to_be_among_those_that_are_taken() {
    let words = |words: &[&str]| object(json!({ "sort": { "type": "string", "enum": words } }), &["sort"]);
    assert_eq!(arguments(words(&["up"]), words(&["up", "down"])), "");
    assert_eq!(arguments(words(&["up", "best"]), words(&["up", "down"])), "`sort` cannot be \"best\" there");
}

#[test]
fn references_and_unions_are_followed() {
    let offered = json!({
        "type": "object", "properties": { "place": { "$ref": "#/$defs/Place" } }, "required": ["place"],
        "$defs": { "Place": { "type": "object", "properties": { "x": { "anyOf": [{ "type": "integer" }, { "type": "null" }] } },
            "required": ["x"], "additionalProperties": false } },
    });
    let declared = |x: &str| object(json!({ "place": object(json!({ "x": { "type": x } }), &["x"]) }), &["place"]);
    assert_eq!(arguments(declared("integer"), offered.clone()), "");
    assert_eq!(arguments(declared("string"), offered), "`place.x` is sent as string, and it takes integer or null");
}

#[test]
fn results_have_what_is_expected() {
    let offered = object(json!({ "total": { "type": "integer" }, "items": { "type": "array" } }), &["total"]);
    let declared = object(json!({ "total": { "type": "string" }, "next": { "type": "string" } }), &["total", "next"]);
    assert_eq!(
        results(declared, offered.clone()),
        "`total` of the result is integer, and string is expected; the result has no `next`"
    );
    assert_eq!(results(json!({ "type": "integer" }), offered), "the result is object, and integer is expected");
}

#[test]
fn schemas_that_turn_in_circles_end() {
    let circle = json!({ "$ref": "#/$defs/A", "$defs": { "A": { "$ref": "#/$defs/A" } } });
    assert_eq!(arguments(circle.clone(), circle.clone()), "");
    let tree = json!({ "type": "object", "properties": { "inside": { "$ref": "#" } }, "required": ["inside"] });
    assert_eq!(arguments(tree.clone(), tree), "");
    let union = json!({ "$defs": { "A": { "anyOf": [{ "$ref": "#/$defs/A" }, { "$ref": "#/$defs/A" }] } },
        "type": "object", "properties": { "a": { "$ref": "#/$defs/A" } } });
    assert_eq!(arguments(union.clone(), union), "");
}
