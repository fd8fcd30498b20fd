//! Tools and what models are told about them.

#[test]
fn a_function_needs_a_description() {
    told!(
        r#"
        tool Files {
            pub fn read(@param("where") path: String) -> String { path }
            @describe("  ")
            pub fn write(@param("where") path: String) -> String { path }
            fn helper(path: String) -> String { path }
        }
        "#,
        @r#"
    tool Files {
        pub fn read(@param("where") path: String) -> String { path }
        @describe("  ")
        pub fn write(@param("where") path: String) -> String { path }
        fn helper(path: String) -> String { path }
    }
    ----
    [E0371] error: `read` needs `@describe("…")`
       ,-[ main.conc:2:12 ]
       |
     2 |     pub fn read(@param("where") path: String) -> String { path }
       |            ^^|^
       |              `--- a model decides by its description when to call it
       |
       | Help 1: add the line `@describe("what read does")` above it
       |
       | Help 2: or remove `pub`, which makes it a helper that models do not see
    ---'

    [E0371] error: `write` needs `@describe("…")`
       ,-[ main.conc:4:12 ]
       |
     4 |     pub fn write(@param("where") path: String) -> String { path }
       |            ^^|^^
       |              `---- a model decides by its description when to call it
       |
       | Help 1: add the line `@describe("what write does")` above it
       |
       | Help 2: or remove `pub`, which makes it a helper that models do not see
    ---'
    "#
    );
}

#[test]
fn a_parameter_needs_a_description() {
    told!(
        r#"
        tool Files {
            @describe("Read a file")
            pub fn read(path: String, @param("") limit: Int) -> String { path.repeat(limit) }
        }
        "#,
        @r#"
    tool Files {
        @describe("Read a file")
        pub fn read(path: String, @param("") limit: Int) -> String { path.repeat(limit) }
    }
    ----
    [E0372] error: the parameter `path` needs `@param("…")`
       ,-[ main.conc:3:17 ]
       |
     3 |     pub fn read(path: String, @param("") limit: Int) -> String { path.repeat(limit) }
       |                 ^^|^
       |                   `--- a model decides by its description what to pass
       |
       | Help: write `@param("what path is") path: …`
    ---'

    [E0372] error: the parameter `limit` needs `@param("…")`
       ,-[ main.conc:3:42 ]
       |
     3 |     pub fn read(path: String, @param("") limit: Int) -> String { path.repeat(limit) }
       |                                          ^^|^^
       |                                            `---- a model decides by its description what to pass
       |
       | Help: write `@param("what limit is") limit: …`
    ---'
    "#
    );
}

#[test]
fn a_function_has_no_json_form() {
    told!(
        r#"
        tool Files {
            @describe("Walk over the lines")
            pub fn walk(@param("what to do") f: fn(String)) -> Task<Int> { f("a"); spawn 1 }
        }
        "#,
        @r#"
    tool Files {
        @describe("Walk over the lines")
        pub fn walk(@param("what to do") f: fn(String)) -> Task<Int> { f("a"); spawn 1 }
    }
    ----
    [E0373] error: the parameter `f` has the type `fn(String)`, which has no JSON form
       ,-[ main.conc:3:41 ]
       |
     3 |     pub fn walk(@param("what to do") f: fn(String)) -> Task<Int> { f("a"); spawn 1 }
       |                                         ^^^^^|^^^^
       |                                              `------ `fn(String)` has none
       |
       | Help: models read and write JSON: use data, not functions, tasks, streams or handles
    ---'

    [E0373] error: the result has the type `Task<Int>`, which has no JSON form
       ,-[ main.conc:3:56 ]
       |
     3 |     pub fn walk(@param("what to do") f: fn(String)) -> Task<Int> { f("a"); spawn 1 }
       |                                                        ^^^^|^^^^
       |                                                            `------ `Task<Int>` has none
       |
       | Help: models read and write JSON: use data, not functions, tasks, streams or handles
    ---'
    "#
    );
}

#[test]
fn a_field_has_no_json_form() {
    told!(
        r#"
        struct Job { name: String, run: fn() }
        tool Jobs {
            @describe("Start jobs")
            pub fn start(@param("which") jobs: Array<Job>) -> Int { jobs.len() }
        }
        "#,
        @r#"
    struct Job { name: String, run: fn() }
    tool Jobs {
        @describe("Start jobs")
        pub fn start(@param("which") jobs: Array<Job>) -> Int { jobs.len() }
    }
    ----
    [E0373] error: the parameter `jobs` has the type `Array<Job>`, which has no JSON form
       ,-[ main.conc:4:40 ]
       |
     4 |     pub fn start(@param("which") jobs: Array<Job>) -> Int { jobs.len() }
       |                                        ^^^^^|^^^^
       |                                             `------ `Job.run` is `fn()`, which has none
       |
       | Help: models read and write JSON: use data, not functions, tasks, streams or handles
    ---'
    "#
    );
}

#[test]
fn the_default_of_a_parameter_is_constant() {
    told!(
        r#"
        fn limit() -> Int { 5 }
        tool Files {
            @describe("Read lines")
            pub fn read(@param("how many") count: Int = limit()) -> Int { count }
        }
        "#,
        @r#"
    fn limit() -> Int { 5 }
    tool Files {
        @describe("Read lines")
        pub fn read(@param("how many") count: Int = limit()) -> Int { count }
    }
    ----
    [E0362] error: the default of a tool's parameter must be known before the program runs
       ,-[ main.conc:4:49 ]
       |
     4 |     pub fn read(@param("how many") count: Int = limit()) -> Int { count }
       |                                                 ^^^|^^^
       |                                                    `----- this is known only when it runs
       |
       | Help: use literals, other constants and operators; compute anything else in a function
    ---'
    "#
    );
}

