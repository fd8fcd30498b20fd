//! Operators.

use super::{Infer, Reason, Want, Why};
use crate::ast::{BinaryOp, Expr, ExprId, TypeId, UnaryOp};
use crate::source::Span;
use crate::types::signatures::TraitRef;
use crate::types::ty::{Kind, Ty};
use crate::types::vars::VarKind;
use crate::types::{Coercion, diagnostics};

impl Infer<'_, '_> {
    pub(super) fn binary(
        &mut self,
        id: ExprId,
        op: BinaryOp,
        op_span: Span,
        left: (ExprId, Ty),
        right: ExprId,
        want: Want,
    ) -> Ty {
        match op {
            BinaryOp::Pipe => self.pipe(left.0, left.1, right, want),
            BinaryOp::Coalesce => self.coalesce(id, left, right, want),
            BinaryOp::And | BinaryOp::Or => self.logical(left, right),
            BinaryOp::Eq | BinaryOp::NotEq => self.comparison(op_span, left, right, true),
            BinaryOp::Less | BinaryOp::LessEq | BinaryOp::Greater | BinaryOp::GreaterEq => {
                self.comparison(op_span, left, right, false)
            }
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => {
                self.arithmetic(op, op_span, left, right, want)
            }
        }
    }

    fn logical(&mut self, left: (ExprId, Ty), right: ExprId) -> Ty {
        let bool = self.checker.builtins.bool;
        let why = Why::Of("`&&` and `||` join conditions");
        if !self.fits(left.1, bool) {
            let at = self.ast.expr_span(left.0);
            self.mismatch_of(Some(left.0), left.1, bool, at, why);
        }
        let late = self.late.clone();
        self.check(right, bool, why);
        self.late = late;
        bool
    }

    fn comparison(&mut self, op_span: Span, left: (ExprId, Ty), right: ExprId, is_equality: bool) -> Ty {
        let bool = self.checker.builtins.bool;
        let found = self.expr(right, Want::Hint(left.1));
        let why = Why::At(self.ast.expr_span(left.0), "both sides of a comparison have the same type");
        let is_impossible = self.is_impossible_text(left.1, right) || self.is_impossible_text(found, left.0);
        let joined = if is_impossible { None } else { self.join(left.1, found) };
        let Some(both) = joined else {
            let at = self.ast.expr_span(right);
            self.mismatch_of(Some(right), found, left.1, at, why);
            return bool;
        };
        let traits = self.checker.builtins.traits;
        let (trait_, reason) = match is_equality {
            true => (traits.eq, "`==` and `!=` compare values"),
            false => (traits.ord, "`<` and the like compare by order"),
        };
        self.must_have(both, trait_, op_span, Reason::Of(reason));
        if matches!(self.kind(both), Kind::Adt(..) | Kind::Tuple(_) | Kind::Param(_)) && !self.is_scalar(both) {
            self.uses_trait(trait_);
        }
        bool
    }

    /// Whether a text is compared with a union that does not have it.
    fn is_impossible_text(&self, union: Ty, literal: ExprId) -> bool {
        match (self.kind(union), self.ast.expr(literal)) {
            (Kind::Literal(texts), Expr::Str(text)) => !self.checker.types.texts(texts).contains(text),
            _ => false,
        }
    }

    /// The type of `left op right`, as far as the operator is defined for it.
    pub(super) fn arithmetic(
        &mut self,
        op: BinaryOp,
        op_span: Span,
        (left_id, left): (ExprId, Ty),
        right_id: ExprId,
        want: Want,
    ) -> Ty {
        let is_place = std::mem::take(&mut self.is_place_left);
        let hint = match self.kind(left) {
            Kind::Var(_) => want,
            _ => Want::Hint(left),
        };
        let hint = match hint {
            Want::Must(ty, _) => Want::Hint(ty),
            Want::Hint(ty) if self.shallow(ty) == self.checker.builtins.json => Want::Any,
            hint => hint,
        };
        let right = self.expr(right_id, hint);
        self.is_place_left = is_place;
        if self.has_mistake(left) || self.has_mistake(right) {
            return self.error();
        }
        if self.is_never(left) || self.is_never(right) {
            return self.never();
        }
        let ty = self.operator_on(op, op_span, (left_id, left), (right_id, right));
        self.is_place_left = false;
        ty
    }

