//! Calls: of functions, of variants, of values; and pipes, which are calls with their first argument before them.

use concerto_ir::op::Inst;
use concerto_ir::operand::{FnRef, InRef, Kind, OutFloat, OutInt, OutRef, Reg, Regs};

use super::Work;
use super::body::{Body, Lowered};
use super::native::NativeCall;
use crate::ast::{Arg, Expr, ExprId};
use crate::resolve::Res;
use crate::source::Span;
use crate::types::{self, Call, FnId, FnSig, Source, Substitution, Target, Ty};

/// What a call is made with: what was piped into it, and what stands in its parentheses.
#[derive(Clone, Copy)]
pub(super) struct Given<'g> {
    pub(super) piped: Option<Reg>,
    pub(super) args: &'g [Arg],
}

/// What stands before the parentheses.
pub(super) enum Receiver {
    None,
    /// An expression, perhaps a place.
    Expr(ExprId),
    /// A value that is there.
    Value(Reg),
}

impl<'c> Body<'_, 'c> {
    pub(super) fn recorded(&self, id: ExprId) -> Option<Call> {
        self.lower.typed.modules[self.module.index()].calls.get(&id).cloned()
    }

    /// `f(x)`, `Shape::Circle(2.0)`, `Type::method(value)`, or a call of a value.
    pub(super) fn call(&mut self, id: ExprId, callee: ExprId, given: Given<'_>) -> Lowered<Reg> {
        let span = self.ast.expr_span(id);
        if let Some(call) = self.recorded(id) {
            let has_receiver = self.lower.typed.signatures.function(call.function).receiver.is_some();
            return match (has_receiver, given.piped, given.args.split_first()) {
                (false, _, _) | (true, None, None) => self.invoke(&call, Receiver::None, given, span),
                (true, Some(piped), _) => {
                    let rest = Given { piped: None, args: given.args };
                    self.invoke(&call, Receiver::Value(piped), rest, span)
                }
                (true, None, Some((first, rest))) => {
                    let rest = Given { piped: None, args: rest };
                    self.invoke(&call, Receiver::Expr(first.value), rest, span)
                }
            };
        }
        let ty = self.type_of(id);
        if let Some(index) = self.constructed(callee, ty) {
            let mut data: Vec<Reg> = given.piped.into_iter().collect();
            for arg in given.args {
                data.push(self.own(arg.value)?);
            }
            return Ok(self.new_variant(ty, index, data));
        }
        let callee_ty = self.type_of(callee);
        let closure = self.own(callee)?;
        self.call_closure(closure, callee_ty, given)
    }

    /// The variant that a call makes, if its callee names one.
    fn constructed(&self, callee: ExprId, ty: Ty) -> Option<u32> {
        match (self.res(callee), self.ast.expr(callee)) {
            (Res::Variant(_, index), _) => Some(index),
            (Res::Member(_), Expr::Path(path)) => {
                let name = self.ast.path(*path).segments.last()?.name.name;
                self.lower.variant_named(ty, name)
            }
            _ => None,
        }
    }

    /// A call of a value of function type.
    pub(super) fn call_closure(&mut self, closure: Reg, ty: Ty, given: Given<'_>) -> Lowered<Reg> {
        let mut args: Vec<Reg> = given.piped.into_iter().collect();
        for (at, arg) in given.args.iter().enumerate() {
            args.push(self.argument(arg.value, &given.args[at + 1..])?);
        }
        let types::Kind::Fn(params, result) = self.lower.typed.types.kind(ty) else {
            return Err(self.unsupported(Span::default(), "this call"));
        };
        let params = self.lower.typed.types.list(params).to_vec();
        Ok(self.call_value(closure, &params, result, args))
    }

    /// `closure(args)`
    pub(super) fn call_value(&mut self, closure: Reg, params: &[Ty], result: Ty, args: Vec<Reg>) -> Reg {
        let kinds = params.iter().map(|it| self.lower.kind(*it)).collect();
        let kind = self.lower.kind(result);
        let signature = self.lower.signature(kinds, kind);
        let dst = self.register(kind);
        let (closure, args) = (InRef(closure), Regs(args));
        self.put(match kind {
            Kind::Int => Inst::CallValueInt { dst: OutInt(dst), closure, signature, args },
            Kind::Float => Inst::CallValueFloat { dst: OutFloat(dst), closure, signature, args },
            Kind::Ref => Inst::CallValueRef { dst: OutRef(dst), closure, signature, args },
        });
        dst
    }

    /// `left |> right`
    pub(super) fn pipe(&mut self, left: ExprId, right: ExprId) -> Lowered<Reg> {
        let ast = self.ast;
        if let Expr::Try(inner) = ast.expr(right) {
            let value = self.pipe(left, *inner)?;
            let ty = self.type_of(*inner);
            return self.try_value(right, value, ty);
        }
        let piped = self.own(left)?;
        let outer = std::mem::replace(&mut self.place, self.lower.place(ast.expr_span(right)));
        let result = self.piped(piped, right);
        self.place = outer;
        result
    }

    fn piped(&mut self, piped: Reg, right: ExprId) -> Lowered<Reg> {
        let ast = self.ast;
        let piped = Some(piped);
        match ast.expr(right) {
            Expr::Call { callee, args } => self.call(right, *callee, Given { piped, args }),
            Expr::Method(call) => self.method_with(right, call.receiver, call.name, Given { piped, args: &call.args }),
            Expr::Name(_) | Expr::Path(_) => self.call(right, right, Given { piped, args: &[] }),
            Expr::Field { base, name } => self.method_with(right, *base, *name, Given { piped, args: &[] }),
            _ => {
                let ty = self.type_of(right);
                let closure = self.own(right)?;
                self.call_closure(closure, ty, Given { piped, args: &[] })
            }
        }
    }

    /// A call of a declared function, whichever function that is for the types at hand.
    pub(super) fn invoke(&mut self, call: &Call, receiver: Receiver, given: Given<'_>, span: Span) -> Lowered<Reg> {
        let types: Vec<Ty> = call.type_args.iter().map(|it| self.instantiated(*it)).collect();
        match self.lower.typed.target(call.function, &types) {
            Target::Derived(trait_, ty) => {
                let mut args = Vec::new();
                match receiver {
                    Receiver::None => {}
                    Receiver::Expr(id) => args.push(self.argument(id, given.args)?),
                    Receiver::Value(reg) => args.push(reg),
                }
                args.extend(given.piped);
                for (at, arg) in given.args.iter().enumerate() {
                    args.push(self.argument(arg.value, &given.args[at + 1..])?);
                }
                self.by_structure(trait_, ty, args)
            }
            Target::Function(function, types) => {
                self.invoke_function(function, types, &call.args, receiver, given, span)
            }
        }
    }

    fn invoke_function(
        &mut self,
        function: FnId,
        types: Vec<Ty>,
        sources: &[Source],
        receiver: Receiver,
        given: Given<'_>,
        span: Span,
    ) -> Lowered<Reg> {
        let sig = self.lower.typed.signatures.function(function).clone();
        let map = substitution(&sig, &types);
        let result = self.lower.typed.types.substitute(sig.result, &map);
        let native = if sig.has_body { None } else { self.native_name(&sig) };
        if !sig.has_body && native.is_none() && self.lower.is_server(sig.item) {
            let args = self.arguments(&sig, &map, sources, given, false)?;
            return self.call_server(&sig, args, span);
        }
        if !sig.has_body && native.is_none() && self.lower.tree_of(&sig).is_some() {
            return Err(self.unsupported(span, "a function without a body"));
        }
        let params = self.param_types(&sig, &map);
        match (receiver, sig.receiver) {
            (Receiver::Expr(place), Some(true)) => {
                self.update((function, types), sources, place, given, (native, params, result))
            }
            (receiver, _) => {
                let mut args = Vec::new();
                let lends = native.is_some();
                match receiver {
                    Receiver::None => {}
                    Receiver::Value(reg) => args.push(reg),
                    Receiver::Expr(id) if self.is_tool(id) => args.extend(self.tool_state(id, &sig)?),
                    Receiver::Expr(id) if lends => args.push(self.lent(id, given.args)?),
                    Receiver::Expr(id) => args.push(self.argument(id, given.args)?),
                }
                args.extend(self.arguments(&sig, &map, sources, given, lends)?);
                match native {
                    Some(name) => {
                        let is_effect = !sig.effects.is_pure();
                        self.call_native(NativeCall { name: &name, is_effect, types, params, result, args })
                    }
                    None => Ok(self.call_function(function, types, args, result)),
                }
            }
        }
    }

    /// The types of what a function takes, its receiver first.
    pub(super) fn param_types(&mut self, sig: &FnSig, map: &Substitution) -> Vec<Ty> {
        let receiver = sig.receiver.and(sig.self_type);
        let types: Vec<Ty> = receiver.into_iter().chain(sig.params.iter().map(|it| it.ty)).collect();
        types.into_iter().map(|it| self.lower.typed.types.substitute(it, map)).collect()
    }

    /// A call of a function of the program.
    pub(super) fn call_function(&mut self, function: FnId, types: Vec<Ty>, args: Vec<Reg>, result: Ty) -> Reg {
        let function = self.lower.ask(Work::Function(function, types));
        let kind = self.lower.kind(result);
        self.call_of(function, args, kind)
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

    /// An argument that is handed over; those after it may change what it names.
    pub(super) fn argument(&mut self, id: ExprId, rest: &[Arg]) -> Lowered<Reg> {
        match self.kind_of_expr(id) {
            Kind::Ref => self.own(id),
            _ => self.lent(id, rest),
        }
    }

    /// An argument that is only looked at.
    pub(super) fn lent(&mut self, id: ExprId, rest: &[Arg]) -> Lowered<Reg> {
        match rest.iter().all(|it| self.is_calm(it.value)) {
            true => self.value(id),
            false => self.own(id),
        }
    }

    /// The arguments of a call in the order of the parameters. They are evaluated as they are written, defaults last.
    pub(super) fn arguments(
        &mut self,
        sig: &FnSig,
        map: &Substitution,
        sources: &[Source],
        given: Given<'_>,
        lends: bool,
    ) -> Lowered<Vec<Reg>> {
        let mut written = Vec::with_capacity(given.args.len());
        for (at, arg) in given.args.iter().enumerate() {
            let rest = &given.args[at + 1..];
            written.push(if lends { self.lent(arg.value, rest)? } else { self.argument(arg.value, rest)? });
        }
        let mut values = Vec::with_capacity(sources.len());
        for (at, source) in sources.iter().enumerate() {
            values.push(match source {
                Source::Arg(at) => written.get(*at as usize).copied(),
                Source::Piped => given.piped,
                Source::Default => Some(self.default_argument(sig, map, at)?),
            });
        }
        Ok(values.into_iter().flatten().collect())
    }

    fn default_argument(&mut self, sig: &FnSig, map: &Substitution, at: usize) -> Lowered<Reg> {
        let param = match self.lower.tree_of(sig) {
            Some(function) => function.params.get(at),
            None => self.lower.pipeline_of(sig).and_then(|it| it.params.get(at)),
        };
        let Some(default) = param.and_then(|it| it.default) else {
            return Err(self.unsupported(sig.name_span, "a default argument"));
        };
        let self_type = sig.self_type.map(|it| self.lower.typed.types.substitute(it, map));
        let place = self.place;
        let outer = self.caller.replace(place);
        let reg = self.elsewhere(sig.item.module, map.clone(), self_type, |body| {
            let reg = body.own(default);
            body.place = place;
            reg
        });
        self.caller = outer;
        reg
    }
}

/// What the parameters of a function are.
pub(super) fn substitution(sig: &FnSig, types: &[Ty]) -> Substitution {
    let params: Vec<_> = sig.outer.iter().chain(&sig.generics).copied().collect();
    Substitution::new(&params, types)
}
