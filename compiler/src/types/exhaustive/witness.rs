//! Missing cases, written as patterns.

use rustc_hash::FxHashMap;

use super::missing::Path;
use crate::ast::Symbol;
use crate::resolve::ItemId;
use crate::types::decide::decision::{OccurrenceId, Step};
use crate::types::infer::{Constant, Infer};
use crate::types::matrix::{Form, Matrix};
use crate::types::signatures::{DataSig, Shape};
use crate::types::ty::Kind;

/// A missing case as text.
pub(super) fn show<'a>(matrix: &Matrix<'_, 'a, Infer<'_, 'a>>, path: &Path) -> String {
    Shown { matrix, forms: path.iter().copied().collect() }.part(OccurrenceId::SUBJECT)
}

struct Shown<'s, 'm, 'i, 'a> {
    matrix: &'s Matrix<'m, 'a, Infer<'i, 'a>>,
    forms: FxHashMap<OccurrenceId, Form>,
}

impl<'i, 'a> Shown<'_, '_, 'i, 'a> {
    fn infer(&self) -> &Infer<'i, 'a> {
        self.matrix.context
    }

    fn part(&self, on: OccurrenceId) -> String {
        let Some(form) = self.forms.get(&on) else { return "_".to_owned() };
        let ty = self.matrix.type_of(on);
        match (*form, self.infer().kind(ty)) {
            (Form::Variant(index), Kind::Adt(item, _)) => self.variant(on, item, index),
            (Form::Only, Kind::Tuple(parts)) => {
                let count = self.infer().checker.types.list(parts).len();
                match &self.parts(on, count, Step::Part)[..] {
                    [part] => format!("({part},)"),
                    parts => format!("({})", parts.join(", ")),
                }
            }
            (Form::Only, Kind::Adt(item, _)) => {
                let sig = self.infer().checker.signatures.adts.get(&item);
                let names: Vec<Symbol> = match sig.map(|it| &it.shape) {
                    Some(Shape::Struct(fields)) => fields.iter().map(|it| it.name).collect(),
                    _ => Vec::new(),
                };
                let parts = self.parts(on, names.len(), Step::Part);
                self.with_fields(self.infer().checker.item_name(item), &names, &parts)
            }
            (Form::Numbers(low, high), _) => {
                let is_duration = ty == self.infer().checker.builtins.duration;
                numbers(low, high, if is_duration { "ms" } else { "" })
            }
            (Form::Constant(constant), _) => match constant {
                Constant::Int(value) => value.to_string(),
                Constant::Float(value) => format!("{value:?}"),
                Constant::Bool(value) => value.to_string(),
                Constant::Text(text) => format!("{:?}", self.infer().text(text)),
            },
            (Form::Length(least, most), _) => {
                let parts = self.parts(on, least as usize, Step::Element).join(", ");
                match (most, least) {
                    (Some(_), _) => format!("[{parts}]"),
                    (None, 0) => "[..]".to_owned(),
                    (None, _) => format!("[{parts}, ..]"),
                }
            }
            (Form::Variant(_) | Form::Only, _) => "_".to_owned(),
        }
    }

    fn parts(&self, on: OccurrenceId, count: usize, step: impl Fn(u32) -> Step) -> Vec<String> {
        let part = |index| self.matrix.known(on, step(index)).map_or("_".to_owned(), |it| self.part(it));
        (0..count as u32).map(part).collect()
    }

    /// `Some(_)`, `Color::Blue`, `Shape::Rect { w: 0, .. }`.
    fn variant(&self, on: OccurrenceId, item: ItemId, index: u32) -> String {
        let infer = self.infer();
        let builtins = &infer.checker.builtins;
        let Some(Shape::Enum(variants)) = infer.checker.signatures.adts.get(&item).map(|it| &it.shape) else {
            return "_".to_owned();
        };
        let Some(variant) = variants.get(index as usize) else { return "_".to_owned() };
        let name = infer.text(variant.name);
        let is_short = item == builtins.option || item == builtins.result;
        let path = if is_short { name.to_owned() } else { format!("{}::{name}", infer.checker.item_name(item)) };
        let parts = self.parts(on, variant.data.len(), |at| Step::Datum { variant: index, index: at });
        match &variant.data {
            DataSig::Unit => path,
            DataSig::Tuple(_) => format!("{path}({})", parts.join(", ")),
            DataSig::Named(fields) => {
                let names: Vec<Symbol> = fields.iter().map(|it| it.name).collect();
                self.with_fields(&path, &names, &parts)
            }
        }
    }

    /// `Point { x: 0, .. }`
    fn with_fields(&self, path: &str, names: &[Symbol], parts: &[String]) -> String {
        let written = names.iter().zip(parts).filter(|(_, part)| *part != "_");
        let written: Vec<String> =
            written.map(|(name, part)| format!("{}: {part}", self.infer().text(*name))).collect();
        match (written.is_empty(), written.len() == names.len()) {
            (true, _) => format!("{path} {{ .. }}"),
            (false, true) => format!("{path} {{ {} }}", written.join(", ")),
            (false, false) => format!("{path} {{ {}, .. }}", written.join(", ")),
        }
    }
}

fn numbers(low: i64, high: i64, unit: &str) -> String {
    match (low, high) {
        (i64::MIN, i64::MAX) => "_".to_owned(),
        (i64::MIN, high) => format!("..={high}{unit}"),
        (low, i64::MAX) => format!("{low}{unit}.."),
        (low, high) if low == high => format!("{low}{unit}"),
        (low, high) => format!("{low}{unit}..={high}{unit}"),
    }
}
