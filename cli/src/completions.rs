//! `concerto completions`: a script for a shell.

use std::process::ExitCode;

use clap::CommandFactory;

use crate::args::{Args, CompletionsArgs};
use crate::output;

pub(crate) fn run(args: &CompletionsArgs) -> ExitCode {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "concerto", &mut script);
    output::stdout(&String::from_utf8_lossy(&script));
    ExitCode::SUCCESS
}
