//! Texts and bytes, which follow the header of their object.
//!
//! Positions in a text count characters. In a text of ASCII they are positions of bytes; in others the header says how
//! many bytes do not begin a character, so that the length is known, and the places asked for last are kept, so that
//! walking through a text is not a walk from its start at every step.

mod places;

pub(super) use places::Cursors;

use super::{Form, HEADER_BYTES, Header, Heap, length_max, object_of, retain};
use crate::fault::FaultKind;

/// The most bytes of a text: their number has 32 bits, also when it is rounded up.
const LENGTH_MAX: usize = length_max(1) - 64;

/// The tag of a text with so many bytes that do not begin a character, or more.
const MANY: u16 = u16::MAX;

impl Heap {
    /// A text.
    pub(crate) fn text(&mut self, text: &str) -> Result<*mut Header, FaultKind> {
        match text.as_bytes() {
            [letter @ 0..128] => self.letter(*letter),
            bytes => self.text_of(bytes, continued(bytes)),
        }
    }

    /// A text of bytes of which so many do not begin a character.
    fn text_of(&mut self, bytes: &[u8], more: usize) -> Result<*mut Header, FaultKind> {
        let object = self.blank(Form::Text, bytes.len())?;
        // SAFETY: [room] the object was just made with room for the bytes.
        unsafe {
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), object.add(1).cast(), bytes.len());
            mark(object, more.min(usize::from(MANY)) as u16);
        }
        Ok(object)
    }

    /// A part of a text that is ASCII, or not.
    pub(crate) fn part(&mut self, text: &str, is_ascii: bool) -> Result<*mut Header, FaultKind> {
        match text.as_bytes() {
            [letter @ 0..128] => self.letter(*letter),
            bytes if is_ascii => self.text_of(bytes, 0),
            bytes => self.text_of(bytes, continued(bytes)),
        }
    }

    /// The text of one ASCII character, which is there once.
    pub(crate) fn letter(&mut self, letter: u8) -> Result<*mut Header, FaultKind> {
        let at = usize::from(letter & 127);
        if self.letters[at].is_null() {
            self.letters[at] = self.text_of(&[letter & 127], 0)?;
        }
        let object = self.letters[at];
        // SAFETY: [counted] the heap holds a reference itself.
        unsafe { retain(object as u64) };
        Ok(object)
    }

    /// How many texts of one character there are.
    #[cfg(test)]
    pub(crate) fn letters_made(&self) -> usize {
        self.letters.iter().filter(|it| !it.is_null()).count()
    }

    /// Bytes.
    pub(crate) fn bytes_of(&mut self, bytes: &[u8]) -> Result<*mut Header, FaultKind> {
        let object = self.blank(Form::Bytes, bytes.len())?;
        // SAFETY: [room] the object was just made with room for the bytes.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), object.add(1).cast(), bytes.len()) };
        Ok(object)
    }

    /// A text or bytes of this length whose content is to be filled in.
    fn blank(&mut self, form: Form, length: usize) -> Result<*mut Header, FaultKind> {
        if length > LENGTH_MAX {
            return Err(self.out_of_memory());
        }
        let words = length.div_ceil(8);
        let header = Header { count: 1, form, ascii: true, tag: 0, info: length as u32, room: words as u32 * 8 };
        self.object(words, header)
    }

    /// The texts one after the other.
    ///
    /// # Safety
    /// `[header]`: they are texts of this heap. `[room]`: they have this length together, or more than a text may have.
    pub(crate) unsafe fn concat(
        &mut self,
        length: usize,
        parts: impl Iterator<Item = *const Header>,
    ) -> Result<*mut Header, FaultKind> {
        let object = self.blank(Form::Text, length)?;
        // SAFETY: [header] the caller has texts; [room] they have this length together, and so there is room for each.
        unsafe {
            let mut to = object.add(1).cast::<u8>();
            let mut tag = 0u16;
            for part in parts {
                let bytes = (*part).info as usize;
                std::ptr::copy_nonoverlapping(part.add(1).cast(), to, bytes);
                to = to.add(bytes);
                tag = tag.saturating_add((*part).tag);
            }
            mark(object, tag);
        }
        Ok(object)
    }

    /// Adds one text at the end of another; the text that comes back is that one or has its place.
    ///
    /// # Safety
    /// `[header]`: both are texts. `[counted]`: each by a reference of its own; that to `text` is given up for the one
    /// that comes back.
    #[inline]
    pub(crate) unsafe fn append(&mut self, text: *mut Header, more: *const Header) -> Result<*mut Header, FaultKind> {
        // SAFETY: [header] the caller has two texts, [counted] by a reference each: one with a single reference is not
        // `more`; [room] there is room.
        unsafe {
            let (length, bytes) = ((*text).info as usize, (*more).info as usize);
            let own = if (*text).count == 1 && length + bytes <= (*text).room as usize {
                text
            } else {
                self.make_room_for(text, bytes)?
            };
            std::ptr::copy_nonoverlapping(more.add(1).cast::<u8>(), own.add(1).cast::<u8>().add(length), bytes);
            (*own).info = (length + bytes) as u32;
            if !(*more).ascii || !(*own).ascii {
                self.cursors.forget(own);
                mark(own, (*own).tag.saturating_add((*more).tag));
            }
            Ok(own)
        }
    }

    /// The same text, for nobody else, with room for so many more bytes.
    #[cold]
    unsafe fn make_room_for(&mut self, text: *mut Header, more: usize) -> Result<*mut Header, FaultKind> {
        // SAFETY: [header] the caller has a text; [room] it has `room` bytes, [blocks] and was made with them; [sizes]
        // sums do not overflow.
        unsafe {
            let (length, room) = ((*text).info as usize, (*text).room as usize);
            let wanted = length + more;
            if wanted > LENGTH_MAX {
                return Err(self.out_of_memory());
            }
            if (*text).count > 1 {
                let room = (wanted + wanted / 2).clamp(32, LENGTH_MAX);
                let own = self.blank(Form::Text, room)?;
                std::ptr::copy_nonoverlapping(text.add(1).cast::<u8>(), own.add(1).cast(), length);
                (*own).info = length as u32;
                mark(own, (*text).tag);
                (*text).count -= 1;
                return Ok(own);
            }
            let words = wanted.max((room * 2).clamp(32, LENGTH_MAX)).div_ceil(8);
            if !(*text).ascii {
                self.cursors.forget(text);
            }
            let head = HEADER_BYTES / 8;
            let own = self.regrow(text.cast(), head + room / 8, head + words)?.cast::<Header>();
            (*own).room = words as u32 * 8;
            Ok(own)
        }
    }
}

