//! Server-sent events: bytes in, cut anywhere, events out.
//!
//! Lines end in LF, CR or CRLF. Comments and unknown fields are skipped, several `data` lines make one text, and the last
//! event needs no blank line after it.

use crate::wire::Broken;

/// No provider sends an event that is longer.
const EVENT_MAX_BYTES: usize = 64 << 20;

/// An event.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Event {
    /// The field `event`; empty where there is none.
    pub(crate) name: String,
    /// The `data` lines, joined with LF.
    pub(crate) data: String,
}

/// Reads events.
#[derive(Debug, Default)]
pub(crate) struct Decoder {
    /// The line that is not complete yet.
    line: Vec<u8>,
    /// Whether the last byte was a CR: a LF after it belongs to it.
    after_cr: bool,
    /// Whether a line was read: before the first one may stand a byte order mark.
    is_begun: bool,
    event: Event,
    /// Whether the event has data, which may be empty.
    has_data: bool,
}

impl Decoder {
    /// Takes the next bytes and gives the events that are complete with them.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Result<Vec<Event>, Broken> {
        let mut events = Vec::new();
        let mut rest = bytes;
        while !rest.is_empty() {
            if std::mem::take(&mut self.after_cr) && rest[0] == b'\n' {
                rest = &rest[1..];
                continue;
            }
            let Some(end) = rest.iter().position(|it| matches!(it, b'\n' | b'\r')) else {
                self.extend(rest)?;
                break;
            };
            self.extend(&rest[..end])?;
            self.after_cr = rest[end] == b'\r';
            rest = &rest[end + 1..];
            events.extend(self.end_line()?);
        }
        Ok(events)
    }

    /// There are no more bytes: the last event, if something of it is there.
    pub(crate) fn finish(&mut self) -> Result<Option<Event>, Broken> {
        if !self.line.is_empty() {
            self.end_line()?;
        }
        Ok(self.end_event())
    }

    fn extend(&mut self, bytes: &[u8]) -> Result<(), Broken> {
        if self.line.len() + self.event.data.len() + bytes.len() > EVENT_MAX_BYTES {
            return Err(Broken::Malformed("an event of the stream is too long".to_owned()));
        }
        self.line.extend_from_slice(bytes);
        Ok(())
    }

    fn end_line(&mut self) -> Result<Option<Event>, Broken> {
        let line = std::mem::take(&mut self.line);
        let line = std::str::from_utf8(&line).map_err(|_| Broken::Malformed("the stream is not UTF-8".to_owned()))?;
        let line = if std::mem::replace(&mut self.is_begun, true) { line } else { line.trim_start_matches('\u{feff}') };
        if line.is_empty() {
            return Ok(self.end_event());
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "event" => value.clone_into(&mut self.event.name),
            "data" => {
                if std::mem::replace(&mut self.has_data, true) {
                    self.event.data.push('\n');
                }
                self.event.data.push_str(value);
            }
            _ => {}
        }
        Ok(None)
    }

    fn end_event(&mut self) -> Option<Event> {
        let event = std::mem::take(&mut self.event);
        std::mem::take(&mut self.has_data).then_some(event)
    }
}

#[cfg(test)]
mod tests;
