//! Settings of agents, hosts and provider tools: each has a type.

use crate::ast::{Expr, ExprId, Setting, Settings};
use crate::diagnostic::suggest::nearest;
use crate::resolve::ItemId;
use crate::types::effects::Node;
use crate::types::infer::{Infer, Why};
use crate::types::signatures::Scope;
use crate::types::ty::{Kind, Ty};
use crate::types::{Checker, diagnostics};

/// The settings of `retry: { … }`.
const RETRY: [&str; 4] = ["max", "backoff", "initial_delay", "max_delay"];

/// How the wait between attempts may grow.
pub(super) const BACKOFF: [&str; 4] = ["exponential", "linear", "constant", "none"];

/// The providers that have tools of their own.
const TOOL_OWNERS: [&str; 3] = ["openai", "anthropic", "google"];

impl<'a> Checker<'a> {
    pub(super) fn check_agent(&mut self, id: ItemId, it: &'a Settings, scope: &Scope) {
        let builtins = &self.builtins;
        let (string, float, int, duration) = (builtins.string, builtins.float, builtins.int, builtins.duration);
        let (memory, choice, tool) = (builtins.memory, builtins.tool_choice, builtins.tool_ref);
        let (call, approval, array) = (builtins.tool_call, builtins.approval, builtins.array);
        let tools = self.types.adt(array, &[tool]);
        let texts = self.types.adt(array, &[string]);
        let decide = self.types.function(&[call], approval);
        for setting in &it.settings {
            let wanted = match self.text(setting.name.name) {
                "model" | "system_prompt" => string,
                "temperature" | "top_p" => float,
                "max_tokens" | "max_turns" | "tool_concurrency" => int,
                "timeout" => duration,
                "stop" => texts,
                "tools" => tools,
                "memory" => memory,
                "tool_choice" => choice,
                "on_approval" => decide,
                "output" => {
                    self.output_needs_json(id, setting);
                    continue;
                }
                "retry" => {
                    self.setting_retry(id, setting, scope);
                    continue;
                }
                "provider" => continue,
                _ => {
                    self.setting_of_any_type(id, setting, scope);
                    continue;
                }
            };
            self.setting(id, setting, wanted, scope);
            self.not_below(id, setting);
        }
        self.must_set(it, "provider", "openai");
        let mut listed = Vec::new();
        self.agent_tools(id, &mut |item, function, at| listed.push((item, function, at)));
        self.report_duplicate_tools(&listed);
    }

    pub(super) fn check_host(&mut self, id: ItemId, it: &'a Settings, scope: &Scope) {
        for setting in &it.settings {
            match self.text(setting.name.name) {
                "timeout" => self.setting(id, setting, self.builtins.duration, scope),
                "output" => self.output_needs_json(id, setting),
                "connector" => {}
                _ => self.setting_of_any_type(id, setting, scope),
            }
        }
        self.must_set(it, "connector", self.text(it.name.name));
    }

    pub(super) fn check_provider_tool(&mut self, id: ItemId, it: &'a Settings, scope: &Scope) {
        for setting in &it.settings {
            match self.text(setting.name.name) {
                "id" => {
                    self.setting(id, setting, self.builtins.string, scope);
                    self.must_be_constant(id.module, setting.value, "the id of a provider's tool");
                    self.check_tool_id(id, setting);
                }
                "args" if matches!(self.ast(id.module).expr(setting.value), Expr::Record(_)) => {
                    self.setting_of_any_type(id, setting, scope);
                }
                "args" => self.setting(id, setting, self.builtins.json, scope),
                _ => self.setting_of_any_type(id, setting, scope),
            }
        }
        self.must_set(it, "id", "\"openai.web_search\"");
    }

