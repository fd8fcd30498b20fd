//! `match`, `let` and patterns: decisions with the variables that they bind.

use super::Body;
use crate::ast::{self, Let, Pattern, PatternId};
use crate::resolve::{self, Res};
use crate::tree::decision::{self as tree, Constant, Node};
use crate::tree::{Arm, Compare, ExprId, ExprKind, LocalId};
use crate::types::Ty;
use crate::types::decide::{self, decision as found};

impl<'c> Body<'_, 'c> {
    pub(super) fn match_(&mut self, id: ast::ExprId, value: ast::ExprId, arms: &'c [ast::Arm]) -> ExprId {
        let ty = self.ty(id);
        let value = self.expr(value);
        if self.is_never(value) {
            return value;
        }
        let mut stmts = Vec::new();
        let subject = self.keep(value, &mut stmts);
        let rows: Vec<(PatternId, bool)> = arms.iter().map(|it| (it.pattern, it.guard.is_some())).collect();
        let decision = self.decision(subject, &rows, &mut stmts);
        let mut made = Vec::with_capacity(arms.len());
        for arm in arms {
            let guard = arm.guard.map(|it| self.expr(it));
            let body = self.expr(arm.body);
            made.push(Arm { guard, body: self.fit(body, ty) });
        }
        let value = self.put(ExprKind::Match { subject, decision, arms: made, otherwise: None }, ty);
        self.after(stmts, value)
    }

    /// `let pattern = value else { … };`
    pub(super) fn let_(&mut self, it: &'c Let, stmts: &mut Vec<ExprId>) {
        let Some(value) = it.value else {
            // The variable gets its value later.
            if let Some(id) = self.plain_local(it.pattern) {
                self.declare(id);
            }
            return;
        };
        let value = self.expr(value);
        let Some(otherwise) = it.otherwise else { return self.bind_value(it.pattern, value, stmts) };
        let subject = self.keep(value, stmts);
        let decision = self.decision(subject, &[(it.pattern, false)], stmts);
        let unit = self.typed.types.unit();
        let otherwise = self.block_as(otherwise, unit);
        let body = self.unit();
        let arms = vec![Arm { guard: None, body }];
        let value = self.act(ExprKind::Match { subject, decision, arms, otherwise: Some(otherwise) });
        stmts.push(value);
    }

    /// Binds a pattern that always matches to a variable that stays as it is.
    pub(super) fn bind(&mut self, pattern: PatternId, local: LocalId, ty: Ty, stmts: &mut Vec<ExprId>) {
        if matches!(self.ast.pattern(pattern), Pattern::Wildcard) {
            return;
        }
        if let Some(id) = self.plain_local(pattern) {
            let own = self.declare(id);
            if own != local {
                let value = self.read(local);
                let it = self.act(ExprKind::Let(own, value));
                stmts.push(it);
            }
            self.fix(id);
            return;
        }
        if ty == self.typed.types.never() {
            return;
        }
        let decision = self.decision(local, &[(pattern, false)], stmts);
        let body = self.unit();
        let arms = vec![Arm { guard: None, body }];
        let value = self.act(ExprKind::Match { subject: local, decision, arms, otherwise: None });
        stmts.push(value);
    }

    /// The variable that a pattern is, if it is nothing else.
    pub(super) fn plain_local(&self, pattern: PatternId) -> Option<resolve::LocalId> {
        match (self.ast.pattern(pattern), self.pattern_res(pattern)) {
            (Pattern::Name { inner: None, .. }, Res::Local(local)) => Some(local),
            _ => None,
        }
    }

    /// What a pattern's variable is called.
    pub(super) fn name_of_pattern(&self, pattern: PatternId) -> Option<&'c str> {
        let id = self.plain_local(pattern)?;
        let local = &self.it.resolved.modules[self.module.index()].locals[id.0 as usize];
        Some(self.text(local.name))
    }

    fn pattern_res(&self, id: PatternId) -> Res {
        self.it.resolved.modules[self.module.index()].patterns[id.index()]
    }

    /// How the value of a variable is matched with patterns. What has to be computed only once comes before.
    pub(super) fn decision(
        &mut self,
        subject: LocalId,
        rows: &[(PatternId, bool)],
        stmts: &mut Vec<ExprId>,
    ) -> Box<tree::Decision> {
        let ty = self.builder().type_of_local(subject);
        let (program, resolved, module) = (self.it.program, self.it.resolved, self.module);
        let it = decide::decide(program, resolved, self.typed, module, ty, rows);
        let occurrences = it.occurrences.iter().map(|it| tree::Occurrence {
            parent: tree::OccurrenceId(it.parent.0),
            step: step(it.step),
            ty: it.ty,
        });
        let occurrences: Vec<tree::Occurrence> = occurrences.collect();
        let nodes = it.nodes.iter().map(|it| self.node(it, &occurrences, stmts)).collect();
        Box::new(tree::Decision { occurrences, nodes, root: tree::NodeId(it.root.0) })
    }

    fn node(&mut self, node: &found::Node, parts: &[tree::Occurrence], stmts: &mut Vec<ExprId>) -> Node {
        let id = |it: &found::NodeId| tree::NodeId(it.0);
        match node {
            found::Node::Fail => Node::Fail,
            found::Node::Arm { arm, bindings, otherwise } => {
                Node::Arm { arm: *arm, bindings: self.bindings(bindings), otherwise: otherwise.as_ref().map(id) }
            }
            found::Node::Bind { bindings, then } => Node::Bind { bindings: self.bindings(bindings), then: id(then) },
            found::Node::Variant { on, cases, otherwise } => Node::Variant {
                on: tree::OccurrenceId(on.0),
                cases: cases.iter().map(|(variant, to)| (*variant, id(to))).collect(),
                otherwise: otherwise.as_ref().map(id),
            },
            found::Node::Constant { on, cases, otherwise } => Node::Constant {
                on: tree::OccurrenceId(on.0),
                cases: cases.iter().map(|(constant, to)| (self.constant_of(*constant), id(to))).collect(),
                otherwise: otherwise.as_ref().map(id),
            },
            found::Node::Below { on, bound, then, otherwise } => {
                Node::Below { on: tree::OccurrenceId(on.0), bound: *bound, then: id(then), otherwise: id(otherwise) }
            }
            found::Node::Test { on, test, then, otherwise } => {
                let ty = parts.get(on.0 as usize).map_or(self.typed.types.error(), |it| it.ty);
                let local = self.builder().local(None, ty);
                let condition = self.test(*test, local, stmts);
                let on = tree::OccurrenceId(on.0);
                Node::Test { on, local, condition, then: id(then), otherwise: id(otherwise) }
            }
        }
    }

    fn bindings(&mut self, bindings: &[found::Binding]) -> Vec<(LocalId, tree::OccurrenceId)> {
        let mut made = Vec::with_capacity(bindings.len());
        for (id, part) in bindings {
            made.push((self.declare(*id), tree::OccurrenceId(part.0)));
        }
        made
    }

    fn constant_of(&self, constant: crate::types::Constant) -> Constant {
        match constant {
            crate::types::Constant::Int(value) => Constant::Int(value),
            crate::types::Constant::Float(value) => Constant::Float(value),
            crate::types::Constant::Bool(value) => Constant::Bool(value),
            crate::types::Constant::Text(text) => Constant::Text(self.text(text).into()),
        }
    }

    /// A question about the value of a variable.
    fn test(&mut self, test: found::Test, local: LocalId, stmts: &mut Vec<ExprId>) -> ExprId {
        let bool = self.typed.builtins.bool;
        match test {
            found::Test::Equal(item) => {
                let constant = self.it.about(self.typed).constant(item);
                let Some((module, value)) = constant else { return self.internal("a pattern without a value") };
                let wanted = self.constant(module, value);
                let wanted = self.kept(wanted, stmts);
                let value = self.read(local);
                self.put(ExprKind::Compare(Compare::Eq, value, wanted), bool)
            }
            found::Test::Within { start, end, inclusive } => {
                let start = start.map(|it| {
                    let (value, low) = (self.read(local), self.expr(it));
                    self.put(ExprKind::Compare(Compare::GreaterEq, value, low), bool)
                });
                let end = end.map(|it| {
                    let (value, high) = (self.read(local), self.expr(it));
                    let op = if inclusive { Compare::LessEq } else { Compare::Less };
                    self.put(ExprKind::Compare(op, value, high), bool)
                });
                match (start, end) {
                    (Some(start), Some(end)) => self.put(ExprKind::And(start, end), bool),
                    (Some(one), None) | (None, Some(one)) => one,
                    (None, None) => self.put(ExprKind::Bool(true), bool),
                }
            }
        }
    }
}

fn step(step: found::Step) -> tree::Step {
    match step {
        found::Step::Subject => tree::Step::Subject,
        found::Step::Part(index) => tree::Step::Part(index),
        found::Step::Datum { variant, index } => tree::Step::Datum { variant, index },
        found::Step::Length => tree::Step::Length,
        found::Step::Element(index) => tree::Step::Element(index),
        found::Step::FromEnd(index) => tree::Step::FromEnd(index),
        found::Step::Rest { start, end } => tree::Step::Rest { start, end },
    }
}
