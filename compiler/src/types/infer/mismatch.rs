//! Types that do not fit: what is said about them, and what would make them fit.

use super::{Infer, Why};
use crate::ast::{Expr, ExprId, Symbol};
use crate::diagnostic::suggest::nearest;
use crate::source::Span;
use crate::types::diagnostics;
use crate::types::ty::{Kind, Ty};
use crate::types::vars::VarKind;

/// Why a trait is needed.
#[derive(Clone, Copy, Debug)]
pub(in crate::types) enum Reason {
    /// The language says so.
    Of(&'static str),
    /// A type parameter asks for it.
    Param(Symbol),
}

impl Infer<'_, '_> {
    /// Says that `found` is not `wanted`, unless one of them is a mistake already.
    pub(super) fn mismatch(&mut self, found: Ty, wanted: Ty, at: Span, why: Why) {
        self.mismatch_of(None, found, wanted, at, why);
    }

    /// The same about an expression, whose form may tell more.
    pub(super) fn mismatch_of(&mut self, id: Option<ExprId>, found: Ty, wanted: Ty, at: Span, why: Why) {
        if self.has_mistake(found) || self.has_mistake(wanted) {
            return;
        }
        // Looking for help tries types out; nothing of that stays.
        let attempt = self.vars.begin();
        let help = id.and_then(|id| self.help_for_form(id, wanted)).or_else(|| self.help_for_types(found, wanted));
        let difference = self.difference(found, wanted);
        self.vars.take_back(attempt);
        let (found, wanted) = (self.show(found), self.show(wanted));
        let why = self.reason(why);
        self.report(diagnostics::mismatch(&found, &wanted, at, why, difference, help));
    }

    /// Whether a type contains a mistake that was reported.
    pub(in crate::types) fn has_mistake(&self, ty: Ty) -> bool {
        self.vars.has_mistake(&self.checker.types, ty)
    }

    /// A reason as a label or, where it has no place of its own, as a sentence.
    pub(super) fn reason(&mut self, why: Why) -> (Option<Span>, String) {
        match why {
            Why::At(span, text) => (Some(span), text.to_owned()),
            Why::Of(text) => (None, text.to_owned()),
            Why::Setting(name) => (None, format!("the setting `{}` takes this", self.text(name))),
            Why::Param(function, at) => {
                let sig = self.checker.signatures.function(function).clone();
                let name = sig.params.get(at).and_then(|it| it.name).map_or("_", |it| self.text(it));
                match sig.params.get(at) {
                    Some(param) if !self.checker.program.module(sig.item.module).is_library() => {
                        (Some(param.ty_span), format!("the parameter `{name}` is declared with this type"))
                    }
                    _ => (None, format!("`{}` takes it as `{name}`", self.text(sig.name))),
                }
            }
        }
    }

    /// What the form of an expression says about the mistake.
    fn help_for_form(&mut self, id: ExprId, wanted: Ty) -> Option<String> {
        match (self.ast.expr(id), self.kind(wanted)) {
            (Expr::Str(text), Kind::Literal(texts)) => {
                let known: Vec<&str> = self.checker.types.texts(texts).iter().map(|it| self.text(*it)).collect();
                let listed: Vec<String> = known.iter().map(|it| format!("{it:?}")).collect();
                Some(match nearest(self.text(*text), known) {
                    Some(near) => format!("did you mean `{near:?}`?"),
                    None => format!("it is one of {}", listed.join(", ")),
                })
            }
            (Expr::Str(_), _) if self.shallow(wanted) == self.checker.builtins.tool_choice => {
                Some("it is \"auto\", \"none\", \"required\", or a tool".to_owned())
            }
            (Expr::If { otherwise: None, .. }, _) => {
                Some("an `if` without `else` gives nothing: add an `else`".to_owned())
            }
            _ => None,
        }
    }