/// Says how many bytes of a text do not begin a character.
unsafe fn mark(text: *mut Header, tag: u16) {
    // SAFETY: [header] the caller has a text.
    unsafe {
        (*text).tag = tag;
        (*text).ascii = tag == 0;
    }
}

/// The bytes of a text or of bytes.
///
/// # Safety
/// `[header]`: `object` is one of these. `[unshared]`: it does not change while they are looked at.
#[inline(always)]
pub(crate) unsafe fn content<'h>(object: *const Header) -> &'h [u8] {
    // SAFETY: [header] the caller has a text or bytes; [room] which follow the header.
    unsafe { std::slice::from_raw_parts(object.add(1).cast(), (*object).info as usize) }
}

/// The text that a reference leads to.
///
/// # Safety
/// `[counted]`: as for [`object_of`]. `[unshared]`: the text does not change while it is looked at.
#[inline(always)]
pub(crate) unsafe fn text_of<'h>(word: u64) -> Option<&'h str> {
    // SAFETY: [header] the object is a text; [utf8] its bytes are.
    unsafe { object_of(word, Form::Text).map(|it| std::str::from_utf8_unchecked(content(it))) }
}

/// The bytes that a reference leads to.
///
/// # Safety
/// `[counted]`: as for [`object_of`]. `[unshared]`: the bytes do not change while they are looked at.
pub(crate) unsafe fn bytes_of<'h>(word: u64) -> Option<&'h [u8]> {
    // SAFETY: [header] an object of this form has bytes.
    unsafe { object_of(word, Form::Bytes).map(|it| content(it)) }
}

/// How many bytes do not begin a character.
pub(crate) fn continued(bytes: &[u8]) -> usize {
    if bytes.is_ascii() {
        return 0;
    }
    bytes.chunks(4096).map(|part| part.iter().filter(|it| (**it as i8) < -64).count()).sum()
}
