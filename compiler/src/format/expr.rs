//! Expressions: literals, collections, closures, and what other files have for the rest.
//!
//! What prints an expression gives the place behind its last opening bracket, if the expression ends in brackets: a list whose
//! last element does so can stay on the line up to there.

use super::doc::{Fit, Flat, Piece};
use super::list::{Comma, List};
use super::printer::{Printer, STACK_PIECE_BYTES, STACK_RED_BYTES};
use crate::ast::{Arg, Closure, ClosureParam, Expr, ExprId, FieldInit, Setting, StructLiteral};
use crate::lex::Kind;

/// Literals up to this width fill lines in an array; wider ones get a line each.
const SHORT_BYTES: u32 = 16;

/// The place behind an opening bracket.
pub(super) type Opened = Option<usize>;

enum StructPart<'a> {
    Field(&'a FieldInit),
    Base(ExprId),
}

impl<'s> Printer<'s> {
    /// An expression, wherever its brackets are.
    pub(super) fn expr_(&mut self, id: ExprId) {
        self.expr(id);
    }

    pub(super) fn expr(&mut self, id: ExprId) -> Opened {
        stacker::maybe_grow(STACK_RED_BYTES, STACK_PIECE_BYTES, || match self.is_in_parens(id) {
            true => Some(self.list(List { comma: Comma::Never, ..List::PARENS }, &[id], |it, id| it.expr_(*id))),
            false => self.bare_expr(id),
        })
    }

    /// The tree has no parentheses: they stand where an expression starts later than the next token.
    pub(super) fn is_in_parens(&self, id: ExprId) -> bool {
        self.peek() == Kind::ParenOpen && self.here() < self.ast.expr_span(id).start
    }

    fn bare_expr(&mut self, id: ExprId) -> Opened {
        match self.ast.expr(id) {
            Expr::Error => self.lost(),
            Expr::Int(_) | Expr::Float(_) | Expr::Bool(_) | Expr::Duration(_) => self.number(id),
            Expr::Str(_) | Expr::Interpolated(_) => self.string(id),
            Expr::Name(_) => self.only(Self::word),
            Expr::Path(path) => self.only(|it| it.path(*path)),
            Expr::Array(elements) => Some(self.array(id, elements)),
            Expr::Map(entries) => self.map(entries),
            Expr::Tuple(elements) => Some(self.tuple(elements)),
            Expr::Struct(literal) => Some(self.struct_literal(literal)),
            Expr::Record(settings) => Some(self.settings(settings)),
            Expr::Type(ty) => self.only(|it| it.type_(*ty)),
            Expr::Range { start, end, .. } => self.only(|it| it.range(*start, *end)),
            Expr::Unary { operand, .. } => self.unary(*operand),
            Expr::Binary { .. } => self.binary(id),
            Expr::Assign { place, value, .. } => self.only(|it| it.assign(*place, *value)),
            Expr::Cast { .. } => self.only(|it| it.casts(id)),
            Expr::Try(_) | Expr::Call { .. } | Expr::Method(_) => self.chain(id),
            Expr::Field { .. } | Expr::TupleField { .. } | Expr::Index { .. } => self.chain(id),
            Expr::Closure(closure) => self.closure(closure),
            Expr::If { branches, otherwise } => Some(self.if_(branches, *otherwise)),
            Expr::Match { value, arms } => Some(self.match_(*value, arms)),
            Expr::Block(block) => Some(self.block(*block)),
            Expr::Loop { label, body } => Some(self.loop_(label.is_some(), *body)),
            Expr::While { label, condition, body } => Some(self.while_(label.is_some(), *condition, *body)),
            Expr::For(it) => Some(self.for_(it)),
            Expr::Break { label, value } => self.only(|it| it.leave(label.is_some(), *value)),
            Expr::Continue { label } => self.only(|it| it.leave(label.is_some(), None)),
            Expr::Return(value) => self.only(|it| it.leave(false, *value)),
            Expr::Await(operand) | Expr::Spawn(operand) => self.task(*operand),
            Expr::Race(elements) => Some(self.race(elements)),
            Expr::Listen { call, arms } => Some(self.listen(*call, arms)),
        }
    }

    fn lost(&mut self) -> Opened {
        self.is_lost = true;
        None
    }

    /// What ends in no brackets that matter.
    fn only(&mut self, print: impl FnOnce(&mut Self)) -> Opened {
        print(self);
        None
    }

    /// `-9223372036854775808` is one number of two tokens.
    fn number(&mut self, id: ExprId) -> Opened {
        let end = self.ast.expr_span(id).end;
        self.word();
        if self.here() < end {
            self.word();
        }
        None
    }

    /// Strings are left as they are, with the code in them.
    fn string(&mut self, id: ExprId) -> Opened {
        let span = self.ast.expr_span(id);
        self.comments(false);
        let opened = self.doc.len() + 1;
        self.verbatim(span);
        self.file.slice(span).contains('\n').then_some(opened)
    }

