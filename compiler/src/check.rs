//! A whole program from its entry: every phase there is, and all that they say, in the order of the source.

use std::path::Path;

use crate::ast::{Expr, Item, Symbol};
use crate::diagnostic::{self, Code, Diagnostic, Severity};
use crate::load::{self, Library, Program, Sources};
use crate::manifest::Manifest;
use crate::resolve::{self, Options, Resolved};

/// A program with everything that is known of it.
pub struct Checked {
    /// Its modules and texts.
    pub program: Program,
    /// What its names stand for.
    pub resolved: Resolved,
    /// What is to be said about it.
    pub diagnostics: Vec<Diagnostic>,
}

impl Checked {
    /// Whether anything keeps the program from running.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|it| it.severity() == Severity::Error)
    }
}

/// Loads and checks a program.
pub fn check(entry: &Path, sources: &dyn Sources, library: Library, manifest: Option<&Manifest>) -> Checked {
    let (mut program, mut diagnostics) = load::load(entry, sources, library);
    let (resolved, found) = resolve::resolve(&mut program, Options { manifest, with_library: false });
    diagnostics.extend(found);
    silence(&program, &mut diagnostics);
    diagnostic::sort(&mut diagnostics);
    diagnostics.dedup();
    Checked { program, resolved, diagnostics }
}

/// Removes warnings that `@allow("code")` on the declaration around them asks to be silent about.
fn silence(program: &Program, diagnostics: &mut Vec<Diagnostic>) {
    let Some(allow) = program.names.find("allow") else { return };
    for module in &program.modules {
        for item in module.ast.items() {
            for code in allowed(program, &module.ast, item, allow) {
                let is_silent = |it: &Diagnostic| {
                    it.code == code
                        && it.severity() == Severity::Warning
                        && it.span().is_some_and(|at| item.span.contains(at))
                };
                diagnostics.retain(|it| !is_silent(it));
            }
        }
    }
}

fn allowed(program: &Program, ast: &crate::ast::Ast, item: &Item, allow: Symbol) -> Vec<Code> {
    let decorators = item.decorators.iter().filter(|it| it.name.name == allow);
    let args = decorators.flat_map(|it| it.args.iter());
    args.filter_map(|arg| match ast.expr(arg.value) {
        Expr::Str(text) => Code::parse(program.names.text(*text)),
        _ => None,
    })
    .collect()
}