    /// The type of an operator on values whose types are found.
    pub(super) fn operator_on(
        &mut self,
        op: BinaryOp,
        op_span: Span,
        (left_id, left): (ExprId, Ty),
        (right_id, right): (ExprId, Ty),
    ) -> Ty {
        let builtins = &self.checker.builtins;
        let (int, string, duration, array) = (builtins.int, builtins.string, builtins.duration, builtins.array);
        let (left_span, right_span) = (self.ast.expr_span(left_id), self.ast.expr_span(right_id));
        if (self.is_open(left) || self.is_open(right))
            && let Some(both) = self.join(left, right)
        {
            let (left, right) = ((left_id, left), (right_id, right));
            self.waiting_ops.push(super::WaitingOp { op, op_span, left, right });
            return both;
        }
        if op == BinaryOp::Add && self.is_text(left) {
            if !self.fits(right, string) {
                let why = Why::At(left_span, "`+` joins a text with another text");
                self.mismatch_of(Some(right_id), right, string, right_span, why);
            }
            return string;
        }
        if op == BinaryOp::Add && self.argument_of(left, array).is_some() {
            if let Some(both) = self.join(left, right) {
                return both;
            }
            self.mismatch(right, left, right_span, Why::At(left_span, "`+` joins an array with one of the same type"));
            return left;
        }
        if op == BinaryOp::Mul && self.shallow(right) == duration && self.is_number(left) && self.fits(left, int) {
            return duration;
        }
        if self.shallow(left) == duration {
            let scales = matches!(op, BinaryOp::Mul | BinaryOp::Div) && self.fits(right, int);
            let adds = matches!(op, BinaryOp::Add | BinaryOp::Sub) && self.fits(right, duration);
            if scales || adds {
                return duration;
            }
        } else if self.is_number(left) && self.is_number(right) {
            if let Some(both) = self.join(left, right) {
                return both;
            }
            let text = "both sides of an operator have the same type";
            match self.shallow(left) == int && !std::mem::take(&mut self.is_place_left) {
                true => self.mismatch_of(Some(left_id), left, right, left_span, Why::At(right_span, text)),
                false => self.mismatch_of(Some(right_id), right, left, right_span, Why::At(left_span, text)),
            }
            return self.error();
        }
        let (left, right) = (self.show(left), self.show(right));
        self.report(diagnostics::no_operator(op, &left, &right, op_span, left_span, right_span));
        self.error()
    }

    /// Operators whose operands are known by now.
    pub(super) fn settle_operators(&mut self) {
        for it in std::mem::take(&mut self.waiting_ops) {
            self.decide(it.left.1);
            self.decide(it.right.1);
            let is_known = !self.is_open(it.left.1) && !self.is_open(it.right.1);
            if is_known && !self.has_mistake(it.left.1) && !self.has_mistake(it.right.1) {
                self.operator_on(it.op, it.op_span, it.left, it.right);
            }
        }
    }

    fn is_text(&self, ty: Ty) -> bool {
        self.shallow(ty) == self.checker.builtins.string || matches!(self.kind(ty), Kind::Literal(_))
    }

    fn is_number(&self, ty: Ty) -> bool {
        let ty = self.shallow(ty);
        let is_open = matches!(self.kind(ty), Kind::Var(id) if self.vars.kind(id) == VarKind::Number);
        is_open || ty == self.checker.builtins.int || ty == self.checker.builtins.float
    }

