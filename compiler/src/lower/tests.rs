//! What lowering makes of programs.

mod built;
mod families;
mod inline;

use std::path::Path;

use concerto_ir::listing::listing;
use concerto_ir::program::{Function, Program};
use concerto_ir::verify::verify;

use crate::check::{Checked, check};
use crate::compile::{Goal, compile_with};
use crate::diagnostic::render::{Style, report};
use crate::load::{Library, Sources};
use crate::passes::Passes;

/// The file of the program in a test.
const ENTRY: &str = "main.conc";

macro_rules! texts {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!("../../../std/lib/", $name, ".conc"))),)*] };
}

/// What programs without agents need of the real library: the crate that has it is built on this one.
const LIBRARY: Library =
    Library { prelude: texts!["prelude" "types" "arrays" "collections"], agents: &[], modules: &[] };

/// The one file of a test.
struct File<'s>(&'s str);

impl Sources for File<'_> {
    fn read(&self, path: &Path) -> Result<Option<Vec<u8>>, String> {
        Ok((path == Path::new(ENTRY)).then(|| self.0.as_bytes().to_vec()))
    }
}

/// A program without mistakes.
fn checked(source: &str) -> Checked {
    let checked = check(Path::new(ENTRY), &File(source), LIBRARY, None);
    let said = report(&checked.diagnostics, &checked.program.sources, Style::PLAIN);
    assert!(!checked.has_errors(), "{source}\n{said}");
    checked
}

/// The functions of a program's own file, as the verifier accepts them.
fn functions(source: &str, passes: Passes) -> String {
    let program = compile_with(&mut checked(source), Goal::Run, passes).expect("a program that can be run");
    let text = listing(&program);
    let functions = text.split("\n\nfn ").skip(1).zip(&program.functions);
    let own: Vec<String> =
        functions.filter(|(_, it)| is_own(&program, it)).map(|(it, _)| format!("fn {}\n", it.trim_end())).collect();
    let own = own.join("\n");
    match verify(program) {
        Ok(_) => own,
        Err(refusal) => format!("{own}\nREFUSED: {refusal}"),
    }
}

fn is_own(program: &Program, function: &Function) -> bool {
    let places = function.places.iter().map(|(_, it)| it.file as usize);
    places.into_iter().any(|it| program.files.get(it).is_some_and(|it| it == ENTRY))
}
