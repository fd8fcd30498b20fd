//! Tools: what models are told about them has to be there, and has to have a JSON form.

use crate::ast::{self, Decorator, Expr, ExprId, ItemKind};
use crate::load::ModuleId;
use crate::resolve::{ItemId, Res};
use crate::source::Span;
use crate::types::infer::Why;
use crate::types::signatures::{FnId, Scope, Shape, TraitRef};
use crate::types::ty::{Kind, Ty};
use crate::types::vars::Vars;
use crate::types::{Checker, Node, diagnostics};

/// Takes a tool of a list: the declaration, one of its functions, and where it stands.
pub(in crate::types) type Take<'t> = &'t mut dyn FnMut(ItemId, Option<u32>, Span);

impl<'a> Checker<'a> {
    pub(super) fn check_tool(&mut self, id: ItemId, it: &'a ast::Tool, scope: &Scope) {
        if let Some(description) = &it.description {
            let string = self.builtins.string;
            let mut infer = self.infer(scope);
            infer.check(description.value, string, Why::Setting(description.name.name));
            infer.finish(Node::Item(id));
            self.must_be_constant(id.module, description.value, "the description of a tool");
        }
        self.field_defaults(id, &it.fields, scope);
        self.check_functions(id, it.methods.len());
        for (at, method) in it.methods.iter().enumerate().filter(|(_, it)| it.public.is_some()) {
            let name = method.function.name;
            if !self.says_something(id.module, &method.decorators, "describe") {
                self.report(diagnostics::missing_description(self.text(name.name), name.span));
            }
            for param in method.function.params.iter() {
                if !self.says_something(id.module, &param.decorators, "param") {
                    let at = self.ast(id.module).pattern_span(param.pattern);
                    let text = self.program.sources.slice(at);
                    self.report(diagnostics::missing_param_text(text, at));
                }
            }
            if let Some(function) = self.signatures.function_of(id, at as u32) {
                self.needs_json_forms(function);
            }
        }
    }

    /// Whether a decorator is there with a text that is not blank; one with something else is reported as such.
    fn says_something(&self, module: ModuleId, decorators: &[Decorator], name: &str) -> bool {
        let Some(decorator) = decorators.iter().find(|it| self.text(it.name.name) == name) else { return false };
        match decorator.args.first().map(|it| self.ast(module).expr(it.value)) {
            Some(Expr::Str(text)) => !self.text(*text).trim().is_empty(),
            // What it takes is told where its arguments are looked at.
            Some(_) | None => true,
        }
    }

    /// What models send and get has a JSON form.
    fn needs_json_forms(&mut self, function: FnId) {
        let sig = self.signatures.function(function).clone();
        for param in &sig.params {
            let what = format!("the parameter `{}`", param.name.map_or("_", |it| self.text(it)));
            self.needs_json_form(param.ty, &what, param.ty_span);
        }
        if let Some(at) = sig.result_span {
            self.needs_json_form(sig.result, "the result", at);
        }
    }

    pub(super) fn needs_json_form(&mut self, ty: Ty, what: &str, at: Span) {
        let wanted = TraitRef { item: self.builtins.traits.schema, args: Vec::new() };
        if let Some(missing) = self.missing(&mut Vars::default(), ty, &wanted) {
            let (shown, part) = (self.show_plain(ty), self.show_plain(missing.ty));
            self.report(diagnostics::no_json_form(what, &shown, &part, &missing.path, at));
        }
    }

    /// Every field of a schema has a JSON form, and its constraints are ones that its type can have.
    pub(super) fn check_schema(&mut self, id: ItemId, fields: &'a [ast::Field]) {
        let Some(sig) = self.signatures.adts.get(&id).cloned() else { return };
        let Shape::Struct(known) = &sig.shape else { return };
        let ast = self.ast(id.module);
        for (field, sig) in fields.iter().zip(known) {
            let what = format!("the field `{}`", self.text(field.name.name));
            self.needs_json_form(sig.ty, &what, ast.type_span(field.annotation));
            for decorator in &field.decorators {
                let name = self.text(decorator.name.name);
                if let Some(kind) = self.constraint_misses(name, sig.ty) {
                    let shown = self.show_plain(sig.ty);
                    self.report(diagnostics::constraint_on_other_type(name, kind, &shown, decorator.span));
                }
            }
        }
    }

