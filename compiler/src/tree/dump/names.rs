//! The names of a program for its trees.

use super::Names;
use crate::declare::About;
use crate::resolve::ItemId;
use crate::types::{FnId, Kind, List, ParamId, Shape, Ty};

/// A program whose trees are shown.
pub(crate) struct ProgramNames<'c>(pub(crate) About<'c>);

impl Names for ProgramNames<'_> {
    fn ty(&self, ty: Ty) -> String {
        let types = &self.0.typed.types;
        match types.kind(ty) {
            Kind::Error | Kind::Var(_) => "_".to_owned(),
            Kind::Never => "Never".to_owned(),
            Kind::Param(param) => self.param(param),
            Kind::Literal(texts) => {
                let quoted: Vec<String> =
                    types.texts(texts).iter().map(|it| format!("{:?}", self.0.text(*it))).collect();
                quoted.join(" | ")
            }
            Kind::Tuple(parts) => match *types.list(parts) {
                [one] => format!("({},)", self.ty(one)),
                _ => format!("({})", self.list(parts)),
            },
            Kind::Fn(params, result) if result == types.unit() => format!("fn({})", self.list(params)),
            Kind::Fn(params, result) => format!("fn({}) -> {}", self.list(params), self.ty(result)),
            Kind::Adt(item, args) if types.list(args).is_empty() => self.item(item),
            Kind::Adt(item, args) => format!("{}<{}>", self.item(item), self.list(args)),
            Kind::Item(item) => self.item(item),
        }
    }

    fn param(&self, param: ParamId) -> String {
        self.0.text(self.0.typed.signatures.param_name(param)).to_owned()
    }

    fn function(&self, function: FnId) -> String {
        self.0.function_name(&self.0.typed.signatures.function(function).clone())
    }

    fn item(&self, item: ItemId) -> String {
        self.0.item_name(item)
    }

    fn part(&self, of: Ty, index: u32) -> String {
        let signatures = &self.0.typed.signatures;
        let at = index as usize;
        let name = match self.0.typed.types.kind(of) {
            Kind::Item(item) => signatures.tool_fields.get(&item).and_then(|it| it.get(at)).map(|it| it.name),
            Kind::Adt(item, _) => match signatures.adts.get(&item).map(|it| &it.shape) {
                Some(Shape::Struct(fields)) => fields.get(at).map(|it| it.name),
                _ => None,
            },
            _ => None,
        };
        name.map_or(index.to_string(), |it| self.0.text(it).to_owned())
    }

    fn variant(&self, of: Ty, index: u32) -> String {
        match self.0.typed.types.kind(of) {
            Kind::Adt(item, _) => self.0.variant_name(item, index),
            _ => index.to_string(),
        }
    }
}

impl ProgramNames<'_> {
    fn list(&self, parts: List) -> String {
        let shown: Vec<String> = self.0.typed.types.list(parts).iter().map(|it| self.ty(*it)).collect();
        shown.join(", ")
    }
}
