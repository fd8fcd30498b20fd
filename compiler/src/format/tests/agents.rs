//! Tools, agents and what belongs to them.

#[test]
fn tools() {
    check!(r#"tool Files{
description:"The files",names : Array<String>=[],

@describe("List") @readonly pub fn list(self)->Array<String>{ self.names },
fn helper( ) { } }
tool Empty { }
tool State { count: Int = 0 }
"#, @r#"
    tool Files {
        description: "The files",
        names: Array<String> = [],

        @describe("List") @readonly pub fn list(self) -> Array<String> { self.names }
        fn helper() {}
    }
    tool Empty {}
    tool State { count: Int = 0 }
    "#);
}

#[test]
fn agents_and_hosts() {
    check!(r#"agent Short{provider:simulated,tools:[Files]}
agent Long {
provider: openai, model: "gpt", retry: {max:3}, output: Array<Report>,
}
host Reviewer { connector: reviewer, timeout: 120s, output: Review }
provider  tool WebSearch { id: "openai.web_search", args: { "size": "low" } }
"#, @r#"
    agent Short { provider: simulated, tools: [Files] }
    agent Long {
        provider: openai,
        model: "gpt",
        retry: { max: 3 },
        output: Array<Report>,
    }
    host Reviewer { connector: reviewer, timeout: 120s, output: Review }
    provider tool WebSearch { id: "openai.web_search", args: { "size": "low" } }
    "#);
}

#[test]
fn servers() {
    check!(r#"mcp files;
mcp Github { server: github, @describe("Search") fn search(@param("query") query: String)->Result<Json,ToolError>; }
"#, @r#"
    mcp files;
    mcp Github {
        server: github,
        @describe("Search") fn search(@param("query") query: String) -> Result<Json, ToolError>;
    }
    "#);
}

#[test]
fn state() {
    check!("memory chat=Memory::new(max:50);
ledger facts = Ledger::new( );
store seen:Map<String,Int>={:};
", @"
    memory chat = Memory::new(max: 50);
    ledger facts = Ledger::new();
    store seen: Map<String, Int> = {:};
    ");
}

#[test]
fn pipelines() {
    check!("pipeline Triage(doc: String)->Reply{
stage extract(doc: String) -> Facts { f(doc) }
@retry(max: 2) @timeout(20s)
stage answer(facts: Facts) -> Reply { g(facts) }
repeat[ draft,review ]until |r| r.ok max 3
}
", @"
    pipeline Triage(doc: String) -> Reply {
        stage extract(doc: String) -> Facts { f(doc) }
        @retry(max: 2) @timeout(20s)
        stage answer(facts: Facts) -> Reply { g(facts) }
        repeat [draft, review] until |r| r.ok max 3
    }
    ");
}

#[test]
fn mocks() {
    check!(r#"@test fn t() {
mock Assistant{response:"x"}
mock Calculator.add=|a,b| 5;
mock files { tool_calls: [Calculator.add(1, 2)], then: "3" };
}
"#, @r#"
    @test fn t() {
        mock Assistant { response: "x" }
        mock Calculator.add = |a, b| 5;
        mock files { tool_calls: [Calculator.add(1, 2)], then: "3" };
    }
    "#);
}
