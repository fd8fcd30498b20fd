//! What must hold for every text, however broken: one function for each fuzz target. What must hold for every program of
//! the machine is in `machine`.
//!
//! Comes in: any text. Goes out: nothing; what does not hold panics. The file under test is never the first of its
//! source map, so that a span without the file's base is noticed.

mod answer;
mod machine;
mod mutants;
mod schema;

pub use answer::check_answer;
pub use machine::check_verify;
pub use schema::check_schema;

use concerto_compiler::ast::{Names, dump::dump};
use concerto_compiler::diagnostic::{Diagnostic, json, render};
use concerto_compiler::format::{self, Refusal};
use concerto_compiler::lex::{self, Kind, Tokens};
use concerto_compiler::manifest::{self, Manifest};
use concerto_compiler::parse;
use concerto_compiler::source::{FileId, SourceFile, SourceMap, Span};

/// Tokens are in order and inside the file, the last is the end, brackets match, and all of it can be shown.
pub fn check_lex(text: &str) {
    let (sources, file) = sources_with(text);
    let (tokens, found) = lex::lex(sources.file(file));
    assert_tokens_in_order(&tokens, sources.file(file));
    assert_brackets_match(&tokens.kinds);
    lex::dump(&tokens, sources.file(file));
    assert_presentable(&found, &sources, file);
}

/// There is always a tree, it can be shown, and it has holes only where something was reported.
pub fn check_parse(text: &str) {
    let (sources, file) = sources_with(text);
    let (tokens, lex_found) = lex::lex(sources.file(file));
    let mut names = Names::default();
    let (ast, parse_found) = parse::parse(sources.file(file), &tokens, &mut names);
    let found = [lex_found, parse_found].concat();
    let tree = dump(&ast, &names);
    if found.is_empty() && !text.contains("<error>") {
        assert!(!tree.contains("<error>"), "a hole in the tree that nothing was said about:\n{tree}");
    }
    assert_presentable(&found, &sources, file);
}

/// What can be read can be formatted: the tree and the comments stay the same, and formatting it again changes nothing.
pub fn check_format(text: &str) {
    let (sources, file) = sources_with(text);
    let once = match format::format(sources.file(file)) {
        Ok(once) => once,
        Err(Refusal::Syntax(found)) => return assert_presentable(&found, &sources, file),
        Err(Refusal::Unfaithful) => panic!("the formatter would change this program"),
    };
    assert!(meaning(text) == meaning(&once), "another tree, or other comments:\n{once}");
    let (sources, file) = sources_with(&once);
    match format::format(sources.file(file)) {
        Ok(twice) => assert!(once == twice, "formatting again changes it:\n{once}\n----\n{twice}"),
        Err(refusal) => panic!("it cannot be formatted again: {refusal:?}\n{once}"),
    }
}

/// The tree of a text, and its comments without the blanks at their ends.
fn meaning(text: &str) -> (String, Vec<String>) {
    let (sources, file) = sources_with(text);
    let file = sources.file(file);
    let (tokens, _) = lex::lex(file);
    let mut names = Names::default();
    let (ast, _) = parse::parse(file, &tokens, &mut names);
    let comments = tokens.comments.iter().map(|it| file.slice(it.span).trim_end().to_owned()).collect();
    (dump(&ast, &names), comments)
}

/// There is always a manifest, and what it points at lies in the file.
pub fn check_manifest(text: &str) {
    let (sources, file) = sources_with(text);
    let (manifest, found) = manifest::read(&sources, file);
    for span in spans_of(&manifest) {
        assert_inside(span, sources.file(file));
    }
    assert_presentable(&found, &sources, file);
}

fn sources_with(text: &str) -> (SourceMap, FileId) {
    let mut sources = SourceMap::default();
    sources.add("before.conc", "fn before() {}\n").expect("a short text fits");
    let file = sources.add("fuzzed", text).expect("the fuzzer's texts fit");
    (sources, file)
}

