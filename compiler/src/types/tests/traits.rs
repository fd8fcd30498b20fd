//! Types without a trait that is needed.

use super::fine;

#[test]
fn a_function_has_no_display_form() {
    told!(
        "print(|n: Int| n);\n",
        @"
    print(|n: Int| n);
    ----
    [E0331] error: `fn(Int) -> Int` does not have `Display`
       ,-[ main.conc:1:1 ]
       |
     1 | print(|n: Int| n);
       | ^^|^^
       |   `---- the type parameter `T` asks for it
    ---'
    "
    );
}

#[test]
fn a_field_prevents_a_trait() {
    told!(
        r#"
        struct Job { name: String, run: fn() -> Int }
        let job = Job { name: "count", run: || 3 };
        print(job);
        print("${[job]}");
        "#,
        @r#"
    struct Job { name: String, run: fn() -> Int }
    let job = Job { name: "count", run: || 3 };
    print(job);
    print("${[job]}");
    ----
    [E0331] error: `Job` does not have `Display`
       ,-[ main.conc:3:1 ]
       |
     1 | struct Job { name: String, run: fn() -> Int }
       |                            ^|^
       |                             `--- `Job.run` is `fn() -> Int`, which has no `Display`
       |
     3 | print(job);
       | ^^|^^
       |   `---- the type parameter `T` asks for it
    ---'

    [E0331] error: `Array<Job>` does not have `Display`
       ,-[ main.conc:4:10 ]
       |
     1 | struct Job { name: String, run: fn() -> Int }
       |                            ^|^
       |                             `--- `Job.run` is `fn() -> Int`, which has no `Display`
       |
     4 | print("${[job]}");
       |          ^^|^^
       |            `---- `${…}` inserts its display form
    ---'
    "#
    );
}

#[test]
fn a_field_of_a_field_prevents_a_trait() {
    told!(
        r#"
        struct Inner { run: fn() }
        struct Outer { inner: Array<Inner> }
        let outer = Outer { inner: [] };
        print(outer == outer);
        "#,
        @"
    struct Inner { run: fn() }
    struct Outer { inner: Array<Inner> }
    let outer = Outer { inner: [] };
    print(outer == outer);
    ----
    [E0331] error: `Outer` does not have `Eq`
       ,-[ main.conc:4:13 ]
       |
     1 | struct Inner { run: fn() }
       |                ^|^
       |                 `--- `Inner.run` is `fn()`, which has no `Eq`
       |
     4 | print(outer == outer);
       |             ^|
       |              `-- `==` and `!=` compare values
    ---'
    "
    );
}

#[test]
fn a_variant_prevents_a_trait() {
    told!(
        r#"
        enum Step { Wait, Run(fn()), Call { f: fn() } }
        print(Step::Wait == Step::Wait);
        "#,
        @"
    enum Step { Wait, Run(fn()), Call { f: fn() } }
    print(Step::Wait == Step::Wait);
    ----
    [E0331] error: `Step` does not have `Eq`
       ,-[ main.conc:2:18 ]
       |
     1 | enum Step { Wait, Run(fn()), Call { f: fn() } }
       |      ^^|^
       |        `--- `Step::Run` is `fn()`, which has no `Eq`
     2 | print(Step::Wait == Step::Wait);
       |                  ^|
       |                   `-- `==` and `!=` compare values
    ---'
    "
    );
}

#[test]
fn a_float_is_no_key() {
    told!(
        r#"
        let names = { 0.5: "half" };
        print(names);
        "#,
        @r#"
    let names = { 0.5: "half" };
    print(names);
    ----
    [E0331] error: `Float` does not have `Hash`
       ,-[ main.conc:1:15 ]
       |
     1 | let names = { 0.5: "half" };
       |               ^|^
       |                `--- it is the key of a map
    ---'
    "#
    );
}

