//! Constants as JSON: the defaults of fields and parameters, the arguments of decorators, settings that are written out.

use serde_json::{Map, Value};

use super::About;
use crate::ast::{BinaryOp, Expr, ExprId, Part, Setting, StructLiteral, Symbol, UnaryOp};
use crate::load::ModuleId;
use crate::resolve::{ItemId, Res};
use crate::types::{self, Ty};

impl About<'_> {
    /// The JSON form of an expression whose value is known; nothing where it is not.
    pub(crate) fn json_constant(&self, module: ModuleId, id: ExprId) -> Option<Value> {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.json_constant_here(module, id))
    }

    fn json_constant_here(&self, module: ModuleId, id: ExprId) -> Option<Value> {
        let ast = &self.program.module(module).ast;
        let all = |parts: &[ExprId]| parts.iter().map(|it| self.json_constant(module, *it)).collect::<Option<Vec<_>>>();
        Some(match ast.expr(id) {
            Expr::Int(value) if self.is_float(module, id) => Value::from(*value as f64),
            Expr::Int(value) | Expr::Duration(value) => Value::from(*value),
            Expr::Float(value) => Value::from(*value),
            Expr::Bool(value) => Value::from(*value),
            Expr::Str(text) => Value::from(self.program.names.text(*text)),
            Expr::Unary { op: UnaryOp::Neg, operand } => match self.json_constant(module, *operand)? {
                Value::Number(it) if it.is_i64() => Value::from(it.as_i64()?.checked_neg()?),
                Value::Number(it) => Value::from(-it.as_f64()?),
                _ => return None,
            },
            Expr::Unary { op: UnaryOp::Not, operand } => Value::Bool(!self.json_constant(module, *operand)?.as_bool()?),
            Expr::Binary { op, left, right, .. } => {
                let left = self.json_constant(module, *left)?;
                return calculated(*op, left, || self.json_constant(module, *right));
            }
            Expr::Cast { value, .. } => {
                let value = self.json_constant(module, *value)?;
                return self.cast_constant(module, id, &value);
            }
            Expr::Interpolated(parts) => {
                let shown = parts.iter().map(|it| match it {
                    Part::Text(text) => Some(self.program.names.text(*text).to_owned()),
                    Part::Expr(id) => shown(&self.json_constant(module, *id)?),
                });
                Value::String(shown.collect::<Option<String>>()?)
            }
            Expr::Tuple(parts) if parts.is_empty() => Value::Null,
            Expr::Array(elements) | Expr::Tuple(elements) => Value::Array(all(elements)?),
            Expr::Map(entries) => {
                let mut object = Map::new();
                for (key, value) in entries {
                    let key = match self.json_constant(module, *key)? {
                        Value::String(key) => key,
                        other => other.to_string(),
                    };
                    object.insert(key, self.json_constant(module, *value)?);
                }
                Value::Object(object)
            }
            Expr::Record(settings) => Value::Object(self.json_record(module, settings)?),
            Expr::Struct(literal) => return self.struct_constant(module, id, literal),
            Expr::Call { callee, args } => {
                let values: Vec<ExprId> = args.iter().map(|it| it.value).collect();
                return self.variant_constant(module, *callee, all(&values)?);
            }
            Expr::Name(_) | Expr::Path(_) => return self.named_constant(module, id),
            _ => return None,
        })
    }

    fn is_float(&self, module: ModuleId, id: ExprId) -> bool {
        self.typed.modules[module.index()].exprs[id.index()] == self.typed.builtins.float
    }

    /// `2 as Float`, `2.0 as Int`, where the value is not lost.
    fn cast_constant(&self, module: ModuleId, id: ExprId, value: &Value) -> Option<Value> {
        match (value.as_i64(), value.as_f64()) {
            (_, Some(float)) if self.is_float(module, id) => Some(Value::from(float)),
            (Some(whole), _) => Some(Value::from(whole)),
            (None, Some(float)) if float as i64 as f64 == float => Some(Value::from(float as i64)),
            _ => None,
        }
    }

    /// `{ max: 3, backoff: "linear" }`
    fn json_record(&self, module: ModuleId, settings: &[Setting]) -> Option<Map<String, Value>> {
        let pair = |it: &Setting| {
            Some((self.program.names.text(it.name.name).to_owned(), self.json_constant(module, it.value)?))
        };
        settings.iter().map(pair).collect()
    }

    /// `None`, a variant without data, or a declared constant.
    fn named_constant(&self, module: ModuleId, id: ExprId) -> Option<Value> {
        match self.res(module, id) {
            Res::Variant(item, 0) if item == self.typed.builtins.option => Some(Value::Null),
            Res::Variant(item, index) => Some(Value::from(self.variant_name(item, index))),
            Res::Item(item) => {
                let (module, value) = self.constant(item)?;
                self.json_constant(module, value)
            }
            _ => None,
        }
    }

    /// `Shape::Circle(2.0)`, `Some(1)`
    fn variant_constant(&self, module: ModuleId, callee: ExprId, mut values: Vec<Value>) -> Option<Value> {
        let Res::Variant(item, index) = self.res(module, callee) else { return None };
        if item == self.typed.builtins.option {
            return values.pop();
        }
        let (key, value) = match values.len() {
            1 => ("value", values.pop()?),
            _ => ("values", Value::Array(values)),
        };
        let tag = ("type".to_owned(), Value::from(self.variant_name(item, index)));
        Some(Value::Object(Map::from_iter([tag, (key.to_owned(), value)])))
    }

    /// `Point { x: 1, y: 2 }`, `Shape::Rect { w: 1, h: 2 }`
    fn struct_constant(&self, module: ModuleId, id: ExprId, literal: &StructLiteral) -> Option<Value> {
        if literal.base.is_some() {
            return None;
        }
        let ast = &self.program.module(module).ast;
        let ty = self.typed.modules[module.index()].exprs[id.index()];
        let types::Kind::Adt(item, _) = self.typed.types.kind(ty) else { return None };
        let name = ast.path(literal.path).segments.last()?.name.name;
        let variant = self.typed.variant_named(ty, name);
        let mut object = Map::new();
        if let Some(index) = variant {
            object.insert("type".to_owned(), Value::from(self.variant_name(item, index)));
        }
        for (at, field) in self.field_names(ty, variant)?.into_iter().enumerate() {
            let written = literal.fields.iter().find(|it| it.name.name == field);
            let value = match written {
                Some(it) => self.json_constant(module, it.value)?,
                None => self.default_constant(item, variant, at)?,
            };
            if !value.is_null() {
                object.insert(self.program.names.text(field).to_owned(), value);
            }
        }
        Some(Value::Object(object))
    }

    fn default_constant(&self, item: ItemId, variant: Option<u32>, at: usize) -> Option<Value> {
        let default = self.written_default(item, variant, at)?;
        self.json_constant(item.module, default)
    }

    /// The names of the fields of a struct, or of a variant.
    fn field_names(&self, ty: Ty, variant: Option<u32>) -> Option<Vec<Symbol>> {
        let types::Kind::Adt(item, _) = self.typed.types.kind(ty) else { return None };
        let fields = match (&self.typed.signatures.adts.get(&item)?.shape, variant) {
            (types::Shape::Struct(fields), None) => fields,
            (types::Shape::Enum(variants), Some(index)) => match &variants.get(index as usize)?.data {
                types::DataSig::Named(fields) => fields,
                _ => return None,
            },
            _ => return None,
        };
        Some(fields.iter().map(|it| it.name).collect())
    }
}

