//! Tools of an execution: which there are, which have to be called, when they run, and how long it goes on.

use std::time::Duration;

use serde_json::{Value, json};

use super::api::{self, ALL, Turn};
use super::project::{Project, connection};
use super::server::Server;

/// Runs a program against Chat Completions: what it printed, and the bodies of its requests.
fn ran(program: &str, turns: &[Turn]) -> (String, Vec<Value>) {
    let api = api::api("openai-chat");
    let server = Server::of(turns.iter().map(|it| api.reply(false, it)).collect());
    let ran = Project::new(&connection(api, &server, ""), program).run(&[]);
    (ran.good().to_owned(), server.done().into_iter().map(|it| it.body).collect())
}

const TOOLS: &str = r#"
tool One {
    @describe("The first")
    pub fn get() -> Int {
        1
    }
}

tool Two {
    @describe("The second")
    pub fn get() -> Int {
        2
    }
}

agent Clerk {
    provider: main,
    tools: [One],
}
"#;

#[test]
fn tools_are_added_and_left_out_in_either_order() {
    let program = format!(
        "{TOOLS}
fn main() {{
    let made = Tool::dynamic(\"made\", \"Made here\", {{ \"type\": \"object\" }}, |_: Json| 3);
    for clerk in [
        Clerk,
        Clerk.with_tools([Two]),
        Clerk.with_tools([Two]).with_tools([made, Two]),
        Clerk.with_tools([One]),
        Clerk.without_tools(),
        Clerk.without_tools().with_tools([Two.get]),
        Clerk.with_tools([Two]).without_tools(),
        Clerk,
    ] {{
        print(clerk.execute(\"go\").unwrap().text);
    }}
}}
"
    );
    let (printed, bodies) = ran(&program, &vec![Turn::text("ok"); 8]);
    assert_eq!(printed, "ok\n".repeat(8));
    let names: Vec<String> = bodies.iter().map(|it| api::api("openai-chat").tools(it).join(" ")).collect();
    assert_eq!(
        names,
        ["One__get", "One__get Two__get", "One__get Two__get made", "One__get", "", "Two__get", "Two__get", "One__get"]
    );
    assert!(bodies[4].get("tools").is_none() && bodies[4].get("tool_choice").is_none());
}

#[test]
fn two_tools_with_one_name_are_told_before_any_request() {
    let program = format!(
        "{TOOLS}
fn main() {{
    let made = |name: String| Tool::dynamic(name, \"Made here\", {{ \"type\": \"object\" }}, |_: Json| 3);
    for name in [\"One::get\", \"One__get\"] {{
        match Clerk.with_tools([made(name)]).execute(\"go\") {{
            Err(AgentError::Duplicate {{ name, sources }}) => print(\"${{name}} ${{sources.len()}}\"),
            other => print(\"${{other}}\"),
        }}
    }}
    print(Clerk.without_tools().with_tools([made(\"One__get\")]).execute(\"go\").unwrap().text);
}}
"
    );
    let (printed, bodies) = ran(&program, &[Turn::text("ok")]);
    assert_eq!(printed, "One::get 2\nOne__get 2\nok\n");
    assert_eq!(bodies.len(), 1);
}

#[test]
fn a_tool_has_to_be_called_only_in_the_first_turn() {
    let program = format!(
        "{TOOLS}
fn main() {{
    for clerk in [Clerk.with_tool_choice(\"required\"), Clerk.with_tool_choice(One), Clerk.with_tool_choice(\"none\")] {{
        for heard in [clerk, clerk.on_event(|_| {{}})] {{
            print(heard.execute(\"go\").unwrap().text);
        }}
    }}
}}
"
    );
    for api in ALL {
        let call = Turn::calls(&[(1, "One__get", "{}")]);
        let turns = [call.clone(), Turn::text("ok"), call.clone(), Turn::text("ok"), Turn::text("ok")];
        let modes = [false, false, true, true];
        let mut script = Vec::new();
        for _ in 0..2 {
            script.extend(turns.iter().zip(modes).map(|(it, mode)| api.reply(mode, it)));
        }
        script.extend([false, true].map(|mode| api.reply(mode, &turns[4])));
        let server = Server::of(script);
        let ran = Project::new(&connection(api, &server, ""), &program).run(&[]);
        assert_eq!(ran.good(), "ok\n".repeat(6), "{}", api.name());
        let requests = server.done();
        let choices: Vec<String> = requests.iter().map(|it| api.choice(&it.body).to_string()).collect();
        for pair in choices[..4].chunks(2) {
            let first = if api.name() == "ollama" { "null" } else { "\"required\"" };
            assert_eq!((pair[0].as_str(), pair[1].as_str()), (first, "null"), "{}", api.name());
        }
        for pair in choices[4..8].chunks(2) {
            assert_eq!((pair[0].contains("One__get"), pair[1].as_str()), (api.name() != "ollama", "null"));
        }
        for (choice, request) in choices[8..].iter().zip(&requests[8..]) {
            match api.name() {
                "ollama" => assert_eq!(api.tools(&request.body).len(), 0),
                _ => assert_eq!((choice.as_str(), api.tools(&request.body).len()), ("\"none\"", 1)),
            }
        }
    }
}

#[test]
fn too_many_turns_give_the_transcript() {
    let program = format!(
        "{TOOLS}
fn main() {{
    match Clerk.with_max_turns(2).execute(\"go\") {{
        Err(AgentError::MaxTurns(response)) => {{
            print(\"${{response.turns}} ${{response.messages.map(|it| it.role)}} ${{response.messages.is_reconciled()}}\");
            let next = response.messages + [Message::user(\"and now?\")];
            print(Clerk.chat(next).unwrap().text);
        }}
        other => print(\"${{other}}\"),
    }}
    match Clerk.execute(\"go\") {{
        Err(AgentError::MaxTurns(response)) => print(response.turns),
        other => print(\"${{other}}\"),
    }}
}}
"
    );
    let call = |number: usize| Turn::calls(&[(number, "One__get", "{}")]);
    let mut turns = vec![call(1), call(2), Turn::text("well")];
    turns.extend((1..=10).map(call));
    let (printed, bodies) = ran(&program, &turns);
    assert_eq!(printed, "2 [\"user\", \"assistant\", \"tool\", \"assistant\", \"tool\"] true\nwell\n10\n");
    assert_eq!(bodies[2]["messages"].as_array().unwrap().len(), 6);
}

/// Tools that take a while, and say when they begin and end.
fn slow(concurrency: &str, decorator: &str) -> String {
    format!(
        "
tool Slow {{
    @describe(\"Takes a while\") {decorator}
    pub fn nap(@param(\"how long\") ms: Int) -> Int {{
        print(\"begins ${{ms}}\");
        sleep(Duration::from_ms(ms));
        print(\"ends ${{ms}}\");
        ms
    }}
}}

agent Clerk {{
    provider: main,
    tools: [Slow],
    {concurrency}
}}

fn main() {{
    let response = Clerk.execute(\"go\").unwrap();
    print(response.tool_results.map(|it| match it {{
        ToolResult::Ok {{ call_id, value, .. }} => \"${{call_id}} ${{value}}\",
        other => \"${{other}}\",
    }}).join(\", \"));
}}
"
    )
}

fn naps() -> [Turn; 2] {
    let calls =
        [(1, "Slow__nap", r#"{"ms":200}"#), (2, "Slow__nap", r#"{"ms":120}"#), (3, "Slow__nap", r#"{"ms":40}"#)];
    [Turn::calls(&calls), Turn::text("ok")]
}

#[test]
fn calls_of_a_turn_run_at_the_same_time_and_their_results_keep_the_order() {
    let (printed, bodies) = ran(&slow("", ""), &naps());
    assert_eq!(
        printed,
        "begins 200\nbegins 120\nbegins 40\nends 40\nends 120\nends 200\ncall_1 200, call_2 120, call_3 40\n"
    );
    assert_eq!(api::api("openai-chat").results(&bodies[1]), [json!("200"), json!("120"), json!("40")]);
}

#[test]
fn calls_of_a_turn_run_one_after_another_where_that_is_said() {
    let one = "begins 200\nends 200\nbegins 120\nends 120\nbegins 40\nends 40\ncall_1 200, call_2 120, call_3 40\n";
    assert_eq!(ran(&slow("tool_concurrency: 1,", ""), &naps()).0, one);
    assert_eq!(ran(&slow("", "@sequential"), &naps()).0, one);
    let two = ran(&slow("tool_concurrency: 2,", ""), &naps()).0;
    assert!(two.starts_with("begins 200\nbegins 120\nends 120\nbegins 40\nends 40\nends 200\n"), "{two}");
}

#[test]
fn a_tool_with_a_time_limit_is_left_and_one_that_may_is_tried_again() {
    let program = r#"
tool Slow {
    tried: Int = 0,

    @describe("Takes too long") @timeout(50ms)
    pub fn nap() -> Int {
        sleep(10s);
        1
    }

    @describe("Works the third time") @idempotent @retry(max: 3)
    pub fn stubborn(mut self) -> Result<Int, String> {
        self.tried += 1;
        match self.tried {
            3 => Ok(3),
            _ => Err("not yet"),
        }
    }
}

agent Clerk {
    provider: main,
    tools: [Slow],
}

fn main() {
    print(Clerk.execute("go").unwrap().text);
}
"#;
    let calls = Turn::calls(&[(1, "Slow__nap", "{}"), (2, "Slow__stubborn", "{}")]);
    let start = std::time::Instant::now();
    let (printed, bodies) = ran(program, &[calls, Turn::text("ok")]);
    assert!(start.elapsed() < Duration::from_secs(8));
    assert_eq!(printed, "ok\n");
    let results = api::api("openai-chat").results(&bodies[1]);
    let failure = r#"{"error":{"kind":"timeout","message":"the tool took longer than 50ms"}}"#;
    assert_eq!(results, [json!(failure), json!("3")]);
}

#[test]
fn a_tool_may_ask_an_agent_itself() {
    let program = r#"
agent Helper {
    provider: main,
}

tool Desk {
    @describe("Asks somebody else")
    pub fn delegate(@param("what") text: String) -> Result<String, String> {
        match Helper.execute(text) {
            Ok(response) => Ok(response.text),
            Err(error) => Err("${error}"),
        }
    }
}

agent Clerk {
    provider: main,
    tools: [Desk],
}

fn main() {
    print(Clerk.execute("go").unwrap().text);
}
"#;
    let turns = [Turn::calls(&[(1, "Desk__delegate", r#"{"text":"help"}"#)]), Turn::text("helped"), Turn::text("ok")];
    let (printed, bodies) = ran(program, &turns);
    assert_eq!(printed, "ok\n");
    assert_eq!(api::api("openai-chat").texts(&bodies[1]), ["help"]);
    assert_eq!(api::api("openai-chat").results(&bodies[2]), [json!("helped")]);
}
