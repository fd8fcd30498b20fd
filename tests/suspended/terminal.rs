//! Whoever sits at a terminal is asked about calls that need approval.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::cli::folder;

const PROGRAM: &str = r#"
tool Files {
    @approve @describe("Delete a file")
    pub fn delete(@param("its name") name: String) -> String { print("deleting ${name}"); "deleted ${name}" }
}
agent Janitor { provider: simulated, tools: [Files] }
print(Janitor.execute("Delete 'b.txt'.")?.text);
"#;

/// A terminal: the end that somebody sits at, and the name of the other one.
pub(crate) fn terminal() -> (File, String) {
    let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&controller).unwrap();
    unlockpt(&controller).unwrap();
    let name = ptsname(&controller, Vec::new()).unwrap().into_string().unwrap();
    (File::from(controller), name)
}

/// Runs `main.conc` at a terminal of a kind where somebody types a text some milliseconds after another one was shown: what
/// it printed, and what the terminal showed.
fn typing(folder: &Path, kind: &str, steps: &[(&str, u64, &str)]) -> (String, String) {
    let (mut controller, name) = terminal();
    let end = || OwnedFd::from(File::options().read(true).write(true).open(&name).unwrap());
    let mut command = Command::new(env!("CARGO_BIN_EXE_concerto"));
    command.args(["run", "main.conc"]).current_dir(folder).env_clear().env("TERM", kind);
    let child = command.stdin(end()).stderr(end()).stdout(Stdio::piped()).spawn().unwrap();
    drop(command);
    let mut shown = String::new();
    let mut piece = [0; 4096];
    let mut steps = steps.iter();
    let mut next = steps.next();
    // At the end of a terminal there is an error.
    while let Ok(count @ 1..) = controller.read(&mut piece) {
        shown += &String::from_utf8_lossy(&piece[..count]);
        if let Some((_, pause_ms, text)) = next.filter(|it| shown.contains(it.0)) {
            std::thread::sleep(Duration::from_millis(*pause_ms));
            controller.write_all(text.as_bytes()).unwrap();
            next = steps.next();
        }
    }
    let output = child.wait_with_output().unwrap();
    (String::from_utf8_lossy(&output.stdout).into_owned(), shown)
}

/// Runs a program at a terminal where somebody types: what it printed, what the terminal showed, and the exit code.
fn at_terminal(folder: &Path, args: &[&str], typed: &str) -> (String, String, Option<i32>) {
    let (mut controller, name) = terminal();
    let terminal = || OwnedFd::from(File::options().read(true).write(true).open(&name).unwrap());
    let mut command = Command::new(env!("CARGO_BIN_EXE_concerto"));
    command.args(args).current_dir(folder).env_clear().env("TERM", "dumb");
    let child = command.stdin(terminal()).stderr(terminal()).stdout(Stdio::piped()).spawn().unwrap();
    drop(command);
    controller.write_all(typed.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let mut shown = Vec::new();
    // At the end of a terminal there is an error; what came before it is there.
    let _ = controller.read_to_end(&mut shown);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&shown), output.status.code())
}

#[test]
fn the_question_says_who_wants_to_call_what_with_what() {
    let folder = folder(&[("main.conc", PROGRAM)]);
    let (printed, shown, code) = at_terminal(folder.path(), &["run", "main.conc"], "y\n");
    assert!(shown.contains("Janitor wants to call Files::delete with {\"name\":\"b.txt\"}"), "{shown}");
    assert_eq!((printed.as_str(), code), ("deleting b.txt\nFiles::delete gave deleted b.txt.\n", Some(0)));
}

#[test]
fn a_no_is_told_to_the_model_with_its_reason() {
    let folder = folder(&[("main.conc", PROGRAM)]);
    let (printed, _, code) = at_terminal(folder.path(), &["run", "main.conc"], "what?\nno, not today\n");
    assert_eq!((printed.as_str(), code), ("Files::delete failed: not today.\n", Some(0)));
}

#[test]
fn a_later_waits_under_run_and_is_a_no_under_execute() {
    let folder =
        folder(&[("main.conc", PROGRAM), ("run.conc", &PROGRAM.replace("execute", "run").replace(".text", ""))]);
    let (printed, ..) = at_terminal(folder.path(), &["run", "main.conc"], "l\n");
    assert_eq!(printed, "Files::delete failed: nobody is there to approve the call.\n");
    let text = std::fs::read_to_string(folder.path().join("run.conc")).unwrap();
    let ends = text.replace("print(Janitor.run(\"Delete 'b.txt'.\")?);", "let _ = Janitor.run(\"Delete 'b.txt'.\")?;");
    std::fs::write(folder.path().join("run.conc"), ends).unwrap();
    let (printed, _, code) = at_terminal(folder.path(), &["run", "run.conc", "--state", "s.json"], "l\n");
    assert_eq!((printed.as_str(), code), ("", Some(3)));
}

#[test]
fn the_example_asks_before_it_deletes() {
    let folder = folder(&[("main.conc", include_str!("../../examples/approval.conc"))]);
    let (printed, ..) = at_terminal(folder.path(), &["run", "main.conc"], "y\n");
    assert_eq!(printed, "Files::delete gave deleted draft.txt.\nleft: [\"report.txt\"]\n");
    let (printed, ..) = at_terminal(folder.path(), &["run", "main.conc"], "n it is the only copy\n");
    assert_eq!(printed, "Files::delete failed: it is the only copy.\nleft: [\"draft.txt\", \"report.txt\"]\n");
}

#[test]
fn a_question_is_not_written_over() {
    let clock =
        "tool Clock { @describe(\"Look at the clock\") pub fn look() -> Int { sleep(100ms); 1 } }\nagent Janitor";
    let program = PROGRAM.replace("agent Janitor", clock).replace("tools: [Files]", "tools: [Files, Clock]");
    let program = program.replace("Delete 'b.txt'.", "Delete 'b.txt', look.");
    let folder = folder(&[("main.conc", &program)]);
    // The answer comes when the other tool of the turn has long been done.
    let (printed, shown) = typing(folder.path(), "xterm", &[("later: ", 400, "y\n")]);
    assert!(printed.contains("deleting b.txt"), "{printed}{shown}");
    let asked = shown.split_once("wants to call").unwrap().1;
    let (open, after) = asked.split_once("later: y").unwrap();
    assert!(!open.contains("tokens") && after.contains("tokens"), "{shown:?}");
}

#[test]
fn a_question_that_nobody_waits_for_makes_way_for_the_next() {
    let hurry = "print(Janitor.with_timeout(200ms).execute(\"Delete 'a.txt'.\").is_err());\nprint(Janitor.execute";
    let folder = folder(&[("main.conc", &PROGRAM.replace("print(Janitor.execute", hurry))]);
    let (printed, shown) = typing(folder.path(), "dumb", &[("{\"name\":\"b.txt\"}", 0, "y\n")]);
    assert!(shown.contains("nobody waits for the answer any more"), "{printed}{shown}");
    assert_eq!(printed, "true\ndeleting b.txt\nFiles::delete gave deleted b.txt.\n", "{shown}");
}

#[test]
fn with_json_nobody_is_asked() {
    let folder = folder(&[("main.conc", PROGRAM)]);
    let (printed, shown, _) = at_terminal(folder.path(), &["run", "main.conc", "--json"], "");
    assert!(!shown.contains("Allow it?"), "{shown}");
    assert_eq!(printed, "Files::delete failed: nobody is there to approve the call.\n");
}
