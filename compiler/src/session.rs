//! Programs that grow, entry by entry, as in a session at a terminal.
//!
//! Comes in: the declarations of earlier entries, the variables that earlier entries left, and a new entry. Goes out: a checked
//! program of all of them, and of that one the instructions that run the new entry alone. Variables are held by resources of the
//! program, one for each, and are read from there; nothing that an earlier entry did is done again.

mod known;
mod members;

use std::path::PathBuf;

use crate::ast::{ExprId, Stmt, StmtKind};
use crate::check::{self, Checked};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::load::{Library, ModuleId, Part, Sources};
use crate::manifest::Manifest;
use crate::source::FileId;
use crate::types::{Kind, Ty};

pub use crate::compile::{CompiledEntry, compile_entry};
pub(crate) use known::{holds_task, mark, mark_of_item, written};
pub use members::members_of_last;

/// What the part with the variables of earlier entries is called.
const KEPT: &str = "<kept>";

/// What stands where those variables get their values; it is never called.
const VALUE: &str = "kept__";

/// A variable that an entry left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Whether it can change.
    pub mutable: bool,
    /// Its type, as it is written.
    pub ty: String,
    /// What tells its type from others of the same name.
    pub mark: u64,
    /// The resource that holds it.
    pub slot: String,
}

/// Checks the declarations of a session with a new entry, which stands last. Warnings that say little before the session is
/// over are left out, and so are those about earlier entries.
pub fn check(
    variables: &[Variable],
    parts: &[Part],
    sources: &dyn Sources,
    library: Library,
    manifest: Option<&Manifest>,
) -> Checked {
    let mut all = vec![kept(variables)];
    all.extend_from_slice(parts);
    let mut checked = check::check_parts(&all, sources, library, manifest);
    let last = checked.program.sources.file(last_part(parts));
    let (span, shows) = (last.span(), !last.text().trim_end().ends_with(';'));
    checked.diagnostics.retain(|it| {
        let is_new = it.span().is_some_and(|at| span.contains(at));
        let is_error = it.severity() == Severity::Error;
        it.code != Code::MainAndStatements && (is_error || (is_new && !is_early(it.code, shows)))
    });
    checked
}

/// Whether a warning is about what a later entry may still do, or about a value that is shown.
fn is_early(code: Code, shows: bool) -> bool {
    match code {
        Code::UnusedImport | Code::UnusedBinding | Code::UnusedFunction => true,
        Code::UnusedResult | Code::NoEffect => shows,
        _ => false,
    }
}

/// The variables of earlier entries as statements, a line each after the first.
fn kept(variables: &[Variable]) -> Part {
    let lets = variables.iter().map(|it| {
        let word = if it.mutable { "mut " } else { "" };
        format!("let {word}{}: {} = {VALUE}();\n", it.name, it.ty)
    });
    let text = format!("fn {VALUE}<T>() -> T {{ panic(\"\") }}\n{}", lets.collect::<String>());
    Part { name: KEPT.to_owned(), path: PathBuf::from(KEPT), text }
}

/// The file of the new entry: parts are read in order, after that of the variables.
fn last_part(parts: &[Part]) -> FileId {
    FileId(parts.len() as u32)
}

/// Where something in a session stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// At the type of a variable of an earlier entry, by its number.
    Variable(usize),
    /// In a part, by its number.
    Part(usize),
    /// In another file.
    Elsewhere,
}

/// Which part of a session a message is about.
pub fn place(checked: &Checked, parts: &[Part], diagnostic: &Diagnostic) -> Place {
    let found = diagnostic.span().and_then(|it| checked.program.sources.line_of(it));
    match found {
        Some((FileId(0), line)) => Place::Variable((line as usize).saturating_sub(2)),
        Some((FileId(at), _)) if at as usize <= parts.len() => Place::Part(at as usize - 1),
        _ => Place::Elsewhere,
    }
}

/// The variables of earlier entries whose types are not what they were, by their numbers.
pub fn changed(checked: &Checked, variables: &[Variable]) -> Vec<usize> {
    let Some(module) = checked.program.entry() else { return Vec::new() };
    let lets = statements(checked).filter(|it| is_kept(checked, it)).zip(variables).enumerate();
    let differs = |stmt: &Stmt, variable: &Variable| {
        let StmtKind::Let(it) = &stmt.kind else { return true };
        let types = &checked.typed.modules[module.index()].patterns;
        let ty = types.get(it.pattern.index()).copied();
        ty.is_none_or(|ty| mark(&checked.program, &checked.typed, ty) != variable.mark)
    };
    lets.filter(|(_, (stmt, variable))| differs(stmt, variable)).map(|(at, _)| at).collect()
}

/// Whether the new entry has something to run.
pub fn has_statements(checked: &Checked) -> bool {
    statements(checked).any(|it| !is_kept(checked, it))
}

/// The type of what the new entry ends in.
pub fn type_of_last(checked: &Checked) -> Option<String> {
    last_type(checked).map(|it| shown(checked, it))
}

fn last_type(checked: &Checked) -> Option<Ty> {
    let (module, expr) = last_expr(checked)?;
    checked.typed.modules[module.index()].exprs.get(expr.index()).copied()
}

/// What the new entry ends in.
fn last_expr(checked: &Checked) -> Option<(ModuleId, ExprId)> {
    let StmtKind::Expr(expr) = statements(checked).filter(|it| !is_kept(checked, it)).last()?.kind else { return None };
    Some((checked.program.entry()?, expr))
}

/// A type in words, also where it cannot be written in a program.
fn shown(checked: &Checked, ty: Ty) -> String {
    match checked.typed.types.kind(ty) {
        Kind::Never => "never gives a value".to_owned(),
        Kind::Item(item) => {
            let entry = checked.program.module(item.module).ast.entries.get(item.index as usize);
            let item = entry.and_then(|it| match it {
                crate::ast::Entry::Item(it) => Some(it),
                crate::ast::Entry::Stmt(_) => None,
            });
            let name = item.and_then(|it| it.kind.name()).map_or("_", |it| checked.program.names.text(it.name));
            format!("{} {name}", item.map_or("", |it| it.kind.word()))
        }
        _ => written(&checked.program, &checked.typed, ty).unwrap_or_else(|| "_".to_owned()),
    }
}

fn statements(checked: &Checked) -> impl Iterator<Item = &Stmt> {
    checked.program.entry().into_iter().flat_map(|it| checked.program.module(it).ast.statements())
}

/// Whether a statement is a variable of an earlier entry.
fn is_kept(checked: &Checked, stmt: &Stmt) -> bool {
    checked.program.sources.line_of(stmt.span).is_some_and(|(file, _)| file == FileId(0))
}
