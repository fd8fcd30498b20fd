//! From typed trees to instructions: functions become drafts, one for each set of type arguments that is used.
//!
//! Comes in: what a program starts with, and through [`Trees`] the tree of every function that is asked for. Goes out: a
//! [`Program`] that the verifier accepts. A queue holds the functions and closures that were asked for, and lowering one
//! asks for more. Every kind of expression is handled; the one thing that can go wrong is a function with more values
//! than registers can be numbered, which is reported as [`TooLarge`].

mod assign;
mod body;
mod branch;
mod call;
mod collection;
mod compare;
mod condition;
mod control;
mod data;
mod describe;
mod expr;
mod inline;
mod looped;
mod match_;
mod meaning;
mod native;
mod operator;
mod part;
mod place;
mod tables;
mod task;
mod tool;

#[cfg(test)]
mod tests;

use std::rc::Rc;

use concerto_ir::operand::FnRef;
use concerto_ir::program::{Function, Program, Rule};
use rustc_hash::FxHashMap;
use serde_json::Value;

use crate::emit::{self, Clash, Draft};
use crate::load;
use crate::passes::Passes;
use crate::resolve::ItemId;
use crate::source::Span;
use crate::tree::{self, Global, SchemaPart, Work};
use crate::types::{FnId, Substitution, Ty, Typed};

/// What lowering asks of the phases before it.
pub(crate) trait Trees {
    /// The tree of a function. `types` are its type arguments: the trees of a `Derived` and a `Constructor` are made for
    /// them, all others are generic and the same each time.
    fn function(&mut self, typed: &mut Typed, work: &Work, types: &[Ty]) -> Rc<tree::Function>;

    /// How many bytes of source text a function has.
    fn length(&self, typed: &Typed, function: FnId) -> u32;

    /// What is written beside the fields of a struct or tool, or of a variant. May be shorter than the list of fields.
    fn fields_of(&self, typed: &mut Typed, item: ItemId, variant: Option<u32>) -> Vec<Written>;

    /// What is written beside the parameters of a function, without the receiver. May be shorter than their list.
    fn params_of(&self, typed: &mut Typed, function: FnId) -> Vec<Written>;

    /// Whether the JSON form of a type has no other members than its fields: a `schema`.
    fn is_closed(&self, item: ItemId) -> bool;

    /// The name of an item, or `_`.
    fn item_name(&self, item: ItemId) -> String;

    /// The name of a resource, which no other resource has.
    fn global_name(&self, typed: &mut Typed, global: &Global) -> String;

    /// A schema as text.
    fn schema_text(&mut self, typed: &mut Typed, part: SchemaPart, ty: Ty) -> String;

    /// The library function that checks that a call has no arguments: `fn(Json) -> Result<(), Error>`.
    fn no_arguments(&self, typed: &Typed) -> FnId;
}

/// What is written beside a field or a parameter.
#[derive(Clone, Default, Debug)]
pub(crate) struct Written {
    /// The JSON form of its default.
    pub(crate) default: Option<Value>,
    /// What its values must be besides.
    pub(crate) rules: Vec<Rule>,
}

/// A function that cannot be lowered because it has too many values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TooLarge {
    /// Where the function is declared.
    pub(crate) span: Span,
}

/// What kept functions from being lowered.
#[derive(Default)]
pub(crate) struct Failures {
    /// Functions with too many values.
    pub(crate) too_large: Vec<TooLarge>,
    /// Functions in which two values were given one register, by name.
    pub(crate) clashes: Vec<(String, Clash)>,
    /// What earlier phases have to have found, and where.
    pub(crate) internal: Vec<(String, Span)>,
    /// The name and the place of a function that is needed for larger and larger types, without an end.
    pub(crate) endless: Option<(String, Span)>,
}

/// A function with its type arguments.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Instance {
    work: Work,
    types: Rc<[Ty]>,
}

/// What is waiting to be lowered.
#[derive(Clone)]
enum Waiting {
    Instance(Instance),
    Closure(Rc<tree::Function>, Substitution),
}

