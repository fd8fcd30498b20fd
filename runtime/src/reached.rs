//! What a test would have reached over the network. Whoever runs the test looks here when it has ended: a test that
//! takes no notice of the error fails all the same.

use std::sync::{Arc, Mutex};

use crate::model::locked;

/// Why a test fails, shared with whoever runs it.
#[derive(Clone, Default, Debug)]
pub struct Reached(Arc<Mutex<Vec<String>>>);

impl Reached {
    /// What the test would have reached, and what to do about it; the first time that it tried.
    pub fn first(&self) -> Option<String> {
        locked(&self.0).first().cloned()
    }

    pub(crate) fn note(&self, problem: String) {
        locked(&self.0).push(problem);
    }
}
