//! The types and traits of the library that the language itself knows, found by name in the prelude.

use rustc_hash::FxHashMap;

use super::ty::{Ty, Types};
use crate::ast::{Entry, Symbol};
use crate::load::{Origin, Program};
use crate::resolve::ItemId;

/// What the checker has to know by name.
pub struct Builtins {
    pub(crate) int: Ty,
    pub(crate) float: Ty,
    pub(crate) bool: Ty,
    pub(crate) string: Ty,
    pub(crate) bytes: Ty,
    pub(crate) duration: Ty,
    pub(crate) range: Ty,
    pub(crate) json: Ty,
    pub(crate) error: Ty,
    pub(crate) task_error: Ty,
    pub(crate) tool_ref: Ty,
    pub(crate) toolkit: Ty,
    pub(crate) tool_choice: Ty,
    pub(crate) tool_call: Ty,
    pub(crate) tool_error: Ty,
    pub(crate) approval: Ty,
    pub(crate) response: Ty,
    pub(crate) agent_error: Ty,
    pub(crate) mock_reply: Ty,
    pub(crate) test_request: Ty,
    pub(crate) memory: Ty,
    pub(crate) ledger: Ty,
    pub(crate) question: Ty,
    pub(crate) progress: Ty,
    pub(crate) host_log: Ty,
    pub(crate) pipeline_event: Ty,
    pub(crate) array: ItemId,
    pub(crate) map: ItemId,
    pub(crate) set: ItemId,
    pub(crate) option: ItemId,
    pub(crate) result: ItemId,
    pub(crate) task: ItemId,
    pub(crate) stream: ItemId,
    pub(crate) store: ItemId,
    pub(crate) agent_builder: ItemId,
    pub(crate) host_builder: ItemId,
    pub(crate) never: ItemId,
    pub(crate) emit: ItemId,
    pub(crate) emit_and_wait: ItemId,
    pub(crate) traits: Traits,
}

/// The traits that are derived, and `From`.
#[derive(Clone, Copy)]
pub(crate) struct Traits {
    pub(crate) eq: ItemId,
    pub(crate) ord: ItemId,
    pub(crate) hash: ItemId,
    pub(crate) display: ItemId,
    pub(crate) default: ItemId,
    pub(crate) schema: ItemId,
    pub(crate) from: ItemId,
}

/// The functions of the library that only the compiler calls, for tools.
pub(crate) const TOOL_FUNCTIONS: [&str; 17] = [
    "call_failed",
    "call_of_server",
    "call_refused",
    "call_returned",
    "declared_agent",
    "declared_agent_of",
    "declared_server_tool",
    "declared_tool",
    "hosted_tool",
    "leave_stream",
    "new_store",
    "next_of_stream",
    "no_arguments",
    "tool_of",
    "tool_of_kit",
    "whole_server",
    "written",
];

/// Those that make a server of a program.
pub(crate) const SERVE_FUNCTIONS: [&str; 3] = ["exposed_agent", "exposed_agent_of", "serve_tools"];

/// Those that mocks are made by.
pub(crate) const MOCK_FUNCTIONS: [&str; 21] = [
    "mock_always",
    "mock_answered",
    "mock_by_reply",
    "mock_by_result",
    "mock_by_value",
    "mock_call",
    "mock_calls",
    "mock_error",
    "mock_in_turn",
    "mock_refused",
    "mock_served",
    "mock_serves",
    "mock_serves_result",
    "mock_text",
    "mock_texts_in_turn",
    "mock_tool",
    "mock_value",
    "mocked_agent",
    "mocked_server",
    "with_agent_mock",
    "with_server_mock",
];

/// An item that no program has: stands for what a library lacks.
const NOTHING: ItemId = ItemId { module: crate::load::ModuleId(u32::MAX), index: u32::MAX };

impl Builtins {
    pub(crate) fn find(program: &Program, types: &mut Types) -> Self {
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
            tool_error: plain("ToolError"),
            approval: plain("Approval"),
            response: plain("Response"),
            agent_error: plain("AgentError"),
            mock_reply: plain("MockReply"),
            test_request: plain("TestRequest"),
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
    pub(crate) fn stands_for_tools(&self, types: &Types, ty: Ty) -> bool {
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
