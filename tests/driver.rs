//! The driver beside the machine: what waits, waits together, and everything ends.

use std::time::{Duration, Instant};

use concerto_compiler::compile::{Goal, compile};
use concerto_ir::verify::{Verified, verify};
use concerto_runtime::{Captured, Driver, Interrupt, Outcome};
use concerto_vm::Limits;

use crate::support::{Files, checked};

fn verified(source: &str) -> Verified {
    let mut checked = checked(&Files::of(source));
    assert!(!checked.has_errors(), "{:?}", checked.diagnostics);
    let program = compile(&mut checked, Goal::Run).unwrap_or_else(|it| panic!("{it:?}"));
    verify(program).unwrap_or_else(|it| panic!("{it}"))
}

/// Runs a program: what it printed, how it ended, and how long it took.
fn run(source: &str, change: impl FnOnce(Driver) -> Driver) -> (String, Outcome, Duration) {
    let verified = verified(source);
    let start = verified.program().entry.expect("a start");
    let stdout = Captured::default();
    let driver = change(Driver::new(verified)).output(stdout.clone(), Captured::default());
    let begun = Instant::now();
    let outcome = driver.run(start);
    (stdout.text(), outcome, begun.elapsed())
}

/// Runs a program as it is, and suspended at every effect: what it printed.
fn printed(source: &str) -> String {
    let (text, outcome, _) = run(source, |it| it);
    assert_eq!(outcome, Outcome::Exit(0), "{text}");
    let (suspended, outcome, _) = run(source, |it| it.suspend_at_every_effect(true));
    assert_eq!((&suspended, outcome), (&text, Outcome::Exit(0)));
    text
}

fn message(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Fault(fault) => fault.kind.to_string(),
        other => format!("{other:?}"),
    }
}

#[test]
fn those_who_sleep_wake_in_the_order_of_their_times() {
    let source = "
        fn nap(ms: Int) -> Int { sleep(Duration::from_ms(ms)); print(ms); ms }
        fn main() { print(await (nap(60), nap(20), nap(40), nap(0), nap(-1))); }";
    assert_eq!(printed(source), "0\n-1\n20\n40\n60\n(60, 20, 40, 0, -1)\n");
}

#[test]
fn a_thousand_sleep_at_the_same_time() {
    let source = "
        fn nap(n: Int) -> Int { sleep(50ms); n }
        fn main() { print((0..1000).to_array().par_map(|n| nap(n)).sum()); }";
    let (text, _, time) = run(source, |it| it);
    assert_eq!(text, "499500\n");
    assert!(time < Duration::from_secs(20), "one after the other they would sleep for 50 s, not {time:?}");
}

