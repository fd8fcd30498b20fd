//! Files in a session.

use super::{enter, session_in};
use crate::cli::folder;

const LIB: (&str, &str) = (
    "src/lib.conc",
    "mod helpers;\nuse helpers::twice;\n\nfn area(r: Int) -> Int { twice(r) }\n\nprint(\"loaded\");\nlet n = 4;\n",
);
const HELPERS: (&str, &str) = ("src/helpers.conc", "pub fn twice(n: Int) -> Int { n * 2 }\n");

#[test]
fn a_file_is_loaded_with_its_modules_declarations_and_statements() {
    let said = session_in(&[LIB, HELPERS], &[], ":load src/lib.conc\narea(n)\n:load nothing.conc\n:load\n");
    insta::assert_snapshot!(said, @r##"
exit 1
--- stdout
loaded
8
--- stderr
error: there is no file `nothing.conc`
error: `:load` needs a file
  Help: `:load main.conc`
"##);
}

#[test]
fn a_session_begins_with_a_file() {
    let said = session_in(&[LIB, HELPERS], &["src/lib.conc"], "area(n)\n");
    assert_eq!(said, "exit 0\n--- stdout\nloaded\n8\n--- stderr\n");
}

#[test]
fn a_file_that_is_loaded_again_replaces_what_it_declared() {
    let folder =
        folder(&[("a.conc", "fn f() -> Int { 1 }\n"), ("b.conc", "fn f() -> Int { 2 }\nfn g() -> Int { f() }\n")]);
    let said =
        enter(folder.path(), &[], ":load a.conc\nf()\n:load b.conc\ng()\n:load a.conc\ng()\n:load b.conc\ng()\n");
    assert_eq!(said, "exit 0\n--- stdout\n1\n2\n1\n2\n--- stderr\n");
}

#[test]
fn mistakes_in_a_file_have_its_name() {
    let said = session_in(&[("a.conc", "fn f() -> Int {\n    \"a\"\n}\n")], &[], ":load a.conc\n");
    assert!(said.contains("a.conc:2:5"), "{said}");
}
