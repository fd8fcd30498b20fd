//! Random schemas in the shapes of the compiler with random values for them: what must hold for all of them.

pub(crate) mod dice;
mod judge;
pub(crate) mod mutate;
pub(crate) mod text;
mod types;

use concerto_schema::{Dialect, encode, fits, lift, lower};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use serde_json::Value;

use dice::Dice;
use judge::{Judge, assert_is_schema, plain_json_schema};
use types::Program;

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..600)
}

/// A schema and values that are valid for it.
fn program(bytes: &[u8], has_unions: bool) -> (Value, Vec<Value>) {
    let mut dice = Dice::new(bytes);
    let program = Program::random(&mut dice, has_unions);
    let values = (0..3).map(|_| program.value(&mut dice)).collect();
    (program.schema(), values)
}

/// Why random schemas may be a loss. Anything else is a mistake.
const LOSSES: &[&str] = &[
    "it is recursive",
    "it refers to itself without an end",
    "it may be absent and it may be null",
    "it cannot be told apart",
    "levels of objects",
];

/// What holds for every schema and every value that is valid for it.
fn check_there_and_back(schema: &Value, values: &[Value]) {
    assert_is_schema(schema);
    let source = Judge::new(schema);
    for &dialect in Dialect::ALL {
        let lowered = match lower(schema, dialect) {
            Ok(lowered) => lowered,
            Err(loss) => {
                assert!(LOSSES.iter().any(|it| loss.reason.contains(it)), "{dialect:?}: {loss}\n{schema}");
                continue;
            }
        };
        assert_eq!(fits(&lowered, dialect), Ok(()), "{dialect:?}\n{schema}\n{lowered}");
        assert_eq!(lower(schema, dialect).unwrap().to_string(), lowered.to_string());
        let plain = plain_json_schema(&lowered, dialect);
        assert_is_schema(&plain);
        let judge = Judge::new(&plain);
        for value in values {
            assert_eq!(source.accepts(value), Ok(()), "the generator is wrong\n{schema}\n{value}");
            let encoded = encode(schema, dialect, value.clone());
            let encoded = encoded.unwrap_or_else(|it| panic!("{dialect:?}: {it}\n{schema}\n{value}"));
            assert_eq!(judge.accepts(&encoded), Ok(()), "{dialect:?}\n{schema}\n{plain}\n{encoded}");
            assert_eq!(lift(schema, dialect, encoded.clone()).as_ref(), Ok(value), "{dialect:?}\n{schema}\n{encoded}");
        }
    }
}

/// What holds for a value that a model made up: it is lifted if the lowered schema takes it, and refused with its place or
/// lifted to something that can be encoded again otherwise.
fn check_made_up(schema: &Value, value: &Value, dice: &mut Dice<'_>) {
    for &dialect in Dialect::ALL {
        let Ok(lowered) = lower(schema, dialect) else { continue };
        let Ok(encoded) = encode(schema, dialect, value.clone()) else { continue };
        let made_up = mutate::mutate(encoded, dice);
        let is_fine = Judge::new(&plain_json_schema(&lowered, dialect)).accepts(&made_up).is_ok();
        match lift(schema, dialect, made_up.clone()) {
            Err(mismatch) => {
                assert!(mismatch.path.starts_with('$') && !mismatch.reason.is_empty());
                let is_known = mismatch.reason.ends_with("is there twice");
                assert!(!is_fine || is_known, "{dialect:?}: {mismatch}\n{schema}\n{lowered}\n{made_up}");
            }
            Ok(lifted) => {
                let again = encode(schema, dialect, lifted.clone()).unwrap();
                assert_eq!(lift(schema, dialect, again), Ok(lifted.clone()), "{dialect:?}\n{schema}\n{made_up}");
                if is_fine {
                    assert_only_limits_fail(schema, &lifted);
                }
            }
        }
    }
}

/// What a dialect cannot say may be wrong in a value that it takes, but nothing else may.
fn assert_only_limits_fail(schema: &Value, value: &Value) {
    if let Err(error) = Judge::new(schema).accepts(value) {
        let bare = judge::without_limits(schema);
        assert_eq!(Judge::new(&bare).accepts(value), Ok(()), "{error}\n{schema}\n{value}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn values_go_there_and_back(bytes in bytes()) {
        let (schema, values) = program(&bytes, false);
        check_there_and_back(&schema, &values);
        // The compiler's enums are tagged, so their variants can always be told apart.
        let loss = Dialect::ALL.iter().find_map(|it| lower(&schema, *it).err());
        prop_assert!(!loss.is_some_and(|it| it.reason.contains("told apart")));
    }

    #[test]
    fn values_of_unions_go_there_and_back_or_are_a_loss(bytes in bytes()) {
        let (schema, values) = program(&bytes, true);
        check_there_and_back(&schema, &values);
    }

    #[test]
    fn what_a_model_makes_up_is_lifted_or_refused_with_its_place(bytes in bytes(), changes in bytes()) {
        let (schema, values) = program(&bytes, false);
        let mut dice = Dice::new(&changes);
        for value in &values {
            check_made_up(&schema, value, &mut dice);
        }
    }
}

/// The tests above say little if most schemas are a loss.
#[test]
fn most_random_schemas_can_be_lowered() {
    let mut lowered = [0; 3];
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for _ in 0..400 {
        let bytes = bytes().new_tree(&mut runner).unwrap().current();
        let (schema, _) = program(&bytes, false);
        for (count, dialect) in lowered.iter_mut().zip(Dialect::ALL) {
            *count += usize::from(lower(&schema, *dialect).is_ok());
        }
    }
    let [openai, anthropic, google] = lowered;
    assert!(openai > 250 && anthropic > 150 && google > 150, "{lowered:?} of 400");
}
