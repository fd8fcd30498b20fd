//! Calls that are written out where they are made.
//!
//! A call of a small function, or of a function that is given a closure, becomes the code of that function: its parameters
//! are the registers of the arguments, and what it returns goes on to the code after the call. A function value whose code
//! is known where it is called is written out, too, so that `xs.map(|x| x + 1)` is one loop. Every instruction remembers
//! the calls that it is in (`Inlined`), so that traces are the same as without this pass.

mod tree;

use std::rc::Rc;

use concerto_ir::operand::{Kind, Reg};
use concerto_ir::program::{Inlined, Place};
use rustc_hash::FxHashMap;

use super::body::{Back, Body};
use super::place::Spot;
use super::{Instance, Lower};
use crate::tree::{ExprId, ExprKind, Function, LocalId, Work};
use crate::types::Substitution;
use tree::Facts;

/// Up to how many expressions a function may have that is always written out.
const SMALL: usize = 26;

/// The same if an argument is a function that is known.
const WITH_FUNCTION: usize = 160;

/// Up to how many expressions a closure may have that is written out where it is called.
const CLOSURE: usize = 120;

/// How many expressions may be written out in one function, and how many calls inside each other.
const TOTAL_MAX: usize = 1_500;
const DEPTH_MAX: usize = 6;

/// The length in bytes of source text that no small function has.
const SOURCE_MAX: u32 = 400;

/// A function value that is known.
#[derive(Clone)]
pub(super) enum Callable {
    /// A closure, with the registers that its captures are in.
    Closure(Rc<Closure>),
    /// A declared function.
    Function(Instance),
}

/// A closure that is written where the code at hand can see it.
pub(super) struct Closure {
    tree: Rc<Function>,
    types: Substitution,
    captures: Vec<Argument>,
}

/// What a parameter is when its function is written out.
#[derive(Clone)]
pub(super) struct Argument {
    /// The register that holds it. A function that is only called needs none.
    reg: Option<Reg>,
    known: Option<Callable>,
}

/// A function that may be written out, and what was found out about it.
#[derive(Clone)]
pub(super) struct Candidate {
    tree: Rc<Function>,
    facts: Rc<Facts>,
}

impl Body<'_, '_> {
    /// Writes a call out, if that is worth it: the register of its value.
    pub(super) fn inline_call(&mut self, id: ExprId, instance: &Instance, args: &[ExprId]) -> Option<Reg> {
        let candidate = self.candidate(instance, args).filter(|it| !it.tree.updates)?;
        if self.type_of(id) == self.lower.typed.types.never() {
            return None;
        }
        let args = self.arguments(&candidate.facts, args);
        Some(self.write_out(id, &candidate, Substitution::new(&candidate.tree.generics, &instance.types), args))
    }

    /// The same for a method that changes its receiver, which is in a register.
    pub(super) fn inline_update(
        &mut self,
        id: ExprId,
        instance: &Instance,
        spot: &Spot,
        args: &[ExprId],
    ) -> Option<Reg> {
        if spot.kind(self) != Kind::Ref {
            return None;
        }
        let candidate = self.candidate(instance, args).filter(|it| it.tree.updates)?;
        let mut args = self.arguments(&Facts::without_receiver(&candidate.facts), args);
        for arg in &mut args {
            arg.reg = arg.reg.map(|it| self.apart(spot, vec![it])[0]);
            if let Some(Callable::Closure(closure)) = &arg.known {
                arg.known = Some(Callable::Closure(Rc::new(self.closure_apart(spot, closure))));
            }
        }
        let types = Substitution::new(&candidate.tree.generics, &instance.types);
        Some(self.with_spot(spot, |body, place| {
            args.insert(0, Argument { reg: Some(place), known: None });
            let value = body.write_out(id, &candidate, types, args);
            // A part goes back to where it was taken from: a method that returns its receiver returns a copy.
            if value == place && !spot.is_at(place) { body.owned(value) } else { value }
        }))
    }

