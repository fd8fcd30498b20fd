//! What happens while a program runs, for those who look at it.

use serde_json::Value;

/// Somebody who looks at what a program's agents do.
pub trait Watch: Send + Sync {
    /// Whether events are wanted; those that are not are not made.
    fn wants_events(&self) -> bool {
        true
    }

    /// Something happened: an object with `event`, and mostly with `agent` and `run`. It holds no secret.
    fn event(&self, event: &Value);

    /// Something that the user should know.
    fn warn(&self, warning: &str);

    /// The program is about to write to the terminal: whatever is shown there in passing goes away.
    fn make_room(&self) {}

    /// Somebody is asked something at the terminal, or is not any more: meanwhile nothing is shown there in passing.
    fn hold(&self, _is_held: bool) {}
}
