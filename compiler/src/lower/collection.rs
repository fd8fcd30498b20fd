//! Arrays, maps and ranges: how they are made, and what is read of them.

use concerto_ir::op::Inst;
use concerto_ir::operand::{InInt, InRef, Kind, OutFloat, OutInt, OutRef, Reg, Regs};

use super::body::Body;
use crate::tree::{ExprId, RangePart};
use crate::types::Ty;

impl Body<'_, '_> {
    pub(super) fn array(&mut self, id: ExprId, elements: &[ExprId]) -> Reg {
        let ty = self.type_of(id);
        let kind = self.element_kind(ty);
        let elements = self.handed(elements);
        let elements = elements.into_iter().map(|it| self.of_kind(it, kind)).collect();
        self.new_array(kind, elements)
    }

    pub(super) fn empty_array(&mut self, ty: Ty) -> Reg {
        let kind = self.element_kind(ty);
        self.new_array(kind, Vec::new())
    }

    /// How the elements of an array are held.
    pub(super) fn element_kind(&mut self, ty: Ty) -> Kind {
        match self.lower.element_type(ty) {
            Some(element) => self.lower.kind(element),
            None => Kind::Ref,
        }
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

    /// Keys and values are evaluated as they are listed, then the map is filled.
    pub(super) fn map(&mut self, id: ExprId, entries: &[(ExprId, ExprId)]) -> Reg {
        let ty = self.type_of(id);
        let parts: Vec<ExprId> = entries.iter().flat_map(|it| [it.0, it.1]).collect();
        let values = self.seen(&parts);
        let map = self.native("map.new", &[], ty, Vec::new());
        let Some((key, value)) = self.lower.map_types(ty) else { return map };
        let unit = self.lower.typed.types.unit();
        for entry in values.chunks_exact(2) {
            self.change_by("map.set", map, &[ty, key, value], unit, entry.to_vec());
        }
        map
    }

    pub(super) fn range(&mut self, start: ExprId, end: ExprId, inclusive: bool) -> Reg {
        let mut parts = self.handed(&[start, end]);
        parts.push(self.int(i64::from(inclusive)));
        let parts = parts.into_iter().map(|it| self.of_kind(it, Kind::Int)).collect();
        self.new_array(Kind::Int, parts)
    }

    pub(super) fn range_part(&mut self, range: ExprId, part: RangePart) -> Reg {
        let range = self.value(range);
        let at = match part {
            RangePart::Start => 0,
            RangePart::End => 1,
            RangePart::Inclusive => 2,
        };
        let at = self.int(at);
        self.element(range, at, Kind::Int)
    }

    pub(super) fn len_of(&mut self, array: ExprId) -> Reg {
        let array = self.value(array);
        self.len(array)
    }

    pub(super) fn len(&mut self, array: Reg) -> Reg {
        let array = InRef(self.of_kind(array, Kind::Ref));
        let dst = self.register(Kind::Int);
        self.put(Inst::Len { dst: OutInt(dst), array });
        dst
    }

    pub(super) fn element_of(&mut self, array: ExprId, index: ExprId) -> Reg {
        let ty = self.type_of(array);
        let kind = self.element_kind(ty);
        let array = self.kept(array, index);
        let index = self.value(index);
        self.element(array, index, kind)
    }

    /// `array[index]`
    pub(super) fn element(&mut self, array: Reg, index: Reg, kind: Kind) -> Reg {
        let (array, index) = (InRef(self.of_kind(array, Kind::Ref)), InInt(self.of_kind(index, Kind::Int)));
        let dst = self.register(kind);
        self.put(match kind {
            Kind::Int => Inst::GetInt { dst: OutInt(dst), array, index },
            Kind::Float => Inst::GetFloat { dst: OutFloat(dst), array, index },
            Kind::Ref => Inst::GetRef { dst: OutRef(dst), array, index },
        });
        dst
    }

    pub(super) fn value_of(&mut self, map: ExprId, key: ExprId) -> Reg {
        let ty = self.type_of(map);
        let map = self.kept(map, key);
        let key = self.value(key);
        match self.lower.map_types(ty) {
            Some((key_ty, value_ty)) => self.map_value((map, ty), (key, key_ty), value_ty),
            None => self.impossible("a key of something that is not a map"),
        }
    }

    /// `map[key]`; faults if the key is not there.
    pub(super) fn map_value(&mut self, (map, ty): (Reg, Ty), (key, key_ty): (Reg, Ty), value_ty: Ty) -> Reg {
        let int = self.lower.typed.builtins.int;
        let slot = self.native("map.slot", &[ty, key_ty], int, vec![map, key]);
        self.native("map.value_at", &[ty, int], value_ty, vec![map, slot])
    }
}
