//! Values that must have one type: branches, elements, both sides of an operator.

#[test]
fn branches_give_one_type() {
    told!(
        r#"
        let weight = 3;
        let label = if weight > 20 { "by truck" } else if weight > 5 { weight } else { "a parcel" };
        print(label);
        "#,
        @r#"
    let weight = 3;
    let label = if weight > 20 { "by truck" } else if weight > 5 { weight } else { "a parcel" };
    print(label);
    ----
    [E0301] error: expected `String`, found `Int`
       ,-[ main.conc:2:64 ]
       |
     2 | let label = if weight > 20 { "by truck" } else if weight > 5 { weight } else { "a parcel" };
       |                              ^^^^^|^^^^                        ^^^|^^
       |                                   `------------------------------------ the first branch gives this
       |                                                                   |
       |                                                                   `---- this is `Int`
       |
       | Help: turn it into text: `"${…}"`
    ---'
    "#
    );
}

#[test]
fn arms_give_one_type() {
    told!(
        r#"
        let label = match 3 {
            1 => "one",
            2 => 2,
            _ => "many",
        };
        print(label);
        "#,
        @r#"
    let label = match 3 {
        1 => "one",
        2 => 2,
        _ => "many",
    };
    print(label);
    ----
    [E0301] error: expected `String`, found `Int`
       ,-[ main.conc:3:10 ]
       |
     2 |     1 => "one",
       |          ^^|^^
       |            `---- the first branch gives this
     3 |     2 => 2,
       |          |
       |          `-- this is `Int`
       |
       | Help: turn it into text: `"${…}"`
    ---'
    "#
    );
}

#[test]
fn elements_have_one_type() {
    told!(
        r#"
        let list = [1, 2, "three"];
        let map = { "a": 1, "b": "2" };
        let keys = { "a": 1, 2: 2 };
        print("${list} ${map} ${keys}");
        "#,
        @r#"
    let list = [1, 2, "three"];
    let map = { "a": 1, "b": "2" };
    let keys = { "a": 1, 2: 2 };
    print("${list} ${map} ${keys}");
    ----
    [E0301] error: expected `Int`, found `String`
       ,-[ main.conc:1:19 ]
       |
     1 | let list = [1, 2, "three"];
       |             |     ^^^|^^^
       |             `-------------- the elements of the array have this type
       |                      |
       |                      `----- this is `String`
    ---'

    [E0301] error: expected `Int`, found `String`
       ,-[ main.conc:2:26 ]
       |
     2 | let map = { "a": 1, "b": "2" };
       |                  |       ^|^
       |                  `------------ the values of the map have this type
       |                           |
       |                           `--- this is `String`
    ---'

    [E0301] error: expected `String`, found `Int`
       ,-[ main.conc:3:22 ]
       |
     3 | let keys = { "a": 1, 2: 2 };
       |              ^|^     |
       |               `--------- the keys of the map have this type
       |                      |
       |                      `-- this is `Int`
       |
       | Help: turn it into text: `"${…}"`
    ---'
    "#
    );
}

#[test]
fn conditions_are_joined() {
    told!(
        r#"
        let count = 1;
        print(count && true || "yes");
        "#,
        @r#"
    let count = 1;
    print(count && true || "yes");
    ----
    [E0301] error: expected `Bool`, found `Int`
       ,-[ main.conc:2:7 ]
       |
     2 | print(count && true || "yes");
       |       ^^|^^
       |         `---- this is `Int`
       |
       | Help: `&&` and `||` join conditions
    ---'

    [E0301] error: expected `Bool`, found `String`
       ,-[ main.conc:2:24 ]
       |
     2 | print(count && true || "yes");
       |                        ^^|^^
       |                          `---- this is `String`
       |
       | Help: `&&` and `||` join conditions
    ---'
    "#
    );
}

