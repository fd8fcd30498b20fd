//! Tasks: code that runs beside the rest, waiting for it, and blocks that end what they started.

use std::rc::Rc;

use concerto_ir::op::Inst;
use concerto_ir::operand::{InInt, InRef, Kind, OutFloat, OutInt, OutRef, Reg, Small, TakeRef};

use super::Lower;
use super::body::{Body, Lowered};
use crate::ast::{Expr, ExprId};
use crate::load::ModuleId;
use crate::source::Span;
use crate::types::{self, Ty};

impl Body<'_, '_> {
    /// `spawn f(x)`
    pub(super) fn spawn(&mut self, id: ExprId) -> Lowered<Reg> {
        let ty = self.type_of(id);
        let result = self.task_type(ty).unwrap_or(ty);
        let given = self.evaluated_first(id)?;
        let closure = self.task_closure(id, given)?;
        Ok(self.start_task(closure, result))
    }

    /// The receiver and the arguments of the call that a task makes: they are evaluated before it starts.
    fn evaluated_first(&mut self, id: ExprId) -> Lowered<Vec<(ExprId, Reg)>> {
        let ast = self.ast;
        let Expr::Spawn(operand) = ast.expr(id) else { return Ok(Vec::new()) };
        let (receiver, args) = match ast.expr(*operand) {
            Expr::Call { args, .. } => (None, args),
            Expr::Method(call) => (Some(call.receiver), &call.args),
            _ => return Ok(Vec::new()),
        };
        let mut given = Vec::new();
        for expr in receiver.into_iter().chain(args.iter().map(|it| it.value)) {
            if !is_there(ast.expr(expr)) {
                given.push((expr, self.own(expr)?));
            }
        }
        Ok(given)
    }

    /// What a task gives.
    fn task_type(&self, ty: Ty) -> Option<Ty> {
        self.arguments_of(ty, self.lower.typed.builtins.task)?.first().copied()
    }

    fn start_task(&mut self, closure: Reg, result: Ty) -> Reg {
        let kind = self.lower.kind(result);
        let signature = self.lower.signature(Vec::new(), kind);
        let dst = self.register(Kind::Ref);
        self.put(Inst::Spawn { dst: OutRef(dst), closure: TakeRef(closure), signature });
        dst
    }

    /// `await task`, `await (a(), b())`
    pub(super) fn await_(&mut self, id: ExprId, operand: ExprId) -> Lowered<Reg> {
        let ast = self.ast;
        if let Expr::Tuple(elements) = ast.expr(operand)
            && !elements.is_empty()
        {
            return self.await_all(id, elements);
        }
        let ty = self.type_of(id);
        if let Expr::Call { args, .. } = ast.expr(operand)
            && self.task_type_of(operand).is_none()
        {
            return self.await_emit(ty, args);
        }
        let task = self.own(operand)?;
        let Some(inner) = self.task_type_of(operand) else {
            return Err(self.unsupported(self.ast.expr_span(id), "this `await`"));
        };
        Ok(self.awaited(task, inner, ty))
    }

    fn task_type_of(&mut self, id: ExprId) -> Option<Ty> {
        let ty = self.type_of(id);
        self.task_type(ty)
    }

    /// `await emit(channel, value)`
    fn await_emit(&mut self, result: Ty, args: &[crate::ast::Arg]) -> Lowered<Reg> {
        let mut types = Vec::new();
        let mut values = Vec::new();
        for arg in args {
            types.push(self.type_of(arg.value));
            values.push(self.own(arg.value)?);
        }
        Ok(self.perform("emit.ask", &types, result, values))
    }

    /// The `Result<T, TaskError>` of a task.
    fn awaited(&mut self, task: Reg, inner: Ty, result: Ty) -> Reg {
        let dst = self.register(Kind::Ref);
        let status = self.register(Kind::Int);
        self.put(Inst::Wait { dst: OutInt(status), task: InRef(task) });
        let (value, fault, cancelled, after) = (self.label(), self.label(), self.label(), self.label());
        self.switch(status, &[value, fault, cancelled]);
        self.start(value);
        let found = self.task_result(task, inner);
        let ok = self.new_variant(result, 0, vec![found]);
        self.copy(dst, ok);
        self.jump(after);
        let error_ty = self.lower.typed.builtins.task_error;
        self.start(fault);
        let message = self.register(Kind::Ref);
        self.put(Inst::TaskMessage { dst: OutRef(message), task: InRef(task) });
        let error = self.error_of(message);
        let error = self.new_variant(error_ty, 0, vec![error]);
        let err = self.new_variant(result, 1, vec![error]);
        self.copy(dst, err);
        self.jump(after);
        self.start(cancelled);
        let error = self.new_variant(error_ty, 1, Vec::new());
        let err = self.new_variant(result, 1, vec![error]);
        self.copy(dst, err);
        self.start(after);
        dst
    }

    /// What a task that has ended gave.
    fn task_result(&mut self, task: Reg, ty: Ty) -> Reg {
        let kind = self.lower.kind(ty);
        let dst = self.register(kind);
        let task = InRef(task);
        self.put(match kind {
            Kind::Int => Inst::TaskInt { dst: OutInt(dst), task },
            Kind::Float => Inst::TaskFloat { dst: OutFloat(dst), task },
            Kind::Ref => Inst::TaskRef { dst: OutRef(dst), task },
        });
        dst
    }

