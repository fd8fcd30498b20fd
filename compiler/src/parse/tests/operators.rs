//! Operators: how tightly they bind, and to which side they lean.

#[test]
fn neighbouring_levels_bind_as_listed() {
    check!(
        r#"
        a = b |> c;
        a |> b ?? c;
        a ?? b |> c;
        a ?? b || c;
        a || b ?? c;
        a || b && c;
        a && b || c;
        a && b == c;
        a == b && c;
        a == b < c;
        a < b == c;
        a < b..c;
        a..b < c;
        a..b + c;
        a + b..c;
        a + b * c;
        a * b + c;
        a * b as Int;
        a as Int * b;
        -a as Int;
        !a as Bool;
        -a.b;
        !a();
        -a[0];
        !a?;
        "#,
        @"
    a = b |> c;
    a |> b ?? c;
    a ?? b |> c;
    a ?? b || c;
    a || b ?? c;
    a || b && c;
    a && b || c;
    a && b == c;
    a == b && c;
    a == b < c;
    a < b == c;
    a < b..c;
    a..b < c;
    a..b + c;
    a + b..c;
    a + b * c;
    a * b + c;
    a * b as Int;
    a as Int * b;
    -a as Int;
    !a as Bool;
    -a.b;
    !a();
    -a[0];
    !a?;
    ----
    (= a (|> b c))
    (|> a (?? b c))
    (|> (?? a b) c)
    (?? a (|| b c))
    (?? (|| a b) c)
    (|| a (&& b c))
    (|| (&& a b) c)
    (&& a (== b c))
    (&& (== a b) c)
    (== a (< b c))
    (== (< a b) c)
    (< a (.. b c))
    (< (.. a b) c)
    (.. a (+ b c))
    (.. (+ a b) c)
    (+ a (* b c))
    (+ (* a b) c)
    (* a (as b Int))
    (* (as a Int) b)
    (as (neg a) Int)
    (as (not a) Bool)
    (neg (. a b))
    (not (call a))
    (neg (index a 0))
    (not (? a))
    "
    );
}

#[test]
fn operators_of_one_level_lean_left() {
    check!(
        r#"
        a |> b |> c;
        a || b || c;
        a && b && c;
        a + b - c + d;
        a * b / c % d;
        a as Int as Float;
        a.b.c;
        a()()();
        a[0][1];
        a?.b?;
        "#,
        @"
    a |> b |> c;
    a || b || c;
    a && b && c;
    a + b - c + d;
    a * b / c % d;
    a as Int as Float;
    a.b.c;
    a()()();
    a[0][1];
    a?.b?;
    ----
    (|> (|> a b) c)
    (|| (|| a b) c)
    (&& (&& a b) c)
    (+ (- (+ a b) c) d)
    (% (/ (* a b) c) d)
    (as (as a Int) Float)
    (. (. a b) c)
    (call (call (call a)))
    (index (index a 0) 1)
    (? (. (? a) b))
    "
    );
}

#[test]
fn assignments_and_coalescing_lean_right() {
    check!(
        r#"
        a = b = c;
        a ?? b ?? c;
        a += b -= c;
        "#,
        @"
    a = b = c;
    a ?? b ?? c;
    a += b -= c;
    ----
    (= a (= b c))
    (?? a (?? b c))
    (+= a (-= b c))
    "
    );
}

