//! Declarations can be declared again.

use super::{session, shown};

#[test]
fn a_declaration_replaces_the_one_before() {
    let lines = "fn f() -> Int { 1 }\nfn g() -> Int { f() }\nfn f() -> Int { 2 }\ng()\nconst N: Int = 1;\nconst N: Int = 2;\nN\nuse std::json\nuse std::json\nuse std::math::{sqrt}\n";
    assert_eq!(shown(lines), "2\n2\n");
}

#[test]
fn an_import_of_several_names_loses_only_what_is_declared_again() {
    let lines =
        "use std::math::{sqrt, PI}\nfn sqrt(n: Int) -> Int { n }\nsqrt(3)\n:names\nuse std::math::sqrt\nsqrt(4.0)\n";
    assert_eq!(shown(lines), "3\nuse std::math::{PI}\nfn sqrt(n: Int) -> Int\n2.0\n");
}

#[test]
fn methods_are_replaced_one_by_one() {
    let lines = "struct P { x: Int }\nimpl P {\n    fn a(self) -> Int { 1 }\n    fn b(self) -> Int { 2 }\n}\nimpl P { fn a(self) -> Int { 10 } }\nP { x: 1 }.a() + P { x: 1 }.b()\nimpl Display for P { fn display(self) -> String { \"p\" } }\nimpl Display for P { fn display(self) -> String { \"P!\" } }\nP { x: 1 }\n";
    assert_eq!(shown(lines), "12\nP!\n");
}

#[test]
fn what_does_not_fit_any_more_is_set_aside_until_it_does() {
    let lines = "struct P { x: Int }\nfn x_of(p: P) -> Int { p.x }\nlet p = P { x: 1 }\nlet n = x_of(p)\nstruct P { y: Int }\nn\np\n:names\nstruct P { x: Int, z: Int }\nx_of(P { x: 5, z: 6 })\n";
    insta::assert_snapshot!(session(lines), @r##"
exit 1
--- stdout
1
struct P
fn x_of(p: P) -> Int  (set aside)
let n: Int
5
--- stderr
[E0326] error: `P` has no field `x`
   ,-[ <repl>:1:26 ]
   |
 1 | fn x_of(p: P) -> Int { p.x }
   |                          |
   |                          `-- no field of this name
   |
   | Help: it has `y`
---'
note: `x_of` does not fit any more and is set aside until it does, or is declared again
note: `p` is gone: its type is not declared any more as it was
[E0201] error: no `p` in this scope
   ,-[ <repl>:1:1 ]
   |
 1 | p
   | |
   | `-- not declared
---'
note: `x_of` fits again and is back
"##);
}

#[test]
fn the_same_declaration_again_changes_nothing() {
    assert_eq!(shown("struct P { x: Int }\nlet p = P { x: 1 }\nstruct P { x: Int }\np\n"), "P { x: 1 }\n");
}

#[test]
fn an_entry_with_a_mistake_declares_nothing() {
    let said = session("fn f() -> Int { 1 }\nfn f() -> Int { \"a\" }\nf()\n");
    assert!(said.starts_with("exit 1\n--- stdout\n1\n"), "{said}");
}

#[test]
fn reset_forgets_everything() {
    let said = session("let x = 1\nfn f() { }\n:reset\n:names\nx\n");
    assert!(said.contains("--- stdout\n--- stderr\n[E0201] error: no `x` in this scope"), "{said}");
}

#[test]
fn main_is_a_function_like_others() {
    assert_eq!(shown("fn main() { print(\"main\") }\nmain()\n"), "main\n");
}
