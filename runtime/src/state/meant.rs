//! What calls that wait are called where somebody decides on them.
//!
//! An id is enough where no other call has it. `AGENT/ID` is the call of an agent's first execution that waits, `AGENT#2/ID` that
//! of the second.

use super::WaitingCall;

/// Gives every call the shortest name that means no other.
pub(super) fn refer(calls: &mut [WaitingCall]) {
    let references: Vec<String> = calls.iter().map(|it| reference(calls, it)).collect();
    for (call, reference) in calls.iter_mut().zip(references) {
        call.reference = reference;
    }
}

fn reference(calls: &[WaitingCall], call: &WaitingCall) -> String {
    let is_alone = calls.iter().filter(|it| it.id == call.id).count() == 1;
    let [short, _] = names(calls, call);
    if is_alone { call.id.clone() } else { short }
}

/// What a call is called with its agent: as short as it goes, and with the number of the execution.
fn names(calls: &[WaitingCall], call: &WaitingCall) -> [String; 2] {
    let mut waits: Vec<&str> = Vec::new();
    for other in calls.iter().filter(|it| it.agent == call.agent) {
        if !waits.contains(&other.wait.as_str()) {
            waits.push(&other.wait);
        }
    }
    let number = waits.iter().position(|it| *it == call.wait).map_or(1, |it| it + 1);
    let long = format!("{}#{number}/{}", call.agent, call.id);
    let short = if number == 1 { format!("{}/{}", call.agent, call.id) } else { long.clone() };
    [short, long]
}

/// The one call that is meant.
pub(super) fn call<'c>(calls: &'c [WaitingCall], id: &str) -> Result<&'c WaitingCall, String> {
    if let Some(call) = calls.iter().find(|it| it.reference == id || names(calls, it).iter().any(|it| it == id)) {
        return Ok(call);
    }
    let named = |calls: &mut dyn Iterator<Item = &WaitingCall>| {
        calls.map(|it| format!("`{}`", it.reference)).collect::<Vec<_>>().join(", ")
    };
    let several = named(&mut calls.iter().filter(|it| it.id == id));
    Err(match several.is_empty() {
        false => format!("several calls `{id}` wait: say one of {several}"),
        true if calls.is_empty() => format!("no call `{id}` waits, and no other"),
        true => format!("no call `{id}` waits; there are: {}", named(&mut calls.iter())),
    })
}
