//! The pages of the specification: every example does what its page says.
//!
//! In the page of a code, a fence tagged `concerto,error` or `toml,error` shows the mistake and one tagged `concerto` or
//! `toml` how it is right. In `README.md` and the chapters of `spec/`, `concerto` is a whole program and
//! `concerto,fragment` a piece of one. A failing test lists every bad example at once.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use concerto_compiler::diagnostic::render::{Style, report};
use concerto_compiler::diagnostic::{Code, Severity};
use concerto_compiler::manifest;
use concerto_compiler::source::SourceMap;

use crate::support::{codes, files_below, root, told};

/// The codes whose mistake cannot be shown as text in a page, or is none for `concerto check`.
const WITHOUT_EXAMPLE: &[&str] = &["E0002", "E0010", "E0384", "E0385", "E0401", "E0402", "E0403"];

/// A fenced block of a Markdown file.
pub(crate) struct Fence {
    /// What stands after the opening backticks: `concerto,error`.
    pub(crate) tag: String,
    pub(crate) text: String,
    pub(crate) file: String,
    /// Of the opening backticks, from 1.
    pub(crate) line: usize,
}

/// Everything that is said about an example: the codes, and the text for people below the example itself.
struct Said {
    codes: Vec<Code>,
    text: String,
}

impl Said {
    fn has_errors(&self) -> bool {
        self.codes.iter().any(|it| it.severity() == Severity::Error)
    }

    fn is_only_about(&self, code: Code) -> bool {
        self.codes.contains(&code) && self.codes.iter().all(|it| *it == code || it.severity() == Severity::Warning)
    }
}

#[test]
fn every_code_has_a_page_with_its_summary_on_the_first_line() {
    let bad = Code::ALL.iter().filter_map(|code| {
        let wanted = format!("# {}: {}", code.text(), code.summary());
        let first = code.page().lines().next().unwrap_or_default();
        (first != wanted).then(|| format!("{} starts with `{first}` and not with `{wanted}`", page_path(*code)))
    });
    none_of(bad.collect());
}

#[test]
fn every_page_has_a_code() {
    let known: BTreeSet<String> = Code::ALL.iter().map(|it| page_path(*it)).collect();
    let pages = files_below(&root().join("spec/errors"), ".md");
    let strange = pages.iter().map(|it| shown(it)).filter(|it| !known.contains(it));
    none_of(strange.map(|it| format!("{it} is the page of no code")).collect());
}

#[test]
fn every_example_of_a_page_shows_its_code_or_how_it_is_right() {
    none_of(pages().filter_map(|(code, fence)| wrong_in_page(&fence, code)).collect());
}

#[test]
fn every_code_that_can_be_shown_has_an_example() {
    let shown: BTreeSet<&str> =
        pages().filter(|(_, fence)| fence.tag.ends_with(",error")).map(|(code, _)| code.text()).collect();
    let bad = Code::ALL.iter().map(|it| it.text()).filter_map(|code| {
        match (shown.contains(code), WITHOUT_EXAMPLE.contains(&code)) {
            (false, false) => Some(format!("{code} has no example")),
            (true, true) => Some(format!("{code} has an example: take it off the list of those without")),
            _ => None,
        }
    });
    none_of(bad.collect());
}

#[test]
fn every_program_in_the_readme_and_the_chapters_is_right() {
    none_of(chapters().iter().flat_map(|it| fences_of(it)).filter_map(|it| wrong_in_chapter(&it)).collect());
}

/// The fences of all pages of codes.
fn pages() -> impl Iterator<Item = (Code, Fence)> {
    Code::ALL.iter().flat_map(|code| fences(code.page(), &page_path(*code)).into_iter().map(|it| (*code, it)))
}

fn page_path(code: Code) -> String {
    format!("spec/errors/{}.md", code.text())
}

/// The README and the chapters of the specification, as far as they are written.
fn chapters() -> Vec<PathBuf> {
    let spec = root().join("spec");
    let mut found = vec![root().join("README.md")];
    found.extend(files_below(&spec, ".md").into_iter().filter(|it| it.parent() == Some(&spec)));
    found.retain(|it| it.exists());
    found
}

