//! The formatter: what it promises of every program, the programs of this repository, and the command.

mod command;
mod kept;
mod layouts;

use concerto_compiler::ast::{Names, dump};
use concerto_compiler::diagnostic::Severity;
use concerto_compiler::format::format;
use concerto_compiler::source::SourceMap;
use concerto_compiler::{lex, parse};

/// What must stay the same: the tree, and the comments without the blanks at their ends.
#[derive(PartialEq, Eq)]
pub(crate) struct Meaning {
    tree: String,
    comments: Vec<String>,
}

/// The meaning of a text, unless it has syntax errors.
pub(crate) fn meaning(text: &str) -> Option<Meaning> {
    let mut sources = SourceMap::default();
    let id = sources.add("main.conc", text)?;
    let file = sources.file(id);
    let (tokens, mut found) = lex::lex(file);
    let mut names = Names::default();
    let (tree, more) = parse::parse(file, &tokens, &mut names);
    found.extend(more);
    if found.iter().any(|it| it.severity() == Severity::Error) {
        return None;
    }
    let comments = tokens.comments.iter().map(|it| file.slice(it.span).trim_end().to_owned()).collect();
    Some(Meaning { tree: dump::dump(&tree, &names), comments })
}

/// A text as the formatter leaves it.
pub(crate) fn formatted(text: &str) -> Result<String, String> {
    let mut sources = SourceMap::default();
    let id = sources.add("main.conc", text).ok_or("too large")?;
    format(sources.file(id)).map_err(|refusal| format!("{refusal:?}"))
}

/// What is wrong with how a text is formatted, if anything is. Nothing is said of texts with syntax errors.
pub(crate) fn wrong(text: &str) -> Option<String> {
    let before = meaning(text)?;
    let once = match formatted(text) {
        Ok(once) => once,
        Err(problem) => return Some(format!("{problem}\n{text}")),
    };
    let Some(after) = meaning(&once) else { return Some(format!("it has syntax errors then:\n{once}")) };
    if before.tree != after.tree {
        return Some(format!("the tree is another one:\n{once}\n----\n{}\n----\n{}", before.tree, after.tree));
    }
    if before.comments != after.comments {
        return Some(format!("the comments are others:\n{once}\n----\n{:?}\n{:?}", before.comments, after.comments));
    }
    match formatted(&once) {
        Ok(twice) if twice == once => None,
        Ok(twice) => Some(format!("formatting it again changes it:\n{}\n----\n{text}", first_change(&once, &twice))),
        Err(problem) => Some(format!("it cannot be formatted again: {problem}\n{once}")),
    }
}

/// The lines around the first that differs.
fn first_change(once: &str, twice: &str) -> String {
    let same = once.lines().zip(twice.lines()).take_while(|(a, b)| a == b).count();
    let around = |text: &str| text.lines().skip(same.saturating_sub(4)).take(12).collect::<Vec<_>>().join("\n");
    format!("{}\n---- then\n{}", around(once), around(twice))
}

/// Fails with the first of these, if there are any.
pub(crate) fn none_of(failures: &[String]) {
    let first: Vec<&str> = failures.iter().take(3).map(String::as_str).collect();
    assert!(failures.is_empty(), "{} of these; the first:\n\n{}", failures.len(), first.join("\n\n"));
}
