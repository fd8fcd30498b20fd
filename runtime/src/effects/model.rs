//! `agent.*` and `model.*`: executions of agents, and what their models answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use concerto_vm::{Reply, Value};

use super::{Answer, now};
use crate::model::{Asked, Models};
use crate::operator::{Decision, Question};
use crate::value::{Fields, object, result, to_json};
use crate::world::World;

/// Asks a model; the reply is a `Result<ModelTurn, AgentError>`.
pub(super) fn call(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let (models, asked) = asked(world, args)?;
    Some(Answer::Later(Box::pin(async move { result(models.call(asked).await) })))
}

/// Begins to ask; the reply is the number of the answer.
pub(super) fn open(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let (models, asked) = asked(world, args)?;
    Some(Answer::Later(Box::pin(async move { Reply::Value(number(models.open(asked))) })))
}

pub(super) fn next(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let (models, id) = (Arc::clone(&world.models), id(&args)?);
    Some(Answer::Later(Box::pin(async move { Reply::Value(models.next(id).await) })))
}

/// Closes an answer when nobody waits for it any more.
struct Held(Arc<Models>, u64);

impl Drop for Held {
    fn drop(&mut self) {
        self.0.close(self.1);
    }
}

pub(super) fn hold(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let held = Held(Arc::clone(&world.models), id(&args)?);
    Some(Answer::Later(Box::pin(async move {
        let _held = held;
        std::future::pending().await
    })))
}

fn asked(world: &World, args: Vec<Value>) -> Option<(Arc<Models>, Asked)> {
    let [request] = <[Value; 1]>::try_from(args).ok()?;
    Some((Arc::clone(&world.models), Asked::read(request, world.emits.is_some())?))
}

pub(super) fn id(args: &[Value]) -> Option<u64> {
    match args.first()? {
        Value::Int(id) => u64::try_from(*id).ok(),
        _ => None,
    }
}

pub(super) fn number(number: u64) -> Value {
    Value::Int(i64::try_from(number).unwrap_or(i64::MAX))
}

/// An execution begins: its number, whether somebody looks at it, and the time.
pub(super) fn begin(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [Value::String(agent)] = <[Value; 1]>::try_from(args).ok()? else { return None };
    let run = world.models.number();
    let watch = world.models.watch();
    if let Some(watch) = watch {
        watch.event(&serde_json::json!({ "event": "begin", "agent": agent, "run": run }));
    }
    let observed = Value::Bool(watch.is_some());
    Some(now(object([("run", number(run)), ("observed", observed), ("now_ms", time(world))])))
}

/// An execution has ended.
pub(super) fn end(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [Value::Int(run), Value::String(problem)] = <[Value; 2]>::try_from(args).ok()? else { return None };
    world.held.remove(&run);
    tell_end(world, run, problem);
    Some(now(Value::Null))
}

fn tell_end(world: &World, run: i64, problem: String) {
    if let Some(watch) = world.models.watch() {
        let mut event = serde_json::json!({ "event": "end", "run": run });
        if !problem.is_empty() {
            event["problem"] = problem.into();
        }
        watch.event(&event);
    }
}

/// An execution is under way.
pub(super) fn hold_run(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [Value::Int(run)] = <[Value; 1]>::try_from(args).ok()? else { return None };
    world.held.insert(run);
    Some(Answer::Hold(run))
}

/// Nobody waits for an execution any more: where it has not ended by itself, it was cancelled.
pub(crate) fn let_go(world: &mut World, run: i64) {
    if world.held.remove(&run) {
        tell_end(world, run, "the execution was cancelled".to_owned());
    }
}

/// The time.
pub(super) fn current(world: &mut World, _: Vec<Value>) -> Option<Answer> {
    Some(now(time(world)))
}

/// Milliseconds on a clock that only goes forward.
fn time(world: &World) -> Value {
    let gone = world.clock.now().saturating_duration_since(world.start);
    number(u64::try_from(gone.as_millis()).unwrap_or(u64::MAX))
}

/// Something happened in an execution.
pub(super) fn note(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [Value::Int(run), event] = <[Value; 2]>::try_from(args).ok()? else { return None };
    if let (Some(watch), Some(told)) = (world.models.watch(), told(run, event)) {
        watch.event(&told);
    }
    Some(now(Value::Null))
}

/// An event as it is shown; pieces of texts are not.
fn told(run: i64, event: Value) -> Option<serde_json::Value> {
    let mut fields = Fields::of(event)?;
    let name = fields.text("type")?;
    let mut value = || fields.take("value").and_then(Fields::of);
    let json = |it: Option<Value>| it.map(to_json).unwrap_or_default();
    Some(match name.as_str() {
        "Turn" => serde_json::json!({ "event": "turn", "run": run, "turn": json(fields.take("value")) }),
        "ToolStart" | "ApprovalRequested" => {
            let event = if name == "ToolStart" { "tool_start" } else { "approval_requested" };
            let mut call = value()?;
            serde_json::json!({
                "event": event, "run": run, "id": call.text("id"), "tool": call.text("tool"),
                "arguments": json(call.take("arguments")),
            })
        }
        "ToolEnd" => {
            let mut it = value()?;
            let mut event = serde_json::json!({
                "event": "tool_end", "run": run, "id": it.text("call_id"), "tool": it.text("tool"),
            });
            match it.text("type").as_deref() {
                Some("Ok") => event["value"] = json(it.take("value")),
                _ => {
                    event["kind"] = it.text("kind").into();
                    event["reason"] = it.text("reason").into();
                }
            }
            event
        }
        "Progress" => serde_json::json!({
            "event": "progress", "run": run, "id": fields.text("id"), "value": json(fields.take("value")),
        }),
        _ => return None,
    })
}

/// Asks whoever sits at the terminal. Where nobody does, somebody decides later, or the call is denied.
pub(super) fn approve(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [Value::String(agent), call] = <[Value; 2]>::try_from(args).ok()? else { return None };
    let mut call = Fields::of(call)?;
    let (tool, arguments) = (call.text("tool")?, call.take("arguments").map(to_json).unwrap_or_default());
    let Some(operator) = world.operator.clone() else {
        return Some(now(Value::String("Suspend".to_owned())));
    };
    let wanted = Wanted(Arc::new(AtomicBool::new(true)));
    let is_wanted = Arc::clone(&wanted.0);
    let decide = move || {
        let question = Question { agent: &agent, tool: &tool, arguments: &arguments };
        operator.decide(&question, &|| is_wanted.load(Ordering::Relaxed))
    };
    Some(Answer::Later(Box::pin(async move {
        let _wanted = wanted;
        let decision = tokio::task::spawn_blocking(decide).await;
        Reply::Value(match decision.unwrap_or(Decision::Suspend) {
            Decision::Allow => Value::String("Allow".to_owned()),
            Decision::Suspend => Value::String("Suspend".to_owned()),
            Decision::Deny(reason) => {
                object([("type", Value::String("Deny".to_owned())), ("value", Value::String(reason))])
            }
        })
    })))
}

/// A decision that somebody waits for; not any more when this is dropped.
struct Wanted(Arc<AtomicBool>);

impl Drop for Wanted {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}
