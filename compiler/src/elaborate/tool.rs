//! Tools for models: a function for each of theirs that takes a call, reads its arguments, and gives its result; and tools
//! as values.

use super::{Body, Elaborator};
use crate::ast::{Expr, ExprId as SourceId, ItemKind};
use crate::lang::LangItem;
use crate::resolve::{ItemId, Res};
use crate::source::Span;
use crate::tree::{Builder, ExprId, ExprKind, Function, Global, LocalId, Place, Root, Target, Work};
use crate::types::{FnId, FnSig, Kind, Ty, Typed};

impl Elaborator<'_> {
    /// The function that runs calls of a tool's function.
    pub(super) fn handler(&mut self, typed: &mut Typed, function: FnId) -> Function {
        let sig = typed.signatures.function(function).clone();
        let name = format!("{}::call", self.about(typed).function_name(&sig));
        let output = self.library_result(typed, LangItem::CallReturned);
        let builder = Builder::new(name, output, sig.name_span);
        let mut body = self.body(typed, sig.item.module, builder, sig.name_span);
        let call_ty = body.typed.builtins.tool_call;
        let call = body.builder().param(Some("call"), call_ty);
        let arguments = body.it.program.names.find("arguments");
        let whole = body.read(call);
        let json = match arguments {
            Some(name) => body.part(whole, Ok(name)),
            None => body.internal("a call without arguments"),
        };
        let value = body.decoded(
            &sig,
            json,
            |body, params| {
                let value = body.call_tool_function(&sig, params);
                body.ended(call, value)
            },
            |body, error| {
                let (call, error) = (body.read(call), body.read(error));
                body.library(LangItem::CallRefused, vec![call, error])
            },
        );
        body.finish(value)
    }

    /// What decides whether a call needs approval: a closure that is written in a decorator, or a function that is named there.
    pub(super) fn approval(&mut self, typed: &mut Typed, item: ItemId, place: u32) -> Function {
        let about = self.about(typed);
        let (condition, name) = (about.approval(item, place), format!("{}::approve", about.item_name(item)));
        let (call_ty, bool) = (typed.builtins.tool_call, typed.builtins.bool);
        let span = self.item(item).map_or(Span::default(), |it| it.span);
        let mut body = self.body(typed, item.module, Builder::new(name, bool, span), span);
        let Some(condition) = condition else {
            let value = body.internal("a condition that is not there");
            return body.finish(value);
        };
        let value = match body.ast.expr(condition) {
            Expr::Closure(closure) => {
                let mut stmts = Vec::new();
                let ty = body.typed.modules[item.module.index()].exprs[condition.index()];
                let params = match body.typed.types.kind(ty) {
                    Kind::Fn(params, _) => body.typed.types.list(params).to_vec(),
                    _ => vec![call_ty],
                };
                let locals: Vec<LocalId> =
                    closure.params.iter().zip(&params).map(|(param, ty)| body.parameter(param.pattern, *ty)).collect();
                for ty in params.iter().skip(locals.len()) {
                    body.builder().param(None, *ty);
                }
                for ((param, local), ty) in closure.params.iter().zip(&locals).zip(&params) {
                    body.bind(param.pattern, *local, *ty, &mut stmts);
                }
                let value = body.expr(closure.body);
                body.after(stmts, value)
            }
            _ => {
                let call = body.builder().param(Some("call"), call_ty);
                let callee = body.expr(condition);
                let call = body.read(call);
                body.put(ExprKind::CallValue(callee, vec![call]), bool)
            }
        };
        body.finish(value)
    }

    /// What a function of the library gives.
    pub(super) fn library_result(&self, typed: &Typed, item: LangItem) -> Ty {
        let function = self.library_function(typed, item);
        function.map_or(typed.types.error(), |it| typed.signatures.function(it).result)
    }

    /// A tool, one of its functions, a server or a tool of a provider as a value.
    pub(super) fn tool(&mut self, typed: &mut Typed, item: ItemId, place: Option<u32>) -> Function {
        let output = typed.builtins.tool_ref;
        let about = self.about(typed);
        let name = match place {
            Some(place) => format!("{}::tool", about.method_name(item, place)),
            None => format!("{}::tool", about.item_name(item)),
        };
        let span = self.item(item).map_or(Span::default(), |it| it.span);
        let mut body = self.body(typed, item.module, Builder::new(name, output, span), span);
        let value = body.new_tool(item, place);
        body.finish(value)
    }
}

impl Body<'_, '_> {
    /// The arguments of a function, read from the object that their schema describes.
    pub(super) fn decoded(
        &mut self,
        sig: &FnSig,
        json: ExprId,
        then: impl FnOnce(&mut Self, Vec<LocalId>) -> ExprId,
        otherwise: impl FnOnce(&mut Self, LocalId) -> ExprId,
    ) -> ExprId {
        let error_ty = self.typed.builtins.error;
        let names = |it: &crate::types::ParamSig| it.name.map(|it| self.it.program.names.text(it));
        let named: Vec<_> = sig.params.iter().map(|it| (names(it), it.ty)).collect();
        let params: Vec<LocalId> = named.into_iter().map(|(name, ty)| self.builder().local(name, ty)).collect();
        let error = self.builder().local(Some("error"), error_ty);
        let then = then(self, params.clone());
        let otherwise = otherwise(self, error);
        let ty = self.type_of(otherwise);
        let kind = ExprKind::DecodeArguments { function: sig.id, json, params, then, error, otherwise };
        self.put(kind, ty)
    }

