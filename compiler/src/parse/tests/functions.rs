//! Functions, traits, impls.

#[test]
fn a_function_has_parameters_a_result_and_a_body() {
    check!(
        r#"
        fn a() {}
        fn b(x: Int) -> Int { x }
        pub fn c(x: Int, y: String,) -> Result<Int, Error> { Ok(x) }
        fn d<T: Ord>(xs: Array<T>) -> T? { xs.max() }
        fn e() -> "a" | "b" { "a" }
        "#,
        @r#"
    fn a() {}
    fn b(x: Int) -> Int { x }
    pub fn c(x: Int, y: String,) -> Result<Int, Error> { Ok(x) }
    fn d<T: Ord>(xs: Array<T>) -> T? { xs.max() }
    fn e() -> "a" | "b" { "a" }
    ----
    fn a
    fn b (x: Int) -> Int
      => x
    pub fn c (x: Int) (y: String) -> Result<Int, Error>
      => (call Ok x)
    fn d<T: Ord> (xs: Array<T>) -> (optional T)
      => (method xs max)
    fn e -> (union "a" "b")
      => "a"
    "#
    );
}

#[test]
fn parameters_may_have_defaults_patterns_and_decorators() {
    check!(
        r#"
        fn a(limit: Int = 5, name: String = "x" + y) {}
        fn b((i, x): (Int, String), _: Int, P { x, .. }: P) {}
        fn c(mut xs: Array<Int>) {}
        fn d(@param("first") @range(0, 9) a: Int) {}
        fn e(a: Array<Int>= [], tool: Int, type: Int?= None) {}
        "#,
        @r#"
    fn a(limit: Int = 5, name: String = "x" + y) {}
    fn b((i, x): (Int, String), _: Int, P { x, .. }: P) {}
    fn c(mut xs: Array<Int>) {}
    fn d(@param("first") @range(0, 9) a: Int) {}
    fn e(a: Array<Int>= [], tool: Int, type: Int?= None) {}
    ----
    fn a (limit: Int = 5) (name: String = (+ "x" y))
    fn b ((tuple i x): (tuple Int String)) (_: Int) ((struct P x ..): P)
    fn c (mut xs: Array<Int>)
    fn d (@param( "first" ) @range( 0 9 ) a: Int)
    fn e (a: Array<Int> = (array)) (tool: Int) (type: (optional Int) = None)
    "#
    );
}

