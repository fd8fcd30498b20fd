//! An answer of `POST /responses`: its items in, the parts of a response out.

use serde_json::{Value, json};

use super::PROVIDER;
use super::field::{arguments, count, list, malformed, optional, reported, text, whole};
use super::ids::Ids;
use crate::chat::{Call, ChatRequest, ChatResponse, Finish, Part, Usage};
use crate::wire::Broken;

/// Reads a whole answer.
pub(super) fn read(request: &ChatRequest, body: &[u8]) -> Result<ChatResponse, Broken> {
    let answer = whole(body)?;
    let word = Some(text(&answer, "status")).filter(|it| !it.is_empty());
    let status = status(&answer, word.unwrap_or("completed"))?;
    if answer.get("output").is_none() {
        return Err(malformed("the answer lacks `output`"));
    }
    let mut ids = Ids::of(request);
    let mut said = Said::default();
    for item in list(&answer, "output")? {
        said.item(item, |wanted| ids.give(wanted))?;
    }
    Ok(said.end(&answer, status))
}

/// How far an answer came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    Completed,
    Incomplete,
}

/// How far an answer came, given the word for it. One that failed is an error.
pub(super) fn status(answer: &Value, word: &str) -> Result<Status, Broken> {
    let error = answer.get("error").filter(|it| !it.is_null());
    match (word, error) {
        ("failed" | "cancelled", None) => Err(failed(word)),
        ("failed" | "cancelled", Some(error)) => Err(reported(error)),
        (_, Some(error)) if answer.get("output").is_none() => Err(reported(error)),
        ("completed", _) => Ok(Status::Completed),
        ("incomplete", _) => Ok(Status::Incomplete),
        _ => Err(malformed(format!("the answer is not complete: its status is `{word}`"))),
    }
}

fn failed(word: &str) -> Broken {
    let kind = if word == "cancelled" { word } else { "server_error" };
    Broken::Reported { kind: kind.to_owned(), message: "the response failed, and nothing says why".to_owned() }
}

/// What was said so far.
#[derive(Debug, Default)]
pub(super) struct Said {
    pub(super) parts: Vec<Part>,
    pub(super) refusal: String,
}

impl Said {
    /// Adds an item. `give` makes the id of a call from what the server calls it.
    pub(super) fn item(&mut self, item: &Value, give: impl FnOnce(&str) -> String) -> Result<(), Broken> {
        if !item.is_object() {
            return Err(malformed("an item of the answer is no object"));
        }
        match text(item, "type") {
            "message" => self.message(item)?,
            "reasoning" => self.parts.push(reasoning(item)?),
            "function_call" => self.call(&give(wire_id(item)), optional(item, "name")?, &arguments(item)?)?,
            _ => self.parts.push(Part::Other { provider: PROVIDER.to_owned(), data: item.clone() }),
        }
        Ok(())
    }

    /// Adds a call. One whose name is empty is one of no tool, and touches no other.
    pub(super) fn call(&mut self, id: &str, name: Option<&str>, arguments: &str) -> Result<(), Broken> {
        let name = name.ok_or_else(|| malformed("a call has no name"))?;
        let arguments = Call::arguments(arguments);
        self.parts.push(Part::Call(Call { id: id.to_owned(), tool: name.to_owned(), arguments, data: Value::Null }));
        Ok(())
    }

    fn message(&mut self, item: &Value) -> Result<(), Broken> {
        if let Some(Value::String(text)) = item.get("content") {
            self.text(text);
            return Ok(());
        }
        for content in list(item, "content")? {
            match text(content, "type") {
                "output_text" | "text" => self.text(optional(content, "text")?.unwrap_or_default()),
                "refusal" => self.refusal.push_str(optional(content, "refusal")?.unwrap_or_default()),
                _ => {}
            }
        }
        Ok(())
    }

    /// Adds text.
    pub(super) fn text(&mut self, text: &str) {
        if !text.is_empty() {
            self.parts.push(Part::Text(text.to_owned()));
        }
    }

    /// The response, with what the answer says about itself.
    pub(super) fn end(self, answer: &Value, status: Status) -> ChatResponse {
        let has_calls = self.parts.iter().any(|it| matches!(it, Part::Call(_)));
        let finish = match status {
            Status::Incomplete => incomplete(answer),
            // Calls beside a refusal are not run.
            Status::Completed if !self.refusal.is_empty() => Finish::Refused,
            Status::Completed if has_calls => Finish::ToolCalls,
            Status::Completed => Finish::Stop,
        };
        let word = if finish == Finish::Other { reason(answer) } else { "" };
        let refusal = [self.refusal.as_str(), word].into_iter().find(|it| !it.is_empty()).map(str::to_owned);
        ChatResponse { parts: self.parts, finish, refusal, usage: usage(answer), model: model(answer) }
    }
}

/// What the server calls a call: results name the call, not the item.
pub(super) fn wire_id(item: &Value) -> &str {
    Some(text(item, "call_id")).filter(|it| !it.is_empty()).unwrap_or_else(|| text(item, "id"))
}

/// Who answered.
pub(super) fn model(answer: &Value) -> Option<String> {
    Some(text(answer, "model")).filter(|it| !it.is_empty()).map(str::to_owned)
}

fn reasoning(item: &Value) -> Result<Part, Broken> {
    let summary = thoughts(item, "summary")?;
    let text = if summary.is_empty() { thoughts(item, "content")? } else { summary };
    Ok(Part::Reasoning { text, data: json!({ "provider": PROVIDER, "block": item }) })
}

/// The paragraphs of a summary, or of the reasoning itself.
fn thoughts(item: &Value, key: &str) -> Result<String, Broken> {
    let texts: Vec<&str> = list(item, key)?.iter().map(|it| text(it, "text")).collect();
    Ok(texts.join(PARAGRAPH))
}

/// What stands between the paragraphs of a summary.
pub(super) const PARAGRAPH: &str = "\n\n";

fn incomplete(answer: &Value) -> Finish {
    match reason(answer) {
        "max_output_tokens" => Finish::Length,
        "content_filter" => Finish::Filtered,
        _ => Finish::Other,
    }
}

/// Why an answer is not complete.
fn reason(answer: &Value) -> &str {
    let reason = answer.get("incomplete_details").map(|it| text(it, "reason")).unwrap_or_default();
    if reason.is_empty() { "incomplete" } else { reason }
}

fn usage(answer: &Value) -> Usage {
    Usage {
        input_tokens: count(answer, &["usage", "input_tokens"]),
        output_tokens: count(answer, &["usage", "output_tokens"]),
        cached_tokens: count(answer, &["usage", "input_tokens_details", "cached_tokens"]),
        reasoning_tokens: count(answer, &["usage", "output_tokens_details", "reasoning_tokens"]),
    }
}
