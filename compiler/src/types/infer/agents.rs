//! Agents, tools and pipelines in expressions: what only they can do, and what is known of an agent's tools.

use super::call::Given;
use super::{Infer, Why};
use crate::ast::{Expr, ExprId, ItemKind, Method, MethodCall};
use crate::lang::LangItem;
use crate::resolve::{ItemId, Res};
use crate::source::Span;
use crate::types::FnId;
use crate::types::diagnostics;
use crate::types::ty::Ty;

/// A tool in a list: the whole of it or one of its functions.
#[derive(Clone, Copy)]
struct Listed {
    item: ItemId,
    function: Option<u32>,
    at: Span,
}

/// What runs to the end and so cannot stop for a signal or a question.
const RUNS_THROUGH: [LangItem; 4] =
    [LangItem::AgentExecute, LangItem::AgentExecuteWithSchema, LangItem::AgentChat, LangItem::AgentStream];

impl<'a> Infer<'_, 'a> {
    /// What a pipeline can do besides `run`, and what a tool can as a `ToolRef`.
    pub(super) fn item_method(
        &mut self,
        id: ExprId,
        item: ItemId,
        call: &'a MethodCall,
        given: &[Given],
    ) -> Option<Ty> {
        let name = self.text(call.name.name);
        let is_pipeline = matches!(self.checker.item_kind(item), ItemKind::Pipeline(_));
        if is_pipeline && name == "on_event" {
            let (event, unit) = (self.checker.builtins.pipeline_event, self.unit());
            let wanted = self.checker.types.function(&[event], unit);
            for one in given {
                if let Given::Expr(_, handler) = one {
                    self.check(*handler, wanted, Why::Of("`on_event` calls it with each event"));
                }
            }
            if given.len() != 1 {
                self.report(diagnostics::argument_count(1, given.len(), call.name.span));
            }
            return self.checker.signatures.self_types.get(&item).copied();
        }
        let is_own = self.checker.item_kind(item).methods().iter().any(|it| it.function.name.name == call.name.name);
        if is_pipeline || is_own {
            return None;
        }
        self.uses_item(item);
        let tool_ref = self.checker.builtins.tool_ref;
        let (sig, map) = self.function_of(tool_ref, call.name.name, call.name.span, given)?;
        self.coerce(call.receiver, crate::types::Coercion::ToolRef);
        let type_args = self.checker.lower_all(&call.type_args, &self.scope);
        Some(self.apply(id, &sig, map, &type_args, given, call.name.span, super::Want::Any))
    }

    /// A call on an agent: its tools have names of their own, and `execute` can handle them.
    pub(super) fn look_at_builder(&mut self, call: &'a MethodCall, function: FnId) {
        let is = |it: LangItem| self.checker.lang_function(it) == Some(function);
        let adds_tools = is(LangItem::AgentWithTools);
        if !adds_tools && !RUNS_THROUGH.into_iter().any(is) {
            return;
        }
        let listed = self.tools_of_chain(call);
        if adds_tools {
            return self.report_duplicates(&listed);
        }
        let name = self.text(call.name.name);
        for tool in &listed {
            if let Some((function, word)) = self.stopping_function(*tool) {
                let shown = format!("{}.{function}", self.checker.item_name(tool.item));
                self.report(diagnostics::unhandled_tool(&shown, word, name, call.name.span, tool.at));
                return;
            }
        }
    }

    /// The tools that a call in a chain works with, as far as they are written down.
    fn tools_of_chain(&self, call: &'a MethodCall) -> Vec<Listed> {
        let called = |it: LangItem| self.checker.lang_function(it).map(|it| self.checker.signatures.function(it).name);
        let (adds, drops) = (called(LangItem::AgentWithTools), called(LangItem::AgentWithoutTools));
        let mut listed: Vec<Listed> = Vec::new();
        let mut without_own = false;
        let mut at = Some(call);
        let mut root = call.receiver;
        while let Some(link) = at {
            match Some(link.name.name) {
                it if it == adds => {
                    // The chain is walked from its end.
                    let mut here = Vec::new();
                    for arg in &link.args {
                        self.collect_tools(arg.value, &mut here);
                    }
                    here.append(&mut listed);
                    listed = here;
                }
                it if it == drops => without_own = true,
                _ => {}
            }
            root = link.receiver;
            at = match self.ast.expr(link.receiver) {
                Expr::Method(next) => Some(next),
                _ => None,
            };
        }
        if !without_own
            && self.is_named(root)
            && let Res::Item(agent) = self.res(root)
        {
            let mut own = Vec::new();
            self.checker.agent_tools(agent, &mut |item, function, at| own.push(Listed { item, function, at }));
            own.append(&mut listed);
            listed = own;
        }
        listed
    }

    fn collect_tools(&self, list: ExprId, listed: &mut Vec<Listed>) {
        self.checker.listed_tools(self.module, list, &mut |item, function, at| {
            listed.push(Listed { item, function, at });
        });
    }

    /// A function of a tool that stops the agent, and the decorator that says so.
    fn stopping_function(&self, tool: Listed) -> Option<(&'a str, &'static str)> {
        let methods = self.checker.item_kind(tool.item).methods();
        let methods = methods.iter().enumerate();
        let wanted = methods.filter(|(at, _)| tool.function.is_none_or(|it| it as usize == *at));
        wanted.map(|(_, it)| it).find_map(|it: &Method| {
            let word = ["signal", "interaction"]
                .into_iter()
                .find(|word| it.decorators.iter().any(|decorator| self.text(decorator.name.name) == *word))?;
            Some((self.text(it.function.name.name), word))
        })
    }

    fn report_duplicates(&mut self, listed: &[Listed]) {
        let tools: Vec<(ItemId, Option<u32>, Span)> = listed.iter().map(|it| (it.item, it.function, it.at)).collect();
        self.checker.report_duplicate_tools(&tools);
    }
}
