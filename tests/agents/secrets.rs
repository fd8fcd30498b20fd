//! Keys: they are sent, and seen nowhere else, whatever a server says.

use super::api::{self, ALL, Turn};
use super::project::{KEY, Project, Ran, connection};
use super::server::{Reply, Server};

/// Prints everything that it can about its failures, and ends in one.
const PROGRAM: &str = r#"
agent Clerk {
    provider: main,
}

fn main() -> Result<(), AgentError> {
    for _ in 0..3 {
        match Clerk.execute("go") {
            Ok(response) => print(response),
            Err(error) => print("${error}"),
        }
        match Clerk.on_event(|event| print("${event}")).execute("go") {
            Ok(response) => print(response),
            Err(AgentError::Connection(error)) => print("${error.message} ${error.kind} ${error.source} ${error.location}"),
            Err(error) => print("${error}"),
        }
    }
    let last = Clerk.execute("go")?;
    print(last);
    Ok(())
}
"#;

/// Everything that can be seen of a run.
fn seen(project: &Project, options: &[&str], variables: &[(&str, &str)]) -> String {
    let args: Vec<&str> = ["run"].into_iter().chain(options.iter().copied()).collect();
    let mut command = project.command(&args);
    command.envs(variables.iter().copied());
    let ran = Ran::of(command);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    let trace = if options.contains(&"--trace") { project.read("trace.jsonl") } else { String::new() };
    format!("{}\n{}\n{trace}", ran.stdout, ran.stderr)
}

/// A server that says what it was told, in every way to fail.
fn gossip(api: &'static dyn api::Api, said: &'static str) -> Server {
    Server::by(move |_, at| {
        let message = format!("the key {said} is wrong, \"{said}\"; {said}");
        let body = api.error(&message);
        Some(match at % 7 {
            0 => Reply::json(500, &body),
            1 => Reply::json(429, &body),
            2 => Reply::json(400, &body),
            3 => Reply::json(401, &body),
            4 => Reply::new(503, "text/plain", message),
            5 => Reply::new(200, api.pieces_type(), api.error_piece(&message)),
            _ => Reply::json(404, &body),
        })
    })
}

#[test]
fn a_key_that_a_server_repeats_is_seen_nowhere() {
    for api in ALL {
        let server = gossip(api, KEY);
        let project = Project::new(&connection(api, &server, ""), PROGRAM);
        for options in [&["--trace", "trace.jsonl"][..], &["--json"], &["--quiet"]] {
            let seen = seen(&project, options, &[]);
            assert!(seen.contains("the key ") && !seen.contains("planted"), "{}: {seen}", api.name());
        }
        let built = Ran::of(project.command(&["build"]));
        assert_eq!(built.code, Some(0), "{}", built.stderr);
        assert!(!project.read("main.conc-ir").contains("planted"));
    }
}

#[test]
fn a_key_with_a_line_end_is_hidden_too() {
    let api = api::api("anthropic");
    let server = gossip(api, KEY);
    let project = Project::new(&connection(api, &server, ""), PROGRAM);
    let seen = seen(&project, &["--json"], &[("PLANTED_KEY", "sk-planted-0123456789\n")]);
    assert!(seen.contains("the key ") && !seen.contains("planted"), "{seen}");
    assert!(server.requests().iter().all(|it| it.header("x-api-key") == Some(KEY)));
}

#[test]
fn a_variable_in_a_header_is_hidden_without_the_words_around_it() {
    let api = api::api("openai-chat");
    let server = gossip(api, "tok-planted-42");
    let more = "headers = { Authorization = \"Token $TOKEN\" }";
    let connection = connection(api, &server, more).replace("api_key_env = \"PLANTED_KEY\"\n", "");
    let project = Project::new(&connection, PROGRAM);
    let seen = seen(&project, &["--json"], &[("TOKEN", "tok-planted-42")]);
    assert!(seen.contains("the key ") && !seen.contains("planted"), "{seen}");
    assert!(server.requests().iter().all(|it| it.header("authorization") == Some("Token tok-planted-42")));
}

#[test]
fn a_message_that_is_cut_holds_no_beginning_of_a_key() {
    let api = api::api("openai-chat");
    let server = Server::by(move |_, at| {
        let message = format!("{}{KEY} and more {}", "x".repeat(470 + at), "y".repeat(100));
        Some(Reply::json(400, &api.error(&message)))
    });
    let program = "agent Clerk {\n    provider: main,\n}\n\nfn main() {\n    for _ in 0..30 {\n        print(Clerk.execute(\"go\"));\n    }\n}\n";
    let ran = Project::new(&connection(api, &server, ""), program).run(&[]);
    assert_eq!(ran.good().lines().count(), 30);
    assert!(!ran.stdout.contains("sk-pl"), "{}", ran.stdout);
}

#[test]
fn a_file_of_variables_is_as_secret_as_the_environment() {
    let api = api::api("google");
    let server = gossip(api, KEY);
    let project = Project::new(&connection(api, &server, ""), PROGRAM);
    project.write(".env", &format!("PLANTED_KEY={KEY}\n"));
    let mut command = project.command(&["run", "--json"]);
    command.env_remove("PLANTED_KEY");
    let ran = Ran::of(command);
    ran.holds_no_key();
    assert!(ran.stdout.contains("the key "), "{}", ran.stdout);
    project.write(".env", &format!("PLANTED_KEY {KEY}\n"));
    let ran = project.run(&[]);
    ran.holds_no_key();
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
}

#[test]
fn an_answer_is_not_searched_for_keys() {
    // What a model says is its answer, whatever it says.
    let api = api::api("ollama");
    let server = Server::of(vec![api.reply(false, &Turn::text("sk-other-1"))]);
    let program =
        "agent Clerk {\n    provider: main,\n}\n\nfn main() {\n    print(Clerk.execute(\"go\").unwrap().text);\n}\n";
    assert_eq!(Project::new(&connection(api, &server, ""), program).run(&[]).good(), "sk-other-1\n");
}
