//! The names of definitions: letters that need no escape anywhere, and no name twice.

use super::Maker;
use crate::declare::About;
use crate::types::{Kind, Ty};

impl Maker<'_, '_> {
    /// A name for the definition of a type: `Ticket`, `Page_Ticket` for `Page<Ticket>`.
    pub(super) fn name(&self, ty: Ty) -> String {
        let shown = self.about.show_type(ty);
        let mut name = String::with_capacity(shown.len());
        for letter in shown.chars() {
            match letter {
                'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => name.push(letter),
                _ if name.ends_with('_') => {}
                _ => name.push('_'),
            }
        }
        let name = name.trim_matches('_');
        let name = if name.is_empty() { "Type" } else { &name[..name.len().min(NAME_BYTES_MAX)] };
        let is_free = |wanted: &str| self.names.values().all(|it| it != wanted);
        if is_free(name) {
            return name.to_owned();
        }
        let mut numbered = (2..).map(|it| format!("{name}_{it}"));
        numbered.find(|it| is_free(it)).unwrap_or_default()
    }
}

/// Longer names are cut: generic types of generic types have long ones.
const NAME_BYTES_MAX: usize = 64;

impl About<'_> {
    /// A type as people write it, as far as it is data.
    pub(crate) fn show_type(&self, ty: Ty) -> String {
        let list = |parts: &[Ty]| parts.iter().map(|it| self.show_type(*it)).collect::<Vec<_>>().join(", ");
        match self.typed.types.kind(ty) {
            Kind::Tuple(parts) => format!("({})", list(self.typed.types.list(parts))),
            Kind::Adt(item, args) => match self.typed.types.list(args) {
                [] => self.adt_name(item),
                args => format!("{}<{}>", self.adt_name(item), list(args)),
            },
            Kind::Literal(texts) => {
                let texts = self.typed.types.texts(texts).iter().map(|it| self.program.names.text(*it));
                texts.collect::<Vec<_>>().join(" | ")
            }
            _ => String::new(),
        }
    }
}
