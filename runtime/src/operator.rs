//! Whoever sits at the terminal.

use serde_json::Value;

/// Decides on calls that need approval, for programs that leave it to the one who runs them.
pub trait Operator: Send + Sync {
    /// Decides on a call. It may take its time, for as long as the decision is wanted; then whatever it says is not heard.
    fn decide(&self, call: &Question<'_>, is_wanted: &dyn Fn() -> bool) -> Decision;
}

/// A call that needs approval.
#[derive(Clone, Copy, Debug)]
pub struct Question<'q> {
    /// The agent that wants to make it.
    pub agent: &'q str,
    /// The tool, by its name in the program.
    pub tool: &'q str,
    /// What it is called with.
    pub arguments: &'q Value,
}

/// What becomes of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// It may run.
    Allow,
    /// It may not, and why.
    Deny(String),
    /// Somebody decides later.
    Suspend,
}
