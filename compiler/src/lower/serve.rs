//! Where a program starts as a server: its tools, and the agents that clients can call, are offered until nobody is left.

use concerto_ir::operand::{Kind, Reg};
use concerto_ir::program::Place;

use super::Lower;
use super::body::{Body, Head, Lowered};
use crate::ast::ItemKind;
use crate::emit::Draft;
use crate::resolve::ItemId;
use crate::types::{self, Substitution};

impl Lower<'_> {
    /// The function that the program starts with as a server.
    pub(super) fn serve(&mut self) -> Lowered<Draft> {
        let (module, output) = (self.any_module(), self.typed.builtins.int);
        let types = Substitution::default();
        let head = Head { name: "serve".to_owned(), module, types, self_type: None, output, place: Place::default() };
        let mut body = self.body(head);
        body.start_tools()?;
        body.start_lasting_items()?;
        let mut offered = Vec::new();
        for item in body.lower.own_items() {
            match body.lower.item(item).map(|it| &it.kind) {
                Some(ItemKind::Tool(_)) => offered.push(body.call_tool_value(item, None)),
                Some(ItemKind::Agent(_)) => offered.extend(body.exposed_agent(item)?),
                _ => {}
            }
        }
        let tools = body.new_array(Kind::Ref, offered);
        body.library("serve_tools", vec![tools])?;
        let code = body.int(0);
        body.give(code);
        body.finish()
    }

    /// What `@expose` says of an agent.
    fn exposed(&self, agent: ItemId) -> Option<String> {
        let decorators = &self.item(agent)?.decorators;
        let expose = decorators.iter().find(|it| self.program.names.text(it.name.name) == "expose")?;
        self.first_text(agent.module, expose)
    }
}

impl Body<'_, '_> {
    /// An agent as a tool, where clients can call it.
    fn exposed_agent(&mut self, agent: ItemId) -> Lowered<Option<Reg>> {
        let Some(description) = self.lower.exposed(agent) else { return Ok(None) };
        let has_output = matches!(self.lower.item(agent).map(|it| &it.kind), Some(ItemKind::Agent(it))
            if self.lower.setting_of(it, "output").is_some());
        let name = if has_output { "exposed_agent_of" } else { "exposed_agent" };
        let function = self.lower.library_function(name)?;
        let sig = self.lower.typed.signatures.function(function).clone();
        let ty = self.lower.typed.signatures.values.get(&agent).copied().unwrap_or(sig.result);
        let types = match self.lower.typed.types.kind(ty) {
            types::Kind::Adt(_, given) if has_output => self.lower.typed.types.list(given).to_vec(),
            _ => Vec::new(),
        };
        let texts = [self.lower.item_name(agent), description, self.lower.source_of(agent)];
        let mut args: Vec<Reg> = texts.iter().map(|it| self.load_text(it)).collect();
        args.push(self.lasting(agent));
        Ok(Some(self.call_function(function, types, args, sig.result)))
    }
}
