//! Asks whoever sits at the terminal about calls that need approval.
//!
//! Lines are read by a thread of their own, which nothing can stop while nobody types: a question that is not wanted any more
//! leaves, and the next one takes its place.

mod lines;

use std::io::IsTerminal;
use std::sync::{Arc, Mutex, PoisonError};

use concerto_runtime::{Decision, Operator, Question, Watch};

use self::lines::{Heard, Lines};
use crate::output;
use crate::resume::shown;

/// A terminal with somebody at it.
pub(crate) struct Terminal {
    /// One question at a time.
    turn: Mutex<()>,
    lines: Lines,
    watch: Option<Arc<dyn Watch>>,
}

impl Terminal {
    /// The terminal, if questions can be shown and answers be typed.
    pub(crate) fn find(json: bool, watch: Option<Arc<dyn Watch>>) -> Option<Arc<dyn Operator>> {
        let is_there = !json && std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
        is_there.then(|| Arc::new(Self { turn: Mutex::default(), lines: Lines::default(), watch }) as Arc<dyn Operator>)
    }
}

impl Operator for Terminal {
    fn decide(&self, call: &Question<'_>, is_wanted: &dyn Fn() -> bool) -> Decision {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        if !is_wanted() {
            return Decision::Suspend;
        }
        self.hold(true);
        let decision = self.ask(call, is_wanted);
        self.hold(false);
        decision
    }
}

impl Terminal {
    fn hold(&self, is_held: bool) {
        if let Some(watch) = &self.watch {
            watch.hold(is_held);
        }
    }

    fn ask(&self, call: &Question<'_>, is_wanted: &dyn Fn() -> bool) -> Decision {
        let Question { agent, tool, arguments } = call;
        self.lines.want();
        output::stderr(&format!("{agent} wants to call {tool} with {}\n", shown(arguments)));
        loop {
            output::stderr("Allow it? y, n, n and why, or l for later: ");
            match self.lines.next(is_wanted) {
                Heard::Line(line) => {
                    if let Some(decision) = read(&line) {
                        return decision;
                    }
                }
                Heard::End => return Decision::Suspend,
                Heard::Nothing => {
                    output::stderr("\nnobody waits for the answer any more\n");
                    return Decision::Suspend;
                }
            }
        }
    }
}

/// What an answer means, if it means something.
fn read(line: &str) -> Option<Decision> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match word.trim_end_matches([',', ':']).to_lowercase().as_str() {
        "y" | "yes" if rest.is_empty() => Some(Decision::Allow),
        "n" | "no" if rest.trim().is_empty() => Some(Decision::Deny("the operator said no".to_owned())),
        "n" | "no" => Some(Decision::Deny(rest.trim().to_owned())),
        "l" | "later" if rest.is_empty() => Some(Decision::Suspend),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_clear_yes_allows() {
        let deny = |it: &str| Some(Decision::Deny(it.to_owned()));
        for (line, means) in [
            ("y\n", Some(Decision::Allow)),
            (" Yes \n", Some(Decision::Allow)),
            ("n\n", deny("the operator said no")),
            ("no, not today\n", deny("not today")),
            ("later\n", Some(Decision::Suspend)),
            ("\n", None),
            ("yes but\n", None),
            ("yep\n", None),
            ("allow\n", None),
        ] {
            assert_eq!(read(line), means, "{line:?}");
        }
    }
}
