//! The ways out of a function: values, and faults.

use concerto_ir::op::Inst;
use concerto_ir::operand::{InFloat, InInt, InRef, Kind, Reg, TakeRef};

use super::body::{Back, Body};
use crate::tree::ExprId;
use crate::types::Ty;

impl Body<'_, '_> {
    pub(super) fn return_(&mut self, value: ExprId) -> Reg {
        let value = self.value(value);
        self.give(value);
        self.unreached()
    }

    /// Hands a value on to where that of the function goes.
    pub(super) fn give(&mut self, value: Reg) {
        match self.back {
            Back::Returned { output, result, receiver } => self.give_back(value, (output, result), receiver),
            Back::Inlined { dst, after, scopes } => {
                if let Some(dst) = dst {
                    self.copy_if_same(dst, value);
                }
                self.close_scopes(scopes);
                self.jump(after);
            }
        }
    }

    /// Returns a value to the caller.
    fn give_back(&mut self, value: Reg, (output, result): (Ty, Kind), receiver: Option<Reg>) {
        let number = receiver.filter(|it| self.kind_of(*it) != Kind::Ref);
        let value = match number {
            Some(receiver) => {
                let kind = self.lower.kind(output);
                let value = self.of_kind(value, kind);
                let layout = self.lower.pair_layout(kind, self.kind_of(receiver));
                let slots = [value, receiver].map(|it| self.owned(it)).to_vec();
                self.new_object(layout, slots)
            }
            None => self.of_kind(value, result),
        };
        let value = if result == Kind::Ref { self.owned(value) } else { value };
        self.close_scopes(0);
        let receiver = receiver.filter(|it| self.kind_of(*it) == Kind::Ref);
        let receiver = receiver.map(|it| TakeRef(self.owned(it)));
        self.put(match (result, receiver) {
            (Kind::Int, None) => Inst::ReturnInt { src: InInt(value) },
            (Kind::Float, None) => Inst::ReturnFloat { src: InFloat(value) },
            (Kind::Ref, None) => Inst::ReturnRef { src: TakeRef(value) },
            (Kind::Int, Some(receiver)) => Inst::ReturnUpdateInt { src: InInt(value), receiver },
            (Kind::Float, Some(receiver)) => Inst::ReturnUpdateFloat { src: InFloat(value), receiver },
            (Kind::Ref, Some(receiver)) => Inst::ReturnUpdateRef { src: TakeRef(value), receiver },
        });
    }

    /// Ends the blocks around the code at hand, but for the outermost so many; what follows is not reached from here.
    pub(super) fn close_scopes(&mut self, outermost: usize) {
        for _ in outermost..self.scopes {
            self.put(Inst::CloseScope {});
        }
    }

    pub(super) fn panic(&mut self, message: ExprId) -> Reg {
        let message = self.value(message);
        let message = InRef(self.of_kind(message, Kind::Ref));
        self.put(Inst::Panic { message });
        self.unreached()
    }

    pub(super) fn fault_(&mut self, message: &str) -> Reg {
        self.fault(message);
        self.unreached()
    }

    /// After a call that never returns nothing is reached.
    pub(super) fn unless_never(&mut self, id: ExprId, value: Reg) -> Reg {
        match self.type_of(id) == self.lower.typed.types.never() {
            true => self.fault_("this function never comes back"),
            false => value,
        }
    }
}
