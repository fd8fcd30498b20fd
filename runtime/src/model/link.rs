//! A connection while a program runs: its client, its limits, and what was prepared for it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use concerto_providers::assemble::{Ask, Problem, Tools, assemble};
use concerto_providers::chat::{ChatRequest, ChatResponse, Message};
use concerto_providers::simulated::{self, Script};
use concerto_providers::wire::Api;
use concerto_schema::Provider;
use concerto_schema::entry;
use reqwest::{Client, Url};
use serde_json::Value;

use super::failure::Class;
use super::http::{self, Times};
use super::policy::Limits;
use super::{Asked, Failure, Pieces, locked};
use crate::connection::Connection;
use crate::secret::{Environment, Secret};

/// How many sets of tools are kept prepared.
const PREPARED_MAX: usize = 32;

/// A connection while a program runs.
pub(super) struct Link {
    pub(super) connection: Connection,
    pub(super) limits: Limits,
    api: Option<&'static dyn Api>,
    client: OnceLock<Result<Client, String>>,
    url: Mutex<Option<(String, Url)>>,
    /// What the stand-in plays, and which turn is next.
    script: Mutex<Option<(Arc<Script>, usize)>>,
    /// The turn that it begins with.
    script_start: AtomicU64,
    prepared: Mutex<Vec<Arc<Prepared>>>,
}

/// Tools in the form of a provider, and what they were prepared from.
pub(super) struct Prepared {
    pub(super) tools: Tools,
    about: String,
    output: String,
    model: String,
}

impl Link {
    pub(super) fn new(connection: Connection) -> Self {
        Self {
            limits: Limits::new(connection.rate_limit),
            api: concerto_providers::api(connection.provider),
            client: OnceLock::new(),
            url: Mutex::default(),
            script: Mutex::default(),
            script_start: AtomicU64::new(0),
            prepared: Mutex::default(),
            connection,
        }
    }

    pub(super) fn is_simulated(&self) -> bool {
        self.connection.provider == Provider::Simulated
    }

    /// The provider's own name of the model that is asked for. The stand-in needs none.
    pub(super) fn model(&self, asked: Option<&str>) -> Option<String> {
        let model = self.connection.model(asked);
        model.or_else(|| self.is_simulated().then(String::new))
    }

    /// The variable that the key comes from. Another server than the provider's own gets only a key that is meant for it.
    fn variable(&self) -> Option<&str> {
        let Connection { key_variable, base_url, .. } = &self.connection;
        match (key_variable, base_url) {
            (Some(variable), _) => Some(variable),
            (None, Some(_)) => None,
            (None, None) => self.api.and_then(|it| it.key_variable()),
        }
    }

    /// The key, at the last moment.
    pub(super) fn key(&self, environment: &Environment) -> Result<Option<Secret>, Failure> {
        let Some(variable) = self.variable() else { return Ok(None) };
        let key = environment.get(variable).map(Secret::trimmed).filter(|it| !it.reveal().is_empty());
        key.map(Some).ok_or_else(|| {
            let name = &self.connection.name;
            Failure::config(format!(
                "the connection `{name}` needs a key: set the variable `{variable}`, or write it into `.env` beside \
                 `Concerto.toml`; `provider: simulated` needs none"
            ))
        })
    }

    /// The headers that the manifest names, with the values of their variables.
    pub(super) fn headers(&self, environment: &Environment) -> Result<Vec<(String, Secret)>, Failure> {
        let Connection { name, headers, organization, .. } = &self.connection;
        let organization = organization.iter().map(|it| ("openai-organization".to_owned(), it.clone()));
        let all = headers.iter().cloned().chain(organization);
        all.map(|(header, text)| match environment.expand(&text) {
            Ok(value) => Ok((header, value)),
            Err(variable) => {
                let message =
                    format!("the header `{header}` of the connection `{name}` needs the variable `{variable}`");
                Err(Failure::config(message))
            }
        })
        .collect()
    }

    /// Everything in a request that nobody may see: the key, headers, and the variables in them without the words around.
    pub(super) fn secrets(
        &self,
        environment: &Environment,
        key: Option<&Secret>,
        headers: &[(String, Secret)],
    ) -> Vec<Secret> {
        let named = self.connection.headers.iter().flat_map(|(_, text)| environment.named_in(text));
        key.into_iter().chain(headers.iter().map(|(_, it)| it)).cloned().chain(named).collect()
    }

    fn told(&self, model: &str) -> entry::Connection {
        let Connection { provider, strict, .. } = self.connection;
        entry::Connection { provider, strict, model: Some(model.to_owned()) }
    }

