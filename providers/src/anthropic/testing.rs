//! What the tests of all adapters need: conversations, requests on file, and streams that are cut and spoilt in every way.

use concerto_schema::Provider;
use concerto_schema::entry::{Connection, Offered, Tool, entries};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use crate::chat::{Call, ChatRequest, ChatResponse, Delta, Means, Media, Message, Outcome, Output, Part, Role};
use crate::wire::{Api, Broken};

/// A message of one text.
pub(crate) fn says(role: Role, text: &str) -> Message {
    Message { role, parts: vec![Part::Text(text.to_owned())] }
}

/// A request with these messages.
pub(crate) fn asks(model: &str, messages: Vec<Message>) -> ChatRequest {
    ChatRequest { model: model.to_owned(), messages, ..ChatRequest::default() }
}

/// A request that says hello.
pub(crate) fn hello(model: &str) -> ChatRequest {
    asks(model, vec![says(Role::User, "Hello!")])
}

/// A call; `data` is what its provider wants back.
pub(crate) fn call(id: &str, tool: &str, arguments: Value, data: Value) -> Part {
    Part::Call(Call { id: id.to_owned(), tool: tool.to_owned(), arguments, data })
}

/// What a call came to.
pub(crate) fn result(id: &str, tool: &str, value: Value) -> Part {
    Part::Result(Outcome { call_id: id.to_owned(), tool: tool.to_owned(), result: Ok(value) })
}

/// How a call failed.
pub(crate) fn failure(id: &str, tool: &str, kind: &str, reason: &str) -> Part {
    let result = Err((kind.to_owned(), reason.to_owned()));
    Part::Result(Outcome { call_id: id.to_owned(), tool: tool.to_owned(), result })
}

/// Content.
pub(crate) fn data(bytes: &[u8], media_type: &str) -> Media {
    Media::Data { bytes: bytes.to_vec(), media_type: media_type.to_owned() }
}

/// A document.
pub(crate) fn file(name: &str, media: Media) -> Part {
    Part::File { name: name.to_owned(), media }
}

/// Something only its provider understands.
pub(crate) fn other(provider: &str, data: Value) -> Part {
    Part::Other { provider: provider.to_owned(), data }
}

/// What a model thought, with what goes back to its provider.
pub(crate) fn thought(text: &str, provider: &str, block: Value) -> Part {
    Part::Reasoning { text: text.to_owned(), data: json!({ "provider": provider, "block": block }) }
}

/// The form of an answer.
pub(crate) fn output(means: Means, is_strict: bool, schema: Value) -> Output {
    Output { name: "City".to_owned(), schema, is_strict, means }
}

/// Two functions: one with parameters, one without.
pub(crate) fn functions() -> Vec<Offered> {
    let weather = json!({
        "type": "object",
        "properties": { "city": { "type": "string" }, "days": { "type": "integer" } },
        "required": ["city"],
        "additionalProperties": false,
    });
    let none = json!({ "type": "object", "properties": {}, "required": [], "additionalProperties": false });
    vec![function("Weather::at", "The weather in a city.", weather), function("clock", "The time.", none)]
}

fn function(name: &str, description: &str, parameters: Value) -> Offered {
    Offered::Function(Tool {
        name: name.to_owned(),
        origin: name.to_owned(),
        description: description.to_owned(),
        parameters,
        strict: None,
        is_raw: false,
    })
}

/// A tool that the provider runs.
pub(crate) fn hosted(id: &str) -> Offered {
    Offered::Hosted { name: id.to_owned(), origin: id.to_owned(), id: id.to_owned(), args: json!({}) }
}

/// The request with tools in it.
pub(crate) fn offering(mut request: ChatRequest, provider: Provider, tools: &[Offered]) -> ChatRequest {
    let connection = Connection { provider, strict: None, model: Some(request.model.clone()) };
    request.offered = entries(tools, &connection).unwrap().into();
    request
}

