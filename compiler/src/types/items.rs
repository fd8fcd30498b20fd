//! Declarations: everything in them that has a type.

mod constant;
mod constraints;
pub(super) mod decorators;
mod endless;
mod impls;
mod pipeline;
mod settings;
mod tool;

pub(super) use pipeline::stage_count;

use decorators::Place;

use super::effects::Node;
use super::infer::Why;
use super::signatures::{FnId, Scope};
use super::ty::{Kind, Ty};
use super::{Checker, diagnostics};
use crate::ast::{Expr, Field, ItemKind, Resource, Stmt, VariantData};
use crate::load::ModuleId;
use crate::resolve::ItemId;
use crate::source::Span;

impl<'a> Checker<'a> {
    /// What is wrong with declarations among themselves.
    pub(super) fn check_types(&mut self) {
        self.check_endless();
        self.check_overlaps();
    }

    pub(super) fn check_item(&mut self, id: ItemId) {
        let Some(item) = self.item(id) else { return };
        let scope = self.signatures.scope(id);
        self.decorators(id, &item.decorators, place_of(&item.kind));
        match &item.kind {
            ItemKind::Const(it) => self.constant(id, it, &scope),
            ItemKind::Struct(it) => {
                self.field_defaults(id, &it.fields, &scope);
                self.check_struct(id, &it.fields);
            }
            ItemKind::Schema(it) => {
                self.field_defaults(id, &it.fields, &scope);
                self.check_schema(id, &it.fields);
            }
            ItemKind::Enum(it) => {
                for (at, variant) in it.variants.iter().enumerate() {
                    self.decorators(id, &variant.decorators, Place::Variant);
                    if let VariantData::Named(fields) = &variant.data {
                        self.field_defaults(id, fields, &scope);
                        self.check_variant(id, at, fields);
                    }
                }
            }
            ItemKind::Fn(_) => {
                if let Some(function) = self.signatures.function_of(id, 0) {
                    self.check_function(function);
                    self.check_main(function);
                    self.check_test(function);
                }
            }
            ItemKind::Trait(it) => self.check_functions(id, it.methods.len()),
            ItemKind::Impl(it) => {
                self.check_impl(id, it);
                self.check_functions(id, it.methods.len());
            }
            ItemKind::Tool(it) => self.check_tool(id, it, &scope),
            ItemKind::Mcp(it) => self.check_server(id, it),
            ItemKind::Agent(it) => self.check_agent(id, it, &scope),
            ItemKind::Host(it) => self.check_host(id, it, &scope),
            ItemKind::ProviderTool(it) => self.check_provider_tool(id, it, &scope),
            ItemKind::Memory(it) | ItemKind::Ledger(it) | ItemKind::Store(it) => self.check_resource(id, it, &scope),
            ItemKind::Pipeline(it) => self.check_pipeline(id, it, &scope),
            ItemKind::Error | ItemKind::Mod(_) | ItemKind::Use(_) | ItemKind::Alias(_) => {}
        }
    }

    fn check_functions(&mut self, id: ItemId, count: usize) {
        for place in 0..count as u32 {
            if let Some(function) = self.signatures.function_of(id, place) {
                self.check_function(function);
            }
        }
    }

    /// Values that fields start as.
    fn field_defaults(&mut self, id: ItemId, fields: &'a [Field], scope: &Scope) {
        for field in fields {
            self.decorators(id, &field.decorators, Place::Field);
            let Some(default) = field.default else { continue };
            let said = self.diagnostics.len();
            let wanted = self.lower(field.annotation, scope);
            self.diagnostics.truncate(said);
            let at = self.ast(scope.module).type_span(field.annotation);
            let mut infer = self.infer(scope);
            infer.check(default, wanted, Why::At(at, "the field is declared with this type"));
            infer.finish(Node::Item(id));
        }
    }

    /// The body of a function, and the defaults of its parameters.
    pub(super) fn check_function(&mut self, id: FnId) {
        let Some((function, decorators)) = self.function_tree(id) else { return };
        let sig = self.signatures.function(id).clone();
        if sig.place.is_some() {
            let place = match self.item_kind(sig.item) {
                ItemKind::Tool(_) | ItemKind::Mcp(_) => Place::ToolFunction,
                ItemKind::Pipeline(_) => Place::Stage,
                _ => Place::Other,
            };
            self.decorators(sig.item, decorators, place);
        }
        for param in &function.params {
            self.decorators(sig.item, &param.decorators, Place::Param);
        }
        let outer = self.signatures.scope(sig.item);
        let scope = self.inner_scope(&outer, &sig.generics);
        let why = match sig.result_span {
            Some(span) => Why::At(span, "the function says that it gives this"),
            None => Why::At(sig.name_span, "the function says nothing about a result"),
        };
        let is_tool = matches!(self.item_kind(sig.item), ItemKind::Tool(_));
        let mut infer = self.infer(&scope);
        infer.is_test = sig.is_test;
        infer.tool = is_tool.then_some((sig.item, sig.receiver == Some(true)));
        for (param, sig) in function.params.iter().zip(&sig.params) {
            if let Some(default) = param.default {
                infer.check(default, sig.ty, Why::At(sig.ty_span, "the parameter is declared with this type"));
            }
            infer.bind_param(param.pattern, sig.ty);
        }
        if let (Some(receiver), Some(ty)) = (function.receiver, sig.self_type) {
            infer.bind_receiver(receiver.span, ty);
        }
        if let Some(body) = function.body {
            infer.body(body, sig.result, why);
        }
        infer.finish(Node::Fn(id));
        if is_tool {
            self.check_tool_defaults(id, function);
        }
    }

