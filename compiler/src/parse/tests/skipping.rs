//! What is skipped because of a mistake, and what is not.

use super::read;
use crate::ast::{Ast, ItemKind, Names};

fn names(ast: &Ast, names: &Names) -> Vec<String> {
    let named = ast.items().filter(|it| !matches!(it.kind, ItemKind::Error)).filter_map(|it| it.kind.name());
    named.map(|it| names.text(it.name).to_owned()).collect()
}

#[test]
fn what_follows_a_mistake_is_read() {
    let read = read("fn a( {}\nfn b() { ) }\nstruct C { x }\nfn d() { let = ; }\nagent E { , }\n???\nfn f() {}\n");
    let found = names(&read.ast, &read.names);
    assert!(["b", "C", "d", "E", "f"].iter().all(|it| found.iter().any(|name| name == it)), "{found:?}");
}

#[test]
fn a_variable_whose_value_cannot_be_read_is_declared() {
    check!("let a = 1 + ;\nlet b = f(;\nlet c = \"no end;\nprint(a, b, c);", @r#"
    let a = 1 + ;
    let b = f(;
    let c = "no end;
    print(a, b, c);
    ----
    (let a = <error>)
    (let b = (call f))
    (let c = <error>)
    (call print a b c)
    ----
    [E0101] error: expected an expression, found `;`
       ,-[ main.conc:1:13 ]
       |
     1 | let a = 1 + ;
       |             |
       |             `-- expected an expression
    ---'

    [E0102] error: `(` is never closed
       ,-[ main.conc:2:10 ]
       |
     2 | let b = f(;
       |          ||
       |          `--- opened here
       |           |
       |           `-- `)` is missing before this
       |
       | Help: add `)`
    ---'

    [E0003] error: this string is not closed on its line
       ,-[ main.conc:3:9 ]
       |
     3 | let c = "no end;
       |         ^^^^|^^^
       |             `----- starts here
       |
       | Help: close it with `"`; text of several lines goes between `"""`
    ---'
    "#);
}

#[test]
fn names_that_were_skipped_are_remembered() {
    let read = read("fn (lost) { inner }\nfn kept() {}\n");
    let lost = |name: &str| read.names.find(name).is_some_and(|it| read.ast.lost.contains(&it));
    assert!(lost("lost") && !lost("kept"));
}

#[test]
fn an_arm_that_cannot_be_read_leaves_its_neighbours() {
    check!("match x { 1 => a, + => b, 2 => , 3 => c }", @"
    match x { 1 => a, + => b, 2 => , 3 => c }
    ----
    (match x
      1 -> a
      3 -> c)
    ----
    [E0101] error: expected a pattern or `}`, found `+`
       ,-[ main.conc:1:19 ]
       |
     1 | match x { 1 => a, + => b, 2 => , 3 => c }
       |                   |
       |                   `-- expected a pattern or `}`
    ---'

    [E0101] error: expected an expression, found `,`
       ,-[ main.conc:1:32 ]
       |
     1 | match x { 1 => a, + => b, 2 => , 3 => c }
       |                                |
       |                                `-- expected an expression
    ---'
    ");
}

#[test]
fn an_element_that_cannot_be_read_leaves_its_neighbours() {
    check!("f(1, *, g(2, /), 3); [1, / 2, 3]; (1, *, 2);", @"
    f(1, *, g(2, /), 3); [1, / 2, 3]; (1, *, 2);
    ----
    (call f 1 (call g 2) 3)
    (array 1 3)
    (tuple 1 2)
    ----
    [E0101] error: expected an expression or `)`, found `*`
       ,-[ main.conc:1:6 ]
       |
     1 | f(1, *, g(2, /), 3); [1, / 2, 3]; (1, *, 2);
       |      |
       |      `-- expected an expression or `)`
    ---'

    [E0101] error: expected an expression or `)`, found `/`
       ,-[ main.conc:1:14 ]
       |
     1 | f(1, *, g(2, /), 3); [1, / 2, 3]; (1, *, 2);
       |              |
       |              `-- expected an expression or `)`
    ---'

    [E0101] error: expected an expression or `]`, found `/`
       ,-[ main.conc:1:26 ]
       |
     1 | f(1, *, g(2, /), 3); [1, / 2, 3]; (1, *, 2);
       |                          |
       |                          `-- expected an expression or `]`
    ---'

    [E0101] error: expected an expression or `)`, found `*`
       ,-[ main.conc:1:39 ]
       |
     1 | f(1, *, g(2, /), 3); [1, / 2, 3]; (1, *, 2);
       |                                       |
       |                                       `-- expected an expression or `)`
    ---'
    ");
}

#[test]
fn text_that_is_no_program_ends_all_the_same() {
    for text in ["}{)(][", "@@@@", "fn fn fn", "::::", "\"${\"${\"${", "a() b c d e", "| | | |", "let let let", "=>"] {
        assert!(!read(text).found.is_empty(), "{text}");
    }
}
