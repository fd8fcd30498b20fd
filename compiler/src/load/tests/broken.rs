//! Files that are missing, too many, in a circle, or no text.

use std::path::{Path, PathBuf};

use super::files::{ENTRY, Files};
use super::show;
use crate::diagnostic::Code;
use crate::diagnostic::render::{Style, report};
use crate::load::{Library, Sources, diagnostics, load};
use crate::source::SourceMap;

/// Files, one of which cannot be read or is no text.
struct Broken {
    files: Files,
    path: &'static str,
    answer: Result<Option<Vec<u8>>, String>,
}

impl Sources for Broken {
    fn read(&self, path: &Path) -> Result<Option<Vec<u8>>, String> {
        if path == Path::new(self.path) { self.answer.clone() } else { self.files.read(path) }
    }
}

/// What is said about a program one of whose files gives another answer.
fn broken(source: &str, path: &'static str, answer: Result<Option<Vec<u8>>, String>) -> String {
    let sources = Broken { files: Files::of(source), path, answer };
    let (program, found) = load(Path::new(ENTRY), &sources, Library::default());
    show::page(source, &report(&found, &program.sources, Style::PLAIN))
}

#[test]
fn a_module_without_a_file_is_reported() {
    told!("mod shapes;\n", @"
    mod shapes;
    ----
    [E0205] error: there is no file for the module `shapes`
       ,-[ main.conc:1:5 ]
       |
     1 | mod shapes;
       |     ^^^|^^
       |        `---- declared here
       |
       | Help: create `shapes.conc` or `shapes/mod.conc`
    ---'
    ");
}

#[test]
fn the_files_it_could_have_stand_beside_the_file_that_declares_it() {
    told!(
        r#"
        mod shapes;
        --- shapes/mod.conc
        mod circle;
        "#,
        @"
    mod shapes;
    --- shapes/mod.conc
    mod circle;
    ----
    [E0205] error: there is no file for the module `circle`
       ,-[ shapes/mod.conc:1:5 ]
       |
     1 | mod circle;
       |     ^^^|^^
       |        `---- declared here
       |
       | Help: create `shapes/circle.conc` or `shapes/circle/mod.conc`
    ---'
    "
    );
}

#[test]
fn a_module_with_two_files_is_reported() {
    told!(
        r#"
        mod shapes;
        --- shapes.conc
        pub fn area() {}
        --- shapes/mod.conc
        pub fn area() {}
        "#,
        @"
    mod shapes;
    --- shapes.conc
    pub fn area() {}
    --- shapes/mod.conc
    pub fn area() {}
    ----
    [E0206] error: the module `shapes` has two files
       ,-[ main.conc:1:5 ]
       |
     1 | mod shapes;
       |     ^^^|^^
       |        `---- declared here
       |
       | Help: keep `shapes.conc` or `shapes/mod.conc`, and remove the other
    ---'
    "
    );
}

#[test]
fn modules_that_load_each_other_are_shown_as_a_cycle() {
    told!(
        r#"
        mod a;
        --- a.conc
        mod b;
        --- b.conc
        mod c;
        --- c.conc
        mod a;
        "#,
        @"
    mod a;
    --- a.conc
    mod b;
    --- b.conc
    mod c;
    --- c.conc
    mod a;
    ----
    [E0207] error: modules load each other in a cycle: a.conc -> b.conc -> c.conc -> a.conc
       ,-[ c.conc:1:5 ]
       |
     1 | mod a;
       |     |
       |     `-- this `mod` closes the cycle
       |
       | Help: declare each module once, for example in the entry file, and refer to it with `use`
    ---'
    "
    );
}

