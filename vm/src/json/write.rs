//! JSON as text: compact, or indented by two.

use concerto_ir::program::Type;

use super::emit::{Sink, emit};
use crate::fault::FaultKind;
use crate::show::{self, Out};

/// Writes the JSON form of a value in one line.
///
/// # Safety
/// `[typed]`: as for [`emit`].
pub(crate) unsafe fn compact(types: &[Type], ty: u32, word: u64, out: &mut Out) -> Result<(), FaultKind> {
    // SAFETY: [typed] the caller's word is of the type.
    unsafe { emit(types, ty, word, &mut Writer::<false>::new(out)) }
}

/// Writes the JSON form of a value, indented by two.
///
/// # Safety
/// `[typed]`: as for [`emit`].
pub(crate) unsafe fn pretty(types: &[Type], ty: u32, word: u64, out: &mut Out) -> Result<(), FaultKind> {
    // SAFETY: [typed] the caller's word is of the type.
    unsafe { emit(types, ty, word, &mut Writer::<true>::new(out)) }
}

/// Text that is being written.
pub(crate) struct Writer<'o, const PRETTY: bool> {
    out: &'o mut Out,
    depth: usize,
    /// Whether the next piece is the first of its array or object, or follows a key.
    is_first: bool,
    is_value: bool,
}

impl<'o, const PRETTY: bool> Writer<'o, PRETTY> {
    pub(crate) fn new(out: &'o mut Out) -> Self {
        Self { out, depth: 0, is_first: true, is_value: true }
    }

    /// What comes before a piece.
    #[inline]
    fn before(&mut self) -> Result<(), FaultKind> {
        if std::mem::take(&mut self.is_value) {
            return Ok(());
        }
        if !std::mem::take(&mut self.is_first) {
            self.out.text.push(',');
        }
        if PRETTY {
            self.line();
        }
        self.out.check()
    }

    fn line(&mut self) {
        self.out.text.push('\n');
        (0..self.depth).for_each(|_| self.out.text.push_str("  "));
    }

    fn begin(&mut self, bracket: char) -> Result<(), FaultKind> {
        self.before()?;
        self.out.text.push(bracket);
        self.depth += 1;
        self.is_first = true;
        Ok(())
    }

    fn end(&mut self, bracket: char) -> Result<(), FaultKind> {
        self.depth = self.depth.saturating_sub(1);
        if PRETTY && !self.is_first {
            self.line();
        }
        self.is_first = false;
        self.out.text.push(bracket);
        Ok(())
    }
}

impl<const PRETTY: bool> Sink for Writer<'_, PRETTY> {
    fn null(&mut self) -> Result<(), FaultKind> {
        self.before()?;
        self.out.text.push_str("null");
        Ok(())
    }

    fn bool(&mut self, value: bool) -> Result<(), FaultKind> {
        self.before()?;
        self.out.text.push_str(if value { "true" } else { "false" });
        Ok(())
    }

    fn int(&mut self, value: i64) -> Result<(), FaultKind> {
        self.before()?;
        show::int(value, &mut self.out.text);
        Ok(())
    }

    fn float(&mut self, value: f64) -> Result<(), FaultKind> {
        self.before()?;
        if value.is_finite() {
            show::float(value, &mut self.out.text);
        } else {
            self.out.text.push_str("null");
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Result<(), FaultKind> {
        self.before()?;
        quote(text, &mut self.out.text);
        Ok(())
    }

    fn bytes(&mut self, bytes: &[u8]) -> Result<(), FaultKind> {
        self.before()?;
        self.out.text.push('"');
        super::base64::encode(bytes, &mut self.out.text);
        self.out.text.push('"');
        Ok(())
    }

    fn begin_array(&mut self) -> Result<(), FaultKind> {
        self.begin('[')
    }

    fn end_array(&mut self) -> Result<(), FaultKind> {
        self.end(']')
    }

    fn begin_object(&mut self) -> Result<(), FaultKind> {
        self.begin('{')
    }

    fn key(&mut self, key: &str) -> Result<(), FaultKind> {
        self.before()?;
        quote(key, &mut self.out.text);
        self.out.text.push_str(if PRETTY { ": " } else { ":" });
        self.is_value = true;
        Ok(())
    }

    fn end_object(&mut self) -> Result<(), FaultKind> {
        self.end('}')
    }
}

/// A text in quotes, with the escapes of JSON.
fn quote(text: &str, out: &mut String) {
    use std::fmt::Write;
    out.push('"');
    let mut from = 0;
    for (at, byte) in text.bytes().enumerate() {
        if byte >= 32 && byte != b'"' && byte != b'\\' {
            continue;
        }
        out.push_str(&text[from..at]);
        from = at + 1;
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            8 => out.push_str("\\b"),
            12 => out.push_str("\\f"),
            // Writing to a text does not fail.
            _ => _ = write!(out, "\\u{byte:04x}"),
        }
    }
    out.push_str(&text[from..]);
    out.push('"');
}
