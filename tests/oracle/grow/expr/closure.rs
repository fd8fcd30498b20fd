//! Functions as values: closures, functions of the program, variants, and calls of what a variable holds.

use super::super::code::{Code, Level};
use super::super::scope::{Grower, Var};
use super::super::types::Ty;
use super::super::world::{Callable, Owner};

/// How often a closure in a variable is called, at a guess.
const CALLS: usize = 15;

impl Grower<'_> {
    /// A function as a value. It may be called anywhere, so it prints nothing.
    pub(super) fn closure(&mut self, params: &[Ty], to: &Ty, hint: bool, fuel: usize) -> Code {
        if let Some(name) = self.function_item(params, to)
            && self.dice.chance(35)
        {
            return Code::atom(name);
        }
        let is_written = self.dice.chance(40);
        let inside = if is_written { Some(to.clone()) } else { None };
        let text = self.quietly(|it| {
            it.in_closure(inside, CALLS, |it| {
                let mut shown = Vec::new();
                for ty in params {
                    let name = it.fresh();
                    it.declare(&name, ty, false);
                    let is_plain = hint && !is_written && it.dice.chance(50);
                    shown.push(if is_plain { name } else { format!("{name}: {}", it.world.show(ty)) });
                }
                let head = format!("|{}|", shown.join(", "));
                match is_written {
                    true => format!("{head} -> {} {}", it.world.show(to), it.braced_value(to, true, fuel)),
                    false => format!("{head} {}", it.expr(to, hint, fuel).text()),
                }
            })
        });
        Code::loose(text)
    }

    /// A function of the program with these types, as a value.
    fn function_item(&mut self, params: &[Ty], to: &Ty) -> Option<String> {
        let fits = |it: &&Callable| {
            it.owner == Owner::Nothing
                && it.prints == 0
                && it.cost < 40
                && it.params.iter().all(|it| it.default.is_none() && !it.is_depth)
                && it.params.iter().map(|it| &it.ty).eq(params)
                && it.result == *to
        };
        let mut names: Vec<String> = self.world.callables.iter().filter(fits).map(|it| it.name.clone()).collect();
        if params == [Ty::Int] && *to == Ty::Enum(0) {
            names.push("Shape::Line".to_owned());
        }
        self.dice.pick(&names).cloned()
    }

    /// A closure that a method of the library calls, and whose parameters are known from it.
    pub(in super::super) fn lambda(&mut self, params: &[&Ty], to: &Ty, hint: bool, fuel: usize) -> String {
        self.in_closure(None, 5, |it| {
            let mut shown = Vec::new();
            for ty in params {
                let (pattern, names) = it.irrefutable(ty);
                it.declare_all(&names);
                shown.push(pattern);
            }
            let body = match fuel > 0 && it.dice.chance(20) {
                true => it.braced_value(to, hint, fuel),
                false => it.expr(to, hint, fuel).text(),
            };
            // A brace after the bars begins a block.
            let body = if body.starts_with("{ \"") || body == "{:}" { format!("({body})") } else { body };
            format!("|{}| {body}", shown.join(", "))
        })
    }

    /// A call of a function that a variable, a field or an array holds.
    pub(super) fn closure_call(&mut self, ty: &Ty, fuel: usize) -> Option<Code> {
        let gives = |it: &Ty| matches!(it, Ty::Fn(_, to) if **to == *ty);
        let var = self.some_var(|it| {
            gives(&it.ty)
                || matches!(&it.ty, Ty::Array(inner) if gives(inner))
                || (it.ty == Ty::Struct(2, None) && *ty == Ty::Int)
        })?;
        if self.is_closed {
            return None;
        }
        self.cost += self.weight * CALLS;
        let (callee, of) = self.callee(&var)?;
        let Ty::Fn(params, _) = of else { return None };
        let args: Vec<String> = params.iter().map(|it| self.value(it, fuel)).collect();
        if self.dice.chance(15) && !callee.contains('[') {
            let first = self.operand(&params[0], Level::Pipe, fuel);
            let rest = if args.len() > 1 { format!("({})", args[1..].join(", ")) } else { String::new() };
            return Some(Code::new(Level::Pipe, format!("{first} |> {callee}{rest}")));
        }
        Some(Code::atom(format!("{callee}({})", args.join(", "))))
    }

    fn callee(&mut self, var: &Var) -> Option<(String, Ty)> {
        match &var.ty {
            Ty::Array(inner) => Some((format!("{}[0]", var.name), (**inner).clone())),
            Ty::Struct(..) => Some((format!("({}.apply)", var.name), Ty::Fn(vec![Ty::Int], Box::new(Ty::Int)))),
            _ if var.name.contains('.') => Some((format!("({})", var.name), var.ty.clone())),
            _ => Some((var.name.clone(), var.ty.clone())),
        }
    }
}
