//! Declarations: tools, and what is declared besides.

use serde_json::{Value, json};

use crate::assemble::sample::sample;
use crate::declared::{Declared, Tool};
use crate::program::Program;
use crate::verify::limits::{ENTRIES_MAX, NAME_BYTES_MAX, TEXT_BYTES_MAX};

fn with(change: impl FnOnce(&mut Tool)) -> Program {
    let mut program = sample();
    change(&mut program.declared.tools[0]);
    program
}

fn with_schema(key: &str, value: Value) -> Program {
    with(|it| it.tool_schemas[0][key] = value)
}

#[test]
fn there_are_so_many() {
    let many = |change: &dyn Fn(&mut Program)| {
        let mut program = sample();
        change(&mut program);
        program
    };
    refused!(many(&|it| it.declared.tools = vec![Tool::default(); ENTRIES_MAX + 1]), @"there are more than 1000000 tools");
    refused!(
        many(&|it| it.declared.agents = vec![Declared::default(); ENTRIES_MAX + 1]),
        @"there are more than 1000000 agents"
    );
    refused!(with(|it| it.methods = vec![Default::default(); ENTRIES_MAX + 1]), @"there are more than 1000000 functions of a tool");
}

#[test]
fn names_can_be_shown() {
    refused!(with(|it| it.name = "a\nb".to_owned()), @r"the name of a tool has a control character: `a\nb`");
    refused!(with(|it| it.module = "x".repeat(NAME_BYTES_MAX + 1)), @"the name of a module has more than 65535 bytes");
    refused!(with(|it| it.methods[0].name = "\u{7}".to_owned()), @r"the name of a function of a tool has a control character: `\u{7}`");
    refused!(with(|it| it.description = Some("x".repeat(TEXT_BYTES_MAX + 1))), @"a text has more than 16777216 bytes");
    let mut program = sample();
    program.declared.mcp[0].name = "\u{7}".to_owned();
    refused!(program, @r"the name of a declaration has a control character: `\u{7}`");
}

#[test]
fn each_function_has_a_schema() {
    refused!(with(|it| it.tool_schemas.clear()), @"the tool `Counter` has 1 functions and 0 schemas");
    refused!(with_schema("method_name", json!(5)), @"`add` of the tool `Counter` has no text `method_name` in its schema");
    refused!(with_schema("description", Value::Null), @"`add` of the tool `Counter` has no text `description` in its schema");
    refused!(with_schema("parameters", json!([])), @"`add` of the tool `Counter` has no object `parameters` in its schema");
    refused!(with(|it| it.tool_schemas[0] = json!(5)), @"`add` of the tool `Counter` has no text `method_name` in its schema");
}

#[test]
fn functions_take_a_call() {
    // `total` gives an int, `main` takes nothing, `grow` updates what it takes, `scale` has a capture.
    for handler in [0, 1, 2, 3, 99] {
        let refusal = super::refusal(with(|it| it.methods[0].handler = Some(handler)));
        assert!(
            refusal.contains("has a handler that does not take a call and give its result"),
            "{handler}: {refusal}"
        );
    }
    for approve in [0, 2, 3, 5, 99] {
        let refusal = super::refusal(with(|it| it.methods[0].approve = Some(approve)));
        assert!(refusal.contains("asks for approval with a function"), "{approve}: {refusal}");
    }
    refused!(with(|it| it.methods[0].handler = None), @"it can be run");
    refused!(with(|it| it.methods[0].approve = None), @"it can be run");
}
