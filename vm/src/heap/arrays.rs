//! Arrays: words or references in a buffer of their own, which grows.

use super::{Array, Form, HEADER_BYTES, Header, Heap, length_max, object_of, retain};
use crate::fault::FaultKind;

/// The most elements of an array.
const LENGTH_MAX: usize = length_max(8);

impl Heap {
    /// An empty array with room for so many elements.
    pub(crate) fn array(&mut self, form: Form, room: usize) -> Result<*mut Array, FaultKind> {
        if room > LENGTH_MAX {
            return Err(self.out_of_memory());
        }
        let items = if room == 0 { std::ptr::null_mut() } else { self.words(room)? };
        let header = Header { count: 1, form, ascii: false, tag: 0, info: 0, room: room as u32 };
        let array = match self.object(1, header) {
            Ok(object) => object.cast::<Array>(),
            Err(kind) => {
                // SAFETY: [blocks] the buffer was just made with this room.
                unsafe { self.free_buffer(items, room) };
                return Err(kind);
            }
        };
        // SAFETY: [blocks] the object was made with one word after its header.
        unsafe { (*array).items = items };
        Ok(array)
    }

    /// An array of these elements. References are handed over.
    pub(crate) fn array_of(&mut self, form: Form, items: &[u64]) -> Result<*mut Array, FaultKind> {
        let array = self.array(form, items.len())?;
        // SAFETY: [room] the array was just made with room for the elements; [unshared] nobody else has it.
        unsafe {
            std::ptr::copy_nonoverlapping(items.as_ptr(), (*array).items, items.len());
            (*array).header.info = items.len() as u32;
        }
        Ok(array)
    }

    /// Makes room for one more element.
    ///
    /// # Safety
    /// `[unshared]`: `array` is an array that nobody else refers to.
    #[cold]
    pub(crate) unsafe fn grow(&mut self, array: *mut Array) -> Result<(), FaultKind> {
        // SAFETY: [header] the caller has an array.
        let room = unsafe { (*array).header.room as usize };
        // SAFETY: [header] [unshared] the caller has an array that nobody else refers to.
        unsafe { self.resize(array, (room * 2).max(4)) }
    }

    /// Makes room for so many more elements.
    ///
    /// # Safety
    /// `[unshared]`: `array` is an array that nobody else refers to.
    pub(crate) unsafe fn reserve(&mut self, array: *mut Array, more: usize) -> Result<(), FaultKind> {
        // SAFETY: [header] the caller has an array.
        let (length, room) = unsafe { ((*array).header.info as usize, (*array).header.room as usize) };
        if length + more <= room {
            return Ok(());
        }
        // SAFETY: [header] [unshared] the caller has an array that nobody else refers to.
        unsafe { self.resize(array, (length + more).max((room * 2).min(LENGTH_MAX))) }
    }

    unsafe fn resize(&mut self, array: *mut Array, wanted: usize) -> Result<(), FaultKind> {
        if wanted > LENGTH_MAX {
            return Err(self.out_of_memory());
        }
        // SAFETY: [header] [unshared] the caller has an array that nobody else refers to; [room] its buffer has `room`
        // words.
        unsafe {
            let (room, items) = ((*array).header.room as usize, (*array).items);
            let grown = if room == 0 { self.words(wanted)? } else { self.regrow(items, room, wanted)? };
            (*array).items = grown;
            (*array).header.room = wanted as u32;
        }
        Ok(())
    }

    /// The same array, for nobody else: a copy where others refer to it, too, with room for some more.
    ///
    /// # Safety
    /// `[header]`: `old` is an array. `[counted]`: the reference to it is given up for the one that comes back.
    #[inline]
    pub(crate) unsafe fn own_array(&mut self, old: *mut Array, more: usize) -> Result<*mut Array, FaultKind> {
        // SAFETY: [header] the caller has an array, and gives up its reference unless it is the only one.
        unsafe {
            if (*old).header.count == 1 {
                return Ok(old);
            }
            self.copy_array(old, more)
        }
    }

    #[cold]
    unsafe fn copy_array(&mut self, old: *mut Array, more: usize) -> Result<*mut Array, FaultKind> {
        // SAFETY: [header] the caller has an array; [room] the copy has room for its elements; [counted] one reference
        // goes from the old one.
        unsafe {
            let (form, items) = ((*old).header.form, items_of(old));
            let new = self.array(form, items.len() + more)?;
            copy_items(form, items, (*new).items);
            (*new).header.info = items.len() as u32;
            (*old).header.count -= 1;
            Ok(new)
        }
    }

    pub(super) unsafe fn free_array(&mut self, array: *mut Array) {
        // SAFETY: [counted] the last reference has gone; [room] [blocks] the header says how large the buffer is.
        unsafe {
            if (*array).header.form == Form::Refs {
                let items = items_of(array);
                items.iter().for_each(|it| self.lose(*it));
            }
            self.free_buffer((*array).items, (*array).header.room as usize);
            self.give_back(array.cast(), HEADER_BYTES / 8 + 1);
        }
    }
}

/// The elements of an array.
///
/// # Safety
/// `[header]`: `array` is an array. `[counted]` `[unshared]`: it neither goes nor changes while they are looked at.
#[inline]
pub(crate) unsafe fn items_of<'h>(array: *const Array) -> &'h [u64] {
    // SAFETY: [room] so many elements are set; without a buffer there is none.
    unsafe {
        let length = (*array).header.info as usize;
        if length == 0 { &[] } else { std::slice::from_raw_parts((*array).items, length) }
    }
}

/// The elements of the array that a reference leads to, if it is one of this form.
///
/// # Safety
/// `[counted]`: as for [`object_of`]. `[unshared]`: the array does not change while it is looked at.
#[inline]
pub(crate) unsafe fn array_of<'h>(word: u64, form: Form) -> Option<&'h [u64]> {
    // SAFETY: [header] an object of this form is an array.
    unsafe { object_of(word, form).map(|it| items_of(it.cast())) }
}

/// Copies elements to a place with room for them, where references count.
///
/// # Safety
/// `[room]`: `to` has that room. `[counted]`: references among the elements count.
pub(crate) unsafe fn copy_items(form: Form, items: &[u64], to: *mut u64) {
    // SAFETY: [room] there is room at `to`; [counted] references among the elements count once more.
    unsafe {
        if form == Form::Refs {
            items.iter().for_each(|it| _ = retain(*it));
        }
        std::ptr::copy_nonoverlapping(items.as_ptr(), to, items.len());
    }
}
