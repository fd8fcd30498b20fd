//! Types in messages.

use super::Checker;
use super::signatures::TraitRef;
use super::ty::{Kind, List, Ty};
use super::vars::{VarKind, Vars};

impl Checker<'_> {
    /// A type as people write it. What is not known is `_`.
    pub(super) fn show(&mut self, vars: &Vars, ty: Ty) -> String {
        let ty = vars.deep(&mut self.types, ty);
        self.show_known(vars, ty)
    }

    /// A type of a declaration.
    pub(super) fn show_plain(&self, ty: Ty) -> String {
        self.show_known(&Vars::default(), ty)
    }

    pub(super) fn show_trait(&mut self, vars: &Vars, trait_: &TraitRef) -> String {
        let name = self.item_name(trait_.item);
        if trait_.args.is_empty() {
            return name.to_owned();
        }
        let args: Vec<String> = trait_.args.iter().map(|it| self.show(vars, *it)).collect();
        format!("{name}<{}>", args.join(", "))
    }

    fn show_known(&self, vars: &Vars, ty: Ty) -> String {
        match self.types.kind(ty) {
            Kind::Error => "_".to_owned(),
            Kind::Never => "Never".to_owned(),
            Kind::Var(id) if vars.knows(id) && vars.kind(id) == VarKind::Number => "Int".to_owned(),
            Kind::Var(_) => "_".to_owned(),
            Kind::Param(param) => self.text(self.signatures.params[param.0 as usize].name).to_owned(),
            Kind::Literal(texts) => {
                let texts = self.types.texts(texts).iter();
                let quoted: Vec<String> = texts.map(|it| format!("{:?}", self.text(*it))).collect();
                quoted.join(" | ")
            }
            Kind::Tuple(parts) => match *self.types.list(parts) {
                [one] => format!("({},)", self.show_known(vars, one)),
                _ => format!("({})", self.list(vars, parts)),
            },
            Kind::Fn(params, result) if result == self.types.unit() => format!("fn({})", self.list(vars, params)),
            Kind::Fn(params, result) => {
                format!("fn({}) -> {}", self.list(vars, params), self.show_known(vars, result))
            }
            Kind::Adt(item, args) => match self.types.list(args).is_empty() {
                true => self.item_name(item).to_owned(),
                false => format!("{}<{}>", self.item_name(item), self.list(vars, args)),
            },
            Kind::Item(item) => format!("{} {}", self.item_kind(item).word(), self.item_name(item)),
        }
    }

    fn list(&self, vars: &Vars, parts: List) -> String {
        let shown: Vec<String> = self.types.list(parts).iter().map(|it| self.show_known(vars, *it)).collect();
        shown.join(", ")
    }
}
