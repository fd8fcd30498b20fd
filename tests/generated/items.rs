//! Declarations: makes the world of a program and writes it down.

mod declare;
mod signature;
mod write;

use super::code::{Code, Level, code};
use super::dice::Dice;
use super::world::World;

/// A whole program.
pub(crate) fn program(seed: u64) -> Code {
    let mut dice = Dice::new(seed);
    let mut world = World::default();
    declare::declare(&mut dice, &mut world);
    let mut items = write::types(&world);
    let mut others = write::impls(&mut dice, &world);
    others.extend(write::functions(&mut dice, &world));
    dice.shuffle(&mut others);
    items.extend(others);
    let mut program = Code::default();
    for item in items {
        program.push(code!(Level::Loose; item, "\n\n"));
    }
    program.text.pop();
    program
}
