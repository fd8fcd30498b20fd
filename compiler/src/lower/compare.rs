//! Traits that the machine knows, of values of any type: equality, order, the display form, the default.

use concerto_ir::op::Inst;
use concerto_ir::operand::{InFloat, InInt, InRef, Kind, OutInt, Reg};

use super::body::Body;
use super::meaning::Meaning;
use crate::resolve::ItemId;
use crate::tree::{Compare, ExprId};
use crate::types::Ty;

impl Body<'_, '_> {
    /// How values of a type are compared, if instructions on numbers do that: words, and plain enums that are compared
    /// by their structure.
    pub(super) fn compared_as(&mut self, op: Compare, ty: Ty) -> Option<Kind> {
        let kind = self.lower.kind(ty);
        if kind == Kind::Ref || ty == self.lower.typed.types.never() {
            return None;
        }
        if self.lower.is_scalar(ty) {
            return Some(kind);
        }
        let traits = self.lower.typed.builtins.traits;
        let trait_ = if matches!(op, Compare::Eq | Compare::NotEq) { traits.eq } else { traits.ord };
        (!matches!(self.lower.meaning(trait_, ty), Meaning::Written(_))).then_some(kind)
    }

    /// `left op right`
    pub(super) fn compare(&mut self, op: Compare, left: ExprId, right: ExprId) -> Reg {
        let ty = self.type_of(left);
        let a = self.kept(left, right);
        let b = self.value(right);
        if self.kind_of(a) != self.kind_of(b) {
            // One of them stands where nothing goes on.
            return self.int(0);
        }
        if self.compared_as(op, ty).is_some() {
            return self.compare_words(op, a, b);
        }
        match op {
            Compare::Eq => self.equal(a, b, ty),
            Compare::NotEq => {
                let same = self.equal(a, b, ty);
                self.negated(same)
            }
            Compare::Less | Compare::LessEq | Compare::Greater | Compare::GreaterEq => {
                let order = self.order(a, b, ty);
                let zero = self.int(0);
                self.compare_words(op, order, zero)
            }
        }
    }

    /// `left == right` of values that are there.
    pub(super) fn equal(&mut self, left: Reg, right: Reg, ty: Ty) -> Reg {
        let builtins = &self.lower.typed.builtins;
        let (eq, bool) = (builtins.traits.eq, builtins.bool);
        if self.lower.is_text(ty) || self.lower.is_scalar(ty) {
            return self.equal_words(left, right);
        }
        match self.lower.meaning(eq, ty) {
            Meaning::Native | Meaning::Derived if self.kind_of(left) == Kind::Int => self.equal_words(left, right),
            _ => self.by_meaning(eq, ty, "equals", bool, vec![left, right]),
        }
    }

    /// Equality of numbers and of texts.
    pub(super) fn equal_words(&mut self, left: Reg, right: Reg) -> Reg {
        let dst = self.register(Kind::Int);
        let out = OutInt(dst);
        self.put(match self.kind_of(left) {
            Kind::Int => Inst::EqInt { dst: out, left: InInt(left), right: InInt(right) },
            Kind::Float => Inst::EqFloat { dst: out, left: InFloat(left), right: InFloat(right) },
            Kind::Ref => Inst::EqText { dst: out, left: InRef(left), right: InRef(right) },
        });
        dst
    }

    pub(super) fn order_of(&mut self, left: ExprId, right: ExprId) -> Reg {
        let ty = self.type_of(left);
        let a = self.kept(left, right);
        let b = self.value(right);
        match self.kind_of(a) == self.kind_of(b) {
            true => self.order(a, b, ty),
            false => self.int(0),
        }
    }

    /// The order of two values that are there: an `Int` below, at or above zero.
    pub(super) fn order(&mut self, left: Reg, right: Reg, ty: Ty) -> Reg {
        let builtins = &self.lower.typed.builtins;
        let (ord, int, string) = (builtins.traits.ord, builtins.int, builtins.string);
        if self.lower.is_text(ty) {
            return self.native("string.compare", &[string, string], int, vec![left, right]);
        }
        match (self.lower.meaning(ord, ty), self.kind_of(left)) {
            (Meaning::Native | Meaning::Derived, Kind::Int) => {
                self.native("int.compare", &[int, int], int, vec![left, right])
            }
            (Meaning::Native | Meaning::Derived, Kind::Float) => {
                self.native("float.compare", &[ty, ty], int, vec![left, right])
            }
            _ => self.by_meaning(ord, ty, "compare", int, vec![left, right]),
        }
    }

