//! A model server that answers the same way every time, 50 ms after a request has arrived.
//!
//! In: `POST …/chat/completions` of OpenAI's API, not streamed, on a free port of the loopback interface, which is the
//! first line of standard output. The number of tool results in the conversation decides the reply: a call of `add`, a
//! call of `lookup`, a text. Tool results that are not what the tools give are refused, and so is everything else.
//! Out: when standard input ends, one line of JSON with what was counted.

use std::convert::Infallible;
use std::io::Write;
use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode, server::conn::http1};
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::io::AsyncReadExt;
use tokio::net::{TcpListener, TcpSocket, TcpStream};

const LATENCY: Duration = Duration::from_millis(50);

static COUNTS: Counts = Counts {
    connections: AtomicU64::new(0),
    requests: AtomicU64::new(0),
    refused: AtomicU64::new(0),
    in_flight: AtomicU64::new(0),
    in_flight_most: AtomicU64::new(0),
};

struct Counts {
    connections: AtomicU64,
    requests: AtomicU64,
    refused: AtomicU64,
    in_flight: AtomicU64,
    in_flight_most: AtomicU64,
}

/// What the server reads of a request; the rest is skipped.
#[derive(Deserialize)]
struct Chat<'a> {
    #[serde(borrow)]
    messages: Vec<Message<'a>>,
    #[serde(borrow)]
    tools: Vec<Tool<'a>>,
    #[serde(default)]
    stream: bool,
}

#[derive(Deserialize)]
struct Message<'a> {
    role: &'a str,
    #[serde(borrow)]
    content: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Tool<'a> {
    #[serde(borrow)]
    function: Function<'a>,
}

#[derive(Deserialize)]
struct Function<'a> {
    name: &'a str,
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    rlimit::increase_nofile_limit(u64::MAX)?;
    let listener = listen()?;
    println!("{}", listener.local_addr()?.port());
    std::io::stdout().flush()?;
    tokio::spawn(accept(listener));
    tokio::io::stdin().read_to_end(&mut Vec::new()).await?;
    println!(
        r#"{{"connections":{},"requests":{},"refused":{},"at_once":{}}}"#,
        COUNTS.connections.load(Relaxed),
        COUNTS.requests.load(Relaxed),
        COUNTS.refused.load(Relaxed),
        COUNTS.in_flight_most.load(Relaxed),
    );
    Ok(())
}

/// A long queue, so that thousands may connect at once; the system may shorten it (`net.core.somaxconn`).
fn listen() -> std::io::Result<TcpListener> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((Ipv4Addr::LOCALHOST, 0).into())?;
    socket.listen(65_535)
}

async fn accept(listener: TcpListener) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => drop(tokio::spawn(serve(stream))),
            Err(error) => {
                eprintln!("cannot accept a connection: {error}");
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        }
    }
}

async fn serve(stream: TcpStream) {
    COUNTS.connections.fetch_add(1, Relaxed);
    // A client that goes away is none of our business.
    drop(stream.set_nodelay(true));
    drop(http1::Builder::new().serve_connection(TokioIo::new(stream), service_fn(answer)).await);
}

async fn answer(request: Request<Incoming>) -> Result<Response<Full<Bytes>>, Infallible> {
    let now = COUNTS.in_flight.fetch_add(1, Relaxed) + 1;
    COUNTS.in_flight_most.fetch_max(now, Relaxed);
    let number = COUNTS.requests.fetch_add(1, Relaxed);
    let reply = read(request).await.and_then(|body| reply_to(&body, number));
    tokio::time::sleep(LATENCY).await;
    COUNTS.in_flight.fetch_sub(1, Relaxed);
    Ok(match reply {
        Ok(body) => respond(StatusCode::OK, body),
        Err(problem) => refuse(&problem),
    })
}

async fn read(request: Request<Incoming>) -> Result<Bytes, String> {
    if request.method() != Method::POST || !request.uri().path().ends_with("/chat/completions") {
        return Err(format!("nothing at {} {}", request.method(), request.uri()));
    }
    let body = request.into_body().collect().await.map_err(|error| error.to_string())?;
    Ok(body.to_bytes())
}

fn reply_to(body: &[u8], number: u64) -> Result<String, String> {
    let chat: Chat<'_> = serde_json::from_slice(body).map_err(|error| error.to_string())?;
    if chat.stream {
        return Err("a stream was asked for".into());
    }
    let results: Vec<&str> = chat.messages.iter().filter(|it| it.role == "tool").map(content).collect();
    match results[..] {
        [] => Ok(call(number, tool(&chat, "add")?, r#"{\"a\":20,\"b\":22}"#)),
        [sum] if sum.contains("42") => Ok(call(number, tool(&chat, "lookup")?, r#"{\"name\":\"ada\"}"#)),
        [sum, name] if sum.contains("42") && name.contains("Ada Lovelace") => Ok(text(number)),
        _ => Err(format!("unexpected tool results: {results:?}")),
    }
}

fn content<'a>(message: &Message<'a>) -> &'a str {
    message.content.map_or("", RawValue::get)
}

/// The tool's name in this request: some put a prefix before it.
fn tool<'a>(chat: &Chat<'a>, ending: &str) -> Result<&'a str, String> {
    let mut names = chat.tools.iter().map(|it| it.function.name);
    names.find(|it| it.ends_with(ending)).ok_or_else(|| format!("no tool `{ending}`"))
}

fn call(number: u64, tool: &str, arguments: &str) -> String {
    let message = format!(
        r#"{{"role":"assistant","content":null,"tool_calls":[{{"id":"call_{number}","type":"function","function":{{"name":"{tool}","arguments":"{arguments}"}}}}]}}"#
    );
    completion(number, &message, "tool_calls")
}

fn text(number: u64) -> String {
    completion(number, r#"{"role":"assistant","content":"The sum is 42, and ada is Ada Lovelace."}"#, "stop")
}

fn completion(number: u64, message: &str, finish: &str) -> String {
    format!(
        r#"{{"id":"chatcmpl-{number}","object":"chat.completion","created":1700000000,"model":"bench","choices":[{{"index":0,"message":{message},"logprobs":null,"finish_reason":"{finish}"}}],"usage":{{"prompt_tokens":120,"completion_tokens":20,"total_tokens":140}}}}"#
    )
}

fn refuse(problem: &str) -> Response<Full<Bytes>> {
    if COUNTS.refused.fetch_add(1, Relaxed) == 0 {
        eprintln!("refused: {problem}");
    }
    let message = serde_json::Value::from(problem);
    respond(StatusCode::BAD_REQUEST, format!(r#"{{"error":{{"message":{message},"type":"invalid_request_error"}}}}"#))
}

fn respond(status: StatusCode, body: String) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(body.into()));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}
