//! `spec/library/*.md`: a page for each module and each type, made of what the library says about itself.
//!
//! Where a page is not current, the test says so. `CONCERTO_PAGES=write cargo test -p concerto library` writes them.

use std::collections::BTreeMap;
use std::fmt::Write;

use concerto_std::{AGENTS, MODULES, PRELUDE};

use super::declared::{Declared, declarations, intro};
use crate::support::root;

/// What the pages of files that are always in scope are about, besides their types.
const FILES: [(&str, &str); 8] = [
    ("prelude", "Always in scope: output, faults, tests, waiting, traits"),
    ("agents", "Agents, answers and events"),
    ("messages", "Conversations"),
    ("mocks", "Mocks in tests"),
    ("waiting", "Executions that wait"),
    ("tools", "Tools as values"),
    ("servers", "Servers of tools: questions, resources, prompts"),
    ("state", "Hosts and pipelines"),
];

#[test]
fn every_page_of_the_library_is_current() {
    let folder = root().join("spec/library");
    let pages = pages();
    if std::env::var("CONCERTO_PAGES").is_ok_and(|it| it == "write") {
        std::fs::create_dir_all(&folder).unwrap();
        for old in std::fs::read_dir(&folder).unwrap() {
            std::fs::remove_file(old.unwrap().path()).unwrap();
        }
        for (name, page) in &pages {
            std::fs::write(folder.join(name), page).unwrap();
        }
    }
    let mut there: Vec<String> =
        std::fs::read_dir(&folder).unwrap().map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    there.sort();
    assert_eq!(there, pages.keys().cloned().collect::<Vec<_>>(), "the pages that there are; {HOW}");
    for (name, page) in &pages {
        let written = std::fs::read_to_string(folder.join(name)).unwrap();
        let first = page.lines().zip(written.lines()).find(|(new, old)| new != old);
        assert!(written == *page, "spec/library/{name} is not current, first here: {first:?}; {HOW}");
    }
}

const HOW: &str = "`CONCERTO_PAGES=write cargo test -p concerto library` writes the pages";

/// All pages by file name.
fn pages() -> BTreeMap<String, String> {
    let mut pages = BTreeMap::new();
    let mut index = Vec::new();
    for (name, text) in MODULES {
        let page = format!("std-{name}.md");
        pages.insert(page.clone(), module(name, text));
        let about = intro(text);
        let about =
            about.split_once(": ").map_or(about.as_str(), |it| it.1).split(". ").next().unwrap_or_default().to_owned();
        index.push((format!("`std::{name}`"), page, about.trim_end_matches('.').to_owned()));
    }
    for (file, text) in PRELUDE.iter().chain(AGENTS) {
        let all: Vec<Declared> = declarations(file, text).into_iter().filter(is_shown).collect();
        let (typed, rest): (Vec<Declared>, Vec<Declared>) = all.into_iter().partition(|it| has_page(file, text, it));
        for it in typed.iter().filter(|it| it.of.is_none()) {
            let page = format!("{}.md", it.name.to_lowercase());
            index.push((format!("`{}`", it.name), page.clone(), first_sentence(&it.docs)));
            let methods: Vec<&Declared> = typed.iter().filter(|of| owner(of) == Some(it.name.as_str())).collect();
            pages.insert(page, type_page(it, &methods));
        }
        if let Some((_, title)) = FILES.iter().find(|(known, _)| known == file).filter(|_| !rest.is_empty()) {
            let mut page = format!("{MADE}# {title}\n\n");
            listed(&mut page, &rest.iter().collect::<Vec<_>>());
            pages.insert(format!("{file}.md"), page);
            index.push(((*file).to_owned(), format!("{file}.md"), (*title).to_owned()));
        }
    }
    pages.insert("README.md".to_owned(), contents(&index));
    pages
}

const MADE: &str = "<!-- Made of the comments in std/lib. See tests/library/pages.rs. -->\n\n";

fn is_shown(it: &Declared) -> bool {
    it.is_public && it.sort != "impl"
}

/// The type that a method belongs to.
fn owner(it: &Declared) -> Option<&str> {
    it.of.as_deref().and_then(|it| it.split('<').next())
}

/// Types with methods have a page of their own.
fn has_page(file: &'static str, text: &str, it: &Declared) -> bool {
    let name = owner(it).unwrap_or(&it.name);
    let all = declarations(file, text);
    let is_type =
        |other: &Declared| other.is_public && other.name == name && matches!(other.sort.as_str(), "struct" | "enum");
    let has_method = |other: &Declared| other.is_public && other.sort == "fn" && owner(other) == Some(name);
    all.iter().any(is_type) && all.iter().any(has_method)
}

fn first_sentence(docs: &str) -> String {
    docs.split(". ").next().unwrap_or_default().trim_end_matches('.').to_owned()
}

fn contents(index: &[(String, String, String)]) -> String {
    let mut page = format!(
        "{MADE}# The library\n\nOne page for each module, for `use std::name;`, and for each type that is always in scope. The \
         [overview](../19-library.md) says what belongs where.\n"
    );
    let (modules, rest): (Vec<_>, Vec<_>) = index.iter().partition(|it| it.0.starts_with("`std::"));
    for (title, rows) in [("Modules", modules), ("Always in scope", rest)] {
        let _ = write!(page, "\n## {title}\n\n");
        for (name, file, about) in rows {
            let _ = writeln!(page, "- [{name}]({file}): {}", about);
        }
    }
    page
}

fn module(name: &'static str, text: &str) -> String {
    let all: Vec<Declared> = declarations(name, text).into_iter().filter(is_shown).collect();
    let mut page = format!("{MADE}# `std::{name}`\n\n{}\n\n", intro(text));
    listed(&mut page, &all.iter().collect::<Vec<_>>());
    page
}

fn type_page(it: &Declared, methods: &[&Declared]) -> String {
    let mut page = format!("{MADE}# `{}`\n\n{}\n", it.signature.split_once(' ').map_or("", |it| it.1), it.docs);
    parts(&mut page, it);
    page.push('\n');
    for method in methods {
        entry(&mut page, method);
    }
    page
}

/// Functions and constants first, then each type with its methods.
fn listed(page: &mut String, all: &[&Declared]) {
    let is_plain = |it: &&&Declared| it.of.is_none() && matches!(it.sort.as_str(), "fn" | "const");
    for it in all.iter().filter(is_plain) {
        entry(page, it);
    }
    for it in all.iter().filter(|it| it.of.is_none() && !matches!(it.sort.as_str(), "fn" | "const")) {
        let _ = write!(page, "\n## `{}`\n\n{}\n", it.signature, it.docs);
        parts(page, it);
        let methods: Vec<_> = all.iter().filter(|of| owner(of) == Some(it.name.as_str())).collect();
        if !methods.is_empty() {
            page.push('\n');
        }
        for method in methods {
            entry(page, method);
        }
    }
}

fn parts(page: &mut String, it: &Declared) {
    if !it.parts.is_empty() {
        page.push('\n');
    }
    for (part, said) in &it.parts {
        let colon = if said.is_empty() { "" } else { ": " };
        let _ = writeln!(page, "- `{part}`{colon}{said}");
    }
}

fn entry(page: &mut String, it: &Declared) {
    let owner = it
        .of
        .as_ref()
        .filter(|_| !it.signature.contains("self"))
        .map_or(String::new(), |_| format!("{}::", owner(it).unwrap_or_default()));
    let signature = it.signature.split_once(' ').map_or("", |it| it.1);
    let _ = writeln!(page, "- `{owner}{signature}`  \n  {}", it.docs);
}
