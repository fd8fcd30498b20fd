//! What several operands of one instruction have to do with each other: arguments and parameters, slots and layouts.
//!
//! The operands are in range already.

use super::types::kind_of;
use crate::op::Inst;
use crate::operand::{Kind, Reg};
use crate::program::{Function, Program};

/// What is wrong with an instruction of a function.
pub(super) fn problem(program: &Program, function: &Function, inst: &Inst) -> Option<String> {
    use Kind::{Float, Int, Ref};
    let it = Context { program, function };
    match inst {
        Inst::CallInt { function: id, args, .. } => it.call(id.0, &args.0, Int, false),
        Inst::CallFloat { function: id, args, .. } => it.call(id.0, &args.0, Float, false),
        Inst::CallRef { function: id, args, .. } => it.call(id.0, &args.0, Ref, false),
        Inst::UpdateInt { function: id, args, .. } => it.call(id.0, &args.0, Int, true),
        Inst::UpdateFloat { function: id, args, .. } => it.call(id.0, &args.0, Float, true),
        Inst::UpdateRef { function: id, args, .. } => it.call(id.0, &args.0, Ref, true),
        Inst::CallValueInt { signature, args, .. } => it.call_value(signature.0, &args.0, Int),
        Inst::CallValueFloat { signature, args, .. } => it.call_value(signature.0, &args.0, Float),
        Inst::CallValueRef { signature, args, .. } => it.call_value(signature.0, &args.0, Ref),
        Inst::Spawn { signature, .. } => it.spawn(signature.0),
        Inst::NewClosure { function: id, captures, .. } => it.closure(id.0, &captures.0),
        Inst::ReturnInt { .. } => it.gives(Int, false),
        Inst::ReturnFloat { .. } => it.gives(Float, false),
        Inst::ReturnRef { .. } => it.gives(Ref, false),
        Inst::ReturnUpdateInt { .. } => it.gives(Int, true),
        Inst::ReturnUpdateFloat { .. } => it.gives(Float, true),
        Inst::ReturnUpdateRef { .. } => it.gives(Ref, true),
        Inst::NativeInt { native: id, args, .. } => it.native(id.0, &args.0, Int, false),
        Inst::NativeFloat { native: id, args, .. } => it.native(id.0, &args.0, Float, false),
        Inst::NativeRef { native: id, args, .. } => it.native(id.0, &args.0, Ref, false),
        Inst::ChangeInt { native: id, args, .. } => it.native(id.0, &args.0, Int, true),
        Inst::ChangeFloat { native: id, args, .. } => it.native(id.0, &args.0, Float, true),
        Inst::ChangeRef { native: id, args, .. } => it.native(id.0, &args.0, Ref, true),
        Inst::PerformInt { effect: id, args, .. } => it.native(id.0, &args.0, Int, false),
        Inst::PerformFloat { effect: id, args, .. } => it.native(id.0, &args.0, Float, false),
        Inst::PerformRef { effect: id, args, .. } => it.native(id.0, &args.0, Ref, false),
        Inst::New { layout, slots, .. } => it.object(layout.0, &slots.0),
        Inst::SlotInt { slot, layout, .. }
        | Inst::SetSlotInt { slot, layout, .. }
        | Inst::OpenInt { slot, layout, .. } => it.slot(layout.0, slot.0, Int),
        Inst::SlotFloat { slot, layout, .. }
        | Inst::SetSlotFloat { slot, layout, .. }
        | Inst::OpenFloat { slot, layout, .. } => it.slot(layout.0, slot.0, Float),
        Inst::SlotRef { slot, layout, .. }
        | Inst::SetSlotRef { slot, layout, .. }
        | Inst::TakeSlot { slot, layout, .. }
        | Inst::OpenRef { slot, layout, .. }
        | Inst::LookSlot { slot, layout, .. }
        | Inst::SlotGetInt { slot, layout, .. }
        | Inst::SlotGetFloat { slot, layout, .. }
        | Inst::LendSlot { slot, layout, .. } => it.slot(layout.0, slot.0, Ref),
        Inst::ArrayInt { elements, .. } => it.all(&elements.0, Int),
        Inst::ArrayFloat { elements, .. } => it.all(&elements.0, Float),
        Inst::ArrayRef { elements, .. } => it.all(&elements.0, Ref),
        Inst::Concat { parts, .. } => it.all(&parts.0, Ref),
        Inst::LoadUnit { variant: tag, .. } | Inst::JumpNotTag { tag, .. } if tag.0 < 0 => {
            Some("a variant has no negative number".to_owned())
        }
        _ => None,
    }
}

