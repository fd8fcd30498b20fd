//! Numbers in JSON text: whole ones that fit are whole, all others floats.

use super::{Parser, Stop};
use crate::json::emit::Sink;

impl Parser<'_, '_> {
    fn digits(&mut self) -> Result<(), Stop> {
        if !self.bytes.get(self.at).is_some_and(u8::is_ascii_digit) {
            return Err(self.problem("expected a digit"));
        }
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
        Ok(())
    }

    pub(super) fn number(&mut self) -> Result<(), Stop> {
        let start = self.at;
        if self.bytes[self.at] == b'-' {
            self.at += 1;
        }
        let first = self.at;
        self.digits()?;
        if self.bytes[first] == b'0' && self.at > first + 1 {
            self.at = first + 1;
            return Err(self.problem("a number has no zeros before it"));
        }
        let mut is_whole = true;
        if self.bytes.get(self.at) == Some(&b'.') {
            is_whole = false;
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.bytes.get(self.at), Some(b'e' | b'E')) {
            is_whole = false;
            self.at += 1;
            if matches!(self.bytes.get(self.at), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        let text = &self.text[start..self.at];
        if is_whole && let Some(number) = whole(text) {
            return Ok(self.builder.int(number)?);
        }
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(self.builder.float(number)?),
            _ => {
                self.at = start;
                Err(self.problem("the number is too large"))
            }
        }
    }
}

/// A whole number that fits.
#[inline]
fn whole(text: &str) -> Option<i64> {
    let (digits, is_negative) = match text.as_bytes() {
        [b'-', digits @ ..] => (digits, true),
        digits => (digits, false),
    };
    if digits.len() > 18 {
        return text.parse().ok();
    }
    let number = digits.iter().fold(0, |number, it| number * 10 + i64::from(*it - b'0'));
    Some(if is_negative { -number } else { number })
}
