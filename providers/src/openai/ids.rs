//! Ids of calls: what a server calls them in, ids that are unique in the conversation out.

use std::collections::HashSet;

use crate::chat::{ChatRequest, Part};

/// The ids that are in use.
#[derive(Debug, Default)]
pub(crate) struct Ids {
    taken: HashSet<String>,
    made: usize,
}

impl Ids {
    /// Those of the conversation so far.
    pub(crate) fn of(request: &ChatRequest) -> Self {
        let parts = request.messages.iter().flat_map(|it| &it.parts);
        let taken = parts.filter_map(|it| if let Part::Call(call) = it { Some(call.id.clone()) } else { None });
        Self { taken: taken.collect(), made: 0 }
    }

    /// The wanted id, or a new one where it is empty or in use.
    pub(crate) fn give(&mut self, wanted: &str) -> String {
        if !wanted.is_empty() && self.taken.insert(wanted.to_owned()) {
            return wanted.to_owned();
        }
        loop {
            self.made += 1;
            let id = format!("call_{}", self.made);
            if self.taken.insert(id.clone()) {
                return id;
            }
        }
    }
}
