//! Places: `p.x[i]`.

use super::{Lines, Printer};
use crate::tree::{Place, Root, Step};

impl Printer<'_> {
    pub(super) fn place(&self, place: &Place) -> String {
        let root = match &place.root {
            Root::Local(local) => self.local(*local),
            Root::Global(global, _) => self.global(global),
        };
        let step = |it: &Step| match it {
            Step::Part { of, index } => format!(".{}", self.names.part(*of, *index)),
            Step::Element { index, .. } => format!("[{}]", flat(self.expr(*index))),
            Step::Value { key, .. } => format!("[key {}]", flat(self.expr(*key))),
        };
        place.steps.iter().map(step).fold(root, |path, step| path + &step)
    }
}

/// All of it on one line.
fn flat(lines: Lines) -> String {
    let lines: Vec<&str> = lines.iter().map(|it| it.trim()).collect();
    lines.join(" ")
}
