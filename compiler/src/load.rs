//! From an entry file to all modules of a program, lexed and parsed.
//!
//! Files come through [`Sources`], so the same code serves the command, tests and an editor's unsaved buffers. A file
//! is a module, loaded once, however many files say `mod` about it. The library is loaded the same way from texts the
//! caller passes: its prelude always, its modules when a `use std::…` asks for them.

mod diagnostics;

use std::ops::Range;
use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;

use crate::ast::{Ast, Entry, Ident, Item, ItemKind, Names, Symbol, UseEnd, UseTree};
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, SourceMap, Span};
use crate::{lex, parse};

/// Where source files come from.
pub trait Sources {
    /// The bytes of a file; `Ok(None)` where there is none, `Err` with the reason where it cannot be read.
    fn read(&self, path: &Path) -> Result<Option<Vec<u8>>, String>;
}

/// The library that programs are compiled with: names of modules and their texts.
#[derive(Clone, Copy, Default)]
pub struct Library {
    /// What is in scope without asking.
    pub prelude: &'static [(&'static str, &'static str)],
    /// What is in scope besides, for programs that have tools, agents and the like, or name something of it.
    pub agents: &'static [(&'static str, &'static str)],
    /// What `use std::name` gives.
    pub modules: &'static [(&'static str, &'static str)],
}

/// A module of a [`Program`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ModuleId(pub u32);

impl ModuleId {
    /// The id as an index into a side table.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where a module comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The file that the program starts in.
    Entry,
    /// A file of the program.
    File,
    /// A part of the library that is always in scope.
    Prelude,
    /// A module below `std::`.
    Std,
}

/// One file of a program.
pub struct Module {
    /// Its last name: `text` of `geometry::text`.
    pub name: String,
    /// Where it comes from.
    pub origin: Origin,
    /// Its text.
    pub file: FileId,
    /// Its tree.
    pub ast: Ast,
    /// The module whose `mod` loaded it first.
    pub parent: Option<ModuleId>,
    /// The modules that it says `mod` about.
    pub children: FxHashMap<Symbol, ModuleId>,
}

impl Module {
    /// Whether this is a part of the library.
    pub fn is_library(&self) -> bool {
        matches!(self.origin, Origin::Prelude | Origin::Std)
    }
}

/// All modules of a program.
#[derive(Default)]
pub struct Program {
    /// The texts, for messages.
    pub sources: SourceMap,
    /// All names.
    pub names: Names,
    /// The modules, a declaring one before those it declares, the library last.
    pub modules: Vec<Module>,
    /// The modules below `std::` that are loaded, by name.
    pub std_modules: FxHashMap<Symbol, ModuleId>,
    /// The names of all modules below `std::`.
    pub std_names: Vec<&'static str>,
    /// Whether all of the library that is in scope was read.
    pub is_whole: bool,
}

impl Program {
    /// The module behind an id.
    pub fn module(&self, id: ModuleId) -> &Module {
        &self.modules[id.index()]
    }

    /// All ids, in order.
    pub fn module_ids(&self) -> impl Iterator<Item = ModuleId> + use<> {
        (0..self.modules.len() as u32).map(ModuleId)
    }

    /// The module that the program starts in.
    pub fn entry(&self) -> Option<ModuleId> {
        self.module_ids().find(|id| self.module(*id).origin == Origin::Entry)
    }
}

/// A piece of the module that a program starts in, where that stands in several.
#[derive(Clone, Debug)]
pub struct Part {
    /// What it is called in messages.
    pub name: String,
    /// The file that it counts as: its modules are looked for beside that.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
}

/// Loads a program whose first module stands in several pieces, with all of the library.
pub fn load_parts(parts: &[Part], sources: &dyn Sources, library: Library) -> (Program, Vec<Diagnostic>) {
    let mut loader = Loader::new(sources, library);
    loader.parts(parts);
    loader.library(true);
    (loader.program, loader.diagnostics)
}