    /// Calls a function of a tool with its fields.
    fn call_tool_function(&mut self, sig: &FnSig, params: Vec<LocalId>) -> ExprId {
        let args: Vec<ExprId> = params.into_iter().map(|it| self.read(it)).collect();
        let target = Target { work: Work::Function(sig.id), types: [].into() };
        let item = Global::Item(sig.item);
        let ty = self.typed.types.add(Kind::Item(sig.item));
        match sig.receiver {
            Some(true) => {
                let place = Place { root: Root::Global(item, ty), steps: Vec::new() };
                self.put(ExprKind::Update(target, place, args), sig.result)
            }
            receiver => {
                let state = receiver.map(|_| self.put(ExprKind::Global(item), ty));
                let args = state.into_iter().chain(args).collect();
                self.put(ExprKind::Call(target, args), sig.result)
            }
        }
    }

    /// The result of a call: the JSON form of what the function gave, or of what it failed with.
    fn ended(&mut self, call: LocalId, value: ExprId) -> ExprId {
        if self.is_never(value) {
            return value;
        }
        let (json, result, bool) = (self.typed.builtins.json, self.typed.builtins.result, self.typed.builtins.bool);
        let ty = self.typed.types.adt(result, &[json, json]);
        let mut stmts = Vec::new();
        let outcome = self.put(ExprKind::Outcome(value), ty);
        let outcome = self.keep(outcome, &mut stmts);
        let found = self.read(outcome);
        let condition = self.put(ExprKind::IsVariant(found, 0), bool);
        let one = |body: &mut Self, variant: u32, function: LangItem| {
            let found = body.read(outcome);
            let inner = body.datum(found, variant, 0);
            let call = body.read(call);
            body.library(function, vec![call, inner])
        };
        let then = one(self, 0, LangItem::CallReturned);
        let otherwise = one(self, 1, LangItem::CallFailed);
        let ty = self.type_of(then);
        let value = self.put(ExprKind::If { condition, then, otherwise: Some(otherwise) }, ty);
        self.after(stmts, value)
    }

    /// Calls a function of a server: its arguments as the object that their schema describes, its result as a `Result`.
    pub(super) fn call_server(&mut self, sig: &FnSig, args: Vec<ExprId>) -> ExprId {
        let about = self.it.about(self.typed);
        let at = about.public_functions(sig.item).iter().position(|(_, it)| *it == sig.id).unwrap_or(0);
        let number = about.declared_number(sig.item);
        let (value, _) = self.typed.outcome_types(sig.result);
        let json = self.typed.builtins.json;
        let arguments = self.put(ExprKind::EncodeArguments(sig.id, args), json);
        let mut args = [number, at].map(|it| self.number(it as i64)).to_vec();
        args.push(arguments);
        let Some(function) = self.it.library_function(self.typed, LangItem::CallOfServer) else {
            return self.internal("the library has no `call_of_server`");
        };
        let target = Target { work: Work::Function(function), types: [value].into() };
        self.put(ExprKind::Call(target, args), sig.result)
    }

    /// A tool where one is named.
    pub(super) fn tool_ref(&mut self, id: SourceId) -> ExprId {
        if let Expr::Field { base, name } = self.ast.expr(id)
            && let Res::Item(item) = self.res(*base)
        {
            let methods = self.it.item(item).map_or(&[][..], |it| it.kind.methods());
            let place = methods.iter().position(|it| it.function.name.name == name.name);
            if let Some(place) = place {
                return self.call_tool(item, Some(place as u32));
            }
        }
        match self.res(id) {
            Res::Item(item) if self.it.about(self.typed).is_tool_item(item) => self.call_tool(item, None),
            _ => self.plain(id),
        }
    }

    pub(super) fn call_tool(&mut self, item: ItemId, place: Option<u32>) -> ExprId {
        let tool_ref = self.typed.builtins.tool_ref;
        let target = Target { work: Work::Tool(item, place), types: [].into() };
        self.put(ExprKind::Call(target, Vec::new()), tool_ref)
    }

    /// `"auto"`, `"none"`, `"required"` or a tool.
    pub(super) fn tool_choice(&mut self, id: SourceId) -> ExprId {
        let choice = self.typed.builtins.tool_choice;
        let Expr::Str(word) = self.ast.expr(id) else {
            let tool = self.tool_ref(id);
            return self.put(ExprKind::Variant(3, vec![tool]), choice);
        };
        let index = match self.text(*word) {
            "none" => 1,
            "required" => 2,
            _ => 0,
        };
        self.put(ExprKind::Variant(index, Vec::new()), choice)
    }

