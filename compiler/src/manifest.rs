//! `Concerto.toml`: the text of a manifest to a [`Manifest`].
//!
//! Comes in: a file of the source map. Goes out: what it says, and diagnostics. Promised: any text gives a
//! manifest, with what could be read of it; every span lies in the file; tables keep the order of the file.
//! Nothing is looked up here: whether the entry file or an environment variable exists is asked by those who need it.

mod diagnostics;
mod duration;
mod model;
mod parse;
mod read;
mod secret;
mod table;
mod value;
mod wording;

pub use concerto_schema::Provider;
pub use model::{
    Backoff, Connection, Host, Located, Manifest, McpServer, OAuth, Pairs, Project, RateLimit, Retry, Transport,
};

use crate::diagnostic::{self, Diagnostic, Sink};
use crate::source::{FileId, SourceMap};
use table::{Table, Text};

/// Reads a manifest.
///
/// Where the text is not TOML, only that is reported: a tree with holes would accuse keys of missing that are there.
pub fn read(sources: &SourceMap, file: FileId) -> (Manifest, Vec<Diagnostic>) {
    let file = sources.file(file);
    let text = Text { text: file.text(), base: file.base() };
    let outcome = parse::with_room_for(text.text, || read_text(text));
    outcome.unwrap_or_else(|| (Manifest::default(), vec![diagnostics::too_nested(text.start())]))
}

fn read_text(text: Text<'_>) -> (Manifest, Vec<Diagnostic>) {
    let (root, broken) = parse::parse(text);
    let mut sink = Sink::default();
    let manifest = read::read_manifest(Table::top(text, root.get_ref()), &mut sink);
    let mut found = if broken.is_empty() { sink.into_found() } else { broken };
    diagnostic::sort(&mut found);
    (manifest, found)
}

#[cfg(test)]
mod tests;
