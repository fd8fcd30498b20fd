//! Mocks: what is mocked has a slot that outlives calls, empty until a test fills it. A function with a slot looks there
//! first. Agents and servers are mocked through two functions of the library that say which mocks there are.

use concerto_ir::op::Inst;
use concerto_ir::operand::{GlobalRef, InRef, Kind, OutRef, Reg, Small, TakeRef};

use super::body::{Body, Head, Lowered};
use super::call::Given;
use super::{Lower, Work};
use crate::ast::{Expr, ExprId, ItemKind, Mock, MockWith, Setting, StmtKind};
use crate::emit::Draft;
use crate::load::ModuleId;
use crate::resolve::{ItemId, Res};
use crate::types::{self, FnId, FnSig, Substitution, Ty};

/// The functions of the library that know the mocks of agents and servers, and those that add one.
const AGENTS: [&str; 2] = ["mocked_agent", "with_agent_mock"];
const SERVERS: [&str; 2] = ["mocked_server", "with_server_mock"];

/// What a `mock` replaces.
enum Replaced {
    Agent(ItemId),
    /// A server by its name in the manifest, and its declaration.
    Server(String, Option<ItemId>),
    Tool(ItemId),
    Function(FnId),
    Nothing,
}

impl Lower<'_> {
    /// Gives a slot to every function that a test replaces.
    pub(super) fn find_mocks(&mut self) -> Lowered<()> {
        for (at, module) in self.program.modules.iter().enumerate() {
            if module.is_library() {
                continue;
            }
            let stmts = module.ast.blocks().flat_map(|it| &it.stmts);
            for stmt in stmts {
                if let StmtKind::Mock(mock) = &stmt.kind {
                    self.find_mock(ModuleId(at as u32), mock)?;
                }
            }
        }
        Ok(())
    }

    fn find_mock(&mut self, module: ModuleId, mock: &Mock) -> Lowered<()> {
        let functions = match (self.replaced(module, mock.target), &mock.with) {
            (Replaced::Agent(_), _) => vec![self.library_function(AGENTS[0])?],
            (Replaced::Server(..), _) => vec![self.library_function(SERVERS[0])?],
            (Replaced::Function(function), _) => vec![function],
            (Replaced::Tool(item), MockWith::Settings(settings)) => {
                settings.iter().filter_map(|it| self.function_in(item, it.name.name)).collect()
            }
            _ => Vec::new(),
        };
        for function in functions {
            let next = self.ir.globals.len() as u32;
            if !self.mocks.contains_key(&function) {
                let sig = self.typed.signatures.function(function).clone();
                let name = format!("mock {}", self.function_name(&sig));
                self.ir.globals.push(name);
                self.mocks.insert(function, next);
            }
        }
        Ok(())
    }

    fn replaced(&self, module: ModuleId, target: ExprId) -> Replaced {
        let ast = &self.program.module(module).ast;
        if let Expr::Field { base, name } = ast.expr(target)
            && let Res::Item(item) = self.res(module, *base)
        {
            return self.function_in(item, name.name).map_or(Replaced::Nothing, Replaced::Function);
        }
        if let Res::Mcp(name) = self.res(module, target) {
            return Replaced::Server(self.program.names.text(name).to_owned(), None);
        }
        if let Res::Item(item) = self.res(module, target) {
            match self.item(item).map(|it| &it.kind) {
                Some(ItemKind::Agent(_)) => return Replaced::Agent(item),
                Some(ItemKind::Mcp(_)) => return Replaced::Server(self.server_of(item), Some(item)),
                Some(ItemKind::Tool(_)) => return Replaced::Tool(item),
                _ => {}
            }
        }
        let call = self.typed.modules[module.index()].calls.get(&target);
        call.map_or(Replaced::Nothing, |it| Replaced::Function(it.function))
    }

    /// A function of a tool or server by its name.
    fn function_in(&self, item: ItemId, name: crate::ast::Symbol) -> Option<FnId> {
        let methods = self.item(item)?.kind.methods();
        let place = methods.iter().position(|it| it.function.name.name == name)?;
        self.typed.signatures.function_of(item, place as u32)
    }

    /// `Option<fn(A) -> B>` of a function, without its receiver.
    fn slot_type(&mut self, sig: &FnSig) -> Ty {
        let params: Vec<Ty> = sig.params.iter().map(|it| it.ty).collect();
        let function = self.typed.types.function(&params, sig.result);
        self.typed.types.adt(self.typed.builtins.option, &[function])
    }

    /// What answers a server's function from JSON, by a closure with the function's types.
    pub(super) fn mock_handler(&mut self, function: FnId) -> Lowered<Draft> {
        let sig = self.typed.signatures.function(function).clone();
        let answered = self.library_function("mock_answered")?;
        let output = self.typed.signatures.function(answered).result;
        let name = format!("{}::mock", self.function_name(&sig));
        let place = self.place(sig.name_span);
        let types = Substitution::default();
        let mut body = self.body(Head { name, module: sig.item.module, types, self_type: None, output, place });
        let json = body.lower.typed.builtins.json;
        let arguments = body.parameter(json);
        let closure = body.parameter_of(Kind::Ref);
        body.draft.captures = 1;
        let refused = body.label();
        let (decoded, args) = body.decoded(arguments, &sig, refused)?;
        let params: Vec<Ty> = sig.params.iter().map(|it| it.ty).collect();
        let value = body.call_value(closure, &params, sig.result, args);
        let outcome = body.outcome(value, sig.result);
        let answer = body.library("mock_answered", vec![outcome])?;
        body.give(answer);
        body.start(refused);
        let error = decoded.error(&mut body);
        let answer = body.library("mock_refused", vec![error])?;
        body.give(answer);
        body.finish()
    }
}

