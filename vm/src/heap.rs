//! Objects: what references lead to, how they are counted, shared and freed.
//!
//! A reference is a word: 0 is empty, an odd word is a variant without data (its number, doubled, plus one), any other is
//! the address of an object. Every object begins with a [`Header`], which says what it is: whoever reads an object looks
//! at the header first. Objects cannot refer to each other in circles, so counting is all there is to do.

use std::alloc::{Layout, alloc, dealloc, realloc};

use crate::fault::FaultKind;
use crate::link::Shape;

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Form {
    /// Words: `int`s or `float`s, in a buffer.
    Words = 1,
    /// References, in a buffer.
    Refs = 2,
    /// Slots of a layout.
    Record = 3,
    /// A text in UTF-8.
    Text = 4,
}

/// The start of every object.
#[repr(C)]
pub(crate) struct Header {
    /// How many references there are.
    pub(crate) count: u32,
    /// What it is.
    pub(crate) form: Form,
    /// Of a text, whether all of it is ASCII.
    pub(crate) ascii: bool,
    /// Of a record, the number of its variant.
    pub(crate) tag: u16,
    /// Of an array or text, its length; of a record, its layout.
    pub(crate) info: u32,
    /// Of an array or text, how many fit in; of a record, how many slots.
    pub(crate) room: u32,
}

/// An array: its elements are in a buffer of their own, which grows.
#[repr(C)]
pub(crate) struct Array {
    pub(crate) header: Header,
    pub(crate) items: *mut u64,
}

/// What a record or a text holds follows the header.
const HEADER_BYTES: usize = size_of::<Header>();

/// Small objects are cut from pieces of this size.
const CHUNK_BYTES: usize = 64 * 1024;

/// Objects up to this many words are reused by size.
const SMALL_WORDS: usize = 16;

/// All objects of a machine.
pub(crate) struct Heap {
    /// Freed small objects by size in words, linked through their first word.
    free: [*mut u64; SMALL_WORDS + 1],
    next: *mut u64,
    end: *mut u64,
    chunks: Vec<*mut u8>,
    bytes: usize,
    bytes_max: usize,
    /// Objects that are to be freed: freeing never recurses.
    dying: Vec<*mut Header>,
}

fn chunk_layout() -> Layout {
    // SAFETY: the size is a small constant and the alignment a power of two.
    unsafe { Layout::from_size_align_unchecked(CHUNK_BYTES, 16) }
}

fn words_layout(words: usize) -> Layout {
    // SAFETY: callers pass at most a few gigabytes of words, far from overflowing.
    unsafe { Layout::from_size_align_unchecked(words * 8, 8) }
}

impl Heap {
    pub(crate) fn new(bytes_max: usize) -> Self {
        Self {
            free: [std::ptr::null_mut(); SMALL_WORDS + 1],
            next: std::ptr::null_mut(),
            end: std::ptr::null_mut(),
            chunks: Vec::new(),
            bytes: 0,
            bytes_max,
            dying: Vec::new(),
        }
    }

