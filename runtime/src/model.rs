//! Asking models: what the program asks in, an answer or an error out.
//!
//! [`Models`] knows the connections of a run. One call goes through the connections that it may use, in order; on each
//! through the policies in `policy` (limits, retries); and there through the wire (`http`) or the stand-in.

mod failure;
mod http;
mod link;
mod policy;
mod read;
mod write;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use concerto_providers::chat::{ChatRequest, ChatResponse, Delta, Message};
use concerto_vm::Value;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::AbortHandle;

pub(crate) use failure::Failure;
pub(crate) use http::{cause, is_this_machine};
pub(crate) use read::Asked;

use crate::connection::Connection;
use crate::reached::Reached;
use crate::secret::Environment;
use crate::watch::Watch;
use link::Link;
use policy::Policy;

/// How many pieces of an answer may wait for the program: then the provider waits.
const PIECES_MAX: usize = 64;

/// The models that a run can ask.
pub(crate) struct Models {
    links: Mutex<HashMap<String, Arc<Link>>>,
    environment: Environment,
    watch: Option<Arc<dyn Watch>>,
    /// Answers that come in pieces, by number.
    streams: Mutex<HashMap<u64, Stream>>,
    numbers: AtomicU64,
    /// What was sent, for tests; nothing outside of them.
    requests: Option<Mutex<Vec<Value>>>,
    /// What it would have reached.
    reached: Reached,
    /// What a user was told already.
    warned: Mutex<Vec<String>>,
}

/// An answer that comes in pieces.
struct Stream {
    pieces: Arc<tokio::sync::Mutex<Receiver<Value>>>,
    reader: AbortHandle,
}

/// Where the pieces of an answer go.
pub(crate) struct Pieces {
    to: Option<Sender<Value>>,
    /// Whether the program has got some.
    has_given: bool,
}

impl Pieces {
    /// Nobody wants pieces.
    fn none() -> Self {
        Self { to: None, has_given: false }
    }

    fn are_wanted(&self) -> bool {
        self.to.is_some()
    }

    async fn give(&mut self, deltas: Vec<Delta>) {
        for delta in deltas {
            self.has_given = true;
            self.send(write::delta(delta)).await;
        }
    }

    async fn send(&mut self, value: Value) {
        if let Some(to) = &self.to {
            // Whoever does not listen any more has been cancelled, and this ends soon.
            let _ = to.send(value).await;
        }
    }
}

impl Models {
    pub(crate) fn new(connections: Vec<Connection>, environment: Environment, watch: Option<Arc<dyn Watch>>) -> Self {
        let links = connections.into_iter().map(|it| (it.name.clone(), Arc::new(Link::new(it))));
        Self {
            links: Mutex::new(links.collect()),
            environment,
            watch,
            streams: Mutex::default(),
            numbers: AtomicU64::new(1),
            requests: None,
            reached: Reached::default(),
            warned: Mutex::default(),
        }
    }

    /// For a test: what is sent is kept, and nothing leaves the machine.
    pub(crate) fn for_test(mut self, reached: Reached) -> Self {
        self.requests = Some(Mutex::default());
        self.reached = reached;
        self
    }

    /// What a test has sent so far.
    pub(crate) fn requests(&self) -> Vec<Value> {
        self.requests.as_ref().map(|it| locked(it).clone()).unwrap_or_default()
    }

    pub(crate) fn number(&self) -> u64 {
        self.numbers.fetch_add(1, Ordering::Relaxed)
    }

    /// The next number, and where scripts are: what a program that goes on elsewhere begins with.
    pub(crate) fn position(&self) -> (u64, serde_json::Value) {
        let links = locked(&self.links);
        let scripts = links.iter().filter_map(|(name, link)| Some((name.clone(), link.script_position()?.into())));
        (self.numbers.load(Ordering::Relaxed), serde_json::Value::Object(scripts.collect()))
    }

    /// Goes on from there.
    pub(crate) fn set_position(&self, number: u64, scripts: &serde_json::Value) {
        self.numbers.store(number, Ordering::Relaxed);
        for (name, link) in locked(&self.links).iter() {
            if let Some(turn) = scripts.get(name).and_then(serde_json::Value::as_u64) {
                link.start_script_at(turn);
            }
        }
    }

