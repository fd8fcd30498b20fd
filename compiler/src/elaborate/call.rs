//! Calls: of functions, of variants, of values, of methods; and pipes, which are calls with their first argument before
//! them.

use super::Body;
use crate::ast::{Arg, Expr, ExprId as SourceId, Ident};
use crate::declare;
use crate::resolve::Res;
use crate::tree::{ExprId, ExprKind, Global, Place, Root, Target, Work};
use crate::types::{Call, FnId, FnSig, Kind, Source, Substitution, Ty, Typed};

/// What a call is made with: what was piped into it, and what stands in its parentheses.
#[derive(Clone, Copy)]
pub(super) struct Given<'g> {
    pub(super) piped: Option<ExprId>,
    pub(super) args: &'g [Arg],
}

/// What a function is called on.
#[derive(Clone, Copy)]
pub(super) enum Receiver {
    None,
    /// An expression, perhaps a place.
    Written(SourceId),
    /// A value that is there.
    Value(ExprId),
}

/// A function as it is called: what its parameters are, and what it gives.
pub(super) struct Called {
    pub(super) function: FnId,
    pub(super) sig: std::rc::Rc<FnSig>,
    pub(super) types: Vec<Ty>,
    pub(super) map: Substitution,
    pub(super) result: Ty,
}

impl Body<'_, '_> {
    /// `f(x)`, `Shape::Circle(2.0)`, `Type::method(value)`, or a call of a value.
    pub(super) fn call(&mut self, id: SourceId, callee: SourceId, given: Given<'_>) -> ExprId {
        if let Some(call) = self.recorded(id) {
            let has_receiver = self.typed.signatures.function(call.function).receiver.is_some();
            let (receiver, given) = match (has_receiver, given.piped, given.args.split_first()) {
                (false, _, _) | (true, None, None) => (Receiver::None, given),
                (true, Some(piped), _) => (Receiver::Value(piped), Given { piped: None, args: given.args }),
                (true, None, Some((first, rest))) => {
                    (Receiver::Written(first.value), Given { piped: None, args: rest })
                }
            };
            return self.invoke(&call, receiver, given);
        }
        let ty = self.ty(id);
        if let Some(index) = self.variant_of(callee, ty) {
            let mut data: Vec<ExprId> = given.piped.into_iter().collect();
            data.extend(given.args.iter().map(|it| self.expr(it.value)).collect::<Vec<_>>());
            return self.put(ExprKind::Variant(index, data), ty);
        }
        let callee = self.expr(callee);
        self.call_value(callee, given)
    }

    /// A call of a value of function type. What was piped comes before it.
    pub(super) fn call_value(&mut self, callee: ExprId, given: Given<'_>) -> ExprId {
        let ty = self.type_of(callee);
        let Kind::Fn(_, result) = self.typed.types.kind(ty) else {
            return if self.is_never(callee) { callee } else { self.internal("a call of no function") };
        };
        let mut args: Vec<ExprId> = given.piped.into_iter().collect();
        args.extend(given.args.iter().map(|it| self.expr(it.value)).collect::<Vec<_>>());
        self.put(ExprKind::CallValue(callee, args), result)
    }

    /// `receiver.name(args)`; a field that holds a function can be called, too.
    pub(super) fn method(&mut self, id: SourceId, receiver: SourceId, name: Ident, given: Given<'_>) -> ExprId {
        if let Some(call) = self.recorded(id) {
            let has_receiver = self.typed.signatures.function(call.function).receiver.is_some();
            let receiver = if has_receiver { Receiver::Written(receiver) } else { Receiver::None };
            return self.invoke(&call, receiver, given);
        }
        let value = self.expr(receiver);
        let callee = self.part(value, Ok(name.name));
        self.call_value(callee, given)
    }

    /// `left |> right`
    pub(super) fn pipe(&mut self, left: SourceId, right: SourceId) -> ExprId {
        if let Expr::Try(inner) = self.ast.expr(right) {
            let value = self.pipe(left, *inner);
            return self.try_value(right, value);
        }
        let value = self.expr(left);
        let mut stmts = Vec::new();
        let piped = Some(self.kept(value, &mut stmts));
        let span = self.ast.expr_span(right);
        let value = self.at(span, |body| body.piped(piped, right));
        self.after(stmts, value)
    }

