//! Variables stay, with what they hold, and nothing is done twice.

use super::{session, shown};

#[test]
fn variables_stay_and_what_made_them_is_not_done_again() {
    assert_eq!(shown("let x = { print(\"once\"); 5 }\nx\nx + 1\n"), "once\n5\n6\n");
}

#[test]
fn variables_change_and_are_hidden_by_newer_ones() {
    let lines = "let mut xs = [1]\nxs.push(2)\nxs[0] = 7; xs\nlet xs = \"text\"\nxs\nlet (a, b) = (1, xs)\nb\n";
    assert_eq!(shown(lines), "[7, 2]\n\"text\"\n\"text\"\n");
}

#[test]
fn values_of_all_kinds_stay() {
    let lines = "enum Key { A(Int), B }\nlet m = { Key::A(1): 1.5, Key::B: 2.5 }\nlet s = Set::of([(1, \"a\"), (2, \"b\")])\nlet j = std::json::parse(\"{\\\"a\\\": [null, 1]}\")?\nlet d = 30s\nlet e = Error::new(\"no\")\nlet n: Int? = None\nm[Key::B]\ns.has((2, \"b\"))\nj\nd\ne\nn\nlet m2 = m\nm2\n";
    assert_eq!(shown(lines), "2.5\ntrue\n{\"a\":[null,1]}\n30s\nno\nNone\n{Key::A(1): 1.5, Key::B: 2.5}\n");
}

#[test]
fn closures_stay_with_what_they_captured_and_the_functions_they_were_made_with() {
    let lines = "fn f(n: Int) -> Int { n * 2 }\nlet by = 10\nlet g = |n: Int| f(n) + by\nlet by = 100\nfn f(n: Int) -> Int { n * 3 }\ng(1)\nf(1)\nlet hs = [g, |n: Int| n]\nhs.map(|h| h(5))\n";
    assert_eq!(shown(lines), "12\n3\n[20, 5]\n");
}

#[test]
fn what_was_done_before_a_fault_stays() {
    let said = session("let mut n = 1\nn = 2; let m = 3; let z = 1 / 0; n = 4;\nn\nm\nz\n");
    assert!(said.contains("--- stdout\n2\n3\n--- stderr\nfault: division by zero\n"), "{said}");
    assert!(said.contains("no `z` in this scope"), "{said}");
}

#[test]
fn a_task_is_not_kept_and_that_is_told() {
    insta::assert_snapshot!(session("fn f() -> Int { 1 }\nlet t = spawn f()\nlet t = spawn f(); await t\n"), @r##"
exit 0
--- stdout
Ok(1)
--- stderr
note: `t` is not kept: it holds a task, which ends with its entry: `await` it in the same one
note: `t` is not kept: it holds a task, which ends with its entry: `await` it in the same one
"##);
}

#[test]
fn a_hundred_entries_are_as_quick_as_one() {
    let lines = (0..100).map(|it| format!("let x{it} = [{it}]\nx{it}[0] + {it}\n"));
    let shown = shown(&lines.collect::<String>());
    assert_eq!((shown.lines().count(), shown.lines().last()), (100, Some("198")));
}
