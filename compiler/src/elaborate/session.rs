//! An entry of a session as a program: variables of earlier entries are read from the resources that hold them, those of this
//! one are put there, and what it ends in is shown.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::{Body, Elaborator};
use crate::ast::{ExprId as SourceId, Let, Stmt, StmtKind};
use crate::resolve::{ItemId, LocalId};
use crate::session::{Variable, holds_task, mark, mark_of_item, written};
use crate::source::FileId;
use crate::tree::{ExprId, ExprKind, Global};
use crate::types::{Kind, Ty, Typed};

/// What is known of a session while an entry of it is made.
pub(crate) struct Entry {
    /// Tells the variables of this entry from those of others.
    number: u32,
    /// The resources of earlier variables, in the order of their statements.
    slots: std::vec::IntoIter<String>,
    /// The resources that hold something.
    filled: FxHashSet<String>,
    /// The variables that it leaves, in order, if it comes to them.
    pub(crate) variables: Vec<Variable>,
    /// The variables that it cannot leave, and why.
    pub(crate) lost: Vec<(String, &'static str)>,
    /// The variables in reach, with their resources and types.
    in_reach: Vec<(LocalId, Rc<str>, Ty)>,
}

impl Entry {
    pub(crate) fn new(variables: &[Variable], filled: &[String], number: u32) -> Self {
        Self {
            number,
            slots: variables.iter().map(|it| it.slot.clone()).collect::<Vec<_>>().into_iter(),
            filled: filled.iter().cloned().collect(),
            variables: Vec::new(),
            lost: Vec::new(),
            in_reach: Vec::new(),
        }
    }
}

impl Elaborator<'_> {
    /// Makes the program that of an entry of a session.
    pub(crate) fn set_entry(&mut self, entry: Entry) {
        self.entry = Some(entry);
    }

    /// The entry, when all is made.
    pub(crate) fn take_entry(&mut self) -> Option<Entry> {
        self.entry.take()
    }

    /// The name of a resource. In a session an item that was declared anew has another one.
    pub(crate) fn global_name(&self, typed: &mut Typed, global: &Global) -> String {
        match global {
            Global::Kept(slot) => slot.to_string(),
            Global::Mock(function) => {
                let sig = typed.signatures.function(*function).clone();
                format!("mock {}", self.about(typed).function_name(&sig))
            }
            Global::Item(item) => {
                let name = self.item(*item).and_then(|it| it.kind.name());
                let name = name.map_or("_", |it| self.program.names.text(it.name));
                match &self.entry {
                    Some(_) => format!("{name}@{:x}", mark_of_item(self.program, typed, *item)),
                    None => name.to_owned(),
                }
            }
        }
    }
}

