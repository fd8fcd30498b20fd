//! Traits by structure: equality, order, the display form and the default of a type follow from its parts. These are the
//! functions for types with a part that says its own; for all others the machine does it.

mod display;
mod equal;
mod order;

use super::{Body, Elaborator};
use crate::resolve::ItemId;
use crate::source::Span;
use crate::tree::{Builder, ExprId, ExprKind, Function, LocalId};
use crate::types::{Kind, Shape, Ty, Typed};

/// What a type is made of, as far as what is derived goes.
enum Structure {
    Array(Ty),
    Set(Ty),
    Map(Ty, Ty),
    /// A struct or a tuple.
    Parts,
    /// An enum with so many variants.
    Variants(u32),
    /// Nothing that could be looked into.
    Whole,
}

impl Elaborator<'_> {
    /// The function that a trait means for a type.
    pub(super) fn derived(&mut self, typed: &mut Typed, trait_: ItemId, ty: Ty) -> Function {
        let b = &typed.builtins;
        let traits = b.traits;
        let (name, output, count) = match trait_ {
            it if it == traits.eq => ("equals", b.bool, 2),
            it if it == traits.ord => ("compare", b.int, 2),
            it if it == traits.display => ("display", b.string, 1),
            _ => ("default", ty, 0),
        };
        let is_native = typed.is_native(trait_, ty);
        let module = self.any_module();
        let mut body = self.body(typed, module, Builder::new(name, output, Span::default()), Span::default());
        let args: Vec<LocalId> = (0..count).map(|_| body.builder().param(None, ty)).collect();
        let value = match args.as_slice() {
            _ if is_native => {
                let values = args.iter().map(|it| body.read(*it)).collect();
                body.native(name, vec![ty; count], output, values)
            }
            [value] => body.display_parts(*value, ty),
            [left, right] if name == "equals" => body.equal_parts(*left, *right, ty),
            [left, right] => body.order_parts(*left, *right, ty),
            _ => body.default_parts(ty),
        };
        body.finish(value)
    }
}

impl Typed {
    /// Whether the machine can do what a trait means for a type.
    pub(crate) fn is_native(&mut self, trait_: ItemId, ty: Ty) -> bool {
        let b = &self.builtins;
        trait_ != b.traits.default && (ty == b.json || !self.is_written_inside(trait_, ty))
    }

    fn structure(&self, ty: Ty) -> Structure {
        let b = &self.builtins;
        match self.types.kind(ty) {
            Kind::Tuple(_) => Structure::Parts,
            Kind::Adt(item, args) => match self.types.list(args) {
                [element] if item == b.array => Structure::Array(*element),
                [element] if item == b.set => Structure::Set(*element),
                [key, value] if item == b.map => Structure::Map(*key, *value),
                _ => match self.signatures.adts.get(&item).map(|it| &it.shape) {
                    Some(Shape::Struct(_)) => Structure::Parts,
                    Some(Shape::Enum(variants)) => Structure::Variants(variants.len() as u32),
                    _ => Structure::Whole,
                },
            },
            _ => Structure::Whole,
        }
    }
}

impl Body<'_, '_> {
    /// `Type::default()` by the structure of the type.
    fn default_parts(&mut self, ty: Ty) -> ExprId {
        let b = &self.typed.builtins;
        let (string, bytes, option, array, int, float, bool) =
            (b.string, b.bytes, b.option, b.array, b.int, b.float, b.bool);
        let unit = self.typed.types.unit();
        match self.typed.structure(ty) {
            _ if ty == unit => self.unit(),
            Structure::Array(_) => self.put(ExprKind::Array(Vec::new()), ty),
            Structure::Set(_) => self.native("set.new", Vec::new(), ty, Vec::new()),
            Structure::Map(..) => self.put(ExprKind::Map(Vec::new()), ty),
            Structure::Variants(_) if self.typed.arguments_of(ty, option).is_some() => {
                self.put(ExprKind::Variant(0, Vec::new()), ty)
            }
            Structure::Parts => {
                let count = self.typed.parts(ty).map_or(0, |it| it.len());
                let parts = (0..count).map(|at| self.default_of_field(ty, None, at)).collect();
                self.put(ExprKind::New(parts), ty)
            }
            _ if ty == string => self.words(""),
            _ if ty == bytes => {
                let numbers = self.typed.types.adt(array, &[int]);
                let empty = self.put(ExprKind::Array(Vec::new()), numbers);
                self.native("bytes.of", vec![numbers], bytes, vec![empty])
            }
            _ if ty == float => self.put(ExprKind::Float(0.0), ty),
            _ if ty == bool => self.put(ExprKind::Bool(false), ty),
            _ if self.typed.builtins.is_word(ty) => self.put(ExprKind::Int(0), ty),
            _ => self.internal("the default of a type that has none"),
        }
    }

    /// A variable that is changed on the way.
    fn variable(&mut self, value: ExprId, stmts: &mut Vec<ExprId>) -> LocalId {
        let ty = self.type_of(value);
        let local = self.builder().local(None, ty);
        let it = self.act(ExprKind::Let(local, value));
        stmts.push(it);
        local
    }

    /// Returns a value unless a condition holds.
    fn give_unless(&mut self, condition: ExprId, value: ExprId, stmts: &mut Vec<ExprId>) {
        let leave = self.give(value);
        let unit = self.unit();
        let check = self.act(ExprKind::If { condition, then: unit, otherwise: Some(leave) });
        stmts.push(check);
    }

    /// Does something for each index below `end`.
    fn each_index(&mut self, to: ExprId, round: impl FnOnce(&mut Self, LocalId) -> ExprId) -> ExprId {
        let int = self.typed.builtins.int;
        let counter = self.builder().local(None, int);
        let from = self.number(0);
        let id = self.builder().new_loop();
        let body = self.in_loop(id, None, |body| round(body, counter));
        self.act(ExprKind::Count { id, counter, from, to, inclusive: false, body })
    }

    /// A value for each variant of an enum, by the variant of a variable.
    fn each_variant(
        &mut self,
        subject: LocalId,
        ty: Ty,
        (count, result): (u32, Ty),
        mut one: impl FnMut(&mut Self, u32) -> ExprId,
    ) -> ExprId {
        use crate::tree::decision::{Decision, Node, NodeId, Occurrence, OccurrenceId, Step};
        let mut arms = Vec::with_capacity(count as usize);
        for index in 0..count {
            arms.push(crate::tree::Arm { guard: None, body: one(self, index) });
        }
        let occurrence = Occurrence { parent: OccurrenceId(0), step: Step::Subject, ty };
        let cases = (0..count).map(|it| (it, NodeId(it + 1))).collect();
        let root = Node::Variant { on: OccurrenceId(0), cases, otherwise: None };
        let arm = |arm: u32| Node::Arm { arm, bindings: Vec::new(), otherwise: None };
        let nodes = [root].into_iter().chain((0..count).map(arm)).collect();
        let decision = Box::new(Decision { occurrences: vec![occurrence], nodes, root: NodeId(0) });
        self.put(ExprKind::Match { subject, decision, arms, otherwise: None }, result)
    }
}
