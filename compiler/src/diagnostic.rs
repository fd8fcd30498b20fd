//! What the compiler says: a code, a title, labelled spans and help.
//!
//! Every message is made by one constructor function in the `diagnostics.rs` of the phase that finds it. Here are the
//! type they share, the table of codes ([`Code`]), and the three ways to show them: [`render`] for people,
//! [`json`] for programs, and the pages behind `concerto explain` ([`Code::page`]).

mod code;
pub mod json;
pub mod render;
pub mod suggest;

pub use code::Code;

use crate::source::Span;

/// How bad it is. Errors stop a build, warnings do not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The program cannot run.
    Error,
    /// The program can run, and probably does not do what was meant.
    Warning,
}

impl Severity {
    /// The word shown to people and in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// A span and what is to be said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What.
    pub text: String,
}

/// One thing the compiler has to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The stable code, with its page.
    pub code: Code,
    /// One line, true without the excerpt.
    pub title: String,
    /// The first is the place it is about, the others explain.
    pub labels: Vec<Label>,
    /// What to do about it.
    pub help: Vec<String>,
}

impl Diagnostic {
    /// A message without a place yet.
    pub fn new(code: Code, title: impl Into<String>) -> Self {
        Self { code, title: clipped(title.into()), labels: Vec::new(), help: Vec::new() }
    }

    /// Adds a labelled place; the first one added is the primary one.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: clipped(text.into()) });
        self
    }

    /// Adds something to do, if there is something.
    pub fn help(mut self, text: impl Into<Help>) -> Self {
        self.help.extend(text.into().0.map(clipped));
        self
    }

    /// Error or warning, as the code says.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }

    /// The place it is about.
    pub fn span(&self) -> Option<Span> {
        self.labels.first().map(|label| label.span)
    }
}

/// The text with everything that could steer a terminal replaced by something visible of the same length in bytes.
pub(crate) fn harmless(text: &str) -> String {
    let replace = |it: char| match it {
        '\n' | '\t' => it,
        '\r' => ' ',
        it if it.is_control() && it.len_utf8() == 1 => '?',
        it if it.is_control() || it == '\u{61c}' => '\u{bf}',
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' => '\u{fffd}',
        it => it,
    };
    text.chars().map(replace).collect()
}

/// The most characters of one sentence of a message: names in it may be as long as a file.
const SENTENCE_MAX: usize = 300;

fn clipped(text: String) -> String {
    let text = if text.is_ascii() && !text.bytes().any(|it| it.is_ascii_control()) { text } else { harmless(&text) };
    let count = text.len().min(text.chars().take(SENTENCE_MAX + 1).count());
    if count <= SENTENCE_MAX {
        return text;
    }
    let from_end = text.char_indices().rev().nth(SENTENCE_MAX / 3).map_or(0, |(at, _)| at);
    let start: String = text.chars().take(SENTENCE_MAX / 3).collect();
    format!("{start} … {}", &text[from_end..])
}

/// A help text that may be absent, so that constructors can pass a suggestion on as it is.
pub struct Help(Option<String>);

impl From<&str> for Help {
    fn from(text: &str) -> Self {
        Self(Some(text.to_owned()))
    }
}

impl From<String> for Help {
    fn from(text: String) -> Self {
        Self(Some(text))
    }
}

impl From<Option<String>> for Help {
    fn from(text: Option<String>) -> Self {
        Self(text)
    }
}

/// The most errors that are kept of one file; what comes after the first hundred helps nobody.
pub const ERRORS_MAX: usize = 100;

/// Collects diagnostics in the order they are found, and at most [`ERRORS_MAX`] of them.
#[derive(Default)]
pub struct Sink {
    found: Vec<Diagnostic>,
    dropped: usize,
}

impl Sink {
    /// Takes a diagnostic, or counts it where there are too many already.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if self.is_full() {
            self.dropped += 1;
        } else {
            self.found.push(diagnostic);
        }
    }

    /// Whether further diagnostics are only counted.
    pub fn is_full(&self) -> bool {
        self.found.len() >= ERRORS_MAX
    }

    /// What was found so far.
    pub fn found(&self) -> &[Diagnostic] {
        &self.found
    }

    /// Hands over what was found.
    pub fn into_found(self) -> Vec<Diagnostic> {
        self.found
    }
}

/// Puts diagnostics into the order of the source, so that a report reads from top to bottom.
pub fn sort(diagnostics: &mut [Diagnostic]) {
    diagnostics.sort_by_key(|it| it.span().unwrap_or_default());
}

#[cfg(test)]
pub(crate) mod tests;