    /// The kind of types that a constraint is for, if a type is not one of them.
    fn constraint_misses(&self, constraint: &str, ty: Ty) -> Option<&'static str> {
        let ty = match self.types.kind(ty) {
            Kind::Adt(head, args) if head == self.builtins.option => self.types.list(args).first().copied()?,
            _ => ty,
        };
        if ty == self.types.error() {
            return None;
        }
        let b = &self.builtins;
        let is_array = matches!(self.types.kind(ty), Kind::Adt(head, _) if head == b.array || head == b.set);
        match constraint {
            "range" => (ty != b.int && ty != b.float).then_some("numbers"),
            "items" => (!is_array).then_some("arrays"),
            "length" | "pattern" | "format" => (ty != b.string).then_some("texts"),
            _ => None,
        }
    }

    /// The tools that the `tools:` of an agent lists.
    pub(in crate::types) fn agent_tools(&self, agent: ItemId, take: Take<'_>) {
        let ItemKind::Agent(it) = self.item_kind(agent) else { return };
        let setting = it.settings.iter().find(|it| self.text(it.name.name) == "tools");
        if let Some(setting) = setting {
            self.listed_tools(agent.module, setting.value, take);
        }
    }

    /// The tools of a list that is written out.
    pub(in crate::types) fn listed_tools(&self, module: ModuleId, list: ExprId, take: Take<'_>) {
        let ast = self.ast(module);
        let Expr::Array(elements) = ast.expr(list) else { return };
        for element in elements {
            let at = ast.expr_span(*element);
            match ast.expr(*element) {
                Expr::Name(_) | Expr::Path(_) => {
                    if let Some(item) = self.tool_named(module, *element) {
                        take(item, None, at);
                    }
                }
                Expr::Field { base, name } => {
                    let Some(item) = self.tool_named(module, *base) else { continue };
                    let methods = self.item_kind(item).methods();
                    if let Some(place) = methods.iter().position(|it| it.function.name.name == name.name) {
                        take(item, Some(place as u32), at);
                    }
                }
                _ => {}
            }
        }
    }

    fn tool_named(&self, module: ModuleId, id: ExprId) -> Option<ItemId> {
        match self.resolved.modules[module.index()].exprs[id.index()] {
            Res::Item(item) => matches!(self.item_kind(item), ItemKind::Tool(_) | ItemKind::Mcp(_)).then_some(item),
            _ => None,
        }
    }

    /// Two different tools whose functions would have one name.
    pub(in crate::types) fn report_duplicate_tools(&mut self, tools: &[(ItemId, Option<u32>, Span)]) {
        for (at, (item, function, span)) in tools.iter().enumerate() {
            for (other, other_function, first) in &tools[..at] {
                if other == item || self.item_name(*other) != self.item_name(*item) {
                    continue;
                }
                let mine = self.function_names(*item, *function);
                let theirs = self.function_names(*other, *other_function);
                if let Some(name) = mine.into_iter().find(|it| theirs.contains(it)) {
                    let shown = format!("{}::{name}", self.item_name(*item));
                    self.report(diagnostics::duplicate_tool(&shown, *span, *first));
                    return;
                }
            }
        }
    }

    fn function_names(&self, item: ItemId, function: Option<u32>) -> Vec<&'a str> {
        let methods = self.item_kind(item).methods().iter().enumerate();
        let is_meant = |at: usize| function.is_none_or(|it| it as usize == at);
        let meant = methods.filter(|(at, it)| is_meant(*at) && it.public.is_some());
        meant.map(|(_, it)| self.text(it.function.name.name)).collect()
    }

    /// What a stage gives to the next: the value of a `Result`.
    pub(super) fn unwrapped(&self, ty: Ty) -> Ty {
        match self.types.kind(ty) {
            Kind::Adt(head, args) if head == self.builtins.result => {
                self.types.list(args).first().copied().unwrap_or(ty)
            }
            _ => ty,
        }
    }
}
