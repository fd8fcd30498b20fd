//! Reads objects, each of which refers to what was read before it.

use concerto_ir::operand::Kind;
use concerto_ir::program::Function;

use super::bytes::Reader;
use super::codes::forms;
use super::tables;
use crate::fiber::FiberId;
use crate::heap::task::Task;
use crate::heap::{Form, Header, Heap, retain};
use crate::link::{Linked, captures};
use crate::machine::Machine;

/// Where objects are read to.
pub(super) struct Ground<'g> {
    pub(super) heap: &'g mut Heap,
    pub(super) linked: &'g Linked,
    /// The texts of the program, which may be named by their numbers.
    pub(super) texts: &'g [*mut Header],
    /// Whether hashes in the bytes are those of this heap.
    pub(super) takes_hashes: bool,
}

impl<'g> Ground<'g> {
    pub(super) fn of(machine: &'g mut Machine) -> Self {
        Self { heap: &mut machine.heap, linked: &machine.linked, texts: &machine.texts, takes_hashes: true }
    }
}

/// Objects that were read. Each holds one reference of this list until [`Objects::forget`].
#[derive(Default)]
pub(super) struct Objects {
    objects: Vec<u64>,
    pub(super) tasks: Vec<*mut Task>,
    /// How many of the objects were there before: texts of the program or of one letter. The bytes may name one of them
    /// any number of times: if these references took no memory of the heap, its counter could overflow.
    known: usize,
}

impl Objects {
    /// Reads objects into a heap; tasks come without what they gave.
    pub(super) fn read(&mut self, ground: &mut Ground<'_>, reader: &mut Reader<'_>) -> Result<(), String> {
        let tasks = reader.count()?;
        for _ in 0..tasks {
            let task = ground.heap.task(FiberId(u32::MAX)).map_err(|it| it.to_string())?;
            self.tasks.push(task);
        }
        for _ in 0..reader.count()? {
            let object = self.read_object(ground, reader)?;
            self.objects.push(object);
            // SAFETY: [counted] the list holds a reference.
            if unsafe { (*(object as *const Header)).count } > 1 {
                ground.heap.count_bytes(size_of::<u64>()).map_err(|it| it.to_string())?;
                self.known += 1;
            }
        }
        Ok(())
    }

    fn read_object(&self, ground: &mut Ground<'_>, reader: &mut Reader<'_>) -> Result<u64, String> {
        match reader.byte()? {
            forms::PROGRAM_TEXT => {
                let text = reader.below(ground.texts.len(), "text")?;
                // SAFETY: [counted] the machine holds the texts of the program.
                Ok(unsafe { retain(ground.texts[text as usize] as u64) })
            }
            forms::TEXT => {
                let text = reader.text()?;
                ground.heap.text(text).map(|it| it as u64).map_err(|it| it.to_string())
            }
            forms::BYTES => {
                let count = reader.count()?;
                ground.heap.bytes_of(reader.raw(count)?).map(|it| it as u64).map_err(|it| it.to_string())
            }
            code @ (forms::MAP | forms::SET) => {
                let form = if code == forms::MAP { Form::Map } else { Form::Set };
                tables::read(self, ground, form, reader)
            }
            code @ (forms::WORDS | forms::WIDE_WORDS | forms::REFS) => {
                let count = reader.count()?;
                let words = (0..count).map(|_| match code {
                    forms::WORDS => reader.int(),
                    forms::REFS => self.reference(reader),
                    _ => reader.word(),
                });
                let words: Vec<u64> = words.collect::<Result<_, _>>()?;
                let form = if code == forms::REFS { Form::Refs } else { Form::Words };
                new_array(ground.heap, form, &words)
            }
            forms::RECORD => {
                let program = ground.linked.verified.program();
                let layout = reader.below(program.layouts.len(), "layout")?;
                let found = &program.layouts[layout as usize];
                let (tag, kinds) = (found.tag, &found.slots);
                let words = self.values(kinds, reader)?;
                let object = ground.heap.record(tag, layout, words.len()).map_err(|it| it.to_string())?;
                Ok(fill_slots(ground.linked, object, &words))
            }
            forms::CLOSURE => {
                let program = ground.linked.verified.program();
                let number = reader.below(program.functions.len(), "function")?;
                let function = &program.functions[number as usize];
                let words = self.values(closed(function)?, reader)?;
                let shape = ground.linked.first_closure() + number;
                let object = ground.heap.closure(shape, words.len()).map_err(|it| it.to_string())?;
                Ok(fill_slots(ground.linked, object, &words))
            }
            code => Err(format!("the state has an object of an unknown form {code}")),
        }
    }

    /// Reads values of kinds. References do not count yet.
    fn values(&self, kinds: &[Kind], reader: &mut Reader<'_>) -> Result<Vec<u64>, String> {
        kinds.iter().map(|it| self.value(*it, reader)).collect()
    }

    /// Reads a value of a kind. A reference does not count yet.
    pub(super) fn value(&self, kind: Kind, reader: &mut Reader<'_>) -> Result<u64, String> {
        match kind {
            Kind::Int => reader.int(),
            Kind::Float => reader.word(),
            Kind::Ref => self.reference(reader),
        }
    }

    fn reference(&self, reader: &mut Reader<'_>) -> Result<u64, String> {
        let number = reader.number()?;
        let at = usize::try_from(number >> 2).unwrap_or(usize::MAX);
        let found = match number & 3 {
            _ if number == 0 => Some(0),
            0 => self.tasks.get(at - 1).map(|it| *it as u64),
            2 => self.objects.get(at).copied(),
            _ => (number >> 1 <= u64::from(u16::MAX)).then_some(number),
        };
        found.ok_or_else(|| "the state has a reference to what is not there".to_owned())
    }

    /// The references of this list count no more.
    pub(super) fn forget(self, ground: &mut Ground<'_>) {
        ground.heap.give_bytes(self.known * size_of::<u64>());
        let tasks = self.tasks.iter().map(|it| *it as u64);
        for word in self.objects.into_iter().chain(tasks) {
            // SAFETY: [counted] each was made with a reference for this list.
            unsafe { ground.heap.release(word, &ground.linked.shapes) };
        }
    }
}

/// What a closure of a function takes along.
fn closed(function: &Function) -> Result<&[Kind], String> {
    if function.updates {
        return Err(format!("`{}` updates its receiver and is no closure", function.name));
    }
    Ok(captures(function))
}

fn new_array(heap: &mut Heap, form: Form, words: &[u64]) -> Result<u64, String> {
    let array = heap.array_of(form, words).map_err(|it| it.to_string())?;
    if form == Form::Refs {
        // SAFETY: [counted] the words are references to objects that the list holds.
        words.iter().for_each(|it| unsafe {
            retain(*it);
        });
    }
    Ok(array as u64)
}

/// Fills the slots of a new object.
fn fill_slots(linked: &Linked, object: *mut Header, words: &[u64]) -> u64 {
    // SAFETY: [shape] the object was just made with the slots of its shape; [counted] the list holds what they refer
    // to.
    unsafe {
        let refs = &linked.shapes[(*object).info as usize].refs;
        for (at, (word, is_ref)) in words.iter().zip(refs).enumerate() {
            *object.add(1).cast::<u64>().add(at) = if *is_ref { retain(*word) } else { *word };
        }
    }
    object as u64
}
