//! Requests of agents: what an agent wants to ask in, a request for one provider out, and its answer back in the
//! program's own names and forms.
//!
//! A pure function: the same input gives the same bytes. Tools are prepared apart from the rest ([`Tools`]), because they
//! stay the same from turn to turn.

mod output;
mod tools;

use std::sync::Arc;

use concerto_schema::Provider;
use concerto_schema::names::wire_name;
use serde_json::Value;

use crate::chat::{Call, ChatRequest, ChatResponse, Finish, Means, Message, Outcome, Part, ToolChoice};
pub use output::Wanted;
pub use tools::{Problem, Tools};

/// What an agent asks, in the program's own names and forms.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    /// The provider's name of the model.
    pub model: String,
    /// The system prompt.
    pub system: Option<String>,
    /// What the model is given beside the prompt.
    pub context: Option<Value>,
    /// The conversation.
    pub messages: Vec<Message>,
    /// Which tools may or must be called.
    pub choice: Choice,
    /// Which turn of the execution this is, counted from 1.
    pub turn: u64,
    /// How much chance there is.
    pub temperature: Option<f64>,
    /// How many tokens the answer may have.
    pub max_tokens: Option<u64>,
    /// How unlikely words may be.
    pub top_p: Option<f64>,
    /// What ends the answer.
    pub stop: Vec<String>,
    /// Whether the answer comes in pieces.
    pub is_streamed: bool,
}

/// Which tools may or must be called.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Choice {
    /// Those that the model wants.
    #[default]
    Auto,
    /// None.
    None,
    /// One at least.
    Required,
    /// One of these, by their names in the program.
    Tool(Vec<String>),
}

/// The request of an agent to a provider.
pub fn assemble(ask: Ask, tools: &Tools, provider: Provider) -> ChatRequest {
    let wanted = tools.wanted.as_ref();
    let tool_choice = choice(&ask, tools);
    ChatRequest {
        model: ask.model,
        system: system(ask.system, ask.context, wanted, provider),
        messages: ask.messages.into_iter().map(|it| tools.message(it)).collect(),
        offered: Arc::clone(&tools.entries),
        tool_choice,
        temperature: ask.temperature,
        max_tokens: ask.max_tokens,
        top_p: ask.top_p,
        stop: ask.stop,
        output: wanted.map(|it| it.output.clone()),
        is_streamed: ask.is_streamed,
    }
}

/// What holds in this turn: a tool has to be called only in the first one, or where the answer is a call itself.
fn choice(ask: &Ask, tools: &Tools) -> ToolChoice {
    let is_answered_by_tool = tools.wanted.as_ref().filter(|it| it.output.means == Means::Tool);
    if let Some(wanted) = is_answered_by_tool {
        return match tools.entries.sent.len() {
            0 | 1 => ToolChoice::Tool(wanted.output.name.clone()),
            _ if ask.choice == Choice::None => ToolChoice::Tool(wanted.output.name.clone()),
            _ => ToolChoice::Required,
        };
    }
    if tools.entries.tools.is_empty() {
        return ToolChoice::Auto;
    }
    match &ask.choice {
        Choice::Auto => ToolChoice::Auto,
        Choice::None => ToolChoice::None,
        _ if ask.turn > 1 => ToolChoice::Auto,
        Choice::Required => ToolChoice::Required,
        Choice::Tool(names) => tools.choice_of(names),
    }
}

/// The system prompt with the context, and with the form of the answer where only words can ask for it.
fn system(
    system: Option<String>,
    context: Option<Value>,
    wanted: Option<&Wanted>,
    provider: Provider,
) -> Option<String> {
    let context = context.map(|it| format!("Context:\n{it}"));
    let form = wanted.filter(|it| it.output.means == Means::Prompt || provider == Provider::Ollama).map(|it| {
        format!("Answer with JSON only, without any other text, that fits this JSON Schema:\n{}", it.output.schema)
    });
    let parts: Vec<String> = [system, context, form].into_iter().flatten().filter(|it| !it.is_empty()).collect();
    (!parts.is_empty()).then(|| parts.join("\n\n"))
}

/// What a model answered, in the program's own names and forms.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The parts of the message.
    pub parts: Vec<Part>,
    /// Why it ended.
    pub finish: Finish,
    /// The answer where it is to be no text: it, or why there is none.
    pub output: Option<Result<Value, String>>,
    /// The ids of calls by names that were not offered.
    pub unknown: Vec<String>,
    /// Calls whose arguments do not have the form that the model was told of: their ids, and why.
    pub misfits: Vec<(String, String)>,
}

impl Tools {
    /// A message with the names and forms of the wire.
    fn message(&self, message: Message) -> Message {
        let part = |part: Part| match part {
            Part::Call(call) => Part::Call(self.call_out(call)),
            Part::Result(it) => Part::Result(Outcome { tool: self.wire(&it.tool), ..it }),
            part => part,
        };
        Message { role: message.role, parts: message.parts.into_iter().map(part).collect() }
    }

    fn wire(&self, name: &str) -> String {
        let known = self.entries.sent.iter().find(|it| it.name == name);
        known.map_or_else(|| wire_name(name), |it| it.wire.clone())
    }

    fn call_out(&self, call: Call) -> Call {
        let arguments = self.encode(&call.tool, call.arguments);
        Call { tool: self.wire(&call.tool), arguments, ..call }
    }

    fn call_in(&self, call: Call) -> Call {
        let arguments = self.lift(&call.tool, call.arguments);
        let known = self.entries.sent.iter().find(|it| it.wire == call.tool);
        let tool = known.map_or_else(|| call.tool.clone(), |it| it.name.clone());
        Call { tool, arguments, ..call }
    }

    /// An answer in the program's own names and forms.
    pub fn answer(&self, response: ChatResponse) -> Answer {
        let ChatResponse { parts, finish, .. } = response;
        let (unknown, misfits) = (self.unknown(&parts), self.misfits(&parts));
        let Some(wanted) = &self.wanted else {
            let parts = parts.into_iter().map(|it| self.part_in(it)).collect();
            return Answer { parts, finish, output: None, unknown, misfits };
        };
        let (parts, output) = wanted.take(parts);
        let parts: Vec<Part> = parts.into_iter().map(|it| self.part_in(it)).collect();
        let has_calls = parts.iter().any(|it| matches!(it, Part::Call(_)));
        let finish = if finish == Finish::ToolCalls && !has_calls { Finish::Stop } else { finish };
        Answer { parts, finish, output: (!has_calls).then_some(output), unknown, misfits }
    }

    /// Names are looked up as they were sent: one that a tool has only in the program is none.
    fn unknown(&self, parts: &[Part]) -> Vec<String> {
        let is_sent = |call: &&Call| self.entries.sent.iter().any(|it| it.wire == call.tool);
        calls(parts).filter(|it| !is_sent(it)).map(|it| it.id.clone()).collect()
    }

    /// What does not fit is said in the form that the model knows. Text that is no object is told as such.
    fn misfits(&self, parts: &[Part]) -> Vec<(String, String)> {
        let calls = calls(parts).filter(|it| it.arguments.is_object());
        calls.filter_map(|it| Some((it.id.clone(), self.misfit(&it.tool, &it.arguments)?))).collect()
    }

    fn part_in(&self, part: Part) -> Part {
        match part {
            Part::Call(call) => Part::Call(self.call_in(call)),
            part => part,
        }
    }
}

fn calls(parts: &[Part]) -> impl Iterator<Item = &Call> {
    parts.iter().filter_map(|it| if let Part::Call(call) = it { Some(call) } else { None })
}

#[cfg(test)]
mod tests;