    /// How many bytes are in use, pieces for small objects included.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    fn count_bytes(&mut self, bytes: usize) -> Result<(), FaultKind> {
        if self.bytes + bytes > self.bytes_max {
            return Err(FaultKind::OutOfMemory(self.bytes_max));
        }
        self.bytes += bytes;
        Ok(())
    }

    /// Memory for an object of so many words.
    #[inline]
    fn words(&mut self, words: usize) -> Result<*mut u64, FaultKind> {
        if words <= SMALL_WORDS {
            let first = self.free[words];
            if !first.is_null() {
                // SAFETY: the list holds freed blocks of this size, each with the next one in its first word.
                self.free[words] = unsafe { *first } as *mut u64;
                return Ok(first);
            }
            if (self.end as usize) - (self.next as usize) >= words * 8 {
                let block = self.next;
                // SAFETY: there is room for `words` words before `end`.
                self.next = unsafe { block.add(words) };
                return Ok(block);
            }
        }
        self.words_slowly(words)
    }

    #[cold]
    fn words_slowly(&mut self, words: usize) -> Result<*mut u64, FaultKind> {
        if words > SMALL_WORDS {
            self.count_bytes(words * 8)?;
            // SAFETY: the size is not zero.
            let block = unsafe { alloc(words_layout(words)) };
            return if block.is_null() { Err(FaultKind::OutOfMemory(self.bytes)) } else { Ok(block.cast()) };
        }
        self.count_bytes(CHUNK_BYTES)?;
        // SAFETY: the size is not zero.
        let chunk = unsafe { alloc(chunk_layout()) };
        if chunk.is_null() {
            return Err(FaultKind::OutOfMemory(self.bytes));
        }
        self.chunks.push(chunk);
        self.next = chunk.cast();
        // SAFETY: the end of the piece that was just made.
        self.end = unsafe { chunk.add(CHUNK_BYTES) }.cast();
        self.words(words)
    }

    /// Gives the memory of an object back.
    unsafe fn give_back(&mut self, block: *mut u64, words: usize) {
        if words <= SMALL_WORDS {
            // SAFETY: the block was made by `words` with this size and nobody refers to it.
            unsafe { *block = self.free[words] as u64 };
            self.free[words] = block;
        } else {
            self.bytes -= words * 8;
            // SAFETY: the block was made by `words_slowly` with this size.
            unsafe { dealloc(block.cast(), words_layout(words)) };
        }
    }

    /// A new object with its header; what follows the header is not set.
    #[inline]
    fn object(&mut self, words: usize, header: Header) -> Result<*mut Header, FaultKind> {
        let block = self.words(HEADER_BYTES / 8 + words)?.cast::<Header>();
        // SAFETY: the block is large enough for a header and aligned to words.
        unsafe { block.write(header) };
        Ok(block)
    }

    /// A record; the slots are to be filled by the caller.
    #[inline]
    pub(crate) fn record(&mut self, tag: u16, layout: u32, slots: usize) -> Result<*mut Header, FaultKind> {
        let header = Header { count: 1, form: Form::Record, ascii: false, tag, info: layout, room: slots as u32 };
        self.object(slots, header)
    }

    /// An empty array with room for so many elements.
    pub(crate) fn array(&mut self, form: Form, room: usize) -> Result<*mut Array, FaultKind> {
        let header = Header { count: 1, form, ascii: false, tag: 0, info: 0, room: room as u32 };
        let array = self.object(1, header)?.cast::<Array>();
        let items = if room == 0 { std::ptr::null_mut() } else { self.buffer(room)? };
        // SAFETY: the object was made with one word after its header.
        unsafe { (*array).items = items };
        Ok(array)
    }

    fn buffer(&mut self, words: usize) -> Result<*mut u64, FaultKind> {
        self.count_bytes(words * 8)?;
        // SAFETY: the size is not zero.
        let block = unsafe { alloc(words_layout(words)) };
        if block.is_null() { Err(FaultKind::OutOfMemory(self.bytes)) } else { Ok(block.cast()) }
    }

    /// Makes room for one more element.
    ///
    /// # Safety
    /// `array` is an array that nobody else refers to.
    #[cold]
    pub(crate) unsafe fn grow(&mut self, array: *mut Array) -> Result<(), FaultKind> {
        // SAFETY: the caller says that it is an array.
        let (room, items) = unsafe { ((*array).header.room as usize, (*array).items) };
        let more = (room * 2).max(4);
        if more > u32::MAX as usize {
            return Err(FaultKind::OutOfMemory(self.bytes_max));
        }
        let grown = if room == 0 {
            self.buffer(more)?
        } else {
            self.count_bytes((more - room) * 8)?;
            // SAFETY: the buffer was made with `room` words.
            let grown = unsafe { realloc(items.cast(), words_layout(room), more * 8) };
            if grown.is_null() {
                return Err(FaultKind::OutOfMemory(self.bytes));
            }
            grown.cast()
        };
        // SAFETY: as above.
        unsafe {
            (*array).items = grown;
            (*array).header.room = more as u32;
        }
        Ok(())
    }

    /// A text.
    pub(crate) fn text(&mut self, text: &str) -> Result<*mut Header, FaultKind> {
        let room = text.len().div_ceil(8) * 8;
        let header = Header {
            count: 1,
            form: Form::Text,
            ascii: text.is_ascii(),
            tag: 0,
            info: text.len() as u32,
            room: room as u32,
        };
        let object = self.object(room / 8, header)?;
        // SAFETY: there is room for the bytes after the header.
        unsafe { std::ptr::copy_nonoverlapping(text.as_ptr(), object.add(1).cast(), text.len()) };
        Ok(object)
    }

    /// One reference less; what nobody refers to any more is freed.
    ///
    /// # Safety
    /// `word` is a reference of this heap that counts, and it is not used afterwards.
    #[inline]
    pub(crate) unsafe fn release(&mut self, word: u64, shapes: &[Shape]) {
        if word & 1 == 1 || word == 0 {
            return;
        }
        let object = word as *mut Header;
        // SAFETY: it is the address of an object.
        unsafe {
            (*object).count -= 1;
            if (*object).count == 0 {
                self.free_object(object, shapes);
            }
        }
    }

    /// Frees an object and what only it refers to, one after the other.
    #[inline(never)]
    unsafe fn free_object(&mut self, object: *mut Header, shapes: &[Shape]) {
        self.dying.push(object);
        while let Some(object) = self.dying.pop() {
            // SAFETY: only objects without references are in the list, each once.
            unsafe { self.free_one(object, shapes) };
        }
    }

    unsafe fn free_one(&mut self, object: *mut Header, shapes: &[Shape]) {
        // SAFETY: the header says how large the object is and what it holds.
        unsafe {
            let header = &*object;
            match header.form {
                Form::Words | Form::Refs => {
                    let array = object.cast::<Array>();
                    let (items, room, len) = ((*array).items, header.room as usize, header.info as usize);
                    if header.form == Form::Refs {
                        (0..len).for_each(|at| self.lose(*items.add(at)));
                    }
                    if room > 0 {
                        self.bytes -= room * 8;
                        dealloc(items.cast(), words_layout(room));
                    }
                    self.give_back(object.cast(), HEADER_BYTES / 8 + 1);
                }
                Form::Record => {
                    let slots = object.add(1).cast::<u64>();
                    if let Some(shape) = shapes.get(header.info as usize) {
                        for (at, is_ref) in shape.refs.iter().enumerate() {
                            if *is_ref {
                                self.lose(*slots.add(at));
                            }
                        }
                    }
                    self.give_back(object.cast(), HEADER_BYTES / 8 + header.room as usize);
                }
                Form::Text => self.give_back(object.cast(), HEADER_BYTES / 8 + header.room as usize / 8),
            }
        }
    }

    /// One reference less, without freeing at once.
    unsafe fn lose(&mut self, word: u64) {
        if word & 1 == 1 || word == 0 {
            return;
        }
        let object = word as *mut Header;
        // SAFETY: it is the address of an object that the freed one referred to.
        unsafe {
            (*object).count -= 1;
            if (*object).count == 0 {
                self.dying.push(object);
            }
        }
    }
}

impl Drop for Heap {
    fn drop(&mut self) {
        for chunk in &self.chunks {
            // SAFETY: each piece was made with this layout; nothing refers into it any more.
            unsafe { dealloc(*chunk, chunk_layout()) };
        }
    }
}

/// One reference more.
///
/// # Safety
/// `word` is a reference that counts.
#[inline]
pub(crate) unsafe fn retain(word: u64) -> u64 {
    if word & 1 == 0 && word != 0 {
        // SAFETY: it is the address of an object.
        unsafe { (*(word as *mut Header)).count += 1 };
    }
    word
}
