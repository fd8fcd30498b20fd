//! Mocks: what is mocked has a slot that outlives calls, empty until a test fills it. A function with a slot looks there
//! first. Agents and servers are mocked through two functions of the library that say which mocks there are.

use super::call::Given;
use super::{Body, Elaborator};
use crate::ast::{Expr, ExprId as SourceId, ItemKind, Mock, MockWith, Setting, StmtKind, Symbol};
use crate::lang::LangItem;
use crate::load::ModuleId;
use crate::resolve::{ItemId, Res};
use crate::tree::{Builder, ExprId, ExprKind, Function, Global, LocalId, Target, Work};
use crate::types::{FnId, FnSig, Kind, Ty, Typed};

/// The functions of the library that know the mocks of agents and servers, and those that add one.
const AGENTS: [LangItem; 2] = [LangItem::MockedAgent, LangItem::WithAgentMock];
const SERVERS: [LangItem; 2] = [LangItem::MockedServer, LangItem::WithServerMock];

/// What a `mock` replaces.
enum Replaced {
    Agent(ItemId),
    /// A server by its name in the manifest, and its declaration.
    Server(String, Option<ItemId>),
    Tool(ItemId),
    Function(FnId),
    Nothing,
}

impl Elaborator<'_> {
    /// Finds the functions that tests replace, before any function is made.
    pub fn find_mocks(&mut self, typed: &mut Typed) {
        for (at, module) in self.program.modules.iter().enumerate() {
            if module.is_library() {
                continue;
            }
            for stmt in module.ast.blocks().flat_map(|it| &it.stmts) {
                if let StmtKind::Mock(mock) = &stmt.kind {
                    self.find_mock(typed, ModuleId(at as u32), mock);
                }
            }
        }
    }

    fn find_mock(&mut self, typed: &mut Typed, module: ModuleId, mock: &Mock) {
        let functions: Vec<FnId> = match (self.replaced(typed, module, mock.target), &mock.with) {
            (Replaced::Agent(_), _) => self.library_function(typed, AGENTS[0]).into_iter().collect(),
            (Replaced::Server(..), _) => self.library_function(typed, SERVERS[0]).into_iter().collect(),
            (Replaced::Function(function), _) => vec![function],
            (Replaced::Tool(item), MockWith::Settings(settings)) => {
                settings.iter().filter_map(|it| self.function_in(typed, item, it.name.name)).collect()
            }
            _ => Vec::new(),
        };
        for function in functions {
            if !self.mocks.contains(&function) {
                self.mocks.push(function);
            }
        }
    }

    /// The functions that tests replace, in the order in which they are found.
    pub(crate) fn mocks(&self) -> &[FnId] {
        &self.mocks
    }

    fn replaced(&self, typed: &mut Typed, module: ModuleId, target: SourceId) -> Replaced {
        let ast = &self.program.module(module).ast;
        let res = |id: SourceId| self.resolved.modules[module.index()].exprs[id.index()];
        if let Expr::Field { base, name } = ast.expr(target)
            && let Res::Item(item) = res(*base)
        {
            return self.function_in(typed, item, name.name).map_or(Replaced::Nothing, Replaced::Function);
        }
        if let Res::Mcp(name) = res(target) {
            return Replaced::Server(self.program.names.text(name).to_owned(), None);
        }
        if let Res::Item(item) = res(target) {
            match self.item(item).map(|it| &it.kind) {
                Some(ItemKind::Agent(_)) => return Replaced::Agent(item),
                Some(ItemKind::Mcp(_)) => return Replaced::Server(self.about(typed).server_of(item), Some(item)),
                Some(ItemKind::Tool(_)) => return Replaced::Tool(item),
                _ => {}
            }
        }
        let call = typed.modules[module.index()].calls.get(&target);
        call.map_or(Replaced::Nothing, |it| Replaced::Function(it.function))
    }

    /// A function of a tool or server by its name.
    fn function_in(&self, typed: &Typed, item: ItemId, name: Symbol) -> Option<FnId> {
        let methods = self.item(item)?.kind.methods();
        let place = methods.iter().position(|it| it.function.name.name == name)?;
        typed.signatures.function_of(item, place as u32)
    }

    /// What answers a mocked server's function from JSON, by a closure with the function's types.
    pub(super) fn mock_handler(&mut self, typed: &mut Typed, function: FnId) -> Function {
        let sig = typed.signatures.function(function).clone();
        let name = format!("{}::mock", self.about(typed).function_name(&sig));
        let output = self.library_result(typed, LangItem::MockAnswered);
        let builder = Builder::new(name, output, sig.name_span);
        let mut body = self.body(typed, sig.item.module, builder, sig.name_span);
        let (json, result) = (body.typed.builtins.json, body.typed.builtins.result);
        let arguments = body.builder().param(Some("arguments"), json);
        let closure_ty = body.function_type(&sig);
        let closure = body.builder().capture(Some("mock"), closure_ty);
        let arguments = body.read(arguments);
        let value = body.decoded(
            &sig,
            arguments,
            |body, params| {
                let callee = body.read(closure);
                let args = params.into_iter().map(|it| body.read(it)).collect();
                let value = body.put(ExprKind::CallValue(callee, args), sig.result);
                let ty = body.typed.types.adt(result, &[json, json]);
                let outcome = body.put(ExprKind::Outcome(value), ty);
                body.library(LangItem::MockAnswered, vec![outcome])
            },
            |body, error| {
                let error = body.read(error);
                body.library(LangItem::MockRefused, vec![error])
            },
        );
        body.finish(value)
    }
}

