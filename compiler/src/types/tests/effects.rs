//! What functions do to the world.

#[test]
fn a_function_does_what_it_calls() {
    effects!(
        r#"
        fn pure(n: Int) -> Int { n * 2 }
        fn say(text: String) { print(text); }
        fn twice(text: String) { say(text); say(text); }
        fn wait() { sleep(1s); }
        fn task() -> Task<Int> { spawn pure(1) }
        fn all() { twice("a"); wait(); let _ = task(); }
        all();
        "#,
        @r#"
    fn pure(n: Int) -> Int { n * 2 }
    fn say(text: String) { print(text); }
    fn twice(text: String) { say(text); say(text); }
    fn wait() { sleep(1s); }
    fn task() -> Task<Int> { spawn pure(1) }
    fn all() { twice("a"); wait(); let _ = task(); }
    all();
    ----
    pure: pure
    say: emit
    twice: emit
    wait: clock
    task: task
    all: clock emit task
    "#
    );
}

#[test]
fn functions_that_call_each_other() {
    effects!(
        r#"
        fn even(n: Int) -> Bool { if n == 0 { true } else { odd(n - 1) } }
        fn odd(n: Int) -> Bool { if n == 0 { print("odd"); false } else { even(n - 1) } }
        print(even(3));
        "#,
        @r#"
    fn even(n: Int) -> Bool { if n == 0 { true } else { odd(n - 1) } }
    fn odd(n: Int) -> Bool { if n == 0 { print("odd"); false } else { even(n - 1) } }
    print(even(3));
    ----
    even: emit
    odd: emit
    "#
    );
}

#[test]
fn who_calls_a_value_does_what_it_does() {
    effects!(
        r#"
        fn apply(f: fn(Int) -> Int, n: Int) -> Int { f(n) }
        fn pass(f: fn(Int) -> Int) -> Int { apply(f, 1) }
        fn pure() -> Int { apply(|n| n + 1, 1) }
        fn loud() -> Int { apply(|n| { print(n); n }, 1) }
        fn named() -> Int { apply(shout, 1) }
        fn shout(n: Int) -> Int { print(n); n }
        fn made() -> fn() { || print("later") }
        fn sorted() -> Array<Int> { [2, 1].sorted_by(|a, b| a - b) }
        fn mapped(f: fn(Int) -> Int) -> Array<Int> { [1].map(f) }
        "#,
        @r#"
    fn apply(f: fn(Int) -> Int, n: Int) -> Int { f(n) }
    fn pass(f: fn(Int) -> Int) -> Int { apply(f, 1) }
    fn pure() -> Int { apply(|n| n + 1, 1) }
    fn loud() -> Int { apply(|n| { print(n); n }, 1) }
    fn named() -> Int { apply(shout, 1) }
    fn shout(n: Int) -> Int { print(n); n }
    fn made() -> fn() { || print("later") }
    fn sorted() -> Array<Int> { [2, 1].sorted_by(|a, b| a - b) }
    fn mapped(f: fn(Int) -> Int) -> Array<Int> { [1].map(f) }
    ----
    apply: calls
    pass: calls
    pure: pure
    loud: emit
    named: emit
    shout: emit
    made: emit
    sorted: pure
    mapped: calls
    "#
    );
}

#[test]
fn a_trait_does_what_every_impl_does() {
    effects!(
        r#"
        trait Named { fn name(self) -> String; }
        struct Quiet {}
        struct Loud {}
        impl Named for Quiet { fn name(self) -> String { "quiet" } }
        impl Named for Loud { fn name(self) -> String { print("loud"); "loud" } }
        fn show<T: Named>(value: T) -> String { value.name() }
        fn quiet() -> String { Quiet {}.name() }
        fn both() -> String { show(Quiet {}) + quiet() }
        "#,
        @r#"
    trait Named { fn name(self) -> String; }
    struct Quiet {}
    struct Loud {}
    impl Named for Quiet { fn name(self) -> String { "quiet" } }
    impl Named for Loud { fn name(self) -> String { print("loud"); "loud" } }
    fn show<T: Named>(value: T) -> String { value.name() }
    fn quiet() -> String { Quiet {}.name() }
    fn both() -> String { show(Quiet {}) + quiet() }
    ----
    Named::name: emit
    Quiet::name: pure
    Loud::name: emit
    show: emit
    quiet: pure
    both: emit
    "#
    );
}

#[test]
fn a_display_form_may_do_something() {
    effects!(
        r#"
        struct Loud { n: Int }
        impl Display for Loud { fn display(self) -> String { print("shown"); "loud" } }
        fn show(loud: Loud) -> String { "${loud}" }
        "#,
        @r#"
    struct Loud { n: Int }
    impl Display for Loud { fn display(self) -> String { print("shown"); "loud" } }
    fn show(loud: Loud) -> String { "${loud}" }
    ----
    Loud::display: emit
    show: emit
    "#
    );
}

#[test]
fn the_library_says_what_it_does() {
    effects!(
        r#"
        use std::{env, fs, http, json, process, random, time};
        fn file() { let _ = fs::read_file("a"); }
        fn clock() -> Int { time::now_ms() }
        fn dice() -> Int { random::int(1, 6) }
        fn variable() -> String? { env::get("HOME") }
        fn page() { let _ = http::get("https://example.com"); }
        fn command() { let _ = process::run("ls"); }
        fn state() -> Int { cache.len() }
        fn pure() -> Result<Json, Error> { json::parse("1") }
        store cache: Map<String, Int> = {:};
        "#,
        @r#"
    use std::{env, fs, http, json, process, random, time};
    fn file() { let _ = fs::read_file("a"); }
    fn clock() -> Int { time::now_ms() }
    fn dice() -> Int { random::int(1, 6) }
    fn variable() -> String? { env::get("HOME") }
    fn page() { let _ = http::get("https://example.com"); }
    fn command() { let _ = process::run("ls"); }
    fn state() -> Int { cache.len() }
    fn pure() -> Result<Json, Error> { json::parse("1") }
    store cache: Map<String, Int> = {:};
    ----
    file: file
    clock: clock
    dice: random
    variable: process
    page: network
    command: process
    state: state
    pure: pure
    "#
    );
}

#[test]
fn tools_agents_and_pipelines() {
    effects!(
        r#"
        tool Counter {
            count: Int = 0,
            @describe("Add one")
            pub fn add(mut self) -> Int { self.count += 1; self.count }
        }
        agent Helper { provider: simulated, model: "any", tools: [Counter] }
        pipeline Work(text: String) -> String {
            stage ask(text: String) -> Result<String, AgentError> { Ok(Helper.execute(text)?.text) }
            stage trim(text: String) -> String { text.trim() }
        }
        fn count() -> Int { Counter.add() }
        fn work() -> Result<String, Error> { Work.run("a") }
        "#,
        @r#"
    tool Counter {
        count: Int = 0,
        @describe("Add one")
        pub fn add(mut self) -> Int { self.count += 1; self.count }
    }
    agent Helper { provider: simulated, model: "any", tools: [Counter] }
    pipeline Work(text: String) -> String {
        stage ask(text: String) -> Result<String, AgentError> { Ok(Helper.execute(text)?.text) }
        stage trim(text: String) -> String { text.trim() }
    }
    fn count() -> Int { Counter.add() }
    fn work() -> Result<String, Error> { Work.run("a") }
    ----
    Counter::add: state
    Work::run: clock model mcp state task calls
    Work::ask: clock model mcp state task calls
    Work::trim: pure
    count: state
    work: clock model mcp state task
    "#
    );
}
