//! Types as they are written, and the types that declarations make.

use super::fine;

#[test]
fn a_type_takes_as_many_types_as_it_has_parameters() {
    told!(
        r#"
        fn count(stock: Map<String>, more: Array<Int, Int>, n: Int<String>) -> Int { stock.len() + more.len() + n }
        "#,
        @"
    fn count(stock: Map<String>, more: Array<Int, Int>, n: Int<String>) -> Int { stock.len() + more.len() + n }
    ----
    [E0303] error: `Map` takes 2 type arguments, not 1
       ,-[ main.conc:1:17 ]
       |
     1 | fn count(stock: Map<String>, more: Array<Int, Int>, n: Int<String>) -> Int { stock.len() + more.len() + n }
       |                 ^^^^^|^^^^^
       |                      `------- 1 type argument here
    ---'

    [E0303] error: `Array` takes 1 type argument, not 2
       ,-[ main.conc:1:36 ]
       |
     1 | fn count(stock: Map<String>, more: Array<Int, Int>, n: Int<String>) -> Int { stock.len() + more.len() + n }
       |                                    ^^^^^^^|^^^^^^^
       |                                           `--------- 2 type arguments here
    ---'

    [E0303] error: `Int` takes no type arguments, not 1
       ,-[ main.conc:1:56 ]
       |
     1 | fn count(stock: Map<String>, more: Array<Int, Int>, n: Int<String>) -> Int { stock.len() + more.len() + n }
       |                                                        ^^^^^|^^^^^
       |                                                             `------- 1 type argument here
    ---'
    "
    );
}

#[test]
fn a_type_parameter_takes_none() {
    told!(
        "fn first<T>(list: T<Int>) -> T { list }\n",
        @"
    fn first<T>(list: T<Int>) -> T { list }
    ----
    [E0303] error: `T` takes no type arguments, not 1
       ,-[ main.conc:1:19 ]
       |
     1 | fn first<T>(list: T<Int>) -> T { list }
       |                   ^^^|^^
       |                      `---- 1 type argument here
    ---'
    "
    );
}

#[test]
fn a_call_takes_no_more_types_than_there_are() {
    told!(
        r#"
        fn first<T>(list: Array<T>) -> T? { list.first() }
        print(first<Int, String>([1]));
        "#,
        @"
    fn first<T>(list: Array<T>) -> T? { list.first() }
    print(first<Int, String>([1]));
    ----
    [E0303] error: `first` takes 1 type argument, not 2
       ,-[ main.conc:2:7 ]
       |
     2 | print(first<Int, String>([1]));
       |       ^^^^^^^^^|^^^^^^^^
       |                `---------- 2 type arguments here
    ---'
    "
    );
}

#[test]
fn a_method_takes_no_more_types_than_there_are() {
    told!(
        "print([1].map<Int, Int>(|n| n));\n",
        @"
    print([1].map<Int, Int>(|n| n));
    ----
    [E0303] error: `map` takes 1 type argument, not 2
       ,-[ main.conc:1:11 ]
       |
     1 | print([1].map<Int, Int>(|n| n));
       |           ^|^
       |            `--- 2 type arguments here
    ---'
    "
    );
}

#[test]
fn a_trait_takes_as_many_types_as_it_has_parameters() {
    told!(
        r#"
        struct Meters { n: Int }
        impl From for Meters { fn from(n: Int) -> Meters { Meters { n: n } } }
        fn show<T: Display<Int>>(_value: T) {}
        "#,
        @"
    struct Meters { n: Int }
    impl From for Meters { fn from(n: Int) -> Meters { Meters { n: n } } }
    fn show<T: Display<Int>>(_value: T) {}
    ----
    [E0303] error: `From` takes 1 type argument, not 0
       ,-[ main.conc:2:6 ]
       |
     2 | impl From for Meters { fn from(n: Int) -> Meters { Meters { n: n } } }
       |      ^^|^
       |        `--- no type arguments here
    ---'

    [E0303] error: `Display` takes no type arguments, not 1
       ,-[ main.conc:3:12 ]
       |
     3 | fn show<T: Display<Int>>(_value: T) {}
       |            ^^^^^^|^^^^^
       |                  `------- 1 type argument here
    ---'
    "
    );
}

#[test]
fn an_alias_that_stands_for_itself() {
    told!(
        r#"
        type A = Array<A>;
        type B = C;
        type C = B;
        fn f(a: A, b: B, c: C) { print("${a} ${b} ${c}"); }
        "#,
        @r#"
    type A = Array<A>;
    type B = C;
    type C = B;
    fn f(a: A, b: B, c: C) { print("${a} ${b} ${c}"); }
    ----
    [E0304] error: the alias `A` stands for itself
       ,-[ main.conc:1:6 ]
       |
     1 | type A = Array<A>;
       |      |
       |      `-- following it never ends
       |
       | Help: use a `struct` or an `enum`, which can contain itself
    ---'

    [E0304] error: the alias `B` stands for itself
       ,-[ main.conc:2:6 ]
       |
     2 | type B = C;
       |      |
       |      `-- following it never ends
       |
       | Help: use a `struct` or an `enum`, which can contain itself
    ---'
    "#
    );
}

