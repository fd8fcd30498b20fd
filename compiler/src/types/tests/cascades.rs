//! One mistake, one message.

#[test]
fn an_unknown_name_has_any_type() {
    told!(
        r#"
        let total = prise * 2;
        let text: String = total;
        print(total.foo + text[total]);
        "#,
        @"
    let total = prise * 2;
    let text: String = total;
    print(total.foo + text[total]);
    ----
    [E0201] error: no `prise` in this scope
       ,-[ main.conc:1:13 ]
       |
     1 | let total = prise * 2;
       |             ^^|^^
       |               `---- not declared
    ---'
    "
    );
}

#[test]
fn a_value_of_the_wrong_type_is_told_once() {
    told!(
        r#"
        let count: Int = "one";
        let more: Int = count + 1;
        print(more * count);
        "#,
        @r#"
    let count: Int = "one";
    let more: Int = count + 1;
    print(more * count);
    ----
    [E0301] error: expected `Int`, found `String`
       ,-[ main.conc:1:18 ]
       |
     1 | let count: Int = "one";
       |            ^|^   ^^|^^
       |             `----------- the variable is declared with this type
       |                    |
       |                    `---- this is `String`
       |
       | Help: read it: `….parse_int()`, which gives an `Option`
    ---'
    "#
    );
}

#[test]
fn an_unknown_method_gives_anything() {
    told!(
        r#"
        let text = "a".upper_case();
        let n: Int = text;
        for c in text { print(c + n); }
        match text { Some(x) => print(x), _ => {} }
        "#,
        @r#"
    let text = "a".upper_case();
    let n: Int = text;
    for c in text { print(c + n); }
    match text { Some(x) => print(x), _ => {} }
    ----
    [E0326] error: `String` has no method `upper_case`
       ,-[ main.conc:1:16 ]
       |
     1 | let text = "a".upper_case();
       |                ^^^^^|^^^^
       |                     `------ no method of this name
    ---'
    "#
    );
}

#[test]
fn a_bad_argument_does_not_change_the_result() {
    told!(
        r#"
        fn double(n: Int) -> Int { n * 2 }
        let n: Int = double("a") + double(1, 2);
        print(n);
        "#,
        @r#"
    fn double(n: Int) -> Int { n * 2 }
    let n: Int = double("a") + double(1, 2);
    print(n);
    ----
    [E0301] error: expected `Int`, found `String`
       ,-[ main.conc:2:21 ]
       |
     1 | fn double(n: Int) -> Int { n * 2 }
       |              ^|^
       |               `--- the parameter `n` is declared with this type
     2 | let n: Int = double("a") + double(1, 2);
       |                     ^|^
       |                      `--- this is `String`
       |
       | Help: read it: `….parse_int()`, which gives an `Option`
    ---'

    [E0321] error: `double` takes 1 argument, not 2
       ,-[ main.conc:2:38 ]
       |
     1 | fn double(n: Int) -> Int { n * 2 }
       |    ^^^|^^
       |       `---- declared here
     2 | let n: Int = double("a") + double(1, 2);
       |                                      |
       |                                      `-- there is no parameter for this
    ---'
    "#
    );
}

