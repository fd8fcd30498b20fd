//! Ways to reach models: what a manifest says of them, and those that need no manifest.

use std::path::PathBuf;

use concerto_schema::Provider;

/// A way to reach models.
#[derive(Clone, Debug)]
pub struct Connection {
    /// What programs call it.
    pub name: String,
    /// Who answers.
    pub provider: Provider,
    /// The variable that holds the key, where that is not the provider's usual one.
    pub key_variable: Option<String>,
    /// An address to use instead of the provider's own.
    pub base_url: Option<String>,
    /// The model of agents that name none.
    pub default_model: Option<String>,
    /// Whether tools are strict that do not say it themselves.
    pub strict: Option<bool>,
    /// How long one request may take.
    pub timeout_ms: Option<u64>,
    /// What happens after a request that failed.
    pub retry: Retry,
    /// How much may be asked at once and in a minute.
    pub rate_limit: RateLimit,
    /// Other names for models: the alias, then the provider's name.
    pub models: Vec<(String, String)>,
    /// Headers to send besides; `$NAME` in a value is a variable.
    pub headers: Vec<(String, String)>,
    /// Who pays, where a key belongs to several organisations.
    pub organization: Option<String>,
    /// What the simulated provider plays: a file.
    pub script: Option<PathBuf>,
}

/// What happens after a request that failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Retry {
    /// How often a request is tried, the first time included.
    pub attempts_max: Option<u32>,
    /// How the delay grows.
    pub backoff: Option<Backoff>,
    /// The delay before the second attempt.
    pub initial_delay_ms: Option<u64>,
    /// The longest delay.
    pub max_delay_ms: Option<u64>,
}

/// How the delay grows from one attempt to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Backoff {
    /// No delay at all.
    None,
    /// Always the first delay.
    Fixed,
    /// The first delay once more each time.
    Linear,
    /// Twice the delay before.
    Exponential,
}

impl Backoff {
    /// What a program or a manifest calls it.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "none" => Some(Self::None),
            "fixed" => Some(Self::Fixed),
            "linear" => Some(Self::Linear),
            "exponential" => Some(Self::Exponential),
            _ => None,
        }
    }
}

/// How much may be asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RateLimit {
    /// Requests in a minute.
    pub requests_per_minute: Option<u32>,
    /// Tokens in a minute, sent and received.
    pub tokens_per_minute: Option<u32>,
    /// Requests at the same time.
    pub concurrent_requests: Option<u32>,
}

impl Connection {
    /// A connection that only says who answers.
    pub fn new(name: impl Into<String>, provider: Provider) -> Self {
        Self {
            name: name.into(),
            provider,
            key_variable: None,
            base_url: None,
            default_model: None,
            strict: None,
            timeout_ms: None,
            retry: Retry::default(),
            rate_limit: RateLimit::default(),
            models: Vec::new(),
            headers: Vec::new(),
            organization: None,
            script: None,
        }
    }

    /// The connection that a provider's own name means where the manifest has none of that name.
    pub(crate) fn built_in(name: &str) -> Option<Self> {
        Provider::parse(name).map(|it| Self::new(name, it))
    }

    /// The provider's own name of the model that is asked for, or of the default.
    pub(crate) fn model(&self, asked: Option<&str>) -> Option<String> {
        let wanted = asked.or(self.default_model.as_deref())?;
        let alias = self.models.iter().find(|(alias, _)| alias == wanted);
        Some(alias.map_or(wanted, |(_, model)| model).to_owned())
    }
}
