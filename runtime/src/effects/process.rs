//! `process.*`: how the program was started, and other programs.

mod run;

use concerto_vm::Value;

use super::{Answer, now};
use crate::value::texts;
use crate::world::World;

pub(super) use run::run;

pub(super) fn args(world: &mut World, _: Vec<Value>) -> Option<Answer> {
    Some(now(texts(world.args.iter().cloned())))
}