impl Body<'_, '_> {
    /// `fn(A) -> B` of a function, without its receiver.
    fn function_type(&mut self, sig: &FnSig) -> Ty {
        let params: Vec<Ty> = sig.params.iter().map(|it| it.ty).collect();
        self.typed.types.function(&params, sig.result)
    }

    /// The type of a slot: `Option<fn(A) -> B>`.
    fn slot_type(&mut self, sig: &FnSig) -> Ty {
        let function = self.function_type(sig);
        self.option_of(function)
    }

    /// Empties the slots of all mocks.
    pub(super) fn start_mocks(&mut self, stmts: &mut Vec<ExprId>) {
        for function in self.it.mocks.clone() {
            let sig = self.typed.signatures.function(function).clone();
            let ty = self.slot_type(&sig);
            let empty = self.put(ExprKind::Variant(0, Vec::new()), ty);
            let it = self.act(ExprKind::PutGlobal(Global::Mock(function), empty));
            stmts.push(it);
        }
    }

    /// What stands before the body of a function that a test replaces: where there is a mock, it answers.
    pub(super) fn ask_mock(&mut self, sig: &FnSig, args: &[LocalId], stmts: &mut Vec<ExprId>) {
        if !self.it.mocks.contains(&sig.id) {
            return;
        }
        let bool = self.typed.builtins.bool;
        let ty = self.slot_type(sig);
        let slot = self.put(ExprKind::Global(Global::Mock(sig.id)), ty);
        let slot = self.keep(slot, stmts);
        let found = self.read(slot);
        let condition = self.put(ExprKind::IsVariant(found, 1), bool);
        let found = self.read(slot);
        let mock = self.datum(found, 1, 0);
        let given = args.iter().map(|it| self.read(*it)).collect();
        let value = self.put(ExprKind::CallValue(mock, given), sig.result);
        let leave = self.give(value);
        let check = self.act(ExprKind::If { condition, then: leave, otherwise: None });
        stmts.push(check);
    }

