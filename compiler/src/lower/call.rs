//! Calls: of functions, of values, of methods that change their receiver where it is; and functions as values.

use concerto_ir::op::Inst;
use concerto_ir::operand::{FnRef, InRef, Kind, OutFloat, OutInt, OutRef, PlaceRef, Reg, Regs};

use super::body::Body;
use super::data::Slot;
use super::meaning::Callee;
use crate::tree::{ClosureId, ExprId, LocalId, Place, Target};
use crate::types;

impl Body<'_, '_> {
    /// Arguments that are handed over: references in registers of their own, numbers copied if a later one may change
    /// what they name.
    pub(super) fn handed(&mut self, args: &[ExprId]) -> Vec<Reg> {
        let last_change = args.iter().rposition(|it| self.expr(*it).changes);
        let hand = |(at, arg): (usize, &ExprId)| match self.kind_of_expr(*arg) {
            Kind::Ref => self.own(*arg),
            _ if last_change.is_some_and(|it| at < it) => self.own(*arg),
            _ => self.value(*arg),
        };
        args.iter().enumerate().map(hand).collect()
    }

    /// Arguments that are only looked at.
    pub(super) fn seen(&mut self, args: &[ExprId]) -> Vec<Reg> {
        let last_change = args.iter().rposition(|it| self.expr(*it).changes);
        let look = |(at, arg): (usize, &ExprId)| match last_change.is_some_and(|it| at < it) {
            true => self.own(*arg),
            false => self.value(*arg),
        };
        args.iter().enumerate().map(look).collect()
    }

    pub(super) fn call(&mut self, id: ExprId, target: &Target, args: &[ExprId]) -> Reg {
        let value = match self.callee(target) {
            Callee::Function(instance) => {
                if let Some(value) = self.inline_call(id, &instance, args) {
                    return value;
                }
                let function = self.lower.ask_instance(instance);
                let args = self.handed(args);
                let kind = self.kind_of_expr(id);
                self.call_of(function, args, kind)
            }
            Callee::Trait(trait_, ty) => self.by_structure(id, trait_, ty, args),
        };
        self.unless_never(id, value)
    }

    /// `dst = function(args)`
    pub(super) fn call_of(&mut self, function: FnRef, args: Vec<Reg>, result: Kind) -> Reg {
        let dst = self.register(result);
        let args = Regs(args);
        self.put(match result {
            Kind::Int => Inst::CallInt { dst: OutInt(dst), function, args },
            Kind::Float => Inst::CallFloat { dst: OutFloat(dst), function, args },
            Kind::Ref => Inst::CallRef { dst: OutRef(dst), function, args },
        });
        dst
    }

    /// A call of a function value.
    pub(super) fn call_value(&mut self, id: ExprId, callee: ExprId, args: &[ExprId]) -> Reg {
        if let Some(value) = self.inline_value(id, callee, args) {
            return value;
        }
        let ty = self.type_of(callee);
        let changes = args.iter().any(|it| self.expr(*it).changes);
        let closure = if changes { self.own(callee) } else { self.value(callee) };
        let args = self.handed(args);
        let types::Kind::Fn(params, result) = self.lower.typed.types.kind(ty) else {
            // The callee stands where nothing goes on.
            return self.int(0);
        };
        let params = self.lower.typed.types.list(params).to_vec();
        let kinds = params.into_iter().map(|it| self.lower.kind(it)).collect();
        let kind = self.lower.kind(result);
        let signature = self.lower.signature(kinds, kind);
        let dst = self.register(kind);
        let (closure, args) = (InRef(closure), Regs(args));
        self.put(match kind {
            Kind::Int => Inst::CallValueInt { dst: OutInt(dst), closure, signature, args },
            Kind::Float => Inst::CallValueFloat { dst: OutFloat(dst), closure, signature, args },
            Kind::Ref => Inst::CallValueRef { dst: OutRef(dst), closure, signature, args },
        });
        self.unless_never(id, dst)
    }

    /// A method that changes its receiver where that is.
    pub(super) fn update(&mut self, id: ExprId, target: &Target, place: &Place, args: &[ExprId]) -> Reg {
        let spot = self.spot(place);
        if let Some(instance) = self.instance_of(target)
            && let Some(value) = self.inline_update(id, &instance, &spot, args)
        {
            return value;
        }
        let args = self.handed(args);
        let args = self.apart(&spot, args);
        let function = self.function_of(target);
        let kind = self.kind_of_expr(id);
        let value = match spot.kind(self) {
            Kind::Ref => self.with_spot(&spot, |body, place| body.update_of(function, place, args, kind)),
            own => self.replace_number(&spot, |body, old| body.update_number(function, (old, own), args, kind)),
        };
        self.unless_never(id, value)
    }

    /// `dst, place = function(place, args)`
    fn update_of(&mut self, function: FnRef, place: Reg, args: Vec<Reg>, result: Kind) -> Reg {
        let dst = self.register(result);
        let (place, args) = (PlaceRef(place), Regs(args));
        self.put(match result {
            Kind::Int => Inst::UpdateInt { dst: OutInt(dst), place, function, args },
            Kind::Float => Inst::UpdateFloat { dst: OutFloat(dst), place, function, args },
            Kind::Ref => Inst::UpdateRef { dst: OutRef(dst), place, function, args },
        });
        dst
    }

    /// A method that changes a number returns its result and the number.
    fn update_number(&mut self, function: FnRef, (old, own): (Reg, Kind), args: Vec<Reg>, result: Kind) -> (Reg, Reg) {
        let args = [old].into_iter().chain(args).collect();
        let both = self.call_of(function, args, Kind::Ref);
        let layout = self.lower.pair_layout(result, own);
        let value = self.read(both, Slot { at: 0, kind: result, layout });
        let new = self.read(both, Slot { at: 1, kind: own, layout });
        (value, new)
    }

    /// `|x| x + n`, with the values of the variables that it names.
    pub(super) fn closure(&mut self, closure: ClosureId, captures: &[LocalId]) -> Reg {
        let function = self.lower.ask_closure(self.tree.closure(closure).clone(), self.substitution());
        let captures = captures.iter().map(|it| self.local(*it)).collect::<Vec<_>>();
        let captures = captures.into_iter().map(|it| self.owned(it)).collect();
        self.closure_of(function, captures)
    }

    /// A function as a value.
    pub(super) fn function_value(&mut self, target: &Target, captures: &[ExprId]) -> Reg {
        let captures = self.handed(captures);
        let function = self.function_of(target);
        self.closure_of(function, captures)
    }

    pub(super) fn closure_of(&mut self, function: FnRef, captures: Vec<Reg>) -> Reg {
        let dst = self.register(Kind::Ref);
        self.put(Inst::NewClosure { dst: OutRef(dst), function, captures: Regs(captures) });
        dst
    }
}
