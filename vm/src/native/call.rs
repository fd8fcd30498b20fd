//! A call of a function of the machine: its arguments, and what it makes its result of.

use concerto_ir::operand::Kind;
use concerto_ir::program::Type;

use super::{Given, Linked};
use crate::fault::FaultKind;
use crate::heap::arrays::array_of;
use crate::heap::texts::{bytes_of, text_of};
use crate::heap::{Array, Form, Header, Heap, Table, object_of, retain};
use crate::link;

/// A function of the machine at work. Its arguments stay where they are while it looks at them; only the first one of a
/// function that changes it may be replaced.
pub(crate) struct Call<'c> {
    pub(crate) heap: &'c mut Heap,
    pub(crate) linked: &'c link::Linked,
    pub(crate) native: &'c Linked,
    args: &'c mut [u64],
    /// What it took, counted in turns of a loop.
    pub(crate) work: u64,
    /// The address of a word of the instruction that calls it; 0 where there is none.
    pub(crate) at: usize,
}

/// The numbers from one to another.
#[derive(Clone, Copy)]
pub(crate) struct Range {
    pub(crate) start: i64,
    /// As it was written.
    pub(crate) end: i64,
    pub(crate) is_inclusive: bool,
}

impl Range {
    /// One after the last number, which may be one more than the largest.
    pub(crate) fn after(self) -> i128 {
        i128::from(self.end) + i128::from(self.is_inclusive)
    }
}

/// A reference to nothing: a variant without data, by its number.
pub(crate) const fn unit(tag: u64) -> u64 {
    tag << 1 | 1
}

impl<'c> Call<'c> {
    /// # Safety
    /// `[typed]`: the arguments are held as the types of the function say, and references count.
    pub(crate) unsafe fn new(
        heap: &'c mut Heap,
        linked: &'c link::Linked,
        native: &'c Linked,
        args: &'c mut [u64],
    ) -> Self {
        Self { heap, linked, native, args, work: 0, at: 0 }
    }

