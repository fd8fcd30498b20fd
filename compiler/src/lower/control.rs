//! Control flow: branches, loops, and the ways out of them.

use concerto_ir::op::Inst;
use concerto_ir::operand::{
    InFloat, InInt, InRef, Kind, LayoutRef, OutInt, OutRef, PlaceInt, Reg, Regs, Small, TakeRef,
};

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
        self.copy_if_same(dst, value);
        Ok(())
    }

    pub(super) fn while_(&mut self, label: Option<Ident>, condition: Condition, body: BlockId) -> Lowered<Reg> {
        let (head, after) = (self.label(), self.label());
        if let Condition::Is(condition) = condition
            && self.is_short(condition)
        {
            // The condition stands at the end, too, so that a round has one jump.
            let next = self.label();
            self.unless(condition, after)?;
            self.start(head);
            self.repeat(label, next, after, body)?;
            self.start(next);
            self.loop_when(condition, head)?;
            self.start(after);
            return Ok(self.int(0));
        }
        self.start(head);
        self.condition(condition, after)?;
        self.repeat(label, head, after, body)?;
        let to = self.target(head);
        self.put(Inst::Loop { to });
        self.start(after);
        Ok(self.int(0))
    }

    /// Whether a condition is a comparison of numbers that can be written twice.
    fn is_short(&mut self, condition: ExprId) -> bool {
        let ast = self.ast;
        match ast.expr(condition) {
            Expr::Binary { op, left, right, .. } => {
                let is_order =
                    matches!(op, BinaryOp::Less | BinaryOp::LessEq | BinaryOp::Greater | BinaryOp::GreaterEq);
                let ty = self.type_of(*left);
                is_order
                    && self.kind_of_expr(*left) == Kind::Int
                    && self.is_scalar(ty)
                    && self.is_calm(*left)
                    && self.is_calm(*right)
            }
            _ => false,
        }
    }

    /// Goes back to a label if a comparison of numbers holds.
    fn loop_when(&mut self, condition: ExprId, head: super::body::Label) -> Lowered<()> {
        let ast = self.ast;
        let Expr::Binary { op, left, right, .. } = ast.expr(condition) else { return Ok(()) };
        let outer = std::mem::replace(&mut self.place, self.lower.place(ast.expr_span(condition)));
        let (a, b) = (self.value(*left)?, self.value(*right)?);
        let (a, b) = match op {
            BinaryOp::Greater | BinaryOp::GreaterEq => (b, a),
            _ => (a, b),
        };
        let (left, right, to) = (InInt(a), InInt(b), self.target(head));
        self.put(match op {
            BinaryOp::Less | BinaryOp::Greater => Inst::LoopLtInt { left, right, to },
            _ => Inst::LoopLeInt { left, right, to },
        });
        self.place = outer;
        Ok(())
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
        let scopes = self.scopes;
        self.loops.push(Loop { label: label.map(|it| it.name), after, next, value, scopes });
        let done = self.block(body);
        self.loops.pop();
        done.map(|_| ())
    }

    pub(super) fn loop_(&mut self, id: ExprId, label: Option<Ident>, body: BlockId) -> Lowered<Reg> {
        let kind = self.kind_of_expr(id);
        let value = self.register(kind);
        let (head, after) = (self.label(), self.label());
        self.start(head);
        let scopes = self.scopes;
        self.loops.push(Loop { label: label.map(|it| it.name), after, next: head, value, scopes });
        let done = self.block(body);
        self.loops.pop();
        done?;
        let to = self.target(head);
        self.put(Inst::Loop { to });
        self.start(after);
        Ok(value)
    }

    /// `for x in xs`: ranges are counted; arrays, maps, sets and texts are walked over as they are at the start.
    pub(super) fn for_(&mut self, it: &For) -> Lowered<Reg> {
        let ast = self.ast;
        if let Expr::Range { start: Some(start), end: Some(end), inclusive } = ast.expr(it.iterable) {
            let counter = self.own(*start)?;
            let end = self.own(*end)?;
            return self.for_range(it, counter, end, *inclusive);
        }
        let ty = self.type_of(it.iterable);
        let builtins = &self.lower.typed.builtins;
        let (range, int, set, stream) = (builtins.range, builtins.int, builtins.set, builtins.stream);
        if ty == range {
            let value = self.own(it.iterable)?;
            return self.for_range_value(it, value);
        }
        if let Some(element) = self.element_type(ty) {
            return self.for_array(it, element);
        }
        if let Some((key, value)) = self.map_types(ty) {
            let map = self.own(it.iterable)?;
            let pair = self.lower.typed.types.tuple(&[key, value]);
            return self.for_slots(it, "map.next", (map, ty), |body, slot| {
                let parts = vec![
                    body.native("map.key_at", &[ty, int], key, vec![map, slot]),
                    body.native("map.value_at", &[ty, int], value, vec![map, slot]),
                ];
                body.bind_pair(it.pattern, parts, pair, (key, value))
            });
        }
        if let Some(element) = self.arguments_of(ty, set).and_then(|it| it.first().copied()) {
            let items = self.own(it.iterable)?;
            return self.for_slots(it, "set.next", (items, ty), |body, slot| {
                let item = body.native("set.item_at", &[ty, int], element, vec![items, slot]);
                body.bind(it.pattern, item, element)
            });
        }
        if let Some(element) = self.arguments_of(ty, stream).and_then(|it| it.first().copied()) {
            return self.for_stream(it, element);
        }
        Err(self.unsupported(self.ast.expr_span(it.iterable), "a `for` over this"))
    }

    /// `for event in stream`: where the loop is left, what makes the events is cancelled.
    fn for_stream(&mut self, it: &For, element: crate::types::Ty) -> Lowered<Reg> {
        let (next, leave) =
            (self.lower.library_function("next_of_stream")?, self.lower.library_function("leave_stream")?);
        let option = self.lower.typed.builtins.option;
        let option = self.lower.typed.types.adt(option, &[element]);
        let unit = self.lower.typed.types.unit();
        let stream = self.own(it.iterable)?;
        let (head, after) = (self.label(), self.label());
        self.start(head);
        let given = self.owned(stream);
        let found = self.call_function(next, vec![element], vec![given], option);
        let to = self.target(after);
        self.put(Inst::JumpNotTag { value: InRef(found), tag: Small(1), to });
        let item = match self.lower.variant_slot(option, 1, 0) {
            Some((slot, _)) => self.read(found, slot),
            None => self.int(0),
        };
        self.bind(it.pattern, item, element)?;
        self.repeat(it.label, head, after, it.body)?;
        let to = self.target(head);
        self.put(Inst::Loop { to });
        self.start(after);
        self.call_function(leave, vec![element], vec![stream], unit);
        Ok(self.int(0))
    }

    /// `for i in range`: where it ends is known when it runs.
    fn for_range_value(&mut self, it: &For, range: Reg) -> Lowered<Reg> {
        let parts = [0, 1, 2].map(|at| {
            let at = self.int(at);
            self.element(range, at, Kind::Int)
        });
        let [start, end, inclusive] = parts.map(|it| self.owned(it));
        let (closed, ready, empty) = (self.label(), self.label(), self.label());
        let to = self.target(closed);
        self.put(Inst::JumpIf { condition: InInt(inclusive), to });
        let to = self.target(empty);
        self.put(Inst::JumpLeInt { left: InInt(end), right: InInt(start), to });
        self.put(Inst::AddSmall { dst: OutInt(end), left: InInt(end), right: Small(-1) });
        let to = self.target(ready);
        self.put(Inst::Jump { to });
        self.start(closed);
        self.start(ready);
        self.for_range(it, start, end, true)?;
        self.start(empty);
        Ok(self.int(0))
    }

    fn for_range(&mut self, it: &For, counter: Reg, end: Reg, inclusive: bool) -> Lowered<Reg> {
        let int = self.lower.typed.builtins.int;
        let (body, next, after) = (self.label(), self.label(), self.label());
        let to = self.target(after);
        let (first, last) = (InInt(counter), InInt(end));
        self.put(match inclusive {
            true => Inst::JumpLtInt { left: last, right: first, to },
            false => Inst::JumpLeInt { left: last, right: first, to },
        });
        self.start(body);
        // The variable is a copy where the body could change it.
        let variable = if self.is_changed(it) { self.owned(counter) } else { counter };
        self.bind(it.pattern, variable, int)?;
        self.repeat(it.label, next, after, it.body)?;
        self.start(next);
        let to = self.target(body);
        match inclusive {
            true => self.put(Inst::CountTo { counter: PlaceInt(counter), end: InInt(end), to }),
            false => self.put(Inst::Count { counter: PlaceInt(counter), end: InInt(end), to }),
        }
        self.start(after);
        Ok(self.int(0))
    }

    /// Whether the variable of a `for` can be assigned to.
    fn is_changed(&self, it: &For) -> bool {
        match self.pattern_res(it.pattern) {
            crate::resolve::Res::Local(local) => {
                self.lower.resolved.modules[self.module.index()].locals[local.0 as usize].mutable
            }
            _ => true,
        }
    }

    fn for_array(&mut self, it: &For, element: crate::types::Ty) -> Lowered<Reg> {
        let kind = self.lower.kind(element);
        let array = self.own(it.iterable)?;
        let end = self.len(array);
        let counter = self.int(0);
        let (body, next, after) = (self.label(), self.label(), self.label());
        let to = self.target(after);
        self.put(Inst::JumpLeInt { left: InInt(end), right: InInt(counter), to });
        self.start(body);
        let item = self.element(array, counter, kind);
        self.bind(it.pattern, item, element)?;
        self.repeat(it.label, next, after, it.body)?;
        self.start(next);
        let to = self.target(body);
        self.put(Inst::Count { counter: PlaceInt(counter), end: InInt(end), to });
        self.start(after);
        Ok(self.int(0))
    }

    /// `for (k, v) in map`: the pair is only made where it is wanted as one.
    fn bind_pair(
        &mut self,
        pattern: crate::ast::PatternId,
        parts: Vec<Reg>,
        pair: crate::types::Ty,
        types: (crate::types::Ty, crate::types::Ty),
    ) -> Lowered<()> {
        let ast = self.ast;
        match (ast.pattern(pattern), parts.as_slice()) {
            (crate::ast::Pattern::Tuple(names), [key, value]) if names.len() == 2 => {
                self.bind(names[0], *key, types.0)?;
                self.bind(names[1], *value, types.1)
            }
            _ => {
                let both = self.new_struct(pair, parts);
                self.bind(pattern, both, pair)
            }
        }
    }

    /// Walks over the slots of a map or set.
    fn for_slots(
        &mut self,
        it: &For,
        next_native: &str,
        (value, ty): (Reg, crate::types::Ty),
        bind: impl FnOnce(&mut Self, Reg) -> Lowered<()>,
    ) -> Lowered<Reg> {
        let int = self.lower.typed.builtins.int;
        let slot = self.int(-1);
        let (head, after) = (self.label(), self.label());
        self.start(head);
        let found = self.native(next_native, &[ty, int], int, vec![value, slot]);
        self.copy(slot, found);
        let to = self.target(after);
        self.put(Inst::JumpLtSmall { left: InInt(slot), right: Small(0), to });
        bind(self, slot)?;
        self.repeat(it.label, head, after, it.body)?;
        let to = self.target(head);
        self.put(Inst::Loop { to });
        self.start(after);
        Ok(self.int(0))
    }

    /// Does something for each slot of a map or set.
    pub(super) fn each_slot(
        &mut self,
        next_native: &str,
        value: Reg,
        ty: crate::types::Ty,
        work: impl FnOnce(&mut Self, Reg) -> Lowered<()>,
    ) -> Lowered<()> {
        let int = self.lower.typed.builtins.int;
        let slot = self.int(-1);
        let (head, after) = (self.label(), self.label());
        self.start(head);
        let found = self.native(next_native, &[ty, int], int, vec![value, slot]);
        self.copy(slot, found);
        let to = self.target(after);
        self.put(Inst::JumpLtSmall { left: InInt(slot), right: Small(0), to });
        work(self, slot)?;
        let to = self.target(head);
        self.put(Inst::Loop { to });
        self.start(after);
        Ok(())
    }

    fn loop_named(&self, label: Option<Ident>) -> Option<usize> {
        match label {
            None => self.loops.len().checked_sub(1),
            Some(label) => self.loops.iter().rposition(|it| it.label == Some(label.name)),
        }
    }

    pub(super) fn break_(&mut self, label: Option<Ident>, value: Option<ExprId>) -> Lowered<Reg> {
        if let Some(at) = self.loop_named(label) {
            let (after, into, scopes) = (self.loops[at].after, self.loops[at].value, self.loops[at].scopes);
            if let Some(value) = value {
                let value = self.value(value)?;
                self.copy_if_same(into, value);
            } else if self.kind_of(into) == Kind::Int {
                let unit = self.int(0);
                self.copy(into, unit);
            }
            self.close_scopes(scopes);
            self.jump(after);
        }
        self.unreached()
    }

    pub(super) fn continue_(&mut self, label: Option<Ident>) -> Lowered<Reg> {
        if let Some(at) = self.loop_named(label) {
            let (next, scopes) = (self.loops[at].next, self.loops[at].scopes);
            self.close_scopes(scopes);
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

    /// Ends the blocks around the code at hand, but for the outermost so many; what follows is not reached from here.
    fn close_scopes(&mut self, outermost: usize) {
        for _ in outermost..self.scopes {
            self.put(Inst::CloseScope {});
        }
    }

    /// Gives a value to the caller.
    pub(super) fn give(&mut self, value: Reg) {
        let number = self.receiver.filter(|it| self.kind_of(*it) != Kind::Ref);
        let value = match number {
            Some(receiver) => {
                let kind = self.lower.kind(self.output);
                let value = self.of_kind(value, kind);
                let layout = self.lower.pair_layout(kind, self.kind_of(receiver));
                let both = self.register(Kind::Ref);
                let slots = [value, receiver].map(|it| self.owned(it)).to_vec();
                self.put(Inst::New { dst: OutRef(both), layout: LayoutRef(layout), slots: Regs(slots) });
                both
            }
            None => self.of_kind(value, self.result),
        };
        let value = match self.result {
            Kind::Ref => self.copied(value),
            _ => value,
        };
        self.close_scopes(0);
        let receiver = self.receiver.filter(|it| self.kind_of(*it) == Kind::Ref);
        let receiver = receiver.map(|it| TakeRef(self.copied(it)));
        self.put(match (self.result, receiver) {
            (Kind::Int, None) => Inst::ReturnInt { src: InInt(value) },
            (Kind::Float, None) => Inst::ReturnFloat { src: InFloat(value) },
            (Kind::Ref, None) => Inst::ReturnRef { src: TakeRef(value) },
            (Kind::Int, Some(receiver)) => Inst::ReturnUpdateInt { src: InInt(value), receiver },
            (Kind::Float, Some(receiver)) => Inst::ReturnUpdateFloat { src: InFloat(value), receiver },
            (Kind::Ref, Some(receiver)) => Inst::ReturnUpdateRef { src: TakeRef(value), receiver },
        });
    }

    /// A value of a kind: one of another kind stands where nothing comes back.
    fn of_kind(&mut self, value: Reg, kind: Kind) -> Reg {
        match self.kind_of(value) == kind {
            true => value,
            false => self.nothing_of(kind),
        }
    }

    fn copied(&mut self, reg: Reg) -> Reg {
        let own = self.register(Kind::Ref);
        self.copy(own, reg);
        own
    }

    fn nothing_of(&mut self, kind: Kind) -> Reg {
        match kind {
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
    pub(super) fn unreached(&mut self) -> Lowered<Reg> {
        let label = self.label();
        self.start(label);
        Ok(self.int(0))
    }

    pub(super) fn assign(&mut self, op: Option<BinaryOp>, place: ExprId, value: ExprId) -> Lowered<Reg> {
        let spot = self.spot(place)?;
        let ty = self.type_of(place);
        let (op, value) = self.as_update(op, place, value);
        if op == Some(BinaryOp::Add) && self.kind_of_expr(place) == Kind::Ref {
            // Texts and arrays are added to where they are.
            let value = self.own(value)?;
            self.with_spot(&spot, |body, at| body.add_to(at, ty, value));
            return Ok(self.int(0));
        }
        match op {
            None => {
                let new = self.value(value)?;
                self.store(&spot, new);
            }
            Some(op) => {
                // The value comes first, then the place is read.
                let value = self.own_unless_small(value)?;
                let span = self.ast.expr_span(place);
                self.change_number(&spot, |body, old| body.changed(op, old, value, span))?;
            }
        }
        Ok(self.int(0))
    }

    /// `s = s + x` is `s += x`, if `s` is a text or an array.
    fn as_update(&mut self, op: Option<BinaryOp>, place: ExprId, value: ExprId) -> (Option<BinaryOp>, ExprId) {
        let ast = self.ast;
        let (None, Expr::Name(name)) = (op, ast.expr(place)) else { return (op, value) };
        if let Expr::Binary { op: BinaryOp::Add, left, right, .. } = ast.expr(value)
            && let Expr::Name(other) = ast.expr(*left)
            && name.name == other.name
            && self.res(place) == self.res(*left)
            && self.kind_of_expr(place) == Kind::Ref
            && self.is_calm(*right)
        {
            return (Some(BinaryOp::Add), *right);
        }
        (op, value)
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
