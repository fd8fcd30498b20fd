//! Servers that are broken or mean harm: every mistake is told in words, nothing hangs, and other tools go on.

use super::{Project, command, project, table};

/// What asking a server for its tools gives, from a program.
fn listed(mode: &str, more: &str) -> String {
    let program =
        "mcp peer;\nagent A { provider: simulated, tools: [peer] }\nprint(A.execute(\"go\").map(|it| it.text));\n";
    let ran = project(&[mode], more, program).run(&[]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    ran.stdout
}

#[test]
fn one_that_never_answers_is_left_alone_in_time() {
    insta::assert_snapshot!(listed("silent", "connect_timeout = \"300ms\""), @"Err(the connection failed: the server `peer`: it was not ready in 0.3 s)");
}

#[test]
fn one_that_ends_at_once_is_told_with_its_last_words() {
    insta::assert_snapshot!(listed("crash", ""), @"Err(the connection failed: the server `peer`: it ended before it was ready; it said: no licence was found)");
}

#[test]
fn a_program_that_does_not_exist_is_named() {
    let program = "mcp peer;\nprint(peer.resources());\n";
    let project = Project::new("[mcp.peer]\ncommand = [\"no-such-program\", \"x\"]\n", program);
    insta::assert_snapshot!(project.run(&[]).good(), @"Err(the server `peer`: there is no program `no-such-program`)");
}

#[test]
fn an_address_where_nobody_is_is_told() {
    let program = "mcp peer;\nprint(peer.resources());\n";
    let project = Project::new("[mcp.peer]\nurl = \"http://127.0.0.1:9/mcp\"\n", program);
    let ran = project.run(&[]);
    assert!(ran.good().starts_with("Err(the server `peer`: "), "{}", ran.stdout);
}

#[test]
fn a_list_without_an_end_is_not_read_for_ever() {
    insta::assert_snapshot!(listed("circle", ""), @"Err(the connection failed: the server `peer`: it lists the same page again and again)");
    let endless = listed("endless", "timeout = \"2s\"");
    assert!(endless.contains("more than 10,000 pages") || endless.contains("no answer in 2 s"), "{endless}");
}

#[test]
fn ten_thousand_tools_on_ten_pages_are_all_there() {
    let program = "mcp peer;\nlet names = Toolkit::of([peer]).names();\nprint(\"${names.len()} ${names.last()}\");\n";
    insta::assert_snapshot!(project(&["many"], "", program).run(&[]).good(), @r#"10000 Some("tool_9999")"#);
}

#[test]
fn what_is_no_tool_is_left_out_and_the_others_work() {
    let program = r#"
mcp peer;
print(Toolkit::of([peer]).names());
print(peer.call({ "text": "x" }, name: "echo"));
"#;
    insta::assert_snapshot!(project(&["schemas"], "", program).run(&[]).good(), @r#"
    ["strange", "echo"]
    ToolResult::Ok { call_id: "call", tool: "echo", value: "you said x" }
    "#);
}

#[test]
fn names_of_any_characters_are_called() {
    let program = r#"
mcp peer;
let kit = Toolkit::of([peer]);
for name in kit.names() {
    match kit.call(name, {:}) {
        ToolResult::Ok { value, .. } => print(value.to_string().len()),
        other => print(other),
    }
}
agent A { provider: main, tools: [peer] }
print(A.execute("go")?.tool_results.map(|it| match it { ToolResult::Ok { tool, .. } => tool, _ => "failed" }));
"#;
    let manifest =
        table("peer", &["names"], "") + "[connections.main]\nprovider = \"simulated\"\nscript = \"s.json\"\n";
    let project = Project::new(&manifest, program);
    project.write("s.json", r#"[{ "tool_calls": [
        { "tool": "größe", "arguments": {} }, { "tool": "constructor", "arguments": {} }, { "tool": "a b", "arguments": {} }
    ] }, { "text": "end" }]"#);
    insta::assert_snapshot!(project.run(&[]).good(), @r#"
    24
    26
    26
    32
    30
    21
    221
    ["größe", "constructor", "a b"]
    "#);
}

#[test]
fn lines_that_are_no_messages_are_passed_over() {
    let program = "mcp peer;\nprint(peer.call({ \"text\": \"x\" }, name: \"echo\"));\n";
    insta::assert_snapshot!(project(&["garbage"], "", program).run(&[]).good(), @r#"ToolResult::Ok { call_id: "call", tool: "echo", value: "you said x" }"#);
}

#[test]
fn what_it_logs_does_not_stop_it_and_goes_to_the_trace() {
    let program = "mcp peer;\nprint(peer.call({ \"text\": \"x\" }, name: \"echo\"));\n";
    let project = project(&["flood"], "", program);
    let ran = command(&project, &["run", "--trace", "t.jsonl"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let trace = project.read("t.jsonl");
    assert!(trace.lines().count() >= 20_000, "{}", trace.lines().count());
    assert!(trace.lines().next().unwrap().contains("\"mcp_log\""), "{}", &trace[..200]);
}

/// A script in which a model calls these, and then ends.
fn script(calls: &[&str]) -> String {
    let calls: Vec<String> = calls.iter().map(|it| format!(r#"{{ "tool": "{it}", "arguments": {{}} }}"#)).collect();
    format!(
        r#"[{{ "tool_calls": [{}] }}, {{ "tool_calls": [{{ "tool": "echo", "arguments": {{}} }}] }}, {{ "text": "end" }}]"#,
        calls.join(", ")
    )
}

/// What calls come to beside a tool of the program; after them the server is called once more.
fn called(mode: &str, more: &str, calls: &[&str]) -> String {
    let program = r#"
mcp peer;
tool Own {
    @describe("Says that it is here")
    pub fn here() -> String { "here" }
}
agent A { provider: main, tools: [peer, Own] }
for result in A.execute("go")?.tool_results {
    match result {
        ToolResult::Ok { tool, value, .. } => print("${tool}: ${value}"),
        ToolResult::Failure { tool, kind, reason, .. } => print("${tool}: ${kind}: ${reason}"),
    }
}
"#;
    let manifest = table("peer", &[mode], more) + "[connections.main]\nprovider = \"simulated\"\nscript = \"s.json\"\n";
    let project = Project::new(&manifest, program);
    project.write("s.json", &script(calls));
    project.run(&[]).good().to_owned()
}

#[test]
fn one_that_dies_in_a_call_fails_that_call_and_is_started_again() {
    insta::assert_snapshot!(called("good", "", &["boom", "Own::here"]), @r#"
    boom: connection_error: the server `peer`: it broke off; it said: something exploded
    Own::here: "here"
    echo: "you said nothing"
    "#);
}

#[test]
fn a_call_that_is_never_answered_ends_in_time() {
    insta::assert_snapshot!(called("good", "timeout = \"300ms\"", &["wait", "Own::here"]), @r#"
    wait: timeout: the server `peer`: no answer in 0.3 s
    Own::here: "here"
    echo: "you said nothing"
    "#);
}

#[test]
fn an_answer_to_something_else_is_none() {
    insta::assert_snapshot!(called("ids", "timeout = \"300ms\"", &["echo", "Own::here"]), @r#"
    echo: timeout: the server `peer`: no answer in 0.3 s
    Own::here: "here"
    echo: timeout: the server `peer`: no answer in 0.3 s
    "#);
}

#[test]
fn an_answer_without_an_end_is_not_kept() {
    insta::assert_snapshot!(called("good", "", &["huge", "Own::here"]), @r#"
    huge: connection_error: the server `peer`: it broke off: it sent a message of more than 64 MiB
    Own::here: "here"
    echo: "you said nothing"
    "#);
}
