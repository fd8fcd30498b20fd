//! Types: what every expression gives, before anything runs.
//!
//! Comes in: a resolved program. Goes out: [`Typed`], side tables with the type of every expression, pattern, variable
//! and call and the effects of every function, and diagnostics. Inference is local: signatures are written, everything
//! inside a body follows from them. Expected types go down, found types come up, variables stand for what is not known
//! yet. Bodies of the library are looked at where the program can reach them.

mod builtins;
mod data;
pub mod decide;
mod diagnostics;
mod dispatch;
mod effects;
mod exhaustive;
mod infer;
mod items;
mod matrix;
mod reach;
mod show;
mod signatures;
mod traits;
mod ty;
mod vars;

use rustc_hash::{FxHashMap, FxHashSet};

pub use builtins::Builtins;
pub use data::Parts;
pub use dispatch::Target;
pub use effects::{Effects, Node};
pub use infer::Constant;
pub use signatures::{AdtSig, DataSig, FieldSig, FnId, FnSig, ParamSig, Shape, Signatures, TraitRef, VariantSig};
pub use ty::{DEPTH_MAX, Kind, List, ParamId, SIZE_MAX, Substitution, Texts, Ty, Types, VarId};

use crate::ast::{Ast, ExprId, ItemKind, Symbol};
use crate::diagnostic::{Diagnostic, ERRORS_MAX, suggest};
use crate::lang::LangItem;
use crate::load::{ModuleId, Program};
use crate::resolve::{ItemId, Resolved};
use crate::source::Span;
use effects::Uses;

/// Where the value of a parameter comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The argument at this place.
    Arg(u32),
    /// The left side of a pipe.
    Piped,
    /// The parameter's own default.
    Default,
}

/// A call of a declared function, or a mention of one as a value.
#[derive(Clone, Debug)]
pub struct Call {
    /// Which; a trait's own function stands for that of the type it turns out to be called on.
    pub function: FnId,
    /// What the type parameters are: those of what it is declared in, then its own.
    pub type_args: Vec<Ty>,
    /// For each parameter, where its value comes from.
    pub args: Box<[Source]>,
}

/// What happens to a value because of where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coercion {
    /// It is wrapped in `Some`: an optional parameter of the library.
    Some,
    /// The same of a literal that becomes `Json`.
    SomeJsonLiteral,
    /// A literal becomes `Json`.
    JsonLiteral,
    /// A part of such a literal becomes its JSON form.
    Json,
    /// A tool, one of its functions or a server becomes a `ToolRef`.
    ToolRef,
    /// A toolkit becomes a `ToolRef`.
    Toolkit,
    /// A word or a tool becomes a `ToolChoice`.
    ToolChoice,
    /// `a ?? b` where `b` is an `Option`, too.
    StaysOption,
    /// `?` converts the error with `From`.
    ErrorFrom,
    /// `?` makes an `Error` of the error's display form.
    ErrorDisplay,
}

/// The types of one module, by the ids of its tree.
#[derive(Default)]
pub struct ModuleTypes {
    /// Of expressions.
    pub exprs: Vec<Ty>,
    /// Of what patterns look at.
    pub patterns: Vec<Ty>,
    /// Of variables.
    pub locals: Vec<Ty>,
    /// Of calls: which function, with which types and arguments.
    pub calls: FxHashMap<ExprId, Call>,
    /// What happens to values besides.
    pub coercions: FxHashMap<ExprId, Coercion>,
}

/// What the checker found out.
pub struct Typed {
    /// All types.
    pub types: Types,
    /// The types of the library that the language knows.
    pub builtins: Builtins,
    /// What declarations say.
    pub signatures: Signatures,
    /// By module.
    pub modules: Vec<ModuleTypes>,
    /// What each function may do, by its id.
    pub effects: Vec<Effects>,
    /// The functions whose bodies were looked at: those of the program, and those of the library that it can reach.
    pub reached: FxHashSet<FnId>,
}

/// Which bodies are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// Those of the program, and those of the library that they reach.
    Program,
    /// The same, and those that make a server of the program.
    Served,
    /// Those of the program; what its script ends in is a value, and is shown.
    Session,
    /// All of them: for the library's own tests.
    Library,
}

/// Checks the types of a program.
pub fn check(program: &Program, resolved: &Resolved, extent: Extent) -> (Typed, Vec<Diagnostic>) {
    let mut checker = Checker::new(program, resolved);
    checker.diagnostics.extend(resolved.lang.missing(program.is_whole));
    checker.read_declarations();
    checker.check_written_keys();
    checker.check_bodies(extent);
    let effects = checker.spread_effects();
    checker.report_dropped_calls(&effects);
    checker.report_unused_functions();
    let typed = Typed {
        types: checker.types,
        builtins: checker.builtins,
        signatures: checker.signatures,
        modules: checker.modules,
        effects,
        reached: checker.reached,
    };
    (typed, checker.diagnostics)
}