    /// What would make the types fit.
    fn help_for_types(&mut self, found: Ty, wanted: Ty) -> Option<String> {
        if let Some(help) = self.help_for_wrapped(found, wanted) {
            return Some(help);
        }
        let builtins = &self.checker.builtins;
        let (option, result) = (builtins.option, builtins.result);
        let (int, float, string, json) = (builtins.int, builtins.float, builtins.string, builtins.json);
        let (found, wanted) = (self.shallow(found), self.shallow(wanted));
        if wanted == self.checker.builtins.bool {
            let of_option = self.argument_of(found, option).map(|_| "`.is_some()`, or `if let Some(x) = …`");
            let of_result = self.argument_of(found, result).map(|_| "`.is_ok()`, or `if let Ok(x) = …`");
            if let Some(ways) = of_option.or(of_result) {
                return Some(format!("ask it: {ways}"));
            }
        }
        if let Kind::Fn(params, given) = self.kind(found)
            && self.checker.types.list(params).is_empty()
            && self.fits(given, wanted)
        {
            return Some("call it: `…()`".to_owned());
        }
        if wanted == self.unit() {
            return Some("end it with `;` to drop the value, or say `-> T` in the signature".to_owned());
        }
        if self.is_number_of(found, int) && wanted == float {
            return Some("convert it: `… as Float`".to_owned());
        }
        if found == float && wanted == int {
            return Some("convert it: `….round().to_int()`, or `… as Int` where it is whole".to_owned());
        }
        if wanted == json {
            return Some("make it a `Json`: `json::from(…)` of `std::json`".to_owned());
        }
        if found == json {
            return Some("take it apart with `match` or `.as_int()` and the like, or `.decode<T>()?`".to_owned());
        }
        if found == string && (wanted == int || wanted == float) {
            let method = if wanted == int { "parse_int" } else { "parse_float" };
            return Some(format!("read it: `….{method}()`, which gives an `Option`"));
        }
        if found == string && matches!(self.kind(wanted), Kind::Literal(_)) {
            return Some("a `String` could be any text: compare it first, with `match`".to_owned());
        }
        let is_shown = !matches!(self.kind(found), Kind::Fn(..)) && found != self.unit();
        if wanted == string && is_shown {
            return Some("turn it into text: `\"${…}\"`".to_owned());
        }
        None
    }

    /// What would make a type fit that is the other one with something around it.
    fn help_for_wrapped(&mut self, found: Ty, wanted: Ty) -> Option<String> {
        let builtins = &self.checker.builtins;
        let (option, result, array) = (builtins.option, builtins.result, builtins.array);
        if let Some(inner) = self.argument_of(wanted, option)
            && self.fits(found, inner)
        {
            return Some("wrap it: `Some(…)`".to_owned());
        }
        if let Some((ok, _)) = self.arguments_of(wanted, result)
            && self.fits(found, ok)
        {
            return Some("wrap it: `Ok(…)`".to_owned());
        }
        if let Some((ok, _)) = self.arguments_of(found, result)
            && self.fits(ok, wanted)
        {
            return Some("take the value out with `?`, or look at both cases with `match`".to_owned());
        }
        if let Some(inner) = self.argument_of(found, option)
            && self.fits(inner, wanted)
        {
            return Some("say what to do without a value: `?? default`, `?`, or `match`".to_owned());
        }
        if let Some(inner) = self.argument_of(wanted, array)
            && self.fits(found, inner)
        {
            return Some("make it an array: `[…]`".to_owned());
        }
        if let Some(inner) = self.argument_of(found, self.checker.builtins.task)
            && self.fits(inner, wanted)
        {
            return Some("wait for it: `await …`, which gives a `Result`".to_owned());
        }
        None
    }

    /// Whether it is an `Int`, or a literal that nothing has made a `Float`.
    fn is_number_of(&self, ty: Ty, int: Ty) -> bool {
        let is_literal = matches!(self.kind(ty), Kind::Var(id) if self.vars.kind(id) == VarKind::Number);
        ty == int || is_literal
    }

    /// The parts in which two long types of the same kind differ.
    fn difference(&mut self, found: Ty, wanted: Ty) -> Option<(String, String)> {
        let (mut a, mut b) = (found, wanted);
        let mut depth = 0;
        loop {
            let (x, y) = (self.shallow(a), self.shallow(b));
            let has_same_head = match (self.kind(x), self.kind(y)) {
                (Kind::Adt(x, _), Kind::Adt(y, _)) => x == y,
                (Kind::Tuple(x), Kind::Tuple(y)) => {
                    self.checker.types.list(x).len() == self.checker.types.list(y).len()
                }
                (Kind::Fn(x, _), Kind::Fn(y, _)) => {
                    self.checker.types.list(x).len() == self.checker.types.list(y).len()
                }
                _ => false,
            };
            if !has_same_head {
                break;
            }
            let pairs = self.checker.types.parts(x).into_iter().zip(self.checker.types.parts(y));
            let mut differing = Vec::new();
            for (x, y) in pairs.collect::<Vec<_>>() {
                if !self.fits(x, y) {
                    differing.push((x, y));
                }
            }
            let [(x, y)] = differing[..] else { break };
            (a, b) = (x, y);
            depth += 1;
        }
        let is_long = self.show(found).len() > DIFFERENCE_MIN || self.show(wanted).len() > DIFFERENCE_MIN;
        (depth > 0 && is_long).then(|| (self.show(a), self.show(b)))
    }
}

/// From how many characters on it helps to say where types differ.
const DIFFERENCE_MIN: usize = 24;
