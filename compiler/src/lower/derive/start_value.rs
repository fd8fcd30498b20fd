//! The value that a type starts from.

use concerto_ir::operand::{Kind, Reg};

use super::Structure;
use crate::lower::Work;
use crate::lower::body::{Body, Lowered};
use crate::source::Span;
use crate::types::{Target, Ty};

impl Body<'_, '_> {
    /// `Type::default()`
    pub(in crate::lower) fn default_value(&mut self, ty: Ty) -> Lowered<Reg> {
        let default = self.lower.typed.builtins.traits.default;
        match self.lower.trait_target(default, ty) {
            Some(Target::Function(function, types)) => Ok(self.call_function(function, types, Vec::new(), ty)),
            _ => match self.lower.structure(ty) {
                Structure::Parts if self.lower.kind(ty) == Kind::Ref => {
                    let function = self.lower.ask(Work::Derived(default, ty));
                    Ok(self.call_of(function, Vec::new(), Kind::Ref))
                }
                _ => self.default_parts(ty),
            },
        }
    }

    pub(super) fn default_parts(&mut self, ty: Ty) -> Lowered<Reg> {
        let builtins = &self.lower.typed.builtins;
        let (string, bytes, option, array, int) =
            (builtins.string, builtins.bytes, builtins.option, builtins.array, builtins.int);
        match self.lower.structure(ty) {
            Structure::Array(element) => {
                let kind = self.lower.kind(element);
                Ok(self.new_array(kind, Vec::new()))
            }
            Structure::Set(_) => Ok(self.native("set.new", &[], ty, Vec::new())),
            Structure::Map(..) => Ok(self.native("map.new", &[], ty, Vec::new())),
            Structure::Variants(_) if self.arguments_of(ty, option).is_some() => {
                Ok(self.new_variant(ty, 0, Vec::new()))
            }
            Structure::Parts if self.lower.kind(ty) == Kind::Ref => {
                let mut slots = Vec::new();
                for (at, part) in self.part_types(ty).into_iter().enumerate() {
                    let value = match self.lower.field_default(ty, None, at) {
                        Some(_) => self.default_field(ty, None, at, Span::default())?,
                        None => self.default_value(part)?,
                    };
                    slots.push(value);
                }
                Ok(self.new_struct(ty, slots))
            }
            _ if ty == string => Ok(self.load_text("")),
            _ if ty == bytes => {
                let numbers = self.lower.typed.types.adt(array, &[int]);
                let empty = self.new_array(Kind::Int, Vec::new());
                Ok(self.native("bytes.of", &[numbers], bytes, vec![empty]))
            }
            _ => match self.lower.kind(ty) {
                Kind::Float => Ok(self.float(0.0)),
                Kind::Int => Ok(self.int(0)),
                Kind::Ref => Err(self.unsupported(Span::default(), "the default of this type")),
            },
        }
    }
}
