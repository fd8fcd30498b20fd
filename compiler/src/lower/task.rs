//! Tasks: code that runs beside the rest, and waiting for it.

use concerto_ir::op::Inst;
use concerto_ir::operand::{InInt, InRef, Jumps, Kind, OutFloat, OutInt, OutRef, Reg, Small, TakeRef};

use super::body::{Body, Label};
use crate::tree::ExprId;
use crate::types::Ty;

/// `None` and `Some`.
const NONE: u32 = 0;
const SOME: u32 = 1;

impl Body<'_, '_> {
    pub(super) fn spawn(&mut self, id: ExprId, closure: ExprId) -> Reg {
        let ty = self.type_of(id);
        let result = self.result_of_task(ty);
        let closure = self.own(closure);
        let kind = self.lower.kind(result);
        let signature = self.lower.signature(Vec::new(), kind);
        let dst = self.register(Kind::Ref);
        self.put(Inst::Spawn { dst: OutRef(dst), closure: TakeRef(closure), signature });
        dst
    }

    /// What a task of a type returns.
    fn result_of_task(&self, ty: Ty) -> Ty {
        let found = self.lower.arguments_of(ty, self.lower.typed.builtins.task);
        found.and_then(|it| it.first().copied()).unwrap_or(ty)
    }

    /// The `Result<T, TaskError>` of a task.
    pub(super) fn await_(&mut self, id: ExprId, task: ExprId) -> Reg {
        let (result, ty) = (self.type_of(id), self.type_of(task));
        let inner = self.result_of_task(ty);
        let task = self.value(task);
        let dst = self.register(Kind::Ref);
        let status = self.wait(task);
        let [value, fault, cancelled, after] = [(); 4].map(|()| self.label());
        self.switch(status, &[value, fault, cancelled]);
        self.start(value);
        let found = self.task_result(task, inner);
        let ok = self.new_variant(result, 0, vec![found]);
        self.copy(dst, ok);
        self.jump(after);
        self.start(fault);
        let error = self.fault_of(task);
        self.fail(dst, result, (0, vec![error]));
        self.jump(after);
        self.start(cancelled);
        self.fail(dst, result, (1, Vec::new()));
        self.start(after);
        dst
    }

    /// A register gets an `Err` of a variant of `TaskError`.
    fn fail(&mut self, dst: Reg, result: Ty, (variant, data): (u32, Vec<Reg>)) {
        let ty = self.lower.typed.builtins.task_error;
        let error = self.new_variant(ty, variant, data);
        let error = self.new_variant(result, 1, vec![error]);
        self.copy(dst, error);
    }

    /// The fault of a task as an `Error` of the place at hand.
    fn fault_of(&mut self, task: Reg) -> Reg {
        let message = self.register(Kind::Ref);
        self.put(Inst::TaskMessage { dst: OutRef(message), task: InRef(task) });
        let kind = self.load_text("error");
        let ty = self.lower.typed.builtins.error;
        let parts = self.lower.record(ty).map(|it| it.parts);
        let Some([.., source, location]) = parts.as_deref() else {
            return self.impossible("an `Error` without its fields");
        };
        let source = self.new_variant(source.ty, NONE, Vec::new());
        let location = self.location(location.ty);
        self.new_record(ty, vec![message, kind, source, location])
    }

    /// The place at hand as an `Option` of a location.
    fn location(&mut self, option: Ty) -> Reg {
        let inner = self.lower.variant(option, SOME).and_then(|it| it.parts.first().map(|it| it.ty));
        let Some(inner) = inner else { return self.impossible("a location that is not an `Option`") };
        let place = self.lower.place(self.span);
        let file = self.lower.ir.files.get(place.file as usize).cloned().unwrap_or_default();
        let file = self.load_text(&file);
        let (line, column) = (self.int(i64::from(place.line)), self.int(i64::from(place.column)));
        let found = self.new_record(inner, vec![file, line, column]);
        self.new_variant(option, SOME, vec![found])
    }

    /// Waits until a task has ended: how it has.
    fn wait(&mut self, task: Reg) -> Reg {
        let dst = self.register(Kind::Int);
        self.put(Inst::Wait { dst: OutInt(dst), task: InRef(task) });
        dst
    }

    /// Goes on at one of the labels, by a number.
    pub(super) fn switch(&mut self, value: Reg, labels: &[Label]) {
        let targets = Jumps(labels.iter().map(|it| self.target(*it).0).collect());
        self.put(Inst::Switch { value: InInt(value), targets });
    }

    pub(super) fn task_result_of(&mut self, id: ExprId, task: ExprId) -> Reg {
        let ty = self.type_of(id);
        let task = self.value(task);
        self.task_result(task, ty)
    }

    /// The value of a task that has ended.
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

    /// Waits for a task: its value; its fault goes on here.
    pub(super) fn task_value(&mut self, id: ExprId, task: ExprId) -> Reg {
        let ty = self.type_of(id);
        let task = self.value(task);
        let status = self.wait(task);
        let fine = self.label();
        let to = self.target(fine);
        self.put(Inst::JumpEqSmall { left: InInt(status), right: Small(0), to });
        self.put(Inst::Rethrow { task: InRef(task) });
        self.start(fine);
        self.task_result(task, ty)
    }

    /// Waits for all tasks of an array; the fault of one goes on here.
    pub(super) fn wait_all(&mut self, tasks: ExprId) {
        let tasks = self.value(tasks);
        let failed = self.register(Kind::Int);
        self.put(Inst::WaitAll { dst: OutInt(failed), tasks: InRef(tasks) });
        let fine = self.label();
        let to = self.target(fine);
        self.put(Inst::JumpLtSmall { left: InInt(failed), right: Small(0), to });
        let task = self.element(tasks, failed, Kind::Ref);
        self.put(Inst::Rethrow { task: InRef(task) });
        self.start(fine);
    }

    pub(super) fn wait_any(&mut self, tasks: ExprId) -> Reg {
        let tasks = InRef(self.value(tasks));
        let dst = self.register(Kind::Int);
        self.put(Inst::WaitAny { dst: OutInt(dst), tasks });
        dst
    }

    pub(super) fn cancel(&mut self, task: ExprId) {
        let task = InRef(self.value(task));
        self.put(Inst::Cancel { task });
    }

    pub(super) fn task_trace(&mut self, task: ExprId) -> Reg {
        let task = InRef(self.value(task));
        let dst = self.register(Kind::Ref);
        self.put(Inst::TaskTrace { dst: OutRef(dst), task });
        dst
    }
}
