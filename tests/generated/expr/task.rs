//! Work at the same time: `race`, `await`, `spawn`, `timeout`.

use super::super::code::{Code, Kind, Level, code, list};
use super::super::r#gen::{Gen, Mode};
use super::super::types::Type;

impl Gen<'_> {
    /// Something that waits and gives the type.
    pub(super) fn task(&mut self, ty: &Type, fuel: usize) -> Option<Code> {
        match ty {
            Type::Tuple(types) => self.awaited_calls(types, fuel),
            Type::Result(value, error) if **error == Type::TaskError => self.awaited_task(value, fuel),
            Type::Option(value) if **value != Type::Unit => Some(self.timeout(value, fuel)),
            _ => self.race(ty, fuel),
        }
    }

    /// A call that another task makes: nothing in it leaves this function or changes its variables.
    pub(crate) fn started(&mut self, ty: &Type, fuel: usize) -> Option<Code> {
        self.in_closure(None, |it| it.on_one_line(|it| it.plain_call_for(ty, fuel)))
    }

    /// `race [f(), g()]`.
    fn race(&mut self, ty: &Type, fuel: usize) -> Option<Code> {
        let calls = [self.started(ty, fuel)?, self.started(ty, fuel)?];
        Some(code!(Level::Unary; "race [", list(calls.into()).0, "]"))
    }

    /// `await (f(), g())`.
    fn awaited_calls(&mut self, types: &[Type], fuel: usize) -> Option<Code> {
        let calls: Option<Vec<Code>> = types.iter().map(|it| self.started(it, fuel)).collect();
        Some(code!(Level::Unary; "await (", list(calls?).0, ")"))
    }

    /// `await spawn f()`.
    fn awaited_task(&mut self, value: &Type, fuel: usize) -> Option<Code> {
        let call = self.started(value, fuel)?;
        Some(code!(Level::Unary; "await spawn ", call).perhaps(Kind::DropAwait, 0..6, ""))
    }

    /// `timeout(5s, || value)`.
    fn timeout(&mut self, value: &Type, fuel: usize) -> Code {
        let limit = self.argument(&Type::Duration, fuel.min(1));
        let body = self.lambda(&[], |it| it.closure_body(value, Mode::Infer, fuel));
        code!(Level::Postfix; "timeout(", limit, ", ", body, ")")
    }
}
