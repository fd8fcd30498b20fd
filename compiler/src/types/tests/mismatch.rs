//! Values of another type than is expected: who expects it.

#[test]
fn a_variable_is_declared_with_a_type() {
    told!(
        r#"
        let price: Int = "40";
        let rate: Float = "0.5";
        print("${price} ${rate}");
        "#,
        @r#"
    let price: Int = "40";
    let rate: Float = "0.5";
    print("${price} ${rate}");
    ----
    [E0301] error: expected `Int`, found `String`
       ,-[ main.conc:1:18 ]
       |
     1 | let price: Int = "40";
       |            ^|^   ^^|^
       |             `---------- the variable is declared with this type
       |                    |
       |                    `--- this is `String`
       |
       | Help: read it: `….parse_int()`, which gives an `Option`
    ---'

    [E0301] error: expected `Float`, found `String`
       ,-[ main.conc:2:19 ]
       |
     2 | let rate: Float = "0.5";
       |           ^^|^^   ^^|^^
       |             `------------ the variable is declared with this type
       |                     |
       |                     `---- this is `String`
       |
       | Help: read it: `….parse_float()`, which gives an `Option`
    ---'
    "#
    );
}

#[test]
fn a_parameter_says_what_it_takes() {
    told!(
        r#"
        fn double(n: Int) -> Int { n * 2 }
        print(double(true));
        "#,
        @"
    fn double(n: Int) -> Int { n * 2 }
    print(double(true));
    ----
    [E0301] error: expected `Int`, found `Bool`
       ,-[ main.conc:2:14 ]
       |
     1 | fn double(n: Int) -> Int { n * 2 }
       |              ^|^
       |               `--- the parameter `n` is declared with this type
     2 | print(double(true));
       |              ^^|^
       |                `--- this is `Bool`
    ---'
    "
    );
}

#[test]
fn a_parameter_of_the_library_has_no_place() {
    told!(
        r#"
        print("ab".repeat("3"));
        "#,
        @r#"
    print("ab".repeat("3"));
    ----
    [E0301] error: expected `Int`, found `String`
       ,-[ main.conc:1:19 ]
       |
     1 | print("ab".repeat("3"));
       |                   ^|^
       |                    `--- this is `String`
       |
       | Help 1: `repeat` takes it as `count`
       |
       | Help 2: read it: `….parse_int()`, which gives an `Option`
    ---'
    "#
    );
}

#[test]
fn a_function_says_what_it_gives() {
    told!(
        r#"
        fn name(id: Int) -> String {
            if id > 9 { return id; }
            id
        }
        print(name(1));
        "#,
        @r#"
    fn name(id: Int) -> String {
        if id > 9 { return id; }
        id
    }
    print(name(1));
    ----
    [E0301] error: expected `String`, found `Int`
       ,-[ main.conc:2:24 ]
       |
     1 | fn name(id: Int) -> String {
       |                     ^^^|^^
       |                        `---- the function says that it gives this
     2 |     if id > 9 { return id; }
       |                        ^|
       |                         `-- this is `Int`
       |
       | Help: turn it into text: `"${…}"`
    ---'

    [E0301] error: expected `String`, found `Int`
       ,-[ main.conc:3:5 ]
       |
     1 | fn name(id: Int) -> String {
       |                     ^^^|^^
       |                        `---- the function says that it gives this
       |
     3 |     id
       |     ^|
       |      `-- this is `Int`
       |
       | Help: turn it into text: `"${…}"`
    ---'
    "#
    );
}

#[test]
fn a_function_without_a_result_gives_nothing() {
    told!(
        r#"
        fn total(prices: Array<Int>) {
            prices.sum()
        }
        total([1]);
        "#,
        @"
    fn total(prices: Array<Int>) {
        prices.sum()
    }
    total([1]);
    ----
    [E0301] error: expected `()`, found `Int`
       ,-[ main.conc:2:5 ]
       |
     1 | fn total(prices: Array<Int>) {
       |    ^^|^^
       |      `---- the function says nothing about a result
     2 |     prices.sum()
       |     ^^^^^^|^^^^^
       |           `------- this is `Int`
       |
       | Help: end it with `;` to drop the value, or say `-> T` in the signature
    ---'
    "
    );
}

#[test]
fn a_condition_is_a_bool() {
    told!(
        r#"
        let count = 1;
        if count { print("some"); }
        while count.to_string() { print("more"); }
        print(!count);
        "#,
        @r#"
    let count = 1;
    if count { print("some"); }
    while count.to_string() { print("more"); }
    print(!count);
    ----
    [E0301] error: expected `Bool`, found `Int`
       ,-[ main.conc:2:4 ]
       |
     2 | if count { print("some"); }
       |    ^^|^^
       |      `---- this is `Int`
       |
       | Help: a condition is `true` or `false`
    ---'

    [E0301] error: expected `Bool`, found `String`
       ,-[ main.conc:3:7 ]
       |
     3 | while count.to_string() { print("more"); }
       |       ^^^^^^^^|^^^^^^^^
       |               `---------- this is `String`
       |
       | Help: a condition is `true` or `false`
    ---'

    [E0301] error: expected `Bool`, found `Int`
       ,-[ main.conc:4:8 ]
       |
     4 | print(!count);
       |        ^^|^^
       |          `---- this is `Int`
       |
       | Help: `!` turns a condition around
    ---'
    "#
    );
}

