//! The display form of containers, structs and enums whose parts say theirs themselves.

use super::Structure;
use crate::ast::Symbol;
use crate::elaborate::Body;
use crate::tree::{Arithmetic, Compare, ExprId, ExprKind, LocalId, Place, Root};
use crate::types::{Kind, Ty};

impl Body<'_, '_> {
    pub(super) fn display_parts(&mut self, value: LocalId, ty: Ty) -> ExprId {
        match self.typed.structure(ty) {
            Structure::Array(element) => self.display_array(value, element),
            Structure::Set(element) => self.display_set(value, ty, element),
            Structure::Map(key, item) => self.display_map(value, ty, (key, item)),
            Structure::Parts => {
                let parts = self.typed.parts(ty).unwrap_or_default();
                let name = match self.typed.types.kind(ty) {
                    Kind::Adt(item, _) => self.it.about(self.typed).adt_name(item),
                    _ => String::new(),
                };
                let values = (0..parts.len()).map(|at| {
                    let whole = self.read(value);
                    self.part(whole, Err(at as u32))
                });
                let values = values.collect();
                self.display_fields(&name, &parts, values)
            }
            Structure::Variants(count) => self.display_variants(value, ty, count),
            Structure::Whole => {
                let string = self.typed.builtins.string;
                let value = self.read(value);
                self.native("display", vec![ty], string, vec![value])
            }
        }
    }

    fn inside(&mut self, value: ExprId) -> ExprId {
        let string = self.typed.builtins.string;
        self.put(ExprKind::Display { value, quoted: true }, string)
    }

    /// Adds texts to a variable.
    fn append(&mut self, out: LocalId, parts: Vec<ExprId>) -> ExprId {
        let text = match parts.as_slice() {
            [one] => *one,
            _ => self.concat(parts),
        };
        self.act(ExprKind::Change(Arithmetic::Add, Place { root: Root::Local(out), steps: Vec::new() }, text))
    }

    /// A comma before all but the first.
    fn comma(&mut self, out: LocalId, index: LocalId) -> ExprId {
        let bool = self.typed.builtins.bool;
        let (at, zero) = (self.read(index), self.number(0));
        let condition = self.put(ExprKind::Compare(Compare::NotEq, at, zero), bool);
        let comma = self.words(", ");
        let then = self.append(out, vec![comma]);
        self.act(ExprKind::If { condition, then, otherwise: None })
    }

    fn display_array(&mut self, array: LocalId, element: Ty) -> ExprId {
        let int = self.typed.builtins.int;
        let mut stmts = Vec::new();
        let open = self.words("[");
        let out = self.variable(open, &mut stmts);
        let whole = self.read(array);
        let end = self.put(ExprKind::Len(whole), int);
        let walk = self.each_index(end, |body, at| {
            let comma = body.comma(out, at);
            let (whole, at) = (body.read(array), body.read(at));
            let item = body.put(ExprKind::Element(whole, at), element);
            let shown = body.inside(item);
            let add = body.append(out, vec![shown]);
            body.all(vec![comma, add])
        });
        stmts.push(walk);
        self.closed(out, "]", stmts)
    }

    /// The text of a variable with an end.
    fn closed(&mut self, out: LocalId, end: &str, mut stmts: Vec<ExprId>) -> ExprId {
        let end = self.words(end);
        let add = self.append(out, vec![end]);
        stmts.push(add);
        let value = self.read(out);
        self.after(stmts, value)
    }

    /// Walks over the slots of a map or set, with a comma between what is added for each.
    fn display_slots(
        &mut self,
        (whole, next): (LocalId, &str),
        out: LocalId,
        stmts: &mut Vec<ExprId>,
        one: impl FnOnce(&mut Self, LocalId) -> Vec<ExprId>,
    ) {
        let zero = self.number(0);
        let count = self.variable(zero, stmts);
        let (start, walk) = self.slots(None, whole, next, |body, slot| {
            let comma = body.comma(out, count);
            let parts = one(body, slot);
            let add = body.append(out, parts);
            let one = body.number(1);
            let more = ExprKind::Assign(Place { root: Root::Local(count), steps: Vec::new() }, one);
            let more = body.act(more);
            body.all(vec![comma, add, more])
        });
        stmts.extend([start, walk]);
    }

