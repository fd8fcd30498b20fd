//! Programs out of bytes: the same as in the tests of the machine.

#[path = "../../vm/src/tests/mutants/choose.rs"]
mod choose;
#[path = "../../vm/src/tests/mutants/dice.rs"]
mod dice;
#[path = "../../vm/src/tests/mutants/grow.rs"]
mod grow;
#[path = "../../vm/src/tests/mutants/make.rs"]
mod make;
#[path = "../../vm/src/tests/mutants/mutate.rs"]
mod mutate;
#[path = "../../vm/src/tests/mutants/world.rs"]
mod world;

pub use dice::Dice;
pub use grow::grow;
pub use mutate::mutate;
pub use world::world;
