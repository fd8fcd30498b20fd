//! Scenarios: what a model says, what a program makes of it, and what goes back. Each one on every API, with whole answers
//! and with answers in pieces.

use serde_json::{Value, json};

use super::api::{self, ALL, Api, End, Say, Turn};
use super::project::{KEY, Project, Ran, connection};
use super::server::{Request, Server};

pub(crate) const DESK: &str = include_str!("desk.conc");

/// The scenarios whose last request is kept to be read.
const KEPT: [&str; 6] = [
    "words and thoughts before a call",
    "parallel calls",
    "several turns",
    "an unknown tool",
    "wrong types",
    "a fault in a tool",
];

/// What a model says to a prompt, and what comes of it.
struct Scenario {
    prompt: &'static str,
    /// The answers of the model, one for each request.
    turns: Vec<Turn>,
    /// What the program prints, with `{api}` for who answered.
    prints: String,
    /// What the model is told of its calls, after each turn but the last.
    results: Vec<Vec<&'static str>>,
}

const NO_SUCH: &str = "there is no tool `Desk__fly`; there are: Desk__add, Desk__greet, Desk__ping, Desk__explode, Desk__fail, Desk__insist";

fn scenario(
    prompt: &'static str,
    turns: Vec<Turn>,
    prints: impl Into<String>,
    results: &[&[&'static str]],
) -> Scenario {
    Scenario { prompt, turns, prints: prints.into(), results: results.iter().map(|it| it.to_vec()).collect() }
}

/// What is printed of an answer after so many turns.
fn answered(text: &str, turns: usize, results: &[&str]) -> String {
    let results: String = results.iter().map(|it| format!("\n  {it}")).collect();
    let (input, cached, output, thought) = (10 * turns, 3 * turns, 5 * turns, 2 * turns);
    format!("`{text}` stop in {turns} of {{api}} model-1-answers {input}/{cached} {output}/{thought}{results}")
}

fn scenarios(api: &dyn Api, is_streamed: bool) -> Vec<Scenario> {
    let done = || Turn::text("It is done.");
    let mut all = vec![
        scenario("no tool", vec![Turn::text("Grüße 👋 \"quoted\"\n")], answered("Grüße 👋 \"quoted\"\n", 1, &[]), &[]),
        scenario(
            "one call",
            vec![Turn::calls(&[(1, "Desk__add", r#"{"a":2,"b":3}"#)]), done()],
            answered("It is done.", 2, &["call_1 Desk::add = 5"]),
            &[&["5"]],
        ),
        scenario(
            "words and thoughts before a call",
            vec![
                Turn::calls(&[(1, "Desk__ping", "{}")])
                    .after(Say::Text("Let me see.".to_owned()))
                    .after(Say::Thought("It may be there.".to_owned())),
                done(),
            ],
            answered("It is done.", 2, &["call_1 Desk::ping = \"pong\""]),
            &[&["pong"]],
        ),
        scenario(
            "parallel calls",
            vec![
                Turn::calls(&[
                    (1, "Desk__add", r#"{"a":1,"b":1}"#),
                    (2, "Desk__greet", r#"{"name":"Ada","title":null}"#),
                    (3, "Desk__add", r#"{"a":2,"b":2}"#),
                ]),
                done(),
            ],
            answered(
                "It is done.",
                2,
                &["call_1 Desk::add = 2", "call_2 Desk::greet = \"Hello, dear Ada!\"", "call_3 Desk::add = 4"],
            ),
            &[&["2", "Hello, dear Ada!", "4"]],
        ),
        scenario(
            "several turns",
            vec![
                Turn::calls(&[(1, "Desk__add", r#"{"a":1,"b":1}"#)]),
                Turn::calls(&[(2, "Desk__add", r#"{"a":2,"b":2}"#)]),
                Turn::calls(&[(3, "Desk__greet", r#"{"name":"Bo","title":"Dr"}"#)]),
                done(),
            ],
            answered(
                "It is done.",
                4,
                &["call_1 Desk::add = 2", "call_2 Desk::add = 4", "call_3 Desk::greet = \"Hello, Dr Bo!\""],
            ),
            &[&["2"], &["4"], &["Hello, Dr Bo!"]],
        ),
        scenario(
            "an unknown tool",
            vec![Turn::calls(&[(1, "Desk__fly", "{}"), (2, "Desk__ping", "{}")]), done()],
            answered(
                "It is done.",
                2,
                &[&format!("call_1 Desk__fly unknown_tool: {NO_SUCH}"), "call_2 Desk::ping = \"pong\""],
            ),
            &[&["unknown_tool", "pong"]],
        ),
        scenario(
            "names of other worlds",
            vec![Turn::calls(&[(1, "__proto__", "{}"), (2, "constructor", r#"{"__proto__":1}"#)]), done()],
            answered(
                "It is done.",
                2,
                &[
                    &format!("call_1 __proto__ unknown_tool: {}", NO_SUCH.replace("Desk__fly", "__proto__")),
                    &format!("call_2 constructor unknown_tool: {}", NO_SUCH.replace("Desk__fly", "constructor")),
                ],
            ),
            &[&["unknown_tool", "unknown_tool"]],
        ),
        scenario(
            "wrong types",
            vec![
                Turn::calls(&[
                    (1, "Desk__add", r#"{"a":"two","b":3}"#),
                    (2, "Desk__add", r#"{"a":2}"#),
                    (3, "Desk__ping", "{}"),
                ]),
                done(),
            ],
            answered(
                "It is done.",
                2,
                &[
                    "call_1 Desk::add input_validation_error: $.a: expected an Int, found a String",
                    "call_2 Desk::add input_validation_error: $.b: it is missing",
                    "call_3 Desk::ping = \"pong\"",
                ],
            ),
            &[&["input_validation_error", "input_validation_error", "pong"]],
        ),
        scenario(
            "empty arguments",
            vec![Turn::calls(&[(1, "Desk__ping", ""), (2, "Desk__ping", " ")]), done()],
            answered("It is done.", 2, &["call_1 Desk::ping = \"pong\"", "call_2 Desk::ping = \"pong\""]),
            &[&["pong", "pong"]],
        ),
        scenario(
            "a fault in a tool",
            vec![Turn::calls(&[(1, "Desk__explode", r#"{"text":"Eve"}"#), (2, "Desk__ping", "{}")]), done()],
            answered(
                "It is done.",
                2,
                &["call_1 Desk::explode execution_error: the tool ended in an error", "call_2 Desk::ping = \"pong\""],
            ),
            &[&["execution_error", "pong"]],
        ),
        scenario(
            "a failure that goes back",
            vec![Turn::calls(&[(1, "Desk__fail", r#"{"text":"no ink"}"#)]), done()],
            answered("It is done.", 2, &[r#"call_1 Desk::fail tool_failed: {"code":7,"why":"no ink"}"#]),
            &[&["tool_failed"]],
        ),
        scenario(
            "a failure that ends it",
            vec![Turn::calls(&[(1, "Desk__ping", "{}"), (2, "Desk__insist", r#"{"text":"no ink"}"#)])],
            r#"tool failed call_2 Desk::insist {"text":"no ink"} {"code":8,"why":"no ink"}"#,
            &[],
        ),
        scenario(
            "bad arguments of what would end it",
            vec![Turn::calls(&[(1, "Desk__insist", "{}")]), done()],
            answered("It is done.", 2, &["call_1 Desk::insist input_validation_error: $.text: it is missing"]),
            &[&["input_validation_error"]],
        ),
        scenario(
            "cut off in its words",
            vec![Turn::text("Once upon").ending(End::Length)],
            answered("Once upon", 1, &[]).replace("` stop", "` length").replace("`Once", "truncated `Once"),
            &[],
        ),
        scenario(
            "cut off with calls",
            vec![Turn::calls(&[(1, "Desk__add", r#"{"a":1,"b":1}"#)]).ending(End::Length)],
            answered("", 1, &["call_1 Desk::add cancelled: the answer was cut off"])
                .replace("``", "truncated ``")
                .replace(" stop ", " length "),
            &[],
        ),
    ];
    if api.can_refuse() {
        let turns = vec![Turn::text("I would rather not.").ending(End::Refused)];
        all.push(scenario("refused", turns, "refused: I would rather not.", &[]));
    }
    if api.can_filter() {
        let said = if api.name() == "google" { "filtered: SAFETY" } else { "filtered: " };
        let turns = vec![Turn::calls(&[(1, "Desk__ping", "{}")]).ending(End::Filtered)];
        all.push(scenario("filtered with calls", turns, said, &[]));
    }
    let (whole, pieces) = api.has_text_arguments();
    if if is_streamed { pieces } else { whole } {
        all.push(scenario(
            "arguments that are no JSON",
            vec![
                Turn::calls(&[
                    (1, "Desk__add", r#"{"a":1,"b""#),
                    (2, "Desk__add", "[1, 2]"),
                    (3, "Desk__ping", "{}"),
                ]),
                done(),
            ],
            answered(
                "It is done.",
                2,
                &[
                    "call_1 Desk::add input_validation_error: the arguments are no JSON object: line 1, column 11: expected `:` at the end",
                    "call_2 Desk::add input_validation_error: the arguments are no JSON object",
                    "call_3 Desk::ping = \"pong\"",
                ],
            ),
            &[&["input_validation_error", "input_validation_error", "pong"]],
        ));
    }
    all
}

/// Runs all scenarios of an API in one process; what was asked in each.
fn played(api: &'static dyn Api, is_streamed: bool, options: &[&str]) -> Vec<(&'static str, Vec<Request>)> {
    let all = scenarios(api, is_streamed);
    let script = all.iter().flat_map(|it| &it.turns).map(|it| api.reply(is_streamed, it)).collect();
    let server = Server::of(script);
    let project = Project::new(&connection(api, &server, ""), DESK);
    let mut args = vec!["run"];
    args.extend(options);
    args.extend(["--", if is_streamed { "stream" } else { "whole" }]);
    args.extend(all.iter().map(|it| it.prompt));
    let ran = Ran::of(project.command(&args));
    let prints: String = all.iter().map(|it| format!("# {}\n{}\n", it.prompt, it.prints)).collect();
    let prints = prints.replace("{api}", api.name());
    // Ollama counts neither of these.
    let prints = if api.name() == "ollama" { without_details(&prints) } else { prints };
    same_lines(ran.good(), &prints, &format!("{} {is_streamed}", api.name()));
    let mut requests = server.done().into_iter();
    let mut asked = Vec::new();
    for it in &all {
        let requests: Vec<Request> = requests.by_ref().take(it.turns.len()).collect();
        requests.iter().for_each(|it| check_request(api, is_streamed, it));
        for (request, results) in requests.iter().skip(1).zip(&it.results) {
            check_results(&api.results(&request.body), results);
        }
        asked.push((it.prompt, requests));
    }
    asked
}

/// Tells the first line that differs.
pub(crate) fn same_lines(found: &str, wanted: &str, what: &str) {
    for (at, (found, wanted)) in found.lines().zip(wanted.lines()).enumerate() {
        assert_eq!(found, wanted, "{what}, line {at}");
    }
    assert_eq!(found.lines().count(), wanted.lines().count(), "{what}");
}

fn without_details(prints: &str) -> String {
    let mut out = prints.to_owned();
    for turns in 1..5 {
        let (input, cached, output, thought) = (10 * turns, 3 * turns, 5 * turns, 2 * turns);
        out = out.replace(&format!("{input}/{cached} {output}/{thought}"), &format!("{input}/0 {output}/0"));
    }
    out
}

fn check_request(api: &dyn Api, is_streamed: bool, request: &Request) {
    assert_eq!(request.path, api.path(api.model(), is_streamed));
    assert_eq!(request.header("content-type"), Some("application/json"));
    let (name, before) = api.key_header();
    assert_eq!(request.header(name), Some(format!("{before}{KEY}").as_str()));
    assert_eq!(api.tools(&request.body).len(), 6);
    let text = request.body.to_string();
    assert!(!text.contains("secret plan"), "a fault's words are not for the model: {text}");
}

/// Results are told as they are, and failures by their kind.
fn check_results(told: &[Value], wanted: &[&str]) {
    assert_eq!(told.len(), wanted.len(), "{told:?}");
    for (told, wanted) in told.iter().zip(wanted) {
        let told = told.as_str().unwrap();
        match serde_json::from_str::<Value>(told).ok().filter(|it| it.get("error").is_some()) {
            Some(failure) => assert_eq!(failure["error"]["kind"], **wanted, "{told}"),
            None => assert_eq!(told, *wanted),
        }
    }
}

/// A request made for reading: its tools are always the same.
fn read(request: &Request, has_tools: bool) -> String {
    let mut body = request.body.clone();
    if !has_tools {
        body["tools"] = json!(ALL.iter().map(|it| it.tools(&body)).find(|it| !it.is_empty()));
    }
    format!("POST {}\n{}\n", request.path, serde_json::to_string_pretty(&body).unwrap())
}

/// The same request without what asks for pieces.
fn without_stream(body: &Value) -> Value {
    let mut body = body.clone();
    if let Some(object) = body.as_object_mut() {
        object.shift_remove("stream");
        object.shift_remove("stream_options");
    }
    body
}

fn check(name: &str) {
    let api = api::api(name);
    let whole = played(api, false, &[]);
    let streamed = played(api, true, &[]);
    for ((prompt, whole), (_, streamed)) in whole.iter().zip(&streamed) {
        let bodies = |requests: &[Request]| requests.iter().map(|it| without_stream(&it.body)).collect::<Vec<_>>();
        assert_eq!(
            json!(bodies(whole)),
            json!(bodies(streamed)),
            "{name}, {prompt}: pieces make no other conversation"
        );
        let title = format!("{name} {prompt}").replace(' ', "_");
        match (*prompt, &whole[..]) {
            ("no tool", [only]) => insta::assert_snapshot!(title, read(only, true)),
            (_, [.., last]) if KEPT.contains(prompt) => insta::assert_snapshot!(title, read(last, false)),
            _ => {}
        }
    }
}

#[test]
fn scenarios_of_openai() {
    check("openai");
}

#[test]
fn scenarios_of_openai_chat() {
    check("openai-chat");
}

#[test]
fn scenarios_of_anthropic() {
    check("anthropic");
}

#[test]
fn scenarios_of_google() {
    check("google");
}

#[test]
fn scenarios_of_ollama() {
    check("ollama");
}

#[test]
fn every_api_has_its_scenarios() {
    assert_eq!(ALL.map(|it| it.name()), ["openai", "openai-chat", "anthropic", "google", "ollama"]);
}

/// Between any two steps, a program can be written down and read again.
#[test]
fn scenarios_of_a_program_that_is_suspended_at_every_effect() {
    for is_streamed in [false, true] {
        let plain = played(api::api("anthropic"), is_streamed, &[]);
        let suspended = played(api::api("anthropic"), is_streamed, &["--suspend"]);
        let bodies = |all: &[(&str, Vec<Request>)]| -> Vec<Value> {
            all.iter().flat_map(|it| &it.1).map(|it| it.body.clone()).collect()
        };
        assert_eq!(json!(bodies(&plain)), json!(bodies(&suspended)));
    }
}
