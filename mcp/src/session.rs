//! A conversation with a server, as the rest of Concerto sees it.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};
use tokio::sync::mpsc::Sender;

/// Something that takes time.
pub type Later<'s, T> = Pin<Box<dyn Future<Output = T> + Send + 's>>;

/// A conversation with a server, which is connected with the first request, and again after it broke off. It can be shared;
/// requests go on at the same time. A call that nobody waits for any more is cancelled at the server.
pub trait Session: Send + Sync {
    /// Who the server is.
    fn about(&self) -> Later<'_, Result<About, Problem>>;
    /// All its tools, on however many pages; asked for again only where they changed.
    fn tools(&self) -> Later<'_, Result<Arc<Vec<Tool>>, Problem>>;
    /// Calls a tool.
    fn call(&self, call: Call) -> Later<'_, Result<Answer, Problem>>;
    /// What it has to read, as the protocol describes it.
    fn resources(&self) -> Later<'_, Result<Vec<Value>, Problem>>;
    /// The parts of something to read.
    fn read(&self, uri: String) -> Later<'_, Result<Vec<Value>, Problem>>;
    /// What it has to say, as the protocol describes it.
    fn prompts(&self) -> Later<'_, Result<Vec<Value>, Problem>>;
    /// The messages of a prompt.
    fn prompt(&self, name: String, arguments: Map<String, Value>) -> Later<'_, Result<Vec<Value>, Problem>>;
    /// Ends it, and the process, if the server is one.
    fn end(&self) -> Later<'_, ()>;
}

/// Who a server is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct About {
    /// What it calls itself.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The revision of the protocol that both speak.
    pub protocol: String,
    /// How it wants to be used.
    pub instructions: Option<String>,
}

/// A tool of a server, exactly as it describes it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tool {
    /// Its name.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// What it does.
    pub description: String,
    /// The schema of its arguments.
    pub input: Value,
    /// The schema of what it gives.
    pub output: Option<Value>,
    /// What it says about its effects.
    pub hints: Hints,
    /// Anything else.
    pub meta: Option<Value>,
}

/// What a tool says about its effects; whether it is true nobody knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hints {
    /// It changes nothing.
    pub readonly: Option<bool>,
    /// What it changes may be lost.
    pub destructive: Option<bool>,
    /// Twice is like once.
    pub idempotent: Option<bool>,
    /// It reaches further than the server.
    pub open_world: Option<bool>,
}

/// A call of a tool.
#[derive(Clone)]
pub struct Call {
    /// Which one.
    pub tool: String,
    /// With what.
    pub arguments: Map<String, Value>,
    /// Where an earlier answer to this call was a question: what it said, and the answers.
    pub given: Option<Given>,
    /// Where what the server says meanwhile goes.
    pub progress: Option<Progress>,
    /// Whether questions of the server may be asked; else the call ends with the first one.
    pub may_ask: bool,
}

/// Where progress goes; whoever reads slowly slows the server.
pub type Progress = Sender<Value>;

/// Answers to questions.
#[derive(Clone, Debug)]
pub struct Given {
    /// What belongs to the questions.
    pub again: Again,
    /// An answer for each question, by its key, or why there is none.
    pub answers: Vec<(String, Result<Value, Unanswered>)>,
}

/// A question was not answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unanswered {
    /// Somebody said no.
    Declined,
    /// Nobody said anything.
    Cancelled,
}

/// How a call goes on after questions.
#[derive(Clone, PartialEq, Debug)]
pub enum Again {
    /// The call is made again, with the words of the server; this works in another process, too.
    Repeat(Option<String>),
    /// The call is still open, under this number.
    Held(u64),
}

/// What a call came to.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// A result.
    Done(Output),
    /// The server wants to know something first.
    Asks(Questions),
}

/// A result.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Output {
    /// Its parts, as the protocol has them.
    pub content: Vec<Value>,
    /// The value, where the server gives one.
    pub structured: Option<Value>,
    /// Whether it says that the call failed.
    pub is_error: bool,
}

/// What a server wants to know.
#[derive(Clone, PartialEq, Debug)]
pub struct Questions {
    /// Its questions; none where it only wants to be called again.
    pub questions: Vec<Question>,
    /// How the call goes on.
    pub again: Again,
}

/// A question.
#[derive(Clone, PartialEq, Debug)]
pub struct Question {
    /// What its answer is known by.
    pub key: String,
    /// The question itself.
    pub message: String,
    /// The schema of the answer, an object.
    pub schema: Value,
    /// Where somebody has to go instead of answering here.
    pub url: Option<String>,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// The server cannot be reached, or broke off.
    Connection(String),
    /// It took longer than this.
    Timeout(Duration),
    /// The server refused the request.
    Refused(String),
    /// Somebody has to sign in first; inside of this crate, how the server said so.
    SignIn(String),
    /// The server wants something that nobody can give here.
    Asks(String),
    /// The call that questions belong to is not open any more.
    Gone,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Connection(message) | Self::Refused(message) | Self::SignIn(message) | Self::Asks(message) => {
                f.write_str(message)
            }
            Self::Gone => f.write_str("the call is not open any more"),
            Self::Timeout(time) => write!(f, "no answer in {} s", time.as_secs_f64()),
        }
    }
}

impl std::error::Error for Problem {}

/// Something that a server did beside its answers.
pub enum Note<'n> {
    /// A line on its standard error.
    Line(&'n str),
    /// A message for the log, with its level.
    Message(&'n str, &'n Value),
    /// It has other tools now.
    ToolsChanged,
}

/// Who hears of it.
pub type Notes = Arc<dyn Fn(Note<'_>) + Send + Sync>;

/// Sends somebody to an address to sign in there: whether that was possible.
pub type SignIn = Arc<dyn Fn(&str) -> bool + Send + Sync>;
