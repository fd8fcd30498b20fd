//! From a program without mistakes to its instructions: typed trees of all that it needs, lowered and emitted.
//!
//! Comes in: a checked program. Goes out: a [`Program`] that the verifier accepts. What a program needs is found from its
//! start, its tests and its tools.

mod internal;
mod shown;
#[cfg(test)]
mod tests;
mod trees;

use concerto_ir::program::{Program, Test};
use concerto_ir::verify::{self, Verified};

use crate::ast::{Decorator, ItemKind};
use crate::check::Checked;
use crate::declare::About;
use crate::diagnostic::{Code, Diagnostic};
use crate::elaborate::Elaborator;
use crate::elaborate::session::Entry;
use crate::lower::{self, Failures, Lower, TooLarge};
use crate::passes::Passes;
use crate::session::Variable;
use crate::source::Span;
use crate::tree::{Global, Work};
use crate::types::FnSig;

pub use shown::show_trees;

/// What a program is compiled for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// To be run, and its tests.
    Run,
    /// To be a server of its tools, too.
    Serve,
}

/// Compiles a program without errors and verifies the code: what can be run.
pub fn build(checked: &mut Checked, goal: Goal) -> Result<Verified, Vec<Diagnostic>> {
    let program = compile(checked, goal)?;
    verify::verify(program).map_err(|it| vec![internal::refused(&it, &checked.program.sources)])
}

/// Compiles a program without errors. What it needs and nothing can run yet is an error.
pub fn compile(checked: &mut Checked, goal: Goal) -> Result<Program, Vec<Diagnostic>> {
    compile_with(checked, goal, Passes::ALL)
}

/// The same, with some of the optimisations.
pub fn compile_with(checked: &mut Checked, goal: Goal, passes: Passes) -> Result<Program, Vec<Diagnostic>> {
    let Checked { program, resolved, typed, .. } = checked;
    let mut elaborator = Elaborator::new(program, resolved);
    elaborator.find_mocks(typed);
    let mocks = elaborator.mocks().to_vec();
    let can_start = elaborator.can_start(typed);
    let tests = tests(&About::new(program, resolved, typed));
    let mut lower = Lower::new(program, typed, &mut elaborator, passes);
    for function in mocks {
        lower.global(&Global::Mock(function));
    }
    if can_start {
        lower.ir.entry = Some(lower.ask(Work::Start(None), [].into()).0);
    }
    for (sig, title, expect_fail) in tests {
        let function = lower.ask(Work::Start(Some(sig.id)), [].into()).0;
        lower.ir.tests.push(Test { title, function, expect_fail });
    }
    declare(&mut lower, program, resolved);
    if goal == Goal::Serve {
        lower.ir.serve = Some(lower.ask(Work::Serve, [].into()).0);
    }
    let done = finish(lower, program);
    with_refused(&mut elaborator, done)
}