    /// Who wants to know what happens.
    pub(crate) fn watch(&self) -> Option<&dyn Watch> {
        self.watch.as_deref().filter(|it| it.wants_events())
    }

    /// Asks, and gives a `Result<ModelTurn, AgentError>`.
    pub(crate) async fn call(&self, asked: Asked) -> Result<Value, Value> {
        let answered = self.ask(asked, &mut Pieces::none()).await;
        answered.map_err(|it| it.value())
    }

    /// Begins to ask for an answer in pieces. Inside of tokio.
    pub(crate) fn open(self: &Arc<Self>, asked: Asked) -> u64 {
        let (to, pieces) = channel(PIECES_MAX);
        let models = Arc::clone(self);
        let reader = tokio::spawn(async move {
            let mut pieces = Pieces { to: Some(to), has_given: false };
            let last = match models.ask(asked, &mut pieces).await {
                Ok(turn) => write::done(turn),
                Err(failure) => write::failed(failure.value()),
            };
            pieces.send(last).await;
        });
        let id = self.number();
        let stream = Stream { pieces: Arc::new(tokio::sync::Mutex::new(pieces)), reader: reader.abort_handle() };
        locked(&self.streams).insert(id, stream);
        id
    }

    /// The next piece of an answer.
    pub(crate) async fn next(&self, id: u64) -> Value {
        let pieces = locked(&self.streams).get(&id).map(|it| Arc::clone(&it.pieces));
        let next = match pieces {
            Some(pieces) => pieces.lock().await.recv().await,
            None => None,
        };
        next.unwrap_or_else(|| write::failed(Failure::connection("the answer broke off").value()))
    }

    /// Nobody wants more of an answer.
    pub(crate) fn close(&self, id: u64) {
        if let Some(stream) = locked(&self.streams).remove(&id) {
            stream.reader.abort();
        }
    }

    /// Asks one connection after another, as long as they cannot be reached or want fewer requests.
    async fn ask(&self, mut asked: Asked, pieces: &mut Pieces) -> Result<Value, Failure> {
        let mut last = Failure::config(format!("the agent `{}` has no `provider`", asked.agent));
        let providers = std::mem::take(&mut asked.providers);
        for (at, name) in providers.iter().enumerate() {
            let Some(link) = self.link(name) else {
                let message = format!("there is no connection `{name}`: name one of the manifest's or a provider");
                return Err(Failure::config(message));
            };
            let messages = match at + 1 == providers.len() {
                true => std::mem::take(&mut asked.messages),
                false => asked.messages.clone(),
            };
            last = match self.ask_link(&link, &asked, messages, pieces).await {
                Ok(turn) => return Ok(turn),
                Err(failure) if failure.moves_on() && !pieces.has_given => failure,
                Err(failure) => return Err(failure),
            };
        }
        Err(last)
    }

    /// A connection of the manifest, or one that needs none.
    fn link(&self, name: &str) -> Option<Arc<Link>> {
        let mut links = locked(&self.links);
        if let Some(known) = links.get(name) {
            return Some(Arc::clone(known));
        }
        let made = Arc::new(Link::new(Connection::built_in(name)?));
        links.insert(name.to_owned(), Arc::clone(&made));
        Some(made)
    }

