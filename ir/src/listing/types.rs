//! Types, layouts and natives as text. A type may be part of itself, so what is inside others is named, not spelt out.

use super::{quoted, shown};
use crate::operand::Kind;
use crate::program::{Field, Layout, Native, Program, Rule, Type, Variant};

pub(super) fn kinds(kinds: &[Kind]) -> String {
    kinds.iter().map(|it| it.word()).collect::<Vec<_>>().join(", ")
}

pub(super) fn layout(layout: &Layout) -> String {
    let tag = if layout.tag == 0 { String::new() } else { format!(", tag {}", layout.tag) };
    format!("{}({}){tag}", shown(&layout.name), kinds(&layout.slots))
}

pub(super) fn native(program: &Program, native: &Native) -> String {
    let param = |(at, ty): (usize, &u32)| {
        let changes = if at == 0 && native.changes { "mut " } else { "" };
        format!("{changes}{}", name(program, *ty, 0))
    };
    let params: Vec<String> = native.params.iter().enumerate().map(param).collect();
    format!("{}({}) -> {}", shown(&native.name), params.join(", "), name(program, native.result, 0))
}

/// What a type is made of; fields and variants have lines of their own.
pub(super) fn definition(program: &Program, ty: &Type) -> String {
    match ty {
        Type::Tuple { layout, elements } => format!("{}, layout {layout}", tuple(program, elements, 0)),
        Type::Json { layouts } => format!("Json, layouts {}", layouts.map(|it| it.to_string()).join(", ")),
        Type::Struct { name, layout, fields, closed } => {
            let word = if *closed { "schema" } else { "struct" };
            let fields = fields.iter().map(|it| format!("\n{}", field(program, it)));
            format!("{word} {}, layout {layout}{}", shown(name), fields.collect::<String>())
        }
        Type::Enum { name, variants, plain } => {
            let plain = if *plain { ", plain" } else { "" };
            let variants = variants.iter().map(|it| format!("\n{}", variant(program, it)));
            format!("enum {}{plain}{}", shown(name), variants.collect::<String>())
        }
        Type::Literal(texts) => texts.iter().map(|it| quoted(it)).collect::<Vec<_>>().join(" | "),
        other => short(program, other, 0).unwrap_or_default(),
    }
}

fn variant(program: &Program, variant: &Variant) -> String {
    let layout = variant.layout.map_or(String::new(), |it| format!(", layout {it}"));
    let data: Vec<String> = variant.data.iter().map(|it| field(program, it)).collect();
    let data = match (variant.named, data.is_empty()) {
        (true, _) => format!(" {{ {} }}", data.join(", ")),
        (false, true) => String::new(),
        (false, false) => format!("({})", data.join(", ")),
    };
    format!("{}{data}{layout}", shown(&variant.name))
}

/// `x: Int = 3 @range(0.0, 9.0)`
fn field(program: &Program, field: &Field) -> String {
    let mut out = if field.name.is_empty() { String::new() } else { format!("{}: ", shown(&field.name)) };
    out += &name(program, field.ty, 0);
    if let Some(default) = &field.default {
        out += &format!(" = {default}");
    }
    field.rules.iter().fold(out, |out, it| out + " " + &rule(it))
}

fn rule(rule: &Rule) -> String {
    match rule {
        Rule::Range(low, high) => format!("@range({low:?}, {high:?})"),
        Rule::Length(low, high) => format!("@length({low}, {high})"),
        Rule::Items(low, high) => format!("@items({low}, {high})"),
        Rule::Pattern(pattern) => format!("@pattern({})", quoted(pattern)),
        Rule::Format(format) => format!("@format({})", quoted(format)),
    }
}

/// The deepest that types are spelt out inside each other.
const DEPTH_MAX: usize = 2;
/// The most elements and texts that are spelt out inside another type.
const PARTS_MAX: usize = 4;

/// What a type is called inside another: its number where that would be long.
fn name(program: &Program, ty: u32, depth: usize) -> String {
    let found = program.types.get(ty as usize).and_then(|it| short(program, it, depth));
    found.unwrap_or_else(|| format!("type {ty}"))
}

fn short(program: &Program, ty: &Type, depth: usize) -> Option<String> {
    let inside = |ty: u32| name(program, ty, depth + 1);
    let is_deep = depth >= DEPTH_MAX;
    Some(match ty {
        Type::Unit => "()".to_owned(),
        Type::Int => "Int".to_owned(),
        Type::Float => "Float".to_owned(),
        Type::Bool => "Bool".to_owned(),
        Type::Duration => "Duration".to_owned(),
        Type::String => "String".to_owned(),
        Type::Bytes => "Bytes".to_owned(),
        Type::Range => "Range".to_owned(),
        Type::Json { .. } => "Json".to_owned(),
        Type::Opaque => "opaque".to_owned(),
        Type::Struct { name, .. } | Type::Enum { name, .. } => shown(name),
        Type::Array(_) | Type::Set(_) | Type::Map(..) | Type::Tuple { .. } | Type::Literal(_) if is_deep => {
            return None;
        }
        Type::Array(element) => format!("Array<{}>", inside(*element)),
        Type::Set(element) => format!("Set<{}>", inside(*element)),
        Type::Map(key, value) => format!("Map<{}, {}>", inside(*key), inside(*value)),
        Type::Tuple { elements, .. } if elements.len() > PARTS_MAX => return None,
        Type::Tuple { elements, .. } => tuple(program, elements, depth + 1),
        Type::Literal(texts) if texts.len() > PARTS_MAX || texts.iter().any(|it| it.len() > 20) => return None,
        Type::Literal(texts) => texts.iter().map(|it| quoted(it)).collect::<Vec<_>>().join(" | "),
    })
}

fn tuple(program: &Program, elements: &[u32], depth: usize) -> String {
    let shown: Vec<String> = elements.iter().map(|it| name(program, *it, depth)).collect();
    match &shown[..] {
        [one] => format!("({one},)"),
        _ => format!("({})", shown.join(", ")),
    }
}
