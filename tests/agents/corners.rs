//! What happens seldom: ids that come twice, streams that nobody reads, listeners that fault, calls that wait for somebody.

use serde_json::json;

use super::api::{self, ALL, Api, Turn};
use super::project::{Project, Ran, connection};
use super::server::{Reply, Request, Server};

const DESK: &str = r#"
tool Desk {
    @describe("Adds two numbers")
    pub fn add(@param("the first") a: Int, @param("the second") b: Int) -> Int {
        a + b
    }
}

agent Clerk {
    provider: main,
    tools: [Desk],
}
"#;

/// Runs a program with whole answers: how it ended and what was asked.
fn ran(api: &dyn Api, program: &str, turns: &[Turn]) -> (Ran, Vec<Request>) {
    let server = Server::of(turns.iter().map(|it| api.reply(false, it)).collect());
    let ran = Project::new(&connection(api, &server, ""), program).run(&[]);
    (ran, server.done())
}

#[test]
fn a_server_may_use_an_id_again() {
    let program = format!(
        "{DESK}
fn main() {{
    let chat = Memory::new();
    for prompt in [\"one\", \"two\"] {{
        let response = Clerk.with_memory(chat).execute(prompt).unwrap();
        print(\"${{response.text}} ${{response.tool_results.len()}} ${{response.messages.is_reconciled()}}\");
    }}
    print(chat.messages().is_reconciled());
}}
"
    );
    let call = |a: usize| Turn::calls(&[(1, "Desk__add", &format!("{{\"a\":{a},\"b\":0}}"))]);
    for api in ALL {
        let turns = [call(1), call(2), Turn::text("x"), call(3), Turn::text("y")];
        let (ran, requests) = ran(api, &program, &turns);
        assert_eq!(ran.good(), "x 2 true\ny 1 true\ntrue\n", "{}", api.name());
        let told: Vec<_> = [1, 2, 4].map(|it| api.results(&requests[it].body)).into_iter().flatten().collect();
        assert_eq!(told, [json!("1"), json!("2"), json!("3")], "{}", api.name());
    }
}