impl Body<'_, '_> {
    /// Empties the slots of all mocks.
    pub(super) fn start_mocks(&mut self) {
        let mut slots: Vec<(FnId, u32)> = self.lower.mocks.iter().map(|(id, slot)| (*id, *slot)).collect();
        slots.sort_unstable_by_key(|(_, slot)| *slot);
        for (function, slot) in slots {
            let sig = self.lower.typed.signatures.function(function).clone();
            let ty = self.lower.slot_type(&sig);
            let empty = self.new_variant(ty, 0, Vec::new());
            self.put(Inst::PutGlobal { global: GlobalRef(slot), src: TakeRef(empty) });
        }
    }

    /// What stands before the body of a function that a test replaces: where there is a mock, it answers.
    pub(super) fn ask_mock(&mut self, sig: &FnSig, args: &[Reg]) {
        let Some(slot) = self.lower.mocks.get(&sig.id).copied() else { return };
        let ty = self.lower.slot_type(sig);
        let Some((place, _)) = self.lower.variant_slot(ty, 1, 0) else { return };
        let own = self.label();
        let mock = self.register(Kind::Ref);
        self.put(Inst::LoadGlobal { dst: OutRef(mock), global: GlobalRef(slot) });
        let to = self.target(own);
        self.put(Inst::JumpNotTag { value: InRef(mock), tag: Small(1), to });
        let closure = self.read(mock, place);
        let params: Vec<Ty> = sig.params.iter().map(|it| it.ty).collect();
        let given = args.iter().map(|it| self.owned(*it)).collect();
        let value = self.call_value(closure, &params, sig.result, given);
        self.give(value);
        self.start(own);
    }

    /// `mock … { … }`, `mock … = …;`
    pub(super) fn mock(&mut self, mock: &Mock) -> Lowered<()> {
        match (self.lower.replaced(self.module, mock.target), &mock.with) {
            (Replaced::Function(function), MockWith::Function(closure)) => self.fill_slot(function, *closure),
            (Replaced::Agent(item), with) => {
                let replies = match with {
                    MockWith::Function(closure) => self.mock_by(*closure)?,
                    MockWith::Settings(settings) => self.mock_replies(settings)?,
                };
                let name = self.lower.item_name(item);
                self.add_mock(AGENTS, &name, replies)
            }
            (Replaced::Server(name, item), MockWith::Settings(settings)) => {
                let mut tools = Vec::new();
                for setting in settings.iter() {
                    tools.push(self.mock_server_tool(item, setting)?);
                }
                let tools = self.new_array(Kind::Ref, tools);
                self.add_mock(SERVERS, &name, tools)
            }
            (Replaced::Tool(item), MockWith::Settings(settings)) => {
                for setting in settings.iter() {
                    if let Some(function) = self.lower.function_in(item, setting.name.name) {
                        self.fill_slot(function, setting.value)?;
                    }
                }
                Ok(())
            }
            _ => Err(self.unsupported(self.ast.expr_span(mock.target), "this mock")),
        }
    }

    fn fill_slot(&mut self, function: FnId, closure: ExprId) -> Lowered<()> {
        let Some(slot) = self.lower.mocks.get(&function).copied() else { return Ok(()) };
        let sig = self.lower.typed.signatures.function(function).clone();
        let ty = self.lower.slot_type(&sig);
        let closure = self.own(closure)?;
        let full = self.new_variant(ty, 1, vec![closure]);
        self.put(Inst::PutGlobal { global: GlobalRef(slot), src: TakeRef(full) });
        Ok(())
    }

    /// One more mock of an agent or a server.
    fn add_mock(&mut self, [known, adds]: [&str; 2], name: &str, what: Reg) -> Lowered<()> {
        let function = self.lower.library_function(known)?;
        let Some(slot) = self.lower.mocks.get(&function).copied() else { return Ok(()) };
        let before = self.register(Kind::Ref);
        self.put(Inst::LoadGlobal { dst: OutRef(before), global: GlobalRef(slot) });
        let name = self.load_text(name);
        let after = self.library(adds, vec![before, name, what])?;
        self.put(Inst::PutGlobal { global: GlobalRef(slot), src: TakeRef(after) });
        Ok(())
    }