struct Context<'p> {
    program: &'p Program,
    function: &'p Function,
}

impl Context<'_> {
    fn kinds(&self, regs: &[Reg]) -> impl Iterator<Item = Kind> {
        regs.iter().filter_map(|it| self.function.registers.get(usize::from(it.0)).copied())
    }

    /// Whether registers hold what is wanted, one by one.
    fn fit(&self, regs: &[Reg], wanted: &[Kind]) -> bool {
        regs.len() == wanted.len() && self.kinds(regs).eq(wanted.iter().copied())
    }

    fn call(&self, id: u32, args: &[Reg], result: Kind, updates: bool) -> Option<String> {
        let callee = self.program.functions.get(id as usize)?;
        let wanted = callee.params.get(usize::from(updates)..).unwrap_or_default();
        if callee.captures > 0 {
            return Some(format!("`{}` is a closure and cannot be called by name", callee.name));
        }
        if callee.updates != updates {
            return Some(format!("`{}` is called as if it did (not) update its receiver", callee.name));
        }
        if !self.fit(args, wanted) {
            return Some(format!("the arguments do not fit the parameters of `{}`", callee.name));
        }
        (callee.result != Some(result)).then(|| format!("`{}` gives something else", callee.name))
    }

    fn call_value(&self, id: u32, args: &[Reg], result: Kind) -> Option<String> {
        let signature = self.program.signatures.get(id as usize)?;
        let fits = self.fit(args, &signature.params) && signature.result == result;
        (!fits).then(|| "the call does not fit the signature".to_owned())
    }

    fn spawn(&self, id: u32) -> Option<String> {
        let takes = !self.program.signatures.get(id as usize)?.params.is_empty();
        takes.then(|| "a task takes nothing".to_owned())
    }

    fn closure(&self, id: u32, captures: &[Reg]) -> Option<String> {
        let callee = self.program.functions.get(id as usize)?;
        if callee.updates || callee.result.is_none() {
            return Some(format!("`{}` cannot be a closure", callee.name));
        }
        let first = callee.params.len().saturating_sub(usize::from(callee.captures));
        let wanted = callee.params.get(first..).unwrap_or_default();
        (!self.fit(captures, wanted)).then(|| format!("the captures of `{}` are others", callee.name))
    }

    fn gives(&self, kind: Kind, updates: bool) -> Option<String> {
        let fits = self.function.result == Some(kind) && self.function.updates == updates;
        (!fits).then(|| "the function does not give this".to_owned())
    }

    fn native(&self, id: u32, args: &[Reg], result: Kind, changes: bool) -> Option<String> {
        let callee = self.program.natives.get(id as usize)?;
        let wanted = callee.params.get(usize::from(changes)..).unwrap_or_default();
        let kinds = wanted.iter().filter_map(|it| kind_of(self.program, *it));
        let fits = callee.changes == changes
            && args.len() == wanted.len()
            && self.kinds(args).eq(kinds)
            && kind_of(self.program, callee.result) == Some(result);
        (!fits).then(|| format!("`{}` is not called as it is declared", callee.name))
    }

    fn object(&self, id: u32, slots: &[Reg]) -> Option<String> {
        let layout = self.program.layouts.get(id as usize)?;
        (!self.fit(slots, &layout.slots)).then(|| format!("the slots of `{}` are others", layout.name))
    }

    fn slot(&self, layout: u32, slot: i16, kind: Kind) -> Option<String> {
        let layout = self.program.layouts.get(layout as usize)?;
        let found = usize::try_from(slot).ok().and_then(|it| layout.slots.get(it));
        (found != Some(&kind)).then(|| format!("slot {slot} of `{}` is no {}", layout.name, kind.word()))
    }

    fn all(&self, regs: &[Reg], kind: Kind) -> Option<String> {
        let is_other = self.kinds(regs).any(|it| it != kind);
        is_other.then(|| format!("an element is no {}", kind.word()))
    }
}
