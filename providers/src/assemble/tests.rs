//! What agents ask becomes requests, and answers come back.

use concerto_schema::entry::Connection;
use serde_json::json;

use super::*;
use crate::api;
use crate::chat::Role;

fn tool(name: &str, parameters: Value) -> Value {
    json!({ "method_name": name, "description": format!("Does {name}"), "parameters": parameters, "source": "main.conc:1:1" })
}

fn pair() -> Value {
    let properties = json!({ "a": { "type": "integer" }, "b": { "type": "integer" } });
    json!({ "type": "object", "properties": properties, "required": ["a"], "additionalProperties": false })
}

fn connection(provider: Provider, model: &str) -> Connection {
    Connection { provider, strict: None, model: Some(model.to_owned()) }
}

/// A model of each provider.
const MODELS: [(Provider, &str); 5] = [
    (Provider::OpenAi, "gpt-5"),
    (Provider::OpenAiChat, "gpt-4o"),
    (Provider::Anthropic, "claude-sonnet-4-5"),
    (Provider::Google, "gemini-2.5-flash"),
    (Provider::Ollama, "llama3"),
];

fn ask(model: &str) -> Ask {
    let text = |role, text: &str| Message { role, parts: vec![Part::Text(text.to_owned())] };
    Ask { model: model.to_owned(), messages: vec![text(Role::User, "Go")], turn: 1, ..Ask::default() }
}

/// A conversation in which `Calculator::add` was called and has answered.
fn after_a_call(model: &str) -> Ask {
    let call = Call {
        id: "call_1".to_owned(),
        tool: "Calculator::add".to_owned(),
        arguments: json!({ "a": 1 }),
        data: Value::Null,
    };
    let result = Outcome { call_id: "call_1".to_owned(), tool: "Calculator::add".to_owned(), result: Ok(json!(3)) };
    let mut ask = ask(model);
    ask.turn = 2;
    ask.messages.push(Message { role: Role::Assistant, parts: vec![Part::Call(call)] });
    ask.messages.push(Message { role: Role::Tool, parts: vec![Part::Result(result)] });
    ask
}

fn body(provider: Provider, ask: Ask, tools: &Tools) -> Value {
    let api = api(provider).unwrap();
    let call = api.call(api.base_url(), &assemble(ask, tools, provider));
    let body = call.json();
    assert_eq!(serde_json::from_slice::<Value>(&call.bytes()).unwrap(), body, "text and value are the same");
    body
}

/// The bodies of all providers, one below the other.
fn bodies(make: impl Fn(&str) -> Ask, about: &[Value], output: Option<&Value>) -> String {
    let shown = MODELS.iter().map(|(provider, model)| {
        let tools = Tools::prepare(about, output, &connection(*provider, model)).unwrap();
        let body = body(*provider, make(model), &tools);
        format!("{}\n{body}\n", provider.text())
    });
    shown.collect::<Vec<_>>().join("\n")
}

#[test]
fn an_agent_without_tools_sends_none() {
    insta::assert_snapshot!(bodies(ask, &[], None));
}

#[test]
fn a_whole_agent() {
    let make = |model: &str| Ask {
        system: Some("Be brief.".to_owned()),
        context: Some(json!({ "user": "ada" })),
        choice: Choice::Tool(vec!["Calculator::add".to_owned()]),
        temperature: Some(0.5),
        max_tokens: Some(100),
        top_p: Some(0.5),
        stop: vec!["END".to_owned()],
        is_streamed: true,
        ..ask(model)
    };
    insta::assert_snapshot!(bodies(make, &[tool("Calculator::add", pair()), tool("look up", pair())], None));
}

#[test]
fn calls_and_results_have_the_names_and_forms_of_the_wire() {
    insta::assert_snapshot!(bodies(after_a_call, &[tool("Calculator::add", pair())], None));
}

#[test]
fn an_answer_of_a_form() {
    let schema = json!({ "type": "object", "properties": { "total": { "type": "integer" } }, "required": ["total"] });
    insta::assert_snapshot!(bodies(ask, &[], Some(&schema)));
}

#[test]
fn an_answer_of_a_form_beside_tools() {
    let list = json!({ "type": "array", "items": { "type": "string" } });
    insta::assert_snapshot!(bodies(ask, &[tool("Calculator::add", pair())], Some(&list)));
}

#[test]
fn the_same_agent_gives_the_same_bytes() {
    let about = [tool("b", pair()), tool("a", pair())];
    assert_eq!(bodies(ask, &about, None), bodies(ask, &about, None));
}

