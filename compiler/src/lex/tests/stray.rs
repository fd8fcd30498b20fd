//! Brackets that close nothing or the wrong thing, or are nested too deep.

use super::{codes, read};
use crate::NESTING_MAX;
use crate::diagnostic::Code;
use crate::diagnostic::render::{Style, report};

#[test]
fn a_closing_bracket_alone_closes_nothing() {
    told!("a)", @"
    a)
    ----
    [E0103] error: this `)` closes nothing
       ,-[ main.conc:1:2 ]
       |
     1 | a)
       |  |
       |  `-- no bracket is open here that it could close
       |
       | Help: remove it, or add the opening one
    ---'
    ");
    told!("a]", @"
    a]
    ----
    [E0103] error: this `]` closes nothing
       ,-[ main.conc:1:2 ]
       |
     1 | a]
       |  |
       |  `-- no bracket is open here that it could close
       |
       | Help: remove it, or add the opening one
    ---'
    ");
    told!("a}", @"
    a}
    ----
    [E0103] error: this `}` closes nothing
       ,-[ main.conc:1:2 ]
       |
     1 | a}
       |  |
       |  `-- no bracket is open here that it could close
       |
       | Help: remove it, or add the opening one
    ---'
    ");
}

#[test]
fn a_brace_too_many_is_found_by_its_indentation() {
    told!(
        r#"
        fn f() {
            if a {
                g();
            }
            }
        }
        "#,
        @"
    fn f() {
        if a {
            g();
        }
        }
    }
    ----
    [E0103] error: this `}` closes nothing
       ,-[ main.conc:5:5 ]
       |
     5 |     }
       |     |
       |     `-- no bracket is open here that it could close
       |
       | Help: remove it, or add the opening one
    ---'
    "
    );
}

#[test]
fn a_brace_too_many_at_the_end_is_stray() {
    told!("fn f() {\n}\n}\n", @"
    fn f() {
    }
    }
    ----
    [E0103] error: this `}` closes nothing
       ,-[ main.conc:3:1 ]
       |
     3 | }
       | |
       | `-- no bracket is open here that it could close
       |
       | Help: remove it, or add the opening one
    ---'
    ");
}

#[test]
fn a_bracket_of_the_wrong_kind_is_shown_with_its_opening_one() {
    told!("f(1, 2];", @"
    f(1, 2];
    ----
    [E0103] error: `(` is closed by `]`
       ,-[ main.conc:1:7 ]
       |
     1 | f(1, 2];
       |  |    |
       |  `------- opened here
       |       |
       |       `-- `)` belongs here
       |
       | Help: write `)`
    ---'
    ");
    told!("[1, 2);", @"
    [1, 2);
    ----
    [E0103] error: `[` is closed by `)`
       ,-[ main.conc:1:6 ]
       |
     1 | [1, 2);
       | |    |
       | `------- opened here
       |      |
       |      `-- `]` belongs here
       |
       | Help: write `]`
    ---'
    ");
}

#[test]
fn a_round_bracket_cannot_close_a_brace() {
    told!("fn f() { g() )", @"
    fn f() { g() )
    ----
    [E0103] error: this `)` closes nothing
       ,-[ main.conc:1:14 ]
       |
     1 | fn f() { g() )
       |              |
       |              `-- no bracket is open here that it could close
       |
       | Help: remove it, or add the opening one
    ---'

    [E0102] error: the file ends before this `{` is closed
       ,-[ main.conc:1:8 ]
       |
     1 | fn f() { g() )
       |        |
       |        `-- opened here
       |
       | Help: add `}`
    ---'
    ");
}

#[test]
fn brackets_may_be_nested_up_to_the_limit() {
    let depth = NESTING_MAX as usize;
    let nested = format!("{}1{};", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(codes(&nested), []);
    let deeper = format!("({nested}").replace(';', ");");
    assert_eq!(codes(&deeper), [Code::NestedTooDeep]);
}

#[test]
fn the_first_bracket_too_many_is_shown() {
    let depth = NESTING_MAX as usize + 1;
    let (sources, .., found) = read(&format!("{}1{}", "(\n".repeat(depth), ")".repeat(depth)));
    insta::assert_snapshot!(report(&found, &sources, Style::PLAIN), @"
    [E0104] error: this is nested more than 256 deep
         ,-[ main.conc:257:1 ]
         |
     257 | (
         | |
         | `-- one level too many
         |
         | Help: give inner parts a name with `let`, or move them into a function
    -----'
    ");
}

#[test]
fn each_place_that_is_nested_too_deep_is_one_mistake() {
    let depth = NESTING_MAX as usize;
    let inside = "(1) + (2) + ((3))";
    let nested = format!("{}{inside}{};", "[".repeat(depth), "]".repeat(depth));
    assert_eq!(codes(&nested), [Code::NestedTooDeep; 3]);
}