/// A call whose value nobody takes.
struct DroppedCall {
    function: FnId,
    at: Span,
}

/// Names that mean something by themselves, as far as they occur.
struct Words {
    self_type: Symbol,
    self_value: Option<Symbol>,
    builtin: Option<Symbol>,
    opaque: Option<Symbol>,
    effect: Option<Symbol>,
    test: Option<Symbol>,
    run: Option<Symbol>,
    main: Option<Symbol>,
}

struct Checker<'a> {
    program: &'a Program,
    resolved: &'a Resolved,
    words: Words,
    types: Types,
    builtins: Builtins,
    signatures: Signatures,
    diagnostics: Vec<Diagnostic>,
    modules: Vec<ModuleTypes>,
    /// What functions, declarations and the script use.
    uses: FxHashMap<Node, Uses>,
    reached: FxHashSet<FnId>,
    /// Whether a test replaces something.
    has_mocks: bool,
    dropped_calls: Vec<DroppedCall>,
    /// Whether values of a type can hold functions.
    holds_functions: FxHashMap<Ty, bool>,
    /// The types of keys and elements that are written, and where, until it is known which types have which traits.
    written_keys: Vec<(Ty, Span)>,
    knows_traits: bool,
    /// Types that were found to have a trait, once that is known for all.
    known_traits: FxHashSet<(Ty, ItemId)>,
    /// Types of which it was said that they cannot be keys.
    bad_keys: FxHashSet<Ty>,
}

impl<'a> Checker<'a> {
    fn new(program: &'a Program, resolved: &'a Resolved) -> Self {
        let mut types = Types::default();
        let builtins = Builtins::find(&resolved.lang, &mut types);
        let error = types.error();
        let tables = program.modules.iter().zip(&resolved.modules).map(|(module, names)| ModuleTypes {
            exprs: vec![error; module.ast.expr_count()],
            patterns: vec![error; module.ast.pattern_count()],
            locals: vec![error; names.locals.len()],
            calls: FxHashMap::default(),
            coercions: FxHashMap::default(),
        });
        let find = |name| program.names.find(name);
        Self {
            program,
            resolved,
            words: Words {
                self_type: find("Self").unwrap_or(Symbol(u32::MAX)),
                self_value: find("self"),
                builtin: find("builtin"),
                opaque: find("opaque"),
                effect: find("effect"),
                test: find("test"),
                run: find("run"),
                main: find("main"),
            },
            builtins,
            types,
            signatures: Signatures::default(),
            diagnostics: Vec::new(),
            modules: tables.collect(),
            uses: FxHashMap::default(),
            reached: FxHashSet::default(),
            has_mocks: false,
            dropped_calls: Vec::new(),
            holds_functions: FxHashMap::default(),
            written_keys: Vec::new(),
            knows_traits: false,
            known_traits: FxHashSet::default(),
            bad_keys: FxHashSet::default(),
        }
    }

    /// A function of the library that the compiler needs.
    fn lang_function(&self, item: LangItem) -> Option<FnId> {
        self.signatures.lang_function(&self.resolved.lang, item)
    }

    fn ast(&self, module: ModuleId) -> &'a Ast {
        &self.program.module(module).ast
    }

    fn item_kind(&self, id: ItemId) -> &'a ItemKind {
        match self.item(id) {
            Some(item) => &item.kind,
            None => &ItemKind::Error,
        }
    }

    fn item_name(&self, id: ItemId) -> &'a str {
        self.item_kind(id).name().map_or("_", |it| self.text(it.name))
    }

    fn text(&self, symbol: Symbol) -> &'a str {
        self.program.names.text(symbol)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < KEPT_MAX {
            self.diagnostics.push(diagnostic);
        }
    }

    /// The name that was probably meant. Looking for it is slow where there are many, and few messages are shown.
    fn nearest<'n>(&self, wanted: &str, candidates: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
        if self.diagnostics.len() > ERRORS_MAX { None } else { suggest::nearest(wanted, candidates) }
    }

    fn add_uses(&mut self, node: Node, more: Uses) {
        let uses = self.uses.entry(node).or_default();
        uses.functions.extend(more.functions);
        uses.functions.sort_unstable();
        uses.functions.dedup();
        uses.items.extend(more.items);
        uses.items.sort_unstable();
        uses.items.dedup();
        uses.passes.extend(more.passes);
        uses.effects = uses.effects.with(more.effects);
    }
}

/// More messages than this are not kept: far fewer are ever shown.
const KEPT_MAX: usize = 2_000;

#[cfg(test)]
pub(crate) mod tests;
