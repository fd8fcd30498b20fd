//! The sections besides the code: how many there are of each thing, names, numbers in range.

use std::collections::HashSet;

use super::declared::declarations;
use super::types::{kind_of, type_};
use super::{Refusal, limits};
use crate::operand::Kind;
use crate::program::{Function, Native, Program};
use crate::text::clipped;

/// Checks all sections; the code of functions is not looked at.
pub(super) fn sections(program: &Program) -> Result<(), Refusal> {
    let about = |problem: String| Refusal { function: None, at: None, place: None, problem };
    counts(program).and_then(|()| sizes(program)).map_err(about)?;
    let each = |(at, ty)| type_(program, ty).map_err(|problem| format!("type {at}: {problem}"));
    program.types.iter().enumerate().try_for_each(each).map_err(about)?;
    program.natives.iter().try_for_each(|it| native(program, it)).map_err(about)?;
    names(program).and_then(|()| starts(program)).and_then(|()| declarations(program)).map_err(about)
}

fn counts(program: &Program) -> Result<(), String> {
    let counts = [
        (program.functions.len(), "functions"),
        (program.natives.len(), "natives"),
        (program.texts.len(), "texts"),
        (program.layouts.len(), "layouts"),
        (program.types.len(), "types"),
        (program.signatures.len(), "signatures"),
        (program.globals.len(), "globals"),
        (program.files.len(), "files"),
        (program.tests.len(), "tests"),
    ];
    match counts.iter().find(|(count, _)| *count > limits::ENTRIES_MAX) {
        Some((_, what)) => Err(format!("there are more than {} {what}", limits::ENTRIES_MAX)),
        None => Ok(()),
    }
}

fn sizes(program: &Program) -> Result<(), String> {
    for layout in &program.layouts {
        name(&layout.name, "a layout")?;
        if layout.slots.len() > limits::SLOTS_MAX {
            return Err(format!("the layout of `{}` has more than {} slots", layout.name, limits::SLOTS_MAX));
        }
        if usize::from(layout.tag) >= limits::VARIANTS_MAX {
            return Err(format!("the layout of `{}` has a tag above {}", layout.name, limits::VARIANTS_MAX - 1));
        }
    }
    if program.signatures.iter().any(|it| it.params.len() > limits::SIGNATURE_PARAMS_MAX) {
        return Err(format!("a signature has more than {} parameters", limits::SIGNATURE_PARAMS_MAX));
    }
    program.functions.iter().try_for_each(|it| name(&it.name, "a function"))?;
    program.natives.iter().try_for_each(|it| name(&it.name, "a native"))?;
    program.globals.iter().try_for_each(|it| name(it, "a global"))?;
    program.files.iter().try_for_each(|it| name(it, "a file"))?;
    program.texts.iter().try_for_each(|it| text(it))?;
    program
        .tests
        .iter()
        .try_for_each(|it| text(&it.title).and_then(|()| it.expect_fail.as_deref().map_or(Ok(()), text)))
}

/// Whether a name is not too long and can be shown in a line.
pub(super) fn name(name: &str, of: &str) -> Result<(), String> {
    if name.len() > limits::NAME_BYTES_MAX {
        return Err(format!("the name of {of} has more than {} bytes", limits::NAME_BYTES_MAX));
    }
    match name.chars().any(char::is_control) {
        true => Err(format!("the name of {of} has a control character: `{}`", clipped(name))),
        false => Ok(()),
    }
}

/// Whether a text is not too long.
pub(super) fn text(text: &str) -> Result<(), String> {
    match text.len() > limits::TEXT_BYTES_MAX {
        true => Err(format!("a text has more than {} bytes", limits::TEXT_BYTES_MAX)),
        false => Ok(()),
    }
}

fn native(program: &Program, native: &Native) -> Result<(), String> {
    if native.params.len() > limits::NATIVE_PARAMS_MAX {
        return Err(format!("the native `{}` has more than {} parameters", native.name, limits::NATIVE_PARAMS_MAX));
    }
    if let Some(ty) = native.params.iter().chain([&native.result]).find(|it| kind_of(program, **it).is_none()) {
        return Err(format!("the native `{}` has no type {ty}", native.name));
    }
    let first = native.params.first().and_then(|it| kind_of(program, *it));
    if native.changes && first != Some(Kind::Ref) {
        return Err(format!("the native `{}` changes its first parameter, which is no ref", native.name));
    }
    Ok(())
}

/// Text could not say which of two with one name is meant, and closures are told apart by the numbers of their signatures.
fn names(program: &Program) -> Result<(), String> {
    let functions = twice(program.functions.iter().map(|it| it.name.as_str())).map(|it| ("functions", it));
    let natives = || twice(program.natives.iter().map(|it| it.name.as_str())).map(|it| ("natives", it));
    let globals = || twice(program.globals.iter().map(String::as_str)).map(|it| ("globals", it));
    if let Some((what, name)) = functions.or_else(natives).or_else(globals) {
        return Err(format!("two {what} are called `{name}`"));
    }
    let mut known = HashSet::with_capacity(program.signatures.len());
    match program.signatures.iter().position(|it| !known.insert(it)) {
        Some(at) => Err(format!("signature {at} is there already")),
        None => Ok(()),
    }
}

fn twice<'n>(names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    names.windows(2).find(|it| it[0] == it[1]).map(|it| it[0])
}

/// The program and its tests start with functions that take nothing and give a number.
fn starts(program: &Program) -> Result<(), String> {
    let takes = |it: &Function| !it.params.is_empty() || it.updates;
    for start in program.entry.iter().chain(&program.serve).chain(program.tests.iter().map(|it| &it.function)) {
        match program.functions.get(*start as usize) {
            Some(it) if takes(it) => return Err(format!("`{}` takes something and cannot be started", it.name)),
            Some(it) if it.result != Some(Kind::Int) => {
                return Err(format!("`{}` does not give an int and cannot be started", it.name));
            }
            Some(_) => {}
            None => return Err(format!("there is no function {start} to start")),
        }
    }
    Ok(())
}
