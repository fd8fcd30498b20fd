//! Literals of structs and of variants.

use super::super::code::{Code, Kind, Level, code, list, with_comma};
use super::super::r#gen::{Gen, Mode};
use super::super::types::{Bindings, Param, Type};
use super::super::world::{Data, Field, bindings};

impl Gen<'_> {
    pub(super) fn struct_value(&mut self, index: usize, args: &[Type], mode: Mode, fuel: usize) -> Code {
        let world = self.world;
        let decl = &world.structs[index];
        let ty = Type::Struct(index, args.to_vec());
        if world.defaults.contains(&ty) && self.dice.chance(15) {
            return Code::from(format!("{}::default()", decl.name)).level(Level::Postfix);
        }
        let base = if self.dice.chance(15) { self.variable(&ty, Mode::Like) } else { None };
        let bindings = bindings(&decl.params, args);
        let fields = self.field_values(&decl.fields, &decl.params, &bindings, base.is_some(), mode, fuel);
        self.record(&decl.name, fields, base, decl.params.is_empty())
    }

    /// Fields with their values: name, value, and whether the field may be left out.
    fn field_values(
        &mut self,
        fields: &[Field],
        params: &[Param],
        bindings: &Bindings,
        has_base: bool,
        mode: Mode,
        fuel: usize,
    ) -> Vec<(String, Code, bool)> {
        let mut known: Vec<String> = Vec::new();
        let mut values = Vec::new();
        for field in fields {
            let may_drop = has_base || field.default.is_some();
            if may_drop && self.dice.chance(50) {
                continue;
            }
            let mode = part_mode(&field.ty, params, &mut known, if has_base { Mode::Like } else { mode });
            let value = self.expr(&field.ty.with(bindings), mode, fuel).element();
            values.push((field.name.clone(), value, may_drop));
        }
        values
    }

    fn record(
        &mut self,
        path: &str,
        mut fields: Vec<(String, Code, bool)>,
        base: Option<Code>,
        any_order: bool,
    ) -> Code {
        if any_order && self.dice.chance(30) {
            self.dice.shuffle(&mut fields);
        }
        let may_drop: Vec<bool> = fields.iter().map(|it| it.2).collect();
        let names: Vec<String> = fields.iter().map(|it| it.0.clone()).collect();
        let has_base = base.is_some();
        let mut items: Vec<Code> = fields.into_iter().map(|(name, value, _)| field_item(&name, value)).collect();
        items.extend(base.map(|it| code!(Level::Atom; "..", it)));
        if items.is_empty() {
            return Code::from(format!("{path} {{}}"));
        }
        let (mut body, ranges) = list(items);
        for (index, name) in names.iter().enumerate() {
            if !may_drop[index] && !has_base {
                body = body.certain(Kind::DropField, with_comma(&ranges, index), "");
            }
            let start = ranges[index].start;
            if body.text[ranges[index].clone()].starts_with(&format!("{name}: ")) {
                body = body.certain(Kind::RenameMember, start..start + name.len(), format!("{name}q"));
            }
        }
        code!(Level::Atom; path, " { ", body, " }")
    }

    pub(super) fn enum_value(&mut self, ty: &Type, index: usize, args: &[Type], mode: Mode, fuel: usize) -> Code {
        let world = self.world;
        let decl = &world.enums[index];
        let decides = |data: &Data| {
            let types = super::super::world::types_of(data);
            decl.params.iter().all(|param| types.iter().any(|it| it.any(&|it| *it == Type::Param(param.clone()))))
        };
        let first = usize::from(fuel > 0) * (decl.variants.len() - 1);
        let at = self.dice.between(0, first);
        let found = if mode == Mode::Infer && !decides(&decl.variants[at].data) {
            decl.variants.iter().find(|it| decides(&it.data))
        } else {
            decl.variants.get(at)
        };
        let Some(variant) = found else { return self.typed_block(ty, fuel) };
        let path = format!("{}::{}", decl.name, variant.name);
        let range = decl.name.len() + 2..path.len();
        let code = self.variant_value(&path, &variant.data, &decl.params, &bindings(&decl.params, args), mode, fuel);
        code.certain(Kind::RenameVariant, range, format!("{}q", variant.name))
    }

    fn variant_value(
        &mut self,
        path: &str,
        data: &Data,
        params: &[Param],
        bindings: &Bindings,
        mode: Mode,
        fuel: usize,
    ) -> Code {
        match data {
            Data::Unit => path.into(),
            Data::Tuple(types) => {
                let mut known = Vec::new();
                let mut values = Vec::new();
                for ty in types {
                    let mode = part_mode(ty, params, &mut known, mode);
                    values.push(self.expr(&ty.with(bindings), mode, fuel).element());
                }
                let (values, ranges) = list(values);
                let values = values.certain(Kind::DropArgument, with_comma(&ranges, 0), "");
                code!(Level::Postfix; path, "(", values, ")")
            }
            Data::Named(fields) => {
                let fields = self.field_values(fields, params, bindings, false, mode, fuel);
                self.record(path, fields, None, params.is_empty())
            }
        }
    }
}

/// `name: value`, or only the name where that is the value.
fn field_item(name: &str, value: Code) -> Code {
    if value.text == name { value } else { code!(Level::Atom; name, ": ", value) }
}

/// How a part of a generic value is made: the first that has a type parameter decides it.
fn part_mode(ty: &Type, params: &[Param], known: &mut Vec<String>, mode: Mode) -> Mode {
    let used: Vec<&Param> = params.iter().filter(|it| ty.any(&|ty| *ty == Type::Param((*it).clone()))).collect();
    let is_known = used.iter().all(|it| known.contains(&it.name));
    known.extend(used.iter().map(|it| it.name.clone()));
    match (used.is_empty(), mode) {
        (true, _) => Mode::Check,
        (false, Mode::Infer) if !is_known => Mode::Infer,
        _ => Mode::Like,
    }
}
