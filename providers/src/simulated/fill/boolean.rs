//! Yes or no.

use serde_json::Value;

use super::Filler;
use crate::simulated::words::words;

/// Words that say no before what they are about.
const NO_BEFORE: &[&str] = &["disable", "dont", "false", "never", "no", "not", "off", "without"];

/// Words that say no after it.
const NO_AFTER: &[&str] = &["disabled", "false", "no", "off"];

/// Words that may stand between.
const BETWEEN: &[&str] = &["a", "an", "any", "are", "be", "is", "the", "to"];

impl Filler<'_, '_> {
    /// False where the prompt says no to what the parameter is called, or no to anything where it does not speak of it.
    pub(super) fn fill_boolean(&mut self, name: &str) -> Value {
        let name: Vec<String> = words(name).into_iter().filter(|it| !is_between(it)).collect();
        let said: Vec<&str> = self.supply.words().filter(|it| !is_between(it)).collect();
        let is_name = |it: &str| name.iter().any(|word| word == it);
        let is_meant = said.iter().any(|it| is_name(it));
        let is_denied = if is_meant {
            let denies = |pair: &[&str]| match pair {
                [left, right] => {
                    (is_name(right) && NO_BEFORE.contains(left)) || (is_name(left) && NO_AFTER.contains(right))
                }
                _ => false,
            };
            said.windows(2).any(denies)
        } else {
            said.iter().any(|it| NO_BEFORE.contains(it))
        };
        if is_meant {
            self.supply.note_found();
        }
        Value::Bool(is_denied == (self.variant % 2 == 1))
    }
}

fn is_between(word: &str) -> bool {
    BETWEEN.contains(&word)
}
