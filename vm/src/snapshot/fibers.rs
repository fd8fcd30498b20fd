//! Writes fibers, with what they and the resources refer to.

use std::collections::HashMap;

use concerto_ir::verify::Moment;
use concerto_ir::{Kind, Reg};

use super::bytes::Writer;
use super::graph::Graph;
use super::outcomes;
use crate::fiber::{Fiber, FiberId, Wait};
use crate::machine::Machine;
use crate::unwind::{Point, Points};

/// Writes everything after the header.
pub(super) fn write(machine: &Machine, first: FiberId, writer: &mut Writer) {
    let order = Order::of(machine);
    let fibers: Vec<&Fiber> = order.ids().filter_map(|it| machine.fibers.get(it)).collect();
    let mut points = machine.points.borrow_mut();
    points.learn_anew(&machine.linked, fibers.iter().map(|it| &it.stack));
    let graph = graph(machine, &fibers, &points);
    graph.write(writer);
    for task in graph.tasks() {
        outcomes::write(&graph, *task, writer);
    }
    for global in &machine.globals {
        graph.value(Kind::Ref, global.value, writer);
        writer.number(global.taken_by.map_or(0, |it| 1 + order.number(it)));
    }
    for section in &order.sections {
        writer.count(section.len());
    }
    writer.number(order.number(first));
    writer.number(fibers.first().map_or(0, |it| it.turn.max(0) as u64));
    for fiber in &fibers {
        write_fiber(machine, &order, &graph, fiber, writer);
    }
    for fiber in &fibers {
        let held = held(machine, &points, fiber);
        held.for_each(|(kind, word)| graph.value(kind, word, writer));
    }
}

/// The order in which fibers are written: those that can go on, those that wait for tasks and resources, those that wait
/// for replies.
struct Order {
    sections: [Vec<FiberId>; 3],
    numbers: HashMap<FiberId, u64>,
}

impl Order {
    fn of(machine: &Machine) -> Self {
        let ready: Vec<FiberId> = machine.ready.iter(&machine.fibers).collect();
        let ticket = |id: &FiberId| {
            let fiber = machine.fibers.get(*id)?;
            matches!(fiber.wait, Wait::Tasks | Wait::Global).then_some(fiber.ticket)
        };
        let mut waiting: Vec<FiberId> = machine.fibers.ids().filter(|it| ticket(it).is_some()).collect();
        waiting.sort_by_key(ticket);
        let sections = [ready, waiting, machine.pending.values().copied().collect()];
        let numbers = sections.iter().flatten().enumerate().map(|(at, it)| (*it, at as u64)).collect();
        Self { sections, numbers }
    }

    fn ids(&self) -> impl Iterator<Item = FiberId> {
        self.sections.iter().flatten().copied()
    }

    fn number(&self, id: FiberId) -> u64 {
        self.numbers.get(&id).copied().unwrap_or_default()
    }
}

/// The registers of a fiber that hold something, those of the innermost call first.
fn held<'m>(machine: &'m Machine, points: &'m Points, fiber: &'m Fiber) -> impl Iterator<Item = (Kind, u64)> + 'm {
    let functions = &machine.linked.verified.program().functions;
    let point = |(word, moment, base): (u32, Moment, usize)| Some((points.get(word, moment)?, base));
    let calls = fiber.stack.stops(&machine.linked).filter_map(point);
    calls.flat_map(move |(Point { function, held, .. }, base)| {
        let registers = &functions[*function as usize].registers;
        let register = move |it: Reg| (registers[usize::from(it.0)], fiber.stack.words[base + usize::from(it.0)]);
        held.iter().map(register)
    })
}

fn graph<'m>(machine: &'m Machine, fibers: &[&Fiber], points: &Points) -> Graph<'m> {
    let mut graph = Graph::new(machine);
    // SAFETY: [counted] resources hold what is in them, and fibers their tasks and [flow] what the analysis says.
    unsafe {
        for fiber in fibers {
            graph.visit(fiber.task as u64);
            for (kind, word) in held(machine, points, fiber) {
                if kind == Kind::Ref {
                    graph.visit(word);
                }
            }
        }
        machine.globals.iter().for_each(|it| graph.visit(it.value));
    }
    graph
}

/// A fiber without its registers: its task, the scopes that are open, what it started, and its calls, the outermost first.
fn write_fiber(machine: &Machine, order: &Order, graph: &Graph<'_>, fiber: &Fiber, writer: &mut Writer) {
    writer.number(graph.task(fiber.task));
    writer.number(u64::from(fiber.scopes));
    writer.number(fiber.mark);
    let mut children: Vec<FiberId> =
        std::iter::successors(fiber.last_child, |it| machine.fibers.get(*it)?.before).collect();
    children.reverse();
    writer.count(children.len());
    for child in children {
        writer.number(order.number(child));
        writer.number(u64::from(machine.fibers.get(child).map_or(0, |it| it.scope)));
    }
    if let Wait::Reply(number) = fiber.wait {
        writer.number(number);
    }
    let mut calls: Vec<(u32, u32)> = machine.linked.trace(&fiber.stack).collect();
    calls.reverse();
    writer.count(calls.len());
    for (function, at) in calls {
        writer.number(u64::from(function));
        writer.number(u64::from(at));
    }
}
