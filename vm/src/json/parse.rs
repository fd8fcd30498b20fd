//! JSON text to a `Json`, after RFC 8259 and nothing more. An error says where the text stops being JSON.

mod numbers;
mod strings;

use super::DEPTH_MAX;
use super::build::Builder;
use super::emit::Sink;
use crate::fault::FaultKind;

/// Why there is no value.
#[derive(Debug, PartialEq)]
pub(crate) enum Stop {
    /// The text is not JSON.
    Problem(String),
    /// The machine cannot go on.
    Fault(FaultKind),
}

impl From<FaultKind> for Stop {
    fn from(kind: FaultKind) -> Self {
        Self::Fault(kind)
    }
}

/// Reads one value, which is the whole text. What the builder holds afterwards is that value.
pub(crate) fn parse(text: &str, builder: &mut Builder<'_>) -> Result<(), Stop> {
    let mut parser = Parser { text, bytes: text.as_bytes(), at: 0, builder, unescaped: String::new() };
    parser.all()
}

struct Parser<'p, 'h> {
    text: &'p str,
    bytes: &'p [u8],
    at: usize,
    builder: &'p mut Builder<'h>,
    /// A text without its escapes.
    unescaped: String,
}

impl<'p> Parser<'p, '_> {
    fn all(&mut self) -> Result<(), Stop> {
        loop {
            // A value begins here.
            let is_open = self.value()?;
            if is_open {
                continue;
            }
            // A value has ended here.
            loop {
                let next = self.next();
                if self.builder.depth() == 0 {
                    return if next.is_none() { Ok(()) } else { Err(self.problem("expected nothing more")) };
                }
                let is_object = self.builder.is_in_object();
                match (next, is_object) {
                    (Some(b','), true) => {
                        self.at += 1;
                        self.key("expected a key in quotes")?;
                        break;
                    }
                    (Some(b','), false) => {
                        self.at += 1;
                        break;
                    }
                    (Some(b'}'), true) => self.builder.end_object()?,
                    (Some(b']'), false) => self.builder.end_array()?,
                    (_, true) => return Err(self.problem("expected `,` or `}`")),
                    (_, false) => return Err(self.problem("expected `,` or `]`")),
                }
                self.at += 1;
            }
        }
    }

    /// The next byte that is no white space.
    #[inline]
    fn next(&mut self) -> Option<u8> {
        while let Some(byte) = self.bytes.get(self.at) {
            if !matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
                return Some(*byte);
            }
            self.at += 1;
        }
        None
    }

    /// Reads a value, or the start of an array or object that has a first value: then it is true.
    fn value(&mut self) -> Result<bool, Stop> {
        match self.next() {
            Some(b'"') => {
                self.at += 1;
                self.string(false)?;
            }
            Some(b'{') => {
                self.deeper()?;
                self.builder.begin_object()?;
                if self.next() == Some(b'}') {
                    self.at += 1;
                    self.builder.end_object()?;
                    return Ok(false);
                }
                self.key("expected a key in quotes or `}`")?;
                return Ok(true);
            }
            Some(b'[') => {
                self.deeper()?;
                self.builder.begin_array()?;
                if self.next() != Some(b']') {
                    return Ok(true);
                }
                self.at += 1;
                self.builder.end_array()?;
            }
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(b't') => {
                self.word("true")?;
                self.builder.bool(true)?;
            }
            Some(b'f') => {
                self.word("false")?;
                self.builder.bool(false)?;
            }
            Some(b'n') => {
                self.word("null")?;
                self.builder.null()?;
            }
            _ => return Err(self.problem("expected a value")),
        }
        Ok(false)
    }

    fn deeper(&mut self) -> Result<(), Stop> {
        if self.builder.depth() >= DEPTH_MAX {
            return Err(self.problem(&format!("more than {DEPTH_MAX} arrays and objects inside each other")));
        }
        self.at += 1;
        Ok(())
    }

    fn word(&mut self, word: &str) -> Result<(), Stop> {
        if !self.bytes[self.at..].starts_with(word.as_bytes()) {
            return Err(self.problem("expected a value"));
        }
        self.at += word.len();
        Ok(())
    }

    fn key(&mut self, expected: &str) -> Result<(), Stop> {
        if self.next() != Some(b'"') {
            return Err(self.problem(expected));
        }
        self.at += 1;
        self.string(true)?;
        if self.next() != Some(b':') {
            return Err(self.problem("expected `:`"));
        }
        self.at += 1;
        Ok(())
    }

    /// What is wrong here, and where that is.
    #[cold]
    fn problem(&self, what: &str) -> Stop {
        let before = &self.text[..self.text.floor_char_boundary(self.at)];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let found = match self.text[before.len()..].chars().next() {
            None => " at the end".to_owned(),
            Some(it) if what.starts_with("expected") => format!(", found `{}`", it.escape_debug()),
            Some(_) => String::new(),
        };
        Stop::Problem(format!("line {line}, column {column}: {what}{found}"))
    }
}
