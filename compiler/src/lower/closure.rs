//! Closures: functions with the values of the variables that they name, and functions as values.

use std::rc::Rc;

use concerto_ir::op::Inst;
use concerto_ir::operand::{FnRef, Kind, OutRef, Reg, Regs};

use super::body::{Body, Head, Lowered};
use super::{ClosureWork, Lower, Work};
use crate::ast::{Expr, ExprId};
use crate::emit::Draft;
use crate::load::ModuleId;
use crate::resolve::{LocalId, Res};
use crate::source::Span;
use crate::types::{self, Target, Ty};

/// The variables that the code of a module names, by where.
pub(super) type Mentions = Vec<(u32, LocalId)>;

impl Lower<'_> {
    fn mentions(&mut self, module: ModuleId) -> Rc<Mentions> {
        if let Some(found) = self.mentions.get(&module) {
            return found.clone();
        }
        let ast = &self.program.module(module).ast;
        let mut found: Mentions = (0..ast.expr_count() as u32)
            .map(ExprId)
            .filter_map(|id| match self.res(module, id) {
                Res::Local(local) => Some((ast.expr_span(id).start, local)),
                _ => None,
            })
            .collect();
        found.sort_unstable_by_key(|(at, local)| (*at, local.0));
        let found = Rc::new(found);
        self.mentions.insert(module, found.clone());
        found
    }

    /// The variables that code names and that are declared outside of it, each once, in the order of their ids.
    fn captured(&mut self, module: ModuleId, span: Span, except: &[Span]) -> Vec<LocalId> {
        let mentions = self.mentions(module);
        let first = mentions.partition_point(|(at, _)| *at < span.start);
        let locals = &self.resolved.modules[module.index()].locals;
        let mut found: Vec<LocalId> = mentions[first..]
            .iter()
            .take_while(|(at, _)| *at < span.end)
            .filter(|(at, _)| !except.iter().any(|it| (it.start..it.end).contains(at)))
            .map(|(_, local)| *local)
            .filter(|it| !(span.start..span.end).contains(&locals[it.0 as usize].span.start))
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The function of a closure, or of the code of a task.
    pub(super) fn closure(&mut self, work: &ClosureWork) -> Lowered<Draft> {
        let ast = &self.program.module(work.module).ast;
        let ty = self.typed.modules[work.module.index()].exprs[work.expr.index()];
        let ty = self.typed.types.substitute(ty, &work.types);
        let (params, output, code) = match (ast.expr(work.expr), self.typed.types.kind(ty)) {
            (Expr::Closure(closure), types::Kind::Fn(params, output)) if !work.is_task => {
                (self.typed.types.list(params).to_vec(), output, closure.body)
            }
            (Expr::Spawn(operand), types::Kind::Adt(_, args)) if work.is_task => {
                let output = self.typed.types.list(args).first().copied().unwrap_or(ty);
                (Vec::new(), output, *operand)
            }
            _ => (Vec::new(), ty, work.expr),
        };
        let head = Head {
            name: work.name.clone(),
            module: work.module,
            types: work.types.clone(),
            self_type: work.self_type,
            output,
            place: self.place(ast.expr_span(work.expr)),
        };
        let mut body = self.body(head);
        let regs: Vec<Reg> = params.iter().map(|it| body.parameter(*it)).collect();
        for local in &work.captures {
            let ty = body.local_type(*local);
            let reg = body.parameter(ty);
            body.name(*local, reg);
        }
        for (expr, kind) in &work.given {
            let reg = body.parameter_of(*kind);
            body.given.insert(*expr, reg);
        }
        body.draft.captures = (work.captures.len() + work.given.len()) as u16;
        if let (Expr::Closure(closure), false) = (ast.expr(work.expr), work.is_task) {
            for ((param, reg), ty) in closure.params.iter().zip(regs).zip(params) {
                body.bind(param.pattern, reg, ty)?;
            }
        }
        let value = body.value(code)?;
        body.give(value);
        body.finish()
    }

    /// A variant as a function that makes it.
    pub(super) fn constructor(&mut self, ty: Ty, index: u32) -> Lowered<Draft> {
        let data = self.variant_data(ty, index).unwrap_or_default();
        let name = match self.typed.types.kind(ty) {
            types::Kind::Adt(item, _) => self.variant_name(item, index),
            _ => "variant".to_owned(),
        };
        let module = self.any_module();
        let place = concerto_ir::program::Place::default();
        let head = Head { name, module, types: types::Substitution::default(), self_type: None, output: ty, place };
        let mut body = self.body(head);
        let data: Vec<Reg> = data.iter().map(|(_, it)| body.parameter(*it)).collect();
        let value = body.new_variant(ty, index, data);
        body.give(value);
        body.finish()
    }

    /// A module to stand in for functions that have none.
    pub(super) fn any_module(&self) -> ModuleId {
        self.program.entry().unwrap_or(ModuleId(0))
    }
}

