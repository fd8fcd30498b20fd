//! What of the library depends on how the command is started: variables, logs, tests, and programs that go on elsewhere.

use std::process::{Command, Output};

use crate::cli::folder;
use crate::support::outcome;

fn started(folder: &tempfile::TempDir, args: &[&str], variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_concerto"));
    command.args(args).current_dir(folder.path()).env_clear().envs(variables.iter().copied());
    command.output().expect("the command starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn variables_of_a_file_are_seen_and_do_not_hide_those_of_the_process() {
    let program = "use std::env;\nprint(\"${env::get(\"A\")} ${env::get(\"B\")} ${env::require(\"C\").is_ok()} ${env::get(\"D\")}\");\n";
    let manifest = "[project]\nname = \"x\"\nversion = \"0.1.0\"\nentry = \"main.conc\"\n";
    let folder = folder(&[("main.conc", program), ("Concerto.toml", manifest), (".env", "A=file\nB=file\nD=\n")]);
    let output = started(&folder, &["run"], &[("A", "process")]);
    assert_eq!(text(&output.stdout), "Some(\"process\") Some(\"file\") false Some(\"\")\n", "{}", outcome(&output));
}

/// What is logged with these arguments and variables.
fn logged(args: &[&str], variables: &[(&str, &str)]) -> String {
    let program =
        "use std::log;\nlog::debug(\"d\");\nlog::info(\"i\", { \"n\": 1 });\nlog::warn(\"w\");\nlog::error(\"e\");\n";
    let folder = folder(&[("main.conc", program)]);
    let args: Vec<&str> = ["run", "main.conc"].iter().chain(args).copied().collect();
    let output = started(&folder, &args, variables);
    assert!(output.status.success() && output.stdout.is_empty(), "{}", outcome(&output));
    text(&output.stderr)
}

#[test]
fn a_variable_says_which_levels_are_shown() {
    let levels = |variables: &[(&str, &str)]| -> String {
        logged(&[], variables)
            .lines()
            .map(|it| it.split(' ').nth(1).unwrap_or(it).to_owned())
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(levels(&[]), "info warn error");
    assert_eq!(levels(&[("CONCERTO_LOG", "debug")]), "debug info warn error");
    assert_eq!(levels(&[("CONCERTO_LOG", "ERROR")]), "error");
    assert_eq!(levels(&[("CONCERTO_LOG", "off")]), "");
    let warning = "warning: `CONCERTO_LOG` is `loud`, which is none of debug, info, warn, error, off\n";
    assert!(logged(&[], &[("CONCERTO_LOG", "loud")]).starts_with(warning));
}

#[test]
fn with_json_a_log_is_an_object_a_line() {
    let lines: Vec<serde_json::Value> =
        logged(&["--json"], &[]).lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    let mut first = lines[0].clone();
    let time = first["time"].take();
    assert_eq!(time.as_str().unwrap().len(), "2026-01-31T12:00:00.000Z".len());
    assert_eq!(first, serde_json::json!({ "log": "info", "message": "i", "fields": { "n": 1 }, "time": null }));
}

#[test]
fn a_test_cannot_reach_the_network() {
    let program = "use std::http;\n@test fn asks() { assert(http::get(\"http://127.0.0.1:1/\").is_err()); }\n";
    let folder = folder(&[("main.conc", program)]);
    let output = started(&folder, &["test", "main.conc"], &[]);
    let told = outcome(&output);
    assert!(told.starts_with("exit 1") && told.contains("a test cannot reach the network"), "{told}");
}

/// Chance, a store and a ledger before and after a wait.
const WAITING: &str = r#"
use std::random;

store counts: Map<String, Int> = { "b": 1 };
ledger facts = Ledger::new();

tool Door {
    @approve @describe("Open the door")
    pub fn open(@param("which") which: String) -> String { which }
}
agent Porter { provider: simulated, tools: [Door] }

fn numbers() -> Array<Int> {
    (0..4).map(|_| random::int(0, 999))
}

fn main() -> Result<(), Error> {
    random::seed(9);
    print(numbers());
    counts.set("a", 2);
    facts.insert("one fact", ["k"], [1, 2]);
    if args().is_empty() {
        Porter.run("Open the 'front' door.")?;
    }
    counts.update("b", |old| (old ?? 0) + 10);
    print(numbers());
    print("${counts.keys()} ${counts.get("b")} ${facts.query().from_key("K")[0].value}");
    Ok(())
}
"#;

#[test]
fn chance_stores_and_ledgers_go_on_in_another_process() {
    let folder = folder(&[("main.conc", WAITING)]);
    let whole = started(&folder, &["run", "main.conc", "--", "at once"], &[]);
    assert!(whole.status.success(), "{}", outcome(&whole));
    let before = started(&folder, &["run", "main.conc", "--state", "s.json"], &[]);
    assert_eq!(before.status.code(), Some(3), "{}", outcome(&before));
    let after = started(&folder, &["resume", "s.json", "--allow", "call_1"], &[]);
    assert!(after.status.success(), "{}", outcome(&after));
    assert_eq!(text(&before.stdout) + &text(&after.stdout), text(&whole.stdout));
    assert!(text(&whole.stdout).ends_with("[\"b\", \"a\"] Some(11) [1,2]\n"), "{}", text(&whole.stdout));
}
