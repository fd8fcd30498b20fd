//! Names and paths in expressions.

use super::body::Body;
use super::imports::{STD, Start};
use super::scope::{Target, takes_data, variants};
use super::{ItemId, Owner, Res, Resolver, diagnostics, library};
use crate::ast::{Entry, ExprId, Ident, ItemKind, PathId, Segment, Symbol};
use crate::diagnostic::suggest::nearest;
use crate::load::{ModuleId, Origin};

impl<'a> Body<'_, 'a> {
    /// A single name where a value is wanted.
    pub(super) fn name(&mut self, id: ExprId, name: Ident) {
        let res = self.value(name);
        self.set(id, res);
    }

    fn value(&mut self, name: Ident) -> Res {
        if let Some(local) = self.locals.find(name.name) {
            self.local(local).used = true;
            return Res::Local(local);
        }
        if name.name == self.resolver.words.self_value || name.name == self.resolver.words.self_type {
            return self.self_or_error(name);
        }
        if let Some(function) = self.tool_function(name.name) {
            return function;
        }
        if let Some(at) = self.generic(name.name) {
            return self.wrong_kind(name, "type parameter", "a value", Res::Generic(at));
        }
        match self.resolver.item(self.module, name) {
            Some(Target::Item(id)) => self.item_as_value(name, id),
            Some(Target::Variant(id, index)) => Res::Variant(id, index),
            Some(Target::Module(_)) => self.wrong_kind(name, "module", "a value", Res::Error),
            Some(Target::Import(_)) => Res::Error,
            None => self.unknown_value(name),
        }
    }

    fn self_or_error(&mut self, name: Ident) -> Res {
        if name.name == self.resolver.words.self_type && self.has_self_type {
            return self.wrong_kind(name, "type", "a value", Res::SelfType);
        }
        let diagnostic = diagnostics::no_self(self.text(name.name), name.span);
        self.resolver.report(diagnostic);
        Res::Error
    }

    /// Inside a tool, its functions without `self` can be called by their names.
    fn tool_function(&self, name: Symbol) -> Option<Res> {
        let tool = self.tool?;
        let ItemKind::Tool(it) = self.resolver.item_kind(tool) else { return None };
        let index = it.methods.iter().position(|it| it.function.name.name == name && it.function.receiver.is_none())?;
        Some(Res::ToolFunction(tool, index as u32))
    }

    fn is_tool_method(&self, name: Symbol) -> bool {
        let Some(ItemKind::Tool(it)) = self.tool.map(|tool| self.resolver.item_kind(tool)) else { return false };
        it.methods.iter().any(|it| it.function.name.name == name)
    }

    pub(super) fn generic(&self, name: Symbol) -> Option<u32> {
        self.generics.iter().rposition(|it| it.name == name).map(|at| at as u32)
    }

    fn item_as_value(&mut self, name: Ident, id: ItemId) -> Res {
        match self.resolver.item_kind(id) {
            kind @ (ItemKind::Struct(_)
            | ItemKind::Schema(_)
            | ItemKind::Enum(_)
            | ItemKind::Alias(_)
            | ItemKind::Trait(_)) => {
                let word = if self.resolver.is_builtin(id) { "type" } else { kind.word() };
                self.wrong_kind(name, word, "a value", Res::Error)
            }
            _ => Res::Item(id),
        }
    }

    pub(super) fn wrong_kind(&mut self, name: Ident, is: &str, wanted: &str, res: Res) -> Res {
        let diagnostic = diagnostics::wrong_kind(self.text(name.name), is, wanted, name.span);
        self.resolver.report(diagnostic);
        res
    }

    fn unknown_value(&mut self, name: Ident) -> Res {
        if self.resolver.has_mcp(name.name) {
            return Res::Mcp(name.name);
        }
        if self.is_old_news(name.name) {
            return Res::Error;
        }
        let text = self.text(name.name);
        let diagnostic = if self.hidden_params.contains(&name.name) {
            diagnostics::default_uses_parameter(text, name.span)
        } else if let Some(declared) = self.script_lets.and_then(|lets| lets.get(&name.name)).copied() {
            let locals = &mut self.resolver.resolved.modules[self.module.index()].locals;
            locals.iter_mut().filter(|it| it.span == declared).for_each(|it| it.used = true);
            diagnostics::script_variable(text, name.span, declared)
        } else if self.is_tool_method(name.name) {
            diagnostics::needs_self(text, name.span)
        } else if name.name == self.resolver.words.std {
            diagnostics::std_alone(name.span)
        } else if let Some(help) = library::value_elsewhere(text) {
            diagnostics::unknown_name(text, name.span, None).help(help)
        } else {
            let near = self.nearest_value(name.name);
            self.count_as_used(near);
            diagnostics::unknown_name(text, name.span, near)
        };
        self.resolver.report(diagnostic);
        Res::Error
    }

    /// What was probably meant counts as used: one mistake, one message.
    fn count_as_used(&mut self, near: Option<&str>) {
        let local = near.and_then(|it| self.resolver.program.names.find(it)).and_then(|it| self.locals.find(it));
        if let Some(local) = local {
            self.local(local).used = true;
        }
    }

    /// Whether nothing is to be said about a name that is not declared: it stands in text that could not be read, or it
    /// was said already.
    pub(super) fn is_old_news(&mut self, name: Symbol) -> bool {
        self.ast.lost.contains(&name) || !self.unknown.insert(name)
    }

    fn nearest_value(&mut self, name: Symbol) -> Option<&'a str> {
        let text = self.text(name);
        if !self.resolver.may_suggest() {
            return None;
        }
        let locals = self.locals.names().map(|it| self.resolver.text(it));
        if let Some(near) = nearest(text, locals) {
            return Some(near);
        }
        let items = self.resolver.visible_names(self.module, |kind| {
            !matches!(
                kind,
                ItemKind::Struct(_) | ItemKind::Schema(_) | ItemKind::Enum(_) | ItemKind::Alias(_) | ItemKind::Trait(_)
            )
        });
        nearest(text, items)
    }

    /// A path where a value is wanted: a function, a variant, a constant, or a member of a type.
    pub(super) fn value_path(&mut self, id: ExprId, path: PathId) {
        let res = self.path(path);
        let last = self.ast.path(path).segments.last();
        let res = match (res, last) {
            (Res::Module(_), Some(last)) => self.wrong_kind(last.name, "module", "a value", Res::Error),
            (Res::Item(item), Some(last)) => self.item_as_value(last.name, item),
            (Res::SelfType | Res::Generic(_), Some(last)) => self.wrong_kind(last.name, "type", "a value", Res::Error),
            (res, _) => res,
        };
        self.set(id, res);
    }

    /// The path of a struct literal or struct pattern: something with named fields.
    pub(super) fn struct_path(&mut self, id: ExprId, path: PathId) {
        let res = self.named_fields(path);
        self.set(id, res);
    }

    pub(super) fn named_fields(&mut self, path: PathId) -> Res {
        if let [one] = &*self.ast.path(path).segments
            && self.is_unknown_struct(one.name)
        {
            return self.unknown_struct(one.name);
        }
        let res = self.path(path);
        let Some(last) = self.ast.path(path).segments.last() else { return res };
        match res {
            Res::Item(id) => match self.resolver.item_kind(id) {
                ItemKind::Struct(_) | ItemKind::Schema(_) | ItemKind::Alias(_) => res,
                kind => self.wrong_kind(last.name, kind.word(), "a struct", Res::Error),
            },
            Res::Variant(id, index) => {
                let is_tuple =
                    variants(self.resolver.program, id).get(index as usize).is_some_and(|it| takes_data(&it.data));
                match is_tuple {
                    true => self.wrong_kind(last.name, "variant with data in parentheses", "a struct", Res::Error),
                    false => res,
                }
            }
            Res::Module(_) => self.wrong_kind(last.name, "module", "a struct", Res::Error),
            Res::Member(Owner::Generic(_)) => self.wrong_kind(last.name, "function", "a struct", Res::Error),
            _ => res,
        }
    }

    fn is_unknown_struct(&mut self, name: Ident) -> bool {
        let is_self = name.name == self.resolver.words.self_type;
        !is_self && self.locals.find(name.name).is_none() && self.resolver.item(self.module, name).is_none()
    }

    /// `Pont { x: 1 }`, where a struct is wanted and a similar one exists.
    fn unknown_struct(&mut self, name: Ident) -> Res {
        if self.is_old_news(name.name) {
            return Res::Error;
        }
        let text = self.text(name.name);
        let candidates = self.resolver.visible_names(self.module, |kind| {
            matches!(kind, ItemKind::Struct(_) | ItemKind::Schema(_) | ItemKind::Alias(_))
        });
        let near = if self.resolver.may_suggest() { nearest(text, candidates) } else { None };
        self.resolver.report(diagnostics::unknown_type(text, "a struct", name.span, near));
        Res::Error
    }

    /// What a path leads to. Its last segment may be a member that only the type checker can find.
    pub(super) fn path(&mut self, path: PathId) -> Res {
        let ast = self.ast;
        let path = ast.path(path);
        for segment in &path.segments {
            for arg in &segment.args {
                self.type_(*arg);
            }
        }
        let Some((first, rest)) = path.segments.split_first() else { return Res::Error };
        if rest.is_empty() {
            return self.lone_segment(first.name);
        }
        if first.name.name == self.resolver.words.self_type {
            return self.member_of_self(first.name, rest);
        }
        if let Some(at) = self.generic(first.name.name) {
            return self.member_of_owner(Owner::Generic(at), first.name, rest);
        }
        let start = match self.resolver.path_start(self.module, first.name) {
            Start::Found(start) => start,
            Start::Broken => return Res::Error,
            Start::Unknown if first.name.name == self.resolver.words.std => Target::Module(STD),
            Start::Unknown => return self.unknown_start(first.name),
        };
        self.follow(start, rest)
    }

    fn lone_segment(&mut self, name: Ident) -> Res {
        if name.name == self.resolver.words.self_type {
            return if self.has_self_type { Res::SelfType } else { self.self_or_error(name) };
        }
        if let Some(local) = self.locals.find(name.name) {
            self.local(local).used = true;
            return Res::Local(local);
        }
        if let Some(function) = self.tool_function(name.name) {
            return function;
        }
        match self.resolver.item(self.module, name) {
            Some(target) => target_res(target),
            None => self.unknown_value(name),
        }
    }

    fn member_of_self(&mut self, name: Ident, rest: &[Segment]) -> Res {
        if !self.has_self_type {
            return self.self_or_error(name);
        }
        self.member_of_owner(Owner::SelfType, name, rest)
    }

    fn member_of_owner(&mut self, owner: Owner, name: Ident, rest: &[Segment]) -> Res {
        match rest {
            [_] => Res::Member(owner),
            [_, extra, ..] => {
                let diagnostic = diagnostics::not_a_module(self.text(name.name), extra.name.span);
                self.resolver.report(diagnostic);
                Res::Error
            }
            [] => Res::Error,
        }
    }

    fn follow(&mut self, start: Target, rest: &[Segment]) -> Res {
        let mut target = start;
        for (index, segment) in rest.iter().enumerate() {
            let is_last = index + 1 == rest.len();
            if let Target::Item(id) = target {
                return match is_last {
                    true => self.member_of_item(id, segment.name),
                    false => self.member_of_owner(Owner::Item(id), segment.name, &rest[index..]),
                };
            }
            match self.resolver.member_of(target, segment.name, self.module) {
                Some(found) => target = found,
                None => return Res::Error,
            }
        }
        target_res(target)
    }

    /// `Color::Red`, `Account::open`.
    fn member_of_item(&mut self, id: ItemId, name: Ident) -> Res {
        let list = variants(self.resolver.program, id);
        if let Some(index) = list.iter().position(|it| it.name.name == name.name) {
            return Res::Variant(id, index as u32);
        }
        if self.resolver.may_have_member(id, name.name) {
            return Res::Member(Owner::Item(id));
        }
        let text = self.text(name.name);
        let members = self.resolver.scopes.members.get(&id).map(Vec::as_slice).unwrap_or_default();
        let candidates = list.iter().map(|it| it.name.name).chain(members.iter().copied());
        let near = nearest(text, candidates.map(|it| self.text(it)));
        let diagnostic = diagnostics::unknown_member(self.resolver.item_name(id), text, name.span, near);
        self.resolver.report(diagnostic);
        Res::Error
    }

    fn unknown_start(&mut self, name: Ident) -> Res {
        if self.is_old_news(name.name) {
            return Res::Error;
        }
        let text = self.text(name.name);
        let near = self.resolver.nearest_start(self.module, name.name);
        let diagnostic = if let Some(local) = self.locals.find(name.name) {
            self.local(local).used = true;
            diagnostics::path_of_value(text, name.span)
        } else if name.name == self.resolver.words.super_ {
            diagnostics::no_super(name.span)
        } else if self.resolver.program.std_names.contains(&text) {
            diagnostics::std_module_not_imported(text, name.span)
        } else {
            diagnostics::unknown_path_start(text, name.span, near)
        };
        self.resolver.report(diagnostic);
        Res::Error
    }
}

