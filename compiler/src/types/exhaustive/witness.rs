//! Missing cases, written as patterns.

use crate::resolve::ItemId;
use crate::types::infer::{Constant, Infer};
use crate::types::signatures::{DataSig, FieldSig, Shape};

/// A value that no row matches, as far as it matters.
#[derive(Clone, Debug)]
pub(super) enum Witness {
    Any,
    Variant(ItemId, u32, Vec<Witness>),
    Tuple(Vec<Witness>),
    Struct(ItemId, Vec<Witness>),
    /// Numbers, or milliseconds of durations.
    Range(i64, i64, &'static str),
    Constant(Constant),
    /// Elements, and whether there may be more.
    Array(Vec<Witness>, bool),
}

/// A missing case as text.
pub(super) fn show(infer: &Infer<'_, '_>, columns: Vec<Witness>) -> String {
    columns.into_iter().next().map_or("_".to_owned(), |it| one(infer, &it))
}

fn list(infer: &Infer<'_, '_>, parts: &[Witness]) -> String {
    let shown: Vec<String> = parts.iter().map(|it| one(infer, it)).collect();
    shown.join(", ")
}

fn one(infer: &Infer<'_, '_>, witness: &Witness) -> String {
    match witness {
        Witness::Any => "_".to_owned(),
        Witness::Variant(item, index, parts) => variant(infer, *item, *index, parts),
        Witness::Tuple(parts) => match &parts[..] {
            [part] => format!("({},)", one(infer, part)),
            parts => format!("({})", list(infer, parts)),
        },
        Witness::Struct(item, parts) => {
            let sig = infer.checker.signatures.adts.get(item);
            let known = match sig.map(|it| &it.shape) {
                Some(Shape::Struct(fields)) => &fields[..],
                _ => &[],
            };
            with_fields(infer, infer.checker.item_name(*item), known, parts)
        }
        Witness::Range(i64::MIN, i64::MAX, _) => "_".to_owned(),
        Witness::Range(i64::MIN, high, unit) => format!("..={high}{unit}"),
        Witness::Range(low, i64::MAX, unit) => format!("{low}{unit}.."),
        Witness::Range(low, high, unit) if low == high => format!("{low}{unit}"),
        Witness::Range(low, high, unit) => format!("{low}{unit}..={high}{unit}"),
        Witness::Constant(constant) => match constant {
            Constant::Int(value) => value.to_string(),
            Constant::Float(value) => format!("{value:?}"),
            Constant::Bool(value) => value.to_string(),
            Constant::Text(text) => format!("{:?}", infer.text(*text)),
        },
        Witness::Array(parts, false) => format!("[{}]", list(infer, parts)),
        Witness::Array(parts, true) if parts.is_empty() => "[..]".to_owned(),
        Witness::Array(parts, true) => format!("[{}, ..]", list(infer, parts)),
    }
}

/// `Some(_)`, `Color::Blue`, `Shape::Rect { w: 0, .. }`.
fn variant(infer: &Infer<'_, '_>, item: ItemId, index: u32, parts: &[Witness]) -> String {
    let builtins = &infer.checker.builtins;
    let Some(Shape::Enum(variants)) = infer.checker.signatures.adts.get(&item).map(|it| &it.shape) else {
        return "_".to_owned();
    };
    let Some(variant) = variants.get(index as usize) else { return "_".to_owned() };
    let name = infer.text(variant.name);
    let is_short = item == builtins.option || item == builtins.result;
    let path = if is_short { name.to_owned() } else { format!("{}::{name}", infer.checker.item_name(item)) };
    match &variant.data {
        DataSig::Unit => path,
        DataSig::Tuple(_) => format!("{path}({})", list(infer, parts)),
        DataSig::Named(fields) => with_fields(infer, &path, fields, parts),
    }
}

/// `Point { x: 0, .. }`
fn with_fields(infer: &Infer<'_, '_>, path: &str, fields: &[FieldSig], parts: &[Witness]) -> String {
    let written = fields.iter().zip(parts).filter(|(_, part)| !matches!(part, Witness::Any));
    let written: Vec<String> =
        written.map(|(field, part)| format!("{}: {}", infer.text(field.name), one(infer, part))).collect();
    match (written.is_empty(), written.len() == fields.len()) {
        (true, _) => format!("{path} {{ .. }}"),
        (false, true) => format!("{path} {{ {} }}", written.join(", ")),
        (false, false) => format!("{path} {{ {}, .. }}", written.join(", ")),
    }
}
