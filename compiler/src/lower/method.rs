//! Calls of methods: with their receiver first, or on a place that they update.

use concerto_ir::op::Inst;
use concerto_ir::operand::{FnRef, Kind, LayoutRef, OutFloat, OutInt, OutRef, PlaceRef, Reg, Regs};

use super::Work;
use super::body::{Body, Lowered};
use super::call::{Given, Receiver, substitution};
use super::data::Slot;
use super::native::NativeCall;
use crate::ast::{ExprId, Ident};
use crate::types::{FnId, Source, Ty};

impl Body<'_, '_> {
    /// `receiver.name(args)`; a field that holds a function can be called, too.
    pub(super) fn method_with(&mut self, id: ExprId, receiver: ExprId, name: Ident, given: Given<'_>) -> Lowered<Reg> {
        let span = self.ast.expr_span(id);
        if let Some(call) = self.recorded(id) {
            let sig = self.lower.typed.signatures.function(call.function).clone();
            let receiver = if sig.receiver.is_some() { Receiver::Expr(receiver) } else { Receiver::None };
            return self.invoke(&call, receiver, given, span);
        }
        let ty = self.type_of(receiver);
        let Some((slot, part)) = self.lower.slot(ty, Ok(name.name)) else {
            return Err(self.unsupported(span, "this call"));
        };
        let object = self.value(receiver)?;
        let closure = self.read(object, slot);
        self.call_closure(closure, part, given)
    }

    /// A method that updates its receiver where that is.
    pub(super) fn update(
        &mut self,
        (function, types): (FnId, Vec<Ty>),
        sources: &[Source],
        place: ExprId,
        given: Given<'_>,
        (native, params, result): (Option<String>, Vec<Ty>, Ty),
    ) -> Lowered<Reg> {
        let sig = self.lower.typed.signatures.function(function).clone();
        let map = substitution(&sig, &types);
        if self.is_tool(place) {
            let args = self.arguments(&sig, &map, sources, given, false)?;
            let crate::resolve::Res::Item(item) = self.res(place) else {
                return Err(self.unsupported(self.ast.expr_span(place), "this call"));
            };
            self.must_have_state(item, place)?;
            return Ok(self.update_tool(item, (function, types), args, result));
        }
        let spot = self.spot(place)?;
        let takes = native.as_deref() == Some("array.push");
        let args = self.arguments(&sig, &map, sources, given, native.is_some() && !takes)?;
        let args: Vec<Reg> = args.into_iter().map(|it| if spot.is_at(it) { self.owned(it) } else { it }).collect();
        if let (true, [value]) = (takes, args.as_slice())
            && self.push_number(&spot, *value)
        {
            return Ok(self.int(0));
        }
        if let Some(name) = native {
            let call = NativeCall { name: &name, is_effect: false, types: Vec::new(), params, result, args };
            return Ok(self.with_spot(&spot, |body, place| body.change_native(call, place)));
        }
        let function = self.lower.ask(Work::Function(function, types));
        if self.kind_of_expr(place) != Kind::Ref {
            let old = self.look(&spot);
            let (value, new) = self.update_number(function, (old, params[0]), args, result);
            self.store(&spot, new);
            return Ok(value);
        }
        Ok(self.with_spot(&spot, |body, place| body.update_of(function, place, args, result)))
    }

    /// `dst, place = function(place, args)`
    pub(super) fn update_of(&mut self, function: FnRef, place: Reg, args: Vec<Reg>, result: Ty) -> Reg {
        let kind = self.lower.kind(result);
        let dst = self.register(kind);
        let (place, args) = (PlaceRef(place), Regs(args));
        self.put(match kind {
            Kind::Int => Inst::UpdateInt { dst: OutInt(dst), place, function, args },
            Kind::Float => Inst::UpdateFloat { dst: OutFloat(dst), place, function, args },
            Kind::Ref => Inst::UpdateRef { dst: OutRef(dst), place, function, args },
        });
        dst
    }

    /// A method that changes a number gives back its result and the number.
    fn update_number(&mut self, function: FnRef, (old, ty): (Reg, Ty), args: Vec<Reg>, result: Ty) -> (Reg, Reg) {
        let args = [old].into_iter().chain(args).collect();
        let both = self.call_of(function, args, Kind::Ref);
        let (kind, own) = (self.lower.kind(result), self.lower.kind(ty));
        let layout = LayoutRef(self.lower.pair_layout(kind, own));
        let value = self.read(both, Slot { at: 0, kind, layout });
        let new = self.read(both, Slot { at: 1, kind: own, layout });
        (value, new)
    }
}
