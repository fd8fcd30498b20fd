//! Types: what they are made of is there, layouts have the slots that they say, and rules can hold.
//!
//! A type may be part of itself in any way, also in ways that no value can have: a struct of itself, an array of itself.
//! Whoever follows a type together with a value comes to an end, because values are finite; whoever follows types alone
//! must remember where it was. Nothing here follows a type further than one step.

use serde_json::Value;

use super::limits;
use super::sections::{name, text};
use crate::operand::Kind;
use crate::program::{Field, Program, Rule, Type, Variant};

/// How values of a type are held.
pub(super) fn kind_of(program: &Program, ty: u32) -> Option<Kind> {
    program.types.get(ty as usize).map(Type::kind)
}

/// Checks one type.
pub(super) fn type_(program: &Program, ty: &Type) -> Result<(), String> {
    match ty {
        Type::Unit
        | Type::Int
        | Type::Float
        | Type::Bool
        | Type::Duration
        | Type::String
        | Type::Bytes
        | Type::Range
        | Type::Opaque => Ok(()),
        Type::Json { layouts } => json(program, layouts),
        Type::Literal(texts) => texts.iter().try_for_each(|it| text(it)),
        Type::Array(element) | Type::Set(element) => known(program, [*element]).map(|_| ()),
        Type::Map(key, value) => known(program, [*key, *value]).map(|_| ()),
        Type::Tuple { layout, elements } => laid_out(program, *layout, 0, elements.iter().copied()),
        Type::Struct { name: own, layout, fields, .. } => {
            name(own, "a type")?;
            fields.iter().try_for_each(field)?;
            laid_out(program, *layout, 0, fields.iter().map(|it| it.ty))
        }
        Type::Enum { name: own, variants, plain } => {
            name(own, "a type")?;
            if variants.len() > limits::VARIANTS_MAX {
                return Err(format!("it has more than {} variants", limits::VARIANTS_MAX));
            }
            variants.iter().enumerate().try_for_each(|(at, it)| variant(program, at, it, *plain))
        }
    }
}

/// The variants of `Json` that have data have one slot each.
fn json(program: &Program, layouts: &[u32; 6]) -> Result<(), String> {
    let kinds = [Kind::Int, Kind::Int, Kind::Float, Kind::Ref, Kind::Ref, Kind::Ref];
    layouts.iter().zip(kinds).enumerate().try_for_each(|(at, (layout, kind))| slots(program, *layout, at + 1, &[kind]))
}

fn variant(program: &Program, number: usize, variant: &Variant, plain: bool) -> Result<(), String> {
    name(&variant.name, "a variant")?;
    variant.data.iter().try_for_each(field)?;
    match variant.layout {
        Some(_) if plain => Err(format!("the variant `{}` has data in an enum without", variant.name)),
        Some(layout) => laid_out(program, layout, number, variant.data.iter().map(|it| it.ty)),
        None if variant.data.is_empty() => Ok(()),
        None => Err(format!("the variant `{}` has data and no layout", variant.name)),
    }
}

/// How values of the types are held; all of them must be there.
fn known(program: &Program, types: impl IntoIterator<Item = u32>) -> Result<Vec<Kind>, String> {
    let kind = |it| kind_of(program, it).ok_or_else(|| format!("there is no type {it}"));
    types.into_iter().map(kind).collect()
}

/// Whether a layout with a tag holds values of these types.
fn laid_out(program: &Program, at: u32, tag: usize, types: impl Iterator<Item = u32>) -> Result<(), String> {
    slots(program, at, tag, &known(program, types)?)
}

/// Whether a layout with a tag has these slots.
fn slots(program: &Program, at: u32, tag: usize, kinds: &[Kind]) -> Result<(), String> {
    match program.layouts.get(at as usize) {
        Some(layout) if layout.slots != kinds => Err(format!("layout {at} has other slots")),
        Some(layout) if usize::from(layout.tag) != tag => Err(format!("layout {at} has another tag")),
        Some(_) => Ok(()),
        None => Err(format!("there is no layout {at}")),
    }
}

fn field(field: &Field) -> Result<(), String> {
    name(&field.name, "a field")?;
    if field.default.as_ref().is_some_and(is_too_deep) {
        return Err(format!("the default of `{}` is nested more than {} deep", field.name, limits::DEFAULT_DEPTH_MAX));
    }
    field.rules.iter().try_for_each(|it| rule(it).map_err(|problem| format!("`{}`: {problem}", field.name)))
}

/// A work list instead of a recursion: it must not matter how deep it is.
fn is_too_deep(value: &Value) -> bool {
    let mut waiting = vec![(value, 1)];
    while let Some((value, depth)) = waiting.pop() {
        let inside: Box<dyn Iterator<Item = &Value>> = match value {
            Value::Array(values) => Box::new(values.iter()),
            Value::Object(fields) => Box::new(fields.values()),
            _ => continue,
        };
        if depth > limits::DEFAULT_DEPTH_MAX {
            return true;
        }
        waiting.extend(inside.map(|it| (it, depth + 1)));
    }
    false
}

fn rule(rule: &Rule) -> Result<(), String> {
    match rule {
        Rule::Range(low, high) if low.is_nan() || high.is_nan() || low > high => {
            Err(format!("no number is from {low} to {high}"))
        }
        Rule::Length(low, high) | Rule::Items(low, high) if low > high => {
            Err(format!("no number is from {low} to {high}"))
        }
        Rule::Pattern(it) | Rule::Format(it) => text(it),
        Rule::Range(..) | Rule::Length(..) | Rule::Items(..) => Ok(()),
    }
}
