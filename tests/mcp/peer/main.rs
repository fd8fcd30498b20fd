//! A server of tools for tests, by hand and on purpose without any library for the protocol: its first argument says what it
//! does, and most of that is wrong.

// In a test, a panic is the message.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, clippy::print_stderr)]

use std::io::{BufRead, Write};
use std::time::Duration;

use serde_json::{Value, json};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let mode = args.first().map_or("good", String::as_str);
    match mode {
        "crash" => {
            eprintln!("no licence was found");
            std::process::exit(7);
        }
        "flood" => flood(),
        "grandchild" => grandchild(args.get(1).expect("a file for its number")),
        _ => {}
    }
    let mut peer = Peer { mode: mode.to_owned(), words: args.get(1).cloned().unwrap_or_default(), calls: 0 };
    let mut lines = std::io::stdin().lock().lines();
    while let Some(Ok(line)) = lines.next() {
        if peer.mode == "silent" {
            continue;
        }
        let message: Value = serde_json::from_str(&line).expect("a client sends JSON");
        if message.get("method").is_some() && message.get("id").is_some() {
            peer.answer(&message, &mut lines);
        }
    }
}

/// More than any pipe holds.
fn flood() {
    let line = "x".repeat(1000);
    for _ in 0..20_000 {
        eprintln!("{line}");
    }
}

/// Starts something that goes on for long, and writes down its number.
#[allow(clippy::zombie_processes, reason = "that nobody waits for it is what is tested")]
fn grandchild(file: &str) {
    let child = std::process::Command::new("sleep").arg("600").stdin(std::process::Stdio::null()).spawn().unwrap();
    std::fs::write(file, child.id().to_string()).unwrap();
}

struct Peer {
    mode: String,
    words: String,
    calls: usize,
}

