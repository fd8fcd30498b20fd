//! Rows do the same in memory and in a file, and come back as they were written down.

use concerto_vm::Value;

use super::{Place, Rows, Shelf, in_file};

fn number(number: i64) -> Value {
    Value::Int(number)
}

/// All that can be done with rows, each with what it gives.
fn exercised(rows: &mut dyn Rows) -> Result<(), String> {
    assert_eq!(rows.get("a")?, None);
    for (key, value) in [("b", 1), ("a", 2), ("c", 3), ("b", 4)] {
        rows.put(key, number(value))?;
    }
    assert_eq!(rows.all()?, [4, 2, 3].map(number), "a key keeps its place");
    assert_eq!((rows.get("a")?, rows.len()?), (Some(number(2)), 3));
    assert_eq!((rows.remove("a")?, rows.remove("a")?), (true, false));
    rows.put("a", number(5))?;
    assert_eq!(rows.all()?, [4, 3, 5].map(number), "one that comes back is the last");
    rows.clear()?;
    assert_eq!((rows.len()?, rows.all()?), (0, vec![]));
    Ok(())
}

#[test]
fn rows_are_the_same_in_memory_and_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut shelf = Shelf::stores();
    let here = shelf.add();
    let Some(Place::Here(rows)) = shelf.get(&here) else { panic!("they are in memory") };
    exercised(rows).unwrap();
    let path = folder.path().join("x.db");
    let file = shelf.add_file(path.to_str().unwrap());
    let Some(Place::File(file)) = shelf.get(&file) else { panic!("they are in a file") };
    in_file(file, exercised).unwrap();
}

#[test]
fn what_fails_halfway_did_not_happen() {
    let folder = tempfile::tempdir().unwrap();
    let mut shelf = Shelf::ledgers();
    let id = shelf.add_file(folder.path().join("x.db").to_str().unwrap());
    let Some(Place::File(file)) = shelf.get(&id) else { panic!("they are in a file") };
    let failed = in_file(file, |rows| {
        rows.put("a", number(1))?;
        Err::<(), _>("no".to_owned())
    });
    assert_eq!(failed, Err("no".to_owned()));
    assert_eq!(in_file(file, |rows| rows.len()), Ok(0));
}

#[test]
fn rows_that_were_written_down_come_back_in_order() {
    let mut shelf = Shelf::stores();
    let id = shelf.add();
    let Some(Place::Here(rows)) = shelf.get(&id) else { panic!("they are in memory") };
    for key in ["z", "a", "m"] {
        rows.put(key, Value::String(key.to_owned())).unwrap();
    }
    shelf.add_file("elsewhere.db");
    let mut again = Shelf::stores().restore(shelf.to_json()).unwrap();
    let Some(Place::Here(rows)) = again.get(&id) else { panic!("they are in memory") };
    assert_eq!(rows.all().unwrap(), ["z", "a", "m"].map(|it| Value::String(it.to_owned())));
    assert!(matches!(again.get("file elsewhere.db"), Some(Place::File(_))));
    assert_eq!(again.add(), "store 2");
    assert!(Shelf::stores().restore(serde_json::json!({ "count": 1, "open": { "store 1": 5 } })).is_none());
}