    fn array(&mut self, id: ExprId, elements: &[ExprId]) -> usize {
        let fills = elements.len() > 1
            && elements.iter().all(|it| self.is_short_literal(*it))
            && !self.has_comment_before(self.ast.expr_span(id).end);
        match fills {
            true => self.filled(elements),
            false => self.list(List::SQUARE, elements, |it, id| it.expr_(*id)),
        }
    }

    fn is_short_literal(&self, id: ExprId) -> bool {
        let is_literal = match self.ast.expr(id) {
            Expr::Int(_) | Expr::Float(_) | Expr::Bool(_) | Expr::Duration(_) | Expr::Str(_) => true,
            Expr::Unary { operand, .. } => matches!(self.ast.expr(*operand), Expr::Int(_) | Expr::Float(_)),
            _ => false,
        };
        let span = self.ast.expr_span(id);
        is_literal && span.end.saturating_sub(span.start) <= SHORT_BYTES
    }

    /// Short literals, as many on a line as fit.
    fn filled(&mut self, elements: &[ExprId]) -> usize {
        self.open(Fit::Whole);
        let opened = self.bracket(List::SQUARE);
        self.doc.push(Piece::Indent);
        for (index, element) in elements.iter().enumerate() {
            let flat = if index == 0 { Flat::Nothing } else { Flat::Blank };
            let is_last = index + 1 == elements.len();
            if index == 0 {
                self.line(flat);
            }
            self.on_line(Fit::Whole, |it| {
                if index > 0 {
                    it.line(flat);
                }
                it.expr(*element);
                if !is_last {
                    it.separator(Kind::Comma);
                }
            });
        }
        self.doc.push(Piece::BrokenComma);
        self.skip_comma();
        self.close_bracket(List::SQUARE, opened);
        self.doc.close();
        opened
    }

    fn map(&mut self, entries: &[(ExprId, ExprId)]) -> Opened {
        if entries.is_empty() {
            self.take(Kind::BraceOpen);
            self.take(Kind::Colon);
            self.take(Kind::BraceClose);
            return None;
        }
        let opened = self.list(List::BRACES, entries, |it, (key, value)| {
            it.expr(*key);
            it.take(Kind::Colon);
            it.value(*value);
        });
        Some(opened)
    }

    fn tuple(&mut self, elements: &[ExprId]) -> usize {
        let comma = if elements.len() == 1 { Comma::Always } else { Comma::Broken };
        self.list(List { comma, ..List::PARENS }, elements, |it, id| it.expr_(*id))
    }

