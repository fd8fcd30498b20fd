//! What effects have at hand.

use std::collections::BTreeSet;
use std::io::BufRead;
use std::sync::Arc;
use std::time::Instant;

use concerto_vm::Value;
use tokio::sync::Mutex;
use tokio::sync::mpsc::{Receiver, channel};

use crate::clock::Clock;
use crate::effects::{Channels, Web};
use crate::mcp::Servers;
use crate::memory::Memories;
use crate::model::Models;
use crate::operator::Operator;
use crate::output::Output;
use crate::random::Generator;
use crate::reached::Reached;
use crate::rows::Shelf;
use crate::secret::Environment;
use crate::serving::Counter;
use crate::waits::Waits;

/// What a program's effects work with.
pub(crate) struct World {
    pub(crate) clock: Clock,
    pub(crate) output: Output,
    pub(crate) input: Input,
    /// The program's arguments.
    pub(crate) args: Vec<String>,
    /// How many bytes the program may use: more need not be read.
    pub(crate) bytes_max: usize,
    /// Whether emits are written, and answered, as JSON.
    pub(crate) json: bool,
    /// What a test emitted so far; nothing outside of tests.
    pub(crate) emits: Option<Vec<(String, Value)>>,
    /// How often each mock was asked.
    pub(crate) mocks: Vec<u64>,
    /// What a test would have reached.
    pub(crate) reached: Reached,
    /// When the program started, by its clock.
    pub(crate) start: Instant,
    /// What the task that asks is marked with.
    pub(crate) mark: u64,
    /// The models that it can ask.
    pub(crate) models: Arc<Models>,
    /// The servers that it can use.
    pub(crate) servers: Arc<Servers>,
    /// The clients that it serves, if it is a server.
    pub(crate) counter: Option<Arc<Counter>>,
    /// What tells this run from every other.
    pub(crate) run_name: String,
    /// Events on their way between tasks.
    pub(crate) channels: Channels,
    /// Conversations that are kept.
    pub(crate) memories: Memories,
    /// Entries that are kept.
    pub(crate) ledgers: Shelf,
    /// Maps that tasks share.
    pub(crate) stores: Shelf,
    /// Requests to web servers.
    pub(crate) web: Arc<Web>,
    /// Numbers by chance.
    pub(crate) random: Generator,
    /// Variables: those of the process, and those of `.env`.
    pub(crate) environment: Environment,
    /// From which level on a log is shown, once somebody asked.
    pub(crate) log_threshold: Option<usize>,
    /// Executions that wait.
    pub(crate) waits: Waits,
    /// Executions that are under way, where somebody looks at them.
    pub(crate) held: BTreeSet<i64>,
    /// Who is asked about calls that need approval, if somebody is there.
    pub(crate) operator: Option<Arc<dyn Operator>>,
}

/// Lines that come in. They are read by a thread of their own, which is started when the first one is wanted.
pub(crate) struct Input {
    unread: Option<Box<dyn BufRead + Send>>,
    lines: Option<Lines>,
}

/// Lines, and why there are no more. Whoever asks first gets the first one.
pub(crate) type Lines = Arc<Mutex<Receiver<std::io::Result<String>>>>;

impl Input {
    pub(crate) fn new(reader: Box<dyn BufRead + Send>) -> Self {
        Self { unread: Some(reader), lines: None }
    }

    /// The lines, from the first one that nobody has got.
    pub(crate) fn lines(&mut self) -> Lines {
        let unread = &mut self.unread;
        Arc::clone(self.lines.get_or_insert_with(|| Arc::new(Mutex::new(read(unread.take())))))
    }
}

/// Reads one line ahead.
fn read(reader: Option<Box<dyn BufRead + Send>>) -> Receiver<std::io::Result<String>> {
    let (sender, receiver) = channel(1);
    let work = move || {
        for line in reader.into_iter().flat_map(BufRead::lines) {
            let is_last = line.is_err();
            if sender.blocking_send(line).is_err() || is_last {
                return;
            }
        }
    };
    // Without the thread the sender is gone, and so are the lines.
    let _ = std::thread::Builder::new().name("input".to_owned()).spawn(work);
    receiver
}

#[cfg(test)]
impl World {
    /// A world that nobody looks at.
    pub(crate) fn nowhere() -> Self {
        use crate::output::Captured;
        let output = Output::new(Box::new(Captured::default()), Box::new(Captured::default()));
        let input = Input::new(Box::new(std::io::empty()));
        Self {
            clock: Clock::REAL,
            output,
            input,
            args: Vec::new(),
            bytes_max: 1000,
            json: false,
            emits: None,
            mocks: Vec::new(),
            reached: Reached::default(),
            start: Instant::now(),
            mark: 0,
            models: Arc::new(Models::new(Vec::new(), Environment::default(), None)),
            servers: Arc::new(Servers::new(Vec::new(), Default::default())),
            counter: None,
            run_name: String::new(),
            channels: Channels::default(),
            memories: Memories::default(),
            ledgers: Shelf::ledgers(),
            stores: Shelf::stores(),
            web: Arc::default(),
            random: Generator::default(),
            environment: Environment::default(),
            log_threshold: None,
            waits: Waits::default(),
            held: BTreeSet::new(),
            operator: None,
        }
    }
}
