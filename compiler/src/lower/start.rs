//! Where a program starts: its tools get their fields, `main` or the script runs, and what it gives becomes an exit
//! code. An `Err` is written to standard error, with the place it comes from.

use concerto_ir::op::Inst;
use concerto_ir::operand::{InRef, Kind, Reg, Small};
use concerto_ir::program::Place;

use super::body::{Body, Head, Lowered};
use super::{Lower, Work};
use crate::emit::Draft;
use crate::types::{self, FnId, Substitution, Ty};

impl Lower<'_> {
    fn main(&self) -> Option<FnId> {
        let entry = self.program.entry()?;
        let name = self.program.names.find("main")?;
        let functions = self.typed.signatures.functions.iter();
        functions.filter(|it| it.item.module == entry && it.place.is_none()).find(|it| it.name == name).map(|it| it.id)
    }

    fn is_script(&self) -> bool {
        let entry = self.program.entry();
        entry.is_some_and(|it| self.program.module(it).ast.statements().next().is_some())
    }

    /// Whether there is something to run.
    pub(super) fn can_start(&self) -> bool {
        self.is_script() || self.main().is_some()
    }

    /// What a script gives.
    fn script_type(&mut self) -> Ty {
        let (result, error) = (self.typed.builtins.result, self.typed.builtins.error);
        let unit = self.typed.types.unit();
        self.typed.types.adt(result, &[unit, error])
    }

    /// The statements of a script, which end in `Ok`.
    pub(super) fn script(&mut self) -> Lowered<Draft> {
        let module = self.any_module();
        let output = self.script_type();
        let head = Head {
            name: "script".to_owned(),
            module,
            types: Substitution::default(),
            self_type: None,
            output,
            place: Place::default(),
        };
        let mut body = self.body(head);
        match body.lower.entry.is_some() {
            true => body.entry_statements()?,
            false => body.script_statements()?,
        }
        let unit = body.int(0);
        let value = body.new_variant(output, 0, vec![unit]);
        body.give(value);
        body.finish()
    }

    /// The function that the program, or a test, starts with.
    pub(super) fn start(&mut self, test: Option<FnId>) -> Lowered<Draft> {
        let module = self.any_module();
        let int = self.typed.builtins.int;
        let head = Head {
            name: "start".to_owned(),
            module,
            types: Substitution::default(),
            self_type: None,
            output: int,
            place: Place::default(),
        };
        let (work, output) = match test.or_else(|| self.main().filter(|_| !self.is_script())) {
            Some(function) => {
                let result = self.typed.signatures.function(function).result;
                (Work::Function(function, Vec::new()), result)
            }
            None => (Work::Script, self.script_type()),
        };
        let mut body = self.body(head);
        body.start_mocks();
        body.start_tools()?;
        body.start_lasting_items()?;
        let function = body.lower.ask(work);
        let kind = body.lower.kind(output);
        let value = body.call_of(function, Vec::new(), kind);
        let code = body.exit_code(value, output)?;
        body.give(code);
        body.finish()
    }
}

impl Body<'_, '_> {
    fn script_statements(&mut self) -> Lowered<()> {
        self.ast.statements().try_for_each(|it| self.statement(it))
    }

    fn exit_code(&mut self, value: Reg, ty: Ty) -> Lowered<Reg> {
        if ty == self.lower.typed.builtins.int {
            return Ok(value);
        }
        let result = self.arguments_of(ty, self.lower.typed.builtins.result);
        let Some([_, error_ty]) = result.as_deref() else { return Ok(self.int(0)) };
        let code = self.int(0);
        let (failed, after) = (self.label(), self.label());
        let to = self.target(failed);
        self.put(Inst::JumpNotTag { value: InRef(value), tag: Small(0), to });
        self.jump(after);
        self.start(failed);
        if let Some((slot, _)) = self.lower.variant_slot(ty, 1, 0) {
            let error = self.read(value, slot);
            self.report(error, *error_ty)?;
        }
        let one = self.int(1);
        self.copy(code, one);
        self.start(after);
        Ok(code)
    }

    /// Writes an error and where it comes from to standard error.
    fn report(&mut self, error: Reg, ty: Ty) -> Lowered<()> {
        let builtins = &self.lower.typed.builtins;
        let (string, error_ty) = (builtins.string, builtins.error);
        let unit = self.lower.typed.types.unit();
        let shown = self.display(error, ty)?;
        let start = self.load_text("error: ");
        let line = self.concat(vec![start, shown]);
        self.perform("console.eprint", &[string], unit, vec![line]);
        if ty == error_ty {
            self.report_place(error, ty)?;
        }
        Ok(())
    }

    /// `  at main.conc:3:5`
    fn report_place(&mut self, error: Reg, ty: Ty) -> Lowered<()> {
        let Some((slot, location_ty)) = self.lower.slot(ty, Err(3)) else { return Ok(()) };
        let location = self.read(error, slot);
        let nowhere = self.label();
        let to = self.target(nowhere);
        self.put(Inst::JumpNotTag { value: InRef(location), tag: Small(1), to });
        if let Some((slot, inner)) = self.lower.variant_slot(location_ty, 1, 0) {
            let place = self.read(location, slot);
            let mut parts = vec![self.load_text("  at ")];
            for at in 0..3 {
                if let Some((slot, part_ty)) = self.lower.slot(inner, Err(at)) {
                    let part = self.read(place, slot);
                    parts.push(self.display(part, part_ty)?);
                    parts.push(self.load_text(if at < 2 { ":" } else { "" }));
                }
            }
            let line = self.concat(parts);
            let (string, unit) = (self.lower.typed.builtins.string, self.lower.typed.types.unit());
            self.perform("console.eprint", &[string], unit, vec![line]);
        }
        self.start(nowhere);
        Ok(())
    }
}

impl Lower<'_> {
    /// The layout of a result beside a number that a method changed.
    pub(super) fn pair_layout(&mut self, result: Kind, receiver: Kind) -> u32 {
        let ty = |lower: &mut Self, kind| match kind {
            Kind::Int => lower.typed.builtins.int,
            Kind::Float => lower.typed.builtins.float,
            Kind::Ref => lower.typed.builtins.string,
        };
        let parts = [ty(self, result), ty(self, receiver)];
        let tuple = self.typed.types.tuple(&parts);
        debug_assert!(matches!(self.typed.types.kind(tuple), types::Kind::Tuple(_)));
        self.layout(tuple).unwrap_or(0)
    }
}
