//! Statuses, bodies and headers of errors, as the five APIs send them.

use std::time::{Duration, SystemTime};

use proptest::prelude::*;

use super::*;

fn of(status: u16, body: &str) -> (Kind, String, bool) {
    let failure = classify(status, None, body.as_bytes());
    (failure.kind, failure.message, failure.is_worth_retrying)
}

fn kind(status: u16) -> (Kind, bool) {
    let failure = classify(status, None, b"");
    (failure.kind, failure.is_worth_retrying)
}

#[test]
fn a_status_says_what_went_wrong() {
    for status in [400, 402, 404, 405, 413, 415, 422, 302, 0] {
        assert_eq!(kind(status), (Kind::Config, false), "{status}");
    }
    for status in [401, 403] {
        assert_eq!(kind(status), (Kind::Credentials, false), "{status}");
    }
    for status in [408, 409, 500, 502, 503, 504, 529, 599] {
        assert_eq!(kind(status), (Kind::Connection, true), "{status}");
    }
    assert_eq!(kind(429), (Kind::RateLimited, true));
}

#[test]
fn a_quota_that_is_used_up_is_not_tried_again() {
    let body = r#"{"error":{"message":"You exceeded your current quota.","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}"#;
    assert_eq!(of(429, body), (Kind::Config, "You exceeded your current quota.".to_owned(), false));
}

#[test]
fn a_wrong_key_at_google_is_one() {
    let body = r#"[{"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}]"#;
    assert_eq!(of(400, body), (Kind::Credentials, "API key not valid.".to_owned(), false));
}

#[test]
fn the_message_is_found_in_every_form() {
    for body in [
        r#"{"error":{"message":"No such model.","type":"invalid_request_error","code":null}}"#,
        r#"{"type":"error","error":{"type":"not_found_error","message":"No such model."},"request_id":"req_1"}"#,
        r#"[{"error":{"code":404,"message":"No such model.","status":"NOT_FOUND"}}]"#,
        r#"{"error":"No such model."}"#,
        r#"{"message":"No such model."}"#,
        r#"{"object":"error","message":"No such model.","code":404}"#,
        r#"{"detail":"No such model."}"#,
        r#"{"error":null,"message":"No such model."}"#,
        r#"{"error":{"code":1},"message":"No such model."}"#,
        r#""No such model.""#,
        "  No such model.\n",
    ] {
        assert_eq!(of(404, body), (Kind::Config, "No such model.".to_owned(), false), "{body}");
    }
}

#[test]
fn a_body_that_says_nothing_gives_a_phrase() {
    for body in ["", "  \n", "<html><body>nginx</body></html>", "{}", "[]", "null", r#"{"error":{"message":" "}}"#] {
        assert_eq!(of(503, body).1, "the server answered with status 503: not available", "{body}");
    }
    assert_eq!(of(418, "").1, "the server answered with status 418");
}

#[test]
fn long_messages_are_cut() {
    assert_eq!(of(400, &"ä".repeat(500)).1, "ä".repeat(500));
    assert_eq!(of(400, &"ä".repeat(501)).1, format!("{}…", "ä".repeat(499)));
    let json = format!("{{\"message\":\"{}\"}}", "x".repeat(10_000));
    assert_eq!(of(400, &json).1.chars().count(), 500);
}

#[test]
fn a_message_cannot_move_the_cursor() {
    assert_eq!(of(400, "a\u{1b}[2Jb\nc").1, "a [2Jb\nc");
}

#[test]
fn keys_are_not_repeated() {
    let message = |text: &str| of(401, &format!("{{\"error\":{{\"message\":\"{text}\"}}}}")).1;
    let openai = "Incorrect API key provided: sk-proj-********abcd. You can find your API key at https://platform.openai.com/account/api-keys.";
    let expected =
        "Incorrect API key provided: [key]. You can find your API key at https://platform.openai.com/account/api-keys.";
    assert_eq!(message(openai), expected);
    assert_eq!(message("bad key 'AIzaSyA1234567890abcdef', sorry"), "bad key '[key]', sorry");
    assert_eq!(message("unknown (4f3c2b1a0d9e8f7a6b5c)"), "unknown ([key])");
    assert_eq!(message("invalid x-api-key"), "invalid x-api-key");
}