    /// Counts that have a least value.
    fn not_below(&mut self, id: ItemId, setting: &Setting) {
        const LEAST: [(&str, f64, &str); 4] = [
            ("max_tokens", 1.0, "1"),
            ("max_turns", 1.0, "1"),
            ("temperature", 0.0, "0"),
            ("tool_concurrency", 1.0, "1"),
        ];
        let name = self.text(setting.name.name);
        let Some((_, least, shown)) = LEAST.iter().find(|(it, _, _)| *it == name) else { return };
        if self.number(id.module, setting.value).is_some_and(|it| it < *least) {
            let at = self.ast(id.module).expr_span(setting.value);
            self.report(diagnostics::setting_below(name, shown, at));
        }
    }

    /// The tools of providers are called by their owners: `openai.web_search`.
    fn check_tool_id(&mut self, id: ItemId, setting: &Setting) {
        let Expr::Str(text) = self.ast(id.module).expr(setting.value) else { return };
        let text = self.text(*text);
        let owner = text.split_once('.').filter(|it| !it.1.is_empty()).map(|it| it.0);
        if !owner.is_some_and(|it| TOOL_OWNERS.contains(&it)) {
            let at = self.ast(id.module).expr_span(setting.value);
            self.report(diagnostics::bad_tool_id(text, at));
        }
    }

    /// A setting without which a declaration means nothing.
    fn must_set(&mut self, it: &Settings, name: &str, example: &str) {
        if !it.settings.iter().any(|it| self.text(it.name.name) == name) {
            self.report(diagnostics::missing_setting(self.text(it.name.name), name, example, it.name.span));
        }
    }

    fn setting(&mut self, id: ItemId, setting: &'a Setting, wanted: Ty, scope: &Scope) {
        let mut infer = self.infer(scope);
        infer.check(setting.value, wanted, Why::Setting(setting.name.name));
        infer.finish(Node::Item(id));
    }

    fn setting_of_any_type(&mut self, id: ItemId, setting: &'a Setting, scope: &Scope) {
        let mut infer = self.infer(scope);
        infer.infer(setting.value);
        infer.finish(Node::Item(id));
    }

    /// What an agent answers with has a JSON form.
    fn output_needs_json(&mut self, id: ItemId, setting: &Setting) {
        let value = self.signatures.values.get(&id).copied().unwrap_or(self.types.error());
        let at = self.ast(id.module).expr_span(setting.value);
        if let Kind::Adt(_, args) = self.types.kind(value)
            && let [output] = *self.types.list(args)
        {
            self.needs_json_form(output, "the output", at);
        }
    }

    fn setting_retry(&mut self, id: ItemId, setting: &'a Setting, scope: &Scope) {
        let mut infer = self.infer(scope);
        match infer.tree().expr(setting.value) {
            Expr::Record(settings) => settings.iter().for_each(|it| infer.retry(it)),
            _ => {
                infer.infer(setting.value);
                let at = infer.tree().expr_span(setting.value);
                infer.report(diagnostics::record_wanted("retry", "max: 3, backoff: \"exponential\"", at));
            }
        }
        infer.finish(Node::Item(id));
    }
}

impl<'a> Infer<'_, 'a> {
    fn retry(&mut self, setting: &'a Setting) {
        let builtins = &self.checker.builtins;
        let (int, duration) = (builtins.int, builtins.duration);
        let name = self.text(setting.name.name);
        match name {
            "max" => {
                self.check(setting.value, int, Why::Setting(setting.name.name));
            }
            "initial_delay" | "max_delay" => {
                self.check(setting.value, duration, Why::Setting(setting.name.name));
            }
            "backoff" => self.one_of(setting.value, &BACKOFF),
            _ => {
                let near = nearest(name, RETRY);
                self.report(diagnostics::unknown_record_setting(name, "retry", setting.name.span, near, &RETRY));
                self.infer(setting.value);
            }
        }
    }

    /// A text that is one of a few.
    pub(super) fn one_of(&mut self, value: ExprId, words: &[&str]) {
        let string = self.checker.builtins.string;
        self.check(value, string, Why::Of("it is one of a few words"));
        if let Expr::Str(text) = self.tree().expr(value) {
            let text = self.text(*text);
            if !words.contains(&text) {
                let near = nearest(text, words.iter().copied());
                self.report(diagnostics::not_one_of(text, words, self.tree().expr_span(value), near));
            }
        }
    }
}