/// An entry of a session as a program.
pub struct CompiledEntry {
    /// What runs it, and nothing of earlier entries.
    pub program: Program,
    /// The variables that it leaves, in order, if it comes to them.
    pub variables: Vec<Variable>,
    /// The variables that it cannot leave, and why.
    pub lost: Vec<(String, &'static str)>,
}

/// Compiles the new entry of a session without mistakes. Resources that hold something are not made again.
pub fn compile_entry(
    checked: &mut Checked,
    variables: &[Variable],
    filled: &[String],
    number: u32,
) -> Result<CompiledEntry, Vec<Diagnostic>> {
    let Checked { program, resolved, typed, .. } = checked;
    let mut elaborator = Elaborator::new(program, resolved);
    elaborator.set_entry(Entry::new(variables, filled, number));
    let mut lower = Lower::new(program, typed, &mut elaborator, Passes::ALL);
    lower.ir.entry = Some(lower.ask(Work::Start(None), [].into()).0);
    declare(&mut lower, program, resolved);
    let done = finish(lower, program);
    let program = with_refused(&mut elaborator, done)?;
    let (variables, lost) = elaborator.take_entry().map_or_else(Default::default, |it| (it.variables, it.lost));
    Ok(CompiledEntry { program, variables, lost })
}

/// What the program declares for models, with the functions that stand behind it.
fn declare(lower: &mut Lower<'_>, program: &crate::load::Program, resolved: &crate::resolve::Resolved) {
    let mut works = Vec::new();
    let mut declared = About::new(program, resolved, lower.typed).declarations(&mut |work| {
        works.push(work);
        works.len() as u32 - 1
    });
    let numbers: Vec<u32> = works.into_iter().map(|it| lower.ask(it, [].into()).0).collect();
    for method in declared.tools.iter_mut().flat_map(|it| &mut it.methods) {
        for number in [&mut method.handler, &mut method.approve].into_iter().flatten() {
            *number = numbers.get(*number as usize).copied().unwrap_or(0);
        }
    }
    lower.ir.declared = declared;
}

fn finish(mut lower: Lower<'_>, sources: &crate::load::Program) -> Result<Program, Vec<Diagnostic>> {
    lower::run(&mut lower);
    let (program, Failures { too_large, clashes, internal, endless }) = lower.finish();
    if let Some((name, span)) = endless {
        return Err(vec![endless_types(&name, span)]);
    }
    let too_large = too_large.into_iter().map(too_many_values);
    let clashes = clashes.into_iter().map(|(name, clash)| internal::clash(&name, clash, &sources.sources));
    let internal = internal.into_iter().map(|(what, span)| internal::missed(&what, span));
    let found: Vec<Diagnostic> = too_large.chain(clashes).chain(internal).collect();
    if found.is_empty() { Ok(program) } else { Err(found) }
}

/// What cannot be run comes before all else.
fn with_refused(
    elaborator: &mut Elaborator<'_>,
    done: Result<Program, Vec<Diagnostic>>,
) -> Result<Program, Vec<Diagnostic>> {
    let mut refused = elaborator.take_refused();
    if refused.is_empty() {
        refused.extend(elaborator.take_internal().iter().map(|(what, span)| internal::missed(what, *span)));
    }
    if refused.is_empty() { done } else { Err(refused) }
}

/// A function with more values than can be numbered.
fn too_many_values(it: TooLarge) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::CannotRun, "this function has too many values");
    let diagnostic = match it.span == Span::default() {
        true => diagnostic,
        false => diagnostic.label(it.span, "more than the machine has registers for"),
    };
    diagnostic.help("split it into several functions")
}

/// `fn f<T>(x: T) { f(Some(x)) }`
fn endless_types(name: &str, span: Span) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::TypeTooDeep, format!("`{name}` is needed for larger and larger types"));
    let diagnostic = match span == Span::default() {
        true => diagnostic,
        false => diagnostic.label(span, "each call of it needs it for another type, without an end"),
    };
    diagnostic.help("call it with the type that it has, or put the value into a recursive `struct` or `enum`")
}

/// A program that has only declarations, by the name of its entry file.
pub fn nothing_to_run(entry: &str) -> Diagnostic {
    Diagnostic::new(Code::NothingToRun, format!("there is nothing to run in `{entry}`"))
        .help("write statements at the top level of the file, or `fn main() { … }`")
        .help("`concerto test` runs its tests, `concerto check` finds mistakes")
}

/// The tests of a program, with their titles and the faults that they expect.
fn tests(about: &About<'_>) -> Vec<(std::rc::Rc<FnSig>, String, Option<String>)> {
    let mut found = Vec::new();
    let functions = about.typed.signatures.functions.iter().filter(|it| it.is_test);
    for sig in functions.filter(|it| !about.program.module(it.item.module).is_library()) {
        let decorators = decorators(about, sig);
        let word = |name: &str| {
            let found = decorators.iter().find(|it| about.text(it.name.name) == name)?;
            about.first_text(sig.item.module, found)
        };
        let title = word("test").unwrap_or_else(|| about.text(sig.name).to_owned());
        found.push((sig.clone(), title, word("expect_fail")));
    }
    found
}

/// What stands before a function.
fn decorators<'c>(about: &About<'c>, sig: &FnSig) -> &'c [Decorator] {
    let Some(item) = about.item(sig.item) else { return &[] };
    match (sig.place, &item.kind) {
        (None, _) | (_, ItemKind::Fn(_)) => &item.decorators,
        (Some(place), kind) => kind.methods().get(place as usize).map_or(&[], |it| &it.decorators),
    }
}
