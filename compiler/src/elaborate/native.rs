//! Functions that the library declares without a body. Those that are expressions of the tree are those here.

use super::Body;
use crate::tree::{Derived, ExprId, ExprKind, SchemaPart};
use crate::types::{FnSig, Ty, Typed};

impl Body<'_, '_> {
    /// A call of a function without a body, with its type arguments.
    pub(super) fn native_call(
        &mut self,
        name: &str,
        sig: &FnSig,
        types: &[Ty],
        result: Ty,
        args: Vec<ExprId>,
    ) -> ExprId {
        let first = types.first().copied();
        match (name, args.as_slice(), first) {
            ("array.len", [array], _) => self.put(ExprKind::Len(*array), result),
            ("core.panic", [message], _) => {
                let never = self.typed.types.never();
                self.put(ExprKind::Panic(*message), never)
            }
            ("error.new", [message, kind, source], _) => self.new_error(*message, *kind, *source),
            ("option.unwrap", [value], _) => self.unwrap(*value, 1, |body, _| {
                let never = body.typed.types.never();
                body.put(ExprKind::Fault("`unwrap` of `None`".into()), never)
            }),
            ("option.expect", [value, message], _) => self.expect(*value, 1, *message, |_, message, _| message),
            ("result.unwrap", [value], _) => self.unwrap(*value, 0, |body, value| {
                let start = body.words("`unwrap` of an `Err`: ");
                body.panic_with(start, value)
            }),
            ("result.expect", [value, message], _) => self.expect(*value, 0, *message, |body, message, value| {
                let colon = body.words(": ");
                let error = body.error_inside(value);
                body.concat(vec![message, colon, error])
            }),
            ("task.value", [task], _) => self.put(ExprKind::TaskValue(*task), result),
            ("task.wait_any", [tasks], _) => self.put(ExprKind::WaitAny(*tasks), result),
            ("task.all", [tasks], _) => self.act(ExprKind::WaitAll(*tasks)),
            ("task.cancel", [task], _) => self.act(ExprKind::Cancel(*task)),
            ("task.trace", [task], _) => self.put(ExprKind::TaskTrace(*task), result),
            ("core.here", [], _) => self.here(),
            ("core.has_derived_order", [], Some(ty)) => self.put(ExprKind::HasDerived(Derived::Order, ty), result),
            ("core.has_derived_equality", [], Some(ty)) => {
                self.put(ExprKind::HasDerived(Derived::Equality, ty), result)
            }
            ("tool.outcome", [value], _) => self.put(ExprKind::Outcome(*value), result),
            ("tool.arguments", [json], Some(ty)) => self.put(ExprKind::Arguments(*json, ty), result),
            ("schema.params", [], Some(ty)) => self.put(ExprKind::Schema(SchemaPart::Params, ty), result),
            ("schema.output", [], Some(ty)) => self.put(ExprKind::Schema(SchemaPart::Output, ty), result),
            ("schema.returns", [], Some(ty)) => self.put(ExprKind::Schema(SchemaPart::Returns, ty), result),
            ("schema.failure", [], Some(ty)) => self.put(ExprKind::Schema(SchemaPart::Failure, ty), result),
            _ => self.other_native(name, sig, types, result, args),
        }
    }

    fn other_native(&mut self, name: &str, sig: &FnSig, types: &[Ty], result: Ty, args: Vec<ExprId>) -> ExprId {
        let map = Typed::instance(sig, types);
        let receiver = sig.receiver.and(sig.self_type);
        let params: Vec<Ty> = receiver.into_iter().chain(sig.params.iter().map(|it| it.ty)).collect();
        let params = params.into_iter().map(|it| self.typed.types.substitute(it, &map)).collect();
        match sig.effects.is_pure() {
            true => self.native(name, params, result, args),
            false => self.perform(name, params, result, args),
        }
    }

    /// `main.conc:3:5`: where the call stands whose default this is.
    fn here(&mut self) -> ExprId {
        let (file, line, column) = self.written_at(self.caller.unwrap_or(self.span));
        self.words(&format!("{file}:{line}:{column}"))
    }

    /// A place in the sources, for people.
    pub(super) fn written_at(&self, span: crate::source::Span) -> (String, i64, i64) {
        let sources = &self.it.program.sources;
        let Some((file, _)) = sources.line_of(span) else {
            return (sources.files().next().map_or("", |it| it.name()).to_owned(), 0, 0);
        };
        let file = sources.file(file);
        let position = file.position(span.start);
        (file.name().to_owned(), i64::from(position.line), i64::from(position.column))
    }

    /// The data of a variant, or whatever ends the program.
    fn unwrap(&mut self, value: ExprId, variant: u32, otherwise: impl FnOnce(&mut Self, ExprId) -> ExprId) -> ExprId {
        if self.is_never(value) {
            return value;
        }
        let mut stmts = Vec::new();
        let local = self.keep(value, &mut stmts);
        let bool = self.typed.builtins.bool;
        let subject = self.read(local);
        let condition = self.put(ExprKind::IsVariant(subject, variant), bool);
        let found = self.read(local);
        let then = self.datum(found, variant, 0);
        let other = self.read(local);
        let otherwise = otherwise(self, other);
        let ty = self.type_of(then);
        let value = self.put(ExprKind::If { condition, then, otherwise: Some(otherwise) }, ty);
        self.after(stmts, value)
    }

    /// The same with a message, which is evaluated before.
    fn expect(
        &mut self,
        value: ExprId,
        variant: u32,
        message: ExprId,
        says: impl FnOnce(&mut Self, ExprId, ExprId) -> ExprId,
    ) -> ExprId {
        let mut stmts = Vec::new();
        let value = self.kept(value, &mut stmts);
        let message = self.kept(message, &mut stmts);
        let found = self.unwrap(value, variant, |body, value| {
            let message = says(body, message, value);
            let never = body.typed.types.never();
            body.put(ExprKind::Panic(message), never)
        });
        self.after(stmts, found)
    }

    /// Ends with a fault that says `start` and shows the error of a `Result`.
    fn panic_with(&mut self, start: ExprId, value: ExprId) -> ExprId {
        let error = self.error_inside(value);
        let message = self.concat(vec![start, error]);
        let never = self.typed.types.never();
        self.put(ExprKind::Panic(message), never)
    }

    /// The error of a `Result`, as it is shown inside a container.
    fn error_inside(&mut self, value: ExprId) -> ExprId {
        let error = self.datum(value, 1, 0);
        let string = self.typed.builtins.string;
        self.put(ExprKind::Display { value: error, quoted: true }, string)
    }
}
