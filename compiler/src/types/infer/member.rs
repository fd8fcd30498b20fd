//! What stands behind a `.`: methods, fields, positions; and indexes.

use super::call::Given;
use super::{Infer, Want, Why};
use crate::ast::{ExprId, Ident, ItemKind, MethodCall};
use crate::resolve::ItemId;
use crate::types::diagnostics;
use crate::types::signatures::{AdtSig, FieldSig, Shape};
use crate::types::ty::{Kind, Substitution, Ty};

impl<'a> Infer<'_, 'a> {
    pub(super) fn method_with(
        &mut self,
        id: ExprId,
        call: &'a MethodCall,
        receiver: Ty,
        given: &[Given],
        want: Want,
    ) -> Ty {
        self.decide(receiver);
        if let Kind::Item(item) = self.kind(receiver)
            && let Some(ty) = self.item_method(id, item, call, given)
        {
            return ty;
        }
        if self.is_unknown(receiver, call.receiver) {
            self.infer_all(given);
            return self.error();
        }
        let found = self.function_for(receiver, call.name.name, call.name.span, given, want.ty());
        let Some((sig, map)) = found else {
            return self.not_a_method(call, receiver, given);
        };
        self.must_be_visible(&sig, call.name);
        if sig.receiver.is_none() && !matches!(self.kind(receiver), Kind::Item(_)) {
            self.infer_all(given);
            let (shown, name) = (self.show(receiver), self.text(call.name.name));
            self.report(diagnostics::not_a_method(&shown, name, call.name.span));
            return self.error();
        }
        if sig.receiver.is_some() && self.is_tool_name(call) {
            self.must_not_wait(call, sig.item);
        } else if sig.receiver == Some(true) {
            let name = self.text(call.name.name);
            self.must_be_mutable(call.receiver, Some(name));
        }
        self.look_at_builder(call, sig.id);
        let receiver = self.vars.deep(&mut self.checker.types, receiver);
        if !self.checker.types.is_open(receiver) && self.checker.holds_functions(receiver) {
            self.uses.passes.insert(sig.id);
        }
        let type_args = self.checker.lower_all(&call.type_args, &self.scope);
        self.apply(id, &sig, map, &type_args, given, call.name.span, want)
    }

    /// Whether a method is called on a tool by its name: that needs no place.
    fn is_tool_name(&self, call: &MethodCall) -> bool {
        self.is_named(call.receiver)
            && matches!(self.res(call.receiver), crate::resolve::Res::Item(_))
            && matches!(self.kind(self.type_of(call.receiver)), Kind::Item(_))
    }

    /// A function that changes its tool holds it, and cannot call it again.
    fn must_not_wait(&mut self, call: &MethodCall, owner: ItemId) {
        if self.tool == Some((owner, true)) {
            let name = self.checker.item_name(owner);
            self.report(diagnostics::tool_waits_for_itself(name, self.ast.expr_span(call.receiver)));
        }
    }

    /// Whether nothing is known of a type whose members are needed; says so.
    fn is_unknown(&mut self, ty: Ty, at: ExprId) -> bool {
        match self.kind(ty) {
            Kind::Error | Kind::Never => true,
            Kind::Var(_) => {
                if !self.has_errors {
                    self.report(diagnostics::unknown_receiver(self.ast.expr_span(at)));
                }
                self.vars.give_up(&self.checker.types, ty);
                true
            }
            _ => false,
        }
    }

    /// A field that holds a function is called with parentheses around it; anything else is a mistake.
    fn not_a_method(&mut self, call: &'a MethodCall, receiver: Ty, given: &[Given]) -> Ty {
        let name = call.name;
        if let Some(field) = self.find_field(receiver, name.name) {
            if matches!(self.kind(field.ty), Kind::Fn(..)) {
                return self.call_value(field.ty, given, name.span);
            }
            self.infer_all(given);
            let shown = self.show(field.ty);
            self.report(diagnostics::field_is_no_method(self.text(name.name), &shown, name.span));
            return self.error();
        }
        self.infer_all(given);
        self.unknown_method(receiver, name);
        self.error()
    }

    fn unknown_method(&mut self, receiver: Ty, name: Ident) {
        let text = self.text(name.name);
        let shown = self.show(receiver);
        // The method may exist for other arguments of the same type.
        let head = self.checker.head(self.shallow(receiver));
        let elsewhere = head.and_then(|head| self.checker.signatures.members.get(&(head, name.name))).cloned();
        if let Some(candidates) = elsewhere {
            let target = |at: u32| self.checker.signatures.impls[at as usize].target;
            let targets: Vec<Ty> = candidates.iter().map(|it| target(it.impl_)).collect();
            let targets: Vec<String> = targets.into_iter().map(|it| self.checker.show_plain(it)).collect();
            self.report(diagnostics::method_of_other_type(&shown, text, name.span, &targets));
            return;
        }
        let known = self.member_names(receiver);
        let fields = self.field_names(receiver);
        let synonym = diagnostics::synonyms(text).find(|it| known.contains(it));
        let near = synonym.or_else(|| self.checker.nearest(text, known.iter().chain(&fields).copied()));
        let help = self.help_for_member(receiver, name);
        self.report(diagnostics::unknown_method(&shown, text, name.span, near).help(help));
    }

    /// A method that the value inside has.
    fn help_for_member(&mut self, receiver: Ty, name: Ident) -> Option<String> {
        let builtins = &self.checker.builtins;
        let (option, result) = (builtins.option, builtins.result);
        if self.shallow(receiver) == builtins.json {
            let text = self.text(name.name);
            return Some(format!("a member of a JSON object is `.get(\"{text}\")`, which gives an `Option`"));
        }
        let inner = self.argument_of(receiver, option).or_else(|| self.argument_of(receiver, result))?;
        let has_field = self.find_field(inner, name.name).is_some();
        let known = self.member_names(inner);
        (has_field || known.contains(&self.text(name.name)))
            .then(|| "the value inside has it: take it out with `?`, `match` or `.map(…)`".to_owned())
    }

    /// `x.name`
    pub(super) fn field(&mut self, id: ExprId, base: ExprId, ty: Ty, name: Ident) -> Ty {
        self.decide(ty);
        if let Kind::Item(item) = self.kind(ty) {
            return self.item_field(id, item, base, name);
        }
        if self.is_unknown(ty, base) {
            return self.error();
        }
        if let Some(field) = self.find_field(ty, name.name) {
            return field.ty;
        }
        let text = self.text(name.name);
        let shown = self.show(ty);
        let known = self.member_names(ty);
        if known.contains(&text) {
            self.report(diagnostics::method_without_call(&shown, text, name.span));
            return self.error();
        }
        let fields = self.field_names(ty);
        let synonym = diagnostics::synonyms(text).find(|it| known.contains(it));
        if let Some(method) = synonym {
            self.report(diagnostics::field_for_method(&shown, text, name.span, method));
            return self.error();
        }
        let near = self.checker.nearest(text, fields.iter().chain(&known).copied());
        let help = self.help_for_member(ty, name);
        self.report(diagnostics::unknown_field(&shown, text, name.span, near, &fields).help(help));
        self.error()
    }

    /// A field of a tool, or one of its functions as a value.
    fn item_field(&mut self, id: ExprId, item: ItemId, base: ExprId, name: Ident) -> Ty {
        let is_self = !matches!(self.res(base), crate::resolve::Res::Item(_));
        let fields = self.checker.signatures.tool_fields.get(&item).cloned();
        let field = fields.as_deref().unwrap_or_default().iter().find(|it| it.name == name.name).copied();
        let text = self.text(name.name);
        if let Some(field) = field {
            if !is_self {
                self.report(diagnostics::private_field(text, name.span, field.span));
            }
            self.does(crate::types::effects::Effects::STATE);
            return field.ty;
        }
        let is_tool = matches!(self.checker.item_kind(item), ItemKind::Tool(_) | ItemKind::Mcp(_));
        if let Some((sig, _)) = self.function_of(self.type_of(base), name.name, name.span, &[]).filter(|_| is_tool) {
            self.must_be_visible(&sig, name);
            self.uses_function(sig.id);
            self.coerce(id, crate::types::Coercion::ToolRef);
            return self.checker.builtins.tool_ref;
        }
        let shown = self.checker.item_name(item);
        let known = self.item_member_names(item, is_self);
        let near = self.checker.nearest(text, known.iter().copied());
        self.report(diagnostics::unknown_field(shown, text, name.span, near, &known));
        self.error()
    }

    pub(super) fn item_member_names(&self, item: ItemId, is_self: bool) -> Vec<&'a str> {
        let kind = self.checker.item_kind(item);
        let mut names: Vec<&str> = kind.methods().iter().map(|it| self.text(it.function.name.name)).collect();
        if let ItemKind::Tool(it) = kind
            && is_self
        {
            names.extend(it.fields.iter().map(|it| self.text(it.name.name)));
        }
        names
    }

    /// A field of a struct.
    pub(super) fn find_field(&mut self, ty: Ty, name: crate::ast::Symbol) -> Option<FieldSig> {
        let Kind::Adt(item, args) = self.kind(ty) else { return None };
        let sig = self.checker.signatures.adts.get(&item)?.clone();
        let Shape::Struct(fields) = &sig.shape else { return None };
        if self.hides(&sig) {
            return None;
        }
        let mut field = *fields.iter().find(|it| it.name == name)?;
        let map = Substitution::new(&sig.params, self.checker.types.list(args));
        field.ty = self.checker.types.substitute(field.ty, &map);
        Some(field)
    }

    pub(super) fn field_names(&self, ty: Ty) -> Vec<&'a str> {
        let Kind::Adt(item, _) = self.kind(ty) else { return Vec::new() };
        let Some(sig) = self.checker.signatures.adts.get(&item) else { return Vec::new() };
        match &sig.shape {
            Shape::Struct(fields) if !self.hides(sig) => fields.iter().map(|it| self.text(it.name)).collect(),
            _ => Vec::new(),
        }
    }

    /// Whether a type keeps to itself what it is made of.
    pub(super) fn hides(&self, sig: &AdtSig) -> bool {
        sig.opaque && !self.checker.program.module(self.module).is_library()
    }

    /// `x |> kit.run` and the like: a method without parentheses, or a field that holds a function.
    pub(super) fn piped_field(
        &mut self,
        id: ExprId,
        base: ExprId,
        receiver: Ty,
        name: Ident,
        first: Given,
        want: Want,
    ) -> Ty {
        if let Some((sig, map)) = self.function_of(receiver, name.name, name.span, &[first])
            && (sig.receiver.is_some() || matches!(self.kind(receiver), Kind::Item(_)))
        {
            self.must_be_visible(&sig, name);
            return self.apply(id, &sig, map, &[], &[first], name.span, want);
        }
        let ty = self.field(id, base, receiver, name);
        self.call_value(ty, &[first], name.span)
    }

    /// `t.0`
    pub(super) fn tuple_field(&mut self, id: ExprId, base: ExprId, ty: Ty, index: u32) -> Ty {
        self.decide(ty);
        if self.is_unknown(ty, base) {
            return self.error();
        }
        let count = match self.kind(ty) {
            Kind::Tuple(parts) => {
                let parts = self.checker.types.list(parts);
                match parts.get(index as usize) {
                    Some(part) => return *part,
                    None => Some(parts.len()),
                }
            }
            _ => None,
        };
        let shown = self.show(ty);
        self.report(diagnostics::no_position(&shown, index, count, self.ast.expr_span(id)));
        self.error()
    }

    /// `a[i]`
    pub(super) fn index(&mut self, base: ExprId, ty: Ty, index: ExprId) -> Ty {
        self.decide(ty);
        if self.is_unknown(ty, base) {
            self.infer(index);
            return self.error();
        }
        let builtins = &self.checker.builtins;
        let (array, map, string, bytes, int, range) =
            (builtins.array, builtins.map, builtins.string, builtins.bytes, builtins.int, builtins.range);
        let whole = self.shallow(ty);
        let element = if let Some(element) = self.argument_of(ty, array) {
            element
        } else if let Some((key, value)) = self.arguments_of(ty, map) {
            self.check(index, key, Why::At(self.ast.expr_span(base), "the map has keys of this type"));
            return value;
        } else if whole == string || matches!(self.kind(ty), Kind::Literal(_)) {
            string
        } else if whole == bytes {
            int
        } else {
            self.infer(index);
            let shown = self.show(ty);
            let help = self.help_for_index(whole);
            self.report(diagnostics::not_indexable(&shown, self.ast.expr_span(base), help));
            return self.error();
        };
        let found = self.expr(index, Want::Hint(int));
        if self.shallow(found) == range {
            return if whole == string || matches!(self.kind(ty), Kind::Literal(_)) { string } else { ty };
        }
        if !self.fits(found, int) {
            let why = Why::At(self.ast.expr_span(base), "this is indexed by a whole number or a range");
            self.mismatch_of(Some(index), found, int, self.ast.expr_span(index), why);
        }
        element
    }

    fn help_for_index(&mut self, ty: Ty) -> Option<String> {
        let builtins = &self.checker.builtins;
        let text = match self.kind(ty) {
            _ if ty == builtins.json => "a `Json` is asked with `.get(\"key\")` or `.at(0)`, which give an `Option`",
            Kind::Adt(head, _) if head == builtins.store => "a store is asked with `.get(key)`",
            Kind::Adt(head, _) if head == builtins.set => "a set is asked with `.has(x)`",
            Kind::Adt(head, _) if head == builtins.option => "take the value out first: `?? default`, `?`, or `match`",
            Kind::Tuple(_) => "the elements of a tuple are `t.0`, `t.1` …",
            _ => return None,
        };
        Some(text.to_owned())
    }
}
