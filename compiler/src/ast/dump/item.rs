//! Declarations as text.

use super::Printer;
use crate::ast::{
    Decorator, Field, Fn, Generic, Ident, Item, ItemKind, Method, Param, Resource, Setting, Settings, Step, Struct,
    UseEnd, UseTree, VariantData,
};

impl Printer<'_> {
    pub(super) fn item(&mut self, item: &Item) {
        self.decorators(&item.decorators);
        self.put(if item.public.is_some() { "pub " } else { "" });
        match &item.kind {
            ItemKind::Error => self.put("<error>"),
            ItemKind::Mod(name) => self.headed("mod", *name, &[]),
            ItemKind::Use(tree) => {
                self.put("use ");
                self.use_tree(tree);
            }
            ItemKind::Const(it) => {
                self.headed("const", it.name, &[]);
                self.put(": ");
                self.type_(it.annotation);
                self.put(" = ");
                self.expr(it.value);
            }
            ItemKind::Alias(it) => {
                self.headed("type", it.name, &it.generics);
                self.put(" = ");
                self.type_(it.target);
            }
            ItemKind::Fn(it) => self.function("fn", it),
            ItemKind::Struct(it) => self.struct_("struct", it),
            ItemKind::Schema(it) => self.struct_("schema", it),
            ItemKind::Enum(it) => {
                self.headed("enum", it.name, &it.generics);
                self.lines(&it.variants, |it, variant| {
                    it.decorators(&variant.decorators);
                    it.name(variant.name);
                    match &variant.data {
                        VariantData::Unit => {}
                        VariantData::Tuple(types) => it.each(types, |it, id| it.type_(*id)),
                        VariantData::Named(fields) => it.each(fields, Self::field),
                    }
                });
            }
            ItemKind::Trait(it) => {
                self.headed("trait", it.name, &it.generics);
                self.lines(&it.methods, |it, method| it.method("fn", method));
            }
            ItemKind::Impl(it) => {
                self.put("impl");
                self.generics(&it.generics);
                self.put(" ");
                if let Some(trait_) = it.trait_ {
                    self.type_(trait_);
                    self.put(" for ");
                }
                self.type_(it.target);
                self.lines(&it.methods, |it, method| it.method("fn", method));
            }
            ItemKind::Tool(it) => {
                self.headed("tool", it.name, &[]);
                self.lines(it.description.as_slice(), Self::setting);
                self.lines(&it.fields, Self::field);
                self.lines(&it.methods, |it, method| it.method("fn", method));
            }
            ItemKind::Agent(it) => self.settings("agent", it),
            ItemKind::Host(it) => self.settings("host", it),
            ItemKind::ProviderTool(it) => self.settings("provider tool", it),
            ItemKind::Mcp(it) => {
                self.headed("mcp", it.name, &[]);
                self.lines(&it.settings, Self::setting);
                self.lines(&it.methods, |it, method| it.method("fn", method));
            }
            ItemKind::Memory(it) => self.resource("memory", it),
            ItemKind::Ledger(it) => self.resource("ledger", it),
            ItemKind::Store(it) => self.resource("store", it),
            ItemKind::Pipeline(it) => {
                self.headed("pipeline", it.name, &[]);
                self.params(&it.params);
                if let Some(result) = it.result {
                    self.put(" -> ");
                    self.type_(result);
                }
                self.lines(&it.steps, Self::step);
            }
        }
    }

    fn lines<T>(&mut self, elements: &[T], mut put: impl FnMut(&mut Self, &T)) {
        self.indent += 1;
        for element in elements {
            self.line();
            put(self, element);
        }
        self.indent -= 1;
    }

    fn headed(&mut self, word: &str, name: Ident, generics: &[Generic]) {
        self.put(word);
        self.put(" ");
        self.name(name);
        self.generics(generics);
    }

    fn generics(&mut self, generics: &[Generic]) {
        for (index, generic) in generics.iter().enumerate() {
            self.put(if index == 0 { "<" } else { ", " });
            self.name(generic.name);
            for (index, bound) in generic.bounds.iter().enumerate() {
                self.put(if index == 0 { ": " } else { " + " });
                self.type_(*bound);
            }
        }
        self.put(if generics.is_empty() { "" } else { ">" });
    }

    fn decorators(&mut self, decorators: &[Decorator]) {
        for decorator in decorators {
            self.put("@");
            self.name(decorator.name);
            if !decorator.args.is_empty() {
                self.put("(");
                self.each(&decorator.args, Self::arg);
                self.put(" )");
            }
            self.put(" ");
        }
    }

    fn function(&mut self, word: &str, function: &Fn) {
        self.headed(word, function.name, &function.generics);
        if let Some(receiver) = function.receiver {
            self.put(if receiver.mutable { " (mut self)" } else { " (self)" });
        }
        self.params(&function.params);
        if let Some(result) = function.result {
            self.put(" -> ");
            self.type_(result);
        }
        match function.body {
            Some(body) => self.block(body),
            None => self.put(";"),
        }
    }

    fn params(&mut self, params: &[Param]) {
        self.each(params, |it, param| {
            it.put("(");
            it.decorators(&param.decorators);
            it.put(if param.mutable { "mut " } else { "" });
            it.pattern(param.pattern);
            it.put(": ");
            it.type_(param.annotation);
            if let Some(default) = param.default {
                it.put(" = ");
                it.expr(default);
            }
            it.put(")");
        });
    }

    fn method(&mut self, word: &str, method: &Method) {
        self.decorators(&method.decorators);
        self.put(if method.public.is_some() { "pub " } else { "" });
        self.function(word, &method.function);
    }

    fn struct_(&mut self, word: &str, it: &Struct) {
        self.headed(word, it.name, &it.generics);
        self.lines(&it.fields, Self::field);
    }

    fn field(&mut self, field: &Field) {
        self.decorators(&field.decorators);
        self.name(field.name);
        self.put(": ");
        self.type_(field.annotation);
        if let Some(default) = field.default {
            self.put(" = ");
            self.expr(default);
        }
    }

    fn settings(&mut self, word: &str, it: &Settings) {
        self.headed(word, it.name, &[]);
        self.lines(&it.settings, |it, setting: &Setting| it.setting(setting));
    }

    fn resource(&mut self, word: &str, it: &Resource) {
        self.headed(word, it.name, &[]);
        if let Some(annotation) = it.annotation {
            self.put(": ");
            self.type_(annotation);
        }
        self.put(" = ");
        self.expr(it.value);
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Stage(method) => self.method("stage", method),
            Step::Repeat { stages, until, max, .. } => {
                self.put("repeat");
                self.each(stages, |it, stage| it.name(*stage));
                self.put(" until ");
                self.expr(*until);
                if let Some(max) = max {
                    self.put(" max ");
                    self.expr(*max);
                }
            }
        }
    }

    fn use_tree(&mut self, tree: &UseTree) {
        for (index, name) in tree.path.iter().enumerate() {
            self.put(if index == 0 { "" } else { "::" });
            self.name(*name);
        }
        match &tree.end {
            UseEnd::Name(None) => {}
            UseEnd::Name(Some(alias)) => {
                self.put(" as ");
                self.name(*alias);
            }
            UseEnd::List(trees) => {
                self.put("::{");
                self.each(trees, Self::use_tree);
                self.put(" }");
            }
        }
    }
}
