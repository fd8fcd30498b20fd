//! Expressions: each leaves its value in a register.

use concerto_ir::op::Inst;
use concerto_ir::operand::{
    Fraction, InFloat, InInt, InRef, Kind, Number, OutFloat, OutInt, OutRef, Reg, TextRef, Whole,
};

use super::body::{Body, Lowered};
use crate::ast::{Expr, ExprId, ItemKind, Pattern, StmtKind};
use crate::resolve::Res;

impl Body<'_, '_> {
    /// The value of an expression, in a register that is only to be looked at.
    pub(super) fn value(&mut self, id: ExprId) -> Lowered<Reg> {
        let outer = self.place;
        self.place = self.lower.place(self.ast.expr_span(id));
        let reg = stacker::maybe_grow(STACK_RED_BYTES, STACK_PIECE_BYTES, || self.value_of(id));
        self.place = outer;
        reg
    }

    /// The value of an expression, in a register of its own.
    pub(super) fn own(&mut self, id: ExprId) -> Lowered<Reg> {
        let reg = self.value(id)?;
        let is_variable = matches!(self.ast.expr(id), Expr::Name(_)) && matches!(self.res(id), Res::Local(_));
        if !is_variable {
            return Ok(reg);
        }
        let own = self.register(self.kind_of(reg));
        self.copy(own, reg);
        Ok(own)
    }

    /// `dst = src`, and `src` stays as it is.
    pub(super) fn copy(&mut self, dst: Reg, src: Reg) {
        self.put(match self.kind_of(dst) {
            Kind::Int => Inst::MoveInt { dst: OutInt(dst), src: InInt(src) },
            Kind::Float => Inst::MoveFloat { dst: OutFloat(dst), src: InFloat(src) },
            Kind::Ref => Inst::CopyRef { dst: OutRef(dst), src: InRef(src) },
        });
    }

    fn value_of(&mut self, id: ExprId) -> Lowered<Reg> {
        let span = self.ast.expr_span(id);
        let ast = self.ast;
        match ast.expr(id) {
            Expr::Int(value) if self.kind_of_expr(id) == Kind::Float => Ok(self.float(*value as f64)),
            Expr::Int(value) | Expr::Duration(value) => Ok(self.int(*value)),
            Expr::Float(value) => Ok(self.float(*value)),
            Expr::Bool(value) => Ok(self.int(i64::from(*value))),
            Expr::Tuple(parts) if parts.is_empty() => Ok(self.int(0)),
            Expr::Name(_) | Expr::Path(_) => match self.res(id) {
                Res::Local(local) => Ok(self.local(local)),
                Res::Item(item) => match self.lower.constant(item) {
                    Some((module, value)) => {
                        let (own, tree) = (self.module, self.ast);
                        self.module = module;
                        self.ast = &self.lower.program.module(module).ast;
                        let reg = self.value(value);
                        self.module = own;
                        self.ast = tree;
                        reg
                    }
                    None => Err(self.unsupported(span, "this name")),
                },
                Res::Variant(_, index) => self.variant(id, index, Vec::new()),
                _ => Err(self.unsupported(span, "this name")),
            },
            Expr::Tuple(parts) => self.tuple(id, parts),
            Expr::Array(elements) => self.array(id, elements),
            Expr::Str(text) => {
                let text = TextRef(self.lower.text(self.lower.program.names.text(*text)));
                let dst = self.register(Kind::Ref);
                self.put(Inst::LoadText { dst: OutRef(dst), text });
                Ok(dst)
            }
            Expr::Match { value, arms } => self.match_(id, *value, arms),
            Expr::Struct(literal) => self.struct_literal(id, literal),
            Expr::Field { base, name } => self.field(id, *base, Ok(name.name)),
            Expr::TupleField { base, index } => self.field(id, *base, Err(*index)),
            Expr::Index { base, index } => self.index(id, *base, *index),
            Expr::Method(call) => self.method(id, call),
            Expr::Unary { op, operand } => self.unary(*op, *operand),
            Expr::Binary { op, left, right, .. } => self.binary(id, *op, *left, *right),
            Expr::Cast { value, .. } => self.cast(id, *value),
            Expr::Call { callee, args } => self.call(id, *callee, args),
            Expr::Assign { op, place, value } => self.assign(*op, *place, *value),
            Expr::Block(block) => self.block(*block),
            Expr::If { branches, otherwise } => self.if_(id, branches, *otherwise),
            Expr::While { label, condition, body } => self.while_(*label, *condition, *body),
            Expr::Loop { label, body } => self.loop_(id, *label, *body),
            Expr::For(it) => self.for_(it),
            Expr::Break { label, value } => self.break_(*label, *value),
            Expr::Continue { label } => self.continue_(*label),
            Expr::Return(value) => self.return_(*value),
            _ => Err(self.unsupported(span, "this expression")),
        }
    }

    pub(super) fn int(&mut self, value: i64) -> Reg {
        let dst = self.register(Kind::Int);
        self.put(match i32::try_from(value) {
            Ok(value) => Inst::LoadInt { dst: OutInt(dst), value: Number(value) },
            Err(_) => Inst::LoadWhole { dst: OutInt(dst), value: Whole(value) },
        });
        dst
    }

    pub(super) fn float(&mut self, value: f64) -> Reg {
        let dst = self.register(Kind::Float);
        self.put(Inst::LoadFloat { dst: OutFloat(dst), value: Fraction(value) });
        dst
    }

    /// `let pattern = value else { … };`
    fn let_(&mut self, it: &crate::ast::Let, value: Reg, ty: crate::types::Ty) -> Lowered<()> {
        if let (Pattern::Name { inner: None, .. } | Pattern::Wildcard, None) =
            (self.ast.pattern(it.pattern), it.otherwise)
        {
            return self.bind(it.pattern, value);
        }
        let (other, after) = (self.label(), self.label());
        self.test(it.pattern, value, ty, other)?;
        self.jump(after);
        self.start(other);
        if let Some(block) = it.otherwise {
            self.block(block)?;
        }
        let message = TextRef(self.lower.text("no pattern matches"));
        self.put(Inst::Fault { message });
        self.start(after);
        Ok(())
    }

    pub(super) fn block(&mut self, id: crate::ast::BlockId) -> Lowered<Reg> {
        let block = self.ast.block(id);
        for stmt in &block.stmts {
            match &stmt.kind {
                StmtKind::Expr(expr) => {
                    self.value(*expr)?;
                }
                StmtKind::Let(it) => {
                    if let Some(value) = it.value {
                        let ty = self.type_of(value);
                        let value = self.own(value)?;
                        self.let_(it, value, ty)?;
                    }
                }
                StmtKind::Error | StmtKind::Mock(_) => return Err(self.unsupported(stmt.span, "this statement")),
            }
        }
        match block.tail {
            Some(tail) => self.value(tail),
            None => Ok(self.int(0)),
        }
    }
}

impl super::Lower<'_> {
    /// The value of a constant, and the module it stands in.
    fn constant(&self, item: crate::resolve::ItemId) -> Option<(crate::load::ModuleId, ExprId)> {
        match self.program.module(item.module).ast.entries.get(item.index as usize)? {
            crate::ast::Entry::Item(found) => match &found.kind {
                ItemKind::Const(it) => Some((item.module, it.value)),
                _ => None,
            },
            crate::ast::Entry::Stmt(_) => None,
        }
    }
}

/// How much stack has to be left, and how much more is taken where it is not.
const STACK_RED_BYTES: usize = 256 * 1024;
const STACK_PIECE_BYTES: usize = 2 * 1024 * 1024;
