//! What a server of tools says to clients that ask for more, or cannot be asked.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;

use concerto_mcp::serve::{Answers, Asked, Asking, Http, Identity, Reaction, http};
use concerto_mcp::{Later, Output, Tool};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

/// Calls of its tool run only where somebody says yes.
struct Careful;

impl Answers for Careful {
    fn tools(&self) -> Vec<Tool> {
        vec![Tool { name: "delete".to_owned(), input: json!({ "type": "object" }), ..Tool::default() }]
    }

    fn call(&self, asked: Asked) -> Later<'_, Option<Output>> {
        Box::pin(async move {
            let schema = json!({ "type": "object", "properties": {} });
            let asking = Asking { message: "May it?".to_owned(), schema, key: None };
            let reaction = asked.client.ask(asking).await;
            let text = if matches!(reaction, Reaction::Accepted(_)) { "deleted" } else { "refused" };
            Some(Output { content: vec![json!({ "type": "text", "text": text })], ..Output::default() })
        })
    }
}

/// A server at a port of this machine, which ends with the value.
struct Served(SocketAddr, CancellationToken);

impl Drop for Served {
    fn drop(&mut self) {
        self.1.cancel();
    }
}

fn served() -> Served {
    let (told, address) = std::sync::mpsc::channel();
    let stop = CancellationToken::new();
    let stopped = stop.clone();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let identity = Identity { name: "careful".to_owned(), version: "1".to_owned() };
        let settings =
            Http { address: ([127, 0, 0, 1], 0).into(), token: None, hosts: Vec::new(), origins: Vec::new() };
        let ready = move |address| told.send(address).unwrap_or_default();
        let _ = runtime.block_on(http(Arc::new(Careful), identity, settings, stopped, ready));
        std::io::Result::Ok(())
    });
    Served(address.recv().expect("it serves"), stop)
}

/// The status and the answer to a request of the newest revision.
fn asked(server: &Served, method: &str, mut params: Value, can: Value) -> (String, Value) {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": can,
    });
    let name = params.get("name").and_then(Value::as_str).map(|it| format!("Mcp-Name: {it}\r\n")).unwrap_or_default();
    let body = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params }).to_string();
    let head = format!(
        "POST /mcp HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n\
         MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: {method}\r\n{name}Connection: close\r\nContent-Length: {}\r\n\r\n",
        server.0,
        body.len()
    );
    let mut stream = TcpStream::connect(server.0).expect("it listens");
    stream.write_all(format!("{head}{body}").as_bytes()).expect("it takes requests");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    let status = answer.split(' ').nth(1).unwrap_or_default().to_owned();
    let start = answer.find("{\"jsonrpc\"").unwrap_or_else(|| panic!("no answer in {answer}"));
    let line = answer[start..].lines().next().unwrap_or_default();
    (status, serde_json::from_str(line).unwrap_or_else(|it| panic!("{it} in {answer}")))
}

#[test]
fn what_is_no_tool_is_refused_and_not_empty() {
    let server = served();
    for method in ["prompts/list", "resources/list", "resources/templates/list"] {
        let (status, answer) = asked(&server, method, json!({}), json!({}));
        assert_eq!((status.as_str(), &answer["error"]["code"]), ("404", &json!(-32601)), "{method}: {answer}");
    }
}

#[test]
fn a_client_that_cannot_ask_is_told_what_it_needs() {
    let server = served();
    let (status, answer) = asked(&server, "tools/call", json!({ "name": "delete", "arguments": {} }), json!({}));
    assert_eq!((status.as_str(), &answer["error"]["code"]), ("400", &json!(-32021)), "{answer}");
    assert!(answer["error"]["data"]["requiredCapabilities"]["elicitation"].is_object(), "{answer}");
}

#[test]
fn a_decision_counts_only_with_the_words_for_its_call() {
    let server = served();
    let can = json!({ "elicitation": {} });
    let call = |arguments: Value, state: Option<&str>| {
        let mut params = json!({ "name": "delete", "arguments": arguments });
        if let Some(state) = state {
            params["requestState"] = json!(state);
        }
        params["inputResponses"] = json!({ "decision": { "action": "accept", "content": {} } });
        asked(&server, "tools/call", params, can.clone()).1
    };
    let asks = call(json!({ "name": "a" }), None);
    assert_eq!(asks["result"]["resultType"], "input_required", "{asks}");
    let state = asks["result"]["requestState"].as_str().expect("it gives words").to_owned();
    let done = call(json!({ "name": "a" }), Some(&state));
    assert_eq!(done["result"]["content"][0]["text"], "deleted", "{done}");
    let other = call(json!({ "name": "b" }), Some(&state));
    assert_eq!(other["error"]["code"], -32602, "{other}");
    let made_up = call(json!({ "name": "a" }), Some("00"));
    assert_eq!(made_up["error"]["code"], -32602, "{made_up}");
}
