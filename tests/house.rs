//! House rules as tests: what the documents say about the code is true of the code.

use std::collections::BTreeSet;

use concerto_compiler::lex::token::{CONTEXTUAL_KEYWORDS, HARD_KEYWORDS, OPERATORS};

use crate::support::{files_below, root};

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The quoted terminals of one production of the grammar.
fn terminals(grammar: &str, production: &str) -> BTreeSet<String> {
    let start = grammar.find(&format!("\n{production} ")).unwrap_or_else(|| panic!("no production {production}"));
    let body = grammar[start..].split_once('=').unwrap().1;
    let body = &body[..body.find(" ;\n").unwrap()];
    body.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

fn texts<T>(table: &[(T, &str)]) -> BTreeSet<String> {
    table.iter().map(|(_, text)| (*text).to_owned()).collect()
}

#[test]
fn the_grammar_lists_the_keywords_and_operators_of_the_lexer() {
    let grammar = read("spec/grammar.ebnf");
    assert_eq!(terminals(&grammar, "keyword"), texts(HARD_KEYWORDS));
    assert_eq!(terminals(&grammar, "contextual"), texts(CONTEXTUAL_KEYWORDS));
    assert_eq!(terminals(&grammar, "operator"), texts(OPERATORS));
}

#[test]
fn every_name_in_the_grammar_is_a_production() {
    let grammar = read("spec/grammar.ebnf");
    let grammar = without_comments(&grammar).lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    let mut defined: BTreeSet<&str> = ["list", "digits", "hex", "octal", "binary", "any", "text"].into();
    defined.extend(["XID_Start", "XID_Continue"]);
    let mut used = BTreeSet::new();
    for production in grammar.split(";\n") {
        let Some((name, body)) = production.split_once(" = ") else { continue };
        defined.insert(name.trim());
        used.extend(words_outside_quotes(body));
    }
    let unknown: Vec<&String> = used.iter().filter(|it| !defined.contains(it.as_str())).collect();
    assert!(unknown.is_empty(), "used and never defined: {unknown:?}");
}

fn without_comments(grammar: &str) -> String {
    let mut rest = grammar;
    let mut kept = String::new();
    while let Some((before, after)) = rest.split_once("(*") {
        kept.push_str(before);
        rest = after.split_once("*)").map_or("", |(_, after)| after);
    }
    kept + rest
}

fn words_outside_quotes(body: &str) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    let mut quote = None;
    let mut word = String::new();
    for it in body.chars().chain([' ']) {
        match quote {
            Some(open) if it == open => quote = None,
            Some(_) => {}
            None if it == '"' || it == '\'' => quote = Some(it),
            None if it.is_alphanumeric() || it == '_' => word.push(it),
            None => {
                words.extend((!word.is_empty()).then(|| std::mem::take(&mut word)));
            }
        }
    }
    words
}

/// Which crates a crate may use, besides what is not ours.
const MAY_USE: &[(&str, &[&str])] = &[
    ("ir", &[]),
    ("schema", &[]),
    ("providers", &["concerto-schema"]),
    ("mcp", &[]),
    ("vm", &["concerto-ir"]),
    ("compiler", &["concerto-ir", "concerto-schema"]),
    ("std", &["concerto-vm"]),
    (
        "runtime",
        &["concerto-ir", "concerto-mcp", "concerto-providers", "concerto-schema", "concerto-std", "concerto-vm"],
    ),
    (
        "cli",
        &[
            "concerto-compiler",
            "concerto-ir",
            "concerto-mcp",
            "concerto-runtime",
            "concerto-schema",
            "concerto-std",
            "concerto-vm",
        ],
    ),
    ("bench", &["concerto-compiler", "concerto-ir", "concerto-std"]),
];

#[test]
fn crates_depend_on_each_other_in_one_direction_only() {
    for (folder, allowed) in MAY_USE {
        let manifest = read(&format!("{folder}/Cargo.toml"));
        let section = manifest.split("[dependencies]").nth(1).unwrap_or("");
        let section = section.split("\n[").next().unwrap_or("");
        for line in section.lines().filter(|line| line.starts_with("concerto")) {
            let name = line.split(['.', ' ', '=']).next().unwrap_or("");
            assert!(allowed.contains(&name), "{folder} must not depend on {name}");
        }
    }
    let root_manifest = read("Cargo.toml");
    for member in root_manifest.split("members = [").nth(1).unwrap().split(']').next().unwrap().split(',') {
        let member = member.trim().trim_matches('"');
        assert!(MAY_USE.iter().any(|(folder, _)| *folder == member), "say what {member} may depend on");
    }
}