/// Loads a program from its entry file.
///
/// What the library has for agents is left out where the program does without it, since it takes as long to read as all the
/// rest; [`Program::is_whole`] says so.
pub fn load(entry: &Path, sources: &dyn Sources, library: Library) -> (Program, Vec<Diagnostic>) {
    load_with(entry, sources, library, false)
}

/// The same with all of the library.
pub fn load_whole(entry: &Path, sources: &dyn Sources, library: Library) -> (Program, Vec<Diagnostic>) {
    load_with(entry, sources, library, true)
}

fn load_with(entry: &Path, sources: &dyn Sources, library: Library, wants_all: bool) -> (Program, Vec<Diagnostic>) {
    let mut loader = Loader::new(sources, library);
    loader.entry(entry);
    loader.library(wants_all);
    (loader.program, loader.diagnostics)
}

struct Loader<'a> {
    program: Program,
    diagnostics: Vec<Diagnostic>,
    sources: &'a dyn Sources,
    library: Library,
    by_path: FxHashMap<PathBuf, ModuleId>,
    /// The files whose `mod`s are being followed, outermost first: what a cycle is made of.
    loading: Vec<PathBuf>,
}

/// A `mod` that is still to be followed.
struct Wanted {
    name: Ident,
}

/// How deep modules may declare each other.
const MODULE_DEPTH_MAX: usize = 128;

impl<'a> Loader<'a> {
    fn new(sources: &'a dyn Sources, library: Library) -> Self {
        let std_names = library.modules.iter().map(|(name, _)| *name).collect();
        Self {
            program: Program { std_names, ..Program::default() },
            diagnostics: Vec::new(),
            sources,
            library,
            by_path: FxHashMap::default(),
            loading: Vec::new(),
        }
    }

    /// Reads the pieces of the first module, and everything they declare with `mod`.
    fn parts(&mut self, parts: &[Part]) {
        let mut ast = Ast::default();
        let mut last = FileId(0);
        let mut ends = Vec::new();
        for part in parts {
            let Some(file) = self.program.sources.add(part.name.clone(), part.text.clone()) else {
                self.diagnostics.push(diagnostics::too_large(&part.path));
                continue;
            };
            let source = self.program.sources.file(file);
            let (tokens, found) = lex::lex(source);
            self.diagnostics.extend(found);
            let (tree, found) = parse::parse_more(source, &tokens, &mut self.program.names, ast);
            self.diagnostics.extend(found);
            ast = tree;
            last = file;
            ends.push((ast.entries.len(), part));
        }
        let id = ModuleId(self.program.modules.len() as u32);
        let children = FxHashMap::default();
        let name = "main".to_owned();
        self.program.modules.push(Module { name, origin: Origin::Entry, file: last, ast, parent: None, children });
        let mut start = 0;
        for (end, part) in ends {
            self.loading.push(part.path.clone());
            self.follow(id, start..end, &part.path);
            self.loading.pop();
            start = end;
        }
    }

    fn entry(&mut self, path: &Path) {
        match self.sources.read(path) {
            Ok(Some(bytes)) => {
                self.file(path, bytes, Origin::Entry, None);
            }
            Ok(None) => {
                let meant = path.with_extension("conc");
                let is_there = matches!(self.sources.read(&meant), Ok(Some(_)));
                self.diagnostics.push(diagnostics::no_entry(path, is_there.then_some(meant.as_path())));
            }
            Err(reason) => self.diagnostics.push(diagnostics::unreadable(path, &reason, None)),
        }
    }

