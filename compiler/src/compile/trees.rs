//! What lowering asks for: the trees of functions, and what is written about declarations.

use std::rc::Rc;

use crate::declare;
use crate::elaborate::Elaborator;
use crate::lang::LangItem;
use crate::lower::{Trees, Written};
use crate::resolve::ItemId;
use crate::tree::{self, Global, SchemaPart, Work};
use crate::types::{FnId, Ty, Typed};

impl Trees for Elaborator<'_> {
    fn function(&mut self, typed: &mut Typed, work: &Work, types: &[Ty]) -> Rc<tree::Function> {
        Elaborator::function(self, typed, work, types)
    }

    fn length(&self, typed: &Typed, function: FnId) -> u32 {
        let sig = typed.signatures.function(function);
        match declare::tree_of(self.program(), sig).and_then(|it| it.body) {
            Some(body) => {
                let span = self.program().module(sig.item.module).ast.block(body).span;
                span.end - span.start
            }
            None => 0,
        }
    }

    fn fields_of(&self, typed: &mut Typed, item: ItemId, variant: Option<u32>) -> Vec<Written> {
        let about = self.about(typed);
        let fields = about.written_fields(item, variant).iter().map(|field| Written {
            default: field.default.and_then(|it| about.json_constant(item.module, it)),
            rules: about.rules(item.module, &field.decorators),
        });
        fields.collect()
    }

    fn params_of(&self, typed: &mut Typed, function: FnId) -> Vec<Written> {
        let sig = typed.signatures.function(function).clone();
        let about = self.about(typed);
        let Some(tree) = about.tree_of(&sig) else { return Vec::new() };
        let params = tree.params.iter().map(|param| Written {
            default: param.default.and_then(|it| about.json_constant(sig.item.module, it)),
            rules: about.rules(sig.item.module, &param.decorators),
        });
        params.collect()
    }

    fn is_closed(&self, item: ItemId) -> bool {
        self.is_schema(item)
    }

    fn item_name(&self, item: ItemId) -> String {
        self.name_of_item(item)
    }

    fn global_name(&self, typed: &mut Typed, global: &Global) -> String {
        Elaborator::global_name(self, typed, global)
    }

    fn schema_text(&mut self, typed: &mut Typed, part: SchemaPart, ty: Ty) -> String {
        let (value, failure) = typed.outcome_types(ty);
        let is_unit = ty == typed.types.unit();
        let mut about = self.about(typed);
        let schema = match part {
            SchemaPart::Params if is_unit => Some(declare::nothing()),
            SchemaPart::Params | SchemaPart::Output => Some(about.schema_of(ty).schema),
            SchemaPart::Returns => Some(about.schema_of(value).schema),
            SchemaPart::Failure => failure.map(|it| about.schema_of(it).schema),
        };
        schema.map_or(String::new(), |it| it.to_string())
    }

    fn no_arguments(&self, typed: &Typed) -> FnId {
        // The checker looks at the library's functions for tools wherever a program has tools.
        self.library_function(typed, LangItem::NoArguments).unwrap_or(FnId(0))
    }
}