fn target_res(target: Target) -> Res {
    match target {
        Target::Item(id) => Res::Item(id),
        Target::Variant(id, index) => Res::Variant(id, index),
        Target::Module(id) => Res::Module(id),
        Target::Import(_) => Res::Error,
    }
}

/// For how many unknown names a similar one is looked for.
const SUGGESTIONS_MAX: u32 = 50;

impl<'a> Resolver<'a> {
    /// What a name means that a module does not declare.
    pub(super) fn given(&self, module: ModuleId, name: Symbol) -> Option<Target> {
        let public = self.scopes.prelude.get(&name);
        let is_prelude = || self.program.module(module).origin == Origin::Prelude;
        public.or_else(|| self.scopes.library.get(&name).filter(|_| is_prelude())).copied()
    }

    /// The item, variant or module that a name means in a module, outside of any body.
    pub(super) fn item(&mut self, module: ModuleId, name: Ident) -> Option<Target> {
        let scope = &self.scopes.modules[module.index()];
        let own = scope.items.get(&name.name).map(|it| it.target);
        match own.or_else(|| self.given(module, name.name)) {
            Some(target) => Some(self.settle(target).unwrap_or(Target::Import(0))),
            None => match self.path_start(module, name) {
                Start::Found(target @ Target::Module(_)) => Some(target),
                _ => None,
            },
        }
    }

