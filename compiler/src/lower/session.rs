//! An entry of a session as a program: variables of earlier entries are read from the resources that hold them, those of this
//! one are put there, and what it ends in is shown.

use concerto_ir::op::Inst;
use concerto_ir::operand::{GlobalRef, Kind, OutRef, Reg, TakeRef};
use concerto_ir::program::Program;
use rustc_hash::FxHashSet;

use super::body::{Body, Lowered as Drafted};
use super::{Lower, Unsupported, Work, run_queue};
use crate::ast::{ExprId, Let, Stmt, StmtKind};
use crate::check::Checked;
use crate::resolve::{ItemId, LocalId};
use crate::session::{Variable, holds_task, mark, mark_of_item, written};
use crate::source::FileId;
use crate::types::{self, Ty};

/// An entry as a program.
pub struct Lowered {
    /// What runs it, and nothing of earlier entries.
    pub program: Program,
    /// The variables that it leaves, in order, if it comes to them.
    pub variables: Vec<Variable>,
    /// The variables that it cannot leave, and why.
    pub lost: Vec<(String, &'static str)>,
}

/// What is known of a session while an entry of it is lowered.
pub(super) struct Entry {
    /// Tells the variables of this entry from those of others.
    number: u32,
    /// The resources of earlier variables, in the order of their statements.
    slots: std::vec::IntoIter<String>,
    /// The resources that hold something.
    filled: FxHashSet<String>,
    variables: Vec<Variable>,
    lost: Vec<(String, &'static str)>,
    /// The variables in reach, with their resources and types.
    in_reach: Vec<(LocalId, GlobalRef, Ty)>,
}

/// Lowers the new entry of a session without mistakes. Resources that hold something are not made again.
pub fn lower(
    checked: &mut Checked,
    variables: &[Variable],
    filled: &[String],
    number: u32,
) -> Result<Lowered, Unsupported> {
    let Checked { program, resolved, typed, .. } = checked;
    let mut lower = Lower::new(program, resolved, typed);
    lower.entry = Some(Entry {
        number,
        slots: variables.iter().map(|it| it.slot.clone()).collect::<Vec<_>>().into_iter(),
        filled: filled.iter().cloned().collect(),
        variables: Vec::new(),
        lost: Vec::new(),
        in_reach: Vec::new(),
    });
    lower.ir.files = lower.program.sources.files().map(|it| it.name().to_owned()).collect();
    lower.ir.entry = Some(lower.ask(Work::Start(None)).0);
    lower.declare()?;
    run_queue(&mut lower)?;
    let (variables, lost) = lower.entry.take().map_or_else(Default::default, |it| (it.variables, it.lost));
    Ok(Lowered { program: lower.ir, variables, lost })
}

impl Lower<'_> {
    /// The name of the resource of an item. In a session an item that was declared anew has another one.
    pub(super) fn global_name(&self, item: ItemId) -> String {
        let name = self.item(item).and_then(|it| it.kind.name()).map_or("_", |it| self.program.names.text(it.name));
        match &self.entry {
            Some(_) => format!("{name}@{:x}", mark_of_item(self.program, self.typed, item)),
            None => name.to_owned(),
        }
    }

    /// Whether an earlier entry has made the resource of an item.
    pub(super) fn is_filled(&self, item: ItemId) -> bool {
        self.entry.as_ref().is_some_and(|it| it.filled.contains(&self.global_name(item)))
    }

    fn slot_global(&mut self, slot: String) -> GlobalRef {
        self.ir.globals.push(slot);
        GlobalRef(self.ir.globals.len() as u32 - 1)
    }
}

impl Body<'_, '_> {
    /// The statements of an entry, after the variables of earlier ones.
    pub(super) fn entry_statements(&mut self) -> Drafted<()> {
        let ast = self.ast;
        let count = ast.statements().count();
        for (at, stmt) in ast.statements().enumerate() {
            match &stmt.kind {
                StmtKind::Let(it) if self.is_kept(stmt) => self.read_kept(it)?,
                StmtKind::Expr(expr) if at + 1 == count && !self.ends_in_semicolon(stmt) => self.show(*expr)?,
                _ => self.statement(stmt)?,
            }
            if !self.is_kept(stmt) {
                self.keep(stmt);
            }
        }
        Ok(())
    }

    fn is_kept(&self, stmt: &Stmt) -> bool {
        self.lower.program.sources.line_of(stmt.span).is_some_and(|(file, _)| file == FileId(0))
    }

    fn ends_in_semicolon(&self, stmt: &Stmt) -> bool {
        self.lower.program.sources.slice(stmt.span).ends_with(';')
    }

    /// The type of what a resource holds: a tuple of one, since numbers are no objects.
    fn held(&mut self, ty: Ty) -> Ty {
        self.lower.typed.types.tuple(&[ty])
    }

