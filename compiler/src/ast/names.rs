//! Names, stored once: two names are equal where their symbols are.

use rustc_hash::FxHashMap;

use crate::source::Span;

/// A name or text that [`Names`] holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(pub u32);

/// A name where it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ident {
    /// Which name.
    pub name: Symbol,
    /// Where it stands.
    pub span: Span,
}

/// All names and texts of a compilation.
#[derive(Default)]
pub struct Names {
    texts: Vec<Box<str>>,
    ids: FxHashMap<Box<str>, Symbol>,
}

impl Names {
    /// The symbol of a text, the same each time.
    pub fn intern(&mut self, text: &str) -> Symbol {
        if let Some(symbol) = self.ids.get(text) {
            return *symbol;
        }
        let symbol = Symbol(self.texts.len() as u32);
        self.texts.push(text.into());
        self.ids.insert(text.into(), symbol);
        symbol
    }

    /// The text of a symbol.
    pub fn text(&self, symbol: Symbol) -> &str {
        self.texts.get(symbol.0 as usize).map_or("", |text| text)
    }

    /// The symbol of a text, if it occurs anywhere.
    pub fn find(&self, text: &str) -> Option<Symbol> {
        self.ids.get(text).copied()
    }
}
