//! The types that programs are made of.

/// A type. A generic declaration has one type parameter, which is called `T`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Ty {
    Unit,
    Int,
    Float,
    Bool,
    Text,
    Range,
    Array(Box<Ty>),
    Set(Box<Ty>),
    Map(Box<Ty>, Box<Ty>),
    Tuple(Vec<Ty>),
    Option(Box<Ty>),
    Result(Box<Ty>, Box<Ty>),
    Fn(Vec<Ty>, Box<Ty>),
    /// A struct of the program with what stands for its parameter.
    Struct(usize, Option<Box<Ty>>),
    Enum(usize),
    Param(Bound),
}

/// What a type has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    Display,
    Eq,
    Ord,
    Hash,
    /// The trait of the program.
    Own,
}

pub(super) fn array(element: Ty) -> Ty {
    Ty::Array(Box::new(element))
}

pub(super) fn option(value: Ty) -> Ty {
    Ty::Option(Box::new(value))
}

pub(super) fn result(value: Ty) -> Ty {
    Ty::Result(Box::new(value), Box::new(Ty::Text))
}

pub(super) fn map(key: Ty, value: Ty) -> Ty {
    Ty::Map(Box::new(key), Box::new(value))
}

pub(super) fn set(element: Ty) -> Ty {
    Ty::Set(Box::new(element))
}

pub(super) fn function(params: &[Ty], result: Ty) -> Ty {
    Ty::Fn(params.to_vec(), Box::new(result))
}

impl Ty {
    /// The types that it is directly made of.
    pub(super) fn parts(&self) -> Vec<&Self> {
        match self {
            Self::Array(it) | Self::Set(it) | Self::Option(it) | Self::Struct(_, Some(it)) => vec![it],
            Self::Map(a, b) | Self::Result(a, b) => vec![a, b],
            Self::Tuple(items) => items.iter().collect(),
            Self::Fn(params, result) => params.iter().chain([&**result]).collect(),
            _ => Vec::new(),
        }
    }

    /// Whether it, or a type in it, is such a one.
    pub(super) fn any(&self, test: &dyn Fn(&Self) -> bool) -> bool {
        test(self) || self.parts().into_iter().any(|it| it.any(test))
    }

    pub(super) fn has_param(&self) -> bool {
        self.any(&|it| matches!(it, Self::Param(_)))
    }

    /// The same with a type in place of the parameter.
    pub(super) fn with(&self, arg: &Self) -> Self {
        let boxed = |it: &Self| Box::new(it.with(arg));
        match self {
            Self::Param(_) => arg.clone(),
            Self::Array(it) => Self::Array(boxed(it)),
            Self::Set(it) => Self::Set(boxed(it)),
            Self::Option(it) => Self::Option(boxed(it)),
            Self::Map(a, b) => Self::Map(boxed(a), boxed(b)),
            Self::Result(a, b) => Self::Result(boxed(a), boxed(b)),
            Self::Tuple(items) => Self::Tuple(items.iter().map(|it| it.with(arg)).collect()),
            Self::Fn(params, to) => Self::Fn(params.iter().map(|it| it.with(arg)).collect(), boxed(to)),
            Self::Struct(index, Some(it)) => Self::Struct(*index, Some(boxed(it))),
            other => other.clone(),
        }
    }

    /// Whether `other` is this with a type in place of the parameter, which `arg` then holds.
    pub(super) fn binds(&self, other: &Self, arg: &mut Option<Self>) -> bool {
        match self {
            Self::Param(_) => arg.get_or_insert_with(|| other.clone()) == other,
            _ if self.parts().is_empty() => self == other,
            _ => {
                let (mine, theirs) = (self.parts(), other.parts());
                self.is_same_kind(other)
                    && mine.len() == theirs.len()
                    && mine.into_iter().zip(theirs).all(|(a, b)| a.binds(b, arg))
            }
        }
    }

    fn is_same_kind(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Struct(a, _), Self::Struct(b, _)) => a == b,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }
}
