//! Values that are known before the program runs: constants, and the defaults of tools' parameters.

use rustc_hash::FxHashSet;

use crate::ast::{self, BinaryOp, Expr, ExprId, Fn, ItemKind, Part};
use crate::load::ModuleId;
use crate::resolve::{ItemId, Res};
use crate::types::effects::Node;
use crate::types::infer::Why;
use crate::types::signatures::{FnId, Scope};
use crate::types::{Checker, diagnostics};

impl<'a> Checker<'a> {
    pub(super) fn constant(&mut self, id: ItemId, it: &'a ast::Const, scope: &Scope) {
        let wanted = self.signatures.consts.get(&id).copied().unwrap_or(self.types.error());
        let at = self.ast(id.module).type_span(it.annotation);
        let mut infer = self.infer(scope);
        infer.check(it.value, wanted, Why::At(at, "the constant is declared with this type"));
        infer.finish(Node::Item(id));
        self.must_be_constant(id.module, it.value, "the value of a constant");
        self.must_end(id, it);
    }

    /// A constant that needs itself has no value.
    fn must_end(&mut self, id: ItemId, it: &ast::Const) {
        let mut seen: FxHashSet<ItemId> = FxHashSet::default();
        let mut waiting = self.constants_in(id.module, it.value);
        while let Some(next) = waiting.pop() {
            if next < id {
                // The circle, if there is one, is told at its first constant.
                continue;
            }
            if next == id {
                let name = self.text(it.name.name);
                self.report(diagnostics::endless_constant(name, it.name.span));
                return;
            }
            if seen.insert(next)
                && let ItemKind::Const(it) = self.item_kind(next)
            {
                waiting.extend(self.constants_in(next.module, it.value));
            }
        }
    }

    /// The constants that an expression names.
    fn constants_in(&self, module: ModuleId, value: ExprId) -> Vec<ItemId> {
        let names = &self.resolved.modules[module.index()].exprs;
        let mut found = Vec::new();
        let mut waiting = vec![value];
        while let Some(id) = waiting.pop() {
            if let Res::Item(item) = names[id.index()]
                && matches!(self.item_kind(item), ItemKind::Const(_))
            {
                found.push(item);
            }
            if let Some(parts) = self.constant_parts(module, id) {
                waiting.extend(parts);
            }
        }
        found
    }

    pub(super) fn check_tool_defaults(&mut self, id: FnId, function: &'a Fn) {
        let module = self.signatures.function(id).item.module;
        let is_public = self.signatures.function(id).public;
        for default in function.params.iter().filter(|_| is_public).filter_map(|it| it.default) {
            self.must_be_constant(module, default, "the default of a tool's parameter");
        }
    }

    /// Reports the first part of an expression that only running it would tell.
    pub(super) fn must_be_constant(&mut self, module: ModuleId, value: ExprId, what: &'static str) {
        let ast = self.ast(module);
        let mut waiting = vec![value];
        while let Some(id) = waiting.pop() {
            match self.constant_parts(module, id) {
                Some(parts) => waiting.extend(parts),
                None => {
                    self.report(diagnostics::not_constant(what, ast.expr_span(id)));
                    return;
                }
            }
        }
    }

    /// The parts of an expression that is constant if they are.
    fn constant_parts(&self, module: ModuleId, id: ExprId) -> Option<Vec<ExprId>> {
        let ast = self.ast(module);
        Some(match ast.expr(id) {
            Expr::Error | Expr::Int(_) | Expr::Float(_) | Expr::Bool(_) | Expr::Duration(_) | Expr::Str(_) => vec![],
            Expr::Interpolated(parts) => {
                let parts = parts.iter().filter_map(|it| if let Part::Expr(it) = it { Some(*it) } else { None });
                parts.collect()
            }
            Expr::Name(_) | Expr::Path(_) => match self.resolved.modules[module.index()].exprs[id.index()] {
                Res::Item(item) if matches!(self.item_kind(item), ItemKind::Const(_)) => vec![],
                Res::Variant(..) | Res::Error => vec![],
                _ => return None,
            },
            Expr::Array(elements) | Expr::Tuple(elements) => elements.to_vec(),
            Expr::Map(entries) => entries.iter().flat_map(|(key, value)| [*key, *value]).collect(),
            Expr::Struct(literal) => literal.fields.iter().map(|it| it.value).chain(literal.base).collect(),
            Expr::Range { start, end, .. } => start.iter().chain(end).copied().collect(),
            Expr::Unary { operand, .. } => vec![*operand],
            Expr::Binary { op, left, right, .. } if *op != BinaryOp::Pipe => vec![*left, *right],
            Expr::Cast { value, .. } => vec![*value],
            Expr::Call { callee, args } => match self.resolved.modules[module.index()].exprs[callee.index()] {
                Res::Variant(..) => args.iter().map(|it| it.value).collect(),
                _ => return None,
            },
            _ => return None,
        })
    }
}
