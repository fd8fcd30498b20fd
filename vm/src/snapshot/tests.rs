//! States as bytes. That programs go on as if nothing had happened is tested wherever programs are run in tests: `run`
//! writes them down and reads them again at every stop.

use crate::heap::{Form, hash};
use concerto_ir::Kind;
use concerto_ir::verify::Verified;

use crate::testing::{World, done, empty, program};
use crate::{Halt, Limits, Machine, Reply, Value};

/// Objects of most forms, shared and not, in registers, calls, tasks and resources.
const MUCH: &str = "
        native sleep(int) -> unit
        native print(int) -> unit
        native name() -> string
        global Own
        global Other
        layout Pair(int, float, ref)
        layout Some(ref) 1
        fn main() -> int with ref, ref, ref, int, float, int, ref, ref
            load.text r0, \"text\"
            put.global global 0, r0
            load.unit r0, 3
            put.global global 1, r0
            load.int r3, -5
            load.float r4, 2.5
            perform.ref r0, \"name\", []
            copy.ref r1, r0
            new r1, layout 0, [r3, r4, r1]
            copy.ref r2, r1
            array.ref r2, [r0, r2, r1]
            array.float r0, [r4, r4, r4, r4]
            array.int r1, [r3, r3]
            new r0, layout 1, [r0]
            copy.ref r6, r0
            new_closure r6, \"work\", [r6, r3]
            spawn r6, r6, signature 0
            open_scope
            copy.ref r7, r1
            new_closure r7, \"fail\", [r7]
            spawn r7, r7, signature 0
            wait r5, r7
            call.int r5, \"deep\", [r5]
            update.int r5, r1, \"change\", [r5]
            array.ref r7, [r7, r6]
            load.int r5, 1
            get.ref r6, r7, r5
            wait r5, r6
            drop r6
            close_scope
            len r5, r1
            drop r0
            drop r1
            drop r2
            drop r7
            return.int r5
        fn work(ref, int) -> int captures 2 with ref, int
            take.global r2, global 0
            load.int r3, 20
            perform.int r3, \"sleep\", [r3]
            put.global global 0, r2
            drop r0
            return.int r1
        fn fail(ref) -> int captures 1 with ref, int
            load.global r1, global 0
            drop r1
            load.int r2, 0
            div.int r2, r2, r2
            drop r0
            return.int r2
        fn deep(int) -> int with int
            jump_ge.small r0, 5, @ask
            add.small r0, r0, 1
            call.int r0, \"deep\", [r0]
            return.int r0
            ask:
            load.int r1, 1
            perform.int r1, \"sleep\", [r1]
            perform.int r1, \"print\", [r0]
            return.int r0
        fn change(ref, int) -> int updates with int
            perform.int r2, \"print\", [r1]
            push.int r0, r1
            perform.int r2, \"print\", [r1]
            return_update.int r1, r0";

#[test]
fn a_program_goes_on_as_if_nothing_had_happened() {
    assert_eq!(done(MUCH), (3, ["5", "5", "5"].map(str::to_owned).to_vec()));
}

/// The states of a program at all stops.
fn states(source: &str, fuel: u64) -> Vec<Vec<u8>> {
    let mut world = World::new(source);
    let mut states = Vec::new();
    for _ in 0..60 {
        match world.machine().run(fuel) {
            Halt::Done(_) | Halt::Fault(_) => break,
            Halt::Fuel => {}
            Halt::Effect(request) => world.answer(&request),
            Halt::Wait => {
                states.push(world.machine().snapshot().expect("bytes"));
                world.pass_time();
            }
        }
        states.extend(world.machine().snapshot());
    }
    states
}

fn restore(source: &str, bytes: &[u8]) -> Result<Machine, String> {
    restore_in(&program(source), bytes)
}

fn restore_in(verified: &Verified, bytes: &[u8]) -> Result<Machine, String> {
    Machine::restore(verified.clone(), Limits { bytes_max: 64 << 20, depth_max: 2_000 }, bytes)
}

#[track_caller]
fn refused(source: &str, bytes: &[u8]) -> String {
    restore(source, bytes).err().expect("it is refused")
}

