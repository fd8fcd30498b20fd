//! Names of the wrong kind.

#[test]
fn a_type_is_no_value() {
    told!("struct P {}\nenum E { X }\ntype A = Int;\ntrait T {}\nprint(P, E, A, T);\n", @"
    struct P {}
    enum E { X }
    type A = Int;
    trait T {}
    print(P, E, A, T);
    ----
    [E0209] error: `P` is a struct, not a value
       ,-[ main.conc:5:7 ]
       |
     5 | print(P, E, A, T);
       |       |
       |       `-- a value is needed here
       |
       | Help: make a value of it: `P { … }`; its functions are called with `P::…`
    ---'

    [E0209] error: `E` is an enum, not a value
       ,-[ main.conc:5:10 ]
       |
     5 | print(P, E, A, T);
       |          |
       |          `-- a value is needed here
       |
       | Help: name one of its variants: `E::…`
    ---'

    [E0209] error: `A` is a type alias, not a value
       ,-[ main.conc:5:13 ]
       |
     5 | print(P, E, A, T);
       |             |
       |             `-- a value is needed here
       |
       | Help: a type has no value by itself
    ---'

    [E0209] error: `T` is a trait, not a value
       ,-[ main.conc:5:16 ]
       |
     5 | print(P, E, A, T);
       |                |
       |                `-- a value is needed here
       |
       | Help: a type has no value by itself
    ---'
    ");
}

#[test]
fn a_module_is_no_value() {
    told!("mod a;\nprint(a);\n--- a.conc\npub fn f() {}\n", @"
    mod a;
    print(a);
    --- a.conc
    pub fn f() {}
    ----
    [E0209] error: `a` is a module, not a value
       ,-[ main.conc:2:7 ]
       |
     2 | print(a);
       |       |
       |       `-- a value is needed here
       |
       | Help: name something in it: `a::…`
    ---'
    ");
}

#[test]
fn a_type_parameter_is_no_value() {
    told!("fn f<T>(x: T) { print(x, T); }\n", @"
    fn f<T>(x: T) { print(x, T); }
    ----
    [E0209] error: `T` is a type parameter, not a value
       ,-[ main.conc:1:26 ]
       |
     1 | fn f<T>(x: T) { print(x, T); }
       |                          |
       |                          `-- a value is needed here
    ---'
    ");
}

#[test]
fn self_as_a_type_is_no_value() {
    told!("struct P {}\nimpl P { fn f() -> P { Self } }\n", @"
    struct P {}
    impl P { fn f() -> P { Self } }
    ----
    [E0209] error: `Self` is a type, not a value
       ,-[ main.conc:2:24 ]
       |
     2 | impl P { fn f() -> P { Self } }
       |                        ^^|^
       |                          `--- a value is needed here
       |
       | Help: its functions are called with `Self::…`
    ---'
    ");
}

#[test]
fn a_value_is_no_type() {
    told!("fn area() {}\nconst MAX: Int = 1;\nagent A { provider: openai }\nfn f(a: area, b: MAX, c: A) { print(a, b, c); }\n", @"
    fn area() {}
    const MAX: Int = 1;
    agent A { provider: openai }
    fn f(a: area, b: MAX, c: A) { print(a, b, c); }
    ----
    [E0209] error: `area` is a function, not a type
       ,-[ main.conc:4:9 ]
       |
     4 | fn f(a: area, b: MAX, c: A) { print(a, b, c); }
       |         ^^|^
       |           `--- a type is needed here
    ---'

    [E0209] error: `MAX` is a constant, not a type
       ,-[ main.conc:4:18 ]
       |
     4 | fn f(a: area, b: MAX, c: A) { print(a, b, c); }
       |                  ^|^
       |                   `--- a type is needed here
    ---'

    [E0209] error: `A` is an agent, not a type
       ,-[ main.conc:4:26 ]
       |
     4 | fn f(a: area, b: MAX, c: A) { print(a, b, c); }
       |                          |
       |                          `-- a type is needed here
    ---'
    ");
}

#[test]
fn a_variant_is_no_type() {
    told!("fn f() -> Result<Int, Err> { Ok(1) }\n", @"
    fn f() -> Result<Int, Err> { Ok(1) }
    ----
    [E0209] error: `Err` is a variant, not a type
       ,-[ main.conc:1:23 ]
       |
     1 | fn f() -> Result<Int, Err> { Ok(1) }
       |                       ^|^
       |                        `--- a type is needed here
    ---'
    ");
}

#[test]
fn a_module_is_no_type() {
    told!("mod a;\nfn f(x: a) { print(x); }\n--- a.conc\npub fn f() {}\n", @"
    mod a;
    fn f(x: a) { print(x); }
    --- a.conc
    pub fn f() {}
    ----
    [E0209] error: `a` is a module, not a type
       ,-[ main.conc:2:9 ]
       |
     2 | fn f(x: a) { print(x); }
       |         |
       |         `-- a type is needed here
    ---'
    ");
}

#[test]
fn a_trait_is_no_type() {
    told!("fn f(x: Display) { print(x); }\n", @"
    fn f(x: Display) { print(x); }
    ----
    [E0209] error: `Display` is a trait, not a type
       ,-[ main.conc:1:9 ]
       |
     1 | fn f(x: Display) { print(x); }
       |         ^^^|^^^
       |            `----- a type is needed here
       |
       | Help: take any type that has it: `fn f<T: Display>(x: T)`; for a choice of types use an enum
    ---'
    ");
}

#[test]
fn a_type_is_no_trait() {
    told!("struct P {}\nfn f<T: P>(x: T) { print(x); }\nimpl P for Int {}\n", @"
    struct P {}
    fn f<T: P>(x: T) { print(x); }
    impl P for Int {}
    ----
    [E0209] error: `P` is a struct, not a trait
       ,-[ main.conc:2:9 ]
       |
     2 | fn f<T: P>(x: T) { print(x); }
       |         |
       |         `-- a trait is needed here
    ---'

    [E0209] error: `P` is a struct, not a trait
       ,-[ main.conc:3:6 ]
       |
     3 | impl P for Int {}
       |      |
       |      `-- a trait is needed here
    ---'
    ");
}

#[test]
fn only_structs_and_variants_have_fields() {
    told!("fn area() {}\nenum E { A(Int), B { x: Int } }\nprint(area { x: 1 }, E::A { x: 1 }, E { x: 1 }, E::B { x: 1 });\n", @"
    fn area() {}
    enum E { A(Int), B { x: Int } }
    print(area { x: 1 }, E::A { x: 1 }, E { x: 1 }, E::B { x: 1 });
    ----
    [E0209] error: `area` is a function, not a struct
       ,-[ main.conc:3:7 ]
       |
     3 | print(area { x: 1 }, E::A { x: 1 }, E { x: 1 }, E::B { x: 1 });
       |       ^^|^
       |         `--- a struct is needed here
    ---'

    [E0209] error: `A` is a variant with data in parentheses, not a struct
       ,-[ main.conc:3:25 ]
       |
     3 | print(area { x: 1 }, E::A { x: 1 }, E { x: 1 }, E::B { x: 1 });
       |                         |
       |                         `-- a struct is needed here
    ---'

    [E0209] error: `E` is an enum, not a struct
       ,-[ main.conc:3:37 ]
       |
     3 | print(area { x: 1 }, E::A { x: 1 }, E { x: 1 }, E::B { x: 1 });
       |                                     |
       |                                     `-- a struct is needed here
    ---'
    ");
}

#[test]
fn the_output_of_an_agent_is_a_type() {
    told!("fn area() {}\nagent A { provider: openai, output: area }\nagent B { provider: openai, output: Reprt }\nschema Report {}\n", @"
    fn area() {}
    agent A { provider: openai, output: area }
    agent B { provider: openai, output: Reprt }
    schema Report {}
    ----
    [E0209] error: `area` is a function, not a type
       ,-[ main.conc:2:37 ]
       |
     2 | agent A { provider: openai, output: area }
       |                                     ^^|^
       |                                       `--- a type is needed here
    ---'

    [E0202] error: no type `Reprt` in this scope
       ,-[ main.conc:3:37 ]
       |
     3 | agent B { provider: openai, output: Reprt }
       |                                     ^^|^^
       |                                       `---- not declared
       |
       | Help: did you mean `Report`?
    ---'
    ");
}

#[test]
fn a_connection_is_a_bare_name() {
    told!("agent A { provider: \"openai\" }\nhost H { connector: f() }\nmcp M { server: \"x\" }\n", @r#"
    agent A { provider: "openai" }
    host H { connector: f() }
    mcp M { server: "x" }
    ----
    [E0209] error: this setting takes a name, not a value
       ,-[ main.conc:1:21 ]
       |
     1 | agent A { provider: "openai" }
       |                     ^^^^|^^^
       |                         `----- not a name
       |
       | Help: write `openai`
    ---'

    [E0209] error: this setting takes a name, not a value
       ,-[ main.conc:2:21 ]
       |
     2 | host H { connector: f() }
       |                     ^|^
       |                      `--- not a name
       |
       | Help: write a name, without quotes, as in the manifest
    ---'

    [E0209] error: this setting takes a name, not a value
       ,-[ main.conc:3:17 ]
       |
     3 | mcp M { server: "x" }
       |                 ^|^
       |                  `--- not a name
       |
       | Help: write `x`
    ---'
    "#);
}
