//! For tests: which of the replies that are there at the same time comes first. A seed decides, and the same seed always
//! decides the same.

use crate::waiting::Replied;

/// Replies that are there, and the dice that say which of them the machine gets next.
pub(crate) struct Order {
    state: u64,
    kept: Vec<Replied>,
}

impl Order {
    pub(crate) fn of(seed: u64) -> Self {
        Self { state: seed, kept: Vec::new() }
    }

    /// Whether some replies are there already, so that there is nothing to wait for.
    pub(crate) fn has_some(&self) -> bool {
        !self.kept.is_empty()
    }

    /// Takes what has come and gives what is handed over now: at least one where there is any, in any order. The others
    /// come later, but before any time passes.
    pub(crate) fn choose(&mut self, came: Vec<Replied>) -> Vec<Replied> {
        self.kept.extend(came);
        for last in (1..self.kept.len()).rev() {
            let other = self.below(last + 1);
            self.kept.swap(last, other);
        }
        let kept_back = self.below(self.kept.len().max(1));
        self.kept.split_off(kept_back)
    }

    /// A number below `limit` (SplitMix64).
    fn below(&mut self, limit: usize) -> usize {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) as usize % limit
    }
}
