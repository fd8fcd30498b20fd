//! `concerto resume`: goes on with a program that waits for decisions and answers.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use concerto_runtime::state::{Lock, State, WaitingCall};
use serde_json::{Value, json};

use crate::args::ResumeArgs;
use crate::compile::{compile, failed};
use crate::output::{self, Report};
use crate::run::{self, Show};

pub(crate) fn run(args: &ResumeArgs) -> ExitCode {
    match try_run(args) {
        Ok(code) | Err(code) => code,
    }
}

fn try_run(args: &ResumeArgs) -> Result<ExitCode, ExitCode> {
    let show = Show { json: args.json, quiet: args.quiet, trace: args.trace.as_deref() };
    let _lock = Lock::take(&args.file).map_err(|it| failed(&it))?;
    let mut state = State::read(&args.file).map_err(|it| failed(&it))?;
    decide(&mut state, args).map_err(|it| failed(&it))?;
    if !state.is_decided() {
        let waiting = waiting(&state.calls(), Help::Resume(&args.file), show.report());
        output::stderr(&waiting);
        return Err(failed("nothing was decided"));
    }
    let file = std::path::absolute(&args.file).map_err(|it| failed(&it.to_string()))?;
    let trace = args.trace.as_ref().map(std::path::absolute).transpose().map_err(|it| failed(&it.to_string()))?;
    let show = Show { trace: trace.as_deref(), ..show };
    let (program, program_args) = program(&state).map_err(|it| failed(&it))?;
    let compiled = compile(program.as_deref(), show.report())?;
    let (driver, verified) = run::driver(compiled, &show, &args.limits, false)?;
    let driver = driver.args(program_args).keep(file, state.about().clone());
    let outcome = driver.resume(state).map_err(|problem| {
        let shown = args.file.display();
        failed(&format!(
            "the program cannot go on from `{shown}`: {problem}\n  Help: it has to be as it was when it was run"
        ))
    })?;
    Ok(run::ended(outcome, &verified, show.report(), Some(&args.file)))
}

/// Puts what the user decided into a state.
fn decide(state: &mut State, args: &ResumeArgs) -> Result<(), String> {
    let denied = args.deny.chunks_exact(2).filter_map(|it| it.first());
    let answered = args.answer.chunks_exact(2).filter_map(|it| it.first());
    let mut meant = Vec::new();
    for id in args.allow.iter().chain(denied).chain(answered) {
        let reference = state.reference(id)?;
        if meant.contains(&reference) {
            return Err(format!("`{id}` is decided on twice"));
        }
        meant.push(reference);
    }
    for id in &args.allow {
        state.allow(id)?;
    }
    for pair in args.deny.chunks_exact(2) {
        state.deny(&pair[0], &pair[1])?;
    }
    for pair in args.answer.chunks_exact(2) {
        let json = serde_json::from_str(&pair[1]);
        let json = json.map_err(|it| format!("the answer to `{}` is no JSON: {it}; a text has quotes", pair[0]))?;
        state.answer(&pair[0], json)?;
    }
    Ok(())
}

/// The program of a state, and its arguments. From here on we are in the folder that it was run in, where its paths begin.
fn program(state: &State) -> Result<(Option<PathBuf>, Vec<String>), String> {
    let about = state.about();
    let folder = about["folder"].as_str().ok_or("the state does not say what program it is of")?;
    std::env::set_current_dir(folder)
        .map_err(|problem| format!("the folder `{folder}` cannot be entered: {problem}"))?;
    let args = about["args"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
    Ok((about["program"].as_str().map(PathBuf::from), args))
}

/// How a program that waits can go on.
#[derive(Clone, Copy)]
pub(crate) enum Help<'a> {
    /// From this file.
    Resume(&'a Path),
    /// If it had been told where to write itself to.
    Keep,
    /// Not at all: it waits inside of a tool.
    Within,
}

/// What a program waits for, and how it goes on.
pub(crate) fn waiting(calls: &[WaitingCall], help: Help<'_>, report: Report) -> String {
    if report != Report::Text {
        let calls = calls.iter().map(|it| {
            let kind = if it.wants_answer { "input" } else { "approval" };
            json!({
                "agent": it.agent, "id": it.id, "reference": it.reference, "tool": it.tool, "arguments": it.arguments,
                "kind": kind,
            })
        });
        let file = if let Help::Resume(file) = help { Some(file) } else { None };
        return format!("{}\n", json!({ "waiting": calls.collect::<Vec<_>>(), "state": file }));
    }
    let mut text = "the program waits:\n".to_owned();
    for call in calls {
        let what = if call.wants_answer { "an answer to" } else { "a decision on" };
        let arguments = shown(&call.arguments);
        text += &format!("  {}: {what} {} {arguments}, which {} called\n", call.reference, call.tool, call.agent);
    }
    text + &match (calls.first(), help) {
        (_, Help::Within) => "  Help: what waits inside of a tool cannot go on in another process\n".to_owned(),
        (Some(call), Help::Resume(file)) => {
            format!("  Help: `concerto resume {} {}` goes on\n", file.display(), flags(calls, call).join(" "))
        }
        _ => "  Help: with `--state FILE` it can go on in another process\n".to_owned(),
    }
}

/// What an execution with this call goes on with: a decision on each of its calls that wait for one, or else an answer.
fn flags(calls: &[WaitingCall], first: &WaitingCall) -> Vec<String> {
    let decisions = calls.iter().filter(|it| it.is_beside(first) && !it.wants_answer);
    let decisions: Vec<String> = decisions.map(|it| format!("--allow {}", it.reference)).collect();
    if decisions.is_empty() { vec![format!("--answer {} JSON", first.reference)] } else { decisions }
}

/// JSON in one line that a terminal does not take for commands.
pub(crate) fn shown(json: &Value) -> String {
    let is_hidden = |it: char| {
        it.is_control() || matches!(it, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    json.to_string().chars().map(|it| if is_hidden(it) { '\u{fffd}' } else { it }).collect()
}
