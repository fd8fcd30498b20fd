//! The types and traits of the library that the language itself knows, found by name in the prelude.

use rustc_hash::FxHashMap;

use super::ty::{Ty, Types};
use crate::ast::{Entry, Symbol};
use crate::load::{Origin, Program};
use crate::resolve::ItemId;

/// What the checker has to know by name.
pub struct Builtins {
    pub(super) int: Ty,
    pub(super) float: Ty,
    pub(super) bool: Ty,
    pub(super) string: Ty,
    pub(super) bytes: Ty,
    pub(super) duration: Ty,
    pub(super) range: Ty,
    pub(super) json: Ty,
    pub(super) error: Ty,
    pub(super) task_error: Ty,
    pub(super) tool_ref: Ty,
    pub(super) toolkit: Ty,
    pub(super) tool_choice: Ty,
    pub(super) tool_call: Ty,
    pub(super) approval: Ty,
    pub(super) response: Ty,
    pub(super) agent_error: Ty,
    pub(super) memory: Ty,
    pub(super) ledger: Ty,
    pub(super) question: Ty,
    pub(super) progress: Ty,
    pub(super) host_log: Ty,
    pub(super) pipeline_event: Ty,
    pub(super) array: ItemId,
    pub(super) map: ItemId,
    pub(super) set: ItemId,
    pub(super) option: ItemId,
    pub(super) result: ItemId,
    pub(super) task: ItemId,
    pub(super) stream: ItemId,
    pub(super) store: ItemId,
    pub(super) agent_builder: ItemId,
    pub(super) host_builder: ItemId,
    pub(super) never: ItemId,
    pub(super) emit: ItemId,
    pub(super) emit_and_wait: ItemId,
    pub(super) traits: Traits,
}

/// The traits that are derived, and `From`.
#[derive(Clone, Copy)]
pub(super) struct Traits {
    pub(super) eq: ItemId,
    pub(super) ord: ItemId,
    pub(super) hash: ItemId,
    pub(super) display: ItemId,
    pub(super) default: ItemId,
    pub(super) schema: ItemId,
    pub(super) from: ItemId,
}

/// An item that no program has: stands for what a library lacks.
const NOTHING: ItemId = ItemId { module: crate::load::ModuleId(u32::MAX), index: u32::MAX };

impl Builtins {
    pub(super) fn find(program: &Program, types: &mut Types) -> Self {
        let prelude = prelude(program);
        let find = |name: &str| program.names.find(name).and_then(|it| prelude.get(&it)).copied().unwrap_or(NOTHING);
        let mut plain = |name: &str| match find(name) {
            NOTHING => types.error(),
            id => types.adt(id, &[]),
        };
        Self {
            int: plain("Int"),
            float: plain("Float"),
            bool: plain("Bool"),
            string: plain("String"),
            bytes: plain("Bytes"),
            duration: plain("Duration"),
            range: plain("Range"),
            json: plain("Json"),
            error: plain("Error"),
            task_error: plain("TaskError"),
            tool_ref: plain("ToolRef"),
            toolkit: plain("Toolkit"),
            tool_choice: plain("ToolChoice"),
            tool_call: plain("ToolCall"),
            approval: plain("Approval"),
            response: plain("Response"),
            agent_error: plain("AgentError"),
            memory: plain("Memory"),
            ledger: plain("Ledger"),
            question: plain("Question"),
            progress: plain("Progress"),
            host_log: plain("HostLog"),
            pipeline_event: plain("PipelineEvent"),
            array: find("Array"),
            map: find("Map"),
            set: find("Set"),
            option: find("Option"),
            result: find("Result"),
            task: find("Task"),
            stream: find("Stream"),
            store: find("Store"),
            agent_builder: find("AgentBuilder"),
            host_builder: find("HostBuilder"),
            never: find("Never"),
            emit: find("emit"),
            emit_and_wait: find("emit_and_wait"),
            traits: Traits {
                eq: find("Eq"),
                ord: find("Ord"),
                hash: find("Hash"),
                display: find("Display"),
                default: find("Default"),
                schema: find("Schema"),
                from: find("From"),
            },
        }
    }

    /// `Array`
    pub fn array_item(&self) -> ItemId {
        self.array
    }

    /// `Float`
    pub fn float_type(&self) -> Ty {
        self.float
    }

    /// Whether values of a type are numbers, truth values or durations.
    pub fn is_word(&self, ty: Ty) -> bool {
        [self.int, self.bool, self.duration].contains(&ty)
    }

    /// Whether a value can stand where a `ToolRef` is expected.
    pub(super) fn stands_for_tools(&self, types: &Types, ty: Ty) -> bool {
        (ty == self.toolkit || ty == self.tool_ref) && ty != types.error()
    }
}

/// The items that the prelude declares, by name.
fn prelude(program: &Program) -> FxHashMap<Symbol, ItemId> {
    let mut found = FxHashMap::default();
    for id in program.module_ids().filter(|id| program.module(*id).origin == Origin::Prelude) {
        for (index, entry) in program.module(id).ast.entries.iter().enumerate() {
            if let Entry::Item(item) = entry
                && let Some(name) = item.kind.name()
            {
                found.insert(name.name, ItemId { module: id, index: index as u32 });
            }
        }
    }
    found
}
