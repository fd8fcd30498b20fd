//! What is known before a program runs.

use super::fine;

#[test]
fn a_constant_calls_nothing() {
    told!(
        r#"
        fn limit() -> Int { 5 }
        const LIMIT: Int = limit() + 1;
        const NAME: String = "a".to_upper();
        const PICK: Int = if LIMIT > 3 { 1 } else { 2 };
        "#,
        @r#"
    fn limit() -> Int { 5 }
    const LIMIT: Int = limit() + 1;
    const NAME: String = "a".to_upper();
    const PICK: Int = if LIMIT > 3 { 1 } else { 2 };
    ----
    [E0362] error: the value of a constant must be known before the program runs
       ,-[ main.conc:2:20 ]
       |
     2 | const LIMIT: Int = limit() + 1;
       |                    ^^^|^^^
       |                       `----- this is known only when it runs
       |
       | Help: use literals, other constants and operators; compute anything else in a function
    ---'

    [E0362] error: the value of a constant must be known before the program runs
       ,-[ main.conc:3:22 ]
       |
     3 | const NAME: String = "a".to_upper();
       |                      ^^^^^^^|^^^^^^
       |                             `-------- this is known only when it runs
       |
       | Help: use literals, other constants and operators; compute anything else in a function
    ---'

    [E0362] error: the value of a constant must be known before the program runs
       ,-[ main.conc:4:19 ]
       |
     4 | const PICK: Int = if LIMIT > 3 { 1 } else { 2 };
       |                   ^^^^^^^^^^^^^^|^^^^^^^^^^^^^^
       |                                 `---------------- this is known only when it runs
       |
       | Help: use literals, other constants and operators; compute anything else in a function
    ---'
    "#
    );
}

#[test]
fn a_constant_that_needs_itself() {
    told!(
        "const C: Int = C + 1;\n",
        @"
    const C: Int = C + 1;
    ----
    [E0362] error: the constant `C` needs itself
       ,-[ main.conc:1:7 ]
       |
     1 | const C: Int = C + 1;
       |       |
       |       `-- its value is never known
       |
       | Help: give one of the constants on the way a value of its own
    ---'
    "
    );
}

#[test]
fn constants_are_made_of_constants() {
    fine(
        r#"
        enum Color { Red, Rgb(Int, Int) }
        struct Point { x: Int, y: Int = 0 }
        const BASE: Int = -2 + 3 * 4;
        const NAME: String = "n${BASE}";
        const LIST: Array<(Int, Bool)> = [(BASE, !true)];
        const MAP: Map<String, Point> = { "a": Point { x: BASE as Int } };
        const COLORS: Array<Color> = [Color::Red, Color::Rgb(1, 2)];
        const LIMIT: Duration = 5s * 2;
        const MAYBE: Int? = Some(1);
        print("${NAME} ${LIST} ${MAP} ${COLORS} ${LIMIT} ${MAYBE}");
        "#,
    );
}
