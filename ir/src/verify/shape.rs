//! What can be seen without following the code: numbers in range, registers of the right kind.

use super::{Fault, Refusal, limits};
use crate::op::Inst;
use crate::operand::{Kind, Reg, Role, Section, Sink};
use crate::program::{Function, Program, Type};

/// The sections besides the code.
pub(super) fn sections(program: &Program) -> Result<(), Refusal> {
    let refuse = |problem: String| Err(Refusal { function: None, at: None, problem });
    for layout in &program.layouts {
        if layout.slots.len() > limits::SLOTS_MAX {
            return refuse(format!("the layout of `{}` has more than {} slots", layout.name, limits::SLOTS_MAX));
        }
    }
    for (at, ty) in program.types.iter().enumerate() {
        if let Err(problem) = type_(program, ty) {
            return refuse(format!("type {at}: {problem}"));
        }
    }
    if let Some(native) = program.natives.iter().find(|it| it.changes && it.params.first() != Some(&Kind::Ref)) {
        return refuse(format!("the native `{}` changes its first parameter, which is no ref", native.name));
    }
    if let Some(name) = twice(program.functions.iter().map(|it| it.name.as_str())) {
        return refuse(format!("two functions are called `{name}`"));
    }
    if let Some(name) = twice(program.natives.iter().map(|it| it.name.as_str())) {
        return refuse(format!("two natives are called `{name}`"));
    }
    let starts = program.entry.iter().chain(program.tests.iter().map(|it| &it.function));
    for start in starts {
        match program.functions.get(*start as usize) {
            Some(function) if function.params.is_empty() && !function.updates => {}
            Some(function) => return refuse(format!("`{}` takes something and cannot be started", function.name)),
            None => return refuse(format!("there is no function {start} to start")),
        }
    }
    Ok(())
}

/// A name that is there twice: text could not say which of the two is meant.
fn twice<'n>(names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    names.windows(2).find(|it| it[0] == it[1]).map(|it| it[0])
}

fn type_(program: &Program, ty: &Type) -> Result<(), String> {
    let is_type = |it: &u32| (*it as usize) < program.types.len();
    let layout = |it: u32, count: usize| match program.layouts.get(it as usize) {
        Some(layout) if layout.slots.len() == count => Ok(()),
        Some(_) => Err(format!("layout {it} has another number of slots")),
        None => Err(format!("there is no layout {it}")),
    };
    let parts: Vec<u32> = match ty {
        Type::Array(element) | Type::Set(element) => vec![*element],
        Type::Map(key, value) => vec![*key, *value],
        Type::Tuple { layout: it, elements } => {
            layout(*it, elements.len())?;
            elements.clone()
        }
        Type::Struct { layout: it, fields, .. } => {
            layout(*it, fields.len())?;
            fields.iter().map(|(_, ty)| *ty).collect()
        }
        Type::Enum { variants, .. } => {
            for variant in variants {
                match variant.layout {
                    Some(it) => layout(it, variant.data.len())?,
                    None if variant.data.is_empty() => {}
                    None => return Err(format!("the variant `{}` has data and no layout", variant.name)),
                }
            }
            variants.iter().flat_map(|it| it.data.iter().copied()).collect()
        }
        _ => Vec::new(),
    };
    match parts.iter().find(|it| !is_type(it)) {
        Some(missing) => Err(format!("there is no type {missing}")),
        None => Ok(()),
    }
}

/// The registers and operands of a function.
pub(super) fn function(program: &Program, function: &Function) -> Result<(), Fault> {
    if function.registers.len() > limits::REGISTERS_MAX {
        return Err((None, format!("it has more than {} registers", limits::REGISTERS_MAX)));
    }
    if function.code.len() > limits::CODE_MAX {
        return Err((None, format!("it has more than {} instructions", limits::CODE_MAX)));
    }
    if function.registers.get(..function.params.len()) != Some(&function.params[..]) {
        return Err((None, "its first registers are not its parameters".to_owned()));
    }
    if usize::from(function.captures) > function.params.len() {
        return Err((None, "it has more captures than parameters".to_owned()));
    }
    if function.updates && function.params.first() != Some(&Kind::Ref) {
        return Err((None, "it updates its receiver and has none".to_owned()));
    }
    for (at, inst) in function.code.iter().enumerate() {
        let mut operands = Operands { program, function, problem: None, at: at as u32, is_loop: false };
        operands.is_loop = super::flow::loop_target(inst).is_some();
        inst.write(&mut operands);
        let problem = operands.problem.or_else(|| whole(program, function, inst));
        if let Some(problem) = problem {
            return Err((Some(at as u32), problem));
        }
    }
    Ok(())
}

