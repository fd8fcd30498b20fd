//! What agents offer to models, as far as it is known before anything runs: whether their providers can take it.
//!
//! Comes in: a program without mistakes, and its manifest. Goes out: what is to be said about tools that cannot be strict
//! though they ask for it, tools of other providers, names that become one on the wire, settings that a provider lacks, and
//! servers that the manifest does not have or that are not as the lock says.

mod connection;
mod diagnostics;
mod listed;
mod server;

use concerto_schema::names::WireNames;
use concerto_schema::strict::{Asked, resolve};
use concerto_schema::{Provider, budget};
use serde_json::Value;

use self::connection::Reached;
use self::listed::Offer;
use super::About;
use super::schema::Made;
use crate::ast::{ItemKind, Settings};
use crate::diagnostic::Diagnostic;
use crate::load::Program;
use crate::manifest::Manifest;
use crate::resolve::{ItemId, Resolved};
use crate::types::{self, Typed};

/// Looks at all that a program offers to models.
pub(crate) fn offers(
    program: &Program,
    resolved: &Resolved,
    typed: &mut Typed,
    manifest: Option<&Manifest>,
) -> Vec<Diagnostic> {
    let mut about = About::new(program, resolved, typed);
    let mut said = about.typed_arguments();
    for item in about.own_items() {
        match (about.item(item).map(|it| &it.kind), manifest) {
            (Some(ItemKind::Agent(it)), _) => about.check_offers(item, it, manifest, &mut said),
            (Some(ItemKind::Mcp(it)), Some(manifest)) => about.check_server(item, it, manifest, &mut said),
            _ => {}
        }
    }
    said
}

/// A function of a tool that an agent offers, with what becomes of it.
struct Sent {
    name: String,
    made: Made,
    at: crate::source::Span,
    strict: concerto_schema::strict::Strict,
}

impl<'c> About<'c> {
    fn check_offers(
        &mut self,
        item: ItemId,
        agent: &'c Settings,
        manifest: Option<&Manifest>,
        said: &mut Vec<Diagnostic>,
    ) {
        let Some(reached) = self.reached(item, agent, manifest) else { return };
        self.check_settings(agent, &reached, said);
        let listed = self.listed(item.module, agent);
        self.check_names(&listed, said);
        let mut sent = Vec::new();
        for offer in &listed {
            match offer {
                Offer::Hosted { name, id, at } if !reached.has_tools_of(id) => {
                    said.push(diagnostics::not_offered(name, id, &reached.name, reached.provider.text(), *at));
                }
                Offer::Hosted { .. } => {}
                Offer::Function { item, place, function, at } => {
                    sent.push(self.sent((*item, *place, *function), &reached, *at));
                }
            }
        }
        for it in &sent {
            if let Some(loss) = &it.strict.refused {
                let at = it.made.place(&loss.pointer).unwrap_or(it.at);
                said.push(diagnostics::not_strict(&it.name, &loss.reason, reached.provider.text(), at, it.at));
            }
        }
        if reached.provider == Provider::Anthropic {
            check_budget(agent, &sent, said);
        }
    }

    /// What is sent of a function.
    fn sent(
        &mut self,
        (item, place, function): (ItemId, u32, types::FnId),
        reached: &Reached,
        at: crate::source::Span,
    ) -> Sent {
        let sig = self.typed.signatures.function(function).clone();
        let made = self.schema_of_params(&sig);
        let decorated = self.decorated(item, place);
        let said = decorated.find(self, "strict").map(|it| {
            let value = it.args.first().and_then(|it| self.json_constant(item.module, it.value));
            value.as_ref().and_then(Value::as_bool).unwrap_or(true)
        });
        let strict = resolve(&Asked {
            tool: said,
            connection: reached.strict,
            provider: reached.provider,
            model: reached.model.as_deref(),
            is_raw: false,
            schema: &made.schema,
        });
        Sent { name: self.method_name(item, place), made, at, strict }
    }

    /// Names that differ in the program and not on the wire.
    fn check_names(&self, listed: &[Offer], said: &mut Vec<Diagnostic>) {
        let mut known: Vec<(String, crate::source::Span)> = Vec::new();
        for offer in listed {
            let (name, at) = self.offered_name(offer);
            if known.iter().any(|(it, _)| *it == name) {
                continue;
            }
            known.push((name, at));
        }
        let Err(clash) = WireNames::assign(known.iter().map(|(name, _)| (name.as_str(), ""))) else { return };
        let place = |name: &str| known.iter().find(|(it, _)| it == name).map(|it| it.1);
        if let (Some(first), Some(second)) = (place(&clash.names[0]), place(&clash.names[1])) {
            said.push(diagnostics::one_wire_name(&clash.names, &clash.wire, second, first));
        }
    }
}

/// Anthropic takes only so many strict tools: those that are not by default are sent otherwise.
fn check_budget(agent: &Settings, sent: &[Sent], said: &mut Vec<Diagnostic>) {
    let strict: Vec<&Sent> = sent.iter().filter(|it| it.strict.flag == Some(true)).collect();
    let candidates: Vec<budget::Candidate<'_>> = strict
        .iter()
        .map(|it| budget::Candidate {
            schema: it.strict.lowered.as_ref().unwrap_or(&it.made.schema),
            is_explicit: it.strict.is_explicit,
        })
        .collect();
    let over = budget::over(&candidates);
    if over.is_empty() {
        return;
    }
    let names: Vec<&str> = over.iter().filter_map(|at| strict.get(*at)).map(|it| it.name.as_str()).collect();
    said.push(diagnostics::over_budget(&names, agent.name.span));
}
