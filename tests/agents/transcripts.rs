//! Transcripts as JSON: what was said with one provider goes on with another, over text.

use serde_json::Value;

use super::api::{ALL, Api, Say, Turn};
use super::project::{Project, named};
use super::server::Server;

/// Talks with `first`, writes the transcript down, and goes on with `second` in another run.
const PROGRAM: &str = r#"
use std::fs;
use std::json;

tool Desk {
    @describe("Adds two numbers")
    pub fn add(@param("the first") a: Int, @param("the second") b: Int) -> Int {
        a + b
    }

    @describe("Fails")
    pub fn fail() -> Result<Int, String> {
        Err("no ink")
    }
}

agent First {
    provider: first,
    tools: [Desk],
}

agent Second {
    provider: second,
    tools: [Desk],
}

fn main() -> Result<(), Error> {
    if args() == ["write"] {
        let said = First.execute("Add and fail.")?;
        fs::write_file("said.json", said.messages.to_json().to_string())?;
        print(said.messages);
        return Ok(());
    }
    let said = Message::from_json(json::parse(fs::read_file("said.json")?)?)?;
    print(said);
    // Once up to the results, as if the first one had gone away, and once with another question.
    print(Second.chat(said.slice(0..said.len() - 1))?.text);
    print(Second.chat(said + [Message::user("And now?")])?.text);
    Ok(())
}
"#;

/// What the first model says: thoughts, words and calls, one of which fails and one of which nobody knows.
fn turns() -> [Turn; 2] {
    let calls = [(1, "Desk__add", r#"{"a":2,"b":3}"#), (2, "Desk__fail", "{}"), (3, "fly away!", r#"{"far":true}"#)];
    let first = Turn::calls(&calls).after(Say::Text("Let me see.".to_owned()));
    [first.after(Say::Thought("It may be there.".to_owned())), Turn::text("Five, and no ink.")]
}

/// What is written down and goes on: the bodies of the requests to the second provider.
fn carried(from: &dyn Api, to: &dyn Api, is_streamed: bool) -> Vec<Value> {
    let listens = if is_streamed { "First.on_event(|_| {}).execute" } else { "First.execute" };
    let program = PROGRAM.replace("First.execute", listens);
    let first = Server::of(turns().iter().map(|it| from.reply(is_streamed, it)).collect());
    let second = Server::of(["Good.", "Bye."].map(|it| to.reply(false, &Turn::text(it))).to_vec());
    let project = Project::new(&(named("first", from, &first, "") + &named("second", to, &second, "")), &program);
    let (written, read) = (project.run(&["write"]), project.run(&["read"]));
    let about = format!("{} to {}", from.name(), to.name());
    assert_eq!(read.good(), format!("{}Good.\nBye.\n", written.good()), "{about}");
    first.done();
    second.done().into_iter().map(|it| it.body).collect()
}

/// How often a text occurs in a request.
fn count(body: &Value, text: &str) -> usize {
    body.to_string().matches(text).count()
}

fn check(from: &dyn Api, to: &dyn Api, body: &Value, about: &str) {
    // Calls are kept with their ids, and so are results. Ollama has none, and Google gets only its own.
    let is_own = from.name() == to.name();
    let ids = if to.name() == "ollama" || (to.name() == "google" && !is_own) { 0 } else { 2 };
    for id in ["\"call_1\"", "\"call_2\"", "\"call_3\""] {
        assert_eq!(count(body, id), ids, "{about}: {body}");
    }
    // A name that the model made up is one that can be sent.
    for tool in ["\"Desk__add\"", "\"Desk__fail\"", "\"fly_away_\""] {
        assert!(count(body, tool) > 0, "{about}: {tool} in {body}");
    }
    assert_eq!(count(body, "\"fly away!\""), 0, "{about}: {body}");
    assert_eq!(count(body, "Let me see."), 1, "{about}: {body}");
    // What was thought goes back to whoever thought it, and to nobody else.
    let is_own = is_own && from.name() != "openai-chat";
    assert_eq!(count(body, "It may be there."), usize::from(is_own), "{about}: {body}");
    let is_sealed = is_own && from.name() != "ollama";
    assert_eq!(count(body, "sealed") > 0, is_sealed, "{about}: {body}");
}

fn check_all(is_streamed: bool) {
    for from in ALL {
        for to in ALL {
            let about = format!("{} to {}", from.name(), to.name());
            let bodies = carried(from, to, is_streamed);
            let [cut, whole] = &bodies[..] else { panic!("{about}: {} requests", bodies.len()) };
            let results = to.results(cut);
            assert_eq!(results[0], "5", "{about}");
            assert_eq!(results[1], r#"{"error":{"kind":"tool_failed","message":"no ink"}}"#, "{about}");
            assert_eq!(results.len(), 3, "{about}");
            let texts = to.texts(whole);
            assert_eq!(texts.last().map(String::as_str), Some("And now?"), "{about}: {texts:?}");
            assert!(texts.iter().any(|it| it == "Five, and no ink."), "{about}: {texts:?}");
            for body in [cut, whole] {
                check(from, to, body, &about);
            }
        }
    }
}

#[test]
fn a_transcript_of_every_api_is_taken_by_every_other_one() {
    check_all(false);
}

#[test]
fn a_transcript_of_answers_in_pieces_is_taken_by_every_api() {
    check_all(true);
}
