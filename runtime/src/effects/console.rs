//! `console.*`: lines on standard output and standard error.

use concerto_vm::Value;

use super::{Answer, now, text};
use crate::world::World;

pub(super) fn print(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    world.output.print(&text(args)?);
    Some(now(Value::Null))
}

pub(super) fn eprint(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    world.output.eprint(&text(args)?);
    Some(now(Value::Null))
}
