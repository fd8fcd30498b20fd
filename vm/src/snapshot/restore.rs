//! Reads fibers and resources, and checks that a machine could have come to this state.

use std::collections::HashSet;

use concerto_ir::Kind;
use concerto_ir::op::Inst;

use super::bytes::Reader;
use super::calls::read_calls;
use super::objects::{Ground, Objects};
use super::outcomes;
use crate::exec::fibers::all_gave;
use crate::fiber::{FIBER_BYTES, Fiber, FiberId, Line, TURN, Wait};
use crate::heap::retain;
use crate::heap::task::{self, Outcome};
use crate::machine::Machine;
use crate::tasks::awaited;

/// What was read, or what is wrong with it.
pub(super) type Checked<T> = Result<T, String>;

/// Says what is wrong.
pub(super) fn refuse<T>(problem: &str) -> Checked<T> {
    Err(format!("the state is wrong: {problem}"))
}

/// Reads everything after the header into a new machine.
pub(super) fn read(machine: &mut Machine, reader: &mut Reader<'_>) -> Checked<()> {
    let mut objects = Objects::default();
    let state = objects.read(&mut Ground::of(machine), reader).and_then(|()| State::read(machine, &objects, reader));
    let done = state.and_then(|it| it.put(machine, &objects));
    objects.forget(&mut Ground::of(machine));
    done
}

type Children = Vec<(FiberId, u32)>;

/// What was read besides objects. References in it do not count yet.
struct State {
    outcomes: Vec<Option<Outcome>>,
    globals: Vec<(u64, Option<FiberId>)>,
    /// How many fibers can go on and how many wait for tasks and resources; the others wait for replies.
    ready: usize,
    waiting: usize,
    first: FiberId,
    fibers: Vec<Fiber>,
    /// What each started, and in which scope.
    children: Vec<Children>,
}

impl State {
    fn read(machine: &mut Machine, objects: &Objects, reader: &mut Reader<'_>) -> Checked<Self> {
        let outcomes =
            objects.tasks.iter().map(|_| outcomes::read(machine, objects, reader)).collect::<Result<_, _>>()?;
        let mut globals = Vec::new();
        for _ in &machine.globals {
            globals.push((objects.value(Kind::Ref, reader)?, reader.number()?));
        }
        let (ready, waiting, replying) = (reader.count()?, reader.count()?, reader.count()?);
        let count = ready.checked_add(waiting).and_then(|it| it.checked_add(replying));
        let count = count.filter(|it| *it <= reader.rest.len()).ok_or("the state ends too early")?;
        let fiber = |number: u64| match u32::try_from(number) {
            Ok(number) if (number as usize) < count => Ok(FiberId(number)),
            _ => refuse("a fiber is not there"),
        };
        let globals = globals.into_iter().map(|(value, taken)| {
            let taken = taken.checked_sub(1).map(fiber).transpose()?;
            if taken.is_some() && value == 0 { refuse("nothing was taken") } else { Ok((value, taken)) }
        });
        let globals = globals.collect::<Result<_, _>>()?;
        let first = fiber(reader.number()?)?;
        let turn = reader.below(TURN as usize + 1, "turn")?;
        let mut state = Self { outcomes, globals, ready, waiting, first, fibers: Vec::new(), children: Vec::new() };
        for at in 0..count {
            let (mut fiber, children) = read_fiber(machine, objects, reader, at >= ready + waiting)?;
            fiber.turn = if at == 0 { i64::from(turn) } else { TURN };
            state.fibers.push(fiber);
            state.children.push(children);
        }
        state.read_registers(machine, objects, reader)?;
        if !reader.rest.is_empty() {
            return refuse("something follows it");
        }
        state.check_owners(objects)?;
        state.check_family()?;
        Ok(state)
    }

