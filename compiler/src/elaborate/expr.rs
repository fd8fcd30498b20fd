//! Expressions, names, statements and blocks.

use super::Body;
use super::call::Given;
use crate::ast::{self, BlockId, Expr, ExprId as SourceId, ItemKind, StmtKind, UnaryOp};
use crate::lang::LangItem;
use crate::load::ModuleId;
use crate::resolve::{ItemId, Res};
use crate::tree::{ExprId, ExprKind, Global, Target, Work};
use crate::types::{Call, Coercion, Kind, Substitution, Ty};

/// How much stack has to be left, and how much more is taken where it is not.
const STACK_RED_BYTES: usize = 256 * 1024;
const STACK_PIECE_BYTES: usize = 2 * 1024 * 1024;

impl<'c> Body<'_, 'c> {
    /// An expression, with what becomes of its value because of where it stands.
    pub(super) fn expr(&mut self, id: SourceId) -> ExprId {
        if let Some(local) = self.frame().given.get(&id).copied() {
            return self.read(local);
        }
        let span = self.ast.expr_span(id);
        stacker::maybe_grow(STACK_RED_BYTES, STACK_PIECE_BYTES, || self.at(span, |body| body.coerced(id)))
    }

    fn coerced(&mut self, id: SourceId) -> ExprId {
        let json = self.typed.builtins.json;
        match self.coercion(id) {
            Some(Coercion::JsonLiteral) => self.json_literal(id),
            Some(Coercion::Json) => {
                let value = self.plain(id);
                self.json_of(value)
            }
            Some(Coercion::Some) => {
                let value = self.plain(id);
                let ty = self.ty(id);
                self.some(value, ty)
            }
            Some(Coercion::SomeJsonLiteral) => {
                let value = self.json_literal(id);
                self.some(value, json)
            }
            Some(Coercion::ToolRef) => self.tool_ref(id),
            Some(Coercion::Toolkit) => {
                let kit = self.plain(id);
                self.library(LangItem::ToolOfKit, vec![kit])
            }
            Some(Coercion::ToolChoice) => self.tool_choice(id),
            Some(Coercion::StaysOption | Coercion::ErrorFrom | Coercion::ErrorDisplay) | None => self.plain(id),
        }
    }

    pub(super) fn coercion(&self, id: SourceId) -> Option<Coercion> {
        self.typed.modules[self.module.index()].coercions.get(&id).copied()
    }

    fn some(&mut self, value: ExprId, ty: Ty) -> ExprId {
        let option = self.option_of(ty);
        self.put(ExprKind::Variant(1, vec![value]), option)
    }

    pub(super) fn option_of(&mut self, ty: Ty) -> Ty {
        self.typed.types.adt(self.typed.builtins.option, &[ty])
    }

    /// The type of an expression as it is here.
    pub(super) fn ty(&mut self, id: SourceId) -> Ty {
        let ty = self.typed.modules[self.module.index()].exprs[id.index()];
        self.typed.types.substitute(ty, &self.types)
    }

    pub(super) fn res(&self, id: SourceId) -> Res {
        self.it.resolved.modules[self.module.index()].exprs[id.index()]
    }

    pub(super) fn text(&self, symbol: ast::Symbol) -> &'c str {
        self.it.program.names.text(symbol)
    }

    pub(super) fn recorded(&self, id: SourceId) -> Option<Call> {
        self.typed.modules[self.module.index()].calls.get(&id).cloned()
    }

    /// The type arguments of a call as they are here.
    pub(super) fn type_args(&mut self, call: &Call) -> Vec<Ty> {
        call.type_args.iter().map(|it| self.typed.types.substitute(*it, &self.types)).collect()
    }

    /// An expression by itself.
    pub(super) fn plain(&mut self, id: SourceId) -> ExprId {
        let ast = self.ast;
        match ast.expr(id) {
            Expr::Int(value) => self.whole(id, *value),
            Expr::Duration(value) => self.known(id, ExprKind::Int(*value)),
            Expr::Float(value) => self.known(id, ExprKind::Float(*value)),
            Expr::Bool(value) => self.known(id, ExprKind::Bool(*value)),
            Expr::Str(text) => {
                let text = self.text(*text);
                self.known(id, ExprKind::Text(text.into()))
            }
            Expr::Interpolated(parts) => self.interpolated(parts),
            Expr::Name(_) | Expr::Path(_) => self.named(id),
            Expr::Tuple(parts) if parts.is_empty() => self.unit(),
            Expr::Tuple(parts) => self.parts_of(id, parts, ExprKind::New),
            Expr::Array(elements) => self.parts_of(id, elements, ExprKind::Array),
            Expr::Map(entries) => self.map_literal(id, entries),
            Expr::Range { start, end, inclusive } => self.range(*start, *end, *inclusive),
            Expr::Struct(literal) => self.struct_literal(id, literal),
            Expr::Closure(closure) => self.closure(id, closure),
            Expr::Try(operand) => self.try_(id, *operand),
            Expr::Spawn(operand) => self.spawn(id, *operand),
            Expr::Await(operand) => self.await_(id, *operand),
            Expr::Race(elements) => self.race(id, elements),
            Expr::Match { value, arms } => self.match_(id, *value, arms),
            Expr::Field { base, name } => self.field(*base, Ok(name.name)),
            Expr::TupleField { base, index } => self.field(*base, Err(*index)),
            Expr::Index { base, index } => self.index(id, *base, *index),
            Expr::Method(call) => self.method(id, call.receiver, call.name, Given { piped: None, args: &call.args }),
            Expr::Unary { op, operand } => self.unary(id, *op, *operand),
            Expr::Binary { op, left, right, .. } => self.binary(id, *op, *left, *right),
            Expr::Cast { value, .. } => self.cast(id, *value),
            Expr::Call { callee, args } => self.call(id, *callee, Given { piped: None, args }),
            Expr::Assign { op, place, value } => self.assign(*op, *place, *value),
            Expr::Block(block) => self.block(*block),
            Expr::If { branches, otherwise } => self.if_(id, branches, *otherwise),
            Expr::While { label, condition, body } => self.while_(*label, *condition, *body),
            Expr::Loop { label, body } => self.loop_(id, *label, *body),
            Expr::For(it) => self.for_(it),
            Expr::Break { label, value } => self.break_(*label, *value),
            Expr::Continue { label } => self.continue_(*label),
            Expr::Return(value) => self.return_(*value),
            Expr::Listen { call, .. } => self.refuse(self.ast.expr_span(*call), "host"),
            Expr::Error | Expr::Record(_) | Expr::Type(_) => self.internal("an expression without a value"),
        }
    }

    fn known(&mut self, id: SourceId, kind: ExprKind) -> ExprId {
        let ty = self.ty(id);
        self.put(kind, ty)
    }

    /// `12`, also where a `Float` is expected.
    fn whole(&mut self, id: SourceId, value: i64) -> ExprId {
        let ty = self.ty(id);
        let kind = if ty == self.typed.builtins.float { ExprKind::Float(value as f64) } else { ExprKind::Int(value) };
        self.put(kind, ty)
    }

    /// `-12`, `-1.5`, `!x`
    fn unary(&mut self, id: SourceId, op: UnaryOp, operand: SourceId) -> ExprId {
        let ty = self.ty(id);
        let value = self.expr(operand);
        if self.is_never(value) {
            return value;
        }
        let kind = match (op, &self.builder().expr(value).kind) {
            (UnaryOp::Neg, ExprKind::Int(it)) if it.checked_neg().is_some() => ExprKind::Int(-it),
            (UnaryOp::Neg, ExprKind::Float(it)) => ExprKind::Float(-it),
            (UnaryOp::Neg, _) => ExprKind::Negate(value),
            (UnaryOp::Not, _) => ExprKind::Not(value),
        };
        self.put(kind, ty)
    }

    /// A tuple or an array of its parts.
    fn parts_of(&mut self, id: SourceId, parts: &[SourceId], kind: fn(Vec<ExprId>) -> ExprKind) -> ExprId {
        let parts = parts.iter().map(|it| self.expr(*it)).collect();
        let ty = self.ty(id);
        self.put(kind(parts), ty)
    }

    /// A variable, a constant, a function or a variant.
    fn named(&mut self, id: SourceId) -> ExprId {
        if let Res::Local(local) = self.res(id) {
            let local = self.local(local);
            return self.read(local);
        }
        if let Some(value) = self.function_value(id) {
            return value;
        }
        let ty = self.ty(id);
        match self.res(id) {
            Res::Mcp(name) => self.server(self.text(name)),
            Res::Item(item) if ty == self.typed.builtins.tool_ref => self.call_tool(item, None),
            Res::Item(item) => self.item_value(item, ty),
            _ => match self.variant_of(id, ty) {
                Some(index) => self.put(ExprKind::Variant(index, Vec::new()), ty),
                None => self.internal("a name without a value"),
            },
        }
    }

    /// The variant of a type that a name stands for.
    pub(super) fn variant_of(&self, id: SourceId, ty: Ty) -> Option<u32> {
        match (self.res(id), self.ast.expr(id)) {
            (Res::Variant(_, index), _) => Some(index),
            (Res::Member(_), Expr::Path(path)) => {
                let name = self.ast.path(*path).segments.last()?.name.name;
                self.typed.variant_named(ty, name)
            }
            _ => None,
        }
    }

    fn item_value(&mut self, item: ItemId, ty: Ty) -> ExprId {
        match self.it.item(item).map(|it| &it.kind) {
            Some(ItemKind::Memory(_) | ItemKind::Ledger(_) | ItemKind::Store(_) | ItemKind::Agent(_)) => {
                self.put(ExprKind::Global(Global::Item(item)), ty)
            }
            Some(ItemKind::Const(it)) => self.constant(item.module, it.value),
            Some(kind) => self.refuse(self.span, kind.word()),
            None => self.internal("a name without a declaration"),
        }
    }

    /// The value of a constant, evaluated where it is used.
    pub(super) fn constant(&mut self, module: ModuleId, value: SourceId) -> ExprId {
        self.elsewhere(module, Substitution::default(), |body| body.expr(value))
    }

    /// A declared function, or a variant, as a value.
    fn function_value(&mut self, id: SourceId) -> Option<ExprId> {
        let ty = self.ty(id);
        let target = match self.recorded(id) {
            Some(call) => {
                let types = self.type_args(&call);
                Target { work: Work::Function(call.function), types: types.into() }
            }
            None => {
                let Kind::Fn(_, result) = self.typed.types.kind(ty) else { return None };
                let index = self.variant_of(id, result)?;
                Target { work: Work::Constructor(index), types: [result].into() }
            }
        };
        Some(self.put(ExprKind::FunctionValue(target, Vec::new()), ty))
    }

    pub(super) fn field(&mut self, base: SourceId, wanted: Result<ast::Symbol, u32>) -> ExprId {
        let value = self.expr(base);
        self.part(value, wanted)
    }

    /// A part of a struct, a tool or a tuple.
    pub(super) fn part(&mut self, value: ExprId, wanted: Result<ast::Symbol, u32>) -> ExprId {
        let ty = self.type_of(value);
        if ty == self.typed.types.never() {
            return value;
        }
        let at = match wanted {
            Ok(name) => self.typed.part_named(ty, name),
            Err(at) => Some(at),
        };
        match at.and_then(|at| Some((at, self.typed.part_type(ty, at)?))) {
            Some((at, part)) => self.put(ExprKind::Part(value, at), part),
            None => self.internal("a field that is not there"),
        }
    }

    /// A part of the data of a variant, which a value is.
    pub(super) fn datum(&mut self, value: ExprId, variant: u32, index: u32) -> ExprId {
        let ty = self.type_of(value);
        match self.typed.datum_type(ty, variant, index) {
            Some(part) => self.put(ExprKind::Datum { value, variant, index }, part),
            None => self.internal("data that is not there"),
        }
    }

    /// Works on code that stands in another declaration.
    pub(super) fn elsewhere<T>(
        &mut self,
        module: ModuleId,
        types: Substitution,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let tree = &self.it.program.module(module).ast;
        let here = (
            std::mem::replace(&mut self.module, module),
            std::mem::replace(&mut self.ast, tree),
            std::mem::replace(&mut self.types, types),
            std::mem::take(&mut self.frame().given),
        );
        let result = work(self);
        let given;
        (self.module, self.ast, self.types, given) = here;
        self.frame().given = given;
        result
    }

    pub(super) fn block(&mut self, id: BlockId) -> ExprId {
        let block = self.ast.block(id);
        let ends_tasks = self.starts_tasks(block.span);
        let mut stmts = Vec::with_capacity(block.stmts.len());
        for stmt in &block.stmts {
            self.statement(stmt, &mut stmts);
        }
        let value = block.tail.map(|it| self.expr(it));
        if let (Some(value), true, false) = (value, stmts.is_empty(), ends_tasks) {
            return value;
        }
        self.at(block.span, |body| body.block_of(stmts, value, ends_tasks))
    }

    fn block_of(&mut self, stmts: Vec<ExprId>, value: Option<ExprId>, ends_tasks: bool) -> ExprId {
        let never = self.typed.types.never();
        let ends = stmts.iter().any(|it| self.frames.last().is_some_and(|frame| frame.builder.expr(*it).ty == never));
        let ty = match value {
            _ if ends => never,
            Some(value) => self.type_of(value),
            None => self.typed.types.unit(),
        };
        self.put(ExprKind::Block { stmts, value, ends_tasks }, ty)
    }

    pub(super) fn statement(&mut self, stmt: &'c ast::Stmt, stmts: &mut Vec<ExprId>) {
        match &stmt.kind {
            StmtKind::Expr(expr) => {
                let value = self.expr(*expr);
                stmts.push(value);
            }
            StmtKind::Let(it) => self.let_(it, stmts),
            StmtKind::Mock(mock) => self.at(stmt.span, |body| body.mock(mock, stmts)),
            StmtKind::Error => {
                let fault = self.internal("a statement that could not be read");
                stmts.push(fault);
            }
        }
    }
}
