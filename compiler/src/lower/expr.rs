//! Expressions: each leaves its value in a register.

use concerto_ir::op::Inst;
use concerto_ir::operand::{Fraction, InFloat, InInt, InRef, Kind, Number, OutFloat, OutInt, OutRef, Reg, Whole};

use super::body::{Body, Lowered};
use super::call::Given;
use crate::ast::{Expr, ExprId, StmtKind};
use crate::resolve::Res;
use crate::types::Coercion;

impl Body<'_, '_> {
    /// The value of an expression, in a register that is only to be looked at.
    pub(super) fn value(&mut self, id: ExprId) -> Lowered<Reg> {
        let outer = self.place;
        self.place = self.lower.place(self.ast.expr_span(id));
        let reg = stacker::maybe_grow(STACK_RED_BYTES, STACK_PIECE_BYTES, || self.value_in_place(id));
        self.place = outer;
        reg
    }

    /// The value, with what becomes of it because of where it stands.
    fn value_in_place(&mut self, id: ExprId) -> Lowered<Reg> {
        if let Some(reg) = self.given.get(&id) {
            return Ok(*reg);
        }
        let coercion = self.lower.typed.modules[self.module.index()].coercions.get(&id).copied();
        match coercion {
            Some(Coercion::JsonLiteral) => self.json_literal(id),
            Some(Coercion::Json) => {
                let value = self.value_of(id)?;
                let ty = self.type_of(id);
                Ok(self.json_of(value, ty))
            }
            Some(coercion @ (Coercion::Some | Coercion::SomeJsonLiteral)) => {
                let (value, ty) = match coercion {
                    Coercion::Some => (self.value_of(id)?, self.type_of(id)),
                    _ => (self.json_literal(id)?, self.lower.typed.builtins.json),
                };
                let value = self.owned(value);
                let option = self.lower.typed.builtins.option;
                let ty = self.lower.typed.types.adt(option, &[ty]);
                Ok(self.new_variant(ty, 1, vec![value]))
            }
            Some(Coercion::ToolRef) => self.tool_ref(id),
            Some(Coercion::Toolkit) => {
                let kit = self.value_of(id)?;
                let kit = self.owned(kit);
                self.library("tool_of_kit", vec![kit])
            }
            Some(Coercion::ToolChoice) => self.tool_choice(id),
            _ => self.value_of(id),
        }
    }

    /// The value of an expression, in a register of its own.
    pub(super) fn own(&mut self, id: ExprId) -> Lowered<Reg> {
        let reg = self.value(id)?;
        if !self.is_variable(reg) {
            return Ok(reg);
        }
        let own = self.register(self.kind_of(reg));
        self.copy(own, reg);
        Ok(own)
    }

    /// `dst = src`, and `src` stays as it is. `b = b` is nothing.
    pub(super) fn copy(&mut self, dst: Reg, src: Reg) {
        if dst == src {
            return;
        }
        self.put(match self.kind_of(dst) {
            Kind::Int => Inst::MoveInt { dst: OutInt(dst), src: InInt(src) },
            Kind::Float => Inst::MoveFloat { dst: OutFloat(dst), src: InFloat(src) },
            Kind::Ref => Inst::CopyRef { dst: OutRef(dst), src: InRef(src) },
        });
    }