/// The body for reading: a line for each key, each element of a list and each block of a message.
pub(crate) fn dump(body: &Value) -> String {
    let mut lines = Vec::new();
    for (key, value) in body.as_object().unwrap() {
        match value {
            Value::Array(items) if items.iter().all(Value::is_object) => {
                lines.push(format!("{key}:"));
                items.iter().for_each(|it| dump_item(it, &mut lines));
            }
            _ => lines.push(format!("{key}: {value}")),
        }
    }
    lines.join("\n")
}

fn dump_item(item: &Value, lines: &mut Vec<String>) {
    let inside =
        ["content", "parts", "functionDeclarations"].iter().find_map(|key| Some((key, item.get(key)?.as_array()?)));
    let Some((key, inside)) = inside else {
        lines.push(format!("  {item}"));
        return;
    };
    let role = item.get("role").and_then(Value::as_str).unwrap_or(key);
    lines.push(format!("  {role}:"));
    lines.extend(inside.iter().map(|it| format!("    {it}")));
}

/// Compares a body with its file in `tests/requests`, where other programs can read it, and gives its dump.
/// With `UPDATE_REQUESTS=1` the file is written instead.
pub(crate) fn on_file(folder: &str, name: &str, body: &Value) -> String {
    let path = format!("{}/tests/requests/{folder}/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let text = serde_json::to_string_pretty(body).unwrap() + "\n";
    if std::env::var_os("UPDATE_REQUESTS").is_some() {
        std::fs::create_dir_all(std::path::Path::new(&path).parent().unwrap()).unwrap();
        std::fs::write(&path, &text).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, expected, "{path} is not what is sent; UPDATE_REQUESTS=1 writes it");
    dump(body)
}

/// What became of a stream: the response, and the deltas with neighbours of one kind joined.
type Heard = Result<(ChatResponse, Vec<Delta>), Broken>;

fn feed<'a>(api: &dyn Api, request: &ChatRequest, pieces: impl IntoIterator<Item = &'a [u8]>) -> Heard {
    let mut fold = api.stream(request);
    let mut deltas = Vec::new();
    for piece in pieces {
        fold.push(piece, &mut deltas)?;
    }
    Ok((fold.finish()?, joined(deltas)))
}

fn joined(deltas: Vec<Delta>) -> Vec<Delta> {
    let mut all: Vec<Delta> = Vec::new();
    for delta in deltas {
        match (all.last_mut(), &delta) {
            (Some(Delta::Text(last)), Delta::Text(more)) => last.push_str(more),
            (Some(Delta::Reasoning(last)), Delta::Reasoning(more)) => last.push_str(more),
            (Some(Delta::Arguments { id, text }), Delta::Arguments { id: other, text: more }) if id == other => {
                text.push_str(more);
            }
            _ => all.push(delta),
        }
    }
    all
}

/// Reads a stream whole, byte by byte and cut at every place, always with the same outcome. Without its end it is broken, and
/// spoilt it is whatever it is, but nothing panics.
pub(crate) fn heard(api: &dyn Api, request: &ChatRequest, stream: &str) -> (ChatResponse, Vec<Delta>) {
    let bytes = stream.as_bytes();
    let whole = feed(api, request, [bytes]);
    assert_eq!(feed(api, request, bytes.chunks(1)), whole, "byte by byte");
    for at in 0..=bytes.len() {
        let (left, right) = bytes.split_at(at);
        assert_eq!(feed(api, request, [left, right]), whole, "cut at {at}");
    }
    let crlf = stream.replace('\n', "\r\n");
    assert_eq!(feed(api, request, crlf.as_bytes().chunks(7)), whole, "with CRLF");
    spoil(api, request, stream);
    whole.unwrap()
}

