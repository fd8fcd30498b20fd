//! The types that programs are made of.

/// A type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Type {
    Unit,
    Int,
    Float,
    Bool,
    Text,
    Duration,
    Error,
    TaskError,
    Array(Box<Type>),
    Set(Box<Type>),
    Map(Box<Type>, Box<Type>),
    Tuple(Vec<Type>),
    Option(Box<Type>),
    Result(Box<Type>, Box<Type>),
    Fn(Vec<Type>, Box<Type>),
    /// A struct of the program, by its index.
    Struct(usize, Vec<Type>),
    /// An enum of the program, by its index.
    Enum(usize, Vec<Type>),
    /// A union of texts of the program, by its index.
    Union(usize),
    Param(Param),
}

/// A type parameter with what is known of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Param {
    pub(crate) name: String,
    pub(crate) bounds: Vec<Bound>,
}

/// A trait that a type may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    Eq,
    Ord,
    Hash,
    Display,
    /// A trait of the program, by its index.
    Own(usize),
}

/// What stands for type parameters, by their names.
pub(crate) type Bindings = Vec<(String, Type)>;

pub(crate) fn array(element: Type) -> Type {
    Type::Array(Box::new(element))
}

pub(crate) fn option(value: Type) -> Type {
    Type::Option(Box::new(value))
}

pub(crate) fn result(value: Type, error: Type) -> Type {
    Type::Result(Box::new(value), Box::new(error))
}

pub(crate) fn map(key: Type, value: Type) -> Type {
    Type::Map(Box::new(key), Box::new(value))
}

pub(crate) fn set(element: Type) -> Type {
    Type::Set(Box::new(element))
}

pub(crate) fn param(name: &str, bounds: &[Bound]) -> Param {
    Param { name: name.to_owned(), bounds: bounds.to_vec() }
}

impl Type {
    /// The types that it is directly made of.
    pub(crate) fn parts(&self) -> Vec<&Self> {
        match self {
            Self::Array(it) | Self::Set(it) | Self::Option(it) => vec![it],
            Self::Map(a, b) | Self::Result(a, b) => vec![a, b],
            Self::Tuple(items) | Self::Struct(_, items) | Self::Enum(_, items) => items.iter().collect(),
            Self::Fn(params, result) => params.iter().chain([&**result]).collect(),
            _ => Vec::new(),
        }
    }

    /// Whether it, or a type in it as it is written, is such a one.
    pub(crate) fn any(&self, test: &dyn Fn(&Self) -> bool) -> bool {
        test(self) || self.parts().into_iter().any(|it| it.any(test))
    }

    pub(crate) fn has_param(&self) -> bool {
        self.any(&|it| matches!(it, Self::Param(_)))
    }

    pub(crate) fn has_union(&self) -> bool {
        self.any(&|it| matches!(it, Self::Union(_)))
    }

    /// Whether a generic function may be used with it: nothing that would need a hint.
    pub(crate) fn is_plain(&self) -> bool {
        !self.any(&|it| matches!(it, Self::Union(_) | Self::Fn(..) | Self::Unit))
    }

    /// The same with types in place of its parameters.
    pub(crate) fn with(&self, bindings: &Bindings) -> Self {
        let boxed = |it: &Self| Box::new(it.with(bindings));
        let all = |items: &[Self]| items.iter().map(|it| it.with(bindings)).collect();
        match self {
            Self::Param(param) => {
                bindings.iter().find(|(name, _)| *name == param.name).map_or_else(|| self.clone(), |(_, it)| it.clone())
            }
            Self::Array(it) => Self::Array(boxed(it)),
            Self::Set(it) => Self::Set(boxed(it)),
            Self::Option(it) => Self::Option(boxed(it)),
            Self::Map(a, b) => Self::Map(boxed(a), boxed(b)),
            Self::Result(a, b) => Self::Result(boxed(a), boxed(b)),
            Self::Tuple(items) => Self::Tuple(all(items)),
            Self::Struct(index, items) => Self::Struct(*index, all(items)),
            Self::Enum(index, items) => Self::Enum(*index, all(items)),
            Self::Fn(params, result) => Self::Fn(all(params), boxed(result)),
            other => other.clone(),
        }
    }

    /// Whether `other` is this with types in place of `params`; they are added to the bindings.
    pub(crate) fn binds(&self, other: &Self, params: &[Param], bindings: &mut Bindings) -> bool {
        if let Self::Param(param) = self
            && params.contains(param)
        {
            let known = bindings.iter().find(|(name, _)| *name == param.name).map(|(_, it)| it.clone());
            return known.map_or_else(
                || {
                    bindings.push((param.name.clone(), other.clone()));
                    true
                },
                |it| it == *other,
            );
        }
        let (mine, theirs) = (self.parts(), other.parts());
        self.is_same_kind(other)
            && mine.len() == theirs.len()
            && mine.into_iter().zip(theirs).all(|(a, b)| a.binds(b, params, bindings))
    }

    /// Whether both are equal but for the types they are made of.
    fn is_same_kind(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Struct(a, _), Self::Struct(b, _)) | (Self::Enum(a, _), Self::Enum(b, _)) => a == b,
            (Self::Fn(a, _), Self::Fn(b, _)) => a.len() == b.len(),
            _ if self.parts().is_empty() => self == other,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }
}
