//! `concerto build`: what the phases of the compiler give.

use std::process::ExitCode;

use concerto_compiler::diagnostic::Diagnostic;
use concerto_compiler::load::{self, Library, Program};
use concerto_compiler::{ast, lex};

use crate::args::{BuildArgs, Emit};
use crate::check::{EXIT_COMPILE, exit};
use crate::output::{self, Report};
use crate::project::{self, Disk};

pub(crate) fn run(args: &BuildArgs) -> ExitCode {
    let project = match project::find(args.path.as_deref()) {
        Ok(project) => project,
        Err(message) => {
            output::stderr(&format!("error: {message}\n"));
            return ExitCode::from(EXIT_COMPILE);
        }
    };
    let report = if args.json { Report::JsonToStderr } else { Report::Text };
    output::diagnostics(&project.diagnostics, &project.sources, report);
    // Without the library: what is printed is the entry file's own.
    let (program, diagnostics) = load::load(&project.entry, &Disk, Library::default());
    output::stdout(&emit(&program, args.emit));
    output::diagnostics(&diagnostics, &program.sources, report);
    let all: Vec<Diagnostic> = project.diagnostics.into_iter().chain(diagnostics).collect();
    exit(&all)
}

fn emit(program: &Program, what: Emit) -> String {
    let Some(entry) = program.entry() else { return String::new() };
    let module = program.module(entry);
    match what {
        Emit::Ast => ast::dump::dump(&module.ast, &program.names),
        Emit::Tokens => {
            let file = program.sources.file(module.file);
            lex::dump(&lex::lex(file).0, file)
        }
    }
}
