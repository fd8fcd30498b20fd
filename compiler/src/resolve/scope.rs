//! What is declared at the top level of each module.

use rustc_hash::FxHashMap;

use super::imports::Import;
use super::{ItemId, Words, diagnostics};
use crate::ast::{Entry, Ident, ItemKind, Symbol, VariantData};
use crate::diagnostic::Diagnostic;
use crate::lang::{LangItem, LangItems};
use crate::load::{ModuleId, Origin, Program};
use crate::source::Span;

/// What a top-level name of a module leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    Item(ItemId),
    Variant(ItemId, u32),
    Module(ModuleId),
    /// An import that leads further; see [`super::imports`].
    Import(u32),
}

/// A top-level name of a module.
#[derive(Clone, Copy)]
pub(super) struct Binding {
    pub(super) target: Target,
    pub(super) public: bool,
    pub(super) span: Span,
}

/// The top-level names of one module. Modules have names of their own: `text::size` and a function `text` can coexist.
#[derive(Default)]
pub(super) struct Scope {
    pub(super) items: FxHashMap<Symbol, Binding>,
    pub(super) modules: FxHashMap<Symbol, Binding>,
}

/// The top-level names of all modules.
pub(super) struct Scopes {
    pub(super) modules: Vec<Scope>,
    pub(super) imports: Vec<Import>,
    /// What is in scope without asking, `Some`, `None`, `Ok` and `Err` among it.
    pub(super) prelude: FxHashMap<Symbol, Target>,
    /// What the files of the prelude have among themselves.
    pub(super) library: FxHashMap<Symbol, Target>,
    pub(super) entry: Option<ModuleId>,
    /// The names that inherent and trait impls give to a type.
    pub(super) members: FxHashMap<ItemId, Vec<Symbol>>,
}

/// Collects the declarations of all modules, and reports what is declared twice.
pub(super) fn collect(program: &Program, words: &Words, lang: &LangItems, diagnostics: &mut Vec<Diagnostic>) -> Scopes {
    let mut scopes = Scopes {
        modules: Vec::new(),
        imports: Vec::new(),
        prelude: FxHashMap::default(),
        library: FxHashMap::default(),
        entry: program.entry(),
        members: FxHashMap::default(),
    };
    for id in program.module_ids() {
        let mut collector = Collector {
            program,
            module: id,
            words,
            scope: Scope::default(),
            imports: &mut scopes.imports,
            diagnostics,
        };
        collector.run();
        let scope = collector.scope;
        if program.module(id).origin == Origin::Prelude {
            add_to_prelude(program, lang, &scope, &mut scopes.prelude);
            let own = scope.items.iter().filter(|(_, binding)| !binding.public);
            scopes.library.extend(own.map(|(name, binding)| (*name, binding.target)));
        }
        scopes.modules.push(scope);
    }
    scopes
}

/// All items of a prelude module, and the variants of `Option` and `Result`.
fn add_to_prelude(program: &Program, lang: &LangItems, scope: &Scope, prelude: &mut FxHashMap<Symbol, Target>) {
    let open = [LangItem::Option, LangItem::Result].map(|it| lang.item(it));
    for (name, binding) in &scope.items {
        if !binding.public {
            continue;
        }
        prelude.insert(*name, binding.target);
        let Target::Item(id) = binding.target else { continue };
        if !open.contains(&Some(id)) {
            continue;
        }
        if let Entry::Item(item) = &program.module(id.module).ast.entries[id.index as usize]
            && let ItemKind::Enum(it) = &item.kind
        {
            for (index, variant) in it.variants.iter().enumerate() {
                prelude.insert(variant.name.name, Target::Variant(id, index as u32));
            }
        }
    }
}

struct Collector<'a> {
    program: &'a Program,
    module: ModuleId,
    words: &'a Words,
    scope: Scope,
    imports: &'a mut Vec<Import>,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Collector<'_> {
    fn run(&mut self) {
        let module = self.program.module(self.module);
        for (index, entry) in module.ast.entries.iter().enumerate() {
            let Entry::Item(item) = entry else { continue };
            let public = item.public.is_some();
            match &item.kind {
                ItemKind::Mod(name) => {
                    if let Some(child) = module.children.get(&name.name) {
                        self.declare_module(*name, Target::Module(*child), public);
                    }
                }
                ItemKind::Use(tree) => Import::collect(tree, self.module, public, self.imports, &[]),
                kind => {
                    if let Some(name) = kind.name() {
                        let id = ItemId { module: self.module, index: index as u32 };
                        self.declare(name, Target::Item(id), public);
                    }
                }
            }
        }
        let mine: Vec<(u32, Ident, bool)> = self
            .imports
            .iter()
            .enumerate()
            .filter(|(_, import)| import.module == self.module)
            .map(|(index, import)| (index as u32, import.name, import.public))
            .collect();
        for (index, name, public) in mine {
            self.declare(name, Target::Import(index), public);
        }
        self.report_entry_rules();
    }

    fn declare(&mut self, name: Ident, target: Target, public: bool) {
        let binding = Binding { target, public, span: name.span };
        let old = self.scope.items.get(&name.name).copied();
        match old {
            Some(old) => {
                let text = self.program.names.text(name.name);
                let (first, second) = if old.span < name.span { (old.span, name.span) } else { (name.span, old.span) };
                self.diagnostics.push(diagnostics::declared_twice(text, second, first));
                // That they are not used follows from that.
                for target in [target, old.target] {
                    if let Target::Import(index) = target {
                        self.imports[index as usize].used = true;
                    }
                }
            }
            None => {
                self.scope.items.insert(name.name, binding);
            }
        }
    }

    fn declare_module(&mut self, name: Ident, target: Target, public: bool) {
        let binding = Binding { target, public, span: name.span };
        if let Some(old) = self.scope.modules.insert(name.name, binding) {
            let text = self.program.names.text(name.name);
            self.diagnostics.push(diagnostics::declared_twice(text, name.span, old.span));
        }
    }

    /// `main` and statements exclude each other; only the entry has statements.
    fn report_entry_rules(&mut self) {
        let module = self.program.module(self.module);
        let readable = |stmt: &&crate::ast::Stmt| !matches!(stmt.kind, crate::ast::StmtKind::Error);
        let Some(first) = module.ast.statements().find(readable) else { return };
        let main = self.scope.items.get(&self.words.main).filter(|it| matches!(it.target, Target::Item(_)));
        if module.origin != Origin::Entry {
            self.diagnostics.push(diagnostics::statements_in_module(first.span));
        } else if let Some(main) = main {
            self.diagnostics.push(diagnostics::main_and_statements(first.span, main.span));
        }
    }
}

/// The variants that an item has, as far as it is an enum.
pub(super) fn variants(program: &Program, id: ItemId) -> &[crate::ast::Variant] {
    match &program.module(id.module).ast.entries[id.index as usize] {
        Entry::Item(item) => match &item.kind {
            ItemKind::Enum(it) => &it.variants,
            _ => &[],
        },
        Entry::Stmt(_) => &[],
    }
}

/// Whether a variant has data in parentheses.
pub(super) fn takes_data(data: &VariantData) -> bool {
    matches!(data, VariantData::Tuple(_))
}
