//! Who calls: hears how far a call is, and may be asked.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rmcp::model::{
    ElicitRequestParams, ElicitResult, ElicitationAction, ElicitationSchema, ProgressNotificationParam, ProgressToken,
};
use rmcp::service::{Peer, RoleServer};
use serde_json::{Value, json};

/// How a client reacts to a question.
#[derive(Clone, PartialEq, Debug)]
pub enum Reaction {
    /// With an answer.
    Accepted(Value),
    /// Somebody said no.
    Declined,
    /// Nobody answered.
    Cancelled,
    /// It cannot ask anybody.
    Unable,
    /// It calls again with the answer: this call is over.
    Again,
}

/// How a client can be asked.
pub(super) enum Means {
    /// Not at all.
    None,
    /// While the call is open.
    Directly(Peer<RoleServer>),
    /// By ending the call; these are the answers of an earlier one, if there were any.
    InTurns(Option<ElicitResult>),
}

/// A client during a call.
#[derive(Clone)]
pub struct Client(Arc<Inside>);

struct Inside {
    peer: Peer<RoleServer>,
    token: Option<ProgressToken>,
    means: Means,
    steps: AtomicU64,
    /// The question that the call ends with.
    open: Mutex<Option<ElicitRequestParams>>,
}

impl Client {
    pub(super) fn new(peer: Peer<RoleServer>, token: Option<ProgressToken>, means: Means) -> Self {
        Self(Arc::new(Inside { peer, token, means, steps: AtomicU64::new(0), open: Mutex::default() }))
    }

    /// Whether it wants to hear how far the call is.
    pub fn wants_progress(&self) -> bool {
        self.0.token.is_some()
    }

    /// Tells how far the call is: a number, an object with `progress`, `total` and `message`, or anything else as a message.
    pub async fn progress(&self, value: &Value) {
        let Some(token) = self.0.token.clone() else { return };
        let step = self.0.steps.fetch_add(1, Ordering::Relaxed) + 1;
        let number = |key: &str| value.get(key).and_then(Value::as_f64);
        let progress = value.as_f64().or_else(|| number("progress")).unwrap_or(step as f64);
        let mut told = ProgressNotificationParam::new(token, progress);
        told.total = number("total");
        told.message = match value {
            Value::String(text) => Some(text.clone()),
            Value::Number(_) => None,
            Value::Object(members) if members.contains_key("progress") => {
                members.get("message").and_then(Value::as_str).map(str::to_owned)
            }
            other => Some(other.to_string()),
        };
        let _ = self.0.peer.notify_progress(told).await;
    }

    /// Asks whoever sits at the client; the answer is an object of a schema without objects inside.
    pub async fn ask(&self, message: &str, schema: &Value) -> Reaction {
        let Ok(requested_schema) = serde_json::from_value::<ElicitationSchema>(schema.clone()) else {
            return Reaction::Unable;
        };
        let params =
            ElicitRequestParams::FormElicitationParams { meta: None, message: message.to_owned(), requested_schema };
        match &self.0.means {
            Means::None => Reaction::Unable,
            Means::Directly(peer) => match peer.create_elicitation(params).await {
                Ok(result) => reaction(result),
                Err(_) => Reaction::Cancelled,
            },
            Means::InTurns(Some(result)) => reaction(result.clone()),
            Means::InTurns(None) => {
                *self.0.open.lock().unwrap_or_else(PoisonError::into_inner) = Some(params);
                Reaction::Again
            }
        }
    }

    /// The question that the call ends with, if it does.
    pub(super) fn open_question(&self) -> Option<ElicitRequestParams> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

fn reaction(result: ElicitResult) -> Reaction {
    match result.action {
        ElicitationAction::Accept => Reaction::Accepted(result.content.unwrap_or_else(|| json!({}))),
        ElicitationAction::Decline => Reaction::Declined,
        _ => Reaction::Cancelled,
    }
}
