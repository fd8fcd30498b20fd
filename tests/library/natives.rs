//! One table: every function without a body has one that does it, of the same types, and none is left over.

use std::collections::{BTreeMap, BTreeSet};

use concerto_std::{AGENTS, MODULES, NATIVES, PRELUDE};

use super::declared::{Declared, declarations};
use crate::support::root;

/// All declarations of the library.
pub(super) fn all() -> Vec<Declared> {
    let files = PRELUDE.iter().chain(AGENTS).chain(MODULES);
    files.flat_map(|(name, text)| declarations(name, text)).collect()
}

fn with_bodies_elsewhere() -> Vec<Declared> {
    all().into_iter().filter(|it| it.native.is_some()).collect()
}

/// The compiler's own text where it makes instructions of natives.
fn lowering() -> String {
    let folders = ["compiler/src/elaborate", "compiler/src/lower"];
    let files = folders.iter().flat_map(|it| crate::support::files_below(&root().join(it), ".rs"));
    files.map(|it| std::fs::read_to_string(it).unwrap()).collect()
}

#[test]
fn every_function_without_a_body_is_declared_as_one() {
    for it in all().iter().filter(|it| it.sort == "fn" && it.of.as_deref() != Some("")) {
        assert!(it.effect.is_none() || it.native.is_some(), "{}: `{}` has an effect and a body", it.file, it.name);
    }
    assert!(with_bodies_elsewhere().len() > 250, "they are found");
}

#[test]
fn every_native_has_a_line_that_says_what_it_does() {
    let silent: Vec<String> = with_bodies_elsewhere()
        .iter()
        .filter(|it| it.docs.is_empty())
        .map(|it| format!("{}::{}", it.file, it.name))
        .collect();
    assert!(silent.is_empty(), "{silent:?}");
}

