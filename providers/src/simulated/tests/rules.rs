//! What is answered at all.

use serde_json::json;

use super::{asked, calculator, calls, offering, record, response, said, text, wanting, with_results};
use crate::chat::{ChatRequest, Finish, Means, Part, Role, ToolChoice};
use crate::simulated::answer;

#[test]
fn the_example_of_the_readme_is_answered_with_a_call_and_then_with_its_result() {
    let request = calculator("What is 2 + 2?");
    assert_eq!(calls(&request), [r#"Calculator__add {"a":2,"b":2}"#]);
    let request = with_results(request, &[("Calculator__add", Ok(json!(4)))]);
    assert_eq!(text(&request), "Calculator::add gave 4.");
}

#[test]
fn a_prompt_that_no_tool_has_a_word_of_is_repeated() {
    assert_eq!(text(&calculator("Hello there")), "You said: Hello there");
    assert_eq!(text(&asked("Write a line about numbers.")), "You said: Write a line about numbers.");
}

#[test]
fn nothing_is_said_about_nothing() {
    assert_eq!(text(&asked("  ")), "You said nothing.");
    assert_eq!(text(&ChatRequest::default()), "You said nothing.");
}

#[test]
fn the_prompt_is_the_last_message_of_the_user_with_its_parts_as_lines() {
    let mut request = asked("Add 2 and 3");
    request.system = Some("Multiply everything".to_owned());
    request.messages.push(said(Role::Assistant, "Five"));
    request.messages.push(said(Role::User, "Good"));
    request.messages[2].parts.push(Part::Text("morning".to_owned()));
    assert_eq!(text(&request), "You said: Good\nmorning");
    request.offered = calculator("").offered;
    assert_eq!(text(&request), "You said: Good\nmorning");
}

#[test]
fn results_before_the_last_prompt_are_not_told_again() {
    let mut request = with_results(calculator("Add 2 and 3"), &[("Calculator__add", Ok(json!(5)))]);
    request.messages.push(said(Role::User, "Thank you"));
    assert_eq!(text(&request), "You said: Thank you");
}

#[test]
fn several_results_are_told_in_one_sentence() {
    let results = [
        ("Calculator__add", Ok(json!(5))),
        ("Clock__now", Ok(json!("noon"))),
        ("Calculator__divide", Err("division by zero")),
    ];
    assert_eq!(
        text(&with_results(calculator("Add and divide"), &results)),
        "Calculator::add gave 5, Clock::now gave noon and Calculator::divide failed: division by zero."
    );
    assert_eq!(
        text(&with_results(calculator("Add"), &results[..2])),
        "Calculator::add gave 5 and Clock::now gave noon."
    );
}

#[test]
fn values_are_told_as_models_get_them_and_a_sentence_ends_only_once() {
    let told = |value| text(&with_results(calculator("Add"), &[("greet", Ok(value))]));
    assert_eq!(told(json!({ "a": [1, 2] })), r#"greet gave {"a":[1,2]}."#);
    assert_eq!(told(json!(null)), "greet gave null.");
    assert_eq!(told(json!("Hello!")), "greet gave Hello!");
}

#[test]
fn no_tool_is_called_where_none_may_be() {
    let request = ChatRequest { tool_choice: ToolChoice::None, ..calculator("Add 2 and 3") };
    assert_eq!(text(&request), "You said: Add 2 and 3");
}

#[test]
fn a_named_tool_is_called_by_either_of_its_names() {
    for name in ["Calculator::multiply", "Calculator__multiply"] {
        let request = ChatRequest { tool_choice: ToolChoice::Tool(name.to_owned()), ..calculator("Add 2 and 3") };
        assert_eq!(calls(&request), [r#"Calculator__multiply {"a":2,"b":3}"#]);
    }
}

#[test]
fn a_named_tool_that_is_not_offered_is_refused() {
    let request = ChatRequest { tool_choice: ToolChoice::Tool("nothing".to_owned()), ..calculator("Add 2 and 3") };
    let failure = answer(&request).outcome.unwrap_err();
    assert_eq!(failure.status, 400);
    assert_eq!(failure.message, "`nothing` has to be called, and no such tool is offered");
}

#[test]
fn a_required_call_is_of_the_tool_that_is_meant_else_of_the_first() {
    let required = |prompt| ChatRequest { tool_choice: ToolChoice::Required, ..calculator(prompt) };
    assert_eq!(calls(&required("Multiply 2 by 3")), [r#"Calculator__multiply {"a":2,"b":3}"#]);
    assert_eq!(calls(&required("Hello")), [r#"Calculator__add {"a":0,"b":0}"#]);
}

#[test]
fn a_required_call_is_made_also_after_results() {
    let request = with_results(calculator("Add 2 and 3"), &[("Calculator__add", Ok(json!(5)))]);
    let request = ChatRequest { tool_choice: ToolChoice::Required, ..request };
    assert_eq!(response(&request).finish, Finish::ToolCalls);
}

#[test]
fn a_choice_means_nothing_without_tools() {
    for choice in [ToolChoice::Required, ToolChoice::Tool("Calculator::add".to_owned())] {
        assert_eq!(text(&ChatRequest { tool_choice: choice, ..asked("Hi") }), "You said: Hi");
    }
}

#[test]
fn a_schema_waits_for_the_tools_and_is_filled_from_their_results() {
    let schema = record(json!({ "sum": { "type": "integer" }, "note": { "type": "string" } }));
    let request = wanting(calculator("Add 2 and 3"), schema);
    assert_eq!(calls(&request), [r#"Calculator__add {"a":2,"b":3}"#]);
    let request = with_results(request, &[("Calculator__add", Ok(json!(5)))]);
    assert_eq!(text(&request), r#"{"sum":5,"note":"Calculator::add gave 5."}"#);
}

#[test]
fn a_tool_that_stands_for_the_answer_is_called_with_it() {
    let schema = record(json!({ "sum": { "type": "integer" } }));
    let mut request = offering("Tell the answer 7", &[("Answer", "The answer", schema.clone())]);
    request = wanting(request, schema);
    request.output.as_mut().unwrap().means = Means::Tool;
    for choice in [ToolChoice::Auto, ToolChoice::Required, ToolChoice::Tool("Answer".to_owned())] {
        request.tool_choice = choice;
        assert_eq!(calls(&request), [r#"Answer {"sum":7}"#]);
    }
}

#[test]
fn ids_are_counted_and_never_used_twice_in_a_conversation() {
    let ids = |request: &ChatRequest| -> Vec<String> {
        let id = |it: &Part| if let Part::Call(call) = it { call.id.clone() } else { String::new() };
        response(request).parts.iter().map(id).collect()
    };
    let mut request = calculator("Add 2 and 3, then multiply 4 by 5");
    assert_eq!(ids(&request), ["call_1", "call_2"]);
    request = with_results(request, &[("Calculator__add", Ok(json!(5)))]);
    request.messages.push(said(Role::User, "Add 1 and 1"));
    assert_eq!(ids(&request), ["call_2"]);
}

#[test]
fn the_response_names_the_model_or_simulated() {
    assert_eq!(response(&asked("Hi")).model.as_deref(), Some("simulated"));
    let request = ChatRequest { model: "any".to_owned(), ..asked("Hi") };
    assert_eq!(response(&request).model.as_deref(), Some("any"));
}

#[test]
fn an_answer_says_why_it_ended() {
    assert_eq!(response(&asked("Hi")).finish, Finish::Stop);
    assert_eq!(response(&calculator("Add 1 and 2")).finish, Finish::ToolCalls);
}

#[test]
fn a_sentence_ends_before_a_stop_text() {
    let request = ChatRequest { stop: vec!["three".into(), "two".into()], ..asked("one two three") };
    assert_eq!(text(&request), "You said: one ");
    assert_eq!(response(&request).finish, Finish::Stop);
}

#[test]
fn a_sentence_that_is_too_long_is_cut() {
    let request = ChatRequest { max_tokens: Some(3), ..asked("one two three") };
    assert_eq!(text(&request), "You said: on");
    assert_eq!(response(&request).finish, Finish::Length);
    let request = ChatRequest { max_tokens: Some(6), ..asked("one two three") };
    assert_eq!(response(&request).finish, Finish::Stop);
}

#[test]
fn calls_and_values_are_never_cut() {
    let request = ChatRequest { max_tokens: Some(1), stop: vec!["{".into()], ..calculator("Add 2 and 3") };
    assert_eq!(calls(&request), [r#"Calculator__add {"a":2,"b":3}"#]);
}
