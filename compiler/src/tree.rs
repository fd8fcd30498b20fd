//! The typed tree: what each function does, with nothing left to find out.
//!
//! Between `types` and `lower`. Every expression has its type, every call its function, every coercion is written out, and
//! what is only a shorter way to say something is gone: pipes, `?`, `for`, interpolation, mocks, tools and agents as
//! values, derived traits, pipelines. A `match` is a decision. A function is made once, with its type parameters; whoever
//! needs it for certain types reads it with a [`Substitution`](crate::types::Substitution). Nothing here names the parse
//! tree.

mod build;
pub mod decision;
pub mod dump;
mod expr;
mod walk;

pub use build::Builder;
pub use expr::{
    Arithmetic, Arm, Compare, Derived, Expr, ExprKind, Global, Place, RangePart, Root, SchemaPart, Step, Target, Work,
};

use std::rc::Rc;

use crate::source::Span;
use crate::types::{ParamId, Ty};

/// An expression of a [`Function`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ExprId(pub u32);

/// A variable of a [`Function`]: one that is written, or one that something short stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct LocalId(pub u32);

/// A loop of a [`Function`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct LoopId(pub u32);

/// A closure that is written in a [`Function`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ClosureId(pub u32);

/// A variable.
#[derive(Clone, Debug)]
pub struct Local {
    /// What it is called, for people. Made-up ones have no name.
    pub name: Option<Rc<str>>,
    /// Its type.
    pub ty: Ty,
}

/// A function, a closure, or something that becomes a function of the program.
#[derive(Clone, Debug)]
pub struct Function {
    /// What it is called in traces.
    pub name: Rc<str>,
    /// Its type parameters: those of what it is declared in, then its own. A closure has those of the function around it.
    pub generics: Rc<[ParamId]>,
    /// What it takes: the receiver first, captures last.
    pub params: Vec<LocalId>,
    /// How many of the parameters are captures.
    pub captures: u32,
    /// Whether its first parameter, the receiver, goes back to the caller as it is in the end.
    pub updates: bool,
    /// What it returns.
    pub output: Ty,
    /// Its variables.
    pub locals: Vec<Local>,
    /// Its expressions. What an expression contains has a smaller id.
    pub exprs: Vec<Expr>,
    /// The closures that are written in it.
    pub closures: Vec<Rc<Function>>,
    /// What it does; the value is what it returns.
    pub body: ExprId,
    /// Where it is declared.
    pub span: Span,
}

impl Function {
    /// An expression by its id.
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id.0 as usize]
    }

    /// A variable by its id.
    pub fn local(&self, id: LocalId) -> &Local {
        &self.locals[id.0 as usize]
    }

    /// A closure by its id.
    pub fn closure(&self, id: ClosureId) -> &Rc<Self> {
        &self.closures[id.0 as usize]
    }
}
