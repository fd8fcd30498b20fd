//! Tools called from code: their fields are one record that outlives the calls, and calls that change it take turns.

use concerto_ir::op::Inst;
use concerto_ir::operand::{GlobalRef, Kind, OutRef, Reg, TakeRef};

use super::body::{Body, Lowered};
use super::{Lower, Work};
use crate::ast::ExprId;
use crate::resolve::{ItemId, Res};
use crate::source::Span;
use crate::types::{self, FnId, FnSig, Ty};

impl Lower<'_> {
    /// The resource that holds the fields of a tool.
    pub(super) fn global(&mut self, item: ItemId) -> GlobalRef {
        if let Some(number) = self.globals.get(&item) {
            return GlobalRef(*number);
        }
        let number = self.ir.globals.len() as u32;
        let name = self.global_name(item);
        self.ir.globals.push(name);
        self.globals.insert(item, number);
        GlobalRef(number)
    }
}

impl Body<'_, '_> {
    /// Whether an expression names a tool, and is no value of one.
    pub(super) fn is_tool(&mut self, id: ExprId) -> bool {
        let ty = self.type_of(id);
        let is_value = self.lower.typed.modules[self.module.index()].coercions.contains_key(&id);
        let is_item = matches!(self.lower.typed.types.kind(ty), types::Kind::Item(_));
        is_item && !is_value && matches!(self.res(id), Res::Item(_))
    }

    /// What a function of a tool reads: the fields as they are now.
    pub(super) fn tool_state(&mut self, id: ExprId, sig: &FnSig) -> Lowered<Option<Reg>> {
        let Res::Item(item) = self.res(id) else { return Ok(None) };
        if sig.receiver.is_none() {
            return Ok(None);
        }
        self.must_have_state(item, id)?;
        Ok(Some(self.tool_fields(item)))
    }

    /// The fields of a tool as they are now.
    pub(super) fn tool_fields(&mut self, item: ItemId) -> Reg {
        let global = self.lower.global(item);
        let dst = self.register(Kind::Ref);
        self.put(Inst::LoadGlobal { dst: OutRef(dst), global });
        dst
    }

    pub(super) fn must_have_state(&mut self, item: ItemId, id: ExprId) -> Lowered<()> {
        match self.lower.typed.signatures.tool_fields.contains_key(&item) {
            true => Ok(()),
            false => Err(self.unsupported(self.ast.expr_span(id), "a server")),
        }
    }

    /// A function that changes its tool: nobody else has the fields meanwhile.
    pub(super) fn update_tool(
        &mut self,
        item: ItemId,
        (function, types): (FnId, Vec<Ty>),
        args: Vec<Reg>,
        result: Ty,
    ) -> Reg {
        let global = self.lower.global(item);
        let state = self.register(Kind::Ref);
        self.put(Inst::TakeGlobal { dst: OutRef(state), global });
        let function = self.lower.ask(Work::Function(function, types));
        let value = self.update_of(function, state, args, result);
        self.put(Inst::PutGlobal { global, src: TakeRef(state) });
        value
    }

    /// Gives each tool of the program its fields.
    pub(super) fn start_tools(&mut self) -> Lowered<()> {
        let mut tools: Vec<ItemId> = self.lower.typed.signatures.tool_fields.keys().copied().collect();
        tools.sort_unstable();
        for item in tools {
            let is_made = self.lower.is_filled(item);
            if is_made || self.lower.program.module(item.module).is_library() || !self.has_tool_functions(item) {
                continue;
            }
            let ty = self.lower.typed.types.add(types::Kind::Item(item));
            let count = self.lower.parts(ty).unwrap_or_default().len();
            let mut fields = Vec::with_capacity(count);
            for at in 0..count {
                let span = self.lower.item(item).map_or(Span::default(), |it| it.span);
                fields.push(match self.lower.field_default(ty, None, at) {
                    Some(_) => self.default_field(ty, None, at, span)?,
                    None => {
                        let part = self.lower.parts(ty).unwrap_or_default()[at].1;
                        self.default_value(part)?
                    }
                });
            }
            let record = self.new_struct(ty, fields);
            let global = self.lower.global(item);
            self.put(Inst::PutGlobal { global, src: TakeRef(record) });
        }
        Ok(())
    }

    fn has_tool_functions(&self, item: ItemId) -> bool {
        self.lower.item(item).is_some_and(|it| it.kind.methods().iter().any(|it| it.function.receiver.is_some()))
    }
}
