//! The items of the library that the compiler needs, found by the mark that each of them has: `@lang("key")`.
//!
//! Comes in: the modules of the library that were read. Goes out: [`LangItems`], which says where each [`LangItem`] is
//! declared, and diagnostics about marks that are wrong. The table below is the only place in the compiler that knows
//! keys, and no place knows names. A library without any marks is one of a test: it lacks every item, and nothing is said
//! about that.

mod diagnostics;

use crate::ast::{Decorator, Entry, Expr, ItemKind, Symbol};
use crate::diagnostic::Diagnostic;
use crate::load::{ModuleId, Program};
use crate::resolve::ItemId;
use crate::source::Span;

/// What kind of declaration an item is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A struct or an enum.
    Type,
    Trait,
    /// A function of its own.
    Function,
    /// A function of a type, in an `impl`.
    Method,
}

/// What the compiler needs an item for. All but the first group are in the part of the library for agents, which is not
/// read for every program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Group {
    /// Any program.
    Always,
    /// What is known about tools, agents, resources and hosts.
    Agents,
    /// Code for tools, servers, agents, stores and streams.
    Tools,
    /// Code that makes a server of a program.
    Serving,
    /// Code for mocks of agents and servers.
    Mocks,
}

struct Row {
    key: &'static str,
    kind: Kind,
    group: Group,
}

macro_rules! lang_items {
    ($($group:ident { $($kind:ident { $($name:ident $key:literal)* })* })*) => {
        /// An item of the library that the compiler needs.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum LangItem { $($($($name,)*)*)* }

        impl LangItem {
            /// All of them, in the order of the table.
            pub(crate) const ALL: &[Self] = &[$($($(Self::$name,)*)*)*];
        }

        /// What is known of each, in the same order.
        const ROWS: [Row; LangItem::ALL.len()] =
            [$($($(Row { key: $key, kind: Kind::$kind, group: Group::$group },)*)*)*];
    };
}

lang_items! {
    Always {
        Type {
            Array "array"
            Bool "bool"
            Bytes "bytes"
            Duration "duration"
            Error "error"
            Float "float"
            Int "int"
            Json "json"
            Map "map"
            Never "never"
            Option "option"
            Range "range"
            Result "result"
            Set "set"
            String "string"
            Task "task"
            TaskError "task_error"
        }
        Trait {
            Default "default"
            Display "display"
            Eq "eq"
            From "from"
            Hash "hash"
            Ord "ord"
            Schema "schema"
        }
        Function {
            Emit "emit"
            EmitAndWait "emit_and_wait"
        }
        Method {
            OptionExpect "option_expect"
            OptionUnwrap "option_unwrap"
            ResultExpect "result_expect"
            ResultUnwrap "result_unwrap"
        }
    }
    Agents {
        Type {
            AgentBuilder "agent_builder"
            AgentError "agent_error"
            Approval "approval"
            HostBuilder "host_builder"
            HostLog "host_log"
            Ledger "ledger"
            Memory "memory"
            MockReply "mock_reply"
            PipelineEvent "pipeline_event"
            Progress "progress"
            Question "question"
            Response "response"
            Store "store"
            Stream "stream"
            TestRequest "test_request"
            ToolCall "tool_call"
            ToolChoice "tool_choice"
            ToolError "tool_error"
            ToolRef "tool_ref"
            Toolkit "toolkit"
        }
        Method {
            AgentChat "agent_chat"
            AgentExecute "agent_execute"
            AgentExecuteWithSchema "agent_execute_with_schema"
            AgentStream "agent_stream"
            AgentWithTools "agent_with_tools"
            AgentWithoutTools "agent_without_tools"
            ToolTyped "tool_typed"
        }
    }
    Tools {
        Function {
            CallFailed "call_failed"
            CallOfServer "call_of_server"
            CallRefused "call_refused"
            CallReturned "call_returned"
            DeclaredAgent "declared_agent"
            DeclaredAgentOf "declared_agent_of"
            DeclaredServerTool "declared_server_tool"
            DeclaredTool "declared_tool"
            HostedTool "hosted_tool"
            LeaveStream "leave_stream"
            NewStore "new_store"
            NextOfStream "next_of_stream"
            NoArguments "no_arguments"
            ToolOf "tool_of"
            ToolOfKit "tool_of_kit"
            WholeServer "whole_server"
            Written "written"
        }
    }
    Serving {
        Function {
            ExposedAgent "exposed_agent"
            ExposedAgentOf "exposed_agent_of"
            ServeTools "serve_tools"
        }
    }
    Mocks {
        Function {
            MockAlways "mock_always"
            MockAnswered "mock_answered"
            MockByReply "mock_by_reply"
            MockByResult "mock_by_result"
            MockByValue "mock_by_value"
            MockCall "mock_call"
            MockCalls "mock_calls"
            MockError "mock_error"
            MockInTurn "mock_in_turn"
            MockRefused "mock_refused"
            MockServed "mock_served"
            MockServes "mock_serves"
            MockServesResult "mock_serves_result"
            MockText "mock_text"
            MockTextsInTurn "mock_texts_in_turn"
            MockTool "mock_tool"
            MockValue "mock_value"
            MockedAgent "mocked_agent"
            MockedServer "mocked_server"
            WithAgentMock "with_agent_mock"
            WithServerMock "with_server_mock"
        }
    }
}

