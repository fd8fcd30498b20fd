//! The state while one body is made: what is in scope, what may stand here, and what running it will cost.

use super::code::Code;
use super::types::Ty;
use super::world::{Callable, World};
use crate::generated::dice::Dice;

/// A variable, a parameter, a constant or a field of `self`.
#[derive(Clone)]
pub(super) struct Var {
    pub(super) name: String,
    pub(super) ty: Ty,
    pub(super) is_mut: bool,
    /// In how many closures it was declared.
    pub(super) depth: usize,
    /// Whether a loop around relies on its length.
    pub(super) is_fixed: bool,
}

impl Var {
    pub(super) fn is_const(&self) -> bool {
        self.name.starts_with(char::is_uppercase)
    }
}

/// How much a body may cost to run.
#[derive(Clone, Copy)]
pub(super) struct Most {
    pub(super) cost: usize,
    pub(super) prints: usize,
}

/// The function that is being made, where it may call itself.
#[derive(Clone)]
pub(super) struct Recursion {
    pub(super) of: Callable,
    /// How many more such calls there may be.
    pub(super) left: usize,
}

/// Makes the body of one function.
pub(super) struct Grower<'a> {
    pub(super) dice: &'a mut Dice,
    pub(super) world: &'a World,
    pub(super) vars: Vec<Var>,
    /// An array, and a variable that is an index in it.
    pub(super) in_range: Vec<(String, String)>,
    /// What `return` gives; nothing in a closure whose result is not written.
    pub(super) result: Option<Ty>,
    /// The loops around, with their labels.
    pub(super) loops: Vec<Option<String>>,
    /// How many closures are around.
    pub(super) depth: usize,
    /// How often this place runs in one call, at a guess.
    pub(super) weight: usize,
    pub(super) cost: usize,
    pub(super) prints: usize,
    pub(super) most: Most,
    /// How many more parts there may be before only the simplest are made.
    pub(super) budget: usize,
    /// Whether this is the body of something that shows or compares, which calls nothing.
    pub(super) is_closed: bool,
    pub(super) recursion: Option<Recursion>,
    fresh: usize,
}

impl<'a> Grower<'a> {
    pub(super) fn new(dice: &'a mut Dice, world: &'a World, budget: usize, most: Most) -> Self {
        let constant = |(name, ty, _): &(String, Ty, String)| Var {
            name: name.clone(),
            ty: ty.clone(),
            is_mut: false,
            depth: 0,
            is_fixed: true,
        };
        let vars = world.consts.iter().map(constant).collect();
        Self {
            dice,
            world,
            vars,
            in_range: Vec::new(),
            result: None,
            loops: Vec::new(),
            depth: 0,
            weight: 1,
            cost: 0,
            prints: 0,
            most,
            budget,
            is_closed: false,
            recursion: None,
            fresh: 0,
        }
    }

    /// A name that nothing else in this body has.
    pub(super) fn fresh(&mut self) -> String {
        const WORDS: &[&str] = &["count", "total", "item", "value", "entry", "found", "part", "left", "right", "step"];
        self.fresh += 1;
        format!("{}{}", self.dice.word(WORDS), self.fresh)
    }

    /// A new name, or one that a variable has, which is hidden from then on.
    pub(super) fn name_for_let(&mut self) -> String {
        if self.dice.chance(6) {
            let is_plain = |it: &&Var| !it.is_fixed && !it.ty.has_param() && !it.name.contains("self");
            let names: Vec<String> = self.vars.iter().filter(is_plain).map(|it| it.name.clone()).collect();
            if let Some(name) = self.dice.pick(&names) {
                return name.clone();
            }
        }
        self.fresh()
    }

    pub(super) fn declare(&mut self, name: &str, ty: &Ty, is_mut: bool) {
        self.in_range.retain(|(array, index)| array != name && index != name);
        let depth = self.depth;
        self.vars.push(Var { name: name.to_owned(), ty: ty.clone(), is_mut, depth, is_fixed: false });
    }

    /// A number that only its loop changes.
    pub(super) fn declare_counter(&mut self, name: &str) {
        self.declare(name, &Ty::Int, false);
        if let Some(var) = self.vars.last_mut() {
            var.is_fixed = true;
        }
    }

    pub(super) fn declare_all(&mut self, names: &[(String, Ty)]) {
        for (name, ty) in names {
            self.declare(name, ty, false);
        }
    }