#[test]
fn a_struct_that_holds_itself() {
    told!(
        "struct Node { value: Int, next: Node }\n",
        @"
    struct Node { value: Int, next: Node }
    ----
    [E0305] error: no value of `Node` can exist
       ,-[ main.conc:1:8 ]
       |
     1 | struct Node { value: Int, next: Node }
       |        ^^|^
       |          `--- each would have to contain another one first
       |
       | Help: end it somewhere: `Option<Node>`, `Array<Node>`, or a variant without `Node`
    ---'
    "
    );
}

#[test]
fn an_enum_without_an_end() {
    told!(
        "enum Tree { One(Tree), Two { left: Tree, right: Tree } }\n",
        @"
    enum Tree { One(Tree), Two { left: Tree, right: Tree } }
    ----
    [E0305] error: no value of `Tree` can exist
       ,-[ main.conc:1:6 ]
       |
     1 | enum Tree { One(Tree), Two { left: Tree, right: Tree } }
       |      ^^|^
       |        `--- each would have to contain another one first
       |
       | Help: end it somewhere: `Option<Tree>`, `Array<Tree>`, or a variant without `Tree`
    ---'
    "
    );
}

#[test]
fn types_that_hold_each_other() {
    told!(
        r#"
        struct Hen { egg: Egg }
        struct Egg { hen: (Int, Hen) }
        "#,
        @"
    struct Hen { egg: Egg }
    struct Egg { hen: (Int, Hen) }
    ----
    [E0305] error: no value of `Hen` can exist
       ,-[ main.conc:1:8 ]
       |
     1 | struct Hen { egg: Egg }
       |        ^|^
       |         `--- each would have to contain another one first
       |
       | Help: end it somewhere: `Option<Hen>`, `Array<Hen>`, or a variant without `Hen`
    ---'
    "
    );
}

#[test]
fn types_that_end() {
    fine(
        r#"
        struct Node { value: Int, next: Node?, children: Array<Node>, named: Map<String, Node>, make: fn() -> Node }
        enum Tree { Leaf, Branch(Tree, Tree) }
        "#,
    );
}

#[test]
fn a_union_is_of_texts() {
    told!(
        r#"
        fn show(id: Int | String, level: "low" | Bool) { print("${id} ${level}"); }
        "#,
        @r#"
    fn show(id: Int | String, level: "low" | Bool) { print("${id} ${level}"); }
    ----
    [E0306] error: `Int` cannot be a member of a union
       ,-[ main.conc:1:13 ]
       |
     1 | fn show(id: Int | String, level: "low" | Bool) { print("${id} ${level}"); }
       |             ^|^
       |              `--- only texts can, such as `"low" | "high"`
       |
       | Help: for values of several types declare an `enum`
    ---'

    [E0306] error: `Bool` cannot be a member of a union
       ,-[ main.conc:1:42 ]
       |
     1 | fn show(id: Int | String, level: "low" | Bool) { print("${id} ${level}"); }
       |                                          ^^|^
       |                                            `--- only texts can, such as `"low" | "high"`
       |
       | Help: for values of several types declare an `enum`
    ---'
    "#
    );
}

#[test]
fn a_type_has_a_limit() {
    told!(
        r#"
        type Two<T> = Array<Array<T>>;
        type Eight<T> = Two<Two<Two<Two<T>>>>;
        type More<T> = Eight<Eight<Eight<Eight<T>>>>;
        fn show(grid: More<More<More<More<Int>>>>) { print(grid); }
        "#,
        @"
    type Two<T> = Array<Array<T>>;
    type Eight<T> = Two<Two<Two<Two<T>>>>;
    type More<T> = Eight<Eight<Eight<Eight<T>>>>;
    fn show(grid: More<More<More<More<Int>>>>) { print(grid); }
    ----
    [E0307] error: a type has at most 100 levels and 2000 parts
       ,-[ main.conc:4:15 ]
       |
     4 | fn show(grid: More<More<More<More<Int>>>>) { print(grid); }
       |               ^^^^^^^^^^^^^|^^^^^^^^^^^^^
       |                            `--------------- this one has more
       |
       | Help: give parts of it names: `struct Name { … }`
    ---'
    "
    );
}

#[test]
fn a_type_may_not_be_too_large() {
    told!(
        r#"
        type Two<T> = (T, T);
        type Eight<T> = Two<Two<Two<T>>>;
        fn show(all: Eight<Eight<Eight<Eight<Int>>>>) { print(all); }
        "#,
        @"
    type Two<T> = (T, T);
    type Eight<T> = Two<Two<Two<T>>>;
    fn show(all: Eight<Eight<Eight<Eight<Int>>>>) { print(all); }
    ----
    [E0307] error: a type has at most 100 levels and 2000 parts
       ,-[ main.conc:3:14 ]
       |
     3 | fn show(all: Eight<Eight<Eight<Eight<Int>>>>) { print(all); }
       |              ^^^^^^^^^^^^^^^|^^^^^^^^^^^^^^^
       |                             `----------------- this one has more
       |
       | Help: give parts of it names: `struct Name { … }`
    ---'
    "
    );
}

#[test]
fn a_store_is_a_map() {
    told!(
        "store count: Int = 5;\n",
        @"
    store count: Int = 5;
    ----
    [E0301] error: a store holds a `Map`, not `Int`
       ,-[ main.conc:1:14 ]
       |
     1 | store count: Int = 5;
       |              ^|^
       |               `--- this is no map
       |
       | Help: write `Map<K, V>`
    ---'
    "
    );
}
