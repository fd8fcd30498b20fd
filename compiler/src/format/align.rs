//! Comments behind code that stood below each other stay so.
//!
//! One blank goes before a comment behind code. Where several in a row stood in one column, without an empty line between them,
//! they get one column again: the first that leaves a blank behind the longest of their lines.

/// A `// …` behind code.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trail {
    /// Where the blank before it is in the text.
    pub(super) at: usize,
    /// How wide the code before it is.
    pub(super) width: u32,
    /// Its column in the source.
    pub(super) column: u32,
}

/// The text with comments below each other.
pub(super) fn align(text: &str, trails: &[Trail]) -> String {
    let mut out = String::with_capacity(text.len() + trails.len());
    let mut written = 0;
    let mut rest = trails;
    while let Some((run, after)) = first_run(text, rest) {
        let width = run.iter().map(|it| it.width).max().unwrap_or(0);
        for trail in run {
            out.push_str(text.get(written..trail.at).unwrap_or(""));
            out.extend(std::iter::repeat_n(' ', (width - trail.width) as usize));
            written = trail.at;
        }
        rest = after;
    }
    out.push_str(text.get(written..).unwrap_or(""));
    out
}

/// The comments that belong together at the start of these, and the others.
fn first_run<'t>(text: &str, trails: &'t [Trail]) -> Option<(&'t [Trail], &'t [Trail])> {
    let belongs = |pair: &&[Trail]| match pair {
        [before, after] => before.column == after.column && !has_empty_line(text, *before, *after),
        _ => false,
    };
    let length = 1 + trails.windows(2).take_while(belongs).count();
    trails.split_at_checked(length)
}

fn has_empty_line(text: &str, before: Trail, after: Trail) -> bool {
    let between = text.get(before.at..after.at).unwrap_or("");
    between.contains("\n\n") || between.contains("\r\n\r\n")
}
