//! A session at a terminal: lines can be edited, go on where something is open, come back from the history, and are completed.

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use super::command::After;
use super::complete::complete;
use super::session::Session;
use super::{enter, input};

/// How many entries the history keeps.
const HISTORY_MAX: usize = 5_000;

const PROMPT: &str = "> ";

/// What the editor asks about a line.
struct Lines<'s> {
    session: Rc<RefCell<&'s mut Session>>,
}

/// Reads and runs entries until the end. It is an error that there is no terminal to read from.
pub(super) fn run(session: &mut Session) -> Result<(), String> {
    let session = Rc::new(RefCell::new(session));
    let config = Config::builder().completion_type(CompletionType::List).auto_add_history(false);
    let config = config.max_history_size(HISTORY_MAX).map_err(|it| it.to_string())?.build();
    let mut editor: Editor<Lines<'_>, FileHistory> = Editor::with_config(config).map_err(|it| it.to_string())?;
    editor.set_helper(Some(Lines { session: Rc::clone(&session) }));
    let history = history();
    // A history that is not there yet is an empty one.
    let _ = history.as_ref().map(|it| editor.load_history(it));
    loop {
        match editor.readline(PROMPT) {
            Ok(text) => {
                if !text.trim().is_empty() {
                    let _ = editor.add_history_entry(text.trim_end());
                    let _ = history.as_ref().map(|it| editor.append_history(it));
                }
                if enter(&mut session.borrow_mut(), &text) == After::Quit {
                    return Ok(());
                }
            }
            Err(ReadlineError::Interrupted) => {}
            Err(ReadlineError::Eof) => return Ok(()),
            Err(problem) => return Err(format!("the terminal cannot be read: {problem}")),
        }
    }
}

/// Where entries are remembered: in the folder that is for this.
fn history() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|it| !it.is_empty()).map(PathBuf::from);
    let folder = set("XDG_STATE_HOME").or_else(|| set("HOME").map(|it| it.join(".local/state")))?.join("concerto");
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join("history"))
}

impl Completer for Lines<'_> {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let Ok(session) = self.session.try_borrow() else { return Ok((at, Vec::new())) };
        Ok(complete(&session, line.get(..at).unwrap_or(line)))
    }
}

impl Validator for Lines<'_> {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        Ok(match input::goes_on(context.input()) {
            true => ValidationResult::Incomplete,
            false => ValidationResult::Valid(None),
        })
    }
}

impl Highlighter for Lines<'_> {}

impl Hinter for Lines<'_> {
    type Hint = String;
}

impl Helper for Lines<'_> {}
