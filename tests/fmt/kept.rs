//! The programs of this repository, and those in its pages, are formatted and stay so.

use std::path::{Path, PathBuf};

use super::{formatted, meaning, none_of, wrong};
use crate::pages::fences_of;
use crate::support::{files_below, root};

/// Programs whose layout is what they are about, and why.
const LEFT_OUT: &[(&str, &str)] = &[
    ("tests/programs/03-types/a_type_written_too_deep.conc", "types of a hundred levels would fill the page"),
    ("tests/programs/run/modules/a_fault_in_a_module/main.conc", "lines far from each other, to tell the files apart"),
    ("tests/programs/run/modules/a_fault_in_a_module/ledger_book.conc", "the same"),
];

fn programs() -> Vec<PathBuf> {
    let folders = ["std", "examples", "bench", "tests"];
    folders.iter().flat_map(|it| files_below(&root().join(it), ".conc")).collect()
}

fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

/// What is not formatted, unless it has syntax errors.
fn unformatted(name: &str, text: &str) -> Option<String> {
    meaning(text)?;
    match formatted(text) {
        Ok(after) if after == text => None,
        Ok(_) => Some(format!("{name} is not formatted: run `concerto fmt {name}`")),
        Err(problem) => Some(format!("{name}: {problem}")),
    }
}

/// The files in an example, each after a line `// file: NAME`.
fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for line in text.lines() {
        match line.starts_with("// file: ") {
            true => parts.push(String::new()),
            false => parts.last_mut().unwrap().extend([line, "\n"]),
        }
    }
    parts
}

#[test]
fn every_program_is_formatted() {
    let failures = programs().into_iter().filter_map(|path| {
        let name = shown(&path);
        let text = std::fs::read_to_string(&path).ok()?;
        let is_left_out = LEFT_OUT.iter().any(|(left_out, _)| *left_out == name);
        match (unformatted(&name, &text), is_left_out) {
            (None, true) => Some(format!("{name} is formatted: take it off the list of those left out")),
            (Some(_), true) => wrong(&text),
            (failure, false) => failure,
        }
    });
    none_of(&failures.collect::<Vec<_>>());
}

#[test]
fn every_example_in_the_pages_is_formatted() {
    let mut pages = files_below(&root().join("spec"), ".md");
    pages.extend(files_below(&root().join("guide"), ".md"));
    pages.push(root().join("README.md"));
    let mut failures = Vec::new();
    for fence in pages.iter().flat_map(|it| fences_of(it)).filter(|it| it.tag.starts_with("concerto")) {
        let name = format!("{}:{}", fence.file, fence.line);
        for part in parts(&fence.text) {
            failures.extend(wrong(&part).map(|it| format!("{name}: {it}")));
            let after = formatted(&part).unwrap_or_default();
            if meaning(&part).is_some() && after.trim_end() != part.trim_end() {
                failures.push(format!("the example at {name} is not formatted; it should be\n\n{after}"));
            }
        }
    }
    none_of(&failures);
}

#[test]
fn whatever_can_be_read_can_be_formatted() {
    let folders = [root().join("fuzz/corpus"), root().join("../shared/conformance")];
    let mut failures = Vec::new();
    for path in folders.iter().flat_map(|it| files_below(it, "")).chain(programs()) {
        // What is no UTF-8 is no program.
        if let Ok(text) = std::fs::read_to_string(&path) {
            failures.extend(wrong(&text).map(|it| format!("{}: {it}", path.display())));
        }
    }
    none_of(&failures);
}
