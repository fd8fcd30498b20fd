//! Functions of the machine, and effects. Those that are instructions are those here.

use concerto_ir::op::Inst;
use concerto_ir::operand::{
    InFloat, InInt, InRef, Kind, OutFloat, OutInt, OutRef, PlaceRef, Reg, Seen, Small, TakeRef,
};

use super::body::{Body, Lowered};
use crate::emit::Draft;
use crate::resolve::ItemId;
use crate::types::{FnSig, Ty};

/// A call of a function that the library declares without a body.
pub(super) struct NativeCall<'n> {
    pub(super) name: &'n str,
    pub(super) is_effect: bool,
    /// What its type parameters are.
    pub(super) types: Vec<Ty>,
    /// The types of all arguments, the receiver first.
    pub(super) params: Vec<Ty>,
    pub(super) result: Ty,
    pub(super) args: Vec<Reg>,
}

impl Body<'_, '_> {
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

    /// `name(place, args)`, which changes what is in the register.
    pub(super) fn change(
        &mut self,
        name: &str,
        (place, ty): (Reg, Ty),
        params: &[Ty],
        result: Ty,
        args: Vec<Reg>,
    ) -> Reg {
        let params: Vec<Ty> = [ty].into_iter().chain(params.iter().copied()).collect();
        let native = self.lower.native(name, &params, result, true);
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
    pub(super) fn perform(&mut self, name: &str, params: &[Ty], result: Ty, args: Vec<Reg>) -> Reg {
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

    /// The name of a function in the machine's table, if the library declares it so.
    pub(super) fn native_name(&self, sig: &FnSig) -> Option<String> {
        let decorators = self.lower.decorators(sig);
        let native = decorators.iter().find(|it| self.lower.program.names.text(it.name.name) == "native")?;
        self.lower.first_text(sig.item.module, native)
    }

    /// A call of a function without a body whose arguments are there.
    pub(super) fn call_native(&mut self, call: NativeCall<'_>) -> Lowered<Reg> {
        let NativeCall { name, is_effect, types, params, result, args } = call;
        Ok(match (name, args.as_slice()) {
            ("array.len", [array]) => self.len(*array),
            ("float.sqrt", [value]) => {
                let dst = self.register(Kind::Float);
                self.put(Inst::SqrtFloat { dst: OutFloat(dst), src: InFloat(*value) });
                dst
            }
            ("core.panic", [message]) => {
                self.put(Inst::Panic { message: InRef(*message) });
                self.unreached()?
            }
            ("error.new", [message, kind, source]) => self.new_error(result, [*message, *kind, *source]),
            ("option.unwrap", [value]) => self.unwrap(params[0], 1, *value, result, |body| {
                body.fault("`unwrap` of `None`");
                Ok(())
            })?,
            ("option.expect", [value, message]) => self.unwrap(params[0], 1, *value, result, |body| {
                body.put(Inst::Panic { message: InRef(*message) });
                Ok(())
            })?,
            ("result.unwrap", [value]) => {
                let start = "`unwrap` of an `Err`: ";
                self.unwrap(params[0], 0, *value, result, |body| {
                    let start = body.load_text(start);
                    body.panic_with(start, params[0], *value)
                })?
            }
            ("result.expect", [value, message]) => self.unwrap(params[0], 0, *value, result, |body| {
                let colon = body.load_text(": ");
                let start = body.concat(vec![*message, colon]);
                body.panic_with(start, params[0], *value)
            })?,
            ("task.value", [task]) => self.task_value(*task, result),
            ("task.wait_any", [tasks]) => {
                let dst = self.register(Kind::Int);
                self.put(Inst::WaitAny { dst: OutInt(dst), tasks: InRef(*tasks) });
                dst
            }
            ("task.all", [tasks]) => {
                self.wait_all(*tasks);
                self.int(0)
            }
            ("task.cancel", [task]) => {
                self.put(Inst::Cancel { task: InRef(*task) });
                self.int(0)
            }
            ("task.trace", [task]) => {
                let dst = self.register(Kind::Ref);
                self.put(Inst::TaskTrace { dst: OutRef(dst), task: InRef(*task) });
                dst
            }
            ("core.here", []) => self.here(),
            ("core.has_derived_order", []) => {
                let ord = self.lower.typed.builtins.traits.ord;
                self.is_derived(ord, types.first())
            }
            ("core.has_derived_equality", []) => {
                let eq = self.lower.typed.builtins.traits.eq;
                self.is_derived(eq, types.first())
            }
            ("tool.outcome", [value]) => self.outcome(*value, params[0]),
            ("tool.arguments", [arguments]) => match types.first() {
                Some(ty) => self.tool_arguments(*arguments, *ty)?,
                None => return Err(self.unsupported(crate::source::Span::default(), "this function as a value")),
            },
            ("schema.params" | "schema.output" | "schema.returns" | "schema.failure", []) => {
                self.schema_text(name, types.first())
            }
            _ if is_effect => self.perform(name, &params, result, args),
            _ => self.native(name, &params, result, args),
        })
    }

    /// A function of the machine as one of the program, for where it is a value.
    pub(super) fn native_function(mut self, sig: &FnSig) -> Lowered<Draft> {
        let map = self.types.clone();
        let params = self.param_types(sig, &map);
        let Some(name) = self.native_name(sig).filter(|_| sig.receiver != Some(true)) else {
            return Err(self.unsupported(sig.name_span, "this function as a value"));
        };
        let args: Vec<Reg> = params.iter().map(|it| self.parameter(*it)).collect();
        let (is_effect, result) = (!sig.effects.is_pure(), self.output);
        let types = sig.outer.iter().chain(&sig.generics).filter_map(|it| map.get(*it)).collect();
        let value = self.call_native(NativeCall { name: &name, is_effect, types, params, result, args })?;
        self.give(value);
        self.finish()
    }

    /// Whether the machine can do what a trait means for a type: known here, and a constant there.
    fn is_derived(&mut self, trait_: ItemId, ty: Option<&Ty>) -> Reg {
        let is_derived = ty.is_some_and(|it| self.lower.is_native(trait_, *it));
        self.int(i64::from(is_derived))
    }

    /// `main.conc:3:5`: where the call stands whose default this is.
    fn here(&mut self) -> Reg {
        let at = self.caller.unwrap_or(self.place);
        let file = self.lower.ir.files.get(at.file as usize).cloned().unwrap_or_default();
        self.load_text(&format!("{file}:{}:{}", at.line, at.column))
    }

    /// A schema as text: of what a tool takes, of what its handler gives, or of what that fails with.
    fn schema_text(&mut self, which: &str, ty: Option<&Ty>) -> Reg {
        let Some(ty) = ty.copied() else { return self.load_text("{}") };
        let (value, failure) = self.lower.outcome_types(ty);
        let is_unit = ty == self.lower.typed.types.unit();
        let schema = match which {
            "schema.params" if is_unit => Some(super::schema::nothing()),
            "schema.params" | "schema.output" => Some(self.lower.schema_of(ty).schema),
            "schema.returns" => Some(self.lower.schema_of(value).schema),
            _ => failure.map(|it| self.lower.schema_of(it).schema),
        };
        self.load_text(&schema.map_or(String::new(), |it| it.to_string()))
    }

    /// The data of a variant, or whatever ends the program.
    fn unwrap(
        &mut self,
        ty: Ty,
        variant: u32,
        value: Reg,
        result: Ty,
        otherwise: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<Reg> {
        let found = self.label();
        let to = self.target(found);
        self.put(Inst::JumpNotTag { value: InRef(value), tag: Small(1 - variant as i16), to });
        otherwise(self)?;
        self.start(found);
        match self.lower.variant_slot(ty, variant, 0) {
            Some((slot, _)) => Ok(self.read(value, slot)),
            None => Ok(self.register(self.lower.kind(result))),
        }
    }

    /// Ends with a fault that says `start` and shows the error of a `Result`.
    fn panic_with(&mut self, start: Reg, ty: Ty, value: Reg) -> Lowered<()> {
        let message = match self.lower.variant_slot(ty, 1, 0) {
            Some((slot, error_ty)) => {
                let error = self.read(value, slot);
                let shown = self.display_if_any(error, error_ty)?;
                self.concat(vec![start, shown])
            }
            None => start,
        };
        self.put(Inst::Panic { message: InRef(message) });
        Ok(())
    }

    /// A function of the machine that changes the array, map or set in a register.
    pub(super) fn change_native(&mut self, call: NativeCall<'_>, place: Reg) -> Reg {
        let NativeCall { name, params, result, args, .. } = call;
        let ty = params[0];
        if let ("array.push", Some(kind), [value]) = (name, self.element_kind(ty), args.as_slice()) {
            let (array, value) = (PlaceRef(place), *value);
            self.put(match kind {
                Kind::Int => Inst::PushInt { array, src: InInt(value) },
                Kind::Float => Inst::PushFloat { array, src: InFloat(value) },
                Kind::Ref => Inst::PushRef { array, src: TakeRef(value) },
            });
            return self.int(0);
        }
        self.change(name, (place, ty), &params[1..], result, args)
    }
}