fn send(message: &Value) {
    let mut out = std::io::stdout().lock();
    if writeln!(out, "{message}").and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

fn tool(name: &str, properties: Value) -> Value {
    let required: Vec<&String> = properties.as_object().unwrap().keys().collect();
    json!({
        "name": name, "description": format!("does {name}"),
        "inputSchema": { "type": "object", "properties": properties, "required": required },
    })
}

impl Peer {
    fn answer(&mut self, request: &Value, lines: &mut impl Iterator<Item = std::io::Result<String>>) {
        let id = &request["id"];
        let params = &request["params"];
        let result = match request["method"].as_str().unwrap() {
            "initialize" => json!({
                "protocolVersion": "2025-11-25", "serverInfo": { "name": "peer", "version": "1" },
                "capabilities": { "tools": { "listChanged": true }, "resources": {}, "prompts": {} },
            }),
            "tools/list" => self.tools(params),
            "tools/call" => match self.call(id, params, lines) {
                Some(result) => result,
                None => return,
            },
            "resources/list" => {
                json!({ "resources": [{ "uri": "note://1", "name": "a note", "mimeType": "text/plain" }] })
            }
            "resources/read" => match params["uri"].as_str().unwrap() {
                "note://1" => json!({ "contents": [
                    { "uri": "note://1", "mimeType": "text/plain", "text": "remember the milk" },
                    { "uri": "note://1#raw", "blob": "AQID" },
                ] }),
                _ => return error(id, -32002, "there is no such note"),
            },
            "prompts/list" => json!({ "prompts": [{
                "name": "greet", "arguments": [{ "name": "who", "required": true }],
            }] }),
            "prompts/get" => {
                let text = format!("Greet {}.", params["arguments"]["who"].as_str().unwrap_or("nobody"));
                json!({ "messages": [{ "role": "user", "content": { "type": "text", "text": text } }] })
            }
            _ => return error(id, -32601, "unknown method"),
        };
        if self.mode == "garbage" {
            println!("loading plugins…\n\n{{\"not\": \"a message\"}}");
        }
        send(&json!({ "jsonrpc": "2.0", "id": id, "result": result }));
    }

    /// One page of the list.
    fn tools(&self, params: &Value) -> Value {
        let cursor = params["cursor"].as_str().unwrap_or("");
        match self.mode.as_str() {
            "many" => {
                let start: usize = cursor.parse().unwrap_or(0);
                let page: Vec<Value> = (start..start + 1000).map(|at| tool(&format!("tool_{at}"), json!({}))).collect();
                let next = (start + 1000 < 10_000).then(|| (start + 1000).to_string());
                json!({ "tools": page, "nextCursor": next })
            }
            "circle" => json!({ "tools": [tool("echo", json!({}))], "nextCursor": "again" }),
            "endless" => json!({ "tools": [], "nextCursor": format!("{cursor}x") }),
            "schemas" => json!({ "tools": [
                { "name": "none" }, { "inputSchema": { "type": "object" } }, { "name": "text", "inputSchema": "object" }, 7,
                { "name": "strange", "inputSchema": { "type": "object", "properties": { "x": { "$ref": "#/nowhere" } } } },
                tool("echo", json!({ "text": { "type": "string" } })),
            ] }),
            "names" => {
                let long = "n".repeat(200);
                let names = ["a b", "a/b.c", "größe", "constructor", "__proto__", "", &long];
                json!({ "tools": names.map(|it| tool(it, json!({}))) })
            }
            "described" => {
                let mut one = tool("echo", json!({ "text": { "type": "string" } }));
                one["description"] = json!(self.words);
                json!({ "tools": [one] })
            }
            _ => json!({ "tools": [
                tool("echo", json!({ "text": { "type": "string" } })),
                with_output(tool("add", json!({ "a": { "type": "integer" }, "b": { "type": "integer" } }))),
                tool("fail", json!({})), tool("slow", json!({})), tool("wait", json!({})), tool("ask", json!({})),
                tool("image", json!({})), tool("environment", json!({})), tool("huge", json!({})), tool("boom", json!({})),
                tool("refuse", json!({})),
            ] }),
        }
    }

    /// The result of a call, if there is to be one.
    fn call(
        &mut self,
        id: &Value,
        params: &Value,
        lines: &mut impl Iterator<Item = std::io::Result<String>>,
    ) -> Option<Value> {
        self.calls += 1;
        let text = |text: String| Some(json!({ "content": [{ "type": "text", "text": text }] }));
        let arguments = &params["arguments"];
        if self.mode == "ids" {
            send(&json!({ "jsonrpc": "2.0", "id": 99_999, "result": { "content": [] } }));
            return None;
        }
        match params["name"].as_str().unwrap() {
            "echo" => text(format!("you said {}", arguments["text"].as_str().unwrap_or("nothing"))),
            "add" => {
                let sum = arguments["a"].as_i64().unwrap() + arguments["b"].as_i64().unwrap();
                Some(
                    json!({ "content": [{ "type": "text", "text": sum.to_string() }], "structuredContent": { "sum": sum } }),
                )
            }
            "fail" => Some(json!({ "isError": true, "content": [{ "type": "text", "text": "the disk is full" }] })),
            "refuse" => {
                error(id, -32602, "no such thing");
                None
            }
            "slow" => {
                for step in 1..=3 {
                    send(&json!({ "jsonrpc": "2.0", "method": "notifications/progress", "params": {
                        "progressToken": params["_meta"]["progressToken"], "progress": step, "total": 3,
                    } }));
                    std::thread::sleep(Duration::from_millis(20));
                }
                text("done".to_owned())
            }
            "wait" => None,
            "ask" => text(ask(lines)),
            "image" => Some(json!({ "content": [
                { "type": "text", "text": "a dot" }, { "type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png" },
            ] })),
            "environment" => {
                let names: Vec<String> = std::env::vars().map(|(name, value)| format!("{name}={value}")).collect();
                text(names.join("\n"))
            }
            "huge" => text("x".repeat(70 << 20)),
            "boom" => {
                eprintln!("something exploded");
                std::process::exit(3);
            }
            other => text(format!("{other} was called {} times", self.calls)),
        }
    }
}

fn with_output(mut tool: Value) -> Value {
    tool["outputSchema"] =
        json!({ "type": "object", "properties": { "sum": { "type": "integer" } }, "required": ["sum"] });
    tool
}

fn error(id: &Value, code: i64, message: &str) {
    send(&json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } }));
}

/// Asks the client for a name, in the middle of a call.
fn ask(lines: &mut impl Iterator<Item = std::io::Result<String>>) -> String {
    send(&json!({ "jsonrpc": "2.0", "id": "q1", "method": "elicitation/create", "params": {
        "message": "Who are you?",
        "requestedSchema": { "type": "object", "required": ["name"], "properties": {
            "name": { "type": "string" }, "polite": { "type": "boolean", "default": true },
        } },
    } }));
    for line in lines {
        let message: Value = serde_json::from_str(&line.unwrap()).unwrap();
        if message["id"] == "q1" {
            return format!("{}", message["result"]);
        }
    }
    "nobody answered".to_owned()
}
