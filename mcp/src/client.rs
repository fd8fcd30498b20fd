//! The client: a link to a server that is made when it is first used, and made again after it broke.

mod desk;
mod exchange;
mod http;
mod list;
mod process;
mod sign_in;
mod store;

use std::io::ErrorKind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rmcp::model::{
    ClientRequest, GetPromptRequest, GetPromptRequestParams, ProtocolVersion, ReadResourceRequest,
    ReadResourceRequestParams, ServerNotification, ServerResult, SubscriptionFilter,
};
use rmcp::service::{
    ClientInitializeError, ClientLifecycleMode, Peer, RoleClient, RunningService, ServiceError,
    serve_client_with_lifecycle,
};
use rmcp::transport::async_rw::AsyncRwTransport;
use serde_json::{Map, Value};
use tokio::sync::Mutex;

use crate::config::{Config, Process, Transport};
use crate::session::{About, Answer, Call, Later, Notes, Problem, Session, SignIn, Tool};
use desk::{Desk, Handler};
use exchange::Broken;
use list::{Kept, List, Unread};
use process::{Started, Words};

/// How often somebody is asked to sign in for one request.
const SIGN_INS_MAX: usize = 3;

/// A session with a server, which is connected when it is first used. `sign_in` sends somebody to a page of the server's, where
/// somebody is there.
pub fn connect(config: Config, notes: Notes, sign_in: Option<SignIn>) -> Arc<dyn Session> {
    Arc::new(Link { config, notes, sign_in, live: Mutex::new(None) })
}

struct Link {
    config: Config,
    notes: Notes,
    sign_in: Option<SignIn>,
    live: Mutex<Option<Arc<Live>>>,
}

/// A connection that is there.
struct Live {
    service: RunningService<RoleClient, Handler>,
    desk: Arc<Desk>,
    tools: Kept,
    /// Whether it broke off.
    is_broken: AtomicBool,
    /// The process, if the server is one.
    process: Mutex<Option<Started>>,
    words: Option<Arc<Words>>,
}

impl Link {
    /// The connection, which is made where there is none or where it broke.
    async fn live(&self) -> Result<Arc<Live>, Problem> {
        let mut live = self.live.lock().await;
        if let Some(live) = live.as_ref().filter(|it| it.is_usable()) {
            return Ok(Arc::clone(live));
        }
        if let Some(broken) = live.take() {
            broken.end().await;
        }
        let made = tokio::time::timeout(self.config.connect_timeout, self.made()).await;
        let made = Arc::new(made.map_err(|_| {
            let time = self.config.connect_timeout.as_secs_f64();
            Problem::Connection(format!("it was not ready in {time} s"))
        })??);
        *live = Some(Arc::clone(&made));
        Ok(made)
    }

    async fn made(&self) -> Result<Live, Problem> {
        let desk = Arc::new(Desk::new(Arc::clone(&self.notes)));
        let handler = Handler(Arc::clone(&desk));
        let (service, process, words) = match &self.config.transport {
            Transport::Process(process) => {
                let (service, started) = match self.started(process, handler.clone(), lifecycle()).await {
                    Err((problem, _)) if is_older(&problem) => {
                        self.started(process, handler, ClientLifecycleMode::Initialize).await
                    }
                    started => started,
                }
                .map_err(|(_, problem)| problem)?;
                let words = Arc::clone(&started.words);
                (service, Some(started), Some(words))
            }
            Transport::Http(http) => (http::connected(http, handler).await?, None, None),
        };
        follow(service.peer().clone(), Arc::clone(&desk));
        let is_broken = AtomicBool::new(false);
        Ok(Live { service, desk, tools: Kept::default(), is_broken, process: Mutex::new(process), words })
    }

    /// A process that was started, and speaks with us.
    async fn started(
        &self,
        process: &Process,
        handler: Handler,
        lifecycle: ClientLifecycleMode,
    ) -> Result<(RunningService<RoleClient, Handler>, Started), (ClientInitializeError, Problem)> {
        let failed = |it: Problem| (ClientInitializeError::Cancelled, it);
        let (started, reader, writer) = process::start(process, Arc::clone(&self.notes)).map_err(failed)?;
        let transport = AsyncRwTransport::new(reader, writer).with_max_line_length(usize::MAX);
        match serve_client_with_lifecycle(handler, transport, lifecycle).await {
            Ok(service) => Ok((service, started)),
            Err(error) => {
                // What it says when it ends explains most.
                tokio::time::sleep(Duration::from_millis(50)).await;
                let problem = Problem::Connection(started.words.told(&not_ready(&error)));
                Err((error, problem))
            }
        }
    }

