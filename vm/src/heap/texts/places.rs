//! Where characters are in texts that are not ASCII.

use super::{MANY, content, continued};
use crate::heap::{Header, Heap};

impl Heap {
    /// How many characters a text has.
    ///
    /// # Safety
    /// `[header]`: `text` is a text.
    #[inline]
    pub(crate) unsafe fn chars(&mut self, text: *const Header) -> usize {
        // SAFETY: [header] the caller has a text.
        unsafe {
            let length = (*text).info as usize;
            if (*text).tag == MANY { self.count_chars(text) } else { length - usize::from((*text).tag) }
        }
    }

    #[cold]
    unsafe fn count_chars(&mut self, text: *const Header) -> usize {
        // SAFETY: [header] the caller has a text.
        let bytes = unsafe { content(text) };
        let cursor = self.cursors.of(text);
        if cursor.total == 0 {
            cursor.total = bytes.len() - continued(bytes);
        }
        cursor.total
    }

    /// Where a character begins, in bytes; one after the last one is the end.
    ///
    /// # Safety
    /// `[header]`: `text` is a text.
    #[inline]
    pub(crate) unsafe fn offset(&mut self, text: *const Header, at: usize) -> Option<usize> {
        // SAFETY: [header] the caller has a text.
        unsafe {
            if (*text).ascii {
                return (at <= (*text).info as usize).then_some(at);
            }
            (at <= self.chars(text)).then(|| self.walk(text, at))
        }
    }

    unsafe fn walk(&mut self, text: *const Header, at: usize) -> usize {
        // SAFETY: [header] the caller has a text.
        let bytes = unsafe { content(text) };
        if bytes.len() < SHORT {
            return forward(bytes, 0, at);
        }
        let cursor = self.cursors.of(text);
        let found = match at {
            _ if at >= cursor.chars => forward(bytes, cursor.bytes, at - cursor.chars),
            _ if at > cursor.chars / 2 => backward(bytes, cursor.bytes, cursor.chars - at),
            _ => forward(bytes, 0, at),
        };
        (cursor.chars, cursor.bytes) = (at, found);
        found
    }
}

/// Texts of fewer bytes are walked through from the start.
const SHORT: usize = 48;

/// So many characters further on.
fn forward(bytes: &[u8], mut at: usize, mut chars: usize) -> usize {
    while chars >= 8
        && let Some(eight) = bytes.get(at..).and_then(|it| it.first_chunk::<8>())
    {
        chars -= starts(u64::from_le_bytes(*eight));
        at += 8;
    }
    // The eight bytes may have ended inside a character, whose start was counted.
    while bytes.get(at).is_some_and(|it| (*it as i8) < -64) {
        at += 1;
    }
    while chars > 0 && at < bytes.len() {
        at += width(bytes[at]);
        chars -= 1;
    }
    at.min(bytes.len())
}

/// So many characters back.
fn backward(bytes: &[u8], mut at: usize, mut chars: usize) -> usize {
    while chars > 0 && at > 0 {
        at -= 1;
        if (bytes[at] as i8) >= -64 {
            chars -= 1;
        }
    }
    at
}

/// How many of eight bytes begin a character.
fn starts(eight: u64) -> usize {
    let high = eight >> 7 & !(eight >> 6) & 0x0101_0101_0101_0101;
    8 - high.count_ones() as usize
}

fn width(first: u8) -> usize {
    match first {
        0..0xc0 => 1,
        0xc0..0xe0 => 2,
        0xe0..0xf0 => 3,
        _ => 4,
    }
}

/// A place in a text.
#[derive(Clone, Copy)]
struct Cursor {
    text: *const Header,
    chars: usize,
    bytes: usize,
    /// How many characters the text has; 0 where nobody asked.
    total: usize,
}

/// Places in the texts that were asked for last.
pub(in crate::heap) struct Cursors {
    all: [Cursor; 2],
    oldest: usize,
}

impl Default for Cursors {
    fn default() -> Self {
        let none = Cursor { text: std::ptr::null(), chars: 0, bytes: 0, total: 0 };
        Self { all: [none; 2], oldest: 0 }
    }
}

impl Cursors {
    /// The place in a text, its start if it was not asked for.
    fn of(&mut self, text: *const Header) -> &mut Cursor {
        let at = match self.all.iter().position(|it| it.text == text) {
            Some(at) => at,
            None => {
                let at = self.oldest;
                self.all[at] = Cursor { text, chars: 0, bytes: 0, total: 0 };
                at
            }
        };
        self.oldest = 1 - at;
        &mut self.all[at]
    }

    /// A text has gone or grown.
    pub(in crate::heap) fn forget(&mut self, text: *const Header) {
        for cursor in &mut self.all {
            if cursor.text == text {
                cursor.text = std::ptr::null();
            }
        }
    }
}
