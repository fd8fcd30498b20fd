//! `concerto build`: a program as a file, or what the phases of the compiler give.

use std::path::Path;
use std::process::ExitCode;

use concerto_compiler::compile::show_trees;
use concerto_compiler::diagnostic::Diagnostic;
use concerto_compiler::load::{self, Library, Program};
use concerto_compiler::{ast, lex};
use concerto_ir::listing::listing;
use concerto_schema::Provider;

use crate::args::{BuildArgs, Emit};
use crate::check::exit;
use crate::compile::{Compiled, IR_ENDING, checked, compile, compile_server, failed};
use crate::output::{self, Report};
use crate::project::{self, Disk};
use crate::schemas;

pub(crate) fn run(args: &BuildArgs) -> ExitCode {
    let report = if args.json { Report::JsonToStderr } else { Report::Text };
    let path = args.path.as_deref();
    if path.is_some_and(|it| it.extension().is_some_and(|ending| ending == IR_ENDING)) {
        return failed("this file is built already\n  Help: `concerto dis` shows it, `concerto run` runs it");
    }
    let done = match args.emit {
        Some(Emit::Tokens) => emit(path, report, tokens),
        Some(Emit::Ast) => emit(path, report, tree),
        Some(Emit::Tree) => checked(path, report, false).map(|(_, mut it)| output::stdout(&show_trees(&mut it))),
        Some(Emit::Ir) => compile(path, report).map(|it| output::stdout(&listing(it.program()))),
        Some(Emit::Schemas) => schemas(args, report),
        None if args.serve => compile_server(path, report).and_then(|it| write(it, args)),
        None => compile(path, report).and_then(|it| write(it, args)),
    };
    done.map_or_else(|code| code, |()| ExitCode::SUCCESS)
}

/// Prints what models are told.
fn schemas(args: &BuildArgs, report: Report) -> Result<(), ExitCode> {
    let compiled = compile(args.path.as_deref(), report)?;
    let provider = match &args.provider {
        None => None,
        Some(name) => Some(Provider::parse(name).ok_or_else(|| {
            let known: Vec<&str> = Provider::ALL.iter().map(|it| it.text()).collect();
            failed(&format!("there is no provider `{name}`\n  Help: there are {}", known.join(", ")))
        })?),
    };
    schemas::print(compiled.program(), compiled.manifest.as_ref(), provider)
}

/// Writes the IR of a program that the machine accepts.
fn write(compiled: Compiled, args: &BuildArgs) -> Result<(), ExitCode> {
    let path = args.output.clone().unwrap_or_else(|| compiled.entry.with_extension(IR_ENDING));
    let verified = compiled.verified()?;
    let text = concerto_ir::json::to_text(verified.program());
    let shown = path.display();
    std::fs::write(&path, text).map_err(|problem| failed(&format!("`{shown}` cannot be written: {problem}")))?;
    if !args.json {
        output::stderr(&format!("{shown} written\n"));
    }
    Ok(())
}

/// Prints something of the entry file's own: the library is not needed, and mistakes do not matter.
fn emit(path: Option<&Path>, report: Report, show: fn(&Program) -> Option<String>) -> Result<(), ExitCode> {
    let project = project::find(path).map_err(|problem| failed(&problem))?;
    output::diagnostics(&project.diagnostics, &project.sources, report);
    let (program, diagnostics) = load::load(&project.entry, &Disk, Library::default());
    output::stdout(&show(&program).unwrap_or_default());
    output::diagnostics(&diagnostics, &program.sources, report);
    let all: Vec<Diagnostic> = project.diagnostics.into_iter().chain(diagnostics).collect();
    if output::has_errors(&all) { Err(exit(&all)) } else { Ok(()) }
}

fn tree(program: &Program) -> Option<String> {
    Some(ast::dump::dump(&program.module(program.entry()?).ast, &program.names))
}

fn tokens(program: &Program) -> Option<String> {
    let file = program.sources.file(program.module(program.entry()?).file);
    Some(lex::dump(&lex::lex(file).0, file))
}
