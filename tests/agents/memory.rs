//! Memories of agents: what goes before a prompt, what is kept of an execution, and what stays on disk.

use serde_json::Value;

use super::api::{self, ALL, Turn};
use super::project::{Project, connection};
use super::server::Server;

const AGENT: &str = r#"
tool Desk {
    @describe("Adds two numbers")
    pub fn add(@param("the first") a: Int, @param("the second") b: Int) -> Int {
        a + b
    }
}

memory notes = Memory::new(max: 4);

agent Clerk {
    provider: main,
    tools: [Desk],
}

fn roles(memory: Memory) -> String {
    memory.messages().map(|it| it.role).join(" ")
}
"#;

fn call(number: usize) -> Turn {
    Turn::calls(&[(number, "Desk__add", r#"{"a":1,"b":2}"#)])
}

#[test]
fn what_was_said_goes_before_the_prompt() {
    let program = format!(
        "{AGENT}
fn main() {{
    for clerk in [Clerk, Clerk.on_event(|_| {{}})] {{
        let chat = Memory::new();
        let with = clerk.with_memory(chat);
        print(with.execute(\"first\").unwrap().text);
        print(with.execute(\"second\").unwrap().text);
        print(clerk.with_memory(chat, auto: false).execute(\"third\").unwrap().text);
        print(roles(chat));
    }}
}}
"
    );
    for api in ALL {
        let turns = [call(1), Turn::text("one"), Turn::text("two"), Turn::text("three")];
        let script = [false, true].into_iter().flat_map(|mode| turns.iter().map(move |it| api.reply(mode, it)));
        let server = Server::of(script.collect());
        let ran = Project::new(&connection(api, &server, ""), &program).run(&[]);
        let kept = "one\ntwo\nthree\nuser assistant tool assistant user assistant\n";
        assert_eq!(ran.good(), kept.repeat(2), "{}", api.name());
        let requests = server.done();
        for at in [3, 7] {
            let texts: Vec<String> =
                api.texts(&requests[at].body).into_iter().filter(|it| !it.is_empty() && it != "3").collect();
            assert_eq!(texts, ["first", "one", "second", "two", "third"], "{}", api.name());
        }
    }
}

/// What the messages of a request are, for Chat Completions.
fn shape(body: &Value) -> String {
    let role = |it: &Value| it["role"].as_str().unwrap().to_owned();
    body["messages"].as_array().unwrap().iter().map(role).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_memory_that_forgets_keeps_calls_and_results_together() {
    let program = format!(
        "{AGENT}
fn main() {{
    for prompt in [\"one\", \"two\", \"three\"] {{
        print(Clerk.with_memory(notes).execute(prompt).unwrap().text);
        print(roles(notes));
    }}
}}
"
    );
    let api = api::api("openai-chat");
    let turns = [call(1), Turn::text("a"), Turn::text("b"), call(2), Turn::text("c")];
    let server = Server::of(turns.iter().map(|it| api.reply(false, it)).collect());
    let ran = Project::new(&connection(api, &server, ""), &program).run(&[]);
    let lines: Vec<&str> = ran.good().lines().collect();
    let requests = server.done();
    for line in lines.iter().skip(1).step_by(2) {
        assert!(line.split(' ').count() <= 4, "{line}");
        assert!(!line.starts_with("tool"), "{line}");
    }
    for request in &requests {
        let shape = shape(&request.body);
        assert!(!shape.starts_with("tool"), "{shape}");
    }
}

#[test]
fn an_execution_that_fails_is_not_remembered() {
    let program = format!(
        "{AGENT}
fn main() {{
    print(Clerk.with_memory(notes).execute(\"go\").is_err());
    print(Clerk.with_memory(notes).with_max_turns(1).execute(\"go\").is_err());
    print(\"${{notes.len()}}${{roles(notes)}}\");
}}
"
    );
    let api = api::api("openai-chat");
    let script = vec![api.reply(false, &Turn::text("cut").ending(api::End::Length)), api.reply(false, &call(1))];
    let server = Server::of(script);
    let ran = Project::new(&connection(api, &server, ""), &program).run(&[]);
    assert_eq!(ran.good(), "true\ntrue\n0\n");
}

#[test]
fn a_memory_on_disk_goes_on_in_the_next_process() {
    let program = r#"
memory chat = Memory::open("chat.db");

tool Desk {
    @describe("Adds two numbers")
    pub fn add(@param("the first") a: Int, @param("the second") b: Int) -> Int {
        a + b
    }
}

agent Clerk {
    provider: main,
    tools: [Desk],
    memory: chat,
}

fn main() {
    print(Clerk.execute(args()[0]).unwrap().text);
    print(chat.len());
}
"#;
    for api in ALL {
        let turns = [call(1), Turn::text("one"), Turn::text("two")];
        let server = Server::of(turns.iter().map(|it| api.reply(false, it)).collect());
        let project = Project::new(&connection(api, &server, ""), program);
        assert_eq!(project.run(&["first"]).good(), "one\n4\n");
        assert_eq!(project.run(&["second"]).good(), "two\n6\n");
        let requests = server.done();
        let texts: Vec<String> =
            api.texts(&requests[2].body).into_iter().filter(|it| !it.is_empty() && it != "3").collect();
        assert_eq!(texts, ["first", "one", "second"], "{}", api.name());
        // What the first process sent is the beginning of what the second one sends.
        let bodies = [requests[1].body.to_string(), requests[2].body.to_string()];
        let calls = |it: &String| it.matches("Desk__add").count();
        assert_eq!(calls(&bodies[0]), calls(&bodies[1]), "{}", api.name());
    }
}
