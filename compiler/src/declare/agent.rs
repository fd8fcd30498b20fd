//! Agents, tools of providers and memories: the settings whose values are written out, and the names of the others.

use concerto_ir::declared::Declared;
use serde_json::{Map, Value, json};

use super::About;
use crate::ast::{Expr, ExprId, Resource, Setting, Settings};
use crate::load::ModuleId;
use crate::resolve::{ItemId, Res};
use crate::types::{self};

/// What is known of an agent's settings before the program runs.
pub(crate) struct Settled {
    /// The connections that are tried, in order.
    pub(crate) providers: Vec<String>,
    /// The model, where it is written out.
    pub(crate) model: Option<String>,
}

impl<'c> About<'c> {
    pub(super) fn agent(&mut self, item: ItemId, agent: &'c Settings) -> Declared {
        let settled = self.settled(item.module, agent);
        let mut about = Map::from_iter([("provider".to_owned(), json!(settled.providers))]);
        let mut computed = Vec::new();
        for setting in &agent.settings {
            let name = self.program.names.text(setting.name.name);
            let value = match name {
                "provider" => continue,
                "output" => self.output_schema(item),
                "tools" => self.tool_names(item.module, setting.value),
                "timeout" => {
                    let limit = self.json_constant(item.module, setting.value);
                    if let Some(limit) = limit {
                        about.insert("timeout_ms".to_owned(), limit);
                        continue;
                    }
                    None
                }
                "retry" => self.retry_settings(item.module, setting.value),
                "memory" | "on_approval" => self.written_name(item.module, setting.value),
                _ => self.json_constant(item.module, setting.value),
            };
            match value {
                Some(value) => {
                    about.insert(name.to_owned(), value);
                }
                None => computed.push(name),
            }
        }
        if !computed.is_empty() {
            about.insert("computed".to_owned(), json!(computed));
        }
        self.declared_as(item, about)
    }

    pub(crate) fn settled(&self, module: ModuleId, agent: &Settings) -> Settled {
        let value = |name: &str| self.setting_of(agent, name).map(|it| it.value);
        let model = value("model").and_then(|it| self.json_constant(module, it));
        Settled {
            providers: value("provider").map(|it| self.connections(module, it)).unwrap_or_default(),
            model: model.and_then(|it| it.as_str().map(str::to_owned)),
        }
    }

    pub(crate) fn setting_of<'s>(&self, it: &'s Settings, name: &str) -> Option<&'s Setting> {
        it.settings.iter().find(|it| self.program.names.text(it.name.name) == name)
    }

    /// `openai` or `[openai, anthropic]`
    fn connections(&self, module: ModuleId, value: ExprId) -> Vec<String> {
        let ast = &self.program.module(module).ast;
        let name = |id: ExprId| match ast.expr(id) {
            Expr::Name(name) => Some(self.program.names.text(name.name).to_owned()),
            _ => None,
        };
        match ast.expr(value) {
            Expr::Array(several) => several.iter().filter_map(|it| name(*it)).collect(),
            _ => name(value).into_iter().collect(),
        }
    }

    /// The schema of what an agent answers with.
    pub(crate) fn output_schema(&mut self, item: ItemId) -> Option<Value> {
        let value = self.typed.signatures.values.get(&item).copied()?;
        let types::Kind::Adt(_, args) = self.typed.types.kind(value) else { return None };
        let output = self.typed.types.list(args).first().copied()?;
        Some(self.schema_of(output).schema)
    }

    /// The names of the tools of a list that is written out; nothing where one of them is another value.
    fn tool_names(&self, module: ModuleId, list: ExprId) -> Option<Value> {
        let ast = &self.program.module(module).ast;
        let Expr::Array(elements) = ast.expr(list) else { return None };
        let name = |id: &ExprId| match (ast.expr(*id), self.res(module, *id)) {
            (Expr::Field { base, name }, _) => match self.res(module, *base) {
                Res::Item(item) => Some(format!("{}::{}", self.item_name(item), self.program.names.text(name.name))),
                _ => None,
            },
            (_, Res::Item(item)) => Some(self.item_name(item)),
            (_, Res::Mcp(name)) => Some(self.program.names.text(name).to_owned()),
            _ => None,
        };
        elements.iter().map(name).collect::<Option<Vec<_>>>().map(|it| json!(it))
    }

    /// `{ max: 3, initial_delay: 500ms }`, with what its numbers are counted in.
    pub(crate) fn retry_settings(&self, module: ModuleId, value: ExprId) -> Option<Value> {
        let Value::Object(said) = self.json_constant(module, value)? else { return None };
        let named = said.into_iter().map(|(key, value)| match key.ends_with("_delay") {
            true => (format!("{key}_ms"), value),
            false => (key, value),
        });
        Some(Value::Object(named.collect()))
    }

    /// The name that a setting consists of.
    fn written_name(&self, module: ModuleId, value: ExprId) -> Option<Value> {
        match self.res(module, value) {
            Res::Item(item) => Some(Value::from(self.item_name(item))),
            _ => None,
        }
    }

    pub(super) fn provider_tool(&mut self, item: ItemId, it: &'c Settings) -> Declared {
        let constant = |name: &str| self.setting_of(it, name).and_then(|it| self.json_constant(item.module, it.value));
        let mut about = Map::from_iter([("id".to_owned(), constant("id").unwrap_or_default())]);
        if let Some(args) = constant("args") {
            about.insert("args".to_owned(), args);
        }
        self.declared_as(item, about)
    }

    /// `Memory::new(max: 50)`, `Memory::open("chat.db")`
    pub(super) fn memory(&mut self, item: ItemId, it: &'c Resource) -> Declared {
        let ast = &self.program.module(item.module).ast;
        let mut about = Map::new();
        if let Expr::Call { callee, args } = ast.expr(it.value) {
            let opens = self.program.sources.slice(ast.expr_span(*callee)).ends_with("open");
            let names = if opens { ["path", "max"] } else { ["max", ""] };
            for (at, arg) in args.iter().enumerate() {
                let name = arg.name.map_or(names.get(at).copied().unwrap_or(""), |it| self.program.names.text(it.name));
                if let Some(value) = self.json_constant(item.module, arg.value).filter(|_| !name.is_empty()) {
                    about.insert(name.to_owned(), value);
                }
            }
        }
        self.declared_as(item, about)
    }
}
