//! `?`.

#[test]
fn there_is_nothing_to_try() {
    told!(
        r#"
        fn f() -> Result<Int, Error> { Ok(5?) }
        print(f());
        "#,
        @"
    fn f() -> Result<Int, Error> { Ok(5?) }
    print(f());
    ----
    [E0313] error: `?` needs a `Result` or an `Option`, not `Int`
       ,-[ main.conc:1:35 ]
       |
     1 | fn f() -> Result<Int, Error> { Ok(5?) }
       |                                   |
       |                                   `-- this is `Int`
       |
       | Help: remove the `?`: there is nothing to pass on
    ---'
    "
    );
}

#[test]
fn a_function_that_gives_nothing() {
    told!(
        r#"
        fn port(text: String) -> Result<Int, String> { text.parse_int().ok_or("no number") }
        fn address(text: String) { print(port(text)?); }
        address("80");
        "#,
        @r#"
    fn port(text: String) -> Result<Int, String> { text.parse_int().ok_or("no number") }
    fn address(text: String) { print(port(text)?); }
    address("80");
    ----
    [E0314] error: `?` on a `Result` in a function that gives `()`
       ,-[ main.conc:2:44 ]
       |
     2 | fn address(text: String) { print(port(text)?); }
       |    ^^^|^^^                                 |
       |       `--------------------------------------- the function says nothing about a result
       |                                            |
       |                                            `-- the function cannot pass this on
       |
       | Help: let the function give a `Result`, or look at both cases with `match`
    ---'
    "#
    );
}

#[test]
fn an_option_in_a_function_that_gives_a_number() {
    told!(
        r#"
        fn first(list: Array<Int>) -> Int { list.first()? }
        print(first([1]));
        "#,
        @"
    fn first(list: Array<Int>) -> Int { list.first()? }
    print(first([1]));
    ----
    [E0314] error: `?` on a `Option` in a function that gives `Int`
       ,-[ main.conc:1:49 ]
       |
     1 | fn first(list: Array<Int>) -> Int { list.first()? }
       |                               ^|^               |
       |                                `------------------- the function says that it gives this
       |                                                 |
       |                                                 `-- the function cannot pass this on
       |
       | Help: let the function give a `Option`, or look at both cases with `match`
    ---'
    "
    );
}

#[test]
fn an_option_in_a_function_that_gives_a_result() {
    told!(
        r#"
        fn first(list: Array<Int>) -> Result<Int, Error> { Ok(list.first()?) }
        print(first([1]));
        "#,
        @"
    fn first(list: Array<Int>) -> Result<Int, Error> { Ok(list.first()?) }
    print(first([1]));
    ----
    [E0314] error: `?` on a `Option` in a function that gives `Result<Int, Error>`
       ,-[ main.conc:1:67 ]
       |
     1 | fn first(list: Array<Int>) -> Result<Int, Error> { Ok(list.first()?) }
       |                               ^^^^^^^^^|^^^^^^^^                  |
       |                                        `----------------------------- the function says that it gives this
       |                                                                   |
       |                                                                   `-- the function cannot pass this on
       |
       | Help: say what the error is: `.ok_or(…)?`
    ---'
    "
    );
}

#[test]
fn a_result_in_a_function_that_gives_an_option() {
    told!(
        r#"
        fn port() -> Result<Int, String> { Ok(80) }
        fn half() -> Int? { Some(port()? / 2) }
        print(half());
        "#,
        @"
    fn port() -> Result<Int, String> { Ok(80) }
    fn half() -> Int? { Some(port()? / 2) }
    print(half());
    ----
    [E0314] error: `?` on a `Result` in a function that gives `Option<Int>`
       ,-[ main.conc:2:32 ]
       |
     2 | fn half() -> Int? { Some(port()? / 2) }
       |              ^^|^              |
       |                `------------------ the function says that it gives this
       |                                |
       |                                `-- the function cannot pass this on
       |
       | Help: drop the error first: `.ok()?`
    ---'
    "
    );
}

#[test]
fn a_closure_that_gives_something_else() {
    told!(
        r#"
        fn port() -> Result<Int, String> { Ok(80) }
        print([1].filter(|n| n > port()?));
        "#,
        @"
    fn port() -> Result<Int, String> { Ok(80) }
    print([1].filter(|n| n > port()?));
    ----
    [E0314] error: `?` on a `Result` in a closure that gives `Bool`
       ,-[ main.conc:2:32 ]
       |
     2 | print([1].filter(|n| n > port()?));
       |                                |
       |                                `-- the closure cannot pass this on
       |
       | Help 1: the closure has to give this
       |
       | Help 2: let the closure give a `Result`, or look at both cases with `match`
    ---'
    "
    );
}