    /// The registers of all fibers, as far as they hold something.
    fn read_registers(&mut self, machine: &mut Machine, objects: &Objects, reader: &mut Reader<'_>) -> Checked<()> {
        let points = machine.points.get_mut();
        points.learn_anew(&machine.linked, self.fibers.iter().map(|it| &it.stack));
        let functions = &machine.linked.verified.program().functions;
        for fiber in &mut self.fibers {
            let stops: Vec<_> = fiber.stack.stops(&machine.linked).collect();
            for (word, moment, base) in stops {
                let Some(point) = points.get(word, moment) else { return refuse("a call stands nowhere") };
                let registers = &functions[point.function as usize].registers;
                for reg in point.held.iter() {
                    let at = usize::from(reg.0);
                    fiber.stack.words[base + at] = objects.value(registers[at], reader)?;
                }
            }
        }
        Ok(())
    }

    /// Whether every task that runs is that of one fiber, and every fiber but the first has one.
    fn check_owners(&self, objects: &Objects) -> Checked<()> {
        let mut owned = HashSet::new();
        for (at, fiber) in self.fibers.iter().enumerate() {
            let is_first = self.first.0 as usize == at;
            if fiber.task.is_null() != is_first || (!is_first && !owned.insert(fiber.task)) {
                return refuse("a fiber and its task do not fit");
            }
        }
        let runs = self.outcomes.iter().zip(&objects.tasks).filter(|(outcome, _)| outcome.is_none());
        let mut running = 0;
        for (_, task) in runs {
            running += 1;
            if !owned.contains(task) {
                return refuse("a task runs in no fiber");
            }
        }
        if running == owned.len() { Ok(()) } else { refuse("the task of a fiber has ended") }
    }

    /// Whether every fiber but the first was started by one that comes from the first.
    fn check_family(&self) -> Checked<()> {
        let mut found = vec![self.first];
        let mut met = HashSet::from([self.first]);
        let mut at = 0;
        while let Some(id) = found.get(at).copied() {
            let mut last = 0;
            for (child, scope) in &self.children[id.0 as usize] {
                let fits = *scope >= last && *scope <= self.fibers[id.0 as usize].scopes;
                if !fits || child.0 as usize >= self.fibers.len() || !met.insert(*child) {
                    return refuse("a fiber was not started by another");
                }
                last = *scope;
                found.push(*child);
            }
            at += 1;
        }
        if found.len() == self.fibers.len() { Ok(()) } else { refuse("a fiber was started by none") }
    }

    /// Puts it into the machine: from now on references count.
    fn put(mut self, machine: &mut Machine, objects: &Objects) -> Checked<()> {
        let functions = &machine.linked.verified.program().functions;
        // SAFETY: [counted] the words are references to objects that the list holds, [flow] in registers that hold one;
        // [task] each task ends or runs in one fiber.
        unsafe {
            for fiber in &self.fibers {
                for (word, moment, base) in fiber.stack.stops(&machine.linked) {
                    let Some(point) = machine.points.get_mut().get(word, moment) else { continue };
                    let registers = &functions[point.function as usize].registers;
                    let held = point.held.iter().map(|it| usize::from(it.0));
                    held.filter(|it| registers[*it] == Kind::Ref).for_each(|it| {
                        retain(fiber.stack.words[base + it]);
                    });
                }
                retain(fiber.task as u64);
            }
            for (outcome, task) in self.outcomes.drain(..).zip(&objects.tasks) {
                if let Some(outcome) = outcome {
                    if let Outcome::Gave(Kind::Ref, word) = outcome {
                        retain(word);
                    }
                    machine.heap.end_task(*task, outcome);
                }
            }
            for (global, (value, taken)) in machine.globals.iter_mut().zip(&self.globals) {
                global.value = retain(*value);
                global.taken_by = *taken;
            }
        }
        self.put_fibers(machine)
    }

