//! Limits of a connection: how many requests at once, and how many in a minute.

use std::time::Duration;

use super::api::{self, Turn};
use super::project::{Project, connection};
use super::server::{Reply, Server};

/// Asks so many times at once.
const PROGRAM: &str = r#"
agent Clerk {
    provider: main,
}

fn main() {
    let times = args()[0].parse_int().unwrap();
    let answers = (0..times).map(|it| it).par_map(|_| Clerk.execute("go").is_ok());
    print(answers.filter(|it| it).len());
}
"#;

/// The server after so many requests at once, with these limits, each of which takes a moment.
fn asked(times: usize, rate_limit: &str, takes: Duration, reply: &Reply) -> Server {
    let reply = reply.clone().after(takes);
    let server = Server::by(move |_, _| Some(reply.clone()));
    let more = format!("rate_limit = {{ {rate_limit} }}");
    let ran = Project::new(&connection(api::api("openai-chat"), &server, &more), PROGRAM).run(&[&times.to_string()]);
    assert_eq!(ran.good(), format!("{times}\n"));
    assert_eq!(server.requests().len(), times);
    server
}

fn answer() -> Reply {
    api::api("openai-chat").reply(false, &Turn::text("ok"))
}

/// The time from the first request to the last.
fn span(server: &Server) -> Duration {
    let requests = server.requests();
    requests.last().unwrap().at - requests[0].at
}

#[test]
fn so_many_requests_are_under_way_at_once() {
    let takes = Duration::from_millis(250);
    assert_eq!(asked(4, "concurrent_requests = 1", takes, &answer()).most_at_once(), 1);
    assert_eq!(asked(6, "concurrent_requests = 3", takes, &answer()).most_at_once(), 3);
    assert_eq!(asked(4, "requests_per_minute = 1000", takes, &answer()).most_at_once(), 4);
}

#[test]
fn requests_wait_for_their_minute() {
    let server = asked(62, "requests_per_minute = 60", Duration::ZERO, &answer());
    let span = span(&server);
    assert!((Duration::from_millis(1500)..Duration::from_secs(20)).contains(&span), "{span:?}");
}

#[test]
fn tokens_count_too() {
    let api = api::api("openai-chat");
    let mut body = api.whole(&Turn::text("ok"));
    body["usage"] = serde_json::json!({ "prompt_tokens": 6_000, "completion_tokens": 120 });
    let limit = "tokens_per_minute = 6000, concurrent_requests = 1";
    let span = span(&asked(2, limit, Duration::ZERO, &Reply::json(200, &body)));
    assert!((Duration::from_millis(900)..Duration::from_secs(20)).contains(&span), "{span:?}");
}
