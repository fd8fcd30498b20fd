//! The program, compiled once, and a run of it in a world without chance: a script, a clock and an order of its own.

use std::path::Path;
use std::sync::LazyLock;

use concerto_compiler::check::check;
use concerto_compiler::compile::{Goal, compile};
use concerto_compiler::manifest;
use concerto_compiler::source::SourceMap;
use concerto_ir::verify::{Verified, verify};
use concerto_runtime::connection::Connection;
use concerto_runtime::{Captured, Driver, Outcome};
use concerto_schema::Provider;

use super::scenario::Agent;
use crate::support::{Files, LIBRARY};

/// So much that no run comes near it: whoever needs more goes round in circles.
const FUEL_MAX: u64 = 3_000_000;

const MANIFEST: &str = "
[connections.a]
provider = \"simulated\"

[connections.b]
provider = \"simulated\"

[connections.c]
provider = \"simulated\"
";

static PROGRAM: LazyLock<Verified> = LazyLock::new(|| {
    let mut sources = SourceMap::default();
    let file = sources.add("Concerto.toml", MANIFEST).expect("there is room");
    let (manifest, _) = manifest::read(&sources, file);
    let files = Files::bytes(include_bytes!("loop.conc"));
    let mut checked = check(Path::new("main.conc"), &files, LIBRARY, Some(&manifest));
    assert!(!checked.has_errors(), "{:?}", checked.diagnostics);
    let program = compile(&mut checked, Goal::Run).unwrap_or_else(|it| panic!("{it:?}"));
    verify(program).unwrap_or_else(|it| panic!("{it}"))
});

/// Runs some agents: what was printed, or why the program did not come to its end.
pub(super) fn run(agents: &[Agent], seed: u64, suspends: bool) -> Result<String, String> {
    let folder = tempfile::tempdir().unwrap();
    let connections = agents.iter().map(|agent| {
        let path = folder.path().join(agent.name);
        std::fs::write(&path, agent.script().to_string()).unwrap();
        Connection { script: Some(path), ..Connection::new(agent.name, Provider::Simulated) }
    });
    let scenario = serde_json::Value::Array(agents.iter().map(Agent::argument).collect());
    let stdout = Captured::default();
    let outcome = Driver::new(PROGRAM.clone())
        .args(vec![scenario.to_string()])
        .connections(connections.collect())
        .output(stdout.clone(), Captured::default())
        .fuel(Some(FUEL_MAX))
        .own_clock()
        .seeded(seed)
        .suspend_at_every_effect(suspends)
        .run(PROGRAM.program().entry.expect("a start"));
    match outcome {
        Outcome::Exit(0) => Ok(stdout.text()),
        Outcome::Fault(fault) => Err(format!("{}\n{}", fault.kind, stdout.text())),
        other => Err(format!("{other:?}\n{}", stdout.text())),
    }
}
