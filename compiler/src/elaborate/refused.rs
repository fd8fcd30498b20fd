//! What the checker understands and nothing runs yet.

use super::Body;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::tree::ExprId;

impl Body<'_, '_> {
    /// Says that something cannot be run, once for each place.
    pub(super) fn refuse(&mut self, span: Span, what: &str) -> ExprId {
        if self.it.refused_at.insert(span) {
            self.it.refused.push(cannot_run(what, span));
        }
        self.never("something that cannot be run")
    }
}

/// A host, which the checker understands.
fn cannot_run(what: &str, span: Span) -> Diagnostic {
    let article = if what.starts_with(['a', 'e', 'i', 'o', 'M']) { "an" } else { "a" };
    Diagnostic::new(Code::CannotRun, format!("this version cannot run {article} {what}"))
        .label(span, "not possible yet")
        .help("remove it: everything else of the program can run")
}
