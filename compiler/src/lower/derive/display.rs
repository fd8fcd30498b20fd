//! The display form of containers, structs and enums whose parts say theirs themselves.

use concerto_ir::op::Inst;
use concerto_ir::operand::{InInt, InRef, Kind, PlaceRef, Reg, Small};

use super::Structure;
use crate::ast::Symbol;
use crate::lower::body::{Body, Lowered};
use crate::types::{self, Ty};

impl Body<'_, '_> {
    pub(super) fn display_parts(&mut self, value: Reg, ty: Ty) -> Lowered<Reg> {
        match self.lower.structure(ty) {
            Structure::Array(element) => self.display_array(value, element),
            Structure::Set(element) => self.display_set(value, ty, element),
            Structure::Map(key, item) => self.display_map(value, ty, key, item),
            Structure::Parts => {
                let parts = self.lower.parts(ty).unwrap_or_default();
                let name = match self.lower.typed.types.kind(ty) {
                    types::Kind::Adt(item, _) => self.lower.adt_name(item),
                    _ => String::new(),
                };
                let out = self.load_own(&name);
                let is_named = parts.first().is_some_and(|(name, _)| name.is_some());
                self.display_fields(out, &parts, is_named, |body, at| body.part_of(value, ty, at))?;
                Ok(out)
            }
            Structure::Variants(count) => self.display_variants(value, ty, count),
            Structure::Whole => {
                let string = self.lower.typed.builtins.string;
                Ok(self.native("display", &[ty], string, vec![value]))
            }
        }
    }

    /// A text that is added to.
    fn load_own(&mut self, text: &str) -> Reg {
        self.load_text(text)
    }

    fn append(&mut self, out: Reg, text: &str) {
        let text = self.load_text(text);
        self.put(Inst::Append { text: PlaceRef(out), src: InRef(text) });
    }

    fn append_value(&mut self, out: Reg, value: Reg, ty: Ty) -> Lowered<()> {
        let shown = self.display_inside(value, ty)?;
        self.put(Inst::Append { text: PlaceRef(out), src: InRef(shown) });
        Ok(())
    }

    /// A comma before all but the first.
    fn comma_after_first(&mut self, out: Reg, index: Reg) {
        let first = self.label();
        let to = self.target(first);
        self.put(Inst::JumpEqSmall { left: InInt(index), right: Small(0), to });
        self.append(out, ", ");
        self.start(first);
    }

    fn display_array(&mut self, array: Reg, element: Ty) -> Lowered<Reg> {
        let out = self.load_own("[");
        let end = self.len(array);
        let kind = self.lower.kind(element);
        self.each_index(end, |body, at| {
            body.comma_after_first(out, at);
            let item = body.element(array, at, kind);
            body.append_value(out, item, element)
        })?;
        self.append(out, "]");
        Ok(out)
    }

    fn display_set(&mut self, set: Reg, ty: Ty, element: Ty) -> Lowered<Reg> {
        let out = self.load_own("Set {");
        let int = self.lower.typed.builtins.int;
        let count = self.int(0);
        self.each_slot("set.next", set, ty, |body, slot| {
            body.comma_after_first(out, count);
            let item = body.native("set.item_at", &[ty, int], element, vec![set, slot]);
            body.append_value(out, item, element)?;
            let one = body.int(1);
            body.copy(count, one);
            Ok(())
        })?;
        self.append(out, "}");
        Ok(out)
    }

    fn display_map(&mut self, map: Reg, ty: Ty, key: Ty, value: Ty) -> Lowered<Reg> {
        let int = self.lower.typed.builtins.int;
        let out = self.register(Kind::Ref);
        let (empty, after) = (self.label(), self.label());
        let len = self.native("map.len", &[ty], int, vec![map]);
        let to = self.target(empty);
        self.put(Inst::JumpEqSmall { left: InInt(len), right: Small(0), to });
        let open = self.load_text("{");
        self.copy(out, open);
        let count = self.int(0);
        self.each_slot("map.next", map, ty, |body, slot| {
            body.comma_after_first(out, count);
            let item = body.native("map.key_at", &[ty, int], key, vec![map, slot]);
            body.append_value(out, item, key)?;
            body.append(out, ": ");
            let item = body.native("map.value_at", &[ty, int], value, vec![map, slot]);
            body.append_value(out, item, value)?;
            let one = body.int(1);
            body.copy(count, one);
            Ok(())
        })?;
        self.append(out, "}");
        self.jump(after);
        self.start(empty);
        let text = self.load_text("{:}");
        self.copy(out, text);
        self.start(after);
        Ok(out)
    }

    /// `{ x: 1, y: 2 }` or `(1, 2)`
    fn display_fields(
        &mut self,
        out: Reg,
        parts: &[(Option<Symbol>, Ty)],
        is_named: bool,
        mut part: impl FnMut(&mut Self, usize) -> Option<Reg>,
    ) -> Lowered<()> {
        self.append(out, if is_named { " { " } else { "(" });
        for (at, (name, ty)) in parts.iter().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            let label = name.map(|it| format!("{}: ", self.lower.program.names.text(it))).unwrap_or_default();
            if !(comma.is_empty() && label.is_empty()) {
                self.append(out, &format!("{comma}{label}"));
            }
            if let Some(value) = part(self, at) {
                self.append_value(out, value, *ty)?;
            }
        }
        self.append(out, if is_named { " }" } else { ")" });
        Ok(())
    }

    fn display_variants(&mut self, value: Reg, ty: Ty, count: u32) -> Lowered<Reg> {
        let types::Kind::Adt(item, _) = self.lower.typed.types.kind(ty) else { return Ok(value) };
        let builtins = &self.lower.typed.builtins;
        let is_bare = item == builtins.option || item == builtins.result;
        let prefix = if is_bare { String::new() } else { format!("{}::", self.lower.adt_name(item)) };
        let out = self.register(Kind::Ref);
        let labels: Vec<_> = (0..count).map(|_| self.label()).collect();
        let after = self.label();
        let tag = self.tag(value);
        self.switch(tag, &labels);
        for (index, label) in (0..count).zip(&labels) {
            self.start(*label);
            let name = format!("{prefix}{}", self.lower.variant_name(item, index));
            let text = self.load_text(&name);
            self.copy(out, text);
            let parts = self.lower.variant_data(ty, index).unwrap_or_default();
            if let Some((first, _)) = parts.first() {
                let is_named = first.is_some();
                self.display_fields(out, &parts, is_named, |body, at| body.datum(value, ty, index, at))?;
            }
            self.jump(after);
        }
        self.start(after);
        Ok(out)
    }
}
