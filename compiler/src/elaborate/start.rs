//! Where a program starts: its tools get their fields, `main` or the script runs, and what it gives becomes an exit
//! code. An `Err` is written to standard error, with the place it comes from. And where it starts as a server of its tools.

use super::{Body, Elaborator};
use crate::ast::ItemKind;
use crate::lang::LangItem;
use crate::resolve::ItemId;
use crate::source::Span;
use crate::tree::{Builder, ExprId, ExprKind, Function, Global, LocalId, Target, Work};
use crate::types::{FnId, Kind, Ty, Typed};

impl Elaborator<'_> {
    fn main(&self, typed: &Typed) -> Option<FnId> {
        let entry = self.program.entry()?;
        let name = self.program.names.find("main")?;
        let functions = typed.signatures.functions.iter();
        functions.filter(|it| it.item.module == entry && it.place.is_none()).find(|it| it.name == name).map(|it| it.id)
    }

    /// Whether the entry file has statements.
    pub(crate) fn is_script(&self) -> bool {
        let entry = self.program.entry();
        entry.is_some_and(|it| self.program.module(it).ast.statements().next().is_some())
    }

    /// Whether there is something to run.
    pub fn can_start(&self, typed: &Typed) -> bool {
        self.is_script() || self.main(typed).is_some()
    }

    /// What a script gives.
    fn script_type(&self, typed: &mut Typed) -> Ty {
        let unit = typed.types.unit();
        typed.types.adt(typed.builtins.result, &[unit, typed.builtins.error])
    }

    /// The statements of a script, which end in `Ok`.
    pub(super) fn script(&mut self, typed: &mut Typed) -> Function {
        let output = self.script_type(typed);
        let module = self.any_module();
        let mut body = self.body(typed, module, Builder::new("script", output, Span::default()), Span::default());
        let mut stmts = Vec::new();
        match body.it.entry.is_some() {
            true => body.entry_statements(&mut stmts),
            false => {
                let ast = body.ast;
                ast.statements().for_each(|it| body.statement(it, &mut stmts));
            }
        }
        let unit = body.unit();
        let value = body.put(ExprKind::Variant(0, vec![unit]), output);
        let value = body.after(stmts, value);
        body.finish(value)
    }

    /// The function that the program, or a test, starts with.
    pub(super) fn start(&mut self, typed: &mut Typed, test: Option<FnId>) -> Function {
        let int = typed.builtins.int;
        let main = test.or_else(|| self.main(typed).filter(|_| !self.is_script()));
        let (work, output) = match main {
            Some(function) => (Work::Function(function), typed.signatures.function(function).result),
            None => (Work::Script, self.script_type(typed)),
        };
        let module = self.any_module();
        let mut body = self.body(typed, module, Builder::new("start", int, Span::default()), Span::default());
        let mut stmts = Vec::new();
        body.start_mocks(&mut stmts);
        body.start_tools(&mut stmts);
        body.start_lasting_items(&mut stmts);
        let target = Target { work, types: [].into() };
        let value = body.put(ExprKind::Call(target, Vec::new()), output);
        let code = body.exit_code(value, &mut stmts);
        let code = body.after(stmts, code);
        body.finish(code)
    }

    /// The function that the program starts with as a server.
    pub(super) fn serve(&mut self, typed: &mut Typed) -> Function {
        let int = typed.builtins.int;
        let module = self.any_module();
        let mut body = self.body(typed, module, Builder::new("serve", int, Span::default()), Span::default());
        let mut stmts = Vec::new();
        body.start_tools(&mut stmts);
        body.start_lasting_items(&mut stmts);
        let mut offered = Vec::new();
        for item in body.it.about(body.typed).own_items() {
            match body.it.item(item).map(|it| &it.kind) {
                Some(ItemKind::Tool(_)) => offered.push(body.call_tool(item, None)),
                Some(ItemKind::Agent(_)) => offered.extend(body.exposed_agent(item)),
                _ => {}
            }
        }
        let tool = body.typed.builtins.tool_ref;
        let tools = body.typed.types.adt(body.typed.builtins.array, &[tool]);
        let tools = body.put(ExprKind::Array(offered), tools);
        let serve = body.library(LangItem::ServeTools, vec![tools]);
        stmts.push(serve);
        let code = body.number(0);
        let code = body.after(stmts, code);
        body.finish(code)
    }
}

