//! What an `impl` gives, and to whom.

use super::fine;

#[test]
fn an_impl_has_all_functions() {
    told!(
        r#"
        trait Shape {
            fn area(self) -> Float;
            fn scale(mut self, by: Float);
            fn unit() -> Self;
            fn name(self) -> String { "shape" }
        }
        struct Square { side: Float }
        impl Shape for Square { fn area(self) -> Float { self.side * self.side } }
        "#,
        @r#"
    trait Shape {
        fn area(self) -> Float;
        fn scale(mut self, by: Float);
        fn unit() -> Self;
        fn name(self) -> String { "shape" }
    }
    struct Square { side: Float }
    impl Shape for Square { fn area(self) -> Float { self.side * self.side } }
    ----
    [E0332] error: the `impl` of `Shape` is not complete
       ,-[ main.conc:8:6 ]
       |
     8 | impl Shape for Square { fn area(self) -> Float { self.side * self.side } }
       |      ^^|^^
       |        `---- not all of its functions are here
       |
       | Help: add `fn scale(mut self, by: Float)`, `fn unit() -> Square`
    ---'
    "#
    );
}

#[test]
fn an_impl_has_no_other_functions() {
    told!(
        r#"
        trait Shape { fn area(self) -> Float; }
        struct Square { side: Float }
        impl Shape for Square {
            fn area(self) -> Float { self.side * self.side }
            fn aera(self) -> Float { self.side }
            fn corners(self) -> Int { 4 }
        }
        "#,
        @"
    trait Shape { fn area(self) -> Float; }
    struct Square { side: Float }
    impl Shape for Square {
        fn area(self) -> Float { self.side * self.side }
        fn aera(self) -> Float { self.side }
        fn corners(self) -> Int { 4 }
    }
    ----
    [E0333] error: the trait `Shape` has no `aera`
       ,-[ main.conc:5:8 ]
       |
     5 |     fn aera(self) -> Float { self.side }
       |        ^^|^
       |          `--- not in the trait
       |
       | Help: did you mean `area`?
    ---'

    [E0333] error: the trait `Shape` has no `corners`
       ,-[ main.conc:6:8 ]
       |
     6 |     fn corners(self) -> Int { 4 }
       |        ^^^|^^^
       |           `----- not in the trait
       |
       | Help: move it to an `impl` of the type alone
    ---'
    "
    );
}

#[test]
fn a_function_has_the_types_of_its_trait() {
    told!(
        r#"
        trait Shape { fn scale(self, by: Float) -> Self; }
        struct Square { side: Float }
        impl Shape for Square { fn scale(self, by: Int) -> Square { Square { side: self.side * (by as Float) } } }
        "#,
        @"
    trait Shape { fn scale(self, by: Float) -> Self; }
    struct Square { side: Float }
    impl Shape for Square { fn scale(self, by: Int) -> Square { Square { side: self.side * (by as Float) } } }
    ----
    [E0334] error: expected `fn scale(self, by: Float) -> Square`, found `fn scale(self, by: Int) -> Square`
       ,-[ main.conc:3:28 ]
       |
     1 | trait Shape { fn scale(self, by: Float) -> Self; }
       |                  ^^|^^
       |                    `---- the trait says this
       |
     3 | impl Shape for Square { fn scale(self, by: Int) -> Square { Square { side: self.side * (by as Float) } } }
       |                            ^^|^^
       |                              `---- differs from the trait
       |
       | Help: write `fn scale(self, by: Float) -> Square`
    ---'
    "
    );
}

#[test]
fn a_function_changes_its_receiver_as_its_trait_says() {
    told!(
        r#"
        trait Counter { fn next(self) -> Int; }
        struct Ticket { number: Int }
        impl Counter for Ticket { fn next(mut self) -> Int { self.number += 1; self.number } }
        "#,
        @"
    trait Counter { fn next(self) -> Int; }
    struct Ticket { number: Int }
    impl Counter for Ticket { fn next(mut self) -> Int { self.number += 1; self.number } }
    ----
    [E0334] error: expected `fn next(self) -> Int`, found `fn next(mut self) -> Int`
       ,-[ main.conc:3:30 ]
       |
     1 | trait Counter { fn next(self) -> Int; }
       |                    ^^|^
       |                      `--- the trait says this
       |
     3 | impl Counter for Ticket { fn next(mut self) -> Int { self.number += 1; self.number } }
       |                              ^^|^
       |                                `--- differs from the trait
       |
       | Help: write `fn next(self) -> Int`
    ---'
    "
    );
}

#[test]
fn a_trait_of_the_library_has_no_place() {
    told!(
        r#"
        struct Price { cents: Int }
        impl Display for Price { fn display(self) -> Int { self.cents } }
        "#,
        @"
    struct Price { cents: Int }
    impl Display for Price { fn display(self) -> Int { self.cents } }
    ----
    [E0334] error: expected `fn display(self) -> String`, found `fn display(self) -> Int`
       ,-[ main.conc:2:29 ]
       |
     2 | impl Display for Price { fn display(self) -> Int { self.cents } }
       |                             ^^^|^^^
       |                                `----- differs from the trait
       |
       | Help: write `fn display(self) -> String`
    ---'
    "
    );
}

