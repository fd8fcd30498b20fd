//! `use`: imports are followed once, each to an item, a variant or a module.

use super::scope::{Scope, Target};
use super::{Resolver, diagnostics};
use crate::ast::{Ident, UseEnd, UseTree};
use crate::load::ModuleId;

/// One imported name.
pub(super) struct Import {
    pub(super) module: ModuleId,
    /// The path in full, the list it stands in taken apart.
    pub(super) path: Vec<Ident>,
    /// What it is called here.
    pub(super) name: Ident,
    pub(super) public: bool,
    pub(super) used: bool,
    state: State,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    Waiting,
    Following,
    Done(Option<Target>),
}

impl Import {
    /// Takes the tree of a `use` apart.
    pub(super) fn collect(tree: &UseTree, module: ModuleId, public: bool, found: &mut Vec<Self>, before: &[Ident]) {
        let path: Vec<Ident> = before.iter().chain(tree.path.iter()).copied().collect();
        match &tree.end {
            UseEnd::List(trees) => {
                for tree in trees {
                    Self::collect(tree, module, public, found, &path);
                }
            }
            UseEnd::Name(alias) => {
                let Some(name) = alias.or(path.last().copied()) else { return };
                found.push(Self { module, path, name, public, used: false, state: State::Waiting });
            }
        }
    }
}

impl Import {
    /// Whether it leads to something.
    pub(super) fn is_good(&self) -> bool {
        matches!(self.state, State::Done(Some(_)))
    }
}

