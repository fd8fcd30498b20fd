//! Programs that are servers, used by other programs over standard input and output and over HTTP.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use super::{Project, command};

const TOOLS: &str = r#"
schema Point { x: Int, y: Int }

tool Desk {
    calls: Int = 0,

    @describe("Add two numbers") @readonly @title("Sum") @meta({ "team": "math" })
    pub fn add(@param("first") a: Int, @param("second") b: Int) -> Int { a + b }

    @describe("A point on the diagonal")
    pub fn diagonal(@param("how far") n: Int) -> Point { Point { x: n, y: n } }

    @describe("Divide")
    pub fn divide(@param("a") a: Int, @param("b") b: Int) -> Result<Int, String> {
        if b == 0 { Err("division by zero") } else { Ok(a / b) }
    }

    @describe("Fault")
    pub fn fault() -> Int { [1][5] }

    @describe("Count calls")
    pub fn count(mut self) -> Int { self.calls += 1; self.calls }

    @describe("Take a while")
    pub fn slow() -> String {
        for i in 1..=3 { progress({ "progress": i, "total": 3 }); sleep(5ms); }
        print("on standard error");
        "slept"
    }

    @describe("Never end")
    pub fn forever() -> String { sleep(1h); "never" }

    @approve @describe("Delete something")
    pub fn delete(@param("its name") name: String) -> String { "deleted ${name}" }

    @interaction @describe("Ask for a colour")
    pub fn colour(@param("why") why: String) -> "red" | "blue";

    @signal @describe("Stop everything")
    pub fn stop(@param("why") why: String);

    fn helper() -> Int { 1 }
}

@expose("Answers questions about sums")
agent Adder { provider: simulated, tools: [Desk.add] }

agent Hidden { provider: simulated }

fn main() { print("never runs"); }
"#;

/// A project whose server is another program, `tools.conc`, over standard input and output.
fn over_stdio(program: &str) -> Project {
    let command = env!("CARGO_BIN_EXE_concerto");
    let manifest = format!(
        "[mcp.desk]\ncommand = [{command:?}, \"mcp\", \"serve\", \"tools.conc\"]\n[connections.main]\nprovider = \"simulated\"\nscript = \"script.json\"\n"
    );
    let project = Project::new(&manifest, program);
    project.write("tools.conc", TOOLS);
    project
}

