//! A source schema, understood: what [`crate::read`] gives and everything else works with.
//!
//! A schema is a list of definitions; the first one is the schema itself. Keywords that say the same in two ways are told
//! apart no more: a list of types is a union, `oneOf` is one, too, and `definitions` are `$defs`.

use std::collections::BTreeSet;

use serde_json::{Number, Value};

use crate::place::Place;

/// A whole schema.
#[derive(Debug)]
pub(crate) struct Schema {
    /// The schema itself, then what it refers to.
    pub(crate) definitions: Vec<Definition>,
    /// The definitions that are under `$defs`, in the order in which they stand there.
    pub(crate) order: Vec<usize>,
    /// What values of each definition look like.
    pub(crate) kinds: Vec<Kinds>,
    /// Whether values of each definition change on the way to a provider.
    pub(crate) is_rewritten: Vec<bool>,
}

/// Something that can be referred to.
#[derive(Debug)]
pub(crate) struct Definition {
    pub(crate) name: String,
    pub(crate) node: Node,
    pub(crate) edges: Vec<Edge>,
}

/// A reference from one definition to another.
#[derive(Debug)]
pub(crate) struct Edge {
    pub(crate) target: usize,
    pub(crate) place: Place,
    /// Whether it speaks of the very value that its definition speaks of, not of a part of it.
    pub(crate) is_direct: bool,
}

/// One schema, anywhere.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) place: Place,
    pub(crate) note: Note,
    /// Null is taken, too, beside what the shape says.
    pub(crate) is_nullable: bool,
    pub(crate) shape: Shape,
}

/// What a schema says to people.
#[derive(Debug, Clone, Default)]
pub(crate) struct Note {
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) default: Option<Value>,
}

impl Note {
    /// This note, with what it does not say taken from another.
    pub(crate) fn or(&self, other: &Self) -> Self {
        Self {
            title: self.title.clone().or_else(|| other.title.clone()),
            description: self.description.clone().or_else(|| other.description.clone()),
            default: self.default.clone().or_else(|| other.default.clone()),
        }
    }

    /// Whether there is nothing to say.
    pub(crate) fn is_empty(&self) -> bool {
        self.title.is_none() && self.description.is_none() && self.default.is_none()
    }
}

/// Keywords that narrow values without changing their form, in the order of the source.
pub(crate) type Limits = Vec<(&'static str, Value)>;

/// What form values have.
#[derive(Debug)]
pub(crate) enum Shape {
    /// Only null.
    Null,
    /// A string, a number or a truth value, possibly one of few.
    Scalar { kind: Kind, choice: Option<Choice>, limits: Limits },
    /// Known properties and no others.
    Object { properties: Vec<Property>, names: BTreeSet<String>, limits: Limits },
    /// Any keys, all values alike.
    Map { key: Box<Node>, value: Box<Node>, limits: Limits },
    /// Any number of items, all alike.
    Array { items: Box<Node>, limits: Limits },
    /// A fixed number of items, each with a schema of its own.
    Tuple { items: Vec<Node>, limits: Limits },
    /// One of several.
    Union(Vec<Node>),
    /// What another definition says.
    Ref(usize),
}

/// The values that a scalar is limited to.
#[derive(Debug)]
pub(crate) struct Choice {
    pub(crate) values: Vec<Value>,
    pub(crate) is_const: bool,
}

/// A property of an object.
#[derive(Debug)]
pub(crate) struct Property {
    pub(crate) name: String,
    pub(crate) is_required: bool,
    pub(crate) node: Node,
}

/// The types of JSON Schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Null,
    Boolean,
    Integer,
    Number,
    String,
    Array,
    Object,
}

impl Kind {
    pub(crate) const ALL: [Self; 7] =
        [Self::Null, Self::Boolean, Self::Integer, Self::Number, Self::String, Self::Array, Self::Object];

    /// The name in `type`.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean => "boolean",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::String => "string",
            Self::Array => "array",
            Self::Object => "object",
        }
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.text() == text)
    }

    /// What a value is when nobody says otherwise.
    pub(crate) fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(_) => Self::Boolean,
            Value::Number(it) if is_whole(it) => Self::Integer,
            Value::Number(_) => Self::Number,
            Value::String(_) => Self::String,
            Value::Array(_) => Self::Array,
            Value::Object(_) => Self::Object,
        }
    }

    /// Whether a value is of this kind: whole numbers are numbers.
    pub(crate) fn takes(self, value: &Value) -> bool {
        let kind = Self::of(value);
        kind == self || (self == Self::Number && kind == Self::Integer)
    }
}

/// Whether a number has no fraction, however it is written: `2.0` is whole.
pub(crate) fn is_whole(number: &Number) -> bool {
    !number.is_f64() || number.as_f64().is_some_and(|it| it.fract() == 0.0)
}

/// Whether two values that are no lists or objects are equal; `2` is equal to `2.0`.
pub(crate) fn is_same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(l), Value::Number(r)) if l.is_f64() != r.is_f64() => l.as_f64() == r.as_f64(),
        _ => left == right,
    }
}

/// Sets of kinds: those of values in their own form, and those of the same values in a provider's.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Kinds {
    pub(crate) own: u8,
    pub(crate) lowered: u8,
}

impl Kinds {
    /// One kind, the same in both forms.
    pub(crate) fn of(kind: Kind) -> Self {
        Self::rewritten(kind, kind)
    }

    /// A kind that becomes another one. Every whole number is a number, so the two overlap.
    pub(crate) fn rewritten(own: Kind, lowered: Kind) -> Self {
        Self { own: bits(own), lowered: bits(lowered) }
    }

    pub(crate) fn or(self, other: Self) -> Self {
        Self { own: self.own | other.own, lowered: self.lowered | other.lowered }
    }

    pub(crate) fn has_null(self) -> bool {
        self.own & bits(Kind::Null) != 0
    }

    /// Whether only strings are meant.
    pub(crate) fn is_string(self) -> bool {
        self.own == bits(Kind::String)
    }

    /// Whether a value other than null could be meant by both.
    pub(crate) fn overlaps(self, other: Self) -> bool {
        let common = (self.own & other.own) | (self.lowered & other.lowered);
        common & !bits(Kind::Null) != 0
    }
}

fn bits(kind: Kind) -> u8 {
    match kind {
        Kind::Null => 1,
        Kind::Boolean => 2,
        Kind::Integer | Kind::Number => 4,
        Kind::String => 8,
        Kind::Array => 16,
        Kind::Object => 32,
    }
}
