//! Tools and typed servers: for each public function what models are told of it.

use concerto_ir::declared::{Declared, Method, Tool};
use serde_json::{Map, Value};

use super::About;
use super::decorated::Decorated;
use crate::ast::{self, Expr, ExprId, ItemKind};
use crate::resolve::ItemId;
use crate::tree::Work;
use crate::types::FnId;

impl<'c> About<'c> {
    pub(super) fn tool(&mut self, item: ItemId, tool: &'c ast::Tool, ask: &mut dyn FnMut(Work) -> u32) -> Tool {
        let description = tool.description.as_ref().and_then(|it| self.json_constant(item.module, it.value));
        let mut declared = Tool {
            name: self.item_name(item),
            module: self.program.module(item.module).name.clone(),
            description: description.and_then(|it| it.as_str().map(str::to_owned)),
            ..Tool::default()
        };
        for (place, function) in self.public_functions(item) {
            let Some(method) = tool.methods.get(place as usize) else { continue };
            declared.methods.push(Method {
                name: self.text(method.function.name.name).to_owned(),
                handler: method.function.body.map(|_| ask(Work::Handler(function))),
                approve: self.approval(item, place).map(|_| ask(Work::Approval(item, place))),
            });
            declared.tool_schemas.push(Value::Object(self.about_function(item, place, function)));
        }
        declared
    }

    pub(super) fn server(&mut self, item: ItemId) -> Declared {
        let server = self.server_of(item);
        let mut about = Map::from_iter([("server".to_owned(), Value::from(server.as_str()))]);
        let mut schemas = Vec::new();
        for (place, function) in self.public_functions(item) {
            let mut schema = self.about_function(item, place, function);
            schema.insert("kind".to_owned(), Value::from("mcp"));
            schema.insert("server".to_owned(), Value::from(server.as_str()));
            schemas.push(Value::Object(schema));
        }
        if !schemas.is_empty() {
            about.insert("tool_schemas".to_owned(), Value::Array(schemas));
        }
        self.declared_as(item, about)
    }

    /// The server that a declaration is about: what it says, or its own name.
    pub(crate) fn server_of(&self, item: ItemId) -> String {
        let Some(ItemKind::Mcp(it)) = self.item(item).map(|it| &it.kind) else { return String::new() };
        let ast = &self.program.module(item.module).ast;
        let said = it.settings.iter().find(|it| self.program.names.text(it.name.name) == "server");
        match said.map(|it| ast.expr(it.value)) {
            Some(Expr::Name(name)) => self.program.names.text(name.name).to_owned(),
            _ => self.item_name(item),
        }
    }

    /// The functions of a tool that models can call: those that are public. Of a server all are.
    pub(crate) fn public_functions(&self, item: ItemId) -> Vec<(u32, FnId)> {
        let Some(kind) = self.item(item).map(|it| &it.kind) else { return Vec::new() };
        let is_server = matches!(kind, ItemKind::Mcp(_));
        let public = kind.methods().iter().enumerate().filter(|(_, it)| is_server || it.public.is_some());
        public.filter_map(|(at, _)| Some((at as u32, self.typed.signatures.function_of(item, at as u32)?))).collect()
    }

    /// What models are told of a function.
    pub(crate) fn about_function(&mut self, item: ItemId, place: u32, function: FnId) -> Map<String, Value> {
        let sig = self.typed.signatures.function(function).clone();
        let parameters = self.schema_of_params(&sig).schema;
        let (value, failure) = self.outcome_types(sig.result);
        let returns = self.schema_of(value).schema;
        let failure = failure.map(|it| self.schema_of(it).schema);
        let decorated = self.decorated(item, place);
        let description = decorated.find(self, "describe").and_then(|it| self.first_text(item.module, it));
        let mut about = Map::new();
        about.insert("method_name".to_owned(), Value::from(self.method_name(item, place)));
        about.insert("description".to_owned(), Value::from(description.unwrap_or_default()));
        about.insert("parameters".to_owned(), parameters);
        about.insert("returns".to_owned(), returns);
        if let Some(failure) = failure {
            about.insert("failure".to_owned(), failure);
        }
        self.add_decorators(&decorated, &mut about);
        about
    }

    /// `Calculator::add`; a server's function has the name that the server knows.
    pub(crate) fn method_name(&self, item: ItemId, place: u32) -> String {
        let Some(kind) = self.item(item).map(|it| &it.kind) else { return String::new() };
        let name = kind.methods().get(place as usize).map(|it| self.program.names.text(it.function.name.name));
        let name = name.unwrap_or_default();
        match kind {
            ItemKind::Mcp(_) => name.to_owned(),
            _ => format!("{}::{name}", self.item_name(item)),
        }
    }

    pub(crate) fn decorated(&self, item: ItemId, place: u32) -> Decorated<'c> {
        let tree = self.item(item);
        let own = tree.and_then(|it| it.kind.methods().get(place as usize));
        Decorated {
            module: item.module,
            own: own.map_or(&[], |it| &it.decorators),
            outer: tree.map_or(&[], |it| &it.decorators),
        }
    }

    /// What decides whether a call of a function needs approval, where that depends on the call.
    pub(crate) fn approval(&self, item: ItemId, place: u32) -> Option<ExprId> {
        self.decorated(item, place).find(self, "approve")?.args.first().map(|it| it.value)
    }
}
