//! Patterns: what a value may look like, and the names its parts get.

use super::{ExprId, Ident, PathId, PatternId};

/// A pattern.
#[derive(Debug)]
pub enum Pattern {
    /// Something unreadable that was reported.
    Error,
    /// `_`
    Wildcard,
    /// `12`, `-1.5`, `"text"`, `true`, `30s`: the expression of the literal.
    Literal(ExprId),
    /// `1..=9`, `..0`, `5..`
    Range {
        /// The first value, if there is one.
        start: Option<ExprId>,
        /// The last, or one after it, if there is one.
        end: Option<ExprId>,
        /// `..=`
        inclusive: bool,
    },
    /// `name` or `name @ pattern`. A bare name may turn out to be a variant or a constant.
    Name {
        /// The name that is bound.
        name: Ident,
        /// What the value must look like, too.
        inner: Option<PatternId>,
    },
    /// `Color::Red`, without data.
    Path(PathId),
    /// `Some(x)`, `Shape::Circle(r)`
    Variant {
        /// Which variant.
        path: PathId,
        /// Its data.
        fields: Box<[PatternId]>,
    },
    /// `Point { x, y: 0, .. }`
    Struct {
        /// Which struct or variant.
        path: PathId,
        /// The fields that are looked at.
        fields: Box<[FieldPattern]>,
        /// Whether `..` stands for the others.
        rest: bool,
    },
    /// `(a, b)`; `()` is the pattern of unit.
    Tuple(Box<[PatternId]>),
    /// `[first, .., last]`; a rest is a [`Pattern::Rest`] among the elements.
    Array(Box<[PatternId]>),
    /// `..` or `..name` in an array.
    Rest(Option<Ident>),
    /// `a | b`
    Or(Box<[PatternId]>),
}

/// `x` or `x: pattern` in a struct pattern.
#[derive(Debug)]
pub struct FieldPattern {
    /// The field.
    pub name: Ident,
    /// What it must look like; without one the field's name is bound.
    pub pattern: Option<PatternId>,
}
