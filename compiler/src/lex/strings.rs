//! The text inside quotes, read with a second logos machine: up to the end of the string or the next `${`.
//! Escapes are checked here; what they stand for is worked out in [`super::cook`].

use logos::Logos;

use super::scan::Scanner;
use super::{Kind, cook, diagnostics};

/// What a string is written between.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Quotes {
    /// `"…"`, on one line.
    One,
    /// `"""…"""`
    Three,
}

impl Quotes {
    /// The kind of a whole string in these quotes.
    pub(super) fn whole(self) -> Kind {
        match self {
            Self::One => Kind::Str,
            Self::Three => Kind::TextStr,
        }
    }

    /// The kind of its opening quotes.
    pub(super) fn open(self) -> Kind {
        match self {
            Self::One => Kind::StrOpen,
            Self::Three => Kind::TextOpen,
        }
    }

    pub(super) fn length(self) -> usize {
        match self {
            Self::One => 1,
            Self::Three => 3,
        }
    }
}

/// Where a piece of a string ends, as offsets: of its text, and with what ends it.
#[derive(Clone, Copy)]
pub(super) enum Piece {
    Closed {
        text_end: usize,
        end: usize,
    },
    /// The line or the file ends before the string does.
    Broken {
        end: usize,
    },
    Interpolation {
        text_end: usize,
        end: usize,
    },
}

impl Piece {
    pub(super) fn end(self) -> usize {
        match self {
            Self::Closed { end, .. } | Self::Interpolation { end, .. } | Self::Broken { end } => end,
        }
    }
}

#[derive(Logos, Clone, Copy, PartialEq, Eq)]
enum Part {
    #[regex(r#"[^"\\$\n]+"#)]
    Text,
    #[regex(r"\\u\{[^}\x22\n]*\}")]
    #[regex(r"\\[^\n]")]
    Escape,
    #[token("\\")]
    Backslash,
    #[token("${")]
    Interpolation,
    #[token("$")]
    Dollar,
    #[token("\"")]
    Quote,
    #[token("\"\"\"")]
    Quotes,
    #[token("\n")]
    Newline,
}

impl Scanner<'_> {
    /// Reads from the offset `from`, which lies inside quotes. That a string is broken is left to the caller to report.
    pub(super) fn read_piece(&mut self, from: usize, quotes: Quotes) -> Piece {
        let mut parts = Part::lexer(&self.text[from..]);
        while let Some(part) = parts.next() {
            let (start, end) = (from + parts.span().start, from + parts.span().end);
            match (part, quotes) {
                (Ok(Part::Quote), Quotes::One) | (Ok(Part::Quotes), Quotes::Three) => {
                    return Piece::Closed { text_end: start, end };
                }
                // `"""` in a string of one line is its end and the start of another.
                (Ok(Part::Quotes), Quotes::One) => return Piece::Closed { text_end: start, end: start + 1 },
                (Ok(Part::Interpolation), _) => return Piece::Interpolation { text_end: start, end },
                (Ok(Part::Newline), Quotes::One) => return Piece::Broken { end: start },
                (Ok(Part::Escape), _) => self.check_escape(start, end),
                // A backslash at the end of a line: that the string goes on is what is wrong, or nothing is.
                (Ok(Part::Backslash), Quotes::Three) => self.check_escape(start, end),
                _ => {}
            }
        }
        Piece::Broken { end: self.text.len() }
    }

    pub(super) fn report_broken(&mut self, at: usize, quotes: Quotes, start: usize) {
        let line = self.text[start..at].find('\n').map_or(at, |length| start + length);
        let end = if quotes == Quotes::Three { start + quotes.length() } else { line };
        let span = self.span(start, end);
        self.sink.push(diagnostics::unterminated_string(span, quotes == Quotes::Three));
    }

    fn check_escape(&mut self, start: usize, end: usize) {
        let escape = &self.text[start..end];
        if cook::escape(escape).is_none() {
            let span = self.span(start, end);
            self.sink.push(diagnostics::unknown_escape(escape, span));
        }
    }
}
