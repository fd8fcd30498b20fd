//! How a server is reached.

use std::path::PathBuf;
use std::time::Duration;

/// A server, and how it is reached. Nothing in it is a variable any more: keys are values here, and are never shown.
#[derive(Clone)]
pub struct Config {
    /// What the program calls it, for messages.
    pub name: String,
    /// Where it is.
    pub transport: Transport,
    /// How long it may take until it is ready.
    pub connect_timeout: Duration,
    /// How long one request may take; progress begins the time anew.
    pub timeout: Duration,
}

/// Where a server is.
#[derive(Clone)]
pub enum Transport {
    /// A process, over its standard input and output.
    Process(Process),
    /// An address.
    Http(Http),
}

/// A process.
#[derive(Clone)]
pub struct Process {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Its variables; it gets no others.
    pub env: Vec<(String, String)>,
    /// Where it starts.
    pub folder: Option<PathBuf>,
    /// The program that starts it and ends it with us, also where we are killed: it is called with [`crate::guard::WORD`].
    pub guard: Option<PathBuf>,
}

/// An address.
#[derive(Clone)]
pub struct Http {
    /// The address.
    pub url: String,
    /// What is sent with every request.
    pub headers: Vec<(String, String)>,
    /// How somebody signs in, where the server asks for that.
    pub oauth: OAuth,
}

/// How somebody signs in.
#[derive(Clone, Default)]
pub struct OAuth {
    /// The client that was registered by hand, if one was.
    pub client_id: Option<String>,
    /// Its secret.
    pub client_secret: Option<String>,
    /// Where a description of the client stands, which some servers take instead of a registration.
    pub client_metadata_url: Option<String>,
    /// What to ask for, instead of what the server says.
    pub scopes: Vec<String>,
    /// The port of this machine to which the browser is sent back; any, where none is said.
    pub redirect_port: Option<u16>,
    /// Where tokens are kept: a folder of the user's.
    pub store: Option<PathBuf>,
}

/// How long a server may take until it is ready, where nobody says.
pub const CONNECT_TIMEOUT: Duration = Duration::from_secs(30);

/// How long one request may take, where nobody says.
pub const TIMEOUT: Duration = Duration::from_secs(60);
