//! Objects: what references lead to, how they are counted, shared and freed.
//!
//! A reference is a word: 0 is empty, an odd word is a variant without data (its number, doubled, plus one), any other is
//! the address of an object. Every object begins with a [`Header`], which says what it is: whoever reads an object looks
//! at the header first. Objects cannot refer to each other in circles, so counting is all there is to do.
//!
//! What `unsafe` code relies on has a name, and the comment beside the code says which: a rule of the verifier
//! (`ir/src/verify.rs`) or an invariant of the machine.
//!
//! | invariant | what always holds |
//! | --- | --- |
//! | `[code]` | `pc` is the first word of an instruction of the verified program, whose operands follow as `ir/src/encode.rs` writes them; the code does not move once it is linked |
//! | `[stack]` | `regs` is the first register of the function that runs, which has all of its registers there, and at least three; there is a frame for each call that waits, and the first one leads out of the fiber |
//! | `[counted]` | a word of kind `ref` is 0, odd or the address of an object; the object stays while references to it count; each that is kept counts once and, but for a few, takes eight bytes of the heap, so no counter overflows |
//! | `[header]` | an object begins with a header that says what it is, and is used as nothing else; of a table the tag says which of its words are references |
//! | `[shape]` | a record or closure has as many slots as its shape and as `room` says, each of the shape's kind; all are filled before another object or a register refers to it |
//! | `[room]` | the buffer of an array has as many words, and a text as many bytes, as `room` says; the first `info` of them are set |
//! | `[unshared]` | an object is changed only through its one reference, or when it was just made; what is looked at does not change meanwhile |
//! | `[index]` | the buffer of a table has `room` entries, of which the first `used` are set, and then twice as many slots if it has an index: some are empty, the others name entries that are set |
//! | `[utf8]` | the bytes of a text are UTF-8 |
//! | `[task]` | all tasks are in the list; the `info` of one says what its word is; a fiber that runs holds a reference to its task |
//! | `[blocks]` | a block of memory has the size that it was asked for with, belongs to one object or one buffer, and is given back once, with that size |
//! | `[sizes]` | lengths are limited so that the bytes of an object, and twice as many, can be counted, also where addresses have 32 bits |
//! | `[typed]` | a word that is looked at by its type is held as the type says, as are its parts: natives are linked only if their types fit what they expect; the layouts of objects are compared before their slots are used |
//! | `[alone]` | nothing outside of a machine follows an address of its memory |

use std::alloc::{Layout, alloc, dealloc, realloc};

use crate::fault::FaultKind;
use crate::link::Shape;
use crate::show::Out;

pub(crate) mod arrays;
pub(crate) mod hash;
pub(crate) mod tables;
pub(crate) mod task;
pub(crate) mod texts;

pub(crate) use tables::Table;
use task::Task;

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
    /// A text in UTF-8, whose bytes follow the header.
    Text = 4,
    /// Bytes, which follow the header.
    Bytes = 5,
    /// A function and its captures, which are the slots of its shape and follow the header.
    Closure = 6,
    /// Values by key: a [`Table`].
    Map = 7,
    /// Values that are there once: a [`Table`].
    Set = 8,
    /// What a fiber is to others: a [`Task`].
    Task = 9,
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
    /// Of a record, the number of its variant; of a text, how many of its bytes do not begin a character, if they are few;
    /// of a table, what it holds.
    pub(crate) tag: u16,
    /// Of an array, text or table, its length; of a record or closure, its shape.
    pub(crate) info: u32,
    /// Of an array, text or table, how many fit in; of a record or closure, how many slots.
    pub(crate) room: u32,
}

impl Header {
    /// That of a record to which there is one reference.
    #[inline(always)]
    pub(crate) fn record(tag: u16, layout: u32, slots: usize) -> Self {
        Self { count: 1, form: Form::Record, ascii: false, tag, info: layout, room: slots as u32 }
    }
}

/// An array: its elements are in a buffer of their own, which grows.
#[repr(C)]
pub(crate) struct Array {
    pub(crate) header: Header,
    pub(crate) items: *mut u64,
}

