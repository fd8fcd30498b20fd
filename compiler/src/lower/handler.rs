//! Tools for models: a function for each of theirs that takes a call, reads its arguments, and gives its result; and tools
//! as values.

use concerto_ir::op::Inst;
use concerto_ir::operand::{FnRef, InRef, Kind, LayoutRef, Reg, Small};
use concerto_ir::program::{Field, Layout, Type};

use super::body::{Body, Head, Label, Lowered};
use super::data::Slot;
use super::{Lower, Unsupported, Work};
use crate::ast::{Expr, ExprId, ItemKind};
use crate::emit::Draft;
use crate::resolve::{ItemId, Res};
use crate::source::Span;
use crate::types::{FnId, FnSig, Substitution, Ty};

impl Lower<'_> {
    /// A function of the prelude that only the compiler calls.
    pub(super) fn library_function(&self, name: &str) -> Lowered<FnId> {
        let functions = &self.typed.signatures.functions;
        let symbol = self.program.names.find(name);
        let is_it = |it: &FnSig| {
            it.place.is_none() && Some(it.name) == symbol && self.program.module(it.item.module).is_library()
        };
        let found = functions.iter().find(|it| is_it(it)).map(|it| it.id);
        found.ok_or(Unsupported { span: Span::default(), what: "a tool without the library" })
    }

    /// The function that runs calls of a tool's function.
    pub(super) fn handler(&mut self, function: FnId) -> Lowered<Draft> {
        let sig = self.typed.signatures.function(function).clone();
        let ended = self.library_function("call_returned")?;
        let output = self.typed.signatures.function(ended).result;
        let name = format!("{}::call", self.function_name(&sig));
        let place = self.place(sig.name_span);
        let types = Substitution::default();
        let head = Head { name, module: sig.item.module, types, self_type: sig.self_type, output, place };
        let mut body = self.body(head);
        let call_ty = body.lower.typed.builtins.tool_call;
        let call = body.parameter(call_ty);
        let refused = body.label();
        let (decoded, args) = body.decoded_arguments(call, &sig, refused)?;
        let value = body.call_tool(&sig, args)?;
        let result = body.ended(call, value, sig.result)?;
        body.give(result);
        body.start(refused);
        let error = decoded.error(&mut body);
        let given = body.owned(call);
        let result = body.library("call_refused", vec![given, error])?;
        body.give(result);
        body.finish()
    }

    /// A tool, one of its functions, a server or a tool of a provider as a value.
    pub(super) fn tool_value(&mut self, item: ItemId, place: Option<u32>) -> Lowered<Draft> {
        let output = self.typed.builtins.tool_ref;
        let name = match place {
            Some(place) => format!("{}::tool", self.method_name(item, place)),
            None => format!("{}::tool", self.item_name(item)),
        };
        let span = self.item(item).map_or(Span::default(), |it| it.span);
        let types = Substitution::default();
        let head = Head { name, module: item.module, types, self_type: None, output, place: self.place(span) };
        let mut body = self.body(head);
        let value = body.new_tool(item, place)?;
        body.give(value);
        body.finish()
    }
}

/// Arguments on their way from JSON to registers.
pub(super) struct Decoded {
    /// The `Result`, and the type that it is laid out as.
    result: Reg,
    ty: Ty,
}

impl Decoded {
    pub(super) fn error(&self, body: &mut Body<'_, '_>) -> Reg {
        match body.lower.variant_slot(self.ty, 1, 0) {
            Some((slot, _)) => body.read(self.result, slot),
            None => body.register(Kind::Ref),
        }
    }
}

impl Body<'_, '_> {
    /// Calls a function of the prelude that only the compiler calls.
    pub(super) fn library(&mut self, name: &str, args: Vec<Reg>) -> Lowered<Reg> {
        let function = self.lower.library_function(name)?;
        let result = self.lower.typed.signatures.function(function).result;
        Ok(self.call_function(function, Vec::new(), args, result))
    }

