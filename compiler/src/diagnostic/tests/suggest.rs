//! Suggestions: which name was probably meant.

use crate::diagnostic::suggest::nearest;

#[test]
fn a_slip_of_the_fingers_is_found() {
    let table: &[(&str, &[&str], Option<&str>)] = &[
        ("totel", &["total", "title"], Some("total")),
        ("retrun", &["return"], Some("return")),
        ("lenght", &["len", "length"], Some("length")),
        ("prnt", &["print"], Some("print")),
        ("printt", &["print"], Some("print")),
        ("system_promt", &["system_prompt", "provider"], Some("system_prompt")),
        ("temprature", &["temperature"], Some("temperature")),
        ("x1", &["x2"], Some("x2")),
        ("größe", &["grösse", "größen"], Some("größen")),
    ];
    for (wanted, candidates, expected) in table {
        assert_eq!(nearest(wanted, candidates.iter().copied()), *expected, "{wanted}");
    }
}

#[test]
fn case_and_underscores_alone_always_count_as_near() {
    let table: &[(&str, &[&str], Option<&str>)] = &[
        ("userName", &["user_name"], Some("user_name")),
        ("USER_NAME", &["username"], Some("username")),
        ("string", &["String"], Some("String")),
        ("maxTokensPerMinute", &["max_tokens_per_minute"], Some("max_tokens_per_minute")),
    ];
    for (wanted, candidates, expected) in table {
        assert_eq!(nearest(wanted, candidates.iter().copied()), *expected, "{wanted}");
    }
}

#[test]
fn what_is_too_different_is_no_suggestion() {
    let table: &[(&str, &[&str])] = &[
        ("x", &["y", "z"]),
        ("ab", &["cd"]),
        ("foo", &["bar", "baz"]),
        ("total", &["count", "sum"]),
        ("a", &[]),
        ("a", &[""]),
        ("", &["a"]),
        ("name", &["name"]),
        ("cat", &["concatenate"]),
        ("alphabet", &["alpha"]),
    ];
    for (wanted, candidates) in table {
        let found = nearest(wanted, candidates.iter().copied()).filter(|it| wanted != it);
        assert_eq!(found, None, "{wanted}");
    }
}

#[test]
fn the_nearest_wins_and_among_equals_the_first() {
    assert_eq!(nearest("colour", ["colours", "color"]), Some("colours"));
    assert_eq!(nearest("colour", ["color", "colours"]), Some("color"));
    assert_eq!(nearest("abcdef", ["abcxyf", "abcdexf"]), Some("abcdexf"));
}

#[test]
fn swapped_neighbours_count_once() {
    assert_eq!(nearest("fro", ["for"]), Some("for"));
    assert_eq!(nearest("wihle", ["while"]), Some("while"));
}

#[test]
fn very_long_names_are_compared_by_case_alone() {
    let long = "a".repeat(10_000);
    let other = format!("{}b", "a".repeat(9_999));
    assert_eq!(nearest(&long, [other.as_str()]), None);
    assert_eq!(nearest(&long, [long.to_uppercase().as_str()]), Some(long.to_uppercase().as_str()));
}
