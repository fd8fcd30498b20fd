//! Reads all declarations: first what others refer to, then what refers to others.

use std::rc::Rc;

use super::{
    AdtSig, Alias, Candidate, DataSig, FieldSig, FnId, FnSig, ImplSig, ParamInfo, ParamSig, Scope, Shape, TraitRef,
    TraitSig, VariantSig,
};
use crate::ast::{self, Decorator, Fn, Generic, Ident, Item, ItemKind, Method, Pattern, Step, Symbol, VariantData};
use crate::resolve::ItemId;
use crate::types::effects::Effects;
use crate::types::ty::{Kind, ParamId, Ty};
use crate::types::{Checker, diagnostics};

impl<'a> Checker<'a> {
    pub(in crate::types) fn read_declarations(&mut self) {
        let items: Vec<ItemId> = self.item_ids();
        for id in &items {
            self.declare(*id);
        }
        for id in &items {
            self.read_bounds(*id);
        }
        for id in &items {
            self.read_types(*id);
        }
        for id in &items {
            self.read_functions(*id);
        }
        for id in items {
            self.read_impl(id);
        }
        self.index_members();
    }

    /// All declarations of all modules, in order.
    pub(in crate::types) fn item_ids(&self) -> Vec<ItemId> {
        let of_module = |module| {
            let count = self.ast(module).entries.len() as u32;
            (0..count).map(move |index| ItemId { module, index })
        };
        self.program.module_ids().flat_map(of_module).filter(|id| self.item(*id).is_some()).collect()
    }

    /// Type parameters, and the shapes that others refer to.
    fn declare(&mut self, id: ItemId) {
        let kind = self.item_kind(id);
        let params: Vec<ParamId> = generics(kind).iter().map(|it| self.param(it.name.name)).collect();
        let params: Rc<[ParamId]> = params.into();
        match kind {
            ItemKind::Struct(it) | ItemKind::Schema(it) => self.declare_adt(id, it.name, &params),
            ItemKind::Enum(it) => self.declare_adt(id, it.name, &params),
            ItemKind::Trait(it) => {
                let self_param = self.param(self.words.self_type);
                let args = params.iter().map(|it| self.types.add(Kind::Param(*it))).collect();
                self.signatures.params[self_param.0 as usize].bounds = Rc::new([TraitRef { item: id, args }]);
                let ty = self.types.add(Kind::Param(self_param));
                self.signatures.self_types.insert(id, ty);
                let sig = TraitSig { name: it.name.name, params: params.clone(), self_param, methods: Vec::new() };
                self.signatures.traits.insert(id, Rc::new(sig));
            }
            ItemKind::Alias(_) => {
                self.signatures.aliases.insert(id, Alias::Waiting);
            }
            ItemKind::Tool(_) | ItemKind::Mcp(_) | ItemKind::Pipeline(_) => {
                let ty = self.types.add(Kind::Item(id));
                self.signatures.self_types.insert(id, ty);
            }
            _ => {}
        }
        if !params.is_empty() {
            self.signatures.scopes.insert(id, params);
        }
    }

    fn declare_adt(&mut self, id: ItemId, name: Ident, params: &Rc<[ParamId]>) {
        let sig =
            AdtSig { name: name.name, span: name.span, params: params.clone(), shape: Shape::Builtin, opaque: false };
        self.signatures.adts.insert(id, Rc::new(sig));
    }

    fn param(&mut self, name: Symbol) -> ParamId {
        let id = ParamId(self.signatures.params.len() as u32);
        self.signatures.params.push(ParamInfo { name, bounds: Rc::new([]) });
        id
    }

    fn read_bounds(&mut self, id: ItemId) {
        let scope = self.signatures.scope(id);
        self.bounds(generics(self.item_kind(id)), &scope.params.clone(), &scope);
    }

    fn bounds(&mut self, generics: &[Generic], params: &[ParamId], scope: &Scope) {
        for (generic, param) in generics.iter().zip(params) {
            if !generic.bounds.is_empty() {
                let bounds: Vec<_> = generic.bounds.iter().filter_map(|it| self.lower_trait(*it, scope)).collect();
                self.signatures.params[param.0 as usize].bounds = bounds.into();
            }
        }
    }