    /// A closure whose captures are not in the register that is changed.
    fn closure_apart(&mut self, spot: &Spot, closure: &Closure) -> Closure {
        let mut apart =
            |it: &Argument| Argument { reg: it.reg.map(|it| self.apart(spot, vec![it])[0]), known: it.known.clone() };
        let captures = closure.captures.iter().map(&mut apart).collect();
        Closure { tree: closure.tree.clone(), types: closure.types.clone(), captures }
    }

    /// Writes a call of a function value out, if the function is known and it is worth it.
    pub(super) fn inline_value(&mut self, id: ExprId, callee: ExprId, args: &[ExprId]) -> Option<Reg> {
        match self.callable(callee)? {
            Callable::Function(instance) => match self.inline_call(id, &instance, args) {
                Some(value) => Some(value),
                None => {
                    let function = self.lower.ask_instance(instance);
                    let args = self.handed(args);
                    let kind = self.kind_of_expr(id);
                    Some(self.call_of(function, args, kind))
                }
            },
            // A closure holds what its captures were before the arguments are evaluated.
            Callable::Closure(_) if self.is_closure(callee) && args.iter().any(|it| self.expr(*it).changes) => None,
            Callable::Closure(closure) => {
                let facts = Rc::new(Facts::of(&closure.tree, None));
                if !facts.is_fit || facts.size > CLOSURE || !self.has_room(facts.size) {
                    return None;
                }
                let mut given = self.arguments(&facts, args);
                // What is passed to a function that takes nothing is left out.
                given.truncate(closure.tree.params.len() - closure.captures.len());
                given.extend(closure.captures.iter().cloned());
                let candidate = Candidate { tree: closure.tree.clone(), facts };
                Some(self.write_out(id, &candidate, closure.types.clone(), given))
            }
        }
    }

    /// Whether a closure is written in the place of an expression.
    fn is_closure(&self, id: ExprId) -> bool {
        matches!(self.expr(id).kind, ExprKind::Closure(..))
    }

    fn has_room(&self, size: usize) -> bool {
        self.code.inlined + size <= TOTAL_MAX && self.code.inlining.len() < DEPTH_MAX
    }

    /// A function that is worth to be written out with these arguments.
    fn candidate(&mut self, instance: &Instance, args: &[ExprId]) -> Option<Candidate> {
        if !self.lower.passes.inline || self.code.inlining.contains(&instance.work) {
            return None;
        }
        let takes_function = args.iter().any(|it| self.callable(*it).is_some());
        let candidate = self.lower.candidate(&instance.work, takes_function)?;
        let most = if takes_function { WITH_FUNCTION } else { SMALL };
        (candidate.facts.size <= most && self.has_room(candidate.facts.size)).then_some(candidate)
    }

    /// The function that an expression is, if that can be seen here.
    fn callable(&mut self, id: ExprId) -> Option<Callable> {
        if !self.lower.passes.inline {
            return None;
        }
        match &self.expr(id).kind {
            ExprKind::Local(local) => self.known.get(local).cloned(),
            ExprKind::Closure(closure, captures) => {
                let captures = captures.iter().map(|it| self.capture(*it)).collect();
                let tree = self.tree.closure(*closure).clone();
                Some(Callable::Closure(Rc::new(Closure { tree, types: self.types.clone(), captures })))
            }
            ExprKind::FunctionValue(target, captures) if captures.is_empty() => {
                self.instance_of(target).map(Callable::Function)
            }
            _ => None,
        }
    }

    /// The value of a variable. A function that was to be called only is made here.
    pub(super) fn local_value(&mut self, local: LocalId) -> Reg {
        match (self.local_if_there(local), self.known.get(&local).cloned()) {
            (None, Some(known)) => self.made(&known),
            _ => self.local(local),
        }
    }

    /// A function that is known, as a value.
    fn made(&mut self, known: &Callable) -> Reg {
        match known {
            Callable::Function(instance) => {
                let function = self.lower.ask_instance(instance.clone());
                self.closure_of(function, Vec::new())
            }
            Callable::Closure(closure) => {
                let function = self.lower.ask_closure(closure.tree.clone(), closure.types.clone());
                let mut captures = Vec::with_capacity(closure.captures.len());
                for capture in &closure.captures {
                    captures.push(match (capture.reg, &capture.known) {
                        (Some(reg), _) => self.owned(reg),
                        (None, Some(known)) => self.made(known),
                        (None, None) => self.impossible("a capture without a value"),
                    });
                }
                self.closure_of(function, captures)
            }
        }
    }

