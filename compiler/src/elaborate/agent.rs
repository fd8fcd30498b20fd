//! Agents, memories, ledgers and stores as values: what their declarations say is evaluated once, when the program starts.

use super::{Body, Elaborator};
use crate::ast::{Expr, ItemKind, Resource, Settings};
use crate::lang::LangItem;
use crate::resolve::ItemId;
use crate::tree::{ExprId, ExprKind, Global};
use crate::types::{Kind, Substitution, Ty, Typed};

impl Elaborator<'_> {
    /// The items that are evaluated at the start and then stay: agents last, since they name others.
    fn lasting_items(&self, typed: &mut Typed) -> Vec<ItemId> {
        let items = self.about(typed).own_items();
        let kind = |it: &ItemId| self.item(*it).map(|it| &it.kind);
        let is_resource =
            |it: &&ItemId| matches!(kind(it), Some(ItemKind::Memory(_) | ItemKind::Ledger(_) | ItemKind::Store(_)));
        let resources = items.iter().filter(is_resource);
        let agents = items.iter().filter(|it| matches!(kind(it), Some(ItemKind::Agent(_))));
        resources.chain(agents).copied().collect()
    }
}

impl<'c> Body<'_, 'c> {
    /// Evaluates agents, memories, ledgers and stores.
    pub(super) fn start_lasting_items(&mut self, stmts: &mut Vec<ExprId>) {
        for item in self.it.lasting_items(self.typed) {
            let value = match self.it.item(item).map(|it| &it.kind) {
                // An agent is made again, since what it names may be another one.
                Some(ItemKind::Memory(_) | ItemKind::Ledger(_) | ItemKind::Store(_)) if self.is_filled(item) => {
                    continue;
                }
                Some(ItemKind::Memory(it) | ItemKind::Ledger(it)) => self.constant(item.module, it.value),
                Some(ItemKind::Store(it)) => {
                    self.elsewhere(item.module, Substitution::default(), |body| body.new_store(item, it))
                }
                Some(ItemKind::Agent(it)) => {
                    self.elsewhere(item.module, Substitution::default(), |body| body.new_agent(item, it))
                }
                _ => continue,
            };
            let it = self.act(ExprKind::PutGlobal(Global::Item(item), value));
            stmts.push(it);
        }
    }

    /// Gives each tool of the program its fields.
    pub(super) fn start_tools(&mut self, stmts: &mut Vec<ExprId>) {
        let mut tools: Vec<ItemId> = self.typed.signatures.tool_fields.keys().copied().collect();
        tools.sort_unstable();
        for item in tools {
            let is_library = self.it.program.module(item.module).is_library();
            if self.is_filled(item) || is_library || !self.has_tool_functions(item) {
                continue;
            }
            let ty = self.typed.types.add(Kind::Item(item));
            let count = self.typed.parts(ty).map_or(0, |it| it.len());
            let fields = (0..count).map(|at| self.default_of_field(ty, None, at)).collect();
            let record = self.put(ExprKind::New(fields), ty);
            let it = self.act(ExprKind::PutGlobal(Global::Item(item), record));
            stmts.push(it);
        }
    }

    fn has_tool_functions(&self, item: ItemId) -> bool {
        self.it.item(item).is_some_and(|it| it.kind.methods().iter().any(|it| it.function.receiver.is_some()))
    }

    /// The type of a declaration as a value.
    pub(super) fn value_type(&self, item: ItemId) -> Option<Ty> {
        self.typed.signatures.values.get(&item).copied()
    }

    fn type_arguments(&self, ty: Ty) -> Vec<Ty> {
        match self.typed.types.kind(ty) {
            Kind::Adt(_, given) => self.typed.types.list(given).to_vec(),
            _ => Vec::new(),
        }
    }

    /// A store that is written as a map is made of that one.
    fn new_store(&mut self, item: ItemId, store: &Resource) -> ExprId {
        let value = self.expr(store.value);
        if !matches!(self.ast.expr(store.value), Expr::Map(_)) {
            return value;
        }
        let Some(ty) = self.value_type(item) else { return value };
        let types = self.type_arguments(ty);
        self.generic(LangItem::NewStore, types, vec![value])
    }

    fn new_agent(&mut self, item: ItemId, agent: &'c Settings) -> ExprId {
        self.at(agent.name.span, |body| body.agent_here(item, agent))
    }

    fn agent_here(&mut self, item: ItemId, agent: &'c Settings) -> ExprId {
        let mut about = self.it.about(self.typed);
        let output = match about.setting_of(agent, "output") {
            Some(_) => about.output_schema(item),
            None => None,
        };
        let settled = about.settled(item.module, agent);
        let name = about.item_name(item);
        let function = if output.is_some() { LangItem::DeclaredAgentOf } else { LangItem::DeclaredAgent };
        let Some(made) = self.it.library_function(self.typed, function) else {
            return self.internal("an agent without the library");
        };
        let settings = self.typed.signatures.function(made).params.last().map(|it| it.ty);
        let Some(settings) = settings else { return self.internal("an agent without settings") };
        let string = self.typed.builtins.string;
        let texts = self.typed.types.adt(self.typed.builtins.array, &[string]);
        let name = self.words(&name);
        let providers = settled.providers.iter().map(|it| self.words(it)).collect();
        let mut args = vec![name, self.put(ExprKind::Array(providers), texts)];
        let mut types = Vec::new();
        if let Some(schema) = output {
            args.push(self.json_text(&schema.to_string()));
            types = self.value_type(item).map(|it| self.type_arguments(it)).unwrap_or_default();
        }
        args.push(self.agent_settings(agent, settings));
        self.generic(function, types, args)
    }

    /// The settings of an agent: the fields of a struct have their names.
    fn agent_settings(&mut self, agent: &'c Settings, ty: Ty) -> ExprId {
        let parts = self.typed.parts(ty).unwrap_or_default();
        let mut values: Vec<Option<ExprId>> = vec![None; parts.len()];
        let mut stmts = Vec::new();
        // As they are written, since they may do something.
        for setting in &agent.settings {
            let Some(at) = parts.iter().position(|(it, _)| *it == Some(setting.name.name)) else { continue };
            let value = match self.text(setting.name.name) {
                "retry" => {
                    let module = self.module;
                    match self.it.about(self.typed).retry_settings(module, setting.value) {
                        Some(retry) => self.json_text(&retry.to_string()),
                        None => self.internal("settings that are computed"),
                    }
                }
                _ => self.expr(setting.value),
            };
            let value = self.kept(value, &mut stmts);
            let is_optional = self.typed.arguments_of(parts[at].1, self.typed.builtins.option).is_some();
            values[at] =
                Some(if is_optional { self.put(ExprKind::Variant(1, vec![value]), parts[at].1) } else { value });
        }
        let mut slots = Vec::with_capacity(parts.len());
        for (value, (_, ty)) in values.into_iter().zip(parts) {
            slots.push(value.unwrap_or_else(|| self.put(ExprKind::Default, ty)));
        }
        let value = self.put(ExprKind::New(slots), ty);
        self.after(stmts, value)
    }
}
