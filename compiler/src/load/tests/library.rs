//! The library: its prelude always, its modules when something asks for them.

use std::path::Path;

use super::files::{ENTRY, Files};
use crate::load::{Library, Origin, load, load_whole};

const LIBRARY: Library = Library {
    prelude: &[("core", "pub fn print(x: String);\n")],
    agents: &[("kit", "/// A kit.\npub struct Kit<T> {}\npub fn kit_of(x: Int) -> Kit<Int>;\nfn hidden();\n")],
    modules: &[("json", "use std::text;\n"), ("math", ""), ("text", ""), ("time", "")],
};

/// The modules of the library that a program loads.
fn loaded(source: &str) -> Vec<String> {
    let (program, found) = load(Path::new(ENTRY), &Files::of(source), LIBRARY);
    assert_eq!(found, []);
    let library = program.modules.iter().filter(|it| it.is_library());
    library.map(|it| program.sources.file(it.file).name().to_owned()).collect()
}

#[test]
fn the_prelude_is_always_there() {
    assert_eq!(loaded(""), ["std/core.conc"]);
}

#[test]
fn what_agents_need_is_there_where_it_is_needed() {
    for source in ["struct Kite {}\n", "// Kit\nlet hidden = 5;\n"] {
        assert_eq!(loaded(source), ["std/core.conc"], "{source}");
    }
    for source in
        ["fn f(it: Kit<Int>) {}\n", "let x = kit_of(5);\n", "tool T {}\n", "memory m = 1;\n", "pipeline P() {}\n"]
    {
        assert_eq!(loaded(source), ["std/core.conc", "std/kit.conc"], "{source}");
    }
    let (program, _) = load_whole(Path::new(ENTRY), &Files::of(""), LIBRARY);
    assert!(program.is_whole && program.modules.len() == 3);
}

#[test]
fn a_module_is_loaded_where_something_imports_it() {
    assert_eq!(loaded("use std::math;\n"), ["std/core.conc", "std/math.conc"]);
    assert_eq!(loaded("use std::math::PI;\n"), ["std/core.conc", "std/math.conc"]);
    assert_eq!(loaded("use std::{math, time::now};\n"), ["std/core.conc", "std/math.conc", "std/time.conc"]);
}

#[test]
fn a_module_is_loaded_where_a_path_names_it() {
    assert_eq!(loaded("print(std::math::PI);\n"), ["std/core.conc", "std/math.conc"]);
    assert_eq!(loaded("fn f(x: std::time::Instant) {}\n"), ["std/core.conc", "std/time.conc"]);
}

#[test]
fn what_a_module_of_the_library_imports_is_loaded_too() {
    assert_eq!(loaded("use std::json;\n"), ["std/core.conc", "std/json.conc", "std/text.conc"]);
}

#[test]
fn a_module_is_loaded_once() {
    assert_eq!(loaded("use std::math;\nuse std::math as m;\n"), ["std/core.conc", "std/math.conc"]);
}

#[test]
fn a_module_that_does_not_exist_is_left_to_the_resolver() {
    assert_eq!(loaded("use std::jsn;\n"), ["std/core.conc"]);
}

#[test]
fn the_entry_comes_first_and_the_library_last() {
    let files = Files::of("mod a;\n--- a.conc\nuse std::math;\n");
    let (program, _) = load(Path::new(ENTRY), &files, LIBRARY);
    let origins: Vec<Origin> = program.modules.iter().map(|it| it.origin).collect();
    assert_eq!(origins, [Origin::Entry, Origin::File, Origin::Prelude, Origin::Std]);
    assert_eq!(program.entry().map(|it| it.index()), Some(0));
}