/// What a record or a text holds follows the header.
const HEADER_BYTES: usize = size_of::<Header>();

// On all machines an object is made of as many whole words, though addresses may be shorter.
const _: () = assert!(HEADER_BYTES == 16 && size_of::<Array>() <= HEADER_BYTES + 8);
const _: () = assert!(size_of::<Table>() <= HEADER_BYTES + 2 * 8 && size_of::<Task>() <= HEADER_BYTES + 3 * 8);

/// The longest that something may be whose elements take so many bytes: its length has 32 bits, and where addresses have no
/// more, twice its bytes can still be counted. So sums of two lengths and doubled ones do not overflow, nor does a size.
const fn length_max(bytes_each: usize) -> usize {
    let (counted, addressed) = (u32::MAX as usize, isize::MAX as usize / 2 / bytes_each);
    if counted < addressed { counted } else { addressed }
}

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
    /// The first of all tasks.
    tasks: *mut Task,
    /// Texts of one ASCII character, each made when it is first needed.
    letters: [*mut Header; 128],
    /// Places inside long texts that were asked for last.
    cursors: texts::Cursors,
    /// What hashes begin with.
    pub(crate) seed: u64,
    /// The table in which a text was found last, by its address, and the entry: what is looked up is often set next.
    pub(crate) found: (usize, usize),
    /// Where texts are written, for the next one.
    scratch: String,
    /// How many blocks are in use.
    #[cfg(test)]
    pub(crate) live: usize,
}

fn chunk_layout() -> Layout {
    // SAFETY: [sizes] the size is a small constant, and the alignment a power of two.
    unsafe { Layout::from_size_align_unchecked(CHUNK_BYTES, 16) }
}