    /// Does something with the connection, within the time that there is. Where somebody has to sign in, they are asked to.
    async fn with<T, W>(&self, work: impl Fn(Arc<Live>) -> W) -> Result<T, Problem>
    where
        W: Future<Output = Result<T, Problem>>,
    {
        let mut problem = None;
        for _ in 0..SIGN_INS_MAX {
            let done = match self.live().await {
                Ok(live) => work(live).await,
                Err(problem) => Err(problem),
            };
            match (done, &self.config.transport, &self.sign_in) {
                (Err(Problem::SignIn(challenge)), Transport::Http(http), Some(open)) => {
                    if problem.as_ref() == Some(&Problem::SignIn(challenge.clone())) {
                        break;
                    }
                    sign_in::sign_in(&self.config.name, http, &challenge, open).await?;
                    self.live.lock().await.take();
                    problem = Some(Problem::SignIn(challenge));
                }
                (Err(Problem::SignIn(_)), ..) => return Err(self.not_signed_in()),
                (done, ..) => return done,
            }
        }
        Err(Problem::SignIn("somebody has signed in, and the server still refuses".to_owned()))
    }

    fn not_signed_in(&self) -> Problem {
        Problem::SignIn(format!("somebody has to sign in first: `concerto mcp login {}`", self.config.name))
    }

    /// A request that takes no longer than it may.
    async fn request(&self, request: impl Fn() -> ClientRequest) -> Result<ServerResult, Problem> {
        self.with(|live| {
            let request = request();
            async move {
                let sent = live.service.peer().send_request(request);
                match tokio::time::timeout(self.config.timeout, sent).await {
                    Ok(result) => result.map_err(|it| live.problem(it)),
                    Err(_) => Err(Problem::Timeout(self.config.timeout)),
                }
            }
        })
        .await
    }

    async fn list(&self, list: List) -> Result<Vec<Value>, Problem> {
        self.with(|live| async move {
            // Pages come one after another: each has its time.
            let all = list::all(live.service.peer(), list);
            match tokio::time::timeout(self.config.timeout, all).await {
                Ok(Ok(entries)) => Ok(entries),
                Ok(Err(Unread::Service(error))) => Err(live.problem(error)),
                Ok(Err(Unread::Endless(what))) => Err(Problem::Connection(what.to_owned())),
                Err(_) => Err(Problem::Timeout(self.config.timeout)),
            }
        })
        .await
    }
}

/// The newest revision where the server speaks it, and else the one before, which servers know how to answer in an older one.
fn lifecycle() -> ClientLifecycleMode {
    ClientLifecycleMode::Auto {
        preferred_versions: vec![ProtocolVersion::V_2026_07_28],
        legacy_version: Some(ProtocolVersion::V_2025_11_25),
    }
}

/// Whether a server may be one of an older revision which does not know our first request, and answers it with nothing or
/// breaks off.
fn is_older(problem: &ClientInitializeError) -> bool {
    matches!(problem, ClientInitializeError::ExpectedInitResult(_)) || has_ended(problem)
}

/// Whether a server ended, seen when we read from it or when we write to it, whichever came first.
fn has_ended(problem: &ClientInitializeError) -> bool {
    match problem {
        ClientInitializeError::ConnectionClosed(_) => true,
        ClientInitializeError::TransportError { error, .. } => {
            let problem = error.error.downcast_ref::<std::io::Error>();
            problem.is_some_and(|it| matches!(it.kind(), ErrorKind::BrokenPipe | ErrorKind::ConnectionReset))
        }
        _ => false,
    }
}

/// Hears of other tools from servers that tell it only to those who ask.
fn follow(peer: Peer<RoleClient>, desk: Arc<Desk>) {
    let Some(about) = peer.peer_info() else { return };
    let tells = about.capabilities.tools.as_ref().and_then(|it| it.list_changed) == Some(true);
    if !tells || about.protocol_version.has_initialize() {
        return;
    }
    tokio::spawn(async move {
        let filter = SubscriptionFilter::builder().tools_list_changed().build();
        let Ok(mut subscription) = peer.listen(filter).await else { return };
        while let Ok(Some(notification)) = subscription.next().await {
            if matches!(notification, ServerNotification::ToolListChangedNotification(_)) {
                desk.tools_changed();
            }
        }
    });
}

fn not_ready(problem: &ClientInitializeError) -> String {
    match problem {
        ended if has_ended(ended) => "it ended before it was ready".to_owned(),
        ClientInitializeError::LegacyFallbackFailed { fallback, .. } => not_ready(fallback),
        ClientInitializeError::JsonRpcError(error) => format!("it refused the connection: {}", error.message),
        ClientInitializeError::NoCompatibleProtocolVersion { server_supported, .. } => {
            let known: Vec<&str> = server_supported.iter().map(|it| it.as_str()).collect();
            format!("it speaks only other revisions of the protocol: {}", known.join(", "))
        }
        other => format!("there is no connection: {}", first_line(&other.to_string())),
    }
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().chars().take(300).collect()
}

impl Live {
    fn is_usable(&self) -> bool {
        !self.is_broken.load(Ordering::Acquire) && !self.service.peer().is_transport_closed()
    }

