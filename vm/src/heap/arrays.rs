//! Arrays: words or references in a buffer of their own, which grows.

use super::{Array, Form, HEADER_BYTES, Header, Heap, object_of, retain};
use crate::fault::FaultKind;

/// The most elements of an array: their number has 32 bits.
const LENGTH_MAX: usize = u32::MAX as usize;

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
                // SAFETY: the buffer was just made with this room.
                unsafe { self.free_buffer(items, room) };
                return Err(kind);
            }
        };
        // SAFETY: the object was made with one word after its header.
        unsafe { (*array).items = items };
        Ok(array)
    }

    /// An array of these elements. References are handed over.
    pub(crate) fn array_of(&mut self, form: Form, items: &[u64]) -> Result<*mut Array, FaultKind> {
        let array = self.array(form, items.len())?;
        // SAFETY: there is room for the elements.
        unsafe {
            std::ptr::copy_nonoverlapping(items.as_ptr(), (*array).items, items.len());
            (*array).header.info = items.len() as u32;
        }
        Ok(array)
    }

    /// Makes room for one more element.
    ///
    /// # Safety
    /// `array` is an array that nobody else refers to.
    #[cold]
    pub(crate) unsafe fn grow(&mut self, array: *mut Array) -> Result<(), FaultKind> {
        // SAFETY: the caller says that it is an array.
        let room = unsafe { (*array).header.room as usize };
        // SAFETY: as above.
        unsafe { self.resize(array, (room * 2).max(4)) }
    }

    /// Makes room for so many more elements.
    ///
    /// # Safety
    /// `array` is an array that nobody else refers to.
    pub(crate) unsafe fn reserve(&mut self, array: *mut Array, more: usize) -> Result<(), FaultKind> {
        // SAFETY: the caller says that it is an array.
        let (length, room) = unsafe { ((*array).header.info as usize, (*array).header.room as usize) };
        if length + more <= room {
            return Ok(());
        }
        // SAFETY: as above.
        unsafe { self.resize(array, (length + more).max((room * 2).min(LENGTH_MAX))) }
    }

    unsafe fn resize(&mut self, array: *mut Array, wanted: usize) -> Result<(), FaultKind> {
        if wanted > LENGTH_MAX {
            return Err(self.out_of_memory());
        }
        // SAFETY: the caller says that it is an array; its buffer was made with `room` words.
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
    /// `old` is an array, and the reference to it is given up for the one that comes back.
    #[inline]
    pub(crate) unsafe fn own_array(&mut self, old: *mut Array, more: usize) -> Result<*mut Array, FaultKind> {
        // SAFETY: it is an array.
        unsafe {
            if (*old).header.count == 1 {
                return Ok(old);
            }
            self.copy_array(old, more)
        }
    }

    #[cold]
    unsafe fn copy_array(&mut self, old: *mut Array, more: usize) -> Result<*mut Array, FaultKind> {
        // SAFETY: it is an array; its elements are copied, and references counted.
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
        // SAFETY: nobody refers to it any more; the header says how large the buffer is.
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
/// `array` is an array, which neither changes nor goes while they are looked at.
#[inline]
pub(crate) unsafe fn items_of<'h>(array: *const Array) -> &'h [u64] {
    // SAFETY: so many elements are in the buffer; without a buffer there is none.
    unsafe {
        let length = (*array).header.info as usize;
        if length == 0 { &[] } else { std::slice::from_raw_parts((*array).items, length) }
    }
}

/// The elements of the array that a reference leads to, if it is one of this form.
///
/// # Safety
/// As for [`object_of`]; besides, the array does not change.
#[inline]
pub(crate) unsafe fn array_of<'h>(word: u64, form: Form) -> Option<&'h [u64]> {
    // SAFETY: an object of this form is an array.
    unsafe { object_of(word, form).map(|it| items_of(it.cast())) }
}

/// Copies elements to a place with room for them, where references count.
///
/// # Safety
/// `to` has that room, and references among the elements count.
pub(crate) unsafe fn copy_items(form: Form, items: &[u64], to: *mut u64) {
    // SAFETY: the caller says so.
    unsafe {
        if form == Form::Refs {
            items.iter().for_each(|it| _ = retain(*it));
        }
        std::ptr::copy_nonoverlapping(items.as_ptr(), to, items.len());
    }
}