/// Looks at each operand by itself.
struct Operands<'p> {
    program: &'p Program,
    function: &'p Function,
    at: u32,
    is_loop: bool,
    problem: Option<String>,
}

impl Operands<'_> {
    fn refuse(&mut self, problem: String) {
        self.problem.get_or_insert(problem);
    }

    fn list(&mut self, count: usize) {
        if count > limits::LIST_MAX {
            self.refuse(format!("a list of more than {}", limits::LIST_MAX));
        }
    }

    fn target(&mut self, target: u32) {
        if target as usize >= self.function.code.len() {
            self.refuse(format!("there is no instruction {target} to go on at"));
        } else if target <= self.at && !self.is_loop {
            self.refuse(format!("it leads back to {target}, which only loops may"));
        } else if target > self.at && self.is_loop {
            self.refuse(format!("a loop leads on to {target} instead of back"));
        }
    }
}

impl Sink for Operands<'_> {
    fn reg(&mut self, _: Role, kind: Kind, reg: Reg) {
        match self.function.registers.get(usize::from(reg.0)) {
            None => self.refuse(format!("there is no register r{}", reg.0)),
            Some(found) if *found != kind => {
                self.refuse(format!("r{} holds {} and not {}", reg.0, found.word(), kind.word()));
            }
            Some(_) => {}
        }
    }

    fn regs(&mut self, _: Role, regs: &[Reg]) {
        self.list(regs.len());
        if let Some(reg) = regs.iter().find(|it| usize::from(it.0) >= self.function.registers.len()) {
            self.refuse(format!("there is no register r{}", reg.0));
        }
    }

    fn small(&mut self, _: i16) {}

    fn number(&mut self, _: i32) {}

    fn whole(&mut self, _: i64) {}

    fn fraction(&mut self, _: f64) {}

    fn jump(&mut self, target: u32) {
        self.target(target);
    }

    fn jumps(&mut self, targets: &[u32]) {
        self.list(targets.len());
        if targets.is_empty() {
            self.refuse("a switch without targets".to_owned());
        }
        for target in targets {
            self.target(*target);
        }
    }

    fn entry(&mut self, section: Section, index: u32) {
        let (count, word) = match section {
            Section::Function => (self.program.functions.len(), "function"),
            Section::Native => (self.program.natives.len(), "native"),
            Section::Text => (self.program.texts.len(), "text"),
            Section::Layout => (self.program.layouts.len(), "layout"),
            Section::Type => (self.program.types.len(), "type"),
        };
        if index as usize >= count {
            self.refuse(format!("there is no {word} {index}"));
        }
    }
}

