//! Who is measured, and how each of them is started.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::child::{run, run_quietly};
use super::kernel::{HELLO, Kernel};

/// A language as it is run.
pub(super) struct Contestant {
    pub(super) name: &'static str,
    program: PathBuf,
    start: Start,
}

enum Start {
    /// `concerto run FILE.conc -- SIZE`
    Concerto,
    /// `PROGRAM FLAGS FILE.EXTENSION SIZE`
    Script { flags: &'static [&'static str], extension: &'static str },
    /// This program itself.
    Native,
}

/// The name of what all others are compared with.
pub(super) const YARDSTICK: &str = "Lua 5.4";

/// The name of ours.
pub(super) const CONCERTO: &str = "Concerto";

impl Contestant {
    fn script(name: &'static str, program: PathBuf, flags: &'static [&'static str], extension: &'static str) -> Self {
        Self { name, program, start: Start::Script { flags, extension } }
    }

    /// The command that runs `kernel` with `size`.
    pub(super) fn command(&self, kernel: &Kernel, size: i64) -> Command {
        let mut command = Command::new(&self.program);
        match &self.start {
            Start::Concerto => command.arg("run").arg(file(kernel, "conc")).arg("--"),
            Start::Script { flags, extension } => command.args(*flags).arg(file(kernel, extension)),
            Start::Native => command.args(["vm-native", kernel.name]),
        };
        command.arg(size.to_string());
        command
    }

    /// The command itself, without anything to run.
    pub(super) fn bare(&self) -> Command {
        Command::new(&self.program)
    }

    /// Why it cannot be measured, if it cannot: it has to say hello.
    fn missing(&self) -> Option<String> {
        match run_quietly(&mut self.command(&HELLO, 0)) {
            Ok(said) if said.output == "hello\n" => None,
            Ok(said) => Some(format!("it says {:?} for hello", said.output)),
            Err(error) => Some(error),
        }
    }
}

/// What Node lacks of QuickJS, whose programs it runs.
const NODE_PRELUDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/vm/node.js");

/// The program of a kernel in one language.
pub(super) fn file(kernel: &Kernel, extension: &str) -> PathBuf {
    folder().join(kernel.folder).join(format!("{}.{extension}", kernel.name))
}

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/vm"))
}

/// All that can be run here, Concerto first; the others are named on standard output.
pub(super) fn present(concerto: Option<&Path>) -> std::io::Result<Vec<Contestant>> {
    let (present, missing) = sought(concerto)?;
    for it in missing {
        println!("{} is missing: {}", it.name, it.reason);
    }
    Ok(present)
}

/// Who cannot be measured, and why.
pub(crate) struct Missing {
    pub(crate) name: &'static str,
    pub(crate) reason: String,
}

/// All that can be run here, Concerto first, and all that cannot.
pub(super) fn sought(concerto: Option<&Path>) -> std::io::Result<(Vec<Contestant>, Vec<Missing>)> {
    let (mut present, mut missing) = (Vec::new(), Vec::new());
    for it in all(concerto)? {
        match it.missing() {
            Some(reason) => {
                missing.push(Missing { name: it.name, reason: format!("{}: {reason}", it.program.display()) });
            }
            None => present.push(it),
        }
    }
    Ok((present, missing))
}

fn all(concerto: Option<&Path>) -> std::io::Result<Vec<Contestant>> {
    let this = std::env::current_exe()?;
    let concerto = concerto.map_or_else(|| this.with_file_name("concerto"), Path::to_path_buf);
    Ok(vec![
        Contestant { name: CONCERTO, program: concerto, start: Start::Concerto },
        Contestant::script(YARDSTICK, "lua5.4".into(), &[], "lua"),
        Contestant::script("LuaJIT -joff", "luajit".into(), &["-joff"], "lua"),
        Contestant::script("LuaJIT -jon", "luajit".into(), &["-jon"], "lua"),
        Contestant::script("Python 3", python(), &[], "py"),
        Contestant::script("QuickJS", quickjs(), &[], "js"),
        Contestant::script("Node", "node".into(), &["--require", NODE_PRELUDE], "js"),
        Contestant { name: "Rust", program: this, start: Start::Native },
    ])
}

/// The interpreter itself, where `python3` is a script that looks for it.
pub(crate) fn python() -> PathBuf {
    let mut ask = Command::new("python3");
    let said = run_quietly(ask.args(["-c", "import sys; print(sys.executable)"]));
    said.map_or_else(|_| "python3".into(), |said| said.output.trim().into())
}

/// The one that `install.sh` built, or the system's.
fn quickjs() -> PathBuf {
    let built = folder().join("quickjs/target/release/qjs");
    if built.exists() { built } else { "qjs".into() }
}

/// The least user time that an empty program takes.
pub(super) fn startup_user_seconds(contestant: &Contestant) -> Result<f64, String> {
    let mut best = f64::INFINITY;
    for _ in 0..10 {
        best = best.min(run(&mut contestant.command(&HELLO, 0))?.user_seconds);
    }
    Ok(best)
}
