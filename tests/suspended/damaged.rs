//! Files that nobody can have written: whatever stands in them, it is told, and nothing breaks.

use serde_json::{Map, Value, json};

use crate::cli::folder;
use crate::support::{concerto, outcome};

const PROGRAM: &str = r#"
tool Files {
    @approve @describe("Delete a file") pub fn delete(@param("its name") name: String) -> String { name }
}
memory notes = Memory::new();
agent Janitor { provider: simulated, tools: [Files], memory: notes }
fn main() -> Result<(), Error> {
    notes.append(Message::user("Remember the milk."));
    let nap = spawn sleep(1ms);
    Janitor.run("Delete 'b.txt'.")?;
    let _ = await nap;
    Ok(())
}
"#;

/// Numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides.max(1)
    }

    fn value(&mut self) -> Value {
        let values = [
            json!(null),
            json!(true),
            json!(-1),
            json!(u64::MAX),
            json!(1.5),
            json!(""),
            json!("x"),
            json!([]),
            json!([[1, 2]]),
            json!({}),
            json!({ "a": { "b": 1 } }),
        ];
        values[self.below(values.len())].clone()
    }

    /// Changes something somewhere in a value.
    fn change(&mut self, value: &mut Value) {
        let goes_in = self.below(4) > 0;
        match value {
            Value::Object(members) if goes_in && !members.is_empty() => self.change_member(members),
            Value::Array(items) if goes_in && !items.is_empty() => {
                let at = self.below(items.len());
                self.change(&mut items[at]);
            }
            value => *value = self.value(),
        }
    }

    fn change_member(&mut self, members: &mut Map<String, Value>) {
        let key = members.keys().nth(self.below(members.len())).unwrap().clone();
        match self.below(6) {
            0 => drop(members.remove(&key)),
            _ => self.change(&mut members[&key]),
        }
    }
}

#[test]
fn no_file_makes_the_command_panic() {
    let folder = folder(&[("main.conc", PROGRAM)]);
    let told = outcome(&concerto(folder.path(), &["run", "main.conc", "--state", "s.json"]));
    assert!(told.starts_with("exit 3\n"), "{told}");
    let path = folder.path().join("s.json");
    let whole: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    let mut dice = Dice(3);
    for round in 0..120 {
        let mut changed = whole.clone();
        for _ in 0..=dice.below(2) {
            dice.change(&mut changed);
        }
        std::fs::write(&path, changed.to_string()).unwrap();
        let told = outcome(&concerto(folder.path(), &["resume", "s.json", "--allow", "call_1"]));
        let is_told = ["exit 0\n", "exit 1\n", "exit 2\n"].iter().any(|it| told.starts_with(it));
        assert!(is_told && !told.contains("panicked"), "round {round}: {changed}\n{told}");
    }
}

#[test]
fn verdicts_and_waits_of_another_form_are_damage() {
    let folder = folder(&[("main.conc", PROGRAM)]);
    concerto(folder.path(), &["run", "main.conc", "--state", "s.json"]);
    let path = folder.path().join("s.json");
    let whole: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    for (pointer, value) in [
        ("/decided", json!(3)),
        ("/decided", json!({ "w": 3 })),
        ("/answers", json!([])),
        ("/calls", json!("x")),
        ("/waits", json!({})),
        ("/waits/0", json!(3)),
        ("/waits/0/calls", json!(null)),
        ("/waits/0/calls/0", json!([])),
    ] {
        let mut changed = whole.clone();
        match changed.pointer_mut(pointer) {
            Some(place) => *place = value.clone(),
            None => changed[&pointer[1..]] = value.clone(),
        }
        std::fs::write(&path, changed.to_string()).unwrap();
        let told = outcome(&concerto(folder.path(), &["resume", "s.json", "--allow", "call_1"]));
        assert!(told.starts_with("exit 2\n") && told.contains("the state is damaged"), "{pointer} {value}: {told}");
    }
}
