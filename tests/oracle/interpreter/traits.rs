//! Equality, order and the display form: what a type says itself, or what follows from its structure.

use std::cmp::Ordering;

use concerto_compiler::resolve::ItemId;
use concerto_compiler::tree::Work;
use concerto_compiler::types::{FnId, Kind, Shape, Target, Ty};

use super::texts::{duration, float, float_order, quoted};
use super::value::Value;
use super::{Eval, Interpreter, Stop, unknown};

/// The places of the traits.
const EQ: usize = 0;
const ORD: usize = 1;
const DISPLAY: usize = 2;

impl Interpreter<'_> {
    /// What a type says itself about a trait.
    fn written(&mut self, trait_: usize, ty: Ty, args: Vec<Value>) -> Eval<Option<Value>> {
        let Some(function) = self.traits[trait_] else { return Ok(None) };
        match self.typed.target(function, &[ty]) {
            Target::Function(found, types) => Ok(Some(self.call_work(&Work::Function(found), &types, args)?.0)),
            Target::Derived(..) => Ok(None),
        }
    }

    /// What a trait means for a type by the type's structure.
    pub(super) fn derived(&mut self, trait_: ItemId, ty: Ty, args: &[Value]) -> Eval {
        let item = |function: Option<FnId>| function.map(|it| self.typed.signatures.function(it).item);
        match (self.traits.map(item), args) {
            ([eq, ..], [left, right]) if eq == Some(trait_) => Ok(Value::Bool(self.equal_parts(ty, left, right)?)),
            ([_, ord, _], [left, right]) if ord == Some(trait_) => {
                Ok(Value::Int(self.order_of_parts(ty, left, right)?))
            }
            ([.., display], [value]) if display == Some(trait_) => Ok(Value::str(&self.shown_parts(ty, value)?)),
            _ => unknown("a default by structure"),
        }
    }

    /// The types of the parts of a struct, a tuple or a variant.
    fn part_types(&mut self, ty: Ty, value: &Value) -> Vec<Ty> {
        let parts = match value {
            Value::Variant(index, _) => self.typed.variant_data(ty, *index),
            _ => self.typed.parts(ty),
        };
        parts.unwrap_or_default().into_iter().map(|it| it.1).collect()
    }

    /// The type arguments of a type: of the elements, or of the keys and values.
    fn arguments(&self, ty: Ty) -> Vec<Ty> {
        match self.typed.types.kind(ty) {
            Kind::Adt(_, args) => self.typed.types.list(args).to_vec(),
            _ => Vec::new(),
        }
    }

    pub(super) fn equal(&mut self, ty: Ty, left: &Value, right: &Value) -> Eval<bool> {
        match self.written(EQ, ty, vec![left.clone(), right.clone()])? {
            Some(answer) => Ok(answer.bool()),
            None => self.equal_parts(ty, left, right),
        }
    }

    fn equal_parts(&mut self, ty: Ty, left: &Value, right: &Value) -> Eval<bool> {
        match (left, right) {
            #[allow(clippy::float_cmp, reason = "equality of numbers")]
            (Value::Float(a), Value::Float(b)) => Ok(a == b),
            (Value::Range(a, b, c), Value::Range(d, e, f)) => Ok((a, b, c) == (d, e, f)),
            (Value::Array(a), Value::Array(b)) => {
                let item = self.arguments(ty)[0];
                if a.len() != b.len() {
                    return Ok(false);
                }
                self.all_equal(a.iter().zip(b.iter()).map(|(a, b)| (item, a, b)))
            }
            (Value::Table(a), Value::Table(_)) => {
                if a.len() != right.entries().len() {
                    return Ok(false);
                }
                let value = self.arguments(ty).get(1).copied();
                for (key, mine) in a.iter() {
                    let Some(at) = right.find(key) else { return Ok(false) };
                    if let Some(value) = value
                        && !self.equal(value, mine, &right.entries()[at].1)?
                    {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            (Value::Record(a), Value::Record(b)) => {
                let types = self.part_types(ty, left);
                self.all_equal(types.into_iter().zip(a.iter().zip(b.iter())).map(|(ty, (a, b))| (ty, a, b)))
            }
            (Value::Variant(i, a), Value::Variant(j, b)) => {
                let types = self.part_types(ty, left);
                let parts = types.into_iter().zip(a.iter().zip(b.iter())).map(|(ty, (a, b))| (ty, a, b));
                Ok(i == j && self.all_equal(parts)?)
            }
            _ => Ok(left.is_same_key(right)),
        }
    }

    fn all_equal<'v>(&mut self, mut pairs: impl Iterator<Item = (Ty, &'v Value, &'v Value)>) -> Eval<bool> {
        pairs.try_fold(true, |all, (ty, a, b)| Ok(all && self.equal(ty, a, b)?))
    }

    pub(super) fn order(&mut self, ty: Ty, left: &Value, right: &Value) -> Eval<i64> {
        match self.written(ORD, ty, vec![left.clone(), right.clone()])? {
            Some(answer) => Ok(answer.int()),
            None => self.order_of_parts(ty, left, right),
        }
    }

    fn order_of_parts(&mut self, ty: Ty, left: &Value, right: &Value) -> Eval<i64> {
        let sign = |it: Ordering| Ok(it as i64);
        match (left, right) {
            (Value::Int(a), Value::Int(b)) => sign(a.cmp(b)),
            (Value::Bool(a), Value::Bool(b)) => sign(a.cmp(b)),
            (Value::Text(a), Value::Text(b)) => sign(a.cmp(b)),
            (Value::Float(a), Value::Float(b)) => sign(float_order(*a, *b)),
            (Value::Array(a), Value::Array(b)) => {
                let item = self.arguments(ty)[0];
                let pairs = a.iter().zip(b.iter()).map(|(a, b)| (item, a, b));
                match self.first_difference(pairs)? {
                    0 => sign(a.len().cmp(&b.len())),
                    other => Ok(other),
                }
            }
            (Value::Variant(i, _), Value::Variant(j, _)) if i != j => sign(i.cmp(j)),
            (Value::Unit, Value::Unit) => Ok(0),
            _ => {
                let types = self.part_types(ty, left);
                let pairs = types.into_iter().zip(left.parts().iter().zip(right.parts()));
                self.first_difference(pairs.map(|(ty, (a, b))| (ty, a, b)))
            }
        }
    }

    fn first_difference<'v>(&mut self, mut pairs: impl Iterator<Item = (Ty, &'v Value, &'v Value)>) -> Eval<i64> {
        pairs.try_fold(0, |found, (ty, a, b)| if found == 0 { self.order(ty, a, b) } else { Ok(found) })
    }

    /// The display form of a value by itself.
    pub(super) fn shown(&mut self, ty: Ty, value: &Value) -> Eval<String> {
        match self.written(DISPLAY, ty, vec![value.clone()])? {
            Some(answer) => Ok(answer.text().to_owned()),
            None => self.shown_parts(ty, value),
        }
    }

    /// The display form of a value inside a container.
    pub(super) fn shown_inside(&mut self, ty: Ty, value: &Value) -> Eval<String> {
        match value {
            Value::Text(text) => Ok(quoted(text)),
            _ => self.shown(ty, value),
        }
    }

    fn shown_list<'v>(
        &mut self,
        (open, close): (&str, &str),
        mut items: impl Iterator<Item = (String, Ty, &'v Value)>,
    ) -> Eval<String> {
        let mut shown = Vec::new();
        items.try_for_each(|(label, ty, value)| {
            shown.push(label + &self.shown_inside(ty, value)?);
            Ok::<_, Stop>(())
        })?;
        Ok(format!("{open}{}{close}", shown.join(", ")))
    }

    fn shown_parts(&mut self, ty: Ty, value: &Value) -> Eval<String> {
        match value {
            Value::Unit => Ok("()".to_owned()),
            Value::Int(it) if self.name_of(ty) == "Duration" => Ok(duration(*it)),
            Value::Int(it) => Ok(it.to_string()),
            Value::Float(it) => Ok(float(*it)),
            Value::Bool(it) => Ok(it.to_string()),
            Value::Text(it) => Ok(it.to_string()),
            Value::Range(start, end, inclusive) => Ok(format!("{start}..{}{end}", if *inclusive { "=" } else { "" })),
            Value::Closure(_) | Value::Task(_) => Ok("a value without a display form".to_owned()),
            Value::Array(items) => {
                let item = self.arguments(ty)[0];
                self.shown_list(("[", "]"), items.iter().map(|it| (String::new(), item, it)))
            }
            Value::Table(entries) => match self.arguments(ty).as_slice() {
                [_, _] if entries.is_empty() => Ok("{:}".to_owned()),
                [key_ty, value_ty] => {
                    let mut labels = Vec::new();
                    for (key, _) in entries.iter() {
                        labels.push(format!("{}: ", self.shown_inside(*key_ty, key)?));
                    }
                    let values = labels.into_iter().zip(entries.iter()).map(|(label, it)| (label, *value_ty, &it.1));
                    self.shown_list(("{", "}"), values)
                }
                args => {
                    let item = args[0];
                    self.shown_list(("Set {", "}"), entries.iter().map(|it| (String::new(), item, &it.0)))
                }
            },
            Value::Record(parts) => {
                let fields = self.typed.parts(ty).unwrap_or_default();
                let name = self.name_of(ty);
                self.shown_fields(&name, fields, parts)
            }
            Value::Variant(index, data) => {
                let fields = self.typed.variant_data(ty, *index).unwrap_or_default();
                let name = self.variant_name(ty, *index);
                if fields.is_empty() { Ok(name) } else { self.shown_fields(&name, fields, data) }
            }
        }
    }

    fn shown_fields(
        &mut self,
        name: &str,
        fields: Vec<(Option<concerto_compiler::ast::Symbol>, Ty)>,
        values: &[Value],
    ) -> Eval<String> {
        let is_named = fields.first().is_some_and(|it| it.0.is_some());
        let program = self.program;
        let label = |name: Option<_>| name.map_or(String::new(), |it| format!("{}: ", program.names.text(it)));
        let (open, close) = match (is_named, values) {
            (_, []) => (format!("{name} {{"), "}"),
            (true, _) => (format!("{name} {{ "), " }"),
            (false, [_]) if name.is_empty() => ("(".to_owned(), ",)"),
            (false, _) => (format!("{name}("), ")"),
        };
        let items = fields.into_iter().zip(values).map(|((name, ty), it)| (label(name), ty, it));
        self.shown_list((&open, close), items.collect::<Vec<_>>().into_iter())
    }

    fn name_of(&self, ty: Ty) -> String {
        match self.typed.types.kind(ty) {
            Kind::Adt(item, _) => self.program.names.text(self.typed.signatures.adts[&item].name).to_owned(),
            _ => String::new(),
        }
    }

    /// `Shape::Circle`; `Some`, `Ok` and the like of the library alone.
    fn variant_name(&self, ty: Ty, index: u32) -> String {
        let Kind::Adt(item, _) = self.typed.types.kind(ty) else { panic!("an enum without a name") };
        let Shape::Enum(variants) = &self.typed.signatures.adts[&item].shape else { panic!("not an enum") };
        let name = self.program.names.text(variants[index as usize].name);
        let of = self.name_of(ty);
        let is_bare = Some(item.module) != self.entry && matches!(of.as_str(), "Option" | "Result");
        if is_bare { name.to_owned() } else { format!("{of}::{name}") }
    }
}
