//! Every field of the JSON form, with something wrong in it, and without it.

use serde_json::{Value, json};

use super::problem;
use crate::assemble::sample::sample;
use crate::json::to_json;

/// Where something can be wrong: every field, in the first element of lists, and in every type that is more than a word.
fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    if !at.is_empty() {
        found.push(at.to_owned());
    }
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, it)| pointers(it, &format!("{at}/{key}"), found)),
        Value::Array(values) => {
            let shown = if at == "/types" { 9..values.len() } else { 0..values.len().min(1) };
            shown.for_each(|index| pointers(&values[index], &format!("{at}/{index}"), found));
        }
        _ => {}
    }
}

/// The sample, with the function that has places at the front.
fn whole() -> Value {
    let mut value = to_json(&sample());
    if let Some(functions) = value["functions"].as_array_mut() {
        functions.swap(0, 1);
    }
    value
}

fn all() -> Vec<String> {
    let mut found = Vec::new();
    pointers(&whole(), "", &mut found);
    found
}

#[test]
fn something_else_in_every_field() {
    let mut told = String::new();
    for pointer in all() {
        let mut value = whole();
        if let Some(field) = value.pointer_mut(&pointer) {
            *field = json!({});
        }
        told += &format!("{pointer}: {}\n", problem(&value));
    }
    assert!(!told.contains("nothing is wrong"), "{told}");
    insta::assert_snapshot!(told, @"
    /concerto_ir: this is no Concerto IR: it has no version
    /entry: `entry` is no number in range
    /files: `files` is no list
    /files/0: `files` 0: `file` is no text
    /natives: `natives` is no list
    /natives/0: `natives` 0: `name` is missing
    /natives/0/name: `natives` 0: `name` is no text
    /natives/0/params: `natives` 0: `params` is no list
    /natives/0/params/0: `natives` 0: {} is no kind of register
    /natives/0/result: `natives` 0: {} is no kind of register
    /natives/0/changes: `natives` 0: `changes` is neither true nor false
    /layouts: `layouts` is no list
    /layouts/0: `layouts` 0: `name` is missing
    /layouts/0/name: `layouts` 0: `name` is no text
    /layouts/0/tag: `layouts` 0: `tag` is no number in range
    /layouts/0/slots: `layouts` 0: `slots` is no list
    /layouts/0/slots/0: `layouts` 0: {} is no kind of register
    /types: `types` is no list
    /types/9: `types` 9: {} is no type
    /types/10: `types` 10: {} is no type
    /types/10/array: `types` 10: `array` is no number in range
    /types/11: `types` 11: {} is no type
    /types/11/set: `types` 11: `set` is no number in range
    /types/12: `types` 12: {} is no type
    /types/12/map: `types` 12: `map` is no list
    /types/12/map/0: `types` 12: `map` is no number in range
    /types/13: `types` 13: {} is no type
    /types/13/tuple: `types` 13: `tuple` is no list
    /types/13/tuple/0: `types` 13: `tuple` is no number in range
    /types/13/layout: `types` 13: `layout` is no number in range
    /types/14: `types` 14: {} is no type
    /types/14/struct: `types` 14: `struct` is no text
    /types/14/layout: `types` 14: `layout` is no number in range
    /types/14/fields: `types` 14: `fields` is no list
    /types/14/fields/0: `types` 14: a field is a name and a type
    /types/14/fields/0/0: `types` 14: `field` is no text
    /types/15: `types` 15: {} is no type
    /types/15/enum: `types` 15: `enum` is no text
    /types/15/plain: `types` 15: `plain` is neither true nor false
    /types/15/variants: `types` 15: `variants` is no list
    /types/15/variants/0: `types` 15: `names` is missing
    /types/15/variants/0/name: `types` 15: `name` is no text
    /types/15/variants/0/layout: `types` 15: `layout` is no number in range
    /types/15/variants/0/names: `types` 15: `names` is no list
    /types/15/variants/0/data: `types` 15: `data` is no list
    /types/16: `types` 16: {} is no type
    /types/16/enum: `types` 16: `enum` is no text
    /types/16/plain: `types` 16: `plain` is neither true nor false
    /types/16/variants: `types` 16: `variants` is no list
    /types/16/variants/0: `types` 16: `names` is missing
    /types/16/variants/0/name: `types` 16: `name` is no text
    /types/16/variants/0/layout: `types` 16: `layout` is no number in range
    /types/16/variants/0/names: `types` 16: `names` is no list
    /types/16/variants/0/data: `types` 16: `data` is no list
    /functions: `functions` is no list
    /functions/0: `functions` 0: `places` is missing
    /functions/0/name: `functions` 0: `name` is no text
    /functions/0/params: `functions` 0: `params` is no list
    /functions/0/params/0: `functions` 0: {} is no kind of register
    /functions/0/captures: `functions` 0: `captures` is no number in range
    /functions/0/result: `functions` 0: {} is no kind of register
    /functions/0/updates: `functions` 0: `updates` is neither true nor false
    /functions/0/registers: `functions` 0: `registers` is no list
    /functions/0/registers/0: `functions` 0: {} is no kind of register
    /functions/0/code: `functions` 0: `code` is no list
    /functions/0/code/0: `functions` 0: `code` 0: `instruction` is no text
    /functions/0/places: `functions` 0: `places` is no list
    /functions/0/places/0: `functions` 0: `place` is no list
    /functions/0/places/0/0: `functions` 0: `place` is no number in range
    /tests: `tests` is no list
    /tests/0: `tests` 0: `title` is missing
    /tests/0/title: `tests` 0: `title` is no text
    /tests/0/function: `tests` 0: `function` is no number in range
    /tests/0/expect_fail: `tests` 0: `expect_fail` is no text
    ");
}

#[test]
fn every_field_left_out() {
    let mut told = String::new();
    for pointer in all() {
        let mut value = whole();
        let Some((parent, key)) = pointer.rsplit_once('/') else { continue };
        let Some(Value::Object(fields)) = value.pointer_mut(parent) else { continue };
        fields.shift_remove(key);
        told += &format!("{pointer}: {}\n", problem(&value));
    }
    insta::assert_snapshot!(told, @r#"
    /concerto_ir: this is no Concerto IR: it has no version
    /entry: nothing is wrong
    /files: nothing is wrong
    /natives: `main`, instruction 18: there is no native "text.of"
    /natives/0/name: `natives` 0: `name` is missing
    /natives/0/params: `natives` 0: `params` is missing
    /natives/0/result: `natives` 0: `result` is missing
    /natives/0/changes: `natives` 0: `changes` is missing
    /layouts: nothing is wrong
    /layouts/0/name: `layouts` 0: `name` is missing
    /layouts/0/tag: `layouts` 0: `tag` is missing
    /layouts/0/slots: `layouts` 0: `slots` is missing
    /types: nothing is wrong
    /types/10/array: `types` 10: {} is no type
    /types/11/set: `types` 11: {} is no type
    /types/12/map: `types` 12: {} is no type
    /types/13/tuple: `types` 13: {"layout":2} is no type
    /types/13/layout: `types` 13: `layout` is missing
    /types/14/struct: `types` 14: {"layout":0,"fields":[["x",1],["y",2]]} is no type
    /types/14/layout: `types` 14: `layout` is missing
    /types/14/fields: `types` 14: `fields` is missing
    /types/15/enum: `types` 15: {"plain":false,"variants":[{"name":"None","layout":null,"names":[],"data":[]},{"name":"Some","layout":1,"names":["value"],"data":[5]}]} is no type
    /types/15/plain: `types` 15: `plain` is missing
    /types/15/variants: `types` 15: `variants` is missing
    /types/15/variants/0/name: `types` 15: `name` is missing
    /types/15/variants/0/layout: `types` 15: `layout` is missing
    /types/15/variants/0/names: `types` 15: `names` is missing
    /types/15/variants/0/data: `types` 15: `data` is missing
    /types/16/enum: `types` 16: {"plain":true,"variants":[{"name":"Red","layout":null,"names":[],"data":[]}]} is no type
    /types/16/plain: `types` 16: `plain` is missing
    /types/16/variants: `types` 16: `variants` is missing
    /types/16/variants/0/name: `types` 16: `name` is missing
    /types/16/variants/0/layout: `types` 16: `layout` is missing
    /types/16/variants/0/names: `types` 16: `names` is missing
    /types/16/variants/0/data: `types` 16: `data` is missing
    /functions: nothing is wrong
    /functions/0/name: `functions` 0: `name` is missing
    /functions/0/params: `functions` 0: `params` is missing
    /functions/0/captures: `functions` 0: `captures` is missing
    /functions/0/result: `functions` 0: `result` is missing
    /functions/0/updates: `functions` 0: `updates` is missing
    /functions/0/registers: `functions` 0: `registers` is missing
    /functions/0/code: nothing is wrong
    /functions/0/places: `functions` 0: `places` is missing
    /tests: nothing is wrong
    /tests/0/title: `tests` 0: `title` is missing
    /tests/0/function: `tests` 0: `function` is missing
    /tests/0/expect_fail: nothing is wrong
    "#);
}
