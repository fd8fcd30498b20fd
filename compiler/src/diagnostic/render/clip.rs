//! Excerpts of lines that are too long for a screen.

use std::ops::Range;

use super::Diagnostic;
use crate::source::{SourceFile, SourceMap, Span};

/// Lines longer than this are cut.
const LINE_MAX_BYTES: u32 = 400;

/// How much is kept before and after the start of the label.
const AROUND_BYTES: u32 = 60;

/// A cut line with the label's place in it.
pub(super) struct Excerpt {
    pub(super) text: String,
    pub(super) line: u32,
    pub(super) column: u32,
    pub(super) range: Range<usize>,
}

/// Whether a line that would be shown is too long to be shown whole.
pub(super) fn needed(diagnostic: &Diagnostic, sources: &SourceMap) -> bool {
    diagnostic.labels.iter().any(|label| {
        let Some(file) = sources.file_of(label.span) else { return false };
        [label.span.start, label.span.end].iter().any(|at| {
            let line = file.position_line(*at);
            file.line_text(line).len() as u32 > LINE_MAX_BYTES
        })
    })
}

/// The part of the line around the start of `span`, with dots where it was cut.
pub(super) fn excerpt(file: &SourceFile, span: Span) -> Excerpt {
    let position = file.position(span.start);
    let line = file.line_text(position.line);
    let at = (span.start - file.line_start(position.line)) as usize;
    let from = floor(line, at.saturating_sub(AROUND_BYTES as usize));
    let to = floor(line, (at + AROUND_BYTES as usize).min(line.len()));
    let before = if from > 0 { "... " } else { "" };
    let after = if to < line.len() { " ..." } else { "" };
    let kept = line.get(from..to).unwrap_or("");
    let start = before.len() + at - from;
    let length = (span.end.saturating_sub(span.start) as usize).min(to.saturating_sub(at));
    Excerpt {
        text: format!("{before}{kept}{after}"),
        line: position.line,
        column: position.column,
        range: start..start + length,
    }
}

fn floor(line: &str, mut at: usize) -> usize {
    while !line.is_char_boundary(at) {
        at -= 1;
    }
    at
}
