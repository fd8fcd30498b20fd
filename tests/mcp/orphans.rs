//! Nothing of a server is left when the program has ended, however it ended.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use super::{Project, project};

/// A program that waits for a server which has started a process of its own.
fn waiting(folder: &str) -> Project {
    let program = "mcp peer;\nprint(peer.call({:}, name: \"wait\"));\n";
    project(&["grandchild", folder], "timeout = \"60s\"", program)
}

fn number(file: &Path) -> u32 {
    let start = Instant::now();
    loop {
        if let Some(number) = std::fs::read_to_string(file).ok().and_then(|it| it.parse().ok()) {
            return number;
        }
        assert!(start.elapsed() < Duration::from_secs(20), "the server did not start");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn is_alive(process: u32) -> bool {
    // One that has ended and was not waited for yet is as good as gone.
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    !status.is_empty() && !status.contains("State:\tZ")
}

fn must_end(process: u32) {
    let start = Instant::now();
    while is_alive(process) {
        assert!(start.elapsed() < Duration::from_secs(10), "{process} is left");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn ended_by(signal: &str) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("number");
    let project = waiting(file.to_str().unwrap());
    let mut child = project.command(&["run"]).spawn().unwrap();
    let grandchild = number(&file);
    assert!(is_alive(grandchild));
    std::thread::sleep(Duration::from_millis(100));
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let status = child.wait().unwrap();
    if signal == "-INT" {
        assert_eq!(status.code(), Some(130));
    }
    must_end(grandchild);
}

#[test]
fn ctrl_c_ends_servers() {
    ended_by("-INT");
}

#[test]
#[cfg(target_os = "linux")]
fn a_program_that_is_killed_leaves_no_server() {
    ended_by("-KILL");
}

#[test]
fn a_program_that_ends_ends_its_servers() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("number");
    let program = "mcp peer;\nprint(peer.call({ \"text\": \"x\" }, name: \"echo\"));\n";
    let project = project(&["grandchild", file.to_str().unwrap()], "", program);
    project.run(&[]).good();
    must_end(number(&file));
}
