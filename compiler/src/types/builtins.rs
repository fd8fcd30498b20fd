//! The types and traits of the library that the language itself knows.

use super::ty::{Ty, Types};
use crate::lang::{LangItem, LangItems};
use crate::load::ModuleId;
use crate::resolve::ItemId;

/// What the checker has to know of the library.
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

/// An item that no program has: stands for what a library lacks. Its module exists, so that it can be asked for like others.
const NOTHING: ItemId = ItemId { module: ModuleId(0), index: u32::MAX };

impl Builtins {
    pub(crate) fn find(lang: &LangItems, types: &mut Types) -> Self {
        let find = |it: LangItem| lang.item(it).unwrap_or(NOTHING);
        let mut plain = |it: LangItem| match find(it) {
            NOTHING => types.error(),
            id => types.adt(id, &[]),
        };
        Self {
            int: plain(LangItem::Int),
            float: plain(LangItem::Float),
            bool: plain(LangItem::Bool),
            string: plain(LangItem::String),
            bytes: plain(LangItem::Bytes),
            duration: plain(LangItem::Duration),
            range: plain(LangItem::Range),
            json: plain(LangItem::Json),
            error: plain(LangItem::Error),
            task_error: plain(LangItem::TaskError),
            tool_ref: plain(LangItem::ToolRef),
            toolkit: plain(LangItem::Toolkit),
            tool_choice: plain(LangItem::ToolChoice),
            tool_call: plain(LangItem::ToolCall),
            tool_error: plain(LangItem::ToolError),
            approval: plain(LangItem::Approval),
            response: plain(LangItem::Response),
            agent_error: plain(LangItem::AgentError),
            mock_reply: plain(LangItem::MockReply),
            test_request: plain(LangItem::TestRequest),
            memory: plain(LangItem::Memory),
            ledger: plain(LangItem::Ledger),
            question: plain(LangItem::Question),
            progress: plain(LangItem::Progress),
            host_log: plain(LangItem::HostLog),
            pipeline_event: plain(LangItem::PipelineEvent),
            array: find(LangItem::Array),
            map: find(LangItem::Map),
            set: find(LangItem::Set),
            option: find(LangItem::Option),
            result: find(LangItem::Result),
            task: find(LangItem::Task),
            stream: find(LangItem::Stream),
            store: find(LangItem::Store),
            agent_builder: find(LangItem::AgentBuilder),
            host_builder: find(LangItem::HostBuilder),
            never: find(LangItem::Never),
            emit: find(LangItem::Emit),
            emit_and_wait: find(LangItem::EmitAndWait),
            traits: Traits {
                eq: find(LangItem::Eq),
                ord: find(LangItem::Ord),
                hash: find(LangItem::Hash),
                display: find(LangItem::Display),
                default: find(LangItem::Default),
                schema: find(LangItem::Schema),
                from: find(LangItem::From),
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
