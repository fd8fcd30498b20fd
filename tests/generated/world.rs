//! What a program declares, as far as expressions need it: names, types and signatures.

use super::dice::Dice;
use super::types::{Bindings, Bound, Param, Type, array, map, option, set};

/// All declarations of a program.
#[derive(Default)]
pub(crate) struct World {
    pub(crate) unions: Vec<Union>,
    pub(crate) structs: Vec<Struct>,
    pub(crate) enums: Vec<Enum>,
    pub(crate) traits: Vec<Trait>,
    pub(crate) impls: Vec<Impl>,
    pub(crate) consts: Vec<(String, Type)>,
    pub(crate) callables: Vec<Callable>,
    /// `impl From<first> for second`.
    pub(crate) conversions: Vec<(Type, Type)>,
    /// Types with an `Eq` of their own, and so without `Hash`.
    pub(crate) own_eq: Vec<Type>,
    /// Structs with a `default()` of their own.
    pub(crate) defaults: Vec<Type>,
}

/// `type Name = "a" | "b";`
pub(crate) struct Union {
    pub(crate) name: String,
    /// All texts, those of the union that it includes first.
    pub(crate) members: Vec<String>,
    /// The union that it is wider than.
    pub(crate) includes: Option<usize>,
}

pub(crate) struct Struct {
    pub(crate) name: String,
    pub(crate) params: Vec<Param>,
    pub(crate) fields: Vec<Field>,
}

#[derive(Clone)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) default: Option<String>,
}

pub(crate) struct Enum {
    pub(crate) name: String,
    pub(crate) params: Vec<Param>,
    /// The first of them can always be made.
    pub(crate) variants: Vec<Variant>,
}

#[derive(Clone)]
pub(crate) struct Variant {
    pub(crate) name: String,
    pub(crate) data: Data,
}

#[derive(Clone)]
pub(crate) enum Data {
    Unit,
    Tuple(Vec<Type>),
    Named(Vec<Field>),
}

/// A trait: methods of `Self`, the second of which has a body.
pub(crate) struct Trait {
    pub(crate) name: String,
    pub(crate) methods: Vec<Callable>,
}

/// `impl<params> Trait for Type`.
pub(crate) struct Impl {
    pub(crate) of: usize,
    pub(crate) params: Vec<Param>,
    pub(crate) on: Type,
}

/// A function, method or associated function.
#[derive(Clone)]
pub(crate) struct Callable {
    pub(crate) name: String,
    /// Those of the `impl` around it among them.
    pub(crate) generics: Vec<Param>,
    pub(crate) owner: Owner,
    pub(crate) params: Vec<Parameter>,
    pub(crate) result: Type,
}

/// What a function belongs to.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Owner {
    Nothing,
    /// A method that takes `self`.
    Reads(Type),
    /// A method that takes `mut self`.
    Changes(Type),
    /// An associated function: `Type::name(…)`.
    Named(Type),
}

#[derive(Clone)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) default: Option<String>,
    pub(crate) is_mut: bool,
}

/// The parameters of a struct or an enum with what stands for them.
pub(crate) fn bindings(params: &[Param], args: &[Type]) -> Bindings {
    params.iter().map(|it| it.name.clone()).zip(args.iter().cloned()).collect()
}

impl World {
    /// The type as it is written.
    pub(crate) fn show(&self, ty: &Type) -> String {
        match ty {
            Type::Option(it) if !matches!(**it, Type::Fn(..) | Type::Option(_)) => format!("{}?", self.inner(it)),
            other => self.inner(other),
        }
    }

    fn inner(&self, ty: &Type) -> String {
        let generic = |name: &str, args: &[&Type]| match args {
            [] => name.to_owned(),
            args => format!("{name}<{}>", self.inners(args)),
        };
        match ty {
            Type::Unit => "()".to_owned(),
            Type::Text => "String".to_owned(),
            Type::Int | Type::Float | Type::Bool | Type::Duration | Type::Error | Type::TaskError => format!("{ty:?}"),
            Type::Array(_) => generic("Array", &ty.parts()),
            Type::Set(_) => generic("Set", &ty.parts()),
            Type::Map(..) => generic("Map", &ty.parts()),
            Type::Option(_) => generic("Option", &ty.parts()),
            Type::Result(..) => generic("Result", &ty.parts()),
            Type::Tuple(_) => format!("({})", self.inners(&ty.parts())),
            Type::Fn(params, result) => {
                let params = self.inners(&params.iter().collect::<Vec<_>>());
                format!("fn({params}) -> {}", self.inner(result))
            }
            Type::Struct(index, _) => generic(&self.structs[*index].name, &ty.parts()),
            Type::Enum(index, _) => generic(&self.enums[*index].name, &ty.parts()),
            Type::Union(index) => self.unions[*index].name.clone(),
            Type::Param(param) => param.name.clone(),
        }
    }