#[test]
fn every_dependency_says_why_it_is_there() {
    let manifest = read("Cargo.toml");
    let section = manifest.split("[workspace.dependencies]").nth(1).unwrap().split("\n[").next().unwrap();
    for line in section.lines().filter(|line| line.contains(" = ") && !line.contains("path = ")) {
        assert!(line.contains('#'), "no reason for: {line}");
    }
}

#[test]
fn every_source_file_opens_by_saying_what_it_is() {
    let mut silent = Vec::new();
    for path in files_below(&root(), ".rs") {
        let text = std::fs::read_to_string(&path).unwrap();
        let is_test = path.ends_with("tests.rs") || path.components().any(|it| it.as_os_str() == "tests");
        let is_input = path.components().any(|it| it.as_os_str() == "templates" || it.as_os_str() == "fuzz_targets");
        if !text.starts_with("//!") && !is_test && !is_input {
            silent.push(path);
        }
    }
    assert!(silent.is_empty(), "no `//!` at the top of {silent:?}");
}

/// The names in the first column of the tables of a doc comment: `| `[flow]` | …`.
fn rules_in(path: &str) -> BTreeSet<String> {
    let names = read(path);
    let names = names.lines().filter_map(|it| it.strip_prefix("//! | `[")?.split_once("]` |"));
    names.map(|(name, _)| name.to_owned()).collect()
}

/// What stands in brackets in a comment.
fn named_rules(comment: &str) -> Vec<&str> {
    let is_name = |it: &&str| it.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    let brackets = comment.split('[').skip(1).filter_map(|it| Some(it.split_once(']')?.0));
    brackets.filter(is_name).collect()
}

#[test]
fn every_unsafe_block_names_the_rules_that_it_relies_on() {
    let known = &rules_in("ir/src/verify.rs") | &rules_in("vm/src/heap.rs");
    assert!(known.contains("flow") && known.contains("counted"), "the tables are not found: {known:?}");
    let mut seen = 0;
    for path in files_below(&root().join("vm/src"), ".rs") {
        if path.ends_with("tests.rs") || path.components().any(|it| it.as_os_str() == "tests") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for (at, line) in lines.iter().enumerate() {
            let sign = match line {
                _ if line.starts_with("// SAFETY:") => "// ",
                _ if line.starts_with("/// # Safety") => "/// ",
                _ => continue,
            };
            seen += 1;
            let comment: Vec<&str> = lines[at..].iter().take_while(|it| it.starts_with(sign)).copied().collect();
            let comment = comment.join(" ");
            let named = named_rules(&comment);
            let place = format!("{}:{}", path.display(), at + 1);
            assert!(!named.is_empty(), "{place} names no rule of `ir/src/verify.rs` or `vm/src/heap.rs`: {comment}");
            let unknown: Vec<_> = named.iter().filter(|it| !known.contains(**it)).collect();
            assert!(unknown.is_empty(), "{place} names {unknown:?}, which is in neither table");
        }
    }
    assert!(seen > 300, "only {seen} comments were found");
}

#[test]
fn the_library_has_no_mistakes_of_its_own() {
    use concerto_compiler::diagnostic::Code;
    use concerto_compiler::diagnostic::render::{Style, report};
    use concerto_compiler::resolve::{Options, resolve};
    use concerto_compiler::types;
    let uses: String = concerto_std::MODULES.iter().map(|(name, _)| format!("use std::{name};\n")).collect();
    let files = crate::support::Files::of(&uses);
    let entry = std::path::Path::new("main.conc");
    let (mut program, mut found) = concerto_compiler::load::load_whole(entry, &files, crate::support::LIBRARY);
    let (resolved, more) = resolve(&mut program, Options { manifest: None });
    found.extend(more);
    let (_, more) = types::check(&program, &resolved, types::Extent::Library);
    found.extend(more);
    found.retain(|it| it.code != Code::UnusedImport);
    assert!(found.is_empty(), "{}", report(&found, &program.sources, Style::PLAIN));
}
