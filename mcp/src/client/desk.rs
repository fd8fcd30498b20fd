//! What a server says while it answers: questions, progress, messages for the log. Each goes to the call that it belongs to.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmcp::ClientHandler;
use rmcp::model::{
    ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult, ElicitationAction, ElicitationCapability,
    ErrorData, FormElicitationCapability, Implementation, ProgressNotificationParam, ProgressToken, ProtocolVersion,
    RequestId, UrlElicitationCapability,
};
use rmcp::service::{InboundStreamOrigin, NotificationContext, RequestContext, RoleClient};
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};

use super::exchange::Exchange;
use crate::session::{Note, Notes, Progress};

/// A question that a server asks while a call is open, and where its answer goes.
pub(super) struct Asked {
    pub(super) params: ElicitRequestParams,
    pub(super) reply: oneshot::Sender<ElicitResult>,
}

/// An open call.
struct Open {
    questions: mpsc::UnboundedSender<Asked>,
    token: ProgressToken,
    progress: Option<Progress>,
    /// Somebody wants to know that it goes on.
    beat: Arc<tokio::sync::Notify>,
}

/// Where what a server says is handed on.
pub(super) struct Desk {
    notes: Notes,
    /// Open calls, the oldest first.
    open: Mutex<BTreeMap<u64, (RequestId, Open)>>,
    /// Calls that wait for answers to their questions.
    held: Mutex<HashMap<u64, Exchange>>,
    numbers: AtomicU64,
    /// Whether the tools are others than those that were listed.
    pub(super) has_changed: AtomicBool,
}

pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Desk {
    pub(super) fn new(notes: Notes) -> Self {
        Self {
            notes,
            open: Mutex::default(),
            held: Mutex::default(),
            numbers: AtomicU64::new(1),
            has_changed: AtomicBool::new(false),
        }
    }

    /// A call has begun; its questions come out here.
    pub(super) fn begin(
        &self,
        id: RequestId,
        token: ProgressToken,
        progress: Option<Progress>,
        beat: Arc<tokio::sync::Notify>,
    ) -> (u64, mpsc::UnboundedReceiver<Asked>) {
        let (questions, asked) = mpsc::unbounded_channel();
        let number = self.numbers.fetch_add(1, Ordering::Relaxed);
        locked(&self.open).insert(number, (id, Open { questions, token, progress, beat }));
        (number, asked)
    }

    pub(super) fn end(&self, number: u64) {
        locked(&self.open).remove(&number);
    }

    /// A call waits for answers under its number.
    pub(super) fn hold(&self, number: u64, exchange: Exchange) {
        locked(&self.held).insert(number, exchange);
    }

    pub(super) fn take(&self, number: u64) -> Option<Exchange> {
        locked(&self.held).remove(&number)
    }

    /// The tools have to be listed again.
    pub(super) fn tools_changed(&self) {
        self.has_changed.store(true, Ordering::Release);
        (self.notes)(Note::ToolsChanged);
    }

    /// The call that a question belongs to: the one that the server names, else the oldest.
    fn questions_of(&self, origin: Option<&InboundStreamOrigin>) -> Option<mpsc::UnboundedSender<Asked>> {
        let open = locked(&self.open);
        let named = match origin {
            Some(InboundStreamOrigin::OutboundRequest(id)) => open.values().find(|(it, _)| it == id),
            _ => None,
        };
        let (_, found) = named.or_else(|| open.values().next())?;
        Some(found.questions.clone())
    }
}

/// What the SDK talks to.
#[derive(Clone)]
pub(super) struct Handler(pub(super) Arc<Desk>);

impl ClientHandler for Handler {
    async fn create_elicitation(
        &self,
        params: ElicitRequestParams,
        context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let origin = context.extensions.get::<InboundStreamOrigin>();
        let nobody = ElicitResult::new(ElicitationAction::Cancel);
        let Some(questions) = self.0.questions_of(origin) else { return Ok(nobody) };
        let (reply, answer) = oneshot::channel();
        if questions.send(Asked { params, reply }).is_err() {
            return Ok(nobody);
        }
        Ok(answer.await.unwrap_or(nobody))
    }

    async fn on_progress(&self, params: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        let found = {
            let open = locked(&self.0.open);
            let found = open.values().find(|(_, it)| it.token == params.progress_token);
            found.map(|(_, it)| (it.progress.clone(), Arc::clone(&it.beat)))
        };
        let Some((progress, beat)) = found else { return };
        beat.notify_one();
        if let Some(progress) = progress {
            let _ = progress.send(said(&params)).await;
        }
    }

    // Servers of older revisions still log that way.
    #[expect(deprecated)]
    async fn on_logging_message(
        &self,
        params: rmcp::model::LoggingMessageNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        let level = serde_json::to_value(params.level).unwrap_or_default();
        (self.0.notes)(Note::Message(level.as_str().unwrap_or("info"), &params.data));
    }

    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.0.tools_changed();
    }

    fn get_info(&self) -> ClientConfig {
        let asks = ElicitationCapability::new()
            .with_form(FormElicitationCapability::default())
            .with_url(UrlElicitationCapability::default());
        let mut can = ClientCapabilities::default();
        can.elicitation = Some(asks);
        // What is asked for where a server is asked in the older way; the newest revision has no such way.
        ClientConfig::new(can, Implementation::new("concerto", env!("CARGO_PKG_VERSION")))
            .with_protocol_version(ProtocolVersion::LATEST_WITH_INITIALIZE)
    }
}

/// How far a call is.
fn said(params: &ProgressNotificationParam) -> Value {
    let number = |it: f64| if it.fract() == 0.0 && it.abs() < 1e15 { json!(it as i64) } else { json!(it) };
    let mut value = json!({ "progress": number(params.progress) });
    if let Some(total) = params.total {
        value["total"] = number(total);
    }
    if let Some(message) = &params.message {
        value["message"] = json!(message);
    }
    value
}
