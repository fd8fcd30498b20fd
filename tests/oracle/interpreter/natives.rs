//! The functions of the machine that programs of the generator use.

use std::rc::Rc;

use super::places::joined;
use super::texts::{float, float_order, text_function, within};
use super::value::{Value, out_of_range};
use super::{Eval, Interpreter, fault, unknown};

impl Interpreter<'_> {
    /// A function that changes nothing but what is printed.
    pub(super) fn native(&mut self, name: &str, args: &[Value]) -> Eval {
        match name.split_once('.') {
            Some(("map", "of")) => {
                let mut map = Value::Table(Rc::default());
                for pair in args[0].items() {
                    set(&mut map, pair.parts()[0].clone(), pair.parts()[1].clone());
                }
                Ok(map)
            }
            Some(("console", "print")) => {
                self.output.push_str(args[0].text());
                self.output.push('\n');
                Ok(Value::Unit)
            }
            Some(("console", "eprint")) => Ok(Value::Unit),
            Some(("int", name)) => int_function(name, args),
            Some(("float", name)) => float_function(name, args),
            Some(("string", name)) => text_function(name, args),
            Some(("range", name)) => range_function(name, args),
            Some(("array", name)) => array_function(name, args),
            Some(("map" | "set", name)) => table_function(name, args),
            _ => unknown(name),
        }
    }

    /// A function that changes its first argument.
    pub(super) fn changing(&mut self, name: &str, receiver: &mut Value, args: &[Value]) -> Eval {
        match name {
            "map.set" => set(receiver, args[0].clone(), args[1].clone()),
            "set.add" => set(receiver, args[0].clone(), Value::Unit),
            "map.remove" => return Ok(Value::option(take(receiver, &args[0]))),
            "set.remove" => return Ok(Value::Bool(take(receiver, &args[0]).is_some())),
            "map.clear" | "set.clear" => *receiver = Value::Table(Rc::default()),
            _ => return change_array(name.strip_prefix("array.").unwrap_or(name), receiver, args),
        }
        Ok(Value::Unit)
    }
}

/// One more than the largest `Int`.
const TWO_TO_63: f64 = 9_223_372_036_854_775_808.0;

/// Gives a key a value; one that is there keeps its place.
pub(super) fn set(table: &mut Value, key: Value, value: Value) {
    let at = table.find(&key);
    let Value::Table(entries) = table else { panic!("not a table: {table:?}") };
    let entries = Rc::make_mut(entries);
    match at {
        Some(at) => entries[at].1 = value,
        None => entries.push((key, value)),
    }
}

fn take(table: &mut Value, key: &Value) -> Option<Value> {
    let at = table.find(key)?;
    let Value::Table(entries) = table else { panic!("not a table: {table:?}") };
    Some(Rc::make_mut(entries).remove(at).1)
}

fn whole(found: Option<i64>) -> Eval {
    found.map_or_else(|| fault("integer overflow"), |it| Ok(Value::Int(it)))
}

fn shift(count: i64) -> Eval<u32> {
    match u32::try_from(count) {
        Ok(count @ 0..=63) => Ok(count),
        _ => fault(""),
    }
}

fn int_function(name: &str, args: &[Value]) -> Eval {
    let a = args[0].int();
    let b = || args[1].int();
    Ok(match name {
        "abs" => return whole(a.checked_abs()),
        "min" => Value::Int(a.min(b())),
        "max" => Value::Int(a.max(b())),
        "clamp" if b() > args[2].int() => return fault(""),
        "clamp" => Value::Int(a.clamp(b(), args[2].int())),
        "pow" => match u32::try_from(b()) {
            Ok(exponent) => return whole(a.checked_pow(exponent)),
            Err(_) => return fault(""),
        },
        "to_string" => Value::str(&a.to_string()),
        #[allow(clippy::cast_precision_loss, reason = "that is what it does")]
        "to_float" => Value::Float(a as f64),
        "bit_and" => Value::Int(a & b()),
        "bit_or" => Value::Int(a | b()),
        "bit_xor" => Value::Int(a ^ b()),
        "shl" => Value::Int(a << shift(b())?),
        "shr" => Value::Int(a >> shift(b())?),
        "compare" => Value::Int(a.cmp(&b()) as i64),
        _ => return unknown(format!("int.{name}")),
    })
}

fn float_function(name: &str, args: &[Value]) -> Eval {
    let a = args[0].float();
    let b = || args[1].float();
    Ok(match name {
        "abs" => Value::Float(a.abs()),
        "min" => Value::Float(a.min(b())),
        "max" => Value::Float(a.max(b())),
        "floor" => Value::Float(a.floor()),
        "ceil" => Value::Float(a.ceil()),
        "round" => Value::Float(a.round()),
        "sqrt" => Value::Float(a.sqrt()),
        "is_nan" => Value::Bool(a.is_nan()),
        "to_string" => Value::str(&float(a)),
        "to_int" if (-TWO_TO_63..TWO_TO_63).contains(&a) => Value::Int(a.trunc() as i64),
        "to_int" => return fault(""),
        "compare" => Value::Int(float_order(a, b()) as i64),
        _ => return unknown(format!("float.{name}")),
    })
}