#[test]
fn a_server_says_when_to_come_back() {
    let after = |status, text| classify(status, Some(text), b"").retry_after_ms;
    assert_eq!(after(429, "2"), Some(2000));
    assert_eq!(after(503, "Sun, 06 Nov 1994 08:49:37 GMT"), Some(0));
    assert_eq!(after(400, "2"), None);
    assert_eq!(after(429, "soon"), None);
}

#[test]
fn the_time_to_wait_is_seconds_or_a_date() {
    let now = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_777);
    let wait = |text: &str| retry_after_ms(text, now);
    assert_eq!(wait("0"), Some(0));
    assert_eq!(wait(" 1.5 "), Some(1500));
    assert_eq!(wait("0.0001"), Some(1));
    assert_eq!(wait("1e300"), Some(u64::MAX));
    assert_eq!(wait("Sun, 06 Nov 1994 08:49:37 GMT"), Some(0));
    assert_eq!(wait("Sun, 06 Nov 1994 08:49:47 GMT"), Some(10_000));
    assert_eq!(wait("Sunday, 06-Nov-94 08:50:37 GMT"), Some(60_000));
    assert_eq!(wait("Sun Nov  6 09:49:37 1994"), Some(3_600_000));
    assert_eq!(wait("Tue, 29 Feb 2000 00:00:00 GMT"), Some((951_782_400 - 784_111_777) * 1000));
    assert_eq!(wait("Thu, 01 Jan 1970 00:00:00 GMT"), Some(0));
    for text in ["", "-1", "nan", "inf", "soon", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT"] {
        assert_eq!(wait(text), None, "{text}");
    }
    for text in ["Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 99999 08:49:37 GMT", "Sun, 06 Nov 1950 08:49:37 GMT"] {
        assert_eq!(wait(text), None, "{text}");
    }
}

#[test]
fn errors_inside_of_answers_are_of_the_same_kinds() {
    let of = |word: &str| {
        let failure = broken(&Broken::Reported { kind: word.to_owned(), message: "Sorry.".to_owned() });
        assert_eq!((failure.message.as_str(), failure.retry_after_ms), ("Sorry.", None));
        assert_eq!(failure.is_worth_retrying, matches!(failure.kind, Kind::Connection | Kind::RateLimited));
        failure.kind
    };
    for word in ["overloaded_error", "api_error", "server_error", "timeout_error", "UNAVAILABLE", "INTERNAL", "502", ""]
    {
        assert_eq!(of(word), Kind::Connection, "{word}");
    }
    for word in ["rate_limit_error", "rate_limit_exceeded", "RESOURCE_EXHAUSTED", "429"] {
        assert_eq!(of(word), Kind::RateLimited, "{word}");
    }
    for word in ["authentication_error", "permission_error", "invalid_api_key", "PERMISSION_DENIED", "401"] {
        assert_eq!(of(word), Kind::Credentials, "{word}");
    }
    for word in [
        "insufficient_quota",
        "invalid_request_error",
        "invalid_prompt",
        "INVALID_ARGUMENT",
        "image_too_large",
        "bio_policy",
        "400",
    ] {
        assert_eq!(of(word), Kind::Config, "{word}");
    }
}

#[test]
fn a_broken_answer_is_a_broken_connection() {
    let failure = broken(&Broken::Malformed("the stream ended before its end came".to_owned()));
    let message = "the stream ended before its end came".to_owned();
    let expected = Failure { kind: Kind::Connection, message, retry_after_ms: None, is_worth_retrying: true };
    assert_eq!(failure, expected);
    let silent = broken(&Broken::Reported { kind: String::new(), message: String::new() });
    assert_eq!(silent.message, "the provider reported an error");
}

proptest! {
    #[test]
    fn no_body_and_no_header_make_it_panic(status: u16, header: String, body: Vec<u8>, text: String) {
        for body in [&body[..], text.as_bytes(), format!("{{\"error\":{{\"message\":{text:?}}}}}").as_bytes()] {
            let failure = classify(status, Some(&header), body);
            prop_assert!(!failure.message.is_empty());
        }
    }

    #[test]
    fn no_date_makes_it_panic(text in "[A-Z][a-z]{2},? ?[0-9]{1,20}[ -](Jan|Feb|Dec)[ -][0-9]{1,20} [0-9:]{1,10} (GMT)?") {
        let _ = retry_after_ms(&text, SystemTime::UNIX_EPOCH);
    }
}
