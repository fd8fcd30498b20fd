//! Calls of the program's own functions, methods and associated functions.

use super::super::code::{Code, Kind, Level, code, list, with_comma};
use super::super::r#gen::{Gen, Mode, place};
use super::super::types::{Bindings, Type};
use super::super::world::{Callable, Owner, Parameter};

/// How an argument is given.
enum Given {
    Positional(Code),
    Named(String, Code),
}

impl Gen<'_> {
    /// A call that gives the type, if the program has a function for it.
    pub(crate) fn call_for(&mut self, ty: &Type, fuel: usize) -> Option<Code> {
        let (callable, bindings) = self.callable_for(ty)?;
        let may_pipe = callable.owner == Owner::Nothing && callable.params.iter().all(|it| it.default.is_none());
        if may_pipe && !callable.params.is_empty() && self.dice.chance(12) {
            return Some(self.piped(&callable, &bindings, fuel));
        }
        Some(self.call(&callable, &bindings, fuel))
    }

    /// A call, and nothing looser, that gives the type.
    pub(crate) fn plain_call_for(&mut self, ty: &Type, fuel: usize) -> Option<Code> {
        let (callable, bindings) = self.callable_for(ty)?;
        Some(self.call(&callable, &bindings, fuel))
    }

    fn callable_for(&mut self, ty: &Type) -> Option<(Callable, Bindings)> {
        let world = self.world;
        let mut found = Vec::new();
        for it in world.callables.iter().chain(&self.methods) {
            let mut bindings = Bindings::new();
            let is_changing = matches!(it.owner, Owner::Changes(_));
            if !is_changing && it.result.binds(ty, &it.generics, &mut bindings) && self.fits(it, &bindings) {
                found.push((it.clone(), bindings));
            }
        }
        let (callable, mut bindings) = self.dice.pick(&found).cloned()?;
        self.bind_rest(&callable, &mut bindings);
        Some((callable, bindings))
    }

    /// Whether the types can stand for the parameters that are bound to them.
    fn fits(&self, callable: &Callable, bindings: &Bindings) -> bool {
        bindings.iter().all(|(name, ty)| {
            let param = callable.generics.iter().find(|it| it.name == *name);
            ty.is_plain() && param.is_none_or(|it| it.bounds.iter().all(|bound| self.world.has(ty, *bound)))
        })
    }

    /// Finds types for the parameters that the result does not decide.
    fn bind_rest(&mut self, callable: &Callable, bindings: &mut Bindings) {
        for param in &callable.generics {
            if !bindings.iter().any(|(name, _)| *name == param.name) {
                let ty = self.world.type_with(self.dice, &param.bounds, &self.params);
                bindings.push((param.name.clone(), ty));
            }
        }
    }

    /// A statement that calls something without using its result, on this place if it is a method that changes it.
    pub(crate) fn call_statement(&mut self, fuel: usize) -> Option<Code> {
        let world = self.world;
        let callable = self.dice.pick(&world.callables).cloned()?;
        let mut bindings = Bindings::new();
        let Owner::Changes(owner) = &callable.owner else {
            self.bind_rest(&callable, &mut bindings);
            return Some(self.call(&callable, &bindings, fuel));
        };
        let var = self.some_place(|it| owner.binds(it, &callable.generics, &mut Bindings::new()))?;
        owner.binds(&var.ty, &callable.generics, &mut bindings);
        let receiver = place(&var.name);
        Some(self.call_on(receiver, &callable, &bindings, fuel))
    }

    fn call(&mut self, callable: &Callable, bindings: &Bindings, fuel: usize) -> Code {
        match &callable.owner {
            Owner::Reads(ty) | Owner::Changes(ty) => {
                let receiver = self.operand(&ty.with(bindings), Level::Postfix, fuel);
                self.call_on(receiver, callable, bindings, fuel)
            }
            Owner::Named(ty) => {
                let shown = self.world.show(ty);
                let owner = shown.split('<').next().unwrap_or_default().to_owned();
                let start = owner.len() + 2;
                let args = self.arguments(callable, bindings, false, fuel);
                let code = code!(Level::Postfix; owner, "::", callable.name.clone(), "(", args, ")");
                code.certain(Kind::RenameMember, start..start + callable.name.len(), format!("{}q", callable.name))
            }
            Owner::Nothing => self.free_call(callable, bindings, fuel),
        }
    }

    fn call_on(&mut self, receiver: Code, callable: &Callable, bindings: &Bindings, fuel: usize) -> Code {
        let start = receiver.text.len() + 1;
        let args = self.arguments(callable, bindings, false, fuel);
        let code = code!(Level::Postfix; receiver, ".", callable.name.clone(), "(", args, ")");
        code.certain(Kind::RenameMember, start..start + callable.name.len(), format!("{}q", callable.name))
    }

    fn free_call(&mut self, callable: &Callable, bindings: &Bindings, fuel: usize) -> Code {
        let is_explicit = !callable.generics.is_empty() && self.dice.chance(25);
        let types: Vec<String> =
            callable.generics.iter().map(|it| self.world.show(&Type::Param(it.clone()).with(bindings))).collect();
        let types = if is_explicit { format!("<{}>", types.join(", ")) } else { String::new() };
        let args = self.arguments(callable, bindings, is_explicit, fuel);
        let code = code!(Level::Postfix; callable.name.clone(), types, "(", args, ")");
        code.certain(Kind::UnknownName, 0..callable.name.len(), format!("{}q", callable.name))
    }

    /// `first |> f(others)`.
    fn piped(&mut self, callable: &Callable, bindings: &Bindings, fuel: usize) -> Code {
        let [first, others @ ..] = callable.params.as_slice() else { return Code::default() };
        let left = self.operand(&first.ty.with(bindings), Level::Sum, fuel);
        let args = others.iter().map(|it| self.argument_for(it, bindings, false, fuel)).collect();
        let (args, _) = list(args);
        let args = if others.is_empty() && self.dice.chance(50) {
            Code::default()
        } else {
            code!(Level::Atom; "(", args, ")")
        };
        code!(Level::Pipe; left, " |> ", callable.name.clone(), args)
    }

    /// An argument; without a written type where a type parameter is in it.
    fn argument_for(&mut self, param: &Parameter, bindings: &Bindings, is_explicit: bool, fuel: usize) -> Code {
        let ty = param.ty.with(bindings);
        if param.ty.has_param() && !is_explicit {
            return self.expr(&ty, Mode::Infer, fuel).element();
        }
        self.argument(&ty, fuel)
    }

    fn arguments(&mut self, callable: &Callable, bindings: &Bindings, is_explicit: bool, fuel: usize) -> Code {
        let given = self.given(callable, bindings, is_explicit, fuel);
        let required = callable.params.iter().filter(|it| it.default.is_none()).count();
        let positional = given.iter().filter(|it| matches!(it, Given::Positional(_))).count();
        let total = given.len();
        let (code, ranges) = list(given.into_iter().map(shown).collect());
        let mut code = code;
        if positional > 0 && positional <= required {
            let dropped = self.dice.below(positional);
            code = code.certain(Kind::DropArgument, with_comma(&ranges, dropped), "");
        }
        if positional == total && total == callable.params.len() {
            let at = code.text.len();
            code = code.certain(Kind::ExtraArgument, at..at, if total == 0 { "17" } else { ", 17" });
        }
        if positional > 1 {
            let swapped = format!("{}, {}", &code.text[ranges[1].clone()], &code.text[ranges[0].clone()]);
            code = code.perhaps(Kind::SwapArguments, ranges[0].start..ranges[1].end, swapped);
        }
        code
    }

    /// The arguments: some positional, then some by name, in any order, those with a default perhaps not at all.
    fn given(&mut self, callable: &Callable, bindings: &Bindings, is_explicit: bool, fuel: usize) -> Vec<Given> {
        let count = callable.params.len();
        let first_named = if self.dice.chance(30) { self.dice.between(0, count) } else { count };
        let (mut positional, mut named) = (Vec::new(), Vec::new());
        let mut left_out = false;
        for (index, param) in callable.params.iter().enumerate() {
            if param.default.is_some() && self.dice.chance(50) {
                left_out = true;
                continue;
            }
            let value = self.argument_for(param, bindings, is_explicit, fuel);
            if index >= first_named || left_out {
                named.push(Given::Named(param.name.clone(), value));
            } else {
                positional.push(Given::Positional(value));
            }
        }
        self.dice.shuffle(&mut named);
        positional.extend(named);
        positional
    }
}

fn shown(given: Given) -> Code {
    match given {
        Given::Positional(value) => value,
        Given::Named(name, value) => code!(Level::Atom; name, ": ", value),
    }
}