#[test]
fn a_bad_declaration_is_told_where_it_stands() {
    told!(
        r#"
        struct Order { item: Itme, id: Int | Bool }
        let order = Order { item: 5, id: "a" };
        print(order.item + order.id);
        "#,
        @r#"
    struct Order { item: Itme, id: Int | Bool }
    let order = Order { item: 5, id: "a" };
    print(order.item + order.id);
    ----
    [E0202] error: no type `Itme` in this scope
       ,-[ main.conc:1:22 ]
       |
     1 | struct Order { item: Itme, id: Int | Bool }
       |                      ^^|^
       |                        `--- not declared
    ---'
    "#
    );
}

#[test]
fn a_mistake_in_an_array_is_told_once() {
    told!(
        r#"
        let list = [1, 2, "three", "four"];
        let total: Int = list.sum();
        print(total);
        "#,
        @r#"
    let list = [1, 2, "three", "four"];
    let total: Int = list.sum();
    print(total);
    ----
    [E0301] error: expected `Int`, found `String`
       ,-[ main.conc:1:19 ]
       |
     1 | let list = [1, 2, "three", "four"];
       |             |     ^^^|^^^
       |             `-------------- the elements of the array have this type
       |                      |
       |                      `----- this is `String`
    ---'

    [E0301] error: expected `Int`, found `String`
       ,-[ main.conc:1:28 ]
       |
     1 | let list = [1, 2, "three", "four"];
       |             |              ^^^|^^
       |             `---------------------- the elements of the array have this type
       |                               |
       |                               `---- this is `String`
    ---'
    "#
    );
}

#[test]
fn a_bad_pattern_says_nothing_about_the_others() {
    told!(
        r#"
        match Some(1) {
            Som(n) => print(n),
        }
        match 5 {
            "a" => print(1),
        }
        "#,
        @r#"
    match Some(1) {
        Som(n) => print(n),
    }
    match 5 {
        "a" => print(1),
    }
    ----
    [E0201] error: no `Som` in this scope
       ,-[ main.conc:2:5 ]
       |
     2 |     Som(n) => print(n),
       |     ^|^
       |      `--- not declared
       |
       | Help: did you mean `Some`?
    ---'

    [E0301] error: expected `Int`, found `String`
       ,-[ main.conc:5:5 ]
       |
     5 |     "a" => print(1),
       |     ^|^
       |      `--- this is `String`
       |
       | Help 1: the value that is matched has this type
       |
       | Help 2: read it: `….parse_int()`, which gives an `Option`
    ---'
    "#
    );
}

#[test]
fn a_mistake_in_a_closure_is_told_once() {
    told!(
        r#"
        let f = |n: Int| n.foo();
        print(f(1) + f("a"));
        "#,
        @r#"
    let f = |n: Int| n.foo();
    print(f(1) + f("a"));
    ----
    [E0326] error: `Int` has no method `foo`
       ,-[ main.conc:1:20 ]
       |
     1 | let f = |n: Int| n.foo();
       |                    ^|^
       |                     `--- no method of this name
    ---'

    [E0301] error: expected `Int`, found `String`
       ,-[ main.conc:2:16 ]
       |
     2 | print(f(1) + f("a"));
       |              | ^|^
       |              `------ the function takes this
       |                 |
       |                 `--- this is `String`
       |
       | Help: read it: `….parse_int()`, which gives an `Option`
    ---'
    "#
    );
}

#[test]
fn a_missing_result_follows_from_a_mistake() {
    told!(
        r#"
        fn f() -> Int {
            let n = unknown();
            n.get()
        }
        fn g() -> Int { h(); }
        print(f() + g());
        "#,
        @"
    fn f() -> Int {
        let n = unknown();
        n.get()
    }
    fn g() -> Int { h(); }
    print(f() + g());
    ----
    [E0201] error: no `unknown` in this scope
       ,-[ main.conc:2:13 ]
       |
     2 |     let n = unknown();
       |             ^^^|^^^
       |                `----- not declared
    ---'

    [E0201] error: no `h` in this scope
       ,-[ main.conc:5:17 ]
       |
     5 | fn g() -> Int { h(); }
       |                 |
       |                 `-- not declared
    ---'
    "
    );
}

