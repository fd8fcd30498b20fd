//! The state while one function's body is made: what is in scope, and what may stand here.

use super::code::{Code, Kind};
use super::dice::Dice;
use super::types::Type;
use super::world::{Callable, World};

/// How much of an expression's type is known from around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// Nothing: the expression alone decides.
    Infer,
    /// The type is known, because something beside it has it; no literal changes its type for that.
    Like,
    /// The type is written somewhere: in an annotation, a signature, a field.
    Check,
}

impl Mode {
    /// How the second arm of an `if` is made, when the first was made with this.
    pub(crate) fn beside(self, ty: &Type) -> Self {
        if self == Self::Infer && !ty.has_union() { Self::Like } else { self }
    }
}

/// A variable, a parameter or a constant.
#[derive(Clone)]
pub(crate) struct Var {
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) is_mut: bool,
    pub(crate) is_const: bool,
    /// In how many closures of the function it was declared.
    pub(crate) depth: usize,
}

/// A loop around.
#[derive(Clone)]
pub(crate) struct Loop {
    pub(crate) label: Option<String>,
    /// What `break` takes, for a `loop` that is a value.
    pub(crate) value: Option<(Type, Mode)>,
}

/// Makes the body of one function.
pub(crate) struct Gen<'a> {
    pub(crate) dice: &'a mut Dice,
    pub(crate) world: &'a World,
    pub(crate) vars: Vec<Var>,
    /// The methods that values of the type parameters have.
    pub(crate) methods: Vec<Callable>,
    /// The type parameters in scope.
    pub(crate) params: Vec<Type>,
    /// What `return` gives; nothing in a closure without a written result.
    pub(crate) result: Option<Type>,
    pub(crate) loops: Vec<Loop>,
    /// How many closures are around.
    pub(crate) depth: usize,
    pub(crate) indent: usize,
    /// Whether all must stand on one line.
    pub(crate) is_flat: bool,
    /// How many more expressions and statements there may be before only the simplest are made.
    pub(crate) budget: usize,
    fresh: usize,
}

impl<'a> Gen<'a> {
    pub(crate) fn new(dice: &'a mut Dice, world: &'a World) -> Self {
        let constant = |(name, ty): &(String, Type)| Var {
            name: name.clone(),
            ty: ty.clone(),
            is_mut: false,
            is_const: true,
            depth: 0,
        };
        Self {
            dice,
            world,
            vars: world.consts.iter().map(constant).collect(),
            methods: Vec::new(),
            params: Vec::new(),
            result: None,
            loops: Vec::new(),
            depth: 0,
            indent: 0,
            is_flat: false,
            budget: 60,
            fresh: 0,
        }
    }

    /// A name that nothing else in this function has.
    pub(crate) fn fresh(&mut self) -> String {
        const WORDS: &[&str] = &["count", "total", "item", "value", "entry", "found", "part", "left", "right", "step"];
        self.fresh += 1;
        format!("{}{}", self.dice.word(WORDS), self.fresh)
    }

    /// Brings a variable into scope.
    pub(crate) fn declare(&mut self, name: &str, ty: &Type, is_mut: bool) {
        let depth = self.depth;
        self.vars.push(Var { name: name.to_owned(), ty: ty.clone(), is_mut, is_const: false, depth });
    }

    /// Makes something in a scope of its own.
    pub(crate) fn scoped<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.vars.len();
        let made = make(self);
        self.vars.truncate(before);
        made
    }

    /// Makes the inside of a closure whose result is written or not.
    pub(crate) fn in_closure<T>(&mut self, result: Option<Type>, make: impl FnOnce(&mut Self) -> T) -> T {
        let result = std::mem::replace(&mut self.result, result);
        let loops = std::mem::take(&mut self.loops);
        self.depth += 1;
        let made = self.scoped(make);
        self.depth -= 1;
        self.loops = loops;
        self.result = result;
        made
    }

    /// Makes something that stands on one line.
    pub(crate) fn on_one_line<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.is_flat, true);
        let made = make(self);
        self.is_flat = before;
        made
    }

    /// What is in scope and not hidden by a later one of the same name.
    pub(crate) fn visible(&self) -> Vec<&Var> {
        let hidden = |index: usize, var: &Var| self.vars[index + 1..].iter().any(|it| it.name == var.name);
        self.vars.iter().enumerate().filter(|(index, var)| !hidden(*index, var)).map(|(_, var)| var).collect()
    }

    /// One of the variables that pass the test.
    pub(crate) fn some_var(&mut self, test: impl Fn(&Var) -> bool) -> Option<Var> {
        let found: Vec<Var> = self.visible().into_iter().filter(|it| test(it)).cloned().collect();
        self.dice.pick(&found).cloned()
    }

    /// One of the variables that may be changed here and pass the test.
    pub(crate) fn some_place(&mut self, test: impl Fn(&Type) -> bool) -> Option<Var> {
        let depth = self.depth;
        self.some_var(|it| it.is_mut && it.depth == depth && test(&it.ty))
    }

    /// A variable of the type, or one that fits where the type is written.
    pub(crate) fn variable(&mut self, ty: &Type, mode: Mode) -> Option<Code> {
        let world = self.world;
        let fits = |it: &Type| it == ty || mode == Mode::Check && is_narrower(world, it, ty);
        let var = self.some_var(|it| fits(&it.ty))?;
        Some(self.use_of(&var))
    }

    /// A use of a variable.
    pub(crate) fn use_of(&mut self, var: &Var) -> Code {
        let code = Code::from(var.name.clone());
        let all = code.all();
        let code = code.certain(Kind::UnknownName, all.clone(), format!("{}q", var.name));
        match self.some_var(|it| it.name != var.name) {
            Some(other) => code.perhaps(Kind::OtherName, all, other.name),
            None => code,
        }
    }

    /// The start of a line.
    pub(crate) fn line(&self) -> String {
        format!("\n{}", "    ".repeat(self.indent))
    }

    /// One less to spend; whether there was something left.
    pub(crate) fn spend(&mut self) -> bool {
        let had = self.budget > 0;
        self.budget = self.budget.saturating_sub(1);
        had
    }
}

/// A variable that is changed here.
pub(crate) fn place(name: &str) -> Code {
    let code = Code::from(name);
    let all = code.all();
    code.perhaps(Kind::Changed, all, name)
}

/// Whether values of the first type fit the second, of which they are a part.
fn is_narrower(world: &World, narrow: &Type, wide: &Type) -> bool {
    match (narrow, wide) {
        (Type::Union(_), Type::Text) => true,
        (Type::Union(narrow), Type::Union(wide)) => world.unions[*wide].includes == Some(*narrow),
        (Type::Array(narrow), Type::Array(wide)) => is_narrower(world, narrow, wide),
        _ => false,
    }
}
