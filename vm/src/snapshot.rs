//! The whole state of a machine as bytes, and back.
//!
//! The bytes begin with the version of the format and the hash of the program: a state means nothing to another program.
//! Then come objects, parts before the wholes that refer to them, so that no circle can be written; tasks, which objects
//! refer to by number, and how they ended; resources; fibers, first those that can go on, in order, then those that wait
//! for tasks and resources, in order, then those that wait for replies; and last the registers that hold something, which
//! the verifier's analysis says. Numbers of objects, tasks and fibers are their places in these lists.
//!
//! What is read may be anything. It is checked until nothing that the machine relies on is left to believe; before that
//! is known no reference counts, so what is wrong is simply forgotten.

mod bytes;
mod calls;
mod codes;
mod fibers;
mod graph;
mod hash;
mod objects;
mod outcomes;
mod resources;
mod restore;
mod tables;
mod value;

use concerto_ir::verify::Verified;

use crate::machine::{Limits, Machine};
use crate::native::Library;
use bytes::{Reader, Writer};

pub use resources::Carried;
pub(crate) use value::{read_value, write_value};

/// What the bytes begin with; the last one is the version of the format.
const MAGIC: [u8; 4] = *b"CoS\x02";

impl Machine {
    /// The whole state between two runs as bytes.
    pub fn snapshot(&self) -> Result<Vec<u8>, String> {
        let first = self.first.ok_or("there is nothing to write down: nothing runs")?;
        let mut writer = Writer::default();
        writer.raw(&MAGIC);
        writer.raw(&self.program_hash().to_le_bytes());
        writer.raw(&self.heap.seed.to_le_bytes());
        writer.number(self.requests);
        fibers::write(self, first, &mut writer);
        Ok(writer.bytes)
    }

    /// A machine in the state that the bytes say, which may be anything: they are checked.
    pub fn restore(verified: Verified, limits: Limits, bytes: &[u8]) -> Result<Self, String> {
        Self::restore_with_library(verified, limits, &[], bytes)
    }

    /// The same, with functions that the machine does not know itself.
    pub fn restore_with_library(
        verified: Verified,
        limits: Limits,
        library: Library,
        bytes: &[u8],
    ) -> Result<Self, String> {
        let mut machine = Self::with_library(verified, limits, library).map_err(|it| it.to_string())?;
        let mut reader = Reader { rest: bytes };
        match reader.raw(MAGIC.len())? {
            magic if magic == MAGIC => {}
            magic if magic[..3] == MAGIC[..3] => return Err(format!("the state has version {}", magic[3])),
            _ => return Err("this is no state of a program".to_owned()),
        }
        if reader.raw(8)? != machine.program_hash().to_le_bytes() {
            return Err("this is the state of another program".to_owned());
        }
        machine.heap.seed = reader.word()?;
        machine.requests = reader.number()?;
        restore::read(&mut machine, &mut reader)?;
        Ok(machine)
    }

    fn program_hash(&self) -> u64 {
        *self.hash.get_or_init(|| hash::of(&self.linked))
    }
}

#[cfg(test)]
mod tests;
