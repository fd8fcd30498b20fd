//! Names that stand twice.

#[test]
fn items_of_one_name_are_reported() {
    told!("fn area() {}\nstruct area {}\n", @"
    fn area() {}
    struct area {}
    ----
    [E0203] error: `area` is declared twice
       ,-[ main.conc:2:8 ]
       |
     1 | fn area() {}
       |    ^^|^
       |      `--- declared first
     2 | struct area {}
       |        ^^|^
       |          `--- declared again
       |
       | Help: rename one of them; an import can be renamed with `as`
    ---'
    ");
}

#[test]
fn modules_of_one_name_are_reported() {
    told!("mod a;\nmod a;\n--- a.conc\npub fn f() {}\n", @"
    mod a;
    mod a;
    --- a.conc
    pub fn f() {}
    ----
    [E0203] error: `a` is declared twice
       ,-[ main.conc:2:5 ]
       |
     1 | mod a;
       |     |
       |     `-- declared first
     2 | mod a;
       |     |
       |     `-- declared again
       |
       | Help: rename one of them; an import can be renamed with `as`
    ---'
    ");
}

#[test]
fn fields_are_named_once() {
    told!("struct P { x: Int, x: Int }\nenum E { A { y: Int, y: Int } }\ntool T { z: Int = 1, z: Int = 2 }\n", @"
    struct P { x: Int, x: Int }
    enum E { A { y: Int, y: Int } }
    tool T { z: Int = 1, z: Int = 2 }
    ----
    [E0203] error: the field `x` stands twice
       ,-[ main.conc:1:20 ]
       |
     1 | struct P { x: Int, x: Int }
       |            |       |
       |            `---------- the first time
       |                    |
       |                    `-- a second time
       |
       | Help: remove or rename one of them
    ---'

    [E0203] error: the field `y` stands twice
       ,-[ main.conc:2:22 ]
       |
     2 | enum E { A { y: Int, y: Int } }
       |              |       |
       |              `---------- the first time
       |                      |
       |                      `-- a second time
       |
       | Help: remove or rename one of them
    ---'

    [E0203] error: the field `z` stands twice
       ,-[ main.conc:3:22 ]
       |
     3 | tool T { z: Int = 1, z: Int = 2 }
       |          |           |
       |          `-------------- the first time
       |                      |
       |                      `-- a second time
       |
       | Help: remove or rename one of them
    ---'
    ");
}

#[test]
fn variants_are_named_once() {
    told!("enum E { A, B, A(Int) }\n", @"
    enum E { A, B, A(Int) }
    ----
    [E0203] error: the variant `A` stands twice
       ,-[ main.conc:1:16 ]
       |
     1 | enum E { A, B, A(Int) }
       |          |     |
       |          `-------- the first time
       |                |
       |                `-- a second time
       |
       | Help: remove or rename one of them
    ---'
    ");
}

#[test]
fn functions_of_one_declaration_are_named_once() {
    told!("struct P {}\nimpl P { fn f() {} fn f() {} }\ntrait T { fn g(); fn g(); }\ntool U { fn h() {} fn h() {} }\n", @"
    struct P {}
    impl P { fn f() {} fn f() {} }
    trait T { fn g(); fn g(); }
    tool U { fn h() {} fn h() {} }
    ----
    [E0203] error: the function `f` stands twice
       ,-[ main.conc:2:23 ]
       |
     2 | impl P { fn f() {} fn f() {} }
       |             |         |
       |             `------------ the first time
       |                       |
       |                       `-- a second time
       |
       | Help: remove or rename one of them
    ---'

    [E0203] error: the function `g` stands twice
       ,-[ main.conc:3:22 ]
       |
     3 | trait T { fn g(); fn g(); }
       |              |       |
       |              `---------- the first time
       |                      |
       |                      `-- a second time
       |
       | Help: remove or rename one of them
    ---'

    [E0203] error: the function `h` stands twice
       ,-[ main.conc:4:23 ]
       |
     4 | tool U { fn h() {} fn h() {} }
       |             |         |
       |             `------------ the first time
       |                       |
       |                       `-- a second time
       |
       | Help: remove or rename one of them
    ---'
    ");
}

#[test]
fn stages_are_named_once() {
    told!("pipeline P() { stage a(x: Int) -> Int { x } stage a(x: Int) -> Int { x } }\n", @"
    pipeline P() { stage a(x: Int) -> Int { x } stage a(x: Int) -> Int { x } }
    ----
    [E0203] error: the stage `a` stands twice
       ,-[ main.conc:1:51 ]
       |
     1 | pipeline P() { stage a(x: Int) -> Int { x } stage a(x: Int) -> Int { x } }
       |                      |                            |
       |                      `------------------------------- the first time
       |                                                   |
       |                                                   `-- a second time
       |
       | Help: remove or rename one of them
    ---'
    ");
}

#[test]
fn type_parameters_are_named_once() {
    told!("struct P<T, T> { x: T }\nfn f<A, B, A>() {}\n", @"
    struct P<T, T> { x: T }
    fn f<A, B, A>() {}
    ----
    [E0203] error: the type parameter `T` stands twice
       ,-[ main.conc:1:13 ]
       |
     1 | struct P<T, T> { x: T }
       |          |  |
       |          `----- the first time
       |             |
       |             `-- a second time
       |
       | Help: remove or rename one of them
    ---'

    [E0203] error: the type parameter `A` stands twice
       ,-[ main.conc:2:12 ]
       |
     2 | fn f<A, B, A>() {}
       |      |     |
       |      `-------- the first time
       |            |
       |            `-- a second time
       |
       | Help: remove or rename one of them
    ---'
    ");
}

#[test]
fn arguments_are_named_once() {
    told!("fn f(a: Int) -> Int { a }\nprint(f(a: 1, a: 2));\n", @"
    fn f(a: Int) -> Int { a }
    print(f(a: 1, a: 2));
    ----
    [E0203] error: the argument `a` stands twice
       ,-[ main.conc:2:15 ]
       |
     2 | print(f(a: 1, a: 2));
       |         |     |
       |         `-------- the first time
       |               |
       |               `-- a second time
       |
       | Help: remove one of them
    ---'
    ");
}

#[test]
fn fields_of_a_literal_are_named_once() {
    told!("struct P { x: Int }\nprint(P { x: 1, x: 2 });\n", @"
    struct P { x: Int }
    print(P { x: 1, x: 2 });
    ----
    [E0203] error: the field `x` stands twice
       ,-[ main.conc:2:17 ]
       |
     2 | print(P { x: 1, x: 2 });
       |           |     |
       |           `-------- the first time
       |                 |
       |                 `-- a second time
       |
       | Help: remove or rename one of them
    ---'
    ");
}

#[test]
fn settings_are_named_once() {
    told!("agent A { provider: openai, model: \"a\", model: \"b\", retry: { max: 1, max: 2 } }\n", @r#"
    agent A { provider: openai, model: "a", model: "b", retry: { max: 1, max: 2 } }
    ----
    [E0203] error: the setting `model` stands twice
       ,-[ main.conc:1:41 ]
       |
     1 | agent A { provider: openai, model: "a", model: "b", retry: { max: 1, max: 2 } }
       |                             ^^|^^       ^^|^^
       |                               `---------------- the first time
       |                                           |
       |                                           `---- a second time
       |
       | Help: remove one of them
    ---'

    [E0203] error: the setting `max` stands twice
       ,-[ main.conc:1:70 ]
       |
     1 | agent A { provider: openai, model: "a", model: "b", retry: { max: 1, max: 2 } }
       |                                                              ^|^     ^|^
       |                                                               `----------- the first time
       |                                                                       |
       |                                                                       `--- a second time
       |
       | Help: remove one of them
    ---'
    "#);
}
