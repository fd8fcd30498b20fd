//! Calls of functions.

use concerto_ir::operand::{FnRef, Reg};

use super::body::{Body, Lowered};
use crate::ast::{Arg, ExprId};
use crate::resolve::Res;
use crate::types::{Source, Ty};

impl Body<'_, '_> {
    pub(super) fn call(&mut self, id: ExprId, callee: ExprId, args: &[Arg]) -> Lowered<Reg> {
        let span = self.ast.expr_span(id);
        if let Res::Variant(_, index) = self.res(callee) {
            let data = args.iter().map(|it| self.own(it.value)).collect::<Lowered<Vec<Reg>>>()?;
            return self.variant(id, index, data);
        }
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
        let result = self.result_of(&sig, &types);
        if sig.receiver.is_some() || self.lower.is_trait(sig.item) {
            return Err(self.unsupported(span, "a method that is called like a function"));
        }
        let function = FnRef(self.lower.instance(call.function, types));
        Ok(self.call_of(function, values, result))
    }
}
