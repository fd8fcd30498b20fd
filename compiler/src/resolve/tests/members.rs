//! Members of modules and types that do not exist or are private.

#[test]
fn a_module_without_that_member_suggests_a_similar_one() {
    told!("mod shapes;\nprint(shapes::aera());\n--- shapes.conc\npub fn area() {}\n", @"
    mod shapes;
    print(shapes::aera());
    --- shapes.conc
    pub fn area() {}
    ----
    [E0208] error: the module `shapes` has no `aera`
       ,-[ main.conc:2:15 ]
       |
     2 | print(shapes::aera());
       |               ^^|^
       |                 `--- does not exist
       |
       | Help: did you mean `area`?
    ---'
    ");
}

#[test]
fn a_private_member_is_no_suggestion() {
    told!("mod shapes;\nprint(shapes::secrt());\n--- shapes.conc\nfn secret() {}\n", @"
    mod shapes;
    print(shapes::secrt());
    --- shapes.conc
    fn secret() {}
    ----
    [E0208] error: the module `shapes` has no `secrt`
       ,-[ main.conc:2:15 ]
       |
     2 | print(shapes::secrt());
       |               ^^|^^
       |                 `---- does not exist
    ---'
    ");
}

#[test]
fn an_enum_without_that_variant_suggests_a_similar_one() {
    told!("enum Color { Red, Green }\nprint(Color::Gren);\n", @"
    enum Color { Red, Green }
    print(Color::Gren);
    ----
    [E0208] error: `Color` has no `Gren`
       ,-[ main.conc:2:14 ]
       |
     2 | print(Color::Gren);
       |              ^^|^
       |                `--- does not exist
       |
       | Help: did you mean `Green`?
    ---'
    ");
}

#[test]
fn a_type_without_that_function_suggests_a_similar_one() {
    told!("struct Account { id: Int }\nimpl Account { fn open() {} }\nprint(Account::opne());\n", @"
    struct Account { id: Int }
    impl Account { fn open() {} }
    print(Account::opne());
    ----
    [E0208] error: `Account` has no `opne`
       ,-[ main.conc:3:16 ]
       |
     3 | print(Account::opne());
       |                ^^|^
       |                  `--- does not exist
       |
       | Help: did you mean `open`?
    ---'
    ");
}

#[test]
fn a_private_item_is_shown_with_its_declaration() {
    told!("mod shapes;\nprint(shapes::secret());\n--- shapes.conc\npub fn area() {}\nfn secret() {}\n", @"
    mod shapes;
    print(shapes::secret());
    --- shapes.conc
    pub fn area() {}
    fn secret() {}
    ----
    [E0204] error: `secret` is private to the module `shapes`
       ,-[ main.conc:2:15 ]
       |
     2 | print(shapes::secret());
       |               ^^^|^^
       |                  `---- cannot be used here
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
fn an_item_of_a_parent_is_private_too() {
    told!("mod a;\nfn up() {}\nup();\n--- a.conc\npub fn f() { super::up(); }\n", @"
    mod a;
    fn up() {}
    up();
    --- a.conc
    pub fn f() { super::up(); }
    ----
    [E0204] error: `up` is private to the module `main`
       ,-[ a.conc:1:21 ]
       |
     1 | pub fn f() { super::up(); }
       |                     ^|
       |                      `-- cannot be used here
       |
       |-[ main.conc:2:4 ]
       |
     2 | fn up() {}
       |    ^|
       |     `-- declared here, without `pub`
       |
       | Help: mark it `pub` in `main`
    ---'
    ");
}

#[test]
fn a_private_module_is_private() {
    told!("mod a;\na::b::f();\n--- a.conc\nmod b;\n--- b.conc\npub fn f() {}\n", @"
    mod a;
    a::b::f();
    --- a.conc
    mod b;
    --- b.conc
    pub fn f() {}
    ----
    [E0204] error: `b` is private to the module `a`
       ,-[ main.conc:2:4 ]
       |
     2 | a::b::f();
       |    |
       |    `-- cannot be used here
       |
       |-[ a.conc:1:5 ]
       |
     1 | mod b;
       |     |
       |     `-- declared here, without `pub`
       |
       | Help: mark it `pub` in `a`
    ---'
    ");
}

#[test]
fn nothing_can_follow_a_variant_in_a_path() {
    told!("enum Color { Red }\nprint(Color::Red::x);\n", @"
    enum Color { Red }
    print(Color::Red::x);
    ----
    [E0209] error: nothing can follow `Red` in a path
       ,-[ main.conc:2:19 ]
       |
     2 | print(Color::Red::x);
       |                   |
       |                   `-- there is nothing inside to name
       |
       | Help: only modules and types have something after `::`; fields and methods come after `.`
    ---'
    ");
}

#[test]
fn nothing_can_follow_a_variable_in_a_path() {
    told!("let order = 1;\nprint(order::total);\n", @"
    let order = 1;
    print(order::total);
    ----
    [E0209] error: `order` is a variable, not a module or a type
       ,-[ main.conc:2:7 ]
       |
     2 | print(order::total);
       |       ^^|^^
       |         `---- a value
       |
       | Help: fields and methods of a value come after `.`
    ---'
    ");
}