/// What concerns several operands: arguments and parameters, slots and layouts.
fn whole(program: &Program, function: &Function, inst: &Inst) -> Option<String> {
    let kinds = |regs: &[Reg]| -> Vec<Kind> {
        regs.iter().filter_map(|it| function.registers.get(usize::from(it.0)).copied()).collect()
    };
    let call = |id: u32, args: &[Reg], result: Kind, updates: bool| {
        let callee = program.functions.get(id as usize)?;
        let first = usize::from(updates);
        let wanted = callee.params.get(first..).unwrap_or_default();
        if callee.captures > 0 {
            return Some(format!("`{}` is a closure and cannot be called by name", callee.name));
        }
        if callee.updates != updates {
            return Some(format!("`{}` is called as if it did (not) update its receiver", callee.name));
        }
        if kinds(args) != wanted {
            return Some(format!("the arguments do not fit the parameters of `{}`", callee.name));
        }
        (callee.result != Some(result)).then(|| format!("`{}` gives something else", callee.name))
    };
    let native = |id: u32, args: &[Reg], result: Kind, changes: bool| {
        let callee = program.natives.get(id as usize)?;
        let wanted = callee.params.get(usize::from(changes)..).unwrap_or_default();
        if callee.changes != changes || kinds(args) != wanted || callee.result != result {
            return Some(format!("`{}` is not called as it is declared", callee.name));
        }
        None
    };
    let slot = |layout: u32, slot: i16, kind: Kind| {
        let layout = program.layouts.get(layout as usize)?;
        let found = usize::try_from(slot).ok().and_then(|it| layout.slots.get(it));
        (found != Some(&kind)).then(|| format!("slot {slot} of `{}` is no {}", layout.name, kind.word()))
    };
    let same = |regs: &[Reg], kind: Kind| {
        let is_other = kinds(regs).iter().any(|it| *it != kind);
        is_other.then(|| format!("an element is no {}", kind.word()))
    };
    let gives = |kind: Kind, updates: bool| {
        let fits = function.result == Some(kind) && function.updates == updates;
        (!fits).then(|| "the function does not give this".to_owned())
    };
    match inst {
        Inst::CallInt { function: id, args, .. } => call(id.0, &args.0, Kind::Int, false),
        Inst::CallFloat { function: id, args, .. } => call(id.0, &args.0, Kind::Float, false),
        Inst::CallRef { function: id, args, .. } => call(id.0, &args.0, Kind::Ref, false),
        Inst::UpdateInt { function: id, args, .. } => call(id.0, &args.0, Kind::Int, true),
        Inst::UpdateFloat { function: id, args, .. } => call(id.0, &args.0, Kind::Float, true),
        Inst::UpdateRef { function: id, args, .. } => call(id.0, &args.0, Kind::Ref, true),
        Inst::ReturnInt { .. } => gives(Kind::Int, false),
        Inst::ReturnFloat { .. } => gives(Kind::Float, false),
        Inst::ReturnRef { .. } => gives(Kind::Ref, false),
        Inst::ReturnUpdateInt { .. } => gives(Kind::Int, true),
        Inst::ReturnUpdateFloat { .. } => gives(Kind::Float, true),
        Inst::ReturnUpdateRef { .. } => gives(Kind::Ref, true),
        Inst::NativeInt { native: id, args, .. } => native(id.0, &args.0, Kind::Int, false),
        Inst::NativeFloat { native: id, args, .. } => native(id.0, &args.0, Kind::Float, false),
        Inst::NativeRef { native: id, args, .. } => native(id.0, &args.0, Kind::Ref, false),
        Inst::ChangeInt { native: id, args, .. } => native(id.0, &args.0, Kind::Int, true),
        Inst::ChangeRef { native: id, args, .. } => native(id.0, &args.0, Kind::Ref, true),
        Inst::New { layout, slots, .. } => {
            let layout = program.layouts.get(layout.0 as usize)?;
            (kinds(&slots.0) != layout.slots).then(|| format!("the slots of `{}` are others", layout.name))
        }
        Inst::SlotInt { slot: at, layout, .. } | Inst::SetSlotInt { slot: at, layout, .. } => {
            slot(layout.0, at.0, Kind::Int)
        }
        Inst::SlotFloat { slot: at, layout, .. } | Inst::SetSlotFloat { slot: at, layout, .. } => {
            slot(layout.0, at.0, Kind::Float)
        }
        Inst::SlotRef { slot: at, layout, .. }
        | Inst::SetSlotRef { slot: at, layout, .. }
        | Inst::TakeSlot { slot: at, layout, .. } => slot(layout.0, at.0, Kind::Ref),
        Inst::NewClosure { function: id, captures, .. } => {
            let callee = program.functions.get(id.0 as usize)?;
            let first = callee.params.len() - usize::from(callee.captures).min(callee.params.len());
            let fits = kinds(&captures.0) == callee.params[first..] && !callee.updates;
            (!fits).then(|| format!("the captures of `{}` are others", callee.name))
        }
        Inst::ArrayInt { elements, .. } => same(&elements.0, Kind::Int),
        Inst::ArrayFloat { elements, .. } => same(&elements.0, Kind::Float),
        Inst::ArrayRef { elements, .. } => same(&elements.0, Kind::Ref),
        Inst::Concat { parts, .. } => same(&parts.0, Kind::Ref),
        Inst::LoadUnit { variant, .. } if variant.0 < 0 => Some("a variant has no negative number".to_owned()),
        _ => None,
    }
}
