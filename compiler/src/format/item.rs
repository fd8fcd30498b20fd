//! Files, declarations and decorators.

use super::doc::{Fit, Flat, Piece};
use super::list::List;
use super::printer::Printer;
use crate::ast::{Const, Decorator, Entry, Item, ItemKind, UseEnd, UseTree};
use crate::lex::Kind;

impl<'s> Printer<'s> {
    /// All of it.
    pub(super) fn file(&mut self) {
        let ast = self.ast;
        for (index, entry) in ast.entries.iter().enumerate() {
            if index > 0 {
                self.doc.push(Piece::Hard);
            }
            self.start(index == 0);
            match entry {
                Entry::Item(item) => self.item(item),
                Entry::Stmt(stmt) => self.stmt(stmt),
            }
        }
        self.comments(true);
        self.is_lost |= self.peek() != Kind::End;
    }

    fn item(&mut self, item: &Item) {
        self.decorators_above(&item.decorators);
        self.public(item.public.is_some());
        match &item.kind {
            ItemKind::Error => self.is_lost = true,
            ItemKind::Mod(_) => self.named(),
            ItemKind::Use(tree) => self.use_(tree),
            ItemKind::Const(it) => self.const_(it),
            ItemKind::Alias(it) => self.alias(it),
            ItemKind::Fn(it) => self.function(it),
            ItemKind::Struct(it) | ItemKind::Schema(it) => self.struct_(it),
            ItemKind::Enum(it) => self.enum_(it),
            ItemKind::Trait(it) => self.trait_(it),
            ItemKind::Impl(it) => self.impl_(it),
            ItemKind::Tool(it) => self.tool(it),
            ItemKind::Agent(it) | ItemKind::Host(it) => self.named_settings(it),
            ItemKind::ProviderTool(it) => {
                self.word();
                self.space();
                self.named_settings(it);
            }
            ItemKind::Mcp(it) => self.mcp(it),
            ItemKind::Memory(it) | ItemKind::Ledger(it) | ItemKind::Store(it) => self.resource(it),
            ItemKind::Pipeline(it) => self.pipeline(it),
        }
        self.semicolon();
    }

    pub(super) fn public(&mut self, is_public: bool) {
        if is_public {
            self.take(Kind::Pub);
            self.space();
        }
    }

    /// A keyword and a name.
    pub(super) fn named(&mut self) {
        self.word();
        self.space();
        self.word();
    }

    fn use_(&mut self, tree: &UseTree) {
        self.take(Kind::Use);
        self.space();
        self.use_tree(tree);
    }

    fn use_tree(&mut self, tree: &UseTree) {
        for index in 0..tree.path.len() {
            if index > 0 {
                self.take(Kind::PathSep);
            }
            self.word();
        }
        match &tree.end {
            UseEnd::Name(None) => {}
            UseEnd::Name(Some(_)) => {
                self.space();
                self.take(Kind::As);
                self.space();
                self.word();
            }
            UseEnd::List(trees) => {
                self.take(Kind::PathSep);
                let list = List { inside: Flat::Nothing, keeps_lines: false, ..List::BRACES };
                self.list(list, trees, |it, tree| it.use_tree(tree));
            }
        }
    }

    fn const_(&mut self, it: &Const) {
        self.named();
        self.annotation(Some(it.annotation));
        self.space();
        self.take(Kind::Assign);
        self.value(it.value);
    }

    /// Decorators of a declaration. What they decorate stands below them, or on their line if it was written there.
    pub(super) fn decorators_above(&mut self, decorators: &[Decorator]) {
        if decorators.is_empty() {
            return;
        }
        self.decorators(decorators, true);
        match self.is_on_new_line() {
            true => self.doc.push(Piece::Hard),
            false => self.space(),
        }
    }

    /// Decorators of a field or a parameter, and what they decorate.
    pub(super) fn decorated(&mut self, decorators: &[Decorator], keeps_lines: bool, body: impl FnOnce(&mut Self)) {
        if decorators.is_empty() {
            return body(self);
        }
        self.group(Fit::Whole, |it| {
            it.decorators(decorators, keeps_lines);
            match keeps_lines && it.is_on_new_line() {
                true => it.doc.push(Piece::Hard),
                false => it.line(Flat::Blank),
            }
            body(it);
        });
    }

    /// Decorators keep the lines they are written on; too long a line is broken between them.
    fn decorators(&mut self, decorators: &[Decorator], keeps_lines: bool) {
        for (index, decorator) in decorators.iter().enumerate() {
            let is_below = index > 0 && keeps_lines && self.is_on_new_line();
            self.on_line(Fit::Whole, |it| {
                match index {
                    0 => {}
                    _ if is_below => it.doc.push(Piece::Hard),
                    _ => it.line(Flat::Blank),
                }
                it.decorator(decorator);
            });
        }
    }

    fn decorator(&mut self, decorator: &Decorator) {
        self.take(Kind::At);
        self.word();
        if self.peek() == Kind::ParenOpen && self.here() < decorator.span.end {
            self.arguments(&decorator.args);
        }
    }
}
