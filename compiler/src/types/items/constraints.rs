//! Constraints of fields and parameters: `@range`, `@length`, `@items`, `@pattern`, `@format`. Each is for some types, and
//! says something that a value can keep to.

use crate::ast::{Decorator, Expr, ExprId, UnaryOp};
use crate::diagnostic::suggest::nearest;
use crate::load::ModuleId;
use crate::types::ty::{Kind, Ty};
use crate::types::{Checker, diagnostics};

/// The formats that JSON Schema knows.
const FORMATS: [&str; 19] = [
    "date",
    "date-time",
    "duration",
    "email",
    "hostname",
    "idn-email",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "iri",
    "iri-reference",
    "json-pointer",
    "regex",
    "relative-json-pointer",
    "time",
    "uri",
    "uri-reference",
    "uri-template",
    "uuid",
];

impl Checker<'_> {
    /// The constraints of a field or parameter of a type.
    pub(super) fn check_constraints(&mut self, module: ModuleId, decorators: &[Decorator], ty: Ty) {
        for decorator in decorators {
            let name = self.text(decorator.name.name);
            if let Some(kind) = self.constraint_misses(name, ty) {
                let shown = self.show_plain(ty);
                self.report(diagnostics::constraint_on_other_type(name, kind, &shown, decorator.span));
                continue;
            }
            match name {
                "range" | "length" | "items" => self.check_bounds(module, decorator),
                "pattern" => self.check_regex(module, decorator),
                "format" => self.check_format(module, decorator),
                _ => {}
            }
        }
    }

    /// The kind of types that a constraint is for, if a type is not one of them.
    fn constraint_misses(&self, constraint: &str, ty: Ty) -> Option<&'static str> {
        let mut ty = ty;
        while let Kind::Adt(head, args) = self.types.kind(ty)
            && head == self.builtins.option
        {
            ty = self.types.list(args).first().copied()?;
        }
        if ty == self.types.error() {
            return None;
        }
        let b = &self.builtins;
        let is_array = matches!(self.types.kind(ty), Kind::Adt(head, _) if head == b.array || head == b.set);
        match constraint {
            "range" => (ty != b.int && ty != b.float).then_some("numbers"),
            "items" => (!is_array).then_some("arrays"),
            "length" | "pattern" | "format" => (ty != b.string).then_some("texts"),
            _ => None,
        }
    }

    /// The lower bound is not above the upper one, and nothing has fewer than no characters or elements.
    fn check_bounds(&mut self, module: ModuleId, decorator: &Decorator) {
        let name = self.text(decorator.name.name);
        let low = self.bound(module, decorator, 0, "min");
        let high = self.bound(module, decorator, 1, "max");
        let is_count = name != "range";
        if is_count && low.into_iter().chain(high).any(|it| it < 0.0) {
            return self.report(diagnostics::constraint_below_zero(name, decorator.span));
        }
        if let (Some(low), Some(high)) = (low, high)
            && low > high
        {
            self.report(diagnostics::constraint_upside_down(name, decorator.span));
        }
    }

    /// A bound that is written out.
    fn bound(&self, module: ModuleId, decorator: &Decorator, at: usize, name: &str) -> Option<f64> {
        let found = decorator.arg(&self.program.names, at, name)?;
        self.number(module, found)
    }

    /// A number that is written out.
    pub(super) fn number(&self, module: ModuleId, id: ExprId) -> Option<f64> {
        let ast = self.ast(module);
        match ast.expr(id) {
            Expr::Int(value) => Some(*value as f64),
            Expr::Float(value) => Some(*value),
            Expr::Unary { op: UnaryOp::Neg, operand } => match ast.expr(*operand) {
                Expr::Int(value) => Some(-(*value as f64)),
                Expr::Float(value) => Some(-*value),
                _ => None,
            },
            _ => None,
        }
    }

    fn check_regex(&mut self, module: ModuleId, decorator: &Decorator) {
        let Some(arg) = decorator.args.first() else { return };
        let Expr::Str(text) = self.ast(module).expr(arg.value) else { return };
        if let Err(problem) = regex_lite::Regex::new(self.text(*text)) {
            let at = self.ast(module).expr_span(arg.value);
            self.report(diagnostics::bad_regex(&problem.to_string(), at));
        }
    }

    fn check_format(&mut self, module: ModuleId, decorator: &Decorator) {
        let Some(arg) = decorator.args.first() else { return };
        let Expr::Str(text) = self.ast(module).expr(arg.value) else { return };
        let text = self.text(*text);
        if !FORMATS.contains(&text) {
            let at = self.ast(module).expr_span(arg.value);
            self.report(diagnostics::unknown_format(text, at, nearest(text, FORMATS), &FORMATS));
        }
    }
}
