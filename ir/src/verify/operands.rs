//! Functions by themselves and operands by themselves: numbers in range, registers of the right kind.

use super::{Fault, limits, together};
use crate::operand::{Kind, Reg, Role, Section, Sink};
use crate::program::{Function, Program};

/// The registers, places and operands of a function.
pub(super) fn function(program: &Program, function: &Function) -> Result<(), Fault> {
    let about = |problem| (None, problem);
    header(function).and_then(|()| places(program, function)).map_err(about)?;
    for (at, inst) in function.code.iter().enumerate() {
        let mut operands = Operands { program, function, problem: None, at: at as u32, is_loop: inst.is_loop() };
        inst.write(&mut operands);
        let problem = operands.problem.or_else(|| together::problem(program, function, inst));
        if let Some(problem) = problem {
            return Err((Some(at as u32), problem));
        }
    }
    Ok(())
}

fn header(function: &Function) -> Result<(), String> {
    if function.registers.len() > limits::REGISTERS_MAX {
        return Err(format!("it has more than {} registers", limits::REGISTERS_MAX));
    }
    if function.code.len() > limits::CODE_MAX {
        return Err(format!("it has more than {} instructions", limits::CODE_MAX));
    }
    if function.registers.get(..function.params.len()) != Some(&function.params[..]) {
        return Err("its first registers are not its parameters".to_owned());
    }
    if usize::from(function.captures) > function.params.len() {
        return Err("it has more captures than parameters".to_owned());
    }
    if function.updates && function.params.first() != Some(&Kind::Ref) {
        return Err("it updates its receiver and has none".to_owned());
    }
    Ok(())
}

/// Places are found by halving, so they are in order.
fn places(program: &Program, function: &Function) -> Result<(), String> {
    if let Some(pair) = function.places.windows(2).find(|it| it[0].0 >= it[1].0) {
        return Err(format!("its places are not in order: {} before {}", pair[0].0, pair[1].0));
    }
    if let Some((at, _)) = function.places.last().filter(|(at, _)| *at as usize >= function.code.len()) {
        return Err(format!("a place is given for instruction {at}, which it does not have"));
    }
    let all = function.places.iter().map(|(_, it)| it).chain(function.inlined.iter().map(|it| &it.place));
    if let Some(place) = all.clone().find(|it| it.file as usize >= program.files.len()) {
        return Err(format!("there is no file {}", place.file));
    }
    let count = function.inlined.len();
    if let Some(place) = all.take(function.places.len()).find(|it| it.inlined as usize > count) {
        return Err(format!("there is no inlined call {}", place.inlined));
    }
    match (0..).zip(&function.inlined).find(|(at, it)| it.place.inlined > *at) {
        Some((at, it)) => Err(format!("inlined call {} is in {}, which comes later", at + 1, it.place.inlined)),
        None => Ok(()),
    }
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
            Section::Signature => (self.program.signatures.len(), "signature"),
            Section::Global => (self.program.globals.len(), "global"),
        };
        if index as usize >= count {
            self.refuse(format!("there is no {word} {index}"));
        }
    }
}
