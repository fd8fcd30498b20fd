//! Decorators: what each takes in its parentheses.

use crate::ast::{Decorator, Expr};
use crate::diagnostic::{Code, Severity};
use crate::resolve::ItemId;
use crate::types::effects::Node;
use crate::types::infer::Infer;
use crate::types::ty::Ty;
use crate::types::{Checker, diagnostics};

/// What an argument of a decorator is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    Text,
    Bool,
    Int,
    Number,
    Duration,
    /// One of a few words.
    Word(&'static [&'static str]),
    /// `fn(ToolCall) -> Bool`
    Decision,
    /// Any JSON, or a record.
    Json,
}

/// A parameter of a decorator: its name, what it takes, and whether it must be there.
type Param = (&'static str, Takes, bool);

const BACKOFF: Takes = Takes::Word(&super::settings::BACKOFF);

/// What decorators take, by their names.
const TABLE: &[(&str, &[Param])] = &[
    ("approve", &[("decide", Takes::Decision, false)]),
    ("describe", &[("text", Takes::Text, true)]),
    ("destructive", &[("value", Takes::Bool, false)]),
    ("expect_fail", &[("text", Takes::Text, false)]),
    ("expose", &[("text", Takes::Text, true)]),
    ("failure", &[("mode", Takes::Word(&["return", "error"]), true)]),
    ("format", &[("name", Takes::Text, true)]),
    ("idempotent", &[("value", Takes::Bool, false)]),
    ("interaction", &[]),
    ("items", &[("min", Takes::Int, true), ("max", Takes::Int, false)]),
    ("length", &[("min", Takes::Int, true), ("max", Takes::Int, false)]),
    ("meta", &[("value", Takes::Json, true)]),
    ("open_world", &[("value", Takes::Bool, false)]),
    ("param", &[("text", Takes::Text, true)]),
    ("pattern", &[("regex", Takes::Text, true)]),
    ("progress_buffer", &[("size", Takes::Int, true)]),
    ("range", &[("min", Takes::Number, true), ("max", Takes::Number, false)]),
    ("readonly", &[("value", Takes::Bool, false)]),
    (
        "retry",
        &[
            ("max", Takes::Int, true),
            ("backoff", BACKOFF, false),
            ("initial_delay", Takes::Duration, false),
            ("max_delay", Takes::Duration, false),
        ],
    ),
    ("sequential", &[]),
    ("signal", &[]),
    ("strict", &[("value", Takes::Bool, false)]),
    ("test", &[("title", Takes::Text, false)]),
    ("timeout", &[("limit", Takes::Duration, true)]),
    ("title", &[("text", Takes::Text, true)]),
];

/// Where a decorator stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::types) enum Place {
    /// A function of its own.
    Function,
    /// A tool or a server.
    Tool,
    /// A function of one.
    ToolFunction,
    Stage,
    Agent,
    /// A struct, a schema or an enum.
    Data,
    Field,
    Variant,
    Param,
    /// Anything else.
    Other,
}

/// Where a decorator has a meaning.
fn belongs(name: &str, place: Place) -> bool {
    use Place::{Data, Field, Function, Param, Stage, Tool, ToolFunction, Variant};
    match name {
        "test" | "expect_fail" => place == Function,
        "describe" => [Tool, ToolFunction, Data, Field, Variant].contains(&place),
        "expose" => place == Place::Agent,
        "param" => place == Param,
        "format" | "items" | "length" | "pattern" | "range" => [Field, Param].contains(&place),
        "retry" | "timeout" => [Tool, ToolFunction, Stage].contains(&place),
        "allow" | "builtin" | "effect" | "lang" | "native" | "opaque" => true,
        _ => [Tool, ToolFunction].contains(&place),
    }
}

impl<'a> Checker<'a> {
    pub(super) fn decorators(&mut self, owner: ItemId, decorators: &'a [Decorator], place: Place) {
        for (at, decorator) in decorators.iter().enumerate() {
            let name = self.text(decorator.name.name);
            let is_known = name == "allow" || TABLE.iter().any(|(it, _)| *it == name);
            if is_known && !belongs(name, place) {
                self.report(diagnostics::decorator_elsewhere(name, decorator.span));
                continue;
            }
            let first = decorators[..at].iter().find(|it| it.name.name == decorator.name.name && name != "allow");
            if let Some(first) = first.filter(|_| is_known) {
                self.report(diagnostics::decorator_twice(name, decorator.span, first.span));
            }
            if name == "allow" {
                self.check_allow(owner, decorator);
            } else if let Some((_, params)) = TABLE.iter().find(|(it, _)| *it == name) {
                let scope = self.signatures.scope(owner);
                let mut infer = self.infer(&scope);
                infer.decorator(decorator, params);
                infer.finish(Node::Item(owner));
            }
        }
    }