#[test]
fn a_tool_has_to_be_called_in_the_first_turn_only() {
    let tools = Tools::prepare(&[tool("add", pair())], None, &connection(Provider::OpenAi, "m")).unwrap();
    let choice = |choice: Choice, turn: u64| super::choice(&Ask { choice, turn, ..ask("m") }, &tools);
    assert_eq!(choice(Choice::Required, 1), ToolChoice::Required);
    assert_eq!(choice(Choice::Required, 2), ToolChoice::Auto);
    assert_eq!(choice(Choice::Tool(vec!["add".to_owned()]), 1), ToolChoice::Tool("add".to_owned()));
    assert_eq!(choice(Choice::Tool(vec!["add".to_owned()]), 2), ToolChoice::Auto);
    assert_eq!(choice(Choice::None, 5), ToolChoice::None);
    let none = Tools::default();
    assert_eq!(super::choice(&Ask { choice: Choice::Required, ..ask("m") }, &none), ToolChoice::Auto);
}

#[test]
fn of_several_tools_one_has_to_be_called_whichever() {
    let about = [tool("Calculator::add", pair()), tool("Calculator::sub", pair()), tool("Clock::now", pair())];
    let tools = Tools::prepare(&about, None, &connection(Provider::OpenAi, "m")).unwrap();
    let choice = |names: &[&str]| tools.choice_of(&names.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>());
    assert_eq!(choice(&["Calculator::add", "Calculator::sub"]), ToolChoice::Required);
    assert_eq!(choice(&["Clock::now"]), ToolChoice::Tool("Clock__now".to_owned()));
}

#[test]
fn what_clashes_on_the_wire_is_told_with_both_sources() {
    let about = [tool("a b", pair()), tool("a_b", pair())];
    let refused = Tools::prepare(&about, None, &connection(Provider::OpenAi, "m")).unwrap_err();
    let sources = ["`a b` from main.conc:1:1".to_owned(), "`a_b` from main.conc:1:1".to_owned()];
    assert_eq!(refused, Problem::Duplicate { name: "a_b".to_owned(), sources });
}

fn said(parts: Vec<Part>, finish: Finish) -> ChatResponse {
    ChatResponse { parts, finish, ..ChatResponse::default() }
}

fn called(tool: &str, arguments: Value) -> Part {
    Part::Call(Call { id: "c".to_owned(), tool: tool.to_owned(), arguments, data: Value::Null })
}

#[test]
fn calls_come_back_in_the_programs_own_names_and_forms() {
    let tools = Tools::prepare(&[tool("Calculator::add", pair())], None, &connection(Provider::OpenAi, "m")).unwrap();
    let parts = vec![called("Calculator__add", json!({ "a": 1, "b": null })), called("made_up", json!({ "b": null }))];
    let answer = tools.answer(said(parts, Finish::ToolCalls));
    let wanted = [called("Calculator::add", json!({ "a": 1 })), called("made_up", json!({ "b": null }))];
    assert_eq!(answer.parts, wanted, "null is lifted to absent for a tool that was sent strict");
    assert_eq!(answer.output, None);
}

#[test]
fn an_answer_that_was_a_call_becomes_text() {
    let schema = json!({ "type": "object", "properties": { "total": { "type": "integer" } } });
    let old = connection(Provider::Anthropic, "claude-3-haiku-20240307");
    let tools = Tools::prepare(&[], Some(&schema), &old).unwrap();
    let answer = tools.answer(said(vec![called("answer", json!({ "total": 3 }))], Finish::ToolCalls));
    assert_eq!(answer.parts, [Part::Text("{\"total\":3}".to_owned())]);
    assert_eq!((answer.finish, answer.output), (Finish::Stop, Some(Ok(json!({ "total": 3 })))));
}

#[test]
fn other_calls_come_before_the_answer() {
    let schema = json!({ "type": "object", "properties": {} });
    let old = connection(Provider::Anthropic, "claude-3-haiku-20240307");
    let tools = Tools::prepare(&[tool("add", pair())], Some(&schema), &old).unwrap();
    let answer = tools.answer(said(vec![called("add", json!({ "a": 1 }))], Finish::ToolCalls));
    assert_eq!((answer.finish, answer.output), (Finish::ToolCalls, None));
}

#[test]
fn what_is_no_object_is_wrapped_and_taken_out_again() {
    let tools = Tools::prepare(&[], Some(&json!({ "type": "integer" })), &connection(Provider::OpenAi, "m")).unwrap();
    let output = |text: &str| tools.answer(said(vec![Part::Text(text.to_owned())], Finish::Stop)).output.unwrap();
    assert_eq!(output("{\"value\": 3}"), Ok(json!(3)));
    assert!(output("{\"other\": 3}").is_err());
    assert!(output("three").is_err_and(|it| it.starts_with("the answer is no JSON")));
}
