//! Answers that have a form: how each API is asked for them, what is repaired, and when a model is asked again.

use serde_json::{Value, json};

use super::api::{self, ALL, Api, Say, Turn};
use super::project::{Project, connection};
use super::server::{Request, Server};

/// Asks in the way that each argument names, and prints what comes.
const PROGRAM: &str = r#"
schema Ticket {
    @describe("One line")
    title: String,
    severity: "low" | "high",
    labels: Array<String>,
    owner: Option<String>,
}

tool Desk {
    @describe("Says that somebody is there")
    pub fn ping() -> String {
        "pong"
    }
}

agent Writer {
    provider: main,
    output: Ticket,
}

agent Clerk {
    provider: main,
    tools: [Desk],
    output: Ticket,
}

agent Plain {
    provider: main,
}

memory notes = Memory::new();

fn outcome<T: Display>(answer: Result<T, AgentError>) -> String {
    match answer {
        Ok(value) => "${value}",
        Err(AgentError::InvalidOutput { text, problems }) => "invalid `${text}` ${problems}",
        Err(error) => "error ${error}",
    }
}

fn main() {
    let is_streamed = args()[0] == "stream";
    for how in args()[1..] {
        let writer = if is_streamed { Writer.on_event(|_| {}) } else { Writer };
        let clerk = if is_streamed { Clerk.on_event(|_| {}) } else { Clerk };
        let plain = if is_streamed { Plain.on_event(|_| {}) } else { Plain };
        print(match how {
            "output" => outcome(writer.execute("go")),
            "schema" => outcome(plain.execute_with_schema<Ticket>("go")),
            "list" => outcome(plain.execute_with_schema<Array<Int>>("go")),
            "tools" => outcome(clerk.execute("go")),
            "memory" => {
                notes.clear();
                let told = outcome(writer.with_memory(notes).execute("go"));
                "${told} ${notes.messages().map(|it| "${it.role} ${it.text()}")}"
            }
            other => "no ${other}",
        });
    }
}
"#;

const GOOD: &str = r#"{"title":"Ink","severity":"low","labels":["a","b"],"owner":null}"#;
const TICKET: &str = r#"Ticket { title: "Ink", severity: "low", labels: ["a", "b"], owner: None }"#;

/// Plays turns for one way to ask; what was printed and asked.
fn asked(api: &dyn Api, model: &str, is_streamed: bool, how: &str, turns: &[Turn]) -> (String, Vec<Request>) {
    let server = Server::of(turns.iter().map(|it| api.reply(is_streamed, it)).collect());
    let project = Project::new(&connection(api, &server, &format!("default_model = \"{model}\"")), PROGRAM);
    let ran = project.run(&[if is_streamed { "stream" } else { "whole" }, how]);
    let printed = ran.good().to_owned();
    assert!(server.requests().iter().all(|it| it.path == api.path(model, is_streamed)));
    (printed, server.done())
}

/// What says in a request that there was an answer of another form.
fn wishes(api: &dyn Api, request: &Request) -> Vec<String> {
    api.texts(&request.body)
        .into_iter()
        .filter(|it| it.starts_with("This answer does not have the wanted form"))
        .collect()
}

#[test]
fn every_api_is_asked_by_its_own_means() {
    for api in ALL {
        for is_streamed in [false, true] {
            for how in ["output", "schema"] {
                let (printed, requests) = asked(api, api.model(), is_streamed, how, &[Turn::text(GOOD)]);
                assert_eq!(printed, format!("{TICKET}\n"), "{}", api.name());
                let schema = api.output(&requests[0].body);
                assert_eq!(schema["properties"]["title"]["type"], "string", "{}: {}", api.name(), requests[0].body);
                assert_eq!(api.tools(&requests[0].body), Vec::<String>::new());
                if how == "output" && !is_streamed {
                    let body = serde_json::to_string_pretty(&requests[0].body).unwrap();
                    insta::assert_snapshot!(format!("{}_structured", api.name()), body);
                }
            }
        }
    }
}