fn assert_tokens_in_order(tokens: &Tokens, file: &SourceFile) {
    assert_eq!(tokens.kinds.len(), tokens.spans.len(), "every token has a span");
    let end = tokens.kinds.iter().position(|kind| *kind == Kind::End);
    assert_eq!(end, tokens.kinds.len().checked_sub(1), "the end is the last token and only that");
    let comments: Vec<Span> = tokens.comments.iter().map(|it| it.span).collect();
    for spans in [&tokens.spans, &comments] {
        spans.iter().for_each(|span| assert_inside(*span, file));
        let overlap = spans.windows(2).find(|pair| pair[0].end > pair[1].start);
        assert!(overlap.is_none(), "out of order: {overlap:?}");
    }
}

fn assert_brackets_match(kinds: &[Kind]) {
    let mut open = Vec::new();
    for kind in kinds {
        if let Some(closer) = kind.closer() {
            open.push(closer);
        } else if kind.is_closer() {
            assert_eq!(open.pop(), Some(*kind), "closes what is open");
        }
    }
    assert!(open.is_empty(), "left open: {open:?}");
}

/// A span inside the file that does not cut a character in half.
fn assert_inside(span: Span, file: &SourceFile) {
    assert!(span.start <= span.end && file.span().contains(span), "{span:?} is not in {:?}", file.span());
    for at in [span.start, span.end] {
        assert!(file.text().is_char_boundary((at - file.base()) as usize), "{at} is inside a character");
    }
}

/// Every label lies in the file, and the diagnostics can be shown to people and to programs. Drawing takes longer than
/// all the rest, so only the first of each code is drawn.
fn assert_presentable(found: &[Diagnostic], sources: &SourceMap, file: FileId) {
    let mut shown: Vec<Diagnostic> = Vec::new();
    for diagnostic in found {
        assert!(diagnostic.span().is_some(), "a diagnostic without a place: {}", diagnostic.title);
        assert!(!diagnostic.title.contains('\n'), "a title of more than one line: {}", diagnostic.title);
        diagnostic.labels.iter().for_each(|it| assert_inside(it.span, sources.file(file)));
        if shown.iter().all(|it| it.code != diagnostic.code) {
            json::object(diagnostic, sources);
            shown.push(diagnostic.clone());
        }
    }
    render::report(&shown, sources, render::Style::PLAIN);
}

fn spans_of(manifest: &Manifest) -> Vec<Span> {
    let project = manifest.project.iter().flat_map(|it| [Some(it.span), it.entry.as_ref().map(|entry| entry.span)]);
    let connections = manifest.connections.iter().map(|it| it.name.span);
    let servers = manifest.mcp.iter().map(|it| it.name.span);
    let hosts = manifest.hosts.iter().map(|it| it.name.span);
    project.flatten().chain(connections).chain(servers).chain(hosts).collect()
}

/// Every phase returns, whatever the program, and all that is said can be shown.
pub fn check_program(text: &str) {
    use concerto_compiler::check::check;
    use concerto_compiler::load::{Library, Sources};
    struct One(Vec<u8>);
    impl Sources for One {
        fn read(&self, path: &std::path::Path) -> Result<Option<Vec<u8>>, String> {
            Ok((path == std::path::Path::new("main.conc")).then(|| self.0.clone()))
        }
    }
    let library =
        Library { prelude: concerto_std::PRELUDE, agents: concerto_std::AGENTS, modules: concerto_std::MODULES };
    let entry = std::path::Path::new("main.conc");
    let checked = check(entry, &One(text.as_bytes().to_vec()), library, None);
    let main = checked.program.entry().map(|id| checked.program.module(id).file);
    let Some(file) = main else { return };
    let own = checked.program.sources.file(file).span();
    for diagnostic in &checked.diagnostics {
        let at = diagnostic.span().expect("a place");
        assert!(own.contains(at), "a message about the library: {diagnostic:?}");
    }
    render::report(&checked.diagnostics, &checked.program.sources, render::Style::PLAIN);
}
