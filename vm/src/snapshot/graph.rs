//! Writes objects, in an order in which parts come before wholes.
//!
//! A form of object has an arm in [`parts`], in [`Graph::write_object`] and where it is read.
//!
//! A reference is a number: 0 is empty, an odd one is a variant without data, twice its number plus one. Of others the
//! last two bits say whether it is an object, `2`, or a task, `0`, and the rest is its number, that of a task plus one.

use std::cell::Cell;
use std::collections::HashMap;

use concerto_ir::operand::Kind;

use super::bytes::Writer;
use super::codes::forms;
use super::tables;
use crate::heap::task::{self, State, Task};
use crate::heap::{Array, Form, Header};
use crate::link::{Linked, captures};
use crate::machine::Machine;

fn is_object(word: u64) -> bool {
    word & 1 == 0 && word != 0
}

/// The words that follow the header of a record or closure.
unsafe fn slots<'o>(object: *const Header) -> &'o [u64] {
    // SAFETY: [shape] `room` says how many slots follow.
    unsafe { std::slice::from_raw_parts(object.add(1).cast(), (*object).room as usize) }
}

/// The elements of an array.
unsafe fn items<'o>(object: *const Header) -> &'o [u64] {
    // SAFETY: [room] `info` says how many elements are set.
    unsafe {
        match (*object).info as usize {
            0 => &[],
            count => std::slice::from_raw_parts((*object.cast::<Array>()).items, count),
        }
    }
}

/// Shows the references in an object, except for those of a task.
unsafe fn parts(linked: &Linked, object: *const Header, mut show: impl FnMut(u64)) {
    // SAFETY: [header] it says what the object holds; [shape] the slots that are references are those of the shape.
    unsafe {
        match (*object).form {
            Form::Words | Form::Text | Form::Bytes | Form::Task => {}
            Form::Map | Form::Set => tables::parts(&*object.cast(), show),
            Form::Refs => items(object).iter().for_each(|it| show(*it)),
            Form::Record | Form::Closure => {
                let refs = &linked.shapes[(*object).info as usize].refs;
                slots(object).iter().zip(refs).filter(|(_, is_ref)| **is_ref).for_each(|(it, _)| show(*it));
            }
        }
    }
}

/// Marks an object whose parts come before it: addresses are multiples of eight.
const MET: u64 = 2;

/// The objects that are found from some references.
pub(super) struct Graph<'m> {
    linked: &'m Linked,
    /// What hashes begin with.
    pub(super) seed: u64,
    /// The numbers of the program's texts by their addresses, where these may be named.
    texts: Option<&'m HashMap<u64, u32>>,
    numbers: HashMap<u64, Option<u64>>,
    objects: Vec<u64>,
    tasks: Vec<*mut Task>,
    /// Whether a hash was written, which means something to this machine only.
    has_hashes: Cell<bool>,
}

impl<'m> Graph<'m> {
    pub(super) fn new(machine: &'m Machine) -> Self {
        Self { texts: Some(machine.text_numbers()), ..Self::of(&machine.linked, machine.heap.seed) }
    }

    /// The same without the texts of the program, which are written like all others.
    pub(super) fn of(linked: &'m Linked, seed: u64) -> Self {
        Self {
            linked,
            seed,
            texts: None,
            numbers: HashMap::new(),
            objects: Vec::new(),
            tasks: Vec::new(),
            has_hashes: Cell::new(false),
        }
    }

    /// Finds what a reference leads to. Nothing is done by recursion: lists may be long.
    ///
    /// # Safety
    /// `[counted]`: the reference counts for as long as the graph is used.
    pub(super) unsafe fn visit(&mut self, root: u64) {
        let mut roots = vec![root];
        while let Some(root) = roots.pop() {
            // SAFETY: [counted] the caller's reference stays, and what a task gave stays as long as the task.
            unsafe { self.visit_one(root, &mut roots) };
        }
    }

    /// Finds what a reference leads to, but for what tasks gave, which is added to the roots.
    unsafe fn visit_one(&mut self, root: u64, roots: &mut Vec<u64>) {
        if !is_object(root) {
            return;
        }
        let mut coming = vec![root];
        while let Some(word) = coming.pop() {
            if word & MET != 0 {
                // All of its parts have numbers.
                let object = word & !MET;
                self.numbers.insert(object, Some(((self.objects.len() as u64) << 2) | 2));
                self.objects.push(object);
                continue;
            }
            if self.numbers.contains_key(&word) {
                continue;
            }
            // SAFETY: [counted] what an object refers to stays as long as the object; [header] it says what that is.
            unsafe {
                if let Some(task) = task::task(word) {
                    self.tasks.push(task);
                    self.numbers.insert(word, Some((self.tasks.len() as u64) << 2));
                    if let State::Gave(Kind::Ref, result) = task::state(task) {
                        roots.push(result);
                    }
                    continue;
                }
                self.numbers.insert(word, None);
                coming.push(word | MET);
                parts(self.linked, word as *const Header, |it| {
                    if is_object(it) {
                        coming.push(it);
                    }
                });
            }
        }
    }