#[test]
fn a_trait_twice_for_a_type() {
    told!(
        r#"
        struct Order { id: Int }
        impl Display for Order { fn display(self) -> String { "a" } }
        impl Display for Order { fn display(self) -> String { "b" } }
        "#,
        @r#"
    struct Order { id: Int }
    impl Display for Order { fn display(self) -> String { "a" } }
    impl Display for Order { fn display(self) -> String { "b" } }
    ----
    [E0335] error: `Order` has `Display` already
       ,-[ main.conc:3:18 ]
       |
     2 | impl Display for Order { fn display(self) -> String { "a" } }
       |                  ^^|^^
       |                    `---- the first one is here
     3 | impl Display for Order { fn display(self) -> String { "b" } }
       |                  ^^|^^
       |                    `---- a second `impl`
       |
       | Help: keep one of them
    ---'
    "#
    );
}

#[test]
fn an_impl_for_all_covers_each() {
    told!(
        r#"
        trait Named { fn name(self) -> String; }
        impl<T> Named for Array<T> { fn name(self) -> String { "array" } }
        impl Named for Array<Int> { fn name(self) -> String { "numbers" } }
        "#,
        @r#"
    trait Named { fn name(self) -> String; }
    impl<T> Named for Array<T> { fn name(self) -> String { "array" } }
    impl Named for Array<Int> { fn name(self) -> String { "numbers" } }
    ----
    [E0335] error: `Array<Int>` has `Named` already
       ,-[ main.conc:3:16 ]
       |
     2 | impl<T> Named for Array<T> { fn name(self) -> String { "array" } }
       |                   ^^^^|^^^
       |                       `----- the first one is here
     3 | impl Named for Array<Int> { fn name(self) -> String { "numbers" } }
       |                ^^^^^|^^^^
       |                     `------ a second `impl`
       |
       | Help: keep one of them
    ---'
    "#
    );
}

#[test]
fn a_function_twice_for_a_type() {
    told!(
        r#"
        struct Order { id: Int }
        impl Order { fn label(self) -> String { "a" } }
        impl Order { fn label(self) -> String { "b" } }
        "#,
        @r#"
    struct Order { id: Int }
    impl Order { fn label(self) -> String { "a" } }
    impl Order { fn label(self) -> String { "b" } }
    ----
    [E0335] error: the type has a `label` already
       ,-[ main.conc:3:17 ]
       |
     2 | impl Order { fn label(self) -> String { "a" } }
       |                 ^^|^^
       |                   `---- the first one is here
     3 | impl Order { fn label(self) -> String { "b" } }
       |                 ^^|^^
       |                   `---- a second one
       |
       | Help: give one of them another name
    ---'
    "#
    );
}