    fn read_types(&mut self, id: ItemId) {
        let scope = self.signatures.scope(id);
        match self.item_kind(id) {
            ItemKind::Struct(it) | ItemKind::Schema(it) => {
                let fields = self.fields(&it.fields, &scope);
                if !self.has_decorator(id, self.words.builtin) {
                    self.set_shape(id, Shape::Struct(fields));
                }
                if self.has_decorator(id, self.words.opaque)
                    && let Some(sig) = self.signatures.adts.get_mut(&id)
                {
                    Rc::make_mut(sig).opaque = true;
                }
            }
            ItemKind::Enum(it) => {
                let variants = it.variants.iter().map(|it| self.variant_sig(it, &scope)).collect();
                self.set_shape(id, Shape::Enum(variants));
            }
            ItemKind::Const(it) => {
                let ty = self.lower(it.annotation, &scope);
                self.signatures.consts.insert(id, ty);
            }
            ItemKind::Tool(it) => {
                let fields = self.fields(&it.fields, &scope);
                self.signatures.tool_fields.insert(id, fields.into());
            }
            ItemKind::Alias(_) => {
                self.alias(id);
            }
            kind @ (ItemKind::Agent(_)
            | ItemKind::Host(_)
            | ItemKind::Memory(_)
            | ItemKind::Ledger(_)
            | ItemKind::Store(_)) => {
                let ty = self.value_of(id, kind, &scope);
                self.signatures.values.insert(id, ty);
            }
            _ => {}
        }
    }

    /// The type that the name of an agent, host or resource has as a value.
    fn value_of(&mut self, id: ItemId, kind: &'a ItemKind, scope: &Scope) -> Ty {
        match kind {
            ItemKind::Agent(it) => {
                let output = self.output(id, it).unwrap_or(self.builtins.response);
                self.types.adt(self.builtins.agent_builder, &[output])
            }
            ItemKind::Host(it) => {
                let output = self.output(id, it).unwrap_or(self.builtins.json);
                self.types.adt(self.builtins.host_builder, &[output])
            }
            ItemKind::Memory(_) => self.builtins.memory,
            ItemKind::Ledger(_) => self.builtins.ledger,
            ItemKind::Store(it) => match it.annotation.map(|it| (self.lower(it, scope), it)) {
                Some((ty, annotation)) => match self.types.kind(ty) {
                    Kind::Adt(head, args) if head == self.builtins.map => {
                        self.types.add(Kind::Adt(self.builtins.store, args))
                    }
                    Kind::Error => ty,
                    _ => {
                        let shown = self.show_plain(ty);
                        let at = self.ast(id.module).type_span(annotation);
                        self.report(diagnostics::store_is_a_map(&shown, at));
                        self.types.error()
                    }
                },
                None => {
                    self.report(diagnostics::store_without_type(it.name.span));
                    self.types.error()
                }
            },
            _ => self.types.error(),
        }
    }

    /// The type that `output:` names.
    fn output(&mut self, id: ItemId, settings: &ast::Settings) -> Option<Ty> {
        let setting = settings.settings.iter().find(|it| self.text(it.name.name) == "output")?;
        match self.ast(id.module).expr(setting.value) {
            ast::Expr::Type(ty) => Some(self.lower(*ty, &self.signatures.scope(id))),
            _ => Some(self.types.error()),
        }
    }

    fn set_shape(&mut self, id: ItemId, shape: Shape) {
        if let Some(sig) = self.signatures.adts.get_mut(&id) {
            let sig = Rc::make_mut(sig);
            sig.shape = shape;
        }
    }

    fn variant_sig(&mut self, variant: &ast::Variant, scope: &Scope) -> VariantSig {
        let data = match &variant.data {
            VariantData::Unit => DataSig::Unit,
            VariantData::Tuple(types) => DataSig::Tuple(types.iter().map(|it| self.lower(*it, scope)).collect()),
            VariantData::Named(fields) => DataSig::Named(self.fields(fields, scope)),
        };
        VariantSig { name: variant.name.name, data }
    }

    fn fields(&mut self, fields: &[ast::Field], scope: &Scope) -> Vec<FieldSig> {
        let one = |field: &ast::Field| FieldSig {
            name: field.name.name,
            ty: self.lower(field.annotation, scope),
            has_default: field.default.is_some(),
            span: field.name.span,
        };
        fields.iter().map(one).collect()
    }

