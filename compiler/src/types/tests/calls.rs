//! Calls and their arguments.

#[test]
fn an_argument_too_many() {
    told!(
        r#"
        fn add(a: Int, b: Int = 0) -> Int { a + b }
        print(add(1, 2, 3));
        print(add());
        "#,
        @"
    fn add(a: Int, b: Int = 0) -> Int { a + b }
    print(add(1, 2, 3));
    print(add());
    ----
    [E0321] error: `add` takes 2 arguments, not 3
       ,-[ main.conc:2:17 ]
       |
     1 | fn add(a: Int, b: Int = 0) -> Int { a + b }
       |    ^|^
       |     `--- declared here
     2 | print(add(1, 2, 3));
       |                 |
       |                 `-- there is no parameter for this
    ---'

    [E0321] error: the call of `add` lacks the argument `a`
       ,-[ main.conc:3:7 ]
       |
     1 | fn add(a: Int, b: Int = 0) -> Int { a + b }
       |    ^|^
       |     `--- declared here
       |
     3 | print(add());
       |       ^^|^^
       |         `---- needs `a: Int` too
    ---'
    "
    );
}

#[test]
fn arguments_that_are_missing() {
    told!(
        r#"
        fn book(room: String, nights: Int, breakfast: Bool = false) -> String { "${room} ${nights} ${breakfast}" }
        print(book());
        print(book("a", breakfast: true));
        "#,
        @r#"
    fn book(room: String, nights: Int, breakfast: Bool = false) -> String { "${room} ${nights} ${breakfast}" }
    print(book());
    print(book("a", breakfast: true));
    ----
    [E0321] error: the call of `book` lacks the arguments `room` and `nights`
       ,-[ main.conc:2:7 ]
       |
     1 | fn book(room: String, nights: Int, breakfast: Bool = false) -> String { "${room} ${nights} ${breakfast}" }
       |    ^^|^
       |      `--- declared here
     2 | print(book());
       |       ^^^|^^
       |          `---- needs `room: String`, `nights: Int` too
    ---'

    [E0321] error: the call of `book` lacks the argument `nights`
       ,-[ main.conc:3:7 ]
       |
     1 | fn book(room: String, nights: Int, breakfast: Bool = false) -> String { "${room} ${nights} ${breakfast}" }
       |    ^^|^
       |      `--- declared here
       |
     3 | print(book("a", breakfast: true));
       |       ^^^^^^^^^^^^^|^^^^^^^^^^^^
       |                    `-------------- needs `nights: Int` too
    ---'
    "#
    );
}

#[test]
fn a_method_of_the_library_with_other_arguments() {
    told!(
        r#"
        print("a".replace("a"));
        print("a".trim(" "));
        "#,
        @r#"
    print("a".replace("a"));
    print("a".trim(" "));
    ----
    [E0321] error: the call of `replace` lacks the argument `new`
       ,-[ main.conc:1:11 ]
       |
     1 | print("a".replace("a"));
       |           ^^^^^^|^^^^^
       |                 `------- needs `new: String` too
    ---'

    [E0321] error: `trim` takes no arguments, not 1
       ,-[ main.conc:2:16 ]
       |
     2 | print("a".trim(" "));
       |                ^|^
       |                 `--- there is no parameter for this
    ---'
    "#
    );
}

#[test]
fn a_name_that_no_parameter_has() {
    told!(
        r#"
        fn search(text: String, limit: Int = 5) -> String { "${limit} ${text}" }
        print(search("lamps", limt: 3));
        print(search("lamps", color: 3));
        "#,
        @r#"
    fn search(text: String, limit: Int = 5) -> String { "${limit} ${text}" }
    print(search("lamps", limt: 3));
    print(search("lamps", color: 3));
    ----
    [E0322] error: `search` has no parameter `limt`
       ,-[ main.conc:2:23 ]
       |
     1 | fn search(text: String, limit: Int = 5) -> String { "${limit} ${text}" }
       |    ^^^|^^
       |       `---- declared here
     2 | print(search("lamps", limt: 3));
       |                       ^^|^
       |                         `--- no parameter of this name
       |
       | Help: did you mean `limit`?
    ---'

    [E0322] error: `search` has no parameter `color`
       ,-[ main.conc:3:23 ]
       |
     1 | fn search(text: String, limit: Int = 5) -> String { "${limit} ${text}" }
       |    ^^^|^^
       |       `---- declared here
       |
     3 | print(search("lamps", color: 3));
       |                       ^^|^^
       |                         `---- no parameter of this name
       |
       | Help: its parameters are `text` and `limit`
    ---'
    "#
    );
}

