//! Tasks: code that runs beside the rest, waiting for it, and blocks that end what they started.

use std::rc::Rc;

use super::{Body, Elaborator};
use crate::ast::{Expr, ExprId as SourceId};
use crate::load::ModuleId;
use crate::source::Span;
use crate::tree::decision::{Constant, Decision, Node, NodeId, Occurrence, OccurrenceId, Step};
use crate::tree::{Arm, ExprId, ExprKind, LocalId};
use crate::types::{Kind, Ty, Typed};

/// An element of `await (…)` or `race […]`: its task, what that gives, and whether it was one before.
struct Started {
    task: LocalId,
    was_task: bool,
}

impl<'c> Body<'_, 'c> {
    /// `spawn f(x)`
    pub(super) fn spawn(&mut self, id: SourceId, operand: SourceId) -> ExprId {
        let ty = self.ty(id);
        let result = self.typed.argument_of(ty, self.typed.builtins.task).unwrap_or(ty);
        let mut stmts = Vec::new();
        let given = self.evaluated_first(operand, &mut stmts);
        let task = self.start_task(operand, result, ty, given);
        self.after(stmts, task)
    }

    /// The receiver and the arguments of the call that a task makes: they are evaluated before it starts.
    fn evaluated_first(&mut self, operand: SourceId, stmts: &mut Vec<ExprId>) -> Vec<(SourceId, LocalId)> {
        let ast = self.ast;
        let (receiver, args) = match ast.expr(operand) {
            Expr::Call { args, .. } => (None, args),
            Expr::Method(call) => (Some(call.receiver), &call.args),
            _ => return Vec::new(),
        };
        let mut given = Vec::new();
        for expr in receiver.into_iter().chain(args.iter().map(|it| it.value)) {
            if !is_there(ast.expr(expr)) {
                let value = self.expr(expr);
                given.push((expr, self.keep_copy(value, stmts)));
            }
        }
        given
    }

    /// Starts a task of an expression.
    fn start_task(&mut self, code: SourceId, result: Ty, ty: Ty, given: Vec<(SourceId, LocalId)>) -> ExprId {
        let closure_ty = self.typed.types.function(&[], result);
        let depth = self.frames.len() - 1;
        let closure = self.closure_of("task", result, closure_ty, |body| {
            for (expr, local) in given {
                let here = body.capture(local, depth);
                body.frame().given.insert(expr, here);
            }
            let value = body.expr(code);
            body.fit(value, result)
        });
        self.put(ExprKind::Spawn(closure), ty)
    }

    /// `await task`, `await (a(), b())`, `await emit(channel, value)`
    pub(super) fn await_(&mut self, id: SourceId, operand: SourceId) -> ExprId {
        let ty = self.ty(id);
        let ast = self.ast;
        match ast.expr(operand) {
            Expr::Tuple(elements) if !elements.is_empty() => return self.await_all(ty, elements),
            Expr::Call { args, .. } if !self.is_task(operand) => {
                let values: Vec<ExprId> = args.iter().map(|it| self.expr(it.value)).collect();
                let params = values.iter().map(|it| self.frames.last().map_or(ty, |frame| frame.builder.expr(*it).ty));
                let params = params.collect();
                return self.perform("emit.ask", params, ty, values);
            }
            _ => {}
        }
        let task = self.expr(operand);
        self.put(ExprKind::Await(task), ty)
    }

    fn is_task(&mut self, id: SourceId) -> bool {
        let ty = self.ty(id);
        self.typed.argument_of(ty, self.typed.builtins.task).is_some()
    }

    /// Elements that run at the same time: those that are tasks already, and tasks for the others.
    fn started(&mut self, elements: &[SourceId], stmts: &mut Vec<ExprId>) -> Vec<Started> {
        let mut started = Vec::with_capacity(elements.len());
        for element in elements {
            let was_task = self.is_task(*element);
            let value = match was_task {
                true => self.expr(*element),
                false => {
                    let result = self.ty(*element);
                    let task = self.typed.types.adt(self.typed.builtins.task, &[result]);
                    self.start_task(*element, result, task, Vec::new())
                }
            };
            started.push(Started { task: self.keep(value, stmts), was_task });
        }
        started
    }

    fn array_of_tasks(&mut self, tasks: Vec<ExprId>) -> ExprId {
        let (array, task) = (self.typed.builtins.array, self.typed.builtins.task);
        let unit = self.typed.types.unit();
        // Tasks of several types: all are held in one way.
        let task = self.typed.types.adt(task, &[unit]);
        let ty = self.typed.types.adt(array, &[task]);
        self.put(ExprKind::Array(tasks), ty)
    }

    fn await_all(&mut self, ty: Ty, elements: &[SourceId]) -> ExprId {
        let mut stmts = Vec::new();
        let started = self.started(elements, &mut stmts);
        let own: Vec<ExprId> = started
            .iter()
            .filter(|it| !it.was_task)
            .map(|it| it.task)
            .collect::<Vec<_>>()
            .into_iter()
            .map(|it| self.read(it))
            .collect();
        let own = self.array_of_tasks(own);
        let wait = self.act(ExprKind::WaitAll(own));
        stmts.push(wait);
        let results: Vec<Ty> = self.typed.parts(ty).unwrap_or_default().into_iter().map(|(_, it)| it).collect();
        let mut values = Vec::with_capacity(started.len());
        for (it, result) in started.iter().zip(results) {
            let task = self.read(it.task);
            let kind = if it.was_task { ExprKind::Await(task) } else { ExprKind::TaskResult(task) };
            values.push(self.put(kind, result));
        }
        let value = self.put(ExprKind::New(values), ty);
        self.put(ExprKind::Block { stmts, value: Some(value), ends_tasks: true }, ty)
    }

    /// `race [a(), b()]`: the first that is ready; the others that were started for it end.
    pub(super) fn race(&mut self, id: SourceId, elements: &[SourceId]) -> ExprId {
        let ty = self.ty(id);
        let int = self.typed.builtins.int;
        let mut stmts = Vec::new();
        let started = self.started(elements, &mut stmts);
        let all: Vec<ExprId> =
            started.iter().map(|it| it.task).collect::<Vec<_>>().into_iter().map(|it| self.read(it)).collect();
        let all = self.array_of_tasks(all);
        let first = self.put(ExprKind::WaitAny(all), int);
        let first = self.keep(first, &mut stmts);
        let mut arms = Vec::with_capacity(started.len());
        for it in &started {
            let task = self.read(it.task);
            let kind = if it.was_task { ExprKind::Await(task) } else { ExprKind::TaskValue(task) };
            let value = self.put(kind, ty);
            arms.push(Arm { guard: None, body: value });
        }
        let decision = Box::new(by_number(arms.len() as u32, int));
        let value = self.put(ExprKind::Match { subject: first, decision, arms, otherwise: None }, ty);
        self.put(ExprKind::Block { stmts, value: Some(value), ends_tasks: true }, ty)
    }

    /// Whether there is a `spawn` in a block: it then ends the tasks that it leaves behind.
    pub(super) fn starts_tasks(&mut self, span: Span) -> bool {
        let starts = self.it.spawns(self.typed, self.module);
        let first = starts.partition_point(|it| *it < span.start);
        starts.get(first).is_some_and(|it| *it < span.end)
    }
}

