//! A whole program as text for people: sections, then functions with numbered instructions.
//!
//! ```text
//! fn total(r0: ref) -> int with r1-r3: int
//!      0  load.int r1, 0                          // src/main.conc:3:5
//!     @1  len r2, r0
//! ```
//!
//! A number after `@` is one that something jumps to. A place stands where it begins to hold. Any program can be listed,
//! also one that cannot be run, and the same program gives the same text. It is not read again: that is what the JSON form
//! is for.

mod types;

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::VERSION;
use crate::declared::Tool;
use crate::operand::Kind;
use crate::program::{Function, Place, Program, Test};
use crate::text::show;

/// Lists a program.
pub fn listing(program: &Program) -> String {
    let mut out = format!("concerto ir {}.{}\n", VERSION.0, VERSION.1);
    if let Some(entry) = program.entry {
        let _ = write!(out, "\nentry {}\n", function_name(program, entry));
    }
    if let Some(serve) = program.serve {
        let _ = write!(out, "\nserve {}\n", function_name(program, serve));
    }
    section(&mut out, "files", program.files.iter().map(|it| shown(it)));
    section(&mut out, "globals", program.globals.iter().map(|it| shown(it)));
    section(&mut out, "types", program.types.iter().map(|it| types::definition(program, it)));
    section(&mut out, "layouts", program.layouts.iter().map(types::layout));
    section(&mut out, "natives", program.natives.iter().map(|it| types::native(program, it)));
    let signature = |params: &[Kind], result: Kind| format!("({}) -> {}", types::kinds(params), result.word());
    section(&mut out, "signatures", program.signatures.iter().map(|it| signature(&it.params, it.result)));
    section(&mut out, "tests", program.tests.iter().map(|it| test(program, it)));
    section(&mut out, "tools", program.declared.tools.iter().map(|it| tool(program, it)));
    for (title, entries) in program.declared.sections() {
        section(&mut out, title, entries.iter().map(|it| format!("{} of {}", shown(&it.name), shown(&it.module))));
    }
    program.functions.iter().for_each(|it| function(&mut out, program, it));
    out
}

/// A title and numbered entries; nothing where there are none.
fn section(out: &mut String, title: &str, entries: impl ExactSizeIterator<Item = String>) {
    if entries.len() == 0 {
        return;
    }
    let width = digits(entries.len());
    let _ = write!(out, "\n{title}\n");
    let next_line = format!("\n{:1$}", "", width + 6);
    for (at, entry) in entries.enumerate() {
        let _ = writeln!(out, "  {at:width$}  {}", entry.replace('\n', &next_line));
    }
}

/// How many digits the numbers below `count` have.
fn digits(count: usize) -> usize {
    count.saturating_sub(1).max(1).ilog10() as usize + 1
}

/// A name as it is, or in quotes where it could be mistaken for something else.
fn shown(name: &str) -> String {
    let is_plain = |it: char| !it.is_control() && !"\"\\".contains(it);
    match !name.is_empty() && name.trim() == name && name.chars().all(is_plain) {
        true => name.to_owned(),
        false => quoted(name),
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn function_name(program: &Program, number: u32) -> String {
    program.functions.get(number as usize).map_or_else(|| format!("function {number}, missing"), |it| shown(&it.name))
}

/// `Calculator of main: add runs Calculator::add::call; stop`
fn tool(program: &Program, tool: &Tool) -> String {
    let methods = tool.methods.iter().map(|it| match it.handler {
        Some(handler) => format!("{} runs {}", shown(&it.name), function_name(program, handler)),
        None => shown(&it.name),
    });
    let methods: Vec<String> = methods.collect();
    format!("{} of {}: {}", shown(&tool.name), shown(&tool.module), methods.join("; "))
}

fn test(program: &Program, test: &Test) -> String {
    let runs = format!("{} runs {}", quoted(&test.title), function_name(program, test.function));
    match &test.expect_fail {
        Some(text) => format!("{runs}, which must fail with {}", quoted(text)),
        None => runs,
    }
}

fn function(out: &mut String, program: &Program, function: &Function) {
    let _ = write!(out, "\nfn {}\n", header(function));
    let width = digits(function.code.len()) + 1;
    let mut targets = BTreeSet::new();
    function.code.iter().for_each(|inst| inst.each_target(|it| _ = targets.insert(it)));
    let mut before = None;
    for (at, inst) in (0..).zip(&function.code) {
        let number = if targets.contains(&at) { format!("@{at}") } else { at.to_string() };
        let line = format!("  {number:>width$}  {}", show(inst, program));
        let here = function.place(at);
        match here.filter(|_| here != before) {
            Some(place) => _ = writeln!(out, "{line:PLACE_COLUMN$}  // {}", place_of(program, place)),
            None => _ = writeln!(out, "{line}"),
        }
        before = here;
    }
}

/// Places stand below each other, behind lines that are not longer than this.
const PLACE_COLUMN: usize = 46;

fn place_of(program: &Program, place: Place) -> String {
    let file = program.files.get(place.file as usize).map_or_else(|| "?".to_owned(), |it| shown(it));
    format!("{file}:{}:{}", place.line, place.column)
}

/// The name, parameters and registers: `scale(r0: int; captures r1: int) -> int with r2: int`.
fn header(function: &Function) -> String {
    let count = function.params.len();
    let taken = count.saturating_sub(usize::from(function.captures));
    let param = |(at, kind): (usize, &Kind)| {
        let changes = if at == 0 && function.updates { "mut " } else { "" };
        format!("{changes}r{at}: {}", kind.word())
    };
    let params: Vec<String> = function.params.iter().enumerate().map(param).collect();
    let (taken, captures) = params.split_at(taken);
    let captures = match captures {
        [] => String::new(),
        list => format!("{}captures {}", if taken.is_empty() { "" } else { "; " }, list.join(", ")),
    };
    let result = function.result.map_or(String::new(), |it| format!(" -> {}", it.word()));
    let registers = match function.registers.get(count..) {
        None | Some([]) => String::new(),
        Some(more) => format!(" with {}", runs(more, count)),
    };
    format!("{}({}{captures}){result}{registers}", shown(&function.name), taken.join(", "))
}

/// Registers of one kind that follow each other: `r4-r9: int`.
fn runs(kinds: &[Kind], first: usize) -> String {
    let mut at = first;
    let run = |run: &[Kind]| {
        let (from, to) = (at, at + run.len() - 1);
        at += run.len();
        let registers = if from == to { format!("r{from}") } else { format!("r{from}-r{to}") };
        format!("{registers}: {}", run[0].word())
    };
    kinds.chunk_by(|one, other| one == other).map(run).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests;
