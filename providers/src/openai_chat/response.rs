//! A whole answer of `POST /chat/completions`, and what whole answers and the ends of streams have in common.

use serde_json::Value;

use super::calls::Calls;
use super::content::Content;
use crate::chat::{ChatRequest, ChatResponse, Finish, Usage};
use crate::openai::field::{count, list, malformed, optional, reported, text, whole};
use crate::wire::Broken;

/// Reads a whole answer.
pub(super) fn read(request: &ChatRequest, body: &[u8]) -> Result<ChatResponse, Broken> {
    let answer = whole(body)?;
    if is_error(&answer) {
        return Err(reported(&answer));
    }
    let choice = list(&answer, "choices")?.first().ok_or_else(|| malformed("the answer has no choices"))?;
    let message = choice.get("message").filter(|it| it.is_object());
    let message = message.ok_or_else(|| malformed("the answer has no message"))?;
    let mut said = Content::default();
    said.take(message, &mut Vec::new())?;
    let mut calls = Calls::new(request);
    list(message, "tool_calls")?.iter().try_for_each(|it| calls.whole(it))?;
    let reason = optional(choice, "finish_reason")?.unwrap_or("stop");
    let model = Some(text(&answer, "model")).filter(|it| !it.is_empty()).map(str::to_owned);
    response(said, calls, reason, usage(&answer).unwrap_or_default(), model)
}

/// Whether an answer, or a piece of one, is an error: under a key, or itself.
pub(super) fn is_error(answer: &Value) -> bool {
    answer.get("error").is_some_and(|it| !it.is_null()) || text(answer, "object") == "error"
}

/// The response, from all there is to know.
pub(super) fn response(
    said: Content,
    calls: Calls,
    reason: &str,
    usage: Usage,
    model: Option<String>,
) -> Result<ChatResponse, Broken> {
    let Content { mut parts, refusal } = said;
    if matches!(reason, "error" | "insufficient_system_resource") {
        let message = format!("the provider ended the answer with `{reason}`");
        return Err(Broken::Reported { kind: "server_error".to_owned(), message });
    }
    let finish = finish(reason, !calls.is_empty(), !refusal.is_empty());
    parts.extend(calls.parts()?);
    let word = if finish == Finish::Other { reason } else { "" };
    let refusal = [refusal.as_str(), word].into_iter().find(|it| !it.is_empty()).map(str::to_owned);
    Ok(ChatResponse { parts, finish, refusal, usage, model })
}

/// Some servers stop with calls and do not say that it is because of them. Calls beside a refusal are not run.
fn finish(reason: &str, has_calls: bool, has_refusal: bool) -> Finish {
    match reason {
        "refusal" => Finish::Refused,
        "stop" | "tool_calls" | "function_call" | "" if has_refusal => Finish::Refused,
        "stop" | "tool_calls" | "function_call" | "" if has_calls => Finish::ToolCalls,
        "stop" | "tool_calls" | "function_call" | "" => Finish::Stop,
        "length" => Finish::Length,
        "content_filter" => Finish::Filtered,
        _ => Finish::Other,
    }
}

/// The tokens, where an answer or a piece of one has them.
pub(super) fn usage(answer: &Value) -> Option<Usage> {
    let usage = answer.get("usage").filter(|it| it.is_object())?;
    let cached = count(usage, &["prompt_tokens_details", "cached_tokens"]);
    Some(Usage {
        input_tokens: count(usage, &["prompt_tokens"]),
        output_tokens: count(usage, &["completion_tokens"]),
        // DeepSeek has a name of its own for it.
        cached_tokens: if cached == 0 { count(usage, &["prompt_cache_hit_tokens"]) } else { cached },
        reasoning_tokens: count(usage, &["completion_tokens_details", "reasoning_tokens"]),
    })
}