#[test]
fn a_bad_condition_does_not_spoil_its_branches() {
    told!(
        r#"
        let n = if 1 { 2 } else { 3 };
        let m: Int = n;
        print(m);
        "#,
        @"
    let n = if 1 { 2 } else { 3 };
    let m: Int = n;
    print(m);
    ----
    [E0301] error: expected `Bool`, found `Int`
       ,-[ main.conc:1:12 ]
       |
     1 | let n = if 1 { 2 } else { 3 };
       |            |
       |            `-- this is `Int`
       |
       | Help: a condition is `true` or `false`
    ---'
    "
    );
}

#[test]
fn a_bad_operand_gives_anything() {
    told!(
        r#"
        let n = 1 + true;
        let m: Int = n + 1;
        print(m - "a");
        "#,
        @r#"
    let n = 1 + true;
    let m: Int = n + 1;
    print(m - "a");
    ----
    [E0308] error: `+` is not defined for `Int` and `Bool`
       ,-[ main.conc:1:11 ]
       |
     1 | let n = 1 + true;
       |         | | ^^|^
       |         `--------- `Int`
       |           |   |
       |           `------- this operator
       |               |
       |               `--- `Bool`
    ---'

    [E0308] error: `-` is not defined for `Int` and `String`
       ,-[ main.conc:3:9 ]
       |
     3 | print(m - "a");
       |       | | ^|^
       |       `-------- `Int`
       |         |  |
       |         `------ this operator
       |            |
       |            `--- `String`
    ---'
    "#
    );
}

#[test]
fn bodies_are_checked_although_the_signature_is_wrong() {
    told!(
        r#"
        fn f(a: Unknown, b: Int) -> Unknown {
            let text: String = b;
            a.foo(text)
        }
        print(f(1, 2).bar);
        "#,
        @r#"
    fn f(a: Unknown, b: Int) -> Unknown {
        let text: String = b;
        a.foo(text)
    }
    print(f(1, 2).bar);
    ----
    [E0202] error: no type `Unknown` in this scope
       ,-[ main.conc:1:29 ]
       |
     1 | fn f(a: Unknown, b: Int) -> Unknown {
       |                             ^^^|^^^
       |                                `----- not declared
    ---'

    [E0301] error: expected `String`, found `Int`
       ,-[ main.conc:2:24 ]
       |
     2 |     let text: String = b;
       |               ^^^|^^   |
       |                  `-------- the variable is declared with this type
       |                        |
       |                        `-- this is `Int`
       |
       | Help: turn it into text: `"${…}"`
    ---'
    "#
    );
}

#[test]
fn nested_generics_with_a_mistake() {
    told!(
        r#"
        let list = [[1], ["a"]];
        let flat: Array<Int> = list.flat_map(|it| it);
        print(flat);
        "#,
        @r#"
    let list = [[1], ["a"]];
    let flat: Array<Int> = list.flat_map(|it| it);
    print(flat);
    ----
    [E0301] error: expected `Array<Int>`, found `Array<String>`
       ,-[ main.conc:1:18 ]
       |
     1 | let list = [[1], ["a"]];
       |             ^|^  ^^|^^
       |              `---------- the elements of the array have this type
       |                    |
       |                    `---- this is `Array<String>`
    ---'
    "#
    );
}

#[test]
fn a_mistake_in_a_branch_is_told_once() {
    told!(
        r#"
        let n = 3;
        let text = if n > 2 { n.foo() } else { "few" };
        let size: Int = text.len();
        print(size);
        "#,
        @r#"
    let n = 3;
    let text = if n > 2 { n.foo() } else { "few" };
    let size: Int = text.len();
    print(size);
    ----
    [E0326] error: `Int` has no method `foo`
       ,-[ main.conc:2:25 ]
       |
     2 | let text = if n > 2 { n.foo() } else { "few" };
       |                         ^|^
       |                          `--- no method of this name
    ---'
    "#
    );
}

#[test]
fn a_mistake_in_an_argument_is_told_once() {
    told!(
        r#"
        fn first<T>(list: Array<T>, other: T) -> T { list.first() ?? other }
        let n: Int = first([1], unknown);
        print(n);
        "#,
        @"
    fn first<T>(list: Array<T>, other: T) -> T { list.first() ?? other }
    let n: Int = first([1], unknown);
    print(n);
    ----
    [E0201] error: no `unknown` in this scope
       ,-[ main.conc:2:25 ]
       |
     2 | let n: Int = first([1], unknown);
       |                         ^^^|^^^
       |                            `----- not declared
    ---'
    "
    );
}

#[test]
fn a_bad_tool_is_told_once() {
    told!(
        r#"
        tool Files {
            @describe("Read")
            pub fn read(@param("where") path: Pth) -> String { path.text }
        }
        agent Helper { provider: simulated, model: "any", tools: [Files] }
        print(Helper.execute("go")?.text);
        "#,
        @r#"
    tool Files {
        @describe("Read")
        pub fn read(@param("where") path: Pth) -> String { path.text }
    }
    agent Helper { provider: simulated, model: "any", tools: [Files] }
    print(Helper.execute("go")?.text);
    ----
    [E0202] error: no type `Pth` in this scope
       ,-[ main.conc:3:39 ]
       |
     3 |     pub fn read(@param("where") path: Pth) -> String { path.text }
       |                                       ^|^
       |                                        `--- not declared
    ---'
    "#
    );
}
