//! Random programs that run to an end: a seed gives the text of `main.conc`, always the same.
//!
//! A program is made forwards. A function calls only those before it, recursion counts a depth down, and loops are
//! bounded, so all of them end; an estimate of the work and of the lines printed keeps both small. Expressions are made
//! from the type that is wanted. A few go wrong on purpose: an index out of range, an overflow, an unwrap of nothing.

mod code;
mod expr;
mod item;
mod pattern;
mod scope;
mod stmt;
mod types;
mod world;

use self::world::World;
use crate::generated::dice::Dice;

/// The source text of the program of a seed.
pub(super) fn program(seed: u64) -> String {
    let mut dice = Dice::new(seed ^ 0x06AC_1E5E_ED00);
    let mut world = World::new(&mut dice);
    let mut items = item::declare::types(&world);
    items.extend(item::declare::consts(&world));
    items.extend(item::declare::own_traits(&mut dice, &mut world));
    items.extend(item::function::callables(&mut dice, &mut world));
    items.push(item::function::main(&mut dice, &world));
    items.join("\n\n") + "\n"
}
