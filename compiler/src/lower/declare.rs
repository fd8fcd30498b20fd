//! What a program declares for models and servers, as sections of the IR: tools, schemas, agents, servers, memories.
//!
//! Tools are here whether the program's own code uses them or not: whoever runs it may offer them to others.

mod agent;
mod decorated;
mod tool;

use concerto_ir::declared::Declared;
use serde_json::{Map, Value};

use super::Lower;
use super::body::Lowered;
use crate::ast::{Entry, ItemKind};
use crate::resolve::ItemId;
use crate::types::{self, Ty};

impl<'c> Lower<'c> {
    /// The declarations of the program, in the order of its modules and lines.
    pub(super) fn declare(&mut self) -> Lowered<()> {
        for item in self.own_items() {
            match self.item(item).map(|it| &it.kind) {
                Some(ItemKind::Tool(_)) => self.declare_tool(item)?,
                Some(ItemKind::Mcp(_)) => self.declare_server(item),
                Some(ItemKind::Agent(it)) => self.declare_agent(item, it),
                Some(ItemKind::ProviderTool(it)) => self.declare_provider_tool(item, it),
                Some(ItemKind::Memory(it)) => self.declare_memory(item, it),
                _ => {}
            }
        }
        self.declare_schemas();
        Ok(())
    }

    /// The items of the program's own modules.
    pub(super) fn own_items(&self) -> Vec<ItemId> {
        let modules = self.program.module_ids().filter(|it| !self.program.module(*it).is_library());
        let items = modules.flat_map(|module| {
            let entries = self.program.module(module).ast.entries.iter().enumerate();
            let items = entries.filter(|it| matches!(it.1, Entry::Item(_)));
            items.map(move |(at, _)| ItemId { module, index: at as u32 })
        });
        items.collect()
    }

    /// The schemas of a program. They share their definitions: what many contain is written once.
    fn declare_schemas(&mut self) {
        let is_plain = |it: &ItemId| match self.item(*it).map(|it| &it.kind) {
            Some(ItemKind::Schema(it)) => it.generics.is_empty(),
            _ => false,
        };
        let items: Vec<ItemId> = self.own_items().into_iter().filter(is_plain).collect();
        let types: Vec<Ty> = items.iter().map(|it| self.typed.types.adt(*it, &[])).collect();
        let (schemas, definitions) = self.schemas_of(&types);
        for (item, schema) in items.into_iter().zip(schemas) {
            let declared = self.declared_as(item, Map::from_iter([("schema".to_owned(), schema)]));
            self.ir.declared.schemas.push(declared);
        }
        self.ir.declared.definitions = definitions;
    }

    /// A declaration with its names.
    fn declared_as(&self, item: ItemId, about: Map<String, Value>) -> Declared {
        Declared { name: self.item_name(item), module: self.program.module(item.module).name.clone(), about }
    }

    /// What an item is called.
    pub(super) fn item_name(&self, item: ItemId) -> String {
        let name = self.item(item).and_then(|it| it.kind.name());
        name.map_or("_", |it| self.program.names.text(it.name)).to_owned()
    }

    /// The success and failure types of what a function gives.
    pub(super) fn outcome_types(&self, ty: Ty) -> (Ty, Option<Ty>) {
        match self.typed.types.kind(ty) {
            types::Kind::Adt(item, args) if item == self.typed.builtins.result => match *self.typed.types.list(args) {
                [ok, error] => (ok, Some(error)),
                _ => (ty, None),
            },
            _ => (ty, None),
        }
    }
}
