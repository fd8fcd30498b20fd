//! Calls of the functions and methods of the program.

use super::super::code::{Code, Level};
use super::super::scope::Grower;
use super::super::types::{Bound, Ty};
use super::super::world::{Callable, Owner, Param};

impl Grower<'_> {
    /// A call that gives the type.
    pub(in super::super) fn call_for(&mut self, ty: &Ty, fuel: usize) -> Option<Code> {
        if self.is_closed {
            return None;
        }
        if let Some(code) = self.recursive_call(ty, fuel) {
            return Some(code);
        }
        let world = self.world;
        let fits = |it: &&Callable| it.result.binds(ty, &mut None);
        let found: Vec<&Callable> = world.callables.iter().filter(fits).collect();
        let callable = *self.dice.pick(&found)?;
        let arg = self.argument_of(callable, ty)?;
        self.call_of(callable, &arg, fuel)
    }

    /// What stands for the type parameter of a function that gives this type.
    fn argument_of(&mut self, callable: &Callable, ty: &Ty) -> Option<Ty> {
        let mut arg = None;
        callable.result.binds(ty, &mut arg);
        let Some(bound) = bound_of(callable) else { return Some(Ty::Unit) };
        let arg = arg.unwrap_or_else(|| self.type_having(bound));
        let fits = self.world.has(&arg, bound) && !matches!(arg, Ty::Param(_) | Ty::Range);
        fits.then_some(arg)
    }

    /// A call with this for its type parameter, if it has one.
    pub(in super::super) fn call_of(&mut self, callable: &Callable, arg: &Ty, fuel: usize) -> Option<Code> {
        let place = match &callable.owner {
            Owner::Changes(owner) => {
                let owner = owner.with(arg);
                Some(self.some_place(|it| *it == owner)?.name)
            }
            _ => None,
        };
        if !self.affords(callable) {
            return None;
        }
        let is_plain = bound_of(callable).is_none();
        let receiver = match &callable.owner {
            Owner::Nothing => String::new(),
            Owner::Named(owner) => format!("{}::", self.world.show(owner)),
            Owner::Reads(owner) => format!("{}.", self.receiver(&owner.with(arg), fuel)),
            Owner::Changes(_) => format!("{}.", place?),
        };
        let args = self.arguments(&callable.params, arg, is_plain, fuel);
        let is_first_given = callable.params.first().is_some_and(|it| it.default.is_none());
        if callable.owner == Owner::Nothing && is_first_given && is_plain && self.dice.chance(12) {
            let rest = if args.len() > 1 { format!("({})", args[1..].join(", ")) } else { String::new() };
            let first = args[0].clone();
            return Some(Code::new(Level::Pipe, format!("({first}) |> {}{rest}", callable.name)));
        }
        Some(Code::atom(format!("{receiver}{}({})", callable.name, args.join(", "))))
    }

    /// The arguments: those with a default are left out, given by name or in their place.
    fn arguments(&mut self, params: &[Param], arg: &Ty, hint: bool, fuel: usize) -> Vec<String> {
        let (mut args, mut named) = (Vec::new(), Vec::new());
        for param in params {
            if param.default.is_some() && self.dice.chance(35) {
                named.push(String::new());
                continue;
            }
            let value = match param.is_depth {
                true => self.dice.between(1, 3).to_string(),
                false => self.expr(&param.ty.with(arg), hint, fuel).text(),
            };
            if !named.is_empty() || (param.default.is_some() && self.dice.chance(50)) {
                named.push(format!("{}: {value}", param.name));
            } else {
                args.push(value);
            }
        }
        named.retain(|it| !it.is_empty());
        self.dice.shuffle(&mut named);
        args.extend(named);
        args
    }

    /// A call of the function that is being made, one level less deep.
    fn recursive_call(&mut self, ty: &Ty, fuel: usize) -> Option<Code> {
        let own = self.recursion.clone().filter(|it| it.left > 0 && it.of.result == *ty)?;
        if self.weight > 1 || self.depth > 0 || self.dice.chance(30) {
            return None;
        }
        self.recursion = Some(super::super::scope::Recursion { left: own.left - 1, ..own.clone() });
        let mut args = Vec::new();
        for param in &own.of.params {
            args.push(if param.is_depth { "depth - 1".to_owned() } else { self.value(&param.ty, fuel) });
        }
        Some(Code::atom(format!("{}({})", own.of.name, args.join(", "))))
    }

    /// `value |> function`, for the functions of the program that take one value.
    pub(super) fn piped(&mut self, ty: &Ty, fuel: usize) -> Option<Code> {
        let one = |it: &&Callable| {
            it.owner == Owner::Nothing && it.params.len() == 1 && it.result == *ty && !it.params[0].is_depth
        };
        let found: Vec<&Callable> = self.world.callables.iter().filter(one).collect();
        let callable = (*self.dice.pick(&found)?).clone();
        if self.is_closed || bound_of(&callable).is_some() || !self.affords(&callable) {
            return None;
        }
        let value = self.operand(&callable.params[0].ty, Level::Pipe, fuel);
        Some(Code::new(Level::Pipe, format!("{value} |> {}", callable.name)))
    }
}

/// What the type parameter of a function asks for, if it has one.
pub(in super::super) fn bound_of(callable: &Callable) -> Option<Bound> {
    let owner = match &callable.owner {
        Owner::Nothing => None,
        Owner::Reads(ty) | Owner::Changes(ty) | Owner::Named(ty) => Some(ty),
    };
    let mut types = callable.params.iter().map(|it| &it.ty).chain(owner).chain([&callable.result]);
    types.find_map(param_in)
}

fn param_in(ty: &Ty) -> Option<Bound> {
    match ty {
        Ty::Param(bound) => Some(*bound),
        _ => ty.parts().into_iter().find_map(param_in),
    }
}
