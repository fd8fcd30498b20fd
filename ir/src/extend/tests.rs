//! What both programs have is there once, and what the old one has keeps its number.

use super::extend;
use crate::assemble::assemble;

const BASE: &str = "
    layout P(int) tag 0
    global Counter
    entry 1
    fn even(int) -> int
        call.int r0, \"odd\", [r0]
        return.int r0
    fn start() -> int with int
        load.int r0, 1
        return.int r0
    fn odd(int) -> int
        call.int r0, \"even\", [r0]
        return.int r0
";

#[test]
fn a_program_extends_itself_by_nothing() {
    let base = assemble(BASE);
    assert_eq!(extend(&base, base.clone()), base);
}

#[test]
fn what_is_new_comes_after_what_was_there_and_has_another_name() {
    let base = assemble(BASE);
    let new = assemble(&BASE.replace("load.int r0, 1", "load.int r0, 2"));
    let whole = extend(&base, new);
    assert_eq!(whole.functions[..3], base.functions[..]);
    let names: Vec<&str> = whole.functions[3..].iter().map(|it| it.name.as_str()).collect();
    assert_eq!((names, whole.entry), (vec!["start#2"], Some(3)));
}

#[test]
fn what_calls_something_else_is_something_else() {
    let base = assemble(BASE);
    let new = assemble(&BASE.replace("call.int r0, \"even\", [r0]", "call.int r0, \"odd\", [r0]"));
    let whole = extend(&base, new);
    let names: Vec<&str> = whole.functions[3..].iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["even#2", "odd#2"]);
}