#[test]
fn breaks_of_a_loop_give_one_type() {
    told!(
        r#"
        let n = 5;
        let found = loop {
            if n > 3 { break n; }
            break "none";
        };
        print(found);
        "#,
        @r#"
    let n = 5;
    let found = loop {
        if n > 3 { break n; }
        break "none";
    };
    print(found);
    ----
    [E0301] error: expected `Int`, found `String`
       ,-[ main.conc:4:11 ]
       |
     3 |     if n > 3 { break n; }
       |                      |
       |                      `-- another `break` of this loop gives this
     4 |     break "none";
       |           ^^^|^^
       |              `---- this is `String`
       |
       | Help: read it: `….parse_int()`, which gives an `Option`
    ---'
    "#
    );
}

#[test]
fn an_assignment_keeps_the_type() {
    told!(
        r#"
        let mut count = 0;
        count = "one";
        print(count);
        "#,
        @r#"
    let mut count = 0;
    count = "one";
    print(count);
    ----
    [E0301] error: expected `Int`, found `String`
       ,-[ main.conc:2:9 ]
       |
     2 | count = "one";
       | ^^|^^   ^^|^^
       |   `------------ what is assigned to has this type
       |           |
       |           `---- this is `String`
       |
       | Help: read it: `….parse_int()`, which gives an `Option`
    ---'
    "#
    );
}

#[test]
fn numbers_of_two_types_do_not_meet() {
    told!(
        r#"
        let price = 2.5;
        let count = 3;
        print(price * count);
        print(count * price);
        "#,
        @"
    let price = 2.5;
    let count = 3;
    print(price * count);
    print(count * price);
    ----
    [E0301] error: expected `Float`, found `Int`
       ,-[ main.conc:3:15 ]
       |
     3 | print(price * count);
       |       ^^|^^   ^^|^^
       |         `------------ both sides of an operator have the same type
       |                 |
       |                 `---- this is `Int`
       |
       | Help: convert it: `… as Float`
    ---'

    [E0301] error: expected `Float`, found `Int`
       ,-[ main.conc:4:7 ]
       |
     4 | print(count * price);
       |       ^^|^^   ^^|^^
       |         `------------ this is `Int`
       |                 |
       |                 `---- both sides of an operator have the same type
       |
       | Help: convert it: `… as Float`
    ---'
    "
    );
}

#[test]
fn a_text_is_joined_with_a_text() {
    told!(
        r#"
        let count = 3;
        print("count: " + count);
        "#,
        @r#"
    let count = 3;
    print("count: " + count);
    ----
    [E0301] error: expected `String`, found `Int`
       ,-[ main.conc:2:19 ]
       |
     2 | print("count: " + count);
       |       ^^^^|^^^^   ^^|^^
       |           `-------------- `+` joins a text with another text
       |                     |
       |                     `---- this is `Int`
       |
       | Help: turn it into text: `"${…}"`
    ---'
    "#
    );
}

#[test]
fn an_array_is_joined_with_one_of_its_kind() {
    told!(
        r#"
        print([1, 2] + ["three"]);
        "#,
        @r#"
    print([1, 2] + ["three"]);
    ----
    [E0301] error: expected `Array<Int>`, found `Array<String>`
       ,-[ main.conc:1:16 ]
       |
     1 | print([1, 2] + ["three"]);
       |       ^^^|^^   ^^^^|^^^^
       |          `---------------- `+` joins an array with one of the same type
       |                    |
       |                    `------ this is `Array<String>`
    ---'
    "#
    );
}

#[test]
fn both_sides_of_a_comparison_have_one_type() {
    told!(
        r#"
        print("3" == 3);
        "#,
        @r#"
    print("3" == 3);
    ----
    [E0301] error: expected `String`, found `Int`
       ,-[ main.conc:1:14 ]
       |
     1 | print("3" == 3);
       |       ^|^    |
       |        `-------- both sides of a comparison have the same type
       |              |
       |              `-- this is `Int`
       |
       | Help: turn it into text: `"${…}"`
    ---'
    "#
    );
}

