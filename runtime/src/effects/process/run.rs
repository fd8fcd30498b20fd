//! `process.run`: another program from its start to its end. It goes on beside everything else; who stops waiting for it
//! ends it, and those that it started.

use std::io::{Error, ErrorKind};
use std::process::Stdio;
use std::time::Duration;

use concerto_vm::{Reply, Value};
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, Command};
use tokio::task::JoinSet;

use super::super::Answer;
use crate::value::{error, object, result};
use crate::world::World;

/// What is run, and within which limits.
struct Plan {
    program: String,
    command: Command,
    input: Vec<u8>,
    dir: Option<String>,
    timeout: Option<Duration>,
    bytes_max: usize,
}

/// Why there is no output.
enum Failure {
    /// The program could not be started.
    Start(Error),
    /// It could not be listened to.
    Broken(Error),
    /// It said more than is wanted.
    TooLarge,
}

pub(in super::super) fn run(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let plan = plan(world, args)?;
    Some(Answer::Later(Box::pin(finished(plan))))
}

fn plan(world: &World, args: Vec<Value>) -> Option<Plan> {
    let [
        Value::String(program),
        Value::Array(given),
        Value::Bytes(input),
        Value::Object(env),
        dir,
        timeout,
        Value::Int(max),
    ] = <[Value; 7]>::try_from(args).ok()?
    else {
        return None;
    };
    let text = |value: Value| if let Value::String(text) = value { Some(text) } else { None };
    let mut command = Command::new(&program);
    command.args(given.into_iter().map(text).collect::<Option<Vec<String>>>()?);
    for (name, value) in env {
        command.env(name, text(value)?);
    }
    let dir = text(dir);
    if let Some(dir) = &dir {
        command.current_dir(dir);
    }
    let stdin = if input.is_empty() { Stdio::null() } else { Stdio::piped() };
    command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0).kill_on_drop(true);
    let timeout = if let Value::Int(ms) = timeout { Some(Duration::from_millis(ms.max(0) as u64)) } else { None };
    let bytes_max = usize::try_from(max).unwrap_or(0).min(world.bytes_max);
    Some(Plan { program, command, input, dir, timeout, bytes_max })
}

async fn finished(plan: Plan) -> Reply {
    let Plan { program, command, input, dir, timeout, bytes_max } = plan;
    let ended = ended(command, input, bytes_max);
    let ended = match timeout {
        Some(limit) => match tokio::time::timeout(limit, ended).await {
            Ok(ended) => ended,
            Err(_) => {
                let message = format!("`{program}` was ended after {} s", limit.as_secs_f64());
                return result(Err(error(message, "timeout")));
            }
        },
        None => ended.await,
    };
    result(ended.map_err(|it| told(&program, dir.as_deref(), bytes_max, it)))
}

fn told(program: &str, dir: Option<&str>, bytes_max: usize, failure: Failure) -> Value {
    match failure {
        Failure::TooLarge => error(format!("`{program}` said more than {bytes_max} bytes, and was ended"), "too_large"),
        Failure::Broken(problem) => error(format!("`{program}` cannot be listened to: {problem}"), "error"),
        Failure::Start(problem) => {
            let no_dir = dir.filter(|it| !std::path::Path::new(it).is_dir());
            let (reason, kind) = match (problem.kind(), no_dir) {
                (_, Some(dir)) => (format!("there is no folder `{dir}`"), "not_found"),
                (ErrorKind::NotFound, _) => ("there is no such program".to_owned(), "not_found"),
                (ErrorKind::PermissionDenied, _) => ("it is not allowed".to_owned(), "denied"),
                (ErrorKind::InvalidInput, _) => (problem.to_string(), "invalid"),
                _ => (problem.to_string(), "error"),
            };
            error(format!("`{program}` cannot be started: {reason}"), kind)
        }
    }
}

/// A program that runs, with those that it starts: they end where nobody waits for them any more.
struct Group(Option<Pid>);

impl Drop for Group {
    fn drop(&mut self) {
        if let Some(group) = self.0 {
            // It may have ended by itself.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

/// What a stream of the program was.
enum Piped {
    Fed,
    Out(Vec<u8>),
    Err(Vec<u8>),
}

async fn ended(mut command: Command, input: Vec<u8>, bytes_max: usize) -> Result<Value, Failure> {
    let mut child = command.spawn().map_err(Failure::Start)?;
    let mut group = Group(child.id().and_then(|it| Pid::from_raw(it as i32)));
    let mut pipes = pipes(&mut child, input, bytes_max);
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    while let Some(done) = pipes.join_next().await {
        match done.map_err(|it| Failure::Broken(Error::other(it)))?? {
            Piped::Fed => {}
            Piped::Out(bytes) => stdout = bytes,
            Piped::Err(bytes) => stderr = bytes,
        }
    }
    let status = child.wait().await.map_err(Failure::Broken)?;
    group.0 = None;
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    let status = status.code().unwrap_or_else(|| 128 + signal.unwrap_or(0));
    Ok(object([
        ("status", Value::Int(status.into())),
        ("stdout", Value::Bytes(stdout)),
        ("stderr", Value::Bytes(stderr)),
    ]))
}

/// All streams at the same time: a program that waits for one while nobody looks at another would wait for ever.
fn pipes(child: &mut Child, input: Vec<u8>, bytes_max: usize) -> JoinSet<Result<Piped, Failure>> {
    let mut pipes = JoinSet::new();
    if let Some(mut stdin) = child.stdin.take() {
        pipes.spawn(async move {
            // A program may end without having read all of it.
            let _ = stdin.write_all(&input).await;
            Ok(Piped::Fed)
        });
    }
    if let Some(stdout) = child.stdout.take() {
        pipes.spawn(async move { read(stdout, bytes_max).await.map(Piped::Out) });
    }
    if let Some(stderr) = child.stderr.take() {
        pipes.spawn(async move { read(stderr, bytes_max).await.map(Piped::Err) });
    }
    pipes
}

async fn read(from: impl AsyncRead + Unpin, bytes_max: usize) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let mut limited = from.take(bytes_max as u64 + 1);
    limited.read_to_end(&mut bytes).await.map_err(Failure::Broken)?;
    if bytes.len() > bytes_max { Err(Failure::TooLarge) } else { Ok(bytes) }
}
