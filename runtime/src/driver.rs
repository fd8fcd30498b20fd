//! A program and the world it runs in, before it runs.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use concerto_ir::verify::Verified;
use concerto_std::NATIVES;
use concerto_vm::{Fault, Limits, Machine};

use crate::clock::Clock;
use crate::connection::Connection;
use crate::effects::Channels;
use crate::interrupt::Interrupt;
use crate::mcp::Servers;
use crate::memory::Memories;
use crate::model::Models;
use crate::operator::Operator;
use crate::order::Order;
use crate::output::Output;
use crate::random::Generator;
use crate::reached::Reached;
use crate::rows::Shelf;
use crate::run::Run;
use crate::secret::Environment;
use crate::serving::{Counter, Serving};
use crate::state::{DAMAGED, Keeper, State, WaitingCall};
use crate::waits::Waits;
use crate::watch::Watch;
use crate::world::{Input, World};

/// How a program ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// With this exit code.
    Exit(i64),
    /// With a fault.
    Fault(Fault),
    /// Somebody pressed Ctrl-C.
    Interrupted,
    /// It has ended, and executions of it still wait for somebody: these, and whether they can go on in another process.
    Waiting {
        /// The calls that wait.
        calls: Vec<WaitingCall>,
        /// Whether the file of [`Driver::keep`] holds them.
        is_kept: bool,
    },
}

/// A program and its world.
pub struct Driver {
    pub(crate) verified: Verified,
    pub(crate) limits: Limits,
    pub(crate) fuel_max: Option<u64>,
    pub(crate) interrupt: Interrupt,
    pub(crate) suspends: bool,
    pub(crate) order: Option<Order>,
    pub(crate) world: World,
    connections: Vec<Connection>,
    servers: Option<Servers>,
    variables: Vec<(String, String)>,
    watch: Option<Arc<dyn Watch>>,
}

impl Driver {
    /// A program that nobody has given anything: no arguments, no input, the output of this process.
    pub fn new(verified: Verified) -> Self {
        let output = Output::new(Box::new(std::io::stdout()), Box::new(std::io::stderr()));
        let input = Input::new(Box::new(std::io::empty()));
        let limits = Limits::default();
        Self {
            verified,
            limits,
            fuel_max: None,
            interrupt: Interrupt::never(),
            suspends: false,
            order: None,
            world: World {
                clock: Clock::REAL,
                output,
                input,
                args: Vec::new(),
                bytes_max: limits.bytes_max,
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
            },
            connections: Vec::new(),
            servers: None,
            variables: Vec::new(),
            watch: None,
        }
    }

