//! The connection that an agent uses first, as far as it is known.

use concerto_schema::Provider;

use super::diagnostics;
use crate::ast::Settings;
use crate::declare::About;
use crate::diagnostic::Diagnostic;
use crate::manifest::Manifest;
use crate::resolve::ItemId;

/// A connection with the model that an agent asks for.
pub(super) struct Reached {
    /// What the program calls it.
    pub(super) name: String,
    pub(super) provider: Provider,
    pub(super) strict: Option<bool>,
    /// The provider's own name of the model.
    pub(super) model: Option<String>,
    has_default_model: bool,
}

impl Reached {
    /// Whether a tool of a provider can be used here. The stand-in for all of them has them as little as it is one.
    pub(super) fn has_tools_of(&self, id: &str) -> bool {
        let hosts = [Provider::OpenAi, Provider::Anthropic, Provider::Google];
        let owner = id.split('.').next().unwrap_or_default();
        self.provider == Provider::Simulated || (hosts.contains(&self.provider) && owner == self.provider.text())
    }
}

/// Settings that a provider does not have.
const MISSING: [(Provider, &str); 1] = [(Provider::OpenAi, "stop")];

impl About<'_> {
    /// The first connection of an agent: one of the manifest, or a provider that needs none.
    pub(super) fn reached(&self, item: ItemId, agent: &Settings, manifest: Option<&Manifest>) -> Option<Reached> {
        let settled = self.settled(item.module, agent);
        let name = settled.providers.first()?;
        let Some(connection) = manifest.and_then(|it| it.connection(name)) else {
            let provider = Provider::parse(name)?;
            let model = settled.model;
            return Some(Reached { name: name.clone(), provider, strict: None, model, has_default_model: false });
        };
        Some(Reached {
            name: name.clone(),
            provider: connection.provider?,
            strict: connection.strict,
            model: connection.model(settled.model.as_deref()),
            has_default_model: connection.default_model.is_some(),
        })
    }

    /// An agent has a model, and no setting that its provider lacks.
    pub(super) fn check_settings(&self, agent: &Settings, reached: &Reached, said: &mut Vec<Diagnostic>) {
        let is_missing = self.setting_of(agent, "model").is_none() && !reached.has_default_model;
        if is_missing && reached.provider != Provider::Simulated {
            let owner = self.program.names.text(agent.name.name);
            said.push(diagnostics::no_model(owner, &reached.name, agent.name.span));
        }
        for (provider, name) in MISSING {
            if let Some(setting) = self.setting_of(agent, name).filter(|_| provider == reached.provider) {
                said.push(diagnostics::ignored_setting(name, provider.text(), setting.name.span));
            }
        }
    }
}
