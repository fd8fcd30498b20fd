//! What functions give: `main`, and bodies without a value at their end.

#[test]
fn main_takes_nothing() {
    told!(
        "fn main(name: String) { print(name); }\n",
        @"
    fn main(name: String) { print(name); }
    ----
    [E0361] error: this `main` cannot start a program
       ,-[ main.conc:1:4 ]
       |
     1 | fn main(name: String) { print(name); }
       |    ^^|^
       |      `--- it takes nothing; the command line is `args()`
       |
       | Help: write `fn main()`, `fn main() -> Int` or `fn main() -> Result<(), Error>`
    ---'
    "
    );
}

#[test]
fn main_gives_nothing_or_a_code() {
    told!(
        r#"
        fn main() -> String { "done" }
        "#,
        @r#"
    fn main() -> String { "done" }
    ----
    [E0361] error: this `main` cannot start a program
       ,-[ main.conc:1:4 ]
       |
     1 | fn main() -> String { "done" }
       |    ^^|^
       |      `--- it gives `()`, `Int`, or `Result<(), E>`
       |
       | Help: write `fn main()`, `fn main() -> Int` or `fn main() -> Result<(), Error>`
    ---'
    "#
    );
}

#[test]
fn main_has_no_type_parameters() {
    told!(
        "fn main<T>() {}\n",
        @"
    fn main<T>() {}
    ----
    [E0361] error: this `main` cannot start a program
       ,-[ main.conc:1:4 ]
       |
     1 | fn main<T>() {}
       |    ^^|^
       |      `--- it has no type parameters
       |
       | Help: write `fn main()`, `fn main() -> Int` or `fn main() -> Result<(), Error>`
    ---'
    "
    );
}

#[test]
fn main_gives_a_result_of_nothing() {
    told!(
        "fn main() -> Result<Int, Error> { Ok(1) }\n",
        @"
    fn main() -> Result<Int, Error> { Ok(1) }
    ----
    [E0361] error: this `main` cannot start a program
       ,-[ main.conc:1:4 ]
       |
     1 | fn main() -> Result<Int, Error> { Ok(1) }
       |    ^^|^
       |      `--- it gives `()`, `Int`, or `Result<(), E>`
       |
       | Help: write `fn main()`, `fn main() -> Int` or `fn main() -> Result<(), Error>`
    ---'
    "
    );
}

#[test]
fn the_error_of_main_has_a_display_form() {
    told!(
        r#"
        struct Job { run: fn() }
        fn main() -> Result<(), Job> { Ok(()) }
        "#,
        @"
    struct Job { run: fn() }
    fn main() -> Result<(), Job> { Ok(()) }
    ----
    [E0361] error: this `main` cannot start a program
       ,-[ main.conc:2:4 ]
       |
     2 | fn main() -> Result<(), Job> { Ok(()) }
       |    ^^|^
       |      `--- its error has no display form
       |
       | Help: write `fn main()`, `fn main() -> Int` or `fn main() -> Result<(), Error>`
    ---'
    "
    );
}

#[test]
fn a_body_without_its_result() {
    told!(
        r#"
        fn total(list: Array<Int>) -> Int {
            let sum = list.sum();
            print(sum);
        }
        print(total([1]));
        "#,
        @"
    fn total(list: Array<Int>) -> Int {
        let sum = list.sum();
        print(sum);
    }
    print(total([1]));
    ----
    [E0363] error: this ends without a value of type `Int`
       ,-[ main.conc:4:1 ]
       |
     1 | fn total(list: Array<Int>) -> Int {
       |                               ^|^
       |                                `--- the function says that it gives this
       |
     4 | }
       | |
       | `-- nothing is given here
       |
       | Help: end it with the value, without a `;`
    ---'
    "
    );
}

#[test]
fn a_body_whose_result_is_dropped() {
    told!(
        r#"
        fn total(list: Array<Int>) -> Int {
            sum(list);
        }
        fn sum(list: Array<Int>) -> Int { list.sum() }
        print(total([1]));
        "#,
        @"
    fn total(list: Array<Int>) -> Int {
        sum(list);
    }
    fn sum(list: Array<Int>) -> Int { list.sum() }
    print(total([1]));
    ----
    [E0363] error: this ends without a value of type `Int`
       ,-[ main.conc:2:14 ]
       |
     1 | fn total(list: Array<Int>) -> Int {
       |                               ^|^
       |                                `--- the function says that it gives this
     2 |     sum(list);
       |              |
       |              `-- this drops the value
       |
       | Help: remove the `;`
    ---'
    "
    );
}

#[test]
fn a_branch_without_its_result() {
    told!(
        r#"
        fn sign(n: Int) -> Int {
            if n > 0 { 1 } else { print(n); }
        }
        print(sign(1));
        "#,
        @"
    fn sign(n: Int) -> Int {
        if n > 0 { 1 } else { print(n); }
    }
    print(sign(1));
    ----
    [E0363] error: this ends without a value of type `Int`
       ,-[ main.conc:2:37 ]
       |
     1 | fn sign(n: Int) -> Int {
       |                    ^|^
       |                     `--- the function says that it gives this
     2 |     if n > 0 { 1 } else { print(n); }
       |                                     |
       |                                     `-- nothing is given here
       |
       | Help: end it with the value, without a `;`
    ---'
    "
    );
}

#[test]
fn a_closure_without_its_result() {
    told!(
        "print([1].map(|n| -> Int { print(n); }));\n",
        @"
    print([1].map(|n| -> Int { print(n); }));
    ----
    [E0363] error: this ends without a value of type `Int`
       ,-[ main.conc:1:38 ]
       |
     1 | print([1].map(|n| -> Int { print(n); }));
       |                      ^|^             |
       |                       `----------------- the closure says that it gives this
       |                                      |
       |                                      `-- nothing is given here
       |
       | Help: end it with the value, without a `;`
    ---'
    "
    );
}

#[test]
fn an_empty_body() {
    told!(
        r#"
        fn total() -> Int {}
        print(total());
        "#,
        @"
    fn total() -> Int {}
    print(total());
    ----
    [E0363] error: this ends without a value of type `Int`
       ,-[ main.conc:1:20 ]
       |
     1 | fn total() -> Int {}
       |               ^|^  |
       |                `------ the function says that it gives this
       |                    |
       |                    `-- nothing is given here
       |
       | Help: end it with the value, without a `;`
    ---'
    "
    );
}
