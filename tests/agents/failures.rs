//! Servers that fail, in all ways that they do: what is tried again, what the program is told, and that a part of an answer
//! is never taken for an answer. On every API, with whole answers and with answers in pieces.

use std::time::Duration;

use serde_json::json;

use super::api::{ALL, Api, Turn};
use super::project::{KEY, Project, Ran, connection};
use super::scenarios::DESK;
use super::server::{Reply, Server};

/// The answers to one prompt, and what is printed of it: all, or the beginning where it ends in `…`.
struct Failure {
    prompt: &'static str,
    replies: Vec<Reply>,
    prints: String,
}

fn failure(prompt: &'static str, replies: Vec<Reply>, prints: impl Into<String>) -> Failure {
    Failure { prompt, replies, prints: prints.into() }
}

const WAIT: Duration = Duration::from_millis(150);

/// What is printed of the answer in the end.
const WELL: &str = "`Half of it` stop in 1 of…";

/// How many bytes of the answer come before any of its text, and how many before its second half.
fn ends(reply: &Reply) -> (usize, usize) {
    let find = |text: &str| reply.bytes().windows(text.len()).position(|it| it == text.as_bytes()).unwrap();
    let second = reply.bytes().windows(5).rposition(|it| it == b"of it").unwrap();
    (find("Half"), second)
}

fn failures(api: &dyn Api, is_streamed: bool) -> Vec<Failure> {
    let well = || api.reply(is_streamed, &Turn::text("Half of it"));
    let status = |status: u16, message: &str| Reply::json(status, &api.error(message));
    let (early, late) = ends(&well());
    let echo = format!("no such key: {KEY}");
    let kind = if is_streamed { api.pieces_type() } else { "application/json" };
    let odd = |body: &[u8]| Reply::new(200, kind, body);
    let mut all = vec![
        failure("429, later well", vec![status(429, "slow down").header("retry-after", "0.15"), well()], WELL),
        failure(
            "429 until the end",
            vec![status(429, "slow"), status(429, "slow").header("Retry-After", "7")],
            "rate limited Some(7s)",
        ),
        failure("429 without a time", vec![status(429, "slow"), status(429, "slow")], "rate limited None"),
        failure(
            "429 with a pause that is too long",
            vec![status(429, "slow").header("retry-after", "86400")],
            "rate limited Some(24h)",
        ),
        failure("500, later well", vec![status(500, "oh"), well()], WELL),
        failure("503 without a word", vec![Reply::new(503, "text/plain", ""), well()], WELL),
        failure("529, later well", vec![status(529, "overloaded"), well()], WELL),
        failure("408, later well", vec![status(408, "late"), well()], WELL),
        failure("409, later well", vec![status(409, "conflict"), well()], WELL),
        failure(
            "502 with a page",
            vec![Reply::new(502, "text/html", "<html>bad"), Reply::new(502, "text/html", "<html>bad")],
            "connection: the server answered with status 502: bad gateway",
        ),
        failure("500 until the end", vec![status(500, "oh"), status(500, &echo)], "connection: no such key: ***"),
        failure(
            "401",
            vec![status(401, &echo)],
            "config: no such key: [key] (the key comes from the variable `PLANTED_KEY`)",
        ),
        failure(
            "403",
            vec![status(403, "not for you")],
            "config: not for you (the key comes from the variable `PLANTED_KEY`)",
        ),
        failure("404", vec![status(404, "no model `x`")], "config: no model `x`"),
        failure("400", vec![status(400, &echo)], "config: no such key: ***"),
        failure("413", vec![status(413, "too much")], "config: too much"),
        failure(
            "a redirect",
            vec![Reply::new(302, "text/plain", "elsewhere").header("location", "/x")],
            "config: elsewhere",
        ),
        failure("away, later well", vec![Reply::away(), well()], WELL),
        failure("away until the end", vec![Reply::away(), Reply::away()], "connection: …"),
        failure("cut at the start, later well", vec![well().broken_off(0), well()], WELL),
        failure("cut before any text, later well", vec![well().broken_off(early), well()], WELL),
        failure(
            "cut until the end",
            vec![well().broken_off(early), well().broken_off(early)],
            "connection: the answer broke off…",
        ),
        failure("no JSON, later well", vec![odd(b"{\"a\": nonsense"), well()], WELL),
        failure("a list, later well", vec![odd(b"[]"), well()], WELL),
        failure("nothing at all, later well", vec![odd(b""), well()], WELL),
        failure("a page, later well", vec![odd(b"<html><body>Hello</body></html>"), well()], WELL),
        failure(
            "a slow server",
            vec![well().cut_at(&[1, early, late]).after(WAIT).pausing(Duration::from_millis(20))],
            WELL,
        ),
    ];
    if is_streamed {
        let piece = api.error_piece("overloaded now");
        let begun = String::from_utf8(well().bytes()[..late].to_vec()).unwrap();
        let begun = begun[..begun.rfind('\n').unwrap() + 1].to_owned();
        let event = |data: &str| if kind.contains("event") { format!("data: {data}\n\n") } else { format!("{data}\n") };
        all.extend([
            failure("cut after some text", vec![well().broken_off(late)], "connection: the answer broke off…"),
            failure("ended after some text", vec![odd(begun.as_bytes())], "connection: …"),
            failure("an event that is no JSON, later well", vec![odd(event("{nonsense").as_bytes()), well()], WELL),
            failure(
                "bytes that are no text, later well",
                vec![
                    odd(event("{\"a\":\"\u{1}\"}")
                        .replace('\u{1}', "?")
                        .as_bytes()
                        .iter()
                        .map(|it| if *it == b'?' { 0xff } else { *it })
                        .collect::<Vec<u8>>()
                        .as_slice()),
                    well(),
                ],
                WELL,
            ),
            failure("an error at the start, later well", vec![odd(piece.as_bytes()), well()], WELL),
            failure(
                "an error after some text",
                vec![odd(format!("{begun}{piece}").as_bytes())],
                "connection: overloaded now",
            ),
            failure(
                "a whole answer where pieces were asked for",
                vec![api.reply(false, &Turn::text("Half of it"))],
                WELL,
            ),
        ]);
    } else {
        all.extend([
            failure("cut after some text, later well", vec![well().broken_off(late), well()], WELL),
            failure("half an answer, later well", vec![odd(&well().bytes()[..late]), well()], WELL),
        ]);
    }
    all
}