    /// `mock … { … }`, `mock … = …;`
    pub(super) fn mock(&mut self, mock: &Mock, stmts: &mut Vec<ExprId>) {
        match (self.it.replaced(self.typed, self.module, mock.target), &mock.with) {
            (Replaced::Function(function), MockWith::Function(closure)) => self.fill_slot(function, *closure, stmts),
            (Replaced::Agent(item), with) => {
                let replies = match with {
                    MockWith::Function(closure) => self.mock_by(*closure),
                    MockWith::Settings(settings) => self.mock_replies(settings),
                };
                let name = self.it.about(self.typed).item_name(item);
                self.add_mock(AGENTS, &name, replies, stmts);
            }
            (Replaced::Server(name, item), MockWith::Settings(settings)) => {
                let tools: Vec<ExprId> = settings.iter().map(|it| self.mock_server_tool(item, it)).collect();
                let tools = self.array_of(tools);
                self.add_mock(SERVERS, &name, tools, stmts);
            }
            (Replaced::Tool(item), MockWith::Settings(settings)) => {
                for setting in settings.iter() {
                    if let Some(function) = self.it.function_in(self.typed, item, setting.name.name) {
                        self.fill_slot(function, setting.value, stmts);
                    }
                }
            }
            _ => {
                let fault = self.internal("a mock of nothing");
                stmts.push(fault);
            }
        }
    }

    /// An array of values of one type: that of the first.
    fn array_of(&mut self, values: Vec<ExprId>) -> ExprId {
        let element =
            values.first().map(|it| self.frames.last().map(|frame| frame.builder.expr(*it).ty)).unwrap_or_default();
        let element = element.unwrap_or(self.typed.builtins.string);
        let ty = self.typed.types.adt(self.typed.builtins.array, &[element]);
        self.put(ExprKind::Array(values), ty)
    }

    fn fill_slot(&mut self, function: FnId, closure: SourceId, stmts: &mut Vec<ExprId>) {
        if !self.it.mocks.contains(&function) {
            return;
        }
        let sig = self.typed.signatures.function(function).clone();
        let ty = self.slot_type(&sig);
        let closure = self.expr(closure);
        let full = self.put(ExprKind::Variant(1, vec![closure]), ty);
        let it = self.act(ExprKind::PutGlobal(Global::Mock(function), full));
        stmts.push(it);
    }

    /// One more mock of an agent or a server.
    fn add_mock(&mut self, [known, adds]: [LangItem; 2], name: &str, what: ExprId, stmts: &mut Vec<ExprId>) {
        let Some(function) = self.it.library_function(self.typed, known) else { return };
        let sig = self.typed.signatures.function(function).clone();
        let ty = self.slot_type(&sig);
        let what = self.kept(what, stmts);
        let before = self.put(ExprKind::Global(Global::Mock(function)), ty);
        let name = self.words(name);
        let after = self.library(adds, vec![before, name, what]);
        let it = self.act(ExprKind::PutGlobal(Global::Mock(function), after));
        stmts.push(it);
    }

    /// The answers of a mocked agent.
    fn mock_replies(&mut self, settings: &[Setting]) -> ExprId {
        let ast = self.ast;
        let find =
            |body: &Self, wanted: &str| settings.iter().find(|it| body.text(it.name.name) == wanted).map(|it| it.value);
        if let Some(value) = find(self, "response").or_else(|| find(self, "error")) {
            let reply = self.mock_reply(value);
            return self.library(LangItem::MockAlways, vec![reply]);
        }
        if let Some(value) = find(self, "responses") {
            let Expr::Array(elements) = ast.expr(value) else {
                let texts = self.expr(value);
                return self.library(LangItem::MockTextsInTurn, vec![texts]);
            };
            let replies: Vec<ExprId> = elements.iter().map(|it| self.mock_reply(*it)).collect();
            let replies = self.array_of(replies);
            return self.library(LangItem::MockInTurn, vec![replies]);
        }
        let calls = match find(self, "tool_calls") {
            Some(value) => match ast.expr(value) {
                Expr::Array(elements) => {
                    let calls: Vec<ExprId> = elements.iter().map(|it| self.mock_call(*it)).collect();
                    self.array_of(calls)
                }
                _ => self.expr(value),
            },
            None => self.array_of(Vec::new()),
        };
        let then: Vec<ExprId> = find(self, "then").into_iter().map(|it| self.mock_reply(it)).collect();
        let then = self.array_of(then);
        self.library(LangItem::MockCalls, vec![calls, then])
    }

