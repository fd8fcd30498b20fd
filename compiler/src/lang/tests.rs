//! Marks of the library: those of the real one, and mistakes in made-up ones.

#[path = "../load/tests/files.rs"]
#[allow(clippy::duplicate_mod, reason = "tests of other phases cannot be seen from here")]
mod files;

use std::path::Path;

use super::{Group, Kind, LangItem, LangItems};
use crate::ast::ItemKind;
use crate::declare;
use crate::diagnostic::{Code, Diagnostic};
use crate::load::{self, Library, Program};
use crate::resolve::{Options, resolve};
use crate::types::tests::LIBRARY;
use crate::types::{self, Extent};
use files::{ENTRY, Files};

/// The real library, with all of its modules.
fn whole() -> Program {
    let uses: String = LIBRARY.modules.iter().map(|(name, _)| format!("use std::{name};\n")).collect();
    let (program, found) = load::load_whole(Path::new(ENTRY), &Files::of(&uses), LIBRARY);
    assert_eq!(found, []);
    program
}

/// A library with one file.
fn library(text: &'static str) -> Library {
    Library { prelude: Box::leak(Box::new([("core", text)])), ..Library::default() }
}

/// What is said about the marks of a library: titles, with what is labelled.
fn told(text: &'static str) -> Vec<String> {
    let (program, found) = load::load(Path::new(ENTRY), &Files::of(""), library(text));
    assert_eq!(found, []);
    let shown = |it: &Diagnostic| {
        assert_eq!(it.code, Code::InternalError);
        let label = |it: &crate::diagnostic::Label| format!("{}: {}", program.sources.slice(it.span), it.text);
        [it.title.clone()].into_iter().chain(it.labels.iter().map(label)).collect::<Vec<_>>().join("\n")
    };
    LangItems::read(&program).1.iter().map(shown).collect()
}

/// The keys that a library lacks.
fn missing(program: &Program, is_whole: bool) -> usize {
    LangItems::read(program).0.missing(is_whole).len()
}

#[test]
fn keys_differ() {
    for item in LangItem::ALL {
        assert_eq!(LangItem::with_key(item.key()), Some(*item), "{}", item.key());
    }
}

#[test]
fn the_library_has_each_item_once() {
    let program = whole();
    let (items, found) = LangItems::read(&program);
    assert_eq!(found, []);
    for item in LangItem::ALL {
        let (id, place) = items.place(*item).unwrap_or_else(|| panic!("no `{}`", item.key()));
        let kind = &declare::item(&program, id).unwrap().kind;
        let found = match kind {
            ItemKind::Impl(it) => (place as usize) < it.methods.len() && item.kind() == Kind::Method,
            kind => Kind::of(kind) == Some(item.kind()),
        };
        assert!(found, "`{}` is a {}", item.key(), kind.word());
    }
    assert_eq!(items.missing(true), []);
}

#[test]
fn every_mark_of_the_library_is_where_marks_are_looked_for() {
    let files = LIBRARY.prelude.iter().chain(LIBRARY.agents).chain(LIBRARY.modules);
    let count: usize = files.map(|(_, text)| text.matches("@lang").count()).sum();
    assert_eq!(count, LangItem::ALL.len());
}

#[test]
fn what_every_program_needs_is_always_read() {
    let (program, _) = load::load(Path::new(ENTRY), &Files::of(""), LIBRARY);
    assert!(!program.is_whole);
    let (items, found) = LangItems::read(&program);
    assert_eq!(found, []);
    for item in LangItem::ALL {
        assert_eq!(items.item(*item).is_some(), item.group() == Group::Always, "{}", item.key());
    }
    assert_eq!(items.missing(false), []);
    assert_ne!(items.missing(true), []);
}

#[test]
fn functions_are_found_by_their_items() {
    let mut program = whole();
    let (resolved, _) = resolve(&mut program, Options::default());
    let (typed, _) = types::check(&program, &resolved, Extent::Library);
    let named = |it: LangItem| {
        let function = typed.signatures.lang_function(&resolved.lang, it).unwrap();
        program.names.text(typed.signatures.function(function).name)
    };
    assert_eq!(named(LangItem::CallOfServer), "call_of_server");
    assert_eq!(named(LangItem::AgentWithTools), "with_tools");
    assert_eq!(named(LangItem::ResultExpect), "expect");
}

#[test]
fn a_mark_with_an_unknown_key() {
    assert_eq!(
        told("@lang(\"optoin\")\npub enum Option<T> { None, Some(T) }\n"),
        ["internal compiler error: the compiler has no use for `@lang(\"optoin\")`\n\
          @lang(\"optoin\"): not in the table of `lang.rs`"]
    );
}