    /// Makes something in a scope of its own.
    pub(super) fn scoped<R>(&mut self, make: impl FnOnce(&mut Self) -> R) -> R {
        let (vars, pairs) = (self.vars.len(), self.in_range.clone());
        let made = make(self);
        self.vars.truncate(vars);
        self.in_range = pairs;
        made
    }

    /// Makes what runs so many times as often as the place around it.
    pub(super) fn repeated<R>(&mut self, times: usize, make: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.weight;
        self.weight *= times;
        let made = self.scoped(make);
        self.weight = before;
        made
    }

    /// Makes the body of a loop.
    pub(super) fn in_loop<R>(&mut self, times: usize, label: Option<String>, make: impl FnOnce(&mut Self) -> R) -> R {
        self.loops.push(label);
        let made = self.repeated(times, make);
        self.loops.pop();
        made
    }

    /// Makes the inside of a closure that is called so often, and whose result may be written.
    pub(super) fn in_closure<R>(&mut self, result: Option<Ty>, times: usize, make: impl FnOnce(&mut Self) -> R) -> R {
        let result = std::mem::replace(&mut self.result, result);
        let loops = std::mem::take(&mut self.loops);
        self.depth += 1;
        let made = self.repeated(times, make);
        self.depth -= 1;
        self.loops = loops;
        self.result = result;
        made
    }

    /// Makes what prints nothing.
    pub(super) fn quietly<R>(&mut self, make: impl FnOnce(&mut Self) -> R) -> R {
        let before = std::mem::replace(&mut self.most.prints, 0);
        let made = make(self);
        self.most.prints = before;
        made
    }

    /// Makes something while a variable keeps its length.
    pub(super) fn with_fixed<R>(&mut self, name: &str, make: impl FnOnce(&mut Self) -> R) -> R {
        let Some(at) = self.vars.iter().rposition(|it| it.name == name) else { return make(self) };
        let before = std::mem::replace(&mut self.vars[at].is_fixed, true);
        let made = make(self);
        self.vars[at].is_fixed = before;
        made
    }

    /// What is in scope and not hidden by a later one of the same name.
    pub(super) fn visible(&self) -> Vec<&Var> {
        let is_hidden = |index: usize, var: &Var| self.vars[index + 1..].iter().any(|it| it.name == var.name);
        self.vars.iter().enumerate().filter(|(index, var)| !is_hidden(*index, var)).map(|(_, var)| var).collect()
    }

    /// One of the variables that pass the test.
    pub(super) fn some_var(&mut self, test: impl Fn(&Var) -> bool) -> Option<Var> {
        let found: Vec<Var> = self.visible().into_iter().filter(|it| test(it)).cloned().collect();
        self.dice.pick(&found).cloned()
    }

    /// One of the variables that may be changed as a whole here.
    pub(super) fn some_place(&mut self, test: impl Fn(&Ty) -> bool) -> Option<Var> {
        let depth = self.depth;
        self.some_var(|it| it.is_mut && it.depth == depth && !it.is_fixed && test(&it.ty))
    }

    pub(super) fn variable(&mut self, ty: &Ty) -> Option<Code> {
        let has_consts = self.dice.chance(25);
        let var = self.some_var(|it| it.ty == *ty && (has_consts || !it.is_const()))?;
        Some(Code::atom(var.name))
    }

    /// Whether the call may stand here; if so, what it costs is counted.
    pub(super) fn affords(&mut self, callable: &Callable) -> bool {
        let (cost, prints) = (callable.cost * self.weight, callable.prints * self.weight);
        let fits = self.cost + cost <= self.most.cost && (prints == 0 || self.prints + prints <= self.most.prints);
        if fits {
            self.cost += cost;
            self.prints += prints;
        }
        fits
    }

    /// Whether a line may be printed here; if so, it is counted.
    pub(super) fn may_print(&mut self) -> bool {
        let fits = self.prints + self.weight <= self.most.prints;
        self.prints += if fits { self.weight } else { 0 };
        fits
    }

    /// One less to spend; whether there was something left.
    pub(super) fn spend(&mut self) -> bool {
        let had = self.budget > 0;
        self.budget = self.budget.saturating_sub(1);
        self.cost += self.weight;
        had
    }
}