impl Body<'_, '_> {
    fn exit_code(&mut self, value: ExprId, stmts: &mut Vec<ExprId>) -> ExprId {
        let ty = self.type_of(value);
        if ty == self.typed.builtins.int {
            return value;
        }
        if self.typed.outcome_types(ty).1.is_none() {
            stmts.push(value);
            return self.number(0);
        }
        let (int, bool) = (self.typed.builtins.int, self.typed.builtins.bool);
        let local = self.keep(value, stmts);
        let found = self.read(local);
        let condition = self.put(ExprKind::IsVariant(found, 0), bool);
        let then = self.number(0);
        let mut failed = Vec::new();
        let found = self.read(local);
        let error = self.datum(found, 1, 0);
        let error = self.keep(error, &mut failed);
        self.report(error, &mut failed);
        let one = self.number(1);
        let otherwise = self.after(failed, one);
        self.put(ExprKind::If { condition, then, otherwise: Some(otherwise) }, int)
    }

    /// Writes an error and where it comes from to standard error.
    fn report(&mut self, error: LocalId, stmts: &mut Vec<ExprId>) {
        let start = self.words("error: ");
        let value = self.read(error);
        let ty = self.type_of(value);
        let shown = self.shown(value);
        let line = self.concat(vec![start, shown]);
        self.write_line(line, stmts);
        if ty == self.typed.builtins.error {
            self.report_place(error, stmts);
        }
    }

    fn write_line(&mut self, line: ExprId, stmts: &mut Vec<ExprId>) {
        let (string, unit) = (self.typed.builtins.string, self.typed.types.unit());
        let it = self.perform("console.eprint", vec![string], unit, vec![line]);
        stmts.push(it);
    }

    /// `  at main.conc:3:5`
    fn report_place(&mut self, error: LocalId, stmts: &mut Vec<ExprId>) {
        let bool = self.typed.builtins.bool;
        let whole = self.read(error);
        let location = self.part(whole, Err(3));
        let location = self.keep(location, stmts);
        let found = self.read(location);
        let condition = self.put(ExprKind::IsVariant(found, 1), bool);
        let mut there = Vec::new();
        let found = self.read(location);
        let place = self.datum(found, 1, 0);
        let place = self.keep(place, &mut there);
        let mut parts = Vec::new();
        for (at, before) in ["  at ", ":", ":"].into_iter().enumerate() {
            parts.push(self.words(before));
            let whole = self.read(place);
            let part = self.part(whole, Err(at as u32));
            parts.push(self.shown(part));
        }
        let line = self.concat(parts);
        self.write_line(line, &mut there);
        let then = self.all(there);
        let check = self.act(ExprKind::If { condition, then, otherwise: None });
        stmts.push(check);
    }

    /// An agent as a tool, where clients can call it.
    fn exposed_agent(&mut self, agent: ItemId) -> Option<ExprId> {
        let about = self.it.about(self.typed);
        let decorators = &self.it.item(agent)?.decorators;
        let expose = decorators.iter().find(|it| about.text(it.name.name) == "expose")?;
        let description = about.first_text(agent.module, expose)?;
        let has_output = matches!(self.it.item(agent).map(|it| &it.kind), Some(ItemKind::Agent(it))
            if about.setting_of(it, "output").is_some());
        let texts = [about.item_name(agent), description, about.source_of(agent)];
        let ty = self.value_type(agent)?;
        let types = match self.typed.types.kind(ty) {
            Kind::Adt(_, given) if has_output => self.typed.types.list(given).to_vec(),
            _ => Vec::new(),
        };
        let mut args: Vec<ExprId> = texts.iter().map(|it| self.words(it)).collect();
        args.push(self.put(ExprKind::Global(Global::Item(agent)), ty));
        let name = if has_output { LangItem::ExposedAgentOf } else { LangItem::ExposedAgent };
        Some(self.generic(name, types, args))
    }
}
