//! Reads the calls of fibers: each waits at an instruction that calls the next one.

use concerto_ir::Kind;
use concerto_ir::op::Inst;
use concerto_ir::program::Function;

use super::bytes::Reader;
use super::restore::{Checked, refuse};
use crate::fiber::{Frame, NO_PLACE, Stack, stack_bytes};
use crate::machine::Machine;

/// An instruction of a function.
pub(super) fn read_stop<'m>(machine: &'m Machine, reader: &mut Reader<'_>) -> Checked<(u32, u32, &'m Function)> {
    let functions = &machine.linked.verified.program().functions;
    let number = reader.below(functions.len(), "function")?;
    let function = &functions[number as usize];
    let at = reader.below(function.code.len(), "instruction")?;
    Ok((number, at, function))
}

/// The calls of a fiber, the outermost first, and what the fiber gives. The registers are empty.
pub(super) fn read_calls(machine: &mut Machine, reader: &mut Reader<'_>, is_first: bool) -> Checked<(Stack, Kind)> {
    let count = reader.count()?;
    if count == 0 || count > machine.limits.depth_max {
        return refuse("a fiber has no calls, or too many");
    }
    let mut frames = vec![Frame { back: machine.linked.code.as_ptr(), registers: 1, dst: 0, place: NO_PLACE }];
    let (mut number, mut at, mut function) = read_stop(machine, reader)?;
    let takes = function.params.len() - usize::from(function.captures);
    if takes > 0 || function.updates || (is_first && function.captures > 0) {
        return refuse("a fiber begins with a function that takes something");
    }
    let Some(gives) = function.result else { return refuse("a fiber begins with a function that gives nothing") };
    let mut words = 1;
    for _ in 1..count {
        let (callee, next, called) = read_stop(machine, reader)?;
        let Some((dst, place)) = call_of(machine, &function.code[at as usize], callee, called) else {
            return refuse("a call does not fit the one that it waits for");
        };
        let word = machine.linked.word_of(number, at).map_or(0, |it| machine.linked.after(it));
        let back = machine.linked.code[word as usize..].as_ptr();
        let registers = machine.linked.entries[number as usize].registers;
        frames.push(Frame { back, registers, dst, place });
        words = usize::saturating_add(words, registers as usize);
        (number, at, function) = (callee, next, called);
    }
    let base = words;
    let registers = machine.linked.entries[number as usize].registers;
    // Where there are more than can be counted, there is no memory for them either.
    words = words.saturating_add(registers as usize);
    let word = machine.linked.word_of(number, at).unwrap_or_default();
    machine.heap.count_bytes(stack_bytes(words, frames.len())).map_err(|it| it.to_string())?;
    let calls = frames.len();
    Ok((Stack { words: vec![0; words], frames, calls, at: word, base, registers }, gives))
}

/// Where the result and the receiver of a call go, if the instruction is one that calls this function.
fn call_of(machine: &Machine, inst: &Inst, callee: u32, function: &Function) -> Option<(u16, u16)> {
    let by_name = |dst: u16, wanted: u32| (wanted == callee).then_some((dst, NO_PLACE));
    let update = |dst: u16, place: u16, wanted: u32| (wanted == callee).then_some((dst, place));
    let by_value = |dst: u16, signature: u32| {
        let wanted = machine.linked.verified.program().signatures.get(signature as usize);
        let fits = !function.updates && wanted == function.signature().as_ref();
        fits.then_some((dst, NO_PLACE))
    };
    match inst {
        Inst::CallInt { dst, function, .. } => by_name(dst.0.0, function.0),
        Inst::CallFloat { dst, function, .. } => by_name(dst.0.0, function.0),
        Inst::CallRef { dst, function, .. } => by_name(dst.0.0, function.0),
        Inst::UpdateInt { dst, place, function, .. } => update(dst.0.0, place.0.0, function.0),
        Inst::UpdateFloat { dst, place, function, .. } => update(dst.0.0, place.0.0, function.0),
        Inst::UpdateRef { dst, place, function, .. } => update(dst.0.0, place.0.0, function.0),
        Inst::CallValueInt { dst, signature, .. } => by_value(dst.0.0, signature.0),
        Inst::CallValueFloat { dst, signature, .. } => by_value(dst.0.0, signature.0),
        Inst::CallValueRef { dst, signature, .. } => by_value(dst.0.0, signature.0),
        _ => None,
    }
}