#[test]
fn a_guard_is_a_bool() {
    told!(
        r#"
        match 3 {
            n if n => print(n),
            _ => {}
        }
        "#,
        @"
    match 3 {
        n if n => print(n),
        _ => {}
    }
    ----
    [E0301] error: expected `Bool`, found `Int`
       ,-[ main.conc:2:10 ]
       |
     2 |     n if n => print(n),
       |          |
       |          `-- this is `Int`
       |
       | Help: a guard is `true` or `false`
    ---'
    "
    );
}

#[test]
fn an_index_is_a_number_or_a_range() {
    told!(
        r#"
        let list = [1, 2];
        print(list["first"]);
        print("text"[1.5]);
        "#,
        @r#"
    let list = [1, 2];
    print(list["first"]);
    print("text"[1.5]);
    ----
    [E0301] error: expected `Int`, found `String`
       ,-[ main.conc:2:12 ]
       |
     2 | print(list["first"]);
       |       ^^|^ ^^^|^^^
       |         `----------- this is indexed by a whole number or a range
       |               |
       |               `----- this is `String`
       |
       | Help: read it: `….parse_int()`, which gives an `Option`
    ---'

    [E0301] error: expected `Int`, found `Float`
       ,-[ main.conc:3:14 ]
       |
     3 | print("text"[1.5]);
       |       ^^^|^^ ^|^
       |          `-------- this is indexed by a whole number or a range
       |               |
       |               `--- this is `Float`
       |
       | Help: convert it: `….round().to_int()`, or `… as Int` where it is whole
    ---'
    "#
    );
}

#[test]
fn an_index_of_a_map_is_one_of_its_keys() {
    told!(
        r#"
        let ages = { "Ada": 36 };
        print(ages[0]);
        "#,
        @r#"
    let ages = { "Ada": 36 };
    print(ages[0]);
    ----
    [E0301] error: expected `String`, found `Int`
       ,-[ main.conc:2:12 ]
       |
     2 | print(ages[0]);
       |       ^^|^ |
       |         `----- the map has keys of this type
       |            |
       |            `-- this is `Int`
       |
       | Help: turn it into text: `"${…}"`
    ---'
    "#
    );
}

#[test]
fn the_ends_of_a_range_are_numbers() {
    told!(
        r#"
        for i in 0.."9" { print(i); }
        "#,
        @r#"
    for i in 0.."9" { print(i); }
    ----
    [E0301] error: expected `Int`, found `String`
       ,-[ main.conc:1:13 ]
       |
     1 | for i in 0.."9" { print(i); }
       |             ^|^
       |              `--- this is `String`
       |
       | Help 1: the ends of a range are whole numbers
       |
       | Help 2: read it: `….parse_int()`, which gives an `Option`
    ---'
    "#
    );
}

#[test]
fn defaults_have_the_declared_type() {
    told!(
        r#"
        struct Order { amount: Int = "one" }
        fn order(amount: Int = "two") -> Order { Order { amount: amount } }
        const AMOUNT: Int = "three";
        print("${order()} ${AMOUNT}");
        "#,
        @r#"
    struct Order { amount: Int = "one" }
    fn order(amount: Int = "two") -> Order { Order { amount: amount } }
    const AMOUNT: Int = "three";
    print("${order()} ${AMOUNT}");
    ----
    [E0301] error: expected `Int`, found `String`
       ,-[ main.conc:1:30 ]
       |
     1 | struct Order { amount: Int = "one" }
       |                        ^|^   ^^|^^
       |                         `----------- the field is declared with this type
       |                                |
       |                                `---- this is `String`
       |
       | Help: read it: `….parse_int()`, which gives an `Option`
    ---'

    [E0301] error: expected `Int`, found `String`
       ,-[ main.conc:2:24 ]
       |
     2 | fn order(amount: Int = "two") -> Order { Order { amount: amount } }
       |                  ^|^   ^^|^^
       |                   `----------- the parameter is declared with this type
       |                          |
       |                          `---- this is `String`
       |
       | Help: read it: `….parse_int()`, which gives an `Option`
    ---'

    [E0301] error: expected `Int`, found `String`
       ,-[ main.conc:3:21 ]
       |
     3 | const AMOUNT: Int = "three";
       |               ^|^   ^^^|^^^
       |                `------------- the constant is declared with this type
       |                        |
       |                        `----- this is `String`
       |
       | Help: read it: `….parse_int()`, which gives an `Option`
    ---'
    "#
    );
}
