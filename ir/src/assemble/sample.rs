//! A program that can be run, with something in every section.

use serde_json::{Map, Value, json};

use crate::declared::{Declarations, Declared, Method, Tool};
use crate::program::{Place, Program, Test};

use super::assemble;

const SOURCE: &str = r#"
    native text.of(1) -> 5
    native array.pop(11) -> 16 changes
    signature (int) -> int
    global Counter
    layout Point(int, float)
    layout Some(ref) tag 1
    layout pair(int, int)
    layout Json::Bool(int) tag 1
    layout Json::Int(int) tag 2
    layout Json::Float(float) tag 3
    layout Json::String(ref) tag 4
    layout Json::Array(ref) tag 5
    layout Json::Object(ref) tag 6
    type "unit"
    type "int"
    type "float"
    type "bool"
    type "duration"
    type "string"
    type "bytes"
    type "range"
    type {"json": [3, 4, 5, 6, 7, 8]}
    type "opaque"
    type {"literal": ["low", "high"]}
    type {"array": 5}
    type {"set": 5}
    type {"map": [5, 1]}
    type {"tuple": [1, 1], "layout": 2}
    type {"struct": "Point", "layout": 0, "closed": true, "fields": [{"name": "x", "type": 1, "default": 3, "rules": [{"range": [0.0, 9.0]}]}, {"name": "y", "type": 2}]}
    type {"enum": "Option", "plain": false, "variants": [
        {"name": "None", "layout": null, "named": false, "data": []},
        {"name": "Some", "layout": 1, "named": true, "data": [{"name": "value", "type": 5}]}]}
    type {"enum": "Color", "plain": true, "variants": [{"name": "Red", "layout": null, "named": false, "data": []}]}
    entry 0

    fn main() -> int with ref, ref, int, float, int
        load.int r2, 0
        array.int r0, [r2, r2]
        jump_ge.small r2, 3, @6
        push.int r0, r2
        add.small r2, r2, 1
        loop @2
        copy.ref r1, r0
        call.int r4, "total", [r1]
        update.int r4, r0, "grow", [r4]
        drop r0
        new_closure r0, "scale", [r4]
        call_value.int r4, r0, signature 0, [r2]
        drop r0
        switch r4, [@14, @16, @18]
        load.text r0, "zero"
        jump @19
        load.text r0, "one"
        jump @19
        native.ref r0, "text.of", [r4]
        drop r0
        load.float r3, 0.5
        new r0, layout 0, [r4, r3]
        slot.int r4, r0, 0, layout 0
        drop r0
        return.int r4

    fn total(ref) -> int with int, int, int
        load.int r1, 0
        load.int r2, 0
        len r3, r0
        jump_le.int r3, r2, @8
        get.int r3, r0, r2
        add.int r1, r1, r3
        add.small r2, r2, 1
        loop @2
        drop r0
        return.int r1

    fn grow(ref, int) -> int updates
        push.int r0, r1
        return_update.int r1, r0

    fn scale(int, int) -> int captures 1 with int
        mul.int r2, r0, r1
        return.int r2

    fn stop() -> int
        fault "stop: \"now\""

    fn unwrap(ref) -> ref with ref
        jump_not_tag r0, 1, @4
        slot.ref r1, r0, 0, layout 1
        drop r0
        return.ref r1
        change.ref r1, r0, "array.pop", []
        drop r0
        return.ref r1
"#;

/// The program. Types stand on one line each, once the lines that go on are joined.
pub(crate) fn sample() -> Program {
    let mut program = assemble(&SOURCE.replace("[\n", "[").replace("},\n", "},"));
    program.files = vec!["src/main.conc".to_owned(), "src/points.conc".to_owned()];
    let place = |line, column| Place { file: 1, line, column, inlined: 0 };
    program.functions[1].places = vec![(0, place(3, 5)), (4, place(4, 9))];
    let works = Test { title: "it works".to_owned(), function: 0, expect_fail: None };
    let fails = Test { title: "it fails".to_owned(), function: 4, expect_fail: Some("stop".to_owned()) };
    program.tests = vec![works, fails];
    program.declared = declarations();
    program
}

/// Something in every section. A call is a reference, and so is its result; whether a call needs approval is an int.
fn declarations() -> Declarations {
    let about = |value: Value| match value {
        Value::Object(about) => about,
        _ => Map::new(),
    };
    let declared =
        |name: &str, value: Value| Declared { name: name.to_owned(), module: "main".to_owned(), about: about(value) };
    let schema = json!({
        "method_name": "Counter::add",
        "description": "Add",
        "parameters": { "type": "object", "properties": {}, "additionalProperties": false },
    });
    Declarations {
        tools: vec![Tool {
            name: "Counter".to_owned(),
            module: "main".to_owned(),
            description: Some("Counts".to_owned()),
            methods: vec![Method { name: "add".to_owned(), handler: Some(5), approve: Some(1) }],
            tool_schemas: vec![schema],
        }],
        schemas: vec![declared("Point", json!({ "schema": { "type": "object" } }))],
        definitions: about(json!({ "Place": { "type": "object" } })),
        agents: vec![declared("Helper", json!({ "provider": ["simulated"] }))],
        mcp: vec![declared("files", json!({ "server": "files" }))],
        provider_tools: vec![declared("Web", json!({ "id": "openai.web_search" }))],
        memories: vec![declared("notes", json!({ "max": 5 }))],
    }
}
