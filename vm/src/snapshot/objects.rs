//! Reads objects, each of which refers to what was read before it.

use concerto_ir::operand::Kind;
use concerto_ir::program::Function;

use super::bytes::Reader;
use super::codes::forms;
use super::tables;
use crate::fiber::FiberId;
use crate::heap::task::Task;
use crate::heap::{Form, Header, retain};
use crate::link::{Linked, captures};
use crate::machine::Machine;

/// Objects that were read. Each holds one reference of this list until [`Objects::forget`].
#[derive(Default)]
pub(super) struct Objects {
    objects: Vec<u64>,
    pub(super) tasks: Vec<*mut Task>,
}

impl Objects {
    /// Reads objects into a heap; tasks come without what they gave.
    pub(super) fn read(&mut self, machine: &mut Machine, reader: &mut Reader<'_>) -> Result<(), String> {
        let tasks = reader.count()?;
        for _ in 0..tasks {
            let task = machine.heap.task(FiberId(u32::MAX)).map_err(|it| it.to_string())?;
            self.tasks.push(task);
        }
        for _ in 0..reader.count()? {
            let object = self.read_object(machine, reader)?;
            self.objects.push(object);
        }
        Ok(())
    }

    fn read_object(&self, machine: &mut Machine, reader: &mut Reader<'_>) -> Result<u64, String> {
        match reader.byte()? {
            forms::PROGRAM_TEXT => {
                let text = reader.below(machine.texts.len(), "text")?;
                // SAFETY: the machine holds the texts of the program.
                Ok(unsafe { retain(machine.texts[text as usize] as u64) })
            }
            forms::TEXT => {
                let text = reader.text()?;
                machine.heap.text(text).map(|it| it as u64).map_err(|it| it.to_string())
            }
            forms::BYTES => {
                let count = reader.count()?;
                machine.heap.bytes_of(reader.raw(count)?).map(|it| it as u64).map_err(|it| it.to_string())
            }
            code @ (forms::MAP | forms::SET) => {
                let form = if code == forms::MAP { Form::Map } else { Form::Set };
                tables::read(self, machine, form, reader)
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
                new_array(machine, form, &words)
            }
            forms::RECORD => {
                let program = machine.linked.verified.program();
                let layout = reader.below(program.layouts.len(), "layout")?;
                let found = &program.layouts[layout as usize];
                let (tag, kinds) = (found.tag, &found.slots);
                let words = self.values(kinds, reader)?;
                let object = machine.heap.record(tag, layout, words.len()).map_err(|it| it.to_string())?;
                Ok(fill_slots(&machine.linked, object, &words))
            }
            forms::CLOSURE => {
                let program = machine.linked.verified.program();
                let number = reader.below(program.functions.len(), "function")?;
                let function = &program.functions[number as usize];
                let words = self.values(closed(function)?, reader)?;
                let shape = machine.linked.first_closure() + number;
                let object = machine.heap.closure(shape, words.len()).map_err(|it| it.to_string())?;
                Ok(fill_slots(&machine.linked, object, &words))
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
    pub(super) fn forget(self, machine: &mut Machine) {
        let tasks = self.tasks.iter().map(|it| *it as u64);
        for word in self.objects.into_iter().chain(tasks) {
            // SAFETY: each was made with a reference for this list.
            unsafe { machine.release(word) };
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

fn new_array(machine: &mut Machine, form: Form, words: &[u64]) -> Result<u64, String> {
    let array = machine.heap.array_of(form, words).map_err(|it| it.to_string())?;
    if form == Form::Refs {
        // SAFETY: the words are references that count.
        words.iter().for_each(|it| unsafe {
            retain(*it);
        });
    }
    Ok(array as u64)
}

/// Fills the slots of a new object.
fn fill_slots(linked: &Linked, object: *mut Header, words: &[u64]) -> u64 {
    // SAFETY: the object was made with as many slots as its shape has; references count.
    unsafe {
        let refs = &linked.shapes[(*object).info as usize].refs;
        for (at, (word, is_ref)) in words.iter().zip(refs).enumerate() {
            *object.add(1).cast::<u64>().add(at) = if *is_ref { retain(*word) } else { *word };
        }
    }
    object as u64
}