#[test]
fn a_tool_waits_for_itself() {
    told!(
        r#"
        tool Counter {
            count: Int = 0,
            @describe("Add one")
            pub fn add(mut self) -> Int { self.count += 1; self.count }
            @describe("Add two")
            pub fn add_two(mut self) -> Int { Counter.add() + self.add() }
        }
        "#,
        @r#"
    tool Counter {
        count: Int = 0,
        @describe("Add one")
        pub fn add(mut self) -> Int { self.count += 1; self.count }
        @describe("Add two")
        pub fn add_two(mut self) -> Int { Counter.add() + self.add() }
    }
    ----
    [E0378] error: `Counter` would wait for itself
       ,-[ main.conc:6:39 ]
       |
     6 |     pub fn add_two(mut self) -> Int { Counter.add() + self.add() }
       |                                       ^^^|^^^
       |                                          `----- this function holds the tool until it is done
       |
       | Help: call the other function on `self`
    ---'
    "#
    );
}

#[test]
fn a_field_starts_as_its_type() {
    told!(
        r#"
        tool Counter {
            count: Int = "none",
            @describe("Add one")
            pub fn add(mut self) -> Int { self.count += 1; self.count }
        }
        "#,
        @r#"
    tool Counter {
        count: Int = "none",
        @describe("Add one")
        pub fn add(mut self) -> Int { self.count += 1; self.count }
    }
    ----
    [E0301] error: expected `Int`, found `String`
       ,-[ main.conc:2:18 ]
       |
     2 |     count: Int = "none",
       |            ^|^   ^^^|^^
       |             `------------ the field is declared with this type
       |                     |
       |                     `---- this is `String`
       |
       | Help: read it: `….parse_int()`, which gives an `Option`
    ---'
    "#
    );
}

#[test]
fn a_description_is_a_text() {
    told!(
        r#"
        tool Counter {
            description: 5,
            @describe("One")
            pub fn one() -> Int { 1 }
        }
        "#,
        @r#"
    tool Counter {
        description: 5,
        @describe("One")
        pub fn one() -> Int { 1 }
    }
    ----
    [E0301] error: expected `String`, found `Int`
       ,-[ main.conc:2:18 ]
       |
     2 |     description: 5,
       |                  |
       |                  `-- this is `Int`
       |
       | Help 1: the setting `description` takes this
       |
       | Help 2: turn it into text: `"${…}"`
    ---'
    "#
    );
}

#[test]
fn a_function_that_reads_does_not_change() {
    told!(
        r#"
        tool Counter {
            count: Int = 0,
            @describe("Add one")
            pub fn add(self) -> Int { self.count += 1; self.count }
        }
        "#,
        @r#"
    tool Counter {
        count: Int = 0,
        @describe("Add one")
        pub fn add(self) -> Int { self.count += 1; self.count }
    }
    ----
    [E0351] error: `self` cannot change
       ,-[ main.conc:4:31 ]
       |
     4 |     pub fn add(self) -> Int { self.count += 1; self.count }
       |                ^^|^           ^^|^
       |                  `------------------ declared without `mut`
       |                                 |
       |                                 `--- changed here
       |
       | Help: take `mut self` to change the receiver
    ---'
    "#
    );
}

#[test]
fn tools_stand_for_themselves() {
    types!(
        r#"
        tool Counter {
            count: Int = 0,
            @describe("Add some")
            pub fn add(mut self, @param("how many") n: Int = 1) -> Int { self.count += n; self.count }
        }
        let whole: ToolRef = Counter;
        let one = Counter.add;
        let kit = Toolkit::of([Counter, Counter.add]);
        let name = Counter.name();
        print("${Counter.add()} ${whole.name()} ${one.name()} ${kit.names()} ${name}");
        "#,
        @r#"
    tool Counter {
        count: Int = 0,
        @describe("Add some")
        pub fn add(mut self, @param("how many") n: Int = 1) -> Int { self.count += n; self.count }
    }
    let whole: ToolRef = Counter;
    let one = Counter.add;
    let kit = Toolkit::of([Counter, Counter.add]);
    let name = Counter.name();
    print("${Counter.add()} ${whole.name()} ${one.name()} ${kit.names()} ${name}");
    ----
    self: tool Counter
    n: Int
    whole: ToolRef
    one: ToolRef
    `Counter.add` becomes a `ToolRef`
    kit: Toolkit
    `Counter.add` becomes a `ToolRef`
    name: String
    `Counter` becomes a `ToolRef`
    "#
    );
}
