//! A program that begins with all of another one: what objects and closures of the old program refer to by number means the
//! same in the new one, and so they can be carried over.
//!
//! Comes in: two programs. Goes out: one that starts where the second does. Texts, layouts, signatures, files and resources
//! that both have are there once; so are types, functions of the machine and functions that are the same in both, however they
//! refer to themselves and each other.

mod functions;
mod types;

use std::collections::HashMap;
use std::hash::Hash;

use crate::operand::Section;
use crate::program::{Function, Native, Place, Program};

/// The new numbers of what a program refers to.
#[derive(Default)]
struct Numbers {
    texts: Vec<u32>,
    layouts: Vec<u32>,
    signatures: Vec<u32>,
    globals: Vec<u32>,
    files: Vec<u32>,
    types: Vec<u32>,
    natives: Vec<u32>,
    functions: Vec<u32>,
}

/// All of `base`, and `new` after it. The declarations, tests and starts are those of `new`.
pub fn extend(base: &Program, new: Program) -> Program {
    let mut whole = base.clone();
    let mut numbers = Numbers {
        texts: add_all(&mut whole.texts, &new.texts),
        layouts: add_all(&mut whole.layouts, &new.layouts),
        signatures: add_all(&mut whole.signatures, &new.signatures),
        globals: add_all(&mut whole.globals, &new.globals),
        files: add_all(&mut whole.files, &new.files),
        ..Numbers::default()
    };
    numbers.types = types::add(&mut whole.types, &new.types, &numbers.layouts);
    numbers.natives = add_natives(&mut whole, &new.natives, &numbers.types);
    let mut moved: Vec<Function> = new.functions;
    moved.iter_mut().for_each(|it| numbers.move_function(it));
    numbers.functions = functions::add(&mut whole.functions, moved);
    let function = |it: u32| numbers.function(it);
    whole.entry = new.entry.map(function);
    whole.serve = new.serve.map(function);
    whole.tests = new.tests;
    whole.tests.iter_mut().for_each(|it| it.function = function(it.function));
    whole.declared = new.declared;
    for method in whole.declared.tools.iter_mut().flat_map(|it| &mut it.methods) {
        method.handler = method.handler.map(function);
        method.approve = method.approve.map(function);
    }
    whole
}

/// Adds what is not there yet; where each is.
fn add_all<T: Clone + Eq + Hash>(there: &mut Vec<T>, new: &[T]) -> Vec<u32> {
    let mut known: HashMap<T, u32> = there.iter().cloned().zip(0..).collect();
    let mut places = Vec::with_capacity(new.len());
    for it in new {
        let next = there.len() as u32;
        let place = *known.entry(it.clone()).or_insert(next);
        if place == next {
            there.push(it.clone());
        }
        places.push(place);
    }
    places
}

/// Functions of the machine with the same types are the same, whatever number follows their names.
fn add_natives(whole: &mut Program, new: &[Native], types: &[u32]) -> Vec<u32> {
    let number = |it: u32| types.get(it as usize).copied().unwrap_or(it);
    let mut places = Vec::with_capacity(new.len());
    for native in new {
        let params: Vec<u32> = native.params.iter().map(|it| number(*it)).collect();
        let result = number(native.result);
        let is_same = |it: &Native| {
            it.function() == native.function()
                && (&it.params, it.result, it.changes) == (&params, result, native.changes)
        };
        let found = whole.natives.iter().position(is_same).unwrap_or_else(|| {
            let before = whole.natives.iter().filter(|it| it.function() == native.function()).count();
            let name = numbered(native.function(), before);
            whole.natives.push(Native { name, params, result, changes: native.changes });
            whole.natives.len() - 1
        });
        places.push(found as u32);
    }
    places
}

/// `get`, `get#2`, `get#3`
fn numbered(stem: &str, before: usize) -> String {
    if before == 0 { stem.to_owned() } else { format!("{stem}#{}", before + 1) }
}

impl Numbers {
    fn function(&self, old: u32) -> u32 {
        self.functions.get(old as usize).copied().unwrap_or(old)
    }

    /// Points a function to where things are now; other functions are left to [`functions::add`].
    fn move_function(&self, function: &mut Function) {
        for inst in &mut function.code {
            inst.map_entries(|section, old| {
                let list = match section {
                    Section::Function => return old,
                    Section::Native => &self.natives,
                    Section::Text => &self.texts,
                    Section::Layout => &self.layouts,
                    Section::Signature => &self.signatures,
                    Section::Global => &self.globals,
                };
                list.get(old as usize).copied().unwrap_or(old)
            });
        }
        let places = function.places.iter_mut().map(|(_, it)| it);
        for Place { file, .. } in places.chain(function.inlined.iter_mut().map(|it| &mut it.place)) {
            *file = self.files.get(*file as usize).copied().unwrap_or(*file);
        }
    }
}

#[cfg(test)]
mod tests;
