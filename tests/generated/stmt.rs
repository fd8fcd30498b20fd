//! Statements.

mod binding;
mod change;
mod looping;

use super::code::{Code, Kind, Level, code};
use super::r#gen::{Gen, Mode};
use super::types::{Bound, Type};

impl Gen<'_> {
    /// So many statements, each on a line of its own.
    pub(crate) fn statements(&mut self, count: usize, fuel: usize) -> Code {
        let mut code = Code::default();
        for _ in 0..count {
            let before = self.forbidden_change();
            let statement = self.statement(fuel);
            let all = statement.all();
            let mut statement = statement.perhaps(Kind::DropStatement, all, "");
            if let Some((kind, change)) = before {
                statement = statement.certain(kind, 0..0, change);
            }
            code.push(self.line());
            code.push(statement);
        }
        code
    }

    /// A change that nothing may make here, as a statement.
    fn forbidden_change(&mut self) -> Option<(Kind, String)> {
        let depth = self.depth;
        let captured = self.some_var(|it| it.is_mut && it.depth < depth);
        let fixed = self.some_var(|it| !it.is_mut && !it.is_const);
        let change = |name: String| format!("{name} = {name}; ");
        match (captured, fixed) {
            (Some(var), _) if self.dice.chance(50) => Some((Kind::ChangeCaptured, change(var.name))),
            (_, Some(var)) => Some((Kind::ChangeImmutable, change(var.name))),
            _ => None,
        }
    }

    fn statement(&mut self, fuel: usize) -> Code {
        if fuel == 0 || !self.spend() {
            return self.simple_statement();
        }
        for _ in 0..5 {
            if let Some(code) = self.try_statement(fuel - 1) {
                return code;
            }
        }
        self.let_value(fuel - 1)
    }

    fn simple_statement(&mut self) -> Code {
        match self.dice.below(3) {
            0 => self.changed_place(0).unwrap_or_else(|| self.printed(0)),
            1 => self.let_value(0),
            _ => self.printed(0),
        }
    }

    fn try_statement(&mut self, fuel: usize) -> Option<Code> {
        match self.dice.below(69) {
            0..=14 => Some(self.let_value(fuel)),
            15 | 16 => Some(self.taken_apart(fuel)),
            17 | 18 => Some(self.late(fuel)),
            19 | 20 => Some(self.decided_later(fuel)),
            21..=24 => self.let_else(fuel),
            25..=32 => self.changed_place(fuel),
            33..=38 => self.changed_by_method(fuel),
            39..=41 => self.called(fuel),
            42 | 43 => Some(self.printed(fuel)),
            44..=46 => Some(self.if_statement(fuel)),
            47 | 48 => Some(self.if_let_statement(fuel)),
            49..=51 => Some(self.match_statement(fuel)),
            52..=56 => Some(self.for_statement(fuel)),
            57 => Some(self.while_statement(fuel)),
            58..=60 => self.while_let_statement(fuel),
            61 => Some(self.loop_statement(fuel)),
            62 | 63 => Some(self.leave_if(fuel)),
            64 | 65 => self.awaited(fuel),
            66 | 67 => Some(self.asserted(fuel)),
            _ => Some(self.block(fuel)),
        }
    }

    /// Some statements in braces.
    pub(crate) fn block(&mut self, fuel: usize) -> Code {
        let count = self.dice.between(1, 2);
        self.block_of(count, fuel, |_| None)
    }

    /// An expression that is there for what it does.
    pub(crate) fn effect(&mut self, fuel: usize) -> Code {
        let ty = self.type_in_scope(Bound::Display);
        let value = self.expr(&ty, Mode::Infer, fuel.min(2)).element();
        let name = self.dice.word(&["print", "print", "eprint"]);
        code!(Level::Postfix; name, "(", value, ")").certain(Kind::UnknownName, 0..name.len(), format!("{name}q"))
    }

    fn printed(&mut self, fuel: usize) -> Code {
        code!(Level::Loose; self.effect(fuel), ";")
    }

    fn called(&mut self, fuel: usize) -> Option<Code> {
        let call = self.call_statement(fuel)?;
        let is_hidden = call.text.starts_with('{') || self.dice.chance(30);
        Some(code!(Level::Loose; if is_hidden { "let _ = " } else { "" }, call, ";"))
    }

    fn asserted(&mut self, fuel: usize) -> Code {
        if self.dice.chance(50) {
            let condition = self.argument(&Type::Bool, fuel);
            let message = if self.dice.chance(50) { ", message: \"odd\"" } else { "" };
            return code!(Level::Loose; "assert(", condition, message, ");");
        }
        let world = self.world;
        let is_shown = |it: &Type| world.has(it, Bound::Eq) && world.has(it, Bound::Display) && it.is_plain();
        let ty = self.some_var(|it| is_shown(&it.ty)).map_or(Type::Int, |it| it.ty);
        let name = self.dice.word(&["assert_eq(", "assert_ne("]);
        let left = self.expr(&ty, Mode::Infer, fuel).element();
        let right = self.expr(&ty, Mode::Infer, fuel).element();
        code!(Level::Loose; name, left, ", ", right, ");")
    }

    fn if_statement(&mut self, fuel: usize) -> Code {
        let mut code = code!(Level::Loose; "if ", self.head_condition(fuel), " ", self.block(fuel));
        if self.dice.chance(25) {
            code.push(code!(Level::Loose; " else if ", self.head_condition(fuel), " ", self.block(fuel)));
        }
        if self.dice.chance(50) {
            code.push(code!(Level::Loose; " else ", self.block(fuel)));
        }
        code
    }

    /// A condition; what is no `Bool` in its place is a mistake.
    pub(crate) fn head_condition(&mut self, fuel: usize) -> Code {
        let condition = self.expr(&Type::Bool, Mode::Check, fuel.min(2)).head();
        let all = condition.all();
        condition.certain(Kind::WrongHead, all, "17")
    }

    fn if_let_statement(&mut self, fuel: usize) -> Code {
        let (value, from) = self.matched(fuel);
        let pattern = self.refutable(&from);
        let first = self.scoped(|it| {
            it.declare_all(&pattern);
            it.block(fuel)
        });
        let mut code = code!(Level::Loose; "if let ", pattern.show(), " = ", value.head(), " ", first);
        if self.dice.chance(40) {
            code.push(code!(Level::Loose; " else ", self.block(fuel)));
        }
        code
    }

    fn match_statement(&mut self, fuel: usize) -> Code {
        let (value, from) = self.matched(fuel);
        self.match_with(value, &from, fuel, |it, _| match it.dice.below(3) {
            0 => it.block(fuel.min(1)),
            1 => Code::from("{}"),
            _ => it.effect(fuel),
        })
    }

    /// A task that is started and waited for.
    fn awaited(&mut self, fuel: usize) -> Option<Code> {
        let world = self.world;
        let results: Vec<Type> =
            world.callables.iter().map(|it| it.result.clone()).filter(|it| it.is_plain() && !it.has_param()).collect();
        let ty = self.dice.pick(&results).cloned()?;
        let call = self.started(&ty, fuel)?;
        let (task, name) = (self.fresh(), self.fresh());
        let start = code!(Level::Loose; "let ", task.clone(), " = spawn ", call, ";", self.line());
        let at = name.len() + "let  = ".len();
        let wait = code!(Level::Loose; "let ", name.clone(), " = await ", task, ";");
        let wait = wait.perhaps(Kind::DropAwait, at..at + "await ".len(), "");
        self.declare(&name, &super::types::result(ty, Type::TaskError), false);
        Some(code!(Level::Loose; start, wait))
    }
}
