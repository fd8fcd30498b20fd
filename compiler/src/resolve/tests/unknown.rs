//! Names that are not declared.

#[test]
fn an_unknown_name_suggests_a_similar_one() {
    told!("let total = 1;\nprint(totel, total);\n", @"
    let total = 1;
    print(totel, total);
    ----
    [E0201] error: no `totel` in this scope
       ,-[ main.conc:2:7 ]
       |
     2 | print(totel, total);
       |       ^^|^^
       |         `---- not declared
       |
       | Help: did you mean `total`?
    ---'
    ");
}

#[test]
fn an_unknown_name_like_no_other_gets_no_suggestion() {
    told!("print(whatever);\n", @"
    print(whatever);
    ----
    [E0201] error: no `whatever` in this scope
       ,-[ main.conc:1:7 ]
       |
     1 | print(whatever);
       |       ^^^^|^^^
       |           `----- not declared
    ---'
    ");
}

#[test]
fn a_variable_ends_with_its_block() {
    told!("fn f() {\n    { let x = 1; print(x); }\n    print(x);\n}\n", @"
    fn f() {
        { let x = 1; print(x); }
        print(x);
    }
    ----
    [E0201] error: no `x` in this scope
       ,-[ main.conc:3:11 ]
       |
     3 |     print(x);
       |           |
       |           `-- not declared
    ---'
    ");
}

#[test]
fn a_variable_of_a_pattern_ends_with_its_branch() {
    told!("fn f(x: Int?) { if let Some(y) = x { print(y); } else { print(y); } }\n", @"
    fn f(x: Int?) { if let Some(y) = x { print(y); } else { print(y); } }
    ----
    [E0201] error: no `y` in this scope
       ,-[ main.conc:1:63 ]
       |
     1 | fn f(x: Int?) { if let Some(y) = x { print(y); } else { print(y); } }
       |                                                               |
       |                                                               `-- not declared
    ---'
    ");
}

#[test]
fn one_unknown_name_is_one_mistake_however_often_it_is_used() {
    told!("print(wht);\nprint(wht + wht);\n", @"
    print(wht);
    print(wht + wht);
    ----
    [E0201] error: no `wht` in this scope
       ,-[ main.conc:1:7 ]
       |
     1 | print(wht);
       |       ^|^
       |        `--- not declared
    ---'
    ");
}

#[test]
fn names_of_other_languages_get_help() {
    told!("print(null);\nprintln(1);\nprint(len([1]));\n", @"
    print(null);
    println(1);
    print(len([1]));
    ----
    [E0201] error: no `null` in this scope
       ,-[ main.conc:1:7 ]
       |
     1 | print(null);
       |       ^^|^
       |         `--- not declared
       |
       | Help: there is no `null`: a value that may be absent is an `Option`, `Some(x)` or `None`
    ---'

    [E0201] error: no `println` in this scope
       ,-[ main.conc:2:1 ]
       |
     2 | println(1);
       | ^^^|^^^
       |    `----- not declared
       |
       | Help: write a line with `print(x)`
    ---'

    [E0201] error: no `len` in this scope
       ,-[ main.conc:3:7 ]
       |
     3 | print(len([1]));
       |       ^|^
       |        `--- not declared
       |
       | Help: ask the value: `xs.len()`
    ---'
    ");
}

#[test]
fn functions_do_not_see_the_variables_of_a_script() {
    told!("let limit = 1;\nprint(limit);\nfn f() -> Int { limit }\nprint(f());\n", @"
    let limit = 1;
    print(limit);
    fn f() -> Int { limit }
    print(f());
    ----
    [E0201] error: no `limit` in this scope
       ,-[ main.conc:3:17 ]
       |
     1 | let limit = 1;
       |     ^^|^^
       |       `---- declared here, for the statements after it
       |
     3 | fn f() -> Int { limit }
       |                 ^^|^^
       |                   `---- functions do not see the variables of a script
       |
       | Help: pass it as a parameter, or make it a `const`
    ---'
    ");
}

#[test]
fn an_unknown_type_suggests_a_similar_one() {
    told!("struct Point { x: Int }\nfn f(p: Piont) { print(p); }\n", @"
    struct Point { x: Int }
    fn f(p: Piont) { print(p); }
    ----
    [E0202] error: no type `Piont` in this scope
       ,-[ main.conc:2:9 ]
       |
     2 | fn f(p: Piont) { print(p); }
       |         ^^|^^
       |           `---- not declared
       |
       | Help: did you mean `Point`?
    ---'
    ");
}

#[test]
fn types_of_other_languages_get_help() {
    told!("fn f(a: Vec<Int>, b: i32, c: any) -> void { print(a, b, c); }\n", @"
    fn f(a: Vec<Int>, b: i32, c: any) -> void { print(a, b, c); }
    ----
    [E0202] error: no type `Vec` in this scope
       ,-[ main.conc:1:9 ]
       |
     1 | fn f(a: Vec<Int>, b: i32, c: any) -> void { print(a, b, c); }
       |         ^|^
       |          `--- not declared
       |
       | Help: a list is an `Array<T>`
    ---'

    [E0202] error: no type `i32` in this scope
       ,-[ main.conc:1:22 ]
       |
     1 | fn f(a: Vec<Int>, b: i32, c: any) -> void { print(a, b, c); }
       |                      ^|^
       |                       `--- not declared
       |
       | Help: whole numbers are `Int`
    ---'

    [E0202] error: no type `any` in this scope
       ,-[ main.conc:1:30 ]
       |
     1 | fn f(a: Vec<Int>, b: i32, c: any) -> void { print(a, b, c); }
       |                              ^|^
       |                               `--- not declared
       |
       | Help: there is no `any`: a value of unknown shape is `Json`
    ---'

    [E0202] error: no type `void` in this scope
       ,-[ main.conc:1:38 ]
       |
     1 | fn f(a: Vec<Int>, b: i32, c: any) -> void { print(a, b, c); }
       |                                      ^^|^
       |                                        `--- not declared
       |
       | Help: nothing is `()`, which can be left out of a signature
    ---'
    ");
}

#[test]
fn an_unknown_trait_suggests_a_similar_one() {
    told!("fn f<T: Dispaly>(x: T) { print(x); }\nimpl Odr for Int {}\n", @"
    fn f<T: Dispaly>(x: T) { print(x); }
    impl Odr for Int {}
    ----
    [E0202] error: no trait `Dispaly` in this scope
       ,-[ main.conc:1:9 ]
       |
     1 | fn f<T: Dispaly>(x: T) { print(x); }
       |         ^^^|^^^
       |            `----- not declared
       |
       | Help: did you mean `Display`?
    ---'

    [E0202] error: no trait `Odr` in this scope
       ,-[ main.conc:2:6 ]
       |
     2 | impl Odr for Int {}
       |      ^|^
       |       `--- not declared
       |
       | Help: did you mean `Ord`?
    ---'
    ");
}

#[test]
fn a_path_starts_at_a_module_or_a_type() {
    told!("mod shapes;\nenum Color { Red }\nprint(shaps::area(), Colr::Red, nothing::like::it);\n--- shapes.conc\npub fn area() {}\n", @"
    mod shapes;
    enum Color { Red }
    print(shaps::area(), Colr::Red, nothing::like::it);
    --- shapes.conc
    pub fn area() {}
    ----
    [E0201] error: no module or type `shaps` in this scope
       ,-[ main.conc:3:7 ]
       |
     3 | print(shaps::area(), Colr::Red, nothing::like::it);
       |       ^^|^^
       |         `---- not declared
       |
       | Help: did you mean `shapes`?
    ---'

    [E0201] error: no module or type `Colr` in this scope
       ,-[ main.conc:3:22 ]
       |
     3 | print(shaps::area(), Colr::Red, nothing::like::it);
       |                      ^^|^
       |                        `--- not declared
       |
       | Help: did you mean `Color`?
    ---'

    [E0201] error: no module or type `nothing` in this scope
       ,-[ main.conc:3:33 ]
       |
     3 | print(shaps::area(), Colr::Red, nothing::like::it);
       |                                 ^^^|^^^
       |                                    `----- not declared
       |
       | Help: declare a module with `mod`, or import the name with `use`
    ---'
    ");
}

#[test]
fn a_module_of_the_library_must_be_imported() {
    told!("print(json::parse(\"1\"));\n", @r#"
    print(json::parse("1"));
    ----
    [E0201] error: no `json` in this scope
       ,-[ main.conc:1:7 ]
       |
     1 | print(json::parse("1"));
       |       ^^|^
       |         `--- a module of the library that is not imported
       |
       | Help: add `use std::json;` at the top of the file
    ---'
    "#);
}

#[test]
fn the_library_as_a_whole_is_no_value() {
    told!("print(std);\n", @"
    print(std);
    ----
    [E0209] error: `std` is not a value
       ,-[ main.conc:1:7 ]
       |
     1 | print(std);
       |       ^|^
       |        `--- the library as a whole
       |
       | Help: import what you need: `use std::json;`
    ---'
    ");
}

#[test]
fn a_setting_may_name_what_is_not_declared() {
    told!("agent A { provider: openai, memory: notebok, tools: [Web] }\nmemory notebook = Memory::new();\n", @"
    agent A { provider: openai, memory: notebok, tools: [Web] }
    memory notebook = Memory::new();
    ----
    [E0201] error: no `notebok` in this scope
       ,-[ main.conc:1:37 ]
       |
     1 | agent A { provider: openai, memory: notebok, tools: [Web] }
       |                                     ^^^|^^^
       |                                        `----- not declared
       |
       | Help: did you mean `notebook`?
    ---'

    [E0201] error: no `Web` in this scope
       ,-[ main.conc:1:54 ]
       |
     1 | agent A { provider: openai, memory: notebok, tools: [Web] }
       |                                                      ^|^
       |                                                       `--- not declared
    ---'
    ");
}

#[test]
fn nothing_is_said_about_names_in_text_that_could_not_be_read() {
    told!("let = gone;\nprint(gone);\nfn lost() -> { inner }\nprint(lost(), inner);\n", @"
    let = gone;
    print(gone);
    fn lost() -> { inner }
    print(lost(), inner);
    ----
    [E0101] error: expected a pattern or `mut`, found `=`
       ,-[ main.conc:1:5 ]
       |
     1 | let = gone;
       |     |
       |     `-- expected a pattern or `mut`
    ---'

    [E0101] error: expected a type, found `{`
       ,-[ main.conc:3:14 ]
       |
     3 | fn lost() -> { inner }
       |              |
       |              `-- expected a type
       |
       | Help: a function that gives nothing has no `->`
    ---'
    ");
}