    pub(super) fn unary(&mut self, op: UnaryOp, operand: ExprId, want: Want) -> Ty {
        if op == UnaryOp::Not {
            let bool = self.checker.builtins.bool;
            return self.check(operand, bool, Why::Of("`!` turns a condition around"));
        }
        let hint = want.ty().map_or(Want::Any, Want::Hint);
        let found = self.expr(operand, hint);
        let is_fine = self.is_number(found) || self.shallow(found) == self.checker.builtins.duration;
        if is_fine || self.is_error(found) || self.is_never(found) {
            return found;
        }
        if self.is_open(found) {
            if !self.has_errors {
                self.report(diagnostics::unknown_receiver(self.ast.expr_span(operand)));
            }
            return self.error();
        }
        let shown = self.show(found);
        self.report(diagnostics::no_negative(&shown, self.ast.expr_span(operand)));
        self.error()
    }

    /// `a ?? b`: the value inside `a`, or `b`; where `b` is an `Option`, so is the whole.
    fn coalesce(&mut self, id: ExprId, (left_id, left): (ExprId, Ty), right: ExprId, want: Want) -> Ty {
        let left_span = self.ast.expr_span(left_id);
        if self.is_var(left) {
            let inner = self.fresh(left_span);
            let option = self.option(inner);
            self.fits(left, option);
        }
        let Some(inner) = self.argument_of(left, self.checker.builtins.option) else {
            let found = self.infer(right);
            if self.is_error(left) || self.is_never(left) {
                return found;
            }
            let shown = self.show(left);
            let is_result = self.argument_of(left, self.checker.builtins.result).is_some();
            self.report(diagnostics::not_an_option(&shown, left_span, is_result));
            return self.error();
        };
        let hint = match self.is_var(inner) {
            true => want.ty().map_or(Want::Any, Want::Hint),
            false => Want::Hint(inner),
        };
        let late = self.late.clone();
        let found = self.expr(right, hint);
        self.late = late;
        if self.argument_of(found, self.checker.builtins.option).is_some()
            && self.argument_of(inner, self.checker.builtins.option).is_none()
            && let Some(option) = self.join(left, found)
        {
            self.coerce(id, Coercion::StaysOption);
            return option;
        }
        if let Some(both) = self.join(inner, found) {
            return both;
        }
        let at = self.ast.expr_span(right);
        self.mismatch_of(
            Some(right),
            found,
            inner,
            at,
            Why::At(left_span, "the value on the left has this type inside"),
        );
        self.error()
    }

    pub(super) fn cast(&mut self, value: ExprId, found: Ty, to: TypeId) -> Ty {
        let wanted = self.lower(to);
        self.decide(found);
        let builtins = &self.checker.builtins;
        let (int, float, string) = (builtins.int, builtins.float, builtins.string);
        let from = self.shallow(found);
        let numbers = [int, float];
        if numbers.contains(&from) && numbers.contains(&wanted) {
            if let Some(lost) = self.lossy(value, wanted == int) {
                let shown = self.show(wanted);
                self.report(diagnostics::lossy_cast(&lost, &shown, self.ast.expr_span(value)));
            }
            return wanted;
        }
        if self.has_mistake(found) || self.has_mistake(wanted) || self.is_never(found) {
            return wanted;
        }
        let help = if from == string && wanted == int {
            Some("read a number with `.parse_int()`, which gives an `Option`")
        } else if from == string && wanted == float {
            Some("read a number with `.parse_float()`, which gives an `Option`")
        } else if wanted == string {
            Some("the text of a value is `\"${…}\"`")
        } else if from == builtins.bool {
            Some("write it out: `if … { 1 } else { 0 }`")
        } else {
            None
        };
        let (from, into) = (self.show(found), self.show(wanted));
        self.report(diagnostics::bad_cast(&from, &into, self.ast.type_span(to), help));
        wanted
    }

