//! How values are filled.

use serde_json::{Value, json};

use super::{CHAPTER, asked, calculator, calls, field, offering, record, valid, value, wanting, with_results};

fn optional(prompt: &str, schema: Value) -> Value {
    value(prompt, &json!({ "type": "object", "properties": { "it": schema }, "additionalProperties": false }))
}

#[test]
fn numbers_are_taken_in_order_and_whole_ones_for_integers() {
    let schema = record(json!({ "a": { "type": "integer" }, "b": { "type": "number" }, "c": { "type": "number" } }));
    assert_eq!(value("2.5, 7 and -3", &schema), json!({ "a": 7, "b": 2.5, "c": -3 }));
    assert_eq!(value("none", &schema), json!({ "a": 0, "b": 0, "c": 0 }));
}

#[test]
fn a_minus_after_a_digit_or_letter_is_no_sign() {
    let all = |prompt| field(prompt, json!({ "type": "array", "items": { "type": "number" } }));
    assert_eq!(all("5-3"), json!([5, 3]));
    assert_eq!(all("5 -3"), json!([5, -3]));
    assert_eq!(all("5 - 3"), json!([5, 3]));
    assert_eq!(all("a-3 (-4) −5"), json!([3, -4, -5]));
}

#[test]
fn not_all_digits_are_numbers() {
    let all = |prompt| field(prompt, json!({ "type": "array", "items": { "type": "number" } }));
    assert_eq!(all("v2 1.2.3 '4' \"5\" 2024-05-06 10.0.0.1 x_7"), json!([]));
    assert_eq!(all("1,000 and 5kg at 50%, $3. 0.5"), json!([1, 0, 5, 50, 3, 0.5]));
}

#[test]
fn texts_are_what_is_quoted_else_the_prompt() {
    let schema = record(json!({ "a": { "type": "string" }, "b": { "type": "string" } }));
    assert_eq!(value("send 'hi' to \"Ada\"", &schema), json!({ "a": "hi", "b": "Ada" }));
    assert_eq!(value("send `hi`, don't", &schema), json!({ "a": "hi", "b": "send `hi`, don't" }));
    assert_eq!(value("“x” and ''", &schema), json!({ "a": "x", "b": "" }));
    assert_eq!(field(&"é".repeat(2_000), json!({ "type": "string" })), "é".repeat(1_000));
}

#[test]
fn an_apostrophe_and_a_quote_that_is_not_closed_are_no_quotes() {
    let all = |prompt| field(prompt, json!({ "type": "array", "items": { "type": "string" } }));
    assert_eq!(all("it's what's the cats' food"), json!([]));
    assert_eq!(all("'it's here' and \"open"), json!(["it's here"]));
}

#[test]
fn lengths_are_kept_to() {
    assert_eq!(field("abcdef", json!({ "type": "string", "maxLength": 3 })), "abc");
    assert_eq!(field("'abcdef'", json!({ "type": "string", "maxLength": 3 })), "abc");
    assert_eq!(field("ab", json!({ "type": "string", "minLength": 4 })), "ab..");
}

#[test]
fn numbers_are_moved_into_their_bounds() {
    let number = |prompt, schema| field(prompt, schema);
    assert_eq!(number("50", json!({ "type": "integer", "minimum": 1, "maximum": 20 })), 20);
    assert_eq!(number("", json!({ "type": "integer", "minimum": 1, "maximum": 20 })), 1);
    assert_eq!(number("3", json!({ "type": "number", "minimum": 0.0, "maximum": 1.0 })), 1);
    assert_eq!(number("0", json!({ "type": "integer", "exclusiveMinimum": 0 })), 1);
    assert_eq!(number("9", json!({ "type": "integer", "exclusiveMaximum": 9 })), 8);
    assert_eq!(number("0", json!({ "type": "number", "exclusiveMinimum": 0, "maximum": 1 })), 0.5);
    assert_eq!(number("13", json!({ "type": "integer", "multipleOf": 5 })), 10);
    assert_eq!(number("", json!({ "type": "integer", "multipleOf": 5, "minimum": 7 })), 10);
}

