//! A `Json` on the heap, made piece by piece.

use super::emit::Sink;
use crate::fault::FaultKind;
use crate::heap::texts::text_of;
use crate::heap::{Form, Heap, hash, retain};
use crate::link::Shape;
use crate::node::JSON_OBJECT;

/// How many keys are remembered: those of one object are often those of the next.
const KEYS: usize = 64;

/// A `Json` that is being made.
pub(crate) struct Builder<'h> {
    pub(crate) heap: &'h mut Heap,
    shapes: &'h [Shape],
    layouts: [u32; 6],
    /// Values whose array or object is not yet closed.
    words: Vec<u64>,
    /// Keys, with their hashes, whose object is not yet closed.
    keys: Vec<(u64, u64)>,
    open: Vec<Open>,
    /// Keys by their hashes.
    recent: [u64; KEYS],
}

/// An array or object that is not yet closed.
struct Open {
    word: usize,
    key: usize,
    is_object: bool,
}

impl<'h> Builder<'h> {
    pub(crate) fn new(heap: &'h mut Heap, shapes: &'h [Shape], layouts: [u32; 6]) -> Self {
        Self { heap, shapes, layouts, words: Vec::new(), keys: Vec::new(), open: Vec::new(), recent: [0; KEYS] }
    }

    /// How many arrays and objects are open.
    pub(crate) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Whether the innermost one that is open is an object.
    pub(crate) fn is_in_object(&self) -> bool {
        self.open.last().is_some_and(|it| it.is_object)
    }

    /// The value, when all is closed.
    pub(crate) fn finish(mut self) -> Option<u64> {
        self.words.pop()
    }

    fn variant(&mut self, tag: u16, value: u64) -> Result<(), FaultKind> {
        let object = match self.heap.record(tag, self.layouts[usize::from(tag) - 1], 1) {
            Ok(object) => object,
            Err(kind) => {
                if tag > 3 {
                    // SAFETY: [counted] the value is a reference that was handed over.
                    unsafe { self.heap.release(value, self.shapes) };
                }
                return Err(kind);
            }
        };
        // SAFETY: [shape] the layout has one slot, [types] of the kind of the value.
        unsafe { *object.add(1).cast() = value };
        self.words.push(object as u64);
        Ok(())
    }

    /// A text of the world outside of the heap, which is ASCII or not.
    pub(crate) fn part(&mut self, text: &str, is_ascii: bool) -> Result<(), FaultKind> {
        let text = self.heap.part(text, is_ascii)? as u64;
        self.variant(4, text)
    }

    fn begin(&mut self, is_object: bool) {
        self.open.push(Open { word: self.words.len(), key: self.keys.len(), is_object });
    }

    fn close(&mut self) -> Result<Open, FaultKind> {
        self.open.pop().ok_or(FaultKind::BadObject)
    }

    /// The text of a key, which may be one that was there before.
    fn text_of_key(&mut self, key: &str, hash: u64) -> Result<u64, FaultKind> {
        let place = hash as usize % KEYS;
        // SAFETY: [counted] the builder holds the keys that it remembers.
        unsafe {
            if text_of(self.recent[place]) == Some(key) {
                return Ok(retain(self.recent[place]));
            }
            let text = self.heap.text(key)? as u64;
            let old = std::mem::replace(&mut self.recent[place], retain(text));
            self.heap.release(old, self.shapes);
            Ok(text)
        }
    }

    /// A map of the keys and values from some place on; of two with one key the later counts.
    fn object(&mut self, open: &Open) -> Result<u64, FaultKind> {
        let count = self.words.len() - open.word;
        let table = self.heap.table(JSON_OBJECT.form, JSON_OBJECT.tag, count)?;
        let pairs = self.keys.drain(open.key..).zip(self.words.drain(open.word..));
        // SAFETY: [unshared] the map was just made, [index] with room for all; [counted] each key and value is handed
        // over to it, or released.
        unsafe {
            for ((key, hash), value) in pairs {
                let text = text_of(key);
                match (*table).find(hash, |it| it == key || text_of(it) == text) {
                    None => _ = self.heap.insert(table, hash, key, value)?,
                    Some(at) => {
                        if let Some(entry) = (*table).entry(at as i64) {
                            let old = std::mem::replace(&mut *entry.add(2), value);
                            self.heap.release(old, self.shapes);
                        }
                        self.heap.release(key, self.shapes);
                    }
                }
            }
        }
        Ok(table as u64)
    }
}

impl Drop for Builder<'_> {
    fn drop(&mut self) {
        let all = self.words.drain(..).chain(self.keys.drain(..).map(|it| it.0)).chain(self.recent);
        for word in all {
            // SAFETY: [counted] what is left belongs to the builder.
            unsafe { self.heap.release(word, self.shapes) };
        }
    }
}

impl Sink for Builder<'_> {
    fn null(&mut self) -> Result<(), FaultKind> {
        self.words.push(1);
        Ok(())
    }

    fn bool(&mut self, value: bool) -> Result<(), FaultKind> {
        self.variant(1, u64::from(value))
    }

    fn int(&mut self, value: i64) -> Result<(), FaultKind> {
        self.variant(2, value as u64)
    }

    fn float(&mut self, value: f64) -> Result<(), FaultKind> {
        self.variant(3, value.to_bits())
    }

    fn text(&mut self, text: &str) -> Result<(), FaultKind> {
        self.part(text, text.is_ascii())
    }

    fn bytes(&mut self, bytes: &[u8]) -> Result<(), FaultKind> {
        let mut text = String::new();
        super::base64::encode(bytes, &mut text);
        self.part(&text, true)
    }

    fn begin_array(&mut self) -> Result<(), FaultKind> {
        self.begin(false);
        Ok(())
    }

    fn end_array(&mut self) -> Result<(), FaultKind> {
        let open = self.close()?;
        let array = self.heap.array_of(Form::Refs, &self.words[open.word..])?;
        self.words.truncate(open.word);
        self.variant(5, array as u64)
    }

    fn begin_object(&mut self) -> Result<(), FaultKind> {
        self.begin(true);
        Ok(())
    }

    fn key(&mut self, key: &str) -> Result<(), FaultKind> {
        let hash = hash::of_bytes(self.heap.seed, key.as_bytes());
        let text = self.text_of_key(key, hash)?;
        self.keys.push((text, hash));
        Ok(())
    }

    fn end_object(&mut self) -> Result<(), FaultKind> {
        let open = self.close()?;
        let table = self.object(&open)?;
        self.variant(6, table)
    }

    fn whole(&mut self, _ty: u32, word: u64) -> Result<bool, FaultKind> {
        // SAFETY: [counted] [typed] the word is a `Json` that the caller holds.
        self.words.push(unsafe { retain(word) });
        Ok(true)
    }

    fn same_text(&mut self, word: u64) -> Result<bool, FaultKind> {
        // SAFETY: [counted] [typed] the word is a reference that the caller holds.
        unsafe {
            text_of(word).ok_or(FaultKind::BadObject)?;
            self.variant(4, retain(word))?;
        }
        Ok(true)
    }
}
