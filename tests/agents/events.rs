//! What is heard of an execution while it runs, and that one that is left leaves its server.

use std::process::Child;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::api::{self, ALL, Api, Say, Turn};
use super::project::{Project, Ran, connection};
use super::server::{Reply, Server};

/// Prints every event of a listener, or of a stream.
const PROGRAM: &str = r#"
tool Desk {
    @describe("Works")
    pub fn work(@param("how often") times: Int) -> Int {
        for at in 0..times {
            progress(at);
        }
        times
    }
}

agent Clerk {
    provider: main,
    tools: [Desk],
}

fn told(event: AgentEvent) -> String {
    match event {
        AgentEvent::Text(text) => "text ${text}",
        AgentEvent::Reasoning(text) => "reasoning ${text}",
        AgentEvent::ToolStart(call) => "start ${call.id} ${call.tool} ${call.arguments} ${call.messages.len()}",
        AgentEvent::ToolDelta { id, .. } => "delta ${id}",
        AgentEvent::Progress { id, value } => "progress ${id} ${value}",
        AgentEvent::ToolEnd(ToolResult::Ok { call_id, value, .. }) => "end ${call_id} ${value}",
        AgentEvent::ToolEnd(ToolResult::Failure { call_id, kind, reason, .. }) => "end ${call_id} ${kind} ${reason}",
        AgentEvent::ApprovalRequested(call) => "approval ${call.id}",
        AgentEvent::Turn(turn) => "turn ${turn}",
        AgentEvent::Retry { attempt, reason } => "retry ${attempt} ${reason}",
        AgentEvent::Done(response) => "done ${response.text}",
        AgentEvent::Failed(error) => "failed ${error}",
    }
}

fn main() {
    if args()[0] == "stream" {
        for event in Clerk.stream("go") {
            print(told(event));
        }
    } else {
        match Clerk.on_event(|event| print(told(event))).execute("go") {
            Ok(response) => print("done ${response.text}"),
            Err(error) => print("failed ${error}"),
        }
    }
}
"#;

/// What was printed, with several pieces of one thing in one line.
fn folded(printed: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in printed.lines() {
        let same = ["text ", "reasoning ", "delta "].iter().find(|it| line.starts_with(**it));
        match (same, lines.last_mut()) {
            (Some(&"delta "), Some(last)) if last == line => {}
            (Some(kind), Some(last)) if last.starts_with(*kind) && *kind != "delta " => {
                last.push_str(&line[kind.len()..])
            }
            _ => lines.push(line.to_owned()),
        }
    }
    lines
}

fn heard(api: &dyn Api, how: &str, replies: Vec<Reply>) -> Vec<String> {
    let server = Server::of(replies);
    let ran = Project::new(&connection(api, &server, ""), PROGRAM).run(&[how]);
    folded(ran.good())
}