impl<'c> Body<'_, 'c> {
    /// Whether an earlier entry has made the resource of an item.
    pub(super) fn is_filled(&mut self, item: ItemId) -> bool {
        if self.it.entry.is_none() {
            return false;
        }
        let name = self.it.global_name(self.typed, &Global::Item(item));
        self.it.entry.as_ref().is_some_and(|it| it.filled.contains(&name))
    }

    /// The statements of an entry, after the variables of earlier ones.
    pub(super) fn entry_statements(&mut self, stmts: &mut Vec<ExprId>) {
        let ast = self.ast;
        let count = ast.statements().count();
        for (at, stmt) in ast.statements().enumerate() {
            match &stmt.kind {
                StmtKind::Let(it) if self.is_kept(stmt) => self.read_kept(it, stmts),
                StmtKind::Expr(expr) if at + 1 == count && !self.ends_in_semicolon(stmt) => self.show(*expr, stmts),
                _ => self.statement(stmt, stmts),
            }
            if !self.is_kept(stmt) {
                self.keep_variables(stmt, stmts);
            }
        }
    }

    fn is_kept(&self, stmt: &Stmt) -> bool {
        self.it.program.sources.line_of(stmt.span).is_some_and(|(file, _)| file == FileId(0))
    }

    fn ends_in_semicolon(&self, stmt: &Stmt) -> bool {
        self.it.program.sources.slice(stmt.span).ends_with(';')
    }

    /// The type of what a resource holds: a tuple of one, since numbers are no objects.
    fn held(&mut self, ty: Ty) -> Ty {
        self.typed.types.tuple(&[ty])
    }

    fn read_kept(&mut self, it: &Let, stmts: &mut Vec<ExprId>) {
        let ty = self.typed.modules[self.module.index()].patterns[it.pattern.index()];
        let slot = self.it.entry.as_mut().and_then(|it| it.slots.next()).unwrap_or_default();
        let slot: Rc<str> = slot.into();
        let held = self.held(ty);
        let record = self.put(ExprKind::Global(Global::Kept(slot.clone())), held);
        let value = self.part(record, Err(0));
        self.bind_value(it.pattern, value, stmts);
        for local in self.bound_in(it) {
            self.reach(local, slot.clone(), ty);
        }
    }

    /// The variables that a `let` binds.
    fn bound_in(&self, it: &Let) -> Vec<LocalId> {
        let span = self.ast.pattern_span(it.pattern);
        let locals = self.it.resolved.modules[self.module.index()].locals.iter().zip(0..);
        locals.filter(|(local, _)| span.contains(local.span)).map(|(_, id)| LocalId(id)).collect()
    }

    fn reach(&mut self, local: LocalId, slot: Rc<str>, ty: Ty) {
        let locals = &self.it.resolved.modules[self.module.index()].locals;
        let name = locals[local.0 as usize].name;
        if let Some(entry) = &mut self.it.entry {
            entry.in_reach.retain(|(it, ..)| locals[it.0 as usize].name != name);
            entry.in_reach.push((local, slot, ty));
        }
    }

    /// After a statement, its new variables are kept, and so are those that it may have changed.
    fn keep_variables(&mut self, stmt: &Stmt, stmts: &mut Vec<ExprId>) {
        let new = match &stmt.kind {
            StmtKind::Let(it) => self.bound_in(it),
            _ => Vec::new(),
        };
        for local in &new {
            self.leave_variable(*local);
        }
        let locals = &self.it.resolved.modules[self.module.index()].locals;
        let in_reach = self.it.entry.as_ref().map_or(&[][..], |it| &it.in_reach);
        let may_differ = in_reach.iter().filter(|(it, ..)| locals[it.0 as usize].mutable || new.contains(it));
        for (local, slot, ty) in may_differ.cloned().collect::<Vec<_>>() {
            let local = self.local(local);
            let value = self.read(local);
            let held = self.held(ty);
            let record = self.put(ExprKind::New(vec![value]), held);
            let it = self.act(ExprKind::PutGlobal(Global::Kept(slot), record));
            stmts.push(it);
        }
    }

    /// A variable of this entry gets a resource, if later programs can know its type.
    fn leave_variable(&mut self, local: LocalId) {
        let module = self.module.index();
        let found = &self.it.resolved.modules[module].locals[local.0 as usize];
        let (mutable, name) = (found.mutable, self.text(found.name).to_owned());
        let ty = self.typed.modules[module].locals[local.0 as usize];
        let (program, typed) = (self.it.program, &*self.typed);
        if typed.types.kind(ty) == Kind::Never {
            return;
        }
        let problem = match written(program, typed, ty) {
            _ if holds_task(typed, ty) => Err("it holds a task, which ends with its entry: `await` it in the same one"),
            Some(written) => Ok((written, mark(program, typed, ty))),
            None => Err("its type cannot be written"),
        };
        let Some(entry) = &mut self.it.entry else { return };
        match problem {
            Err(why) => entry.lost.push((name, why)),
            Ok((written, mark)) => {
                let slot = format!("let {name}@{}.{}", entry.number, local.0);
                entry.variables.push(Variable { name, mutable, ty: written, mark, slot: slot.clone() });
                self.reach(local, slot.into(), ty);
            }
        }
    }

    /// What an entry ends in is printed as it would be inside a container.
    fn show(&mut self, expr: SourceId, stmts: &mut Vec<ExprId>) {
        let value = self.expr(expr);
        let ty = self.type_of(value);
        let (unit, never) = (self.typed.types.unit(), self.typed.types.never());
        if ty == unit || ty == never || matches!(self.typed.types.kind(ty), Kind::Item(_)) {
            stmts.push(value);
            return;
        }
        let string = self.typed.builtins.string;
        let text = match self.holds_function(ty) {
            true => {
                stmts.push(value);
                let written = written(self.it.program, self.typed, ty).unwrap_or_default();
                self.words(&format!("<{written}>"))
            }
            false => self.put(ExprKind::Display { value, quoted: true }, string),
        };
        let it = self.perform("console.print", vec![string], unit, vec![text]);
        stmts.push(it);
    }

    /// Whether values of a type hold functions or tasks, which have no display form.
    fn holds_function(&mut self, ty: Ty) -> bool {
        let mut seen = FxHashSet::default();
        let mut waiting = vec![ty];
        while let Some(ty) = waiting.pop() {
            let is_function = match self.typed.types.kind(ty) {
                Kind::Fn(..) => true,
                Kind::Adt(item, _) => item == self.typed.builtins.task,
                _ => false,
            };
            if is_function {
                return true;
            }
            if seen.insert(ty) {
                waiting.extend(self.typed.inside(ty));
            }
        }
        false
    }
}
