//! Expressions, statements and blocks.

use rustc_hash::{FxHashMap, FxHashSet};

use super::locals::{Local, LocalId, LocalRole, Locals};
use super::{ItemId, Res, Resolver, diagnostics};
use crate::ast::{Ast, BlockId, Condition, Expr, ExprId, Ident, MockWith, Part, PatternId, Stmt, StmtKind, Symbol};
use crate::load::ModuleId;
use crate::source::Span;

/// The names that a list has so far, with their places.
pub(super) type Seen = FxHashMap<Symbol, Span>;

/// A loop around the code at hand.
#[derive(Clone, Copy)]
pub(super) struct Loop {
    label: Option<Symbol>,
    /// Whether `break` can carry a value: only `loop` has one.
    has_value: bool,
    /// Whether a closure stands between it and the code at hand: then it cannot be left.
    beyond_closure: bool,
}

/// What surrounds the code at hand.
pub(super) struct Body<'r, 'a> {
    pub(super) resolver: &'r mut Resolver<'a>,
    pub(super) module: ModuleId,
    pub(super) ast: &'a Ast,
    pub(super) locals: Locals,
    pub(super) loops: Vec<Loop>,
    /// Type parameters in scope, outermost first.
    pub(super) generics: Vec<Ident>,
    /// Whether `Self` means something.
    pub(super) has_self_type: bool,
    /// The tool that this belongs to, whose functions can be called by name.
    pub(super) tool: Option<ItemId>,
    /// Parameters of the function whose defaults are being resolved.
    pub(super) hidden_params: Vec<Symbol>,
    /// Unknown names that were reported: each is one mistake, however often it is used.
    pub(super) unknown: FxHashSet<Symbol>,
    /// Variables of the script, which functions do not see.
    pub(super) script_lets: Option<&'r FxHashMap<Symbol, Span>>,
}