    /// Asks one connection, as often as its policy says.
    async fn ask_link(
        &self,
        link: &Link,
        asked: &Asked,
        messages: Vec<Message>,
        pieces: &mut Pieces,
    ) -> Result<Value, Failure> {
        self.refuse_in_test(link, asked)?;
        let model = link.model(asked.model.as_deref()).ok_or_else(|| no_model(link, asked))?;
        let key = link.key(&self.environment)?;
        let headers = link.headers(&self.environment)?;
        let secrets = link.secrets(&self.environment, key.as_ref(), &headers);
        let prepared = link.prepare(asked, &model)?;
        prepared.tools.warnings.iter().for_each(|it| self.warn(&asked.agent, it));
        let request = link.assemble(asked, messages, model, &prepared.tools, pieces.are_wanted());
        self.keep(link, asked, &request);
        let policy = Policy::new(link.connection.retry, asked.retry);
        let mut attempt = 1;
        loop {
            let started = std::time::Instant::now();
            let pass = link.limits.enter().await;
            let answered = link.attempt(&request, key.as_ref(), &headers, pieces).await;
            drop(pass);
            let failure = match answered {
                Ok(response) => {
                    link.limits.spend(response.usage.input_tokens + response.usage.output_tokens);
                    self.told_model(asked, link, &request, &response, started.elapsed());
                    return Ok(write::turn(link.connection.provider, &request.model, &prepared.tools, response));
                }
                Err(failure) => failure.without(secrets.iter()),
            };
            let wait = policy.wait(attempt, &failure).filter(|_| !pieces.has_given);
            let Some(wait) = wait else { return Err(failure) };
            attempt += 1;
            self.told_retry(asked, attempt, &failure, wait);
            pieces.send(write::retry(attempt, &failure.message)).await;
            tokio::time::sleep(wait).await;
        }
    }

    /// A test that would reach the network fails.
    fn refuse_in_test(&self, link: &Link, asked: &Asked) -> Result<(), Failure> {
        if self.requests.is_none() || link.is_simulated() {
            return Ok(());
        }
        let (agent, connection) = (&asked.agent, &link.connection.name);
        let problem = format!(
            "the agent `{agent}` would reach `{connection}` over the network in a test; \
             mock it (`mock {agent} {{ response: \"…\" }}`), or use `provider: simulated`"
        );
        self.reached.note(problem.clone());
        Err(Failure::config(problem))
    }

    fn keep(&self, link: &Link, asked: &Asked, request: &ChatRequest) {
        if let Some(requests) = &self.requests {
            let shown = write::test_request(&link.connection.name, asked, &request.model, request.system.clone());
            locked(requests).push(shown);
        }
    }

    /// The request of an agent whose model is mocked, which is kept like those that are sent.
    pub(crate) fn mocked(&self, asked: &Asked) -> Value {
        let connection = asked.providers.first().map_or("", String::as_str);
        let known = self.link(connection).and_then(|it| it.model(asked.model.as_deref()));
        let model = known.or_else(|| asked.model.clone()).unwrap_or_default();
        let shown = write::test_request(connection, asked, &model, asked.system.clone());
        if let Some(requests) = &self.requests {
            locked(requests).push(shown.clone());
        }
        shown
    }

    /// Tells a user something once.
    fn warn(&self, agent: &str, warning: &str) {
        let mut warned = locked(&self.warned);
        if warned.iter().any(|it| it == warning) {
            return;
        }
        warned.push(warning.to_owned());
        if let Some(watch) = &self.watch {
            watch.warn(&format!("agent `{agent}`: {warning}"));
        }
    }

    fn told_model(&self, asked: &Asked, link: &Link, request: &ChatRequest, response: &ChatResponse, time: Duration) {
        if let Some(watch) = self.watch() {
            watch.event(&serde_json::json!({
                "event": "model", "agent": asked.agent, "run": asked.run, "turn": asked.turn,
                "connection": link.connection.name, "provider": link.connection.provider.text(),
                "model": response.model.as_deref().unwrap_or(&request.model),
                "finish": response.finish.text(),
                "input_tokens": response.usage.input_tokens, "output_tokens": response.usage.output_tokens,
                "latency_ms": time.as_millis() as u64,
            }));
        }
    }

    fn told_retry(&self, asked: &Asked, attempt: u32, failure: &Failure, wait: Duration) {
        if let Some(watch) = self.watch() {
            watch.event(&serde_json::json!({
                "event": "retry", "agent": asked.agent, "run": asked.run, "turn": asked.turn,
                "attempt": attempt, "reason": failure.message, "wait_ms": wait.as_millis() as u64,
            }));
        }
    }
}

fn no_model(link: &Link, asked: &Asked) -> Failure {
    let (agent, name) = (&asked.agent, &link.connection.name);
    Failure::config(format!("the agent `{agent}` names no `model`, and the connection `{name}` has no `default_model`"))
}

/// What a mutex holds, also after a panic: nothing here is left half done.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