    /// Calls a function of a server: its arguments as the object that their schema describes, its result as a `Result`.
    pub(super) fn call_server(&mut self, sig: &FnSig, args: Vec<Reg>, span: Span) -> Lowered<Reg> {
        let functions = self.lower.public_functions(sig.item);
        let Some(at) = functions.iter().position(|(_, it)| *it == sig.id) else {
            return Err(self.unsupported(span, "this call"));
        };
        let types = self.arguments_of(sig.result, self.lower.typed.builtins.result);
        let Some([value, _]) = types.as_deref().and_then(|it| it.first_chunk()).copied() else {
            return Err(self.unsupported(span, "a function of a server that gives no `Result`"));
        };
        let arguments = self.argument_object(sig, args);
        let numbers = [self.lower.declared_number(sig.item), at].map(|it| self.int(it as i64));
        let function = self.lower.library_function("call_of_server")?;
        let args = numbers.into_iter().chain([arguments]).collect();
        Ok(self.call_function(function, vec![value], args, sig.result))
    }

    /// The object that the schema of a function's arguments describes, as JSON.
    pub(super) fn argument_object(&mut self, sig: &FnSig, args: Vec<Reg>) -> Reg {
        let json = self.lower.typed.builtins.json;
        let (params, layout) = self.lower.params_type(sig);
        let object = self.new_object(layout.0, args);
        let described = self.lower.describe(json);
        let native = self.lower.native_of("json.from", vec![params], described, false);
        let arguments = self.register(Kind::Ref);
        let seen = concerto_ir::operand::Seen(vec![object]);
        self.put(Inst::NativeRef { dst: concerto_ir::operand::OutRef(arguments), native, args: seen });
        arguments
    }

    /// The arguments of a call, read as the object that their schema describes; elsewhere if they are something else.
    fn decoded_arguments(&mut self, call: Reg, sig: &FnSig, refused: Label) -> Lowered<(Decoded, Vec<Reg>)> {
        let call_ty = self.lower.typed.builtins.tool_call;
        let arguments = self.lower.program.names.find("arguments");
        let Some((slot, _)) = arguments.and_then(|it| self.lower.slot(call_ty, Ok(it))) else {
            return Err(self.unsupported(sig.name_span, "a tool without the library"));
        };
        let arguments = self.read(call, slot);
        self.decoded(arguments, sig, refused)
    }

    /// The same of the arguments themselves.
    pub(super) fn decoded(&mut self, arguments: Reg, sig: &FnSig, refused: Label) -> Lowered<(Decoded, Vec<Reg>)> {
        let json = self.lower.typed.builtins.json;
        let (params, layout) = self.lower.params_type(sig);
        let (result_item, error) = (self.lower.typed.builtins.result, self.lower.typed.builtins.error);
        // The value is held like a text: as one reference.
        let ty = self.lower.typed.types.adt(result_item, &[json, error]);
        let native = self.lower.decode_into(json, ty, params);
        let result = self.register(Kind::Ref);
        let args = concerto_ir::operand::Seen(vec![arguments]);
        self.put(Inst::NativeRef { dst: concerto_ir::operand::OutRef(result), native, args });
        let to = self.target(refused);
        self.put(Inst::JumpNotTag { value: InRef(result), tag: Small(0), to });
        let mut values = Vec::with_capacity(sig.params.len());
        if let Some((slot, _)) = self.lower.variant_slot(ty, 0, 0) {
            let object = self.read(result, slot);
            for (at, param) in sig.params.iter().enumerate() {
                let kind = self.lower.kind(param.ty);
                values.push(self.read(object, Slot { at: at as i16, kind, layout }));
            }
        }
        Ok((Decoded { result, ty }, values))
    }

    /// Calls a function of a tool with its fields.
    fn call_tool(&mut self, sig: &FnSig, args: Vec<Reg>) -> Lowered<Reg> {
        match sig.receiver {
            Some(true) => Ok(self.update_tool(sig.item, (sig.id, Vec::new()), args, sig.result)),
            receiver => {
                let state = receiver.map(|_| self.tool_fields(sig.item));
                let args = state.into_iter().chain(args).collect();
                Ok(self.call_function(sig.id, Vec::new(), args, sig.result))
            }
        }
    }

