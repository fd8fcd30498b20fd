//! What is found, and what is not.

use proptest::prelude::*;
use serde_json::json;

use super::*;

#[test]
fn json_is_found_as_it_is_in_fences_and_after_words() {
    let wanted = json!({ "a": [1, 2] });
    for text in [
        r#"{"a": [1, 2]}"#,
        "  {\"a\": [1, 2]}\n",
        "```json\n{\"a\": [1, 2]}\n```",
        "```\n{\"a\": [1, 2]}",
        "Here it is:\n```json\n{\"a\": [1, 2],}\n```\nAnything else?",
        "Sure! {\"a\": [1, 2]} is what you want.",
        "{\"a\": [1, 2,],}",
        "The answer: {\"a\": [1,2 , ]}",
    ] {
        assert_eq!(json(text).as_ref(), Ok(&wanted), "{text}");
    }
}

#[test]
fn texts_inside_are_left_alone() {
    assert_eq!(json(r#"so: {"a": "x,] \" }", "b": "```"}"#), Ok(json!({ "a": "x,] \" }", "b": "```" })));
    assert_eq!(json(r#""plain""#), Ok(json!("plain")));
}

#[test]
fn what_is_no_json_is_told() {
    assert_eq!(json("  "), Err("the answer is empty".to_owned()));
    assert!(json("I cannot say.").is_err_and(|it| it.starts_with("the answer is no JSON: ")));
    assert!(json("{\"a\": 1").is_err());
    assert!(json("{\"a\": 1] }").is_err());
}

proptest! {
    #[test]
    fn no_text_is_too_strange(text in ".{0,80}") {
        let _ = json(&text);
    }

    #[test]
    fn fences_and_words_around_make_no_difference(value in "[a-z\\[\\]{},\"`\\\\ ]{0,12}", before in "[a-z .]{0,12}") {
        let value = json!({ "text": value, "list": [value] });
        prop_assert_eq!(json(&format!("{before}\n```json\n{value}\n```\n")), Ok(value.clone()));
        prop_assert_eq!(json(&format!("{before}{value}")), Ok(value));
    }
}
