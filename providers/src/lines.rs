//! JSON values on lines of their own: bytes in, cut anywhere, values out.
//!
//! Blank lines are skipped, and the last line needs no line end.

use serde_json::Value;

use crate::wire::Broken;

/// No provider sends a line that is longer.
const LINE_MAX_BYTES: usize = 64 << 20;

/// Reads values.
#[derive(Debug, Default)]
pub(crate) struct Decoder {
    /// The line that is not complete yet.
    line: Vec<u8>,
}

impl Decoder {
    /// Takes the next bytes and gives the values that are complete with them.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Result<Vec<Value>, Broken> {
        let mut values = Vec::new();
        let mut lines = bytes.split(|it| *it == b'\n');
        // What follows the last line end is the beginning of the next line.
        let rest = lines.next_back().unwrap_or_default();
        for piece in lines {
            self.extend(piece)?;
            values.extend(self.end_line()?);
        }
        self.extend(rest)?;
        Ok(values)
    }

    /// There are no more bytes: the value of the last line, if there is one.
    pub(crate) fn finish(&mut self) -> Result<Option<Value>, Broken> {
        self.end_line()
    }

    fn extend(&mut self, bytes: &[u8]) -> Result<(), Broken> {
        if self.line.len() + bytes.len() > LINE_MAX_BYTES {
            return Err(Broken::Malformed("a line of the stream is too long".to_owned()));
        }
        self.line.extend_from_slice(bytes);
        Ok(())
    }

    fn end_line(&mut self) -> Result<Option<Value>, Broken> {
        let line = std::mem::take(&mut self.line);
        let line = line.trim_ascii();
        if line.is_empty() {
            return Ok(None);
        }
        let value = serde_json::from_slice(line);
        value.map(Some).map_err(|it| Broken::Malformed(format!("a line of the stream is no JSON: {it}")))
    }
}

#[cfg(test)]
mod tests;
