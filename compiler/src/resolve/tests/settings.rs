//! Declarations made of settings, decorators, stages.

use super::told_with;

#[test]
fn an_unknown_field_of_an_agent_suggests_a_similar_one() {
    told!("agent A { provider: openai, modle: \"x\" }\n", @r#"
    agent A { provider: openai, modle: "x" }
    ----
    [E0212] error: an agent has no field `modle`
       ,-[ main.conc:1:29 ]
       |
     1 | agent A { provider: openai, modle: "x" }
       |                             ^^|^^
       |                               `---- unknown field
       |
       | Help: did you mean `model`?
    ---'
    "#);
}

#[test]
fn an_unknown_field_like_no_other_gets_the_list() {
    told!("host H { connector: reviewer, colour: \"red\" }\n", @r#"
    host H { connector: reviewer, colour: "red" }
    ----
    [E0212] error: a host has no field `colour`
       ,-[ main.conc:1:31 ]
       |
     1 | host H { connector: reviewer, colour: "red" }
       |                               ^^^|^^
       |                                  `---- unknown field
       |
       | Help: there are: connector, timeout, output
    ---'
    "#);
}

#[test]
fn every_declaration_has_fields_of_its_own() {
    told!("mcp M { sever: x }\nprovider tool W { idd: \"x\" }\nagent A { provider: openai }\n@test fn t() { mock A { respons: \"x\" } }\n", @r#"
    mcp M { sever: x }
    provider tool W { idd: "x" }
    agent A { provider: openai }
    @test fn t() { mock A { respons: "x" } }
    ----
    [E0212] error: an MCP server has no field `sever`
       ,-[ main.conc:1:9 ]
       |
     1 | mcp M { sever: x }
       |         ^^|^^
       |           `---- unknown field
       |
       | Help: did you mean `server`?
    ---'

    [E0212] error: a provider tool has no field `idd`
       ,-[ main.conc:2:19 ]
       |
     2 | provider tool W { idd: "x" }
       |                   ^|^
       |                    `--- unknown field
       |
       | Help: did you mean `id`?
    ---'

    [E0212] error: a mock of an agent has no field `respons`
       ,-[ main.conc:4:25 ]
       |
     4 | @test fn t() { mock A { respons: "x" } }
       |                         ^^^|^^^
       |                            `----- unknown field
       |
       | Help: did you mean `response`?
    ---'
    "#);
}

#[test]
fn an_unknown_connection_suggests_a_similar_one() {
    told!("agent A { provider: opnai }\n", @"
    agent A { provider: opnai }
    ----
    [E0201] error: no connection `opnai`
       ,-[ main.conc:1:21 ]
       |
     1 | agent A { provider: opnai }
       |                     ^^|^^
       |                       `---- neither in the manifest nor built in
       |
       | Help: did you mean `openai`?
    ---'
    ");
}

#[test]
fn an_unknown_connection_like_no_other_says_where_to_add_it() {
    told!("agent A { provider: zebra }\n", @"
    agent A { provider: zebra }
    ----
    [E0201] error: no connection `zebra`
       ,-[ main.conc:1:21 ]
       |
     1 | agent A { provider: zebra }
       |                     ^^|^^
       |                       `---- neither in the manifest nor built in
       |
       | Help: add `[connections.zebra]` to `Concerto.toml`, or use one of: openai, openai_chat, anthropic, google, ollama, simulated
    ---'
    ");
}

#[test]
fn a_connection_may_be_one_of_the_manifest() {
    insta::assert_snapshot!(
        told_with(
            r#"
        [connections.local]
        provider = "ollama"

        [mcp.files]
        command = ["npx"]
            "#,
            r#"
        agent A { provider: local, tools: [files] }
        agent B { provider: locl }
            "#,
        ),
        @r#"
    [connections.local]
    provider = "ollama"

    [mcp.files]
    command = ["npx"]

    agent A { provider: local, tools: [files] }
    agent B { provider: locl }
    ----
    [E0201] error: no connection `locl`
       ,-[ main.conc:2:21 ]
       |
     2 | agent B { provider: locl }
       |                     ^^|^
       |                       `--- neither in the manifest nor built in
       |
       | Help: did you mean `local`?
    ---'
    "#
    );
}

#[test]
fn an_item_hides_a_server_of_the_manifest() {
    insta::assert_snapshot!(
        told_with(
            r#"
        [mcp.files]
        command = ["npx"]
            "#,
            r#"
        tool files { pub fn read() {} }
        agent A { provider: openai, tools: [files] }
        "#,
        ),
        @r#"
    [mcp.files]
    command = ["npx"]

    tool files { pub fn read() {} }
    agent A { provider: openai, tools: [files] }
    ----
    "#
    );
}

#[test]
fn an_unknown_decorator_suggests_a_similar_one() {
    told!("@descibe(\"x\") fn f() {}\nschema S { @rnage(1, 2) x: Int }\ntool T { pub fn g(@parm(\"x\") _x: Int) {} }\n", @r#"
    @descibe("x") fn f() {}
    schema S { @rnage(1, 2) x: Int }
    tool T { pub fn g(@parm("x") _x: Int) {} }
    ----
    [E0213] error: there is no decorator `@descibe`
       ,-[ main.conc:1:2 ]
       |
     1 | @descibe("x") fn f() {}
       |  ^^^|^^^
       |     `----- unknown decorator
       |
       | Help: did you mean `@describe`?
    ---'

    [E0213] error: there is no decorator `@rnage`
       ,-[ main.conc:2:13 ]
       |
     2 | schema S { @rnage(1, 2) x: Int }
       |             ^^|^^
       |               `---- unknown decorator
       |
       | Help: did you mean `@range`?
    ---'

    [E0213] error: there is no decorator `@parm`
       ,-[ main.conc:3:20 ]
       |
     3 | tool T { pub fn g(@parm("x") _x: Int) {} }
       |                    ^^|^
       |                      `--- unknown decorator
       |
       | Help: did you mean `@param`?
    ---'
    "#);
}

#[test]
fn an_unknown_decorator_like_no_other_gets_no_suggestion() {
    told!("@whatever fn f() {}\n", @"
    @whatever fn f() {}
    ----
    [E0213] error: there is no decorator `@whatever`
       ,-[ main.conc:1:2 ]
       |
     1 | @whatever fn f() {}
       |  ^^^^|^^^
       |      `----- unknown decorator
    ---'
    ");
}

#[test]
fn decorators_of_the_library_are_for_the_library() {
    told!("@native(\"x\") fn f() {}\n", @r#"
    @native("x") fn f() {}
    ----
    [E0213] error: there is no decorator `@native`
       ,-[ main.conc:1:2 ]
       |
     1 | @native("x") fn f() {}
       |  ^^^|^^
       |     `---- unknown decorator
    ---'
    "#);
    assert_eq!(super::titles("@lang(\"option\") enum Maybe { No }\n"), ["there is no decorator `@lang`"]);
}

#[test]
fn names_in_decorators_are_resolved() {
    told!("tool T { @approve(|call| alowed(call)) pub fn f() {} }\nfn allowed(call: Json) -> Bool { call == call }\n", @"
    tool T { @approve(|call| alowed(call)) pub fn f() {} }
    fn allowed(call: Json) -> Bool { call == call }
    ----
    [E0201] error: no `alowed` in this scope
       ,-[ main.conc:1:26 ]
       |
     1 | tool T { @approve(|call| alowed(call)) pub fn f() {} }
       |                          ^^^|^^
       |                             `---- not declared
       |
       | Help: did you mean `allowed`?
    ---'
    ");
}

#[test]
fn a_pipeline_repeats_its_own_stages() {
    told!("pipeline P() { stage draft(x: Int) -> Int { x } repeat [drat, other] until |r| r > 1 }\n", @"
    pipeline P() { stage draft(x: Int) -> Int { x } repeat [drat, other] until |r| r > 1 }
    ----
    [E0201] error: this pipeline has no stage `drat`
       ,-[ main.conc:1:57 ]
       |
     1 | pipeline P() { stage draft(x: Int) -> Int { x } repeat [drat, other] until |r| r > 1 }
       |                                                         ^^|^
       |                                                           `--- not declared
       |
       | Help: did you mean `draft`?
    ---'

    [E0201] error: this pipeline has no stage `other`
       ,-[ main.conc:1:63 ]
       |
     1 | pipeline P() { stage draft(x: Int) -> Int { x } repeat [drat, other] until |r| r > 1 }
       |                                                               ^^|^^
       |                                                                 `---- not declared
    ---'
    ");
}
