//! `env.*`: environment variables, those of `.env` among them.

use concerto_vm::Value;

use super::{Answer, now, text};
use crate::world::World;

pub(super) fn get(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    Some(now(world.environment.variable(&text(args)?).map_or(Value::Null, Value::String)))
}