    /// A literal whose value the other type cannot hold.
    fn lossy(&self, value: ExprId, to_int: bool) -> Option<String> {
        use super::Constant;
        match (self.constant(value)?, to_int) {
            (Constant::Float(number), true) => {
                let limit = (i64::MAX as f64).abs();
                let fits = number.fract() == 0.0 && (-limit..limit).contains(&number);
                (!fits).then(|| format!("{number:?}"))
            }
            (Constant::Int(number), false) => {
                let back = number as f64 as i128;
                (back != i128::from(number)).then(|| number.to_string())
            }
            _ => None,
        }
    }

    /// `x?`
    pub(super) fn try_(&mut self, id: ExprId, operand: ExprId, found: Ty) -> Ty {
        self.decide(found);
        let at = Span::new(self.ast.expr_span(operand).end, self.ast.expr_span(id).end);
        let builtins = &self.checker.builtins;
        let (option, result) = (builtins.option, builtins.result);
        if let Some((ok, err)) = self.arguments_of(found, result) {
            self.try_result(id, err, at);
            return ok;
        }
        if let Some(inner) = self.argument_of(found, option) {
            self.try_option(at);
            return inner;
        }
        if self.is_var(found) && !self.has_errors {
            self.report(diagnostics::unknown_receiver(self.ast.expr_span(operand)));
        } else if !self.has_mistake(found) && !self.is_never(found) && !self.is_var(found) {
            let shown = self.show(found);
            self.report(diagnostics::nothing_to_try(&shown, self.ast.expr_span(operand)));
        }
        self.error()
    }

    fn try_result(&mut self, id: ExprId, err: Ty, at: Span) {
        let Some(output) = self.output else { return self.report(diagnostics::try_nowhere(at)) };
        let result = self.checker.builtins.result;
        if let Some((_, wanted)) = self.arguments_of(output.ty, result) {
            return self.convert_error(id, err, wanted, at, output.why);
        }
        if self.has_mistake(output.ty) {
            return;
        }
        if self.is_var(output.ty) {
            let ok = self.fresh(at);
            let wanted = self.result_of(ok, err);
            self.fits(wanted, output.ty);
            return;
        }
        let shown = self.show(output.ty);
        let why = self.reason(output.why);
        self.report(diagnostics::try_outside("Result", &shown, at, why, output.is_closure));
    }

    fn try_option(&mut self, at: Span) {
        let Some(output) = self.output else { return self.report(diagnostics::try_nowhere(at)) };
        let option = self.checker.builtins.option;
        if self.argument_of(output.ty, option).is_some() || self.has_mistake(output.ty) {
            return;
        }
        if self.is_var(output.ty) {
            let open = self.fresh(at);
            let wanted = self.option(open);
            self.fits(wanted, output.ty);
            return;
        }
        let shown = self.show(output.ty);
        let why = self.reason(output.why);
        self.report(diagnostics::try_outside("Option", &shown, at, why, output.is_closure));
    }

    /// An error becomes that of the function: it is the same, `From` makes it, or it is the built-in `Error`.
    fn convert_error(&mut self, id: ExprId, found: Ty, wanted: Ty, at: Span, why: Why) {
        if self.fits(found, wanted) || self.has_mistake(found) || self.has_mistake(wanted) {
            return;
        }
        let traits = self.checker.builtins.traits;
        let from = TraitRef { item: traits.from, args: vec![found] };
        if self.checker.missing(&mut self.vars, wanted, &from).is_none() {
            self.coerce(id, Coercion::ErrorFrom);
            self.uses_trait(traits.from);
            return;
        }
        if self.shallow(wanted) == self.checker.builtins.error {
            self.coerce(id, Coercion::ErrorDisplay);
            self.uses_trait(traits.display);
            self.must_have(found, traits.display, at, Reason::Of("`?` keeps its display form as the message"));
            return;
        }
        let (found, wanted) = (self.show(found), self.show(wanted));
        let why = self.reason(why);
        self.report(diagnostics::no_conversion(&found, &wanted, at, why));
    }
}