    /// All tools of a server that only the manifest knows.
    pub(super) fn server(&mut self, name: &str) -> ExprId {
        self.whole_server(name, name, &format!("mcp {name}"))
    }

    fn whole_server(&mut self, name: &str, server: &str, source: &str) -> ExprId {
        let texts = [name, server, source].map(|it| self.words(it)).to_vec();
        self.library(LangItem::WholeServer, texts)
    }

    fn new_tool(&mut self, item: ItemId, place: Option<u32>) -> ExprId {
        let Some(tree) = self.it.item(item) else { return self.internal("a tool without a declaration") };
        let about = self.it.about(self.typed);
        let functions = about.public_functions(item);
        match &tree.kind {
            ItemKind::ProviderTool(_) => self.new_hosted_tool(item),
            ItemKind::Mcp(_) if functions.is_empty() => {
                let (name, server, source) = (about.item_name(item), about.server_of(item), about.source_of(item));
                self.whole_server(&name, &server, &source)
            }
            _ => self.new_declared_tool(item, place, &functions),
        }
    }

    /// A tool or a typed server: each of its functions is an entry.
    fn new_declared_tool(&mut self, item: ItemId, place: Option<u32>, functions: &[(u32, FnId)]) -> ExprId {
        let (name, description) = self.it.about(self.typed).tool_words(item, place);
        let wanted = functions.iter().enumerate().filter(|(_, (method, _))| place.is_none_or(|it| it == *method));
        let entries: Vec<ExprId> =
            wanted.map(|(at, (method, function))| self.entry(item, at, (*method, *function))).collect();
        let name = self.words(&name);
        let description = self.words(&description);
        let ty = entries.first().map_or(self.typed.types.error(), |it| {
            self.frames.last().map_or(self.typed.types.error(), |frame| frame.builder.expr(*it).ty)
        });
        let array = self.typed.types.adt(self.typed.builtins.array, &[ty]);
        let entries = self.put(ExprKind::Array(entries), array);
        self.library(LangItem::ToolOf, vec![name, description, entries])
    }

    /// The entry of a function, by its place among those that are public.
    fn entry(&mut self, item: ItemId, at: usize, (place, function): (u32, FnId)) -> ExprId {
        let about = self.it.about(self.typed);
        let (source, number, is_server) = (about.source_of(item), about.declared_number(item), about.is_server(item));
        let has_condition = about.approval(item, place).is_some();
        let mut args = vec![self.number(number as i64), self.number(at as i64), self.words(&source)];
        if is_server {
            return self.library(LangItem::DeclaredServerTool, args);
        }
        let Some(made) = self.it.library_function(self.typed, LangItem::DeclaredTool) else {
            return self.internal("the library has no `declared_tool`");
        };
        let params: Vec<Ty> = self.typed.signatures.function(made).params.iter().map(|it| it.ty).collect();
        let has_handler = self.typed.signatures.function(function).has_body;
        let works =
            [has_handler.then_some(Work::Handler(function)), has_condition.then_some(Work::Approval(item, place))];
        for (work, ty) in works.into_iter().zip(params.into_iter().skip(3)) {
            args.push(self.optional_function(work, ty));
        }
        self.library(LangItem::DeclaredTool, args)
    }

    fn optional_function(&mut self, work: Option<Work>, option: Ty) -> ExprId {
        let Some(work) = work else { return self.put(ExprKind::Variant(0, Vec::new()), option) };
        let ty = self.typed.datum_type(option, 1, 0).unwrap_or(option);
        let value = self.put(ExprKind::FunctionValue(Target { work, types: [].into() }, Vec::new()), ty);
        self.put(ExprKind::Variant(1, vec![value]), option)
    }

    fn new_hosted_tool(&mut self, item: ItemId) -> ExprId {
        let Some(ItemKind::ProviderTool(it)) = self.it.item(item).map(|it| &it.kind) else {
            return self.internal("a tool without a declaration");
        };
        let about = self.it.about(self.typed);
        let name = about.item_name(item);
        let source = about.source_of(item);
        let id = about.setting_of(it, "id").map(|it| it.value);
        let args = about.setting_of(it, "args").map(|it| it.value);
        let constant = args.and_then(|it| about.json_constant(item.module, it));
        let name = self.words(&name);
        let id = match id {
            Some(id) => self.expr(id),
            None => self.words(""),
        };
        let args = match (args, constant) {
            (Some(args), None) => self.expr(args),
            (_, constant) => self.json_text(&constant.map_or("{}".to_owned(), |it| it.to_string())),
        };
        let source = self.words(&source);
        self.library(LangItem::HostedTool, vec![name, id, args, source])
    }

    /// JSON that is known, as a value.
    pub(super) fn json_text(&mut self, text: &str) -> ExprId {
        let text = self.words(text);
        self.library(LangItem::Written, vec![text])
    }
}
