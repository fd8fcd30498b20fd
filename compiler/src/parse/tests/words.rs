//! Keywords that are names wherever that is clear.

#[test]
fn contextual_keywords_may_be_variables() {
    check!(
        r#"
        let tool = 1; let agent = 2; let schema = 3; let type = 4; let memory = 5; let stage = 6;
        let store = tool + agent; let host = f(schema, type: type); let max = memory.max(stage);
        tool = 1; agent.x = 2; store[0] = 3; pipeline(1); repeat += 1; until::max(2);
        "#,
        @"
    let tool = 1; let agent = 2; let schema = 3; let type = 4; let memory = 5; let stage = 6;
    let store = tool + agent; let host = f(schema, type: type); let max = memory.max(stage);
    tool = 1; agent.x = 2; store[0] = 3; pipeline(1); repeat += 1; until::max(2);
    ----
    (let tool = 1)
    (let agent = 2)
    (let schema = 3)
    (let type = 4)
    (let memory = 5)
    (let stage = 6)
    (let store = (+ tool agent))
    (let host = (call f schema type:type))
    (let max = (method memory max stage))
    (= tool 1)
    (= (. agent x) 2)
    (= (index store 0) 3)
    (call pipeline 1)
    (+= repeat 1)
    (call until::max 2)
    "
    );
}

#[test]
fn contextual_keywords_may_be_functions_and_parameters() {
    check!("fn tool(agent: Int, memory: String) -> Int { agent } fn max() { tool(1, memory: \"\") }", @r#"
    fn tool(agent: Int, memory: String) -> Int { agent } fn max() { tool(1, memory: "") }
    ----
    fn tool (agent: Int) (memory: String) -> Int
      => agent
    fn max
      => (call tool 1 memory:"")
    "#);
}

#[test]
fn contextual_keywords_may_name_what_they_declare() {
    check!("tool tool {} agent agent {} type type = Int; memory memory = 1; mcp mcp; pipeline pipeline() {}", @"
    tool tool {} agent agent {} type type = Int; memory memory = 1; mcp mcp; pipeline pipeline() {}
    ----
    tool tool
    agent agent
    type type = Int
    memory memory = 1
    mcp mcp
    pipeline pipeline
    ");
}

#[test]
fn a_declaration_starts_only_before_a_name() {
    check!("type = 1; memory.clear(); store(1); schema; tool::x(); provider + 1; host { a: 1 };", @"
    type = 1; memory.clear(); store(1); schema; tool::x(); provider + 1; host { a: 1 };
    ----
    (= type 1)
    (method memory clear)
    (call store 1)
    schema
    (call tool::x)
    (+ provider 1)
    (struct host a:1)
    ");
}

#[test]
fn contextual_keywords_may_be_types_variants_and_modules() {
    check!("enum E { tool, agent(Int) } fn f(x: E) { match x { E::tool => 1, E::agent(n) => n } } use tool::agent;", @"
    enum E { tool, agent(Int) } fn f(x: E) { match x { E::tool => 1, E::agent(n) => n } } use tool::agent;
    ----
    enum E
      tool
      agent Int
    fn f (x: E)
      => (match x
        E::tool -> 1
        (variant E::agent n) -> n)
    use tool::agent
    ");
}

#[test]
fn a_hard_keyword_is_no_name() {
    told!("let match = 1;", @"
    let match = 1;
    ----
    [E0101] error: expected a pattern or `mut`, found `match`
       ,-[ main.conc:1:5 ]
       |
     1 | let match = 1;
       |     ^^|^^
       |       `---- expected a pattern or `mut`
       |
       | Help: `match` is a keyword: choose another name
    ---'
    ");
    told!("fn loop() {}", @"
    fn loop() {}
    ----
    [E0101] error: expected a name, found `loop`
       ,-[ main.conc:1:4 ]
       |
     1 | fn loop() {}
       |    ^^|^
       |      `--- expected a name
       |
       | Help: `loop` is a keyword: choose another name
    ---'
    ");
}
