//! From what the user names to a program that can be run: source is compiled, a `.conc-ir` file is read.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use concerto_compiler::check::{self, Checked};
use concerto_compiler::compile::{self, Goal};
use concerto_compiler::diagnostic::Diagnostic;
use concerto_compiler::load::Sources;
use concerto_compiler::manifest::Manifest;
use concerto_compiler::source::SourceMap;
use concerto_ir::Program;
use concerto_ir::verify::{Verified, verify};

use crate::check::EXIT_COMPILE;
use crate::output::{self, Report};
use crate::project::{self, Disk, LIBRARY, Project};

/// The ending of files that `concerto build` writes.
pub(crate) const IR_ENDING: &str = "conc-ir";

/// The code of a program.
enum Code {
    /// As a file has it: perhaps not by this compiler.
    Read(Box<Program>),
    /// Compiled from source.
    Built(Verified),
}

/// A program, and the entry file it comes from.
pub(crate) struct Compiled {
    code: Code,
    pub(crate) entry: PathBuf,
    /// The manifest around it, and its folder.
    pub(crate) manifest: Option<Manifest>,
    pub(crate) root: Option<PathBuf>,
}

/// What was learnt about a program of up to this size is not freed before it runs: that takes longer than some programs do.
const KEPT_BYTES: usize = 512 * 1024;

/// Compiles or reads a program. Whatever is wrong with it has been told, and is the exit code.
pub(crate) fn compile(path: Option<&Path>, report: Report) -> Result<Compiled, ExitCode> {
    compile_as(path, report, false)
}

/// The same for a program that is to be a server of its tools.
pub(crate) fn compile_server(path: Option<&Path>, report: Report) -> Result<Compiled, ExitCode> {
    compile_as(path, report, true)
}

fn compile_as(path: Option<&Path>, report: Report, serves: bool) -> Result<Compiled, ExitCode> {
    match path.filter(|it| it.extension().is_some_and(|ending| ending == IR_ENDING)) {
        Some(path) => {
            let program = read(path).map_err(|problem| failed(&problem))?;
            // Connections are not part of a program: where it runs, there they are.
            let project = project::find(Some(path)).map_err(|problem| failed(&problem))?;
            output::diagnostics(&project.diagnostics, &project.sources, report);
            match output::has_errors(&project.diagnostics) {
                true => Err(ExitCode::from(EXIT_COMPILE)),
                false => {
                    let code = Code::Read(Box::new(program));
                    Ok(Compiled { code, entry: path.to_owned(), manifest: project.manifest, root: project.root })
                }
            }
        }
        None => compile_source(path, report, serves),
    }
}

/// Checks a program from its source. Mistakes have been told, and are the exit code.
pub(crate) fn checked(path: Option<&Path>, report: Report, serves: bool) -> Result<(Project, Checked), ExitCode> {
    let mut project = project::find(path).map_err(|problem| failed(&problem))?;
    output::diagnostics(&project.diagnostics, &project.sources, report);
    let check = if serves { check::check_server } else { check::check };
    let mut checked = check(&project.entry, &Disk, LIBRARY, project.manifest.as_ref());
    output::diagnostics(&checked.diagnostics, &checked.program.sources, report);
    let told: Vec<Diagnostic> =
        std::mem::take(&mut project.diagnostics).into_iter().chain(std::mem::take(&mut checked.diagnostics)).collect();
    if output::has_errors(&told) {
        if report == Report::Text {
            output::summary(&told, 1, checked.has_more);
        }
        return Err(ExitCode::from(EXIT_COMPILE));
    }
    Ok((project, checked))
}

fn compile_source(path: Option<&Path>, report: Report, serves: bool) -> Result<Compiled, ExitCode> {
    let (project, mut checked) = checked(path, report, serves)?;
    let goal = if serves { Goal::Serve } else { Goal::Run };
    let verified = compile::build(&mut checked, goal).map_err(|it| {
        output::diagnostics(&it, &checked.program.sources, report);
        ExitCode::from(EXIT_COMPILE)
    })?;
    if checked.program.sources.bytes() < KEPT_BYTES {
        std::mem::forget(checked);
    }
    Ok(Compiled { code: Code::Built(verified), entry: project.entry, manifest: project.manifest, root: project.root })
}

/// Reads a `.conc-ir` file.
fn read(path: &Path) -> Result<Program, String> {
    let shown = path.display();
    let bytes = Disk.read(path).map_err(|reason| format!("`{shown}` cannot be read: {reason}"))?;
    let bytes = bytes.ok_or_else(|| format!("there is no file `{shown}`"))?;
    concerto_ir::json::from_bytes(&bytes).map_err(|problem| {
        let is_other_version = problem.contains("build the source again");
        let help =
            if is_other_version { "" } else { "\n  Help: build it again from its source, with `concerto build`" };
        format!("`{shown}` cannot be read: {problem}{help}")
    })
}

impl Compiled {
    /// The program, whether or not the machine can run it.
    pub(crate) fn program(&self) -> &Program {
        match &self.code {
            Code::Read(program) => program,
            Code::Built(verified) => verified.program(),
        }
    }

    /// The program, if the machine can run it.
    pub(crate) fn verified(self) -> Result<Verified, ExitCode> {
        let shown = self.entry.display();
        match self.code {
            Code::Built(verified) => Ok(verified),
            Code::Read(program) => verify(*program).map_err(|refusal| {
                failed(&format!("`{shown}` cannot be run: {refusal}\n  Help: build it again from its source"))
            }),
        }
    }

    /// Where the program starts. A program with only declarations has no start, and is told so.
    pub(crate) fn start(&self, report: Report) -> Result<u32, ExitCode> {
        self.program().entry.ok_or_else(|| {
            let diagnostic = compile::nothing_to_run(&self.entry.display().to_string());
            output::diagnostics(&[diagnostic], &SourceMap::default(), report);
            ExitCode::from(EXIT_COMPILE)
        })
    }
}

/// Tells what is wrong with something that is not source text.
pub(crate) fn failed(problem: &str) -> ExitCode {
    output::stderr(&format!("error: {problem}\n"));
    ExitCode::from(EXIT_COMPILE)
}
