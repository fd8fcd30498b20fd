//! Functions of the machine, and effects. Those that are instructions are those here.

use concerto_ir::op::Inst;
use concerto_ir::operand::{InFloat, InInt, Kind, OutFloat, OutInt, OutRef, PlaceRef, Reg, Seen, TakeRef};

use super::body::Body;
use crate::tree::{ExprId, Place};
use crate::types::Ty;

impl Body<'_, '_> {
    pub(super) fn native_call(
        &mut self,
        id: ExprId,
        (name, is_effect): (&str, bool),
        params: &[Ty],
        args: &[ExprId],
    ) -> Reg {
        let args = self.seen(args);
        let result = self.type_of(id);
        let params: Vec<Ty> = params.iter().map(|it| self.at_hand(*it)).collect();
        let value = match (name, args.as_slice()) {
            ("array.len", [array]) => self.len(*array),
            ("float.sqrt", [value]) => self.sqrt(*value),
            _ if is_effect => self.perform(name, &params, result, args),
            _ => self.native(name, &params, result, args),
        };
        self.unless_never(id, value)
    }

    fn sqrt(&mut self, value: Reg) -> Reg {
        let src = InFloat(self.of_kind(value, Kind::Float));
        let dst = self.register(Kind::Float);
        self.put(Inst::SqrtFloat { dst: OutFloat(dst), src });
        dst
    }

    /// `name(args)`, which leaves its arguments as they are.
    pub(super) fn native(&mut self, name: &str, params: &[Ty], result: Ty, args: Vec<Reg>) -> Reg {
        let native = self.lower.native(name, params, result, false);
        let kind = self.lower.kind(result);
        let dst = self.register(kind);
        let args = Seen(args);
        self.put(match kind {
            Kind::Int => Inst::NativeInt { dst: OutInt(dst), native, args },
            Kind::Float => Inst::NativeFloat { dst: OutFloat(dst), native, args },
            Kind::Ref => Inst::NativeRef { dst: OutRef(dst), native, args },
        });
        dst
    }

    /// `name(place, args)`, which changes what is in the register. The type of that is the first parameter.
    pub(super) fn change_by(&mut self, name: &str, place: Reg, params: &[Ty], result: Ty, args: Vec<Reg>) -> Reg {
        let native = self.lower.native(name, params, result, true);
        let kind = self.lower.kind(result);
        let dst = self.register(kind);
        let (place, args) = (PlaceRef(place), Seen(args));
        self.put(match kind {
            Kind::Int => Inst::ChangeInt { dst: OutInt(dst), place, native, args },
            Kind::Float => Inst::ChangeFloat { dst: OutFloat(dst), place, native, args },
            Kind::Ref => Inst::ChangeRef { dst: OutRef(dst), place, native, args },
        });
        dst
    }

    /// Asks the world for something.
    fn perform(&mut self, name: &str, params: &[Ty], result: Ty, args: Vec<Reg>) -> Reg {
        let effect = self.lower.native(name, params, result, false);
        let kind = self.lower.kind(result);
        let dst = self.register(kind);
        let args = Seen(args);
        self.put(match kind {
            Kind::Int => Inst::PerformInt { dst: OutInt(dst), effect, args },
            Kind::Float => Inst::PerformFloat { dst: OutFloat(dst), effect, args },
            Kind::Ref => Inst::PerformRef { dst: OutRef(dst), effect, args },
        });
        dst
    }

    /// A function of the machine that changes its receiver where that is.
    pub(super) fn update_native(
        &mut self,
        id: ExprId,
        name: &str,
        place: &Place,
        params: &[Ty],
        args: &[ExprId],
    ) -> Reg {
        let spot = self.spot(place);
        if let ("array.push", [value]) = (name, args) {
            let value = self.handed(&[*value]);
            let value = self.apart(&spot, value)[0];
            if !self.push_number(&spot, value) {
                self.with_spot(&spot, |body, place| body.push(place, value));
            }
            return self.int(0);
        }
        let args = self.seen(args);
        let args = self.apart(&spot, args);
        let result = self.type_of(id);
        let params: Vec<Ty> = params.iter().map(|it| self.at_hand(*it)).collect();
        let value = self.with_spot(&spot, |body, place| body.change_by(name, place, &params, result, args));
        self.unless_never(id, value)
    }

    /// Adds a value at the end of the array in a register.
    pub(super) fn push(&mut self, array: Reg, value: Reg) {
        let array = PlaceRef(array);
        self.put(match self.kind_of(value) {
            Kind::Int => Inst::PushInt { array, src: InInt(value) },
            Kind::Float => Inst::PushFloat { array, src: InFloat(value) },
            Kind::Ref => Inst::PushRef { array, src: TakeRef(value) },
        });
    }
}