#[test]
fn one_trait_with_several_arguments() {
    fine(
        r#"
        struct Meters { n: Float }
        impl From<Int> for Meters { fn from(n: Int) -> Meters { Meters { n: n as Float } } }
        impl From<Float> for Meters { fn from(n: Float) -> Meters { Meters { n: n } } }
        print("${Meters::from(1)} ${Meters::from(1.5)}");
        "#,
    );
}

#[test]
fn an_impl_is_for_a_type_with_a_name() {
    told!(
        r#"
        trait Named { fn name(self) -> String; }
        impl Named for (Int, Int) { fn name(self) -> String { "pair" } }
        impl Named for fn() -> Int { fn name(self) -> String { "function" } }
        impl Named for "low" | "high" { fn name(self) -> String { "level" } }
        "#,
        @r#"
    trait Named { fn name(self) -> String; }
    impl Named for (Int, Int) { fn name(self) -> String { "pair" } }
    impl Named for fn() -> Int { fn name(self) -> String { "function" } }
    impl Named for "low" | "high" { fn name(self) -> String { "level" } }
    ----
    [E0336] error: there can be no such `impl` for `(Int, Int)`
       ,-[ main.conc:2:16 ]
       |
     2 | impl Named for (Int, Int) { fn name(self) -> String { "pair" } }
       |                ^^^^^|^^^^
       |                     `------ an `impl` is for a struct, an enum, or, with a trait of its own, a type of the library
       |
       | Help: wrap it in a struct of your own
    ---'

    [E0336] error: there can be no such `impl` for `fn() -> Int`
       ,-[ main.conc:3:16 ]
       |
     3 | impl Named for fn() -> Int { fn name(self) -> String { "function" } }
       |                ^^^^^|^^^^^
       |                     `------- an `impl` is for a struct, an enum, or, with a trait of its own, a type of the library
       |
       | Help: wrap it in a struct of your own
    ---'

    [E0336] error: there can be no such `impl` for `"low" | "high"`
       ,-[ main.conc:4:16 ]
       |
     4 | impl Named for "low" | "high" { fn name(self) -> String { "level" } }
       |                ^^^^^^^|^^^^^^
       |                       `-------- an `impl` is for a struct, an enum, or, with a trait of its own, a type of the library
       |
       | Help: write it for `String`, which every text fits
    ---'
    "#
    );
}

#[test]
fn an_impl_for_every_type() {
    told!(
        r#"
        trait Named { fn name(self) -> String; }
        impl<T> Named for T { fn name(self) -> String { "anything" } }
        "#,
        @r#"
    trait Named { fn name(self) -> String; }
    impl<T> Named for T { fn name(self) -> String { "anything" } }
    ----
    [E0336] error: there can be no such `impl` for `T`
       ,-[ main.conc:2:19 ]
       |
     2 | impl<T> Named for T { fn name(self) -> String { "anything" } }
       |                   |
       |                   `-- an `impl` is for a struct, an enum, or, with a trait of its own, a type of the library
       |
       | Help: name the types that have it, one `impl` each
    ---'
    "#
    );
}

#[test]
fn a_type_of_the_library_gets_functions_through_a_trait() {
    told!(
        "impl Int { fn is_even(self) -> Bool { self % 2 == 0 } }\n",
        @"
    impl Int { fn is_even(self) -> Bool { self % 2 == 0 } }
    ----
    [E0336] error: there can be no such `impl` for `Int`
       ,-[ main.conc:1:6 ]
       |
     1 | impl Int { fn is_even(self) -> Bool { self % 2 == 0 } }
       |      ^|^
       |       `--- an `impl` is for a struct, an enum, or, with a trait of its own, a type of the library
       |
       | Help: methods of a type of the library come from a trait of your own: `trait Name { … }`, `impl Name for …`
    ---'
    "
    );
}
