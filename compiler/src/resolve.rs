//! Names to what they mean.
//!
//! Comes in: a loaded [`Program`] and the manifest. Goes out: [`Resolved`], side tables that say for every name, path,
//! pattern and written type of a tree what it stands for, and diagnostics. Members that depend on a type
//! (`account.balance()`, `Account::open`) are left to the type checker; what stands before them is resolved here.
//! Promised: nothing is reported twice, and nothing that only follows from text which could not be read.

mod body;
mod declarations;
mod diagnostics;
mod imports;
mod items;
mod library;
mod locals;
mod paths;
mod patterns;
mod scope;
mod settings;
mod types;
mod unused;

use rustc_hash::{FxHashMap, FxHashSet};

pub use locals::{Local, LocalId, LocalRole};

use crate::ast::Symbol;
use crate::diagnostic::Diagnostic;
use crate::lang::LangItems;
use crate::load::{ModuleId, Program};
use crate::manifest::Manifest;
use scope::Scopes;

/// A declaration: its module and its place among the entries of the file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ItemId {
    /// In which module.
    pub module: ModuleId,
    /// The index into [`crate::ast::Ast::entries`].
    pub index: u32,
}

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Res {
    /// Not a name, or not resolved in this phase.
    #[default]
    None,
    /// Unknown, and reported.
    Error,
    /// A variable.
    Local(LocalId),
    /// A declaration.
    Item(ItemId),
    /// A variant of an enum, by its place.
    Variant(ItemId, u32),
    /// A module.
    Module(ModuleId),
    /// The last segment of the path is a member of this type.
    Member(Owner),
    /// A type parameter, by its place among those in scope.
    Generic(u32),
    /// `Self`
    SelfType,
    /// A function of the tool that this is written in, by its place among the methods.
    ToolFunction(ItemId, u32),
    /// A server of the manifest that no item hides.
    Mcp(Symbol),
    /// A connection of the manifest or a built-in provider.
    Connection(Symbol),
    /// A host of the manifest.
    Host(Symbol),
}

/// The type in front of a member.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// A declared type.
    Item(ItemId),
    /// A type parameter.
    Generic(u32),
    /// `Self`
    SelfType,
}

/// What the names of one module stand for, by the ids of its tree.
#[derive(Default)]
pub struct ModuleNames {
    /// Of names, paths and struct literals.
    pub exprs: Vec<Res>,
    /// Of names, paths, variants and structs in patterns; of what a name binds.
    pub patterns: Vec<Res>,
    /// Of written types.
    pub types: Vec<Res>,
    /// All variables of the module.
    pub locals: Vec<Local>,
    /// The variables behind names that are no pattern by themselves, by where the name starts: receivers, and fields
    /// in short, `Point { x }`.
    pub bound: FxHashMap<u32, LocalId>,
}

/// What resolution found out about a program.
#[derive(Default)]
pub struct Resolved {
    /// By module.
    pub modules: Vec<ModuleNames>,
    /// Where the items of the library are that the compiler needs.
    pub(crate) lang: LangItems,
}

/// What a program is resolved with.
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    /// The project's manifest.
    pub manifest: Option<&'a Manifest>,
}

/// Resolves all names of a program.
pub fn resolve(program: &mut Program, options: Options<'_>) -> (Resolved, Vec<Diagnostic>) {
    let words = Words::new(program);
    let program = &*program;
    let (lang, mut diagnostics) = LangItems::read(program);
    let scopes = scope::collect(program, &words, &lang, &mut diagnostics);
    let mut resolver = Resolver {
        program,
        options,
        words,
        scopes,
        diagnostics,
        resolved: Resolved { modules: program.modules.iter().map(empty_tables).collect(), lang },
        traits: FxHashSet::default(),
        suggestions: 0,
    };
    resolver.run();
    (resolver.resolved, resolver.diagnostics)
}

fn empty_tables(module: &crate::load::Module) -> ModuleNames {
    ModuleNames {
        exprs: vec![Res::None; module.ast.expr_count()],
        patterns: vec![Res::None; module.ast.pattern_count()],
        types: vec![Res::None; module.ast.type_count()],
        locals: Vec::new(),
        bound: FxHashMap::default(),
    }
}

/// The names that mean something by themselves.
#[derive(Clone, Copy)]
struct Words {
    self_value: Symbol,
    self_type: Symbol,
    super_: Symbol,
    std: Symbol,
    main: Symbol,
}

impl Words {
    fn new(program: &mut Program) -> Self {
        let names = &mut program.names;
        Self {
            self_value: names.intern("self"),
            self_type: names.intern("Self"),
            super_: names.intern("super"),
            std: names.intern("std"),
            main: names.intern("main"),
        }
    }
}

struct Resolver<'a> {
    program: &'a Program,
    options: Options<'a>,
    words: Words,
    scopes: Scopes,
    diagnostics: Vec<Diagnostic>,
    resolved: Resolved,
    /// The names of all methods of traits: any type may have them.
    traits: FxHashSet<Symbol>,
    /// For how many names a similar one was looked for.
    suggestions: u32,
}

impl<'a> Resolver<'a> {
    fn run(&mut self) {
        self.collect_trait_methods();
        self.resolve_imports();
        self.collect_members();
        for id in self.program.module_ids() {
            self.module(id);
        }
        self.report_unused_imports();
    }

    fn text(&self, symbol: Symbol) -> &'a str {
        self.program.names.text(symbol)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < KEPT_MAX {
            self.diagnostics.push(diagnostic);
        }
    }
}

/// More messages than this are not kept: far fewer are ever shown.
const KEPT_MAX: usize = 2_000;

#[cfg(test)]
mod tests;