    /// The answers of a mocked agent.
    fn mock_replies(&mut self, settings: &[Setting]) -> Lowered<Reg> {
        let ast = self.ast;
        let find = |body: &Self, wanted: &str| {
            settings.iter().find(|it| body.lower.program.names.text(it.name.name) == wanted).map(|it| it.value)
        };
        if let Some(value) = find(self, "response").or_else(|| find(self, "error")) {
            let reply = self.mock_reply(value)?;
            return self.library("mock_always", vec![reply]);
        }
        if let Some(value) = find(self, "responses") {
            let Expr::Array(elements) = ast.expr(value) else {
                let texts = self.own(value)?;
                return self.library("mock_texts_in_turn", vec![texts]);
            };
            let replies = self.each(elements, Self::mock_reply)?;
            return self.library("mock_in_turn", vec![replies]);
        }
        let calls = match find(self, "tool_calls") {
            Some(value) => match ast.expr(value) {
                Expr::Array(elements) => self.each(elements, Self::mock_call)?,
                _ => self.own(value)?,
            },
            None => self.new_array(Kind::Ref, Vec::new()),
        };
        let then: Vec<ExprId> = find(self, "then").into_iter().collect();
        let then = self.each(&then, Self::mock_reply)?;
        self.library("mock_calls", vec![calls, then])
    }

    fn each(&mut self, elements: &[ExprId], one: fn(&mut Self, ExprId) -> Lowered<Reg>) -> Lowered<Reg> {
        let mut values = Vec::with_capacity(elements.len());
        for element in elements {
            values.push(one(self, *element)?);
        }
        Ok(self.new_array(Kind::Ref, values))
    }

    /// A `MockReply`, by what is written.
    fn mock_reply(&mut self, id: ExprId) -> Lowered<Reg> {
        let ty = self.type_of(id);
        let value = self.own(id)?;
        let builtins = &self.lower.typed.builtins;
        let is_text = ty == builtins.string || matches!(self.lower.typed.types.kind(ty), types::Kind::Literal(_));
        match () {
            () if ty == builtins.mock_reply => Ok(value),
            () if ty == builtins.agent_error => self.library("mock_error", vec![value]),
            () if is_text => self.library("mock_text", vec![value]),
            () if ty == builtins.json => self.library("mock_value", vec![value]),
            () => {
                let json = self.json_of(value, ty);
                self.library("mock_value", vec![json])
            }
        }
    }

    /// A call that the mocked model makes: arguments are evaluated, the tool is not called.
    fn mock_call(&mut self, id: ExprId) -> Lowered<Reg> {
        let ast = self.ast;
        let (Expr::Method(method), Some(call)) = (ast.expr(id), self.recorded(id)) else { return self.own(id) };
        let sig = self.lower.typed.signatures.function(call.function).clone();
        let (true, Some(place)) = (self.lower.is_tool_item(sig.item), sig.place) else { return self.own(id) };
        let map = Substitution::default();
        let args = self.arguments(&sig, &map, &call.args, Given { piped: None, args: &method.args }, false)?;
        let arguments = self.argument_object(&sig, args);
        let name = self.lower.method_name(sig.item, place);
        let name = self.load_text(&name);
        self.library("mock_call", vec![name, arguments])
    }

    /// A function that answers instead of a model.
    fn mock_by(&mut self, id: ExprId) -> Lowered<Reg> {
        let ty = self.type_of(id);
        let types::Kind::Fn(_, given) = self.lower.typed.types.kind(ty) else {
            return Err(self.unsupported(self.ast.expr_span(id), "this mock"));
        };
        let closure = self.own(id)?;
        if given == self.lower.typed.builtins.mock_reply {
            return self.library("mock_by_reply", vec![closure]);
        }
        let (value, error) = self.lower.outcome_types(given);
        let function = if error.is_some() { "mock_by_result" } else { "mock_by_value" };
        self.generic(function, vec![value], vec![closure])
    }

    /// A function of a mocked server.
    fn mock_server_tool(&mut self, item: Option<ItemId>, setting: &Setting) -> Lowered<Reg> {
        let name = self.lower.program.names.text(setting.name.name).to_owned();
        let ty = self.type_of(setting.value);
        let value = self.own(setting.value)?;
        let answer = match (
            item.and_then(|it| self.lower.function_in(it, setting.name.name)),
            self.lower.typed.types.kind(ty),
        ) {
            (Some(function), _) => {
                let handler = self.lower.ask(Work::MockHandler(function));
                self.closure_with(handler, vec![value])
            }
            (None, types::Kind::Fn(_, given)) => match self.lower.outcome_types(given) {
                (ok, Some(error)) => self.generic("mock_serves_result", vec![ok, error], vec![value])?,
                (ok, None) => self.generic("mock_serves", vec![ok], vec![value])?,
            },
            _ => {
                let json = if ty == self.lower.typed.builtins.json { value } else { self.json_of(value, ty) };
                self.library("mock_served", vec![json])?
            }
        };
        let name = self.load_text(&name);
        self.library("mock_tool", vec![name, answer])
    }

    /// Calls a generic function of the library whose result has no type parameters.
    fn generic(&mut self, name: &str, types: Vec<Ty>, args: Vec<Reg>) -> Lowered<Reg> {
        let function = self.lower.library_function(name)?;
        let result = self.lower.typed.signatures.function(function).result;
        Ok(self.call_function(function, types, args, result))
    }
}