    /// The result of a call: the JSON form of what the function gave, or of what it failed with.
    fn ended(&mut self, call: Reg, value: Reg, ty: Ty) -> Lowered<Reg> {
        let outcome = self.outcome(value, ty);
        let json = self.lower.typed.builtins.json;
        let result = self.lower.typed.builtins.result;
        let ty = self.lower.typed.types.adt(result, &[json, json]);
        let (failed, after) = (self.label(), self.label());
        let dst = self.register(Kind::Ref);
        let to = self.target(failed);
        self.put(Inst::JumpNotTag { value: InRef(outcome), tag: Small(0), to });
        for (variant, function) in [(0, "call_returned"), (1, "call_failed")] {
            if variant == 1 {
                self.jump(after);
                self.start(failed);
            }
            let Some((slot, _)) = self.lower.variant_slot(ty, variant, 0) else { continue };
            let inner = self.read(outcome, slot);
            let given = self.owned(call);
            let made = self.library(function, vec![given, inner])?;
            self.copy(dst, made);
        }
        self.start(after);
        Ok(dst)
    }

    /// `Result<Json, Json>` of a value: the JSON form of what a `Result` holds, or of the value itself.
    pub(super) fn outcome(&mut self, value: Reg, ty: Ty) -> Reg {
        let json = self.lower.typed.builtins.json;
        let result = self.lower.typed.builtins.result;
        let output = self.lower.typed.types.adt(result, &[json, json]);
        let (ok, Some(error)) = self.lower.outcome_types(ty) else {
            let form = self.json_of(value, ty);
            return self.new_variant(output, 0, vec![form]);
        };
        let dst = self.register(Kind::Ref);
        let (failed, after) = (self.label(), self.label());
        let to = self.target(failed);
        self.put(Inst::JumpNotTag { value: InRef(value), tag: Small(0), to });
        for (variant, inner_ty) in [(0, ok), (1, error)] {
            if variant == 1 {
                self.jump(after);
                self.start(failed);
            }
            let inner = match self.lower.variant_slot(ty, variant, 0) {
                Some((slot, _)) => self.read(value, slot),
                None => self.int(0),
            };
            let form = self.json_of(inner, inner_ty);
            let made = self.new_variant(output, variant, vec![form]);
            self.copy(dst, made);
        }
        self.start(after);
        dst
    }

    /// The arguments of a call as a value of a type; `()` takes an object without members.
    pub(super) fn tool_arguments(&mut self, arguments: Reg, ty: Ty) -> Lowered<Reg> {
        let builtins = &self.lower.typed.builtins;
        let (json, result, error) = (builtins.json, builtins.result, builtins.error);
        let output = self.lower.typed.types.adt(result, &[ty, error]);
        if ty != self.lower.typed.types.unit() {
            return Ok(self.native("json.decode", &[json], output, vec![arguments]));
        }
        let checked = self.library("no_arguments", vec![arguments])?;
        Ok(checked)
    }

    /// A tool where one is named.
    pub(super) fn tool_ref(&mut self, id: ExprId) -> Lowered<Reg> {
        let ast = self.ast;
        let named = match ast.expr(id) {
            Expr::Field { base, name } => match self.res(*base) {
                Res::Item(item) => {
                    let methods = self.lower.item(item).map_or(&[][..], |it| it.kind.methods());
                    let place = methods.iter().position(|it| it.function.name.name == name.name);
                    place.map(|it| (item, Some(it as u32)))
                }
                _ => None,
            },
            _ => None,
        };
        if let Some((item, place)) = named {
            return Ok(self.call_tool_value(item, place));
        }
        match self.res(id) {
            Res::Item(item) if self.lower.is_tool_item(item) => Ok(self.call_tool_value(item, None)),
            _ => self.value_of(id),
        }
    }

    pub(super) fn call_tool_value(&mut self, item: ItemId, place: Option<u32>) -> Reg {
        let function = self.lower.ask(Work::ToolValue(item, place));
        self.call_of(function, Vec::new(), Kind::Ref)
    }