    /// A `MockReply`, by what is written.
    fn mock_reply(&mut self, id: SourceId) -> ExprId {
        let value = self.expr(id);
        let ty = self.type_of(value);
        let b = &self.typed.builtins;
        match () {
            () if ty == b.mock_reply => value,
            () if ty == b.agent_error => self.library(LangItem::MockError, vec![value]),
            () if self.typed.is_text(ty) => self.library(LangItem::MockText, vec![value]),
            () if ty == b.json => self.library(LangItem::MockValue, vec![value]),
            () => {
                let json = self.json_of(value);
                self.library(LangItem::MockValue, vec![json])
            }
        }
    }

    /// A call that the mocked model makes: arguments are evaluated, the tool is not called.
    fn mock_call(&mut self, id: SourceId) -> ExprId {
        let ast = self.ast;
        let (Expr::Method(method), Some(call)) = (ast.expr(id), self.recorded(id)) else { return self.expr(id) };
        let called = self.called(call.function, Vec::new());
        let is_tool = self.it.about(self.typed).is_tool_item(called.sig.item);
        let (true, Some(place)) = (is_tool, called.sig.place) else { return self.expr(id) };
        let mut stmts = Vec::new();
        let given = Given { piped: None, args: &method.args };
        let args = self.arguments(&called, &call.args, given, false, &mut stmts);
        let json = self.typed.builtins.json;
        let arguments = self.put(ExprKind::EncodeArguments(called.function, args), json);
        let name = self.it.about(self.typed).method_name(called.sig.item, place);
        let name = self.words(&name);
        let value = self.library(LangItem::MockCall, vec![name, arguments]);
        self.after(stmts, value)
    }

    /// A function that answers instead of a model.
    fn mock_by(&mut self, id: SourceId) -> ExprId {
        let closure = self.expr(id);
        let ty = self.type_of(closure);
        let Kind::Fn(_, given) = self.typed.types.kind(ty) else { return self.internal("a mock that is no function") };
        if given == self.typed.builtins.mock_reply {
            return self.library(LangItem::MockByReply, vec![closure]);
        }
        let (value, error) = self.typed.outcome_types(given);
        let function = if error.is_some() { LangItem::MockByResult } else { LangItem::MockByValue };
        self.generic(function, vec![value], vec![closure])
    }

    /// A function of a mocked server.
    fn mock_server_tool(&mut self, item: Option<ItemId>, setting: &Setting) -> ExprId {
        let value = self.expr(setting.value);
        let ty = self.type_of(value);
        let function = item.and_then(|it| self.it.function_in(self.typed, it, setting.name.name));
        let answer = match (function, self.typed.types.kind(ty)) {
            (Some(function), _) => {
                let wanted = self.mock_tool_param();
                let target = Target { work: Work::MockHandler(function), types: [].into() };
                self.put(ExprKind::FunctionValue(target, vec![value]), wanted)
            }
            (None, Kind::Fn(_, given)) => match self.typed.outcome_types(given) {
                (ok, Some(error)) => self.generic(LangItem::MockServesResult, vec![ok, error], vec![value]),
                (ok, None) => self.generic(LangItem::MockServes, vec![ok], vec![value]),
            },
            _ => {
                let json = if ty == self.typed.builtins.json { value } else { self.json_of(value) };
                self.library(LangItem::MockServed, vec![json])
            }
        };
        let name = self.words(self.text(setting.name.name));
        self.library(LangItem::MockTool, vec![name, answer])
    }

    /// The type of what answers for a tool of a mocked server.
    fn mock_tool_param(&mut self) -> Ty {
        let function = self.it.library_function(self.typed, LangItem::MockTool);
        let ty = function.and_then(|it| self.typed.signatures.function(it).params.get(1).map(|it| it.ty));
        ty.unwrap_or(self.typed.types.error())
    }
}