    /// How much memory and depth the program may use.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self.world.bytes_max = limits.bytes_max;
        self
    }

    /// How much fuel the program may use.
    pub fn fuel(mut self, fuel_max: Option<u64>) -> Self {
        self.fuel_max = fuel_max;
        self
    }

    /// The program's arguments.
    pub fn args(mut self, args: Vec<String>) -> Self {
        self.world.args = args;
        self
    }

    /// Who can interrupt the program.
    pub fn interrupt(mut self, interrupt: Interrupt) -> Self {
        self.interrupt = interrupt;
        self
    }

    /// Whether emits are lines of JSON, and questions are answered by lines of JSON.
    pub fn json(mut self, json: bool) -> Self {
        self.world.json = json;
        self
    }

    /// Where answers come from.
    pub fn input(mut self, input: impl BufRead + Send + 'static) -> Self {
        self.world.input = Input::new(Box::new(input));
        self
    }

    /// Answers come from the standard input of this process.
    pub fn standard_input(self) -> Self {
        self.input(BufReader::new(std::io::stdin()))
    }

    /// Where output goes instead of the output of this process.
    pub fn output(mut self, stdout: impl Write + Send + 'static, stderr: impl Write + Send + 'static) -> Self {
        self.world.output = Output::new(Box::new(stdout), Box::new(stderr));
        self
    }

    /// The ways to reach models that the manifest names.
    pub fn connections(mut self, connections: Vec<Connection>) -> Self {
        self.connections = connections;
        self
    }

    /// The servers of tools that the manifest names.
    pub fn servers(mut self, servers: Servers) -> Self {
        self.servers = Some(servers);
        self
    }

    /// The program is a server of its tools; it is to be run from where it starts as one.
    pub fn serve(mut self, serving: Serving) -> Self {
        self.world.counter = Some(Arc::new(Counter::new(serving)));
        self
    }

    /// Variables of a `.env` file, which count where the environment has none of that name.
    pub fn variables(mut self, variables: Vec<(String, String)>) -> Self {
        self.variables = variables;
        self
    }

    /// Who looks at what the program's agents do.
    pub fn watch(mut self, watch: Arc<dyn Watch>) -> Self {
        self.watch = Some(watch);
        self
    }

    /// Who is asked about calls that need approval, where the program leaves that to whoever runs it.
    pub fn operator(mut self, operator: Option<Arc<dyn Operator>>) -> Self {
        self.world.operator = operator;
        self
    }

    /// Where the program is written down when its executions wait, with something about it to find it again.
    pub fn keep(mut self, path: PathBuf, about: serde_json::Value) -> Self {
        self.world.waits.keeper = Some(Keeper { path, about, state: None });
        self
    }

    /// The program is a test: what it emits is kept for it to look at, and what it would reach is told.
    pub fn test(mut self, reached: Reached) -> Self {
        self.world.emits = Some(Vec::new());
        self.world.reached = reached;
        self
    }

    /// For tests: at every effect and every wait the machine is written down, dropped, and read again.
    pub fn suspend_at_every_effect(mut self, suspends: bool) -> Self {
        self.suspends = suspends;
        self
    }

    /// For tests: time passes only while the program sleeps, and then at once.
    pub fn own_clock(mut self) -> Self {
        self.world.clock = Clock::own();
        self
    }

    /// For tests: of replies that are there at the same time, the seed decides which comes first. With an own clock, time
    /// passes only where nothing else can go on, so that a run is the same whenever it has the same seed.
    pub fn seeded(mut self, seed: u64) -> Self {
        self.order = Some(Order::of(seed));
        self
    }

    /// Runs a function of the program until the program ends.
    pub fn run(mut self, function: u32) -> Outcome {
        self.prepare();
        let machine = match Machine::with_library(self.verified.clone(), self.limits, NATIVES) {
            Ok(machine) => machine,
            Err(kind) => return Outcome::Fault(Fault { kind, trace: Vec::new() }),
        };
        Run::new(self, machine).finish(function)
    }

    /// Goes on with a program that was written down, until it ends. The file of [`Driver::keep`] is the one that the state comes
    /// from. It is an error that the state is not one of this program.
    pub fn resume(mut self, state: State) -> Result<Outcome, String> {
        self.prepare();
        let standing = state.standing()?;
        let machine = Machine::restore_with_library(self.verified.clone(), self.limits, NATIVES, &standing.machine)?;
        let world = &mut self.world;
        world.models.set_position(standing.runs, &standing.scripts);
        world.memories = Memories::from_json(standing.memories.clone()).ok_or(DAMAGED)?;
        world.channels = Channels::from_json(standing.channels.clone()).ok_or(DAMAGED)?;
        world.random = Generator::from_json(&standing.random).ok_or(DAMAGED)?;
        world.ledgers = Shelf::ledgers().restore(standing.ledgers.clone()).ok_or(DAMAGED)?;
        world.stores = Shelf::stores().restore(standing.stores.clone()).ok_or(DAMAGED)?;
        let elapsed = Duration::from_millis(standing.elapsed_ms);
        world.start = world.clock.now().checked_sub(elapsed).unwrap_or(world.start);
        if let Some(keeper) = &mut world.waits.keeper {
            state.write(&keeper.path)?;
            keeper.state = Some(state.clone());
        }
        Run::new(self, machine).go_on_from(&standing, &state)
    }

    pub(crate) fn prepare(&mut self) {
        let environment = Environment::new(std::mem::take(&mut self.variables));
        let mut servers = self.servers.take().unwrap_or_else(|| Servers::new(Vec::new(), Default::default()));
        servers.environment = environment.clone();
        servers.watch = self.watch.clone();
        if self.world.emits.is_some() {
            servers.for_test(self.world.reached.clone());
        }
        self.world.servers = Arc::new(servers);
        self.world.run_name = run_name();
        self.world.environment = environment.clone();
        let models = Models::new(std::mem::take(&mut self.connections), environment, self.watch.clone());
        let models = if self.world.emits.is_some() { models.for_test(self.world.reached.clone()) } else { models };
        self.world.models = Arc::new(models);
        self.world.output.watch = self.watch.clone();
        self.world.waits.observed = self.world.models.watch().is_some();
        self.world.start = self.world.clock.now();
    }
}

/// What tells a run from every other.
fn run_name() -> String {
    use ring::rand::SecureRandom;
    let mut bytes = [0; 16];
    // Without chance, the number of the process and the time are different enough.
    if ring::rand::SystemRandom::new().fill(&mut bytes).is_err() {
        return format!("{}-{:?}", std::process::id(), std::time::SystemTime::now());
    }
    bytes.iter().map(|it| format!("{it:02x}")).collect()
}
