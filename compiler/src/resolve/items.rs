//! Declarations: everything inside them that has names.

use rustc_hash::{FxHashMap, FxHashSet};

use super::body::{Body, Seen};
use super::locals::Locals;
use super::scope::Target;
use super::{ItemId, Resolver, settings, unused};
use crate::ast::{
    Ast, Entry, Field, Fn, Generic, Ident, Item, ItemKind, Method, Param, Pattern, PatternId, Pipeline, Step, StmtKind,
    Symbol, Type, TypeId, VariantData,
};
use crate::diagnostic::suggest::nearest;
use crate::load::ModuleId;
use crate::source::Span;

impl<'a> Resolver<'a> {
    /// The names of all trait methods, which any type may turn out to have.
    pub(super) fn collect_trait_methods(&mut self) {
        for module in &self.program.modules {
            for item in module.ast.items() {
                if let ItemKind::Trait(it) = &item.kind {
                    self.traits.extend(it.methods.iter().map(|it| it.function.name.name));
                }
            }
        }
    }

    /// What the `impl`s of all modules give to the types they are for.
    pub(super) fn collect_members(&mut self) {
        for id in self.program.module_ids() {
            let ast = &self.program.module(id).ast;
            for item in ast.items() {
                let ItemKind::Impl(it) = &item.kind else { continue };
                let Some(target) = self.impl_target(id, ast, it.target) else { continue };
                let names = it.methods.iter().map(|it| it.function.name.name);
                self.scopes.members.entry(target).or_default().extend(names);
            }
        }
    }

    fn impl_target(&mut self, module: ModuleId, ast: &Ast, target: TypeId) -> Option<ItemId> {
        let name = match ast.type_(target) {
            Type::Name(name) => *name,
            Type::Path(path) => match &*ast.path(*path).segments {
                [one] => one.name,
                _ => return None,
            },
            _ => return None,
        };
        match self.item(module, name)? {
            Target::Item(id) => Some(id),
            _ => None,
        }
    }

    pub(super) fn scope_has(&self, module: ModuleId, name: Symbol) -> bool {
        self.scopes.modules[module.index()].items.contains_key(&name) || self.given(module, name).is_some()
    }

    pub(super) fn module(&mut self, id: ModuleId) {
        let ast = &self.program.module(id).ast;
        let lets = script_lets(ast);
        let mut script = self.body(id, None);
        for entry in &ast.entries {
            if let Entry::Stmt(stmt) = entry {
                script.stmt(stmt);
            }
        }
        for (index, entry) in ast.entries.iter().enumerate() {
            if let Entry::Item(item) = entry {
                let id = ItemId { module: id, index: index as u32 };
                self.body(id.module, Some(&lets)).item(item, id);
            }
        }
        unused::report_locals(self, id);
    }

    fn body<'r>(&'r mut self, module: ModuleId, script_lets: Option<&'r FxHashMap<Symbol, Span>>) -> Body<'r, 'a> {
        let ast = &self.program.module(module).ast;
        Body {
            resolver: self,
            module,
            ast,
            locals: Locals::default(),
            loops: Vec::new(),
            generics: Vec::new(),
            has_self_type: false,
            tool: None,
            hidden_params: Vec::new(),
            unknown: FxHashSet::default(),
            script_lets,
        }
    }
}

/// The variables that a script's statements declare, with their places.
fn script_lets(ast: &Ast) -> FxHashMap<Symbol, Span> {
    let mut found = FxHashMap::default();
    for stmt in ast.statements() {
        if let StmtKind::Let(it) = &stmt.kind {
            collect_names(ast, it.pattern, &mut found);
        }
    }
    found
}

fn collect_names(ast: &Ast, pattern: PatternId, found: &mut FxHashMap<Symbol, Span>) {
    match ast.pattern(pattern) {
        Pattern::Name { name, .. } => {
            found.insert(name.name, name.span);
        }
        Pattern::Tuple(parts) | Pattern::Array(parts) | Pattern::Variant { fields: parts, .. } => {
            for part in parts {
                collect_names(ast, *part, found);
            }
        }
        Pattern::Struct { fields, .. } => {
            for field in fields {
                match field.pattern {
                    Some(pattern) => collect_names(ast, pattern, found),
                    None => {
                        found.insert(field.name.name, field.name.span);
                    }
                }
            }
        }
        _ => {}
    }
}

/// What kind of function this is: it decides what may and must be there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Free,
    Method,
    TraitMethod,
    TraitImplMethod,
    Tool,
    Mcp,
    Stage,
}

