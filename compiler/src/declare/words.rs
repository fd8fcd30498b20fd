//! What declarations are called, and where they come from, for people and models.

use super::About;
use crate::ast::ItemKind;
use crate::resolve::ItemId;
use crate::types::{FnSig, Kind};

impl About<'_> {
    /// What a function is called in traces.
    pub(crate) fn function_name(&self, sig: &FnSig) -> String {
        let name = self.text(sig.name);
        let owner = match sig.self_type.map(|it| self.typed.types.kind(it)) {
            Some(Kind::Adt(item, _)) => self.typed.signatures.adts.get(&item).map(|it| it.name),
            Some(Kind::Item(item)) => self.item(item).and_then(|it| it.kind.name()).map(|it| it.name),
            _ => None,
        };
        match owner {
            Some(owner) => format!("{}::{name}", self.text(owner)),
            None => name.to_owned(),
        }
    }

    /// Whether something is declared as a server.
    pub(crate) fn is_server(&self, item: ItemId) -> bool {
        matches!(self.item(item).map(|it| &it.kind), Some(ItemKind::Mcp(_)))
    }

    pub(crate) fn is_tool_item(&self, item: ItemId) -> bool {
        let kind = self.item(item).map(|it| &it.kind);
        matches!(kind, Some(ItemKind::Tool(_) | ItemKind::Mcp(_) | ItemKind::ProviderTool(_)))
    }

    /// Where a tool comes from, for messages: `tool Calculator (main.conc:3)`.
    pub(crate) fn source_of(&self, item: ItemId) -> String {
        let Some(tree) = self.item(item) else { return String::new() };
        let word = if matches!(tree.kind, ItemKind::Mcp(_)) { "mcp" } else { tree.kind.word() };
        let span = tree.kind.name().map_or(tree.span, |it| it.span);
        let (file, line) = match self.program.sources.line_of(span) {
            Some((file, line)) => (self.program.sources.file(file).name(), line),
            None => ("", 0),
        };
        format!("{word} {} ({file}:{line})", self.item_name(item))
    }

    /// The name and description of a tool as a value.
    pub(crate) fn tool_words(&self, item: ItemId, place: Option<u32>) -> (String, String) {
        let Some(place) = place else {
            let description = match self.item(item).map(|it| &it.kind) {
                Some(ItemKind::Tool(it)) => it.description.as_ref(),
                _ => None,
            };
            let text = description.and_then(|it| self.json_constant(item.module, it.value));
            return (self.item_name(item), text.and_then(|it| it.as_str().map(str::to_owned)).unwrap_or_default());
        };
        let described = self.decorated(item, place).find(self, "describe");
        let text = described.and_then(|it| self.first_text(item.module, it));
        (self.method_name(item, place), text.unwrap_or_default())
    }

    /// The number of a tool or server in its section.
    pub(crate) fn declared_number(&self, item: ItemId) -> usize {
        let is_server = |it: &ItemId| self.is_server(*it);
        let is_tool = |it: &ItemId| matches!(self.item(*it).map(|it| &it.kind), Some(ItemKind::Tool(_)));
        let wanted = is_server(&item);
        let alike = self.own_items().into_iter().filter(|it| if wanted { is_server(it) } else { is_tool(it) });
        alike.take_while(|it| *it != item).count()
    }
}
