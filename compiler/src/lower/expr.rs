//! Expressions: each leaves its value in a register. One line for each kind; the functions are in the files of their groups.

use concerto_ir::op::Inst;
use concerto_ir::operand::{
    Fraction, InFloat, InInt, InRef, Kind, Number, OutFloat, OutInt, OutRef, Reg, TakeRef, Whole,
};

use super::body::Body;
use crate::tree::{ExprId, ExprKind, Global, LocalId};

/// How much stack has to be left, and how much more is taken if it is not.
const STACK_RED_BYTES: usize = 256 * 1024;
const STACK_PIECE_BYTES: usize = 2 * 1024 * 1024;

impl Body<'_, '_> {
    /// The value of an expression, in a register that is only to be looked at.
    pub(super) fn value(&mut self, id: ExprId) -> Reg {
        let outer = self.go_to(id);
        let reg = stacker::maybe_grow(STACK_RED_BYTES, STACK_PIECE_BYTES, || self.value_here(id));
        self.span = outer;
        reg
    }

    /// Evaluates an expression whose value nothing needs.
    pub(super) fn run(&mut self, id: ExprId) {
        let outer = self.go_to(id);
        stacker::maybe_grow(STACK_RED_BYTES, STACK_PIECE_BYTES, || self.run_here(id));
        self.span = outer;
    }

    /// The value, in a register of its own.
    pub(super) fn own(&mut self, id: ExprId) -> Reg {
        let reg = self.value(id);
        if self.is_variable(reg) { self.owned(reg) } else { reg }
    }

    /// What is in a register, in one of its own.
    pub(super) fn owned(&mut self, reg: Reg) -> Reg {
        let own = self.register(self.kind_of(reg));
        self.copy(own, reg);
        own
    }

    /// The left side of something whose right side may change it: then it is copied first.
    pub(super) fn kept(&mut self, left: ExprId, right: ExprId) -> Reg {
        if self.expr(right).changes { self.own(left) } else { self.value(left) }
    }

    /// `dst = src`, and `src` stays as it is.
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

    /// A copy, unless the value is of another kind: then nothing goes on there.
    pub(super) fn copy_if_same(&mut self, dst: Reg, src: Reg) {
        if self.kind_of(dst) == self.kind_of(src) {
            self.copy(dst, src);
        }
    }

    fn value_here(&mut self, id: ExprId) -> Reg {
        use ExprKind as E;
        match &self.expr(id).kind {
            E::Unit => self.int(0),
            E::Int(value) => self.int(*value),
            E::Float(value) => self.float(*value),
            E::Bool(value) => self.int(i64::from(*value)),
            E::Text(text) => self.load_text(text),
            E::Local(local) => self.local_value(*local),
            E::Global(global) => self.load_global(global),
            E::Let(..) | E::Assign(..) | E::Change(..) | E::PutGlobal(..) => self.done(id),
            E::While { .. } | E::Count { .. } | E::WaitAll(_) | E::Cancel(_) => self.done(id),
            E::Block { stmts, value, ends_tasks } => self.block(stmts, *value, *ends_tasks),
            E::If { .. } | E::Match { .. } | E::Loop { .. } | E::DecodeArguments { .. } => self.joined(id),
            E::And(..) | E::Or(..) => self.truth(id),
            E::Break(id, value) => self.break_(*id, *value),
            E::Continue(id) => self.continue_(*id),
            E::Return(value) => self.return_(*value),
            E::Panic(message) => self.panic(*message),
            E::Fault(message) => self.fault_(message),
            E::Call(target, args) => self.call(id, target, args),
            E::Update(target, place, args) => self.update(id, target, place, args),
            E::CallValue(callee, args) => self.call_value(id, *callee, args),
            E::Native { name, is_effect, params, args } => self.native_call(id, (name, *is_effect), params, args),
            E::UpdateNative { name, place, params, args } => self.update_native(id, name, place, params, args),
            E::Closure(closure, captures) => self.closure(*closure, captures),
            E::FunctionValue(target, captures) => self.function_value(target, captures),
            E::New(parts) => self.new_(id, parts),
            E::Variant(index, data) => self.variant(id, *index, data),
            E::Array(elements) => self.array(id, elements),
            E::Map(entries) => self.map(id, entries),
            E::Range(start, end, inclusive) => self.range(*start, *end, *inclusive),
            E::Part(value, index) => self.part_of(*value, *index),
            E::Datum { value, variant, index } => self.datum_of(*value, *variant, *index),
            E::IsVariant(..) | E::Compare(..) => self.truth(id),
            E::RangePart(range, part) => self.range_part(*range, *part),
            E::Len(array) => self.len_of(*array),
            E::Element(array, index) => self.element_of(*array, *index),
            E::Value(map, key) => self.value_of(*map, *key),
            E::Not(value) => self.not(*value),
            E::Negate(value) => self.negate(*value),
            E::Arithmetic(op, left, right) => self.arithmetic(id, *op, *left, *right),
            E::Join(left, right) => self.join(*left, *right),
            E::Order(left, right) => self.order_of(*left, *right),
            E::IntToFloat(value) => self.int_to_float(*value),
            E::FloatToInt(value) => self.float_to_int(*value),
            E::Concat(parts) => self.concat_of(parts),
            E::Display { value, quoted } => self.display_of(*value, *quoted),
            E::Default => self.default_of(id),
            E::Spawn(closure) => self.spawn(id, *closure),
            E::Await(task) => self.await_(id, *task),
            E::TaskValue(task) => self.task_value(id, *task),
            E::TaskResult(task) => self.task_result_of(id, *task),
            E::WaitAny(tasks) => self.wait_any(*tasks),
            E::TaskTrace(task) => self.task_trace(*task),
            E::Schema(part, ty) => self.schema(*part, *ty),
            E::HasDerived(which, ty) => self.has_derived(*which, *ty),
            E::Outcome(value) => self.outcome_of(*value),
            E::Arguments(json, ty) => self.arguments_as(id, *json, *ty),
            E::EncodeArguments(function, args) => self.encode_arguments(*function, args),
        }
    }

