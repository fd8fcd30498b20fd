//! Projects whose connections lead to a server of ours, run with the real command.

use std::fmt::Write as _;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::api::Api;
use super::server::Server;
use crate::cli;

/// The key that is sent, and that nobody may ever see.
pub(crate) const KEY: &str = "sk-planted-0123456789";

/// No run takes longer.
const LIMIT: Duration = Duration::from_secs(60);

/// A connection `main` to a server, with more settings, each on a line.
pub(crate) fn connection(api: &dyn Api, server: &Server, more: &str) -> String {
    named("main", api, server, more)
}

/// A connection of any name. There are two attempts, a moment apart, unless the settings say something else.
pub(crate) fn named(name: &str, api: &dyn Api, server: &Server, more: &str) -> String {
    let mut text = format!(
        "[connections.{name}]\nprovider = \"{}\"\nbase_url = \"{}{}\"\n",
        api.name(),
        server.address(),
        api.base()
    );
    for (key, value) in [
        ("api_key_env", "\"PLANTED_KEY\"".to_owned()),
        ("default_model", format!("\"{}\"", api.model())),
        ("retry", "{ max_attempts = 2, initial_delay = \"1ms\" }".to_owned()),
    ] {
        if !more.contains(key) {
            let _ = writeln!(text, "{key} = {value}");
        }
    }
    text + more + "\n"
}

/// A folder with a manifest and a program.
pub(crate) struct Project(tempfile::TempDir);

impl Project {
    pub(crate) fn new(connections: &str, program: &str) -> Self {
        let manifest = format!("[project]\nname = \"p\"\nentry = \"main.conc\"\n\n{connections}");
        Self(cli::folder(&[("Concerto.toml", &manifest), ("main.conc", program)]))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path().join(name), text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap()
    }

    /// The command in this folder, with the key and nothing else of this machine's settings.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_concerto"));
        command.args(args).current_dir(self.path()).env_clear().env("PLANTED_KEY", KEY);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs the program with arguments.
    pub(crate) fn run(&self, args: &[&str]) -> Ran {
        let args: Vec<&str> = ["run", "--"].into_iter().chain(args.iter().copied()).collect();
        Ran::of(self.command(&args))
    }
}

/// How a run ended.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    /// Waits for a command, but not for ever.
    pub(crate) fn of(mut command: Command) -> Self {
        Self::end(command.spawn().unwrap())
    }

    pub(crate) fn end(mut child: Child) -> Self {
        let start = Instant::now();
        let stdout = reader(child.stdout.take());
        let stderr = reader(child.stderr.take());
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break Some(status);
            }
            if start.elapsed() > LIMIT {
                child.kill().unwrap();
                child.wait().unwrap();
                break None;
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        let (stdout, stderr) = (stdout.join().unwrap(), stderr.join().unwrap());
        let status = status.unwrap_or_else(|| panic!("the program did not end\n{stdout}\n{stderr}"));
        Self { code: status.code(), stdout, stderr }
    }

    /// What a program printed that ended well and said nothing else; the key is nowhere.
    pub(crate) fn good(&self) -> &str {
        assert_eq!((self.code, self.stderr.as_str()), (Some(0), ""), "{}", self.stdout);
        self.holds_no_key();
        &self.stdout
    }

    pub(crate) fn holds_no_key(&self) {
        assert!(!self.stdout.contains("planted") && !self.stderr.contains("planted"), "{self:#?}");
    }
}

fn reader(from: Option<impl Read + Send + 'static>) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut text = Vec::new();
        from.map(|mut it| it.read_to_end(&mut text)).transpose().unwrap();
        String::from_utf8_lossy(&text).into_owned()
    })
}