    /// Waits for a task and gives its value; its fault goes on here.
    pub(super) fn task_value(&mut self, task: Reg, ty: Ty) -> Reg {
        let status = self.register(Kind::Int);
        self.put(Inst::Wait { dst: OutInt(status), task: InRef(task) });
        let fine = self.label();
        let to = self.target(fine);
        self.put(Inst::JumpEqSmall { left: InInt(status), right: Small(0), to });
        self.put(Inst::Rethrow { task: InRef(task) });
        self.start(fine);
        self.task_result(task, ty)
    }

    /// Waits for all tasks of an array; the fault of one goes on here.
    pub(super) fn wait_all(&mut self, tasks: Reg) {
        let failed = self.register(Kind::Int);
        self.put(Inst::WaitAll { dst: OutInt(failed), tasks: InRef(tasks) });
        let fine = self.label();
        let to = self.target(fine);
        self.put(Inst::JumpLtSmall { left: InInt(failed), right: Small(0), to });
        let task = self.element(tasks, failed, Kind::Ref);
        self.put(Inst::Rethrow { task: InRef(task) });
        self.start(fine);
    }

    /// Elements that run at the same time: those that are tasks already, and tasks for the others.
    fn tasks_of(&mut self, elements: &[ExprId]) -> Lowered<Vec<(Reg, Ty, bool)>> {
        let mut tasks = Vec::with_capacity(elements.len());
        for element in elements {
            let ty = self.type_of(*element);
            tasks.push(match self.task_type(ty) {
                Some(inner) => (self.own(*element)?, inner, true),
                None => {
                    let closure = self.task_closure(*element, Vec::new())?;
                    (self.start_task(closure, ty), ty, false)
                }
            });
        }
        Ok(tasks)
    }

    fn await_all(&mut self, id: ExprId, elements: &[ExprId]) -> Lowered<Reg> {
        let ty = self.type_of(id);
        self.put(Inst::OpenScope {});
        let tasks = self.tasks_of(elements)?;
        let started: Vec<Reg> = tasks.iter().filter(|it| !it.2).map(|it| it.0).collect();
        let started = started.into_iter().map(|it| self.owned(it)).collect();
        let started = self.new_array(Kind::Ref, started);
        self.wait_all(started);
        let results: Vec<Ty> = self.lower.parts(ty).unwrap_or_default().into_iter().map(|(_, it)| it).collect();
        let mut values = Vec::with_capacity(tasks.len());
        for ((task, inner, was_task), result) in tasks.into_iter().zip(results) {
            values.push(match was_task {
                true => self.awaited(task, inner, result),
                false => self.task_result(task, inner),
            });
        }
        self.put(Inst::CloseScope {});
        Ok(self.new_struct(ty, values))
    }

    /// `race [a(), b()]`: the first that is ready; the others that were started for it end.
    pub(super) fn race(&mut self, id: ExprId, elements: &[ExprId]) -> Lowered<Reg> {
        let ty = self.type_of(id);
        let kind = self.lower.kind(ty);
        self.put(Inst::OpenScope {});
        let tasks = self.tasks_of(elements)?;
        let all = tasks.iter().map(|it| self.owned(it.0)).collect();
        let all = self.new_array(Kind::Ref, all);
        let first = self.register(Kind::Int);
        self.put(Inst::WaitAny { dst: OutInt(first), tasks: InRef(all) });
        let dst = self.register(kind);
        let labels: Vec<_> = tasks.iter().map(|_| self.label()).collect();
        let after = self.label();
        self.switch(first, &labels);
        for ((task, inner, was_task), label) in tasks.into_iter().zip(&labels) {
            self.start(*label);
            let value = match was_task {
                true => self.awaited(task, inner, ty),
                false => self.task_value(task, inner),
            };
            self.copy_if_same(dst, value);
            self.jump(after);
        }
        self.start(after);
        self.put(Inst::CloseScope {});
        Ok(dst)
    }

    /// Whether there is a `spawn` in a block: it then ends the tasks that it leaves behind.
    pub(super) fn starts_tasks(&mut self, span: Span) -> bool {
        let starts = self.lower.spawns(self.module);
        let first = starts.partition_point(|it| *it < span.start);
        starts.get(first).is_some_and(|it| *it < span.end)
    }
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

impl Lower<'_> {
    /// Where the tasks of a module are started.
    fn spawns(&mut self, module: ModuleId) -> Rc<Vec<u32>> {
        if let Some(found) = self.spawns.get(&module) {
            return found.clone();
        }
        let ast = &self.program.module(module).ast;
        let types = &self.typed.modules[module.index()].exprs;
        let stream = self.typed.builtins.stream;
        let starts = |id: &ExprId| match ast.expr(*id) {
            Expr::Spawn(_) => true,
            // What makes the events of a stream is a task, too.
            Expr::Method(_) => types
                .get(id.index())
                .is_some_and(|it| matches!(self.typed.types.kind(*it), types::Kind::Adt(item, _) if item == stream)),
            _ => false,
        };
        let spawns = (0..ast.expr_count() as u32).map(ExprId).filter(starts);
        let mut found: Vec<u32> = spawns.map(|id| ast.expr_span(id).start).collect();
        found.sort_unstable();
        let found = Rc::new(found);
        self.spawns.insert(module, found.clone());
        found
    }
}