#[test]
fn a_name_where_there_are_no_parameters() {
    told!(
        r#"
        fn now() -> Int { 5 }
        print(now(at: 5));
        "#,
        @"
    fn now() -> Int { 5 }
    print(now(at: 5));
    ----
    [E0322] error: `now` has no parameter `at`
       ,-[ main.conc:2:11 ]
       |
     1 | fn now() -> Int { 5 }
       |    ^|^
       |     `--- declared here
     2 | print(now(at: 5));
       |           ^|
       |            `-- no parameter of this name
       |
       | Help: it has no parameters that could be named
    ---'
    "
    );
}

#[test]
fn function_values_have_no_names() {
    told!(
        r#"
        let double = |n: Int| n * 2;
        print(double(n: 4));
        print(Some(value: 4));
        "#,
        @"
    let double = |n: Int| n * 2;
    print(double(n: 4));
    print(Some(value: 4));
    ----
    [E0322] error: no parameter is called `n` here
       ,-[ main.conc:2:14 ]
       |
     2 | print(double(n: 4));
       |              |
       |              `-- function values and variants take their arguments by position
       |
       | Help: remove `n:`
    ---'

    [E0322] error: no parameter is called `value` here
       ,-[ main.conc:3:12 ]
       |
     3 | print(Some(value: 4));
       |            ^^|^^
       |              `---- function values and variants take their arguments by position
       |
       | Help: remove `value:`
    ---'
    "
    );
}

#[test]
fn a_parameter_that_is_given_twice() {
    told!(
        r#"
        fn add(a: Int, b: Int = 0) -> Int { a + b }
        print(add(1, a: 2));
        "#,
        @"
    fn add(a: Int, b: Int = 0) -> Int { a + b }
    print(add(1, a: 2));
    ----
    [E0323] error: the parameter `a` is given twice
       ,-[ main.conc:2:14 ]
       |
     2 | print(add(1, a: 2));
       |              |
       |              `-- an argument before this one has its place already
       |
       | Help: remove one of them
    ---'
    "
    );
}

#[test]
fn a_function_value_takes_so_many_arguments() {
    told!(
        r#"
        let double = |n: Int| n * 2;
        print(double(1, 2));
        print(double());
        "#,
        @"
    let double = |n: Int| n * 2;
    print(double(1, 2));
    print(double());
    ----
    [E0321] error: this takes 1 argument, not 2
       ,-[ main.conc:2:7 ]
       |
     2 | print(double(1, 2));
       |       ^^^|^^
       |          `---- 2 arguments given
    ---'

    [E0321] error: this takes 1 argument, not 0
       ,-[ main.conc:3:7 ]
       |
     3 | print(double());
       |       ^^^|^^
       |          `---- no arguments given
    ---'
    "
    );
}

#[test]
fn a_variant_holds_so_many_values() {
    told!(
        r#"
        enum Shape { Rect(Int, Int) }
        print(Shape::Rect(1));
        print(Some(1, 2));
        print(None(1));
        "#,
        @"
    enum Shape { Rect(Int, Int) }
    print(Shape::Rect(1));
    print(Some(1, 2));
    print(None(1));
    ----
    [E0321] error: `Shape::Rect` holds 2 values, not 1
       ,-[ main.conc:2:7 ]
       |
     2 | print(Shape::Rect(1));
       |       ^^^^^|^^^^^
       |            `------- 1 value given
    ---'

    [E0321] error: `Option::Some` holds 1 value, not 2
       ,-[ main.conc:3:7 ]
       |
     3 | print(Some(1, 2));
       |       ^^|^
       |         `--- 2 values given
    ---'

    [E0330] error: `Option::None` has no data
       ,-[ main.conc:4:7 ]
       |
     4 | print(None(1));
       |       ^^|^
       |         `--- nothing can stand in parentheses after it
       |
       | Help: write `Option::None` alone
    ---'
    "
    );
}

#[test]
fn what_is_no_function_cannot_be_called() {
    told!(
        r#"
        let total = 12;
        print(total());
        print("a"(1));
        "#,
        @r#"
    let total = 12;
    print(total());
    print("a"(1));
    ----
    [E0324] error: `Int` cannot be called
       ,-[ main.conc:2:7 ]
       |
     2 | print(total());
       |       ^^|^^
       |         `---- this is no function
       |
       | Help: remove the parentheses, or end the statement before them with `;`
    ---'

    [E0324] error: `String` cannot be called
       ,-[ main.conc:3:7 ]
       |
     3 | print("a"(1));
       |       ^|^
       |        `--- this is no function
       |
       | Help: remove the parentheses, or end the statement before them with `;`
    ---'
    "#
    );
}