impl Body<'_, '_> {
    fn local_type(&mut self, id: LocalId) -> Ty {
        let ty = self.lower.typed.modules[self.module.index()].locals[id.0 as usize];
        self.instantiated(ty)
    }

    /// `|x| x + 1`
    pub(super) fn new_closure(&mut self, id: ExprId) -> Lowered<Reg> {
        self.closure_of(id, Vec::new(), false)
    }

    /// A closure of code that takes nothing: what a task runs.
    pub(super) fn task_closure(&mut self, id: ExprId, given: Vec<(ExprId, Reg)>) -> Lowered<Reg> {
        self.closure_of(id, given, true)
    }

    fn closure_of(&mut self, id: ExprId, given: Vec<(ExprId, Reg)>, is_task: bool) -> Lowered<Reg> {
        let except: Vec<Span> = given.iter().map(|(it, _)| self.ast.expr_span(*it)).collect();
        let captures = self.lower.captured(self.module, self.ast.expr_span(id), &except);
        let name = self.draft.name.split('#').next().unwrap_or_default();
        let name = format!("{}::{}", name, if is_task { "task" } else { "closure" });
        let number = self.lower.closures.len() as u32;
        let mut values = Vec::with_capacity(captures.len());
        for local in &captures {
            let reg = self.local(*local);
            values.push(self.owned(reg));
        }
        values.extend(given.iter().map(|(_, reg)| *reg));
        let given = given.into_iter().map(|(it, reg)| (it, self.kind_of(reg))).collect();
        self.lower.closures.push(Rc::new(ClosureWork {
            module: self.module,
            expr: id,
            is_task,
            types: self.types.clone(),
            self_type: self.self_type,
            captures,
            given,
            name,
        }));
        let function = self.lower.ask(Work::Closure(number));
        Ok(self.closure_with(function, values))
    }

    pub(super) fn closure_with(&mut self, function: FnRef, captures: Vec<Reg>) -> Reg {
        let dst = self.register(Kind::Ref);
        self.put(Inst::NewClosure { dst: OutRef(dst), function, captures: Regs(captures) });
        dst
    }

    /// A declared function, or a variant, as a value.
    pub(super) fn function_value(&mut self, id: ExprId) -> Option<Reg> {
        if let Some(call) = self.recorded(id) {
            let types: Vec<Ty> = call.type_args.iter().map(|it| self.instantiated(*it)).collect();
            let function = match self.lower.typed.target(call.function, &types) {
                Target::Function(function, types) => self.lower.ask(Work::Function(function, types)),
                Target::Derived(trait_, ty) => self.lower.ask(Work::Derived(trait_, ty)),
            };
            return Some(self.closure_with(function, Vec::new()));
        }
        let ty = self.type_of(id);
        let types::Kind::Fn(_, result) = self.lower.typed.types.kind(ty) else { return None };
        let index = match (self.res(id), self.ast.expr(id)) {
            (Res::Variant(_, index), _) => index,
            (Res::Member(_), Expr::Path(path)) => {
                let name = self.ast.path(*path).segments.last()?.name.name;
                self.lower.variant_named(result, name)?
            }
            _ => return None,
        };
        let function = self.lower.ask(Work::Constructor(result, index));
        Some(self.closure_with(function, Vec::new()))
    }

    /// What is in a register, in one of its own.
    pub(super) fn owned(&mut self, reg: Reg) -> Reg {
        let own = self.register(self.kind_of(reg));
        self.copy(own, reg);
        own
    }
}
