//! Calls of methods: with their receiver first, or on a place that they update.

use concerto_ir::op::Inst;
use concerto_ir::operand::{
    FnRef, InFloat, InInt, InRef, Kind, OutFloat, OutInt, OutRef, PlaceRef, Reg, Regs, TakeRef,
};

use super::body::{Body, Lowered};
use crate::ast::{ExprId, MethodCall};
use crate::types::{FnSig, Source, Substitution, Ty};

impl Body<'_, '_> {
    pub(super) fn method(&mut self, id: ExprId, call: &MethodCall) -> Lowered<Reg> {
        let span = self.ast.expr_span(id);
        let Some(found) = self.lower.typed.modules[self.module.index()].calls.get(&id).cloned() else {
            return Err(self.unsupported(span, "this call"));
        };
        let types: Vec<Ty> =
            found.type_args.iter().map(|it| self.lower.typed.types.substitute(*it, &self.types)).collect();
        let sig = self.lower.typed.signatures.function(found.function).clone();
        if !sig.has_body {
            return self.native(id, call, &sig);
        }
        if self.lower.is_trait(sig.item) {
            return Err(self.unsupported(span, "a method of a trait"));
        }
        let result = self.result_of(&sig, &types);
        if sig.receiver == Some(true) {
            return self.update(call, &found.args, result, (found.function, types));
        }
        let receiver = self.own(call.receiver)?;
        let mut args = vec![receiver];
        args.extend(self.arguments(call, &found.args)?);
        let function = FnRef(self.lower.instance(found.function, types));
        Ok(self.call_of(function, args, result))
    }

    /// What a function gives with these types.
    pub(super) fn result_of(&mut self, sig: &FnSig, types: &[Ty]) -> Kind {
        let params: Vec<_> = sig.outer.iter().chain(&sig.generics).copied().collect();
        let map = Substitution::new(&params, types);
        let ty = self.lower.typed.types.substitute(sig.result, &map);
        self.lower.kind(ty)
    }

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

    /// The arguments of a method in the order of its parameters.
    fn arguments(&mut self, call: &MethodCall, sources: &[Source]) -> Lowered<Vec<Reg>> {
        let mut values: Vec<Option<Reg>> = vec![None; sources.len()];
        for (at, arg) in call.args.iter().enumerate() {
            let value = self.own(arg.value)?;
            if let Some(param) = sources.iter().position(|it| *it == Source::Arg(at as u32)) {
                values[param] = Some(value);
            }
        }
        let span = call.name.span;
        values.into_iter().map(|it| it.ok_or_else(|| self.unsupported(span, "a default argument"))).collect()
    }

    /// A method that updates its receiver where that is.
    fn update(
        &mut self,
        call: &MethodCall,
        sources: &[Source],
        result: Kind,
        (function, types): (crate::types::FnId, Vec<Ty>),
    ) -> Lowered<Reg> {
        if self.kind_of_expr(call.receiver) != Kind::Ref {
            return Err(self.unsupported(call.name.span, "a method that changes a number"));
        }
        let spot = self.spot(call.receiver)?;
        let args = Regs(self.arguments(call, sources)?);
        let function = FnRef(self.lower.instance(function, types));
        Ok(self.with_spot(&spot, |body, place| {
            let dst = body.register(result);
            let place = PlaceRef(place);
            body.put(match result {
                Kind::Int => Inst::UpdateInt { dst: OutInt(dst), place, function, args },
                Kind::Float => Inst::UpdateFloat { dst: OutFloat(dst), place, function, args },
                Kind::Ref => Inst::UpdateRef { dst: OutRef(dst), place, function, args },
            });
            dst
        }))
    }

    /// A function of the machine that is an instruction.
    fn native(&mut self, id: ExprId, call: &MethodCall, sig: &FnSig) -> Lowered<Reg> {
        let name = self.lower.program.names.text(sig.name);
        let ty = self.type_of(call.receiver);
        match (name, self.element_kind(ty)) {
            ("len", Some(_)) => {
                let array = self.value(call.receiver)?;
                let dst = self.register(Kind::Int);
                self.put(Inst::Len { dst: OutInt(dst), array: InRef(array) });
                Ok(dst)
            }
            ("push", Some(kind)) => {
                let [arg] = &*call.args else { return Err(self.unsupported(call.name.span, "this call")) };
                let spot = self.spot(call.receiver)?;
                let value = self.own(arg.value)?;
                self.with_spot(&spot, |body, array| {
                    let array = PlaceRef(array);
                    body.put(match kind {
                        Kind::Int => Inst::PushInt { array, src: InInt(value) },
                        Kind::Float => Inst::PushFloat { array, src: InFloat(value) },
                        Kind::Ref => Inst::PushRef { array, src: TakeRef(value) },
                    });
                });
                Ok(self.int(0))
            }
            _ => Err(self.unsupported(self.ast.expr_span(id), "a function of the machine")),
        }
    }
}
