//! Calls of functions.

use concerto_ir::op::Inst;
use concerto_ir::operand::{FnRef, Kind, OutFloat, OutInt, OutRef, Reg, Regs};

use super::body::{Body, Lowered};
use crate::ast::{Arg, ExprId};
use crate::types::{Source, Ty};

impl Body<'_, '_> {
    pub(super) fn call(&mut self, id: ExprId, _callee: ExprId, args: &[Arg]) -> Lowered<Reg> {
        let span = self.ast.expr_span(id);
        let Some(call) = self.lower.typed.modules[self.module.index()].calls.get(&id).cloned() else {
            return Err(self.unsupported(span, "this call"));
        };
        let types: Vec<Ty> =
            call.type_args.iter().map(|it| self.lower.typed.types.substitute(*it, &self.types)).collect();
        let sig = self.lower.typed.signatures.function(call.function).clone();
        // Arguments are evaluated as they are written, defaults after them.
        let mut values: Vec<Option<Reg>> = vec![None; call.args.len()];
        for (at, arg) in args.iter().enumerate() {
            let value = self.own(arg.value)?;
            let param = call.args.iter().position(|it| *it == Source::Arg(at as u32));
            if let Some(param) = param {
                values[param] = Some(value);
            }
        }
        if values.iter().any(Option::is_none) {
            return Err(self.unsupported(span, "a default argument"));
        }
        let values: Vec<Reg> = values.into_iter().flatten().collect();
        let result = {
            let params: Vec<_> = sig.outer.iter().chain(&sig.generics).copied().collect();
            let map = crate::types::Substitution::new(&params, &types);
            let ty = self.lower.typed.types.substitute(sig.result, &map);
            self.lower.kind(ty)
        };
        let function = FnRef(self.lower.instance(call.function, types));
        let dst = self.register(result);
        let args = Regs(values);
        self.put(match result {
            Kind::Int => Inst::CallInt { dst: OutInt(dst), function, args },
            Kind::Float => Inst::CallFloat { dst: OutFloat(dst), function, args },
            Kind::Ref => Inst::CallRef { dst: OutRef(dst), function, args },
        });
        Ok(dst)
    }
}
