//! What is kept, and what goes.

use concerto_vm::Value;

use super::*;
use crate::value::object;

fn message(role: &str, number: i64) -> Value {
    object([("role", Value::String(role.to_owned())), ("number", Value::Int(number))])
}

/// A question, a call, its results and an answer, so many times.
fn conversation(times: i64) -> Vec<Value> {
    let roles = ["user", "assistant", "tool", "assistant"];
    (0..times * 4).map(|it| message(roles[it as usize % 4], it)).collect()
}

fn numbers(messages: &[Value]) -> Vec<i64> {
    let number = |it: &Value| match it {
        Value::Object(fields) => {
            fields.iter().find_map(|(_, it)| if let Value::Int(it) = it { Some(*it) } else { None })
        }
        _ => None,
    };
    messages.iter().filter_map(number).collect()
}

#[test]
fn results_never_come_without_their_call() {
    let all = conversation(2);
    assert_eq!(numbers(last(&all, 100)), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(numbers(last(&all, 7)), [1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(numbers(last(&all, 6)), [3, 4, 5, 6, 7], "the results of a call that is gone go, too");
    assert_eq!(numbers(last(&all, 2)), [7]);
    assert_eq!(numbers(last(&all, 0)), [0_i64; 0]);
}

#[test]
fn a_file_keeps_what_memory_keeps() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("chat.db");
    let path = path.to_str().unwrap();
    let all = conversation(3);
    for max in 1..13 {
        let file = File::new(path);
        file.clear().unwrap();
        file.extend(&all[..5], Some(max)).unwrap();
        file.extend(&all[5..], Some(max)).unwrap();
        assert_eq!(numbers(&File::new(path).messages().unwrap()), numbers(last(&all, max)), "{max}");
    }
}

#[test]
fn two_who_write_at_the_same_time_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("chat.db").to_str().unwrap().to_owned();
    let writers = (0..4).map(|writer| {
        let path = path.clone();
        std::thread::spawn(move || {
            let file = File::new(&path);
            for number in 0..25 {
                file.extend(&[message("user", writer * 100 + number), message("assistant", -1)], None).unwrap();
            }
        })
    });
    writers.collect::<Vec<_>>().into_iter().for_each(|it| it.join().unwrap());
    let kept = numbers(&File::new(&path).messages().unwrap());
    assert_eq!(kept.len(), 200);
    assert!(kept.chunks(2).all(|two| two[1] == -1), "what was added together stays together");
}

#[test]
fn a_file_that_is_none_of_ours_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("chat.db");
    std::fs::write(&path, "this is no database, and was never meant to be one of them at all").unwrap();
    let problem = File::new(path.to_str().unwrap()).check().unwrap_err();
    assert!(problem.ends_with("cannot be used: file is not a database"), "{problem}");
}