#[test]
fn a_mark_without_a_key() {
    for mark in ["@lang pub struct A {}\n", "@lang(5) pub struct A {}\n", "@lang(\"int\", \"float\") pub struct A {}\n"]
    {
        let told = told(mark);
        assert_eq!(told.len(), 1, "{mark}");
        assert!(told[0].starts_with("internal compiler error: `@lang` without a key\n@lang"), "{told:?}");
    }
}

#[test]
fn a_key_on_two_items() {
    assert_eq!(
        told("@lang(\"int\")\npub struct Int {}\n@lang( \"int\")\npub struct Whole {}\n"),
        ["internal compiler error: two items of the library are marked `@lang(\"int\")`\n\
          @lang( \"int\"): the second one\n@lang(\"int\"): the first one"]
    );
}

#[test]
fn a_mark_on_the_wrong_kind_of_declaration() {
    let wrong = |key: &str, belongs: &str| {
        format!(
            "internal compiler error: `@lang(\"{key}\")` is on the wrong kind of declaration\n\
             @lang(\"{key}\"): this belongs on {belongs}"
        )
    };
    let text = "@lang(\"int\")\npub trait Int {}\n@lang(\"eq\")\npub struct Eq {}\n@lang(\"emit\")\npub struct E {}\n\
                struct A {}\nimpl A {\n    @lang(\"written\")\n    fn f() {}\n}\n@lang(\"tool_typed\")\nfn g() {}\n\
                trait B {\n    @lang(\"agent_chat\")\n    fn chat();\n}\n@lang(\"map\")\nconst C: Int = 5;\n";
    assert_eq!(
        told(text),
        [
            wrong("int", "a struct or an enum"),
            wrong("eq", "a trait"),
            wrong("emit", "a function"),
            wrong("written", "a function"),
            wrong("tool_typed", "a method in an `impl`"),
            wrong("agent_chat", "a method in an `impl`"),
            wrong("map", "a struct or an enum"),
        ]
    );
}

#[test]
fn a_key_that_no_item_has() {
    let (mut program, _) = load::load(Path::new(ENTRY), &Files::of(""), library("@lang(\"int\")\npub struct Int {}\n"));
    let always = LangItem::of(Group::Always).count();
    assert_eq!((missing(&program, false), missing(&program, true)), (always - 1, LangItem::ALL.len() - 1));
    let (resolved, _) = resolve(&mut program, Options::default());
    let (_, found) = types::check(&program, &resolved, Extent::Library);
    let titles: Vec<&str> = found.iter().map(|it| it.title.as_str()).collect();
    let lacks_map = "internal compiler error: nothing in the library is marked `@lang(\"map\")`, \
                     which belongs on a struct or an enum";
    assert!(titles.contains(&lacks_map), "{titles:?}");
}

#[test]
fn a_library_without_marks_lacks_everything_and_nothing_is_said() {
    let source = "enum E { A, B }\ntool T { @describe(\"x\") pub fn f(self, x: Int) -> Int { x } }\n\
                  agent A { provider: openai, tools: [T] }\n\
                  fn f(x: Int?) -> Array<Int> { for y in [1] { x?; } x |> f }\n\
                  @test fn t() { mock A { response: \"x\" }; A.with_tools([T]).execute(\"y\")?.unwrap(); }\n\
                  let x = \"${1 + 2}\"; match x { \"a\" => Some(1), _ => None };\n";
    for library in [Library::default(), library("pub struct Int {}\npub enum Option<T> { None, Some(T) }\n")] {
        for source in ["", "let x = 1;\n", source] {
            let (mut program, found) = load::load_whole(Path::new(ENTRY), &Files::of(source), library);
            assert_eq!(found, []);
            let (resolved, mut found) = resolve(&mut program, Options::default());
            for extent in [Extent::Program, Extent::Served, Extent::Session, Extent::Library] {
                found.extend(types::check(&program, &resolved, extent).1);
            }
            assert!(found.iter().all(|it| it.code != Code::InternalError));
            assert_eq!(missing(&program, true), 0);
        }
    }
}

#[test]
fn marks_of_a_program_are_not_read() {
    let source = "@lang(\"int\")\nstruct Own {}\n@lang(\"whatever\")\nfn f() {}\n";
    let (program, _) = load::load(Path::new(ENTRY), &Files::of(source), LIBRARY);
    let (items, found) = LangItems::read(&program);
    assert_eq!(found, []);
    assert!(program.module(items.item(LangItem::Int).unwrap().module).is_library());
}