/// The fenced blocks of a page.
pub(crate) fn fences_of(path: &Path) -> Vec<Fence> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    fences(&text, &shown(path))
}

/// A path as it is written from the root of the workspace.
fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

/// The fenced blocks of a Markdown text, without the indentation of those that stand in a list.
fn fences(markdown: &str, file: &str) -> Vec<Fence> {
    let mut found = Vec::new();
    let mut lines = markdown.lines().enumerate();
    while let Some((index, line)) = lines.next() {
        let opening = line.trim_start();
        let ticks = opening.len() - opening.trim_start_matches('`').len();
        if ticks < 3 {
            continue;
        }
        let indent = line.len() - opening.len();
        let is_end = |line: &str| line.trim().len() >= ticks && line.trim().chars().all(|it| it == '`');
        let text = lines.by_ref().map(|(_, line)| line).take_while(|line| !is_end(line));
        let text: String = text.map(|line| unindented(line, indent).to_owned() + "\n").collect();
        found.push(Fence { tag: opening[ticks..].trim().to_owned(), text, file: file.to_owned(), line: index + 1 });
    }
    found
}

fn unindented(line: &str, indent: usize) -> &str {
    let blanks = line.len() - line.trim_start().len();
    &line[blanks.min(indent)..]
}

/// What is wrong with an example in the page of `code`, if anything is.
fn wrong_in_page(fence: &Fence, code: Code) -> Option<String> {
    let said = match fence.tag.split(',').next() {
        Some("concerto") => about_program(&fence.text),
        Some("toml") => about_manifest(&fence.text),
        _ => return None,
    };
    match fence.tag.as_str() {
        "concerto,error" | "toml,error" if said.is_only_about(code) => None,
        "concerto" | "toml" if said.codes.is_empty() => None,
        "concerto,error" | "toml,error" => {
            Some(complaint(fence, &format!("does not show {} alone", code.text()), &said))
        }
        "concerto" | "toml" => Some(complaint(fence, "is not right", &said)),
        tag => Some(complaint(fence, &format!("has the tag `{tag}`, which means nothing here"), &said)),
    }
}

/// What is wrong with a program of a chapter, if anything is.
fn wrong_in_chapter(fence: &Fence) -> Option<String> {
    let said = match fence.tag.as_str() {
        "toml" => about_manifest(&fence.text),
        tag if tag.starts_with("concerto") => about_program(&fence.text),
        _ => return None,
    };
    match fence.tag.as_str() {
        "toml" if said.codes.is_empty() => None,
        "toml" => Some(complaint(fence, "is not right", &said)),
        "concerto" if !said.has_errors() => None,
        "concerto,fragment" if !said.codes.iter().any(|it| it.is_syntax()) => None,
        "concerto" => Some(complaint(fence, "is not right", &said)),
        "concerto,fragment" => Some(complaint(fence, "cannot be read", &said)),
        tag => Some(complaint(fence, &format!("has the tag `{tag}`, which means nothing here"), &said)),
    }
}

fn about_program(text: &str) -> Said {
    Said { codes: codes(text).into_iter().filter_map(Code::parse).collect(), text: told(text) }
}

fn about_manifest(text: &str) -> Said {
    let mut sources = SourceMap::default();
    let Some(file) = sources.add("Concerto.toml", text) else { panic!("an example of this size") };
    let (_, found) = manifest::read(&sources, file);
    let text = format!("{text}----\n{}", report(&found, &sources, Style::PLAIN));
    Said { codes: found.iter().map(|it| it.code).collect(), text }
}

fn complaint(fence: &Fence, what: &str, said: &Said) -> String {
    format!("{}:{}: this example {what}\n\n{}", fence.file, fence.line, said.text)
}

/// Fails with all complaints there are.
fn none_of(complaints: Vec<String>) {
    assert!(complaints.is_empty(), "\n\n{}\n\n{} in all", complaints.join("\n\n"), complaints.len());
}
