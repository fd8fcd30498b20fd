//! Types.

#[test]
fn names_and_paths_are_types() {
    check!("let a: Int; let a: m::Point; let a: super::P; let a: Self; let a: tool;", @"
    let a: Int; let a: m::Point; let a: super::P; let a: Self; let a: tool;
    ----
    (let a: Int)
    (let a: m::Point)
    (let a: super::P)
    (let a: Self)
    (let a: tool)
    ");
}

#[test]
fn types_take_arguments() {
    check!("let a: Array<Int>; let a: Map<String, Array<Array<Int>>>; let a: m::Pair<Int, Int,>;", @"
    let a: Array<Int>; let a: Map<String, Array<Array<Int>>>; let a: m::Pair<Int, Int,>;
    ----
    (let a: Array<Int>)
    (let a: Map<String, Array<Array<Int>>>)
    (let a: m::Pair<Int, Int>)
    ");
}

#[test]
fn a_question_mark_makes_a_type_optional() {
    check!("let a: Int?; let a: Int??; let a: Array<Int?>?; let a: (Int, Int)?;", @"
    let a: Int?; let a: Int??; let a: Array<Int?>?; let a: (Int, Int)?;
    ----
    (let a: (optional Int))
    (let a: (optional (optional Int)))
    (let a: (optional Array<(optional Int)>))
    (let a: (optional (tuple Int Int)))
    ");
}

#[test]
fn two_question_marks_and_two_times_one_are_the_same() {
    check!("let a: Int??; let a: Int? ?; let a: Int???;", @"
    let a: Int??; let a: Int? ?; let a: Int???;
    ----
    (let a: (optional (optional Int)))
    (let a: (optional (optional Int)))
    (let a: (optional (optional (optional Int))))
    ");
}

#[test]
fn tuples_are_types() {
    check!("let a: (); let a: (Int); let a: (Int,); let a: (Int, String); let a: ((Int, Int), Bool,);", @"
    let a: (); let a: (Int); let a: (Int,); let a: (Int, String); let a: ((Int, Int), Bool,);
    ----
    (let a: (tuple))
    (let a: Int)
    (let a: (tuple Int))
    (let a: (tuple Int String))
    (let a: (tuple (tuple Int Int) Bool))
    ");
}

#[test]
fn functions_are_types() {
    check!("let a: fn(); let a: fn(Int) -> Int; let a: fn(Int, String,) -> fn() -> Bool; let a: fn() -> Int?;", @"
    let a: fn(); let a: fn(Int) -> Int; let a: fn(Int, String,) -> fn() -> Bool; let a: fn() -> Int?;
    ----
    (let a: (fn))
    (let a: (fn Int)->Int)
    (let a: (fn Int String)->(fn)->Bool)
    (let a: (fn)->(optional Int))
    ");
}

#[test]
fn strings_are_types_and_may_be_united() {
    check!(r#"let a: "low"; let a: "low" | "high"; let a: ("a" | "b")?; let a: Array<"a" | "b">; let a: r"c" | Int;"#, @r#"
    let a: "low"; let a: "low" | "high"; let a: ("a" | "b")?; let a: Array<"a" | "b">; let a: r"c" | Int;
    ----
    (let a: "low")
    (let a: (union "low" "high"))
    (let a: (optional (union "a" "b")))
    (let a: Array<(union "a" "b")>)
    (let a: (union "c" Int))
    "#);
}

#[test]
fn a_string_in_a_type_is_a_constant() {
    told!(r#"let a: "x${y}" | "z";"#, @r#"
    let a: "x${y}" | "z";
    ----
    [E0109] error: this text must be known at compile time
       ,-[ main.conc:1:8 ]
       |
     1 | let a: "x${y}" | "z";
       |        ^^^|^^^
       |           `----- `${…}` makes it depend on values
       |
       | Help: leave the interpolation out; in a pattern, bind a name and compare it in a guard: `s if s == …`
    ---'
    "#);
}

#[test]
fn generics_may_have_bounds() {
    check!("fn f<T>() {} fn f<T: Ord>() {} fn f<T: Ord + Display, U: m::From<T>,>() {} impl<T: Eq> Stack<T> {}", @"
    fn f<T>() {} fn f<T: Ord>() {} fn f<T: Ord + Display, U: m::From<T>,>() {} impl<T: Eq> Stack<T> {}
    ----
    fn f<T>
    fn f<T: Ord>
    fn f<T: Ord + Display, U: m::From<T>>
    impl<T: Eq> Stack<T>
    ");
}

#[test]
fn type_arguments_are_not_empty() {
    told!("let a: Array<>;", @"
    let a: Array<>;
    ----
    [E0101] error: expected a type, found `>`
       ,-[ main.conc:1:14 ]
       |
     1 | let a: Array<>;
       |              |
       |              `-- expected a type
    ---'
    ");
    told!("fn f<>() {}", @"
    fn f<>() {}
    ----
    [E0101] error: expected a name, found `>`
       ,-[ main.conc:1:6 ]
       |
     1 | fn f<>() {}
       |      |
       |      `-- expected a name
    ---'
    ");
}

#[test]
fn type_arguments_are_closed() {
    told!("let a: Array<Int = [];", @"
    let a: Array<Int = [];
    ----
    [E0101] error: expected `,`, `::` or `>`, found `=`
       ,-[ main.conc:1:18 ]
       |
     1 | let a: Array<Int = [];
       |                  |
       |                  `-- expected `,`, `::` or `>`
    ---'
    ");
}

#[test]
fn a_number_is_no_type() {
    told!("fn f(a: 5) {}", @"
    fn f(a: 5) {}
    ----
    [E0101] error: expected a type, found `5`
       ,-[ main.conc:1:9 ]
       |
     1 | fn f(a: 5) {}
       |         |
       |         `-- expected a type
    ---'
    ");
}

#[test]
fn a_type_that_the_lexer_reported_is_an_error_without_a_second_message() {
    check!("let a: # = 1;", @"
    let a: # = 1;
    ----
    (let a: <error> = 1)
    ----
    [E0001] error: `#` is not part of the language
       ,-[ main.conc:1:8 ]
       |
     1 | let a: # = 1;
       |        |
       |        `-- means nothing here
       |
       | Help: comments start with `//`, decorators with `@`
    ---'
    ");
}