impl Resolver<'_> {
    /// Follows all imports, also those that nothing uses: what they name must exist.
    pub(super) fn resolve_imports(&mut self) {
        for index in 0..self.scopes.imports.len() {
            let _ = self.follow_import(index as u32);
        }
    }

    /// What an import leads to, if it leads anywhere.
    pub(super) fn follow_import(&mut self, index: u32) -> Option<Target> {
        let import = &self.scopes.imports[index as usize];
        match import.state {
            State::Done(target) => return target,
            State::Following => {
                let (name, span) = (self.text(import.name.name), import.name.span);
                self.report(diagnostics::import_of_itself(name, span));
                return None;
            }
            State::Waiting => {}
        }
        self.scopes.imports[index as usize].state = State::Following;
        let import = &self.scopes.imports[index as usize];
        let (module, path) = (import.module, import.path.clone());
        // Imports of imports of imports may be as many as the file has lines.
        let target = stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || self.follow_path(module, &path));
        self.scopes.imports[index as usize].state = State::Done(target);
        target
    }

    fn follow_path(&mut self, module: ModuleId, path: &[Ident]) -> Option<Target> {
        let (first, rest) = path.split_first()?;
        let mut target = self.import_start(module, *first, rest.is_empty())?;
        for segment in rest {
            target = self.member_of(target, *segment, module)?;
        }
        Some(target)
    }

    fn import_start(&mut self, module: ModuleId, first: Ident, is_alone: bool) -> Option<Target> {
        match self.path_start(module, first) {
            Start::Found(target) => Some(target),
            Start::Broken => None,
            Start::Unknown if first.name == self.words.std && !is_alone => Some(Target::Module(STD)),
            Start::Unknown => {
                let text = self.text(first.name);
                let is_lost = self.program.module(module).ast.lost.contains(&first.name);
                let near = self.nearest_start(module, first.name);
                let diagnostic = match text {
                    _ if is_lost => return None,
                    "std" => diagnostics::std_alone(first.span),
                    "super" => diagnostics::no_super(first.span),
                    "crate" | "self" => diagnostics::no_crate(text, first.span),
                    _ if self.program.std_names.contains(&text) => diagnostics::std_without_prefix(text, first.span),
                    _ => diagnostics::unknown_module(text, first.span, near),
                };
                self.report(diagnostic);
                None
            }
        }
    }

    /// Where a path can start: this file's names, the entry's modules, `super`.
    pub(super) fn path_start(&mut self, module: ModuleId, first: Ident) -> Start {
        if first.name == self.words.super_ {
            return self.program.module(module).parent.map_or(Start::Unknown, |it| Start::Found(Target::Module(it)));
        }
        let scope = &self.scopes.modules[module.index()];
        let own = scope.modules.get(&first.name).or(scope.items.get(&first.name)).map(|it| it.target);
        // An import that is being followed cannot explain itself: `use json::json` starts elsewhere.
        let own = own.filter(|it| !matches!(it, Target::Import(at) if self.is_following(*at)));
        let entry = || self.scopes.entry.and_then(|entry| self.scopes.modules[entry.index()].modules.get(&first.name));
        let found = own.or_else(|| entry().map(|it| it.target)).or_else(|| self.given(module, first.name));
        match found.map(|target| self.settle(target)) {
            None => Start::Unknown,
            Some(None) => Start::Broken,
            Some(Some(target)) => Start::Found(target),
        }
    }

    fn is_following(&self, index: u32) -> bool {
        self.scopes.imports[index as usize].state == State::Following
    }

    /// The end of a chain of imports; the first one counts as used.
    pub(super) fn settle(&mut self, target: Target) -> Option<Target> {
        let Target::Import(index) = target else { return Some(target) };
        self.scopes.imports[index as usize].used = true;
        self.follow_import(index)
    }

    /// `target::segment`, seen from `from`.
    pub(super) fn member_of(&mut self, target: Target, segment: Ident, from: ModuleId) -> Option<Target> {
        match target {
            Target::Module(STD) => self.std_module(segment),
            Target::Module(module) if segment.name == self.words.super_ => match self.program.module(module).parent {
                Some(parent) => Some(Target::Module(parent)),
                None => {
                    self.report(diagnostics::no_super(segment.span));
                    None
                }
            },
            Target::Module(module) => self.module_member(module, segment, from),
            Target::Item(id) => {
                let variants = super::scope::variants(self.program, id);
                let found = variants.iter().position(|it| it.name.name == segment.name);
                match found {
                    Some(index) => Some(Target::Variant(id, index as u32)),
                    None if self.may_have_member(id, segment.name) => {
                        let diagnostic =
                            diagnostics::import_of_member(self.item_name(id), self.text(segment.name), segment.span);
                        self.report(diagnostic);
                        None
                    }
                    None => {
                        let near = variants.iter().map(|it| self.text(it.name.name));
                        let near = crate::diagnostic::suggest::nearest(self.text(segment.name), near);
                        let owner = self.item_name(id);
                        let diagnostic =
                            diagnostics::unknown_member(owner, self.text(segment.name), segment.span, near);
                        self.report(diagnostic);
                        None
                    }
                }
            }
            Target::Variant(id, index) => {
                let variant = super::scope::variants(self.program, id).get(index as usize);
                let text = variant.map_or("this", |it| self.text(it.name.name));
                self.report(diagnostics::not_a_module(text, segment.span));
                None
            }
            Target::Import(_) => None,
        }
    }

    fn std_module(&mut self, segment: Ident) -> Option<Target> {
        if let Some(id) = self.program.std_modules.get(&segment.name) {
            return Some(Target::Module(*id));
        }
        let text = self.text(segment.name);
        let near = crate::diagnostic::suggest::nearest(text, self.program.std_names.iter().copied());
        self.report(diagnostics::unknown_std_module(text, segment.span, near, &self.program.std_names));
        None
    }

    fn module_member(&mut self, module: ModuleId, segment: Ident, from: ModuleId) -> Option<Target> {
        let scope = &self.scopes.modules[module.index()];
        let binding = scope.items.get(&segment.name).or(scope.modules.get(&segment.name)).copied();
        let Some(binding) = binding else {
            self.report_unknown_in_module(module, segment);
            return None;
        };
        if !binding.public && module != from {
            let owner = self.program.module(module);
            let text = self.text(segment.name);
            let diagnostic = match owner.is_library() {
                true => diagnostics::private_of_library(text, &owner.name, segment.span),
                false => diagnostics::private(text, &owner.name, segment.span, binding.span),
            };
            self.report(diagnostic);
        }
        self.settle(binding.target)
    }

    fn report_unknown_in_module(&mut self, module: ModuleId, segment: Ident) {
        if self.program.module(module).ast.lost.contains(&segment.name) {
            return;
        }
        let text = self.text(segment.name);
        let near = {
            let scope: &Scope = &self.scopes.modules[module.index()];
            let names = scope.items.iter().chain(&scope.modules).filter(|(_, binding)| binding.public);
            let mut names: Vec<&str> = names.map(|(name, _)| self.program.names.text(*name)).collect();
            names.sort_unstable();
            crate::diagnostic::suggest::nearest(text, names)
        };
        let owner = format!("the module `{}`", self.program.module(module).name);
        self.report(diagnostics::unknown_member(&owner, text, segment.span, near));
    }
}

/// What the first name of a path leads to.
pub(super) enum Start {
    Found(Target),
    /// An import that leads nowhere, which was reported.
    Broken,
    Unknown,
}

/// The module `std` itself, which has no file.
pub(super) const STD: ModuleId = ModuleId(u32::MAX);
