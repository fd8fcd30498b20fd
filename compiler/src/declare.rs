//! What a program declares for models and servers: tools, schemas, agents, servers, memories, as sections of the IR; and
//! what others have to know of declarations: constants as JSON, schemas of types, decorators.
//!
//! Comes in: a checked program. Goes out: JSON, and descriptions of fields and parameters. Tools are here whether the
//! program's own code uses them or not: the runtime may offer them to others.

mod agent;
mod constant;
mod decorated;
mod fields;
mod offer;
mod schema;
mod tool;
mod words;

use concerto_ir::declared::{Declarations, Declared};
use serde_json::{Map, Value};

pub(crate) use offer::offers;
pub(crate) use schema::nothing;

use crate::ast::{Ast, Decorator, Entry, Expr, ExprId, Item, ItemKind, Symbol};
use crate::load::{ModuleId, Program};
use crate::resolve::{ItemId, Res, Resolved};
use crate::tree::Work;
use crate::types::{self, FnSig, Ty, Typed};

/// What is known of the declarations of a program.
pub(crate) struct About<'c> {
    /// Its modules.
    pub(crate) program: &'c Program,
    resolved: &'c Resolved,
    /// Its types.
    pub(crate) typed: &'c mut Typed,
}

impl<'c> About<'c> {
    pub(crate) fn new(program: &'c Program, resolved: &'c Resolved, typed: &'c mut Typed) -> Self {
        Self { program, resolved, typed }
    }

    /// The declarations of the program, in the order of its modules and lines. `ask` gives the number of a function.
    pub(crate) fn declarations(&mut self, ask: &mut dyn FnMut(Work) -> u32) -> Declarations {
        let mut declared = Declarations::default();
        for item in self.own_items() {
            match self.item(item).map(|it| &it.kind) {
                Some(ItemKind::Tool(it)) => declared.tools.push(self.tool(item, it, ask)),
                Some(ItemKind::Mcp(_)) => declared.mcp.push(self.server(item)),
                Some(ItemKind::Agent(it)) => declared.agents.push(self.agent(item, it)),
                Some(ItemKind::ProviderTool(it)) => declared.provider_tools.push(self.provider_tool(item, it)),
                Some(ItemKind::Memory(it)) => declared.memories.push(self.memory(item, it)),
                _ => {}
            }
        }
        self.add_schemas(&mut declared);
        declared
    }

    pub(crate) fn ast(&self, module: ModuleId) -> &'c Ast {
        &self.program.module(module).ast
    }

    pub(crate) fn text(&self, symbol: Symbol) -> &'c str {
        self.program.names.text(symbol)
    }

    pub(crate) fn res(&self, module: ModuleId, id: ExprId) -> Res {
        self.resolved.modules[module.index()].exprs[id.index()]
    }

    pub(crate) fn item(&self, id: ItemId) -> Option<&'c Item> {
        item(self.program, id)
    }

    /// The text that a decorator has in its parentheses.
    pub(crate) fn first_text(&self, module: ModuleId, decorator: &Decorator) -> Option<String> {
        match self.ast(module).expr(decorator.args.first()?.value) {
            Expr::Str(text) => Some(self.text(*text).to_owned()),
            _ => None,
        }
    }

    /// The value of a constant, and the module it stands in.
    pub(crate) fn constant(&self, item: ItemId) -> Option<(ModuleId, ExprId)> {
        match &self.item(item)?.kind {
            ItemKind::Const(it) => Some((item.module, it.value)),
            _ => None,
        }
    }

    pub(crate) fn adt_name(&self, item: ItemId) -> String {
        self.typed.signatures.adts.get(&item).map_or("_", |it| self.text(it.name)).to_owned()
    }

    pub(crate) fn variant_name(&self, item: ItemId, index: u32) -> String {
        let sig = self.typed.signatures.adts.get(&item);
        let name = sig.and_then(|sig| match &sig.shape {
            types::Shape::Enum(variants) => variants.get(index as usize).map(|it| it.name),
            _ => None,
        });
        name.map_or("_", |it| self.text(it)).to_owned()
    }

    /// The tree of a function; the `run` of a pipeline has none.
    pub(crate) fn tree_of(&self, sig: &FnSig) -> Option<&'c crate::ast::Fn> {
        tree_of(self.program, sig)
    }

    /// The items of the program's own modules.
    pub(crate) fn own_items(&self) -> Vec<ItemId> {
        let modules = self.program.module_ids().filter(|it| !self.program.module(*it).is_library());
        let items = modules.flat_map(|module| {
            let entries = self.program.module(module).ast.entries.iter().enumerate();
            let items = entries.filter(|it| matches!(it.1, Entry::Item(_)));
            items.map(move |(at, _)| ItemId { module, index: at as u32 })
        });
        items.collect()
    }

    /// The schemas of a program. They share their definitions: what many contain is written once.
    fn add_schemas(&mut self, declared: &mut Declarations) {
        let is_plain = |it: &ItemId| match self.item(*it).map(|it| &it.kind) {
            Some(ItemKind::Schema(it)) => it.generics.is_empty(),
            _ => false,
        };
        let items: Vec<ItemId> = self.own_items().into_iter().filter(is_plain).collect();
        let types: Vec<Ty> = items.iter().map(|it| self.typed.types.adt(*it, &[])).collect();
        let (schemas, definitions) = self.schemas_of(&types);
        for (item, schema) in items.into_iter().zip(schemas) {
            let schema = self.declared_as(item, Map::from_iter([("schema".to_owned(), schema)]));
            declared.schemas.push(schema);
        }
        declared.definitions = definitions;
    }

    /// A declaration with its names.
    fn declared_as(&self, item: ItemId, about: Map<String, Value>) -> Declared {
        Declared { name: self.item_name(item), module: self.program.module(item.module).name.clone(), about }
    }

    /// What an item is called.
    pub(crate) fn item_name(&self, item: ItemId) -> String {
        let name = self.item(item).and_then(|it| it.kind.name());
        name.map_or("_", |it| self.program.names.text(it.name)).to_owned()
    }

    /// The success and failure types of what a function gives.
    pub(crate) fn outcome_types(&self, ty: Ty) -> (Ty, Option<Ty>) {
        match self.typed.types.kind(ty) {
            types::Kind::Adt(item, args) if item == self.typed.builtins.result => match *self.typed.types.list(args) {
                [ok, error] => (ok, Some(error)),
                _ => (ty, None),
            },
            _ => (ty, None),
        }
    }
}

/// A declaration.
pub(crate) fn item(program: &Program, id: ItemId) -> Option<&Item> {
    match program.module(id.module).ast.entries.get(id.index as usize)? {
        Entry::Item(item) => Some(item),
        Entry::Stmt(_) => None,
    }
}

/// The tree of a function; the `run` of a pipeline has none.
pub(crate) fn tree_of<'c>(program: &'c Program, sig: &FnSig) -> Option<&'c crate::ast::Fn> {
    match (&item(program, sig.item)?.kind, sig.place) {
        (ItemKind::Fn(it), None) => Some(it),
        (ItemKind::Pipeline(it), place) => {
            let stages = it.steps.iter().filter_map(|it| match it {
                crate::ast::Step::Stage(method) => Some(&method.function),
                crate::ast::Step::Repeat { .. } => None,
            });
            stages.into_iter().nth(place? as usize)
        }
        (kind, Some(place)) => kind.methods().get(place as usize).map(|it| &it.function),
        _ => None,
    }
}
