//! Sentences: a prompt or results in, what is said about them out.

use crate::chat::{ChatRequest, Outcome};

/// What is said where there is nothing to do.
pub(super) fn repeat(prompt: &str) -> String {
    if prompt.trim().is_empty() { "You said nothing.".to_owned() } else { format!("You said: {prompt}") }
}

/// What results came to, in one sentence.
pub(super) fn tell(request: &ChatRequest, results: &[&Outcome]) -> String {
    let told: Vec<String> = results.iter().map(|it| tell_one(request, it)).collect();
    let mut text = match told.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    };
    if !text.ends_with(['.', '!', '?']) {
        text.push('.');
    }
    text
}

fn tell_one(request: &ChatRequest, outcome: &Outcome) -> String {
    let sent = request.offered.sent.iter().find(|it| it.wire == outcome.tool);
    let name = sent.map_or(&outcome.tool, |it| &it.name);
    match &outcome.result {
        Ok(_) => format!("{name} gave {}", outcome.text()),
        Err((_, reason)) => format!("{name} failed: {reason}"),
    }
}
