//! What can be written after `concerto`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

/// Concerto: agents, tools and schemas in one checked language.
#[derive(Parser)]
#[command(
    name = "concerto",
    version,
    about = "Concerto: agents, tools and schemas in one checked language",
    after_help = "\
Start here:
  concerto check hello.conc        find mistakes before anything runs
  concerto explain E0201           what a code in a message means

Exit codes: 0 success, 2 compile errors or wrong usage."
)]
pub(crate) struct Args {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Find mistakes without running anything
    Check(CheckArgs),
    /// Show what the compiler makes of a program
    Build(BuildArgs),
    /// Print the page of a diagnostic's code
    Explain(ExplainArgs),
    /// Print a script that completes commands in your shell
    Completions(CompletionsArgs),
}

#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  concerto check                   the project around this folder
  concerto check src/main.conc     one program, starting at this file
  concerto check a.conc b.conc     two programs
  concerto check --json main.conc  one JSON object a line, on standard output")]
pub(crate) struct CheckArgs {
    /// Entry files, or folders with a `Concerto.toml`; without one, the project around this folder
    pub(crate) paths: Vec<PathBuf>,
    /// Print diagnostics as JSON, one object a line, on standard output
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  concerto build main.conc --emit tokens   the words that the lexer sees
  concerto build main.conc --emit ast      the tree that the parser makes of them")]
pub(crate) struct BuildArgs {
    /// The entry file, or a folder with a `Concerto.toml`; without one, the project around this folder
    pub(crate) path: Option<PathBuf>,
    /// Print this to standard output
    #[arg(long, value_enum)]
    pub(crate) emit: Emit,
    /// Print diagnostics as JSON, one object a line, on standard error
    #[arg(long)]
    pub(crate) json: bool,
}

/// What a phase of the compiler gives.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Emit {
    /// Tokens, one a line, with their places
    Tokens,
    /// The tree of the file
    Ast,
}

#[derive(ClapArgs)]
pub(crate) struct ExplainArgs {
    /// A code such as E0201; without one, all codes are listed
    pub(crate) code: Option<String>,
}

#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  concerto completions bash > ~/.local/share/bash-completion/completions/concerto
  concerto completions zsh > ~/.zfunc/_concerto
  concerto completions fish > ~/.config/fish/completions/concerto.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: Shell,
}
