//! What names stand for in declarations that are right.

#[test]
fn generics_are_seen_in_signatures_and_bodies() {
    check!(
        r#"
        struct Pair<A, B> { a: A, b: B }
        impl<A: Ord, B> Pair<A, B> {
            fn first(self) -> A { self.a }
            fn with<C>(self, c: C) -> Pair<A, C> { Pair<A, C> { a: self.a, b: c } }
            fn same() -> Self { Self::make() }
            fn make() -> Pair<A, B> { Self::make() }
        }
        fn largest<T: Ord + Display>(xs: Array<T>) -> T? { let best: T? = None; best ?? xs.get(0) }
        "#,
        @"
    struct Pair<A, B> { a: A, b: B }
    impl<A: Ord, B> Pair<A, B> {
        fn first(self) -> A { self.a }
        fn with<C>(self, c: C) -> Pair<A, C> { Pair<A, C> { a: self.a, b: c } }
        fn same() -> Self { Self::make() }
        fn make() -> Pair<A, B> { Self::make() }
    }
    fn largest<T: Ord + Display>(xs: Array<T>) -> T? { let best: T? = None; best ?? xs.get(0) }
    ----
    1:24 A -> type parameter 0
    1:30 B -> type parameter 1
    2:17 Pair<A, B> -> the struct of 1:8
    2:22 A -> type parameter 0
    2:25 B -> type parameter 1
    3:23 A -> type parameter 0
    3:27 self -> the variable of 3:14
    4:25 C -> type parameter 2
    4:31 Pair<A, C> -> the struct of 1:8
    4:36 A -> type parameter 0
    4:39 C -> type parameter 2
    4:44 Pair<A, C> -> the struct of 1:8
    4:49 A -> type parameter 0
    4:52 C -> type parameter 2
    4:60 self -> the variable of 4:16
    4:71 c -> the variable of 4:22
    5:18 Self -> Self
    5:25 Self::make -> a member of Self
    6:18 Pair<A, B> -> the struct of 1:8
    6:23 A -> type parameter 0
    6:26 B -> type parameter 1
    6:31 Self::make -> a member of Self
    8:40 T -> type parameter 0
    8:47 T -> type parameter 0
    8:62 T -> type parameter 0
    8:73 best -> the variable of 8:56
    8:81 xs -> the variable of 8:30
    "
    );
}

#[test]
fn a_tool_calls_its_helpers() {
    check!(
        r#"
        tool Calculator {
            count: Int = START,
            pub fn add(mut self, a: Int, b: Int = START) -> Int {
                self.count += 1;
                helper(a) + self.twice(b)
            }
            fn helper(x: Int) -> Int { x }
            fn twice(self, x: Int) -> Int { x + x }
        }
        const START: Int = 0;
        print(Calculator.add(1, 2));
        "#,
        @"
    tool Calculator {
        count: Int = START,
        pub fn add(mut self, a: Int, b: Int = START) -> Int {
            self.count += 1;
            helper(a) + self.twice(b)
        }
        fn helper(x: Int) -> Int { x }
        fn twice(self, x: Int) -> Int { x + x }
    }
    const START: Int = 0;
    print(Calculator.add(1, 2));
    ----
    2:18 START -> the constant of 10:7
    3:43 START -> the constant of 10:7
    4:9 self -> the variable of 3:16
    5:9 helper -> function 1 of the tool of 1:6
    5:16 a -> the variable of 3:26
    5:21 self -> the variable of 3:16
    5:32 b -> the variable of 3:34
    7:32 x -> the variable of 7:15
    8:37 x -> the variable of 8:20
    8:41 x -> the variable of 8:20
    11:7 Calculator -> the tool of 1:6
    "
    );
}

#[test]
fn an_agent_names_connections_tools_types_and_state() {
    check!(
        r#"
        agent Researcher {
            provider: openai,
            model: MODEL,
            tools: [Web, Web.search, files],
            memory: notebook,
            output: Report,
            on_approval: |call| ask(call),
        }
        const MODEL: String = "gpt-4o";
        tool Web { pub fn search() {} }
        mcp files;
        memory notebook = Memory::new(max: 50);
        schema Report { text: String }
        fn ask(call: Json) -> Bool { call == call }
        "#,
        @r#"
    agent Researcher {
        provider: openai,
        model: MODEL,
        tools: [Web, Web.search, files],
        memory: notebook,
        output: Report,
        on_approval: |call| ask(call),
    }
    const MODEL: String = "gpt-4o";
    tool Web { pub fn search() {} }
    mcp files;
    memory notebook = Memory::new(max: 50);
    schema Report { text: String }
    fn ask(call: Json) -> Bool { call == call }
    ----
    2:15 openai -> the connection openai
    3:12 MODEL -> the constant of 9:7
    4:13 Web -> the tool of 10:6
    4:18 Web -> the tool of 10:6
    4:30 files -> the MCP server of 11:5
    5:13 notebook -> the memory of 12:8
    6:13 Report -> the schema of 13:8
    7:25 ask -> the function of 14:4
    7:29 call -> the variable of 7:19
    12:19 Memory::new -> a member of the struct Memory
    14:30 call -> the variable of 14:8
    14:38 call -> the variable of 14:8
    "#
    );
}