#[test]
fn every_native_has_a_body_of_the_same_type() {
    let lowering = lowering();
    let mut wrong = Vec::new();
    for it in with_bodies_elsewhere() {
        let name = it.native.clone().unwrap_or_default();
        let row = concerto_vm::natives().find(|row| row.0 == name).map(|row| row.1);
        let row = row.or_else(|| NATIVES.iter().find(|row| row.name == name).map(|row| row.signature));
        let is_instruction =
            lowering.contains(&format!("(\"{name}\", [")) || lowering.contains(&format!("\"{name}\" |"));
        let is_instruction = is_instruction || lowering.contains(&format!("| \"{name}\""));
        match (row, it.effect.is_some()) {
            (None, true) if concerto_runtime::effects().any(|it| it == name) => {}
            (None, _) if is_instruction || LATER.contains(&name.as_str()) => {}
            (Some(row), false) if fits(row, &types_of(&it)) => {}
            (Some(row), _) => wrong.push(format!("`{name}` is {row}, and declared {}", types_of(&it))),
            (None, _) => wrong.push(format!("nothing does `{name}`")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Hosts are declared before they run.
const LATER: [&str; 3] = ["host.execute", "host.with_context", "host.with_memory"];

/// What only programs use that no compiler of ours made.
const SPARE: [&str; 2] = ["array.concat", "array.take_last"];

#[test]
fn every_body_is_declared_or_used_by_the_compiler() {
    let declared: BTreeSet<String> = with_bodies_elsewhere().into_iter().filter_map(|it| it.native).collect();
    let lowering = lowering();
    let natives = concerto_vm::natives().map(|it| it.0).chain(NATIVES.iter().map(|it| it.name));
    let is_used =
        |name: &&str| SPARE.contains(name) || declared.contains(*name) || lowering.contains(&format!("\"{name}\""));
    let unused: Vec<&str> = natives.chain(concerto_runtime::effects()).filter(|it| !is_used(it)).collect();
    assert!(unused.is_empty(), "nobody uses {unused:?}");
}

/// `(Map<K, V>, K) -> Option<V>`, out of a declaration.
fn types_of(it: &Declared) -> String {
    let (_, rest) = it.signature.split_once('(').unwrap();
    let end = matching(rest);
    let params = split(&rest[..end]).into_iter().map(|param| match param.trim_start_matches("mut ") {
        "self" => it.of.clone().unwrap_or_default(),
        param => {
            let ty = param.split_once(": ").map_or(param, |it| it.1);
            ty.split(" = ").next().unwrap_or(ty).to_owned()
        }
    });
    let params: Vec<String> = params.map(|it| without_marks(&it)).collect();
    let result = rest[end + 1..].trim().strip_prefix("-> ").map_or("Unit".to_owned(), without_marks);
    format!("({}) -> {result}", params.join(", "))
}

/// `T?` is `Option<T>`, a function is one.
fn without_marks(ty: &str) -> String {
    match ty.strip_suffix('?') {
        Some(inner) => format!("Option<{}>", without_marks(inner)),
        None if ty.starts_with("fn(") => "Function".to_owned(),
        None => ty.to_owned(),
    }
}

/// Where the bracket that is open ends.
fn matching(text: &str) -> usize {
    let mut depth = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' if depth == 0 => return at,
            ')' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// Parameters, at the commas that are in no bracket.
fn split(text: &str) -> Vec<String> {
    let (mut parts, mut depth, mut is_quoted) = (vec![String::new()], 0, false);
    for letter in text.chars() {
        is_quoted ^= letter == '"';
        match letter {
            ',' if depth == 0 && !is_quoted => parts.push(String::new()),
            _ => {
                depth += i32::from("(<[".contains(letter)) - i32::from(")]".contains(letter));
                depth -= i32::from(letter == '>' && !parts.last().is_some_and(|it| it.ends_with('-')));
                parts.last_mut().unwrap().push(letter);
            }
        }
    }
    parts.into_iter().map(|it| it.trim().to_owned()).filter(|it| !it.is_empty()).collect()
}

/// Whether the types of a row are those of a declaration. A letter of the row is any type, the same wherever it stands.
fn fits(row: &str, declared: &str) -> bool {
    let (row, declared) = (words(row), words(declared));
    let mut letters: BTreeMap<&str, String> = BTreeMap::new();
    let mut rest = &declared[..];
    for word in &row {
        let is_letter = word.len() == 1 && word.starts_with(|it: char| it.is_ascii_uppercase());
        let count = if is_letter { one_type(rest) } else { 1 };
        if rest.len() < count {
            return false;
        }
        let (found, after) = rest.split_at(count);
        let found = found.concat();
        let wanted =
            if is_letter { letters.entry(word).or_insert_with(|| found.clone()).clone() } else { word.clone() };
        if found != wanted {
            return false;
        }
        rest = after;
    }
    rest.is_empty()
}

/// Names and signs.
fn words(types: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for letter in types.chars().filter(|it| *it != ' ') {
        let goes_on = letter.is_alphanumeric() && words.last().is_some_and(|it| it.ends_with(char::is_alphanumeric));
        match words.last_mut().filter(|_| goes_on) {
            Some(word) => word.push(letter),
            None => words.push(letter.to_string()),
        }
    }
    words
}

/// How many words the type at the start is.
fn one_type(words: &[String]) -> usize {
    let mut depth = 0;
    for (at, word) in words.iter().enumerate() {
        depth += i32::from("(<".contains(word.as_str())) - i32::from(")>".contains(word.as_str()));
        let goes_on = words.get(at + 1).is_some_and(|it| it == "<");
        if depth == 0 && !goes_on {
            return at + 1;
        }
    }
    words.len()
}

#[test]
fn letters_stand_for_types() {
    assert!(fits("(Map<K, V>, K) -> Option<V>", "(Map<String, Array<Int>>, String) -> Option<Array<Int>>"));
    assert!(!fits("(T, T) -> Bool", "(Int, String) -> Bool"));
    assert!(!fits("(T) -> Bool", "(Int, Int) -> Bool"));
}
