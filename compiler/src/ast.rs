//! The tree of one file.
//!
//! Expressions, patterns and types live in arenas and refer to each other by id; spans stand beside them. Later phases
//! keep what they learn in side tables by the same ids. Nothing here is nested as Rust values, so a chain of a
//! hundred thousand operators neither overflows the stack when it is dropped nor when it is walked along its left side.

pub mod dump;
mod expr;
mod item;
mod names;
mod pattern;
mod types;

pub use expr::*;
pub use item::*;
pub use names::{Ident, Names, Symbol};
pub use pattern::*;
pub use types::*;

use crate::source::Span;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// The id as an index into a side table.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}#{}", stringify!($name), self.0)
            }
        }
    )*};
}

ids! {
    /// An expression of a file.
    ExprId
    /// A pattern of a file.
    PatternId
    /// A written type of a file.
    TypeId
    /// A block of a file.
    BlockId
    /// A path of two or more segments, or with type arguments.
    PathId
}

/// A node and where it stands.
#[derive(Debug)]
pub struct Node<T> {
    /// What it is.
    pub kind: T,
    /// All of its text.
    pub span: Span,
}

/// One thing at the top level of a file, in source order.
#[derive(Debug)]
pub enum Entry {
    /// A declaration.
    Item(Item),
    /// A statement of a script.
    Stmt(Stmt),
}

/// A whole file.
#[derive(Default, Debug)]
pub struct Ast {
    /// Declarations and statements.
    pub entries: Vec<Entry>,
    /// Names in text that could not be read; nothing is said about them later.
    pub lost: rustc_hash::FxHashSet<Symbol>,
    exprs: Vec<Node<Expr>>,
    patterns: Vec<Node<Pattern>>,
    types: Vec<Node<Type>>,
    blocks: Vec<Block>,
    paths: Vec<Path>,
}

macro_rules! arena {
    ($($get:ident $span:ident $add:ident $count:ident $list:ident $id:ident $kind:ident)*) => {$(
        #[doc = concat!("The ", stringify!($get), " behind an id of this tree.")]
        pub fn $get(&self, id: $id) -> &$kind {
            &self.$list[id.index()].kind
        }

        #[doc = concat!("Where the ", stringify!($get), " stands.")]
        pub fn $span(&self, id: $id) -> Span {
            self.$list[id.index()].span
        }

        #[doc = concat!("Adds a ", stringify!($get), ".")]
        pub(crate) fn $add(&mut self, kind: $kind, span: Span) -> $id {
            let id = $id(self.$list.len() as u32);
            self.$list.push(Node { kind, span });
            id
        }

        #[doc = concat!("How many ids of the kind ", stringify!($get), " there are: the length of a side table.")]
        pub fn $count(&self) -> usize {
            self.$list.len()
        }
    )*};
}

impl Ast {
    arena! {
        expr expr_span add_expr expr_count exprs ExprId Expr
        pattern pattern_span add_pattern pattern_count patterns PatternId Pattern
        type_ type_span add_type type_count types TypeId Type
    }

    /// The block behind an id of this tree.
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }

    /// All blocks, in no order that means anything.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.blocks.iter()
    }

    pub(crate) fn add_block(&mut self, block: Block) -> BlockId {
        let id = BlockId(self.blocks.len() as u32);
        self.blocks.push(block);
        id
    }

    /// The path behind an id of this tree.
    pub fn path(&self, id: PathId) -> &Path {
        &self.paths[id.index()]
    }

    /// All paths of the tree, in no particular order.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.paths.iter()
    }

    pub(crate) fn add_path(&mut self, path: Path) -> PathId {
        let id = PathId(self.paths.len() as u32);
        self.paths.push(path);
        id
    }

    /// The expression that a chain of operators, calls and fields leans on: `a` of `a + b`, `x` of `x.f(y)`.
    pub fn left_operand(&self, id: ExprId) -> Option<ExprId> {
        match self.expr(id) {
            Expr::Binary { left, .. } => Some(*left),
            Expr::Cast { value, .. } => Some(*value),
            Expr::Try(operand) => Some(*operand),
            Expr::Call { callee, .. } => Some(*callee),
            Expr::Method(call) => Some(call.receiver),
            Expr::Field { base, .. } | Expr::TupleField { base, .. } | Expr::Index { base, .. } => Some(*base),
            _ => None,
        }
    }

    /// The chain from `id` down its left side, `id` first. Whoever walks expressions walks this in a loop: it may be
    /// as long as the file, while everything else is nested no deeper than the limit.
    pub fn left_spine(&self, id: ExprId) -> Vec<ExprId> {
        std::iter::successors(Some(id), |at| self.left_operand(*at)).collect()
    }

    /// The declarations of the file, in order.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Item(item) => Some(item),
            Entry::Stmt(_) => None,
        })
    }

    /// The top-level statements of the file, in order.
    pub fn statements(&self) -> impl Iterator<Item = &Stmt> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Stmt(stmt) => Some(stmt),
            Entry::Item(_) => None,
        })
    }
}