    fn read_functions(&mut self, id: ItemId) {
        let Some(item) = self.item(id) else { return };
        let first = FnId(self.signatures.functions.len() as u32);
        self.signatures.first_function.insert(id, first);
        match &item.kind {
            ItemKind::Fn(it) => {
                let scope = self.signatures.scope(id);
                self.function(id, None, it, &item.decorators, item.public.is_some(), &scope);
            }
            ItemKind::Impl(it) => {
                let scope = self.signatures.scope(id);
                let target = self.lower(it.target, &scope);
                self.signatures.self_types.insert(id, target);
                self.methods(id, &it.methods, it.trait_.is_some());
            }
            ItemKind::Trait(it) => {
                self.methods(id, &it.methods, true);
                let names = it.methods.iter().enumerate();
                let methods = names
                    .map(|(at, it)| (it.function.name.name, FnId(first.0 + at as u32), it.function.body.is_some()));
                let methods = methods.collect();
                if let Some(sig) = self.signatures.traits.get_mut(&id) {
                    Rc::make_mut(sig).methods = methods;
                }
            }
            ItemKind::Tool(it) => self.methods(id, &it.methods, false),
            ItemKind::Mcp(it) => self.methods(id, &it.methods, true),
            ItemKind::Pipeline(it) => {
                let scope = self.signatures.scope(id);
                let stages = it.steps.iter().filter_map(|step| match step {
                    Step::Stage(method) => Some(method),
                    Step::Repeat { .. } => None,
                });
                let mut count = 0;
                for (at, method) in stages.enumerate() {
                    self.function(id, Some(at as u32), &method.function, &method.decorators, true, &scope);
                    count = at as u32 + 1;
                }
                self.run_of_pipeline(id, it, count, &scope);
            }
            _ => {}
        }
    }

    fn methods(&mut self, id: ItemId, methods: &'a [Method], all_public: bool) {
        let scope = self.signatures.scope(id);
        for (at, method) in methods.iter().enumerate() {
            let public = all_public || method.public.is_some();
            self.function(id, Some(at as u32), &method.function, &method.decorators, public, &scope);
        }
    }

    fn function(
        &mut self,
        item: ItemId,
        place: Option<u32>,
        function: &'a Fn,
        decorators: &'a [Decorator],
        public: bool,
        scope: &Scope,
    ) {
        let id = FnId(self.signatures.functions.len() as u32);
        let generics: Vec<ParamId> = function.generics.iter().map(|it| self.param(it.name.name)).collect();
        let inner = self.inner_scope(scope, &generics);
        self.bounds(&function.generics, &generics, &inner);
        let ast = self.ast(item.module);
        let params = self.params(&function.params, &inner);
        let result = function.result.map_or(self.types.unit(), |it| self.lower(it, &inner));
        let sig = FnSig {
            id,
            item,
            place,
            name: function.name.name,
            name_span: function.name.span,
            outer: self.outer_params(item, scope),
            generics,
            receiver: function.receiver.map(|it| it.mutable),
            self_type: scope.self_type,
            params,
            result,
            result_span: function.result.map(|it| ast.type_span(it)),
            public,
            is_test: decorators.iter().any(|it| Some(it.name.name) == self.words.test),
            has_body: function.body.is_some(),
            effects: self.declared_effects(ast, decorators).with(self.kind_effects(item, function)),
        };
        self.signatures.functions.push(Rc::new(sig));
    }

    /// `run`, which takes what the pipeline takes and gives a `Result` of what it gives.
    fn run_of_pipeline(&mut self, item: ItemId, it: &'a ast::Pipeline, place: u32, scope: &Scope) {
        let ast = self.ast(item.module);
        let params = self.params(&it.params, scope);
        let given = it.result.map_or(self.types.unit(), |it| self.lower(it, scope));
        let result = self.types.adt(self.builtins.result, &[given, self.builtins.error]);
        let sig = FnSig {
            id: FnId(self.signatures.functions.len() as u32),
            item,
            place: Some(place),
            name: self.words.run.unwrap_or(it.name.name),
            name_span: it.name.span,
            outer: [].into(),
            generics: Vec::new(),
            receiver: None,
            self_type: None,
            params,
            result,
            result_span: it.result.map(|it| ast.type_span(it)),
            public: true,
            is_test: false,
            has_body: false,
            effects: Effects::PURE,
        };
        self.signatures.functions.push(Rc::new(sig));
    }

    fn params(&mut self, params: &[ast::Param], scope: &Scope) -> Vec<ParamSig> {
        let ast = self.ast(scope.module);
        let one = |param: &ast::Param| ParamSig {
            name: match ast.pattern(param.pattern) {
                Pattern::Name { name, .. } => Some(name.name),
                _ => None,
            },
            ty: self.lower(param.annotation, scope),
            has_default: param.default.is_some(),
            span: param.span,
            ty_span: ast.type_span(param.annotation),
        };
        params.iter().map(one).collect()
    }

    /// The parameters in scope with more of them.
    pub(in crate::types) fn inner_scope(&self, scope: &Scope, more: &[ParamId]) -> Scope {
        if more.is_empty() {
            return scope.clone();
        }
        let params: Vec<ParamId> = scope.params.iter().chain(more).copied().collect();
        Scope { params: params.into(), ..*scope }
    }

