//! The tools that an agent's declaration lists, and tools that are made with `Tool::typed`.

use super::diagnostics;
use crate::ast::{Expr, ExprId, ItemKind, Settings};
use crate::declare::About;
use crate::diagnostic::Diagnostic;
use crate::lang::LangItem;
use crate::load::ModuleId;
use crate::resolve::{ItemId, Res};
use crate::source::Span;
use crate::types::{self, FnId, Ty};

/// Something that an agent offers.
pub(super) enum Offer {
    /// A function of a tool or a typed server.
    Function { item: ItemId, place: u32, function: FnId, at: Span },
    /// A tool that a provider runs.
    Hosted { name: String, id: String, at: Span },
}

impl About<'_> {
    /// The tools of the list that is written out in a declaration, each function once.
    pub(super) fn listed(&self, module: ModuleId, agent: &Settings) -> Vec<Offer> {
        let ast = &self.program.module(module).ast;
        let list = self.setting_of(agent, "tools").map(|it| ast.expr(it.value));
        let Some(Expr::Array(elements)) = list else { return Vec::new() };
        let mut offers: Vec<Offer> = Vec::new();
        for element in elements {
            for offer in self.offers_of(module, *element) {
                let is_known = offers.iter().any(|it| self.offered_name(it).0 == self.offered_name(&offer).0);
                if !is_known {
                    offers.push(offer);
                }
            }
        }
        offers
    }

    /// What an offer is called in the program, and where it is listed.
    pub(super) fn offered_name(&self, offer: &Offer) -> (String, Span) {
        match offer {
            Offer::Function { item, place, at, .. } => (self.method_name(*item, *place), *at),
            Offer::Hosted { name, at, .. } => (name.clone(), *at),
        }
    }

    fn offers_of(&self, module: ModuleId, id: ExprId) -> Vec<Offer> {
        let ast = &self.program.module(module).ast;
        let at = ast.expr_span(id);
        let (base, wanted) = match ast.expr(id) {
            Expr::Field { base, name } => (*base, Some(name.name)),
            _ => (id, None),
        };
        let Res::Item(item) = self.res(module, base) else { return Vec::new() };
        match self.item(item).map(|it| &it.kind) {
            Some(kind @ (ItemKind::Tool(_) | ItemKind::Mcp(_))) => {
                let is_wanted = |place: u32| {
                    let method = kind.methods().get(place as usize);
                    wanted.is_none_or(|it| method.is_some_and(|method| method.function.name.name == it))
                };
                let functions = self.public_functions(item).into_iter().filter(|(place, _)| is_wanted(*place));
                functions.map(|(place, function)| Offer::Function { item, place, function, at }).collect()
            }
            Some(ItemKind::ProviderTool(it)) => {
                let id = self.setting_of(it, "id").and_then(|it| self.json_constant(item.module, it.value));
                let id = id.and_then(|it| it.as_str().map(str::to_owned)).unwrap_or_default();
                vec![Offer::Hosted { name: self.item_name(item), id, at }]
            }
            _ => Vec::new(),
        }
    }

    /// `Tool::typed<T>` takes an object.
    pub(super) fn typed_arguments(&self) -> Vec<Diagnostic> {
        let Some(function) = self.typed.signatures.lang_function(&self.resolved.lang, LangItem::ToolTyped) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for module in self.program.module_ids().filter(|it| !self.program.module(*it).is_library()) {
            let calls = self.typed.modules[module.index()].calls.iter();
            for (id, call) in calls.filter(|(_, it)| it.function == function) {
                if let Some(ty) = call.type_args.first().copied().filter(|it| !self.is_object(*it)) {
                    let at = self.program.module(module).ast.expr_span(*id);
                    found.push((at, diagnostics::arguments_are_no_object(&self.show_type(ty), at)));
                }
            }
        }
        found.sort_by_key(|(at, _)| at.start);
        found.into_iter().map(|it| it.1).collect()
    }

    /// Whether the JSON form of a type is an object, or is not known here.
    fn is_object(&self, ty: Ty) -> bool {
        let b = &self.typed.builtins;
        match self.typed.types.kind(ty) {
            types::Kind::Tuple(parts) => self.typed.types.list(parts).is_empty(),
            types::Kind::Adt(item, _) => {
                let shape = self.typed.signatures.adts.get(&item).map(|it| &it.shape);
                item == b.map || matches!(shape, Some(types::Shape::Struct(_)))
            }
            types::Kind::Param(_) | types::Kind::Error | types::Kind::Never => true,
            _ => false,
        }
    }
}
