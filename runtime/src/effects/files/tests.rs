//! Files of a folder that is gone afterwards.

use super::{
    append_file, create_dir, exists, is_dir, list_dir, read_bytes, read_file, remove_file, write_bytes, write_file,
};
use concerto_vm::{Reply, Value};

use crate::effects::Answer;
use crate::value::texts;
use crate::world::World;

type Perform = fn(&mut World, Vec<Value>) -> Option<Answer>;

/// Does something with a file of the folder.
fn done(folder: &tempfile::TempDir, perform: Perform, name: &str, content: Option<Value>) -> Value {
    let mut world = World::nowhere();
    let path = folder.path().join(name).to_string_lossy().into_owned();
    let args: Vec<Value> = [Value::String(path)].into_iter().chain(content).collect();
    match perform(&mut world, args) {
        Some(Answer::Work(work)) => match work() {
            Reply::Value(value) => value,
            Reply::Fault(message) => panic!("{message}"),
        },
        _ => panic!("it takes its time"),
    }
}

/// `Ok(…)`, or the kind of the error.
fn outcome(value: Value) -> Result<Value, String> {
    let Value::Object(parts) = value else { panic!("no result: {value:?}") };
    let [(_, Value::String(name)), (_, value)] = &parts[..] else { panic!("no result: {parts:?}") };
    match (name.as_str(), value) {
        ("Ok", value) => Ok(value.clone()),
        ("Err", Value::Object(fields)) => match &fields[..] {
            [(_, Value::String(message)), (_, Value::String(kind))] => {
                assert!(message.starts_with('`'), "{message}");
                Err(kind.clone())
            }
            _ => panic!("no error: {fields:?}"),
        },
        _ => panic!("no result: {parts:?}"),
    }
}

fn string(text: &str) -> Value {
    Value::String(text.to_owned())
}

#[test]
fn what_was_written_is_read() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(outcome(done(&folder, write_file, "a", Some(string("one\n")))), Ok(Value::Null));
    assert_eq!(outcome(done(&folder, append_file, "a", Some(string("zwei é")))), Ok(Value::Null));
    assert_eq!(outcome(done(&folder, read_file, "a", None)), Ok(string("one\nzwei é")));
    assert_eq!(outcome(done(&folder, append_file, "b", Some(string("made")))), Ok(Value::Null));
    assert_eq!(outcome(done(&folder, read_bytes, "b", None)), Ok(Value::Bytes(b"made".to_vec())));
    assert_eq!(outcome(done(&folder, write_bytes, "b", Some(Value::Bytes(vec![0xff])))), Ok(Value::Null));
    assert_eq!(outcome(done(&folder, read_bytes, "b", None)), Ok(Value::Bytes(vec![0xff])));
    assert_eq!(outcome(done(&folder, read_file, "b", None)), Err("invalid".to_owned()));
}

#[test]
fn folders_are_made_listed_and_seen() {
    let folder = tempfile::tempdir().unwrap();
    for _ in 0..2 {
        assert_eq!(outcome(done(&folder, create_dir, "x/y", None)), Ok(Value::Null));
    }
    for name in ["x/b", "x/a", "x/c"] {
        assert_eq!(outcome(done(&folder, write_file, name, Some(string("")))), Ok(Value::Null));
    }
    assert_eq!(outcome(done(&folder, list_dir, "x", None)), Ok(texts(["a", "b", "c", "y"].map(str::to_owned))));
    assert_eq!(done(&folder, exists, "x/a", None), Value::Bool(true));
    assert_eq!(done(&folder, exists, "x/z", None), Value::Bool(false));
    assert_eq!(done(&folder, is_dir, "x/y", None), Value::Bool(true));
    assert_eq!(done(&folder, is_dir, "x/a", None), Value::Bool(false));
    assert_eq!(outcome(done(&folder, remove_file, "x/a", None)), Ok(Value::Null));
    assert_eq!(done(&folder, exists, "x/a", None), Value::Bool(false));
}

#[test]
fn what_cannot_be_done_is_an_error_of_one_of_few_kinds() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(outcome(done(&folder, write_file, "a", Some(string("")))), Ok(Value::Null));
    let kind = |perform: Perform, name: &str, content: Option<Value>| {
        outcome(done(&folder, perform, name, content)).unwrap_err()
    };
    assert_eq!(kind(read_file, "gone", None), "not_found");
    assert_eq!(kind(remove_file, "gone", None), "not_found");
    assert_eq!(kind(list_dir, "gone", None), "not_found");
    assert_eq!(kind(write_file, "gone/a", Some(string(""))), "not_found");
    assert_eq!(kind(create_dir, "a", None), "exists");
    assert_eq!(kind(read_file, ".", None), "invalid");
    assert_eq!(kind(list_dir, "a", None), "invalid");
    assert_eq!(kind(read_file, "a/b", None), "invalid");
    assert_eq!(kind(read_file, "\0", None), "invalid");
    assert_eq!(outcome(done(&folder, write_file, "large", Some(string(&"x".repeat(1000))))), Ok(Value::Null));
    assert_eq!(kind(read_file, "large", None), "error", "there is no room for it in the program");
    #[cfg(unix)]
    assert_eq!(kind(read_bytes, "/dev/zero", None), "error", "nor for a file without an end");
}

#[test]
fn other_arguments_are_refused() {
    let mut world = World::nowhere();
    for args in [vec![], vec![Value::Int(1)], vec![string("a"), string("b"), string("c")]] {
        assert!(read_file(&mut world, args.clone()).is_none());
        assert!(write_file(&mut world, args).is_none());
    }
}