fn range_function(name: &str, args: &[Value]) -> Eval {
    let (start, end) = args[0].bounds();
    let numbers = || (i128::from(start)..end).map(|it| Value::Int(it as i64));
    Ok(match name {
        "start" => Value::Int(start),
        "end" => Value::Int(end as i64),
        "len" => Value::Int((end - i128::from(start)).max(0) as i64),
        "contains" => Value::Bool(start <= args[1].int() && i128::from(args[1].int()) < end),
        "to_array" => Value::array(numbers().collect()),
        _ => return unknown(format!("range.{name}")),
    })
}

fn array_function(name: &str, args: &[Value]) -> Eval {
    let items = args[0].items();
    Ok(match name {
        "get" => Value::option(usize::try_from(args[1].int()).ok().and_then(|it| items.get(it)).cloned()),
        "concat" => joined(&args[0], &args[1]),
        "slice" => {
            let (from, to) = within(&args[1], items.len())?;
            Value::array(items[from..to].to_vec())
        }
        "chunk" => match usize::try_from(args[1].int()) {
            Ok(size @ 1..) => Value::array(items.chunks(size).map(|it| Value::array(it.to_vec())).collect()),
            _ => return fault(""),
        },
        "sum_int" => return whole(items.iter().try_fold(0_i64, |sum, it| sum.checked_add(it.int()))),
        "sum_float" => Value::Float(items.iter().fold(0.0, |sum, it| sum + it.float())),
        "join" => Value::str(&items.iter().map(Value::text).collect::<Vec<_>>().join(args[1].text())),
        _ => return unknown(format!("array.{name}")),
    })
}

fn change_array(name: &str, receiver: &mut Value, args: &[Value]) -> Eval {
    let Value::Array(items) = receiver else { panic!("not an array: {receiver:?}") };
    let items = Rc::make_mut(items);
    match name {
        "push" => items.push(args[0].clone()),
        "pop" => return Ok(Value::option(items.pop())),
        "insert" => match usize::try_from(args[0].int()) {
            Ok(at) if at <= items.len() => items.insert(at, args[1].clone()),
            _ => return out_of_range(args[0].int(), items.len()),
        },
        "remove" => match usize::try_from(args[0].int()) {
            Ok(at) if at < items.len() => return Ok(items.remove(at)),
            _ => return out_of_range(args[0].int(), items.len()),
        },
        "extend" => items.extend(args[0].items().iter().cloned()),
        "clear" => items.clear(),
        "reverse" => items.reverse(),
        _ => return unknown(format!("array.{name}")),
    }
    Ok(Value::Unit)
}

fn table_function(name: &str, args: &[Value]) -> Eval {
    let entry = || args[0].entries()[usize::try_from(args[1].int()).expect("a place of an entry")].clone();
    let found = || args[0].find(&args[1]).map(|at| args[0].entries()[at].1.clone());
    let keys = || args[0].entries().iter().map(|it| it.0.clone()).collect();
    let table = |entries: Vec<(Value, Value)>| {
        let mut table = Value::Table(Rc::default());
        entries.into_iter().for_each(|(key, value)| set(&mut table, key, value));
        table
    };
    let is_there = |other: &Value, it: &(Value, Value)| other.find(&it.0).is_some();
    let chosen = |wanted: bool| {
        let kept = args[0].entries().iter().filter(|it| is_there(&args[1], it) == wanted);
        table(kept.cloned().collect())
    };
    Ok(match name {
        "new" => table(Vec::new()),
        "of" => table(args[0].items().iter().map(|it| (it.clone(), Value::Unit)).collect()),
        "len" => Value::Int(args[0].entries().len() as i64),
        "get" => Value::option(found()),
        "get_or" => found().unwrap_or_else(|| args[2].clone()),
        "has" => Value::Bool(args[0].find(&args[1]).is_some()),
        "keys" | "to_array" => Value::array(keys()),
        "values" => Value::array(args[0].entries().iter().map(|it| it.1.clone()).collect()),
        "merge" | "union" => table(args[0].entries().iter().chain(args[1].entries()).cloned().collect()),
        "intersect" => chosen(true),
        "difference" => chosen(false),
        "next" => {
            let next = args[1].int() + 1;
            Value::Int(if next < args[0].entries().len() as i64 { next } else { -1 })
        }
        "key_at" | "item_at" => entry().0,
        "value_at" => entry().1,
        _ => return unknown(format!("{name} of tables")),
    })
}