    /// The tools of a request in the provider's form. They mostly stay the same from turn to turn.
    pub(super) fn prepare(&self, asked: &Asked, model: &str) -> Result<Arc<Prepared>, Failure> {
        let is_it = |it: &Arc<Prepared>| it.about == asked.tools && it.output == asked.output && it.model == model;
        if let Some(known) = locked(&self.prepared).iter().find(|it| is_it(it)) {
            return Ok(Arc::clone(known));
        }
        let unreadable = |it: serde_json::Error| Failure::config(format!("a schema cannot be read: {it}"));
        let about: Vec<Value> = serde_json::from_str(&asked.tools).map_err(unreadable)?;
        let output = match asked.output.as_str() {
            "" => None,
            text => Some(serde_json::from_str(text).map_err(unreadable)?),
        };
        let tools = Tools::prepare(&about, output.as_ref(), &self.told(model)).map_err(|problem| match problem {
            Problem::Duplicate { name, sources } => {
                Failure { class: Class::Duplicate(name, sources), ..Failure::config(String::new()) }
            }
            Problem::Config(message) => Failure::config(message),
        })?;
        let (about, output) = (asked.tools.clone(), asked.output.clone());
        let prepared = Arc::new(Prepared { tools, about, output, model: model.to_owned() });
        let mut all = locked(&self.prepared);
        if all.len() == PREPARED_MAX {
            all.remove(0);
        }
        all.push(Arc::clone(&prepared));
        Ok(prepared)
    }

    /// The request, which the conversation goes into.
    pub(super) fn assemble(
        &self,
        asked: &Asked,
        messages: Vec<Message>,
        model: String,
        tools: &Tools,
        is_streamed: bool,
    ) -> ChatRequest {
        let ask = Ask {
            model,
            system: asked.system.clone(),
            context: asked.context.clone(),
            messages,
            choice: asked.choice.clone(),
            turn: asked.turn,
            temperature: asked.temperature,
            max_tokens: asked.max_tokens,
            top_p: asked.top_p,
            stop: asked.stop.clone(),
            is_streamed,
        };
        assemble(ask, tools, self.connection.provider)
    }

    /// Sends a request once.
    pub(super) async fn attempt(
        &self,
        request: &ChatRequest,
        key: Option<&Secret>,
        headers: &[(String, Secret)],
        pieces: &mut Pieces,
    ) -> Result<ChatResponse, Failure> {
        let Some(api) = self.api else { return self.simulate(request, pieces).await };
        let base_url = self.connection.base_url.as_deref().unwrap_or(api.base_url()).trim_end_matches('/');
        let client = self.client.get_or_init(|| http::client(base_url));
        let client = client.as_ref().map_err(|it| Failure::config(it.clone()))?;
        let key = key.map(|key| (key, self.variable().unwrap_or_default()));
        let times = Times::new(self.connection.timeout_ms);
        let call = api.call(base_url, request);
        let url = self.url(&call.url)?;
        let sent = http::send(client, api, call, url, request, key, headers, times, pieces);
        match tokio::time::timeout(times.whole, sent).await {
            Ok(answered) => answered,
            Err(_) => Err(Failure::connection(format!("there was no answer after {} s", times.whole.as_secs_f64()))),
        }
    }

    /// An address, which is mostly the same as the last time.
    fn url(&self, text: &str) -> Result<Url, Failure> {
        let mut last = locked(&self.url);
        if let Some((_, url)) = last.as_ref().filter(|(known, _)| known == text) {
            return Ok(url.clone());
        }
        let url = Url::parse(text).map_err(|it| Failure::config(format!("`{text}` is no address: {it}")))?;
        *last = Some((text.to_owned(), url.clone()));
        Ok(url)
    }

    async fn simulate(&self, request: &ChatRequest, pieces: &mut Pieces) -> Result<ChatResponse, Failure> {
        let turn = match self.next_of_script()? {
            Some((script, turn)) => script.play(turn, request),
            None => simulated::answer(request),
        };
        if turn.delay_ms > 0 {
            tokio::time::sleep(Duration::from_millis(turn.delay_ms)).await;
        }
        if pieces.are_wanted() && turn.outcome.is_ok() {
            pieces.give(turn.deltas).await;
        }
        turn.outcome.map_err(|it| Failure::scripted(&it))
    }

    /// Which turn of the script is next, if one is being played.
    pub(super) fn script_position(&self) -> Option<u64> {
        let start = self.script_start.load(Ordering::Relaxed);
        let next = locked(&self.script).as_ref().map(|(_, next)| *next as u64);
        next.or(Some(start).filter(|it| *it > 0))
    }

    pub(super) fn start_script_at(&self, turn: u64) {
        self.script_start.store(turn, Ordering::Relaxed);
    }

    /// The script, if there is one, and which of its turns is played now.
    fn next_of_script(&self) -> Result<Option<(Arc<Script>, usize)>, Failure> {
        let Some(path) = &self.connection.script else { return Ok(None) };
        let mut state = locked(&self.script);
        if state.is_none() {
            let wrong = |problem: String| Failure::config(format!("the script `{}`: {problem}", path.display()));
            let text = std::fs::read_to_string(path).map_err(|it| wrong(it.to_string()))?;
            let start = usize::try_from(self.script_start.load(Ordering::Relaxed)).unwrap_or(usize::MAX);
            *state = Some((Arc::new(Script::parse(&text).map_err(wrong)?), start));
        }
        Ok(state.as_mut().map(|(script, next)| {
            let turn = *next;
            *next += 1;
            (Arc::clone(script), turn)
        }))
    }
}
