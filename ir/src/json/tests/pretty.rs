//! Programs as text for reading and comparing.

use serde_json::json;

use crate::json::pretty::pretty;

#[test]
fn short_values_stay_on_one_line_and_instructions_have_one_each() {
    let value = json!({
        "files": ["main.conc"],
        "layouts": [{ "name": "Pair", "tag": 0, "slots": ["int", "ref"] }, {}],
        "registers": vec!["int"; 30],
        "code": ["load.int r0, 1", "return.int r0"],
        "places": [[0, 0, 1, 1], [1, 0, 2, 3]],
        "long": [{ "text": "x".repeat(100), "empty": [] }],
        "texts": ["\"quoted\"\n"],
    });
    let text = pretty(&value, std::iter::empty());
    insta::assert_snapshot!(text);
    assert_eq!(serde_json::from_str::<serde_json::Value>(&text).expect("it is JSON"), value);
}