    /// What an error of the SDK means. One that says that the connection is gone makes it so.
    fn problem(&self, error: ServiceError) -> Problem {
        if matches!(error, ServiceError::TransportClosed | ServiceError::TransportSend(_)) {
            self.is_broken.store(true, Ordering::Release);
        }
        let broke_off = |message: String| match &self.words {
            Some(words) => Problem::Connection(words.told(&message)),
            None => Problem::Connection(message),
        };
        match error {
            ServiceError::McpError(error) => Problem::Refused(first_line(&error.message)),
            ServiceError::TransportClosed => broke_off("it broke off".to_owned()),
            ServiceError::TransportSend(error) => match http::challenge(error.error.as_ref()) {
                Some(challenge) => Problem::SignIn(challenge),
                None => broke_off(format!("nothing can be sent to it: {}", http::cause(error.error.as_ref()))),
            },
            ServiceError::UnexpectedResponse => broke_off("it answered with something else".to_owned()),
            ServiceError::Timeout { timeout } => Problem::Timeout(timeout),
            other => broke_off(first_line(&other.to_string())),
        }
    }

    async fn end(&self) {
        let process = self.process.lock().await.take();
        // The transport closes the input of the process, which is how it hears that it is to end.
        self.service.cancellation_token().cancel();
        if let Some(mut process) = process {
            process.end().await;
        }
    }
}

impl Session for Link {
    fn about(&self) -> Later<'_, Result<About, Problem>> {
        Box::pin(self.with(|live| async move {
            let about = live.service.peer().peer_info();
            Ok(about.map_or_else(About::default, |it| About {
                name: it.server_info.as_ref().map(|it| it.name.clone()).unwrap_or_default(),
                version: it.server_info.as_ref().map(|it| it.version.clone()).unwrap_or_default(),
                protocol: it.protocol_version.as_str().to_owned(),
                instructions: it.instructions.clone(),
            }))
        }))
    }

    fn tools(&self) -> Later<'_, Result<Arc<Vec<Tool>>, Problem>> {
        Box::pin(async move {
            let live = self.with(|live| async move { Ok(live) }).await?;
            let mut kept = live.tools.lock().await;
            let has_changed = live.desk.has_changed.swap(false, Ordering::AcqRel);
            if let Some(tools) = kept.as_ref().filter(|_| !has_changed && live.is_usable()) {
                return Ok(Arc::clone(tools));
            }
            let entries = self.list(List::Tools).await?;
            let tools = Arc::new(entries.iter().filter_map(list::tool).collect::<Vec<_>>());
            *kept = Some(Arc::clone(&tools));
            Ok(tools)
        })
    }

    fn call(&self, call: Call) -> Later<'_, Result<Answer, Problem>> {
        let call = std::sync::Mutex::new(Some(call));
        Box::pin(async move {
            self.with(|live| {
                let this = desk::locked(&call).take();
                let again = this.clone();
                let (call, timeout) = (&call, self.config.timeout);
                async move {
                    let Some(this) = this else { return Err(Problem::Connection("it broke off".to_owned())) };
                    let called = exchange::call(live.service.peer(), &live.desk, this, timeout).await;
                    called.map_err(|broken| match broken {
                        Broken::Service(error) => {
                            let problem = live.problem(error);
                            if matches!(problem, Problem::SignIn(_)) {
                                *desk::locked(call) = again;
                            }
                            problem
                        }
                        Broken::Timeout => Problem::Timeout(timeout),
                        Broken::Wants(what) => Problem::Asks(what.to_owned()),
                        Broken::Gone => Problem::Gone,
                    })
                }
            })
            .await
        })
    }

    fn resources(&self) -> Later<'_, Result<Vec<Value>, Problem>> {
        Box::pin(self.list(List::Resources))
    }

    fn read(&self, uri: String) -> Later<'_, Result<Vec<Value>, Problem>> {
        Box::pin(async move {
            let request =
                || ClientRequest::ReadResourceRequest(ReadResourceRequest::new(ReadResourceRequestParams::new(&uri)));
            parts(self.request(request).await?, "contents")
        })
    }

    fn prompts(&self) -> Later<'_, Result<Vec<Value>, Problem>> {
        Box::pin(self.list(List::Prompts))
    }

    fn prompt(&self, name: String, arguments: Map<String, Value>) -> Later<'_, Result<Vec<Value>, Problem>> {
        Box::pin(async move {
            let request = || {
                let params = GetPromptRequestParams::new(&name).with_arguments(arguments.clone());
                ClientRequest::GetPromptRequest(GetPromptRequest::new(params))
            };
            parts(self.request(request).await?, "messages")
        })
    }

    fn end(&self) -> Later<'_, ()> {
        Box::pin(async move {
            let live = self.live.lock().await.take();
            if let Some(live) = live {
                live.end().await;
            }
        })
    }
}

/// The parts of an answer.
fn parts(result: ServerResult, key: &str) -> Result<Vec<Value>, Problem> {
    if matches!(result, ServerResult::InputRequiredResult(_)) {
        return Err(Problem::Asks("the server asks a question, and nobody can answer here".to_owned()));
    }
    let value = match result {
        ServerResult::CustomResult(it) => it.0,
        other => serde_json::to_value(other).unwrap_or_default(),
    };
    match value.get(key).and_then(Value::as_array) {
        Some(parts) => Ok(parts.clone()),
        None => Err(Problem::Connection("it answered with something else".to_owned())),
    }
}
