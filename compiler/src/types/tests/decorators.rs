//! What decorators take.

use super::fine;

#[test]
fn a_decorator_takes_so_many_arguments() {
    told!(
        r#"
        @test("one", "two")
        fn adds() {}
        @expect_fail(5)
        @test
        fn fails() {}
        "#,
        @r#"
    @test("one", "two")
    fn adds() {}
    @expect_fail(5)
    @test
    fn fails() {}
    ----
    [E0375] error: `@test` does not take these arguments
       ,-[ main.conc:1:14 ]
       |
     1 | @test("one", "two")
       |              ^^|^^
       |                `---- not what it takes
       |
       | Help: write `@test("…")`
    ---'

    [E0375] error: `@expect_fail` takes a text that is written out
       ,-[ main.conc:3:14 ]
       |
     3 | @expect_fail(5)
       |              |
       |              `-- this is something else
       |
       | Help: decorators take values that are written out
    ---'
    "#
    );
}

#[test]
fn decorators_take_values_of_a_type() {
    told!(
        r#"
        tool Files {
            @describe(5) @timeout("10s") @failure("explode")
            pub fn read(@param("where") path: String) -> String { path }
            @describe("Write") @strict("yes") @signal(true)
            pub fn write(@param("where") path: String);
        }
        "#,
        @r#"
    tool Files {
        @describe(5) @timeout("10s") @failure("explode")
        pub fn read(@param("where") path: String) -> String { path }
        @describe("Write") @strict("yes") @signal(true)
        pub fn write(@param("where") path: String);
    }
    ----
    [E0375] error: `@describe` takes a text that is written out
       ,-[ main.conc:2:15 ]
       |
     2 |     @describe(5) @timeout("10s") @failure("explode")
       |               |
       |               `-- this is something else
       |
       | Help: decorators take values that are written out
    ---'

    [E0375] error: `@timeout` takes a `Duration`
       ,-[ main.conc:2:27 ]
       |
     2 |     @describe(5) @timeout("10s") @failure("explode")
       |                           ^^|^^
       |                             `---- this is something else
       |
       | Help: decorators take values that are written out
    ---'

    [E0375] error: `@failure` takes one of "return", "error"
       ,-[ main.conc:2:43 ]
       |
     2 |     @describe(5) @timeout("10s") @failure("explode")
       |                                           ^^^^|^^^^
       |                                               `------ this is something else
       |
       | Help: write `@failure("return")`
    ---'

    [E0375] error: `@strict` takes a `Bool`
       ,-[ main.conc:4:32 ]
       |
     4 |     @describe("Write") @strict("yes") @signal(true)
       |                                ^^|^^
       |                                  `---- this is something else
       |
       | Help: decorators take values that are written out
    ---'

    [E0375] error: `@signal` does not take these arguments
       ,-[ main.conc:4:47 ]
       |
     4 |     @describe("Write") @strict("yes") @signal(true)
       |                                               ^^|^
       |                                                 `--- not what it takes
       |
       | Help: write `@signal`
    ---'
    "#
    );
}

#[test]
fn a_decision_is_a_function() {
    told!(
        r#"
        tool Files {
            @describe("Write") @approve(true)
            pub fn write() -> Int { 1 }
            @describe("Read") @approve(|call| call.id)
            pub fn read() -> Int { 1 }
        }
        "#,
        @r#"
    tool Files {
        @describe("Write") @approve(true)
        pub fn write() -> Int { 1 }
        @describe("Read") @approve(|call| call.id)
        pub fn read() -> Int { 1 }
    }
    ----
    [E0375] error: `@approve` takes a function that decides about a call
       ,-[ main.conc:2:33 ]
       |
     2 |     @describe("Write") @approve(true)
       |                                 ^^|^
       |                                   `--- this is something else
       |
       | Help: decorators take values that are written out
    ---'

    [E0301] error: expected `Bool`, found `String`
       ,-[ main.conc:4:39 ]
       |
     4 |     @describe("Read") @approve(|call| call.id)
       |                                       ^^^|^^^
       |                                          `----- this is `String`
       |
       | Help: the closure has to give this
    ---'
    "#
    );
}

#[test]
fn fields_have_decorators() {
    told!(
        r#"
        schema Person {
            @length("long") name: String,
            @range(0, 150) age: Int,
            @pattern() email: String,
        }
        "#,
        @r#"
    schema Person {
        @length("long") name: String,
        @range(0, 150) age: Int,
        @pattern() email: String,
    }
    ----
    [E0375] error: `@length` takes a `Int`
       ,-[ main.conc:2:13 ]
       |
     2 |     @length("long") name: String,
       |             ^^^|^^
       |                `---- this is something else
       |
       | Help: decorators take values that are written out
    ---'

    [E0375] error: `@pattern` does not take these arguments
       ,-[ main.conc:4:5 ]
       |
     4 |     @pattern() email: String,
       |     ^^^^^|^^^^
       |          `------ not what it takes
       |
       | Help: write `@pattern("…")`
    ---'
    "#
    );
}

#[test]
fn what_can_be_allowed() {
    told!(
        r#"
        @allow("W9999") fn a() {}
        @allow("E0301") fn b() {}
        @allow() fn c() {}
        @allow(5) fn d() {}
        fn main() { a(); b(); c(); d(); }
        "#,
        @r#"
    @allow("W9999") fn a() {}
    @allow("E0301") fn b() {}
    @allow() fn c() {}
    @allow(5) fn d() {}
    fn main() { a(); b(); c(); d(); }
    ----
    [W0306] warning: there is no `W9999`
       ,-[ main.conc:1:8 ]
       |
     1 | @allow("W9999") fn a() {}
       |        ^^^|^^^
       |           `----- this silences nothing
       |
       | Help: the code stands beside each warning
    ---'

    [W0306] warning: `E0301` is an error, which cannot be allowed
       ,-[ main.conc:2:8 ]
       |
     2 | @allow("E0301") fn b() {}
       |        ^^^|^^^
       |           `----- this silences nothing
       |
       | Help: only warnings can: codes with a `W`
    ---'

    [W0306] warning: `@allow` names the codes of warnings
       ,-[ main.conc:3:1 ]
       |
     3 | @allow() fn c() {}
       | ^^^^|^^^
       |     `----- no code here
       |
       | Help: write `@allow("W0302")`
    ---'

    [W0306] warning: `@allow` names the codes of warnings
       ,-[ main.conc:4:8 ]
       |
     4 | @allow(5) fn d() {}
       |        |
       |        `-- no code here
       |
       | Help: write `@allow("W0302")`
    ---'
    "#
    );
}

#[test]
fn what_is_allowed_is_not_told() {
    fine(
        r#"
        @allow("W0304") fn unused() {}
        @allow("W0305")
        fn main() { 5; }
        "#,
    );
}

#[test]
fn a_test_takes_nothing() {
    told!(
        r#"
        @test
        fn adds(n: Int) { print(n); }
        @test
        fn gives() -> Int { 5 }
        @test
        fn any<T>() {}
        @test
        fn checks() -> Result<(), Error> { Ok(()) }
        "#,
        @"
    @test
    fn adds(n: Int) { print(n); }
    @test
    fn gives() -> Int { 5 }
    @test
    fn any<T>() {}
    @test
    fn checks() -> Result<(), Error> { Ok(()) }
    ----
    [E0364] error: the test `adds` cannot be run
       ,-[ main.conc:2:4 ]
       |
     2 | fn adds(n: Int) { print(n); }
       |    ^^|^
       |      `--- it takes nothing: nobody passes it anything
       |
       | Help: write `fn name()` or `fn name() -> Result<(), Error>`
    ---'

    [E0364] error: the test `gives` cannot be run
       ,-[ main.conc:4:4 ]
       |
     4 | fn gives() -> Int { 5 }
       |    ^^|^^
       |      `---- it gives `()` or `Result<(), E>`
       |
       | Help: write `fn name()` or `fn name() -> Result<(), Error>`
    ---'

    [E0364] error: the test `any` cannot be run
       ,-[ main.conc:6:4 ]
       |
     6 | fn any<T>() {}
       |    ^|^
       |     `--- it has no type parameters
       |
       | Help: write `fn name()` or `fn name() -> Result<(), Error>`
    ---'
    "
    );
}

#[test]
fn a_mock_stands_in_a_test() {
    told!(
        r#"
        agent Helper { provider: simulated, model: "any" }
        fn main() {
            mock Helper { response: "ok" }
            print(Helper.execute("go").is_ok());
        }
        "#,
        @r#"
    agent Helper { provider: simulated, model: "any" }
    fn main() {
        mock Helper { response: "ok" }
        print(Helper.execute("go").is_ok());
    }
    ----
    [E0365] error: a `mock` outside a test
       ,-[ main.conc:3:10 ]
       |
     3 |     mock Helper { response: "ok" }
       |          ^^^|^^
       |             `---- this would answer with something invented
       |
       | Help: move it into a `@test` function; to run offline, use `provider: simulated`
    ---'
    "#
    );
}