    fn struct_literal(&mut self, literal: &StructLiteral) -> usize {
        let mut parts: Vec<(u32, StructPart<'_>)> =
            literal.fields.iter().map(|it| (it.name.span.start, StructPart::Field(it))).collect();
        parts.extend(literal.base.map(|base| (self.ast.expr_span(base).start, StructPart::Base(base))));
        parts.sort_by_key(|(at, _)| *at);
        let ends_in_base = matches!(parts.last(), Some((_, StructPart::Base(_))));
        let comma = if ends_in_base { Comma::Never } else { Comma::Broken };
        self.path(literal.path);
        self.space();
        self.list(List { comma, ..List::BRACES }, &parts, |it, (_, part)| match part {
            StructPart::Base(base) => {
                it.take(Kind::Range);
                it.expr(*base);
            }
            StructPart::Field(field) => {
                it.word();
                if !field.shorthand {
                    it.take(Kind::Colon);
                    it.value(field.value);
                }
            }
        })
    }

    /// `{ max: 3 }`
    pub(super) fn settings(&mut self, settings: &[Setting]) -> usize {
        self.list(List::BRACES, settings, |it, setting| it.setting(setting))
    }

    pub(super) fn setting(&mut self, setting: &Setting) {
        self.word();
        self.take(Kind::Colon);
        self.value(setting.value);
    }

    /// A value behind `=`, `:` or `=>`: on the same line if it fits or can be broken inside, on a line of its own if that
    /// makes it fit.
    pub(super) fn value(&mut self, id: ExprId) {
        if self.is_after_comment() || !self.breaks_well(id) {
            return self.moved(id);
        }
        self.space();
        self.expr(id);
    }

    /// The same for what is rather moved than broken.
    pub(super) fn moved(&mut self, id: ExprId) {
        let fit = if self.is_after_comment() { Fit::Never } else { Fit::Moved };
        self.on_line(fit, |it| {
            it.indented(|it| {
                it.line(Flat::Blank);
                it.expr(id);
            });
        });
    }

    /// Whether an expression has brackets or a chain to break at.
    pub(super) fn breaks_well(&self, id: ExprId) -> bool {
        match self.ast.expr(id) {
            Expr::Array(elements) | Expr::Tuple(elements) | Expr::Race(elements) => !elements.is_empty(),
            Expr::Map(entries) => !entries.is_empty(),
            Expr::Struct(literal) => !literal.fields.is_empty() || literal.base.is_some(),
            Expr::Record(settings) => !settings.is_empty(),
            Expr::Closure(_) | Expr::If { .. } | Expr::Match { .. } | Expr::Block(_) | Expr::Listen { .. } => true,
            Expr::Loop { .. } | Expr::While { .. } | Expr::For(_) => true,
            Expr::Str(_) | Expr::Interpolated(_) => self.file.slice(self.ast.expr_span(id)).contains('\n'),
            Expr::Try(_) | Expr::Call { .. } | Expr::Method(_) | Expr::Field { .. } => self.chain_breaks_well(id),
            Expr::TupleField { .. } | Expr::Index { .. } => self.chain_breaks_well(id),
            Expr::Await(operand) | Expr::Spawn(operand) => self.breaks_well(*operand),
            _ => false,
        }
    }

    /// Whether what stands before the expression can stay on the line while the expression goes on below: `f(a, |x| {`.
    pub(super) fn hugs(&self, id: ExprId, is_alone: bool) -> bool {
        match self.ast.expr(id) {
            Expr::Closure(closure) => self.hugs(closure.body, false),
            Expr::Call { .. } | Expr::Method(_) | Expr::Try(_) => self.chain_hugs(id, is_alone),
            Expr::Await(operand) | Expr::Spawn(operand) => self.hugs(*operand, is_alone),
            Expr::Tuple(_) | Expr::Field { .. } | Expr::TupleField { .. } | Expr::Index { .. } => false,
            _ => self.breaks_well(id),
        }
    }

    /// `limit: 3`, or a value alone.
    pub(super) fn arguments(&mut self, args: &[Arg]) -> usize {
        let group = self.open(Fit::Whole);
        let opened = self.bracket(List::PARENS);
        let last = args.len().wrapping_sub(1);
        self.doc.push(Piece::Indent);
        for (index, arg) in args.iter().enumerate() {
            self.line(if index == 0 { Flat::Nothing } else { Flat::Blank });
            self.start(index == 0);
            let is_plain = arg.name.is_none() && args.len() == 1 && !self.is_in_parens(arg.value);
            if is_plain && self.is_stiff(arg.value) {
                self.doc.fits(group, Fit::Alone);
            }
            let hugged = self.argument(arg, args.len() == 1);
            match index == last {
                false => _ = self.separator(Kind::Comma),
                true => {
                    self.doc.push(Piece::BrokenComma);
                    self.skip_comma();
                    if let Some(end) = hugged {
                        self.doc.fits(group, Fit::UpTo(end));
                    }
                }
            }
        }
        self.close_bracket(List::PARENS, opened);
        self.doc.close();
        opened
    }

    /// Whether an expression can be broken nowhere.
    fn is_stiff(&self, id: ExprId) -> bool {
        match self.ast.expr(id) {
            Expr::Int(_) | Expr::Float(_) | Expr::Bool(_) | Expr::Duration(_) | Expr::Name(_) => true,
            Expr::Str(_) | Expr::Interpolated(_) => !self.breaks_well(id),
            _ => false,
        }
    }

    /// Gives the place up to which the line has to fit, where the argument can go on below.
    fn argument(&mut self, arg: &Arg, is_alone: bool) -> Opened {
        if arg.name.is_some() {
            self.word();
            self.take(Kind::Colon);
            if !self.breaks_well(arg.value) || self.is_after_comment() {
                self.value(arg.value);
                return None;
            }
            self.space();
        }
        let hugs = self.hugs(arg.value, is_alone) && !self.is_in_parens(arg.value);
        self.expr(arg.value).filter(|_| hugs)
    }

    fn closure(&mut self, closure: &Closure) -> Opened {
        match self.peek() {
            Kind::Or => self.word(),
            _ => self.closure_params(&closure.params),
        }
        self.result(closure.result);
        self.space();
        self.expr(closure.body)
    }

    fn closure_params(&mut self, params: &[ClosureParam]) {
        self.take(Kind::Bar);
        for (index, param) in params.iter().enumerate() {
            if index > 0 {
                self.space();
            }
            self.comments(false);
            if param.mutable {
                self.take(Kind::Mut);
                self.space();
            }
            self.pattern(param.pattern);
            self.annotation(param.annotation);
            match index + 1 == params.len() {
                true => self.skip_comma(),
                false => _ = self.separator(Kind::Comma),
            }
        }
        self.take(Kind::Bar);
    }

    /// `await x`, `spawn f(x)`
    fn task(&mut self, operand: ExprId) -> Opened {
        self.word();
        self.space();
        self.expr(operand)
    }

    fn race(&mut self, elements: &[ExprId]) -> usize {
        self.word();
        self.space();
        self.list(List::SQUARE, elements, |it, id| it.expr_(*id))
    }
}