#[test]
fn an_option_in_a_script() {
    told!(
        r#"
        let list = [1];
        print(list.first()?);
        "#,
        @"
    let list = [1];
    print(list.first()?);
    ----
    [E0314] error: `?` on a `Option` in a function that gives `Result<(), Error>`
       ,-[ main.conc:2:19 ]
       |
     2 | print(list.first()?);
       |                   |
       |                   `-- the function cannot pass this on
       |
       | Help 1: a script gives a `Result<(), Error>`
       |
       | Help 2: say what the error is: `.ok_or(…)?`
    ---'
    "
    );
}

#[test]
fn nobody_to_pass_an_error_on_to() {
    told!(
        r#"
        fn port() -> Result<Int, String> { Ok(80) }
        agent Helper { provider: simulated, model: "any", max_turns: port()? }
        "#,
        @r#"
    fn port() -> Result<Int, String> { Ok(80) }
    agent Helper { provider: simulated, model: "any", max_turns: port()? }
    ----
    [E0314] error: `?` outside a function
       ,-[ main.conc:2:68 ]
       |
     2 | agent Helper { provider: simulated, model: "any", max_turns: port()? }
       |                                                                    |
       |                                                                    `-- there is no caller to pass an error on to
       |
       | Help: look at both cases with `match`, or use `.unwrap_or(…)`
    ---'
    "#
    );
}

#[test]
fn an_error_that_cannot_be_converted() {
    told!(
        r#"
        enum ParseError { Empty }
        enum OrderError { TooMuch }
        fn parse() -> Result<Int, ParseError> { Err(ParseError::Empty) }
        fn order() -> Result<Int, OrderError> { Ok(parse()?) }
        print(order());
        "#,
        @"
    enum ParseError { Empty }
    enum OrderError { TooMuch }
    fn parse() -> Result<Int, ParseError> { Err(ParseError::Empty) }
    fn order() -> Result<Int, OrderError> { Ok(parse()?) }
    print(order());
    ----
    [E0315] error: `?` cannot make a `OrderError` of `ParseError`
       ,-[ main.conc:4:51 ]
       |
     4 | fn order() -> Result<Int, OrderError> { Ok(parse()?) }
       |               ^^^^^^^^^^^|^^^^^^^^^^^             |
       |                          `--------------------------- the function says that it gives this
       |                                                   |
       |                                                   `-- the error here is `ParseError`
       |
       | Help: write `impl From<ParseError> for OrderError { … }`, or convert it here: `.map_err(|e| …)?`
    ---'
    "
    );
}

#[test]
fn an_error_without_a_display_form() {
    told!(
        r#"
        struct Job { run: fn() }
        fn work() -> Result<Int, Job> { Err(Job { run: || {} }) }
        fn all() -> Result<Int, Error> { Ok(work()?) }
        print(all());
        "#,
        @"
    struct Job { run: fn() }
    fn work() -> Result<Int, Job> { Err(Job { run: || {} }) }
    fn all() -> Result<Int, Error> { Ok(work()?) }
    print(all());
    ----
    [E0331] error: `Job` does not have `Display`
       ,-[ main.conc:3:43 ]
       |
     1 | struct Job { run: fn() }
       |              ^|^
       |               `--- `Job.run` is `fn()`, which has no `Display`
       |
     3 | fn all() -> Result<Int, Error> { Ok(work()?) }
       |                                           |
       |                                           `-- `?` keeps its display form as the message
    ---'
    "
    );
}

#[test]
fn errors_are_converted() {
    types!(
        r#"
        enum ParseError { Empty }
        enum OrderError { Parse(ParseError) }
        impl From<ParseError> for OrderError { fn from(error: ParseError) -> OrderError { OrderError::Parse(error) } }
        fn parse(text: String) -> Result<Int, ParseError> { text.parse_int().ok_or(ParseError::Empty) }
        fn same() -> Result<Int, ParseError> { Ok(parse("1")?) }
        fn from() -> Result<Int, OrderError> { Ok(parse("2")?) }
        fn any() -> Result<Int, Error> { Ok(parse("3")?) }
        print("${same()} ${from()} ${any()}");
        "#,
        @r#"
    enum ParseError { Empty }
    enum OrderError { Parse(ParseError) }
    impl From<ParseError> for OrderError { fn from(error: ParseError) -> OrderError { OrderError::Parse(error) } }
    fn parse(text: String) -> Result<Int, ParseError> { text.parse_int().ok_or(ParseError::Empty) }
    fn same() -> Result<Int, ParseError> { Ok(parse("1")?) }
    fn from() -> Result<Int, OrderError> { Ok(parse("2")?) }
    fn any() -> Result<Int, Error> { Ok(parse("3")?) }
    print("${same()} ${from()} ${any()}");
    ----
    error: ParseError
    text: String
    `parse("2")?` converts the error with `From`
    `parse("3")?` makes an `Error` of the error
    "#
    );
}

#[test]
fn a_closure_with_a_question_mark_gives_a_result() {
    types!(
        r#"
        fn port(text: String) -> Result<Int, String> { text.parse_int().ok_or("none") }
        let results = ["1"].map(|text| Ok(port(text)? + 1));
        let options = [[1]].map(|list| { let n = list.first()?; Some(n) });
        print("${results} ${options}");
        "#,
        @r#"
    fn port(text: String) -> Result<Int, String> { text.parse_int().ok_or("none") }
    let results = ["1"].map(|text| Ok(port(text)? + 1));
    let options = [[1]].map(|list| { let n = list.first()?; Some(n) });
    print("${results} ${options}");
    ----
    text: String
    results: Array<Result<Int, String>>
    text: String
    options: Array<Option<Int>>
    list: Array<Int>
    n: Int
    "#
    );
}
