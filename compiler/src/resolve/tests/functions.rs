//! The shape of functions: bodies, receivers, defaults; `main` and statements.

#[test]
fn a_function_has_a_body() {
    told!("fn f() -> Int;\nstruct P {}\nimpl P { fn g(self); }\n", @"
    fn f() -> Int;
    struct P {}
    impl P { fn g(self); }
    ----
    [E0112] error: the function `f` has no body
       ,-[ main.conc:1:4 ]
       |
     1 | fn f() -> Int;
       |    |
       |    `-- declared with `;`
       |
       | Help: add `{ … }`; only a trait or an MCP server declares functions without one
    ---'

    [E0112] error: the function `g` has no body
       ,-[ main.conc:3:13 ]
       |
     3 | impl P { fn g(self); }
       |             |
       |             `-- declared with `;`
       |
       | Help: add `{ … }`; only a trait or an MCP server declares functions without one
    ---'
    ");
}

#[test]
fn a_function_of_a_tool_has_a_body_unless_it_stops_the_agent() {
    told!("tool T { pub fn f(); @signal pub fn g(); @interaction pub fn h() -> String; }\n", @"
    tool T { pub fn f(); @signal pub fn g(); @interaction pub fn h() -> String; }
    ----
    [E0112] error: the function `f` has no body
       ,-[ main.conc:1:17 ]
       |
     1 | tool T { pub fn f(); @signal pub fn g(); @interaction pub fn h() -> String; }
       |                 |
       |                 `-- declared with `;`
       |
       | Help: add `{ … }`; only `@signal` and `@interaction` functions have none
    ---'
    ");
}

#[test]
fn a_stage_has_a_body() {
    told!("pipeline P() { stage s(x: Int) -> Int; }\n", @"
    pipeline P() { stage s(x: Int) -> Int; }
    ----
    [E0112] error: the function `s` has no body
       ,-[ main.conc:1:22 ]
       |
     1 | pipeline P() { stage s(x: Int) -> Int; }
       |                      |
       |                      `-- declared with `;`
       |
       | Help: add `{ … }`; only a trait or an MCP server declares functions without one
    ---'
    ");
}

#[test]
fn a_function_that_stops_the_agent_has_none() {
    told!("tool T { @signal pub fn f() {} @interaction pub fn g() -> String { \"\" } }\n", @r#"
    tool T { @signal pub fn f() {} @interaction pub fn g() -> String { "" } }
    ----
    [E0113] error: the function `f` cannot have a body
       ,-[ main.conc:1:29 ]
       |
     1 | tool T { @signal pub fn f() {} @interaction pub fn g() -> String { "" } }
       |                             ^|
       |                              `-- would never run: calling it stops the agent
       |
       | Help: end the declaration with `;`
    ---'

    [E0113] error: the function `g` cannot have a body
       ,-[ main.conc:1:66 ]
       |
     1 | tool T { @signal pub fn f() {} @interaction pub fn g() -> String { "" } }
       |                                                                  ^^^|^^
       |                                                                     `---- would never run: calling it stops the agent
       |
       | Help: end the declaration with `;`
    ---'
    "#);
}

#[test]
fn a_function_of_a_server_has_none() {
    told!("mcp M { fn f() -> Json { print(1) } }\n", @"
    mcp M { fn f() -> Json { print(1) } }
    ----
    [E0113] error: the function `f` cannot have a body
       ,-[ main.conc:1:24 ]
       |
     1 | mcp M { fn f() -> Json { print(1) } }
       |                        ^^^^^^|^^^^^
       |                              `------- would never run: the server runs it
       |
       | Help: end the declaration with `;`
    ---'
    ");
}

#[test]
fn only_methods_have_self() {
    told!("fn f(self) {}\nmcp M { fn g(self); }\npipeline P() { stage h(self, x: Int) -> Int { x } }\n", @"
    fn f(self) {}
    mcp M { fn g(self); }
    pipeline P() { stage h(self, x: Int) -> Int { x } }
    ----
    [E0114] error: a function outside an `impl` has no `self`
       ,-[ main.conc:1:6 ]
       |
     1 | fn f(self) {}
       |      ^^|^
       |        `--- nothing to refer to
       |
       | Help: give the parameter a name and a type, or move the function into an `impl`
    ---'

    [E0114] error: a function of an MCP server has no `self`
       ,-[ main.conc:2:14 ]
       |
     2 | mcp M { fn g(self); }
       |              ^^|^
       |                `--- nothing to refer to
       |
       | Help: give the parameter a name and a type, or move the function into an `impl`
    ---'

    [E0114] error: a stage has no `self`
       ,-[ main.conc:3:24 ]
       |
     3 | pipeline P() { stage h(self, x: Int) -> Int { x } }
       |                        ^^|^
       |                          `--- nothing to refer to
       |
       | Help: give the parameter a name and a type, or move the function into an `impl`
    ---'
    ");
}

#[test]
fn self_stands_for_something_in_methods_only() {
    told!("struct P { x: Int }\nimpl P { fn f() -> Int { self.x } }\nfn g() -> Int { self.x }\n", @"
    struct P { x: Int }
    impl P { fn f() -> Int { self.x } }
    fn g() -> Int { self.x }
    ----
    [E0114] error: there is no `self` here
       ,-[ main.conc:2:26 ]
       |
     2 | impl P { fn f() -> Int { self.x } }
       |                          ^^|^
       |                            `--- nothing to refer to
       |
       | Help: a method has `self` as its first parameter, inside an `impl`, a `trait` or a `tool`
    ---'

    [E0114] error: there is no `self` here
       ,-[ main.conc:3:17 ]
       |
     3 | fn g() -> Int { self.x }
       |                 ^^|^
       |                   `--- nothing to refer to
       |
       | Help: a method has `self` as its first parameter, inside an `impl`, a `trait` or a `tool`
    ---'
    ");
}

#[test]
fn self_as_a_type_stands_for_something_in_impls_only() {
    told!("fn f(x: Self) { print(x, Self::new(), Self { x: 1 }); }\n", @"
    fn f(x: Self) { print(x, Self::new(), Self { x: 1 }); }
    ----
    [E0114] error: there is no `Self` here
       ,-[ main.conc:1:9 ]
       |
     1 | fn f(x: Self) { print(x, Self::new(), Self { x: 1 }); }
       |         ^^|^
       |           `--- nothing to refer to
       |
       | Help: `Self` is the type of the `impl` or `trait` it stands in
    ---'

    [E0114] error: there is no `Self` here
       ,-[ main.conc:1:26 ]
       |
     1 | fn f(x: Self) { print(x, Self::new(), Self { x: 1 }); }
       |                          ^^|^
       |                            `--- nothing to refer to
       |
       | Help: `Self` is the type of the `impl` or `trait` it stands in
    ---'

    [E0114] error: there is no `Self` here
       ,-[ main.conc:1:39 ]
       |
     1 | fn f(x: Self) { print(x, Self::new(), Self { x: 1 }); }
       |                                       ^^|^
       |                                         `--- nothing to refer to
       |
       | Help: `Self` is the type of the `impl` or `trait` it stands in
    ---'
    ");
}

#[test]
fn a_default_cannot_use_a_parameter() {
    told!("fn f(a: Int, b: Int = a) -> Int { a + b }\n", @"
    fn f(a: Int, b: Int = a) -> Int { a + b }
    ----
    [E0214] error: a default value cannot use the parameter `a`
       ,-[ main.conc:1:23 ]
       |
     1 | fn f(a: Int, b: Int = a) -> Int { a + b }
       |                       |
       |                       `-- not known when the default is evaluated
       |
       | Help: make the parameter an `Option` and choose inside the function: `b ?? a`
    ---'
    ");
}

#[test]
fn a_file_has_main_or_statements() {
    told!("fn main() {}\nprint(1);\nprint(2);\n", @"
    fn main() {}
    print(1);
    print(2);
    ----
    [E0118] error: a file has either `main` or top-level statements
       ,-[ main.conc:2:1 ]
       |
     1 | fn main() {}
       |    ^^|^
       |      `--- `main` is declared here
     2 | print(1);
       | ^^^^|^^^^
       |     `------ the first statement
       |
       | Help: move the statements into `main`, or rename `main` and call it
    ---'
    ");
}

#[test]
fn only_the_entry_has_statements() {
    told!("mod a;\n--- a.conc\npub fn f() {}\nprint(1);\nprint(2);\n", @"
    mod a;
    --- a.conc
    pub fn f() {}
    print(1);
    print(2);
    ----
    [E0119] error: only the entry file can have top-level statements
       ,-[ a.conc:2:1 ]
       |
     2 | print(1);
       | ^^^^|^^^^
       |     `------ would never run
       |
       | Help: move it into a function
    ---'
    ");
}

#[test]
fn a_field_of_a_tool_has_a_value_to_start_from() {
    told!("tool T { count: Int, limit: Int = 5 }\n", @"
    tool T { count: Int, limit: Int = 5 }
    ----
    [E0217] error: the field `count` of this tool has no value to start from
       ,-[ main.conc:1:10 ]
       |
     1 | tool T { count: Int, limit: Int = 5 }
       |          ^^|^^
       |            `---- declared without `= value`
       |
       | Help: write `count: Type = value`; a tool is made by the program, not by a literal
    ---'
    ");
}
