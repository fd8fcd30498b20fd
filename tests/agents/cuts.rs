//! Answers in pieces that are cut anywhere: the body in two chunks, with the cut at every byte.

use super::api::{self, ALL, Api, Say, Turn};
use super::project::{Project, connection};
use super::server::Server;

/// Asks as often as its argument says; each answer has to be the same as the first one.
const PROGRAM: &str = r#"
tool Desk {
    @describe("Adds two numbers")
    pub fn add(@param("the first") a: Int, @param("the second") b: Int) -> Int {
        a + b
    }
}

agent Clerk {
    provider: main,
    tools: [Desk],
    max_turns: 1,
}

memory heard = Memory::new();

fn main() {
    let times = args()[0].parse_int().unwrap();
    let mut first = "";
    for at in 0..times {
        heard.clear();
        let clerk = Clerk.on_event(|event| match event {
            AgentEvent::Text(text) | AgentEvent::Reasoning(text) | AgentEvent::ToolDelta { text, .. } => {
                heard.append(Message::assistant(text));
            }
            _ => {}
        });
        let told = match clerk.execute("hi") {
            Err(AgentError::MaxTurns(response)) => {
                let parts = response.messages.map(|it| "${it.parts}").join(" ");
                "${parts} ${response.usage} ${response.tool_results}"
            }
            other => "${other}",
        };
        let pieces = heard.messages().map(|it| it.text()).join("|");
        let told = "${told}\n${pieces}";
        if first == "" {
            first = told;
            print(told);
        } else if told != first {
            print("${at}: ${told}");
        }
    }
}
"#;

fn check(name: &str) {
    let api: &'static dyn Api = api::api(name);
    let turn = Turn::calls(&[(1, "Desk__add", r#"{"a":2,"b":3}"#)])
        .after(Say::Text("Ü👋".to_owned()))
        .after(Say::Thought("hm".to_owned()));
    let reply = api.reply(true, &turn);
    let times = reply.len();
    let server =
        Server::by(move |_, at| Some(reply.clone().cut_at(if at == 0 { &[] } else { std::slice::from_ref(&at) })));
    let ran = Project::new(&connection(api, &server, ""), PROGRAM).run(&[&times.to_string()]);
    let printed = ran.good();
    assert_eq!(server.requests().len(), times);
    assert_eq!(printed.lines().count(), 2, "{name}: {printed}");
    for part in ["Part::Text(\"Ü👋\")", "call_1", "Desk::add", "5", "hm"] {
        assert!(printed.contains(part), "{name}, {part}: {printed}");
    }
}

/// A connection that ends anywhere: the whole answer, or an error, and nothing in between.
#[test]
fn a_stream_that_breaks_off_anywhere_is_an_error_or_the_whole() {
    for api in ALL {
        let reply = api.reply(true, &Turn::text("Hi!"));
        let times = reply.len();
        let server = Server::by(move |_, at| Some(reply.clone().broken_off(at)));
        let project = Project::new(&connection(api, &server, "retry = { max_attempts = 1 }"), BROKEN);
        let ran = project.run(&[&times.to_string()]);
        let (mut errors, mut answers) = (0, 0);
        for line in ran.good().lines() {
            match line {
                "Hi!" => answers += 1,
                _ if line.starts_with("connection ") => errors += 1,
                other => panic!("{}: {other}", api.name()),
            }
        }
        assert_eq!((errors + answers, server.requests().len()), (times, times));
        // The end may be known a few bytes before the last one.
        assert!(answers < times / 2, "{}: {answers} of {times}", api.name());
    }
}

const BROKEN: &str = r#"
agent Clerk {
    provider: main,
}

fn main() {
    for _ in 0..args()[0].parse_int().unwrap() {
        match Clerk.on_event(|_| {}).execute("hi") {
            Ok(response) => print(response.text),
            Err(AgentError::Connection(error)) => print("connection ${error.message.replace("\n", " ")}"),
            Err(error) => print("other ${error}"),
        }
    }
}
"#;

#[test]
fn streams_of_openai_may_be_cut_anywhere() {
    check("openai");
}

#[test]
fn streams_of_openai_chat_may_be_cut_anywhere() {
    check("openai-chat");
}

#[test]
fn streams_of_anthropic_may_be_cut_anywhere() {
    check("anthropic");
}

#[test]
fn streams_of_google_may_be_cut_anywhere() {
    check("google");
}

#[test]
fn streams_of_ollama_may_be_cut_anywhere() {
    check("ollama");
}
