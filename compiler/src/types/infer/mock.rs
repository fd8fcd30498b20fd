//! `mock`: what takes the place of an agent, a function, a tool or a server inside a test, with the types of what it
//! replaces.

use super::{Infer, Reason, Want, Why};
use crate::ast::{Expr, ExprId, ItemKind, Mock, MockWith, Setting};
use crate::resolve::Res;
use crate::types::diagnostics;
use crate::types::signatures::FnSig;
use crate::types::ty::{Kind, Ty};

const ANSWER: Reason = Reason::Of("the mock answers with it");
const LIKE_FUNCTION: Why = Why::Of("the mock takes and gives what the function does");

impl<'a> Infer<'_, 'a> {
    /// `mock` of an agent, of a function, of a tool, of a server.
    pub(super) fn mock(&mut self, mock: &'a Mock) {
        if !self.is_test {
            self.report(diagnostics::misplaced_mock(self.ast.expr_span(mock.target)));
        }
        self.checker.has_mocks = true;
        match &mock.with {
            MockWith::Function(function) => self.mock_function(mock.target, *function),
            MockWith::Settings(settings) => self.mock_settings(mock.target, settings),
        }
    }

    fn mock_settings(&mut self, target: ExprId, settings: &'a [Setting]) {
        let ty = self.receiver(target);
        if let Some(output) = self.argument_of(ty, self.checker.builtins.agent_builder) {
            for setting in settings {
                self.mock_setting(setting, output);
            }
            return self.mock_has_one_answer(target, settings);
        }
        let is_server = match self.res(target) {
            Res::Mcp(_) => true,
            Res::Item(item) => matches!(self.checker.item_kind(item), ItemKind::Mcp(_)),
            _ => false,
        };
        for setting in settings {
            let typed = match self.kind(ty) {
                Kind::Item(_) => self.function_of(ty, setting.name.name, setting.name.span, &[]),
                _ => None,
            };
            match typed {
                Some((sig, _)) if is_server || sig.has_body => self.mock_typed(&sig, setting.value),
                None if is_server => self.mock_server(setting),
                _ => {
                    self.infer(setting.value);
                    self.report(diagnostics::nothing_to_mock(self.ast.expr_span(target)));
                }
            }
        }
    }

    /// An agent answers in one way.
    fn mock_has_one_answer(&mut self, target: ExprId, settings: &'a [Setting]) {
        let at = self.ast.expr_span(target);
        let ways: Vec<_> = settings.iter().filter(|it| self.text(it.name.name) != "then").collect();
        let then = settings.iter().find(|it| self.text(it.name.name) == "then");
        match (ways.as_slice(), then) {
            ([], _) => self.report(diagnostics::mock_without_answer(at)),
            ([first, second, ..], _) => {
                self.report(diagnostics::mock_with_two_answers(first.name.span, second.name.span));
            }
            ([only], Some(then)) if self.text(only.name.name) != "tool_calls" => {
                self.report(diagnostics::mock_with_two_answers(only.name.span, then.name.span));
            }
            _ => {}
        }
    }

    /// `mock Calculator.add = |a, b| 5;`, `mock fetch = |url| "…";`, `mock Assistant = |request| "…";`
    fn mock_function(&mut self, target: ExprId, function: ExprId) {
        if let Expr::Field { base, name } = self.ast.expr(target)
            && matches!(self.res(*base), Res::Item(_))
        {
            let receiver = self.receiver(*base);
            self.field(target, *base, receiver, *name);
            self.set(target, self.checker.builtins.tool_ref);
            return match self.function_of(receiver, name.name, name.span, &[]) {
                Some((sig, _)) if sig.has_body => self.mock_typed(&sig, function),
                _ => {
                    self.infer(function);
                    self.report(diagnostics::nothing_to_mock(self.ast.expr_span(target)));
                }
            };
        }
        let ty = match self.res(target) {
            Res::Item(item) if matches!(self.checker.item_kind(item), ItemKind::Agent(_)) => self.receiver(target),
            _ => self.infer(target),
        };
        if self.argument_of(ty, self.checker.builtins.agent_builder).is_some() {
            return self.mock_agent_function(function);
        }
        let replaced = self.checker.modules[self.module.index()].calls.get(&target).map(|it| it.function);
        let sig = replaced.map(|it| self.signature(it));
        match sig {
            Some(sig) if sig.has_body && sig.generics.is_empty() && sig.outer.is_empty() && sig.receiver.is_none() => {
                self.mock_typed(&sig, function);
            }
            _ => {
                self.infer(function);
                self.report(diagnostics::nothing_to_mock(self.ast.expr_span(target)));
            }
        }
    }

    /// What replaces a function whose types are known.
    fn mock_typed(&mut self, sig: &FnSig, function: ExprId) {
        let params: Vec<Ty> = sig.params.iter().map(|it| it.ty).collect();
        let wanted = self.checker.types.function(&params, sig.result);
        self.check(function, wanted, LIKE_FUNCTION);
    }

    /// A function that answers instead of a model: a text, a value, a `MockReply`, or a `Result` of those.
    fn mock_agent_function(&mut self, function: ExprId) {
        let at = self.ast.expr_span(function);
        let given = self.fresh(at);
        let wanted = self.checker.types.function(&[self.checker.builtins.test_request], given);
        self.check(function, wanted, Why::Of("the mock is asked with the request"));
        let result = match self.argument_of(given, self.checker.builtins.result) {
            Some(value) => value,
            None => given,
        };
        self.decide(result);
        if self.shallow(result) != self.checker.builtins.mock_reply {
            self.must_have(result, self.checker.builtins.traits.schema, at, ANSWER);
        }
    }

    /// A setting of a mocked agent.
    fn mock_setting(&mut self, setting: &'a Setting, output: Ty) {
        let name = self.text(setting.name.name);
        let ast = self.ast;
        match (name, ast.expr(setting.value)) {
            ("error", _) => {
                let error = self.checker.builtins.agent_error;
                self.check(setting.value, error, Why::Setting(setting.name.name));
            }
            ("tool_calls", Expr::Array(elements)) => {
                elements.iter().for_each(|it| self.mock_call(*it, setting));
                self.set(setting.value, self.unit());
            }
            ("tool_calls", _) => {
                let calls = self.checker.builtins.tool_call;
                let calls = self.checker.types.adt(self.checker.builtins.array, &[calls]);
                self.check(setting.value, calls, Why::Setting(setting.name.name));
            }
            ("responses", Expr::Array(elements)) => {
                elements.iter().for_each(|it| self.mock_answer(setting, *it, output));
                self.set(setting.value, self.unit());
            }
            ("responses", _) => {
                let texts = self.checker.types.adt(self.checker.builtins.array, &[self.checker.builtins.string]);
                self.check(setting.value, texts, Why::Setting(setting.name.name));
            }
            ("response" | "then", _) => self.mock_answer(setting, setting.value, output),
            // Another name was reported with the other names.
            _ => {
                self.infer(setting.value);
            }
        }
    }

    /// `Calculator.add(1, 2)` as what a model calls, or a `ToolCall`.
    fn mock_call(&mut self, call: ExprId, setting: &'a Setting) {
        let is_tool = match self.ast.expr(call) {
            Expr::Method(method) => matches!(
                self.res(method.receiver),
                Res::Item(item) if matches!(self.checker.item_kind(item), ItemKind::Tool(_) | ItemKind::Mcp(_))
            ),
            _ => false,
        };
        if is_tool {
            let ty = self.infer(call);
            return self.decide(ty);
        }
        let wanted = self.checker.builtins.tool_call;
        self.check(call, wanted, Why::Setting(setting.name.name));
    }

    /// A function of a server whose types are not known: an answer, or a closure that gets the arguments.
    fn mock_server(&mut self, setting: &'a Setting) {
        let json = self.checker.builtins.json;
        let ast = self.ast;
        let at = ast.expr_span(setting.value);
        match ast.expr(setting.value) {
            Expr::Closure(_) => {
                let given = self.fresh(at);
                let wanted = self.checker.types.function(&[json], given);
                self.check(setting.value, wanted, Why::Setting(setting.name.name));
                self.must_have(given, self.checker.builtins.traits.schema, at, ANSWER);
            }
            _ => {
                let ty = self.expr(setting.value, Want::Hint(json));
                self.decide(ty);
                self.must_have(ty, self.checker.builtins.traits.schema, at, ANSWER);
            }
        }
    }

    /// What a mocked agent answers: a text, a value of its output, JSON, an error, or a `MockReply`.
    fn mock_answer(&mut self, setting: &'a Setting, value: ExprId, output: Ty) {
        let builtins = &self.checker.builtins;
        let (string, json) = (builtins.string, builtins.json);
        let others = [builtins.mock_reply, builtins.agent_error];
        let is_text = self.shallow(output) == self.checker.builtins.response;
        let wanted = if is_text { string } else { output };
        if matches!(self.ast.expr(value), Expr::Map(_)) {
            self.json_literal(value);
            return;
        }
        let found = self.expr(value, Want::Hint(wanted));
        if self.fits(found, string) || self.fits(found, output) {
            return;
        }
        let shallow = self.shallow(found);
        if shallow == json || others.contains(&shallow) {
            return;
        }
        let at = self.ast.expr_span(value);
        self.mismatch_of(Some(value), found, wanted, at, Why::Setting(setting.name.name));
    }
}
