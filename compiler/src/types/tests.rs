//! Programs, the types of what is in them, and what is said about their types.

/// Macros, so that a snapshot stands in the test that calls them: what is said about a program …
macro_rules! told {
    ($source:literal, @$expected:literal) => {
        insta::assert_snapshot!($crate::types::tests::told($source), @$expected)
    };
}

/// … the types of its variables, and what happens to its values …
macro_rules! types {
    ($source:literal, @$expected:literal) => {
        insta::assert_snapshot!($crate::types::tests::types($source), @$expected)
    };
}

/// … which functions it calls, with which types and arguments …
macro_rules! calls {
    ($source:literal, @$expected:literal) => {
        insta::assert_snapshot!($crate::types::tests::calls($source), @$expected)
    };
}

/// … and what its functions do.
macro_rules! effects {
    ($source:literal, @$expected:literal) => {
        insta::assert_snapshot!($crate::types::tests::effects($source), @$expected)
    };
}

mod agents;
mod calls;
mod cascades;
mod changes;
mod coercions;
mod constants;
mod conversions;
mod dead;
mod declared;
mod decorators;
mod effects;
mod elements;
mod errors;
mod exhaustive;
mod exhaustive_nested;
#[path = "../load/tests/files.rs"]
#[allow(clippy::duplicate_mod, reason = "tests of other phases cannot be seen from here")]
mod files;
mod impls;
mod infer;
mod joined;
mod late;
mod members;
mod mismatch;
mod mismatch_in_data;
mod operators;
mod patterns;
mod pipelines;
mod results;
#[path = "../diagnostic/tests/show.rs"]
#[allow(clippy::duplicate_mod, reason = "tests of other phases cannot be seen from here")]
mod show;
mod structs;
mod tasks;
mod tools;
mod traits;
mod types;
mod unreachable;
mod unused;

use std::path::Path;

use super::{Call, Checker, Coercion, FnId, Source};
use crate::ast::Symbol;
use crate::check::{Checked, check};
use crate::diagnostic::render::{Style, report};
use crate::load::{Library, ModuleId};
use crate::source::Span;
use files::{ENTRY, Files};

macro_rules! texts {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!("../../../std/lib/", $name, ".conc"))),)*] };
}

/// The real library, text by text: the crate that has it is built on this one.
pub(crate) const LIBRARY: Library = Library {
    prelude: texts!["prelude" "types" "arrays" "collections"],
    agents: texts![
        "agents" "asking" "calls" "execution" "histories" "messages" "mocks" "serve" "servers" "state" "toolkits" "tools" "waiting"
    ],
    modules: texts![
        "crypto" "csv" "env" "fs" "http" "json" "log" "math" "process" "prompt" "random" "regex" "string" "time" "toml"
    ],
};

fn read(source: &str) -> Checked {
    check(Path::new(ENTRY), &Files::of(source), LIBRARY, None)
}

/// What is said about a program.
fn told(source: &str) -> String {
    let source = show::unindented(source);
    let read = read(&source);
    show::page(&source, &report(&read.diagnostics, &read.program.sources, Style::PLAIN))
}

/// Nothing is to be said about a program.
fn fine(source: &str) {
    let read = read(&show::unindented(source));
    let said = report(&read.diagnostics, &read.program.sources, Style::PLAIN);
    assert_eq!(said, "", "{source}");
}

