//! A session at a terminal.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::Command;

use crate::cli::folder;
use crate::suspended::terminal::terminal;

/// What Ctrl-C does while a program runs.
const INTERRUPT: &str = "interrupt";

/// A session at a terminal where somebody types something whenever something else was shown: what the terminal showed.
fn typing(folder: &Path, steps: &[(&str, &str)]) -> String {
    let (mut controller, name) = terminal();
    let end = || OwnedFd::from(File::options().read(true).write(true).open(&name).unwrap());
    let mut command = Command::new(env!("CARGO_BIN_EXE_concerto"));
    command.arg("repl").current_dir(folder).env_clear().env("TERM", "xterm").env("NO_COLOR", "1");
    command.env("XDG_STATE_HOME", folder).stdin(end()).stdout(end()).stderr(end());
    let mut child = command.spawn().unwrap();
    let id = rustix::process::Pid::from_child(&child);
    drop(command);
    let mut shown = String::new();
    let mut from = 0;
    let mut piece = [0; 4096];
    let mut steps = steps.iter();
    let mut next = steps.next();
    // At the end of a terminal there is an error.
    while let Ok(count @ 1..) = controller.read(&mut piece) {
        shown += &String::from_utf8_lossy(&piece[..count]);
        while let Some((wanted, text)) = next
            && let Some(at) = shown[from..].find(wanted)
        {
            from += at + wanted.len();
            match *text {
                INTERRUPT => rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap(),
                text => controller.write_all(text.as_bytes()).unwrap(),
            }
            next = steps.next();
        }
    }
    assert!(next.is_none(), "{next:?} never came:\n{shown}");
    assert!(child.wait().unwrap().success());
    shown
}

#[test]
fn lines_go_on_and_ctrl_c_leaves_them_and_ctrl_d_ends() {
    let folder = folder(&[]);
    let steps = [
        ("> ", "let xs = [1,\r"),
        ("[1,", "2]\r"),
        ("> ", "fn f( {\x03"),
        ("> ", "xs.le\t()\r"),
        ("\n2", ""),
        ("> ", "\x04"),
    ];
    let shown = typing(folder.path(), &steps);
    assert!(!shown.contains("error"), "{shown}");
    let history = std::fs::read_to_string(folder.path().join("concerto/history")).unwrap();
    assert!(history.contains("xs.len()"), "{history}");
}

#[test]
fn ctrl_c_stops_what_runs_and_the_session_goes_on() {
    let folder = folder(&[]);
    let steps = [
        ("> ", "let x = 6\r"),
        ("> ", "print(\"on\" + \"e\"); loop { }\r"),
        ("\none", INTERRUPT),
        ("note: interrupted", ""),
        ("> ", "print(\"tw\" + \"o\"); sleep(1h)\r"),
        ("\ntwo", INTERRUPT),
        ("note: interrupted", ""),
        ("> ", "x * 7\r"),
        ("\n42", ""),
        ("> ", "\x04"),
    ];
    typing(folder.path(), &steps);
}
