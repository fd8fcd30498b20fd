//! Control flow: branches, loops, and the ways out of them.

use concerto_ir::op::Inst;
use concerto_ir::operand::{InFloat, InInt, InRef, Kind, OutInt, OutRef, PlaceInt, Reg, Small, TakeRef};

use super::body::{Body, Loop, Lowered};
use crate::ast::{BinaryOp, BlockId, Branch, Condition, Expr, ExprId, For, Ident};

impl Body<'_, '_> {
    pub(super) fn if_(&mut self, id: ExprId, branches: &[Branch], otherwise: Option<BlockId>) -> Lowered<Reg> {
        let kind = self.kind_of_expr(id);
        let dst = self.register(kind);
        let after = self.label();
        for branch in branches {
            let next = self.label();
            self.condition(branch.condition, next)?;
            self.branch(branch.body, dst)?;
            self.jump(after);
            self.start(next);
        }
        match otherwise {
            Some(block) => self.branch(block, dst)?,
            None => {
                let unit = self.int(0);
                self.copy(dst, unit);
            }
        }
        self.start(after);
        Ok(dst)
    }

    /// Goes on at a label unless the head of an `if` or `while` holds.
    fn condition(&mut self, condition: Condition, fail: super::body::Label) -> Lowered<()> {
        match condition {
            Condition::Is(condition) => self.unless(condition, fail),
            Condition::Let { pattern, value } => {
                let ty = self.type_of(value);
                let value = self.own(value)?;
                self.test(pattern, value, ty, fail)
            }
        }
    }

    /// A block whose value goes to a register, if it is of that kind: otherwise nobody wants it.
    fn branch(&mut self, block: BlockId, dst: Reg) -> Lowered<()> {
        let value = self.block(block)?;
        if self.kind_of(value) == self.kind_of(dst) {
            self.copy(dst, value);
        }
        Ok(())
    }

    pub(super) fn while_(&mut self, label: Option<Ident>, condition: Condition, body: BlockId) -> Lowered<Reg> {
        let (head, after) = (self.label(), self.label());
        self.start(head);
        self.condition(condition, after)?;
        self.repeat(label, head, after, body)?;
        let to = self.target(head);
        self.put(Inst::Loop { to });
        self.start(after);
        Ok(self.int(0))
    }

    /// The body of a loop.
    fn repeat(
        &mut self,
        label: Option<Ident>,
        next: super::body::Label,
        after: super::body::Label,
        body: BlockId,
    ) -> Lowered<()> {
        let value = self.register(Kind::Int);
        self.loops.push(Loop { label: label.map(|it| it.name), after, next, value });
        let done = self.block(body);
        self.loops.pop();
        done.map(|_| ())
    }

    pub(super) fn loop_(&mut self, id: ExprId, label: Option<Ident>, body: BlockId) -> Lowered<Reg> {
        let kind = self.kind_of_expr(id);
        let value = self.register(kind);
        let (head, after) = (self.label(), self.label());
        self.start(head);
        self.loops.push(Loop { label: label.map(|it| it.name), after, next: head, value });
        let done = self.block(body);
        self.loops.pop();
        done?;
        let to = self.target(head);
        self.put(Inst::Loop { to });
        self.start(after);
        Ok(value)
    }

    /// `for i in a..b`: counts, and looks at the end once.
    pub(super) fn for_(&mut self, it: &For) -> Lowered<Reg> {
        let span = self.ast.expr_span(it.iterable);
        let ast = self.ast;
        let Expr::Range { start: Some(start), end: Some(end), inclusive: false } = ast.expr(it.iterable) else {
            return self.for_array(it, span);
        };
        let counter = self.own(*start)?;
        let end = self.own(*end)?;
        let (body, next, after) = (self.label(), self.label(), self.label());
        let to = self.target(after);
        self.put(Inst::JumpLeInt { left: InInt(end), right: InInt(counter), to });
        self.start(body);
        self.bind(it.pattern, counter)?;
        self.repeat(it.label, next, after, it.body)?;
        self.start(next);
        let to = self.target(body);
        self.put(Inst::Count { counter: PlaceInt(counter), end: InInt(end), to });
        self.start(after);
        Ok(self.int(0))
    }

    /// `for x in xs`: walks over the array as it is at the start.
    fn for_array(&mut self, it: &For, span: crate::source::Span) -> Lowered<Reg> {
        let ty = self.type_of(it.iterable);
        let Some(kind) = self.element_kind(ty) else { return Err(self.unsupported(span, "a `for` over this")) };
        let array = self.own(it.iterable)?;
        let end = self.register(Kind::Int);
        self.put(Inst::Len { dst: OutInt(end), array: InRef(array) });
        let counter = self.int(0);
        let (body, next, after) = (self.label(), self.label(), self.label());
        let to = self.target(after);
        self.put(Inst::JumpLeInt { left: InInt(end), right: InInt(counter), to });
        self.start(body);
        let element = self.element(array, counter, kind);
        self.bind(it.pattern, element)?;
        self.repeat(it.label, next, after, it.body)?;
        self.start(next);
        let to = self.target(body);
        self.put(Inst::Count { counter: PlaceInt(counter), end: InInt(end), to });
        self.start(after);
        Ok(self.int(0))
    }

