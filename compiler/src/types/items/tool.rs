//! Tools: what models are told about them has to be there, and has to have a JSON form.

use crate::ast::{self, Decorator, Expr, ExprId, ItemKind};
use crate::load::ModuleId;
use crate::resolve::{ItemId, Res};
use crate::source::Span;
use crate::types::infer::Why;
use crate::types::signatures::{DataSig, FnId, Scope, Shape, TraitRef};
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
            self.check_offered(id, method);
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

    /// The functions of a typed server: what they take and give has a JSON form, and calls of them may fail.
    pub(super) fn check_server(&mut self, id: ItemId, it: &'a ast::Mcp) {
        self.check_functions(id, it.methods.len());
        for (at, method) in it.methods.iter().enumerate() {
            self.check_offered(id, method);
            let Some(function) = self.signatures.function_of(id, at as u32) else { continue };
            self.needs_json_forms(function);
            let sig = self.signatures.function(function).clone();
            let may_fail = match self.types.kind(sig.result) {
                Kind::Adt(head, args) if head == self.builtins.result => {
                    self.types.list(args).get(1) == Some(&self.builtins.tool_error)
                }
                Kind::Error => true,
                _ => false,
            };
            if !may_fail {
                let name = method.function.name;
                let shown = self.show_plain(self.unwrapped(sig.result));
                let at = sig.result_span.unwrap_or(name.span);
                self.report(diagnostics::server_cannot_fail(self.text(name.name), &shown, at));
            }
        }
    }

    /// A function that models can call has no type parameters, names for all it takes, and decorators that go together.
    fn check_offered(&mut self, id: ItemId, method: &'a ast::Method) {
        let name = self.text(method.function.name.name);
        if let Some(generic) = method.function.generics.first() {
            self.report(diagnostics::generic_tool(name, self.text(generic.name.name), generic.name.span));
        }
        let ast = self.ast(id.module);
        for param in &method.function.params {
            let is_name =
                matches!(ast.pattern(param.pattern), ast::Pattern::Name { inner: None, .. } | ast::Pattern::Error);
            if !is_name {
                self.report(diagnostics::unnamed_parameter(ast.pattern_span(param.pattern)));
            }
        }
        let outer = self.item(id).map_or(&[][..], |it| &it.decorators);
        let find = |name: &str| {
            let all = method.decorators.iter().chain(outer);
            all.into_iter().find(|it| self.text(it.name.name) == name)
        };
        let conflict = match (find("signal"), find("interaction"), find("retry"), find("idempotent")) {
            (Some(first), Some(second), _, _) => Some(diagnostics::two_kinds(second.span, first.span)),
            (_, _, Some(retry), None) => Some(diagnostics::retry_ignored(name, retry.span)),
            _ => None,
        };
        if let Some(conflict) = conflict {
            self.report(conflict);
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
        let tree = self.function_tree(function).map_or(&[][..], |it| &it.0.params);
        for (param, written) in sig.params.iter().zip(tree) {
            self.check_constraints(sig.item.module, &written.decorators, param.ty);
        }
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
            let has_tag_twice = self.has_two_tags(missing.ty);
            let said = diagnostics::no_json_form(what, &shown, &part, &missing.path, at);
            self.report(if has_tag_twice { said.help(diagnostics::TAG_TWICE) } else { said });
        }
    }

    /// The constraints of the fields of a struct.
    pub(super) fn check_struct(&mut self, id: ItemId, fields: &'a [ast::Field]) {
        let Some(sig) = self.signatures.adts.get(&id).cloned() else { return };
        let Shape::Struct(known) = &sig.shape else { return };
        for (field, sig) in fields.iter().zip(known) {
            self.check_constraints(id.module, &field.decorators, sig.ty);
        }
    }

    /// The constraints of the data of a variant.
    pub(super) fn check_variant(&mut self, id: ItemId, at: usize, fields: &'a [ast::Field]) {
        let Some(sig) = self.signatures.adts.get(&id).cloned() else { return };
        let Shape::Enum(variants) = &sig.shape else { return };
        if let Some(DataSig::Named(known)) = variants.get(at).map(|it| &it.data) {
            for (field, sig) in fields.iter().zip(known) {
                self.check_constraints(id.module, &field.decorators, sig.ty);
            }
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
            self.check_constraints(id.module, &field.decorators, sig.ty);
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