#[test]
fn who_wakes_up_does_not_wait_for_those_who_compute() {
    let source = "
        fn busy() { loop {} }
        fn main() { print(timeout(20ms, || busy()).is_none()); }";
    assert_eq!(printed(source), "true\n");
    let talking = "
        fn busy() { loop { eprint(\"\"); } }
        fn main() { print(timeout(20ms, || busy()).is_none()); }";
    assert_eq!(run(talking, |it| it).0, "true\n");
}

#[test]
fn nobody_waits_for_what_was_cancelled() {
    let source = "
        fn nap(ms: Int) -> Int { sleep(Duration::from_ms(ms)); ms }
        fn main() {
            print(race [nap(3600000), nap(10)]);
            for i in 0..100 {
                let _ = timeout(0ms, || nap(3600000));
            }
            let _ = spawn nap(3600000);
            print(\"done\");
        }";
    let (text, outcome, time) = run(source, |it| it);
    assert_eq!((text.as_str(), outcome), ("10\ndone\n", Outcome::Exit(0)));
    assert!(time < Duration::from_secs(20), "{time:?}");
}

#[test]
fn files_are_read_while_others_sleep() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x").display().to_string();
    let source = format!(
        "use std::fs;
        fn slow() -> String {{ sleep(40ms); fs::read_file(\"{path}\").unwrap_or(\"nothing\") }}
        fn write() -> Bool {{ fs::write_file(\"{path}\", \"content\").is_ok() && fs::exists(\"{path}\") }}
        fn main() {{ print(await (slow(), write())); print(fs::remove_file(\"{path}\")); }}"
    );
    assert_eq!(printed(&source), "(\"content\", true)\nOk(())\n");
}

#[test]
#[cfg(unix)]
fn a_file_that_never_gives_anything_can_be_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    if !made.is_ok_and(|it| it.success()) {
        return;
    }
    let source = format!(
        "use std::fs;
        fn main() {{ print(timeout(20ms, || fs::read_file(\"{}\")).is_none()); }}",
        path.display()
    );
    let (text, outcome, time) = run(&source, |it| it);
    assert_eq!((text.as_str(), outcome), ("true\n", Outcome::Exit(0)));
    assert!(time < Duration::from_secs(20), "{time:?}");
}

#[test]
fn somebody_else_can_interrupt() {
    for source in ["sleep(1h);", "loop {}", "loop { print(1); }", "loop { sleep(1ms); }"] {
        let interrupt = Interrupt::never();
        let asked = interrupt.clone();
        let thread = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            asked.ask();
        });
        let (_, outcome, _) = run(source, |it| it.interrupt(interrupt));
        assert_eq!(outcome, Outcome::Interrupted, "{source}");
        thread.join().unwrap();
    }
}

#[test]
fn fuel_is_counted_over_everything_that_a_program_does() {
    let source = "fn main() { for i in 0..100 { print(i); } }";
    let (_, outcome, _) = run(source, |it| it.fuel(Some(100_000)));
    assert_eq!(outcome, Outcome::Exit(0));
    for suspends in [false, true] {
        let (text, outcome, _) = run(source, |it| it.fuel(Some(60)).suspend_at_every_effect(suspends));
        assert_eq!(message(&outcome), "out of fuel: more than 60 loops and calls");
        assert!((10..100).contains(&text.lines().count()), "{text}");
    }
    let tasks = "fn f() { loop {} }\nfn main() { let t = spawn f(); let _ = await t; print(\"never\"); }";
    let (text, outcome, _) = run(tasks, |it| it.fuel(Some(10_000)));
    assert_eq!((text.as_str(), message(&outcome).as_str()), ("", "out of fuel: more than 10000 loops and calls"));
}

#[test]
fn memory_and_depth_are_limited() {
    let limits = Limits { bytes_max: 200_000, depth_max: 50 };
    let growing = "fn main() { let mut s = \"x\"; loop { s = s + s; } }";
    assert!(message(&run(growing, |it| it.limits(limits)).1).starts_with("out of memory"));
    let deep = "fn f(n: Int) -> Int { f(n + 1) + 1 }\nfn main() { print(f(0)); }";
    assert!(message(&run(deep, |it| it.limits(limits)).1).starts_with("recursion too deep"));
}

#[test]
fn a_fault_in_one_task_reaches_only_those_who_wait_for_it() {
    let source = "
        fn bad(n: Int) -> Int { sleep(5ms); 1 / n }
        fn main() { print(await spawn bad(0)); print(await spawn bad(1)); }";
    let text = printed(source);
    assert!(text.starts_with("Err(") && text.contains("division by zero") && text.ends_with("Ok(1)\n"), "{text}");
}

#[test]
fn answers_come_from_where_the_driver_says() {
    let source = "print(await emit(\"ask\", 1));\nprint(await emit(\"ask\", 2));\n";
    let input = std::io::Cursor::new("[1, 99999999999999999999]\n");
    let (text, outcome, _) = run(source, |it| it.json(true).input(input).suspend_at_every_effect(true));
    assert_eq!(outcome, Outcome::Exit(0));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "{\"emit\":\"ask\",\"value\":1}");
    assert_eq!(lines[1], "Ok([1,1e20])");
    assert!(lines[3].contains("standard input has ended"), "{text}");
}