    fn loop_named(&self, label: Option<Ident>) -> Option<usize> {
        match label {
            None => self.loops.len().checked_sub(1),
            Some(label) => self.loops.iter().rposition(|it| it.label == Some(label.name)),
        }
    }

    pub(super) fn break_(&mut self, label: Option<Ident>, value: Option<ExprId>) -> Lowered<Reg> {
        if let Some(at) = self.loop_named(label) {
            let (after, into) = (self.loops[at].after, self.loops[at].value);
            if let Some(value) = value {
                let value = self.value(value)?;
                if self.kind_of(value) == self.kind_of(into) {
                    self.copy(into, value);
                }
            } else if self.kind_of(into) == Kind::Int {
                let unit = self.int(0);
                self.copy(into, unit);
            }
            self.jump(after);
        }
        self.unreached()
    }

    pub(super) fn continue_(&mut self, label: Option<Ident>) -> Lowered<Reg> {
        if let Some(at) = self.loop_named(label) {
            let next = self.loops[at].next;
            self.go_on(next);
        }
        self.unreached()
    }

    /// On to the next round, which may be further up or further down.
    fn go_on(&mut self, next: super::body::Label) {
        let to = self.target(next);
        self.put(if self.is_written(next) { Inst::Loop { to } } else { Inst::Jump { to } });
    }

    pub(super) fn return_(&mut self, value: Option<ExprId>) -> Lowered<Reg> {
        let value = match value {
            Some(value) => self.value(value)?,
            None => self.int(0),
        };
        self.give(value);
        self.unreached()
    }

    /// Gives a value to the caller.
    pub(super) fn give(&mut self, value: Reg) {
        let value = match self.kind_of(value) == self.result {
            true => value,
            // Never reached: it stands where nothing comes back.
            false => self.register_of_result(),
        };
        let value = match self.result {
            Kind::Ref => self.copied(value),
            _ => value,
        };
        let receiver = self.receiver.map(|it| TakeRef(self.copied(it)));
        self.put(match (self.result, receiver) {
            (Kind::Int, None) => Inst::ReturnInt { src: InInt(value) },
            (Kind::Float, None) => Inst::ReturnFloat { src: InFloat(value) },
            (Kind::Ref, None) => Inst::ReturnRef { src: TakeRef(value) },
            (Kind::Int, Some(receiver)) => Inst::ReturnUpdateInt { src: InInt(value), receiver },
            (Kind::Float, Some(receiver)) => Inst::ReturnUpdateFloat { src: InFloat(value), receiver },
            (Kind::Ref, Some(receiver)) => Inst::ReturnUpdateRef { src: TakeRef(value), receiver },
        });
    }

    fn copied(&mut self, reg: Reg) -> Reg {
        let own = self.register(Kind::Ref);
        self.copy(own, reg);
        own
    }

    fn register_of_result(&mut self) -> Reg {
        match self.result {
            Kind::Float => self.float(0.0),
            Kind::Int => self.int(0),
            Kind::Ref => {
                let dst = self.register(Kind::Ref);
                self.put(Inst::LoadUnit { dst: OutRef(dst), variant: Small(0) });
                dst
            }
        }
    }

    /// Code that follows something that never comes back: nothing leads to it.
    fn unreached(&mut self) -> Lowered<Reg> {
        let label = self.label();
        self.start(label);
        Ok(self.int(0))
    }

    pub(super) fn assign(&mut self, op: Option<BinaryOp>, place: ExprId, value: ExprId) -> Lowered<Reg> {
        let spot = self.spot(place)?;
        let new = match op {
            None => self.value(value)?,
            Some(op) => {
                // The value comes first, then the place is read.
                let value = self.own_unless_small(value)?;
                let old = self.look(&spot);
                self.changed(op, old, value, self.ast.expr_span(place))?
            }
        };
        self.store(&spot, new);
        Ok(self.int(0))
    }

    /// The right side of `x += y`: a small constant fits into the instruction.
    fn own_unless_small(&mut self, value: ExprId) -> Lowered<Step> {
        match self.ast.expr(value) {
            Expr::Int(step) if self.kind_of_expr(value) == Kind::Int && i16::try_from(step.abs()).is_ok() => {
                Ok(Step::Small(*step as i16))
            }
            _ => Ok(Step::Value(self.own(value)?)),
        }
    }

    /// What a variable becomes by `x += y`.
    fn changed(&mut self, op: BinaryOp, old: Reg, step: Step, span: crate::source::Span) -> Lowered<Reg> {
        let value = match (op, step) {
            (BinaryOp::Add | BinaryOp::Sub, Step::Small(step)) => {
                let step = if op == BinaryOp::Sub { -step } else { step };
                let dst = self.register(Kind::Int);
                self.put(Inst::AddSmall { dst: OutInt(dst), left: InInt(old), right: Small(step) });
                return Ok(dst);
            }
            (_, Step::Small(step)) => self.int(i64::from(step)),
            (_, Step::Value(value)) => value,
        };
        self.compute(op, old, value).ok_or_else(|| self.unsupported(span, "this operator on these types"))
    }
}

/// The right side of `x += y`.
#[derive(Clone, Copy)]
enum Step {
    Small(i16),
    Value(Reg),
}