    fn inners(&self, types: &[&Type]) -> String {
        types.iter().map(|it| self.inner(it)).collect::<Vec<_>>().join(", ")
    }

    /// Type parameters with their bounds, in angle brackets.
    pub(crate) fn show_generics(&self, params: &[Param]) -> String {
        let one = |param: &Param| {
            let bounds: Vec<String> = param.bounds.iter().map(|it| self.show_bound(*it)).collect();
            if bounds.is_empty() { param.name.clone() } else { format!("{}: {}", param.name, bounds.join(" + ")) }
        };
        let all: Vec<String> = params.iter().map(one).collect();
        if all.is_empty() { String::new() } else { format!("<{}>", all.join(", ")) }
    }

    fn show_bound(&self, bound: Bound) -> String {
        match bound {
            Bound::Own(index) => self.traits[index].name.clone(),
            other => format!("{other:?}"),
        }
    }

    /// The fields of a struct with these type arguments.
    pub(crate) fn fields(&self, index: usize, args: &[Type]) -> Vec<Field> {
        let decl = &self.structs[index];
        fields_with(&decl.fields, &bindings(&decl.params, args))
    }

    /// The variants of an enum with these type arguments.
    pub(crate) fn variants(&self, index: usize, args: &[Type]) -> Vec<Variant> {
        let decl = &self.enums[index];
        let bindings = bindings(&decl.params, args);
        let data = |data: &Data| match data {
            Data::Unit => Data::Unit,
            Data::Tuple(types) => Data::Tuple(types.iter().map(|it| it.with(&bindings)).collect()),
            Data::Named(fields) => Data::Named(fields_with(fields, &bindings)),
        };
        decl.variants.iter().map(|it| Variant { name: it.name.clone(), data: data(&it.data) }).collect()
    }

    /// Whether values of the type have the trait. Says no where that would be for others to decide.
    pub(crate) fn has(&self, ty: &Type, bound: Bound) -> bool {
        self.has_inside(ty, bound, &mut Vec::new())
    }

    fn has_inside(&self, ty: &Type, bound: Bound, around: &mut Vec<Type>) -> bool {
        if around.contains(ty) {
            return true;
        }
        match (ty, bound) {
            (Type::Param(param), _) => param.bounds.contains(&bound),
            (_, Bound::Own(index)) => self.impls.iter().any(|it| it.of == index && self.is_impl_for(it, ty)),
            (Type::Fn(..) | Type::Unit, _) => false,
            (Type::Error | Type::TaskError, _) => bound == Bound::Display,
            (Type::Int | Type::Text, _) => true,
            (Type::Duration, _) => bound != Bound::Hash,
            (Type::Bool, _) => bound != Bound::Ord,
            (Type::Float, _) => bound != Bound::Hash,
            (Type::Union(_), _) => matches!(bound, Bound::Eq | Bound::Display),
            (Type::Map(..) | Type::Set(_), Bound::Ord | Bound::Hash) => false,
            (Type::Array(_) | Type::Option(_), Bound::Hash) => false,
            (Type::Result(..), _) => bound == Bound::Display && self.all_have(ty.parts(), bound, around),
            (Type::Struct(..) | Type::Enum(..), Bound::Hash) if self.own_eq.contains(ty) => false,
            (Type::Struct(..) | Type::Enum(..), _) => {
                around.push(ty.clone());
                let has = self.all_have(self.held(ty).iter().collect(), bound, around);
                around.pop();
                has
            }
            _ => self.all_have(ty.parts(), bound, around),
        }
    }

    fn all_have(&self, types: Vec<&Type>, bound: Bound, around: &mut Vec<Type>) -> bool {
        types.into_iter().all(|it| self.has_inside(it, bound, around))
    }

    fn is_impl_for(&self, it: &Impl, ty: &Type) -> bool {
        let mut bindings = Bindings::new();
        it.on.binds(ty, &it.params, &mut bindings)
            && it.params.iter().all(|param| {
                let arg = bindings.iter().find(|(name, _)| *name == param.name);
                arg.is_some_and(|(_, arg)| param.bounds.iter().all(|bound| self.has(arg, *bound)))
            })
    }