    /// Kinds that have no value, or do less if nothing needs it.
    fn run_here(&mut self, id: ExprId) {
        use ExprKind as E;
        match &self.expr(id).kind {
            E::Let(local, value) => self.let_(*local, *value),
            E::Assign(place, value) => self.assign(place, *value),
            E::Change(op, place, value) => self.change(*op, place, *value),
            E::PutGlobal(global, value) => self.put_global(global, *value),
            E::While { id, condition, body } => self.while_(*id, *condition, *body),
            E::Count { id, counter, from, to, inclusive, body } => {
                self.count(*id, *counter, (*from, *to, *inclusive), *body);
            }
            E::WaitAll(tasks) => self.wait_all(*tasks),
            E::Cancel(task) => self.cancel(*task),
            E::Block { stmts, value, ends_tasks } => self.run_block(stmts, *value, *ends_tasks),
            E::If { .. } | E::Match { .. } | E::Loop { .. } | E::DecodeArguments { .. } => self.join_into(id, None),
            _ => {
                self.value_here(id);
            }
        }
    }

    /// Evaluates something that has no value of its own.
    fn done(&mut self, id: ExprId) -> Reg {
        self.run_here(id);
        self.int(0)
    }

    /// The value of something with several ways to one.
    fn joined(&mut self, id: ExprId) -> Reg {
        let kind = self.kind_of_expr(id);
        let dst = self.register(kind);
        self.join_into(id, Some(dst));
        dst
    }

    /// The value goes to a register, if it is needed.
    fn join_into(&mut self, id: ExprId, dst: Option<Reg>) {
        use ExprKind as E;
        match &self.expr(id).kind {
            E::If { condition, then, otherwise } => self.if_(*condition, *then, *otherwise, dst),
            E::Match { subject, decision, arms, otherwise } => self.match_(*subject, decision, (arms, *otherwise), dst),
            E::Loop { id, body } => self.loop_(*id, *body, dst),
            E::DecodeArguments { function, json, params, then, error, otherwise } => {
                self.decode_arguments((*function, *json), (params, *then), (*error, *otherwise), dst);
            }
            _ => self.run_into(id, dst),
        }
    }

    /// Evaluates an expression whose value goes to a register, if it is needed and of that kind.
    pub(super) fn run_into(&mut self, id: ExprId, dst: Option<Reg>) {
        match dst {
            Some(dst) => {
                let value = self.value(id);
                self.copy_if_same(dst, value);
            }
            None => self.run(id),
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

    pub(super) fn load_text(&mut self, text: &str) -> Reg {
        let text = self.lower.text(text);
        let dst = self.register(Kind::Ref);
        self.put(Inst::LoadText { dst: OutRef(dst), text });
        dst
    }

    fn load_global(&mut self, global: &Global) -> Reg {
        let global = self.lower.global(global);
        let dst = self.register(Kind::Ref);
        self.put(Inst::LoadGlobal { dst: OutRef(dst), global });
        dst
    }

    fn put_global(&mut self, global: &Global, value: ExprId) {
        let value = self.own(value);
        let src = TakeRef(self.of_kind(value, Kind::Ref));
        let global = self.lower.global(global);
        self.put(Inst::PutGlobal { global, src });
    }

    fn let_(&mut self, local: LocalId, value: ExprId) {
        let value = self.own(value);
        self.set_local(local, value);
    }

    fn block(&mut self, stmts: &[ExprId], value: Option<ExprId>, ends_tasks: bool) -> Reg {
        self.open_scope(ends_tasks);
        stmts.iter().for_each(|it| self.run(*it));
        let value = match value {
            Some(value) if ends_tasks => self.own(value),
            Some(value) => self.value(value),
            None => self.int(0),
        };
        self.close_scope(ends_tasks);
        value
    }

    fn run_block(&mut self, stmts: &[ExprId], value: Option<ExprId>, ends_tasks: bool) {
        self.open_scope(ends_tasks);
        stmts.iter().chain(&value).for_each(|it| self.run(*it));
        self.close_scope(ends_tasks);
    }

    fn open_scope(&mut self, ends_tasks: bool) {
        if ends_tasks {
            self.put(Inst::OpenScope {});
            self.scopes += 1;
        }
    }

    fn close_scope(&mut self, ends_tasks: bool) {
        if ends_tasks {
            self.put(Inst::CloseScope {});
            self.scopes -= 1;
        }
    }
}
