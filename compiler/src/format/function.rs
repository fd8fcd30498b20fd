//! Functions, traits and impls.

use super::doc::{Fit, Flat, Piece};
use super::list::List;
use super::printer::Printer;
use crate::ast::{Fn, Impl, Method, Param, Trait};
use crate::lex::Kind;

/// What may stand between the parentheses of a function.
enum Taken<'a> {
    Receiver { is_mutable: bool },
    Param(&'a Param),
}

impl<'s> Printer<'s> {
    /// A function from its keyword on.
    pub(super) fn function(&mut self, it: &Fn) {
        self.named();
        self.generics(&it.generics);
        let receiver = it.receiver.map(|it| Taken::Receiver { is_mutable: it.mutable });
        let taken: Vec<Taken<'_>> = receiver.into_iter().chain(it.params.iter().map(Taken::Param)).collect();
        // All up to the body is on one line, or each parameter has its own.
        let group = self.open(Fit::Whole);
        self.list_in(group, List::PARENS, &taken, |it, taken| match taken {
            Taken::Receiver { is_mutable } => it.receiver(*is_mutable),
            Taken::Param(param) => it.param(param),
        });
        self.doc.close();
        self.result(it.result);
        let end = match it.body {
            Some(body) => {
                self.space();
                self.block(body)
            }
            None => self.separator(Kind::Semicolon),
        };
        self.doc.fits(group, Fit::UpTo(end));
    }

    fn receiver(&mut self, is_mutable: bool) {
        if is_mutable {
            self.take(Kind::Mut);
            self.space();
        }
        self.take(Kind::SelfValue);
    }

    pub(super) fn params(&mut self, params: &[Param]) {
        self.list(List::PARENS, params, |it, param| it.param(param));
    }

    fn param(&mut self, param: &Param) {
        self.decorated(&param.decorators, false, |it| {
            if param.mutable {
                it.take(Kind::Mut);
                it.space();
            }
            it.pattern(param.pattern);
            it.annotation(Some(param.annotation));
            if let Some(default) = param.default {
                it.space();
                it.take(Kind::Assign);
                it.value(default);
            }
        });
    }

    pub(super) fn trait_(&mut self, it: &Trait) {
        self.named();
        self.generics(&it.generics);
        self.space();
        self.methods(&it.methods);
    }

    pub(super) fn impl_(&mut self, it: &Impl) {
        self.take(Kind::Impl);
        self.generics(&it.generics);
        self.space();
        if let Some(trait_) = it.trait_ {
            self.type_(trait_);
            self.space();
            self.take(Kind::For);
            self.space();
        }
        self.type_(it.target);
        self.space();
        self.methods(&it.methods);
    }

    fn methods(&mut self, methods: &[Method]) {
        self.members(methods, |it, method, _| it.method(method));
    }

    pub(super) fn method(&mut self, method: &Method) {
        self.decorators_above(&method.decorators);
        self.public(method.public.is_some());
        self.function(&method.function);
        self.skip_comma();
    }

    /// What stands in the braces of a declaration: a line each, unless there is only one and it was written on the line.
    pub(super) fn members<T>(&mut self, members: &[T], mut each: impl FnMut(&mut Self, &T, bool)) {
        let group = self.open(Fit::Whole);
        let opened = self.bracket(List::BRACES);
        if members.len() > 1 || (!members.is_empty() && self.is_on_new_line()) {
            self.doc.fits(group, Fit::Never);
        }
        self.doc.push(Piece::Indent);
        for (index, member) in members.iter().enumerate() {
            self.line(Flat::Blank);
            self.start(index == 0);
            each(self, member, index + 1 == members.len());
        }
        self.close_bracket(List::BRACES, opened);
        self.doc.close();
    }
}
