//! Types as the checker knows them: each is stored once, so two types are equal where their ids are.

use rustc_hash::FxHashMap;

use crate::ast::Symbol;
use crate::resolve::ItemId;

/// A type of a [`Types`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Ty(u32);

/// A list of types of a [`Types`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct List(u32);

/// The texts of a literal type, in the order they were written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Texts(u32);

/// A type parameter of a declaration, unique in the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ParamId(pub u32);

/// A type that inference is still looking for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct VarId(pub u32);

/// The kinds of types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Unknown because of a mistake that was reported; fits everything.
    Error,
    /// Of what never gives a value; fits everything.
    Never,
    /// A declared or built-in type with its arguments.
    Adt(ItemId, List),
    /// `(A, B)`; `()` is unit.
    Tuple(List),
    /// `fn(A, B) -> C`
    Fn(List, Ty),
    /// One text or a union of them.
    Literal(Texts),
    /// A type parameter.
    Param(ParamId),
    /// Not known yet.
    Var(VarId),
    /// A declaration that is itself a value: a tool, a server, a pipeline.
    Item(ItemId),
}

/// How deep types may be nested: whatever walks them recurses as deep.
pub const DEPTH_MAX: u16 = 100;

/// Of how many parts a type may be made, each counted as often as it occurs.
pub const SIZE_MAX: u32 = 2_000;

#[derive(Clone, Copy)]
struct Info {
    kind: Kind,
    /// Whether it contains something that is not known yet.
    open: bool,
    /// Whether it contains a parameter.
    generic: bool,
    /// Whether it contains a mistake.
    mistaken: bool,
    depth: u16,
    size: u32,
}

/// Lists of ids, each stored once.
struct Pool<T> {
    lists: Vec<Box<[T]>>,
    ids: FxHashMap<Box<[T]>, u32>,
}

impl<T: Clone + Eq + std::hash::Hash> Pool<T> {
    fn new() -> Self {
        Self { lists: Vec::new(), ids: FxHashMap::default() }
    }

    fn add(&mut self, list: &[T]) -> u32 {
        if let Some(id) = self.ids.get(list) {
            return *id;
        }
        let id = self.lists.len() as u32;
        self.lists.push(list.into());
        self.ids.insert(list.into(), id);
        id
    }
}

/// All types of a program.
pub struct Types {
    infos: Vec<Info>,
    ids: FxHashMap<Kind, Ty>,
    lists: Pool<Ty>,
    texts: Pool<Symbol>,
    /// Whether a type was refused because it is nested too deep, since this was asked last.
    too_deep: bool,
    error: Ty,
    never: Ty,
    unit: Ty,
}

impl Default for Types {
    fn default() -> Self {
        let mut types = Self {
            infos: Vec::new(),
            ids: FxHashMap::default(),
            lists: Pool::new(),
            texts: Pool::new(),
            too_deep: false,
            error: Ty(0),
            never: Ty(0),
            unit: Ty(0),
        };
        types.error = types.add(Kind::Error);
        types.never = types.add(Kind::Never);
        types.unit = types.tuple(&[]);
        types
    }
}

impl Types {
    /// The id of a type, the same each time.
    pub fn add(&mut self, kind: Kind) -> Ty {
        if let Some(id) = self.ids.get(&kind) {
            return *id;
        }
        let mut info = Info { kind, open: false, generic: false, mistaken: kind == Kind::Error, depth: 0, size: 1 };
        match kind {
            Kind::Error | Kind::Never | Kind::Literal(_) | Kind::Item(_) => {}
            Kind::Param(_) => info.generic = true,
            Kind::Var(_) => info.open = true,
            Kind::Adt(_, parts) | Kind::Tuple(parts) => self.cover(&mut info, self.list(parts)),
            Kind::Fn(params, result) => {
                self.cover(&mut info, self.list(params));
                self.cover(&mut info, &[result]);
            }
        }
        if info.depth > DEPTH_MAX || info.size > SIZE_MAX {
            self.too_deep = true;
            return self.error;
        }
        let id = Ty(self.infos.len() as u32);
        self.infos.push(info);
        self.ids.insert(kind, id);
        id
    }

    fn cover(&self, info: &mut Info, parts: &[Ty]) {
        for part in parts {
            let part = self.infos[part.0 as usize];
            info.open |= part.open;
            info.generic |= part.generic;
            info.mistaken |= part.mistaken;
            info.depth = info.depth.max(part.depth + 1);
            info.size = info.size.saturating_add(part.size);
        }
    }

    /// Whether a type was refused because it is nested too deep, since this was asked last.
    pub fn was_too_deep(&mut self) -> bool {
        std::mem::take(&mut self.too_deep)
    }

