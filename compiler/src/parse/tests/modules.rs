//! Modules and imports.

#[test]
fn a_module_is_declared_by_its_name() {
    check!("mod helpers; pub mod shapes; mod tool;", @"
    mod helpers; pub mod shapes; mod tool;
    ----
    mod helpers
    pub mod shapes
    mod tool
    ");
}

#[test]
fn an_import_may_have_another_name_or_a_list() {
    check!(
        r#"
        use helpers::greet;
        use helpers::{greet, Person as P, deep::{a, b as c},};
        use std::json;
        use std::{json, math::PI};
        use super::shapes::area as f;
        pub use shapes::Shape::Circle;
        use a;
        use memory::store;
        "#,
        @"
    use helpers::greet;
    use helpers::{greet, Person as P, deep::{a, b as c},};
    use std::json;
    use std::{json, math::PI};
    use super::shapes::area as f;
    pub use shapes::Shape::Circle;
    use a;
    use memory::store;
    ----
    use helpers::greet
    use helpers::{ greet Person as P deep::{ a b as c } }
    use std::json
    use std::{ json math::PI }
    use super::shapes::area as f
    pub use shapes::Shape::Circle
    use a
    use memory::store
    "
    );
}

#[test]
fn there_are_no_glob_imports() {
    told!("use shapes::*;", @"
    use shapes::*;
    ----
    [E0116] error: there are no glob imports
       ,-[ main.conc:1:13 ]
       |
     1 | use shapes::*;
       |             |
       |             `-- `*` is not a name
       |
       | Help: list what you need: `use module::{a, b};`
    ---'
    ");
    told!("use shapes::{a, b::*};", @"
    use shapes::{a, b::*};
    ----
    [E0116] error: there are no glob imports
       ,-[ main.conc:1:20 ]
       |
     1 | use shapes::{a, b::*};
       |                    |
       |                    `-- `*` is not a name
       |
       | Help: list what you need: `use module::{a, b};`
    ---'
    ");
}

#[test]
fn a_module_has_no_body() {
    told!("mod shapes { fn f() {} }", @"
    mod shapes { fn f() {} }
    ----
    [E0101] error: expected `;`, found `{`
       ,-[ main.conc:1:12 ]
       |
     1 | mod shapes { fn f() {} }
       |            |
       |            `-- expected `;`
    ---'
    ");
}

#[test]
fn a_declaration_of_a_module_ends_in_a_semicolon() {
    told!("mod a\nmod b;", @"
    mod a
    mod b;
    ----
    [E0107] error: a `;` is missing at the end of this statement
       ,-[ main.conc:1:6 ]
       |
     1 | mod a
       |      |
       |      `- `;` belongs here
       |
       | Help: add `;`
    ---'
    ");
}

#[test]
fn an_import_names_something() {
    told!("use ;", @"
    use ;
    ----
    [E0101] error: expected a name, found `;`
       ,-[ main.conc:1:5 ]
       |
     1 | use ;
       |     |
       |     `-- expected a name
    ---'
    ");
    told!("use a::;", @"
    use a::;
    ----
    [E0101] error: expected a name, found `;`
       ,-[ main.conc:1:8 ]
       |
     1 | use a::;
       |        |
       |        `-- expected a name
    ---'
    ");
}

#[test]
fn pub_stands_before_a_declaration() {
    told!("pub let a = 1;", @"
    pub let a = 1;
    ----
    [E0101] error: expected a declaration, found `let`
       ,-[ main.conc:1:5 ]
       |
     1 | pub let a = 1;
       |     ^|^
       |      `--- expected a declaration
    ---'
    ");
    told!("pub pub fn f() {}", @"
    pub pub fn f() {}
    ----
    [E0101] error: expected a declaration, found `pub`
       ,-[ main.conc:1:5 ]
       |
     1 | pub pub fn f() {}
       |     ^|^
       |      `--- expected a declaration
    ---'
    ");
}
