//! What differs between two texts, line by line, for people.

/// So many lines around a change are shown.
const CONTEXT: usize = 1;

/// Texts that differ in more lines than these on one side are not compared any further.
const COMPARED_MAX: usize = 2000;

/// So many lines of a difference are shown.
const SHOWN_MAX: usize = 40;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Line<'a> {
    Same(&'a str),
    Removed(&'a str),
    Added(&'a str),
}

/// The changes from `before` to `after`, with the number of the line before each.
pub(crate) fn diff(before: &str, after: &str) -> String {
    let lines = compared(&before.lines().collect::<Vec<_>>(), &after.lines().collect::<Vec<_>>());
    let is_near = |at: usize| {
        let (from, to) = (at.saturating_sub(CONTEXT), (at + CONTEXT + 1).min(lines.len()));
        lines.get(from..to).is_some_and(|it| it.iter().any(|line| !matches!(line, Line::Same(_))))
    };
    let mut out = Vec::new();
    let mut number = 1;
    let mut was_near = false;
    for (at, line) in lines.iter().enumerate() {
        let near = is_near(at);
        if near && !was_near {
            out.push(format!("@@ line {number}"));
        }
        match line {
            Line::Same(text) if near => out.push(format!("  {text}")),
            Line::Removed(text) => out.push(format!("- {text}")),
            Line::Added(text) => out.push(format!("+ {text}")),
            Line::Same(_) => {}
        }
        number += usize::from(!matches!(line, Line::Added(_)));
        was_near = near;
    }
    if out.is_empty() {
        return "  (only line ends differ)\n".to_owned();
    }
    let more = out.len().saturating_sub(SHOWN_MAX);
    out.truncate(SHOWN_MAX);
    if more > 0 {
        out.push(format!("  … and {more} more lines"));
    }
    out.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

fn compared<'a>(before: &[&'a str], after: &[&'a str]) -> Vec<Line<'a>> {
    let start = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let (before_rest, after_rest) = (before.get(start..).unwrap_or(&[]), after.get(start..).unwrap_or(&[]));
    let end = before_rest.iter().rev().zip(after_rest.iter().rev()).take_while(|(a, b)| a == b).count();
    let old = before_rest.get(..before_rest.len() - end).unwrap_or(&[]);
    let new = after_rest.get(..after_rest.len() - end).unwrap_or(&[]);
    let mut lines: Vec<Line<'_>> = before.iter().take(start).map(|it| Line::Same(it)).collect();
    lines.extend(middle(old, new));
    lines.extend(before.iter().skip(before.len() - end).map(|it| Line::Same(it)));
    lines
}

/// The shortest way from one list to the other, by the longest list that both contain.
fn middle<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<Line<'a>> {
    let removed = || old.iter().map(|it| Line::Removed(it));
    let added = || new.iter().map(|it| Line::Added(it));
    if old.len().max(new.len()) > COMPARED_MAX {
        return removed().chain(added()).collect();
    }
    let width = new.len() + 1;
    // How many lines both have in common from each pair of places on.
    let mut common = vec![0u16; (old.len() + 1) * width];
    let at = |i: usize, j: usize| i * width + j;
    for (i, a) in old.iter().enumerate().rev() {
        for (j, b) in new.iter().enumerate().rev() {
            common[at(i, j)] = match a == b {
                true => common[at(i + 1, j + 1)] + 1,
                false => common[at(i + 1, j)].max(common[at(i, j + 1)]),
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut lines = Vec::with_capacity(old.len() + new.len());
    while let (Some(a), Some(b)) = (old.get(i), new.get(j)) {
        if a == b {
            lines.push(Line::Same(a));
            (i, j) = (i + 1, j + 1);
        } else if common[at(i + 1, j)] >= common[at(i, j + 1)] {
            lines.push(Line::Removed(a));
            i += 1;
        } else {
            lines.push(Line::Added(b));
            j += 1;
        }
    }
    lines.extend(old.iter().skip(i).map(|it| Line::Removed(it)));
    lines.extend(new.iter().skip(j).map(|it| Line::Added(it)));
    lines
}
