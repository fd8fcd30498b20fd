//! Numbers as bytes: small ones take one.

/// Bytes that are written.
#[derive(Default)]
pub(super) struct Writer {
    pub(super) bytes: Vec<u8>,
}

impl Writer {
    pub(super) fn raw(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    pub(super) fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    /// Seven bits a byte, the lowest first; the highest bit says that more follow.
    pub(super) fn number(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }

    pub(super) fn count(&mut self, count: usize) {
        self.number(count as u64);
    }

    /// A number that may be negative, with the sign at the end.
    pub(super) fn int(&mut self, word: u64) {
        let value = word as i64;
        self.number(((value << 1) ^ (value >> 63)) as u64);
    }

    pub(super) fn word(&mut self, word: u64) {
        self.raw(&word.to_le_bytes());
    }

    pub(super) fn text(&mut self, text: &str) {
        self.count(text.len());
        self.raw(text.as_bytes());
    }
}

/// Bytes that are read. They may be anything, and may end anywhere.
pub(super) struct Reader<'b> {
    pub(super) rest: &'b [u8],
}

impl<'b> Reader<'b> {
    pub(super) fn raw(&mut self, count: usize) -> Result<&'b [u8], String> {
        let (bytes, rest) = self.rest.split_at_checked(count).ok_or("the state ends too early")?;
        self.rest = rest;
        Ok(bytes)
    }

    pub(super) fn byte(&mut self) -> Result<u8, String> {
        Ok(self.raw(1)?[0])
    }

    pub(super) fn number(&mut self) -> Result<u64, String> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                break;
            }
            value |= bits << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err("the state has a number that is too large".to_owned())
    }

    /// How many things follow, each of which takes at least one byte.
    pub(super) fn count(&mut self) -> Result<usize, String> {
        match usize::try_from(self.number()?) {
            Ok(count) if count <= self.rest.len() => Ok(count),
            _ => Err("the state ends too early".to_owned()),
        }
    }

    /// A number below a limit.
    pub(super) fn below(&mut self, limit: usize, what: &str) -> Result<u32, String> {
        match self.number()? {
            number if number < limit as u64 => u32::try_from(number).map_err(|_| format!("there is no such {what}")),
            number => Err(format!("the state names a {what} {number}, which is not there")),
        }
    }

    pub(super) fn int(&mut self) -> Result<u64, String> {
        let value = self.number()?;
        Ok((value >> 1) ^ (value & 1).wrapping_neg())
    }

    pub(super) fn word(&mut self) -> Result<u64, String> {
        let mut word = [0; 8];
        word.copy_from_slice(self.raw(8)?);
        Ok(u64::from_le_bytes(word))
    }

    pub(super) fn text(&mut self) -> Result<&'b str, String> {
        let count = self.count()?;
        std::str::from_utf8(self.raw(count)?).map_err(|_| "the state has a text that is no UTF-8".to_owned())
    }
}
