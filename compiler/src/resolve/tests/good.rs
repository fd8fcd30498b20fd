//! What names stand for in bodies that are right.

#[test]
fn a_name_is_the_latest_variable_of_that_name() {
    check!(
        r#"
        let x = 1;
        let x = x + 1;
        {
            let x = x;
            print(x);
        }
        print(x);
        "#,
        @"
    let x = 1;
    let x = x + 1;
    {
        let x = x;
        print(x);
    }
    print(x);
    ----
    2:9 x -> the variable of 1:5
    4:13 x -> the variable of 2:5
    5:11 x -> the variable of 4:9
    7:7 x -> the variable of 2:5
    "
    );
}

#[test]
fn a_variable_is_in_scope_after_its_value() {
    check!(
        r#"
        fn f(x: Int) {
            let Some(x) = g(x) else { print(x); return; };
            print(x);
        }
        fn g(x: Int) -> Int? { Some(x) }
        "#,
        @"
    fn f(x: Int) {
        let Some(x) = g(x) else { print(x); return; };
        print(x);
    }
    fn g(x: Int) -> Int? { Some(x) }
    ----
    2:19 g -> the function of 5:4
    2:21 x -> the variable of 1:6
    2:37 x -> the variable of 1:6
    3:11 x -> the variable of 2:14
    5:29 x -> the variable of 5:6
    "
    );
}

#[test]
fn a_closure_sees_what_is_around_it() {
    check!(
        r#"
        fn f(a: Int) -> Int {
            let b = 1;
            let g = |x, (y, z)| x + y + z + a + b;
            g(|a| a, (b, a))
        }
        "#,
        @"
    fn f(a: Int) -> Int {
        let b = 1;
        let g = |x, (y, z)| x + y + z + a + b;
        g(|a| a, (b, a))
    }
    ----
    3:25 x -> the variable of 3:14
    3:29 y -> the variable of 3:18
    3:33 z -> the variable of 3:21
    3:37 a -> the variable of 1:6
    3:41 b -> the variable of 2:9
    4:5 g -> the variable of 3:9
    4:11 a -> the variable of 4:8
    4:15 b -> the variable of 2:9
    4:18 a -> the variable of 1:6
    "
    );
}

#[test]
fn every_branch_and_arm_has_a_scope_of_its_own() {
    check!(
        r#"
        fn f(x: Int?) {
            if let Some(y) = x { print(y); } else if let Some(y) = x { print(y); }
            while let Some(y) = x { print(y); }
            match x {
                Some(y) if y > 0 => print(y),
                Some(y) => print(y),
                None => print(x),
            }
            for (i, y) in x { print(i + y); }
        }
        "#,
        @"
    fn f(x: Int?) {
        if let Some(y) = x { print(y); } else if let Some(y) = x { print(y); }
        while let Some(y) = x { print(y); }
        match x {
            Some(y) if y > 0 => print(y),
            Some(y) => print(y),
            None => print(x),
        }
        for (i, y) in x { print(i + y); }
    }
    ----
    2:22 x -> the variable of 1:6
    2:32 y -> the variable of 2:17
    2:60 x -> the variable of 1:6
    2:70 y -> the variable of 2:55
    3:25 x -> the variable of 1:6
    3:35 y -> the variable of 3:20
    4:11 x -> the variable of 1:6
    5:20 y -> the variable of 5:14
    5:35 y -> the variable of 5:14
    6:26 y -> the variable of 6:14
    7:23 x -> the variable of 1:6
    9:19 x -> the variable of 1:6
    9:29 i -> the variable of 9:10
    9:33 y -> the variable of 9:13
    "
    );
}

#[test]
fn alternatives_of_a_pattern_bind_the_same_variables() {
    check!(
        r#"
        enum E { A(Int), B { n: Int }, C(Int, Int) }
        fn f(e: E) -> Int {
            match e { E::A(n) | E::B { n } | E::C(_, n) => n }
        }
        "#,
        @"
    enum E { A(Int), B { n: Int }, C(Int, Int) }
    fn f(e: E) -> Int {
        match e { E::A(n) | E::B { n } | E::C(_, n) => n }
    }
    ----
    2:9 E -> the enum of 1:6
    3:11 e -> the variable of 2:6
    3:15 E::A -> variant 0 of the enum of 1:6
    3:25 E::B -> variant 1 of the enum of 1:6
    3:38 E::C -> variant 2 of the enum of 1:6
    3:46 n -> the variable of 3:20
    3:52 n -> the variable of 3:20
    "
    );
}

#[test]
fn a_bare_name_in_a_pattern_may_be_a_constant_or_a_variant() {
    check!(
        r#"
        const MAX: Int = 5;
        enum Color { Red, Green }
        use Color::Red;
        fn f(x: Int, c: Color) {
            match x { MAX => {}, other => print(other) }
            match c { Red => {}, Color::Green => {} }
        }
        "#,
        @"
    const MAX: Int = 5;
    enum Color { Red, Green }
    use Color::Red;
    fn f(x: Int, c: Color) {
        match x { MAX => {}, other => print(other) }
        match c { Red => {}, Color::Green => {} }
    }
    ----
    4:17 Color -> the enum of 2:6
    5:11 x -> the variable of 4:6
    5:15 MAX -> the constant of 1:7
    5:41 other -> the variable of 5:26
    6:11 c -> the variable of 4:14
    6:15 Red -> variant 0 of the enum of 2:6
    6:26 Color::Green -> variant 1 of the enum of 2:6
    "
    );
}

#[test]
fn struct_literals_and_patterns_name_structs_and_variants() {
    check!(
        r#"
        struct Point { x: Int, y: Int = 0 }
        type P = Point;
        enum Shape { Dot(Point), Box { min: Point } }
        fn f(x: Int, s: Shape) -> Point {
            match s {
                Shape::Dot(Point { x, .. }) => P { x, ..Point { x: 1 } },
                Shape::Box { min } => min,
                Shape::Dot(all @ Point { x: 1, y }) => if y > x { all } else { Point { x } },
            }
        }
        "#,
        @"
    struct Point { x: Int, y: Int = 0 }
    type P = Point;
    enum Shape { Dot(Point), Box { min: Point } }
    fn f(x: Int, s: Shape) -> Point {
        match s {
            Shape::Dot(Point { x, .. }) => P { x, ..Point { x: 1 } },
            Shape::Box { min } => min,
            Shape::Dot(all @ Point { x: 1, y }) => if y > x { all } else { Point { x } },
        }
    }
    ----
    2:10 Point -> the struct of 1:8
    3:18 Point -> the struct of 1:8
    3:37 Point -> the struct of 1:8
    4:17 Shape -> the enum of 3:6
    4:27 Point -> the struct of 1:8
    5:11 s -> the variable of 4:14
    6:9 Shape::Dot -> variant 0 of the enum of 3:6
    6:20 Point -> the struct of 1:8
    6:40 P -> the type alias of 2:6
    6:44 x -> the variable of 6:28
    6:49 Point -> the struct of 1:8
    7:9 Shape::Box -> variant 1 of the enum of 3:6
    7:31 min -> the variable of 7:22
    8:9 Shape::Dot -> variant 0 of the enum of 3:6
    8:26 Point -> the struct of 1:8
    8:51 y -> the variable of 8:40
    8:55 x -> the variable of 4:6
    8:59 all -> the variable of 8:20
    8:72 Point -> the struct of 1:8
    8:80 x -> the variable of 4:6
    "
    );
}
