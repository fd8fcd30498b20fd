//! Functions as values: closures, and functions of the program.

use super::super::code::{Code, Level, code, list};
use super::super::r#gen::{Gen, Mode};
use super::super::types::Type;
use super::super::world::{Callable, Owner};

impl Gen<'_> {
    pub(super) fn function(&mut self, params: &[Type], result: &Type, mode: Mode, fuel: usize) -> Code {
        if let Some(name) = self.function_item(params, result)
            && self.dice.chance(40)
        {
            return name.into();
        }
        match mode {
            Mode::Check => self.lambda(params, |it| it.closure_body(result, Mode::Check, fuel)),
            _ => self.written_closure(params, result, fuel),
        }
    }

    /// A function of the program with these types, as a value.
    fn function_item(&mut self, params: &[Type], result: &Type) -> Option<String> {
        let is_such = |it: &&Callable| {
            it.owner == Owner::Nothing
                && it.generics.is_empty()
                && it.params.iter().map(|it| &it.ty).eq(params)
                && it.params.iter().all(|it| it.default.is_none())
                && it.result == *result
        };
        let world = self.world;
        let names: Vec<String> = world.callables.iter().filter(is_such).map(|it| it.name.clone()).collect();
        self.dice.pick(&names).cloned()
    }

    /// `|x: Int| -> Int { … }`, or the same without a written result.
    fn written_closure(&mut self, params: &[Type], result: &Type, fuel: usize) -> Code {
        let is_written = *result == Type::Unit || self.dice.chance(50);
        let inside = if is_written { Some(result.clone()) } else { None };
        self.in_closure(inside, |it| {
            let mut shown = Vec::new();
            for ty in params {
                let name = it.fresh();
                it.declare(&name, ty, false);
                shown.push(Code::from(format!("{name}: {}", it.world.show(ty))));
            }
            let head = code!(Level::Loose; "|", list(shown).0, "| ");
            if is_written {
                let body = it.value_block(result, Mode::Check, fuel);
                return code!(Level::Loose; head, "-> ", it.world.show(result), " ", body);
            }
            let body = it.expr(result, Mode::Infer, fuel).arm();
            code!(Level::Loose; head, body)
        })
    }

    /// A closure whose parameters are known from around it.
    pub(crate) fn lambda(&mut self, params: &[Type], body: impl FnOnce(&mut Self) -> Code) -> Code {
        self.in_closure(None, |it| {
            let patterns = it.parameter_patterns(params);
            let body = body(it);
            code!(Level::Loose; "|", list(patterns).0, "| ", body)
        })
    }

    /// The body of a closure: an expression or a block.
    pub(crate) fn closure_body(&mut self, ty: &Type, mode: Mode, fuel: usize) -> Code {
        if *ty == Type::Unit {
            return self.effect(fuel);
        }
        if !self.is_flat && fuel > 0 && self.dice.chance(20) {
            return self.block_value(ty, mode, fuel);
        }
        self.expr(ty, mode, fuel).arm()
    }
}
