//! What inference is looking for: variables, and the rules by which types fit each other.

use rustc_hash::{FxHashMap, FxHashSet};

use super::builtins::Builtins;
use super::ty::{Kind, List, Ty, Types, VarId};
use crate::ast::Symbol;
use crate::source::Span;

/// What a variable can become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum VarKind {
    /// Anything.
    Any,
    /// The type of an `Int` literal: `Int`, or `Float` where one is expected.
    Number,
}

#[derive(Clone, Copy)]
struct Var {
    kind: VarKind,
    bound: Option<Ty>,
    at: Span,
    /// Whether something that never gives a value was to be this: then it may stay unknown.
    diverges: bool,
    /// How long the chains of variables are that lead here.
    rank: u8,
}

/// The variables of the body at hand.
#[derive(Default)]
pub(super) struct Vars {
    vars: Vec<Var>,
    /// Variables in the order they were bound, so that an attempt can be taken back.
    trail: Vec<(VarId, Var)>,
}

/// Pairs of types that were compared already: types that are small here may be huge when written out.
#[derive(Default)]
struct Compared {
    depth: u32,
    pairs: FxHashSet<(Ty, Ty)>,
}

impl Compared {
    /// Whether a pair was compared, or is being compared. Not asked close to the surface, where it costs more than it
    /// saves.
    fn has(&mut self, found: Ty, wanted: Ty) -> bool {
        self.depth > 4 && !self.pairs.insert((found, wanted))
    }
}

/// A place to take an attempt back to.
#[derive(Clone, Copy)]
pub(super) struct Attempt(usize);

impl Vars {
    pub(super) fn fresh(&mut self, types: &mut Types, kind: VarKind, at: Span) -> Ty {
        let id = VarId(self.vars.len() as u32);
        self.vars.push(Var { kind, bound: None, at, diverges: false, rank: 0 });
        types.add(Kind::Var(id))
    }

    pub(super) fn begin(&self) -> Attempt {
        Attempt(self.trail.len())
    }

    pub(super) fn take_back(&mut self, attempt: Attempt) {
        while self.trail.len() > attempt.0 {
            if let Some((id, old)) = self.trail.pop() {
                self.vars[id.0 as usize] = old;
            }
        }
    }

    pub(super) fn at(&self, id: VarId) -> Span {
        self.vars[id.0 as usize].at
    }

    /// Whether the variable is one of these.
    pub(super) fn knows(&self, id: VarId) -> bool {
        (id.0 as usize) < self.vars.len()
    }

    pub(super) fn kind(&self, id: VarId) -> VarKind {
        self.vars[id.0 as usize].kind
    }

    fn set(&mut self, id: VarId, new: Var) {
        self.trail.push((id, self.vars[id.0 as usize]));
        self.vars[id.0 as usize] = new;
    }

    /// The type behind a chain of variables.
    pub(super) fn shallow(&self, types: &Types, mut ty: Ty) -> Ty {
        while let Kind::Var(id) = types.kind(ty) {
            match self.vars[id.0 as usize].bound {
                Some(bound) => ty = bound,
                None => return ty,
            }
        }
        ty
    }

    /// The type with all known variables replaced.
    ///
    /// Variables can stand for each other's types in ways that are small here and huge when written out: each is
    /// looked at once, and a type that becomes too large is refused by [`Types`].
    pub(super) fn deep(&self, types: &mut Types, ty: Ty) -> Ty {
        if !types.is_open(ty) {
            return ty;
        }
        self.deep_once(types, ty, &mut FxHashMap::default())
    }

    fn deep_once(&self, types: &mut Types, ty: Ty, known: &mut FxHashMap<Ty, Ty>) -> Ty {
        let ty = self.shallow(types, ty);
        if !types.is_open(ty) || matches!(types.kind(ty), Kind::Var(_)) {
            return ty;
        }
        if let Some(known) = known.get(&ty) {
            return *known;
        }
        let deep = types.map_parts(ty, |types, part| self.deep_once(types, part, known));
        known.insert(ty, deep);
        deep
    }

