//! What declarations say about types: fields, variants, parameters, impls. Read once, before any body.

mod lower;
mod read;

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::effects::Effects;
use super::ty::{ParamId, Ty};
use crate::ast::Symbol;
use crate::lang::{LangItem, LangItems};
use crate::load::ModuleId;
use crate::resolve::ItemId;
use crate::source::Span;

/// A function of the program, wherever it is declared: a table has them all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct FnId(pub u32);

impl FnId {
    /// The id as an index into a side table.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A parameter of a function.
#[derive(Clone, Copy, Debug)]
pub struct ParamSig {
    /// Its name, if it is no other pattern.
    pub name: Option<Symbol>,
    /// Its type.
    pub ty: Ty,
    /// Whether it can be left out.
    pub has_default: bool,
    /// Where it is declared.
    pub span: Span,
    /// Where its type is written.
    pub ty_span: Span,
}

/// The type of a function, with its own parameters and those of what it stands in.
#[derive(Clone, Debug)]
pub struct FnSig {
    /// Itself.
    pub id: FnId,
    /// The function, or what it is declared in.
    pub item: ItemId,
    /// Its place among the methods or stages of that.
    pub place: Option<u32>,
    /// Its name.
    pub name: Symbol,
    /// Where its name stands.
    pub name_span: Span,
    /// The type parameters of what it is declared in; of a trait, `Self` is the last.
    pub outer: Rc<[ParamId]>,
    /// Its own type parameters.
    pub generics: Vec<ParamId>,
    /// `Some(mutable)` for a method.
    pub receiver: Option<bool>,
    /// What `Self` is.
    pub self_type: Option<Ty>,
    /// What it takes.
    pub params: Vec<ParamSig>,
    /// What it gives.
    pub result: Ty,
    /// Where that is written.
    pub result_span: Option<Span>,
    /// `pub`
    pub public: bool,
    /// `@test`
    pub is_test: bool,
    /// Whether it has a body.
    pub has_body: bool,
    /// What `@effect` says of it.
    pub effects: Effects,
}

/// A field of a struct, a variant or a tool.
#[derive(Clone, Copy, Debug)]
pub struct FieldSig {
    /// Its name.
    pub name: Symbol,
    /// Its type.
    pub ty: Ty,
    /// Whether it can be left out of a literal.
    pub has_default: bool,
    /// Where its name stands.
    pub span: Span,
}

/// The data of a variant.
#[derive(Clone, Debug)]
pub enum DataSig {
    /// Nothing.
    Unit,
    /// `(A, B)`
    Tuple(Vec<Ty>),
    /// `{ a: A }`
    Named(Vec<FieldSig>),
}

/// A variant of an enum.
#[derive(Clone, Debug)]
pub struct VariantSig {
    /// Its name.
    pub name: Symbol,
    /// Its data.
    pub data: DataSig,
}

/// What a type declaration declares.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A type of the machine.
    Builtin,
    /// A struct or schema.
    Struct(Vec<FieldSig>),
    /// An enum.
    Enum(Vec<VariantSig>),
}

/// A struct, schema or enum.
#[derive(Clone, Debug)]
pub struct AdtSig {
    /// Its name.
    pub name: Symbol,
    /// Where its name stands.
    pub span: Span,
    /// Its type parameters.
    pub params: Rc<[ParamId]>,
    /// What it is made of.
    pub shape: Shape,
    /// Whether only the library knows what it is made of.
    pub opaque: bool,
}

impl AdtSig {
    /// The types of all that a value of it may hold directly.
    pub fn data(&self) -> Vec<Ty> {
        match &self.shape {
            Shape::Builtin => Vec::new(),
            Shape::Struct(fields) => fields.iter().map(|it| it.ty).collect(),
            Shape::Enum(variants) => variants.iter().flat_map(|it| it.data.types()).collect(),
        }
    }
}

impl DataSig {
    /// How many values there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Unit => 0,
            Self::Tuple(types) => types.len(),
            Self::Named(fields) => fields.len(),
        }
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The types of the data, in order.
    pub fn types(&self) -> Vec<Ty> {
        match self {
            Self::Unit => Vec::new(),
            Self::Tuple(types) => types.clone(),
            Self::Named(fields) => fields.iter().map(|it| it.ty).collect(),
        }
    }
}

