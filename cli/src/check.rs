//! `concerto check`: all that `concerto build` does, and nothing is written.

use std::path::Path;
use std::process::ExitCode;

use concerto_compiler::check;
use concerto_compiler::compile::{self, Goal};
use concerto_compiler::diagnostic::Diagnostic;

use crate::args::CheckArgs;
use crate::output::{self, Report};
use crate::project::{self, Disk, LIBRARY};

/// Compile errors, and wrong usage.
pub(crate) const EXIT_COMPILE: u8 = 2;

pub(crate) fn run(args: &CheckArgs) -> ExitCode {
    let report = if args.json { Report::JsonToStdout } else { Report::Text };
    let paths: Vec<Option<&Path>> = match args.paths.is_empty() {
        true => vec![None],
        false => args.paths.iter().map(|path| Some(path.as_path())).collect(),
    };
    let (mut all, mut has_more) = (Vec::new(), false);
    for path in &paths {
        match one(*path, report, args.locked) {
            Ok((found, more)) => {
                all.extend(found);
                has_more |= more;
            }
            Err(message) => {
                output::stderr(&format!("error: {message}\n"));
                return ExitCode::from(EXIT_COMPILE);
            }
        }
    }
    if !args.json {
        output::summary(&all, paths.len(), has_more);
    }
    exit(&all)
}

fn one(path: Option<&Path>, report: Report, is_locked: bool) -> Result<(Vec<Diagnostic>, bool), String> {
    let mut project = project::find(path)?;
    if let Some(manifest) = &mut project.manifest {
        manifest.is_locked = is_locked;
    }
    output::diagnostics(&project.diagnostics, &project.sources, report);
    let mut checked = check::check(&project.entry, &Disk, LIBRARY, project.manifest.as_ref());
    // What has no errors so far is compiled, so that what checks builds.
    if !checked.has_errors() && !output::has_errors(&project.diagnostics) {
        let found = compile::build(&mut checked, Goal::Run).err();
        checked.diagnostics.extend(found.into_iter().flatten());
    }
    output::diagnostics(&checked.diagnostics, &checked.program.sources, report);
    let found = project.diagnostics.into_iter().chain(checked.diagnostics).collect();
    Ok((found, checked.has_more))
}

/// Only errors fail; warnings do not.
pub(crate) fn exit(diagnostics: &[Diagnostic]) -> ExitCode {
    if output::has_errors(diagnostics) { ExitCode::from(EXIT_COMPILE) } else { ExitCode::SUCCESS }
}
