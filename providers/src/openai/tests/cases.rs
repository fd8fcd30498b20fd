//! Requests of every kind, for both APIs.

use concerto_schema::Provider;
use concerto_schema::entry::{Connection, Entries, Offered, Tool, entries};
use serde_json::{Value, json};

use super::harness::{call, text};
use crate::chat::{ChatRequest, Means, Media, Message, Outcome, Output, Part, Role, ToolChoice};

/// A plain question.
pub(crate) fn plain() -> ChatRequest {
    ChatRequest {
        model: "gpt-5".to_owned(),
        messages: vec![said(Role::User, vec![text("What is 2 + 3?")])],
        ..ChatRequest::default()
    }
}

/// Each kind of request with its name.
pub(crate) fn all(provider: Provider) -> Vec<(&'static str, ChatRequest)> {
    let tools = || functions(provider);
    let choice = |tool_choice| ChatRequest { offered: tools(), tool_choice, ..plain() };
    let output = |means, is_strict| ChatRequest { output: Some(answer(means, is_strict)), ..plain() };
    let mut all = vec![
        ("plain", plain()),
        ("settings", settings()),
        ("streamed", ChatRequest { is_streamed: true, offered: tools(), ..plain() }),
        ("tools", choice(ToolChoice::Auto)),
        ("choice-none", choice(ToolChoice::None)),
        ("choice-required", choice(ToolChoice::Required)),
        ("choice-tool", choice(ToolChoice::Tool("Calculator__add".to_owned()))),
        ("choice-without-tools", ChatRequest { tool_choice: ToolChoice::Required, ..plain() }),
        ("output-strict", output(Means::Native, true)),
        ("output-loose", output(Means::Native, false)),
        ("output-prompt", output(Means::Prompt, false)),
        ("output-tool", ChatRequest { output: Some(answer(Means::Tool, true)), ..choice(ToolChoice::Required) }),
        ("media", ChatRequest { messages: media(), ..plain() }),
        ("history", ChatRequest { messages: history(provider), offered: tools(), ..plain() }),
        ("picture", ChatRequest { messages: picture(), ..plain() }),
        ("odd-places", ChatRequest { messages: odd_places(), ..plain() }),
    ];
    if provider == Provider::OpenAi {
        let tool_choice = ToolChoice::Tool("file_search".to_owned());
        all.push(("hosted", ChatRequest { offered: hosted(), ..plain() }));
        all.push(("choice-hosted", ChatRequest { offered: hosted(), tool_choice, ..plain() }));
    }
    all
}

fn said(role: Role, parts: Vec<Part>) -> Message {
    Message { role, parts }
}

fn settings() -> ChatRequest {
    ChatRequest {
        system: Some("Be brief.".to_owned()),
        temperature: Some(0.5),
        max_tokens: Some(256),
        top_p: Some(0.9),
        stop: vec!["END".to_owned(), "\n\n".to_owned()],
        ..plain()
    }
}

fn answer(means: Means, is_strict: bool) -> Output {
    let schema = json!({
        "type": "object",
        "properties": { "sum": { "type": "integer" } },
        "required": ["sum"],
        "additionalProperties": false,
    });
    Output { name: "Answer".to_owned(), schema, is_strict, means }
}

fn function(name: &str, description: &str, properties: Value) -> Offered {
    let required: Vec<String> = properties.as_object().unwrap().keys().cloned().collect();
    let parameters = json!({ "type": "object", "properties": properties, "required": required });
    let (name, description) = (name.to_owned(), description.to_owned());
    Offered::Function(Tool { name, origin: String::new(), description, parameters, strict: None, is_raw: false })
}

fn functions(provider: Provider) -> std::sync::Arc<Entries> {
    let number = json!({ "type": "number" });
    let offered = [
        function("Calculator::add", "Adds two numbers.", json!({ "a": number, "b": number })),
        function("now", "", json!({})),
        Offered::Function(Tool {
            name: "search".to_owned(),
            origin: String::new(),
            description: "Finds documents.".to_owned(),
            parameters: json!({ "type": "object", "properties": { "query": { "type": "string" } } }),
            strict: Some(false),
            is_raw: true,
        }),
    ];
    entries(&offered, &Connection { provider, strict: None, model: None }).unwrap().into()
}