    fn read_kept(&mut self, it: &Let) -> Drafted<()> {
        let ty = self.lower.typed.modules[self.module.index()].patterns[it.pattern.index()];
        let slot = self.lower.entry.as_mut().and_then(|it| it.slots.next()).unwrap_or_default();
        let global = self.lower.slot_global(slot);
        let held = self.held(ty);
        let Some((part, _)) = self.lower.slot(held, Err(0)) else { return Ok(()) };
        let record = self.register(Kind::Ref);
        self.put(Inst::LoadGlobal { dst: OutRef(record), global });
        let value = self.read(record, part);
        self.bind(it.pattern, value, ty)?;
        for local in self.bound_in(it) {
            self.reach(local, global, ty);
        }
        Ok(())
    }

    /// The variables that a `let` binds.
    fn bound_in(&self, it: &Let) -> Vec<LocalId> {
        let span = self.ast.pattern_span(it.pattern);
        let locals = self.lower.resolved.modules[self.module.index()].locals.iter().zip(0..);
        locals.filter(|(local, _)| span.contains(local.span)).map(|(_, id)| LocalId(id)).collect()
    }

    fn reach(&mut self, local: LocalId, global: GlobalRef, ty: Ty) {
        let locals = &self.lower.resolved.modules[self.module.index()].locals;
        let name = locals[local.0 as usize].name;
        if let Some(entry) = &mut self.lower.entry {
            entry.in_reach.retain(|(it, ..)| locals[it.0 as usize].name != name);
            entry.in_reach.push((local, global, ty));
        }
    }

    /// After a statement, its new variables are kept, and so are those that it may have changed.
    fn keep(&mut self, stmt: &Stmt) {
        let new = match &stmt.kind {
            StmtKind::Let(it) => self.bound_in(it),
            _ => Vec::new(),
        };
        for local in &new {
            self.declare(*local);
        }
        let locals = &self.lower.resolved.modules[self.module.index()].locals;
        let in_reach = self.lower.entry.as_ref().map_or(&[][..], |it| &it.in_reach);
        let may_differ = in_reach.iter().filter(|(it, ..)| locals[it.0 as usize].mutable || new.contains(it));
        for (local, global, ty) in may_differ.copied().collect::<Vec<_>>() {
            let reg = self.local(local);
            let value = self.owned(reg);
            let held = self.held(ty);
            let record = self.new_struct(held, vec![value]);
            self.put(Inst::PutGlobal { global, src: TakeRef(record) });
        }
    }

    /// A variable of this entry gets a resource, if later programs can know its type.
    fn declare(&mut self, local: LocalId) {
        let module = self.module.index();
        let found = &self.lower.resolved.modules[module].locals[local.0 as usize];
        let (mutable, name) = (found.mutable, self.lower.program.names.text(found.name).to_owned());
        let ty = self.lower.typed.modules[module].locals[local.0 as usize];
        let (program, typed) = (self.lower.program, &*self.lower.typed);
        if typed.types.kind(ty) == types::Kind::Never {
            return;
        }
        let problem = match written(program, typed, ty) {
            _ if holds_task(typed, ty) => Err("it holds a task, which ends with its entry: `await` it in the same one"),
            Some(written) => Ok((written, mark(program, typed, ty))),
            None => Err("its type cannot be written"),
        };
        let Some(entry) = &mut self.lower.entry else { return };
        match problem {
            Err(why) => entry.lost.push((name, why)),
            Ok((written, mark)) => {
                let slot = format!("let {name}@{}.{}", entry.number, local.0);
                entry.variables.push(Variable { name, mutable, ty: written, mark, slot: slot.clone() });
                let global = self.lower.slot_global(slot);
                self.reach(local, global, ty);
            }
        }
    }

    /// What an entry ends in is printed as it would be inside a container.
    fn show(&mut self, expr: ExprId) -> Drafted<()> {
        let ty = self.type_of(expr);
        let unit = self.lower.typed.types.unit();
        let is_item = matches!(self.lower.typed.types.kind(ty), types::Kind::Item(_));
        if ty == unit || is_item || self.lower.typed.types.kind(ty) == types::Kind::Never {
            return self.value(expr).map(|_| ());
        }
        let value = self.own(expr)?;
        let text = self.shown(value, ty)?;
        let string = self.lower.typed.builtins.string;
        self.perform("console.print", &[string], unit, vec![text]);
        Ok(())
    }

    fn shown(&mut self, value: Reg, ty: Ty) -> Drafted<Reg> {
        if self.lower.holds_function(ty) {
            let written = written(self.lower.program, self.lower.typed, ty).unwrap_or_default();
            return Ok(self.load_text(&format!("<{written}>")));
        }
        self.display_inside(value, ty)
    }
}
