//! What tools are called on the wire: a program's names in, names that every provider takes out, and exactly back.
//!
//! Providers take `[A-Za-z0-9_-]` and 64 characters. `Calculator::add` goes out as `Calculator__add`.

use std::collections::BTreeMap;
use std::{error::Error, fmt};

/// How long a name may be on the wire.
const LENGTH_MAX: usize = 64;

/// What a tool of this name is called on the wire. Other characters become `_`; a name that is too long is cut and ends in
/// a hash of the whole, and so does the empty name, which would be no name at all.
pub fn wire_name(name: &str) -> String {
    let clean = |it: char| if it.is_ascii_alphanumeric() || matches!(it, '_' | '-') { it } else { '_' };
    let wire: String = name.chars().map(clean).collect();
    if !wire.is_empty() && wire.len() <= LENGTH_MAX {
        return wire;
    }
    let end = format!("_{:08x}", hash(name));
    let start: String = wire.chars().take(LENGTH_MAX - end.len()).collect();
    start + &end
}

/// FNV-1a over the bytes of a name, folded to 32 bits. It is part of what goes over the wire: it must never change.
fn hash(name: &str) -> u32 {
    let hash = name
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    let [a, b, c, d, e, f, g, h] = hash.to_be_bytes();
    u32::from_be_bytes([a ^ e, b ^ f, c ^ g, d ^ h])
}

/// Two tools that would get one name on the wire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clash {
    /// The name that both would get.
    pub wire: String,
    /// What the program calls them.
    pub names: [String; 2],
    /// Where each of them comes from.
    pub sources: [String; 2],
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { wire, names: [a, b], sources: [from_a, from_b] } = self;
        write!(f, "two tools would be called `{wire}`: `{a}` from {from_a} and `{b}` from {from_b}")
    }
}

impl Error for Clash {}

/// The tools of a request with their names on the wire.
#[derive(Debug, Clone, Default)]
pub struct WireNames {
    /// Names and origins by the name on the wire.
    by_wire: BTreeMap<String, (String, String)>,
    by_name: BTreeMap<String, String>,
}

impl WireNames {
    /// Gives each tool, known by its name and its origin, a name on the wire.
    pub fn assign<'a>(tools: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, Clash> {
        let mut names = Self::default();
        for (name, origin) in tools {
            names.add(name, origin)?;
        }
        Ok(names)
    }

    fn add(&mut self, name: &str, origin: &str) -> Result<(), Clash> {
        let wire = wire_name(name);
        if let Some((other, source)) = self.by_wire.get(&wire) {
            let names = [other.clone(), name.to_owned()];
            return Err(Clash { wire, names, sources: [source.clone(), origin.to_owned()] });
        }
        self.by_name.insert(name.to_owned(), wire.clone());
        self.by_wire.insert(wire, (name.to_owned(), origin.to_owned()));
        Ok(())
    }

    /// What the program calls the tool of this name on the wire.
    pub fn program_name(&self, wire: &str) -> Option<&str> {
        self.by_wire.get(wire).map(|it| it.0.as_str())
    }

    /// What the tool of this name is called on the wire.
    pub fn wire(&self, name: &str) -> Option<&str> {
        self.by_name.get(name).map(String::as_str)
    }
}
