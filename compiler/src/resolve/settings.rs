//! Declarations made of settings: which they have, and what their values mean.

use super::body::{Body, Seen};
use super::{Res, diagnostics};
use crate::ast::{Decorator, Expr, ExprId, Ident, ItemKind, Setting};
use crate::diagnostic::suggest::nearest;

/// What the value of a setting is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    /// An ordinary expression.
    Expr,
    /// The name of a type.
    Type,
    /// A connection of the manifest or a built-in provider.
    Connection,
    /// A host of the manifest.
    Host,
    /// A server of the manifest.
    Mcp,
}

/// The settings that a kind of declaration has.
pub(super) type Table = &'static [(&'static str, Value)];

pub(super) const AGENT: Table = &[
    ("provider", Value::Connection),
    ("model", Value::Expr),
    ("system_prompt", Value::Expr),
    ("tools", Value::Expr),
    ("temperature", Value::Expr),
    ("max_tokens", Value::Expr),
    ("top_p", Value::Expr),
    ("stop", Value::Expr),
    ("memory", Value::Expr),
    ("output", Value::Type),
    ("max_turns", Value::Expr),
    ("tool_choice", Value::Expr),
    ("tool_concurrency", Value::Expr),
    ("on_approval", Value::Expr),
    ("retry", Value::Expr),
    ("timeout", Value::Expr),
];

pub(super) const HOST: Table = &[("connector", Value::Host), ("timeout", Value::Expr), ("output", Value::Type)];

pub(super) const PROVIDER_TOOL: Table = &[("id", Value::Expr), ("args", Value::Expr)];

pub(super) const MCP: Table = &[("server", Value::Mcp)];

/// What other frameworks call a setting.
const SYNONYMS: &[(&str, &str)] = &[
    ("instructions", "system_prompt"),
    ("prompt", "system_prompt"),
    ("system", "system_prompt"),
    ("output_schema", "output"),
    ("max_steps", "max_turns"),
    ("max_iterations", "max_turns"),
];

const MOCK: Table = &[
    ("response", Value::Expr),
    ("responses", Value::Expr),
    ("error", Value::Expr),
    ("tool_calls", Value::Expr),
    ("then", Value::Expr),
];

/// The providers that need no manifest.
pub(super) const PROVIDERS: &[&str] = &["openai", "openai_chat", "anthropic", "google", "ollama", "simulated"];

/// All decorators. What each of them takes is checked where it has its meaning.
const DECORATORS: &[&str] = &[
    "allow",
    "approve",
    "describe",
    "destructive",
    "expect_fail",
    "expose",
    "failure",
    "format",
    "idempotent",
    "interaction",
    "items",
    "length",
    "meta",
    "open_world",
    "param",
    "pattern",
    "progress_buffer",
    "range",
    "readonly",
    "retry",
    "sequential",
    "signal",
    "strict",
    "test",
    "timeout",
    "title",
];

/// Decorators that only the library uses.
const LIBRARY_DECORATORS: &[&str] = &["builtin", "effect", "lang", "native", "opaque"];

impl<'a> Body<'_, 'a> {
    pub(super) fn settings(&mut self, settings: &'a [Setting], table: Table, what: &str) {
        let mut seen = Seen::default();
        for setting in settings {
            self.once(&mut seen, setting.name, "setting");
            let text = self.text(setting.name.name);
            match table.iter().find(|(name, _)| *name == text) {
                Some((_, value)) => self.setting_value(setting.value, *value),
                None => {
                    let known: Vec<&str> = table.iter().map(|(name, _)| *name).collect();
                    let synonym = SYNONYMS.iter().find(|(other, _)| *other == text).map(|(_, name)| *name);
                    let synonym = synonym.filter(|it| known.contains(it));
                    let near = synonym.or_else(|| nearest(text, known.iter().copied()));
                    self.resolver.report(diagnostics::unknown_setting(text, what, setting.name.span, near, &known));
                    let meant =
                        table.iter().find(|(name, _)| Some(*name) == near).map_or(Value::Expr, |(_, value)| *value);
                    self.setting_value(setting.value, meant);
                }
            }
        }
    }

    fn setting_value(&mut self, value: ExprId, kind: Value) {
        let name = match self.ast.expr(value) {
            Expr::Name(name) => Some(*name),
            _ => None,
        };
        match (kind, name) {
            (Value::Expr | Value::Type, _) => self.expr(value),
            (Value::Connection, Some(name)) => {
                let res = self.connection(name);
                self.set(value, res);
            }
            (Value::Connection, None) if matches!(self.ast.expr(value), Expr::Array(several) if !several.is_empty()) => {
                if let Expr::Array(several) = self.ast.expr(value) {
                    several.iter().for_each(|it| self.setting_value(*it, kind));
                }
            }
            (Value::Host, Some(name)) => self.set(value, Res::Host(name.name)),
            (Value::Mcp, Some(name)) => self.set(value, Res::Mcp(name.name)),
            (Value::Connection | Value::Host | Value::Mcp, None) => {
                let span = self.ast.expr_span(value);
                let written = self.resolver.program.sources.slice(span);
                if !matches!(self.ast.expr(value), Expr::Error) {
                    self.resolver.report(diagnostics::name_wanted(written, span));
                }
            }
        }
    }

    fn connection(&mut self, name: Ident) -> Res {
        let text = self.text(name.name);
        let manifest = self.resolver.options.manifest;
        let known: Vec<&str> = manifest
            .map(|it| it.connections.iter().map(|it| it.name.value.as_str()).collect::<Vec<_>>())
            .unwrap_or_default()
            .into_iter()
            .chain(PROVIDERS.iter().copied())
            .collect();
        if !known.contains(&text) {
            let near = nearest(text, known.iter().copied());
            self.resolver.report(diagnostics::unknown_connection(text, name.span, near, &known));
            return Res::Error;
        }
        Res::Connection(name.name)
    }

    /// The settings of a `mock`: an agent has a fixed set, a server's are its tools.
    pub(super) fn mock_settings(&mut self, target: ExprId, settings: &'a [Setting]) {
        let res = self.resolver.resolved.modules[self.module.index()].exprs[target.index()];
        let is_agent = matches!(res, Res::Item(id) if matches!(self.resolver.item_kind(id), ItemKind::Agent(_)));
        if is_agent {
            return self.settings(settings, MOCK, "a mock of an agent");
        }
        for setting in settings {
            self.expr(setting.value);
        }
    }

    pub(super) fn decorators(&mut self, decorators: &'a [Decorator]) {
        let is_library = self.resolver.program.module(self.module).is_library();
        for decorator in decorators {
            let text = self.text(decorator.name.name);
            let is_known = DECORATORS.contains(&text) || (is_library && LIBRARY_DECORATORS.contains(&text));
            if !is_known {
                let near = nearest(text, DECORATORS.iter().copied());
                self.resolver.report(diagnostics::unknown_decorator(text, decorator.name.span, near));
            }
            self.args(&decorator.args);
        }
    }
}