#[test]
fn every_level_in_one_expression() {
    check!("a = b |> c ?? d || e && f == g < h..i + j * k as Int", @"
    a = b |> c ?? d || e && f == g < h..i + j * k as Int
    ----
    (= a (|> b (?? c (|| d (&& e (== f (< g (.. h (+ i (* j (as k Int)))))))))))
    ");
    check!("x.y as Int * a + b..c < d == e && f || g ?? h |> i", @"
    x.y as Int * a + b..c < d == e && f || g ?? h |> i
    ----
    (|> (?? (|| (&& (== (< (.. (+ (* (as (. x y) Int) a) b) c) d) e) f) g) h) i)
    ");
}

#[test]
fn parentheses_come_first() {
    check!("(a + b) * (c - d) / -(e + f)", @"
    (a + b) * (c - d) / -(e + f)
    ----
    (/ (* (+ a b) (- c d)) (neg (+ e f)))
    ");
}

#[test]
fn all_binary_operators_are_there() {
    check!(
        r#"
        [a + b, a - b, a * b, a / b, a % b];
        [a == b, a != b, a < b, a <= b, a > b, a >= b];
        [a && b, a || b, a ?? b, a |> b];
        "#,
        @"
    [a + b, a - b, a * b, a / b, a % b];
    [a == b, a != b, a < b, a <= b, a > b, a >= b];
    [a && b, a || b, a ?? b, a |> b];
    ----
    (array (+ a b) (- a b) (* a b) (/ a b) (% a b))
    (array (== a b) (!= a b) (< a b) (<= a b) (> a b) (>= a b))
    (array (&& a b) (|| a b) (?? a b) (|> a b))
    "
    );
}

#[test]
fn unary_operators_may_be_repeated() {
    check!("--a; !!b; -!c; - -1;", @"
    --a; !!b; -!c; - -1;
    ----
    (neg (neg a))
    (not (not b))
    (neg (not c))
    (neg (neg 1))
    ");
}

#[test]
fn a_sign_binds_looser_than_a_method() {
    check!("-2.pow(2); -1.5.abs();", @"
    -2.pow(2); -1.5.abs();
    ----
    (neg (method 2 pow 2))
    (neg (method 1.5 abs))
    ");
}

#[test]
fn a_sign_after_an_operator_belongs_to_its_operand() {
    check!("a - -b; a * -b; a == !b;", @"
    a - -b; a * -b; a == !b;
    ----
    (- a (neg b))
    (* a (neg b))
    (== a (not b))
    ");
}

#[test]
fn await_and_spawn_bind_tighter_than_a_question_mark() {
    check!(
        r#"
        await f()?;
        await t?;
        await a.b(c)[0]?.d;
        spawn f(x)?;
        await spawn f()?;
        !await f()?;
        await f() + 1;
        await f() |> g;
        "#,
        @"
    await f()?;
    await t?;
    await a.b(c)[0]?.d;
    spawn f(x)?;
    await spawn f()?;
    !await f()?;
    await f() + 1;
    await f() |> g;
    ----
    (? (await (call f)))
    (? (await t))
    (. (? (await (index (method a b c) 0))) d)
    (? (spawn (call f x)))
    (? (await (spawn (call f))))
    (not (? (await (call f))))
    (+ (await (call f)) 1)
    (|> (await (call f)) g)
    "
    );
}

#[test]
fn await_takes_a_tuple() {
    check!("await (a(), b(), c())", @"
    await (a(), b(), c())
    ----
    (await (tuple (call a) (call b) (call c)))
    ");
}

#[test]
fn a_pipe_takes_functions_calls_methods_and_paths() {
    check!("x |> f; x |> f(a); x |> obj.method(a); x |> Type::f(a); x |> f(a) |> g(b)?;", @"
    x |> f; x |> f(a); x |> obj.method(a); x |> Type::f(a); x |> f(a) |> g(b)?;
    ----
    (|> x f)
    (|> x (call f a))
    (|> x (method obj method a))
    (|> x (call Type::f a))
    (|> (|> x (call f a)) (? (call g b)))
    ");
}

#[test]
fn a_range_may_be_open_at_both_ends() {
    check!("[a..b, a..=b, a.., ..b, ..=b, ..]", @"
    [a..b, a..=b, a.., ..b, ..=b, ..]
    ----
    (array (.. a b) (..= a b) (.. a open) (.. open b) (..= open b) (.. open open))
    ");
}

#[test]
fn an_open_range_ends_before_any_closing_token() {
    check!("xs[1..]; xs[..2]; xs[..]; f(1.., 2); (1..); for i in 0.. { }", @"
    xs[1..]; xs[..2]; xs[..]; f(1.., 2); (1..); for i in 0.. { }
    ----
    (index xs (.. 1 open))
    (index xs (.. open 2))
    (index xs (.. open open))
    (call f (.. 1 open) 2)
    (.. 1 open)
    (for i in (.. 0 open))
    ");
}

#[test]
fn a_range_to_nothing_including_it_is_an_error() {
    told!("xs[1..=];", @"
    xs[1..=];
    ----
    [E0101] error: expected an expression, found `]`
       ,-[ main.conc:1:8 ]
       |
     1 | xs[1..=];
       |        |
       |        `-- expected an expression
    ---'
    ");
}

#[test]
fn a_range_binds_looser_than_sums() {
    check!("a + 1..b * 2; 0..n - 1;", @"
    a + 1..b * 2; 0..n - 1;
    ----
    (.. (+ a 1) (* b 2))
    (.. 0 (- n 1))
    ");
}

#[test]
fn the_type_after_as_ends_before_an_operator() {
    check!("a as Int ?? b; a as Float + 1.0; a as Array<Int>; a as (Int, Int); a as m::T == b;", @"
    a as Int ?? b; a as Float + 1.0; a as Array<Int>; a as (Int, Int); a as m::T == b;
    ----
    (?? (as a Int) b)
    (+ (as a Float) 1.0)
    (as a Array<Int>)
    (as a (tuple Int Int))
    (== (as a m::T) b)
    ");
}
