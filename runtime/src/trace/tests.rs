//! What a fault looks like.

use concerto_vm::FaultKind;

use super::*;

/// A fault with calls: the name, the file and the line of each.
fn shown(calls: &[(&str, u32, u32)]) -> String {
    let program = Program { files: vec!["main.conc".to_owned(), "std/arrays.conc".to_owned()], ..Program::default() };
    let place = |file: u32, line: u32| Some(Place { file, line, column: 7, inlined: 0 });
    let trace = calls.iter().map(|(name, file, line)| ((*name).to_owned(), place(*file, *line))).collect();
    show(&Fault { kind: FaultKind::DivisionByZero, trace }, &program)
}

#[test]
fn calls_come_innermost_first_without_what_the_compiler_added_to_their_names() {
    assert_eq!(
        shown(&[("share#2", 0, 3), ("main", 0, 9)]),
        "fault: division by zero\n  at share (main.conc:3:7)\n  at main (main.conc:9:7)\n"
    );
}

#[test]
fn calls_of_the_library_and_without_a_place_are_left_out() {
    assert_eq!(
        shown(&[
            ("map", 1, 30),
            ("main::closure", 0, 3),
            ("map", 1, 31),
            ("main", 0, 9),
            ("start", 0, 0),
            ("gone", 7, 1)
        ]),
        "fault: division by zero\n  at main::closure (main.conc:3:7)\n  at main (main.conc:9:7)\n"
    );
}

#[test]
fn they_are_shown_where_there_is_nothing_else() {
    assert_eq!(
        shown(&[("map", 1, 30), ("start", 0, 0)]),
        "fault: division by zero\n  at map (std/arrays.conc:30:7)\n  at start\n"
    );
    assert_eq!(shown(&[]), "fault: division by zero\n");
}

#[test]
fn of_a_long_trace_the_middle_is_left_out() {
    let mut calls = vec![("down", 0, 2); 1000];
    calls.push(("main", 0, 9));
    let text = shown(&calls);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 1 + FIRST + 1 + LAST);
    assert_eq!(lines[1 + FIRST], format!("  ... and {} more calls ...", 1001 - FIRST - LAST));
    assert_eq!(lines.last(), Some(&"  at main (main.conc:9:7)"));
    let all = shown(&vec![("down", 0, 2); FIRST + LAST + 1]);
    assert!(!all.contains("more"), "one call takes no more room than the line that says so");
}
