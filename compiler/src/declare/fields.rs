//! What is written about fields and parameters: their defaults, and the rules for their values.

use concerto_ir::program::Rule;
use serde_json::Value;

use super::About;
use crate::ast::{Decorator, ExprId, Field, ItemKind, VariantData};
use crate::load::ModuleId;
use crate::resolve::ItemId;

impl<'c> About<'c> {
    /// The fields of a struct, a tool or a variant as they are written.
    pub(crate) fn written_fields(&self, item: ItemId, variant: Option<u32>) -> &'c [Field] {
        match (self.item(item).map(|it| &it.kind), variant) {
            (Some(ItemKind::Struct(it) | ItemKind::Schema(it)), None) => &it.fields,
            (Some(ItemKind::Tool(it)), None) => &it.fields,
            (Some(ItemKind::Enum(it)), Some(index)) => match it.variants.get(index as usize).map(|it| &it.data) {
                Some(VariantData::Named(fields)) => fields,
                _ => &[],
            },
            _ => &[],
        }
    }

    /// The default of a field as it is written.
    pub(crate) fn written_default(&self, item: ItemId, variant: Option<u32>, at: usize) -> Option<ExprId> {
        self.written_fields(item, variant).get(at)?.default
    }

    pub(crate) fn rules(&self, module: ModuleId, decorators: &[Decorator]) -> Vec<Rule> {
        decorators.iter().filter_map(|it| self.rule(module, it)).collect()
    }

    fn rule(&self, module: ModuleId, decorator: &Decorator) -> Option<Rule> {
        let value = |at: usize, name: &str| {
            let found = decorator.arg(&self.program.names, at, name)?;
            self.json_constant(module, found)
        };
        let whole = |at: usize, name: &str| value(at, name).as_ref().and_then(Value::as_u64);
        let number = |at: usize, name: &str| value(at, name).as_ref().and_then(Value::as_f64);
        let text = |name: &str| value(0, name).and_then(|it| it.as_str().map(str::to_owned));
        let counted = || Some((whole(0, "min")?, whole(1, "max").unwrap_or(u64::MAX)));
        Some(match self.text(decorator.name.name) {
            "range" => Rule::Range(number(0, "min")?, number(1, "max").unwrap_or(f64::INFINITY)),
            "length" => counted().map(|(low, high)| Rule::Length(low, high))?,
            "items" => counted().map(|(low, high)| Rule::Items(low, high))?,
            "pattern" => Rule::Pattern(text("regex")?),
            "format" => Rule::Format(text("name")?),
            _ => return None,
        })
    }
}
