//! `concerto test`: what mocks replace, what fails a test, and what is told of it. `testing/` is a project whose tests are
//! about mocks; all of them pass.

use crate::support::{concerto, outcome, root};

/// Runs the tests of a program of one file; what is told.
fn told(text: &str, args: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("main.conc"), text).unwrap();
    let args: Vec<&str> = ["test", "main.conc"].iter().chain(args).copied().collect();
    outcome(&concerto(folder.path(), &args))
}

#[test]
fn mocks_replace_agents_functions_tools_servers_and_the_clock() {
    let folder = root().join("tests/testing");
    for more in [&[][..], &["--suspend"]] {
        let args: Vec<&str> = ["test"].iter().chain(more).copied().collect();
        let output = concerto(&folder, &args);
        let text = outcome(&output);
        assert!(output.status.success(), "{text}");
        assert!(text.contains("\n14 passed, 0 failed\n"), "{text}");
    }
}

#[test]
fn asserts_show_both_values_and_where_they_differ() {
    let text = r#"
@test fn in_a_list() { print("before"); assert_eq([1, 2, 3], [1, 5, 3]); }
@test fn in_a_line() { assert_eq("a\nb\nc\nd", "a\nx\ny\nd", "the page has changed"); }
@test fn at_once() { assert_eq(1, 2); }
@test fn at_the_end() { assert_eq("ab", "abc"); }
"#;
    insta::assert_snapshot!(told(text, &[]));
}

#[test]
fn a_test_that_would_reach_the_network_fails_even_if_it_takes_no_notice() {
    let text = r#"
use std::http;
agent Helper { provider: openai, model: "gpt-4o" }
@test fn asks_a_model() { assert(Helper.execute("x").is_err()); }
@test fn asks_the_web() { let _ = await spawn http::get("http://127.0.0.1:1/"); }
"#;
    insta::assert_snapshot!(told(text, &[]));
}

#[test]
fn mocks_that_run_out_say_so() {
    let text = r#"
tool Clock {
    @describe("The time") pub fn now() -> String { "noon" }
}
agent Helper { provider: openai, model: "gpt-4o", tools: [Clock] }
@test fn two_for_one() {
    mock Helper { responses: ["one"] }
    let _ = Helper.execute("x");
    let _ = Helper.execute("x");
}
@test fn no_then() {
    mock Helper { tool_calls: [Clock.now()] }
    let _ = Helper.execute("x");
}
"#;
    insta::assert_snapshot!(told(text, &[]));
}

#[test]
fn a_mock_is_for_one_test() {
    let text = r#"
fn two() -> Int { 2 }
@test fn replaced() { mock two = || 3; assert_eq(two(), 3); }
@test fn as_it_was() { assert_eq(two(), 2); }
@test fn replaced_twice() { mock two = || 3; mock two = || 4; assert_eq(two(), 4); }
"#;
    let text = told(text, &[]);
    assert!(text.contains("3 passed, 0 failed"), "{text}");
}

#[test]
fn mocks_that_cannot_answer_are_mistakes() {
    let text = r#"
agent Helper { provider: openai, model: "gpt-4o" }
tool Desk {
    @describe("Hand over") @signal pub fn hand_over(@param("why") why: String);
}
fn first<T>(items: Array<T>) -> T { items[0] }
@test fn wrong() {
    mock Helper {}
    mock Helper { response: "a", error: AgentError::Timeout }
    mock Helper { response: "a", then: "b" }
    mock Helper { tool_calls: [5], then: "b" }
    mock Helper { replies: ["a"] }
    mock print = |x| ();
    mock first = |items| 5;
    mock Desk.hand_over = |why| ();
}
"#;
    insta::assert_snapshot!(told(text, &[]));
}

#[test]
fn durations_are_told_where_they_are_wanted_and_output_of_failed_tests() {
    let text = "@test fn a() { print(\"seen\"); panic(\"no\"); }\n@test fn b() { print(\"hidden\"); }\n";
    let lines = told(text, &["--durations"]);
    assert!(lines.contains("seen") && !lines.contains("hidden"), "{lines}");
    assert!(lines.contains("the slowest:\n") && lines.contains(" ms  a\n"), "{lines}");
}