#[test]
fn hosts_servers_pipelines_and_tests_have_names() {
    check!(
        r#"
        host Reviewer { connector: reviewer, output: Review }
        struct Review { ok: Bool }
        mcp Github { server: github, fn search(query: String) -> Json; }
        provider tool Search { id: "x" }
        pipeline Triage(doc: String) -> Review {
            stage extract(doc: String) -> String { doc }
            stage judge(text: String) -> Review { Review { ok: text == text } }
            repeat [extract, judge] until |r| r.ok max LIMIT
        }
        const LIMIT: Int = 3;
        agent A { provider: simulated, tools: [Github.search, Search] }
        @test fn works() {
            mock A { response: "x", then: "y" }
            mock Github.search = |q| q;
            mock Github { search: |q| q }
            listen Reviewer.execute("p") { "question" => |q| q };
            print(Triage.run("x"));
        }
        "#,
        @r#"
    host Reviewer { connector: reviewer, output: Review }
    struct Review { ok: Bool }
    mcp Github { server: github, fn search(query: String) -> Json; }
    provider tool Search { id: "x" }
    pipeline Triage(doc: String) -> Review {
        stage extract(doc: String) -> String { doc }
        stage judge(text: String) -> Review { Review { ok: text == text } }
        repeat [extract, judge] until |r| r.ok max LIMIT
    }
    const LIMIT: Int = 3;
    agent A { provider: simulated, tools: [Github.search, Search] }
    @test fn works() {
        mock A { response: "x", then: "y" }
        mock Github.search = |q| q;
        mock Github { search: |q| q }
        listen Reviewer.execute("p") { "question" => |q| q };
        print(Triage.run("x"));
    }
    ----
    1:28 reviewer -> the host reviewer
    1:46 Review -> the struct of 2:8
    3:22 github -> the server github
    5:33 Review -> the struct of 2:8
    6:44 doc -> the variable of 6:19
    7:34 Review -> the struct of 2:8
    7:43 Review -> the struct of 2:8
    7:56 text -> the variable of 7:17
    7:64 text -> the variable of 7:17
    8:39 r -> the variable of 8:36
    8:48 LIMIT -> the constant of 10:7
    11:21 simulated -> the connection simulated
    11:40 Github -> the MCP server of 3:5
    11:55 Search -> the provider tool of 4:15
    13:10 A -> the agent of 11:7
    14:10 Github -> the MCP server of 3:5
    14:30 q -> the variable of 14:27
    15:10 Github -> the MCP server of 3:5
    15:31 q -> the variable of 15:28
    16:12 Reviewer -> the host of 1:6
    16:54 q -> the variable of 16:51
    17:11 Triage -> the pipeline of 5:10
    "#
    );
}

#[test]
fn an_associated_function_is_a_member_of_its_type() {
    check!(
        r#"
        struct Account { id: Int }
        impl Account { pub fn open() -> Account { Account { id: 1 } } }
        impl Display for Account { fn display(self) -> String { "" } }
        fn f<T: Ord>(x: T) { print(T::compare(x, x)); }
        print(Account::open(), Account::display);
        "#,
        @r#"
    struct Account { id: Int }
    impl Account { pub fn open() -> Account { Account { id: 1 } } }
    impl Display for Account { fn display(self) -> String { "" } }
    fn f<T: Ord>(x: T) { print(T::compare(x, x)); }
    print(Account::open(), Account::display);
    ----
    2:6 Account -> the struct of 1:8
    2:33 Account -> the struct of 1:8
    2:43 Account -> the struct of 1:8
    3:18 Account -> the struct of 1:8
    4:17 T -> type parameter 0
    4:28 T::compare -> a member of type parameter 0
    4:39 x -> the variable of 4:14
    4:42 x -> the variable of 4:14
    5:7 Account::open -> a member of the struct of 1:8
    5:24 Account::display -> a member of the struct of 1:8
    "#
    );
}
