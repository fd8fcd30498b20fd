//! The loop: from a request to an answer, and everything that ends it before.

use super::{Case, EVERY, End, Say, Turn, case, check};

const DESK: &str = r#"
tool Desk {
    @describe("Adds one")
    pub fn next(@param("to what") n: Int) -> Int { print("ran ${n}"); n + 1 }

    @describe("Takes long")
    pub fn nap() -> Int { sleep(10s); 1 }
}

agent Clerk { provider: main, tools: [Desk] }
"#;

fn desk(program: &str) -> String {
    format!("{DESK}{program}\n")
}

fn asked() -> String {
    desk("print(ended(Clerk.execute(\"go\")));")
}

fn after(mut case: Case, turns: usize) -> Case {
    for turn in 0..turns {
        case = case.calls(&[("Desk__next", &format!("{{\"n\":{turn}}}"))]);
    }
    case
}

pub(super) fn cases() -> Vec<Case> {
    vec![
        case("an answer without calls is the end", asked())
            .on(EVERY)
            .text("hello")
            .prints("hello")
            .looks(|_, bodies| assert_eq!(bodies.len(), 1)),
        after(case("calls are answered until there are none", asked()), 3)
            .on(EVERY)
            .text("done")
            .prints("ran 0\nran 1\nran 2\ndone\n  Desk::next = 1\n  Desk::next = 2\n  Desk::next = 3")
            .told(&["3"])
            .looks(|_, bodies| assert_eq!(bodies.len(), 4)),
        case(
            "the transcript has the turn and all its results",
            desk("let answer = Clerk.execute(\"go\")?;\nprint(\"${answer.messages.map(|it| \"${it.role} ${it.parts.len()}\")} ${answer.turns} ${answer.messages.is_reconciled()}\");"),
        )
        .calls(&[("Desk__next", r#"{"n":1}"#), ("Desk__next", r#"{"n":1}"#)])
        .text("ok")
        .prints("ran 1\nran 1\n[\"user 1\", \"assistant 2\", \"tool 2\", \"assistant 1\"] 2 true"),
        case("words before calls stay in the transcript", desk("print(Clerk.execute(\"go\")?.messages[1].text());"))
            .on(EVERY)
            .says(Turn::calls(&[(1, "Desk__next", r#"{"n":1}"#)]).after(Say::Text("One moment.".to_owned())))
            .text("ok")
            .prints("ran 1\nOne moment.")
            .looks(|api, bodies| assert!(api.texts(&bodies[1]).contains(&"One moment.".to_owned()))),
        after(case("without a word about it there are ten turns", desk("match Clerk.execute(\"go\") {\n    Err(AgentError::MaxTurns(response)) => print(\"${response.turns} ${response.tool_results.len()}\"),\n    _ => print(\"no\"),\n}")), 10)
            .prints("ran 0\nran 1\nran 2\nran 3\nran 4\nran 5\nran 6\nran 7\nran 8\nran 9\n10 10"),
        after(case("`max_turns` of the agent counts", asked().replace("tools: [Desk] }", "tools: [Desk], max_turns: 2 }")), 2)
            .prints("ran 0\nran 1\nmax turns \n  Desk::next = 1\n  Desk::next = 2"),
        after(case("`with_max_turns` comes before it", asked().replace("tools: [Desk] }", "tools: [Desk], max_turns: 2 }").replace("Clerk.execute", "Clerk.with_max_turns(1).execute")), 1)
            .prints("ran 0\nmax turns \n  Desk::next = 1"),
        after(
            case(
                "at `max_turns` the transcript can be used again",
                desk("match Clerk.with_max_turns(1).execute(\"go\") {\n    Err(AgentError::MaxTurns(response)) => {\n        print(\"${response.messages.map(|it| it.role)} ${response.messages.is_reconciled()}\");\n        print(ended(Clerk.chat(response.messages + [Message::user(\"and?\")])));\n    }\n    _ => print(\"no\"),\n}"),
            ),
            1,
        )
        .on(EVERY)
        .text("well")
        .prints("ran 0\n[\"user\", \"assistant\", \"tool\"] true\nwell")
        .looks(|_, bodies| assert_eq!(bodies.len(), 2)),
        case("no turns at all are a fault", desk("print(ended(Clerk.with_max_turns(0).execute(\"go\")));"))
            .faults(&["`with_max_turns` takes 1 or more, not 0"]),
        case("a time limit ends it with its tools", desk("print(ended(Clerk.with_timeout(80ms).execute(\"go\")));"))
            .calls(&[("Desk__nap", "{}")])
            .prints("error: the agent took too long"),
        case(
            "what was cut off can be used again",
            desk("match Clerk.execute(\"go\") {\n    Err(AgentError::Truncated(response)) => {\n        print(response.messages.is_reconciled());\n        print(ended(Clerk.chat(response.messages + [Message::user(\"and?\")])));\n    }\n    _ => print(\"no\"),\n}"),
        )
        .on(EVERY)
        .says(Turn::calls(&[(1, "Desk__next", r#"{"n":1}"#)]).ending(End::Length))
        .text("well")
        .prints("true\nwell"),
        case(
            "a stream that is left runs no more tools",
            desk("for event in Clerk.stream(\"go\") {\n    if let AgentEvent::ToolStart(call) = event {\n        print(call.tool);\n        break;\n    }\n}\nprint(\"on\");"),
        )
        .calls(&[("Desk__nap", "{}")])
        .calls(&[("Desk__next", r#"{"n":1}"#)])
        .prints("Desk::nap\non"),
        case("tokens are added up over all turns", desk("let used = Clerk.execute(\"go\")?.usage;\nprint(\"${used.input_tokens} ${used.output_tokens}\");"))
            .on(EVERY)
            .calls(&[("Desk__next", r#"{"n":1}"#)])
            .text("ok")
            .prints("ran 1\n20 10"),
        case(
            "a signal in a later turn ends it there",
            "tool Desk {\n    @describe(\"d\") pub fn get() -> Int { print(\"ran\"); 1 }\n    @describe(\"d\") @signal pub fn stop(@param(\"why\") why: String);\n}\nagent Clerk { provider: main, tools: [Desk] }\nprint(outcome(Clerk.run(\"go\")));",
        )
        .on(EVERY)
        .calls(&[("Desk__get", "{}")])
        .calls(&[("Desk__stop", r#"{"why":"enough"}"#)])
        .prints("ran\nsignal: Desk::stop {\"why\":\"enough\"}"),
    ]
}

#[test]
fn the_loop() {
    check(&cases());
}
