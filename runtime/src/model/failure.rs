//! Why there is no answer, and what that is in a program.

use concerto_providers::error::{self, Kind};
use concerto_providers::simulated;
use concerto_providers::wire::Broken;
use concerto_vm::Value;

use crate::secret::Secret;
use crate::value::{error, object};

/// Why there is no answer.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) class: Class,
    pub(crate) message: String,
    pub(crate) retry_after_ms: Option<u64>,
    pub(crate) is_worth_retrying: bool,
}

/// Which error of the library it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    Connection,
    RateLimited,
    Config,
    /// Two tools have one name: it, and where they come from.
    Duplicate(String, [String; 2]),
}

impl Failure {
    pub(crate) fn config(message: impl Into<String>) -> Self {
        Self { class: Class::Config, message: message.into(), retry_after_ms: None, is_worth_retrying: false }
    }

    pub(crate) fn connection(message: impl Into<String>) -> Self {
        Self { class: Class::Connection, message: message.into(), retry_after_ms: None, is_worth_retrying: true }
    }

    /// An answer with a status that says so. `variable` is where the key comes from.
    pub(crate) fn status(status: u16, retry_after: Option<&str>, body: &[u8], variable: Option<&str>) -> Self {
        Self::classified(error::classify(status, retry_after, body), variable)
    }

    /// An answer that cannot be used.
    pub(crate) fn broken(broken: &Broken) -> Self {
        Self::classified(error::broken(broken), None)
    }

    /// What a script says.
    pub(crate) fn scripted(failure: &simulated::Failure) -> Self {
        if failure.status == 0 {
            return Self::connection(failure.message.clone());
        }
        let body = serde_json::json!({ "error": { "message": failure.message } }).to_string();
        let mut made = Self::status(failure.status, None, body.as_bytes(), None);
        made.retry_after_ms = failure.retry_after_ms;
        made
    }

    fn classified(failure: error::Failure, variable: Option<&str>) -> Self {
        let error::Failure { kind, message, retry_after_ms, is_worth_retrying } = failure;
        let (class, message) = match kind {
            Kind::Connection => (Class::Connection, message),
            Kind::RateLimited => (Class::RateLimited, message),
            Kind::Config => (Class::Config, message),
            Kind::Credentials => {
                let hint = variable.map(|it| format!(" (the key comes from the variable `{it}`)"));
                (Class::Config, format!("{message}{}", hint.unwrap_or_default()))
            }
        };
        Self { class, message, retry_after_ms, is_worth_retrying }
    }

    /// Whether another connection might do better.
    pub(crate) fn moves_on(&self) -> bool {
        matches!(self.class, Class::Connection | Class::RateLimited)
    }

    /// The same without what was sent in secret, should a server repeat it.
    pub(crate) fn without<'s>(mut self, secrets: impl Iterator<Item = &'s Secret>) -> Self {
        for secret in secrets {
            self.message = secret.hide_in(self.message);
        }
        self
    }

    /// An `AgentError`.
    pub(crate) fn value(&self) -> Value {
        let text = |it: &str| Value::String(it.to_owned());
        match &self.class {
            Class::Connection => {
                object([("type", text("Connection")), ("value", error(self.message.clone(), "connection"))])
            }
            Class::RateLimited => {
                let wait =
                    self.retry_after_ms.map_or(Value::Null, |it| Value::Int(i64::try_from(it).unwrap_or(i64::MAX)));
                object([("type", text("RateLimited")), ("retry_after", wait)])
            }
            Class::Config => object([("type", text("Config")), ("value", text(&self.message))]),
            Class::Duplicate(name, [a, b]) => object([
                ("type", text("Duplicate")),
                ("name", text(name)),
                ("sources", Value::Array(vec![text(a), text(b)])),
            ]),
        }
    }
}
