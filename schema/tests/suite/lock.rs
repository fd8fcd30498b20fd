//! What servers offered, written down and read again.

use concerto_schema::lock::Lock;
use serde_json::{Value, json};

fn hash(text: &str) -> String {
    format!("{}:{}", text.len(), text.bytes().fold(7_u64, |all, it| all.wrapping_mul(31).wrapping_add(it.into())))
}

fn tool(name: &str, description: &str) -> Value {
    json!({ "name": name, "description": description, "input": { "type": "object", "properties": { "a": { "type": "string" } } } })
}

fn lock(tools: Vec<Value>) -> Lock {
    let mut lock = Lock::default();
    lock.set("files", tools);
    lock
}

#[test]
fn what_is_written_is_read_again_and_written_the_same() {
    let lock = lock(vec![tool("write", "Writes"), tool("read", "Reads “it”\n\u{0}")]);
    let text = lock.text(hash);
    let read = Lock::parse(&text, hash).unwrap();
    assert_eq!(read, lock);
    assert_eq!(read.text(hash), text);
    assert!(text.find("\"read\"") < text.find("\"write\""), "tools are in order");
}

#[test]
fn the_order_of_keys_does_not_count() {
    let turned = json!({ "input": { "properties": { "a": { "type": "string" } }, "type": "object" }, "description": "Reads", "name": "read" });
    let lock = lock(vec![tool("read", "Reads")]);
    assert_eq!(lock.server("files").unwrap().changes(&[turned]), [""; 0]);
}

#[test]
fn every_change_is_told() {
    let locked = lock(vec![tool("read", "Reads"), tool("gone", "Gone")]);
    let mut other = tool("read", "Reads, and tells me");
    other["input"]["properties"]["a"]["type"] = json!("integer");
    other["input"]["required"] = json!(["a"]);
    other["title"] = json!("Read");
    let changes = locked.server("files").unwrap().changes(&[other, tool("new", "New")]);
    assert_eq!(
        changes,
        [
            "`gone` is gone",
            "`read` description: was \"Reads\", is \"Reads, and tells me\"",
            "`read` input properties a type: was \"string\", is \"integer\"",
            "`read` input required: is new, [\"a\"]",
            "`read` title: is new, \"Read\"",
            "`new` is new",
        ]
    );
}

#[test]
fn many_changes_are_counted() {
    let before = (0..50).map(|at| tool(&format!("t{at}"), "x")).collect();
    let changes = lock(before).server("files").unwrap().changes(&[]);
    assert_eq!(changes.len(), 13);
    assert_eq!(changes.last().unwrap(), "and 38 more");
}

#[test]
fn a_change_by_hand_is_found() {
    let text = lock(vec![tool("read", "Reads")]).text(hash);
    for (from, to) in [("Reads", "Writes"), ("\"string\"", "\"integer\""), ("\"read\"", "\"send\"")] {
        let problem = Lock::parse(&text.replace(from, to), hash).unwrap_err();
        assert!(problem.contains("was changed by hand"), "{problem}");
    }
}

#[test]
fn what_is_no_lock_is_told() {
    let cases = [
        ("", "it is no JSON"),
        ("[]", "it is of another version"),
        (r#"{"version":2,"mcp":{}}"#, "it is of another version"),
        (r#"{"version":1}"#, "it has no `mcp`"),
        (r#"{"version":1,"mcp":{"files":7}}"#, "`files` has no `tools`"),
        (r#"{"version":1,"mcp":{"files":{"tools":{"read":7}}}}"#, "`read` of `files` was changed by hand"),
    ];
    for (text, wanted) in cases {
        let problem = Lock::parse(text, hash).unwrap_err();
        assert!(problem.starts_with(wanted), "{text}: {problem}");
    }
}