#[test]
fn what_is_no_state_is_refused() {
    assert_eq!(refused(MUCH, b""), "the state ends too early");
    assert_eq!(refused(MUCH, b"something else"), "this is no state of a program");
    assert_eq!(refused(MUCH, b"CoS\x07 and more"), "the state has version 7");
    let bytes = states(MUCH, 1).remove(3);
    let step = if cfg!(miri) { 13 } else { 1 };
    assert_eq!(
        refused(&MUCH.replace("load.int r3, 20", "load.int r3, 21"), &bytes),
        "this is the state of another program"
    );
    assert_eq!(
        refused(&MUCH.replace("native print(int)", "native print(unit)"), &bytes),
        "this is the state of another program"
    );
    for end in (0..bytes.len()).step_by(step) {
        assert!(restore(MUCH, &bytes[..end]).is_err(), "{end}");
    }
    let more = [&bytes[..], &[0]].concat();
    assert_eq!(refused(MUCH, &more), "the state is wrong: something follows it");
}

#[test]
fn a_small_program_takes_few_bytes() {
    let source = "
        native sleep(int) -> unit
        fn main() -> int with int, int, ref
            load.int r0, 100
            load.text r2, \"a text of the program is not written\"
            perform.int r1, \"sleep\", [r0]
            drop r2
            return.int r0";
    let bytes = states(source, 100).remove(0);
    assert!(bytes.len() < 64, "{} bytes", bytes.len());
}

#[test]
fn what_is_shared_stays_shared() {
    let source = "
        native sleep(int) -> unit
        layout Pair(ref, ref)
        fn main() -> int with ref, ref, int, int, int
            load.int r2, 0
            load.int r3, 40
            array.int r0, [r2]
            again:
            copy.ref r1, r0
            new r0, layout 0, [r0, r1]
            count r2, r3, @again
            perform.int r4, \"sleep\", [r2]
            drop r0
            return.int r2";
    // As a tree this would be 2⁴⁰ objects.
    assert_eq!(done(source).0, 40);
    let bytes = states(source, 1_000).remove(0);
    assert!(bytes.len() < 300, "{} bytes", bytes.len());
}

#[test]
fn long_lists_take_no_recursion() {
    let source = "
        native sleep(int) -> unit
        layout Node(ref)
        fn main() -> int with ref, int, int, int
            load.int r1, 0
            load.int r2, 30000
            load.unit r0, 0
            again:
            new r0, layout 0, [r0]
            count r1, r2, @again
            perform.int r3, \"sleep\", [r1]
            drop r0
            return.int r1";
    let source = if cfg!(miri) { source.replace("30000", "1000") } else { source.to_owned() };
    let mut world = World::new(&source);
    world.suspends = true;
    assert!(matches!(world.run(), Halt::Done(_)));
}

/// A table as the resource of a machine, with entries of a hash, a key and a value.
fn with_table(form: Form, tag: u16, entries: &[(u64, u64, u64)]) -> World {
    let mut world = World::new(MUCH);
    let machine = world.machine();
    machine.run(1);
    let table = machine.heap.table(form, tag, 0).expect("memory");
    for (hash, key, value) in entries {
        // SAFETY: the table is new, and the entries are of its kinds.
        unsafe { machine.heap.insert(table, *hash, *key, *value).expect("memory") };
    }
    let old = std::mem::replace(&mut machine.globals[1].value, table as u64);
    // SAFETY: the resource held a reference.
    unsafe { machine.release(old) };
    world
}

#[test]
fn tables_keep_their_entries_and_their_order() {
    let seed = World::new(MUCH).machine().heap.seed;
    let ints: Vec<(u64, u64, u64)> = (0..100).map(|it| (hash::of_int(seed, it * 7), it * 7, it)).collect();
    let others: Vec<(u64, u64, u64)> = (0..100).map(|it| (it * 1_000_003, it, it)).collect();
    for (form, entries) in [(Form::Map, &ints), (Form::Set, &ints), (Form::Map, &others), (Form::Set, &others)] {
        let mut world = with_table(form, 0, entries);
        world.machine().heap.seed = seed;
        let bytes = world.machine().snapshot().expect("bytes");
        let after = restore(MUCH, &bytes).expect("a machine");
        assert_eq!(after.snapshot(), Ok(bytes));
        // SAFETY: the resource holds a table.
        let table = unsafe { &*(after.globals[1].value as *const crate::heap::Table) };
        assert_eq!(table.len(), 100);
        for (hash, key, value) in entries {
            let at = table.find(*hash, |it| it == *key).expect("an entry");
            assert_eq!(table.pair(at), (*key, if form == Form::Map { *value } else { 0 }));
        }
    }
}