#[test]
fn what_is_no_object_is_wrapped_and_unwrapped() {
    for api in ALL {
        let (printed, requests) = asked(api, api.model(), false, "list", &[Turn::text(r#"{"value":[1,2]}"#)]);
        assert_eq!(printed, "[1, 2]\n", "{}", api.name());
        assert_eq!(api.output(&requests[0].body)["properties"]["value"]["items"]["type"], "integer");
    }
}

#[test]
fn what_is_certain_is_repaired_without_asking() {
    let written = [
        format!("```json\n{GOOD}\n```"),
        format!("Here is the ticket:\n\n```\n{GOOD}\n```\nEnjoy!"),
        format!("Sure! {GOOD}"),
        GOOD.replace("null}", "null,}").replace("\"b\"]", "\"b\",]"),
        format!("\u{feff}  {GOOD}\n"),
    ];
    for (api, is_streamed) in ALL.into_iter().flat_map(|it| [(it, false), (it, true)]) {
        let server = Server::of(written.iter().map(|it| api.reply(is_streamed, &Turn::text(it))).collect());
        let project = Project::new(&connection(api, &server, ""), PROGRAM);
        let ran = project.run(&[
            if is_streamed { "stream" } else { "whole" },
            "output",
            "output",
            "output",
            "output",
            "output",
        ]);
        assert_eq!(ran.good(), format!("{TICKET}\n").repeat(5), "{}", api.name());
    }
}

#[test]
fn a_wrong_answer_is_asked_for_again_and_the_memory_does_not_hear_of_it() {
    let medium = GOOD.replace("low", "medium");
    for (api, is_streamed) in ALL.into_iter().flat_map(|it| [(it, false), (it, true)]) {
        let turns = [Turn::text("I do not know."), Turn::text(&medium), Turn::text(GOOD)];
        let (printed, requests) = asked(api, api.model(), is_streamed, "memory", &turns);
        let kept = format!("{TICKET} [\"user go\", {:?}]\n", format!("assistant {GOOD}"));
        assert_eq!(printed, kept, "{}", api.name());
        let counts: Vec<usize> = requests.iter().map(|it| wishes(api, it).len()).collect();
        assert_eq!(counts, [0, 1, 2], "{}", api.name());
        let texts = api.texts(&requests[2].body);
        assert!(texts.contains(&"I do not know.".to_owned()) && texts.contains(&medium), "{texts:?}");
        let last = wishes(api, &requests[2]).pop().unwrap();
        assert!(last.contains("severity"), "{last}");
    }
}

#[test]
fn three_wrong_answers_are_enough() {
    for (api, is_streamed) in ALL.into_iter().flat_map(|it| [(it, false), (it, true)]) {
        let turns = ["no", "no!", r#"{"title": 1}"#].map(Turn::text);
        let (printed, requests) = asked(api, api.model(), is_streamed, "memory", &turns);
        assert!(printed.starts_with(r#"invalid `{"title": 1}` ["#), "{printed}");
        assert!(printed.contains("title") && printed.ends_with(" []\n"), "nothing is remembered: {printed}");
        assert_eq!(requests.len(), 3);
    }
}

/// The call of the tool that the answer is given with.
fn answer(number: usize) -> Turn {
    Turn::calls(&[(number, "answer", &GOOD.replace(",\"owner\":null", ""))])
}

#[test]
fn an_older_model_of_anthropic_gives_its_answer_with_a_forced_tool() {
    let api = api::api("anthropic");
    for is_streamed in [false, true] {
        let (printed, requests) = asked(api, "claude-3-5-haiku-latest", is_streamed, "schema", &[answer(1)]);
        assert_eq!(printed, format!("{TICKET}\n"));
        let body = &requests[0].body;
        assert_eq!((api.output(body), api.tools(body)), (Value::Null, vec!["answer".to_owned()]));
        assert_eq!(api.choice(body), json!({ "name": "answer" }));
        assert_eq!(requests[0].header("anthropic-beta"), None);
        // It may answer in words all the same, which is no failure.
        let (printed, _) = asked(api, "claude-3-5-haiku-latest", is_streamed, "schema", &[Turn::text(GOOD)]);
        assert_eq!(printed, format!("{TICKET}\n"));
        // A wrong answer is asked for again, also where it was a call.
        let wrong = Turn::calls(&[(1, "answer", r#"{"title":"Ink"}"#)]);
        let (printed, requests) = asked(api, "claude-3-5-haiku-latest", is_streamed, "memory", &[wrong, answer(2)]);
        assert!(printed.starts_with(TICKET), "{printed}");
        assert_eq!(wishes(api, &requests[1]).len(), 1);
    }
}

#[test]
fn a_form_and_tools_go_together_on_every_api() {
    for (api, is_streamed) in ALL.into_iter().flat_map(|it| [(it, false), (it, true)]) {
        // Gemini's models before 3 take only one of them, so that the form is a tool too; Ollama is asked in words.
        let last = if api.name() == "google" { answer(2) } else { Turn::text(GOOD) };
        let turns = [Turn::calls(&[(1, "Desk__ping", "{}")]).after(Say::Text("Let me see.".to_owned())), last];
        let (printed, requests) = asked(api, api.model(), is_streamed, "tools", &turns);
        assert_eq!(printed, format!("{TICKET}\n"), "{}", api.name());
        assert_eq!(api.results(&requests[1].body), [json!("pong")]);
        for request in &requests {
            let (tools, is_native) = (api.tools(&request.body), !api.output(&request.body).is_null());
            match api.name() {
                "google" => assert_eq!((tools.len(), is_native), (2, false)),
                "ollama" => assert!(!is_native && request.body.to_string().contains("fits this JSON Schema")),
                _ => assert_eq!((tools.len(), is_native), (1, true)),
            }
        }
    }
}