#[test]
fn a_stream_that_nobody_reads_does_not_keep_a_program() {
    let program = format!(
        "{DESK}
fn begin() {{
    let _stream = Clerk.stream(\"go\");
    sleep(100ms);
}}

fn main() {{
    begin();
    print(\"on\");
}}
"
    );
    let api = api::api("openai");
    let server = Server::of(vec![Reply::silence()]);
    let ran = Project::new(&connection(api, &server, ""), &program).run(&[]);
    assert_eq!(ran.good(), "on\n");
    server.wait_until_left(1);
}

#[test]
fn a_listener_that_faults_ends_the_program_with_its_place() {
    let program = format!(
        "{DESK}
fn main() {{
    let clerk = Clerk.on_event(|event| if let AgentEvent::Text(_) = event {{
        panic(\"too loud\");
    }});
    print(clerk.execute(\"go\").is_ok());
}}
"
    );
    let api = api::api("google");
    let server = Server::of(vec![api.reply(true, &Turn::text("hi"))]);
    let ran = Project::new(&connection(api, &server, ""), &program).run(&[]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""));
    assert!(
        ran.stderr.starts_with("fault: too loud\n  at script") || ran.stderr.starts_with("fault: too loud\n  at main"),
        "{}",
        ran.stderr
    );
}

#[test]
fn an_agent_that_takes_too_long_in_a_tool_is_left() {
    let program = r#"
tool Desk {
    @describe("Takes long")
    pub fn nap() -> Int {
        sleep(1h);
        1
    }
}

agent Clerk {
    provider: main,
    tools: [Desk],
    timeout: 300ms,
}

fn main() {
    match Clerk.execute("go") {
        Err(AgentError::Timeout) => print("timeout"),
        other => print("${other}"),
    }
}
"#;
    let (ran, _) = ran(api::api("ollama"), program, &[Turn::calls(&[(1, "Desk__nap", "{}")])]);
    assert_eq!(ran.good(), "timeout\n");
}

#[test]
fn an_agent_says_itself_how_often_it_tries() {
    let program = "agent Clerk {\n    provider: main,\n    retry: { max: 3 },\n}\n\nfn main() {\n    print(Clerk.execute(\"go\").is_err());\n}\n";
    for (max, times) in [("1", 1), ("3", 3)] {
        let api = api::api("openai-chat");
        let server = Server::of(vec![Reply::json(500, &api.error("oh")); times]);
        let program = program.replace("max: 3", &format!("max: {max}"));
        assert_eq!(Project::new(&connection(api, &server, ""), &program).run(&[]).good(), "true\n");
    }
}

const WAITING: &str = r#"
tool Bank {
    @describe("Pays") @approve
    pub fn pay(@param("how much") amount: Int) -> Int {
        amount
    }

    @describe("Asks a person") @interaction
    pub fn ask(@param("what") question: String) -> String;

    @describe("Ends it") @signal
    pub fn stop(@param("why") why: String);

    @describe("Says how much there is")
    pub fn balance() -> Int {
        100
    }
}

agent Clerk {
    provider: main,
    tools: [Bank],
}

fn told(outcome: Result<Outcome, AgentError>) -> String {
    match outcome {
        Ok(Outcome::Done(response)) => "done ${response.text} ${response.tool_results.len()} ${response.messages.is_reconciled()}",
        Ok(Outcome::Signal(call)) => "signal ${call.tool} ${call.arguments}",
        Ok(Outcome::NeedsInput(pending)) => {
            let ids = pending.calls().map(|it| it.id);
            "asks ${ids}; ${told(pending.resume("forty-two"))}"
        }
        Ok(Outcome::NeedsApproval(pending)) => {
            let calls = pending.calls();
            let decided = pending.decide(calls[0].id, Approval::Allow);
            "waits ${calls.map(|it| it.id)}; ${told(decided.resume())}"
        }
        Err(error) => "error ${error}",
    }
}

fn main() {
    print(told(Clerk.run("go")));
}
"#;

#[test]
fn calls_that_wait_go_on_with_all_results_in_order() {
    let pay = |number: usize| (number, "Bank__pay", r#"{"amount":5}"#);
    let balance = |number: usize| (number, "Bank__balance", "{}");
    for api in ALL {
        let turns = [Turn::calls(&[pay(1), balance(2), pay(3)]), Turn::text("ok")];
        let (ran, requests) = ran(api, WAITING, &turns);
        assert_eq!(ran.good(), "waits [\"call_1\", \"call_3\"]; done ok 3 true\n", "{}", api.name());
        let told = api.results(&requests[1].body);
        assert_eq!(told[..2], [json!("5"), json!("100")], "{}", api.name());
        assert!(told[2].as_str().unwrap().contains("\"cancelled\""), "{told:?}");
    }
}

#[test]
fn questions_and_signals_end_a_turn() {
    let ask = (1, "Bank__ask", r#"{"question":"why?"}"#);
    for api in ALL {
        let (first, requests) = ran(api, WAITING, &[Turn::calls(&[ask, (2, "Bank__balance", "{}")]), Turn::text("ok")]);
        assert_eq!(first.good(), "asks [\"call_1\"]; done ok 2 true\n", "{}", api.name());
        assert_eq!(api.results(&requests[1].body), [json!("forty-two"), json!("100")]);
        let (second, _) = ran(api, WAITING, &[Turn::calls(&[(1, "Bank__stop", r#"{"why":"late"}"#)])]);
        assert_eq!(second.good(), "signal Bank::stop {\"why\":\"late\"}\n", "{}", api.name());
    }
}

#[test]
fn a_call_that_nobody_approves_is_denied_under_execute() {
    let program = WAITING.replace("    @describe(\"Asks a person\") @interaction\n    pub fn ask(@param(\"what\") question: String) -> String;\n", "").replace("    @describe(\"Ends it\") @signal\n    pub fn stop(@param(\"why\") why: String);\n", "");
    let start = program.find("fn told").unwrap();
    let program = format!(
        "{}fn main() {{\n    print(Clerk.execute(\"go\").unwrap().text);\n    print(Clerk.with_approval(|call| if call.arguments.get(\"amount\") == Some(Json::Int(5)) {{ Approval::Allow }} else {{ Approval::Deny(\"too much\") }}).execute(\"go\").unwrap().text);\n}}\n",
        &program[..start]
    );
    let api = api::api("anthropic");
    let calls = || Turn::calls(&[(1, "Bank__pay", r#"{"amount":5}"#), (2, "Bank__pay", r#"{"amount":6}"#)]);
    let (ran, requests) = ran(api, &program, &[calls(), Turn::text("a"), calls(), Turn::text("b")]);
    assert_eq!(ran.good(), "a\nb\n");
    let kinds = |it: &Request| {
        let told = api.results(&it.body);
        told.iter().map(|it| it.as_str().unwrap().contains("\"denied\"")).collect::<Vec<_>>()
    };
    assert_eq!((kinds(&requests[1]), kinds(&requests[3])), (vec![true, true], vec![false, true]));
}
