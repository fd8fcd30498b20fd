//! What functions of tools and servers need: arguments and results as JSON, schemas, and what is known of types.

use std::rc::Rc;

use concerto_ir::op::Inst;
use concerto_ir::operand::{InRef, Kind, NativeRef, OutRef, Reg, Seen, Small};
use concerto_ir::program::Type;

use super::Lower;
use super::body::{Body, Label};
use super::data::Slot;
use crate::tree::{Derived, ExprId, LocalId, SchemaPart, Work};
use crate::types::{FnId, Ty};

impl Body<'_, '_> {
    pub(super) fn schema(&mut self, part: SchemaPart, ty: Ty) -> Reg {
        let ty = self.at_hand(ty);
        let text = self.lower.trees.schema_text(self.lower.typed, part, ty);
        self.load_text(&text)
    }

    /// Whether the machine does a trait for a type by its structure.
    pub(super) fn has_derived(&mut self, which: Derived, ty: Ty) -> Reg {
        let ty = self.at_hand(ty);
        let traits = self.lower.typed.builtins.traits;
        let trait_ = match which {
            Derived::Equality => traits.eq,
            Derived::Order => traits.ord,
        };
        let is_native = self.lower.is_native(trait_, ty);
        self.int(i64::from(is_native))
    }

    /// `Result<Json, Json>` of a value: the JSON forms of what a `Result` holds, or of the value itself.
    pub(super) fn outcome_of(&mut self, value: ExprId) -> Reg {
        let ty = self.type_of(value);
        let value = self.value(value);
        let builtins = &self.lower.typed.builtins;
        let (json, result) = (builtins.json, builtins.result);
        let output = self.lower.typed.types.adt(result, &[json, json]);
        let Some(&[ok, error]) = self.lower.arguments_of(ty, result) else {
            let form = self.native("json.from", &[ty], json, vec![value]);
            return self.new_variant(output, 0, vec![form]);
        };
        let dst = self.register(Kind::Ref);
        let (failed, after) = (self.label(), self.label());
        self.jump_if_variant(value, 0, false, failed);
        for (variant, inner_ty) in [(0, ok), (1, error)] {
            if variant == 1 {
                self.jump(after);
                self.start(failed);
            }
            let inner = self.datum(value, ty, variant, 0);
            let form = self.native("json.from", &[inner_ty], json, vec![inner]);
            let made = self.new_variant(output, variant, vec![form]);
            self.copy(dst, made);
        }
        self.start(after);
        dst
    }

    /// The JSON of a call's arguments as a value of a type; `()` takes an object without members.
    pub(super) fn arguments_as(&mut self, id: ExprId, json: ExprId, ty: Ty) -> Reg {
        let (output, ty) = (self.type_of(id), self.at_hand(ty));
        let given = self.lower.typed.builtins.json;
        if ty != self.lower.typed.types.unit() {
            let json = self.value(json);
            return self.native("json.decode", &[given], output, vec![json]);
        }
        let json = self.own(json);
        let function = Work::Function(self.lower.trees.no_arguments(self.lower.typed));
        let function = self.lower.ask(function, Rc::from([]));
        self.call_of(function, vec![json], Kind::Ref)
    }

    /// The arguments of a function as the JSON object that their schema describes.
    pub(super) fn encode_arguments(&mut self, function: FnId, args: &[ExprId]) -> Reg {
        let args = self.handed(args);
        let json = self.lower.typed.builtins.json;
        let (params, layout) = self.lower.params_type(function);
        let object = self.new_object(layout, args);
        let described = self.lower.describe(json);
        let native = self.lower.native_of("json.from", vec![params, described], false);
        let dst = self.register(Kind::Ref);
        self.put(Inst::NativeRef { dst: OutRef(dst), native, args: Seen(vec![object]) });
        dst
    }

    /// Reads such an object into variables, or what is wrong with it.
    pub(super) fn decode_arguments(
        &mut self,
        (function, json): (FnId, ExprId),
        (params, then): (&[LocalId], ExprId),
        (error, otherwise): (LocalId, ExprId),
        dst: Option<Reg>,
    ) {
        let json = self.value(json);
        let (refused, after) = (self.label(), self.label());
        let (result, ty) = self.decoded(function, json, refused, params);
        self.run_into(then, dst);
        self.jump(after);
        self.start(refused);
        let what = self.datum(result, ty, 1, 0);
        let local = self.local(error);
        self.copy_if_same(local, what);
        self.run_into(otherwise, dst);
        self.start(after);
    }

    /// The `Result` of reading arguments, and the type that it is laid out as.
    fn decoded(&mut self, function: FnId, json: Reg, refused: Label, params: &[LocalId]) -> (Reg, Ty) {
        let builtins = &self.lower.typed.builtins;
        let (json_ty, result_item, error) = (builtins.json, builtins.result, builtins.error);
        let (params_ty, layout) = self.lower.params_type(function);
        // The object is held like any other reference, of which JSON is one.
        let ty = self.lower.typed.types.adt(result_item, &[json_ty, error]);
        let native = self.lower.decode_into(json_ty, ty, params_ty);
        let result = self.register(Kind::Ref);
        let args = Seen(vec![json]);
        self.put(Inst::NativeRef { dst: OutRef(result), native, args });
        let to = self.target(refused);
        self.put(Inst::JumpNotTag { value: InRef(result), tag: Small(0), to });
        let object = self.datum(result, ty, 0, 0);
        for (at, param) in params.iter().enumerate() {
            let local = self.local(*param);
            let kind = self.kind_of(local);
            let value = self.read(object, Slot { at: at as i16, kind, layout });
            self.copy(local, value);
        }
        (result, ty)
    }
}

impl Lower<'_> {
    /// `json.decode` into a type that no expression has. The result is held like that of a reference.
    fn decode_into(&mut self, json: Ty, held_as: Ty, ty: u32) -> NativeRef {
        let json = self.describe(json);
        let like = self.describe(held_as);
        let mut result = self.ir.types[like as usize].clone();
        if let Type::Enum { variants, .. } = &mut result
            && let Some(data) = variants.first_mut().and_then(|it| it.data.first_mut())
        {
            data.ty = ty;
        }
        let number = self.ir.types.len() as u32;
        self.ir.types.push(result);
        self.native_of("json.decode", vec![json, number], false)
    }
}