#[test]
fn a_struct_is_no_function() {
    told!(
        r#"
        struct Point { x: Int }
        print(Point(1));
        "#,
        @"
    struct Point { x: Int }
    print(Point(1));
    ----
    [E0209] error: `Point` is a struct, not a value
       ,-[ main.conc:2:7 ]
       |
     2 | print(Point(1));
       |       ^^|^^
       |         `---- a value is needed here
       |
       | Help: make a value of it: `Point { … }`; its functions are called with `Point::…`
    ---'
    "
    );
}

#[test]
fn a_test_is_not_called() {
    told!(
        r#"
        @test
        fn adds() { assert_eq(1 + 1, 2); }
        fn main() {
            adds();
            let f = adds;
            f();
        }
        "#,
        @"
    @test
    fn adds() { assert_eq(1 + 1, 2); }
    fn main() {
        adds();
        let f = adds;
        f();
    }
    ----
    [E0325] error: `adds` is a test
       ,-[ main.conc:4:5 ]
       |
     2 | fn adds() { assert_eq(1 + 1, 2); }
       |    ^^|^
       |      `--- declared with `@test`
       |
     4 |     adds();
       |     ^^|^
       |       `--- tests are run by `concerto test` only
       |
       | Help: move what both need into a function of its own
    ---'

    [E0325] error: `adds` is a test
       ,-[ main.conc:5:13 ]
       |
     2 | fn adds() { assert_eq(1 + 1, 2); }
       |    ^^|^
       |      `--- declared with `@test`
       |
     5 |     let f = adds;
       |             ^^|^
       |               `--- tests are run by `concerto test` only
       |
       | Help: move what both need into a function of its own
    ---'
    "
    );
}

#[test]
fn a_type_has_no_such_function() {
    told!(
        r#"
        struct Account { balance: Int }
        impl Account { fn open(balance: Int) -> Account { Account { balance: balance } } }
        print(Account::opn(5));
        print(Account::close(5));
        "#,
        @"
    struct Account { balance: Int }
    impl Account { fn open(balance: Int) -> Account { Account { balance: balance } } }
    print(Account::opn(5));
    print(Account::close(5));
    ----
    [E0208] error: `Account` has no `opn`
       ,-[ main.conc:3:16 ]
       |
     3 | print(Account::opn(5));
       |                ^|^
       |                 `--- does not exist
       |
       | Help: did you mean `open`?
    ---'

    [E0208] error: `Account` has no `close`
       ,-[ main.conc:4:16 ]
       |
     4 | print(Account::close(5));
       |                ^^|^^
       |                  `---- does not exist
    ---'
    "
    );
}

#[test]
fn a_function_of_a_type_parameter() {
    told!(
        r#"
        trait Shape { fn unit() -> Self; }
        fn make<T: Shape>() -> T { T::unti() }
        fn other<T: Shape>() -> T { T::origin() }
        "#,
        @"
    trait Shape { fn unit() -> Self; }
    fn make<T: Shape>() -> T { T::unti() }
    fn other<T: Shape>() -> T { T::origin() }
    ----
    [E0208] error: `T` has no `unti`
       ,-[ main.conc:2:31 ]
       |
     2 | fn make<T: Shape>() -> T { T::unti() }
       |                               ^^|^
       |                                 `--- no function or variant of this name
       |
       | Help: did you mean `unit`?
    ---'

    [E0208] error: `T` has no `origin`
       ,-[ main.conc:3:32 ]
       |
     3 | fn other<T: Shape>() -> T { T::origin() }
       |                                ^^^|^^
       |                                   `---- no function or variant of this name
    ---'
    "
    );
}

#[test]
fn variants_are_written_as_they_are_declared() {
    told!(
        r#"
        enum Shape { Dot, Circle(Float), Rect { width: Int, height: Int } }
        print(Shape::Dot(1));
        print(Shape::Rect(1, 2));
        print(Shape::Rect);
        "#,
        @"
    enum Shape { Dot, Circle(Float), Rect { width: Int, height: Int } }
    print(Shape::Dot(1));
    print(Shape::Rect(1, 2));
    print(Shape::Rect);
    ----
    [E0330] error: `Shape::Dot` has no data
       ,-[ main.conc:2:7 ]
       |
     2 | print(Shape::Dot(1));
       |       ^^^^^|^^^^
       |            `------ nothing can stand in parentheses after it
       |
       | Help: write `Shape::Dot` alone
    ---'

    [E0330] error: `Shape::Rect` has named fields
       ,-[ main.conc:3:7 ]
       |
     3 | print(Shape::Rect(1, 2));
       |       ^^^^^|^^^^^
       |            `------- written without them
       |
       | Help: write `Shape::Rect { width: …, height: … }`
    ---'

    [E0330] error: `Shape::Rect` has named fields
       ,-[ main.conc:4:7 ]
       |
     4 | print(Shape::Rect);
       |       ^^^^^|^^^^^
       |            `------- written without them
       |
       | Help: write `Shape::Rect { width: …, height: … }`
    ---'
    "
    );
}

