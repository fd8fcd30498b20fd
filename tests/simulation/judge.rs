//! Whether what happened is right: some rules are looked at alone, and the whole is compared with what has to happen.

use super::oracle::{Expected, expected};
use super::scenario::{Agent, Arguments, Kind};
use super::trace::Trace;

/// What is wrong with what happened to an agent.
pub(super) fn judge(agent: &Agent, trace: &Trace) -> Result<(), String> {
    let mut expected = expected(agent);
    let [(how, at_ms)] = &trace.ends[..] else { return Err(format!("it did not end once: {:?}", trace.ends)) };
    agree("nothing happens after the end", &trace.late, &Vec::new())?;
    every_call_has_one_result(trace)?;
    not_too_many_at_once(agent, trace)?;
    bodies_agree(agent, trace, &mut expected, how == "left")?;
    events_come_in_order(agent, trace)?;
    if how == "left" {
        // It may have been done when the reader, who was behind, left.
        let was_done = expected.how == "done" && trace.memory == Some((expected.messages.len(), true));
        return if was_done { Ok(()) } else { agree("the memory", &trace.memory, &Some((0, true))) };
    }
    agree("the end", &(how.as_str(), *at_ms), &(expected.how.as_str(), expected.at_ms))?;
    agree("the transcript", &trace.messages, &expected.messages)?;
    agree("what was waited for", &sorted(&trace.waits), &sorted(&expected.waits))?;
    if matches!(how.as_str(), "done" | "max_turns" | "truncated") {
        let results = expected.messages.iter().filter_map(|it| it.strip_prefix("tool ")).flat_map(|it| it.split(' '));
        agree("the results", &trace.kept, &results.map(str::to_owned).collect())?;
    }
    let is_history = !expected.messages.is_empty();
    agree("the history", &trace.history, &is_history.then_some((true, 0)))?;
    let remembered = if how == "done" { expected.messages.len() } else { 0 };
    agree("the memory", &trace.memory, &Some((remembered, true)))?;
    events_tell_the_results(agent, trace, &expected)
}

fn agree<T: PartialEq + std::fmt::Debug>(what: &str, found: &T, wanted: &T) -> Result<(), String> {
    match found == wanted {
        true => Ok(()),
        false => Err(format!("{what}:\n  found  {found:?}\n  wanted {wanted:?}")),
    }
}

fn sorted<T: Clone + Ord>(items: &[T]) -> Vec<T> {
    let mut items = items.to_vec();
    items.sort();
    items
}

/// After each turn with calls there is one message, with one result for each of them, in their order.
fn every_call_has_one_result(trace: &Trace) -> Result<(), String> {
    let mut open: Vec<&str> = Vec::new();
    for message in &trace.messages {
        let results = message.split(' ').filter_map(|it| it.strip_prefix("result:"));
        let answered: Vec<&str> = results.filter_map(|it| it.split(':').next()).collect();
        agree("the results that follow a turn", &answered, &open)?;
        open = message.split(' ').filter_map(|it| it.strip_prefix("call:")).collect();
    }
    agree("calls without results", &open, &Vec::new())
}

/// When a body is surely over: it says so, or its limit comes, or its execution ends.
fn spans<'a>(agent: &'a Agent, trace: &'a Trace) -> impl Iterator<Item = (u64, u64, bool)> + 'a {
    trace.bodies.iter().map(|body| {
        let tool = agent.calls().find(|it| it.id == body.id).map(|it| it.tool);
        let limit = tool.and_then(|it| it.limit_ms).map_or(u64::MAX, |it| body.begin_ms + it);
        let end = body.finish_ms.unwrap_or(limit.min(trace.ends[0].1));
        (body.begin_ms, end, tool.is_some_and(|it| it.is_sequential))
    })
}

fn not_too_many_at_once(agent: &Agent, trace: &Trace) -> Result<(), String> {
    for (begin, _, _) in spans(agent, trace) {
        let running = spans(agent, trace).filter(|it| it.0 <= begin && begin < it.1);
        let (all, sequential): (Vec<bool>, Vec<bool>) = (
            running.map(|it| it.2).collect(),
            spans(agent, trace).filter(|it| it.2 && it.0 <= begin && begin < it.1).map(|it| it.2).collect(),
        );
        if agent.concurrency.is_some_and(|it| it < all.len()) {
            return Err(format!("{} tools run at once at {begin} ms", all.len()));
        }
        if sequential.len() > 1 {
            return Err(format!("{} sequential tools run at once at {begin} ms", sequential.len()));
        }
    }
    Ok(())
}

/// Every body ran when it should and as often as it should. Of a stream that was left, it is only known what may have run.
fn bodies_agree(agent: &Agent, trace: &Trace, expected: &mut Expected, is_left: bool) -> Result<(), String> {
    let found = sorted(&trace.bodies);
    let mut wanted = sorted(&expected.bodies);
    if is_left {
        let end = trace.ends[0].1;
        wanted.retain_mut(|body| {
            let ran = found.iter().find(|it| (&it.id, it.attempt) == (&body.id, body.attempt));
            // At the very time of the end it may have come so far or not.
            if body.finish_ms.is_some_and(|it| it >= end) {
                body.finish_ms = ran.and_then(|it| it.finish_ms).filter(|it| *it == end);
            }
            body.begin_ms < end || ran.is_some()
        });
    }
    agree(&format!("what ran for {}", agent.name), &found, &wanted)
}

/// Of each call: who was asked, then that it begins, what it says, and that it ends; each at most once, and nothing after.
fn events_come_in_order(agent: &Agent, trace: &Trace) -> Result<(), String> {
    for (id, events) in &trace.events {
        let call = agent.calls().find(|it| it.id == *id).ok_or(format!("events of no call: {id}"))?;
        let mut rest = &events[..];
        if call.tool.is_guarded && rest.first().is_some_and(|it| it == "asked") {
            rest = &rest[1..];
        }
        if rest.first().is_some_and(|it| it == "start") {
            rest = &rest[1..];
            while rest.first().is_some_and(|it| it == "progress") {
                rest = &rest[1..];
            }
        }
        let is_fine = match rest {
            [] => true,
            [end] => !matches!(end.as_str(), "asked" | "start" | "progress"),
            _ => false,
        };
        if !is_fine {
            return Err(format!("the events of {id}: {events:?}"));
        }
    }
    Ok(())
}

/// Where somebody listens, each call that has a result has told its end, and all that it said before.
fn events_tell_the_results(agent: &Agent, trace: &Trace, expected: &Expected) -> Result<(), String> {
    if !agent.listens() || expected.messages.is_empty() {
        return Ok(());
    }
    for call in agent.calls().filter(|it| expected.kinds.contains_key(&it.id)) {
        let nobody_runs_it =
            matches!(call.tool.kind, Kind::Signal | Kind::Question) && call.arguments == Arguments::Good;
        let is_cut = agent.turns.iter().any(|it| it.is_cut && it.calls.iter().any(|other| other.id == call.id));
        if nobody_runs_it || is_cut {
            continue;
        }
        let events = trace.events.get(&call.id).map(Vec::as_slice).unwrap_or_default();
        let attempts = expected.bodies.iter().filter(|it| it.id == call.id).count();
        agree(&format!("how often {} said something", call.id), &said(events), &(attempts * call.says))?;
        let last = events.last().map(String::as_str);
        agree(&format!("the end of {} that was told", call.id), &last, &Some(expected.kinds[&call.id]))?;
    }
    Ok(())
}

fn said(events: &[String]) -> usize {
    events.iter().filter(|it| *it == "progress").count()
}