    pub(crate) fn types(&self) -> &'c [Type] {
        self.linked.types()
    }

    /// The type of a parameter.
    pub(crate) fn param(&self, at: usize) -> u32 {
        self.native.params.get(at).copied().unwrap_or(u32::MAX)
    }

    pub(crate) fn word(&self, at: usize) -> u64 {
        self.args[at]
    }

    pub(crate) fn int(&self, at: usize) -> i64 {
        self.args[at] as i64
    }

    pub(crate) fn float(&self, at: usize) -> f64 {
        f64::from_bits(self.args[at])
    }

    fn object(&self, at: usize, form: Form) -> Result<*mut Header, FaultKind> {
        // SAFETY: [typed] the row of the function has a reference here, [counted] which the caller holds; [header] it
        // is looked at first.
        unsafe { object_of(self.args[at], form).ok_or(FaultKind::BadObject) }
    }

    pub(crate) fn text(&self, at: usize) -> Result<&'c str, FaultKind> {
        // SAFETY: [typed] the row has a reference here, [counted] which the caller holds; [header] it is looked at
        // first.
        unsafe { text_of(self.args[at]).ok_or(FaultKind::BadObject) }
    }

    /// The object of a text.
    pub(crate) fn text_object(&self, at: usize) -> Result<*mut Header, FaultKind> {
        self.object(at, Form::Text)
    }

    pub(crate) fn bytes(&self, at: usize) -> Result<&'c [u8], FaultKind> {
        // SAFETY: [typed] the row has a reference here, [counted] which the caller holds; [header] it is looked at
        // first.
        unsafe { bytes_of(self.args[at]).ok_or(FaultKind::BadObject) }
    }

    pub(crate) fn range(&self, at: usize) -> Result<Range, FaultKind> {
        // SAFETY: [typed] the row has a reference here, [counted] which the caller holds; [header] it is looked at
        // first.
        match unsafe { array_of(self.args[at], Form::Words) } {
            Some(&[start, end, inclusive]) => {
                Ok(Range { start: start as i64, end: end as i64, is_inclusive: inclusive != 0 })
            }
            _ => Err(FaultKind::BadObject),
        }
    }

    /// The form of an array of a type.
    pub(crate) fn form(&self, ty: u32) -> Form {
        match self.types().get(ty as usize) {
            Some(Type::Array(item)) if self.is_ref(*item) => Form::Refs,
            _ => Form::Words,
        }
    }

    /// Whether values of a type are references.
    pub(crate) fn is_ref(&self, ty: u32) -> bool {
        self.types().get(ty as usize).is_some_and(|it| it.kind() == Kind::Ref)
    }

    /// The elements of an array.
    pub(crate) fn items(&self, at: usize) -> Result<&'c [u64], FaultKind> {
        // SAFETY: [typed] the row has a reference here, [counted] which the caller holds; [header] it is looked at
        // first.
        unsafe { array_of(self.args[at], self.form(self.param(at))).ok_or(FaultKind::BadObject) }
    }

    /// The map or set that the function is about.
    pub(crate) fn table(&self, at: usize) -> Result<&'c Table, FaultKind> {
        // SAFETY: [counted] the caller holds the table; [unshared] it is changed by nobody who looks at it.
        self.table_object(at).map(|table| unsafe { &*table })
    }

    /// Where the map or set is.
    fn table_object(&self, at: usize) -> Result<*mut Table, FaultKind> {
        let plan = self.native.table;
        let table = self.object(at, plan.form)?.cast::<Table>();
        // SAFETY: [header] an object of this form is a table.
        let tag = unsafe { (*table).header.tag };
        if tag == plan.tag { Ok(table) } else { Err(FaultKind::BadObject) }
    }

    /// The array that is changed, as one that nobody else refers to.
    pub(crate) fn own_array(&mut self, more: usize) -> Result<*mut Array, FaultKind> {
        let array = self.object(0, self.form(self.param(0)))?.cast::<Array>();
        // SAFETY: [counted] the reference in the first argument is given up for the new one.
        let own = unsafe { self.heap.own_array(array, more)? };
        self.args[0] = own as u64;
        Ok(own)
    }

    /// The map or set that is changed, as one that nobody else refers to.
    pub(crate) fn own_table(&mut self) -> Result<*mut Table, FaultKind> {
        let table = self.table_object(0)?;
        // SAFETY: [counted] the reference in the first argument is given up for the new one.
        let own = unsafe { self.heap.own_table(table)? };
        self.args[0] = own as u64;
        Ok(own)
    }

    /// Puts something else in the place that is changed. The reference is handed over.
    pub(crate) fn replace(&mut self, word: u64) {
        let old = std::mem::replace(&mut self.args[0], word);
        self.release(old);
    }

    /// One reference less to something that the function made or took out.
    pub(crate) fn release(&mut self, word: u64) {
        // SAFETY: [counted] the function that calls this hands over a reference.
        unsafe { self.heap.release(word, &self.linked.shapes) };
    }

    /// An argument as a result: one reference more.
    pub(crate) fn same(&self, at: usize) -> Given {
        // SAFETY: [typed] the row has a reference here, or a result of the same letter, [counted] which the caller
        // holds.
        Ok(unsafe { retain(self.args[at]) })
    }

    /// `Some` of a word, which is handed over.
    pub(crate) fn some(&mut self, word: u64) -> Given {
        self.variant(1, word)
    }

    /// `None`.
    pub(crate) fn none(&self) -> Given {
        Ok(unit(0))
    }

    /// `Ok` of a word, which is handed over.
    pub(crate) fn ok(&mut self, word: u64) -> Given {
        self.variant(0, word)
    }

    /// `Err` of a word, which is handed over.
    pub(crate) fn wrong(&mut self, word: u64) -> Given {
        self.variant(1, word)
    }

    /// The variant with a number of what the function gives, with one value.
    fn variant(&mut self, tag: u16, word: u64) -> Given {
        let layout = self.native.layouts[usize::from(tag)];
        let object = match self.heap.record(tag, layout, 1) {
            Ok(object) => object,
            Err(kind) => {
                if self.linked.shapes.get(layout as usize).is_some_and(|it| it.refs.first() == Some(&true)) {
                    self.release(word);
                }
                return Err(kind);
            }
        };
        // SAFETY: [types] the layout has one slot, of the kind of the variant's value; [typed] the row says that the
        // word is of that kind.
        unsafe { *object.add(1).cast() = word };
        Ok(object as u64)
    }

    /// The file, line and column of the call, where that is in the program and not in the library.
    pub(crate) fn source_place(&self) -> Option<(&'c str, u32, u32)> {
        let bytes = self.at.checked_sub(self.linked.code.as_ptr() as usize)?;
        let (function, at) = self.linked.instruction_at(u32::try_from(bytes / size_of::<u64>()).ok()?)?;
        let program = self.linked.verified.program();
        let place = program.functions.get(function)?.place(at)?;
        let file = program.files.get(place.file as usize)?;
        (!file.starts_with("std/")).then_some((file.as_str(), place.line, place.column))
    }

    /// A new text.
    pub(crate) fn give(&mut self, text: &str) -> Given {
        Ok(self.heap.text(text)? as u64)
    }
}
