//! What is decided is checked before anything goes on, and what is under way beside an execution that waits is not lost.

use std::path::Path;

use crate::cli::folder;
use crate::support::{concerto, outcome};

const BANK: &str = r#"
tool Bank {
    @approve @describe("Pay") pub fn pay(@param("how much") amount: Int) -> Int { print("paid ${amount}"); amount }
    @interaction @describe("Ask for a number") pub fn ask(@param("what") question: String) -> Int;
}

agent Clerk { provider: simulated, tools: [Bank] }
agent Poet { provider: simulated }

fn shown(end: Result<Outcome, AgentError>) -> String {
    match end {
        Ok(Outcome::Done(answer)) => answer.text,
        Ok(_) => "something else",
        Err(error) => "error: ${error}",
    }
}
"#;

fn step(folder: &Path, args: &[&str]) -> String {
    outcome(&concerto(folder, args))
}

fn bank(program: &str) -> tempfile::TempDir {
    let folder = folder(&[("main.conc", &format!("{BANK}{program}\n"))]);
    let told = step(folder.path(), &["run", "main.conc", "--state", "s.json"]);
    assert!(told.starts_with("exit 3\n"), "{told}");
    folder
}

fn resume(folder: &Path, args: &[&str]) -> String {
    let args: Vec<&str> = ["resume", "s.json"].iter().chain(args).copied().collect();
    step(folder, &args)
}

#[test]
fn two_executions_of_one_agent_are_told_apart() {
    let folder =
        bank("let (x, y) = await (Clerk.run(\"Pay 1.\"), Clerk.run(\"Pay 2.\"));\nprint(shown(x));\nprint(shown(y));");
    insta::assert_snapshot!(resume(folder.path(), &[]), @r#"
    exit 2
    --- stdout
    --- stderr
    the program waits:
      Clerk/call_1: a decision on Bank::pay {"amount":1}, which Clerk called
      Clerk#2/call_1: a decision on Bank::pay {"amount":2}, which Clerk called
      Help: `concerto resume s.json --allow Clerk/call_1` goes on
    error: nothing was decided
    "#);
    let told = resume(folder.path(), &["--allow", "call_1"]);
    assert!(told.contains("several calls `call_1` wait: say one of `Clerk/call_1`, `Clerk#2/call_1`"), "{told}");
    let told = resume(folder.path(), &["--allow", "Clerk#2/call_1"]);
    assert!(told.starts_with("exit 3\n--- stdout\npaid 2\n"), "{told}");
    let told = resume(folder.path(), &["--deny", "Clerk#1/call_1", "no"]);
    assert_eq!(told, "exit 0\n--- stdout\nBank::pay failed: no.\nBank::pay gave 2.\n--- stderr\n");
}

#[test]
fn an_answer_of_another_type_changes_nothing() {
    let folder = bank("print(shown(Clerk.run(\"Ask 'How many?'\")));");
    let before = std::fs::read_to_string(folder.path().join("s.json")).unwrap();
    insta::assert_snapshot!(resume(folder.path(), &["--answer", "call_1", "\"x\""]), @r#"
    exit 2
    --- stdout
    --- stderr
    error: the answer to `call_1` of `Bank::ask` does not fit: `$`: "x" is not of type "integer"
    "#);
    assert_eq!(std::fs::read_to_string(folder.path().join("s.json")).unwrap(), before);
    let told = resume(folder.path(), &["--answer", "call_1", "7"]);
    assert_eq!(told, "exit 0\n--- stdout\nBank::ask gave 7.\n--- stderr\n");
}

#[test]
fn one_command_says_one_thing_of_a_call() {
    let folder = bank("print(shown(Clerk.run(\"Pay 1.\")));");
    let told = resume(folder.path(), &["--allow", "call_1", "--deny", "Clerk/call_1", "no"]);
    assert_eq!(told, "exit 2\n--- stdout\n--- stderr\nerror: `Clerk/call_1` is decided on twice\n");
    assert!(resume(folder.path(), &["--allow", "call_1"]).starts_with("exit 0\n"));
}

#[test]
fn the_help_names_all_decisions_of_an_execution() {
    let folder = bank("print(shown(Clerk.run(\"Pay 1, pay 2.\")));");
    let told = resume(folder.path(), &[]);
    assert!(told.contains("`concerto resume s.json --allow call_1 --allow call_2` goes on"), "{told}");
}

#[test]
fn a_stream_that_nobody_has_read_yet_is_kept() {
    let program = "let stream = Poet.stream(\"one two three\");\nprint(shown(Clerk.run(\"Pay 1.\")));\nlet mut count = 0;\nfor event in stream {\n    count += 1;\n    if let AgentEvent::Done(answer) = event { print(answer.text); }\n}\nprint(count > 3);";
    let folder = bank(program);
    let told = resume(folder.path(), &["--allow", "call_1"]);
    let wanted = "exit 0\n--- stdout\npaid 1\nBank::pay gave 1.\nYou said: one two three\ntrue\n--- stderr\n";
    assert_eq!(told, wanted);
}

#[test]
fn lines_that_have_moved_are_the_same_program() {
    let program = "fn fail() -> Result<Int, Error> { Err(Error::new(\"no\")) }\nfor at in 0..2 { if fail().is_ok() { print(at); } }\nlet made = Tool::dynamic(\"made\", \"D\", { \"type\": \"object\" }, |it: Json| it);\nprint(shown(Clerk.with_tools([made]).run(\"Pay 1.\")));";
    let folder = bank(program);
    let path = folder.path().join("main.conc");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, format!("// A comment,\n// and another.\n\n{text}")).unwrap();
    let told = resume(folder.path(), &["--allow", "call_1"]);
    assert_eq!(told, "exit 0\n--- stdout\npaid 1\nBank::pay gave 1.\n--- stderr\n");
}

#[test]
fn a_cancelled_execution_ends_in_the_trace() {
    let source = format!(
        "{BANK}tool Slow {{ @describe(\"Nap\") pub fn nap() -> Int {{ sleep(10s); 1 }} }}\nprint(timeout(50ms, || shown(Poet.with_tools([Slow]).run(\"Nap.\"))));\n"
    );
    let folder = folder(&[("main.conc", &source)]);
    let told = step(folder.path(), &["run", "main.conc", "--trace", "t.jsonl"]);
    assert_eq!(told, "exit 0\n--- stdout\nNone\n--- stderr\n");
    let trace = std::fs::read_to_string(folder.path().join("t.jsonl")).unwrap();
    let last = trace.lines().last().unwrap();
    assert!(last.contains("\"event\":\"end\"") && last.contains("the execution was cancelled"), "{trace}");
    assert_eq!(trace.matches("\"event\":\"end\"").count(), 1, "{trace}");
}
