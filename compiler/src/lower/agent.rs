//! Agents, memories, ledgers and stores as values: what their declarations say is evaluated once, when the program starts.

use concerto_ir::op::Inst;
use concerto_ir::operand::{Kind, OutRef, Reg, TakeRef};
use serde_json::Value;

use super::Lower;
use super::body::{Body, Lowered};
use crate::ast::{Expr, ItemKind, Resource, Settings};
use crate::resolve::ItemId;
use crate::types::{self, Substitution, Ty};

impl Lower<'_> {
    /// The items that are evaluated at the start and then stay: agents last, since they name others.
    fn lasting_items(&self) -> Vec<ItemId> {
        let kind = |it: &ItemId| self.item(*it).map(|it| &it.kind);
        let items = self.own_items();
        let is_resource =
            |it: &&ItemId| matches!(kind(it), Some(ItemKind::Memory(_) | ItemKind::Ledger(_) | ItemKind::Store(_)));
        let resources = items.iter().filter(is_resource);
        let agents = items.iter().filter(|it| matches!(kind(it), Some(ItemKind::Agent(_))));
        resources.chain(agents).copied().collect()
    }

    /// Whether an item is a value that was made at the start.
    pub(super) fn is_lasting(&self, item: ItemId) -> bool {
        matches!(
            self.item(item).map(|it| &it.kind),
            Some(ItemKind::Memory(_) | ItemKind::Ledger(_) | ItemKind::Store(_) | ItemKind::Agent(_))
        )
    }
}

impl Body<'_, '_> {
    /// Evaluates agents, memories, ledgers and stores.
    pub(super) fn start_lasting_items(&mut self) -> Lowered<()> {
        for item in self.lower.lasting_items() {
            let none = Substitution::default();
            let value = match self.lower.item(item).map(|it| &it.kind) {
                // An agent is made again, since what it names may be another one.
                Some(ItemKind::Memory(_) | ItemKind::Ledger(_) | ItemKind::Store(_)) if self.lower.is_filled(item) => {
                    continue;
                }
                Some(ItemKind::Memory(it) | ItemKind::Ledger(it)) => {
                    self.elsewhere(item.module, none, None, |body| body.own(it.value))?
                }
                Some(ItemKind::Store(it)) => {
                    self.elsewhere(item.module, none, None, |body| body.new_store(item, it))?
                }
                Some(ItemKind::Agent(it)) => {
                    self.elsewhere(item.module, none, None, |body| body.new_agent(item, it))?
                }
                _ => continue,
            };
            let global = self.lower.global(item);
            self.put(Inst::PutGlobal { global, src: TakeRef(value) });
        }
        Ok(())
    }

    /// The value of such an item.
    pub(super) fn lasting(&mut self, item: ItemId) -> Reg {
        let global = self.lower.global(item);
        let dst = self.register(Kind::Ref);
        self.put(Inst::LoadGlobal { dst: OutRef(dst), global });
        dst
    }

    /// A store that is written as a map is made of that one.
    fn new_store(&mut self, item: ItemId, store: &Resource) -> Lowered<Reg> {
        let value = self.own(store.value)?;
        if !matches!(self.ast.expr(store.value), Expr::Map(_)) {
            return Ok(value);
        }
        let function = self.lower.library_function("new_store")?;
        let Some(ty) = self.lower.typed.signatures.values.get(&item).copied() else { return Ok(value) };
        let types = match self.lower.typed.types.kind(ty) {
            types::Kind::Adt(_, given) => self.lower.typed.types.list(given).to_vec(),
            _ => Vec::new(),
        };
        Ok(self.call_function(function, types, vec![value], ty))
    }

    fn new_agent(&mut self, item: ItemId, agent: &Settings) -> Lowered<Reg> {
        let outer = std::mem::replace(&mut self.place, self.lower.place(agent.name.span));
        let output = match self.lower.setting_of(agent, "output") {
            Some(_) => self.lower.output_schema(item),
            None => None,
        };
        let function = match output {
            Some(_) => self.lower.library_function("declared_agent_of")?,
            None => self.lower.library_function("declared_agent")?,
        };
        let sig = self.lower.typed.signatures.function(function).clone();
        let ty = self.lower.typed.signatures.values.get(&item).copied().unwrap_or(sig.result);
        let Some(settings_param) = sig.params.last() else {
            return Err(self.unsupported(agent.name.span, "an agent without the library"));
        };
        let settings_type = settings_param.ty;
        let settled = self.lower.settled(item.module, agent);
        let name = self.lower.item_name(item);
        let name = self.load_text(&name);
        let providers = settled.providers.iter().map(|it| self.load_text(it)).collect();
        let providers = self.new_array(Kind::Ref, providers);
        let mut args = vec![name, providers];
        let mut types = Vec::new();
        if let Some(schema) = output {
            args.push(self.written(&schema)?);
            if let types::Kind::Adt(_, given) = self.lower.typed.types.kind(ty) {
                types = self.lower.typed.types.list(given).to_vec();
            }
        }
        args.push(self.agent_settings(agent, settings_type)?);
        let value = self.call_function(function, types, args, ty);
        self.place = outer;
        Ok(value)
    }

    /// JSON that is known, as a value.
    fn written(&mut self, value: &Value) -> Lowered<Reg> {
        let text = self.load_text(&value.to_string());
        self.library("written", vec![text])
    }

    /// The settings of an agent: the fields of a struct have their names.
    fn agent_settings(&mut self, agent: &Settings, ty: Ty) -> Lowered<Reg> {
        let parts = self.lower.parts(ty).unwrap_or_default();
        let mut values: Vec<Option<Reg>> = vec![None; parts.len()];
        // As they are written, since they may do something.
        for setting in &agent.settings {
            let Some(at) = parts.iter().position(|(it, _)| *it == Some(setting.name.name)) else { continue };
            let name = self.lower.program.names.text(setting.name.name);
            let value = match name {
                "retry" => {
                    let retry = self.lower.retry_settings(self.module, setting.value);
                    let Some(retry) = retry else {
                        let span = self.ast.expr_span(setting.value);
                        return Err(self.unsupported(span, "settings that are computed"));
                    };
                    self.written(&retry)?
                }
                _ => self.own(setting.value)?,
            };
            let is_optional = self.arguments_of(parts[at].1, self.lower.typed.builtins.option).is_some();
            values[at] = Some(if is_optional { self.new_variant(parts[at].1, 1, vec![value]) } else { value });
        }
        let mut slots = Vec::with_capacity(parts.len());
        for (value, (_, ty)) in values.into_iter().zip(parts) {
            slots.push(match value {
                Some(value) => value,
                None => self.default_value(ty)?,
            });
        }
        Ok(self.new_struct(ty, slots))
    }
}
