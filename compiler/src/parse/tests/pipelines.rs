//! Pipelines.

#[test]
fn a_pipeline_has_stages() {
    check!(
        r#"
        pipeline Triage(doc: String, limit: Int = 3) -> Reply {
            stage extract(doc: String) -> Result<Facts, AgentError> { Ok(f(doc)?) }
            @retry(max: 2) @timeout(20s)
            stage answer(facts: Facts) -> Reply { g(facts) }
        }
        pub pipeline Empty() {}
        "#,
        @"
    pipeline Triage(doc: String, limit: Int = 3) -> Reply {
        stage extract(doc: String) -> Result<Facts, AgentError> { Ok(f(doc)?) }
        @retry(max: 2) @timeout(20s)
        stage answer(facts: Facts) -> Reply { g(facts) }
    }
    pub pipeline Empty() {}
    ----
    pipeline Triage (doc: String) (limit: Int = 3) -> Reply
      stage extract (doc: String) -> Result<Facts, AgentError>
        => (call Ok (? (call f doc)))
      @retry( max:2 ) @timeout( 20000ms ) stage answer (facts: Facts) -> Reply
        => (call g facts)
    pub pipeline Empty
    "
    );
}

#[test]
fn stages_may_be_repeated() {
    check!(
        r#"
        pipeline P(x: Int) -> Int {
            stage draft(x: Int) -> Int { x }
            repeat [draft, review] until |r| r.ok max 3
            repeat [draft] until |r| r > max;
            stage last(x: Int) -> Int { x }
        }
        "#,
        @"
    pipeline P(x: Int) -> Int {
        stage draft(x: Int) -> Int { x }
        repeat [draft, review] until |r| r.ok max 3
        repeat [draft] until |r| r > max;
        stage last(x: Int) -> Int { x }
    }
    ----
    pipeline P (x: Int) -> Int
      stage draft (x: Int) -> Int
        => x
      repeat draft review until (closure r => (. r ok)) max 3
      repeat draft until (closure r => (> r max))
      stage last (x: Int) -> Int
        => x
    "
    );
}

#[test]
fn a_pipeline_has_nothing_but_stages() {
    told!("pipeline P(x: Int) { fn f() {} stage s(x: Int) {} }", @"
    pipeline P(x: Int) { fn f() {} stage s(x: Int) {} }
    ----
    [E0101] error: expected `repeat`, `stage` or `}`, found `fn`
       ,-[ main.conc:1:22 ]
       |
     1 | pipeline P(x: Int) { fn f() {} stage s(x: Int) {} }
       |                      ^|
       |                       `-- expected `repeat`, `stage` or `}`
    ---'
    ");
}

#[test]
fn a_stage_that_cannot_be_read_leaves_its_neighbours() {
    check!(
        r#"
        pipeline P(x: Int) -> Int {
            stage a(x: Int) -> Int { x }
            stage (x: Int) -> Int { x }
            repeat a until |r| r.ok
            stage b(x: Int) -> Int { x }
        }
        "#,
        @"
    pipeline P(x: Int) -> Int {
        stage a(x: Int) -> Int { x }
        stage (x: Int) -> Int { x }
        repeat a until |r| r.ok
        stage b(x: Int) -> Int { x }
    }
    ----
    pipeline P (x: Int) -> Int
      stage a (x: Int) -> Int
        => x
      stage b (x: Int) -> Int
        => x
    ----
    [E0101] error: expected a name, found `(`
       ,-[ main.conc:3:11 ]
       |
     3 |     stage (x: Int) -> Int { x }
       |           |
       |           `-- expected a name
    ---'

    [E0101] error: expected `[`, found `a`
       ,-[ main.conc:4:12 ]
       |
     4 |     repeat a until |r| r.ok
       |            |
       |            `-- expected `[`
    ---'
    "
    );
}
