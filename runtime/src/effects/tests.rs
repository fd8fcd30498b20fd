//! The table of effects.

use super::*;

fn replied(name: &str, args: Vec<Value>) -> Option<Reply> {
    match perform(&mut World::nowhere(), Request { id: 0, name: name.to_owned(), args, mark: 0 }) {
        Answer::Now(reply) => Some(reply),
        _ => None,
    }
}

#[test]
fn the_table_is_in_order_and_has_nothing_twice() {
    let names: Vec<&str> = EFFECTS.iter().map(|(name, _)| *name).collect();
    assert!(names.windows(2).all(|two| two[0].split('.').next() <= two[1].split('.').next()), "{names:?}");
    for (at, name) in names.iter().enumerate() {
        assert!(!names[..at].contains(name), "{name} is there twice");
    }
}

#[test]
fn an_effect_that_is_not_there_is_named() {
    let message = "this program needs `http.fetch`, which this version cannot do yet";
    assert_eq!(replied("http.fetch", vec![]), Some(Reply::Fault(message.to_owned())));
}

#[test]
fn arguments_of_other_types_are_refused() {
    for (name, _) in EFFECTS.iter().filter(|(name, _)| {
        const ANY: [&str; 7] =
            ["agent.now", "crypto.uuid", "process.args", "schema.validate", "serve.next", "stream.open", "time.now_ms"];
        !ANY.contains(name)
    }) {
        let reply = replied(name, vec![Value::Float(0.5), Value::Null]);
        let is_about_tests = name.starts_with("test.");
        assert!(matches!(reply, Some(Reply::Fault(text)) if text.contains("arguments") != is_about_tests), "{name}");
    }
}

#[test]
fn a_negative_time_is_over_at_once() {
    let before = Instant::now();
    match perform(
        &mut World::nowhere(),
        Request { id: 0, name: "time.sleep".to_owned(), args: vec![Value::Int(-5)], mark: 0 },
    ) {
        Answer::At(time) => assert!(time <= Instant::now() && time >= before),
        _ => panic!("sleeping is a time"),
    }
    assert!(matches!(
        perform(
            &mut World::nowhere(),
            Request { id: 0, name: "time.sleep".to_owned(), args: vec![Value::Int(i64::MAX)], mark: 0 }
        ),
        Answer::At(_)
    ));
}
