//! What a manifest says, as plain data. A field is `None` where the manifest leaves it out, and also where it holds
//! something that was reported: no default is filled in here.

use concerto_schema::Provider;
use concerto_schema::lock::Lock;

use crate::source::Span;

/// A whole `Concerto.toml`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Manifest {
    /// `[project]`.
    pub project: Option<Project>,
    /// Every `[connections.NAME]`, in the order of the file.
    pub connections: Vec<Connection>,
    /// Every `[mcp.NAME]`, in the order of the file.
    pub mcp: Vec<McpServer>,
    /// Every `[hosts.NAME]`, in the order of the file.
    pub hosts: Vec<Host>,
    /// What its servers offered, from the `Concerto.lock` beside it; whoever reads that file puts it here.
    pub lock: Option<Lock>,
    /// Whether servers that are not in the lock are mistakes; whoever asks says so.
    pub is_locked: bool,
}

impl Manifest {
    /// The connection that programs call by a name.
    pub fn connection(&self, name: &str) -> Option<&Connection> {
        self.connections.iter().find(|it| it.name.value == name)
    }
}

impl Connection {
    /// The provider's own name of the model that is asked for, or of the connection's default.
    pub fn model(&self, asked: Option<&str>) -> Option<String> {
        let wanted = asked.or(self.default_model.as_deref())?;
        let alias = self.models.iter().find(|(alias, _)| alias == wanted);
        Some(alias.map_or(wanted, |(_, model)| model).to_owned())
    }
}

/// A value and where the manifest has it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// Its place.
    pub span: Span,
}

/// Names and their texts, in the order of the file.
pub type Pairs = Vec<(String, String)>;

/// `[project]`: what is built.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Project {
    /// Where the table is named.
    pub span: Span,
    /// The project's name; a project always has one unless that was reported.
    pub name: Option<String>,
    /// Its version, as written.
    pub version: Option<String>,
    /// The file that is run, as written: relative to the manifest.
    pub entry: Option<Located<String>>,
}

/// `[connections.NAME]`: a way to reach models.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Connection {
    /// What programs call it.
    pub name: Located<String>,
    /// Who answers; a connection always has one unless that was reported.
    pub provider: Option<Provider>,
    /// The name of the environment variable that holds the key.
    pub api_key_env: Option<String>,
    /// An address to use instead of the provider's own.
    pub base_url: Option<String>,
    /// The model of agents that name none.
    pub default_model: Option<String>,
    /// Whether tools are strict that do not say it themselves.
    pub strict: Option<bool>,
    /// How long one request may take, in milliseconds; never 0.
    pub timeout_ms: Option<u64>,
    /// What happens after a request that failed.
    pub retry: Retry,
    /// How much may be asked at once and in a minute.
    pub rate_limit: RateLimit,
    /// Other names for models: the alias, then the provider's name.
    pub models: Pairs,
    /// What is sent with every request. A value may hold `$VAR`; it is kept as written.
    pub headers: Pairs,
    /// Who pays, where a key belongs to several organisations.
    pub organization: Option<String>,
    /// The file that the simulated provider plays, as written: relative to the manifest.
    pub script: Option<String>,
}

/// `retry` of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Retry {
    /// How often a request is tried, the first time included; never 0.
    pub max_attempts: Option<u32>,
    /// How the delay grows.
    pub backoff: Option<Backoff>,
    /// The delay before the second attempt, in milliseconds.
    pub initial_delay_ms: Option<u64>,
    /// The longest delay, in milliseconds; not below the first one.
    pub max_delay_ms: Option<u64>,
}

/// `rate_limit` of a connection; no number is 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RateLimit {
    /// Requests in a minute.
    pub requests_per_minute: Option<u32>,
    /// Tokens in a minute, sent and received.
    pub tokens_per_minute: Option<u32>,
    /// Requests at the same time.
    pub concurrent_requests: Option<u32>,
}

/// `[mcp.NAME]`: a server of tools.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct McpServer {
    /// What programs call it.
    pub name: Located<String>,
    /// How it is reached; a server always has one unless that was reported.
    pub transport: Option<Transport>,
    /// How long it may take until it is ready, in milliseconds; never 0.
    pub connect_timeout_ms: Option<u64>,
    /// How long one request may take, in milliseconds; never 0.
    pub timeout_ms: Option<u64>,
    /// The tools that may be used; all where it is empty.
    pub allow: Vec<String>,
    /// The tools that may not be used.
    pub deny: Vec<String>,
}

/// `oauth` of a server: how somebody signs in where it asks for that.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OAuth {
    /// The client that was registered by hand.
    pub client_id: Option<String>,
    /// The name of the environment variable that holds its secret.
    pub client_secret_env: Option<String>,
    /// Where a description of the client stands.
    pub client_metadata_url: Option<String>,
    /// What to ask for, instead of what the server says.
    pub scopes: Vec<String>,
    /// The port of this machine that a browser is sent back to.
    pub redirect_port: Option<u16>,
}

/// How an MCP server is reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Transport {
    /// A process, over its standard input and output.
    Stdio {
        /// The program and its arguments; never empty.
        command: Vec<String>,
        /// Variables for the process. A value may be `$VAR`; it is kept as written.
        env: Pairs,
    },
    /// An address.
    Http {
        /// Where, with `http://` or `https://`.
        url: String,
        /// What is sent with every request. A value may hold `$VAR`; it is kept as written.
        headers: Pairs,
        /// How somebody signs in.
        oauth: OAuth,
    },
}

/// `[hosts.NAME]`: an agent in a process of its own.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Host {
    /// What programs call it.
    pub name: Located<String>,
    /// The program and its arguments; empty only where that was reported.
    pub command: Vec<String>,
    /// Variables for the process. A value may be `$VAR`; it is kept as written.
    pub env: Pairs,
}

/// How the delay grows from one attempt to the next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
    /// Every kind, in the order of the documentation.
    pub const ALL: &[Self] = &[Self::None, Self::Fixed, Self::Linear, Self::Exponential];

    /// The word for it in a manifest.
    pub fn text(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Fixed => "fixed",
            Self::Linear => "linear",
            Self::Exponential => "exponential",
        }
    }
}
