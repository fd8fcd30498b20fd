//! Ids for calls of providers that give none: a conversation in, ids that it does not have yet out.

use std::collections::HashSet;

use crate::chat::{ChatRequest, Part};

/// Gives ids.
pub(crate) struct Ids {
    used: HashSet<String>,
    /// The number that is tried next.
    next: u64,
}

impl Ids {
    /// Ids that are new in the conversation of a request.
    pub(crate) fn of(request: &ChatRequest) -> Self {
        let parts = request.messages.iter().flat_map(|it| &it.parts);
        let used = parts.filter_map(|it| match it {
            Part::Call(call) => Some(call.id.clone()),
            Part::Result(outcome) => Some(outcome.call_id.clone()),
            _ => None,
        });
        Self { used: used.collect(), next: 1 }
    }

    /// The id that the provider gave, if it is new; else one of ours.
    pub(crate) fn take(&mut self, given: Option<&str>) -> String {
        if let Some(given) = given.filter(|it| !it.is_empty() && !self.used.contains(*it)) {
            self.used.insert(given.to_owned());
            return given.to_owned();
        }
        loop {
            let id = format!("call_{}", self.next);
            self.next += 1;
            if self.used.insert(id.clone()) {
                return id;
            }
        }
    }
}