    fn piped(&mut self, piped: Option<ExprId>, right: SourceId) -> ExprId {
        match self.ast.expr(right) {
            Expr::Call { callee, args } => self.call(right, *callee, Given { piped, args }),
            Expr::Method(call) => self.method(right, call.receiver, call.name, Given { piped, args: &call.args }),
            Expr::Name(_) | Expr::Path(_) => self.call(right, right, Given { piped, args: &[] }),
            Expr::Field { base, name } => self.method(right, *base, *name, Given { piped, args: &[] }),
            _ => {
                let callee = self.expr(right);
                self.call_value(callee, Given { piped, args: &[] })
            }
        }
    }

    /// A function as it is called with these types.
    pub(super) fn called(&mut self, function: FnId, types: Vec<Ty>) -> Called {
        let sig = self.typed.signatures.function(function).clone();
        let map = Typed::instance(&sig, &types);
        let result = self.typed.types.substitute(sig.result, &map);
        Called { function, sig, types, map, result }
    }

    /// A call of a declared function.
    fn invoke(&mut self, call: &Call, receiver: Receiver, given: Given<'_>) -> ExprId {
        let types = self.type_args(call);
        let called = self.called(call.function, types);
        match (receiver, called.sig.receiver) {
            (Receiver::Written(place), Some(true)) => self.update(&called, &call.args, place, given),
            _ => self.invoke_plain(&called, &call.args, receiver, given),
        }
    }

    fn invoke_plain(&mut self, called: &Called, sources: &[Source], receiver: Receiver, given: Given<'_>) -> ExprId {
        let mut stmts = Vec::new();
        let is_direct = self.is_direct(called, sources);
        let first = match receiver {
            Receiver::None => None,
            Receiver::Value(value) => Some(value),
            Receiver::Written(id) => match self.tool_of(id) {
                Some((item, ty)) => Some(self.put(ExprKind::Global(Global::Item(item)), ty)),
                None => {
                    let value = self.expr(id);
                    Some(if is_direct { value } else { self.kept(value, &mut stmts) })
                }
            },
        };
        let rest = self.arguments(called, sources, given, is_direct, &mut stmts);
        let args: Vec<ExprId> = first.into_iter().chain(rest).collect();
        let value = self.call_of(called, args);
        self.after(stmts, value)
    }

    /// The call itself.
    pub(super) fn call_of(&mut self, called: &Called, args: Vec<ExprId>) -> ExprId {
        let sig = &called.sig;
        if sig.has_body || self.is_pipeline(sig) {
            let target = Target { work: Work::Function(called.function), types: called.types.as_slice().into() };
            return self.put(ExprKind::Call(target, args), called.result);
        }
        match self.it.native_name(sig) {
            Some(name) => self.native_call(&name, sig, &called.types, called.result, args),
            None if self.it.about(self.typed).is_server(sig.item) => self.call_server(sig, args),
            // A trait's own function, which an `impl` or the structure of the type stands for.
            None => {
                let target = Target { work: Work::Function(called.function), types: called.types.as_slice().into() };
                self.put(ExprKind::Call(target, args), called.result)
            }
        }
    }

    fn is_pipeline(&self, sig: &FnSig) -> bool {
        declare::tree_of(self.it.program, sig).is_none()
    }

    /// The tool that an expression names, unless it is a value of one.
    pub(super) fn tool_of(&mut self, id: SourceId) -> Option<(crate::resolve::ItemId, Ty)> {
        let ty = self.ty(id);
        let Res::Item(item) = self.res(id) else { return None };
        let is_item = matches!(self.typed.types.kind(ty), Kind::Item(_));
        (is_item && self.coercion(id).is_none()).then_some((item, ty))
    }

