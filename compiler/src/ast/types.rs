//! Types as they are written.

use super::{Ident, PathId, Symbol, TypeId};

/// A written type.
#[derive(Debug)]
pub enum Type {
    /// Something unreadable that was reported.
    Error,
    /// `Int`, a name without arguments.
    Name(Ident),
    /// `Map<String, Int>`, `shapes::Kind`.
    Path(PathId),
    /// `"low"`, the type of one text.
    Literal(Symbol),
    /// `"low" | "high"`
    Union(Box<[TypeId]>),
    /// `T?`
    Optional(TypeId),
    /// `(A, B)`; `()` is the unit type.
    Tuple(Box<[TypeId]>),
    /// `fn(A, B) -> C`
    Fn {
        /// What it takes.
        params: Box<[TypeId]>,
        /// What it gives; unit where it is left out.
        result: Option<TypeId>,
    },
}