fn hosted() -> std::sync::Arc<Entries> {
    let tool = |name: &str, args: Value| Offered::Hosted {
        name: name.to_owned(),
        origin: String::new(),
        id: format!("openai.{name}"),
        args,
    };
    let offered = [
        tool("web_search", json!({ "search_context_size": "low" })),
        tool("file_search", json!({ "vector_store_ids": ["vs_1"] })),
        tool("code_interpreter", json!({})),
        function("now", "Tells the time.", json!({})),
    ];
    entries(&offered, &Connection { provider: Provider::OpenAi, strict: None, model: None }).unwrap().into()
}

fn bytes(content: &[u8], media_type: &str) -> Media {
    Media::Data { bytes: content.to_vec(), media_type: media_type.to_owned() }
}

fn media() -> Vec<Message> {
    let address = |it: &str| Media::Url(format!("https://example.com/{it}"));
    vec![said(
        Role::User,
        vec![
            text("What is in these?"),
            Part::Image(address("cat.png")),
            Part::Image(bytes(b"\x89PNG", "image/png")),
            Part::File { name: "report.pdf".to_owned(), media: bytes(b"%PDF-", "application/pdf") },
            Part::File { name: "letter.pdf".to_owned(), media: address("letter.pdf") },
        ],
    )]
}

fn result(call_id: &str, tool: &str, result: Result<Value, (String, String)>) -> Part {
    Part::Result(Outcome { call_id: call_id.to_owned(), tool: tool.to_owned(), result })
}

/// Two rounds of calls, two of them at once; one fails. What other providers made is not sent.
fn history(provider: Provider) -> Vec<Message> {
    let block = json!({ "type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "gAAA" });
    let search = json!({ "type": "web_search_call", "id": "ws_1", "status": "completed", "action": { "type": "search", "query": "sums" } });
    let other = |provider: &str, data: Value| Part::Other { provider: provider.to_owned(), data };
    let reasoning = |text: &str, data: Value| Part::Reasoning { text: text.to_owned(), data };
    let own = if provider == Provider::OpenAi {
        other("openai", search)
    } else {
        other("openai-chat", json!({ "type": "refusal", "refusal": "Not that." }))
    };
    vec![
        said(Role::System, vec![text("Use the tools.")]),
        said(Role::User, vec![text("What is 2 + 3, and what is 1 / 0?")]),
        said(
            Role::Assistant,
            vec![
                reasoning("Two sums.", json!({ "provider": "openai", "block": block })),
                reasoning("Hm.", json!({ "provider": "anthropic", "block": { "type": "thinking" } })),
                reasoning("Hm.", Value::Null),
                text("Let me see."),
                call("call_a", "Calculator__add", json!({ "a": 2, "b": 3 })),
                call("call_b", "made_up", Value::String("{\"a\":".to_owned())),
            ],
        ),
        said(
            Role::Tool,
            vec![
                result("call_a", "Calculator__add", Ok(json!(5))),
                result("call_b", "made_up", Err(("unknown_tool".to_owned(), "There is no such tool.".to_owned()))),
            ],
        ),
        said(Role::Assistant, vec![call("call_c", "search", json!({}))]),
        said(Role::Tool, vec![result("call_c", "search", Ok(json!("nothing")))]),
        said(Role::Assistant, vec![own, other("google", json!({ "a": 1 })), text("5, "), text("and nothing.")]),
        said(Role::User, vec![text("Sure?")]),
    ]
}

/// A result that is a picture with words.
fn picture() -> Vec<Message> {
    let parts = json!([
        { "type": "text", "text": "a dot" }, { "type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png" },
    ]);
    vec![
        said(Role::User, vec![text("Draw a dot.")]),
        said(Role::Assistant, vec![call("call_a", "draw", json!({}))]),
        said(Role::Tool, vec![result("call_a", "draw", Ok(parts))]),
    ]
}

/// Parts where the API does not expect them, and messages with nothing to send in them.
fn odd_places() -> Vec<Message> {
    let image = || Part::Image(bytes(b"abc", "image/png"));
    let file = || Part::File { name: "a.txt".to_owned(), media: Media::Url("https://example.com/a.txt".to_owned()) };
    vec![
        said(Role::User, Vec::new()),
        said(Role::System, vec![text("See "), file()]),
        said(Role::User, vec![text("One."), text("Two.")]),
        said(Role::Assistant, vec![Part::Reasoning { text: "Hm.".to_owned(), data: Value::Null }]),
        said(Role::Assistant, vec![text("Here: "), image(), file()]),
        said(Role::User, vec![text("")]),
    ]
}