    /// Reads one file and everything it declares with `mod`.
    fn file(&mut self, path: &Path, bytes: Vec<u8>, origin: Origin, parent: Option<ModuleId>) -> Option<ModuleId> {
        let name = path.file_stem().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
        let (text, bad_at) = decode(bytes);
        let shown = path.to_string_lossy().into_owned();
        let Some(file) = self.program.sources.add(shown, text) else {
            self.diagnostics.push(diagnostics::too_large(path));
            return None;
        };
        if let Some(at) = bad_at {
            let base = self.program.sources.file(file).base();
            self.diagnostics.push(diagnostics::not_utf8(path, Span::new(base + at, base + at)));
        }
        let id = self.module(name, file, origin, parent, bad_at.is_none());
        self.by_path.insert(path.to_owned(), id);
        self.loading.push(path.to_owned());
        self.follow(id, 0..usize::MAX, path);
        self.loading.pop();
        Some(id)
    }

    fn module(
        &mut self,
        name: String,
        file: FileId,
        origin: Origin,
        parent: Option<ModuleId>,
        is_text: bool,
    ) -> ModuleId {
        let source = self.program.sources.file(file);
        let mut ast = Ast::default();
        if is_text {
            let (tokens, found) = lex::lex(source);
            self.diagnostics.extend(found);
            let (tree, found) = parse::parse(source, &tokens, &mut self.program.names);
            self.diagnostics.extend(found);
            ast = tree;
        }
        let id = ModuleId(self.program.modules.len() as u32);
        self.program.modules.push(Module { name, origin, file, ast, parent, children: FxHashMap::default() });
        id
    }

    /// Follows the `mod`s among some entries of a module, which stand in a file.
    fn follow(&mut self, id: ModuleId, entries: Range<usize>, path: &Path) {
        let items = self.program.module(id).ast.entries.iter().take(entries.end).skip(entries.start);
        let wanted: Vec<Wanted> = items
            .filter_map(|entry| match entry {
                Entry::Item(Item { kind: ItemKind::Mod(name), .. }) => Some(Wanted { name: *name }),
                _ => None,
            })
            .collect();
        for wanted in wanted {
            let child = self.child(id, path, &wanted);
            let module = &mut self.program.modules[id.index()];
            match child {
                Some(child) => {
                    module.children.insert(wanted.name.name, child);
                }
                // That nothing in it is known follows from what was just said.
                None => {
                    module.ast.lost.insert(wanted.name.name);
                }
            }
        }
    }

    fn child(&mut self, parent: ModuleId, path: &Path, wanted: &Wanted) -> Option<ModuleId> {
        let name = self.program.names.text(wanted.name.name).to_owned();
        let folder = path.parent().unwrap_or(Path::new(""));
        let beside = folder.join(format!("{name}.conc"));
        let inside = folder.join(&name).join("mod.conc");
        let (path, bytes) = match (self.read(&beside, wanted)?, self.read(&inside, wanted)?) {
            (Some(_), Some(_)) => {
                self.diagnostics.push(diagnostics::two_files(&name, wanted.name.span, &beside, &inside));
                return None;
            }
            (Some(bytes), None) => (beside, bytes),
            (None, Some(bytes)) => (inside, bytes),
            (None, None) => {
                self.diagnostics.push(diagnostics::no_file(&name, wanted.name.span, &beside, &inside));
                return None;
            }
        };
        if let Some(start) = self.loading.iter().position(|it| *it == path) {
            let cycle: Vec<&Path> = self.loading[start..].iter().map(PathBuf::as_path).collect();
            self.diagnostics.push(diagnostics::cycle(wanted.name.span, &cycle));
            return None;
        }
        if let Some(known) = self.by_path.get(&path) {
            return Some(*known);
        }
        if self.loading.len() >= MODULE_DEPTH_MAX {
            self.diagnostics.push(diagnostics::too_deep(wanted.name.span, MODULE_DEPTH_MAX));
            return None;
        }
        let child = self.file(&path, bytes, Origin::File, Some(parent))?;
        // A module in a folder is called like the folder.
        self.program.modules[child.index()].name = name;
        Some(child)
    }

    /// The file if there is one; nothing, after a message, where it cannot be read.
    fn read(&mut self, path: &Path, wanted: &Wanted) -> Option<Option<Vec<u8>>> {
        match self.sources.read(path) {
            Ok(bytes) => Some(bytes),
            Err(reason) => {
                self.diagnostics.push(diagnostics::unreadable(path, &reason, Some(wanted.name.span)));
                None
            }
        }
    }