/// What an operator gives; nothing where that is a fault, or no JSON tells.
fn calculated(op: BinaryOp, left: Value, right: impl FnOnce() -> Option<Value>) -> Option<Value> {
    match (op, &left) {
        (BinaryOp::And, Value::Bool(false)) | (BinaryOp::Or, Value::Bool(true)) => return Some(left),
        (BinaryOp::And | BinaryOp::Or, Value::Bool(_)) => return right(),
        (BinaryOp::Coalesce, Value::Null) => return right(),
        (BinaryOp::Coalesce, _) => return Some(left),
        _ => {}
    }
    let right = right()?;
    match (op, &left, &right) {
        (BinaryOp::Eq, ..) => return Some(Value::Bool(left == right)),
        (BinaryOp::NotEq, ..) => return Some(Value::Bool(left != right)),
        (BinaryOp::Add, Value::String(a), Value::String(b)) => return Some(Value::String(format!("{a}{b}"))),
        (BinaryOp::Add, Value::Array(a), Value::Array(b)) => return Some(Value::Array([&a[..], b].concat())),
        _ => {}
    }
    match (left.as_i64(), right.as_i64()) {
        (Some(a), Some(b)) => Some(match op {
            BinaryOp::Add => Value::from(a.checked_add(b)?),
            BinaryOp::Sub => Value::from(a.checked_sub(b)?),
            BinaryOp::Mul => Value::from(a.checked_mul(b)?),
            BinaryOp::Div => Value::from(a.checked_div(b)?),
            BinaryOp::Rem => Value::from(a.checked_rem(b)?),
            _ => compared(op, a.partial_cmp(&b)?)?,
        }),
        _ => {
            let (a, b) = (left.as_f64()?, right.as_f64()?);
            Some(match op {
                BinaryOp::Add => Value::from(a + b),
                BinaryOp::Sub => Value::from(a - b),
                BinaryOp::Mul => Value::from(a * b),
                BinaryOp::Div => Value::from(a / b),
                BinaryOp::Rem => Value::from(a % b),
                _ => compared(op, a.partial_cmp(&b)?)?,
            })
        }
    }
}

fn compared(op: BinaryOp, order: std::cmp::Ordering) -> Option<Value> {
    Some(Value::Bool(match op {
        BinaryOp::Less => order.is_lt(),
        BinaryOp::LessEq => order.is_le(),
        BinaryOp::Greater => order.is_gt(),
        BinaryOp::GreaterEq => order.is_ge(),
        _ => return None,
    }))
}

/// The display form of a scalar.
fn shown(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Bool(value) => Some(value.to_string()),
        Value::Number(number) if number.is_i64() => Some(number.to_string()),
        _ => None,
    }
}
