//! Programs about which nothing is to be said.

use super::titles;

fn fine(source: &str) {
    assert_eq!(titles(source), [""; 0], "{source}");
}

#[test]
fn modules_are_seen_through_paths_and_imports() {
    fine("mod a;\nuse a::f;\nuse a::g as h;\nf();\nh();\na::f();\n--- a.conc\npub fn f() {}\npub fn g() {}\n");
}

#[test]
fn an_import_may_be_passed_on() {
    fine("mod a;\nuse a::f;\nf();\n--- a.conc\nmod b;\npub use b::f;\n--- b.conc\npub fn f() {}\n");
}

#[test]
fn a_module_may_be_passed_on() {
    fine("mod a;\na::b::f();\nuse a::b;\nb::f();\n--- a.conc\npub mod b;\n--- b.conc\npub fn f() {}\n");
}

#[test]
fn a_submodule_sees_the_modules_of_the_entry() {
    fine(
        "mod a;\nmod b;\na::f();\n--- a.conc\nuse b::T;\npub fn f() -> T { b::g() }\n--- b.conc\npub struct T {}\npub fn g() -> T { T {} }\n",
    );
}

#[test]
fn a_submodule_sees_its_parent() {
    fine("mod a;\npub fn up() {}\na::f();\n--- a.conc\nuse super::up;\npub fn f() { up(); super::up(); }\n");
}

#[test]
fn modules_may_import_from_each_other() {
    fine(
        "mod a;\nmod b;\na::f();\n--- a.conc\nuse b::g;\npub fn f() { g(); }\n--- b.conc\nuse a::f;\npub fn g() { f(); }\n",
    );
}

#[test]
fn variants_may_be_imported() {
    fine("mod a;\nuse a::Color::{Red, Green as G};\nprint(Red, G);\n--- a.conc\npub enum Color { Red, Green }\n");
}

#[test]
fn the_library_is_seen_through_paths_and_imports() {
    fine(
        "use std::json;\nuse std::math::PI;\nuse std::json::Token::Open;\nprint(json::parse(\"1\"), PI, std::math::PI, Open);\n",
    );
}

#[test]
fn the_library_may_be_imported_in_a_list() {
    fine("use std::{json::{parse, Token as T}, math};\nprint(parse(\"1\"), T::Close, math::PI);\n");
}

#[test]
fn a_declaration_hides_a_name_of_the_prelude() {
    fine(
        "fn print(x: Int) -> Int { x }\nprint(1);\nstruct String {}\nfn f(s: String) -> String { s }\nf(String {});\n",
    );
}

#[test]
fn a_module_and_a_function_may_have_one_name() {
    fine("mod text;\nfn text() {}\ntext();\ntext::size();\n--- text.conc\npub fn size() {}\n");
}

#[test]
fn a_variable_hides_a_declaration() {
    fine("fn f() -> Int { 1 }\nlet f = f();\nprint(f);\n");
}

#[test]
fn declarations_stand_in_any_order() {
    fine(
        "fn a() -> B { b() }\nfn b() -> B { B { c: C } }\nstruct B { c: Int }\nconst C: Int = D;\nconst D: Int = 1;\nprint(a());\n",
    );
}

#[test]
fn functions_may_call_each_other() {
    fine(
        "fn even(n: Int) -> Bool { n == 0 || odd(n - 1) }\nfn odd(n: Int) -> Bool { n != 0 && even(n - 1) }\nprint(even(4));\n",
    );
}

#[test]
fn loops_may_be_left_and_continued_by_their_labels() {
    fine(
        "'a: for x in [1] { 'b: while true { if x > 1 { continue 'a; } break 'b; } }\nlet y = 'c: loop { loop { break 'c 1; } };\nprint(y);\n",
    );
}

#[test]
fn a_field_or_a_named_argument_is_no_name_of_the_scope() {
    fine("fn f(limit: Int) -> Int { limit }\nprint(f(limit: 1), f(1).anything, f(1).any_method());\n");
}

#[test]
fn a_method_of_a_trait_may_belong_to_any_type() {
    fine(
        "trait Shape { fn area(self) -> Int; }\nstruct P {}\nimpl Shape for P { fn area(self) -> Int { 1 } }\nprint(P::area(P {}), P {});\n",
    );
}

#[test]
fn a_default_may_use_constants_and_functions() {
    fine("const A: Int = 1;\nfn f(a: Int = A, g: Int = h()) -> Int { a + g }\nfn h() -> Int { A }\nprint(f());\n");
}

#[test]
fn main_stands_alone() {
    fine("fn main() -> Int { helper() }\nfn helper() -> Int { 1 }\n");
}
