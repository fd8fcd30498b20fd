//! The `concerto` command: arguments in, an exit code out. One file per subcommand.

mod args;
mod build;
mod check;
mod compile;
mod completions;
mod diff;
mod dis;
mod explain;
mod fmt;
mod mcp;
mod operator;
mod output;
mod project;
mod repl;
mod resume;
mod run;
mod scaffold;
mod schemas;
mod sign_in;
mod surroundings;
mod test;
mod usage;
mod watch;

use std::process::ExitCode;

use args::{Args, Command};
use clap::Parser;

fn main() -> ExitCode {
    if let Some(code) = mcp::guard() {
        return code;
    }
    let args = Args::try_parse().unwrap_or_else(|problem| usage::leave(problem));
    match args.command {
        Command::New(args) => scaffold::new(&args),
        Command::Init => scaffold::init(),
        Command::Run(args) => run::run(args),
        Command::Resume(args) => resume::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Build(args) => build::run(&args),
        Command::Test(args) => test::run(&args),
        Command::Repl(args) => repl::run(&args),
        Command::Fmt(args) => fmt::run(&args),
        Command::Dis(args) => dis::run(&args),
        Command::Mcp(args) => mcp::run(args),
        Command::Explain(args) => explain::run(&args),
        Command::Completions(args) => completions::run(&args),
    }
}