    /// `main` takes nothing and gives nothing, an exit code, or a `Result` of nothing.
    fn check_main(&mut self, id: FnId) {
        if !self.is_main(id) {
            return;
        }
        let sig = self.signatures.function(id).clone();
        let fault = match () {
            () if !sig.params.is_empty() => Some("it takes nothing; the command line is `args()`"),
            () if sig.result == self.builtins.int => None,
            () => self.wrong_start(id, "it gives `()`, `Int`, or `Result<(), E>`"),
        };
        if let Some(fault) = fault {
            self.report(diagnostics::wrong_main(fault, sig.name_span));
        }
    }

    /// A test takes nothing and gives nothing, or a `Result` of nothing.
    fn check_test(&mut self, id: FnId) {
        let sig = self.signatures.function(id).clone();
        let fault = match sig.params.is_empty() {
            true => self.wrong_start(id, "it gives `()` or `Result<(), E>`"),
            false => Some("it takes nothing: nobody passes it anything"),
        };
        if let Some(fault) = fault.filter(|_| sig.is_test) {
            self.report(diagnostics::wrong_test(self.text(sig.name), fault, sig.name_span));
        }
    }

    /// What keeps a function from being called by nobody in the program.
    fn wrong_start(&mut self, id: FnId, gives: &'static str) -> Option<&'static str> {
        let sig = self.signatures.function(id).clone();
        match self.types.kind(sig.result) {
            _ if !sig.generics.is_empty() => Some("it has no type parameters"),
            Kind::Adt(head, args) if head == self.builtins.result => {
                let args = self.types.list(args).to_vec();
                let is_unit = args.first().is_some_and(|it| [self.types.unit(), self.types.error()].contains(it));
                let shows = args.get(1).is_none_or(|it| self.has_trait(*it, self.builtins.traits.display));
                match (is_unit, shows) {
                    (false, _) => Some(gives),
                    (_, false) => Some("its error has no display form"),
                    _ => None,
                }
            }
            Kind::Error | Kind::Never => None,
            _ if sig.result == self.types.unit() => None,
            _ => Some(gives),
        }
    }

    /// The statements of a script: a body that gives `Result<(), Error>`.
    pub(super) fn script(&mut self, entry: ModuleId, stmts: &[&'a Stmt], shows: bool) {
        let scope = Scope { module: entry, params: [].into(), self_type: None };
        let (unit, error) = (self.types.unit(), self.builtins.error);
        let result = self.types.adt(self.builtins.result, &[unit, error]);
        let mut infer = self.infer(&scope);
        infer.script(stmts, result, shows);
        infer.finish(Node::Script);
    }

    fn check_resource(&mut self, id: ItemId, it: &'a Resource, scope: &Scope) {
        let wanted = self.signatures.values.get(&id).copied().unwrap_or(self.types.error());
        let wanted = self.store_start(id, wanted, it);
        let at = it.annotation.map(|it| self.ast(id.module).type_span(it));
        let mut infer = self.infer(scope);
        let why = at.map_or(Why::Of("this is what it starts as"), |at| Why::At(at, "it is declared with this type"));
        infer.check(it.value, wanted, why);
        infer.finish(Node::Item(id));
    }

    /// A store starts as a map that is written out, or as one that is kept in a file.
    fn store_start(&mut self, id: ItemId, wanted: Ty, it: &Resource) -> Ty {
        let is_written = matches!(self.ast(id.module).expr(it.value), Expr::Map(_));
        match self.types.kind(wanted) {
            Kind::Adt(head, args) if head == self.builtins.store && is_written => {
                self.types.add(Kind::Adt(self.builtins.map, args))
            }
            _ => wanted,
        }
    }

    /// Keys of maps and elements of sets that declarations say.
    pub(super) fn check_written_keys(&mut self) {
        for (ty, at) in std::mem::take(&mut self.written_keys) {
            self.check_key(ty, at);
        }
        self.knows_traits = true;
    }

    /// The key of a map or element of a set that is written somewhere. Traits are known when all declarations are.
    pub(super) fn written_key(&mut self, ty: Ty, at: Span) {
        if self.types.is_open(ty) || self.types.is_generic(ty) {
            return;
        }
        match self.knows_traits {
            true => self.check_key(ty, at),
            false => self.written_keys.push((ty, at)),
        }
    }

    fn check_key(&mut self, ty: Ty, at: Span) {
        let wanted = super::signatures::TraitRef { item: self.builtins.traits.hash, args: Vec::new() };
        if let Some(missing) = self.missing(&mut super::vars::Vars::default(), ty, &wanted) {
            self.bad_keys.insert(ty);
            let (shown, part) = (self.show_plain(ty), self.show_plain(missing.ty));
            let reason = "it is the key of a map or an element of a set";
            let diagnostic = diagnostics::missing_trait(&shown, "Hash", &part, &missing.path, missing.at, at, reason);
            let help = missing.by_hand.then(|| diagnostics::HASH_BY_HAND.to_owned());
            self.report(diagnostic.help(help));
        }
    }
}

/// What decorators before a declaration can be about.
fn place_of(kind: &ItemKind) -> Place {
    match kind {
        ItemKind::Fn(_) => Place::Function,
        ItemKind::Tool(_) | ItemKind::Mcp(_) | ItemKind::ProviderTool(_) => Place::Tool,
        ItemKind::Struct(_) | ItemKind::Schema(_) | ItemKind::Enum(_) => Place::Data,
        ItemKind::Agent(_) => Place::Agent,
        _ => Place::Other,
    }
}
