//! A program that waits is written down, and goes on with what was decided.

use std::path::Path;

use crate::cli::folder;
use crate::support::{concerto, outcome};

/// Deletes after approval, asks a question, and says what it comes to.
const DESK: &str = r#"
tool Files {
    deleted: Int = 0,

    @approve @describe("Delete a file")
    pub fn delete(mut self, @param("its name") name: String) -> String {
        self.deleted += 1;
        print("deleting ${name}, number ${self.deleted}");
        "deleted ${name}"
    }
}
tool People {
    @interaction @describe("Ask the user for a colour")
    pub fn colour(@param("the question") question: String) -> String;
}

memory notes = Memory::new();

agent Janitor { provider: simulated, tools: [Files], memory: notes }
agent Painter { provider: simulated, tools: [People] }

fn show(outcome: Outcome) {
    match outcome {
        Outcome::Done(answer) => print("done: ${answer.text}"),
        Outcome::NeedsApproval(pending) => print("waits for ${pending.calls()[0].tool}"),
        Outcome::NeedsInput(pending) => print("asks ${pending.calls()[0].arguments}"),
        Outcome::Signal(_) => print("signal"),
    }
}

fn main() -> Result<(), Error> {
    notes.append(Message::user("Remember the milk."));
    print("begins with ${args()}");
    show(Janitor.run("Delete 'b.txt'.")?);
    show(Painter.run("Which colour?")?);
    print("remembers ${notes.len()} messages");
    Ok(())
}
"#;

fn step(folder: &Path, args: &[&str]) -> String {
    outcome(&concerto(folder, args))
}

fn waiting(source: &str) -> tempfile::TempDir {
    let folder = folder(&[("main.conc", source)]);
    let told = step(folder.path(), &["run", "main.conc", "--state", "s.json"]);
    assert!(told.starts_with("exit 3\n"), "{told}");
    folder
}

