//! What `for` and `[…]` can be used on.

use super::fine;

#[test]
fn a_text_has_characters_and_lines() {
    told!(
        r#"
        for c in "abc" { print(c); }
        "#,
        @r#"
    for c in "abc" { print(c); }
    ----
    [E0311] error: `for` cannot walk over `String`
       ,-[ main.conc:1:10 ]
       |
     1 | for c in "abc" { print(c); }
       |          ^^|^^
       |            `---- this is `String`
       |
       | Help: walk over its characters: `.chars()`, or its lines: `.lines()`
    ---'
    "#
    );
}

#[test]
fn a_number_is_counted_with_a_range() {
    told!(
        "for i in 3 { print(i); }\n",
        @"
    for i in 3 { print(i); }
    ----
    [E0311] error: `for` cannot walk over `Int`
       ,-[ main.conc:1:10 ]
       |
     1 | for i in 3 { print(i); }
       |          |
       |          `-- this is `Int`
       |
       | Help: count with a range: `for i in 0..n`
    ---'
    "
    );
}

#[test]
fn an_option_is_looked_into() {
    told!(
        r#"
        for n in "3".parse_int() { print(n); }
        "#,
        @r#"
    for n in "3".parse_int() { print(n); }
    ----
    [E0311] error: `for` cannot walk over `Option<Int>`
       ,-[ main.conc:1:10 ]
       |
     1 | for n in "3".parse_int() { print(n); }
       |          ^^^^^^^|^^^^^^^
       |                 `--------- this is `Option<Int>`
       |
       | Help: look into it with `if let Some(x) = …`
    ---'
    "#
    );
}

#[test]
fn a_result_is_taken_out_before_a_loop() {
    told!(
        r#"
        fn list() -> Result<Array<Int>, String> { Ok([1]) }
        for n in list() { print(n); }
        "#,
        @"
    fn list() -> Result<Array<Int>, String> { Ok([1]) }
    for n in list() { print(n); }
    ----
    [E0311] error: `for` cannot walk over `Result<Array<Int>, String>`
       ,-[ main.conc:2:10 ]
       |
     2 | for n in list() { print(n); }
       |          ^^^|^^
       |             `---- this is `Result<Array<Int>, String>`
       |
       | Help: take the value out first: `?` or `match`
    ---'
    "
    );
}

#[test]
fn json_has_an_array_inside() {
    told!(
        r#"
        fn walk(json: Json) { for part in json { print(part); } }
        walk(1);
        "#,
        @"
    fn walk(json: Json) { for part in json { print(part); } }
    walk(1);
    ----
    [E0311] error: `for` cannot walk over `Json`
       ,-[ main.conc:1:35 ]
       |
     1 | fn walk(json: Json) { for part in json { print(part); } }
       |                                   ^^|^
       |                                     `--- this is `Json`
       |
       | Help: take the array out first: `.as_array()`
    ---'
    "
    );
}

#[test]
fn a_store_has_keys() {
    told!(
        r#"
        store ages: Map<String, Int> = {:};
        for age in ages { print(age); }
        print(ages["Ada"]);
        "#,
        @r#"
    store ages: Map<String, Int> = {:};
    for age in ages { print(age); }
    print(ages["Ada"]);
    ----
    [E0311] error: `for` cannot walk over `Store<String, Int>`
       ,-[ main.conc:2:12 ]
       |
     2 | for age in ages { print(age); }
       |            ^^|^
       |              `--- this is `Store<String, Int>`
       |
       | Help: walk over its keys: `.keys()`
    ---'

    [E0312] error: `Store<String, Int>` has no index
       ,-[ main.conc:3:7 ]
       |
     3 | print(ages["Ada"]);
       |       ^^|^
       |         `--- this is `Store<String, Int>`
       |
       | Help: a store is asked with `.get(key)`
    ---'
    "#
    );
}

#[test]
fn other_values_have_no_elements() {
    told!(
        r#"
        for x in true { print(x); }
        print(true[0]);
        "#,
        @"
    for x in true { print(x); }
    print(true[0]);
    ----
    [E0311] error: `for` cannot walk over `Bool`
       ,-[ main.conc:1:10 ]
       |
     1 | for x in true { print(x); }
       |          ^^|^
       |            `--- this is `Bool`
       |
       | Help: it walks over arrays, maps, sets, ranges and streams
    ---'

    [E0312] error: `Bool` has no index
       ,-[ main.conc:2:7 ]
       |
     2 | print(true[0]);
       |       ^^|^
       |         `--- this is `Bool`
       |
       | Help: arrays, texts, bytes and maps have one
    ---'
    "
    );
}

#[test]
fn json_is_asked() {
    told!(
        r#"
        fn name(person: Json) -> Json { person["name"] }
        print(name(1));
        "#,
        @r#"
    fn name(person: Json) -> Json { person["name"] }
    print(name(1));
    ----
    [E0312] error: `Json` has no index
       ,-[ main.conc:1:33 ]
       |
     1 | fn name(person: Json) -> Json { person["name"] }
       |                                 ^^^|^^
       |                                    `---- this is `Json`
       |
       | Help: a `Json` is asked with `.get("key")` or `.at(0)`, which give an `Option`
    ---'
    "#
    );
}