#[test]
fn arguments_go_to_their_parameters() {
    calls!(
        r#"
        fn book(room: String, nights: Int = 1, breakfast: Bool = false) -> String { "${room} ${nights} ${breakfast}" }
        print(book("a"));
        print(book("a", breakfast: true));
        print(book(nights: 2, room: "b"));
        print("c" |> book);
        "#,
        @r#"
    fn book(room: String, nights: Int = 1, breakfast: Bool = false) -> String { "${room} ${nights} ${breakfast}" }
    print(book("a"));
    print(book("a", breakfast: true));
    print(book(nights: 2, room: "b"));
    print("c" |> book);
    ----
    book(room = argument 0, nights = default, breakfast = default)
    book(room = argument 0, nights = default, breakfast = argument 1)
    book(room = argument 1, nights = argument 0, breakfast = default)
    book(room = piped, nights = default, breakfast = default)
    "#
    );
}

#[test]
fn types_go_to_their_parameters() {
    calls!(
        r#"
        fn pair<A, B>(a: A, b: B) -> (A, B) { (a, b) }
        struct Box<T> { value: T }
        impl<T> Box<T> {
            fn new(value: T) -> Box<T> { Box { value: value } }
            fn with<U>(self, other: U) -> Box<(T, U)> { Box { value: (self.value, other) } }
        }
        print(pair(1, "a"));
        print(pair<Float>(1, [true]));
        print(Box::new(1).with("a").value);
        print([1, 2].map(|n| n as Float));
        "#,
        @r#"
    fn pair<A, B>(a: A, b: B) -> (A, B) { (a, b) }
    struct Box<T> { value: T }
    impl<T> Box<T> {
        fn new(value: T) -> Box<T> { Box { value: value } }
        fn with<U>(self, other: U) -> Box<(T, U)> { Box { value: (self.value, other) } }
    }
    print(pair(1, "a"));
    print(pair<Float>(1, [true]));
    print(Box::new(1).with("a").value);
    print([1, 2].map(|n| n as Float));
    ----
    pair<Int, String>(a = argument 0, b = argument 1)
    pair<Float, Array<Bool>>(a = argument 0, b = argument 1)
    Box<T>::new<Int>(value = argument 0)
    Box<T>::with<Int, String>(other = argument 0)
    Array<T>::map<Int, Float>(f = argument 0)
    "#
    );
}

#[test]
fn a_function_that_is_named_is_kept_too() {
    calls!(
        r#"
        fn double(n: Int) -> Int { n * 2 }
        let f = double;
        print(f(2));
        print([1].map(double));
        print(["1"].map(String::parse_int));
        "#,
        @r#"
    fn double(n: Int) -> Int { n * 2 }
    let f = double;
    print(f(2));
    print([1].map(double));
    print(["1"].map(String::parse_int));
    ----
    double()
    Array<T>::map<Int, Int>(f = argument 0)
    double()
    Array<T>::map<String, Option<Int>>(f = argument 0)
    String::parse_int()
    "#
    );
}

#[test]
fn an_argument_too_many_for_the_library() {
    told!(
        "print(1, 2);\n",
        @"
    print(1, 2);
    ----
    [E0321] error: `print` takes 1 argument, not 2
       ,-[ main.conc:1:10 ]
       |
     1 | print(1, 2);
       |          |
       |          `-- there is no parameter for this
    ---'
    "
    );
}

#[test]
fn a_missing_argument_beside_a_wrong_one() {
    told!(
        r#"
        fn f(a: Int, b: String) -> Int { a + b.len() }
        print(f(b: 1));
        "#,
        @r#"
    fn f(a: Int, b: String) -> Int { a + b.len() }
    print(f(b: 1));
    ----
    [E0321] error: the call of `f` lacks the argument `a`
       ,-[ main.conc:2:7 ]
       |
     1 | fn f(a: Int, b: String) -> Int { a + b.len() }
       |    |
       |    `-- declared here
     2 | print(f(b: 1));
       |       ^^^|^^^
       |          `----- needs `a: Int` too
    ---'

    [E0301] error: expected `String`, found `Int`
       ,-[ main.conc:2:12 ]
       |
     1 | fn f(a: Int, b: String) -> Int { a + b.len() }
       |                 ^^^|^^
       |                    `---- the parameter `b` is declared with this type
     2 | print(f(b: 1));
       |            |
       |            `-- this is `Int`
       |
       | Help: turn it into text: `"${…}"`
    ---'
    "#
    );
}
