//! What resources hold as bytes, by their names, and back into a machine whose program begins with all of the first one's.
//!
//! Objects say the numbers of their layouts and closures those of their functions, so these have to mean the same in both. What
//! is read may be anything, as for whole machines.

use concerto_ir::Kind;

use super::bytes::{Reader, Writer};
use super::graph::Graph;
use super::objects::{Ground, Objects};
use crate::heap::retain;
use crate::machine::Machine;

/// What the bytes begin with; the last one is the version of the format.
const MAGIC: [u8; 4] = *b"CoR\x01";

/// What resources hold, for another machine.
#[derive(Clone, Default, Debug)]
pub struct Carried {
    pub(super) bytes: Vec<u8>,
    /// The resources that are in it.
    pub names: Vec<String>,
    /// Those that are not, since they hold a task, which is one machine's alone.
    pub left: Vec<String>,
}

impl Machine {
    /// What resources hold that are wanted and that were made.
    pub fn carry(&self, is_wanted: impl Fn(&str) -> bool) -> Carried {
        let mut carried = Carried::default();
        let mut graph = Graph::of(&self.linked, self.heap.seed);
        let mut words = Vec::new();
        for (name, global) in self.linked.verified.program().globals.iter().zip(&self.globals) {
            if global.value == 0 || !is_wanted(name) {
                continue;
            }
            let mut alone = Graph::of(&self.linked, self.heap.seed);
            // SAFETY: [counted] the resource holds a reference for as long as it is borrowed.
            unsafe { alone.visit(global.value) };
            if !alone.tasks().is_empty() {
                carried.left.push(name.clone());
                continue;
            }
            // SAFETY: [counted] the resource holds a reference for as long as it is borrowed.
            unsafe { graph.visit(global.value) };
            carried.names.push(name.clone());
            words.push(global.value);
        }
        let mut writer = Writer::default();
        writer.raw(&MAGIC);
        writer.raw(&self.heap.seed.to_le_bytes());
        graph.write(&mut writer);
        writer.count(words.len());
        for (name, word) in carried.names.iter().zip(words) {
            writer.text(name);
            graph.value(Kind::Ref, word, &mut writer);
        }
        carried.bytes = writer.bytes;
        carried
    }

    /// Resources of the same names hold what was carried. The machine is a new one.
    pub fn receive(&mut self, carried: &Carried) -> Result<(), String> {
        if carried.bytes.is_empty() {
            return Ok(());
        }
        let mut reader = Reader { rest: &carried.bytes };
        if reader.raw(MAGIC.len())? != MAGIC {
            return Err("this is nothing that resources held".to_owned());
        }
        self.heap.seed = reader.word()?;
        let mut objects = Objects::default();
        let read = objects.read(&mut Ground::of(self), &mut reader);
        let put = read.and_then(|()| self.put_all(&objects, &mut reader));
        objects.forget(&mut Ground::of(self));
        put
    }

    fn put_all(&mut self, objects: &Objects, reader: &mut Reader<'_>) -> Result<(), String> {
        if !objects.tasks.is_empty() {
            return Err("a task cannot be carried".to_owned());
        }
        for _ in 0..reader.count()? {
            let name = reader.text()?;
            let word = objects.value(Kind::Ref, reader)?;
            let globals = &self.linked.verified.program().globals;
            if let Some(at) = globals.iter().position(|it| it == name) {
                // SAFETY: [counted] the word is a reference to an object that the list holds.
                let old = std::mem::replace(&mut self.globals[at].value, unsafe { retain(word) });
                // SAFETY: [counted] the resource held a reference.
                unsafe { self.release(old) };
            }
        }
        match reader.rest.is_empty() {
            true => Ok(()),
            false => Err("something follows what was carried".to_owned()),
        }
    }
}
