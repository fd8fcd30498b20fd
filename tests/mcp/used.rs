//! A server that does what it should: from code, by agents, with everything that it says.

use super::{Project, command, project, table};

const INTERFACE: &str = r#"
schema Sum { sum: Int }

mcp Peer {
    server: peer,
    fn echo(text: String) -> Result<String, ToolError>;
    fn add(a: Int, b: Int) -> Result<Sum, ToolError>;
    fn fail() -> Result<String, ToolError>;
    fn refuse() -> Result<Json, ToolError>;
    fn ask() -> Result<String, ToolError>;
    fn image() -> Result<Json, ToolError>;
}
"#;

#[test]
fn functions_of_a_server_are_called_from_code() {
    let program = format!(
        r#"{INTERFACE}
print(Peer.echo("hello"));
print(Peer.add(2, b: 3)?.sum);
print(Peer.fail());
print(Peer.refuse());
print(Peer.image());
print(Peer.ask());
"#
    );
    insta::assert_snapshot!(project(&["good"], "", &program).run(&[]).good(), @r#"
    Ok("you said hello")
    5
    Err(the disk is full)
    Err(the server `peer`: no such thing)
    Ok([{"type":"text","text":"a dot"},{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"}])
    Err(the server `peer`: the server asks a question, and nobody can answer here)
    "#);
}

const SCRIPT: &str = "[connections.main]\nprovider = \"simulated\"\nscript = \"script.json\"\n";

/// A project whose model plays a script.
fn scripted(server: &str, program: &str, script: &str) -> Project {
    let project = Project::new(&format!("{server}{SCRIPT}"), program);
    project.write("script.json", script);
    project
}

#[test]
fn a_model_calls_tools_of_a_server_beside_others() {
    let program = r#"
mcp peer;
tool Own {
    @describe("Count letters")
    pub fn count(@param("a text") text: String) -> Int { text.len() }
}
agent A { provider: main, tools: [peer, Own] }
let answer = A.execute("go")?;
for result in answer.tool_results { print(result); }
print(answer.text);
"#;
    let script = r#"[
        { "tool_calls": [
            { "tool": "echo", "arguments": { "text": "hi" } }, { "tool": "Own::count", "arguments": { "text": "four" } },
            { "tool": "fail", "arguments": {} }, { "tool": "nothing", "arguments": {} }
        ] },
        { "text": "done" }
    ]"#;
    let ran = scripted(&table("peer", &["good"], ""), program, script).run(&[]);
    insta::assert_snapshot!(ran.good(), @r#"
    ToolResult::Ok { call_id: "call_1", tool: "echo", value: "you said hi" }
    ToolResult::Ok { call_id: "call_2", tool: "Own::count", value: 4 }
    ToolResult::Failure { call_id: "call_3", tool: "fail", kind: "tool_failed", reason: "the disk is full" }
    ToolResult::Failure { call_id: "call_4", tool: "nothing", kind: "unknown_tool", reason: "there is no tool `nothing`; there are: echo, add, fail, slow, wait, ask, image, environment, huge, boom, refuse, Own__count" }
    done
    "#);
}

#[test]
fn progress_is_told_before_the_result() {
    let program = r#"
mcp peer;
agent A { provider: main, tools: [peer] }
let listens = A.on_event(|event| match event {
    AgentEvent::Progress { value, .. } => print(value),
    AgentEvent::ToolEnd(result) => print(result),
    _ => {}
});
print(listens.execute("go")?.text);
"#;
    let script = r#"[{ "tool_calls": [{ "tool": "slow", "arguments": {} }] }, { "text": "end" }]"#;
    let ran = scripted(&table("peer", &["good"], ""), program, script).run(&[]);
    insta::assert_snapshot!(ran.good(), @r#"
    {"progress":1,"total":3}
    {"progress":2,"total":3}
    {"progress":3,"total":3}
    ToolResult::Ok { call_id: "call_1", tool: "slow", value: "done" }
    end
    "#);
}

#[test]
fn a_question_of_a_server_is_an_interaction() {
    let program = r#"
mcp peer;
agent A { provider: main, tools: [peer] }

fn answered(answer: Json?) -> Result<(), AgentError> {
    match A.run("go")? {
        Outcome::NeedsInput(pending) => {
            for it in pending.questions() {
                print("${it.call.tool} asks: ${it.message} ${it.schema.get("required") ?? Json::Null}");
            }
            match pending.resume(answer)? {
                Outcome::Done(response) => print(response.tool_results),
                _ => print("something else"),
            }
        }
        _ => print("no question"),
    }
    Ok(())
}

fn main() -> Result<(), Error> {
    answered(Some({ "name": "Ada" }))?;
    answered(None)?;
    match A.run("go")? {
        Outcome::NeedsInput(pending) => {
            let id = pending.calls()[0].id;
            print(pending.answer(id, { "name": 7 }).resume().is_err());
            match pending.decide(id, Approval::Deny("private")).resume()? {
                Outcome::Done(response) => print(response.tool_results),
                _ => print("something else"),
            }
        }
        _ => print("no question"),
    }
    print(A.execute("go").is_err());
    Ok(())
}
"#;
    let ask = r#"{ "tool_calls": [{ "tool": "ask", "arguments": {} }] }, { "text": "end" }"#;
    let script = format!("[{ask}, {ask}, {ask}, {ask}]");
    let ran = scripted(&table("peer", &["good"], ""), program, &script).run(&[]);
    insta::assert_snapshot!(ran.good(), @r#"
    ask asks: Who are you? ["name"]
    [ToolResult::Ok { call_id: "call_1", tool: "ask", value: "{\"action\":\"accept\",\"content\":{\"name\":\"Ada\",\"polite\":true}}" }]
    ask asks: Who are you? ["name"]
    [ToolResult::Ok { call_id: "call_1", tool: "ask", value: "{\"action\":\"cancel\"}" }]
    true
    [ToolResult::Ok { call_id: "call_1", tool: "ask", value: "{\"action\":\"decline\"}" }]
    true
    "#);
}

#[test]
fn resources_and_prompts_can_be_read() {
    let program = r#"
mcp peer;
print(peer.resources()?);
print(peer.resource("note://1")?);
print(peer.resource("note://2"));
print(peer.prompts()?);
print(peer.prompt("greet", { "who": "Ada" })?.map(|it| it.text()));
"#;
    insta::assert_snapshot!(project(&["good"], "", program).run(&[]).good(), @r#"
    [Resource { uri: "note://1", name: "a note", title: None, description: None, media_type: Some("text/plain") }]
    [ResourcePart { uri: "note://1", media_type: Some("text/plain"), text: Some("remember the milk"), bytes: None }, ResourcePart { uri: "note://1#raw", media_type: None, text: None, bytes: Some(Bytes [1, 2, 3]) }]
    Err(the server `peer`: there is no such note)
    [ServerPrompt { name: "greet", title: None, description: None, arguments: [PromptArgument { name: "who", description: None, required: true }] }]
    ["Greet Ada."]
    "#);
}

#[test]
fn toolkits_take_servers() {
    let program = r#"
mcp peer;
let kit = Toolkit::of([peer]).namespace("p").wrap(|call, next| { print("never"); next(call) });
print(kit.names().slice(0..3));
print(kit.call("p__echo", { "text": "x" }));
print(kit.replace("p__echo", |_: Json| "instead").call("p__echo", { "text": "x" }));
let quiet = peer.annotate(readonly: true, approve: |call| call.tool == "echo");
print(Toolkit::of([quiet]).descriptors().all(|it| it.annotations.readonly));
print(Toolkit::of([quiet]).descriptors()[0].kind);
"#;
    insta::assert_snapshot!(project(&["good"], "", program).run(&[]).good(), @r#"
    ["p__echo", "p__add", "p__fail"]
    ToolResult::Ok { call_id: "call", tool: "p__echo", value: "you said x" }
    ToolResult::Ok { call_id: "call", tool: "p__echo", value: "instead" }
    true
    ToolKind::Mcp
    "#);
}

#[test]
fn two_servers_with_one_name_clash_until_they_have_namespaces() {
    let program = r#"
mcp one;
mcp two;
agent A { provider: simulated, tools: [one] }
match A.with_tools([two]).execute("x") {
    Err(AgentError::Duplicate { name, sources }) => print("${name}: ${sources}"),
    other => print(other),
}
let kit = Toolkit::of([two]).namespace("two");
print(A.with_tools([kit]).execute("Call 'two__echo'.").is_ok());
"#;
    let servers = table("one", &["described", "one"], "") + &table("two", &["described", "two"], "");
    insta::assert_snapshot!(Project::new(&servers, program).run(&[]).good(), @r#"
    echo: ["mcp one (main.conc:2)", "mcp two (main.conc:3)"]
    true
    "#);
}

#[test]
fn only_what_is_allowed_is_offered_and_called() {
    let program = r#"
mcp peer;
print(Toolkit::of([peer]).names());
print(peer.call({:}, name: "fail"));
"#;
    let ran = project(&["good"], "allow = [\"e*\", \"fail\"]\ndeny = [\"fail\"]", program).run(&[]);
    insta::assert_snapshot!(ran.good(), @r#"
    ["echo", "environment"]
    ToolResult::Failure { call_id: "call", tool: "fail", kind: "unknown_tool", reason: "there is no tool `fail`; there are: echo, environment" }
    "#);
}

#[test]
fn a_server_gets_its_own_variables_and_no_keys() {
    let program = "mcp peer;\nprint(peer.call({:}, name: \"environment\"));\n";
    let project = project(&["good"], "env = { TOKEN = \"$PLANTED_KEY\", PLAIN = \"7\" }", program);
    let ran = project.run(&[]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stdout.contains("TOKEN=sk-planted") && ran.stdout.contains("PLAIN=7"), "{}", ran.stdout);
    assert!(!ran.stdout.contains("PLANTED_KEY="), "{}", ran.stdout);
}

#[test]
fn a_variable_that_is_not_set_is_named() {
    let program = "mcp peer;\nprint(peer.resources());\n";
    let ran = project(&["good"], "env = { TOKEN = \"$NOT_SET\" }", program).run(&[]);
    insta::assert_snapshot!(ran.good(), @"Err(the server `peer` needs the variable `NOT_SET`, which is not set)");
}

#[test]
fn the_command_lists_and_calls() {
    let project = project(&["described", "Says it again"], "", "print(1);");
    let listed = command(&project, &["mcp", "list"]);
    insta::assert_snapshot!(listed.good(), @r"
    peer: peer 1 (protocol 2025-11-25), 1 tool
      echo(text)  Says it again
    ");
    let listed = command(&project, &["mcp", "list", "--json"]);
    insta::assert_snapshot!(listed.good(), @r#"{"name":"echo","description":"Says it again","input":{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]},"server":"peer"}"#);
    insta::assert_snapshot!(command(&project, &["mcp", "call", "peer", "echo", r#"{"text":"x"}"#]).good(), @"you said x");
    let ran = command(&project, &["mcp", "call", "pear", "echo"]);
    insta::assert_snapshot!(ran.stderr, @"error: there is no server `pear`; there are: peer");
    let ran = command(&project, &["mcp", "call", "peer", "fail"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(1), "error: the disk is full\n"));
}

#[test]
fn a_test_reaches_no_server() {
    let program = "mcp peer;\n@test fn reads() { print(peer.resources()); }\nfn main() {}\n";
    let project = project(&["good"], "", program);
    let ran = command(&project, &["test"]);
    assert!(ran.stdout.contains("0 passed, 1 failed") && ran.stdout.contains("mock it: `mock peer {"), "{ran:?}");
}
