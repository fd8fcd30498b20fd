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
            let shown = if at == "/types" { 8..values.len() } else { 0..values.len().min(1) };
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

/// Whether any value can stand there: a default, what models are told, what is known of a declaration.
fn is_free(pointer: &str) -> bool {
    let about = ["/schemas/0/schema", "/agents/0/provider", "/mcp/0/server", "/provider_tools/0/id", "/memories/0/max"];
    pointer.starts_with("/$defs")
        || pointer.ends_with("/default")
        || pointer.contains("/tool_schemas/0")
        || about.iter().any(|it| pointer.starts_with(it))
}

#[test]
fn something_else_in_every_field() {
    let mut told = String::new();
    for pointer in all().into_iter().filter(|it| !is_free(it)) {
        let mut value = whole();
        if let Some(field) = value.pointer_mut(&pointer) {
            *field = json!({});
        }
        told += &format!("{pointer}: {}\n", problem(&value));
    }
    assert!(!told.contains("nothing is wrong"), "{told}");
    insta::assert_snapshot!(told, @r#"
    /concerto_ir: this is no Concerto IR: it has no version
    /entry: `entry` is no number in range
    /files: `files` is no list
    /files/0: `files` 0: `file` is no text
    /natives: `natives` is no list
    /natives/0: `natives` 0: `name` is missing
    /natives/0/name: `natives` 0: `name` is no text
    /natives/0/params: `natives` 0: `params` is no list
    /natives/0/params/0: `natives` 0: `params` is no number in range
    /natives/0/result: `natives` 0: `result` is no number in range
    /natives/0/changes: `natives` 0: `changes` is neither true nor false
    /layouts: `layouts` is no list
    /layouts/0: `layouts` 0: `name` is missing
    /layouts/0/name: `layouts` 0: `name` is no text
    /layouts/0/tag: `layouts` 0: `tag` is no number in range
    /layouts/0/slots: `layouts` 0: `slots` is no list
    /layouts/0/slots/0: `layouts` 0: {} is no kind of register
    /types: `types` is no list
    /types/8: `types` 8: {} is no type
    /types/8/json: `types` 8: `json` is no list
    /types/8/json/0: `types` 8: `json` is no number in range
    /types/9: `types` 9: {} is no type
    /types/10: `types` 10: {} is no type
    /types/10/literal: `types` 10: `literal` is no list
    /types/10/literal/0: `types` 10: `literal` is no text
    /types/11: `types` 11: {} is no type
    /types/11/array: `types` 11: `array` is no number in range
    /types/12: `types` 12: {} is no type
    /types/12/set: `types` 12: `set` is no number in range
    /types/13: `types` 13: {} is no type
    /types/13/map: `types` 13: `map` is no list
    /types/13/map/0: `types` 13: `map` is no number in range
    /types/14: `types` 14: {} is no type
    /types/14/tuple: `types` 14: `tuple` is no list
    /types/14/tuple/0: `types` 14: `tuple` is no number in range
    /types/14/layout: `types` 14: `layout` is no number in range
    /types/15: `types` 15: {} is no type
    /types/15/struct: `types` 15: `struct` is no text
    /types/15/layout: `types` 15: `layout` is no number in range
    /types/15/closed: `types` 15: `closed` is neither true nor false
    /types/15/fields: `types` 15: `fields` is no list
    /types/15/fields/0: `types` 15: `name` is missing
    /types/15/fields/0/name: `types` 15: `name` is no text
    /types/15/fields/0/type: `types` 15: `type` is no number in range
    /types/15/fields/0/rules: `types` 15: `rules` is no list
    /types/15/fields/0/rules/0: `types` 15: {} is no rule
    /types/15/fields/0/rules/0/range: `types` 15: {"range":{}} is no rule
    /types/15/fields/0/rules/0/range/0: `types` 15: {"range":[{},9.0]} is no rule
    /types/16: `types` 16: {} is no type
    /types/16/enum: `types` 16: `enum` is no text
    /types/16/plain: `types` 16: `plain` is neither true nor false
    /types/16/variants: `types` 16: `variants` is no list
    /types/16/variants/0: `types` 16: `name` is missing
    /types/16/variants/0/name: `types` 16: `name` is no text
    /types/16/variants/0/layout: `types` 16: `layout` is no number in range
    /types/16/variants/0/named: `types` 16: `named` is neither true nor false
    /types/16/variants/0/data: `types` 16: `fields` is no list
    /types/17: `types` 17: {} is no type
    /types/17/enum: `types` 17: `enum` is no text
    /types/17/plain: `types` 17: `plain` is neither true nor false
    /types/17/variants: `types` 17: `variants` is no list
    /types/17/variants/0: `types` 17: `name` is missing
    /types/17/variants/0/name: `types` 17: `name` is no text
    /types/17/variants/0/layout: `types` 17: `layout` is no number in range
    /types/17/variants/0/named: `types` 17: `named` is neither true nor false
    /types/17/variants/0/data: `types` 17: `fields` is no list
    /signatures: `signatures` is no list
    /signatures/0: `signatures` 0: `params` is missing
    /signatures/0/params: `signatures` 0: `params` is no list
    /signatures/0/params/0: `signatures` 0: {} is no kind of register
    /signatures/0/result: `signatures` 0: {} is no kind of register
    /globals: `globals` is no list
    /globals/0: `globals` 0: `global` is no text
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
    /functions/0/code: `total`: `code` is no list
    /functions/0/code/0: `total`, instruction 0: it is no text
    /functions/0/places: `functions` 0: `places` is no list
    /functions/0/places/0: `functions` 0: `place` is no list
    /functions/0/places/0/0: `functions` 0: `place` is no number in range
    /tests: `tests` is no list
    /tests/0: `tests` 0: `title` is missing
    /tests/0/title: `tests` 0: `title` is no text
    /tests/0/function: `tests` 0: `function` is no number in range
    /tests/0/expect_fail: `tests` 0: `expect_fail` is no text
    /tools: `tools` is no list
    /tools/0: `tools` 0: `name` is missing
    /tools/0/name: `tools` 0: `name` is no text
    /tools/0/module: `tools` 0: `module` is no text
    /tools/0/description: `tools` 0: `description` is no text
    /tools/0/methods: `tools` 0: `methods` is no list
    /tools/0/methods/0: `tools` 0: `name` is missing
    /tools/0/methods/0/name: `tools` 0: `name` is no text
    /tools/0/methods/0/handler: `tools` 0: `handler` is no number in range
    /tools/0/methods/0/approve: `tools` 0: `approve` is no number in range
    /tools/0/tool_schemas: `tools` 0: `tool_schemas` is no list
    /schemas: `schemas` is no list
    /schemas/0: `schemas` 0: `name` is missing
    /schemas/0/name: `schemas` 0: `name` is no text
    /schemas/0/module: `schemas` 0: `module` is no text
    /agents: `agents` is no list
    /agents/0: `agents` 0: `name` is missing
    /agents/0/name: `agents` 0: `name` is no text
    /agents/0/module: `agents` 0: `module` is no text
    /mcp: `mcp` is no list
    /mcp/0: `mcp` 0: `name` is missing
    /mcp/0/name: `mcp` 0: `name` is no text
    /mcp/0/module: `mcp` 0: `module` is no text
    /provider_tools: `provider_tools` is no list
    /provider_tools/0: `provider_tools` 0: `name` is missing
    /provider_tools/0/name: `provider_tools` 0: `name` is no text
    /provider_tools/0/module: `provider_tools` 0: `module` is no text
    /memories: `memories` is no list
    /memories/0: `memories` 0: `name` is missing
    /memories/0/name: `memories` 0: `name` is no text
    /memories/0/module: `memories` 0: `module` is no text
    "#);
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
    /natives: `main`, instruction 18: there is no native `text.of`
    /natives/0/name: `natives` 0: `name` is missing
    /natives/0/params: `natives` 0: `params` is missing
    /natives/0/result: `natives` 0: `result` is missing
    /natives/0/changes: `natives` 0: `changes` is missing
    /layouts: nothing is wrong
    /layouts/0/name: `layouts` 0: `name` is missing
    /layouts/0/tag: `layouts` 0: `tag` is missing
    /layouts/0/slots: `layouts` 0: `slots` is missing
    /types: nothing is wrong
    /types/8/json: `types` 8: {} is no type
    /types/10/literal: `types` 10: {} is no type
    /types/11/array: `types` 11: {} is no type
    /types/12/set: `types` 12: {} is no type
    /types/13/map: `types` 13: {} is no type
    /types/14/tuple: `types` 14: {"layout":2} is no type
    /types/14/layout: `types` 14: `layout` is missing
    /types/15/struct: `types` 15: {"layout":0,"closed":true,"fields":[{"name":"x","type":1,"default":3,"rules":[{"… is no type
    /types/15/layout: `types` 15: `layout` is missing
    /types/15/closed: `types` 15: `closed` is missing
    /types/15/fields: `types` 15: `fields` is missing
    /types/15/fields/0/name: `types` 15: `name` is missing
    /types/15/fields/0/type: `types` 15: `type` is missing
    /types/15/fields/0/default: nothing is wrong
    /types/15/fields/0/rules: nothing is wrong
    /types/15/fields/0/rules/0/range: `types` 15: {} is no rule
    /types/16/enum: `types` 16: {"plain":false,"variants":[{"name":"None","layout":null,"named":false,"data":[]}… is no type
    /types/16/plain: `types` 16: `plain` is missing
    /types/16/variants: `types` 16: `variants` is missing
    /types/16/variants/0/name: `types` 16: `name` is missing
    /types/16/variants/0/layout: `types` 16: `layout` is missing
    /types/16/variants/0/named: `types` 16: `named` is missing
    /types/16/variants/0/data: `types` 16: `data` is missing
    /types/17/enum: `types` 17: {"plain":true,"variants":[{"name":"Red","layout":null,"named":false,"data":[]}]} is no type
    /types/17/plain: `types` 17: `plain` is missing
    /types/17/variants: `types` 17: `variants` is missing
    /types/17/variants/0/name: `types` 17: `name` is missing
    /types/17/variants/0/layout: `types` 17: `layout` is missing
    /types/17/variants/0/named: `types` 17: `named` is missing
    /types/17/variants/0/data: `types` 17: `data` is missing
    /signatures: nothing is wrong
    /signatures/0/params: `signatures` 0: `params` is missing
    /signatures/0/result: `signatures` 0: `result` is missing
    /globals: nothing is wrong
    /functions: nothing is wrong
    /functions/0/name: `functions` 0: `name` is missing
    /functions/0/params: `functions` 0: `params` is missing
    /functions/0/captures: `functions` 0: `captures` is missing
    /functions/0/result: `functions` 0: `result` is missing
    /functions/0/updates: `functions` 0: `updates` is missing
    /functions/0/registers: `functions` 0: `registers` is missing
    /functions/0/code: `functions` 0: `code` is missing
    /functions/0/places: `functions` 0: `places` is missing
    /tests: nothing is wrong
    /tests/0/title: `tests` 0: `title` is missing
    /tests/0/function: `tests` 0: `function` is missing
    /tests/0/expect_fail: nothing is wrong
    /tools: nothing is wrong
    /tools/0/name: `tools` 0: `name` is missing
    /tools/0/module: `tools` 0: `module` is missing
    /tools/0/description: nothing is wrong
    /tools/0/methods: `tools` 0: `methods` is missing
    /tools/0/methods/0/name: `tools` 0: `name` is missing
    /tools/0/methods/0/handler: nothing is wrong
    /tools/0/methods/0/approve: nothing is wrong
    /tools/0/tool_schemas: `tools` 0: `tool_schemas` is missing
    /tools/0/tool_schemas/0/method_name: nothing is wrong
    /tools/0/tool_schemas/0/description: nothing is wrong
    /tools/0/tool_schemas/0/parameters: nothing is wrong
    /tools/0/tool_schemas/0/parameters/type: nothing is wrong
    /tools/0/tool_schemas/0/parameters/properties: nothing is wrong
    /tools/0/tool_schemas/0/parameters/additionalProperties: nothing is wrong
    /schemas: nothing is wrong
    /schemas/0/name: `schemas` 0: `name` is missing
    /schemas/0/module: `schemas` 0: `module` is missing
    /schemas/0/schema: nothing is wrong
    /schemas/0/schema/type: nothing is wrong
    /agents: nothing is wrong
    /agents/0/name: `agents` 0: `name` is missing
    /agents/0/module: `agents` 0: `module` is missing
    /agents/0/provider: nothing is wrong
    /mcp: nothing is wrong
    /mcp/0/name: `mcp` 0: `name` is missing
    /mcp/0/module: `mcp` 0: `module` is missing
    /mcp/0/server: nothing is wrong
    /provider_tools: nothing is wrong
    /provider_tools/0/name: `provider_tools` 0: `name` is missing
    /provider_tools/0/module: `provider_tools` 0: `module` is missing
    /provider_tools/0/id: nothing is wrong
    /memories: nothing is wrong
    /memories/0/name: `memories` 0: `name` is missing
    /memories/0/module: `memories` 0: `module` is missing
    /memories/0/max: nothing is wrong
    /$defs: nothing is wrong
    /$defs/Place: nothing is wrong
    /$defs/Place/type: nothing is wrong
    "#);
}

#[test]
fn definitions_are_an_object() {
    let mut value = whole();
    value["$defs"] = json!([]);
    assert_eq!(problem(&value), "`$defs`: it is no object");
}