impl<'a> Body<'_, 'a> {
    pub(super) fn text(&self, symbol: Symbol) -> &'a str {
        self.resolver.text(symbol)
    }

    pub(super) fn set(&mut self, id: ExprId, res: Res) {
        self.resolver.resolved.modules[self.module.index()].exprs[id.index()] = res;
    }

    /// Runs something in a scope of its own.
    pub(super) fn scoped<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        let mark = self.locals.enter();
        let result = inside(self);
        self.locals.leave(mark);
        result
    }

    pub(super) fn declare(&mut self, name: Ident, mutable: bool, expected: bool) -> LocalId {
        let locals = &mut self.resolver.resolved.modules[self.module.index()].locals;
        let id = LocalId(locals.len() as u32);
        locals.push(Local { name: name.name, span: name.span, mutable, used: false, expected, role: LocalRole::Plain });
        self.locals.declare(name, id);
        id
    }

    /// Remembers the variable of a name that is no pattern by itself.
    pub(super) fn binds(&mut self, at: Span, local: LocalId) {
        self.resolver.resolved.modules[self.module.index()].bound.insert(at.start, local);
    }

    pub(super) fn block(&mut self, id: BlockId) {
        self.scoped(|body| {
            let block = body.ast.block(id);
            for stmt in &block.stmts {
                body.stmt(stmt);
            }
            if let Some(tail) = block.tail {
                body.expr(tail);
            }
        });
    }

    pub(super) fn stmt(&mut self, stmt: &'a Stmt) {
        match &stmt.kind {
            StmtKind::Error => {}
            StmtKind::Expr(expr) => self.expr(*expr),
            StmtKind::Let(it) => {
                if let Some(annotation) = it.annotation {
                    self.type_(annotation);
                }
                if let Some(value) = it.value {
                    self.expr(value);
                }
                if let Some(otherwise) = it.otherwise {
                    self.block(otherwise);
                }
                self.bind(it.pattern, it.mutable, true);
            }
            StmtKind::Mock(mock) => {
                self.expr(mock.target);
                match &mock.with {
                    MockWith::Function(function) => {
                        let first = self.resolver.resolved.modules[self.module.index()].locals.len();
                        self.expr(*function);
                        // A mock may answer without looking at what it is asked.
                        let locals = &mut self.resolver.resolved.modules[self.module.index()].locals;
                        locals[first..].iter_mut().for_each(|it| it.expected = false);
                    }
                    MockWith::Settings(settings) => self.mock_settings(mock.target, settings),
                }
            }
        }
    }

    /// Walks the left side of a chain in a loop, innermost first: evaluation order, and no deep recursion.
    pub(super) fn expr(&mut self, id: ExprId) {
        if self.ast.left_operand(id).is_none() {
            return self.operand(id);
        }
        for link in self.ast.left_spine(id).into_iter().rev() {
            match self.ast.left_operand(link) {
                None => self.operand(link),
                Some(_) => self.link(link),
            }
        }
    }

    fn exprs(&mut self, ids: &[ExprId]) {
        for id in ids {
            self.expr(*id);
        }
    }

    /// What a link of a chain has besides its left side.
    fn link(&mut self, id: ExprId) {
        match self.ast.expr(id) {
            Expr::Binary { right, .. } => self.expr(*right),
            Expr::Cast { to, .. } => self.type_(*to),
            Expr::Call { args, .. } => self.args(args),
            Expr::Method(call) => {
                for arg in &call.type_args {
                    self.type_(*arg);
                }
                self.args(&call.args);
            }
            Expr::Index { index, .. } => self.expr(*index),
            _ => {}
        }
    }

    pub(super) fn args(&mut self, args: &'a [crate::ast::Arg]) {
        let mut seen = Seen::default();
        for arg in args {
            if let Some(name) = arg.name {
                self.once(&mut seen, name, "argument");
            }
            self.expr(arg.value);
        }
    }

    /// Reports a name that a list has twice. Says whether it is the first.
    pub(super) fn once(&mut self, seen: &mut Seen, name: Ident, what: &str) -> bool {
        match seen.get(&name.name) {
            Some(first) => {
                let diagnostic = diagnostics::repeated(what, self.text(name.name), name.span, *first);
                self.resolver.report(diagnostic);
                false
            }
            None => {
                seen.insert(name.name, name.span);
                true
            }
        }
    }

    fn operand(&mut self, id: ExprId) {
        match self.ast.expr(id) {
            Expr::Name(name) => self.name(id, *name),
            Expr::Path(path) => self.value_path(id, *path),
            Expr::Interpolated(parts) => self.interpolated(parts),
            Expr::Array(elements) | Expr::Tuple(elements) | Expr::Race(elements) => self.exprs(elements),
            Expr::Map(entries) => {
                for (key, value) in entries {
                    self.expr(*key);
                    self.expr(*value);
                }
            }
            Expr::Struct(literal) => {
                self.struct_path(id, literal.path);
                let mut seen = Seen::default();
                for field in &literal.fields {
                    self.once(&mut seen, field.name, "field");
                    self.expr(field.value);
                }
                self.optional(literal.base);
            }
            Expr::Type(ty) => self.type_(*ty),
            Expr::Record(settings) => {
                let mut seen = Seen::default();
                for setting in settings {
                    self.once(&mut seen, setting.name, "setting");
                    self.expr(setting.value);
                }
            }
            Expr::Range { start, end, .. } => {
                self.optional(*start);
                self.optional(*end);
            }
            Expr::Unary { operand, .. } | Expr::Await(operand) | Expr::Spawn(operand) => self.expr(*operand),
            Expr::Assign { op, place, value } => self.assign(*place, *value, op.is_some()),
            Expr::Closure(closure) => self.closure(closure),
            Expr::If { branches, otherwise } => {
                for branch in branches {
                    self.scoped(|body| {
                        body.condition(&branch.condition);
                        body.block(branch.body);
                    });
                }
                if let Some(otherwise) = otherwise {
                    self.block(*otherwise);
                }
            }
            Expr::Match { value, arms } => {
                self.expr(*value);
                for arm in arms {
                    self.scoped(|body| {
                        body.bind(arm.pattern, false, true);
                        body.optional(arm.guard);
                        body.expr(arm.body);
                    });
                }
            }
            Expr::Block(block) => self.block(*block),
            Expr::Loop { label, body } => self.in_loop(*label, true, |it| it.block(*body)),
            Expr::While { label, condition, body } => self.scoped(|it| {
                it.in_loop(*label, false, |it| {
                    it.condition(condition);
                    it.block(*body);
                });
            }),
            Expr::For(it) => {
                self.expr(it.iterable);
                self.scoped(|body| {
                    body.bind(it.pattern, false, true);
                    body.in_loop(it.label, false, |body| body.block(it.body));
                });
            }
            Expr::Break { label, value } => {
                self.leave_loop(id, "break", *label, *value);
                self.optional(*value);
            }
            Expr::Continue { label } => self.leave_loop(id, "continue", *label, None),
            Expr::Return(value) => self.optional(*value),
            Expr::Listen { call, arms } => {
                self.expr(*call);
                for arm in arms {
                    self.expr(arm.handler);
                }
            }
            Expr::Error | Expr::Int(_) | Expr::Float(_) | Expr::Bool(_) | Expr::Duration(_) | Expr::Str(_) => {}
            // These have a left side and are walked by `expr`.
            Expr::Binary { .. } | Expr::Cast { .. } | Expr::Try(_) | Expr::Call { .. } => {}
            Expr::Method(_) | Expr::Field { .. } | Expr::TupleField { .. } | Expr::Index { .. } => {}
        }
    }

    pub(super) fn optional(&mut self, expr: Option<ExprId>) {
        if let Some(expr) = expr {
            self.expr(expr);
        }
    }

    fn interpolated(&mut self, parts: &[Part]) {
        for part in parts {
            if let Part::Expr(expr) = part {
                self.expr(*expr);
            }
        }
    }

    /// A plain assignment to a variable does not read it.
    fn assign(&mut self, place: ExprId, value: ExprId, reads: bool) {
        let before = match self.ast.expr(place) {
            Expr::Name(name) if !reads => self.locals.find(name.name).map(|id| (id, self.local(id).used)),
            _ => None,
        };
        self.expr(place);
        if let Some((id, used)) = before {
            self.local(id).used = used;
        }
        self.expr(value);
    }

    pub(super) fn local(&mut self, id: LocalId) -> &mut Local {
        &mut self.resolver.resolved.modules[self.module.index()].locals[id.0 as usize]
    }

    fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::Is(expr) => self.expr(*expr),
            Condition::Let { pattern, value } => {
                self.expr(*value);
                self.bind(*pattern, false, true);
            }
        }
    }

    fn closure(&mut self, closure: &'a crate::ast::Closure) {
        let loops = self.loops.clone();
        self.loops.iter_mut().for_each(|it| it.beyond_closure = true);
        self.scoped(|body| {
            let patterns: Vec<(PatternId, bool)> = closure.params.iter().map(|it| (it.pattern, it.mutable)).collect();
            for param in &closure.params {
                if let Some(annotation) = param.annotation {
                    body.type_(annotation);
                }
            }
            let first = body.resolver.resolved.modules[body.module.index()].locals.len();
            body.bind_all(&patterns, true);
            let locals = &mut body.resolver.resolved.modules[body.module.index()].locals;
            locals[first..].iter_mut().for_each(|it| it.role = LocalRole::Param);
            if let Some(result) = closure.result {
                body.type_(result);
            }
            body.expr(closure.body);
        });
        self.loops = loops;
    }

    fn in_loop(&mut self, label: Option<Ident>, has_value: bool, inside: impl FnOnce(&mut Self)) {
        self.loops.push(Loop { label: label.map(|it| it.name), has_value, beyond_closure: false });
        inside(self);
        self.loops.pop();
    }

    fn leave_loop(&mut self, id: ExprId, word: &str, label: Option<Ident>, value: Option<ExprId>) {
        let span = self.ast.expr_span(id);
        let found = match label {
            None => self.loops.last().copied(),
            Some(label) => self.loops.iter().rev().find(|it| it.label == Some(label.name)).copied(),
        };
        let diagnostic = match (found, label, value) {
            (Some(found), _, _) if found.beyond_closure => Some(diagnostics::outside_loop(word, span)),
            (Some(found), _, Some(value)) if !found.has_value => {
                Some(diagnostics::break_with_value(self.ast.expr_span(value)))
            }
            (Some(_), _, _) => None,
            (None, None, _) => Some(diagnostics::outside_loop(word, span)),
            (None, Some(label), _) => {
                let labels: Vec<&str> = self.loops.iter().filter_map(|it| it.label).map(|it| self.text(it)).collect();
                let near = crate::diagnostic::suggest::nearest(self.text(label.name), labels);
                Some(diagnostics::unknown_label(self.text(label.name), label.span, near))
            }
        };
        if let Some(diagnostic) = diagnostic {
            self.resolver.report(diagnostic);
        }
    }
}
