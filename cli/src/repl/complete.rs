//! What can stand where somebody types: commands, files, names of the session, words of the language, and after a `.` what the
//! type of the value before it has.

use std::collections::BTreeSet;

use concerto_compiler::lex::token::{CONTEXTUAL_KEYWORDS, HARD_KEYWORDS};
use concerto_compiler::session::members_of_last;

use super::command::COMMANDS;
use super::session::Session;
use super::{declared, entry};

/// Where the word begins that is typed, and what it can become.
pub(super) fn complete(session: &Session, line: &str) -> (usize, Vec<String>) {
    if let Some(command) = line.trim_start().strip_prefix(':') {
        return command_words(line, command);
    }
    let start = line.rfind(|it: char| !it.is_alphanumeric() && it != '_').map_or(0, |at| at + next_len(line, at));
    let (before, word) = line.split_at(start);
    let found = match before.strip_suffix('.') {
        Some(value) => members(session, value),
        None if word.is_empty() => BTreeSet::new(),
        None => names(session),
    };
    (start, found.into_iter().filter(|it| it.starts_with(word) && it != word).collect())
}

fn next_len(line: &str, at: usize) -> usize {
    line[at..].chars().next().map_or(0, char::len_utf8)
}

fn command_words(line: &str, command: &str) -> (usize, Vec<String>) {
    if let Some((_, path)) = command.split_once(' ').filter(|(name, _)| "load".starts_with(name)) {
        let path = path.trim_start();
        let start = path.rfind('/').map_or(0, |at| at + 1);
        return (line.len() - path.len() + start, files(&path[..start], &path[start..]));
    }
    let found = COMMANDS.iter().filter(|it| it.starts_with(command)).map(|it| (*it).to_owned());
    (line.len() - command.len(), found.collect())
}

/// Folders, and files of source.
fn files(folder: &str, word: &str) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(if folder.is_empty() { "." } else { folder }) else { return Vec::new() };
    let shown = entries.flatten().filter_map(|it| {
        let name = it.file_name().into_string().ok()?;
        let is_wanted = name.starts_with(word) && (!name.starts_with('.') || word.starts_with('.'));
        match it.path().is_dir() {
            true => is_wanted.then(|| format!("{name}/")),
            false => (is_wanted && name.ends_with(".conc")).then_some(name),
        }
    });
    let mut found: Vec<String> = shown.collect();
    found.sort();
    found
}

/// Words of the language, what the session declares, and what the library has in scope.
fn names(session: &Session) -> BTreeSet<String> {
    let words = HARD_KEYWORDS.iter().chain(CONTEXTUAL_KEYWORDS).map(|(_, it)| (*it).to_owned());
    let state = session.state();
    let items = state.parts.iter().flat_map(|it| declared::read(it).items);
    let items = items.flat_map(|it| it.names().cloned().collect::<Vec<_>>());
    let variables = state.variables.iter().map(|it| it.name.clone());
    let library = concerto_std::PRELUDE.iter().chain(concerto_std::AGENTS).flat_map(|(_, text)| public_names(text));
    words.chain(items.filter(|it| !it.contains([' ', ':']))).chain(variables).chain(library).collect()
}

/// The names that a file of the library declares for all.
fn public_names(text: &str) -> impl Iterator<Item = String> {
    const WORDS: [&str; 4] = ["pub struct ", "pub enum ", "pub fn ", "pub trait "];
    text.lines().filter_map(|line| {
        let rest = WORDS.iter().find_map(|word| line.strip_prefix(word))?;
        rest.split(|it: char| !it.is_alphanumeric() && it != '_').next().map(str::to_owned)
    })
}

/// The fields and methods of the value that a text ends in.
fn members(session: &Session, text: &str) -> BTreeSet<String> {
    let checked = session.look_at(entry(value_before(text)));
    members_of_last(&checked).into_iter().collect()
}

/// The last operand of a text: `xs.first()` of `print(xs.first()`.
fn value_before(text: &str) -> &str {
    let mut depth = 0;
    for (at, it) in text.char_indices().rev() {
        match it {
            ')' | ']' | '}' => depth += 1,
            '(' | '[' | '{' if depth == 0 => return &text[at + 1..],
            '(' | '[' | '{' => depth -= 1,
            ',' | ';' | '=' | '+' | '-' | '*' | '/' | '<' | '>' | '&' | '|' | '!' | ' ' if depth == 0 => {
                return &text[at + 1..];
            }
            _ => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::value_before;

    #[test]
    fn the_value_before_a_dot_is_the_last_operand() {
        for (text, value) in
            [("xs", "xs"), ("print(xs.first()", "xs.first()"), ("1 + f(2, 3)", "f(2, 3)"), ("[a, b]", "[a, b]")]
        {
            assert_eq!(value_before(text), value);
        }
    }
}