#[test]
fn a_union_is_compared_with_its_members() {
    told!(
        r#"
        fn is_low(level: "low" | "high") -> Bool { level == "lwo" }
        print(is_low("low"));
        "#,
        @r#"
    fn is_low(level: "low" | "high") -> Bool { level == "lwo" }
    print(is_low("low"));
    ----
    [E0301] error: expected `"low" | "high"`, found `String`
       ,-[ main.conc:1:53 ]
       |
     1 | fn is_low(level: "low" | "high") -> Bool { level == "lwo" }
       |                                            ^^|^^    ^^|^^
       |                                              `------------- both sides of a comparison have the same type
       |                                                       |
       |                                                       `---- this is `String`
       |
       | Help: did you mean `"low"`?
    ---'
    "#
    );
}

#[test]
fn a_default_has_the_type_inside() {
    told!(
        r#"
        let ages = { "Ada": 36 };
        print(ages.get("Bo") ?? "unknown");
        "#,
        @r#"
    let ages = { "Ada": 36 };
    print(ages.get("Bo") ?? "unknown");
    ----
    [E0301] error: expected `Int`, found `String`
       ,-[ main.conc:2:25 ]
       |
     2 | print(ages.get("Bo") ?? "unknown");
       |       ^^^^^^^|^^^^^^    ^^^^|^^^^
       |              `--------------------- the value on the left has this type inside
       |                             |
       |                             `------ this is `String`
       |
       | Help: read it: `….parse_int()`, which gives an `Option`
    ---'
    "#
    );
}

#[test]
fn a_literal_pattern_has_the_type_of_the_value() {
    told!(
        r#"
        const LIMIT: String = "ten";
        match 10 {
            "ten" => print(1),
            LIMIT => print(2),
            _ => print(3),
        }
        "#,
        @r#"
    const LIMIT: String = "ten";
    match 10 {
        "ten" => print(1),
        LIMIT => print(2),
        _ => print(3),
    }
    ----
    [E0301] error: expected `Int`, found `String`
       ,-[ main.conc:3:5 ]
       |
     3 |     "ten" => print(1),
       |     ^^|^^
       |       `---- this is `String`
       |
       | Help 1: the value that is matched has this type
       |
       | Help 2: read it: `….parse_int()`, which gives an `Option`
    ---'

    [E0301] error: expected `Int`, found `String`
       ,-[ main.conc:4:5 ]
       |
     4 |     LIMIT => print(2),
       |     ^^|^^
       |       `---- this is `String`
       |
       | Help 1: the value that is matched has this type
       |
       | Help 2: read it: `….parse_int()`, which gives an `Option`
    ---'
    "#
    );
}

#[test]
fn alternatives_bind_a_name_to_one_type() {
    told!(
        r#"
        enum Id { Number(Int), Code(String) }
        match Id::Number(1) {
            Id::Number(id) | Id::Code(id) => print(id),
        }
        "#,
        @"
    enum Id { Number(Int), Code(String) }
    match Id::Number(1) {
        Id::Number(id) | Id::Code(id) => print(id),
    }
    ----
    [E0301] error: expected `Int`, found `String`
       ,-[ main.conc:3:22 ]
       |
     3 |     Id::Number(id) | Id::Code(id) => print(id),
       |                ^|    ^^^^^^|^^^^^
       |                 `------------------ the first alternative binds the name to this
       |                            |
       |                            `------- this is `String`
       |
       | Help: read it: `….parse_int()`, which gives an `Option`
    ---'
    "
    );
}

#[test]
fn a_loop_counts_in_one_type() {
    told!(
        r#"
        let mut total = 0.0;
        for n in [1, 2] { total += n; }
        print(total);
        "#,
        @"
    let mut total = 0.0;
    for n in [1, 2] { total += n; }
    print(total);
    ----
    [E0301] error: expected `Float`, found `Int`
       ,-[ main.conc:2:28 ]
       |
     2 | for n in [1, 2] { total += n; }
       |                   ^^|^^    |
       |                     `--------- both sides of an operator have the same type
       |                            |
       |                            `-- this is `Int`
       |
       | Help: convert it: `… as Float`
    ---'
    "
    );
}
