//! `concerto explain`: the page of a code.

use std::process::ExitCode;

use concerto_compiler::diagnostic::Code;
use concerto_compiler::diagnostic::suggest::nearest;

use crate::args::ExplainArgs;
use crate::check::EXIT_COMPILE;
use crate::output;

pub(crate) fn run(args: &ExplainArgs) -> ExitCode {
    let Some(text) = &args.code else {
        output::stdout(&list());
        return ExitCode::SUCCESS;
    };
    match Code::parse(text) {
        Some(code) => {
            output::stdout(code.page());
            ExitCode::SUCCESS
        }
        None => {
            output::stderr(&unknown(text));
            ExitCode::from(EXIT_COMPILE)
        }
    }
}

fn list() -> String {
    Code::ALL.iter().map(|code| format!("{}  {}\n", code.text(), code.summary())).collect()
}

fn unknown(text: &str) -> String {
    let near = nearest(&text.to_uppercase(), Code::ALL.iter().map(|code| code.text()));
    let help = near.map_or("`concerto explain` lists them all".to_owned(), |it| format!("did you mean `{it}`?"));
    format!("error: there is no code `{text}`\n  Help: {help}\n")
}
