//! Leaving and continuing loops.

#[test]
fn a_break_needs_a_loop() {
    told!("fn f() { break; }\nfn g() { continue; }\n", @"
    fn f() { break; }
    fn g() { continue; }
    ----
    [E0211] error: `break` outside a loop
       ,-[ main.conc:1:10 ]
       |
     1 | fn f() { break; }
       |          ^^|^^
       |            `---- no loop to leave or to continue
       |
       | Help: a closure cannot leave the loop around it; to leave a function or a closure, use `return`
    ---'

    [E0211] error: `continue` outside a loop
       ,-[ main.conc:2:10 ]
       |
     2 | fn g() { continue; }
       |          ^^^^|^^^
       |              `----- no loop to leave or to continue
       |
       | Help: a closure cannot leave the loop around it; to leave a function or a closure, use `return`
    ---'
    ");
}

#[test]
fn a_closure_cannot_leave_the_loop_around_it() {
    told!("loop { let f = |x| { if x { break; } }; f(true); }\n", @"
    loop { let f = |x| { if x { break; } }; f(true); }
    ----
    [E0211] error: `break` outside a loop
       ,-[ main.conc:1:29 ]
       |
     1 | loop { let f = |x| { if x { break; } }; f(true); }
       |                             ^^|^^
       |                               `---- no loop to leave or to continue
       |
       | Help: a closure cannot leave the loop around it; to leave a function or a closure, use `return`
    ---'
    ");
}

#[test]
fn a_label_must_be_that_of_a_loop_around() {
    told!("'outer: loop { loop { break 'outr; } }\n'first: loop { break; }\nloop { continue 'first; }\n", @"
    'outer: loop { loop { break 'outr; } }
    'first: loop { break; }
    loop { continue 'first; }
    ----
    [E0210] error: no loop around this is called `'outr`
       ,-[ main.conc:1:29 ]
       |
     1 | 'outer: loop { loop { break 'outr; } }
       |                             ^^|^^
       |                               `---- not a label of a loop that is open here
       |
       | Help: did you mean `'outer`?
    ---'

    [E0210] error: no loop around this is called `'first`
       ,-[ main.conc:3:17 ]
       |
     3 | loop { continue 'first; }
       |                 ^^^|^^
       |                    `---- not a label of a loop that is open here
       |
       | Help: name the loop: `'first: loop { … }`
    ---'
    ");
}

#[test]
fn only_loop_can_be_left_with_a_value() {
    told!("while true { break 1; }\nfor x in [1] { break x; }\n'a: for y in [1] { loop { break 'a y; } }\n", @"
    while true { break 1; }
    for x in [1] { break x; }
    'a: for y in [1] { loop { break 'a y; } }
    ----
    [E0216] error: only `loop` can be left with a value
       ,-[ main.conc:1:20 ]
       |
     1 | while true { break 1; }
       |                    |
       |                    `-- `while` and `for` have none
       |
       | Help: use `loop`, or assign to a variable before `break`
    ---'

    [E0216] error: only `loop` can be left with a value
       ,-[ main.conc:2:22 ]
       |
     2 | for x in [1] { break x; }
       |                      |
       |                      `-- `while` and `for` have none
       |
       | Help: use `loop`, or assign to a variable before `break`
    ---'

    [E0216] error: only `loop` can be left with a value
       ,-[ main.conc:3:36 ]
       |
     3 | 'a: for y in [1] { loop { break 'a y; } }
       |                                    |
       |                                    `-- `while` and `for` have none
       |
       | Help: use `loop`, or assign to a variable before `break`
    ---'
    ");
}