#[test]
fn a_program_goes_on_where_it_waited_with_its_memory_and_its_tools() {
    let folder = folder(&[("main.conc", DESK)]);
    insta::assert_snapshot!(step(folder.path(), &["run", "main.conc", "--state", "s.json", "--", "x"]), @r#"
    exit 3
    --- stdout
    begins with ["x"]
    --- stderr
    the program waits:
      call_1: a decision on Files::delete {"name":"b.txt"}, which Janitor called
      Help: `concerto resume s.json --allow call_1` goes on
    "#);
    insta::assert_snapshot!(step(folder.path(), &["resume", "s.json", "--allow", "call_1"]), @r#"
    exit 3
    --- stdout
    deleting b.txt, number 1
    done: Files::delete gave deleted b.txt.
    --- stderr
    the program waits:
      call_1: an answer to People::colour {"question":"Which colour?"}, which Painter called
      Help: `concerto resume s.json --answer call_1 JSON` goes on
    "#);
    insta::assert_snapshot!(step(folder.path(), &["resume", "s.json", "--answer", "call_1", "\"red\""]), @"
    exit 0
    --- stdout
    done: People::colour gave red.
    remembers 5 messages
    --- stderr
    ");
    insta::assert_snapshot!(step(folder.path(), &["resume", "s.json", "--answer", "call_1", "\"red\""]), @"
    exit 2
    --- stdout
    --- stderr
    error: there is no file `s.json`: nothing waits there, or it has gone on
    ");
}

#[test]
fn a_denied_call_does_not_run_and_the_model_hears_why() {
    let folder = waiting(DESK);
    let told = step(folder.path(), &["resume", "s.json", "--deny", "call_1", "too risky"]);
    assert!(told.contains("done: Files::delete failed: too risky.\n"), "{told}");
    assert!(!told.contains("deleting"), "{told}");
}

#[test]
fn without_a_place_to_keep_it_the_program_gets_what_waits_and_ends_with_3() {
    insta::assert_snapshot!(crate::cli::run(&[("main.conc", DESK)], &["run", "main.conc"]), @r#"
    exit 3
    --- stdout
    begins with []
    waits for Files::delete
    asks {"question":"Which colour?"}
    remembers 1 messages
    --- stderr
    the program waits:
      Janitor/call_1: a decision on Files::delete {"name":"b.txt"}, which Janitor called
      Painter/call_1: an answer to People::colour {"question":"Which colour?"}, which Painter called
      Help: with `--state FILE` it can go on in another process
    "#);
}

#[test]
fn what_waits_is_told_as_json() {
    let folder = folder(&[("main.conc", DESK)]);
    let told = step(folder.path(), &["run", "main.conc", "--json", "--state", "s.json"]);
    let line = told.lines().find(|it| it.starts_with("{\"waiting\"")).expect("a line");
    assert_eq!(
        line,
        r#"{"waiting":[{"agent":"Janitor","id":"call_1","reference":"call_1","tool":"Files::delete","arguments":{"name":"b.txt"},"kind":"approval"}],"state":"s.json"}"#
    );
}

#[test]
fn wrong_words_are_told_and_change_nothing() {
    let folder = waiting(DESK);
    let before = std::fs::read(folder.path().join("s.json")).unwrap();
    for (args, told) in [
        (&["resume", "s.json"][..], "error: nothing was decided"),
        (&["resume", "s.json", "--allow", "call_9"], "error: no call `call_9` waits; there are: `call_1`"),
        (
            &["resume", "s.json", "--answer", "call_1", "1"],
            "error: the call `call_1` of `Files::delete` waits for a decision: use `--allow` or `--deny`",
        ),
        (&["resume", "main.conc", "--allow", "call_1"], "error: `main.conc` holds no program that waits"),
        (&["run", "main.conc", "--state", "s.json"], "error: `s.json` is there already; a program may wait in it"),
    ] {
        let output = step(folder.path(), args);
        assert!(output.starts_with("exit 2\n") && output.contains(told), "{args:?}: {output}");
        assert_eq!(std::fs::read(folder.path().join("s.json")).unwrap(), before, "{args:?}");
    }
}

#[test]
fn an_answer_that_does_not_fit_can_be_given_again() {
    let folder = waiting(DESK);
    step(folder.path(), &["resume", "s.json", "--deny", "call_1", "no"]);
    let wrong = step(folder.path(), &["resume", "s.json", "--answer", "call_1", "5"]);
    assert!(wrong.starts_with("exit 2\n") && wrong.contains("5 is not of type \"string\""), "{wrong}");
    let right = step(folder.path(), &["resume", "s.json", "--answer", "call_1", "\"blue\""]);
    assert!(right.starts_with("exit 0\n") && right.contains("done: People::colour gave blue."), "{right}");
}

#[test]
fn a_changed_program_does_not_go_on() {
    for (was, is) in [
        // What the tool does.
        ("\"deleted ${name}\"", "\"removed ${name}\""),
        // What models are told of it.
        ("Delete a file", "Delete any file"),
        // What it takes.
        (
            "name: String) -> String {\n        self",
            "name: String, @param(\"how\") how: String = \"\") -> String {\n        self",
        ),
        // Whether somebody has to approve it.
        ("@approve @describe", "@approve(|call| true) @describe"),
    ] {
        let folder = waiting(DESK);
        std::fs::write(folder.path().join("main.conc"), DESK.replacen(was, is, 1)).unwrap();
        let told = step(folder.path(), &["resume", "s.json", "--allow", "call_1"]);
        assert!(told.starts_with("exit 2\n") && told.contains("this is the state of another program"), "{was}: {told}");
        assert!(!told.contains("deleting"), "{was}: {told}");
        // Nothing is lost: the program as it was goes on.
        std::fs::write(folder.path().join("main.conc"), DESK).unwrap();
        let told = step(folder.path(), &["resume", "s.json", "--allow", "call_1"]);
        assert!(told.contains("deleting b.txt, number 1"), "{was}: {told}");
    }
}

#[test]
fn a_state_that_was_changed_is_refused() {
    let folder = waiting(DESK);
    let path = folder.path().join("s.json");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut state: serde_json::Value = serde_json::from_str(&text).unwrap();
    let call = state["waits"][0]["calls"][0].clone();
    for (key, value) in [("arguments", serde_json::json!({ "name": "other.txt" })), ("tool", "Files::list".into())] {
        state["waits"][0]["calls"][0][key] = value;
        std::fs::write(&path, state.to_string()).unwrap();
        let told = step(folder.path(), &["resume", "s.json", "--allow", "call_1"]);
        assert!(told.starts_with("exit 2\n") && told.contains("the calls in the state were changed"), "{key}: {told}");
        state["waits"][0]["calls"][0] = call.clone();
    }
    for cut in [0, 10, text.len() / 2, text.len() - 3] {
        std::fs::write(&path, &text[..cut]).unwrap();
        let told = step(folder.path(), &["resume", "s.json", "--allow", "call_1"]);
        assert!(told.starts_with("exit 2\n") && !told.contains("deleting"), "{cut}: {told}");
    }
}

#[test]
fn one_process_at_a_time_works_with_a_state() {
    let folder = waiting(DESK);
    let path = folder.path().join("s.json");
    let lock = concerto_runtime::state::Lock::take(&path).unwrap();
    let told = step(folder.path(), &["resume", "s.json", "--allow", "call_1"]);
    assert!(told.starts_with("exit 2\n") && told.contains("another process works with it"), "{told}");
    drop(lock);
    let told = step(folder.path(), &["resume", "s.json", "--allow", "call_1"]);
    assert!(told.contains("deleting b.txt, number 1"), "{told}");
}

#[test]
fn several_executions_wait_together_and_go_on_one_by_one() {
    let source = r#"
tool Files {
    @approve @describe("Delete a file")
    pub fn delete(@param("its name") name: String) -> String { print("deleting ${name}"); name }
}
agent First { provider: simulated, tools: [Files] }
agent Second { provider: simulated, tools: [Files] }

fn ask(agent: AgentBuilder<Response>, name: String) -> String {
    match agent.run("Delete '${name}'.") {
        Ok(Outcome::Done(answer)) => answer.text,
        _ => "no answer",
    }
}

fn nap() -> String {
    sleep(200ms);
    "slept"
}

print(await (ask(First, "a"), ask(Second, "b"), nap()));
"#;
    let folder = waiting(source);
    let told = step(folder.path(), &["resume", "s.json", "--allow", "call_1"]);
    assert!(told.contains("several calls `call_1` wait: say one of `First/call_1`"), "{told}");
    let told = step(folder.path(), &["resume", "s.json", "--allow", "First/call_1"]);
    assert!(told.starts_with("exit 3\n--- stdout\ndeleting a\n--- stderr\n"), "{told}");
    let told = step(folder.path(), &["resume", "s.json", "--deny", "call_1", "no"]);
    let end = "exit 0\n--- stdout\n(\"Files::delete gave a.\", \"Files::delete failed: no.\", \"slept\")\n";
    assert!(told.starts_with(end), "{told}");
}

#[test]
fn compiled_programs_and_ones_with_dynamic_tools_go_on_too() {
    let source = r#"
schema Name { name: String }
let place = "the archive";
let delete = Tool::typed<Name>("delete", "Delete a file", |it| { print("deleting ${it.name} from ${place}"); it.name });
agent Janitor { provider: simulated }
match Janitor.with_tools([delete.annotate(approve: |_| true)]).run("Delete 'b.txt'.")? {
    Outcome::Done(answer) => print(answer.text),
    _ => print("it waits"),
}
"#;
    let folder = folder(&[("main.conc", source)]);
    assert!(step(folder.path(), &["build", "main.conc"]).starts_with("exit 0"));
    let told = step(folder.path(), &["run", "main.conc-ir", "--state", "s.json"]);
    assert!(told.starts_with("exit 3\n"), "{told}");
    std::fs::remove_file(folder.path().join("main.conc")).unwrap();
    let told = step(folder.path(), &["resume", "s.json", "--allow", "call_1"]);
    assert!(told.starts_with("exit 0\n--- stdout\ndeleting b.txt from the archive\ndelete gave b.txt.\n"), "{told}");
}