#[test]
fn a_written_key_needs_a_hash() {
    told!(
        "fn count(_stock: Map<Float, Int>, _all: Set<Array<Int>>) {}\n",
        @"
    fn count(_stock: Map<Float, Int>, _all: Set<Array<Int>>) {}
    ----
    [E0331] error: `Float` does not have `Hash`
       ,-[ main.conc:1:18 ]
       |
     1 | fn count(_stock: Map<Float, Int>, _all: Set<Array<Int>>) {}
       |                  ^^^^^^^|^^^^^^^
       |                         `--------- it is the key of a map or an element of a set
    ---'

    [E0331] error: `Array<Int>` does not have `Hash`
       ,-[ main.conc:1:41 ]
       |
     1 | fn count(_stock: Map<Float, Int>, _all: Set<Array<Int>>) {}
       |                                         ^^^^^^^|^^^^^^^
       |                                                `--------- it is the key of a map or an element of a set
    ---'
    "
    );
}

#[test]
fn a_map_has_no_order() {
    told!(
        r#"
        print({ "a": 1 } < { "b": 2 });
        "#,
        @r#"
    print({ "a": 1 } < { "b": 2 });
    ----
    [E0331] error: `Map<String, Int>` does not have `Ord`
       ,-[ main.conc:1:18 ]
       |
     1 | print({ "a": 1 } < { "b": 2 });
       |                  |
       |                  `-- `<` and the like compare by order
    ---'
    "#
    );
}

#[test]
fn elements_are_sorted_by_their_order() {
    told!(
        r#"
        struct Job { run: fn() }
        let mut jobs: Array<Job> = [];
        jobs.sort();
        "#,
        @"
    struct Job { run: fn() }
    let mut jobs: Array<Job> = [];
    jobs.sort();
    ----
    [E0331] error: `Job` does not have `Ord`
       ,-[ main.conc:3:6 ]
       |
     1 | struct Job { run: fn() }
       |              ^|^
       |               `--- `Job.run` is `fn()`, which has no `Ord`
       |
     3 | jobs.sort();
       |      ^^|^
       |        `--- the type parameter `T` asks for it
    ---'
    "
    );
}

#[test]
fn a_type_parameter_asks_for_a_trait() {
    told!(
        r#"
        trait Priced { fn price(self) -> Int; }
        struct Lamp { watts: Int }
        fn total<T: Priced>(items: Array<T>) -> Int { items.map(|it| it.price()).sum() }
        print(total([Lamp { watts: 40 }]));
        "#,
        @"
    trait Priced { fn price(self) -> Int; }
    struct Lamp { watts: Int }
    fn total<T: Priced>(items: Array<T>) -> Int { items.map(|it| it.price()).sum() }
    print(total([Lamp { watts: 40 }]));
    ----
    [E0331] error: `Lamp` does not have `Priced`
       ,-[ main.conc:4:7 ]
       |
     4 | print(total([Lamp { watts: 40 }]));
       |       ^^|^^
       |         `---- the type parameter `T` asks for it
       |
       | Help: write `impl Priced for Lamp { … }`
    ---'
    "
    );
}

#[test]
fn a_type_parameter_has_what_its_bounds_say() {
    told!(
        r#"
        fn is_double<T>(a: T, b: T) -> Bool { a == b }
        fn largest<T: Eq>(a: T, b: T) -> T { if a > b { a } else { b } }
        "#,
        @"
    fn is_double<T>(a: T, b: T) -> Bool { a == b }
    fn largest<T: Eq>(a: T, b: T) -> T { if a > b { a } else { b } }
    ----
    [E0331] error: `T` does not have `Eq`
       ,-[ main.conc:1:41 ]
       |
     1 | fn is_double<T>(a: T, b: T) -> Bool { a == b }
       |                                         ^|
       |                                          `-- `==` and `!=` compare values
       |
       | Help: say so in the signature: `T: Eq`
    ---'

    [E0331] error: `T` does not have `Ord`
       ,-[ main.conc:2:43 ]
       |
     2 | fn largest<T: Eq>(a: T, b: T) -> T { if a > b { a } else { b } }
       |                                           |
       |                                           `-- `<` and the like compare by order
       |
       | Help: say so in the signature: `T: Ord`
    ---'
    "
    );
}

