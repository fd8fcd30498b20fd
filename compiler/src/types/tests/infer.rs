//! Types that nothing decides about.

use super::fine;

#[test]
fn an_empty_array_may_hold_anything() {
    told!(
        r#"
        let list = [];
        print(list.len());
        "#,
        @"
    let list = [];
    print(list.len());
    ----
    [E0302] error: nothing decides about this type
       ,-[ main.conc:1:12 ]
       |
     1 | let list = [];
       |            ^|
       |             `-- of which type is this?
       |
       | Help: write the type: `let xs: Array<Int> = [];`, `|x: Int| …`, `f<Int>(…)`
    ---'
    "
    );
}

#[test]
fn an_empty_map_may_hold_anything() {
    told!(
        r#"
        let map = {:};
        print(map.len());
        "#,
        @"
    let map = {:};
    print(map.len());
    ----
    [E0302] error: nothing decides about this type
       ,-[ main.conc:1:11 ]
       |
     1 | let map = {:};
       |           ^|^
       |            `--- of which type is this?
       |
       | Help: write the type: `let xs: Array<Int> = [];`, `|x: Int| …`, `f<Int>(…)`
    ---'
    "
    );
}

#[test]
fn none_of_what() {
    told!(
        r#"
        let nothing = None;
        print(nothing.is_none());
        "#,
        @"
    let nothing = None;
    print(nothing.is_none());
    ----
    [E0302] error: nothing decides about this type
       ,-[ main.conc:1:15 ]
       |
     1 | let nothing = None;
       |               ^^|^
       |                 `--- of which type is this?
       |
       | Help: write the type: `let xs: Array<Int> = [];`, `|x: Int| …`, `f<Int>(…)`
    ---'
    "
    );
}

#[test]
fn a_closure_that_nothing_calls() {
    told!(
        "let same = |x| x;\n",
        @"
    let same = |x| x;
    ----
    [W0202] warning: `same` is never used
       ,-[ main.conc:1:5 ]
       |
     1 | let same = |x| x;
       |     ^^|^
       |       `--- declared here
       |
       | Help: remove it, or call it `_same` if that is meant
    ---'

    [E0302] error: nothing decides about this type
       ,-[ main.conc:1:13 ]
       |
     1 | let same = |x| x;
       |             |
       |             `-- of which type is this?
       |
       | Help: write the type: `let xs: Array<Int> = [];`, `|x: Int| …`, `f<Int>(…)`
    ---'
    "
    );
}

#[test]
fn a_parameter_of_a_closure_must_be_known_where_it_is_used() {
    told!(
        r#"
        let size = |x| x.len();
        print(size("a"));
        "#,
        @r#"
    let size = |x| x.len();
    print(size("a"));
    ----
    [E0302] error: the type must be known here
       ,-[ main.conc:1:16 ]
       |
     1 | let size = |x| x.len();
       |                |
       |                `-- nothing before this says what it is
       |
       | Help: write the type where it is declared: `|x: Int| …`, `let xs: Array<Int> = [];`
    ---'
    "#
    );
}

#[test]
fn what_a_loop_walks_over_must_be_known() {
    told!(
        r#"
        let each = |xs| { for x in xs { print(x); } };
        each([1]);
        "#,
        @"
    let each = |xs| { for x in xs { print(x); } };
    each([1]);
    ----
    [E0302] error: the type must be known here
       ,-[ main.conc:1:28 ]
       |
     1 | let each = |xs| { for x in xs { print(x); } };
       |                            ^|
       |                             `-- nothing before this says what it is
       |
       | Help: write the type where it is declared: `|x: Int| …`, `let xs: Array<Int> = [];`
    ---'
    "
    );
}

#[test]
fn what_is_negated_must_be_known() {
    told!(
        r#"
        let minus = |x| -x;
        print(minus(1));
        "#,
        @"
    let minus = |x| -x;
    print(minus(1));
    ----
    [E0302] error: the type must be known here
       ,-[ main.conc:1:18 ]
       |
     1 | let minus = |x| -x;
       |                  |
       |                  `-- nothing before this says what it is
       |
       | Help: write the type where it is declared: `|x: Int| …`, `let xs: Array<Int> = [];`
    ---'
    "
    );
}