    /// What a type is.
    pub fn kind(&self, ty: Ty) -> Kind {
        self.infos[ty.0 as usize].kind
    }

    /// The types of a list.
    pub fn list(&self, list: List) -> &[Ty] {
        &self.lists.lists[list.0 as usize]
    }

    /// The id of a list, the same each time.
    pub fn add_list(&mut self, types: &[Ty]) -> List {
        List(self.lists.add(types))
    }

    /// The texts of a literal type.
    pub fn texts(&self, texts: Texts) -> &[Symbol] {
        &self.texts.lists[texts.0 as usize]
    }

    /// Whether it contains something that is not known yet.
    pub fn is_open(&self, ty: Ty) -> bool {
        self.infos[ty.0 as usize].open
    }

    /// Whether it contains a mistake.
    pub fn has_mistake(&self, ty: Ty) -> bool {
        self.infos[ty.0 as usize].mistaken
    }

    /// Whether it contains a type parameter.
    pub fn is_generic(&self, ty: Ty) -> bool {
        self.infos[ty.0 as usize].generic
    }

    /// The type of mistakes.
    pub fn error(&self) -> Ty {
        self.error
    }

    /// The type of what never gives a value.
    pub fn never(&self) -> Ty {
        self.never
    }

    /// `()`
    pub fn unit(&self) -> Ty {
        self.unit
    }

    /// `(A, B)`
    pub fn tuple(&mut self, parts: &[Ty]) -> Ty {
        let list = self.add_list(parts);
        self.add(Kind::Tuple(list))
    }

    /// `fn(A) -> B`
    pub fn function(&mut self, params: &[Ty], result: Ty) -> Ty {
        let list = self.add_list(params);
        self.add(Kind::Fn(list, result))
    }

    /// A declared type with arguments.
    pub fn adt(&mut self, item: ItemId, args: &[Ty]) -> Ty {
        let list = self.add_list(args);
        self.add(Kind::Adt(item, list))
    }

    /// A union of texts, each once.
    pub fn literal(&mut self, texts: &[Symbol]) -> Ty {
        let id = Texts(self.texts.add(texts));
        self.add(Kind::Literal(id))
    }

    /// The types that a type is made of.
    pub fn parts(&self, ty: Ty) -> Vec<Ty> {
        match self.kind(ty) {
            Kind::Adt(_, parts) | Kind::Tuple(parts) => self.list(parts).to_vec(),
            Kind::Fn(params, result) => self.list(params).iter().copied().chain([result]).collect(),
            _ => Vec::new(),
        }
    }

    /// The type with `change` applied to each of its direct parts.
    pub fn map_parts(&mut self, ty: Ty, mut change: impl FnMut(&mut Self, Ty) -> Ty) -> Ty {
        let mut list = |types: &mut Self, list: List| {
            let parts = types.list(list).to_vec();
            let parts: Vec<Ty> = parts.into_iter().map(|it| change(types, it)).collect();
            types.add_list(&parts)
        };
        match self.kind(ty) {
            Kind::Adt(item, args) => {
                let args = list(self, args);
                self.add(Kind::Adt(item, args))
            }
            Kind::Tuple(parts) => {
                let parts = list(self, parts);
                self.add(Kind::Tuple(parts))
            }
            Kind::Fn(params, result) => {
                let params = list(self, params);
                let result = change(self, result);
                self.add(Kind::Fn(params, result))
            }
            Kind::Error | Kind::Never | Kind::Literal(_) | Kind::Param(_) | Kind::Var(_) | Kind::Item(_) => ty,
        }
    }

    /// The type with parameters replaced.
    pub fn substitute(&mut self, ty: Ty, map: &Substitution) -> Ty {
        if !self.is_generic(ty) || map.is_empty() {
            return ty;
        }
        if let Kind::Param(param) = self.kind(ty) {
            return map.get(param).unwrap_or(ty);
        }
        self.map_parts(ty, |types, part| types.substitute(part, map))
    }
}

/// What parameters are replaced by.
#[derive(Clone, Default, Debug)]
pub struct Substitution(Vec<(ParamId, Ty)>);

impl Substitution {
    /// Replaces `params` by `types`, one by one.
    pub fn new(params: &[ParamId], types: &[Ty]) -> Self {
        Self(params.iter().copied().zip(types.iter().copied()).collect())
    }

    /// What a parameter is replaced by.
    pub fn get(&self, param: ParamId) -> Option<Ty> {
        self.0.iter().find(|(it, _)| *it == param).map(|(_, ty)| *ty)
    }

    /// Adds one replacement.
    pub fn insert(&mut self, param: ParamId, ty: Ty) {
        self.0.push((param, ty));
    }

    /// Whether nothing is replaced.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