    pub(super) fn display_of(&mut self, value: ExprId, quoted: bool) -> Reg {
        let ty = self.type_of(value);
        let value = self.value(value);
        if !quoted {
            return self.display(value, ty);
        }
        let string = self.lower.typed.builtins.string;
        if self.lower.is_text(ty) {
            return self.native("quote", &[string], string, vec![value]);
        }
        match self.lower.holds_function(ty) {
            true => self.load_text("a value without a display form"),
            false => self.display(value, ty),
        }
    }

    /// The display form of a value that is there.
    pub(super) fn display(&mut self, value: Reg, ty: Ty) -> Reg {
        let builtins = &self.lower.typed.builtins;
        let (display, string) = (builtins.traits.display, builtins.string);
        match self.lower.is_text(ty) {
            true => value,
            false => self.by_meaning(display, ty, "display", string, vec![value]),
        }
    }

    /// What a trait means for a type, of values that are there and stay.
    fn by_meaning(&mut self, trait_: ItemId, ty: Ty, native: &str, result: Ty, args: Vec<Reg>) -> Reg {
        let function = match self.lower.meaning(trait_, ty) {
            Meaning::Native => return self.native(native, &vec![ty; args.len()], result, args),
            Meaning::Written(function) => function,
            Meaning::Derived => self.lower.ask_derived(trait_, ty),
        };
        let args = args.into_iter().map(|it| self.owned(it)).collect();
        let kind = self.lower.kind(result);
        self.call_of(function, args, kind)
    }

    /// A trait by the structure of a type, where a function of the trait is called.
    pub(super) fn by_structure(&mut self, id: ExprId, trait_: ItemId, ty: Ty, args: &[ExprId]) -> Reg {
        let args = self.seen(args);
        let traits = self.lower.typed.builtins.traits;
        match args.as_slice() {
            [left, right] if trait_ == traits.eq => self.equal(*left, *right, ty),
            [left, right] if trait_ == traits.ord => self.order(*left, *right, ty),
            [value] if trait_ == traits.display => self.display(*value, ty),
            [] if trait_ == traits.default => self.default_value(ty),
            _ => {
                let function = self.lower.ask_derived(trait_, ty);
                let args = args.into_iter().map(|it| self.owned(it)).collect();
                let kind = self.kind_of_expr(id);
                self.call_of(function, args, kind)
            }
        }
    }

    pub(super) fn default_of(&mut self, id: ExprId) -> Reg {
        let ty = self.type_of(id);
        self.default_value(ty)
    }

    /// `Type::default()`
    fn default_value(&mut self, ty: Ty) -> Reg {
        let default = self.lower.typed.builtins.traits.default;
        let kind = self.lower.kind(ty);
        if let Meaning::Written(function) = self.lower.meaning(default, ty) {
            return self.call_of(function, Vec::new(), kind);
        }
        let builtins = &self.lower.typed.builtins;
        let (set, map, option, string, bytes) =
            (builtins.set, builtins.map, builtins.option, builtins.string, builtins.bytes);
        match kind {
            Kind::Int => self.int(0),
            Kind::Float => self.float(0.0),
            Kind::Ref if ty == string => self.load_text(""),
            Kind::Ref if ty == bytes => self.no_bytes(),
            Kind::Ref if self.lower.element_type(ty).is_some() => self.empty_array(ty),
            Kind::Ref if self.lower.arguments_of(ty, set).is_some() => self.native("set.new", &[], ty, Vec::new()),
            Kind::Ref if self.lower.arguments_of(ty, map).is_some() => self.native("map.new", &[], ty, Vec::new()),
            Kind::Ref if self.lower.arguments_of(ty, option).is_some() => self.new_variant(ty, 0, Vec::new()),
            Kind::Ref => {
                let function = self.lower.ask_derived(default, ty);
                self.call_of(function, Vec::new(), kind)
            }
        }
    }

    fn no_bytes(&mut self) -> Reg {
        let builtins = &self.lower.typed.builtins;
        let (array, int, bytes) = (builtins.array, builtins.int, builtins.bytes);
        let numbers = self.lower.typed.types.adt(array, &[int]);
        let empty = self.empty_array(numbers);
        self.native("bytes.of", &[numbers], bytes, vec![empty])
    }
}