#[test]
fn a_tuple_has_positions() {
    told!(
        r#"
        let pair = ("lamp", 40);
        print(pair[0]);
        "#,
        @r#"
    let pair = ("lamp", 40);
    print(pair[0]);
    ----
    [E0312] error: `(String, Int)` has no index
       ,-[ main.conc:2:7 ]
       |
     2 | print(pair[0]);
       |       ^^|^
       |         `--- this is `(String, Int)`
       |
       | Help: the elements of a tuple are `t.0`, `t.1` …
    ---'
    "#
    );
}

#[test]
fn a_set_is_asked() {
    told!(
        "print(Set::of([1, 2])[0]);\n",
        @"
    print(Set::of([1, 2])[0]);
    ----
    [E0312] error: `Set<Int>` has no index
       ,-[ main.conc:1:7 ]
       |
     1 | print(Set::of([1, 2])[0]);
       |       ^^^^^^^|^^^^^^^
       |              `--------- this is `Set<Int>`
       |
       | Help: a set is asked with `.has(x)`
    ---'
    "
    );
}

#[test]
fn an_option_has_no_index() {
    told!(
        r#"
        print("3".parse_int()[0]);
        "#,
        @r#"
    print("3".parse_int()[0]);
    ----
    [E0312] error: `Option<Int>` has no index
       ,-[ main.conc:1:7 ]
       |
     1 | print("3".parse_int()[0]);
       |       ^^^^^^^|^^^^^^^
       |              `--------- this is `Option<Int>`
       |
       | Help: take the value out first: `?? default`, `?`, or `match`
    ---'
    "#
    );
}

#[test]
fn a_for_walks_over_collections() {
    fine(
        r#"
        for n in [1] { print(n); }
        for (key, value) in ({ "a": 1 }) { print("${key} ${value}"); }
        for n in Set::of([1]) { print(n); }
        for n in 0..=3 { print(n); }
        print("${[1, 2][0..1]} ${"text"[1]} ${"text"[1..]} ${{ "a": 1 }["a"]}");
        "#,
    );
}

#[test]
fn a_text_of_a_union_has_characters() {
    told!(
        r#"
        fn each(level: "low" | "high") { for c in level { print(c); } }
        each("low");
        "#,
        @r#"
    fn each(level: "low" | "high") { for c in level { print(c); } }
    each("low");
    ----
    [E0311] error: `for` cannot walk over `"low" | "high"`
       ,-[ main.conc:1:43 ]
       |
     1 | fn each(level: "low" | "high") { for c in level { print(c); } }
       |                                           ^^|^^
       |                                             `---- this is `"low" | "high"`
       |
       | Help: walk over its characters: `.chars()`
    ---'
    "#
    );
}
