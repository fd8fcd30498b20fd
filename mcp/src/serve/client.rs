//! Who calls: hears how far a call is, and may be asked.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rmcp::model::{
    ElicitRequestParams, ElicitResult, ElicitationAction, ElicitationSchema, InputResponses, ProgressNotificationParam,
    ProgressToken,
};
use rmcp::service::{Peer, RoleServer};
use serde_json::{Value, json};

/// A question to whoever sits at a client.
#[derive(Clone, PartialEq, Debug)]
pub struct Asking {
    /// The question itself.
    pub message: String,
    /// The schema of the answer: an object without objects inside.
    pub schema: Value,
    /// What the answer is known by. A question without it is for a decision, which counts only for the call that it was asked
    /// for.
    pub key: Option<String>,
}

/// What a decision is known by.
const DECISION: &str = "decision";

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
    /// By ending the call. These are answers that came with it, and whether they belong to a question of ours.
    InTurns(InputResponses, bool),
}

/// A client during a call.
#[derive(Clone)]
pub struct Client(Arc<Inside>);

struct Inside {
    peer: Peer<RoleServer>,
    token: Option<ProgressToken>,
    means: Means,
    steps: AtomicU64,
    /// The question that the call ends with, and its key.
    open: Mutex<Option<(String, ElicitRequestParams)>>,
    is_unable: AtomicBool,
}

impl Client {
    pub(super) fn new(peer: Peer<RoleServer>, token: Option<ProgressToken>, means: Means) -> Self {
        Self(Arc::new(Inside {
            peer,
            token,
            means,
            steps: AtomicU64::new(0),
            open: Mutex::default(),
            is_unable: AtomicBool::new(false),
        }))
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

    /// Asks whoever sits at the client.
    pub async fn ask(&self, asking: Asking) -> Reaction {
        let Ok(requested_schema) = serde_json::from_value::<ElicitationSchema>(asking.schema) else {
            return Reaction::Unable;
        };
        let params =
            ElicitRequestParams::FormElicitationParams { meta: None, message: asking.message, requested_schema };
        match &self.0.means {
            Means::None => {
                self.0.is_unable.store(true, Ordering::Relaxed);
                Reaction::Unable
            }
            Means::Directly(peer) => match peer.create_elicitation(params).await {
                Ok(result) => reaction(result),
                Err(_) => Reaction::Cancelled,
            },
            Means::InTurns(given, is_ours) => {
                let counts = *is_ours || asking.key.is_some();
                let key = asking.key.unwrap_or_else(|| DECISION.to_owned());
                let answer = given.get(&key).filter(|_| counts);
                match answer.and_then(|it| serde_json::from_value::<ElicitResult>(it.clone()).ok()) {
                    Some(result) => reaction(result),
                    None => {
                        *self.0.open.lock().unwrap_or_else(PoisonError::into_inner) = Some((key, params));
                        Reaction::Again
                    }
                }
            }
        }
    }

    /// The question that the call ends with, if it does, and its key.
    pub(super) fn open_question(&self) -> Option<(String, ElicitRequestParams)> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Whether it would have been asked, and cannot be.
    pub(super) fn is_unable(&self) -> bool {
        self.0.is_unable.load(Ordering::Relaxed)
    }
}

fn reaction(result: ElicitResult) -> Reaction {
    match result.action {
        ElicitationAction::Accept => Reaction::Accepted(result.content.unwrap_or_else(|| json!({}))),
        ElicitationAction::Decline => Reaction::Declined,
        _ => Reaction::Cancelled,
    }
}