    /// Whether an item is a type that the library declares as a struct without fields.
    pub(super) fn is_builtin(&self, id: ItemId) -> bool {
        let is_struct = matches!(self.item_kind(id), ItemKind::Struct(it) if it.fields.is_empty());
        is_struct && self.program.module(id.module).is_library()
    }

    pub(super) fn item_kind(&self, id: ItemId) -> &'a ItemKind {
        match &self.program.module(id.module).ast.entries[id.index as usize] {
            Entry::Item(item) => &item.kind,
            Entry::Stmt(_) => &ItemKind::Error,
        }
    }

    /// The item in a message: `` `Color` ``.
    pub(super) fn item_name(&self, id: ItemId) -> &'a str {
        self.item_kind(id).name().map_or("this", |name| self.text(name.name))
    }

    /// Whether a type could have a function of that name. Without the types, traits count for every type.
    pub(super) fn may_have_member(&self, id: ItemId, name: Symbol) -> bool {
        let is_data = matches!(self.item_kind(id), ItemKind::Struct(_) | ItemKind::Schema(_) | ItemKind::Enum(_));
        let has = self.scopes.members.get(&id).is_some_and(|members| members.contains(&name));
        has || !is_data || self.traits.contains(&name)
    }

    pub(super) fn has_mcp(&self, name: Symbol) -> bool {
        let text = self.text(name);
        self.options.manifest.is_some_and(|manifest| manifest.mcp.iter().any(|it| it.name.value == text))
    }

    /// Looking for a similar name among all names is slow where there are many: after some it is not done any more.
    pub(super) fn may_suggest(&mut self) -> bool {
        self.suggestions += 1;
        self.suggestions <= SUGGESTIONS_MAX
    }

    /// Top-level names that can be seen in a module without a path, for suggestions, in a stable order.
    pub(super) fn visible_names(&self, module: ModuleId, accepts: impl Fn(&ItemKind) -> bool) -> Vec<&'a str> {
        let scope = &self.scopes.modules[module.index()];
        let own = scope.items.iter().map(|(name, binding)| (*name, binding.target));
        let prelude = self.scopes.prelude.iter().map(|(name, target)| (*name, *target));
        // Variants are values: they are not suggested where types are accepted.
        let wants_values = accepts(&ItemKind::Error);
        let fits = |target: &Target| match target {
            Target::Item(id) => accepts(self.item_kind(*id)),
            Target::Variant(..) => wants_values,
            Target::Module(_) | Target::Import(_) => true,
        };
        let mut own: Vec<&str> = own.filter(|(_, it)| fits(it)).map(|(name, _)| self.text(name)).collect();
        let mut rest: Vec<&str> = prelude.filter(|(_, it)| fits(it)).map(|(name, _)| self.text(name)).collect();
        own.sort_unstable();
        rest.sort_unstable();
        own.extend(rest);
        own
    }

    /// The module or type that a path was probably meant to start with.
    pub(super) fn nearest_start(&mut self, module: ModuleId, name: Symbol) -> Option<&'a str> {
        if !self.may_suggest() {
            return None;
        }
        let mut modules: Vec<&str> = Vec::new();
        for id in [Some(module), self.scopes.entry].into_iter().flatten() {
            modules.extend(self.scopes.modules[id.index()].modules.keys().map(|it| self.text(*it)));
        }
        modules.sort_unstable();
        modules.extend(self.visible_names(module, |kind| {
            matches!(
                kind,
                ItemKind::Struct(_) | ItemKind::Schema(_) | ItemKind::Enum(_) | ItemKind::Alias(_) | ItemKind::Tool(_)
            )
        }));
        nearest(self.text(name), modules)
    }
}