#[test]
fn a_module_that_loads_itself_is_a_cycle() {
    told!(
        r#"
        mod a;
        --- a.conc
        mod a;
        "#,
        @"
    mod a;
    --- a.conc
    mod a;
    ----
    [E0207] error: modules load each other in a cycle: a.conc -> a.conc
       ,-[ a.conc:1:5 ]
       |
     1 | mod a;
       |     |
       |     `-- this `mod` closes the cycle
       |
       | Help: declare each module once, for example in the entry file, and refer to it with `use`
    ---'
    "
    );
}

#[test]
fn a_module_that_loads_the_entry_is_a_cycle() {
    told!(
        r#"
        mod a;
        --- a.conc
        mod main;
        "#,
        @"
    mod a;
    --- a.conc
    mod main;
    ----
    [E0207] error: modules load each other in a cycle: main.conc -> a.conc -> main.conc
       ,-[ a.conc:1:5 ]
       |
     1 | mod main;
       |     ^^|^
       |       `--- this `mod` closes the cycle
       |
       | Help: declare each module once, for example in the entry file, and refer to it with `use`
    ---'
    "
    );
}

#[test]
fn an_entry_without_a_file_is_reported() {
    insta::assert_snapshot!(broken("", ENTRY, Ok(None)), @"

    ----
    [E0205] error: there is no file `main.conc`
      Help: check the path; without one, the entry of `Concerto.toml` is used
    ");
}

#[test]
fn an_entry_that_cannot_be_read_is_reported() {
    insta::assert_snapshot!(broken("", ENTRY, Err("permission denied".to_owned())), @"

    ----
    [E0205] error: `main.conc` cannot be read: permission denied
    ");
}

#[test]
fn a_module_that_cannot_be_read_is_reported() {
    insta::assert_snapshot!(broken("mod shapes;\n", "shapes.conc", Err("permission denied".to_owned())), @"
    mod shapes;
    ----
    [E0205] error: `shapes.conc` cannot be read: permission denied
       ,-[ main.conc:1:5 ]
       |
     1 | mod shapes;
       |     ^^^|^^
       |        `---- needed here
    ---'
    ");
}

#[test]
fn a_file_that_is_no_text_is_reported() {
    insta::assert_snapshot!(broken("mod shapes;\n", "shapes.conc", Ok(Some(b"fn a() {}\nlet \xff = 1;".to_vec()))), @"
    mod shapes;
    ----
    [E0002] error: `shapes.conc` is not UTF-8
       ,-[ shapes.conc:2:5 ]
       |
     2 | let � = 1;
       |     |
       |     `- the first byte that is not
       |
       | Help: save the file as UTF-8
    ---'
    ");
}

#[test]
fn nothing_else_is_said_about_a_file_that_is_no_text() {
    let shown = broken("", ENTRY, Ok(Some(vec![0xff, b'(', b'"', 0xc0])));
    assert_eq!(shown.matches("error").count(), 1, "{shown}");
}

/// A file that declares the next one, without end.
struct Endless;

impl Sources for Endless {
    fn read(&self, path: &Path) -> Result<Option<Vec<u8>>, String> {
        let depth: usize = path.file_stem().and_then(|it| it.to_str()?.strip_prefix('m')?.parse().ok()).unwrap_or(0);
        let is_folder = path.file_name().is_some_and(|it| it == "mod.conc");
        Ok((!is_folder).then(|| format!("mod m{};\n", depth + 1).into_bytes()))
    }
}

#[test]
fn modules_cannot_be_declared_in_each_other_without_end() {
    let (program, found) = load(&PathBuf::from(ENTRY), &Endless, Library::default());
    assert_eq!((program.modules.len(), found.len()), (128, 1));
    insta::assert_snapshot!(report(&found, &program.sources, Style::PLAIN), @"
    [E0104] error: modules are declared in each other more than 128 deep
       ,-[ m127.conc:1:5 ]
       |
     1 | mod m128;
       |     ^^|^
       |       `--- one level too many
       |
       | Help: declare modules in the entry file
    ---'
    ");
}

#[test]
fn a_program_that_is_too_large_is_reported_without_a_place() {
    let diagnostic = diagnostics::too_large(Path::new(ENTRY));
    assert_eq!(diagnostic.code, Code::SourceTooLarge);
    insta::assert_snapshot!(report(&[diagnostic], &SourceMap::default(), Style::PLAIN), @"
    [E0010] error: `main.conc` is too large
      Help: all files of a program together can have up to 4 GiB
    ");
}
