//! How tasks ended, with the faults of those that did not end well.

use concerto_ir::Kind;

use super::bytes::{Reader, Writer};
use super::calls::read_stop;
use super::codes::{faults, states};
use super::graph::Graph;
use super::objects::Objects;
use super::restore::{Checked, refuse};
use crate::fault::FaultKind;
use crate::heap::task::{self, Failure, Outcome, State, Task};
use crate::machine::Machine;
use crate::schedule::TRACE_MAX;

/// Writes how a task is.
pub(super) fn write(graph: &Graph<'_>, task: *const Task, writer: &mut Writer) {
    // SAFETY: [counted] tasks of the graph stay.
    match unsafe { task::state(task) } {
        State::Running(_) => writer.byte(states::RUNNING),
        State::Gave(kind, word) => {
            writer.byte(match kind {
                Kind::Int => states::GAVE_INT,
                Kind::Float => states::GAVE_FLOAT,
                Kind::Ref => states::GAVE_REF,
            });
            graph.value(kind, word, writer);
        }
        State::Faulted(failure) => {
            writer.byte(states::FAULTED);
            write_failure(failure, writer);
        }
        State::Cancelled => writer.byte(states::CANCELLED),
    }
}

fn write_failure(failure: &Failure, writer: &mut Writer) {
    match &failure.kind {
        FaultKind::Overflow => writer.byte(faults::OVERFLOW),
        FaultKind::DivisionByZero => writer.byte(faults::DIVISION_BY_ZERO),
        FaultKind::IndexOutOfRange(index, length) => {
            writer.byte(faults::INDEX_OUT_OF_RANGE);
            writer.int(*index as u64);
            writer.number(*length);
        }
        FaultKind::LossyConversion => writer.byte(faults::LOSSY_CONVERSION),
        FaultKind::TooDeep(limit) => {
            writer.byte(faults::TOO_DEEP);
            writer.count(*limit);
        }
        FaultKind::OutOfMemory(limit) => {
            writer.byte(faults::OUT_OF_MEMORY);
            writer.count(*limit);
        }
        FaultKind::Deadlock => writer.byte(faults::DEADLOCK),
        FaultKind::Message(message) => {
            writer.byte(faults::MESSAGE);
            writer.text(message);
        }
        FaultKind::BadObject => writer.byte(faults::BAD_OBJECT),
    }
    writer.count(failure.trace.len());
    for (function, at) in &failure.trace {
        writer.number(u64::from(*function));
        writer.number(u64::from(*at));
    }
}

/// How a task ended; nothing while it runs.
pub(super) fn read(machine: &Machine, objects: &Objects, reader: &mut Reader<'_>) -> Checked<Option<Outcome>> {
    let kind = match reader.byte()? {
        states::RUNNING => return Ok(None),
        states::CANCELLED => return Ok(Some(Outcome::Cancelled)),
        states::FAULTED => return Ok(Some(Outcome::Faulted(Box::new(read_failure(machine, reader)?)))),
        states::GAVE_INT => Kind::Int,
        states::GAVE_FLOAT => Kind::Float,
        states::GAVE_REF => Kind::Ref,
        _ => return refuse("a task ended in an unknown way"),
    };
    Ok(Some(Outcome::Gave(kind, objects.value(kind, reader)?)))
}

fn read_failure(machine: &Machine, reader: &mut Reader<'_>) -> Checked<Failure> {
    let limit = |reader: &mut Reader<'_>| reader.number().map(|it| usize::try_from(it).unwrap_or(usize::MAX));
    let kind = match reader.byte()? {
        faults::OVERFLOW => FaultKind::Overflow,
        faults::DIVISION_BY_ZERO => FaultKind::DivisionByZero,
        faults::INDEX_OUT_OF_RANGE => FaultKind::IndexOutOfRange(reader.int()? as i64, reader.number()?),
        faults::LOSSY_CONVERSION => FaultKind::LossyConversion,
        faults::TOO_DEEP => FaultKind::TooDeep(limit(reader)?),
        faults::OUT_OF_MEMORY => FaultKind::OutOfMemory(limit(reader)?),
        faults::DEADLOCK => FaultKind::Deadlock,
        faults::MESSAGE => FaultKind::Message(reader.text()?.to_owned()),
        faults::BAD_OBJECT => FaultKind::BadObject,
        _ => return refuse("a task faulted in an unknown way"),
    };
    let count = reader.count()?;
    if count > 2 * TRACE_MAX {
        return refuse("a trace is too long");
    }
    let trace = (0..count).map(|_| read_stop(machine, reader).map(|(function, at, _)| (function, at)));
    Ok(Failure { kind, trace: trace.collect::<Result<_, _>>()? })
}
