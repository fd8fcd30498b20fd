//! `concerto dis`: the instructions of a program, for people.

use std::process::ExitCode;

use concerto_ir::listing::listing;

use crate::args::DisArgs;
use crate::compile::compile;
use crate::output::{self, Report};

/// A file that the machine would refuse is shown, too: so it can be seen why.
pub(crate) fn run(args: &DisArgs) -> ExitCode {
    match compile(Some(&args.path), Report::Text) {
        Ok(compiled) => {
            output::stdout(&listing(compiled.program()));
            ExitCode::SUCCESS
        }
        Err(code) => code,
    }
}