    /// The types of all that a value of a struct or an enum may hold.
    fn held(&self, ty: &Type) -> Vec<Type> {
        match ty {
            Type::Struct(index, args) => self.fields(*index, args).into_iter().map(|it| it.ty).collect(),
            Type::Enum(index, args) => {
                self.variants(*index, args).into_iter().flat_map(|it| types_of(&it.data)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// A type of data, at most `depth` deep; `params` are the type parameters in scope.
    pub(crate) fn data_type(&self, dice: &mut Dice, depth: usize, params: &[Type]) -> Type {
        if depth == 0 || dice.chance(45) {
            return self.small_type(dice, params);
        }
        let inner = |dice: &mut Dice| self.data_type(dice, depth - 1, params);
        match dice.below(10) {
            0..=3 => array(inner(dice)),
            4 | 5 => option(inner(dice)),
            6 => map(self.key_type(dice), inner(dice)),
            7 => set(self.key_type(dice)),
            8 => Type::Tuple(vec![inner(dice), inner(dice)]),
            _ => self.generic_type(dice, depth, params),
        }
    }

    fn small_type(&self, dice: &mut Dice, params: &[Type]) -> Type {
        match dice.below(20) {
            0..=4 => Type::Int,
            5..=7 => Type::Text,
            8 | 9 => Type::Bool,
            10 | 11 => Type::Float,
            12 => Type::Duration,
            13 | 14 => self.plain_struct(dice),
            15 | 16 => self.plain_enum(dice),
            17 if !self.unions.is_empty() => Type::Union(dice.below(self.unions.len())),
            _ => dice.pick(params).cloned().unwrap_or(Type::Int),
        }
    }

    fn plain_struct(&self, dice: &mut Dice) -> Type {
        let plain: Vec<usize> = (0..self.structs.len()).filter(|it| self.structs[*it].params.is_empty()).collect();
        dice.pick(&plain).map_or(Type::Text, |it| Type::Struct(*it, Vec::new()))
    }

    fn plain_enum(&self, dice: &mut Dice) -> Type {
        let plain: Vec<usize> = (0..self.enums.len()).filter(|it| self.enums[*it].params.is_empty()).collect();
        dice.pick(&plain).map_or(Type::Int, |it| Type::Enum(*it, Vec::new()))
    }

    /// A struct or an enum with type arguments.
    fn generic_type(&self, dice: &mut Dice, depth: usize, params: &[Type]) -> Type {
        let structs = (0..self.structs.len()).map(|it| (true, it, self.structs[it].params.len()));
        let enums = (0..self.enums.len()).map(|it| (false, it, self.enums[it].params.len()));
        let generic: Vec<_> = structs.chain(enums).filter(|it| it.2 > 0).collect();
        let Some((is_struct, index, count)) = dice.pick(&generic).copied() else {
            return self.small_type(dice, params);
        };
        let args = (0..count).map(|_| self.plain_type(dice, depth - 1, params)).collect();
        if is_struct { Type::Struct(index, args) } else { Type::Enum(index, args) }
    }

    /// A type that type parameters can stand for without a hint.
    pub(crate) fn plain_type(&self, dice: &mut Dice, depth: usize, params: &[Type]) -> Type {
        let found = (0..8).map(|_| self.data_type(dice, depth, params)).find(Type::is_plain);
        found.unwrap_or(Type::Int)
    }

    /// A type that has these traits.
    pub(crate) fn type_with(&self, dice: &mut Dice, bounds: &[Bound], params: &[Type]) -> Type {
        let fits = |it: &Type| bounds.iter().all(|bound| self.has(it, *bound));
        let impls: Vec<Type> = self.impls.iter().map(|it| it.on.clone()).filter(|it| !it.has_param()).collect();
        let found = (0..8).map(|_| match dice.pick(&impls) {
            Some(it) if dice.chance(60) => it.clone(),
            _ => self.plain_type(dice, 1, params),
        });
        found.into_iter().find(fits).unwrap_or(Type::Int)
    }

    /// A type that can be a key.
    pub(crate) fn key_type(&self, dice: &mut Dice) -> Type {
        let own = match dice.below(12) {
            0..=3 => return Type::Int,
            4..=7 => return Type::Text,
            8 => return Type::Tuple(vec![Type::Int, Type::Text]),
            9 => self.plain_struct(dice),
            _ => self.plain_enum(dice),
        };
        if self.has(&own, Bound::Hash) { own } else { Type::Text }
    }
}

fn fields_with(fields: &[Field], bindings: &Bindings) -> Vec<Field> {
    fields.iter().map(|it| Field { ty: it.ty.with(bindings), ..it.clone() }).collect()
}

/// The types of a variant's data.
pub(crate) fn types_of(data: &Data) -> Vec<Type> {
    match data {
        Data::Unit => Vec::new(),
        Data::Tuple(types) => types.clone(),
        Data::Named(fields) => fields.iter().map(|it| it.ty.clone()).collect(),
    }
}