    pub(super) fn value_of(&mut self, id: ExprId) -> Lowered<Reg> {
        let span = self.ast.expr_span(id);
        let ast = self.ast;
        match ast.expr(id) {
            Expr::Int(value) if self.kind_of_expr(id) == Kind::Float => Ok(self.float(*value as f64)),
            Expr::Int(value) | Expr::Duration(value) => Ok(self.int(*value)),
            Expr::Float(value) => Ok(self.float(*value)),
            Expr::Bool(value) => Ok(self.int(i64::from(*value))),
            Expr::Tuple(parts) if parts.is_empty() => Ok(self.int(0)),
            Expr::Name(_) | Expr::Path(_) => self.named(id),
            Expr::Tuple(parts) => self.tuple(id, parts),
            Expr::Array(elements) => self.array(id, elements),
            Expr::Str(text) => Ok(self.load_text(self.lower.program.names.text(*text))),
            Expr::Interpolated(parts) => self.interpolated(parts),
            Expr::Map(entries) => self.map_literal(id, entries),
            Expr::Range { start, end, inclusive } => self.range(*start, *end, *inclusive),
            Expr::Closure(_) => self.new_closure(id),
            Expr::Try(operand) => self.try_(id, *operand),
            Expr::Spawn(_) => self.spawn(id),
            Expr::Await(operand) => self.await_(id, *operand),
            Expr::Race(elements) => self.race(id, elements),
            Expr::Match { value, arms } => self.match_(id, *value, arms),
            Expr::Struct(literal) => self.struct_literal(id, literal),
            Expr::Field { base, name } => self.field(id, *base, Ok(name.name)),
            Expr::TupleField { base, index } => self.field(id, *base, Err(*index)),
            Expr::Index { base, index } => self.index(id, *base, *index),
            Expr::Method(call) => {
                let given = Given { piped: None, args: &call.args };
                let value = self.method_with(id, call.receiver, call.name, given)?;
                self.unless_never(id, value)
            }
            Expr::Unary { op, operand } => self.unary(*op, *operand),
            Expr::Binary { op, left, right, .. } => self.binary(id, *op, *left, *right),
            Expr::Cast { value, .. } => self.cast(id, *value),
            Expr::Call { callee, args } => {
                let value = self.call(id, *callee, Given { piped: None, args })?;
                self.unless_never(id, value)
            }
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

    /// After a call that never comes back nothing is reached.
    fn unless_never(&mut self, id: ExprId, value: Reg) -> Lowered<Reg> {
        let ty = self.type_of(id);
        if ty != self.lower.typed.types.never() {
            return Ok(value);
        }
        self.fault("this function never comes back");
        self.unreached()
    }

    /// A variable, a constant, a function or a variant.
    fn named(&mut self, id: ExprId) -> Lowered<Reg> {
        if let Res::Local(local) = self.res(id) {
            return Ok(self.local(local));
        }
        if let Some(value) = self.function_value(id) {
            return Ok(value);
        }
        let ty = self.type_of(id);
        let span = self.ast.expr_span(id);
        match (self.res(id), self.ast.expr(id)) {
            (Res::Mcp(name), _) => self.server(self.lower.program.names.text(name)),
            (Res::Item(item), _) if ty == self.lower.typed.builtins.tool_ref => Ok(self.call_tool_value(item, None)),
            (Res::Item(item), _) if self.lower.is_lasting(item) => Ok(self.lasting(item)),
            (Res::Item(item), _) => match self.constant(item)? {
                Some(value) => Ok(value),
                None => Err(self.unsupported(span, self.lower.what(item))),
            },
            (Res::Variant(_, index), _) => Ok(self.new_variant(ty, index, Vec::new())),
            (Res::Member(_), Expr::Path(path)) => {
                let name = self.ast.path(*path).segments.last().map(|it| it.name.name);
                match name.and_then(|it| self.lower.variant_named(ty, it)) {
                    Some(index) => Ok(self.new_variant(ty, index, Vec::new())),
                    None => Err(self.unsupported(span, "this name")),
                }
            }
            _ => Err(self.unsupported(span, "this name")),
        }
    }

    /// The value of a constant, evaluated where it is used.
    pub(super) fn constant(&mut self, item: crate::resolve::ItemId) -> Lowered<Option<Reg>> {
        let Some((module, value)) = self.lower.constant(item) else { return Ok(None) };
        let none = crate::types::Substitution::default();
        self.elsewhere(module, none, None, |body| body.own(value)).map(Some)
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
        let Some(otherwise) = it.otherwise else { return self.bind(it.pattern, value, ty) };
        let (other, after) = (self.label(), self.label());
        self.test(it.pattern, value, ty, other)?;
        self.jump(after);
        self.start(other);
        self.block(otherwise)?;
        self.fault("no pattern matches");
        self.start(after);
        Ok(())
    }

    pub(super) fn block(&mut self, id: crate::ast::BlockId) -> Lowered<Reg> {
        let block = self.ast.block(id);
        let starts_tasks = self.starts_tasks(block.span);
        if starts_tasks {
            self.put(Inst::OpenScope {});
            self.scopes += 1;
        }
        for stmt in &block.stmts {
            self.statement(stmt)?;
        }
        let value = match block.tail {
            Some(tail) if starts_tasks => self.own(tail)?,
            Some(tail) => self.value(tail)?,
            None => self.int(0),
        };
        if starts_tasks {
            self.put(Inst::CloseScope {});
            self.scopes -= 1;
        }
        Ok(value)
    }

    pub(super) fn statement(&mut self, stmt: &crate::ast::Stmt) -> Lowered<()> {
        match &stmt.kind {
            StmtKind::Expr(expr) => self.value(*expr).map(|_| ()),
            StmtKind::Let(it) => {
                let Some(value) = it.value else { return Ok(()) };
                let ty = self.type_of(value);
                let value = self.own(value)?;
                self.let_(it, value, ty)
            }
            StmtKind::Mock(mock) => self.mock(mock),
            StmtKind::Error => Err(self.unsupported(stmt.span, "a mistake")),
        }
    }
}

impl super::Lower<'_> {
    /// What a declaration is that cannot be a value yet.
    fn what(&self, item: crate::resolve::ItemId) -> &'static str {
        self.item(item).map_or("this name", |it| it.kind.word())
    }
}

/// How much stack has to be left, and how much more is taken where it is not.
const STACK_RED_BYTES: usize = 256 * 1024;
const STACK_PIECE_BYTES: usize = 2 * 1024 * 1024;