/// A trait with arguments, as in a bound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraitRef {
    /// The trait.
    pub item: ItemId,
    /// Its arguments.
    pub args: Vec<Ty>,
}

/// An `impl`.
#[derive(Clone, Debug)]
pub(super) struct ImplSig {
    pub(super) item: ItemId,
    pub(super) params: Rc<[ParamId]>,
    pub(super) target: Ty,
    pub(super) target_span: Span,
    pub(super) trait_: Option<TraitRef>,
    pub(super) methods: Vec<(Symbol, FnId)>,
}

/// A trait.
#[derive(Clone, Debug)]
pub(super) struct TraitSig {
    pub(super) name: Symbol,
    pub(super) params: Rc<[ParamId]>,
    pub(super) self_param: ParamId,
    /// Name, function, whether it has a body.
    pub(super) methods: Vec<(Symbol, FnId, bool)>,
}

/// A type parameter.
#[derive(Clone, Debug)]
pub(super) struct ParamInfo {
    pub(super) name: Symbol,
    pub(super) bounds: Rc<[TraitRef]>,
}

/// A function that a type may have under a name, and the `impl` that gives it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) impl_: u32,
    pub(super) function: FnId,
}

/// Where a type is written: which parameters and which `Self` it can name.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    pub(super) module: ModuleId,
    /// Those in scope, outermost first, as resolution counts them.
    pub(super) params: Rc<[ParamId]>,
    pub(super) self_type: Option<Ty>,
}

/// All that declarations say.
#[derive(Default)]
pub struct Signatures {
    /// By id.
    pub functions: Vec<Rc<FnSig>>,
    /// The first function of an item; those of its methods follow.
    pub(super) first_function: FxHashMap<ItemId, FnId>,
    /// Structs, schemas and enums.
    pub adts: FxHashMap<ItemId, Rc<AdtSig>>,
    pub(super) traits: FxHashMap<ItemId, Rc<TraitSig>>,
    pub(super) impls: Vec<Rc<ImplSig>>,
    /// What a type has under a name.
    pub(super) members: FxHashMap<(ItemId, Symbol), Vec<Candidate>>,
    /// The names under which a type has something.
    pub(super) members_of: FxHashMap<ItemId, Vec<Symbol>>,
    /// The impls of a trait for a type.
    pub(super) trait_impls: FxHashMap<(ItemId, ItemId), Vec<u32>>,
    /// All impls of a trait.
    pub(super) impls_of_trait: FxHashMap<ItemId, Vec<u32>>,
    pub(super) params: Vec<ParamInfo>,
    /// The type parameters of a declaration.
    pub(super) scopes: FxHashMap<ItemId, Rc<[ParamId]>>,
    /// What `Self` is inside an item.
    pub(super) self_types: FxHashMap<ItemId, Ty>,
    /// The types of constants.
    pub consts: FxHashMap<ItemId, Ty>,
    /// The fields of tools.
    pub tool_fields: FxHashMap<ItemId, Rc<[FieldSig]>>,
    /// The types of memories, ledgers, stores, agents and hosts as values.
    pub values: FxHashMap<ItemId, Ty>,
    aliases: FxHashMap<ItemId, Alias>,
}

/// How far an alias is followed.
#[derive(Clone)]
enum Alias {
    Waiting,
    Following,
    Done(Ty),
}

impl Signatures {
    /// A function by its id.
    pub fn function(&self, id: FnId) -> &Rc<FnSig> {
        &self.functions[id.index()]
    }

    /// The function that an item is, or its method at a place.
    pub fn function_of(&self, item: ItemId, place: u32) -> Option<FnId> {
        self.first_function.get(&item).map(|first| FnId(first.0 + place))
    }

    /// A function that the compiler needs, if the library has it.
    pub(crate) fn lang_function(&self, lang: &LangItems, item: LangItem) -> Option<FnId> {
        let (item, place) = lang.place(item)?;
        self.function_of(item, place)
    }

    /// The name of a type parameter.
    pub(crate) fn param_name(&self, id: ParamId) -> Symbol {
        self.params[id.0 as usize].name
    }

    pub(super) fn scope(&self, id: ItemId) -> Scope {
        Scope {
            module: id.module,
            params: self.scopes.get(&id).cloned().unwrap_or_default(),
            self_type: self.self_types.get(&id).copied(),
        }
    }
}
