//! Programs: what their names stand for, and what is said about names that stand for nothing.

/// Macros, so that a snapshot stands in the test that calls them: what the names of a program stand for …
macro_rules! check {
    ($source:literal, @$expected:literal) => {
        insta::assert_snapshot!($crate::resolve::tests::meanings($source), @$expected)
    };
}

/// … and what is said about them.
macro_rules! told {
    ($source:literal, @$expected:literal) => {
        insta::assert_snapshot!($crate::resolve::tests::told($source), @$expected)
    };
}

mod declarations;
#[path = "../load/tests/files.rs"]
#[allow(clippy::duplicate_mod, reason = "tests of other phases cannot be seen from here")]
mod files;
mod fine;
mod functions;
mod good;
mod imports;
mod kinds;
mod loops;
mod members;
mod patterns;
mod repeated;
mod settings;
#[path = "../diagnostic/tests/show.rs"]
#[allow(clippy::duplicate_mod, reason = "tests of other phases cannot be seen from here")]
mod show;
mod unknown;
mod unused;

use std::path::Path;

use super::{ItemId, Options, Owner, Res, Resolved, resolve};
use crate::ast::{Expr, ExprId, Pattern, PatternId, Type, TypeId};
use crate::diagnostic::render::{Style, report};
use crate::diagnostic::{Diagnostic, sort};
use crate::load::{Library, ModuleId, Program, load};
use crate::manifest::{self, Manifest};
use crate::source::{SourceMap, Span};
use files::{ENTRY, Files};

/// A library as small as can be: the real one is another crate.
const LIBRARY: Library = Library {
    prelude: &[(
        "core",
        r#"
        pub struct Int {}
        pub struct Float {}
        pub struct Bool {}
        pub struct String {}
        pub struct Json {}
        pub struct Array<T> {}
        pub struct Map<K, V> {}
        pub struct Memory {}
        @lang("option")
        pub enum Option<T> { None, Some(T) }
        @lang("result")
        pub enum Result<T, E> { Ok(T), Err(E) }
        pub trait Display { fn display(self) -> String; }
        pub trait Ord { fn compare(self, other: Self) -> Int; }
        pub fn print(x: String);
        impl Memory { pub fn new(max: Int = 5) -> Memory; }
        "#,
    )],
    agents: &[],
    modules: &[
        ("json", "pub fn parse(text: String) -> Json;\npub enum Token { Open, Close }\n"),
        ("math", "pub const PI: Float = 3.14;\nfn secret();\n"),
    ],
};

struct Read {
    program: Program,
    resolved: Resolved,
    found: Vec<Diagnostic>,
}

fn read(source: &str, manifest: Option<&Manifest>) -> Read {
    let (mut program, mut found) = load(Path::new(ENTRY), &Files::of(source), LIBRARY);
    let (resolved, more) = resolve(&mut program, Options { manifest });
    found.extend(more);
    sort(&mut found);
    Read { program, resolved, found }
}

/// What is said about a program.
fn told(source: &str) -> String {
    let source = show::unindented(source);
    let read = read(&source, None);
    show::page(&source, &report(&read.found, &read.program.sources, Style::PLAIN))
}

/// What is said about a program with a manifest.
fn told_with(manifest: &str, source: &str) -> String {
    let (manifest_text, source) = (show::unindented(manifest), show::unindented(source));
    let mut sources = SourceMap::default();
    let file = sources.add("Concerto.toml", manifest_text.as_str()).expect("there is room");
    let (manifest, found) = manifest::read(&sources, file);
    assert_eq!(found, []);
    let read = read(&source, Some(&manifest));
    show::page(&format!("{manifest_text}\n{source}"), &report(&read.found, &read.program.sources, Style::PLAIN))
}

/// The titles of what is said about a program.
fn titles(source: &str) -> Vec<String> {
    read(source, None).found.into_iter().map(|it| it.title).collect()
}

/// What the names of a program stand for, in the order of the source; nothing may be wrong with it.
fn meanings(source: &str) -> String {
    let source = show::unindented(source);
    let read = read(&source, None);
    let said = report(&read.found, &read.program.sources, Style::PLAIN);
    assert_eq!(said, "", "{source}");
    let mut lines: Vec<(Span, String)> = Vec::new();
    for id in read.program.module_ids().filter(|id| !read.program.module(*id).is_library()) {
        lines.extend(read.of_module(id));
    }
    lines.sort();
    lines.dedup();
    let lines: Vec<String> = lines.into_iter().map(|(_, line)| line).collect();
    show::page(&source, &lines.join("\n"))
}

