//! Values made of their parts.

use concerto_ir::operand::Kind;

use super::{Decoder, Parts, Wrong};
use crate::fault::FaultKind;
use crate::heap::Table;
use crate::heap::tables::{KEY_REFS, VALUE_REFS};
use crate::native::{Keys, TablePlan};
use crate::node::form_of;
use crate::order::{find_key, hash_key};

impl Decoder<'_> {
    pub(super) fn is_ref(&self, ty: u32) -> bool {
        self.types.get(ty as usize).is_some_and(|it| it.kind() == Kind::Ref)
    }

    /// Makes the innermost value of its parts.
    pub(super) fn close(&mut self, start: usize) -> Result<u64, Wrong> {
        let Some(frame) = self.open.pop() else { return Err(FaultKind::BadObject.into()) };
        let made = match frame.parts {
            Parts::Items { item, table: None, .. } => {
                let form = form_of(self.types, item);
                self.heap.array_of(form, &self.words[start..])? as u64
            }
            Parts::Items { table: Some(plan), .. } => return self.table(start, plan, 1),
            Parts::Pairs { plan, .. } => return self.table(start, plan, 2),
            Parts::Elements { layout, tag, .. }
            | Parts::Fields { layout, tag, .. }
            | Parts::One { layout, tag, .. } => self.record(layout, tag, start)?,
        };
        self.truncate(start);
        Ok(made)
    }

    fn truncate(&mut self, start: usize) {
        self.words.truncate(start);
        self.refs.truncate(start);
    }

    fn record(&mut self, layout: u32, tag: u16, start: usize) -> Result<u64, FaultKind> {
        let words = &self.words[start..];
        let object = self.heap.record(tag, layout, words.len())?;
        // SAFETY: [types] the layout has a slot for each part, of the kind of its type; [shape] so the record has
        // these.
        unsafe { std::ptr::copy_nonoverlapping(words.as_ptr(), object.add(1).cast(), words.len()) };
        Ok(object as u64)
    }

    /// A map or set of what is done; of two with one key the later counts.
    fn table(&mut self, start: usize, plan: TablePlan, stride: usize) -> Result<u64, Wrong> {
        let table = self.heap.table(plan.form, plan.tag, (self.words.len() - start) / stride)?;
        let mut at = start;
        let mut problem = None;
        while at < self.words.len() {
            let (key, value) = (self.words[at], self.words[at + stride - 1]);
            if let Err(kind) = self.insert(table, plan.keys, key, value, stride == 2) {
                problem = Some(kind);
                break;
            }
            // The entry belongs to the table now.
            (at..at + stride).for_each(|it| self.refs[it] = false);
            at += stride;
        }
        match problem {
            None => {
                self.truncate(start);
                Ok(table as u64)
            }
            Some(kind) => {
                self.release(table as u64);
                Err(kind.into())
            }
        }
    }

    fn insert(&mut self, table: *mut Table, keys: Keys, key: u64, value: u64, is_map: bool) -> Result<(), FaultKind> {
        // SAFETY: [unshared] the table was just made; [typed] the key and value are of its types, and handed over.
        unsafe {
            let hash = hash_key(self.heap, self.types, keys, key)?;
            match find_key(self.types, &*table, keys, hash, key, &mut self.steps)? {
                None => _ = self.heap.insert(table, hash, key, value)?,
                Some(at) => {
                    if is_map && let Some(entry) = (*table).entry(at as i64) {
                        let old = std::mem::replace(&mut *entry.add(2), value);
                        if (*table).header.tag & VALUE_REFS != 0 {
                            self.release(old);
                        }
                    }
                    if (*table).header.tag & KEY_REFS != 0 {
                        self.release(key);
                    }
                }
            }
        }
        Ok(())
    }

    fn release(&mut self, word: u64) {
        // SAFETY: [counted] what is done belongs to the decoder.
        unsafe { self.heap.release(word, &self.linked.shapes) };
    }

    pub(super) fn give_up(&mut self) {
        let all = std::mem::take(&mut self.words).into_iter().zip(std::mem::take(&mut self.refs));
        all.filter(|(_, is_ref)| *is_ref).for_each(|(word, _)| self.release(word));
    }
}