    /// What a function has to be told by its callers besides its own type parameters.
    fn outer_params(&self, item: ItemId, scope: &Scope) -> Rc<[ParamId]> {
        match self.signatures.traits.get(&item) {
            Some(it) => scope.params.iter().copied().chain([it.self_param]).collect(),
            None => scope.params.clone(),
        }
    }

    /// What a function does because of where it stands: a server runs it, or it works on what tasks share.
    fn kind_effects(&self, item: ItemId, function: &Fn) -> Effects {
        match self.item_kind(item) {
            ItemKind::Mcp(_) => Effects::MCP,
            ItemKind::Tool(_) if function.receiver.is_some() => Effects::STATE,
            _ => Effects::PURE,
        }
    }

    fn declared_effects(&self, ast: &'a ast::Ast, decorators: &[Decorator]) -> Effects {
        let named = decorators.iter().filter(|it| Some(it.name.name) == self.words.effect);
        let words = named.flat_map(|it| it.args.iter()).filter_map(|arg| match ast.expr(arg.value) {
            ast::Expr::Str(text) => Effects::parse(self.text(*text)),
            _ => None,
        });
        words.fold(Effects::PURE, Effects::with)
    }

    fn read_impl(&mut self, id: ItemId) {
        let ItemKind::Impl(it) = self.item_kind(id) else { return };
        let scope = self.signatures.scope(id);
        let target = scope.self_type.unwrap_or(self.types.error());
        let trait_ = it.trait_.and_then(|it| self.lower_trait(it, &scope));
        let first = self.signatures.first_function.get(&id).map_or(0, |it| it.0);
        let names = it.methods.iter().enumerate();
        let methods = names.map(|(at, it)| (it.function.name.name, FnId(first + at as u32))).collect();
        let target_span = self.ast(id.module).type_span(it.target);
        if it.trait_.is_some() && trait_.is_none() {
            // The trait is a mistake that was reported; its functions are nobody's.
            return;
        }
        let sig = ImplSig { item: id, params: scope.params, target, target_span, trait_, methods };
        self.signatures.impls.push(Rc::new(sig));
    }

    /// What each type has under which name, own functions before those of traits.
    fn index_members(&mut self) {
        let impls = self.signatures.impls.clone();
        for wants_trait in [false, true] {
            for (at, sig) in impls.iter().enumerate().filter(|(_, it)| it.trait_.is_some() == wants_trait) {
                let Some(head) = self.head(sig.target) else { continue };
                let at = at as u32;
                for (name, function) in &sig.methods {
                    self.add_member(head, *name, Candidate { impl_: at, function: *function });
                }
                let Some(written) = &sig.trait_ else { continue };
                self.signatures.trait_impls.entry((written.item, head)).or_default().push(at);
                self.signatures.impls_of_trait.entry(written.item).or_default().push(at);
                let Some(trait_) = self.signatures.traits.get(&written.item).cloned() else { continue };
                // One without a body is missing in the `impl`, which is told there.
                for (name, function, _) in &trait_.methods {
                    if !sig.methods.iter().any(|(it, _)| it == name) {
                        self.add_member(head, *name, Candidate { impl_: at, function: *function });
                    }
                }
            }
        }
    }

    fn add_member(&mut self, head: ItemId, name: Symbol, candidate: Candidate) {
        let found = self.signatures.members.entry((head, name)).or_default();
        if found.is_empty() {
            self.signatures.members_of.entry(head).or_default().push(name);
        }
        found.push(candidate);
    }

    /// The declaration behind a type that can have impls.
    pub(in crate::types) fn head(&self, ty: Ty) -> Option<ItemId> {
        match self.types.kind(ty) {
            Kind::Adt(item, _) => Some(item),
            Kind::Literal(_) => match self.types.kind(self.builtins.string) {
                Kind::Adt(item, _) => Some(item),
                _ => None,
            },
            _ => None,
        }
    }

    pub(in crate::types) fn item(&self, id: ItemId) -> Option<&'a Item> {
        match self.ast(id.module).entries.get(id.index as usize) {
            Some(ast::Entry::Item(item)) => Some(item),
            _ => None,
        }
    }

    pub(in crate::types) fn has_decorator(&self, id: ItemId, name: Option<Symbol>) -> bool {
        let Some(name) = name else { return false };
        self.item(id).is_some_and(|it| it.decorators.iter().any(|it| it.name.name == name))
    }
}

fn generics(kind: &ItemKind) -> &[Generic] {
    match kind {
        ItemKind::Struct(it) | ItemKind::Schema(it) => &it.generics,
        ItemKind::Enum(it) => &it.generics,
        ItemKind::Trait(it) => &it.generics,
        ItemKind::Impl(it) => &it.generics,
        ItemKind::Alias(it) => &it.generics,
        _ => &[],
    }
}