    fn capture(&mut self, local: LocalId) -> Argument {
        let known = self.known.get(&local).cloned();
        let reg = if known.is_some() { self.local_if_there(local) } else { Some(self.local(local)) };
        Argument { reg, known }
    }

    /// Arguments as their parameters need them.
    fn arguments(&mut self, facts: &Facts, args: &[ExprId]) -> Vec<Argument> {
        let last_change = args.iter().rposition(|it| self.expr(*it).changes);
        let mut found = Vec::with_capacity(args.len());
        for (at, arg) in args.iter().enumerate() {
            let is_changed_later = last_change.is_some_and(|it| at < it);
            let may_change = is_changed_later || facts.is_changed(at);
            let known = if may_change { None } else { self.callable(*arg) };
            let is_only_called = known.is_some() && facts.is_only_called(at);
            let reg = match (is_only_called, may_change) {
                (true, _) => None,
                (false, true) => Some(self.own(*arg)),
                (false, false) => Some(self.value(*arg)),
            };
            found.push(Argument { reg, known });
        }
        found
    }

    /// Writes the code of a function where it is called.
    fn write_out(&mut self, id: ExprId, callee: &Candidate, types: Substitution, args: Vec<Argument>) -> Reg {
        let kind = self.kind_of_expr(id);
        let place = Place { inlined: self.inside, ..self.lower.place(self.span) };
        self.code.draft.inlined.push(Inlined { name: callee.tree.name.to_string(), place });
        self.code.inlined += callee.facts.size;
        self.code.inlining.push(callee.facts.work.clone().unwrap_or(Work::Script));
        let first = self.code.draft.registers.len();
        let after = self.label();
        let dst = callee.facts.returns.then(|| self.register(kind));
        let inside = self.code.draft.inlined.len() as u32;
        let mut body = Body {
            tree: &callee.tree,
            types,
            loops: FxHashMap::default(),
            back: Back::Inlined { dst, after, scopes: self.scopes },
            scopes: self.scopes,
            code: std::mem::take(&mut self.code),
            locals: vec![None; callee.tree.locals.len()],
            known: FxHashMap::default(),
            span: callee.tree.span,
            inside,
            lower: &mut *self.lower,
        };
        for (param, arg) in callee.tree.params.iter().zip(args) {
            body.take_argument(*param, arg);
        }
        let value = match dst {
            Some(dst) => {
                body.run_into(callee.tree.body, Some(dst));
                dst
            }
            None => body.value(callee.tree.body),
        };
        self.code = body.code;
        if dst.is_some() {
            self.start(after);
        }
        self.code.inlining.pop();
        self.forget_variables(first);
        self.of_kind(value, kind)
    }

    /// A parameter is where its argument is.
    fn take_argument(&mut self, param: LocalId, arg: Argument) {
        if let Some(known) = arg.known {
            self.known.insert(param, known);
        }
        let Some(reg) = arg.reg else { return };
        if self.kind_of(reg) == self.kind_of_local(param) {
            self.name(param, reg);
        }
    }
}

impl Lower<'_> {
    /// A function that may be written out. It is only looked at if it is short, or given a function.
    fn candidate(&mut self, work: &Work, takes_function: bool) -> Option<Candidate> {
        if let Some(found) = self.candidates.get(work) {
            return Some(found.clone()).filter(|it| it.facts.is_fit);
        }
        let Work::Function(function) = *work else { return None };
        if !takes_function && self.trees.length(self.typed, function) > SOURCE_MAX {
            return None;
        }
        let tree = self.trees.function(self.typed, work, &[]);
        let facts = Rc::new(Facts::of(&tree, Some(work.clone())));
        let candidate = Candidate { tree, facts };
        self.candidates.insert(work.clone(), candidate.clone());
        Some(candidate).filter(|it| it.facts.is_fit)
    }

    /// The tree of a function that was looked at already.
    pub(super) fn looked_at(&self, work: &Work) -> Option<Rc<Function>> {
        self.candidates.get(work).map(|it| it.tree.clone())
    }
}