#[test]
fn optional_fields_need_something_that_fits_as_it_is() {
    let limit = json!({ "type": "integer", "minimum": 1, "maximum": 20, "default": 5 });
    assert_eq!(optional("the first 3", limit.clone()), json!({ "it": 3 }));
    assert_eq!(optional("the first 300", limit.clone()), json!({}));
    assert_eq!(optional("all", limit), json!({}));
    assert_eq!(optional("say 'hi'", json!({ "type": "string" })), json!({ "it": "hi" }));
    assert_eq!(optional("say hi", json!({ "type": "string" })), json!({}));
    assert_eq!(optional("low", json!({ "enum": ["high", "low"] })), json!({ "it": "low" }));
    assert_eq!(optional("none", json!({ "enum": ["high", "low"] })), json!({}));
    assert_eq!(optional("1 2", json!({ "type": "array", "items": { "type": "integer" } })), json!({ "it": [1, 2] }));
    assert_eq!(optional("none", json!({ "type": "array", "items": { "type": "integer" } })), json!({}));
    assert_eq!(optional("size 3", record(json!({ "size": { "type": "integer" } }))), json!({ "it": { "size": 3 } }));
    assert_eq!(optional("size", record(json!({ "size": { "type": "integer" } }))), json!({}));
}

#[test]
fn required_fields_come_first_and_the_order_of_the_schema_stays() {
    let schema = json!({
        "type": "object",
        "required": ["b"],
        "properties": { "a": { "type": "integer" }, "b": { "type": "integer" }, "c": { "type": "integer" } },
    });
    assert_eq!(value("1", &schema), json!({ "b": 1 }));
    assert_eq!(value("1 2", &schema).to_string(), r#"{"a":2,"b":1}"#);
}

#[test]
fn null_stands_where_there_is_nothing() {
    for schema in [
        json!({ "type": ["integer", "null"] }),
        json!({ "anyOf": [{ "type": "integer" }, { "type": "null" }] }),
        json!({ "oneOf": [{ "type": "null" }, { "type": "integer" }] }),
    ] {
        assert_eq!(field("7", schema.clone()), 7);
        assert_eq!(field("nothing", schema), Value::Null);
    }
}

#[test]
fn the_first_choice_that_occurs_is_taken_else_the_first() {
    let choice = |prompt| field(prompt, json!({ "enum": ["todo", "in_progress", "Done", "+"] }));
    assert_eq!(choice("it is still In Progress, not done"), "in_progress");
    assert_eq!(choice("DONE!"), "Done");
    assert_eq!(choice("undone progress"), "todo");
    assert_eq!(choice("a + b"), "+");
    assert_eq!(field("the 2nd or 3", json!({ "enum": [1, 2, 3] })), 3);
    assert_eq!(field("anything", json!({ "const": "fixed" })), "fixed");
}

#[test]
fn booleans_are_false_where_the_prompt_says_no() {
    let urgent = |prompt| value(prompt, &record(json!({ "is_urgent": { "type": "boolean" } })))["is_urgent"].clone();
    for no in ["not urgent", "it isn't; urgent: false", "urgent is off", "without any urgent", "nothing, never mind"] {
        assert_eq!(urgent(no), false, "{no}");
    }
    for yes in ["urgent", "no, it is not, but urgent", "", "hello"] {
        assert_eq!(urgent(yes), true, "{yes}");
    }
    let optional = |prompt| {
        value(prompt, &json!({ "type": "object", "properties": { "verbose": { "type": "boolean" } } })).to_string()
    };
    assert_eq!(optional("be verbose"), r#"{"verbose":true}"#);
    assert_eq!(optional("don't be verbose"), r#"{"verbose":false}"#);
    assert_eq!(optional("be not so loud"), "{}");
}

#[test]
fn arrays_take_what_is_left_and_as_many_as_there_have_to_be() {
    let numbers = |prompt, least: u64, most: u64| {
        field(prompt, json!({ "type": "array", "items": { "type": "integer" }, "minItems": least, "maxItems": most }))
    };
    assert_eq!(numbers("1 2 3", 0, 9), json!([1, 2, 3]));
    assert_eq!(numbers("1 2 3", 0, 2), json!([1, 2]));
    assert_eq!(numbers("1", 3, 9), json!([1, 0, 0]));
    assert_eq!(numbers("none", 0, 9), json!([]));
    let labels = json!({ "type": "array", "items": { "type": "string" }, "minItems": 1, "maxItems": 5 });
    assert_eq!(field("The printer is on fire", labels), json!(["The printer is on fire"]));
}

#[test]
fn items_that_have_to_differ_do() {
    let set = |items: Value| json!({ "type": "array", "items": items, "minItems": 3, "uniqueItems": true });
    assert_eq!(field("7 7", set(json!({ "type": "integer" }))), json!([7, 0, 1]));
    assert_eq!(field("x", set(json!({ "type": "string" }))), json!(["x", "x 2", "x 3"]));
    assert_eq!(field("b", set(json!({ "enum": ["a", "b", "c"] }))), json!(["b", "a", "c"]));
}

#[test]
fn arrays_of_choices_have_those_that_occur() {
    let set = json!({ "type": "array", "items": { "enum": ["red", "green", "blue"] } });
    assert_eq!(field("blue and red", set), json!(["red", "blue"]));
}

#[test]
fn tuples_are_filled_in_order() {
    let tuple = json!({
        "type": "array",
        "prefixItems": [{ "type": "string" }, { "type": "integer" }],
        "items": false,
        "minItems": 2,
        "maxItems": 2,
    });
    assert_eq!(field("'x' 3 4", tuple), json!(["x", 3]));
}

#[test]
fn maps_are_empty_unless_they_must_not_be() {
    let map = json!({ "type": "object", "additionalProperties": { "type": "integer" } });
    assert_eq!(field("3", map), json!({}));
    let map = json!({ "type": "object", "additionalProperties": { "type": "integer" }, "minProperties": 2 });
    assert_eq!(field("3", map), json!({ "key": 3, "key2": 0 }));
}

#[test]
fn the_alternative_that_is_named_is_taken_else_the_first_with_something() {
    let shape = |tag: &str, name: &str| record(json!({ "type": { "const": tag }, name: { "type": "number" } }));
    let schema = json!({ "oneOf": [{ "const": "Empty" }, shape("Circle", "radius"), shape("Square", "side")] });
    assert_eq!(field("a square of 5", schema.clone()), json!({ "type": "Square", "side": 5 }));
    assert_eq!(field("5", schema.clone()), json!({ "type": "Circle", "radius": 5 }));
    assert_eq!(field("whatever", schema), "Empty");
    assert_eq!(field("'x' 5", json!({ "type": ["integer", "string"] })), 5);
    assert_eq!(field("'x'", json!({ "type": ["integer", "string"] })), "x");
}

#[test]
fn anything_is_a_text_or_a_number_or_the_prompt() {
    assert_eq!(field("'x' 5", json!({})), "x");
    assert_eq!(field("the 5", json!({})), 5);
    assert_eq!(field("hello", json!({})), "hello");
}

#[test]
fn texts_of_a_format_are_found() {
    let found = |prompt: &str, format: &str| field(prompt, json!({ "type": "string", "format": format }));
    for (format, text) in [
        ("date", "2024-02-29"),
        ("date-time", "2024-05-06T07:08:09Z"),
        ("time", "07:08:09+02:00"),
        ("email", "ada@example.org"),
        ("uri", "https://a.example/b?c=1"),
        ("uuid", "123e4567-e89b-12d3-a456-426614174000"),
        ("ipv4", "10.0.0.1"),
        ("ipv6", "::1"),
    ] {
        assert_eq!(found(&format!("Use \"x\", ({text}), please"), format), text);
    }
    assert_eq!(found("on 2023-02-29", "date"), "2000-01-01");
    let schema = record(json!({
        "from": { "type": "string", "format": "date" },
        "to": { "type": "string", "format": "date" },
        "nights": { "type": "integer" },
    }));
    let stay = json!({ "from": "2024-05-01", "to": "2024-05-04", "nights": 3 });
    assert_eq!(value("3 nights, 2024-05-01 to 2024-05-04.", &schema), stay);
}

#[test]
fn the_table_of_formats_says_what_stands_for_each() {
    let table = CHAPTER.split("| format |").nth(1).unwrap();
    let rows: Vec<&str> = table.lines().skip(2).take_while(|it| it.starts_with('|')).collect();
    assert_eq!(rows.len(), 10);
    for row in rows {
        let cells: Vec<&str> = row.split('`').collect();
        assert_eq!(field("nothing", json!({ "type": "string", "format": cells[1] })), cells[3], "{row}");
    }
}

#[test]
fn patterns_are_kept_to() {
    let found = |prompt: &str, pattern: &str| field(prompt, json!({ "type": "string", "pattern": pattern }));
    assert_eq!(found("the 'no' and 'AB-12'", "^[A-Z]{2}-[0-9]{2}$"), "AB-12");
    assert_eq!(found("order AB-12, please", "^[A-Z]{2}-[0-9]{2}$"), "AB-12");
    assert_eq!(found("none", "^[A-Z]{2}-\\d{2,4}$"), "AA-00");
    assert_eq!(found("none", "^(?:foo|bar)+\\.[^a]x?$"), "foo.A");
    assert_eq!(found("none", "^#[0-9a-fA-F]{6}$"), "#000000");
    let long = json!({ "type": "string", "pattern": "^[a-z]+$", "minLength": 5 });
    assert_eq!(field("no", long), "aaaaa");
}

#[test]
fn references_and_all_of_are_followed() {
    let schema = json!({
        "type": "object",
        "required": ["left", "right"],
        "properties": {
            "left": { "$ref": "#/$defs/Point", "description": "where it begins" },
            "right": { "allOf": [{ "$ref": "#/$defs/Point" }, { "properties": { "y": { "maximum": 3 } } }] },
        },
        "$defs": { "Point": record(json!({ "x": { "type": "integer" }, "y": { "type": "integer" } })) },
    });
    assert_eq!(value("1 2 3 4", &schema), json!({ "left": { "x": 1, "y": 2 }, "right": { "x": 3, "y": 3 } }));
}

#[test]
fn types_in_themselves_end() {
    let tree = json!({
        "$ref": "#/$defs/Tree",
        "$defs": { "Tree": {
            "type": "object",
            "required": ["value", "children"],
            "properties": {
                "left": { "$ref": "#/$defs/Tree" },
                "value": { "type": "integer" },
                "children": { "type": "array", "items": { "$ref": "#/$defs/Tree" } },
            },
        } },
    });
    assert_eq!(value("none", &tree), json!({ "value": 0, "children": [] }));
    let two = json!({ "value": 1, "children": [{ "value": 2, "children": [] }] });
    assert_eq!(value("1 2", &tree), two);
    let sum = json!({
        "$ref": "#/$defs/Sum",
        "$defs": { "Sum": { "anyOf": [
            record(json!({ "left": { "$ref": "#/$defs/Sum" }, "right": { "$ref": "#/$defs/Sum" } })),
            record(json!({ "value": { "type": "integer" } })),
        ] } },
    });
    assert!(value("1 2", &sum).is_object());
}

#[test]
fn values_are_nested_up_to_a_limit() {
    let nested = |levels| (0..levels).fold(json!({ "type": "integer" }), |inner, _| record(json!({ "a": inner })));
    let depth = |schema: Value| super::text(&wanting(asked("7"), schema)).matches('a').count();
    assert_eq!(depth(nested(32)), 32);
    assert_eq!(depth(nested(33)), 0);
    let list = json!({ "type": "object", "properties": { "value": { "type": "integer" }, "next": { "$ref": "#" } } });
    let three = json!({ "value": 1, "next": { "value": 2, "next": { "value": 3 } } });
    assert_eq!(value("1 2 3 4 5", &list), three);
}

#[test]
fn items_that_are_objects_are_there_as_long_as_something_is() {
    let order = record(json!({ "item": { "type": "string" }, "quantity": { "type": "integer" } }));
    let orders = json!([{ "item": "lamp", "quantity": 2 }, { "item": "desk", "quantity": 3 }]);
    assert_eq!(field("2 x 'lamp', 3 x 'desk'", json!({ "type": "array", "items": order })), orders);
}

#[test]
fn where_nothing_can_be_made_the_value_is_empty() {
    let endless = json!({ "$ref": "#/$defs/A", "$defs": { "A": record(json!({ "a": { "$ref": "#/$defs/A" } })) } });
    assert_eq!(super::text(&wanting(asked("x"), endless)), "{}");
    assert_eq!(super::text(&wanting(asked("x"), json!(false))), "{}");
    let never = json!({ "type": "object", "required": ["a"], "properties": { "a": false } });
    assert_eq!(calls(&offering("find 3", &[("find", "Find", never)])), ["find {}"]);
}

#[test]
fn results_come_before_the_prompt() {
    let schema = record(json!({
        "city": { "type": "string" },
        "degrees": { "type": "number" },
        "day": { "type": "integer" },
        "note": { "type": "string" },
    }));
    let request = wanting(calculator("On day 9 in 'Rome'"), schema);
    let weather = json!({ "degrees": 21.5, "city": "Paris", "day": "unknown" });
    let request = with_results(request, &[("weather", Ok(weather)), ("sky", Err("3 clouds"))]);
    let expected = json!({ "city": "Paris", "degrees": 21.5, "day": 9, "note": "Paris" });
    assert_eq!(valid(&request), expected);
}

#[test]
fn a_text_without_anything_is_the_sentence_about_the_results() {
    let request = wanting(calculator("Add 2 and 3"), record(json!({ "note": { "type": "string" } })));
    let request = with_results(request, &[("Calculator__add", Err("3 is 'odd'"))]);
    assert_eq!(valid(&request), json!({ "note": "Calculator::add failed: 3 is 'odd'." }));
}
