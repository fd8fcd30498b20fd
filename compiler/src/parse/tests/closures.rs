//! Closures, `race` and `listen`.

#[test]
fn closures_take_patterns_and_types() {
    check!(
        r#"
        || 1;
        | | 1;
        |x| x + 1;
        |x, y,| x;
        |x: Int, y: Array<Int>| x;
        |(i, x)| i;
        |Point { x, .. }| x;
        |_| 0;
        |mut x| { x += 1; x };
        |x: ("a" | "b")| x;
        "#,
        @r#"
    || 1;
    | | 1;
    |x| x + 1;
    |x, y,| x;
    |x: Int, y: Array<Int>| x;
    |(i, x)| i;
    |Point { x, .. }| x;
    |_| 0;
    |mut x| { x += 1; x };
    |x: ("a" | "b")| x;
    ----
    (closure => 1)
    (closure => 1)
    (closure x => (+ x 1))
    (closure x y => x)
    (closure x: Int y: Array<Int> => x)
    (closure (tuple i x) => i)
    (closure (struct Point x ..) => x)
    (closure _ => 0)
    (closure mut x => (block
      (+= x 1)
      => x))
    (closure x: (union "a" "b") => x)
    "#
    );
}

#[test]
fn a_closure_with_a_result_has_a_block() {
    check!("|x: Int| -> Int { x + 1 }; || -> String? { None };", @"
    |x: Int| -> Int { x + 1 }; || -> String? { None };
    ----
    (closure x: Int ->Int => (block
      => (+ x 1)))
    (closure ->(optional String) => (block
      => None))
    ");
    told!("|x| -> Int x + 1;", @"
    |x| -> Int x + 1;
    ----
    [E0101] error: expected `{` or `::`, found `x`
       ,-[ main.conc:1:12 ]
       |
     1 | |x| -> Int x + 1;
       |            |
       |            `-- expected `{` or `::`
    ---'
    ");
}

#[test]
fn a_closure_takes_all_that_follows() {
    check!("|x| x + 1 |> f; |x| |y| x + y; |x| y = x; f(|x| x, |y| y);", @"
    |x| x + 1 |> f; |x| |y| x + y; |x| y = x; f(|x| x, |y| y);
    ----
    (closure x => (|> (+ x 1) f))
    (closure x => (closure y => (+ x y)))
    (closure x => (= y x))
    (call f (closure x => x) (closure y => y))
    ");
}

#[test]
fn a_closure_may_give_a_block_or_a_map() {
    check!(r#"|x| { x }; |x| { "k": x }; |x| {:}; || {};"#, @r#"
    |x| { x }; |x| { "k": x }; |x| {:}; || {};
    ----
    (closure x => (block
      => x))
    (closure x => (map "k":x))
    (closure x => (map))
    (closure => (block))
    "#);
}

#[test]
fn race_takes_a_list() {
    check!("race [a(), b(),]; race []; let race = 1; race + 1; race(2); race;", @"
    race [a(), b(),]; race []; let race = 1; race + 1; race(2); race;
    ----
    (race (call a) (call b))
    (race)
    (let race = 1)
    (+ race 1)
    (call race 2)
    race
    ");
}

#[test]
fn listen_has_handlers_for_messages() {
    check!(
        r#"
        listen Reviewer.execute(p) {
            "question" => |q: Question| answer(q),
            "progress" => |p| print(p),
        }?;
        "#,
        @r#"
    listen Reviewer.execute(p) {
        "question" => |q: Question| answer(q),
        "progress" => |p| print(p),
    }?;
    ----
    (? (listen (method Reviewer execute p) "question" => (closure q: Question => (call answer q)) "progress" => (closure p => (call print p))))
    "#
    );
}

#[test]
fn listen_wants_strings_for_messages() {
    told!("listen R.execute(p) { question => |q| q };", @"
    listen R.execute(p) { question => |q| q };
    ----
    [E0101] error: expected `}` or a string, found `question`
       ,-[ main.conc:1:23 ]
       |
     1 | listen R.execute(p) { question => |q| q };
       |                       ^^^^|^^^
       |                           `----- expected `}` or a string
    ---'
    ");
}

#[test]
fn a_message_to_listen_for_is_a_constant() {
    told!("listen R.execute(p) { \"${a}\" => |q| q };", @r#"
    listen R.execute(p) { "${a}" => |q| q };
    ----
    [E0109] error: this text must be known at compile time
       ,-[ main.conc:1:23 ]
       |
     1 | listen R.execute(p) { "${a}" => |q| q };
       |                       ^^^|^^
       |                          `---- `${…}` makes it depend on values
       |
       | Help: leave the interpolation out; in a pattern, bind a name and compare it in a guard: `s if s == …`
    ---'
    "#);
}

#[test]
fn listen_is_a_name_unless_a_name_follows() {
    check!("listen(1); listen.x; let listen = 1;", @"
    listen(1); listen.x; let listen = 1;
    ----
    (call listen 1)
    (. listen x)
    (let listen = 1)
    ");
}