    /// A method that updates its receiver where that is.
    fn update(&mut self, called: &Called, sources: &[Source], place: SourceId, given: Given<'_>) -> ExprId {
        let mut stmts = Vec::new();
        let is_direct = self.is_direct(called, sources);
        let found = match self.tool_of(place) {
            Some((item, ty)) => Some(Place { root: Root::Global(Global::Item(item), ty), steps: Vec::new() }),
            None => self.place(place),
        };
        let Some(mut place) = found else { return self.internal("a method of no place") };
        if !is_direct {
            self.keep_place(&mut place, &mut stmts);
        }
        let args = self.arguments(called, sources, given, is_direct, &mut stmts);
        let kind = match self.it.native_name(&called.sig).filter(|_| !called.sig.has_body) {
            Some(name) => {
                let params = self.param_types(called);
                ExprKind::UpdateNative { name: name.into(), place, params, args }
            }
            None => {
                let work = Work::Function(called.function);
                ExprKind::Update(Target { work, types: called.types.as_slice().into() }, place, args)
            }
        };
        let value = self.put(kind, called.result);
        self.after(stmts, value)
    }

    /// The types of what a function takes, its receiver first.
    pub(super) fn param_types(&mut self, called: &Called) -> Vec<Ty> {
        let receiver = called.sig.receiver.and(called.sig.self_type);
        let types: Vec<Ty> = receiver.into_iter().chain(called.sig.params.iter().map(|it| it.ty)).collect();
        types.into_iter().map(|it| self.typed.types.substitute(it, &called.map)).collect()
    }

    /// Whether arguments are evaluated in the order of the parameters: written ones are in that order, defaults after them.
    fn is_direct(&self, called: &Called, sources: &[Source]) -> bool {
        let order = |it: &Source| match it {
            Source::Piped => 0,
            Source::Arg(at) => at + 1,
            Source::Default => u32::MAX,
        };
        let mut last = 0;
        for (at, source) in sources.iter().enumerate() {
            if *source == Source::Default && self.is_plain_default(called, at) {
                continue;
            }
            if order(source) < last {
                return false;
            }
            last = order(source);
        }
        true
    }

    /// Whether the default of a parameter is a literal.
    fn is_plain_default(&self, called: &Called, at: usize) -> bool {
        let ast = &self.it.program.module(called.sig.item.module).ast;
        let is_plain = |it: &Expr| {
            matches!(
                it,
                Expr::Int(_) | Expr::Float(_) | Expr::Bool(_) | Expr::Str(_) | Expr::Duration(_) | Expr::Path(_)
            )
        };
        self.default_of_param(called, at).is_some_and(|it| is_plain(ast.expr(it)))
    }

    fn default_of_param(&self, called: &Called, at: usize) -> Option<SourceId> {
        let param = match declare::tree_of(self.it.program, &called.sig) {
            Some(function) => function.params.get(at),
            None => self.it.pipeline_of(&called.sig).and_then(|it| it.params.get(at)),
        };
        param.and_then(|it| it.default)
    }

    /// The arguments of a call in the order of the parameters. They are evaluated as they are written, defaults last.
    pub(super) fn arguments(
        &mut self,
        called: &Called,
        sources: &[Source],
        given: Given<'_>,
        is_direct: bool,
        stmts: &mut Vec<ExprId>,
    ) -> Vec<ExprId> {
        let mut written = Vec::with_capacity(given.args.len());
        for arg in given.args {
            let value = self.expr(arg.value);
            written.push(if is_direct { value } else { self.kept(value, stmts) });
        }
        let mut values = Vec::with_capacity(sources.len());
        for (at, source) in sources.iter().enumerate() {
            values.push(match source {
                Source::Arg(at) => written.get(*at as usize).copied(),
                Source::Piped => given.piped,
                Source::Default => Some(self.default_argument(called, at)),
            });
        }
        values.into_iter().flatten().collect()
    }

    fn default_argument(&mut self, called: &Called, at: usize) -> ExprId {
        let Some(default) = self.default_of_param(called, at) else {
            let ty = called.sig.params.get(at).map(|it| it.ty);
            let Some(ty) = ty else { return self.internal("an argument without a parameter") };
            let ty = self.typed.types.substitute(ty, &called.map);
            return self.put(ExprKind::Default, ty);
        };
        let outer = self.caller.replace(self.span);
        let value = self.elsewhere(called.sig.item.module, called.map.clone(), |body| body.expr(default));
        self.caller = outer;
        value
    }
}