/// A program that is being lowered.
pub(crate) struct Lower<'c> {
    program: &'c load::Program,
    pub(crate) typed: &'c mut Typed,
    pub(crate) trees: &'c mut dyn Trees,
    pub(crate) ir: Program,
    /// What was asked for, in the order of the functions' numbers.
    queue: Vec<Waiting>,
    numbers: FxHashMap<Instance, u32>,
    /// Closures by where their trees are, which the queue keeps there.
    closures: FxHashMap<(*const tree::Function, Rc<[Ty]>), u32>,
    passes: Passes,
    failures: Failures,
    /// How often each name was used.
    names: FxHashMap<String, u32>,
    tables: tables::Tables,
    /// Functions whose calls may be written out, as far as they were looked at.
    candidates: FxHashMap<Work, inline::Candidate>,
}

impl<'c> Lower<'c> {
    /// A program without functions.
    pub(crate) fn new(
        program: &'c load::Program,
        typed: &'c mut Typed,
        trees: &'c mut dyn Trees,
        passes: Passes,
    ) -> Self {
        let files = program.sources.files().map(|it| it.name().to_owned()).collect();
        Self {
            program,
            typed,
            trees,
            ir: Program { files, ..Program::default() },
            queue: Vec::new(),
            numbers: FxHashMap::default(),
            closures: FxHashMap::default(),
            passes,
            failures: Failures::default(),
            names: FxHashMap::default(),
            tables: tables::Tables::default(),
            candidates: FxHashMap::default(),
        }
    }

    /// The number of a function with these type arguments, which is lowered if this is the first time.
    pub(crate) fn ask(&mut self, work: Work, types: Rc<[Ty]>) -> FnRef {
        let instance = Instance { work, types };
        if let Some(number) = self.numbers.get(&instance) {
            return FnRef(*number);
        }
        let number = self.queue.len() as u32;
        self.queue.push(Waiting::Instance(instance.clone()));
        self.numbers.insert(instance, number);
        FnRef(number)
    }

    /// The same.
    fn ask_instance(&mut self, instance: Instance) -> FnRef {
        self.ask(instance.work, instance.types)
    }

    /// The number of a closure with these types. One that is written out in several places is lowered once.
    fn ask_closure(&mut self, function: Rc<tree::Function>, types: Substitution) -> FnRef {
        let list = function.generics.iter().filter_map(|it| types.get(*it)).collect();
        let next = self.queue.len() as u32;
        let number = *self.closures.entry((Rc::as_ptr(&function), list)).or_insert(next);
        if number == next {
            self.queue.push(Waiting::Closure(function, types));
        }
        FnRef(number)
    }

    /// A name that no other function has.
    fn unique(&mut self, name: &str) -> String {
        match self.names.get_mut(name) {
            Some(count) => {
                *count += 1;
                format!("{name}#{count}")
            }
            None => {
                self.names.insert(name.to_owned(), 1);
                name.to_owned()
            }
        }
    }

    /// The program, and what kept functions of it from being lowered.
    pub(crate) fn finish(self) -> (Program, Failures) {
        (self.ir, self.failures)
    }

    /// The code of a draft.
    fn emit(&mut self, draft: Draft) -> Function {
        let name = draft.name.clone();
        let tag = |layout: u32| self.ir.layouts.get(layout as usize).map(|it| it.tag);
        emit::emit(draft, &self.passes, &tag).unwrap_or_else(|clash| {
            self.failures.clashes.push((name, clash));
            Function::default()
        })
    }
}

/// Lowers what was asked for, and what that asks for.
pub(crate) fn run(lower: &mut Lower<'_>) {
    lower.typed.types.was_too_deep();
    while let Some(waiting) = lower.queue.get(lower.ir.functions.len()).cloned() {
        let (work, tree, types) = match waiting {
            Waiting::Instance(Instance { work, types }) => {
                let known = lower.looked_at(&work);
                let tree = known.unwrap_or_else(|| lower.trees.function(lower.typed, &work, &types));
                let types = Substitution::new(&tree.generics, &types);
                (Some(work), tree, types)
            }
            Waiting::Closure(tree, types) => (None, tree, types),
        };
        let drafted = body::draft(lower, work, &tree, types);
        if lower.typed.types.was_too_deep() {
            lower.failures.endless = Some((tree.name.to_string(), tree.span));
            return;
        }
        let function = match drafted {
            Ok(draft) => lower.emit(draft),
            Err(too_large) => {
                lower.failures.too_large.push(too_large);
                Function::default()
            }
        };
        lower.ir.functions.push(function);
    }
}
