//! A program that is a server: calls of clients on their way to its tasks, and results on their way back.
//!
//! Clients are heard on another thread. Each call gets a number; the program takes calls one by one, and answers them in
//! whatever order they end.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use concerto_mcp::serve::{Answers, Asked, Asking, Client, Http, Identity, Reaction};
use concerto_mcp::{Hints, Later, Output, Tool};
use concerto_providers::content::is_parts;
use concerto_schema::names::wire_name;
use concerto_vm::Value;
use serde_json::{Map, Value as Json, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use crate::mcp::Hub;
use crate::model::locked;
use crate::value::{Fields, object, to_json};

/// How a program is served.
pub struct Serving {
    pub(crate) identity: Identity,
    /// Over HTTP, or else over standard input and output.
    pub(crate) http: Option<Http>,
    /// Whether functions are called by their own names, without that of their tool.
    pub(crate) short_names: bool,
    /// Who hears the address.
    pub(crate) ready: Box<dyn FnOnce(SocketAddr) + Send>,
}

impl Serving {
    /// How a program is served that calls itself this.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        let identity = Identity { name: name.into(), version: version.into() };
        Self { identity, http: None, short_names: false, ready: Box::new(|_| {}) }
    }

    /// Over HTTP; whoever wants to know the address hears it.
    pub fn http(mut self, http: Http, ready: impl FnOnce(SocketAddr) + Send + 'static) -> Self {
        self.http = Some(http);
        self.ready = Box::new(ready);
        self
    }

    /// Functions are called by their own names.
    pub fn short_names(mut self, short_names: bool) -> Self {
        self.short_names = short_names;
        self
    }
}

/// What happens to a server.
pub(crate) enum Event {
    Call { id: u64, tool: String, arguments: Map<String, Json> },
    Cancel(u64),
    Ended(u64),
    Stop,
}

impl Event {
    /// As a `ServeEvent` of the library.
    pub(crate) fn value(self) -> Value {
        let kind = |name: &str| ("type", Value::String(name.to_owned()));
        let number = |id: u64| Value::Int(i64::try_from(id).unwrap_or(i64::MAX));
        match self {
            Self::Call { id, tool, arguments } => {
                let arguments = crate::value::from_json(Json::Object(arguments));
                let call = object([("id", number(id)), ("tool", Value::String(tool)), ("arguments", arguments)]);
                object([kind("Call"), ("value", call)])
            }
            Self::Cancel(id) => object([kind("Cancel"), ("value", number(id))]),
            Self::Ended(id) => object([kind("Ended"), ("value", number(id))]),
            Self::Stop => Value::String("Stop".to_owned()),
        }
    }
}

/// The desk between clients and the program.
pub(crate) struct Counter {
    serving: Mutex<Option<Serving>>,
    hub: Hub,
    events: UnboundedSender<Event>,
    /// What the program takes, one by one.
    pub(crate) next: tokio::sync::Mutex<UnboundedReceiver<Event>>,
    open: Arc<Mutex<HashMap<u64, Open>>>,
    stop: CancellationToken,
}

/// A question to a client, and where its reaction goes.
pub(crate) type Question = (Asking, oneshot::Sender<Reaction>);

/// A call that was not answered yet.
struct Open {
    client: Client,
    questions: UnboundedSender<Question>,
    reply: oneshot::Sender<Option<Output>>,
    /// Whether the result is an object with the value inside, or the value itself, or nothing but text.
    form: Form,
}

/// What of a value is given as a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Whole,
    Inside,
    Text,
}

impl Counter {
    pub(crate) fn new(serving: Serving) -> Self {
        let (events, next) = unbounded_channel();
        Self {
            serving: Mutex::new(Some(serving)),
            hub: Hub::default(),
            events,
            next: tokio::sync::Mutex::new(next),
            open: Arc::default(),
            stop: CancellationToken::new(),
        }
    }

    /// Begins to listen to clients, who can call these tools.
    pub(crate) fn offer(&self, about: Vec<Json>) -> Result<(), String> {
        let Some(serving) = locked(&self.serving).take() else { return Ok(()) };
        let tools = offered(&about, serving.short_names)?;
        let desk = Arc::new(Desk {
            tools,
            events: self.events.clone(),
            open: Arc::clone(&self.open),
            numbers: AtomicU64::new(1),
        });
        let (stop, events) = (self.stop.clone(), self.events.clone());
        self.hub.start(async move {
            let served = match serving.http {
                Some(http) => concerto_mcp::serve::http(desk, serving.identity, http, stop, serving.ready).await,
                None => concerto_mcp::serve::stdio(desk, serving.identity, stop).await,
            };
            let _ = events.send(Event::Stop);
            served
        })
    }

    /// Answers a call.
    pub(crate) fn reply(&self, id: u64, result: Value) {
        let Some(open) = locked(&self.open).remove(&id) else { return };
        let _ = open.reply.send(output(result, open.form));
        let _ = self.events.send(Event::Ended(id));
    }

    /// Where questions to the client of a call go.
    pub(crate) fn questions(&self, id: u64) -> Option<UnboundedSender<Question>> {
        locked(&self.open).get(&id).map(|it| it.questions.clone())
    }

    pub(crate) fn client(&self, id: u64) -> Option<Client> {
        locked(&self.open).get(&id).map(|it| it.client.clone())
    }

    /// Listens no more.
    pub(crate) fn end(&self) -> Option<String> {
        self.stop.cancel();
        self.hub.end(async {});
        self.hub.failure()
    }
}

