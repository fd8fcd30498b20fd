//! Values that are made of others, and operators.

use std::rc::Rc;

use concerto_compiler::tree::{Arithmetic, Compare, ExprId, ExprKind, RangePart};
use concerto_compiler::types::Ty;

use super::places::{joined, value_of};
use super::value::Value;
use super::{Eval, Frame, Interpreter, fault, unknown};

impl Interpreter<'_> {
    /// Expressions that make a value of the values of others, from left to right.
    pub(super) fn data(&mut self, frame: &mut Frame, id: ExprId) -> Eval {
        use ExprKind as E;
        let function = frame.function.clone();
        let expr = function.expr(id);
        match &expr.kind {
            E::New(parts) => Ok(Value::Record(Rc::new(self.all(frame, parts)?))),
            E::Variant(index, data) => Ok(Value::variant(*index, self.all(frame, data)?)),
            E::Array(items) => Ok(Value::array(self.all(frame, items)?)),
            E::Map(entries) => self.map(frame, entries),
            E::Range(start, end, inclusive) => {
                let (start, end) = (self.eval(frame, *start)?, self.eval(frame, *end)?);
                Ok(Value::Range(start.int(), end.int(), *inclusive))
            }
            E::Part(whole, index) => Ok(self.eval(frame, *whole)?.parts()[*index as usize].clone()),
            E::Datum { value, variant, index } => {
                let value = self.eval(frame, *value)?;
                assert_eq!(value.tag(), *variant, "a part of another variant is read");
                Ok(value.parts()[*index as usize].clone())
            }
            E::IsVariant(value, variant) => Ok(Value::Bool(self.eval(frame, *value)?.tag() == *variant)),
            E::RangePart(range, part) => {
                let Value::Range(start, end, inclusive) = self.eval(frame, *range)? else { panic!("not a Range") };
                Ok(match part {
                    RangePart::Start => Value::Int(start),
                    RangePart::End => Value::Int(end),
                    RangePart::Inclusive => Value::Bool(inclusive),
                })
            }
            E::Len(array) => Ok(Value::Int(self.eval(frame, *array)?.items().len() as i64)),
            E::Element(array, index) => {
                let (array, index) = (self.eval(frame, *array)?, self.eval(frame, *index)?);
                array.element(index.int())
            }
            E::Value(map, key) => {
                let (map, key) = (self.eval(frame, *map)?, self.eval(frame, *key)?);
                value_of(&map, &key)
            }
            E::Not(value) => Ok(Value::Bool(!self.eval(frame, *value)?.bool())),
            E::Negate(value) => match self.eval(frame, *value)? {
                Value::Float(it) => Ok(Value::Float(-it)),
                it => it.int().checked_neg().map_or_else(|| fault("integer overflow"), |it| Ok(Value::Int(it))),
            },
            E::Arithmetic(op, left, right) => {
                let (left, right) = (self.eval(frame, *left)?, self.eval(frame, *right)?);
                compute(*op, &left, &right)
            }
            E::Join(left, right) => {
                let (left, right) = (self.eval(frame, *left)?, self.eval(frame, *right)?);
                Ok(joined(&left, &right))
            }
            E::Compare(op, left, right) => {
                let ty = self.type_of(frame, *left);
                let (left, right) = (self.eval(frame, *left)?, self.eval(frame, *right)?);
                Ok(Value::Bool(self.compare(*op, ty, &left, &right)?))
            }
            E::Order(left, right) => {
                let ty = self.type_of(frame, *left);
                let (left, right) = (self.eval(frame, *left)?, self.eval(frame, *right)?);
                Ok(Value::Int(self.order(ty, &left, &right)?))
            }
            E::IntToFloat(value) => int_to_float(self.eval(frame, *value)?.int()),
            E::FloatToInt(value) => float_to_int(self.eval(frame, *value)?.float()),
            E::Concat(parts) => {
                let parts = self.all(frame, parts)?;
                Ok(Value::str(&parts.iter().map(Value::text).collect::<String>()))
            }
            E::Display { value, quoted } => {
                let ty = self.type_of(frame, *value);
                let value = self.eval(frame, *value)?;
                let shown = if *quoted { self.shown_inside(ty, &value)? } else { self.shown(ty, &value)? };
                Ok(Value::str(&shown))
            }
            // The library then does it by itself, in the language.
            E::HasDerived(..) => Ok(Value::Bool(false)),
            other => unknown(format!("{other:?}")),
        }
    }

    fn map(&mut self, frame: &mut Frame, entries: &[(ExprId, ExprId)]) -> Eval {
        let mut all = Vec::new();
        for (key, value) in entries {
            all.push((self.eval(frame, *key)?, self.eval(frame, *value)?));
        }
        let mut map = Value::Table(Rc::default());
        for (key, value) in all {
            super::natives::set(&mut map, key, value);
        }
        Ok(map)
    }

    fn compare(&mut self, op: Compare, ty: Ty, left: &Value, right: &Value) -> Eval<bool> {
        if let (Value::Float(a), Value::Float(b)) = (left, right) {
            #[allow(clippy::float_cmp, reason = "operators compare as numbers are")]
            return Ok(match op {
                Compare::Eq => a == b,
                Compare::NotEq => a != b,
                Compare::Less => a < b,
                Compare::LessEq => a <= b,
                Compare::Greater => a > b,
                Compare::GreaterEq => a >= b,
            });
        }
        Ok(match op {
            Compare::Eq => self.equal(ty, left, right)?,
            Compare::NotEq => !self.equal(ty, left, right)?,
            Compare::Less => self.order(ty, left, right)? < 0,
            Compare::LessEq => self.order(ty, left, right)? <= 0,
            Compare::Greater => self.order(ty, left, right)? > 0,
            Compare::GreaterEq => self.order(ty, left, right)? >= 0,
        })
    }
}

fn int_to_float(value: i64) -> Eval {
    #[allow(clippy::cast_precision_loss, reason = "it is looked at whether something was lost")]
    let float = value as f64;
    if float as i128 == i128::from(value) {
        Ok(Value::Float(float))
    } else {
        fault("the conversion would lose the value")
    }
}

fn float_to_int(value: f64) -> Eval {
    let whole = value as i64;
    #[allow(clippy::float_cmp, clippy::cast_precision_loss, reason = "nothing may be lost")]
    let is_same = whole as f64 == value && value < 9_223_372_036_854_775_808.0;
    if is_same { Ok(Value::Int(whole)) } else { fault("the conversion would lose the value") }
}

pub(super) fn compute(op: Arithmetic, left: &Value, right: &Value) -> Eval {
    if let (Value::Float(a), Value::Float(b)) = (left, right) {
        return Ok(Value::Float(match op {
            Arithmetic::Add => a + b,
            Arithmetic::Sub => a - b,
            Arithmetic::Mul => a * b,
            Arithmetic::Div => a / b,
            Arithmetic::Rem => a % b,
        }));
    }
    let (a, b) = (left.int(), right.int());
    if b == 0 && matches!(op, Arithmetic::Div | Arithmetic::Rem) {
        return fault("division by zero");
    }
    let found = match op {
        Arithmetic::Add => a.checked_add(b),
        Arithmetic::Sub => a.checked_sub(b),
        Arithmetic::Mul => a.checked_mul(b),
        Arithmetic::Div => a.checked_div(b),
        Arithmetic::Rem => a.checked_rem(b),
    };
    found.map_or_else(|| fault("integer overflow"), |it| Ok(Value::Int(it)))
}
