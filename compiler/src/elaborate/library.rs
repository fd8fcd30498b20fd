//! Functions of the library that the compiler calls, and those that the machine or the world has.

use super::{Body, Elaborator};
use crate::declare;
use crate::lang::LangItem;
use crate::tree::{ExprId, ExprKind, Target, Work};
use crate::types::{FnId, FnSig, Ty, Typed};

impl Elaborator<'_> {
    /// A function of the library that the compiler calls.
    pub(crate) fn library_function(&self, typed: &Typed, item: LangItem) -> Option<FnId> {
        typed.signatures.lang_function(&self.resolved.lang, item)
    }

    /// The name of a function in the machine's table or among the effects, if the library declares it so.
    pub(super) fn native_name(&self, sig: &FnSig) -> Option<String> {
        if sig.has_body {
            return None;
        }
        let item = declare::item(self.program, sig.item)?;
        let decorators = match sig.place {
            None => &item.decorators,
            Some(place) => &item.kind.methods().get(place as usize)?.decorators,
        };
        let native = decorators.iter().find(|it| self.program.names.text(it.name.name) == "native")?;
        match self.program.module(sig.item.module).ast.expr(native.args.first()?.value) {
            crate::ast::Expr::Str(text) => Some(self.program.names.text(*text).to_owned()),
            _ => None,
        }
    }
}

impl Body<'_, '_> {
    /// Calls a function of the library.
    pub(super) fn library(&mut self, item: LangItem, args: Vec<ExprId>) -> ExprId {
        self.generic(item, Vec::new(), args)
    }

    /// Calls a generic function of the library.
    pub(super) fn generic(&mut self, item: LangItem, types: Vec<Ty>, args: Vec<ExprId>) -> ExprId {
        let Some(function) = self.it.library_function(self.typed, item) else {
            return self.internal(&format!("the library has no `{}`", item.key()));
        };
        let called = self.called(function, types);
        let target = Target { work: Work::Function(function), types: called.types.as_slice().into() };
        self.put(ExprKind::Call(target, args), called.result)
    }

    /// Calls a function of the machine.
    pub(super) fn native(&mut self, name: &str, params: Vec<Ty>, result: Ty, args: Vec<ExprId>) -> ExprId {
        self.put(ExprKind::Native { name: name.into(), is_effect: false, params, args }, result)
    }

    /// Asks the world for something.
    pub(super) fn perform(&mut self, name: &str, params: Vec<Ty>, result: Ty, args: Vec<ExprId>) -> ExprId {
        self.put(ExprKind::Native { name: name.into(), is_effect: true, params, args }, result)
    }
}