    /// `"auto"`, `"none"`, `"required"` or a tool.
    pub(super) fn tool_choice(&mut self, id: ExprId) -> Lowered<Reg> {
        let choice = self.lower.typed.builtins.tool_choice;
        let ast = self.ast;
        let Expr::Str(word) = ast.expr(id) else {
            let tool = self.tool_ref(id)?;
            let tool = self.owned(tool);
            return Ok(self.new_variant(choice, 3, vec![tool]));
        };
        let index = match self.lower.program.names.text(*word) {
            "none" => 1,
            "required" => 2,
            _ => 0,
        };
        Ok(self.new_variant(choice, index, Vec::new()))
    }

    /// All tools of a server that only the manifest knows.
    pub(super) fn server(&mut self, name: &str) -> Lowered<Reg> {
        let texts = [name, name, &format!("mcp {name}")].map(|it| self.load_text(it));
        self.library("whole_server", texts.to_vec())
    }

    fn new_tool(&mut self, item: ItemId, place: Option<u32>) -> Lowered<Reg> {
        let Some(tree) = self.lower.item(item) else {
            return Err(self.unsupported(Span::default(), "this tool"));
        };
        let functions = self.lower.public_functions(item);
        match &tree.kind {
            ItemKind::ProviderTool(_) => self.new_hosted_tool(item),
            ItemKind::Mcp(_) if functions.is_empty() => {
                let texts = [self.lower.item_name(item), self.lower.server_of(item), self.lower.source_of(item)];
                let texts = texts.map(|it| self.load_text(&it));
                self.library("whole_server", texts.to_vec())
            }
            _ => self.new_declared_tool(item, place, &functions),
        }
    }

    /// A tool or a typed server: each of its functions is an entry.
    fn new_declared_tool(&mut self, item: ItemId, place: Option<u32>, functions: &[(u32, FnId)]) -> Lowered<Reg> {
        let mut entries = Vec::new();
        for (at, (method, _)) in functions.iter().enumerate() {
            if place.is_none_or(|it| it == *method) {
                entries.push(self.new_entry(item, at)?);
            }
        }
        let (name, description) = self.lower.tool_words(item, place);
        let name = self.load_text(&name);
        let description = self.load_text(&description);
        let entries = self.new_array(Kind::Ref, entries);
        self.library("tool_of", vec![name, description, entries])
    }

    /// The entry of a function, by its place among those that are public.
    fn new_entry(&mut self, item: ItemId, at: usize) -> Lowered<Reg> {
        let source = self.lower.source_of(item);
        let number = self.lower.declared_number(item);
        let is_server = self.lower.is_server(item);
        let mut args = vec![self.int(number as i64), self.int(at as i64), self.load_text(&source)];
        if is_server {
            return self.library("declared_server_tool", args);
        }
        let function = self.lower.library_function("declared_tool")?;
        let sig = self.lower.typed.signatures.function(function).clone();
        let method = self.lower.ir.declared.tools.get(number).and_then(|it| it.methods.get(at)).cloned();
        let method = method.unwrap_or_default();
        for (number, param) in [method.handler, method.approve].into_iter().zip(sig.params.iter().skip(3)) {
            args.push(match number {
                Some(number) => {
                    let closure = self.closure_with(FnRef(number), Vec::new());
                    self.new_variant(param.ty, 1, vec![closure])
                }
                None => self.new_variant(param.ty, 0, Vec::new()),
            });
        }
        Ok(self.call_function(function, Vec::new(), args, sig.result))
    }

    fn new_hosted_tool(&mut self, item: ItemId) -> Lowered<Reg> {
        let Some(ItemKind::ProviderTool(it)) = self.lower.item(item).map(|it| &it.kind) else {
            return Err(self.unsupported(Span::default(), "this tool"));
        };
        let name = self.lower.item_name(item);
        let name = self.load_text(&name);
        let id = match self.lower.setting_of(it, "id") {
            Some(setting) => self.own(setting.value)?,
            None => self.load_text(""),
        };
        let args = self.lower.setting_of(it, "args").map(|it| it.value);
        let constant = args.and_then(|it| self.lower.json_constant(item.module, it));
        let args = match (args, constant) {
            (Some(args), None) => self.own(args)?,
            (_, constant) => {
                let text = constant.map_or("{}".to_owned(), |it| it.to_string());
                let text = self.load_text(&text);
                self.library("written", vec![text])?
            }
        };
        let source = self.lower.source_of(item);
        let source = self.load_text(&source);
        self.library("hosted_tool", vec![name, id, args, source])
    }
}