    /// The prelude, and the `std::` modules that anything loaded so far asks for, and what those ask for.
    fn library(&mut self, wants_all: bool) {
        self.program.is_whole = wants_all || self.has_agents() || self.names_agents();
        let agents = if self.program.is_whole { self.library.agents } else { &[] };
        for (name, text) in self.library.prelude.iter().chain(agents) {
            self.library_module(name, text, Origin::Prelude);
        }
        let mut next = 0;
        while next < self.program.modules.len() {
            for name in self.std_uses(next) {
                if self.program.std_modules.contains_key(&name) {
                    continue;
                }
                let text = self.program.names.text(name);
                if let Some((name, text)) = self.library.modules.iter().find(|(it, _)| *it == text) {
                    self.library_module(name, text, Origin::Std);
                }
            }
            next += 1;
        }
    }

    /// Whether the program declares something that the library for agents is about.
    fn has_agents(&self) -> bool {
        let items = self.program.modules.iter().flat_map(|it| it.ast.items());
        items.into_iter().any(|it| {
            matches!(
                it.kind,
                ItemKind::Tool(_)
                    | ItemKind::Agent(_)
                    | ItemKind::Host(_)
                    | ItemKind::ProviderTool(_)
                    | ItemKind::Mcp(_)
                    | ItemKind::Memory(_)
                    | ItemKind::Ledger(_)
                    | ItemKind::Store(_)
                    | ItemKind::Pipeline(_)
            )
        })
    }

    /// Whether the program has a name that the library for agents declares.
    fn names_agents(&self) -> bool {
        const WORDS: [&str; 5] = ["pub struct ", "pub enum ", "pub fn ", "pub trait ", "pub type "];
        let lines = self.library.agents.iter().flat_map(|(_, text)| text.lines());
        let declared = lines.filter_map(|line| WORDS.iter().find_map(|word| line.strip_prefix(word)));
        let names = declared.filter_map(|it| it.split(|it: char| !it.is_alphanumeric() && it != '_').next());
        names.into_iter().any(|it| self.program.names.find(it).is_some())
    }

    fn library_module(&mut self, name: &str, text: &str, origin: Origin) {
        let Some(file) = self.program.sources.add(format!("std/{name}.conc"), text) else { return };
        let id = self.module(name.to_owned(), file, origin, None, true);
        if origin == Origin::Std {
            let symbol = self.program.names.intern(name);
            self.program.std_modules.insert(symbol, id);
        }
    }

    /// The names after `std::` in the imports and paths of a module.
    fn std_uses(&mut self, module: usize) -> Vec<Symbol> {
        let std = self.program.names.intern("std");
        let ast = &self.program.modules[module].ast;
        let mut found = Vec::new();
        for item in ast.items() {
            if let ItemKind::Use(tree) = &item.kind {
                collect_std(tree, std, &mut found);
            }
        }
        for path in ast.paths() {
            if let [first, second, ..] = &*path.segments
                && first.name.name == std
            {
                found.push(second.name.name);
            }
        }
        found
    }
}

fn collect_std(tree: &UseTree, std: Symbol, found: &mut Vec<Symbol>) {
    match (&*tree.path, &tree.end) {
        ([first], UseEnd::List(trees)) if first.name == std => {
            found.extend(trees.iter().filter_map(|tree| tree.path.first()).map(|it| it.name));
        }
        ([first, second, ..], _) if first.name == std => found.push(second.name),
        _ => {}
    }
}

/// The text of a file, and where it stops being UTF-8.
fn decode(bytes: Vec<u8>) -> (String, Option<u32>) {
    match String::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(error) => {
            let at = error.utf8_error().valid_up_to() as u32;
            (String::from_utf8_lossy(error.as_bytes()).into_owned(), Some(at))
        }
    }
}

#[cfg(test)]
mod tests;
