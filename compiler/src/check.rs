//! A whole program from its entry: every phase there is, and all that they say, in the order of the source.

use std::path::Path;

use rustc_hash::FxHashSet;

use crate::ast::{Decorator, Expr, Symbol};
use crate::declare;
use crate::diagnostic::{self, Code, Diagnostic, ERRORS_MAX, Severity};
use crate::load::{self, Library, Part, Program, Sources};
use crate::manifest::Manifest;
use crate::resolve::{self, Options, Resolved};
use crate::source::FileId;
use crate::types::{self, Extent, Typed};

/// A program with everything that is known of it.
pub struct Checked {
    /// Its modules and texts.
    pub program: Program,
    /// What its names stand for.
    pub resolved: Resolved,
    /// The types of everything, and what its functions do.
    pub typed: Typed,
    /// What is to be said about it.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether there was more to say than anybody reads.
    pub has_more: bool,
}

impl Checked {
    /// Whether anything keeps the program from running.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|it| it.severity() == Severity::Error)
    }
}

/// Loads and checks a program.
pub fn check(entry: &Path, sources: &dyn Sources, library: Library, manifest: Option<&Manifest>) -> Checked {
    let checked = check_loaded(load::load(entry, sources, library), manifest, Extent::Program);
    match checked.has_errors() && !checked.program.is_whole {
        // Something of the library that was not read may be what was meant.
        true => check_loaded(load::load_whole(entry, sources, library), manifest, Extent::Program),
        false => checked,
    }
}

/// Loads and checks a program that is to be a server of its tools.
pub fn check_server(entry: &Path, sources: &dyn Sources, library: Library, manifest: Option<&Manifest>) -> Checked {
    check_loaded(load::load_whole(entry, sources, library), manifest, Extent::Served)
}

/// Loads and checks a program whose first module stands in several pieces, and which shows what it ends in.
pub fn check_parts(parts: &[Part], sources: &dyn Sources, library: Library, manifest: Option<&Manifest>) -> Checked {
    check_loaded(load::load_parts(parts, sources, library), manifest, Extent::Session)
}

fn check_loaded(loaded: (Program, Vec<Diagnostic>), manifest: Option<&Manifest>, extent: Extent) -> Checked {
    let (mut program, mut diagnostics) = loaded;
    let (resolved, found) = resolve::resolve(&mut program, Options { manifest });
    diagnostics.extend(found);
    let (mut typed, found) = types::check(&program, &resolved, extent);
    diagnostics.extend(found);
    if diagnostics.iter().all(|it| it.severity() == Severity::Warning) {
        diagnostics.extend(declare::offers(&program, &resolved, &mut typed, manifest));
    }
    drop_what_follows(&program, &mut diagnostics);
    silence(&program, &mut diagnostics);
    drop_warnings_of_unreadable_files(&program, &mut diagnostics);
    diagnostic::sort(&mut diagnostics);
    diagnostics.dedup();
    let has_more = keep_first(&mut diagnostics);
    Checked { program, resolved, typed, diagnostics, has_more }
}

/// A line that could not be read, or names what does not exist, is one mistake: what types have to say about it follows.
fn drop_what_follows(program: &Program, diagnostics: &mut Vec<Diagnostic>) {
    let lines = |it: &Diagnostic| -> Vec<(FileId, u32)> {
        it.labels.iter().filter_map(|label| program.sources.line_of(label.span)).collect()
    };
    let is_first = |it: &Diagnostic| it.severity() == Severity::Error && !it.code.is_about_types();
    let first = diagnostics.iter().filter(|it| is_first(it));
    let mistakes: FxHashSet<(FileId, u32)> = first.filter_map(|it| lines(it).first().copied()).collect();
    if !mistakes.is_empty() {
        diagnostics.retain(|it| !it.code.is_about_types() || !lines(it).iter().any(|line| mistakes.contains(line)));
    }
    if diagnostics.iter().any(|it| it.code == Code::NestedTooDeep) {
        diagnostics.retain(|it| it.code != Code::TypeTooDeep);
    }
    drop_unused(diagnostics);
}

/// Where there is a mistake, what seems to be unused may be what was meant.
fn drop_unused(diagnostics: &mut Vec<Diagnostic>) {
    if diagnostics.iter().any(|it| it.severity() == Severity::Error) {
        diagnostics.retain(|it| it.code != Code::UnusedFunction);
    }
}

/// Keeps the first hundred errors and the first hundred warnings. Says whether there were more.
fn keep_first(diagnostics: &mut Vec<Diagnostic>) -> bool {
    let before = diagnostics.len();
    let (mut errors, mut warnings) = (0, 0);
    diagnostics.retain(|it| {
        let count = match it.severity() {
            Severity::Error => &mut errors,
            Severity::Warning => &mut warnings,
        };
        *count += 1;
        *count <= ERRORS_MAX
    });
    diagnostics.len() < before
}

/// Where a file could not be read as a whole, what it seems not to use may stand in the rest.
fn drop_warnings_of_unreadable_files(program: &Program, diagnostics: &mut Vec<Diagnostic>) {
    for module in &program.modules {
        let file = program.sources.file(module.file).span();
        let is_here = |it: &Diagnostic| it.span().is_some_and(|at| file.contains(at));
        if diagnostics.iter().any(|it| it.code.is_syntax() && is_here(it)) {
            diagnostics.retain(|it| it.severity() == Severity::Error || !is_here(it));
        }
    }
}

/// Removes warnings that `@allow("code")` on the declaration around them asks to be silent about.
fn silence(program: &Program, diagnostics: &mut Vec<Diagnostic>) {
    let Some(allow) = program.names.find("allow") else { return };
    for module in &program.modules {
        for item in module.ast.items() {
            let methods = item.kind.methods().iter().map(|it| (&it.decorators, it.span));
            for (decorators, span) in methods.chain([(&item.decorators, item.span)]) {
                for code in allowed(program, &module.ast, decorators, allow) {
                    let is_silent = |it: &Diagnostic| {
                        it.code == code
                            && it.severity() == Severity::Warning
                            && it.span().is_some_and(|at| span.contains(at))
                    };
                    diagnostics.retain(|it| !is_silent(it));
                }
            }
        }
    }
}

fn allowed(program: &Program, ast: &crate::ast::Ast, decorators: &[Decorator], allow: Symbol) -> Vec<Code> {
    let decorators = decorators.iter().filter(|it| it.name.name == allow);
    let args = decorators.flat_map(|it| it.args.iter());
    args.filter_map(|arg| match ast.expr(arg.value) {
        Expr::Str(text) => Code::parse(program.names.text(*text)),
        _ => None,
    })
    .collect()
}
