//! What programs become: for each construct of the language the instructions of a small program that uses it.
//!
//! A snapshot repeats its source. It leaves out the functions of the library and the one that starts a program, so that
//! it changes only where the construct is lowered in another way. Calls are not written out, but for `inlined`.

/// Compares what a program becomes with the snapshot that has the name of the test.
macro_rules! check {
    ($source:literal) => {
        let shown =
            $crate::ir::lowered($source, concerto_compiler::passes::Passes { inline: false, ..Default::default() });
        insta::assert_snapshot!(shown);
    };
}

mod collections;
mod control;
mod data;
mod inlined;
mod matches;
mod programs;

use concerto_compiler::check::check;
use concerto_compiler::compile::{Goal, compile, compile_with};
use concerto_compiler::diagnostic::render::{Style, report};
use concerto_compiler::passes::Passes;
use concerto_ir::json::to_json;
use concerto_ir::listing::listing;
use concerto_ir::program::{Function, Program};
use concerto_ir::verify::verify;

use crate::support::{Disk, Files, LIBRARY, checked, files_below, is_entry, root};

/// A program and its own functions.
fn lowered(text: &str, passes: Passes) -> String {
    let source = outdented(text);
    let mut checked = checked(&Files::of(&source));
    let said = report(&checked.diagnostics, &checked.program.sources, Style::PLAIN);
    assert!(said.is_empty(), "{said}");
    let program = compile_with(&mut checked, Goal::Run, passes).unwrap_or_else(|it| panic!("{it:?}"));
    let shown = own(&program, passes.inline);
    verify(program).unwrap_or_else(|it| panic!("{it}\n{shown}"));
    format!("{source}\n----\n{shown}")
}

/// The text without the indentation of its first line.
fn outdented(text: &str) -> String {
    let text = text.trim_matches('\n').trim_end();
    let margin = &text[..text.len() - text.trim_start().len()];
    text.lines().map(|it| it.strip_prefix(margin).unwrap_or(it)).collect::<Vec<_>>().join("\n")
}

/// The resources, tests and functions of a program that do not come from the library. If calls are written out, the
/// function that starts it is shown, too: `main` is a part of it.
fn own(program: &Program, shows_start: bool) -> String {
    let text = listing(program);
    let (sections, functions) = text.split_once("\n\nfn ").unwrap();
    let sections = sections.split("\n\n").filter(|it| it.starts_with("globals\n") || it.starts_with("tests\n"));
    let functions = (0..).zip(&program.functions).zip(functions.split("\n\nfn "));
    let functions =
        functions.filter(|((at, it), _)| (shows_start || program.entry != Some(*at)) && !is_of_library(program, it));
    let functions = functions.map(|(_, text)| format!("fn {}", without_library_lines(text)));
    sections.map(str::to_owned).chain(functions).collect::<Vec<_>>().join("\n\n")
}

fn is_of_library(program: &Program, function: &Function) -> bool {
    let mut files = function.places.iter().map(|(_, it)| &program.files[it.file as usize]);
    files.len() > 0 && files.all(|it| it.starts_with("std/"))
}

/// A default of the library stands where it is used. Its line is left out: the library may grow.
fn without_library_lines(text: &str) -> String {
    let line = |it: &str| match it.split_once("  // std/") {
        Some((inst, place)) => format!("{inst}  // std/{}", place.split(':').next().unwrap_or_default()),
        None => it.to_owned(),
    };
    text.trim_end().lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn building_a_program_twice_gives_the_same_bytes() {
    let paths = files_below(&root().join("tests/programs"), ".conc");
    let mut compared = 0;
    for path in paths.iter().filter(|it| is_entry(it)) {
        let build = || {
            let mut checked = check(path, &Disk, LIBRARY, None);
            let program = if checked.has_errors() { None } else { compile(&mut checked, Goal::Run).ok() };
            program.map(|it| to_json(&it).to_string())
        };
        let first = build();
        assert!(first == build(), "two builds of {} differ", path.display());
        compared += usize::from(first.is_some());
    }
    assert!(compared > 0, "no program could be built");
}