/// One arm for each number below `count`.
fn by_number(count: u32, int: Ty) -> Decision {
    let subject = Occurrence { parent: OccurrenceId(0), step: Step::Subject, ty: int };
    let arm = |arm: u32| Node::Arm { arm, bindings: Vec::new(), otherwise: None };
    let cases = (0..count).map(|it| (Constant::Int(i64::from(it)), NodeId(it + 1))).collect();
    let root = Node::Constant { on: OccurrenceId(0), cases, otherwise: Some(NodeId(count + 1)) };
    let nodes = [root].into_iter().chain((0..count).map(arm)).chain([Node::Fail]).collect();
    Decision { occurrences: vec![subject], nodes, root: NodeId(0) }
}

/// Whether nothing has to be done for a value: a variable, a literal, a closure.
fn is_there(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Int(_)
            | Expr::Float(_)
            | Expr::Bool(_)
            | Expr::Str(_)
            | Expr::Duration(_)
            | Expr::Name(_)
            | Expr::Path(_)
            | Expr::Closure(_)
    )
}

impl Elaborator<'_> {
    /// Where the tasks of a module are started.
    fn spawns(&mut self, typed: &Typed, module: ModuleId) -> Rc<Vec<u32>> {
        if let Some(found) = self.spawns.get(&module) {
            return found.clone();
        }
        let ast = &self.program.module(module).ast;
        let types = &typed.modules[module.index()].exprs;
        let stream = typed.builtins.stream;
        let starts = |id: &SourceId| match ast.expr(*id) {
            Expr::Spawn(_) => true,
            // What makes the events of a stream is a task, too.
            Expr::Method(_) => types
                .get(id.index())
                .is_some_and(|it| matches!(typed.types.kind(*it), Kind::Adt(item, _) if item == stream)),
            _ => false,
        };
        let spawns = (0..ast.expr_count() as u32).map(SourceId).filter(starts);
        let mut found: Vec<u32> = spawns.map(|id| ast.expr_span(id).start).collect();
        found.sort_unstable();
        let found = Rc::new(found);
        self.spawns.insert(module, found.clone());
        found
    }
}
