//! What the tests of both APIs share: answers cut everywhere, and requests kept as files.

use std::fs;
use std::path::PathBuf;

use proptest::prelude::*;
use serde_json::Value;

use crate::chat::{ChatRequest, ChatResponse, Delta, Part};
use crate::wire::{Api, Broken};

/// What came of an answer in pieces: the response, and the deltas with neighbours joined.
pub(crate) type Heard = (Result<ChatResponse, Broken>, Vec<Delta>);

/// Reads pieces.
pub(crate) fn hear<'a>(api: &dyn Api, pieces: impl IntoIterator<Item = &'a [u8]>) -> Heard {
    let mut fold = api.stream(&ChatRequest::default());
    let mut deltas = Vec::new();
    for piece in pieces {
        if let Err(broken) = fold.push(piece, &mut deltas) {
            return (Err(broken), joined(deltas));
        }
    }
    (fold.finish(), joined(deltas))
}

/// Reads a stream whole, cut in two everywhere, and byte by byte: it always says the same.
pub(crate) fn stream(api: &dyn Api, text: &str) -> Heard {
    let bytes = text.as_bytes();
    let whole = hear(api, [bytes]);
    for cut in 0..=bytes.len() {
        let (head, tail) = bytes.split_at(cut);
        assert_eq!(hear(api, [head, tail]), whole, "cut at {cut}");
    }
    assert_eq!(hear(api, bytes.chunks(1)), whole, "byte by byte");
    whole
}

/// A stream that has an answer: what it says, and that nothing before `end` does.
pub(crate) fn answer(api: &dyn Api, text: &str, end: &str) -> (ChatResponse, Vec<Delta>) {
    let (response, deltas) = stream(api, text);
    truncated(api, text, end);
    (response.unwrap(), deltas)
}

/// No part of a stream before the end of the event with `end` in it is an answer.
fn truncated(api: &dyn Api, text: &str, end: &str) {
    let start = text.rfind(end).unwrap();
    let data_end = start + text[start..].find('\n').unwrap_or(text.len() - start);
    for cut in 0..data_end {
        let (response, _) = hear(api, [&text.as_bytes()[..cut]]);
        assert!(matches!(response, Err(Broken::Malformed(_))), "cut at {cut} gives {response:?}");
    }
}

fn joined(deltas: Vec<Delta>) -> Vec<Delta> {
    let mut joined: Vec<Delta> = Vec::new();
    for delta in deltas {
        match (joined.last_mut(), delta) {
            (Some(Delta::Text(text)), Delta::Text(more)) => text.push_str(&more),
            (Some(Delta::Reasoning(text)), Delta::Reasoning(more)) => text.push_str(&more),
            (Some(Delta::Arguments { id, text }), Delta::Arguments { id: same, text: more }) if *id == same => {
                text.push_str(&more);
            }
            (_, delta) => joined.push(delta),
        }
    }
    joined
}

/// Events of a stream, each without a name.
pub(crate) fn events(data: &[&str]) -> String {
    data.iter().map(|it| format!("data: {it}\n\n")).collect()
}

/// A part that is a call.
pub(crate) fn call(id: &str, tool: &str, arguments: Value) -> Part {
    Part::Call(crate::chat::Call { id: id.to_owned(), tool: tool.to_owned(), arguments, data: Value::Null })
}

/// A part that is text.
pub(crate) fn text(text: &str) -> Part {
    Part::Text(text.to_owned())
}

/// A delta of arguments.
pub(crate) fn arguments(id: &str, text: &str) -> Delta {
    Delta::Arguments { id: id.to_owned(), text: text.to_owned() }
}

/// An answer that is broken, and not by the provider's own word.
pub(crate) fn is_malformed(response: &Result<ChatResponse, Broken>) -> bool {
    matches!(response, Err(Broken::Malformed(_)))
}

/// An error that the provider reports.
pub(crate) fn reported(kind: &str, message: &str) -> Broken {
    Broken::Reported { kind: kind.to_owned(), message: message.to_owned() }
}

/// Compares request bodies with the files of a folder, which has no others. `UPDATE_REQUESTS=1` writes them.
pub(crate) fn compare(folder: &str, bodies: &[(&str, Value)]) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/requests").join(folder);
    let is_update = std::env::var_os("UPDATE_REQUESTS").is_some();
    if is_update {
        fs::create_dir_all(&folder).unwrap();
    }
    for (name, body) in bodies {
        let path = folder.join(format!("{name}.json"));
        let text = format!("{body:#}\n");
        if is_update {
            fs::write(&path, &text).unwrap();
        }
        assert_eq!(fs::read_to_string(&path).unwrap_or_default(), text, "{}", path.display());
    }
    let mut found: Vec<String> = fs::read_dir(&folder).unwrap().map(|it| file_name(&it.unwrap().path())).collect();
    let mut wanted: Vec<String> = bodies.iter().map(|it| format!("{}.json", it.0)).collect();
    found.sort();
    wanted.sort();
    assert_eq!(found, wanted);
}

fn file_name(path: &std::path::Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

/// Changes of a text: some bytes replaced, taken out or repeated.
pub(crate) fn mutated(fixtures: Vec<String>) -> impl Strategy<Value = Vec<u8>> {
    let change = (any::<prop::sample::Index>(), any::<u8>(), 0..5u8);
    (prop::sample::select(fixtures), prop::collection::vec(change, 1..6)).prop_map(|(text, changes)| {
        let mut bytes = text.into_bytes();
        for (index, byte, way) in changes {
            let at = index.index(bytes.len());
            match way {
                0 => bytes[at] = byte,
                1 => bytes[at] = b"0\"{}[]:,n"[usize::from(byte) % 9],
                2 => drop(bytes.remove(at)),
                3 => bytes.insert(at, byte),
                _ => {
                    let end = bytes.len().min(at + usize::from(byte));
                    let copy = bytes[at..end].to_vec();
                    bytes.splice(at..at, copy);
                }
            }
            if bytes.is_empty() {
                bytes.push(byte);
            }
        }
        bytes
    })
}