#[test]
fn places_in_tables_stay_where_they_are() {
    for count in [5, 40] {
        let entries: Vec<(u64, u64, u64)> = (0..count).map(|it| (it * 1_000_003, it, it)).collect();
        let mut world = with_table(Form::Map, 0, &entries);
        let table = world.machine().globals[1].value as *mut crate::heap::Table;
        for at in [0, 3, count as usize - 1] {
            // SAFETY: the entry is there.
            unsafe { world.machine().heap.take_out(table, at) };
        }
        let bytes = world.machine().snapshot().expect("bytes");
        let after = restore(MUCH, &bytes).expect("a machine");
        assert_eq!(after.snapshot(), Ok(bytes));
        // SAFETY: the resource holds a table.
        let table = unsafe { &*(after.globals[1].value as *const crate::heap::Table) };
        assert_eq!(table.len() as u64, count - 3);
        let mut from = 0;
        while let Some(at) = table.next(from) {
            assert_eq!(table.pair(at), (at as u64, at as u64));
            assert_eq!(table.find(at as u64 * 1_000_003, |it| it == at as u64), Some(at));
            from = at + 1;
        }
    }
}

#[test]
fn tables_whose_keys_all_meet_are_refused() {
    let same: Vec<(u64, u64, u64)> = (0..1_000).map(|it| (77, it, it)).collect();
    let mut world = with_table(Form::Map, 0, &same);
    let bytes = world.machine().snapshot().expect("bytes");
    assert_eq!(refused(MUCH, &bytes), "the state has a table whose keys all meet");
}

/// Numbers that look like chance and are the same every time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit.max(1)
    }
}

fn spoil(bytes: &mut Vec<u8>, chance: &mut Chance) {
    // The header says which program it is; what is wrong there is told at once.
    let at = 20 + chance.below(bytes.len() - 20);
    match chance.below(7) {
        0 => bytes[at] ^= 1 << chance.below(8),
        1 => bytes[at] = chance.below(256) as u8,
        2 => bytes[at] = bytes[at].wrapping_add(1),
        3 => bytes[at] = bytes[at].wrapping_sub(1),
        4 => bytes.insert(at, chance.below(256) as u8),
        5 => {
            bytes.remove(at);
        }
        _ => {
            let other = 20 + chance.below(bytes.len() - 20);
            bytes.swap(at, other);
        }
    }
}

/// Runs what was read for a while, whatever it is; whenever it stops it can be written down and read again.
fn run_anything(verified: &Verified, mut machine: Machine) {
    for _ in 0..30 {
        match machine.run(500) {
            Halt::Done(_) | Halt::Fault(_) => break,
            Halt::Effect(request) => {
                let reply = if request.name == "name" { Value::String("Bo".to_owned()) } else { Value::Null };
                machine.resume(request.id, Reply::Value(reply)).expect("somebody waits");
            }
            Halt::Wait => {
                let request = machine.pending.keys().next().copied().expect("a request");
                machine.resume(request, Reply::Value(Value::Null)).expect("somebody waits");
            }
            Halt::Fuel => {}
        }
        if machine.ended.is_none() {
            let bytes = machine.snapshot().expect("bytes");
            machine = restore_in(verified, &bytes).expect("what was written can be read");
        }
    }
    empty(machine);
}