    /// Writes how many there are, and the objects.
    pub(super) fn write(&self, writer: &mut Writer) {
        writer.count(self.tasks.len());
        writer.count(self.objects.len());
        for object in &self.objects {
            // SAFETY: [counted] the objects of the graph stay.
            unsafe { self.write_object(*object as *const Header, writer) };
        }
    }

    unsafe fn write_object(&self, object: *const Header, writer: &mut Writer) {
        let program = self.linked.verified.program();
        // SAFETY: [header] it says what the object holds; [shape] slots are those of the layout or of the captures.
        unsafe {
            let info = (*object).info;
            match (*object).form {
                Form::Words => write_words(items(object), writer),
                Form::Refs => {
                    writer.byte(forms::REFS);
                    writer.count(info as usize);
                    items(object).iter().for_each(|it| self.reference(*it, writer));
                }
                Form::Record => {
                    writer.byte(forms::RECORD);
                    writer.number(u64::from(info));
                    self.values(&program.layouts[info as usize].slots, slots(object), writer);
                }
                Form::Text | Form::Bytes => self.write_text(object, writer),
                Form::Map | Form::Set => tables::write(self, &*object.cast(), writer),
                Form::Closure => {
                    let function = info - self.linked.first_closure();
                    writer.byte(forms::CLOSURE);
                    writer.number(u64::from(function));
                    self.values(captures(&program.functions[function as usize]), slots(object), writer);
                }
                // Tasks are not among the objects.
                Form::Task => {}
            }
        }
    }

    /// Writes a text or bytes; texts of the program are only named.
    unsafe fn write_text(&self, object: *const Header, writer: &mut Writer) {
        if let Some(text) = self.texts.and_then(|it| it.get(&(object as u64))) {
            writer.byte(forms::PROGRAM_TEXT);
            writer.number(u64::from(*text));
            return;
        }
        // SAFETY: [header] the object is a text or bytes; [room] `info` says how many follow.
        unsafe {
            writer.byte(if (*object).form == Form::Text { forms::TEXT } else { forms::BYTES });
            writer.count((*object).info as usize);
            writer.raw(std::slice::from_raw_parts(object.add(1).cast(), (*object).info as usize));
        }
    }

    /// Writes values of kinds.
    pub(super) fn values(&self, kinds: &[Kind], words: &[u64], writer: &mut Writer) {
        kinds.iter().zip(words).for_each(|(kind, word)| self.value(*kind, *word, writer));
    }

    pub(super) fn value(&self, kind: Kind, word: u64, writer: &mut Writer) {
        match kind {
            Kind::Int => writer.int(word),
            Kind::Float => writer.word(word),
            Kind::Ref => self.reference(word, writer),
        }
    }

    fn reference(&self, word: u64, writer: &mut Writer) {
        writer.number(if is_object(word) { self.numbers.get(&word).copied().flatten().unwrap_or(0) } else { word });
    }

    /// The number of a task.
    pub(super) fn task(&self, task: *mut Task) -> u64 {
        self.numbers.get(&(task as u64)).copied().flatten().unwrap_or(0) >> 2
    }

    pub(super) fn note_written_hashes(&self) {
        self.has_hashes.set(true);
    }

    pub(super) fn has_written_hashes(&self) -> bool {
        self.has_hashes.get()
    }

    pub(super) fn tasks(&self) -> &[*mut Task] {
        &self.tasks
    }
}

/// Writes words as numbers, or as they are where that is shorter.
fn write_words(words: &[u64], writer: &mut Writer) {
    let start = writer.bytes.len();
    writer.byte(forms::WORDS);
    writer.count(words.len());
    words.iter().for_each(|it| writer.int(*it));
    if writer.bytes.len() - start > 8 * words.len() + 11 {
        writer.bytes.truncate(start);
        writer.byte(forms::WIDE_WORDS);
        writer.count(words.len());
        words.iter().for_each(|it| writer.word(*it));
    }
}

impl Machine {
    /// The numbers of the program's texts by their addresses.
    fn text_numbers(&self) -> &HashMap<u64, u32> {
        self.text_numbers
            .get_or_init(|| self.texts.iter().enumerate().map(|(at, it)| (*it as u64, at as u32)).collect())
    }
}