fn check(api: &'static dyn Api, is_streamed: bool) {
    let all = failures(api, is_streamed);
    let server = Server::of(all.iter().flat_map(|it| it.replies.clone()).collect());
    let project = Project::new(&connection(api, &server, ""), DESK);
    let mut args = vec![mode(is_streamed)];
    args.extend(all.iter().map(|it| it.prompt));
    let ran = project.run(&args);
    let printed: Vec<&str> = ran.good().lines().filter(|it| !it.starts_with("# ")).collect();
    for (it, printed) in all.iter().zip(&printed) {
        let fits = match it.prints.strip_suffix('…') {
            Some(start) => printed.starts_with(start),
            None => *printed == it.prints,
        };
        assert!(fits, "{} {is_streamed}, {}: {printed}", api.name(), it.prompt);
    }
    assert_eq!(printed.len(), all.len());
    let requests = server.done();
    assert!(requests[1].at - requests[0].at >= WAIT, "the server's pause was not kept");
    for pair in requests.windows(2).filter(|it| it[0].body == it[1].body) {
        assert_eq!(pair[0].path, pair[1].path);
    }
}

fn mode(is_streamed: bool) -> &'static str {
    if is_streamed { "stream" } else { "whole" }
}

#[test]
fn failures_are_told_apart_and_tried_again_where_that_helps() {
    for api in ALL {
        check(api, false);
    }
}

#[test]
fn streams_that_fail_are_no_short_answers() {
    for api in ALL {
        check(api, true);
    }
}

#[test]
fn an_account_without_money_is_not_asked_again() {
    for name in ["openai", "openai-chat"] {
        let api = super::api::api(name);
        let body =
            json!({ "error": { "message": "no money", "type": "insufficient_quota", "code": "insufficient_quota" } });
        let server = Server::of(vec![Reply::json(429, &body)]);
        let ran = Project::new(&connection(api, &server, ""), DESK).run(&["whole", "hi"]);
        assert_eq!(ran.good(), "# hi\nconfig: no money\n");
    }
}

#[test]
fn a_server_that_never_answers_is_left_after_the_timeout_of_its_connection() {
    std::thread::scope(|scope| {
        for api in ALL {
            scope.spawn(move || leaves_after_timeout(api));
        }
    });
}

fn leaves_after_timeout(api: &dyn Api) {
    let more = "timeout = \"300ms\"\nretry = { max_attempts = 1 }";
    for is_streamed in [false, true] {
        let half = api.reply(is_streamed, &Turn::text("Half of it"));
        let (_, late) = ends(&half);
        let server = Server::of(vec![Reply::silence(), half.hanging(late)]);
        let ran = Project::new(&connection(api, &server, more), DESK).run(&[mode(is_streamed), "one", "two"]);
        for line in ran.good().lines().filter(|it| !it.starts_with("# ")) {
            assert!(line.starts_with("connection: ") && line.contains("0.3 s"), "{line}");
        }
        server.wait_until_left(2);
    }
}

/// The most memory that a run of the program had at a time, in bytes, where this system says so.
#[cfg(target_os = "linux")]
fn memory_of(project: &Project, args: &[&str]) -> (Ran, u64) {
    let args: Vec<&str> = ["run", "--"].into_iter().chain(args.iter().copied()).collect();
    let child = project.command(&args).spawn().unwrap();
    let path = format!("/proc/{}/status", child.id());
    let watching = std::thread::spawn(move || {
        let mut most = 0;
        while let Ok(text) = std::fs::read_to_string(&path) {
            let line = text.lines().find_map(|it| it.strip_prefix("VmHWM:"));
            let Some(kib) = line.and_then(|it| it.trim().trim_end_matches(" kB").parse::<u64>().ok()) else { break };
            most = most.max(kib << 10);
            std::thread::sleep(Duration::from_millis(5));
        }
        most
    });
    (Ran::end(child), watching.join().unwrap())
}

#[test]
#[cfg(target_os = "linux")]
fn a_hundred_megabytes_are_refused_without_keeping_them() {
    for api in ALL {
        let piece = "a".repeat(64 << 10);
        let comment = if api.name() == "ollama" { " ".repeat(64 << 10) + "\n" } else { format!(": {piece}\n") };
        for (is_streamed, reply, most_mib) in [
            (false, Reply::endless("application/json", "{\"x\":\"", &piece, 1600), 320),
            (true, Reply::endless(api.pieces_type(), "", &comment, 1600), 130),
        ] {
            // What comes whole is read in one place for all.
            if !is_streamed && api.name() != "openai" {
                continue;
            }
            let left = if is_streamed { api.pieces_type() } else { "json" };
            let server = Server::of(vec![reply]);
            let project = Project::new(&connection(api, &server, ""), DESK);
            let (ran, most) = memory_of(&project, &[mode(is_streamed), "hi"]);
            assert_eq!(ran.good(), "# hi\nconnection: the answer is larger than 64 MiB\n", "{} {left}", api.name());
            assert!(most >> 20 < most_mib, "{} {left}: {} MiB", api.name(), most >> 20);
        }
    }
}