/// The result of a call as clients get it.
fn output(result: Value, form: Form) -> Option<Output> {
    let mut result = Fields::of(result)?;
    if result.text("type").as_deref() == Some("Ok") {
        let value = result.take("value").map(to_json).unwrap_or_default();
        let content = parts(&value);
        let structured = match form {
            Form::Whole => Some(value),
            Form::Inside => Some(json!({ "result": value })),
            Form::Text => None,
        };
        return Some(Output { content, structured, is_error: false });
    }
    let (kind, reason) = (result.text("kind").unwrap_or_default(), result.text("reason").unwrap_or_default());
    match kind.as_str() {
        // The client calls again, or has left.
        "input_required" | "cancelled" => None,
        _ => {
            Some(Output { content: vec![json!({ "type": "text", "text": reason })], structured: None, is_error: true })
        }
    }
}

/// The parts that a value is told in: itself where it is a list of them, else its text.
fn parts(value: &Json) -> Vec<Json> {
    match value {
        Json::Array(parts) if is_parts(value) => parts.clone(),
        Json::String(text) => vec![json!({ "type": "text", "text": text })],
        other => vec![json!({ "type": "text", "text": other.to_string() })],
    }
}

/// Tools as clients see them, with the names that the program knows.
fn offered(about: &[Json], short_names: bool) -> Result<Vec<(Tool, String, Form)>, String> {
    let mut tools: Vec<(Tool, String, Form)> = Vec::new();
    for about in about {
        let text = |key: &str| about.get(key).and_then(Json::as_str).unwrap_or_default().to_owned();
        let own = text("method_name");
        let short = own.rsplit("::").next().unwrap_or(&own);
        let name = wire_name(if short_names { short } else { &own });
        if let Some((_, other, _)) = tools.iter().find(|it| it.0.name == name) {
            return Err(format!("two tools would be called `{name}`: `{other}` and `{own}`"));
        }
        let (returned, form) = returned(about.get("returns"));
        let hint = |key: &str| about.get("annotations").and_then(|it| it.get(key)).and_then(Json::as_bool);
        let tool = Tool {
            name,
            title: about.get("title").and_then(Json::as_str).map(str::to_owned),
            description: text("description"),
            input: about.get("parameters").cloned().unwrap_or_else(|| json!({ "type": "object" })),
            output: returned,
            hints: Hints {
                readonly: hint("readonly"),
                destructive: hint("destructive"),
                idempotent: hint("idempotent"),
                open_world: hint("open_world"),
            },
            meta: about.get("meta").cloned(),
        };
        tools.push((tool, own, form));
    }
    Ok(tools)
}

/// The schema of what a tool gives, as the protocol has it: an object. Text and anything are told as they are.
fn returned(schema: Option<&Json>) -> (Option<Json>, Form) {
    let Some(schema) = schema else { return (None, Form::Text) };
    match schema.get("type").and_then(Json::as_str) {
        Some("object") => (Some(schema.clone()), Form::Whole),
        Some("string" | "null") if schema.get("enum").is_none() => (None, Form::Text),
        _ if schema.as_object().is_none_or(Map::is_empty) => (None, Form::Text),
        _ => {
            let mut inside = schema.clone();
            let definitions = inside.as_object_mut().and_then(|it| it.remove("$defs"));
            let mut whole = json!({ "type": "object", "properties": { "result": inside }, "required": ["result"] });
            if let (Some(definitions), Some(whole)) = (definitions, whole.as_object_mut()) {
                whole.insert("$defs".to_owned(), definitions);
            }
            (Some(whole), Form::Inside)
        }
    }
}

/// What clients talk to.
struct Desk {
    tools: Vec<(Tool, String, Form)>,
    events: UnboundedSender<Event>,
    open: Arc<Mutex<HashMap<u64, Open>>>,
    numbers: AtomicU64,
}

/// Tells the program when nobody waits for a call any more.
struct Waited<'d>(&'d Desk, u64);

impl Drop for Waited<'_> {
    fn drop(&mut self) {
        if locked(&self.0.open).remove(&self.1).is_some() {
            let _ = self.0.events.send(Event::Cancel(self.1));
        }
    }
}

impl Answers for Desk {
    fn tools(&self) -> Vec<Tool> {
        self.tools.iter().map(|(tool, ..)| tool.clone()).collect()
    }

    fn call(&self, asked: Asked) -> Later<'_, Option<Output>> {
        Box::pin(async move {
            let (_, tool, form) = self.tools.iter().find(|(it, ..)| it.name == asked.tool)?;
            let id = self.numbers.fetch_add(1, Ordering::Relaxed);
            let (reply, mut result) = oneshot::channel();
            let (questions, mut asks) = unbounded_channel::<Question>();
            let client = asked.client.clone();
            locked(&self.open).insert(id, Open { client: asked.client, questions, reply, form: *form });
            let waited = Waited(self, id);
            let call = Event::Call { id, tool: tool.clone(), arguments: asked.arguments };
            let _ = self.events.send(call);
            let output = loop {
                tokio::select! {
                    // A question goes out from here, so that it belongs to this call.
                    Some((asking, reaction)) = asks.recv() => {
                        let _ = reaction.send(client.ask(asking).await);
                    }
                    output = &mut result => break output.ok().flatten(),
                }
            };
            drop(waited);
            output
        })
    }
}
