//! Texts in JSON text.

use super::{Parser, Stop};
use crate::json::emit::Sink;

impl Parser<'_, '_> {
    /// Reads a text after its first quote.
    #[inline]
    pub(super) fn string(&mut self, is_key: bool) -> Result<(), Stop> {
        let start = self.at;
        let is_ascii = self.plain();
        if self.bytes.get(self.at) == Some(&b'"') {
            let text = &self.text[start..self.at];
            self.at += 1;
            return self.give(text, is_ascii, is_key);
        }
        self.escaped(start)?;
        let text = std::mem::take(&mut self.unescaped);
        let given = self.give(&text, text.is_ascii(), is_key);
        self.unescaped = text;
        given
    }

    fn give(&mut self, text: &str, is_ascii: bool, is_key: bool) -> Result<(), Stop> {
        if is_key {
            self.builder.key(text)?
        } else {
            self.builder.part(text, is_ascii)?
        }
        Ok(())
    }

    /// Goes on to a quote, a backslash, something that must not be there, or the end; whether all was ASCII.
    fn plain(&mut self) -> bool {
        const ONES: u64 = 0x0101_0101_0101_0101;
        const HIGHS: u64 = 0x8080_8080_8080_8080;
        let mut seen = 0u64;
        while let Some(eight) = self.bytes.get(self.at..).and_then(|it| it.first_chunk::<8>()) {
            let word = u64::from_le_bytes(*eight);
            let zero = |it: u64| it.wrapping_sub(ONES) & !it & HIGHS;
            let control = word.wrapping_sub(ONES * 32) & !word & HIGHS;
            if zero(word ^ (ONES * u64::from(b'"'))) | zero(word ^ (ONES * u64::from(b'\\'))) | control != 0 {
                break;
            }
            seen |= word;
            self.at += 8;
        }
        let mut is_ascii = seen & HIGHS == 0;
        while let Some(byte) = self.bytes.get(self.at) {
            if *byte < 32 || matches!(byte, b'"' | b'\\') {
                break;
            }
            is_ascii &= byte.is_ascii();
            self.at += 1;
        }
        is_ascii
    }

    /// Reads the rest of a text with escapes.
    #[cold]
    fn escaped(&mut self, start: usize) -> Result<(), Stop> {
        self.unescaped.clear();
        let mut from = start;
        loop {
            self.unescaped.push_str(&self.text[from..self.at]);
            match self.bytes.get(self.at) {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') => {
                    self.at += 1;
                    let letter = self.escape()?;
                    self.unescaped.push(letter);
                }
                Some(_) => return Err(self.problem("a control character must be escaped")),
                None => return Err(self.problem("expected `\"`")),
            }
            from = self.at;
            self.plain();
        }
    }

    /// The character of an escape after its backslash.
    fn escape(&mut self) -> Result<char, Stop> {
        let letter = match self.bytes.get(self.at) {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode(),
            _ => return Err(self.problem("there is no such escape")),
        };
        self.at += 1;
        Ok(letter)
    }

    fn unicode(&mut self) -> Result<char, Stop> {
        let start = self.at;
        let first = self.four()?;
        if let Some(letter) = char::from_u32(first) {
            return Ok(letter);
        }
        if first < 0xdc00 && self.bytes[self.at..].starts_with(b"\\u") {
            self.at += 1;
            let second = self.four()?;
            if (0xdc00..0xe000).contains(&second)
                && let Some(letter) = char::from_u32(0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00))
            {
                return Ok(letter);
            }
        }
        self.at = start;
        Err(self.problem("half of a surrogate pair"))
    }

    /// Four digits after a `u`.
    fn four(&mut self) -> Result<u32, Stop> {
        let digits = self.bytes.get(self.at + 1..self.at + 5);
        let digits = digits.filter(|it| it.iter().all(u8::is_ascii_hexdigit));
        let number = digits.and_then(|it| u32::from_str_radix(std::str::from_utf8(it).ok()?, 16).ok());
        let Some(number) = number else { return Err(self.problem("expected four digits after `\\u`")) };
        self.at += 5;
        Ok(number)
    }
}