#[test]
fn a_written_equality_removes_the_hash() {
    told!(
        r#"
        struct Name { text: String }
        impl Eq for Name { fn equals(self, other: Name) -> Bool { self.text.to_lower() == other.text.to_lower() } }
        print(Set::of([Name { text: "Ada" }]));
        "#,
        @r#"
    struct Name { text: String }
    impl Eq for Name { fn equals(self, other: Name) -> Bool { self.text.to_lower() == other.text.to_lower() } }
    print(Set::of([Name { text: "Ada" }]));
    ----
    [E0331] error: `Name` does not have `Hash`
       ,-[ main.conc:3:7 ]
       |
     3 | print(Set::of([Name { text: "Ada" }]));
       |       ^^^|^^^
       |          `----- the type parameter `T` asks for it
       |
       | Help: a hand-written `Eq` removes the derived `Hash`: use a part of the value as the key
    ---'
    "#
    );
}

#[test]
fn an_enum_has_no_default() {
    told!(
        r#"
        enum Color { Red }
        struct Pen { color: Color }
        fn make<T: Default>() -> T { T::default() }
        let pen: Pen = make();
        print(pen);
        "#,
        @"
    enum Color { Red }
    struct Pen { color: Color }
    fn make<T: Default>() -> T { T::default() }
    let pen: Pen = make();
    print(pen);
    ----
    [E0331] error: `Pen` does not have `Default`
       ,-[ main.conc:4:16 ]
       |
     2 | struct Pen { color: Color }
       |              ^^|^^
       |                `---- `Pen.color` is `Color`, which has no `Default`
       |
     4 | let pen: Pen = make();
       |                ^^|^
       |                  `--- the type parameter `T` asks for it
    ---'
    "
    );
}

#[test]
fn a_task_has_no_json_form() {
    told!(
        r#"
        emit("tasks", spawn print("a"));
        "#,
        @r#"
    emit("tasks", spawn print("a"));
    ----
    [E0331] error: `Task<()>` does not have `Schema`
       ,-[ main.conc:1:1 ]
       |
     1 | emit("tasks", spawn print("a"));
       | ^^|^
       |   `--- the type parameter `T` asks for it
    ---'
    "#
    );
}

#[test]
fn what_is_no_prompt() {
    told!(
        r#"
        agent Helper { provider: simulated, model: "any" }
        print(Helper.execute(5)?.text);
        "#,
        @r#"
    agent Helper { provider: simulated, model: "any" }
    print(Helper.execute(5)?.text);
    ----
    [E0331] error: `Int` does not have `Prompt`
       ,-[ main.conc:2:14 ]
       |
     2 | print(Helper.execute(5)?.text);
       |              ^^^|^^^
       |                 `----- the type parameter `P` asks for it
       |
       | Help: write `impl Prompt for Int { … }`
    ---'
    "#
    );
}

#[test]
fn traits_are_derived() {
    fine(
        r#"
        struct Point { x: Int, y: Int }
        enum Color { Red, Rgb(Int, Int, Int) }
        let a = Point { x: 1, y: 2 };
        print("${a} ${a == a} ${a < a} ${[a].sorted()} ${Set::of([a])} ${{ Color::Red: a }}");
        print("${(1, "a") == (1, "a")} ${Color::Red == Color::Rgb(1, 2, 3)} ${[1.5].max()} ${Some(1) < None}");
        "#,
    );
}

#[test]
fn an_element_of_a_tuple_prevents_a_trait() {
    told!(
        "print((1, || 2));\n",
        @"
    print((1, || 2));
    ----
    [E0331] error: `(Int, fn() -> Int)` does not have `Display`
       ,-[ main.conc:1:1 ]
       |
     1 | print((1, || 2));
       | ^^|^^
       |   `---- the type parameter `T` asks for it
       |
       | Help: `fn() -> Int` has no `Display`
    ---'
    "
    );
}

#[test]
fn a_bound_with_arguments() {
    told!(
        r#"
        struct Meters { n: Int }
        fn make<T: From<Int>>(n: Int) -> T { T::from(n) }
        let meters: Meters = make(5);
        print(meters);
        "#,
        @"
    struct Meters { n: Int }
    fn make<T: From<Int>>(n: Int) -> T { T::from(n) }
    let meters: Meters = make(5);
    print(meters);
    ----
    [E0331] error: `Meters` does not have `From<Int>`
       ,-[ main.conc:3:22 ]
       |
     3 | let meters: Meters = make(5);
       |                      ^^|^
       |                        `--- the type parameter `T` asks for it
       |
       | Help: write `impl From<Int> for Meters { … }`
    ---'
    "
    );
}