impl Lower<'_> {
    /// Whether something is declared as a server.
    pub(super) fn is_server(&self, item: ItemId) -> bool {
        matches!(self.item(item).map(|it| &it.kind), Some(ItemKind::Mcp(_)))
    }

    pub(super) fn is_tool_item(&self, item: ItemId) -> bool {
        let kind = self.item(item).map(|it| &it.kind);
        matches!(kind, Some(ItemKind::Tool(_) | ItemKind::Mcp(_) | ItemKind::ProviderTool(_)))
    }

    /// Where a tool comes from, for messages: `tool Calculator (main.conc:3)`.
    pub(super) fn source_of(&self, item: ItemId) -> String {
        let Some(tree) = self.item(item) else { return String::new() };
        let word = if matches!(tree.kind, ItemKind::Mcp(_)) { "mcp" } else { tree.kind.word() };
        let at = self.place(tree.kind.name().map_or(tree.span, |it| it.span));
        let file = self.ir.files.get(at.file as usize).map_or("", String::as_str);
        format!("{word} {} ({file}:{})", self.item_name(item), at.line)
    }

    /// The name and description of a tool as a value.
    fn tool_words(&self, item: ItemId, place: Option<u32>) -> (String, String) {
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
    fn declared_number(&self, item: ItemId) -> usize {
        let is_server = |it: &ItemId| self.is_server(*it);
        let is_tool = |it: &ItemId| matches!(self.item(*it).map(|it| &it.kind), Some(ItemKind::Tool(_)));
        let wanted = is_server(&item);
        let alike = self.own_items().into_iter().filter(|it| if wanted { is_server(it) } else { is_tool(it) });
        alike.take_while(|it| *it != item).count()
    }

    /// The object of a function's parameters as a type, and how it is laid out.
    fn params_type(&mut self, sig: &FnSig) -> (u32, LayoutRef) {
        let slots = sig.params.iter().map(|it| self.kind(it.ty)).collect();
        let name = self.function_name(sig);
        let layout = self.ir.layouts.len() as u32;
        self.ir.layouts.push(Layout { name: name.clone(), tag: 0, slots });
        let tree = self.tree_of(sig);
        let mut fields = Vec::with_capacity(sig.params.len());
        for (at, param) in sig.params.iter().enumerate() {
            let written = tree.and_then(|it| it.params.get(at));
            let default = written.and_then(|it| it.default);
            fields.push(Field {
                name: param.name.map_or("_", |it| self.program.names.text(it)).to_owned(),
                ty: self.describe(param.ty),
                default: default.and_then(|it| self.json_constant(sig.item.module, it)),
                rules: written.map(|it| self.rules(sig.item.module, &it.decorators)).unwrap_or_default(),
            });
        }
        let number = self.ir.types.len() as u32;
        self.ir.types.push(Type::Struct { name, layout, fields, closed: true });
        (number, LayoutRef(layout))
    }

    /// `json.decode` into a type that no expression has. It is held like the `Result` of a reference.
    fn decode_into(&mut self, json: Ty, held_as: Ty, ty: u32) -> concerto_ir::operand::NativeRef {
        let json = self.describe(json);
        let like = self.describe(held_as);
        let mut result = self.ir.types[like as usize].clone();
        if let Type::Enum { variants, .. } = &mut result
            && let Some(data) = variants.first_mut().and_then(|it| it.data.first_mut())
        {
            data.ty = ty;
        }
        let number = self.ir.types.len() as u32;
        self.ir.types.push(result);
        self.native_of("json.decode", vec![json], number, false)
    }
}