#[test]
fn every_public_function_and_exposed_agent_is_offered() {
    let project = over_stdio("print(1);");
    insta::assert_snapshot!(command(&project, &["mcp", "list"]).good(), @"
    desk: p 0.0.0 (protocol 2026-07-28), 10 tools
      Desk__add(a, b)  Add two numbers
      Desk__diagonal(n)  A point on the diagonal
      Desk__divide(a, b)  Divide
      Desk__fault()  Fault
      Desk__count()  Count calls
      Desk__slow()  Take a while
      Desk__forever()  Never end
      Desk__delete(name)  Delete something
      Desk__colour(why)  Ask for a colour
      Adder(prompt)  Answers questions about sums
    ");
    insta::assert_snapshot!(command(&project, &["mcp", "list", "--json"]).good(), @r#"
    {"name":"Desk__add","title":"Sum","description":"Add two numbers","input":{"type":"object","properties":{"a":{"type":"integer","description":"first"},"b":{"type":"integer","description":"second"}},"required":["a","b"],"additionalProperties":false},"output":{"type":"object","properties":{"result":{"type":"integer"}},"required":["result"]},"annotations":{"readonly":true},"server":"desk"}
    {"name":"Desk__diagonal","description":"A point on the diagonal","input":{"type":"object","properties":{"n":{"type":"integer","description":"how far"}},"required":["n"],"additionalProperties":false},"output":{"type":"object","properties":{"x":{"type":"integer"},"y":{"type":"integer"}},"required":["x","y"],"additionalProperties":false},"server":"desk"}
    {"name":"Desk__divide","description":"Divide","input":{"type":"object","properties":{"a":{"type":"integer","description":"a"},"b":{"type":"integer","description":"b"}},"required":["a","b"],"additionalProperties":false},"output":{"type":"object","properties":{"result":{"type":"integer"}},"required":["result"]},"server":"desk"}
    {"name":"Desk__fault","description":"Fault","input":{"type":"object","properties":{},"additionalProperties":false},"output":{"type":"object","properties":{"result":{"type":"integer"}},"required":["result"]},"server":"desk"}
    {"name":"Desk__count","description":"Count calls","input":{"type":"object","properties":{},"additionalProperties":false},"output":{"type":"object","properties":{"result":{"type":"integer"}},"required":["result"]},"server":"desk"}
    {"name":"Desk__slow","description":"Take a while","input":{"type":"object","properties":{},"additionalProperties":false},"server":"desk"}
    {"name":"Desk__forever","description":"Never end","input":{"type":"object","properties":{},"additionalProperties":false},"server":"desk"}
    {"name":"Desk__delete","description":"Delete something","input":{"type":"object","properties":{"name":{"type":"string","description":"its name"}},"required":["name"],"additionalProperties":false},"server":"desk"}
    {"name":"Desk__colour","description":"Ask for a colour","input":{"type":"object","properties":{"why":{"type":"string","description":"why"}},"required":["why"],"additionalProperties":false},"output":{"type":"object","properties":{"result":{"type":"string","enum":["red","blue"]}},"required":["result"]},"server":"desk"}
    {"name":"Adder","description":"Answers questions about sums","input":{"type":"object","properties":{"prompt":{"type":"string","description":"What the agent is asked"}},"required":["prompt"],"additionalProperties":false},"server":"desk"}
    "#);
}

#[test]
fn calls_give_values_and_failures() {
    let program = r#"
mcp desk;
let calls: Array<(String, Json)> = [
    ("Desk__add", { "a": 2, "b": 3 }), ("Desk__diagonal", { "n": 4 }), ("Desk__divide", { "a": 1, "b": 0 }),
    ("Desk__fault", {:}), ("Desk__count", {:}), ("Desk__count", {:}), ("Desk__add", { "a": "x" }),
    ("Adder", { "prompt": "Add 20 and 22" }), ("Desk__slow", {:}),
];
for (name, arguments) in calls {
    match desk.call(arguments, name: name) {
        ToolResult::Ok { value, .. } => print("${name}: ${value}"),
        ToolResult::Failure { kind, reason, .. } => print("${name}: ${kind}: ${reason}"),
    }
}
"#;
    insta::assert_snapshot!(over_stdio(program).run(&[]).good(), @r#"
    Desk__add: {"result":5}
    Desk__diagonal: {"x":4,"y":4}
    Desk__divide: tool_failed: division by zero
    Desk__fault: tool_failed: the tool ended in an error
    Desk__count: {"result":1}
    Desk__count: {"result":2}
    Desk__add: tool_failed: $.a: expected an Int, found a String
    Adder: "Desk::add gave 42."
    Desk__slow: "slept"
    "#);
}

#[test]
fn an_approval_and_a_question_go_to_whoever_calls() {
    let program = r#"
mcp desk;
agent A { provider: main, tools: [desk] }

fn told(outcome: Outcome, answer: Json?) -> Result<(), AgentError> {
    match outcome {
        Outcome::Done(response) => print(response.tool_results),
        Outcome::NeedsInput(pending) => {
            print(pending.questions().map(|it| it.message));
            match answer {
                Some(answer) => told(pending.resume(answer)?, None)?,
                None => told(pending.decide(pending.calls()[0].id, Approval::Deny("no")).resume()?, None)?,
            }
        }
        _ => print("something else"),
    }
    Ok(())
}

fn main() -> Result<(), Error> {
    told(A.run("delete")?, Some({:}))?;
    told(A.run("delete")?, None)?;
    told(A.run("colour")?, Some({ "answer": "red" }))?;
    print(A.execute("delete").is_err());
    Ok(())
}
"#;
    let project = over_stdio(program);
    let call = |tool: &str, arguments: &str| {
        format!(r#"{{ "tool_calls": [{{ "tool": "{tool}", "arguments": {arguments} }}] }}, {{ "text": "end" }}"#)
    };
    let delete = call("Desk__delete", r#"{ "name": "x" }"#);
    let colour = call("Desk__colour", r#"{ "why": "for the wall" }"#);
    project.write("script.json", &format!("[{delete}, {delete}, {colour}, {delete}]"));
    insta::assert_snapshot!(project.run(&[]).good(), @r#"
    ["May `Desk::delete` be called with {\"name\":\"x\"}?"]
    [ToolResult::Ok { call_id: "call_1", tool: "Desk__delete", value: "deleted x" }]
    ["May `Desk::delete` be called with {\"name\":\"x\"}?"]
    [ToolResult::Failure { call_id: "call_1", tool: "Desk__delete", kind: "tool_failed", reason: "somebody said no" }]
    ["Ask for a colour: {\"why\":\"for the wall\"}"]
    [ToolResult::Ok { call_id: "call_1", tool: "Desk__colour", value: {"result":"red"} }]
    true
    "#);
}

#[test]
fn a_cancelled_call_is_cancelled_at_the_server() {
    let program = r#"
mcp desk;
print(timeout(200ms, || desk.call({:}, name: "Desk__forever")).is_none());
print(desk.call({ "a": 1, "b": 1 }, name: "Desk__add"));
"#;
    insta::assert_snapshot!(over_stdio(program).run(&[]).good(), @r#"
    true
    ToolResult::Ok { call_id: "call", tool: "Desk__add", value: {"result":2} }
    "#);
}

#[test]
fn who_waits_behind_a_cancelled_call_has_its_turn() {
    let program = r#"
mcp desk;
print(timeout(300ms, || desk.call({:}, name: "Line__forever")).is_none());
print(timeout(20s, || desk.call({:}, name: "Line__next")));
"#;
    let project = over_stdio(program);
    project.write(
        "tools.conc",
        r#"
@sequential
tool Line {
    @describe("Never end") pub fn forever() -> String { sleep(1h); "never" }
    @describe("Whoever is next") pub fn next() -> String { "next" }
}
"#,
    );
    insta::assert_snapshot!(project.run(&[]).good(), @r#"
    true
    Some(ToolResult::Ok { call_id: "call", tool: "Line__next", value: "next" })
    "#);
}

/// A server over HTTP, ended with the test.
struct Serving(Child, String);

impl Serving {
    fn start(project: &Project, args: &[&str], token: Option<&str>) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_concerto"));
        command.args(["mcp", "serve", "tools.conc", "--http", "127.0.0.1:0"]).args(args).current_dir(project.path());
        command.env_clear().stdin(Stdio::null()).stderr(Stdio::piped());
        if let Some(token) = token {
            command.env("SERVER_TOKEN", token);
        }
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("serving at ").unwrap_or_else(|| panic!("{line}")).to_owned();
        Self(child, address)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A client of a server over HTTP.
fn client(address: &str, more: &str, program: &str) -> Project {
    Project::new(&format!("[mcp.desk]\nurl = \"{address}\"\n{more}\n"), program)
}

const CALLS: &str = r#"
mcp desk;
print(desk.call({ "a": 2, "b": 3 }, name: "add"));
print(desk.call({:}, name: "count"));
"#;

#[test]
fn over_http_with_short_names() {
    let tools = over_stdio("print(1);");
    let serving = Serving::start(&tools, &["--short-names"], None);
    insta::assert_snapshot!(client(&serving.1, "", CALLS).run(&[]).good(), @r#"
    ToolResult::Ok { call_id: "call", tool: "add", value: {"result":5} }
    ToolResult::Ok { call_id: "call", tool: "count", value: {"result":1} }
    "#);
}

#[test]
fn a_token_has_to_be_sent_where_one_is_wanted() {
    let tools = over_stdio("print(1);");
    let serving =
        Serving::start(&tools, &["--short-names", "--token-env", "SERVER_TOKEN"], Some("sk-planted-0123456789"));
    let ran = client(&serving.1, "headers = { Authorization = \"Bearer $PLANTED_KEY\" }", CALLS).run(&[]);
    assert!(ran.good().contains("{\"result\":5}"), "{ran:?}");
    let ran = client(&serving.1, "headers = { Authorization = \"Bearer wrong\" }", CALLS).run(&[]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let ran = client(&serving.1, "", CALLS).run(&[]);
    assert!(ran.stderr.contains("sign in") || ran.stdout.contains("sign in"), "{ran:?}");
}

#[test]
fn a_built_program_is_served_too() {
    let project = over_stdio("print(1);");
    let built = command(&project, &["build", "tools.conc", "--serve", "-o", "tools.conc-ir"]);
    assert_eq!(built.code, Some(0), "{built:?}");
    let manifest = project.read("Concerto.toml").replace("tools.conc\"", "tools.conc-ir\"");
    project.write("Concerto.toml", &manifest);
    let ran = command(&project, &["mcp", "call", "desk", "Desk__add", r#"{"a":2,"b":3}"#, "--json"]);
    assert!(ran.good().contains("\"structured\":{\"result\":5}"), "{ran:?}");
    command(&project, &["build", "tools.conc", "-o", "tools.conc-ir"]);
    let ran = command(&project, &["mcp", "serve", "tools.conc-ir"]);
    assert!(ran.stderr.contains("build it again with `--serve`"), "{ran:?}");
}
