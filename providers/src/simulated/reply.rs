//! The fixed rules: a request in, the response to it out.

use serde_json::{Map, Value};

use super::call::{self, Ids};
use super::fill::fill;
use super::passage::{Passage, clip};
use super::supply::Supply;
use super::tokens::{CHARS_PER_TOKEN, usage};
use super::{Failure, sentence};
use crate::chat::{ChatRequest, ChatResponse, Finish, Means, Message, Outcome, Output, Part, Role};

/// What a request says.
pub(super) struct Heard<'a> {
    /// The text of the last message of the user.
    pub(super) prompt: String,
    /// The same, read.
    pub(super) passage: Passage,
    /// The results since then.
    pub(super) results: Vec<&'a Outcome>,
    /// What there is to say about it.
    sentence: String,
}

impl<'a> Heard<'a> {
    pub(super) fn of(request: &'a ChatRequest) -> Self {
        let last = request.messages.iter().rposition(|it| it.role == Role::User);
        let prompt = last.and_then(|it| request.messages.get(it)).map(text_of).unwrap_or_default();
        let since = request.messages.iter().skip(last.map_or(0, |it| it + 1));
        let results: Vec<&Outcome> = since.flat_map(|it| &it.parts).filter_map(result_of).collect();
        let sentence = if results.is_empty() { sentence::repeat(&prompt) } else { sentence::tell(request, &results) };
        Self { passage: Passage::read(&prompt), prompt, results, sentence }
    }

    /// What values can be made of.
    pub(super) fn supply(&self) -> Supply {
        let values: Vec<&Value> = self.results.iter().filter_map(|it| it.result.as_ref().ok()).collect();
        let fallback = if self.results.is_empty() { &self.prompt } else { &self.sentence };
        Supply::after(&values, &self.passage, fallback.clone())
    }
}

/// The text of a message, its parts on lines of their own.
fn text_of(message: &Message) -> String {
    let texts =
        message.parts.iter().filter_map(|it| if let Part::Text(text) = it { Some(text.as_str()) } else { None });
    texts.collect::<Vec<&str>>().join("\n")
}

fn result_of(part: &Part) -> Option<&Outcome> {
    if let Part::Result(outcome) = part { Some(outcome) } else { None }
}

/// Answers a request.
pub(super) fn reply(request: &ChatRequest) -> Result<ChatResponse, Failure> {
    let heard = Heard::of(request);
    let calls = call::calls(request, &heard)?;
    if !calls.is_empty() {
        return Ok(respond(request, calls.into_iter().map(Part::Call).collect(), None));
    }
    if let Some(output) = &request.output {
        let value = fill(&output.schema, &mut heard.supply()).unwrap_or_else(|| Value::Object(Map::new()));
        return Ok(respond(request, vec![value_part(request, output, &value)], None));
    }
    let (text, finish) = say(request, &heard.sentence);
    Ok(respond(request, vec![Part::Text(text)], finish))
}

/// A value as the request wants it.
pub(super) fn value_part(request: &ChatRequest, output: &Output, value: &Value) -> Part {
    match output.means {
        Means::Tool => Part::Call(call::call(Ids::of(request).next(), output.name.clone(), value.clone())),
        Means::Native | Means::Prompt => Part::Text(value.to_string()),
    }
}

/// A sentence, as far as the request lets it be said.
fn say(request: &ChatRequest, sentence: &str) -> (String, Option<Finish>) {
    let stops = request.stop.iter().filter(|it| !it.is_empty());
    let end = stops.filter_map(|it| sentence.find(it.as_str())).min().unwrap_or(sentence.len());
    let text = sentence.get(..end).unwrap_or(sentence);
    let chars_max = request.max_tokens.map(|it| it.saturating_mul(CHARS_PER_TOKEN));
    let cut = clip(text, chars_max.and_then(|it| usize::try_from(it).ok()).unwrap_or(usize::MAX));
    (cut.to_owned(), (cut.len() < text.len()).then_some(Finish::Length))
}

/// A response with what every response has. `finish` says why it ended where that does not follow from the parts.
pub(super) fn respond(request: &ChatRequest, parts: Vec<Part>, finish: Option<Finish>) -> ChatResponse {
    let has_calls = parts.iter().any(|it| matches!(it, Part::Call(_)));
    let model = if request.model.is_empty() { "simulated" } else { &request.model };
    ChatResponse {
        usage: usage(request, &parts),
        finish: finish.unwrap_or(if has_calls { Finish::ToolCalls } else { Finish::Stop }),
        refusal: None,
        model: Some(model.to_owned()),
        parts,
    }
}