#[test]
fn a_function_without_a_body_is_for_later_phases_to_judge() {
    check!("fn a() -> Int;", @"
    fn a() -> Int;
    ----
    fn a -> Int;
    ");
}

#[test]
fn a_function_may_be_decorated() {
    check!(
        r#"
        @test fn a() {}
        @test("it works") @expect_fail("no") pub fn b() {}
        @retry(max: 3) @approve(|call| call.tool == "x") @meta({ a: { b: 1 } }) @meta({ "c": 2 }) fn c() {}
        "#,
        @r#"
    @test fn a() {}
    @test("it works") @expect_fail("no") pub fn b() {}
    @retry(max: 3) @approve(|call| call.tool == "x") @meta({ a: { b: 1 } }) @meta({ "c": 2 }) fn c() {}
    ----
    @test fn a
    @test( "it works" ) @expect_fail( "no" ) pub fn b
    @retry( max:3 ) @approve( (closure call => (== (. call tool) "x")) ) @meta( (record a:(record b:1)) ) @meta( (map "c":2) ) fn c
    "#
    );
}

#[test]
fn an_impl_has_methods_and_functions() {
    check!(
        r#"
        impl Point {
            fn new(x: Int) -> Self { Self { x } }
            pub fn len(self) -> Int { self.x }
            fn move_by(mut self, by: Int) { self.x += by; }
        }
        impl<T: Eq> Stack<T> { fn a(self,) {} }
        impl Empty {}
        "#,
        @"
    impl Point {
        fn new(x: Int) -> Self { Self { x } }
        pub fn len(self) -> Int { self.x }
        fn move_by(mut self, by: Int) { self.x += by; }
    }
    impl<T: Eq> Stack<T> { fn a(self,) {} }
    impl Empty {}
    ----
    impl Point
      fn new (x: Int) -> Self
        => (struct Self x:x)
      pub fn len (self) -> Int
        => (. self x)
      fn move_by (mut self) (by: Int)
        (+= (. self x) by)
    impl<T: Eq> Stack<T>
      fn a (self)
    impl Empty
    "
    );
}

#[test]
fn an_impl_may_be_of_a_trait() {
    check!("impl Display for Point { fn display(self) -> String { \"\" } } impl<T> From<Array<T>> for m::Set<T> {}", @r#"
    impl Display for Point { fn display(self) -> String { "" } } impl<T> From<Array<T>> for m::Set<T> {}
    ----
    impl Display for Point
      fn display (self) -> String
        => ""
    impl<T> From<Array<T>> for m::Set<T>
    "#);
}

#[test]
fn a_trait_has_functions_with_and_without_bodies() {
    check!(
        r#"
        pub trait Shape<T> {
            fn area(self) -> Float;
            fn name(self) -> String { "shape" }
            fn make() -> Self;
        }
        "#,
        @r#"
    pub trait Shape<T> {
        fn area(self) -> Float;
        fn name(self) -> String { "shape" }
        fn make() -> Self;
    }
    ----
    pub trait Shape<T>
      fn area (self) -> Float;
      fn name (self) -> String
        => "shape"
      fn make -> Self;
    "#
    );
}

#[test]
fn self_is_the_first_parameter() {
    told!("impl P { fn f(x: Int, self) {} }", @"
    impl P { fn f(x: Int, self) {} }
    ----
    [E0114] error: `self` must be the first parameter
       ,-[ main.conc:1:23 ]
       |
     1 | impl P { fn f(x: Int, self) {} }
       |                       ^^|^
       |                         `--- not the first
       |
       | Help: move it to the front
    ---'
    ");
}

#[test]
fn self_takes_no_type() {
    told!("impl P { fn f(mut self: P) {} }", @"
    impl P { fn f(mut self: P) {} }
    ----
    [E0114] error: `self` takes no type
       ,-[ main.conc:1:15 ]
       |
     1 | impl P { fn f(mut self: P) {} }
       |               ^^^^^|^^^^^
       |                    `------- its type is the one that the methods belong to
       |
       | Help: write `self` or `mut self`
    ---'
    ");
}

#[test]
fn a_parameter_has_a_type() {
    told!("fn f(x, y: Int) {}", @"
    fn f(x, y: Int) {}
    ----
    [E0101] error: expected `:`, found `,`
       ,-[ main.conc:1:7 ]
       |
     1 | fn f(x, y: Int) {}
       |       |
       |       `-- expected `:`
       |
       | Help: a name is followed by its type: `name: Type`
    ---'
    ");
}

#[test]
fn a_trait_cannot_require_another() {
    told!("trait A: B {}", @"
    trait A: B {}
    ----
    [E0116] error: a trait cannot require another
       ,-[ main.conc:1:8 ]
       |
     1 | trait A: B {}
       |        |
       |        `-- not part of the language
       |
       | Help: name both where they are needed: `<T: A + B>`
    ---'
    ");
}

#[test]
fn a_function_that_cannot_be_read_leaves_its_neighbours() {
    check!(
        r#"
        impl P {
            fn a(self) {}
            fn (self) {}
            fn c(self) -> {}
            fn d(self) {}
        }
        "#,
        @"
    impl P {
        fn a(self) {}
        fn (self) {}
        fn c(self) -> {}
        fn d(self) {}
    }
    ----
    impl P
      fn a (self)
      fn d (self)
    ----
    [E0101] error: expected a name, found `(`
       ,-[ main.conc:3:8 ]
       |
     3 |     fn (self) {}
       |        |
       |        `-- expected a name
    ---'

    [E0101] error: expected a type, found `{`
       ,-[ main.conc:4:19 ]
       |
     4 |     fn c(self) -> {}
       |                   |
       |                   `-- expected a type
       |
       | Help: a function that gives nothing has no `->`
    ---'
    "
    );
}