#[test]
fn events_come_in_the_order_in_which_things_happen() {
    for api in ALL {
        let turns = [
            Turn::calls(&[(1, "Desk__work", r#"{"times":2}"#)])
                .after(Say::Text("Let me see.".to_owned()))
                .after(Say::Thought("Hm.".to_owned())),
            Turn::text("It is done."),
        ];
        for how in ["stream", "listen"] {
            let mut replies = vec![Reply::json(500, &api.error("oh"))];
            replies.extend(turns.iter().map(|it| api.reply(true, it)));
            let wanted = [
                "turn 1",
                "retry 2 oh",
                "reasoning Hm.",
                "text Let me see.",
                "delta call_1",
                "start call_1 Desk::work {\"times\":2} 2",
                "progress call_1 0",
                "progress call_1 1",
                "end call_1 2",
                "turn 2",
                "text It is done.",
                "done It is done.",
            ];
            assert_eq!(heard(api, how, replies), wanted, "{} {how}", api.name());
        }
    }
}

#[test]
fn pieces_are_heard_as_they_came() {
    for api in ALL {
        let server = Server::of(vec![api.reply(true, &Turn::text("one two"))]);
        let ran = Project::new(&connection(api, &server, ""), PROGRAM).run(&["stream"]);
        assert_eq!(ran.good(), "turn 1\ntext one\ntext  two\ndone one two\n", "{}", api.name());
    }
}

#[test]
fn a_stream_ends_with_its_failure() {
    for api in ALL {
        let events = heard(api, "stream", vec![Reply::json(400, &api.error("bad"))]);
        assert_eq!(events, ["turn 1", "failed bad"], "{}", api.name());
        let bad = Turn::calls(&[(1, "Desk__work", r#"{"times":"x"}"#), (2, "Desk__fly", "{}")]);
        let replies = [bad, Turn::text("ok")].map(|it| api.reply(true, &it)).to_vec();
        let events = heard(api, "stream", replies);
        let ends: Vec<&String> = events.iter().filter(|it| it.starts_with("end") || it.starts_with("start")).collect();
        // The call runs, so it begins; the one that nobody knows does not.
        assert!(
            events.contains(&"end call_2 unknown_tool there is no tool `Desk__fly`; there are: Desk__work".to_owned()),
            "{ends:?}"
        );
        assert!(ends.iter().any(|it| it.starts_with("end call_1 input_validation_error")), "{ends:?}");
    }
}

#[test]
fn a_fault_is_told_to_listeners_with_its_words_and_to_the_model_without() {
    let program = PROGRAM.replace("times\n    }", "panic(\"the secret plan\")\n    }");
    let api = api::api("openai-chat");
    let replies =
        [Turn::calls(&[(1, "Desk__work", r#"{"times":1}"#)]), Turn::text("ok")].map(|it| api.reply(true, &it));
    let server = Server::of(replies.to_vec());
    let ran = Project::new(&connection(api, &server, ""), &program).run(&["stream"]);
    assert!(ran.good().contains("\nend call_1 execution_error the secret plan\n"), "{}", ran.stdout);
    assert!(!server.done()[1].body.to_string().contains("secret plan"));
}

#[test]
fn a_fault_is_told_to_listeners_with_its_calls() {
    let program = PROGRAM.replace("times\n    }", "panic(\"the secret plan\")\n    }");
    let api = api::api("openai-chat");
    let replies =
        [Turn::calls(&[(1, "Desk__work", r#"{"times":1}"#)]), Turn::text("ok")].map(|it| api.reply(true, &it));
    let server = Server::of(replies.to_vec());
    let ran = Project::new(&connection(api, &server, ""), &program).run(&["stream"]);
    assert!(
        ran.good().contains("\nend call_1 execution_error the secret plan\n  at Desk::work (main.conc:"),
        "{}",
        ran.stdout
    );
}

/// Starts a program that goes on for long after what it does with the server.
fn started(program: &str, api: &dyn Api, server: &Server) -> (Project, Child) {
    let project = Project::new(&connection(api, server, ""), program);
    let child = project.command(&["run"]).spawn().unwrap();
    (project, child)
}

/// The server is left while the program goes on.
fn is_left(program: &str, api: &dyn Api, reply: Reply) {
    let server = Server::of(vec![reply]);
    let (_project, mut child) = started(program, api, &server);
    server.wait_until_left(1);
    assert!(child.try_wait().unwrap().is_none(), "the program is still there");
    child.kill().unwrap();
    let ran = Ran::end(child);
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("left\n", ""), "{}", api.name());
}

/// A streamed answer that says something and then no more.
fn half(api: &dyn Api) -> Reply {
    let reply = api.reply(true, &Turn::text("Half of it"));
    let second = reply.bytes().windows(5).rposition(|it| it == b"of it").unwrap();
    reply.hanging(second)
}

#[test]
fn leaving_a_stream_leaves_the_server() {
    let program = r#"
agent Clerk {
    provider: main,
}

fn main() {
    for event in Clerk.stream("go") {
        if let AgentEvent::Text(_) = event {
            break;
        }
    }
    print("left");
    sleep(1h);
}
"#;
    for api in ALL {
        is_left(program, api, half(api));
    }
}

#[test]
fn an_agent_that_takes_too_long_leaves_the_server() {
    for (listens, streamed) in [("", false), (".on_event(|_| {})", true)] {
        let program = format!(
            "
agent Clerk {{
    provider: main,
    timeout: 200ms,
}}

fn main() {{
    match Clerk{listens}.execute(\"go\") {{
        Err(AgentError::Timeout) => print(\"left\"),
        other => print(\"${{other}}\"),
    }}
    sleep(1h);
}}
"
        );
        for api in ALL {
            is_left(&program, api, Reply::silence());
            if streamed {
                is_left(&program, api, half(api));
            }
        }
    }
}

#[test]
fn whoever_loses_a_race_leaves_the_server() {
    for listens in ["", ".on_event(|_| {})"] {
        let program = format!(
            "
agent Clerk {{
    provider: main,
}}

fn wait() -> String {{
    sleep(200ms);
    \"left\"
}}

fn ask() -> String {{
    \"${{Clerk{listens}.execute(\"go\")}}\"
}}

fn main() {{
    print(race [ask(), wait()]);
    sleep(1h);
}}
"
        );
        is_left(&program, api::api("anthropic"), Reply::silence());
    }
}

#[test]
#[cfg(unix)]
fn an_interrupted_program_ends_at_once_while_a_request_hangs() {
    for (listens, reply) in [("", Reply::silence()), (".on_event(|_| {})", half(api::api("anthropic")))] {
        let program = format!(
            "agent Clerk {{\n    provider: main,\n}}\n\nfn main() {{\n    print(Clerk{listens}.execute(\"go\"));\n}}\n"
        );
        let server = Server::of(vec![reply]);
        let (_project, child) = started(&program, api::api("anthropic"), &server);
        while server.requests().is_empty() {
            std::thread::sleep(Duration::from_millis(5));
        }
        let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        let start = Instant::now();
        let ran = Ran::end(child);
        assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (Some(130), "", ""));
        assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
        server.wait_until_left(1);
    }
}

/// Runs the program of the events with options of the command: what happened.
fn watched(options: &[&str]) -> (Project, Ran) {
    let api = api::api("anthropic");
    let server = Server::of(vec![
        Reply::json(500, &api.error("oh")),
        api.reply(false, &Turn::calls(&[(1, "Desk__work", r#"{"times":1}"#)])),
        api.reply(false, &Turn::text("cut").ending(api::End::Length)),
    ]);
    let program = PROGRAM.replace("Clerk.on_event(|event| print(told(event)))", "Clerk");
    let project = Project::new(&connection(api, &server, ""), &program);
    let args: Vec<&str> = ["run"].into_iter().chain(options.iter().copied()).chain(["--", "listen"]).collect();
    let ran = Ran::of(project.command(&args));
    ran.holds_no_key();
    (project, ran)
}

/// The events of lines of JSON, each with what is said in it.
fn names(lines: &str) -> Vec<String> {
    let mut names = Vec::new();
    for line in lines.lines() {
        let event: Value = serde_json::from_str(line).unwrap_or_else(|it| panic!("{it}: {line}"));
        let detail = match event["event"].as_str().unwrap() {
            "begin" => event["agent"].clone(),
            "model" => event["finish"].clone(),
            "turn" => event["turn"].clone(),
            "retry" => event["reason"].clone(),
            "tool_start" => event["arguments"].clone(),
            "tool_end" | "progress" => event["value"].clone(),
            "end" => event["problem"].clone(),
            other => panic!("{other}"),
        };
        names.push(format!("{} {detail}", event["event"].as_str().unwrap()));
    }
    names
}

const HAPPENED: [&str; 10] = [
    "begin \"Clerk\"",
    "turn 1",
    "retry \"oh\"",
    "model \"tool_calls\"",
    "tool_start {\"times\":1}",
    "progress 0",
    "tool_end 1",
    "turn 2",
    "model \"length\"",
    "end \"the answer was cut off at the token limit\"",
];

#[test]
fn a_trace_has_one_event_a_line() {
    let (project, ran) = watched(&["--trace", "trace.jsonl"]);
    assert_eq!(ran.good(), "failed the answer was cut off at the token limit\n");
    let trace = project.read("trace.jsonl");
    assert_eq!(names(&trace), HAPPENED);
    assert!(!trace.contains("planted"));
    let first: Value = serde_json::from_str(trace.lines().next().unwrap()).unwrap();
    assert!(first["time_ms"].is_u64() && first["run"].is_u64(), "{first}");
}

#[test]
fn events_go_to_standard_error_as_json() {
    let (_, ran) = watched(&["--json"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "failed the answer was cut off at the token limit\n"));
    assert_eq!(names(&ran.stderr), HAPPENED);
}

#[test]
fn nothing_is_said_where_quiet_is_asked_for() {
    let (_, ran) = watched(&["--quiet"]);
    assert_eq!(ran.good(), "failed the answer was cut off at the token limit\n");
}