    fn slot(&mut self, name: &str, whole: LocalId, of: Ty, slot: LocalId, ty: Ty) -> ExprId {
        let int = self.typed.builtins.int;
        let (whole, slot) = (self.read(whole), self.read(slot));
        let item = self.native(name, vec![of, int], ty, vec![whole, slot]);
        self.inside(item)
    }

    fn display_set(&mut self, set: LocalId, ty: Ty, element: Ty) -> ExprId {
        let mut stmts = Vec::new();
        let open = self.words("Set {");
        let out = self.variable(open, &mut stmts);
        self.display_slots((set, "set.next"), out, &mut stmts, |body, slot| {
            vec![body.slot("set.item_at", set, ty, slot, element)]
        });
        self.closed(out, "}", stmts)
    }

    fn display_map(&mut self, map: LocalId, ty: Ty, (key, value): (Ty, Ty)) -> ExprId {
        let (int, bool, string) = (self.typed.builtins.int, self.typed.builtins.bool, self.typed.builtins.string);
        let whole = self.read(map);
        let len = self.native("map.len", vec![ty], int, vec![whole]);
        let zero = self.number(0);
        let condition = self.put(ExprKind::Compare(Compare::Eq, len, zero), bool);
        let empty = self.words("{:}");
        let mut stmts = Vec::new();
        let open = self.words("{");
        let out = self.variable(open, &mut stmts);
        self.display_slots((map, "map.next"), out, &mut stmts, |body, slot| {
            let key = body.slot("map.key_at", map, ty, slot, key);
            let colon = body.words(": ");
            vec![key, colon, body.slot("map.value_at", map, ty, slot, value)]
        });
        let full = self.closed(out, "}", stmts);
        self.put(ExprKind::If { condition, then: empty, otherwise: Some(full) }, string)
    }

    /// `Point { x: 1, y: 2 }` or `(1, 2)`
    fn display_fields(&mut self, name: &str, parts: &[(Option<Symbol>, Ty)], values: Vec<ExprId>) -> ExprId {
        let is_named = parts.first().is_some_and(|(name, _)| name.is_some());
        let mut texts = Vec::with_capacity(parts.len() * 2 + 1);
        let mut before = format!("{name}{}", if is_named { " { " } else { "(" });
        for ((label, _), value) in parts.iter().zip(values) {
            if let Some(label) = label {
                before.push_str(self.text(*label));
                before.push_str(": ");
            }
            if !before.is_empty() {
                texts.push(self.words(&before));
            }
            texts.push(self.inside(value));
            before = ", ".to_owned();
        }
        let end = match (parts.is_empty(), is_named) {
            (true, _) => format!("{before})"),
            (false, true) => " }".to_owned(),
            (false, false) => ")".to_owned(),
        };
        texts.push(self.words(&end));
        self.concat(texts)
    }

    fn display_variants(&mut self, value: LocalId, ty: Ty, count: u32) -> ExprId {
        let Kind::Adt(item, _) = self.typed.types.kind(ty) else { return self.internal("an enum without a name") };
        let b = &self.typed.builtins;
        let string = b.string;
        let is_bare = item == b.option || item == b.result;
        let about = self.it.about(self.typed);
        let prefix = if is_bare { String::new() } else { format!("{}::", about.adt_name(item)) };
        let names: Vec<String> = (0..count).map(|it| format!("{prefix}{}", about.variant_name(item, it))).collect();
        self.each_variant(value, ty, (count, string), |body, index| {
            let name = &names[index as usize];
            let parts = body.typed.variant_data(ty, index).unwrap_or_default();
            if parts.is_empty() {
                return body.words(name);
            }
            let values = (0..parts.len()).map(|at| {
                let whole = body.read(value);
                body.datum(whole, index, at as u32)
            });
            let values = values.collect();
            body.display_fields(name, &parts, values)
        })
    }
}
