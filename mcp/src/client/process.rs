//! Servers that are processes: started in a group of their own, listened to, and ended with everything that they started.

use std::collections::VecDeque;
use std::io;
use std::pin::Pin;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader, ReadBuf};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};

use crate::config::Process;
use crate::guard;
use crate::session::{Note, Notes, Problem};

/// How long a server has to end by itself when its input ends, and how long after it was asked to.
const PATIENCE: Duration = Duration::from_millis(1500);

/// A longer message is none that a server should send.
const MESSAGE_MAX_BYTES: usize = 64 << 20;

/// How many of the last lines of a server are told when it breaks off, and how long they may be.
const LAST_LINES: usize = 5;
const LINE_MAX: usize = 400;

/// A process that was started.
pub(super) struct Started {
    child: Child,
    group: Option<Pid>,
    /// How the group is ended at once: a guard is told to, and does it.
    last: Signal,
    /// Its last words.
    pub(super) words: Arc<Words>,
}

/// What a server said last, and what was wrong with what it said.
#[derive(Default)]
pub(super) struct Words {
    lines: Mutex<VecDeque<String>>,
    fault: Mutex<Option<String>>,
}

impl Words {
    fn add(&self, line: &str) {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == LAST_LINES {
            lines.pop_front();
        }
        lines.push_back(line.chars().take(LINE_MAX).collect());
    }

    /// A message with what is known besides.
    pub(super) fn told(&self, message: &str) -> String {
        let fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let said: Vec<&str> = lines.iter().map(|it| it.trim()).filter(|it| !it.is_empty()).collect();
        let message = fault.map_or_else(|| message.to_owned(), |it| format!("{message}: {it}"));
        match said.is_empty() {
            true => message,
            false => format!("{message}; it said: {}", said.join(" | ")),
        }
    }
}

/// Starts a server. What it says goes to the reader, what it logs to `notes`.
pub(super) fn start(process: &Process, notes: Notes) -> Result<(Started, Limited, ChildStdin), Problem> {
    let mut command = command(process)?;
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    #[cfg(unix)]
    command.process_group(0);
    let shown = process.command.first().map_or("", String::as_str);
    let mut child = command.spawn().map_err(|it| cannot_start(shown, &it))?;
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let (Some(stdin), Some(stdout), Some(stderr)) = (stdin, stdout, stderr) else {
        return Err(Problem::Connection("the process has no input and output".to_owned()));
    };
    let words = Arc::<Words>::default();
    tokio::spawn(listen(stderr, Arc::clone(&words), notes));
    let group = child.id().and_then(|it| i32::try_from(it).ok()).and_then(Pid::from_raw);
    let limited = Limited { stdout, bytes: 0, words: Arc::clone(&words) };
    let last = if process.guard.is_some() { Signal::TERM } else { Signal::KILL };
    Ok((Started { child, group, last, words }, limited, stdin))
}

fn command(process: &Process) -> Result<Command, Problem> {
    let Some((program, args)) = process.command.split_first() else {
        return Err(Problem::Connection("the command is empty".to_owned()));
    };
    let mut command = match &process.guard {
        Some(guard) => {
            find(program, process)?;
            let mut command = Command::new(guard);
            command.arg(guard::WORD).arg(std::process::id().to_string()).arg("--").arg(program);
            command
        }
        None => Command::new(program),
    };
    command.args(args).env_clear().envs(process.env.iter().map(|(name, value)| (name, value)));
    if let Some(folder) = &process.folder {
        command.current_dir(folder);
    }
    Ok(command)
}

/// Whether there is such a program, which the guard could not tell.
fn find(program: &str, process: &Process) -> Result<(), Problem> {
    let folder = process.folder.clone().unwrap_or_default();
    let own = process.env.iter().find(|(name, _)| name == "PATH").map(|(_, value)| value.into());
    let path = own.or_else(|| std::env::var_os("PATH")).unwrap_or_default();
    let is_there = match program.contains('/') {
        true => folder.join(program).is_file(),
        false => std::env::split_paths(&path).any(|it| folder.join(it).join(program).is_file()),
    };
    match is_there {
        true => Ok(()),
        false => Err(cannot_start(program, &io::Error::from(io::ErrorKind::NotFound))),
    }
}

fn cannot_start(program: &str, problem: &io::Error) -> Problem {
    Problem::Connection(match problem.kind() {
        io::ErrorKind::NotFound => format!("there is no program `{program}`"),
        io::ErrorKind::PermissionDenied => format!("`{program}` may not be run"),
        _ => format!("`{program}` cannot be started: {problem}"),
    })
}

/// Reads what a server logs, however much that is.
async fn listen(stderr: ChildStderr, words: Arc<Words>, notes: Notes) {
    let mut reader = BufReader::new(stderr);
    let mut line = Vec::new();
    loop {
        let Ok(more) = reader.fill_buf().await else { return };
        if more.is_empty() {
            break;
        }
        let end = more.iter().position(|it| *it == b'\n');
        let taken = end.map_or(more.len(), |it| it + 1);
        let room = LINE_MAX * 4 - line.len().min(LINE_MAX * 4);
        line.extend_from_slice(&more[..end.unwrap_or(more.len()).min(room)]);
        reader.consume(taken);
        if end.is_some() {
            tell(&mut line, &words, &notes);
        }
    }
    if !line.is_empty() {
        tell(&mut line, &words, &notes);
    }
}

fn tell(line: &mut Vec<u8>, words: &Words, notes: &Notes) {
    let text = String::from_utf8_lossy(line);
    words.add(&text);
    notes(Note::Line(text.trim_end_matches('\r')));
    line.clear();
}

impl Started {
    /// Waits until it has ended, its input being closed; ends it where it does not.
    pub(super) async fn end(&mut self) {
        for signal in [None, Some(Signal::TERM), Some(Signal::KILL)] {
            if let (Some(signal), Some(group)) = (signal, self.group) {
                let _ = kill_process_group(group, signal);
            }
            if tokio::time::timeout(PATIENCE, self.child.wait()).await.is_ok() {
                break;
            }
        }
        self.kill();
    }

    /// Ends whatever is left of it.
    fn kill(&mut self) {
        if let Some(group) = self.group.take() {
            let _ = kill_process_group(group, self.last);
        }
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The output of a process, as long as its messages have a sensible size.
pub(super) struct Limited {
    stdout: ChildStdout,
    bytes: usize,
    words: Arc<Words>,
}

impl AsyncRead for Limited {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        let read = Pin::new(&mut self.stdout).poll_read(context, into);
        let new = into.filled().get(before..).unwrap_or_default();
        self.bytes = match new.iter().rposition(|it| *it == b'\n') {
            Some(at) => new.len() - at - 1,
            None => self.bytes + new.len(),
        };
        if self.bytes > MESSAGE_MAX_BYTES {
            let fault = format!("it sent a message of more than {} MiB", MESSAGE_MAX_BYTES >> 20);
            *self.words.fault.lock().unwrap_or_else(PoisonError::into_inner) = Some(fault);
            return Poll::Ready(Err(io::Error::other("the message is too long")));
        }
        read
    }
}