#[test]
fn what_is_tried_must_be_known() {
    told!(
        r#"
        let get = |x| x?;
        print(get(Some(1)));
        "#,
        @"
    let get = |x| x?;
    print(get(Some(1)));
    ----
    [E0302] error: the type must be known here
       ,-[ main.conc:1:15 ]
       |
     1 | let get = |x| x?;
       |               |
       |               `-- nothing before this says what it is
       |
       | Help: write the type where it is declared: `|x: Int| …`, `let xs: Array<Int> = [];`
    ---'
    "
    );
}

#[test]
fn what_is_indexed_must_be_known() {
    told!(
        r#"
        let first = |x| x[0];
        print(first([1]));
        "#,
        @"
    let first = |x| x[0];
    print(first([1]));
    ----
    [E0302] error: the type must be known here
       ,-[ main.conc:1:17 ]
       |
     1 | let first = |x| x[0];
       |                 |
       |                 `-- nothing before this says what it is
       |
       | Help: write the type where it is declared: `|x: Int| …`, `let xs: Array<Int> = [];`
    ---'
    "
    );
}

#[test]
fn a_type_parameter_that_no_argument_decides() {
    told!(
        r#"
        fn empty<T>() -> Array<T> { [] }
        print(empty().len());
        "#,
        @"
    fn empty<T>() -> Array<T> { [] }
    print(empty().len());
    ----
    [E0302] error: nothing decides about this type
       ,-[ main.conc:2:7 ]
       |
     2 | print(empty().len());
       |       ^^|^^
       |         `---- of which type is this?
       |
       | Help: write the type: `let xs: Array<Int> = [];`, `|x: Int| …`, `f<Int>(…)`
    ---'
    "
    );
}

#[test]
fn a_race_of_nobody() {
    told!(
        "let winner = race [];\n",
        @"
    let winner = race [];
    ----
    [W0202] warning: `winner` is never used
       ,-[ main.conc:1:5 ]
       |
     1 | let winner = race [];
       |     ^^^|^^
       |        `---- declared here
       |
       | Help: remove it, or call it `_winner` if that is meant
    ---'

    [E0302] error: a race of nobody has no winner
       ,-[ main.conc:1:14 ]
       |
     1 | let winner = race [];
       |              ^^^|^^^
       |                 `----- nothing takes part
       |
       | Help: put the calls between the brackets: `race [a(), b()]`
    ---'
    "
    );
}

#[test]
fn a_store_without_a_type() {
    told!(
        r#"
        store cache = {:};
        print(cache.len());
        "#,
        @"
    store cache = {:};
    print(cache.len());
    ----
    [E0302] error: a store needs its type
       ,-[ main.conc:1:7 ]
       |
     1 | store cache = {:};
       |       ^^|^^
       |         `---- of which type is it?
       |
       | Help: write `store name: Map<K, V> = {:};`
    ---'
    "
    );
}

#[test]
fn what_comes_later_decides() {
    fine(
        r#"
        let mut found = None;
        let mut list = [];
        let add = |a, b| a + b;
        for n in [1, 2] {
            if n > 1 { found = Some(n); }
            list.push(n);
        }
        print("${found} ${list} ${add(1, 2)}");
        "#,
    );
}

#[test]
fn an_expected_type_decides() {
    fine(
        r#"
        fn sum(list: Array<Int>) -> Int { list.sum() }
        fn none() -> Int? { None }
        fn twice(f: fn(Int) -> Int, n: Int) -> Int { f(f(n)) }
        print("${sum([])} ${none()} ${twice(|n| n.pow(2), 3)}");
        "#,
    );
}

#[test]
fn two_empty_arrays() {
    told!(
        "print([] == []);\n",
        @"
    print([] == []);
    ----
    [E0302] error: nothing decides about this type
       ,-[ main.conc:1:7 ]
       |
     1 | print([] == []);
       |       ^|
       |        `-- of which type is this?
       |
       | Help: write the type: `let xs: Array<Int> = [];`, `|x: Int| …`, `f<Int>(…)`
    ---'
    "
    );
}
