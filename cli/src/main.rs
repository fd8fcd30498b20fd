//! The `concerto` command: arguments in, an exit code out. One file per subcommand.

mod args;
mod build;
mod check;
mod completions;
mod explain;
mod output;
mod project;

use std::process::ExitCode;

use args::{Args, Command};
use clap::Parser;

fn main() -> ExitCode {
    match Args::parse().command {
        Command::Check(args) => check::run(&args),
        Command::Build(args) => build::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Completions(args) => completions::run(&args),
    }
}
