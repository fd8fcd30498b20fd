//! What a run printed, read again.

use std::collections::BTreeMap;

use super::oracle::Body;

/// What happened to one agent.
#[derive(Default, Debug)]
pub(super) struct Trace {
    /// How it ended, and when; there should be one.
    pub(super) ends: Vec<(String, u64)>,
    /// What ran, in the order in which it began; and the number of the line of the last thing that a body did.
    pub(super) bodies: Vec<Body>,
    pub(super) waits: Vec<(String, u64)>,
    pub(super) messages: Vec<String>,
    /// The results of the response.
    pub(super) kept: Vec<String>,
    /// What is said of the transcript: whether it is reconciled, and how many calls are unanswered.
    pub(super) history: Option<(bool, usize)>,
    /// How many messages the memory has, and whether they are reconciled.
    pub(super) memory: Option<(usize, bool)>,
    /// What was told of each call, in order.
    pub(super) events: BTreeMap<String, Vec<String>>,
    /// Lines of bodies after the end, of which there should be none.
    pub(super) late: Vec<String>,
}

/// What happened, by agent. Calls have ids that begin with their agent.
pub(super) fn read(text: &str) -> Result<BTreeMap<String, Trace>, String> {
    let mut traces: BTreeMap<String, Trace> = BTreeMap::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [_, about, ..] = words[..] else { return Err(format!("a line that means nothing: {line}")) };
        let trace = traces.entry(about[..1].to_owned()).or_default();
        trace.read(line, &words).ok_or(format!("a line that means nothing: {line}"))?;
    }
    Ok(traces)
}

impl Trace {
    fn read(&mut self, line: &str, words: &[&str]) -> Option<()> {
        if matches!(words[0], "begin" | "finish" | "event" | "waits") && !self.ends.is_empty() {
            self.late.push(line.to_owned());
        }
        match *words {
            ["begin", id, attempt, at] => {
                let (attempt, begin_ms) = (attempt.parse().ok()?, at.parse().ok()?);
                self.bodies.push(Body { id: id.to_owned(), attempt, begin_ms, finish_ms: None });
            }
            ["finish", id, attempt, at] => {
                let attempt: usize = attempt.parse().ok()?;
                let body = self.bodies.iter_mut().find(|it| it.id == id && it.attempt == attempt)?;
                body.finish_ms = Some(at.parse().ok()?);
            }
            ["waits", id, at] => self.waits.push((id.to_owned(), at.parse().ok()?)),
            ["over", _, ref how @ .., at] => self.ends.push((how.join(" "), at.parse().ok()?)),
            ["message", _, ref parts @ ..] => self.messages.push(parts.join(" ")),
            ["kept", _, result] => self.kept.push(result.to_owned()),
            ["history", _, is_reconciled, open] => {
                self.history = Some((is_reconciled.parse().ok()?, open.parse().ok()?));
            }
            ["memory", _, count, is_reconciled] => {
                self.memory = Some((count.parse().ok()?, is_reconciled.parse().ok()?));
            }
            ["event", _, result] => {
                let [_, id, kind] = result.split(':').collect::<Vec<_>>()[..] else { return None };
                self.events.entry(id.to_owned()).or_default().push(kind.to_owned());
            }
            ["event", _, id, what] => self.events.entry(id.to_owned()).or_default().push(what.to_owned()),
            _ => return None,
        }
        Some(())
    }
}
