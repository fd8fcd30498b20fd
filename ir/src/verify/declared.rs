//! Declarations: names that can be shown, a schema for each function of a tool, and functions that can run its calls.

use super::limits;
use super::sections::{name, text};
use crate::declared::{Method, Tool};
use crate::operand::Kind;
use crate::program::{Function, Program};

/// Checks all declarations.
pub(super) fn declarations(program: &Program) -> Result<(), String> {
    let declared = &program.declared;
    at_most(declared.tools.len(), "tools")?;
    declared.tools.iter().try_for_each(|it| tool(program, it))?;
    for (section, entries) in declared.sections() {
        at_most(entries.len(), section)?;
        for it in entries {
            name(&it.name, "a declaration").and_then(|()| name(&it.module, "a module"))?;
        }
    }
    Ok(())
}

fn at_most(count: usize, what: &str) -> Result<(), String> {
    match count > limits::ENTRIES_MAX {
        true => Err(format!("there are more than {} {what}", limits::ENTRIES_MAX)),
        false => Ok(()),
    }
}

fn tool(program: &Program, it: &Tool) -> Result<(), String> {
    name(&it.name, "a tool").and_then(|()| name(&it.module, "a module"))?;
    it.description.as_deref().map_or(Ok(()), text)?;
    at_most(it.methods.len(), "functions of a tool")?;
    if it.methods.len() != it.tool_schemas.len() {
        let (methods, schemas) = (it.methods.len(), it.tool_schemas.len());
        return Err(format!("the tool `{}` has {methods} functions and {schemas} schemas", it.name));
    }
    for (method, schema) in it.methods.iter().zip(&it.tool_schemas) {
        let about = |problem: &str| format!("`{}` of the tool `{}` {problem}", method.name, it.name);
        name(&method.name, "a function of a tool")?;
        for key in ["method_name", "description"] {
            if !schema.get(key).is_some_and(|it| it.is_string()) {
                return Err(about(&format!("has no text `{key}` in its schema")));
            }
        }
        if !schema.get("parameters").is_some_and(|it| it.is_object()) {
            return Err(about("has no object `parameters` in its schema"));
        }
        functions(program, method).map_err(about)?;
    }
    Ok(())
}

/// A handler takes a call and gives its result; what approves takes a call and gives a truth value.
fn functions(program: &Program, method: &Method) -> Result<(), &'static str> {
    let takes_a_call = |it: &Function, result: Kind| {
        it.params == [Kind::Ref] && it.captures == 0 && it.result == Some(result) && !it.updates
    };
    let fits = |number: Option<u32>, result: Kind| {
        let Some(number) = number else { return true };
        program.functions.get(number as usize).is_some_and(|it| takes_a_call(it, result))
    };
    match (fits(method.handler, Kind::Ref), fits(method.approve, Kind::Int)) {
        (false, _) => Err("has a handler that does not take a call and give its result"),
        (_, false) => Err("asks for approval with a function that does not take a call and give yes or no"),
        (true, true) => Ok(()),
    }
}
