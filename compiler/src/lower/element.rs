//! What is inside arrays, maps, texts and bytes: literals, indexes, slices, and ranges.

use concerto_ir::op::Inst;
use concerto_ir::operand::{InInt, InRef, Kind, OutFloat, OutInt, OutRef, Reg, Regs};

use super::body::{Body, Lowered};
use crate::ast::{Expr, ExprId};
use crate::types::{self, Ty};

impl Body<'_, '_> {
    /// The arguments of a type with a head.
    pub(super) fn arguments_of(&self, ty: Ty, head: crate::resolve::ItemId) -> Option<Vec<Ty>> {
        match self.lower.typed.types.kind(ty) {
            types::Kind::Adt(item, args) if item == head => Some(self.lower.typed.types.list(args).to_vec()),
            _ => None,
        }
    }

    /// The type of the elements of an array.
    pub(super) fn element_type(&self, ty: Ty) -> Option<Ty> {
        self.arguments_of(ty, self.lower.typed.builtins.array)?.first().copied()
    }

    /// How the elements of an array are held.
    pub(super) fn element_kind(&self, ty: Ty) -> Option<Kind> {
        self.element_type(ty).map(|it| self.lower.kind(it))
    }

    /// The keys and values of a map.
    pub(super) fn map_types(&self, ty: Ty) -> Option<(Ty, Ty)> {
        match *self.arguments_of(ty, self.lower.typed.builtins.map)? {
            [key, value] => Some((key, value)),
            _ => None,
        }
    }

    pub(super) fn is_text(&self, ty: Ty) -> bool {
        ty == self.lower.typed.builtins.string || matches!(self.lower.typed.types.kind(ty), types::Kind::Literal(_))
    }

    pub(super) fn array(&mut self, id: ExprId, elements: &[ExprId]) -> Lowered<Reg> {
        let ty = self.type_of(id);
        let span = self.ast.expr_span(id);
        let Some(kind) = self.element_kind(ty) else { return Err(self.unsupported(span, "this literal")) };
        let values = elements.iter().map(|it| self.own(*it)).collect::<Lowered<_>>()?;
        Ok(self.new_array(kind, values))
    }

    pub(super) fn new_array(&mut self, kind: Kind, elements: Vec<Reg>) -> Reg {
        let dst = self.register(Kind::Ref);
        let (out, elements) = (OutRef(dst), Regs(elements));
        self.put(match kind {
            Kind::Int => Inst::ArrayInt { dst: out, elements },
            Kind::Float => Inst::ArrayFloat { dst: out, elements },
            Kind::Ref => Inst::ArrayRef { dst: out, elements },
        });
        dst
    }

    /// `{ "a": 1 }`: keys and values are evaluated as they are written.
    pub(super) fn map_literal(&mut self, id: ExprId, entries: &[(ExprId, ExprId)]) -> Lowered<Reg> {
        let ty = self.type_of(id);
        let span = self.ast.expr_span(id);
        let Some((key, value)) = self.map_types(ty) else { return Err(self.unsupported(span, "this literal")) };
        let mut values = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            values.push((self.own(*key)?, self.own(*value)?));
        }
        let map = self.native("map.new", &[], ty, Vec::new());
        let unit = self.lower.typed.types.unit();
        for (k, v) in values {
            self.change("map.set", (map, ty), &[key, value], unit, vec![k, v]);
        }
        Ok(map)
    }

    /// `a..b` as a value: where it starts, where it ends, and whether the end is in it.
    pub(super) fn range(&mut self, start: Option<ExprId>, end: Option<ExprId>, inclusive: bool) -> Lowered<Reg> {
        let start = match start {
            Some(start) => self.own(start)?,
            None => self.int(0),
        };
        let end = match end {
            Some(end) => self.own(end)?,
            None => self.int(i64::MAX),
        };
        let inclusive = self.int(i64::from(inclusive));
        Ok(self.new_array(Kind::Int, vec![start, end, inclusive]))
    }

    pub(super) fn index(&mut self, id: ExprId, base: ExprId, index: ExprId) -> Lowered<Reg> {
        let ty = self.type_of(base);
        let index_ty = self.type_of(index);
        let container = self.kept(base, index)?;
        if index_ty == self.lower.typed.builtins.range {
            return self.slice(container, ty, index);
        }
        if let Some((key_ty, value_ty)) = self.map_types(ty) {
            let key = self.value(index)?;
            return Ok(self.map_value((container, ty), (key, key_ty), value_ty));
        }
        let index = self.value(index)?;
        if let Some(kind) = self.element_kind(ty) {
            return Ok(self.element(container, index, kind));
        }
        let (string, int, bytes) =
            (self.lower.typed.builtins.string, self.lower.typed.builtins.int, self.lower.typed.builtins.bytes);
        if ty == bytes {
            return Ok(self.native("bytes.at", &[bytes, int], int, vec![container, index]));
        }
        if self.is_text(ty) {
            return Ok(self.native("string.at", &[string, int], string, vec![container, index]));
        }
        Err(self.unsupported(self.ast.expr_span(id), "this index"))
    }

    /// `m[k]`; faults where the key is absent.
    pub(super) fn map_value(&mut self, (map, ty): (Reg, Ty), (key, key_ty): (Reg, Ty), value_ty: Ty) -> Reg {
        let int = self.lower.typed.builtins.int;
        let slot = self.native("map.slot", &[ty, key_ty], int, vec![map, key]);
        self.native("map.value_at", &[ty, int], value_ty, vec![map, slot])
    }

    /// `a[1..3]`; an end that is left out is that of the value.
    fn slice(&mut self, container: Reg, ty: Ty, index: ExprId) -> Lowered<Reg> {
        let builtins = &self.lower.typed.builtins;
        let (string, bytes, range_ty, int) = (builtins.string, builtins.bytes, builtins.range, builtins.int);
        let (group, of) = match () {
            () if self.is_text(ty) => ("string", string),
            () if ty == bytes => ("bytes", bytes),
            () => ("array", ty),
        };
        let range = match self.ast.expr(index) {
            Expr::Range { start, end: None, .. } => {
                let start = match start {
                    Some(start) => self.own(*start)?,
                    None => self.int(0),
                };
                let end = match self.element_kind(ty) {
                    Some(_) => self.len(container),
                    None => self.native(&format!("{group}.len"), &[of], int, vec![container]),
                };
                let inclusive = self.int(0);
                self.new_array(Kind::Int, vec![start, end, inclusive])
            }
            _ => self.value(index)?,
        };
        Ok(self.native(&format!("{group}.slice"), &[of, range_ty], of, vec![container, range]))
    }

    pub(super) fn len(&mut self, array: Reg) -> Reg {
        let dst = self.register(Kind::Int);
        self.put(Inst::Len { dst: OutInt(dst), array: InRef(array) });
        dst
    }

    /// `array[index]`
    pub(super) fn element(&mut self, array: Reg, index: Reg, kind: Kind) -> Reg {
        let dst = self.register(kind);
        let (array, index) = (InRef(array), InInt(index));
        self.put(match kind {
            Kind::Int => Inst::GetInt { dst: OutInt(dst), array, index },
            Kind::Float => Inst::GetFloat { dst: OutFloat(dst), array, index },
            Kind::Ref => Inst::GetRef { dst: OutRef(dst), array, index },
        });
        dst
    }
}
