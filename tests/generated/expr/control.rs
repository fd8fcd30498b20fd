//! `if`, `match`, blocks and `loop` as values.

use super::super::code::{Code, Kind, Level, code};
use super::super::r#gen::{Gen, Loop, Mode};
use super::super::pattern::Pattern;
use super::super::types::Type;

impl Gen<'_> {
    /// Something with branches or statements that gives the type.
    pub(super) fn control(&mut self, ty: &Type, mode: Mode, fuel: usize) -> Option<Code> {
        if self.is_flat || *ty == Type::Unit {
            return None;
        }
        Some(match self.dice.below(10) {
            0..=2 => self.if_value(ty, mode, fuel),
            3 => self.if_let_value(ty, mode, fuel),
            4..=6 => self.match_value(ty, mode, fuel),
            7 | 8 => self.loop_value(ty, mode, fuel),
            _ => self.block_value(ty, mode, fuel),
        })
    }

    fn if_value(&mut self, ty: &Type, mode: Mode, fuel: usize) -> Code {
        let condition = self.expr(&Type::Bool, Mode::Check, fuel.min(2)).head();
        let first = self.value_block(ty, mode, fuel);
        let mode = mode.beside(ty);
        let mut code = code!(Level::Loose; "if ", condition, " ", first, " else ");
        if self.dice.chance(20) {
            let condition = self.expr(&Type::Bool, Mode::Check, fuel.min(2)).head();
            code.push(code!(Level::Loose; "if ", condition, " ", self.value_block(ty, mode, fuel), " else "));
        }
        let last = match self.leave() {
            Some(leave) if self.dice.chance(10) => code!(Level::Loose; "{ ", leave, " }"),
            _ => self.value_block(ty, mode, fuel),
        };
        code.push(last);
        code
    }

    fn if_let_value(&mut self, ty: &Type, mode: Mode, fuel: usize) -> Code {
        let (value, from) = self.matched(fuel);
        let pattern = self.refutable(&from);
        let first = self.scoped(|it| {
            it.declare_all(&pattern);
            it.value_block(ty, mode, fuel)
        });
        let last = self.value_block(ty, mode.beside(ty), fuel);
        code!(Level::Loose; "if let ", pattern.show(), " = ", value.head(), " ", first, " else ", last)
    }

    /// Something to take apart, with its type.
    pub(crate) fn matched(&mut self, fuel: usize) -> (Code, Type) {
        let is_interesting = |it: &Type| !matches!(it, Type::Fn(..) | Type::Param(_) | Type::Float | Type::Duration);
        if let Some(var) = self.some_var(|it| is_interesting(&it.ty) && !it.is_const)
            && self.dice.chance(70)
        {
            return (self.use_of(&var), var.ty);
        }
        let ty = self.world.data_type(self.dice, 1, &[]);
        (self.expr(&ty, Mode::Infer, fuel.min(2)), ty)
    }

    fn match_value(&mut self, ty: &Type, mode: Mode, fuel: usize) -> Code {
        let (value, from) = self.matched(fuel);
        let mut mode = mode;
        self.match_with(value, &from, fuel, |it, may_leave| match it.leave() {
            Some(leave) if may_leave && it.dice.chance(8) => leave,
            _ => {
                let value = it.expr(ty, mode, fuel).arm();
                mode = mode.beside(ty);
                value
            }
        })
    }

    /// A `match` that covers everything; `body` makes what stands after `=>`, and whether it may leave instead.
    pub(crate) fn match_with(
        &mut self,
        value: Code,
        from: &Type,
        fuel: usize,
        mut body: impl FnMut(&mut Self, bool) -> Code,
    ) -> Code {
        let arms = self.arms(from);
        let count = arms.len();
        let mut code = code!(Level::Loose; "match ", value.head(), " {");
        self.indent += 1;
        for (index, arm) in arms.into_iter().enumerate() {
            let guard = if arm.has_guard { Some(fuel) } else { None };
            let made = self.scoped(|it| {
                it.declare_all(&arm.pattern);
                let guard =
                    guard.map(|fuel| code!(Level::Atom; " if ", it.expr(&Type::Bool, Mode::Check, fuel.min(1)).head()));
                let made = body(it, index + 1 < count);
                code!(Level::Loose; it.line(), arm.pattern.show(), guard.unwrap_or_default(), " => ", made, ",")
            });
            let all = made.all();
            let is_needed = arm.is_needed && !arm.has_guard;
            code.push(if is_needed {
                made.certain(Kind::DropArm, all, "")
            } else {
                made.perhaps(Kind::DropArm, all, "")
            });
        }
        self.indent -= 1;
        code.push(self.line());
        code.push("}");
        code
    }

    /// Brings into scope what a pattern binds.
    pub(crate) fn declare_all(&mut self, pattern: &Pattern) {
        for (name, ty) in pattern.bindings() {
            self.declare(&name, &ty, false);
        }
    }

    pub(super) fn block_value(&mut self, ty: &Type, mode: Mode, fuel: usize) -> Code {
        let count = self.dice.between(1, 2);
        self.block_of(count, fuel, |it| Some(it.expr(ty, mode, fuel)))
    }

    /// `{ value }`, perhaps with statements before the value.
    pub(crate) fn value_block(&mut self, ty: &Type, mode: Mode, fuel: usize) -> Code {
        if *ty == Type::Unit {
            return code!(Level::Loose; "{ ", self.effect(fuel), "; }");
        }
        if !self.is_flat && fuel > 0 && self.dice.chance(20) {
            return self.block_value(ty, mode, fuel);
        }
        code!(Level::Loose; "{ ", self.expr(ty, mode, fuel), " }")
    }

    /// A block of statements and, if there is one, a last value.
    pub(crate) fn block_of(&mut self, count: usize, fuel: usize, last: impl FnOnce(&mut Self) -> Option<Code>) -> Code {
        self.indent += 1;
        let inside = self.scoped(|it| {
            let mut inside = it.statements(count, fuel);
            if let Some(last) = last(it) {
                inside.push(it.line());
                inside.push(last);
            }
            inside
        });
        self.indent -= 1;
        code!(Level::Loose; "{", inside, self.line(), "}")
    }

    fn loop_value(&mut self, ty: &Type, mode: Mode, fuel: usize) -> Code {
        let label = if self.dice.chance(30) { Some(format!("'{}", self.fresh())) } else { None };
        let shown = label.as_ref().map_or(String::new(), |it| format!("{it}: "));
        self.loops.push(Loop { label, value: Some((ty.clone(), mode.beside(ty))) });
        let block = self.block_of(1, fuel.min(1), |it| {
            let condition = it.expr(&Type::Bool, Mode::Check, fuel.min(2)).head();
            let first = it.expr(ty, mode, fuel.min(1)).element();
            let last = it.expr(ty, mode.beside(ty), fuel.min(1)).element();
            let first = code!(Level::Loose; "if ", condition, " { break ", first, "; }", it.line());
            Some(code!(Level::Loose; first, "break ", last, ";"))
        });
        self.loops.pop();
        code!(Level::Loose; shown, "loop ", block)
    }

    /// Something that never gives a value, where something can be left.
    pub(crate) fn leave(&mut self) -> Option<Code> {
        if self.is_flat {
            return None;
        }
        let around = self.loops.last().cloned();
        match (self.dice.below(5), around, self.result.clone()) {
            (0, Some(_), _) => Some(Code::from("continue").level(Level::Loose)),
            (1, Some(Loop { value: None, .. }), _) => Some(Code::from("break").level(Level::Loose)),
            (2 | 3, _, Some(result)) => Some(self.returned(&result, 0)),
            _ => Some(Code::from("panic(\"no way on\")").level(Level::Postfix)),
        }
    }

    /// `return value`.
    pub(crate) fn returned(&mut self, result: &Type, fuel: usize) -> Code {
        if *result == Type::Unit {
            return Code::from("return").level(Level::Loose);
        }
        let value = self.expr(result, Mode::Check, fuel).element();
        let code = code!(Level::Loose; "return ", value);
        code.perhaps(Kind::DropReturn, 0..7, "")
    }
}
