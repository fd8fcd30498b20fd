//! Which tool is meant, and how often.

use serde_json::json;

use super::{CHAPTER, calculator, calls, offering, record, text};
use crate::chat::ChatRequest;
use crate::simulated::words::{is_telling, words};

/// The first tool that is called, without its arguments.
fn called(request: &ChatRequest) -> String {
    calls(request).first().unwrap().split(' ').next().unwrap().to_owned()
}

fn two(prompt: &str, first: (&str, &str), second: (&str, &str)) -> String {
    let none = || record(json!({}));
    called(&offering(prompt, &[(first.0, first.1, none()), (second.0, second.1, none())]))
}

#[test]
fn the_tool_that_shares_most_words_is_called() {
    assert_eq!(two("Find late orders", ("find", "Find customers"), ("list", "Find orders that are late")), "list");
}

#[test]
fn among_equals_parameters_count_and_then_the_order() {
    assert_eq!(two("Find it", ("a", "Find one"), ("b", "Find another")), "a");
    let with = |name: &str| record(json!({ name: { "type": "string" } }));
    let described = record(json!({ "x": { "type": "string", "description": "the street" } }));
    let tools = [("a", "Find one", with("name")), ("b", "Find one", with("street")), ("c", "Find one", described)];
    assert_eq!(called(&offering("Find a street", &tools)), "b");
    assert_eq!(called(&offering("Which street?", &tools)), "b");
}

#[test]
fn parameters_do_not_outweigh_the_name() {
    assert_eq!(called(&calculator("Divide the first number 10 by the second number 2")), "Calculator__divide");
}

#[test]
fn words_are_found_in_all_ways_of_writing_names() {
    for text in ["readStock", "read_stock", "read__stock", "Read stock", "READ-STOCK"] {
        assert_eq!(words(text), ["read", "stock"], "{text}");
    }
    assert_eq!(words("HTTPServer"), ["http", "server"]);
}

#[test]
fn apostrophes_and_simple_plurals_are_left_out() {
    assert_eq!(words("don't what’s"), ["dont", "what"]);
    assert_eq!(
        words("orders cities boxes dishes classes bus this glass does"),
        ["order", "city", "box", "dish", "class", "bus", "this", "glass", "does"]
    );
}

#[test]
fn signs_between_numbers_stand_for_words() {
    let signs =
        [("2 + 3", "add"), ("5-3", "subtract"), ("5 − 3", "subtract"), ("2*3", "multiply"), ("2 x 3", "multiply")];
    for (prompt, tool) in signs.into_iter().chain([("2 × 3", "multiply"), ("6 / 3", "divide"), ("6÷3", "divide")]) {
        assert_eq!(called(&calculator(prompt)), format!("Calculator__{tool}"), "{prompt}");
    }
    let others = |prompt| two(prompt, ("power", "One"), ("modulo", "Two"));
    assert_eq!(others("2 ^ 3"), "power");
    assert_eq!(others("2 % 3"), "modulo");
    assert_eq!(text(&calculator("C++ and a/b")), "You said: C++ and a/b");
}

#[test]
fn quoted_words_count_only_where_no_others_do() {
    let tools = (("translate", "Translate a text"), ("add", "Add someone"));
    assert_eq!(two("translate \"add someone\"", tools.0, tools.1), "translate");
    assert_eq!(two("call `add` now", tools.0, tools.1), "add");
}

#[test]
fn numbers_letters_and_common_words_do_not_count() {
    let request = offering("What is the 2 of x?", &[("x", "What is the 2 of them?", record(json!({})))]);
    assert_eq!(text(&request), "You said: What is the 2 of x?");
}

#[test]
fn the_chapter_lists_the_words_that_do_not_count() {
    let list = CHAPTER.split("```text").nth(1).unwrap().split("```").next().unwrap();
    let listed: Vec<&str> = list.split_whitespace().collect();
    assert!(listed.is_sorted());
    assert!(listed.iter().all(|it| !is_telling(it)));
    assert_eq!(listed.len(), crate::simulated::words::STOP_WORDS.len());
}

#[test]
fn clauses_that_name_tools_are_calls_of_one_turn() {
    let both = [r#"Calculator__add {"a":2,"b":3}"#, r#"Calculator__multiply {"a":4,"b":5}"#];
    for prompt in [
        "Add 2 and 3, then multiply 4 by 5.",
        "add 2 and 3 and multiply 4 by 5",
        "Please: add 2, 3; multiply 4 and 5",
        "Add 2 to 3.\nMultiply 4 by 5!",
        "What is 2 + 3 and 4 * 5?",
    ] {
        assert_eq!(calls(&calculator(prompt)), both, "{prompt}");
    }
}

#[test]
fn one_tool_can_be_called_twice() {
    let both = [r#"Calculator__add {"a":2,"b":3}"#, r#"Calculator__add {"a":4,"b":5}"#];
    assert_eq!(calls(&calculator("Add 2 and 3, and add 4 and 5")), both);
}

#[test]
fn a_clause_that_lacks_something_makes_it_one_call() {
    assert_eq!(calls(&calculator("Add 2 and then divide 3 by 4")), [r#"Calculator__add {"a":2,"b":3}"#]);
}

#[test]
fn more_than_eight_clauses_are_one_call() {
    let prompt = |count| vec!["add 1 and 2"; count].join(", ");
    assert_eq!(calls(&calculator(&prompt(8))).len(), 8);
    assert_eq!(calls(&calculator(&prompt(9))).len(), 1);
}

#[test]
fn quoted_joints_do_not_part_clauses() {
    let text = record(json!({ "text": { "type": "string" } }));
    let request = offering(r#"send "a and send b", then send 'c'"#, &[("Mail::send", "Send a mail", text)]);
    assert_eq!(calls(&request), [r#"Mail__send {"text":"a and send b"}"#, r#"Mail__send {"text":"c"}"#]);
}

#[test]
fn only_the_beginning_of_a_prompt_is_looked_at() {
    let prompt = format!("{} add", "-".repeat(65_532));
    assert_eq!(called(&calculator(&prompt)), "Calculator__add");
    let prompt = format!("{} add", "-".repeat(65_533));
    assert_eq!(text(&calculator(&prompt)), format!("You said: {prompt}"));
}