    fn put_fibers(self, machine: &mut Machine) -> Checked<()> {
        machine.first = Some(self.first);
        for (at, fiber) in self.fibers.into_iter().enumerate() {
            if !fiber.task.is_null() {
                // SAFETY: [task] the task is the fiber's, and runs.
                unsafe { task::set_fiber(fiber.task, FiberId(at as u32)) };
            }
            machine.fibers.add(Box::new(fiber));
        }
        for (at, children) in self.children.iter().enumerate() {
            children.iter().for_each(|(it, scope)| machine.fibers.adopt(FiberId(at as u32), *it, *scope));
        }
        for (global, (_, taken)) in self.globals.iter().enumerate() {
            if let Some(fiber) = taken.and_then(|it| machine.fibers.get_mut(it)) {
                fiber.taken.push(global as u32);
            }
        }
        let ids: Vec<FiberId> = machine.fibers.ids().collect();
        for (at, id) in ids.iter().enumerate() {
            if at < self.ready {
                let turn = machine.fibers.get(*id).map_or(0, |it| it.turn);
                machine.wake(*id);
                if let Some(fiber) = machine.fibers.get_mut(*id) {
                    fiber.turn = turn;
                }
            } else if at < self.ready + self.waiting {
                check_wait(machine, *id)?;
                machine.enter_lines(*id).map_err(|it| it.to_string())?;
            } else {
                put_request(machine, *id)?;
            }
        }
        Ok(())
    }
}

/// Whether a fiber waits for something that can come.
fn check_wait(machine: &Machine, id: FiberId) -> Checked<()> {
    let Some(fiber) = machine.fibers.get(id) else { return refuse("a fiber is not there") };
    let stack = &fiber.stack;
    let waits = match machine.linked.inst(stack.at) {
        Some(Inst::Wait { .. } | Inst::WaitAny { .. }) => {
            let tasks = awaited(&machine.linked, stack);
            // SAFETY: [counted] [flow] the fiber holds the references.
            let runs = |it: &u64| unsafe { task::task(*it).is_some_and(|it| task::ended(it).is_none()) };
            !tasks.is_empty() && tasks.iter().all(runs)
        }
        // SAFETY: [counted] [flow] the fiber holds the reference.
        Some(Inst::WaitAll { tasks, .. }) => unsafe { all_gave(stack.register(tasks.0)) == Ok(None) },
        Some(Inst::LoadGlobal { global, .. } | Inst::TakeGlobal { global, .. }) => {
            machine.globals[global.0 as usize].taken_by.is_some_and(|it| it != id)
        }
        _ => false,
    };
    if waits { Ok(()) } else { refuse("a fiber waits for nothing") }
}

/// A fiber waits for a reply.
fn put_request(machine: &mut Machine, id: FiberId) -> Checked<()> {
    let Some(fiber) = machine.fibers.get(id) else { return refuse("a fiber is not there") };
    let Wait::Reply(number) = fiber.wait else { return refuse("a fiber waits for no reply") };
    let is_new = machine.pending.last_key_value().is_none_or(|(it, _)| *it < number);
    if !is_new || number >= machine.requests || machine.effect(&fiber.stack).is_none() {
        return refuse("a fiber waits for a reply to nothing");
    }
    machine.pending.insert(number, id);
    machine.suspend(id, Wait::Reply(number));
    Ok(())
}

/// A fiber without what its registers hold, and the numbers of those that it started, whose scopes are theirs.
fn read_fiber(
    machine: &mut Machine,
    objects: &Objects,
    reader: &mut Reader<'_>,
    replies: bool,
) -> Checked<(Fiber, Children)> {
    let task = match reader.below(objects.tasks.len() + 1, "task")? {
        0 => std::ptr::null_mut(),
        number => objects.tasks[number as usize - 1],
    };
    let scopes = reader.below(u32::MAX as usize, "scope")?;
    let mark = reader.number()?;
    let count = reader.count()?;
    let mut children = Vec::new();
    for _ in 0..count {
        let child = reader.below(u32::MAX as usize, "fiber")?;
        children.push((FiberId(child), reader.below(u32::MAX as usize, "scope")?));
    }
    let wait = if replies { Wait::Reply(reader.number()?) } else { Wait::Turn };
    let (stack, gives) = read_calls(machine, reader, task.is_null())?;
    machine.heap.count_bytes(FIBER_BYTES).map_err(|it| it.to_string())?;
    let fiber = Fiber {
        stack,
        wait,
        ticket: 0,
        awaits: 0,
        turn: TURN,
        task,
        gives,
        parent: None,
        scope: 0,
        scopes,
        mark,
        last_child: None,
        before: None,
        after: None,
        waiters: Line::default(),
        taken: Vec::new(),
    };
    Ok((fiber, children))
}