    /// `@allow("W0302")` names warnings.
    fn check_allow(&mut self, owner: ItemId, decorator: &Decorator) {
        let ast = self.ast(owner.module);
        if decorator.args.is_empty() {
            self.report(diagnostics::allow_nothing(decorator.span));
        }
        for arg in &decorator.args {
            let at = ast.expr_span(arg.value);
            let Expr::Str(text) = ast.expr(arg.value) else {
                self.report(diagnostics::allow_nothing(at));
                continue;
            };
            let text = self.text(*text);
            match Code::parse(text) {
                Some(code) if code.severity() == Severity::Warning => {}
                found => self.report(diagnostics::unknown_allow(text, found.is_some(), at)),
            }
        }
    }
}

impl<'a> Infer<'_, 'a> {
    fn decorator(&mut self, decorator: &'a Decorator, params: &[Param]) {
        let name = self.text(decorator.name.name);
        let mut given = vec![false; params.len()];
        for (at, arg) in decorator.args.iter().enumerate() {
            let place = match arg.name {
                Some(word) => params.iter().position(|(it, _, _)| *it == self.text(word.name)),
                None => Some(at).filter(|it| *it < params.len()),
            };
            let at = arg.name.map_or(self.tree().expr_span(arg.value), |it| it.span);
            match place {
                Some(place) => {
                    given[place] = true;
                    self.decorator_argument(name, arg.value, params[place].1);
                }
                None => {
                    self.report(diagnostics::decorator_takes(name, &usage(name, params), at));
                    return;
                }
            }
        }
        if params.iter().zip(&given).any(|((_, _, required), given)| *required && !given) {
            self.report(diagnostics::decorator_takes(name, &usage(name, params), decorator.span));
        }
    }

    fn decorator_argument(&mut self, name: &str, value: crate::ast::ExprId, takes: Takes) {
        let ast = self.tree();
        let at = ast.expr_span(value);
        let builtins = &self.checker.builtins;
        let (string, bool, int) = (builtins.string, builtins.bool, builtins.int);
        let (float, duration, json) = (builtins.float, builtins.duration, builtins.json);
        let wanted: Ty = match takes {
            Takes::Word(words) => {
                match ast.expr(value) {
                    Expr::Str(text) if words.contains(&self.text(*text)) => {}
                    Expr::Error => {}
                    _ => self.report(diagnostics::decorator_word(name, words, at)),
                }
                return;
            }
            Takes::Json if matches!(ast.expr(value), Expr::Record(_)) => {
                self.infer(value);
                return;
            }
            Takes::Text if !matches!(ast.expr(value), Expr::Str(_) | Expr::Error) => {
                self.infer(value);
                return self.report(diagnostics::decorator_value(name, "a text that is written out", at));
            }
            Takes::Decision => {
                let call = self.checker.builtins.tool_call;
                self.checker.types.function(&[call], bool)
            }
            Takes::Text => string,
            Takes::Bool => bool,
            Takes::Int => int,
            Takes::Number => float,
            Takes::Duration => duration,
            Takes::Json => json,
        };
        let is_function = matches!(ast.expr(value), Expr::Closure(_) | Expr::Name(_) | Expr::Path(_));
        if takes == Takes::Decision && !is_function {
            self.infer(value);
            return self.report(diagnostics::decorator_value(name, "a function that decides about a call", at));
        }
        if takes == Takes::Decision || takes == Takes::Json {
            let _ = self.check(value, wanted, super::super::infer::Why::Of("the decorator takes this"));
            return;
        }
        let found = self.hinted(value, wanted);
        if !self.fits(found, wanted) {
            let shown = self.show(wanted);
            self.report(diagnostics::decorator_value(name, &format!("a `{shown}`"), at));
        }
    }
}

/// How a decorator is written.
fn usage(name: &str, params: &[Param]) -> String {
    let shown = params.iter().map(|(name, takes, required)| {
        let takes = match takes {
            Takes::Text => "\"…\"",
            Takes::Bool => "true",
            Takes::Int => "1",
            Takes::Number => "0",
            Takes::Duration => "10s",
            Takes::Word(words) => words.first().copied().unwrap_or("…"),
            Takes::Decision => "|call| …",
            Takes::Json => "{…}",
        };
        match (*name, required) {
            ("max" | "min" | "backoff" | "initial_delay" | "max_delay", false) => format!("{name}: {takes}"),
            _ => takes.to_owned(),
        }
    });
    let shown: Vec<String> = shown.collect();
    if shown.is_empty() { format!("@{name}") } else { format!("@{name}({})", shown.join(", ")) }
}
