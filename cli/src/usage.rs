//! Wrong words after `concerto`: what was probably meant.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Error};
use concerto_compiler::diagnostic::suggest::nearest;

use crate::args::Args;

/// Says what is wrong, or what was asked for, and ends.
pub(crate) fn leave(mut problem: Error) -> ! {
    let has_none = problem.get(ContextKind::SuggestedSubcommand).is_none();
    if problem.kind() == ErrorKind::InvalidSubcommand && has_none {
        let near = match problem.get(ContextKind::InvalidSubcommand) {
            Some(ContextValue::String(word)) => command_like(word),
            _ => None,
        };
        if let Some(near) = near {
            problem.insert(ContextKind::SuggestedSubcommand, ContextValue::String(near));
        }
    }
    problem.exit()
}

/// The command that is written almost like a word.
fn command_like(word: &str) -> Option<String> {
    let command = Args::command();
    let names: Vec<&str> = command.get_subcommands().map(|it| it.get_name()).collect();
    nearest(word, names.iter().copied()).map(str::to_owned)
}
