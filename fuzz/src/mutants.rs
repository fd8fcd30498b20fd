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

use std::sync::LazyLock;

use concerto_ir::op::Op;
use concerto_ir::program::Program;

static WORLD: LazyLock<Program> = LazyLock::new(world::world);

/// A program of instructions that are known, as bytes choose them, changed so often.
pub(crate) fn program(bytes: &[u8], is_known: &dyn Fn(Op) -> bool, changes: u8) -> Program {
    let mut dice = dice::Dice::new(bytes);
    let mut program = grow::grow(&WORLD, is_known, &mut dice);
    (0..changes).for_each(|_| mutate::mutate(&mut program, &mut dice));
    program
}
