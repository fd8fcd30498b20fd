//! `?`: the value inside, or the way out; and errors that are made here.

use super::Body;
use crate::ast::ExprId as SourceId;
use crate::tree::{ExprId, ExprKind, Target, Work};
use crate::types::{Coercion, Ty};

const NONE: u32 = 0;
const SOME: u32 = 1;
const OK: u32 = 0;
const ERR: u32 = 1;

impl Body<'_, '_> {
    /// `x?`
    pub(super) fn try_(&mut self, id: SourceId, operand: SourceId) -> ExprId {
        let value = self.expr(operand);
        self.try_value(id, value)
    }

    pub(super) fn try_value(&mut self, id: SourceId, value: ExprId) -> ExprId {
        if self.is_never(value) {
            return value;
        }
        let ty = self.type_of(value);
        let is_option = self.typed.arguments_of(ty, self.typed.builtins.option).is_some();
        let (good, bad) = if is_option { (SOME, NONE) } else { (OK, ERR) };
        let mut stmts = Vec::new();
        let local = self.keep(value, &mut stmts);
        let bool = self.typed.builtins.bool;
        let subject = self.read(local);
        let condition = self.put(ExprKind::IsVariant(subject, bad), bool);
        let output = self.builder().output();
        let given = match is_option {
            true => self.put(ExprKind::Variant(NONE, Vec::new()), output),
            false => {
                let subject = self.read(local);
                let error = self.datum(subject, ERR, 0);
                let error = self.converted(id, error, output);
                self.put(ExprKind::Variant(ERR, vec![error]), output)
            }
        };
        let never = self.typed.types.never();
        let leave = self.put(ExprKind::Return(given), never);
        let check = self.act(ExprKind::If { condition, then: leave, otherwise: None });
        stmts.push(check);
        let found = self.read(local);
        let found = self.datum(found, good, 0);
        self.after(stmts, found)
    }

    /// The error of a `Result` as that of the function.
    fn converted(&mut self, id: SourceId, error: ExprId, output: Ty) -> ExprId {
        let found = self.type_of(error);
        match self.coercion(id) {
            Some(Coercion::ErrorFrom) => {
                let wanted = self.typed.datum_type(output, ERR, 0).unwrap_or(found);
                let from = self.typed.builtins.traits.from;
                let Some(function) = self.typed.signatures.function_of(from, 0) else {
                    return self.internal("a conversion without `From`");
                };
                let target = Target { work: Work::Function(function), types: [found, wanted].into() };
                self.put(ExprKind::Call(target, vec![error]), wanted)
            }
            Some(Coercion::ErrorDisplay) => {
                let message = self.shown(error);
                self.error_of(message)
            }
            _ => error,
        }
    }

    /// An `Error` that says something, made here.
    pub(super) fn error_of(&mut self, message: ExprId) -> ExprId {
        let source = self.error_source();
        let source = self.put(ExprKind::Variant(NONE, Vec::new()), source);
        let kind = self.words("error");
        self.new_error(message, kind, source)
    }

    /// An `Error` that says something because of another.
    pub(super) fn error_from(&mut self, message: ExprId, cause: ExprId) -> ExprId {
        let source = self.error_source();
        let source = self.put(ExprKind::Variant(SOME, vec![cause]), source);
        let kind = self.words("error");
        self.new_error(message, kind, source)
    }

    /// The type of the field `source` of an `Error`.
    fn error_source(&mut self) -> Ty {
        let error = self.typed.builtins.error;
        self.typed.part_type(error, 2).unwrap_or(error)
    }

    /// An `Error` with the place at hand.
    pub(super) fn new_error(&mut self, message: ExprId, kind: ExprId, source: ExprId) -> ExprId {
        let error = self.typed.builtins.error;
        let location = self.typed.part_type(error, 3).unwrap_or(error);
        let inner = self.typed.datum_type(location, SOME, 0).unwrap_or(location);
        let (file, line, column) = self.written_at(self.span);
        let parts = vec![self.words(&file), self.number(line), self.number(column)];
        let place = self.put(ExprKind::New(parts), inner);
        let location = self.put(ExprKind::Variant(SOME, vec![place]), location);
        self.put(ExprKind::New(vec![message, kind, source, location]), error)
    }
}