impl<'a> Body<'_, 'a> {
    fn item(&mut self, item: &'a Item, id: ItemId) {
        self.decorators(&item.decorators);
        match &item.kind {
            ItemKind::Error | ItemKind::Mod(_) | ItemKind::Use(_) => {}
            ItemKind::Const(it) => {
                self.type_(it.annotation);
                self.expr(it.value);
            }
            ItemKind::Alias(it) => {
                self.generics(&it.generics);
                self.type_(it.target);
            }
            ItemKind::Fn(it) => self.function(it, &item.decorators, Role::Free),
            ItemKind::Struct(it) | ItemKind::Schema(it) => {
                self.generics(&it.generics);
                self.fields(&it.fields);
            }
            ItemKind::Enum(it) => {
                self.generics(&it.generics);
                let mut seen = Seen::default();
                for variant in &it.variants {
                    self.decorators(&variant.decorators);
                    self.once(&mut seen, variant.name, "variant");
                    match &variant.data {
                        VariantData::Unit => {}
                        VariantData::Tuple(types) => types.iter().for_each(|it| self.type_(*it)),
                        VariantData::Named(fields) => self.fields(fields),
                    }
                }
            }
            ItemKind::Trait(it) => {
                self.has_self_type = true;
                self.generics(&it.generics);
                self.methods(&it.methods, Role::TraitMethod);
            }
            ItemKind::Impl(it) => {
                self.has_self_type = true;
                self.generics(&it.generics);
                self.type_(it.target);
                let role = if it.trait_.is_some() { Role::TraitImplMethod } else { Role::Method };
                if let Some(trait_) = it.trait_ {
                    self.trait_(trait_);
                }
                self.methods(&it.methods, role);
            }
            ItemKind::Tool(it) => {
                self.tool = Some(id);
                if let Some(description) = &it.description {
                    self.expr(description.value);
                }
                self.fields(&it.fields);
                self.report_tool_fields(&it.fields);
                self.methods(&it.methods, Role::Tool);
            }
            ItemKind::Agent(it) => self.settings(&it.settings, settings::AGENT, "an agent"),
            ItemKind::Host(it) => self.settings(&it.settings, settings::HOST, "a host"),
            ItemKind::ProviderTool(it) => self.settings(&it.settings, settings::PROVIDER_TOOL, "a provider tool"),
            ItemKind::Mcp(it) => {
                self.settings(&it.settings, settings::MCP, "an MCP server");
                self.methods(&it.methods, Role::Mcp);
            }
            ItemKind::Memory(it) | ItemKind::Ledger(it) | ItemKind::Store(it) => {
                if let Some(annotation) = it.annotation {
                    self.type_(annotation);
                }
                self.expr(it.value);
            }
            ItemKind::Pipeline(it) => self.pipeline(it),
        }
    }

    fn generics(&mut self, generics: &'a [Generic]) {
        let mut seen = Seen::default();
        for generic in generics {
            self.once(&mut seen, generic.name, "type parameter");
            self.generics.push(generic.name);
        }
        for bound in generics.iter().flat_map(|it| it.bounds.iter()) {
            self.trait_(*bound);
        }
    }

    fn fields(&mut self, fields: &'a [Field]) {
        let mut seen = Seen::default();
        for field in fields {
            self.decorators(&field.decorators);
            self.once(&mut seen, field.name, "field");
            self.type_(field.annotation);
            self.optional(field.default);
        }
    }

    fn methods(&mut self, methods: &'a [Method], role: Role) {
        let mut seen = Seen::default();
        for method in methods {
            self.decorators(&method.decorators);
            self.once(&mut seen, method.function.name, "function");
            self.function(&method.function, &method.decorators, role);
        }
    }

    fn function(&mut self, function: &'a Fn, decorators: &'a [crate::ast::Decorator], role: Role) {
        self.report_shape(function, decorators, role);
        let outer = self.generics.len();
        self.generics(&function.generics);
        if let Some(result) = function.result {
            self.type_(result);
        }
        self.params_outside(&function.params);
        let expected = function.body.is_some() && !matches!(role, Role::TraitMethod | Role::TraitImplMethod);
        self.scoped(|body| {
            if let Some(receiver) = function.receiver {
                let name = Ident { name: body.resolver.words.self_value, span: receiver.span };
                let local = body.declare(name, receiver.mutable, false);
                body.binds(receiver.span, local);
            }
            let patterns: Vec<(PatternId, bool)> = function.params.iter().map(|it| (it.pattern, it.mutable)).collect();
            let first = body.resolver.resolved.modules[body.module.index()].locals.len();
            body.bind_all(&patterns, expected);
            if role == Role::Tool {
                let locals = &mut body.resolver.resolved.modules[body.module.index()].locals;
                locals[first..].iter_mut().for_each(|it| it.role = super::LocalRole::Tool);
            }
            if let Some(block) = function.body {
                body.block(block);
            }
        });
        self.generics.truncate(outer);
    }

    /// What of parameters is resolved before they are in scope: types, decorators, defaults.
    fn params_outside(&mut self, params: &'a [Param]) {
        for param in params {
            self.decorators(&param.decorators);
            self.type_(param.annotation);
        }
        let names = params.iter().filter_map(|param| match self.ast.pattern(param.pattern) {
            Pattern::Name { name, .. } => Some(name.name),
            _ => None,
        });
        self.hidden_params = names.collect();
        for param in params {
            self.optional(param.default);
        }
        self.hidden_params.clear();
    }

    fn pipeline(&mut self, pipeline: &'a Pipeline) {
        self.params_outside(&pipeline.params);
        let patterns: Vec<(PatternId, bool)> = pipeline.params.iter().map(|it| (it.pattern, it.mutable)).collect();
        self.scoped(|body| body.bind_all(&patterns, false));
        if let Some(result) = pipeline.result {
            self.type_(result);
        }
        let stages: Vec<Ident> = pipeline
            .steps
            .iter()
            .filter_map(|step| match step {
                Step::Stage(method) => Some(method.function.name),
                Step::Repeat { .. } => None,
            })
            .collect();
        let mut seen = Seen::default();
        for step in &pipeline.steps {
            match step {
                Step::Stage(method) => {
                    self.decorators(&method.decorators);
                    self.once(&mut seen, method.function.name, "stage");
                    self.function(&method.function, &method.decorators, Role::Stage);
                }
                Step::Repeat { stages: repeated, until, max, .. } => {
                    for stage in repeated {
                        self.known_stage(*stage, &stages);
                    }
                    self.expr(*until);
                    self.optional(*max);
                }
            }
        }
    }

    fn known_stage(&mut self, stage: Ident, stages: &[Ident]) {
        if stages.iter().any(|it| it.name == stage.name) || self.ast.lost.contains(&stage.name) {
            return;
        }
        let text = self.text(stage.name);
        let near = nearest(text, stages.iter().map(|it| self.text(it.name)));
        self.resolver.report(super::diagnostics::unknown_stage(text, stage.span, near));
    }
}
