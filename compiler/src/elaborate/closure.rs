//! Closures: functions with the values of the variables that they name.

use std::rc::Rc;

use super::frame::Frame;
use super::{Body, Elaborator};
use crate::ast::{self, ExprId as SourceId};
use crate::source::Span;
use crate::tree::{Builder, ExprId, ExprKind, Function, LocalId};
use crate::types::{Kind, Ty, Typed};

impl<'c> Elaborator<'c> {
    /// A variant as a function that makes it.
    pub(super) fn constructor(&mut self, typed: &mut Typed, ty: Ty, index: u32) -> Function {
        let name = match typed.types.kind(ty) {
            Kind::Adt(item, _) => self.about(typed).variant_name(item, index),
            _ => "variant".to_owned(),
        };
        let data = typed.variant_data(ty, index).unwrap_or_default();
        let builder = Builder::new(name, ty, Span::default());
        let module = self.any_module();
        let mut body = self.body(typed, module, builder, Span::default());
        let mut args = Vec::new();
        for (_, part) in data {
            let local = body.builder().param(None, part);
            args.push(body.read(local));
        }
        let value = body.put(ExprKind::Variant(index, args), ty);
        body.finish(value)
    }
}

impl<'c> Body<'_, 'c> {
    /// `|x| x + 1`
    pub(super) fn closure(&mut self, id: SourceId, closure: &'c ast::Closure) -> ExprId {
        let ty = self.ty(id);
        let Kind::Fn(params, output) = self.typed.types.kind(ty) else { return self.internal("a closure of no type") };
        let params = self.typed.types.list(params).to_vec();
        self.closure_of("closure", output, ty, |body| {
            let mut stmts = Vec::new();
            let locals: Vec<LocalId> =
                closure.params.iter().zip(&params).map(|(param, ty)| body.parameter(param.pattern, *ty)).collect();
            // `|| …` also fits where something is passed that says nothing.
            for ty in params.iter().skip(locals.len()) {
                body.builder().param(None, *ty);
            }
            for ((param, local), ty) in closure.params.iter().zip(&locals).zip(&params) {
                body.bind(param.pattern, *local, *ty, &mut stmts);
            }
            let value = body.expr(closure.body);
            let value = body.fit(value, output);
            body.after(stmts, value)
        })
    }

    /// A closure whose code is made in a frame of its own.
    pub(super) fn closure_of(
        &mut self,
        kind: &str,
        output: Ty,
        ty: Ty,
        code: impl FnOnce(&mut Self) -> ExprId,
    ) -> ExprId {
        let outer = self.builder();
        let name = format!("{}::{kind}", outer.name());
        let generics = outer.generics().clone();
        let mut builder = Builder::new(name, output, self.span);
        builder.set_generics(generics);
        self.frames.push(Frame::new(builder));
        let value = code(self);
        let Some(frame) = self.frames.pop() else { return self.internal("a closure without a frame") };
        let captures = frame.captures.iter().map(|(outer, _)| *outer).collect();
        let closure = self.builder().closure(Rc::new(frame.builder.finish(value)));
        self.put(ExprKind::Closure(closure, captures), ty)
    }
}