/// Spoilt states are refused, or they are states that the program can go on from.
#[test]
fn spoilt_states_do_no_harm() {
    let mut chance = Chance(7);
    let verified = program(MUCH);
    let rounds = if cfg!(miri) { 2 } else { 400 };
    let (mut refused, mut taken) = (0, 0);
    let mut states = states(MUCH, 2);
    states.push(with_table(Form::Map, 0, &[(1, 2, 3), (4, 5, 6)]).machine().snapshot().expect("bytes"));
    for state in states.into_iter().step_by(if cfg!(miri) { 9 } else { 1 }) {
        for _ in 0..rounds {
            let mut bytes = state.clone();
            for _ in 0..=chance.below(3) {
                spoil(&mut bytes, &mut chance);
            }
            match restore_in(&verified, &bytes) {
                Ok(machine) => {
                    taken += 1;
                    run_anything(&verified, machine);
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(cfg!(miri) || (refused > 1_000 && taken > 100), "{refused} refused, {taken} taken");
}

#[test]
fn random_bytes_do_no_harm() {
    let mut chance = Chance(11);
    let verified = program(MUCH);
    let state = states(MUCH, 2).remove(0);
    for round in 0..if cfg!(miri) { 20 } else { 5_000 } {
        let mut bytes = state[..20].to_vec();
        let top = [4, 16, 256][round % 3];
        bytes.extend((0..chance.below(80)).map(|_| chance.below(top) as u8));
        if let Ok(machine) = restore_in(&verified, &bytes) {
            run_anything(&verified, machine);
        }
    }
}

/// Few bytes cannot ask for much memory.
#[test]
#[cfg_attr(miri, ignore = "fills more memory than Miri gets through")]
fn limits_hold_for_what_is_read() {
    let source = "
        native sleep(int) -> unit
        fn main() -> int with int*50000
            load.int r0, 1
            perform.int r0, \"sleep\", [r0]
            return.int r0";
    let bytes = states(source, 100).remove(0);
    let limits = Limits { bytes_max: 100_000, ..Limits::default() };
    let told = Machine::restore(program(source), limits, &bytes).err();
    assert_eq!(told.as_deref(), Some("out of memory: more than 100000 bytes"));
    let limits = Limits { depth_max: 0, ..Limits::default() };
    assert!(Machine::restore(program(source), limits, &bytes).is_err());
}

/// A value with objects of most forms in a resource, and a stop.
const VALUE: &str = "
        native sleep(int) -> unit
        global Own
        layout Pair(int, float, ref)
        fn main() -> int with ref, ref, int, float, ref
            load.int r2, -5
            load.float r3, 2.5
            load.text r0, \"text\"
            new r0, layout 0, [r2, r3, r0]
            array.int r1, [r2, r2]
            copy.ref r4, r0
            new_closure r4, \"work\", [r4, r2]
            array.ref r0, [r0, r1, r4]
            put.global global 0, r0
            load.int r2, 1
            perform.int r2, \"sleep\", [r2]
            return.int r2
        fn work(ref, int) -> int captures 2
            drop r0
            return.int r1";

fn stopped(source: &str) -> Machine {
    let mut machine = Machine::new(program(source), Limits::default()).expect("a machine");
    machine.start(0);
    assert!(matches!(machine.run(1000), Halt::Effect(_)));
    machine
}

#[test]
fn a_value_is_the_same_on_another_machine() {
    let first = stopped(VALUE);
    // SAFETY: a resource holds its value.
    let write =
        |it: &Machine, word| unsafe { super::write_value(&it.linked, it.heap.seed, Kind::Ref, word) }.expect("bytes");
    let bytes = write(&first, first.globals[0].value);
    let mut second = stopped(VALUE);
    let Machine { linked, heap, .. } = &mut second;
    let word = super::read_value(linked, heap, Kind::Ref, &bytes).expect("a value");
    assert_eq!(write(&second, word), bytes);
    // SAFETY: the value was read with a reference for us.
    unsafe { second.release(word) };
}

#[test]
fn bytes_that_are_no_value_are_refused_or_harmless() {
    let mut machine = stopped(VALUE);
    // SAFETY: a resource holds its value.
    let written =
        unsafe { super::write_value(&machine.linked, machine.heap.seed, Kind::Ref, machine.globals[0].value) };
    let bytes = written.expect("bytes");
    let mut read = |bytes: &[u8]| {
        let Machine { linked, heap, .. } = &mut machine;
        let found = super::read_value(linked, heap, Kind::Ref, bytes);
        if let Ok(word) = found {
            // SAFETY: the value was read with a reference for us.
            unsafe { machine.release(word) };
        }
        found.is_ok()
    };
    for end in 0..bytes.len() {
        assert!(!read(&bytes[..end]), "cut at {end}");
    }
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << bit;
            // The header says what program it is of.
            assert!(!read(&changed) || at >= 12, "bit {bit} of byte {at}");
        }
    }
}

/// The counter of a text has 32 bits, and bytes may name one as often as they like.
#[test]
fn references_of_what_is_read_take_memory() {
    let count = if cfg!(miri) { 300 } else { 20_000 };
    let mut bytes = [&super::value::MAGIC[..], &[0; 8]].concat();
    let mut writer = super::Writer { bytes: Vec::new() };
    writer.count(0);
    writer.count(count);
    (0..count).for_each(|_| writer.raw(&[super::codes::forms::TEXT, 1, b'a']));
    writer.number(2);
    bytes.extend(writer.bytes);
    let mut read = |bytes_max: usize| {
        let mut machine = Machine::new(program(VALUE), Limits { bytes_max, ..Limits::default() }).expect("a machine");
        let Machine { linked, heap, .. } = &mut machine;
        bytes[4..12].copy_from_slice(&super::hash::of(linked).to_le_bytes());
        let before = heap.bytes();
        let found = super::read_value(linked, heap, Kind::Ref, &bytes);
        assert_eq!(heap.bytes(), before);
        if let Ok(word) = found {
            // SAFETY: the value was read with a reference for us.
            unsafe { machine.release(word) };
        }
        found.map(|_| ())
    };
    let pieces = 64 << 10;
    assert_eq!(read(pieces + 8 * count), Ok(()));
    assert_eq!(read(pieces + 8 * count - 1), Err(format!("out of memory: more than {} bytes", pieces + 8 * count - 1)));
}

#[test]
fn a_value_of_another_program_is_refused() {
    let first = stopped(VALUE);
    // SAFETY: a resource holds its value.
    let written = unsafe { super::write_value(&first.linked, first.heap.seed, Kind::Ref, first.globals[0].value) };
    let mut second = stopped(&VALUE.replace("2.5", "3.5"));
    let Machine { linked, heap, .. } = &mut second;
    let problem = super::read_value(linked, heap, Kind::Ref, &written.expect("bytes")).expect_err("another program");
    assert_eq!(problem, "it was written by another program, or another version of this one");
}

/// A resource that is filled by one program and looked at by another.
const HOLDS: &str = "
        global Own
        global Task
        layout Pair(int, ref)
        fn main() -> int with ref, int
            load.int r1, 7
            load.text r0, \"text\"
            new r0, layout 0, [r1, r0]
            put.global global 0, r0
            new_closure r0, \"work\", []
            spawn r0, r0, signature 0
            put.global global 1, r0
            return.int r1
        fn look() -> int with ref, int
            load.global r0, global 0
            slot.int r1, r0, 0, layout 0
            drop r0
            return.int r1
        fn work() -> int with int
            load.int r0, 1
            return.int r0
";

#[test]
fn what_resources_hold_goes_to_another_machine_without_tasks() {
    let mut first = Machine::new(program(HOLDS), Limits::default()).expect("it runs");
    first.start(0);
    assert_eq!(first.run(1000), Halt::Done(7));
    let carried = first.carry(|_| true);
    assert_eq!(
        (carried.names.as_slice(), carried.left.as_slice()),
        (&["Own".to_owned()][..], &["Task".to_owned()][..])
    );
    let mut second = Machine::new(program(HOLDS), Limits::default()).expect("it runs");
    second.receive(&carried).expect("the bytes are right");
    second.start(1);
    assert_eq!(second.run(1000), Halt::Done(7));
    empty(second);
    for count in 1..carried.bytes.len() {
        let mut third = Machine::new(program(HOLDS), Limits::default()).expect("it runs");
        let cut = crate::Carried { bytes: carried.bytes[..count].to_vec(), ..carried.clone() };
        assert!(third.receive(&cut).is_err(), "{count}");
    }
}
