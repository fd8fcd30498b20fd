//! Imports that lead nowhere.

#[test]
fn an_import_from_an_unknown_module_suggests_a_similar_one() {
    told!("mod shapes;\nuse shaps::area;\nprint(area(), shapes::area());\n--- shapes.conc\npub fn area() {}\n", @"
    mod shapes;
    use shaps::area;
    print(area(), shapes::area());
    --- shapes.conc
    pub fn area() {}
    ----
    [E0201] error: no module `shaps` to import from
       ,-[ main.conc:2:5 ]
       |
     2 | use shaps::area;
       |     ^^|^^
       |       `---- not declared
       |
       | Help: did you mean `shapes`?
    ---'
    ");
}

#[test]
fn an_import_from_nowhere_says_how_to_declare_a_module() {
    told!("use nothing::like::it;\nit();\n", @"
    use nothing::like::it;
    it();
    ----
    [E0201] error: no module `nothing` to import from
       ,-[ main.conc:1:5 ]
       |
     1 | use nothing::like::it;
       |     ^^^|^^^
       |        `----- not declared
       |
       | Help: declare it with `mod nothing;`, or import from `std::`
    ---'
    ");
}

#[test]
fn an_import_of_an_unknown_member_suggests_a_similar_one() {
    told!("mod shapes;\nuse shapes::aera;\naera();\n--- shapes.conc\npub fn area() {}\n", @"
    mod shapes;
    use shapes::aera;
    aera();
    --- shapes.conc
    pub fn area() {}
    ----
    [E0208] error: the module `shapes` has no `aera`
       ,-[ main.conc:2:13 ]
       |
     2 | use shapes::aera;
       |             ^^|^
       |               `--- does not exist
       |
       | Help: did you mean `area`?
    ---'
    ");
}

#[test]
fn an_import_of_a_private_item_is_shown_with_its_declaration() {
    told!("mod shapes;\nuse shapes::{area, secret};\narea();\nsecret();\n--- shapes.conc\npub fn area() {}\nfn secret() {}\n", @"
    mod shapes;
    use shapes::{area, secret};
    area();
    secret();
    --- shapes.conc
    pub fn area() {}
    fn secret() {}
    ----
    [E0204] error: `secret` is private to the module `shapes`
       ,-[ main.conc:2:20 ]
       |
     2 | use shapes::{area, secret};
       |                    ^^^|^^
       |                       `---- cannot be used here
       |
       |-[ shapes.conc:2:4 ]
       |
     2 | fn secret() {}
       |    ^^^|^^
       |       `---- declared here, without `pub`
       |
       | Help: mark it `pub` in `shapes`
    ---'
    ");
}

#[test]
fn an_import_that_is_not_passed_on_is_private() {
    told!("mod a;\nuse a::f;\nf();\n--- a.conc\nmod b;\nuse b::f;\npub fn g() { f(); }\n--- b.conc\npub fn f() {}\n", @"
    mod a;
    use a::f;
    f();
    --- a.conc
    mod b;
    use b::f;
    pub fn g() { f(); }
    --- b.conc
    pub fn f() {}
    ----
    [E0204] error: `f` is private to the module `a`
       ,-[ main.conc:2:8 ]
       |
     2 | use a::f;
       |        |
       |        `-- cannot be used here
       |
       |-[ a.conc:2:8 ]
       |
     2 | use b::f;
       |        |
       |        `-- declared here, without `pub`
       |
       | Help: mark it `pub` in `a`
    ---'
    ");
}

#[test]
fn an_unknown_module_of_the_library_suggests_a_similar_one() {
    told!("use std::jsn;\nprint(jsn::parse(\"1\"));\n", @r#"
    use std::jsn;
    print(jsn::parse("1"));
    ----
    [E0208] error: the library has no module `jsn`
       ,-[ main.conc:1:10 ]
       |
     1 | use std::jsn;
       |          ^|^
       |           `--- not in `std`
       |
       | Help: did you mean `json`?
    ---'
    "#);
}

#[test]
fn an_unknown_module_of_the_library_like_no_other_gets_the_list() {
    told!("use std::graphics;\n", @"
    use std::graphics;
    ----
    [E0208] error: the library has no module `graphics`
       ,-[ main.conc:1:10 ]
       |
     1 | use std::graphics;
       |          ^^^^|^^^
       |              `----- not in `std`
       |
       | Help: there are: json, math
    ---'
    ");
}

#[test]
fn an_unknown_variant_cannot_be_imported() {
    told!("enum Color { Red, Green }\nuse Color::Gren;\nprint(Gren);\n", @"
    enum Color { Red, Green }
    use Color::Gren;
    print(Gren);
    ----
    [E0208] error: `Color` has no `Gren`
       ,-[ main.conc:2:12 ]
       |
     2 | use Color::Gren;
       |            ^^|^
       |              `--- does not exist
       |
       | Help: did you mean `Green`?
    ---'
    ");
}

#[test]
fn imports_in_a_circle_are_reported_once() {
    told!("mod a;\nmod b;\nuse a::x;\nprint(x);\n--- a.conc\npub use b::x;\n--- b.conc\npub use a::x;\n", @"
    mod a;
    mod b;
    use a::x;
    print(x);
    --- a.conc
    pub use b::x;
    --- b.conc
    pub use a::x;
    ----
    [E0201] error: the import `x` leads back to itself
       ,-[ a.conc:1:12 ]
       |
     1 | pub use b::x;
       |            |
       |            `-- nothing is declared at the end of this chain
       |
       | Help: import it from the module that declares it
    ---'
    ");
}

#[test]
fn an_import_that_leads_nowhere_is_reported_once() {
    told!("use shapes::area;\narea();\nprint(area);\n", @"
    use shapes::area;
    area();
    print(area);
    ----
    [E0201] error: no module `shapes` to import from
       ,-[ main.conc:1:5 ]
       |
     1 | use shapes::area;
       |     ^^^|^^
       |        `---- not declared
       |
       | Help: declare it with `mod shapes;`, or import from `std::`
    ---'
    ");
}

#[test]
fn a_module_of_the_library_is_imported_from_std() {
    told!("use json;\nuse math::PI;\nprint(json::parse(\"1\"), PI);\n", @r#"
    use json;
    use math::PI;
    print(json::parse("1"), PI);
    ----
    [E0201] error: no module `json` to import from
       ,-[ main.conc:1:5 ]
       |
     1 | use json;
       |     ^^|^
       |       `--- a module of the library
       |
       | Help: write `std::json`
    ---'

    [E0201] error: no module `math` to import from
       ,-[ main.conc:2:5 ]
       |
     2 | use math::PI;
       |     ^^|^
       |       `--- a module of the library
       |
       | Help: write `std::math`
    ---'
    "#);
}

#[test]
fn the_entry_has_no_module_around_it() {
    told!("use super::area;\nprint(area, super::area());\n", @"
    use super::area;
    print(area, super::area());
    ----
    [E0201] error: the entry file has no module around it
       ,-[ main.conc:1:5 ]
       |
     1 | use super::area;
       |     ^^|^^
       |       `---- nothing above this file
       |
       | Help: leave `super::` out
    ---'

    [E0201] error: the entry file has no module around it
       ,-[ main.conc:2:13 ]
       |
     2 | print(area, super::area());
       |             ^^|^^
       |               `---- nothing above this file
       |
       | Help: leave `super::` out
    ---'
    ");
}

#[test]
fn a_path_does_not_start_with_crate() {
    told!("use crate::shapes::area;\narea();\n", @"
    use crate::shapes::area;
    area();
    ----
    [E0201] error: a path does not start with `crate`
       ,-[ main.conc:1:5 ]
       |
     1 | use crate::shapes::area;
       |     ^^|^^
       |       `---- not the start of a path
       |
       | Help: a path starts at a name of this file, at a module of the entry file, at `super` or at `std`
    ---'
    ");
}
