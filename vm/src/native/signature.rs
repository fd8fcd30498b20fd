//! Whether the types of a function of the machine are those of its row: `(Map<K, V>, K) -> Option<V>`.
//!
//! Letters stand for types that are held in the same way. More is not asked: what a reference leads to is looked at when
//! the function runs.

use concerto_ir::operand::Kind;
use concerto_ir::program::{Native, Program, Type, Variant};

use super::PARAMS_MAX;

/// Compares types with a row.
pub(super) fn fits(program: &Program, signature: &str, native: &Native) -> bool {
    let mut reader = Reader { types: &program.types, rest: signature, letters: [None; 26] };
    native.params.len() <= PARAMS_MAX && reader.all(native) == Some(())
}

struct Reader<'p> {
    types: &'p [Type],
    rest: &'p str,
    letters: [Option<Kind>; 26],
}

impl<'p> Reader<'p> {
    fn all(&mut self, native: &Native) -> Option<()> {
        self.eat("(")?;
        self.list(&native.params, ")")?;
        self.eat("->")?;
        self.one(native.result)?;
        self.rest.is_empty().then_some(())
    }

    fn eat(&mut self, text: &str) -> Option<()> {
        self.rest = self.rest.trim_start().strip_prefix(text)?;
        Some(())
    }

    /// So many types, and what comes after them.
    fn list(&mut self, types: &[u32], end: &str) -> Option<()> {
        for (at, ty) in types.iter().enumerate() {
            if at > 0 {
                self.eat(",")?;
            }
            self.one(*ty)?;
        }
        self.eat(end)
    }

    fn word(&mut self) -> &'p str {
        let rest = self.rest.trim_start();
        let end = rest.find(|it: char| !it.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let (word, rest) = rest.split_at(end);
        self.rest = rest;
        word
    }

    fn one(&mut self, ty: u32) -> Option<()> {
        let found = self.types.get(ty as usize)?;
        if self.eat("(").is_some() {
            return match found {
                Type::Tuple { elements, .. } => self.list(elements, ")"),
                _ => None,
            };
        }
        let word = self.word();
        match (word, found) {
            ("Unit", Type::Unit)
            | ("Int", Type::Int)
            | ("Float", Type::Float)
            | ("Bool", Type::Bool)
            | ("Duration", Type::Duration)
            | ("String", Type::String | Type::Literal(_))
            | ("Bytes", Type::Bytes)
            | ("Range", Type::Range)
            | ("Json", Type::Json { .. }) => Some(()),
            ("Function", Type::Opaque) => Some(()),
            ("Error", _) => (found.kind() == Kind::Ref).then_some(()),
            (_, Type::Struct { name, .. }) if word == name => Some(()),
            ("Array", Type::Array(item)) | ("Set", Type::Set(item)) => self.arguments(&[*item]),
            ("Map", Type::Map(key, value)) => self.arguments(&[*key, *value]),
            ("Option", Type::Enum { variants, .. }) => match &variants[..] {
                [none, some] if none.layout.is_none() => self.arguments(&[data(some)?]),
                _ => None,
            },
            ("Result", Type::Enum { variants, .. }) => match &variants[..] {
                [ok, err] => self.arguments(&[data(ok)?, data(err)?]),
                _ => None,
            },
            _ => self.letter(word, found.kind()),
        }
    }

    fn arguments(&mut self, types: &[u32]) -> Option<()> {
        self.eat("<")?;
        self.list(types, ">")
    }

    /// A letter is what it was before.
    fn letter(&mut self, word: &str, kind: Kind) -> Option<()> {
        let &[letter @ b'A'..=b'Z'] = word.as_bytes() else { return None };
        let before = self.letters[usize::from(letter - b'A')].get_or_insert(kind);
        (*before == kind).then_some(())
    }
}

/// The one value that a variant holds.
fn data(variant: &Variant) -> Option<u32> {
    match &variant.data[..] {
        [one] => variant.layout.map(|_| one.ty),
        _ => None,
    }
}