fn words_layout(words: usize) -> Layout {
    // SAFETY: [sizes] [limits] nothing is longer than `length_max` or a program's limits allow.
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
            tasks: std::ptr::null_mut(),
            letters: [std::ptr::null_mut(); 128],
            cursors: texts::Cursors::default(),
            seed: hash::new_seed(),
            found: (0, 0),
            scratch: String::new(),
            #[cfg(test)]
            live: 0,
        }
    }

    /// How many bytes are in use, pieces for small objects included.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// How many bytes may still come into use.
    pub(crate) fn bytes_left(&self) -> usize {
        self.bytes_max.saturating_sub(self.bytes)
    }

    /// Where a text can be written.
    pub(crate) fn new_out(&mut self) -> Out {
        let mut text = std::mem::take(&mut self.scratch);
        text.clear();
        Out::new(text, self.bytes_left())
    }

    /// Keeps the memory of a text for the next one, unless it is much.
    pub(crate) fn keep_out(&mut self, out: Out) {
        if out.text.capacity() <= CHUNK_BYTES {
            self.scratch = out.text;
        }
    }

    /// What is said where memory does not suffice.
    pub(crate) fn out_of_memory(&self) -> FaultKind {
        FaultKind::OutOfMemory(self.bytes_max)
    }

    /// Counts what is about to be used.
    pub(crate) fn count_bytes(&mut self, bytes: usize) -> Result<(), FaultKind> {
        if bytes > self.bytes_left() {
            return Err(self.out_of_memory());
        }
        self.bytes += bytes;
        Ok(())
    }

    /// Counts what is not used any more.
    pub(crate) fn give_bytes(&mut self, bytes: usize) {
        self.bytes -= bytes;
    }

    /// One block more is in use.
    #[inline(always)]
    fn count_block(&mut self) {
        #[cfg(test)]
        {
            self.live += 1;
        }
    }

    /// Memory for an object of so many words.
    #[inline]
    fn words(&mut self, words: usize) -> Result<*mut u64, FaultKind> {
        match self.words_at_hand(words) {
            Some(block) => Ok(block),
            None => self.words_slowly(words),
        }
    }

    /// Memory for a small object, if there is some at hand.
    #[inline(always)]
    pub(crate) fn words_at_hand(&mut self, words: usize) -> Option<*mut u64> {
        let first = *self.free.get(words)?;
        if !first.is_null() {
            // SAFETY: [blocks] the list holds freed blocks of this size, each with the next one in its first word.
            self.free[words] = unsafe { *first } as *mut u64;
            self.count_block();
            return Some(first);
        }
        if (self.end as usize) - (self.next as usize) < words * 8 {
            return None;
        }
        let block = self.next;
        // SAFETY: [blocks] there is room for `words` words before `end`.
        self.next = unsafe { block.add(words) };
        self.count_block();
        Some(block)
    }

    #[cold]
    fn words_slowly(&mut self, words: usize) -> Result<*mut u64, FaultKind> {
        if words > SMALL_WORDS {
            self.count_bytes(words * 8)?;
            // SAFETY: [sizes] the size is not zero.
            let block = unsafe { alloc(words_layout(words)) };
            if block.is_null() {
                self.give_bytes(words * 8);
                return Err(self.out_of_memory());
            }
            self.count_block();
            return Ok(block.cast());
        }
        self.count_bytes(CHUNK_BYTES)?;
        // SAFETY: [sizes] the size is not zero.
        let chunk = unsafe { alloc(chunk_layout()) };
        if chunk.is_null() {
            self.give_bytes(CHUNK_BYTES);
            return Err(self.out_of_memory());
        }
        self.chunks.push(chunk);
        self.next = chunk.cast();
        // SAFETY: [blocks] the end of the piece that was just made.
        self.end = unsafe { chunk.add(CHUNK_BYTES) }.cast();
        self.words(words)
    }

    /// Gives the memory of an object back.
    unsafe fn give_back(&mut self, block: *mut u64, words: usize) {
        #[cfg(test)]
        {
            self.live -= 1;
        }
        if words <= SMALL_WORDS {
            // SAFETY: [blocks] the block was made with this size, and belongs to nobody now.
            unsafe { *block = self.free[words] as u64 };
            self.free[words] = block;
        } else {
            self.bytes -= words * 8;
            // SAFETY: [blocks] the block was made by `words_slowly` with this size.
            unsafe { dealloc(block.cast(), words_layout(words)) };
        }
    }

    /// More memory for an object that nobody else refers to. It may have moved.
    unsafe fn regrow(&mut self, block: *mut u64, old: usize, new: usize) -> Result<*mut u64, FaultKind> {
        if old > SMALL_WORDS && new > old {
            self.count_bytes((new - old) * 8)?;
            // SAFETY: [blocks] the block was made by `words_slowly` with the old size; [sizes] the new one can be
            // counted.
            let grown = unsafe { realloc(block.cast(), words_layout(old), new * 8) };
            if grown.is_null() {
                self.bytes -= (new - old) * 8;
                return Err(self.out_of_memory());
            }
            return Ok(grown.cast());
        }
        let grown = self.words(new)?;
        // SAFETY: [blocks] both have so many words; the old one belongs to nobody now.
        unsafe {
            std::ptr::copy_nonoverlapping(block, grown, old.min(new));
            self.give_back(block, old);
        }
        Ok(grown)
    }

    /// A new object with its header; what follows the header is not set.
    #[inline]
    fn object(&mut self, words: usize, header: Header) -> Result<*mut Header, FaultKind> {
        let block = self.words(HEADER_BYTES / 8 + words)?.cast::<Header>();
        // SAFETY: [blocks] the block has room for a header and is aligned to words.
        unsafe { block.write(header) };
        Ok(block)
    }

    /// A record; the slots are to be filled by the caller.
    #[inline]
    pub(crate) fn record(&mut self, tag: u16, layout: u32, slots: usize) -> Result<*mut Header, FaultKind> {
        self.object(slots, Header::record(tag, layout, slots))
    }

    /// A closure of a shape; the captures are to be filled in by the caller.
    pub(crate) fn closure(&mut self, shape: u32, captures: usize) -> Result<*mut Header, FaultKind> {
        let header = Header { count: 1, form: Form::Closure, ascii: false, tag: 0, info: shape, room: captures as u32 };
        self.object(captures, header)
    }

    /// Gives the memory of a buffer back.
    unsafe fn free_buffer(&mut self, buffer: *mut u64, words: usize) {
        if words > 0 {
            // SAFETY: [blocks] the buffer was made with so many words.
            unsafe { self.give_back(buffer, words) };
        }
    }

    /// One reference less; what nobody refers to any more is freed.
    ///
    /// # Safety
    /// `[counted]`: `word` is a reference of this heap that counts, and is not used afterwards.
    #[inline]
    pub(crate) unsafe fn release(&mut self, word: u64, shapes: &[Shape]) {
        if word & 1 == 1 || word == 0 {
            return;
        }
        let object = word as *mut Header;
        // SAFETY: [counted] what is no small value is the address of an object; its last reference has gone when the
        // count is 0.
        unsafe {
            (*object).count -= 1;
            if (*object).count == 0 {
                self.free_object(object, shapes);
            }
        }
    }

    /// Frees an object and what only it refers to, one after the other.
    #[inline(never)]
    pub(crate) unsafe fn free_object(&mut self, object: *mut Header, shapes: &[Shape]) {
        // SAFETY: [counted] the caller has dropped the last reference to the object.
        unsafe { self.free_one(object, shapes) };
        while let Some(object) = self.dying.pop() {
            // SAFETY: [counted] only objects without references are in the list, each once.
            unsafe { self.free_one(object, shapes) };
        }
    }

    unsafe fn free_one(&mut self, object: *mut Header, shapes: &[Shape]) {
        // SAFETY: [header] it says what the object is; [room] [shape] how large; [blocks] and that is how it was made.
        unsafe {
            let header = &*object;
            match header.form {
                Form::Words | Form::Refs => self.free_array(object.cast()),
                Form::Record | Form::Closure => {
                    let slots = object.add(1).cast::<u64>();
                    if let Some(shape) = shapes.get(header.info as usize).filter(|it| it.has_refs) {
                        for (at, is_ref) in shape.refs.iter().enumerate() {
                            if *is_ref {
                                self.lose(*slots.add(at));
                            }
                        }
                    }
                    self.give_back(object.cast(), HEADER_BYTES / 8 + header.room as usize);
                }
                Form::Text | Form::Bytes => {
                    let words = HEADER_BYTES / 8 + header.room as usize / 8;
                    if !header.ascii {
                        self.cursors.forget(object);
                    }
                    self.give_back(object.cast(), words);
                }
                Form::Map | Form::Set => self.free_table(object.cast()),
                Form::Task => self.free_task(object.cast()),
            }
        }
    }

    /// One reference less, without freeing at once.
    unsafe fn lose(&mut self, word: u64) {
        if word & 1 == 1 || word == 0 {
            return;
        }
        let object = word as *mut Header;
        // SAFETY: [counted] the freed object held a reference to this one.
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
            // SAFETY: [blocks] each piece was made with this layout; [alone] nobody refers into it any more.
            unsafe { dealloc(*chunk, chunk_layout()) };
        }
    }
}

/// One reference more.
///
/// # Safety
/// `[counted]`: `word` is a reference that counts.
#[inline]
pub(crate) unsafe fn retain(word: u64) -> u64 {
    if word & 1 == 0 && word != 0 {
        // SAFETY: [counted] what is no small value is the address of an object.
        unsafe { (*(word as *mut Header)).count += 1 };
    }
    word
}

/// The object that a reference leads to, if it is one of this form.
///
/// # Safety
/// `[counted]`: `word` is a reference that counts for as long as the object is looked at, or one of the `[views]`.
#[inline(always)]
pub(crate) unsafe fn object_of(word: u64, form: Form) -> Option<*mut Header> {
    if word & 1 == 1 || word == 0 {
        return None;
    }
    let object = word as *mut Header;
    // SAFETY: [counted] what is no small value is the address of an object, [header] which says what it is.
    unsafe { ((*object).form == form).then_some(object) }
}