impl Read {
    fn of_module(&self, id: ModuleId) -> Vec<(Span, String)> {
        let (ast, names) = (&self.program.module(id).ast, &self.resolved.modules[id.index()]);
        let exprs = names.exprs.iter().enumerate().filter_map(|(at, res)| {
            let at = ExprId(at as u32);
            let is_name = matches!(ast.expr(at), Expr::Name(_) | Expr::Path(_));
            let span = match ast.expr(at) {
                Expr::Struct(literal) => ast.path(literal.path).span,
                _ => ast.expr_span(at),
            };
            (is_name || *res != Res::None).then_some((span, *res))
        });
        let patterns = names.patterns.iter().enumerate().filter_map(|(at, res)| {
            let at = PatternId(at as u32);
            let span = match ast.pattern(at) {
                Pattern::Variant { path, .. } | Pattern::Struct { path, .. } => ast.path(*path).span,
                Pattern::Name { name, .. } => name.span,
                _ => ast.pattern_span(at),
            };
            (*res != Res::None).then_some((span, *res))
        });
        let types = names.types.iter().enumerate().filter_map(|(at, res)| {
            let at = TypeId(at as u32);
            let is_name = matches!(ast.type_(at), Type::Name(_) | Type::Path(_));
            (is_name || *res != Res::None).then_some((ast.type_span(at), *res))
        });
        exprs.chain(patterns).chain(types).filter_map(|(span, res)| self.line(id, span, res)).collect()
    }

    /// Names of the library go without saying.
    fn line(&self, module: ModuleId, span: Span, res: Res) -> Option<(Span, String)> {
        let is_library = |id: ItemId| self.program.module(id.module).is_library();
        if matches!(res, Res::Item(id) | Res::Variant(id, _) if is_library(id)) {
            return None;
        }
        let text = self.program.sources.slice(span);
        let meaning = self.meaning(module, res, span);
        (meaning != "itself").then(|| (span, format!("{} {text} -> {meaning}", self.place(span))))
    }

    fn place(&self, span: Span) -> String {
        let Some(file) = self.program.sources.file_of(span) else { return "nowhere".to_owned() };
        let at = file.position(span.start);
        let name = file.name().trim_end_matches(".conc");
        if name == "main" { format!("{}:{}", at.line, at.column) } else { format!("{name} {}:{}", at.line, at.column) }
    }

    fn meaning(&self, module: ModuleId, res: Res, at: Span) -> String {
        match res {
            Res::None => "nothing yet".to_owned(),
            Res::Error => "an error".to_owned(),
            Res::Local(id) => {
                let span = self.resolved.modules[module.index()].locals[id.0 as usize].span;
                if span == at { "itself".to_owned() } else { format!("the variable of {}", self.place(span)) }
            }
            Res::Item(id) => self.item(id),
            Res::Variant(id, index) => format!("variant {index} of {}", self.item(id)),
            Res::Module(id) => format!("the module {}", self.program.module(id).name),
            Res::Member(Owner::Item(id)) => format!("a member of {}", self.item(id)),
            Res::Member(Owner::Generic(at)) => format!("a member of type parameter {at}"),
            Res::Member(Owner::SelfType) => "a member of Self".to_owned(),
            Res::Generic(at) => format!("type parameter {at}"),
            Res::SelfType => "Self".to_owned(),
            Res::ToolFunction(id, index) => format!("function {index} of {}", self.item(id)),
            Res::Mcp(name) => format!("the server {}", self.program.names.text(name)),
            Res::Connection(name) => format!("the connection {}", self.program.names.text(name)),
            Res::Host(name) => format!("the host {}", self.program.names.text(name)),
        }
    }

    fn item(&self, id: ItemId) -> String {
        let kind = match &self.program.module(id.module).ast.entries[id.index as usize] {
            crate::ast::Entry::Item(item) => &item.kind,
            crate::ast::Entry::Stmt(_) => return "a statement".to_owned(),
        };
        match kind.name() {
            Some(name) if self.program.module(id.module).is_library() => {
                format!("the {} {}", kind.word(), self.program.names.text(name.name))
            }
            Some(name) => format!("the {} of {}", kind.word(), self.place(name.span)),
            None => format!("the {}", kind.word()),
        }
    }
}