impl LangItem {
    /// What its mark says.
    pub(crate) fn key(self) -> &'static str {
        self.row().key
    }

    fn kind(self) -> Kind {
        self.row().kind
    }

    fn group(self) -> Group {
        self.row().group
    }

    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    fn with_key(key: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|it| it.key() == key)
    }

    /// Those that are needed for the same thing.
    pub(crate) fn of(group: Group) -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(move |it| it.group() == group)
    }
}

impl Kind {
    fn of(item: &ItemKind) -> Option<Self> {
        match item {
            ItemKind::Struct(_) | ItemKind::Enum(_) => Some(Self::Type),
            ItemKind::Trait(_) => Some(Self::Trait),
            ItemKind::Fn(_) => Some(Self::Function),
            _ => None,
        }
    }

    /// The kind of what is declared inside an item.
    fn inside(item: &ItemKind) -> Option<Self> {
        matches!(item, ItemKind::Impl(_)).then_some(Self::Method)
    }

    fn word(self) -> &'static str {
        match self {
            Self::Type => "a struct or an enum",
            Self::Trait => "a trait",
            Self::Function => "a function",
            Self::Method => "a method in an `impl`",
        }
    }
}

/// Where a marked item is declared.
#[derive(Clone, Copy, Debug)]
struct Declared {
    item: ItemId,
    /// The place among the methods of the item; 0 for the item itself.
    place: u32,
    /// The mark.
    mark: Span,
}

/// Where the items that the compiler needs are declared, as far as they were read.
pub(crate) struct LangItems {
    found: [Option<Declared>; ROWS.len()],
    has_marks: bool,
}

impl Default for LangItems {
    fn default() -> Self {
        Self { found: [None; ROWS.len()], has_marks: false }
    }
}

impl LangItems {
    /// Finds the marks in the library of a program, and says which of them are wrong.
    pub(crate) fn read(program: &Program) -> (Self, Vec<Diagnostic>) {
        let mut items = Self::default();
        let mut diagnostics = Vec::new();
        if let Some(lang) = program.names.find("lang") {
            let modules = program.module_ids().filter(|it| program.module(*it).is_library());
            let mut reader = Reader { program, lang, items: &mut items, diagnostics: &mut diagnostics };
            modules.for_each(|it| reader.module(it));
        }
        (items, diagnostics)
    }

    /// The declaration of a type, a trait or a function of its own.
    pub(crate) fn item(&self, item: LangItem) -> Option<ItemId> {
        self.place(item).map(|it| it.0)
    }

    /// The declaration that an item is or is declared in, and its place among the methods there.
    pub(crate) fn place(&self, item: LangItem) -> Option<(ItemId, u32)> {
        self.found[item as usize].map(|it| (it.item, it.place))
    }

    /// What is said about items that the library lacks, as far as it was read.
    pub(crate) fn missing(&self, is_whole: bool) -> Vec<Diagnostic> {
        let is_needed = |it: &LangItem| self.has_marks && (is_whole || it.group() == Group::Always);
        let missing = LangItem::ALL.iter().copied().filter(|it| self.place(*it).is_none());
        missing.filter(is_needed).map(diagnostics::missing).collect()
    }
}

struct Reader<'a> {
    program: &'a Program,
    /// The name `lang`.
    lang: Symbol,
    items: &'a mut LangItems,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Reader<'_> {
    fn module(&mut self, module: ModuleId) {
        for (index, entry) in self.program.module(module).ast.entries.iter().enumerate() {
            let Entry::Item(item) = entry else { continue };
            let id = ItemId { module, index: index as u32 };
            self.decorators(&item.decorators, Kind::of(&item.kind), (id, 0));
            for (place, method) in item.kind.methods().iter().enumerate() {
                self.decorators(&method.decorators, Kind::inside(&item.kind), (id, place as u32));
            }
        }
    }

    fn decorators(&mut self, decorators: &[Decorator], kind: Option<Kind>, (item, place): (ItemId, u32)) {
        let lang = self.lang;
        for mark in decorators.iter().filter(|it| it.name.name == lang) {
            self.items.has_marks = true;
            let declared = Declared { item, place, mark: mark.span };
            if let Err(diagnostic) = self.mark(mark, kind, declared) {
                self.diagnostics.push(diagnostic);
            }
        }
    }

    fn mark(&mut self, mark: &Decorator, kind: Option<Kind>, declared: Declared) -> Result<(), Diagnostic> {
        let key = self.key(declared.item.module, mark).ok_or_else(|| diagnostics::no_key(mark.span))?;
        let item = LangItem::with_key(key).ok_or_else(|| diagnostics::unknown_key(key, mark.span))?;
        if kind != Some(item.kind()) {
            return Err(diagnostics::other_kind(item, mark.span));
        }
        match &mut self.items.found[item as usize] {
            Some(first) => Err(diagnostics::marked_twice(item, mark.span, first.mark)),
            free => {
                *free = Some(declared);
                Ok(())
            }
        }
    }

    /// The text in `@lang("…")`.
    fn key(&self, module: ModuleId, mark: &Decorator) -> Option<&str> {
        let [arg] = &*mark.args else { return None };
        match self.program.module(module).ast.expr(arg.value) {
            Expr::Str(text) => Some(self.program.names.text(*text)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