/// A line for each of some parts of a program without errors, in the order of the source.
fn listed(source: &str, lines: impl Fn(&Checker<'_>, &Checked, ModuleId) -> Vec<(Span, String)>) -> String {
    let source = show::unindented(source);
    let mut read = read(&source);
    let said = report(&read.diagnostics, &read.program.sources, Style::PLAIN);
    assert!(!read.has_errors(), "{source}\n{said}");
    // Only the checker knows how types are written.
    let (types, signatures) = (std::mem::take(&mut read.typed.types), std::mem::take(&mut read.typed.signatures));
    let mut checker = Checker::new(&read.program, &read.resolved);
    (checker.types, checker.signatures) = (types, signatures);
    let own = read.program.module_ids().filter(|id| !read.program.module(*id).is_library());
    let mut found: Vec<(Span, String)> = own.flat_map(|id| lines(&checker, &read, id)).collect();
    found.sort();
    let found: Vec<String> = found.into_iter().map(|(_, line)| line).collect();
    show::page(&source, &found.join("\n"))
}

/// The types of all variables, and what happens to values because of where they stand.
fn types(source: &str) -> String {
    listed(source, |checker, read, id| {
        let (typed, names) = (&read.typed.modules[id.index()], &read.resolved.modules[id.index()]);
        let variables = names
            .locals
            .iter()
            .zip(&typed.locals)
            .map(|(local, ty)| (local.span, format!("{}: {}", checker.text(local.name), checker.show_plain(*ty))));
        let coercions = typed.coercions.iter().map(|(expr, coercion)| {
            let at = read.program.module(id).ast.expr_span(*expr);
            (at, format!("`{}` {}", read.program.sources.slice(at), happens(*coercion)))
        });
        variables.chain(coercions).collect()
    })
}

fn happens(coercion: Coercion) -> &'static str {
    match coercion {
        Coercion::Some => "is wrapped in `Some`",
        Coercion::SomeJsonLiteral => "becomes `Json` and is wrapped in `Some`",
        Coercion::Toolkit => "becomes a `ToolRef`",
        Coercion::JsonLiteral => "is a literal of `Json`",
        Coercion::Json => "becomes `Json`",
        Coercion::ToolRef => "becomes a `ToolRef`",
        Coercion::ToolChoice => "becomes a `ToolChoice`",
        Coercion::StaysOption => "stays an `Option`",
        Coercion::ErrorFrom => "converts the error with `From`",
        Coercion::ErrorDisplay => "makes an `Error` of the error",
    }
}

/// The calls of a program but those of `print`: type arguments, and where the value of each parameter comes from.
fn calls(source: &str) -> String {
    listed(source, |checker, read, id| {
        let calls = read.typed.modules[id.index()]
            .calls
            .iter()
            .map(|(expr, call)| (read.program.module(id).ast.expr_span(*expr), shown(checker, call)));
        calls.filter(|(_, line)| !line.starts_with("print<")).collect()
    })
}

fn shown(checker: &Checker<'_>, call: &Call) -> String {
    let sig = checker.signatures.function(call.function);
    let types: Vec<String> = call.type_args.iter().map(|it| checker.show_plain(*it)).collect();
    let types = if types.is_empty() { String::new() } else { format!("<{}>", types.join(", ")) };
    let args = call.args.iter().zip(&sig.params).map(|(source, param)| {
        let from = match source {
            Source::Arg(at) => format!("argument {at}"),
            Source::Piped => "piped".to_owned(),
            Source::Default => "default".to_owned(),
        };
        format!("{} = {from}", checker.text(param.name.unwrap_or(Symbol(0))))
    });
    let args: Vec<String> = args.collect();
    format!("{}{types}({})", name(checker, call.function), args.join(", "))
}

/// What each function of a program may do to the world.
fn effects(source: &str) -> String {
    listed(source, |checker, read, id| {
        let functions = checker.signatures.functions.iter().filter(|it| it.item.module == id);
        let line = |function: FnId| format!("{}: {:?}", name(checker, function), read.typed.effects[function.index()]);
        functions.map(|it| (it.name_span, line(it.id))).collect()
    })
}

/// `Calculator::add`; `Array<T>::push` of an `impl`, which has no name itself.
fn name(checker: &Checker<'_>, function: FnId) -> String {
    let sig = checker.signatures.function(function);
    let name = checker.text(sig.name);
    match (sig.place, checker.item_kind(sig.item).name(), sig.self_type) {
        (None, ..) => name.to_owned(),
        (Some(_), None, Some(owner)) => format!("{}::{name}", checker.show_plain(owner)),
        (Some(_), ..) => format!("{}::{name}", checker.item_name(sig.item)),
    }
}
