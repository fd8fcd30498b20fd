//! The agents written by hand: `plain N` with `BENCH_URL` and `BENCH_KEY`. Prints how many gave the right answer.
//!
//! One thread, one client, one task for each agent; typed requests and replies, and a loop that answers tool calls until
//! there is a text.

use std::borrow::Cow;
use std::error::Error;
use std::rc::Rc;

use reqwest::Client;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::task::{JoinSet, LocalSet};

const TURNS_MAX: usize = 5;

/// What all agents share.
struct Model {
    client: Client,
    url: String,
    key: String,
    tools: Value,
}

#[derive(Serialize)]
struct Request<'a> {
    model: &'a str,
    messages: &'a [Message],
    tools: &'a Value,
    tool_choice: &'a str,
}

#[derive(Serialize, Deserialize)]
struct Message {
    role: Cow<'static, str>,
    content: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tool_calls: Vec<ToolCall>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tool_call_id: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct ToolCall {
    id: String,
    #[serde(rename = "type")]
    kind: String,
    function: Function,
}

#[derive(Serialize, Deserialize)]
struct Function {
    name: String,
    arguments: String,
}

#[derive(Deserialize)]
struct Reply {
    choices: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    message: Message,
}

#[derive(Deserialize)]
struct Add {
    a: i64,
    b: i64,
}

#[derive(Deserialize)]
struct Lookup {
    name: String,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let count: usize = std::env::args().nth(1).ok_or("usage: plain N")?.parse()?;
    let model = Rc::new(Model {
        client: Client::builder().no_proxy().build()?,
        url: format!("{}/chat/completions", std::env::var("BENCH_URL")?),
        key: std::env::var("BENCH_KEY")?,
        tools: tools(),
    });
    println!("{}", LocalSet::new().run_until(right_answers(model, count)).await?);
    Ok(())
}

async fn right_answers(model: Rc<Model>, count: usize) -> Result<usize, Box<dyn Error>> {
    let mut agents = JoinSet::new();
    for number in 0..count {
        let model = Rc::clone(&model);
        agents.spawn_local(async move { execute(&model, number).await.map_err(|error| error.to_string()) });
    }
    let mut right = 0;
    while let Some(answer) = agents.join_next().await {
        right += usize::from(answer??.contains("Ada Lovelace"));
    }
    Ok(right)
}

async fn execute(model: &Model, number: usize) -> Result<String, Box<dyn Error>> {
    let prompt = format!("Agent {number}: add 20 and 22, then look up ada.");
    let mut messages =
        vec![message("system", "You answer with the help of your tools.".into()), message("user", prompt)];
    for _ in 0..TURNS_MAX {
        let answer = turn(model, &messages).await?;
        if answer.tool_calls.is_empty() {
            return answer.content.ok_or_else(|| "an answer without text".into());
        }
        let results = answer.tool_calls.iter().map(result).collect::<Result<Vec<_>, _>>()?;
        messages.push(answer);
        messages.extend(results);
    }
    Err("too many turns".into())
}

async fn turn(model: &Model, messages: &[Message]) -> Result<Message, Box<dyn Error>> {
    let request = Request { model: "bench", messages, tools: &model.tools, tool_choice: "auto" };
    let response = model.client.post(&model.url).bearer_auth(&model.key).json(&request).send().await?;
    let mut reply: Reply = response.error_for_status()?.json().await?;
    Ok(reply.choices.pop().ok_or("a reply without a choice")?.message)
}

fn result(call: &ToolCall) -> Result<Message, Box<dyn Error>> {
    let content = run(&call.function)?;
    Ok(Message { tool_call_id: Some(call.id.clone()), ..message("tool", content) })
}

fn run(function: &Function) -> Result<String, Box<dyn Error>> {
    match function.name.as_str() {
        "add" => {
            let Add { a, b } = serde_json::from_str(&function.arguments)?;
            Ok((a + b).to_string())
        }
        "lookup" => {
            let Lookup { name } = serde_json::from_str(&function.arguments)?;
            Ok(if name == "ada" { "Ada Lovelace" } else { "unknown" }.into())
        }
        other => Err(format!("no tool `{other}`").into()),
    }
}

fn message(role: &'static str, content: String) -> Message {
    Message { role: role.into(), content: Some(content), tool_calls: Vec::new(), tool_call_id: None }
}

fn tools() -> Value {
    json!([
        tool(
            "add",
            "Add two numbers",
            json!({
                "a": { "type": "integer", "description": "first number" },
                "b": { "type": "integer", "description": "second number" },
            })
        ),
        tool(
            "lookup",
            "Look up the full name of a person",
            json!({
                "name": { "type": "string", "description": "first name" },
            })
        ),
    ])
}

fn tool(name: &str, description: &str, properties: Value) -> Value {
    let required: Vec<&String> = properties.as_object().into_iter().flat_map(|it| it.keys()).collect();
    json!({ "type": "function", "function": { "name": name, "description": description, "parameters": {
        "type": "object", "properties": properties, "required": required, "additionalProperties": false,
    }}})
}
