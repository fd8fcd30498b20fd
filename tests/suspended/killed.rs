//! A process that is killed while an approval is pending, or while approved calls run: nothing approved runs twice, nothing
//! unapproved runs, and it can always go on.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::cli::folder;

/// Two approved writes in one turn, one after another turn, and reads that need no approval. Every line that a tool writes
/// stands for one time that it ran.
const PROGRAM: &str = r#"
use std::fs;

tool Journal {
    @approve @describe("Write a line to the journal")
    pub fn write(@param("the line") line: String) -> Result<String, Error> {
        sleep(3ms);
        fs::append_file("journal.txt", "${line}\n")?;
        sleep(3ms);
        Ok("wrote ${line}")
    }
}

agent Clerk { provider: clerk, tools: [Journal] }

match Clerk.run("Go.")? {
    Outcome::Done(answer) => {
        fs::write_file("done.txt", answer.text)?;
        print("done");
    }
    _ => print("it waits"),
}
"#;

const MANIFEST: &str = r#"
[project]
name = "clerk"
version = "0.1.0"
entry = "main.conc"

[connections.clerk]
provider = "simulated"
script = "script.json"
"#;

const SCRIPT: &str = r#"[
    { "tool_calls": [
        { "id": "one", "tool": "Journal::write", "arguments": { "line": "one" } },
        { "id": "two", "tool": "Journal::write", "arguments": { "line": "two" } },
        { "id": "no", "tool": "Journal::write", "arguments": { "line": "no" } }
    ] },
    { "tool_calls": [{ "id": "three", "tool": "Journal::write", "arguments": { "line": "three" } }] },
    { "text": "All is written." }
]"#;

/// How many times the whole story is told.
const STORIES: u64 = 12;

/// Numbers that look random, the same for each seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, max: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % max
    }
}

/// Starts the command, and kills it after some time unless it has ended: its exit code, if it ended.
fn start(folder: &Path, args: &[&str], kill_after: Option<Duration>) -> Option<i32> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_concerto"));
    command.args(args).current_dir(folder).env_clear().stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the command starts");
    if let Some(time) = kill_after {
        std::thread::sleep(time);
        // One that has ended already cannot be killed.
        let _ = child.kill();
    }
    child.wait().expect("it ends").code()
}

fn lines(folder: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(folder.join("journal.txt")).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// Runs to the end through kills. How many there were.
fn tell(folder: &Path, dice: &mut Dice) -> u64 {
    let mut kills = 0;
    for attempt in 0.. {
        assert!(attempt < 200, "it does not come to an end");
        let limit = (attempt < 40).then(|| Duration::from_micros(dice.below(60_000)));
        let state = std::fs::read_to_string(folder.join("s.json"));
        let code = match &state {
            Err(_) => {
                assert_eq!(lines(folder), Vec::<String>::new(), "something ran that nobody approved");
                start(folder, &["run", "--state", "s.json"], limit)
            }
            Ok(text) => {
                serde_json::from_str::<serde_json::Value>(text).expect("a state is whole");
                let first = ["resume", "s.json", "--allow", "one", "--allow", "two", "--deny", "no", "not this"];
                let second = ["resume", "s.json", "--allow", "three"];
                let is_first = text.contains("\"id\":\"one\"");
                start(folder, if is_first { &first } else { &second }, limit)
            }
        };
        match code {
            Some(0) => break,
            Some(3) => {}
            None => kills += 1,
            Some(code) => panic!("it ended with {code} in {state:?}"),
        }
        let ran = lines(folder);
        for line in ["one", "two", "three"] {
            assert!(ran.iter().filter(|it| *it == line).count() <= 1, "`{line}` ran twice: {ran:?}");
        }
        assert!(!ran.contains(&"no".to_owned()), "a denied call ran: {ran:?}");
        // A program that was killed after its end, and before it could say so, is done.
        if folder.join("done.txt").exists() && !folder.join("s.json").exists() {
            break;
        }
    }
    kills
}

#[test]
fn whenever_a_process_is_killed_what_was_approved_runs_at_most_once() {
    let (mut kills, mut whole) = (0, 0);
    for seed in 0..STORIES {
        let folder = folder(&[("Concerto.toml", MANIFEST), ("main.conc", PROGRAM), ("script.json", SCRIPT)]);
        kills += tell(folder.path(), &mut Dice(seed + 1));
        whole += u64::from(lines(folder.path()).len() == 3);
        assert_eq!(std::fs::read_to_string(folder.path().join("done.txt")).unwrap(), "All is written.", "seed {seed}");
    }
    assert!(kills > STORIES, "only {kills} kills: nothing was tested");
    assert!(whole > 0, "no story came to all of its lines");
}

#[test]
fn without_a_kill_every_approved_call_runs() {
    let folder = folder(&[("Concerto.toml", MANIFEST), ("main.conc", PROGRAM), ("script.json", SCRIPT)]);
    assert_eq!(start(folder.path(), &["run", "--state", "s.json"], None), Some(3));
    let first = ["resume", "s.json", "--allow", "one", "--allow", "two", "--deny", "no", "not this"];
    assert_eq!(start(folder.path(), &first, None), Some(3));
    assert_eq!(start(folder.path(), &["resume", "s.json", "--allow", "three"], None), Some(0));
    let mut ran = lines(folder.path());
    ran.sort();
    assert_eq!(ran, ["one", "three", "two"]);
}