/// The same for a stream that ends with what says that it is complete.
pub(crate) fn heard_to_its_end(api: &dyn Api, request: &ChatRequest, stream: &str) -> (ChatResponse, Vec<Delta>) {
    let end = stream.rfind('}').unwrap();
    for at in 0..=end {
        let heard = feed(api, request, [&stream.as_bytes()[..at]]);
        assert!(heard.is_err(), "complete without its end: {:?}", &stream[at..]);
    }
    heard(api, request, stream)
}

/// How a stream is broken, wherever it is cut.
pub(crate) fn broken(api: &dyn Api, request: &ChatRequest, stream: &str) -> Broken {
    let bytes = stream.as_bytes();
    let whole = feed(api, request, [bytes]);
    assert_eq!(feed(api, request, bytes.chunks(1)), whole);
    spoil(api, request, stream);
    whole.unwrap_err()
}

/// What stands in the place of something else.
fn junk() -> [Value; 8] {
    [json!(null), json!(true), json!(-1.5), json!(u64::MAX), json!(""), json!("x"), json!([]), json!({})]
}

/// Puts junk into every place of every line. Nothing may panic.
fn spoil(api: &dyn Api, request: &ChatRequest, stream: &str) {
    let lines: Vec<&str> = stream.split('\n').collect();
    for (at, line) in lines.iter().enumerate() {
        let Some(start) = line.find('{') else { continue };
        let Ok(value) = serde_json::from_str::<Value>(&line[start..]) else { continue };
        for spoilt in spoilt(&value) {
            let mut lines: Vec<String> = lines.iter().map(|it| it.to_string()).collect();
            lines[at] = format!("{}{spoilt}", &line[..start]);
            let _ = feed(api, request, [lines.join("\n").as_bytes()]);
        }
    }
}

/// A value with junk in each of its places, one at a time, and without each of its keys.
fn spoilt(value: &Value) -> Vec<Value> {
    let mut all: Vec<Value> = junk().to_vec();
    match value {
        Value::Object(object) => {
            for (key, inner) in object {
                let mut without = object.clone();
                without.shift_remove(key);
                all.push(Value::Object(without));
                all.extend(spoilt(inner).into_iter().map(|it| {
                    let mut object = object.clone();
                    object.insert(key.clone(), it);
                    Value::Object(object)
                }));
            }
        }
        Value::Array(items) => {
            for (at, inner) in items.iter().enumerate() {
                all.extend(spoilt(inner).into_iter().map(|it| {
                    let mut items = items.clone();
                    items[at] = it;
                    Value::Array(items)
                }));
            }
        }
        _ => {}
    }
    all
}

/// Reads a whole answer, and the same answer spoilt in every place.
pub(crate) fn read(api: &dyn Api, request: &ChatRequest, body: &Value) -> Result<ChatResponse, Broken> {
    for spoilt in spoilt(body) {
        let _ = api.response(request, spoilt.to_string().as_bytes());
    }
    let text = body.to_string();
    for at in 0..text.len() {
        assert!(api.response(request, &text.as_bytes()[..at]).is_err());
    }
    api.response(request, text.as_bytes())
}

/// Changes bytes of streams at random and cuts them at random. Nothing may panic.
pub(crate) fn nothing_panics(api: &dyn Api, request: &ChatRequest, streams: &[&str]) {
    let edits = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0usize..40), 0..6);
    let all = (0..streams.len(), edits, any::<prop::sample::Index>());
    let mut runner = TestRunner::default();
    let outcome = runner.run(&all, |(stream, edits, cut)| {
        let mut bytes = streams[stream].as_bytes().to_vec();
        for (place, byte, length) in edits {
            let start = place.index(bytes.len() + 1);
            let end = (start + length).min(bytes.len());
            bytes.splice(start..end, (length % 3 != 0).then_some(byte));
        }
        let (left, right) = bytes.split_at(cut.index(bytes.len() + 1));
        let _ = feed(api, request, [left, right]);
        let _ = api.response(request, &bytes);
        Ok(())
    });
    outcome.unwrap();
}