    /// The open types that a type is made of, each once: variables, and what contains some.
    fn open_parts(&self, types: &Types, ty: Ty) -> Vec<Ty> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut waiting = vec![ty];
        while let Some(ty) = waiting.pop() {
            let ty = self.shallow(types, ty);
            if !types.is_open(ty) || !seen.insert(ty) {
                continue;
            }
            found.push(ty);
            waiting.extend(types.parts(ty));
        }
        found
    }

    /// Decides what nothing decided: a number is an `Int`; what only something without a value was to be is `()`.
    pub(super) fn decide(&mut self, types: &Types, builtins: &Builtins, ty: Ty) {
        let ty = self.shallow(types, ty);
        if !types.is_open(ty) {
            return;
        }
        for part in self.open_parts(types, ty) {
            let Kind::Var(id) = types.kind(part) else { continue };
            let var = self.vars[id.0 as usize];
            if var.kind == VarKind::Number {
                self.set(id, Var { bound: Some(builtins.int), ..var });
            } else if var.diverges {
                self.set(id, Var { bound: Some(types.unit()), ..var });
            }
        }
    }

    /// The first variable in a type that nothing decided about.
    pub(super) fn undecided(&self, types: &Types, ty: Ty) -> Option<VarId> {
        let parts = self.open_parts(types, ty);
        parts.into_iter().find_map(|it| match types.kind(it) {
            Kind::Var(id) => Some(id),
            _ => None,
        })
    }

    /// Whether a mistake is in a type.
    pub(super) fn has_mistake(&self, types: &Types, ty: Ty) -> bool {
        let ty = self.shallow(types, ty);
        if !types.is_open(ty) {
            return types.has_mistake(ty);
        }
        let parts = self.open_parts(types, ty);
        parts.into_iter().any(|it| types.parts(it).into_iter().any(|it| types.has_mistake(self.shallow(types, it))))
    }

    /// What nothing will decide about is `()`.
    pub(super) fn settle(&mut self, types: &Types, ty: Ty) {
        for part in self.open_parts(types, ty) {
            if let Kind::Var(id) = types.kind(part) {
                let var = self.vars[id.0 as usize];
                self.set(id, Var { bound: Some(types.unit()), ..var });
            }
        }
    }

    /// What meets a mistake is not looked for any more.
    pub(super) fn give_up(&mut self, types: &Types, ty: Ty) {
        for part in self.open_parts(types, ty) {
            if let Kind::Var(id) = types.kind(part) {
                let var = self.vars[id.0 as usize];
                self.set(id, Var { bound: Some(types.error()), ..var });
            }
        }
    }

    /// Whether a value of type `found` can stand where `wanted` is needed; variables are bound so that it can.
    ///
    /// Values are never shared, so a type with arguments fits one whose arguments its own fit.
    pub(super) fn fits(&mut self, types: &mut Types, builtins: &Builtins, found: Ty, wanted: Ty) -> bool {
        self.fits_within(types, builtins, found, wanted, &mut Compared::default())
    }

    fn fits_within(
        &mut self,
        types: &mut Types,
        builtins: &Builtins,
        found: Ty,
        wanted: Ty,
        compared: &mut Compared,
    ) -> bool {
        let found = self.shallow(types, found);
        let wanted = self.shallow(types, wanted);
        if found == wanted {
            return true;
        }
        match (types.kind(found), types.kind(wanted)) {
            (Kind::Never, Kind::Var(id)) => {
                let var = self.vars[id.0 as usize];
                self.set(id, Var { diverges: true, ..var });
                true
            }
            (Kind::Never, _) => true,
            (Kind::Error, _) => {
                self.give_up(types, wanted);
                true
            }
            (_, Kind::Error) => {
                self.give_up(types, found);
                true
            }
            (Kind::Var(id), _) => self.bind(types, builtins, id, wanted),
            (_, Kind::Var(id)) => self.bind(types, builtins, id, found),
            (Kind::Literal(some), Kind::Literal(all)) => {
                let all = types.texts(all);
                types.texts(some).iter().all(|it| all.contains(it))
            }
            (Kind::Literal(_), _) => wanted == builtins.string,
            _ if compared.has(found, wanted) => true,
            (Kind::Adt(a, left), Kind::Adt(b, right)) if a == b => self.fit_all(types, builtins, left, right, compared),
            (Kind::Tuple(left), Kind::Tuple(right)) => self.fit_all(types, builtins, left, right, compared),
            (Kind::Fn(left, from), Kind::Fn(right, to)) => {
                compared.depth += 1;
                let fits = self.fit_all(types, builtins, right, left, compared)
                    && self.fits_within(types, builtins, from, to, compared);
                compared.depth -= 1;
                fits
            }
            _ => false,
        }
    }

    fn fit_all(
        &mut self,
        types: &mut Types,
        builtins: &Builtins,
        found: List,
        wanted: List,
        compared: &mut Compared,
    ) -> bool {
        let count = types.list(found).len();
        if count != types.list(wanted).len() {
            return false;
        }
        compared.depth += 1;
        let fits = (0..count).all(|at| {
            let (found, wanted) = (types.list(found)[at], types.list(wanted)[at]);
            self.fits_within(types, builtins, found, wanted, compared)
        });
        compared.depth -= 1;
        fits
    }

    fn bind(&mut self, types: &mut Types, builtins: &Builtins, id: VarId, ty: Ty) -> bool {
        let var = self.vars[id.0 as usize];
        if let Kind::Var(other) = types.kind(ty) {
            self.unite(types, id, other);
            return true;
        }
        if var.kind == VarKind::Number && ty != builtins.int && ty != builtins.float && ty != types.error() {
            return false;
        }
        if self.occurs(types, id, ty) {
            return false;
        }
        self.set(id, Var { bound: Some(ty), ..var });
        true
    }

    /// Makes two variables one. The one with the longer chains stays, so that no chain gets long; a number stays a
    /// number, and the older place tells better where something comes from.
    fn unite(&mut self, types: &mut Types, a: VarId, b: VarId) {
        let (one, other) = (self.vars[a.0 as usize], self.vars[b.0 as usize]);
        let (from, to) = if one.rank > other.rank { (b, a) } else { (a, b) };
        let is_number = one.kind == VarKind::Number || other.kind == VarKind::Number;
        let root = Var {
            kind: if is_number { VarKind::Number } else { VarKind::Any },
            bound: None,
            at: if a < b { one.at } else { other.at },
            diverges: one.diverges || other.diverges,
            rank: one.rank.max(other.rank) + u8::from(one.rank == other.rank),
        };
        self.set(to, root);
        let to = types.add(Kind::Var(to));
        let old = self.vars[from.0 as usize];
        self.set(from, Var { bound: Some(to), ..old });
    }

    fn occurs(&self, types: &Types, id: VarId, ty: Ty) -> bool {
        types.is_open(ty) && self.open_parts(types, ty).into_iter().any(|it| types.kind(it) == Kind::Var(id))
    }

    /// The type that both fit: of two arms, of the elements of an array.
    pub(super) fn join(&mut self, types: &mut Types, builtins: &Builtins, left: Ty, right: Ty) -> Option<Ty> {
        let left = self.shallow(types, left);
        let right = self.shallow(types, right);
        if left == right {
            return Some(left);
        }
        if let (Kind::Literal(a), Kind::Literal(b)) = (types.kind(left), types.kind(right)) {
            let a = types.texts(a);
            let more = types.texts(b).iter().filter(|it| !a.contains(it));
            let all: Vec<Symbol> = a.iter().chain(more).copied().collect();
            return Some(types.literal(&all));
        }
        for (found, wanted) in [(right, left), (left, right)] {
            let attempt = self.begin();
            if self.fits(types, builtins, found, wanted) {
                let is_bottom = matches!(types.kind(wanted), Kind::Never | Kind::Error);
                return Some(if is_bottom { found } else { wanted });
            }
            self.take_back(attempt);
        }
        self.join_parts(types, builtins, left, right)
    }

    /// `Option<"a">` and `Option<"b">` both are an `Option<"a" | "b">`.
    fn join_parts(&mut self, types: &mut Types, builtins: &Builtins, left: Ty, right: Ty) -> Option<Ty> {
        let (a, b) = match (types.kind(left), types.kind(right)) {
            (Kind::Adt(head, a), Kind::Adt(other, b)) if head == other => (a, b),
            (Kind::Tuple(a), Kind::Tuple(b)) => (a, b),
            _ => return None,
        };
        let (a, b) = (types.list(a).to_vec(), types.list(b).to_vec());
        if a.len() != b.len() {
            return None;
        }
        let attempt = self.begin();
        let mut joined = Vec::with_capacity(a.len());
        for (a, b) in a.into_iter().zip(b) {
            match self.join(types, builtins, a, b) {
                Some(both) => joined.push(both),
                None => {
                    self.take_back(attempt);
                    return None;
                }
            }
        }
        Some(match types.kind(left) {
            Kind::Adt(head, _) => types.adt(head, &joined),
            _ => types.tuple(&joined),
        })
    }
}
