//! Fields, methods and positions.

use super::fine;

#[test]
fn a_field_that_does_not_exist() {
    told!(
        r#"
        struct Point { x: Int, y: Int }
        let point = Point { x: 1, y: 2 };
        print(point.z);
        print(point.left);
        "#,
        @"
    struct Point { x: Int, y: Int }
    let point = Point { x: 1, y: 2 };
    print(point.z);
    print(point.left);
    ----
    [E0326] error: `Point` has no field `z`
       ,-[ main.conc:3:13 ]
       |
     3 | print(point.z);
       |             |
       |             `-- no field of this name
       |
       | Help: it has `x` and `y`
    ---'

    [E0326] error: `Point` has no field `left`
       ,-[ main.conc:4:13 ]
       |
     4 | print(point.left);
       |             ^^|^
       |               `--- no field of this name
       |
       | Help: it has `x` and `y`
    ---'
    "
    );
}

#[test]
fn a_field_with_a_similar_name() {
    told!(
        r#"
        struct Order { amount: Int, item: String }
        let order = Order { amount: 1, item: "lamp" };
        print(order.ammount);
        "#,
        @r#"
    struct Order { amount: Int, item: String }
    let order = Order { amount: 1, item: "lamp" };
    print(order.ammount);
    ----
    [E0326] error: `Order` has no field `ammount`
       ,-[ main.conc:3:13 ]
       |
     3 | print(order.ammount);
       |             ^^^|^^^
       |                `----- no field of this name
       |
       | Help: did you mean `amount`?
    ---'
    "#
    );
}

#[test]
fn a_method_with_a_similar_name() {
    told!(
        r#"
        print("text".to_uper());
        print([1].lenght());
        "#,
        @r#"
    print("text".to_uper());
    print([1].lenght());
    ----
    [E0326] error: `String` has no method `to_uper`
       ,-[ main.conc:1:14 ]
       |
     1 | print("text".to_uper());
       |              ^^^|^^^
       |                 `----- no method of this name
       |
       | Help: did you mean `to_upper`?
    ---'

    [E0326] error: `Array<Int>` has no method `lenght`
       ,-[ main.conc:2:11 ]
       |
     2 | print([1].lenght());
       |           ^^^|^^
       |              `---- no method of this name
    ---'
    "#
    );
}

#[test]
fn a_method_of_another_language() {
    told!(
        r#"
        print([1].length());
        print("text".toUpperCase());
        let mut list = [1];
        list.append(2);
        print({ "a": 1 }.contains_key("a"));
        print([1].reduce(0, |a, b| a + b));
        "#,
        @r#"
    print([1].length());
    print("text".toUpperCase());
    let mut list = [1];
    list.append(2);
    print({ "a": 1 }.contains_key("a"));
    print([1].reduce(0, |a, b| a + b));
    ----
    [E0326] error: `Array<Int>` has no method `length`
       ,-[ main.conc:1:11 ]
       |
     1 | print([1].length());
       |           ^^^|^^
       |              `---- no method of this name
       |
       | Help: did you mean `len`?
    ---'

    [E0326] error: `String` has no method `toUpperCase`
       ,-[ main.conc:2:14 ]
       |
     2 | print("text".toUpperCase());
       |              ^^^^^|^^^^^
       |                   `------- no method of this name
       |
       | Help: did you mean `to_upper`?
    ---'

    [E0326] error: `Array<Int>` has no method `append`
       ,-[ main.conc:4:6 ]
       |
     4 | list.append(2);
       |      ^^^|^^
       |         `---- no method of this name
       |
       | Help: did you mean `push`?
    ---'

    [E0326] error: `Map<String, Int>` has no method `contains_key`
       ,-[ main.conc:5:18 ]
       |
     5 | print({ "a": 1 }.contains_key("a"));
       |                  ^^^^^^|^^^^^
       |                        `------- no method of this name
       |
       | Help: did you mean `has`?
    ---'

    [E0326] error: `Array<Int>` has no method `reduce`
       ,-[ main.conc:6:11 ]
       |
     6 | print([1].reduce(0, |a, b| a + b));
       |           ^^^|^^
       |              `---- no method of this name
       |
       | Help: did you mean `fold`?
    ---'
    "#
    );
}

#[test]
fn a_method_that_nothing_is_similar_to() {
    told!(
        "print(5.frobnicate());\n",
        @"
    print(5.frobnicate());
    ----
    [E0326] error: `Int` has no method `frobnicate`
       ,-[ main.conc:1:9 ]
       |
     1 | print(5.frobnicate());
       |         ^^^^^|^^^^
       |              `------ no method of this name
    ---'
    "
    );
}

#[test]
fn a_method_of_the_value_inside() {
    told!(
        r#"
        print("5".parse_int().abs());
        "#,
        @r#"
    print("5".parse_int().abs());
    ----
    [E0326] error: `Option<Int>` has no method `abs`
       ,-[ main.conc:1:23 ]
       |
     1 | print("5".parse_int().abs());
       |                       ^|^
       |                        `--- no method of this name
       |
       | Help: the value inside has it: take it out with `?`, `match` or `.map(…)`
    ---'
    "#
    );
}

#[test]
fn a_field_of_the_value_inside() {
    told!(
        r#"
        struct Order { amount: Int }
        fn find() -> Result<Order, String> { Ok(Order { amount: 1 }) }
        print(find().amount);
        "#,
        @"
    struct Order { amount: Int }
    fn find() -> Result<Order, String> { Ok(Order { amount: 1 }) }
    print(find().amount);
    ----
    [E0326] error: `Result<Order, String>` has no field `amount`
       ,-[ main.conc:3:14 ]
       |
     3 | print(find().amount);
       |              ^^^|^^
       |                 `---- no field of this name
       |
       | Help: the value inside has it: take it out with `?`, `match` or `.map(…)`
    ---'
    "
    );
}

#[test]
fn a_method_of_other_elements() {
    told!(
        r#"
        print([1, 2].join(", "));
        "#,
        @r#"
    print([1, 2].join(", "));
    ----
    [E0326] error: `Array<Int>` has no method `join`
       ,-[ main.conc:1:14 ]
       |
     1 | print([1, 2].join(", "));
       |              ^^|^
       |                `--- `Array<String>` has one
    ---'
    "#
    );
}

#[test]
fn a_function_that_takes_no_self() {
    told!(
        r#"
        struct Account { balance: Int }
        impl Account { fn open() -> Account { Account { balance: 0 } } }
        let account = Account::open();
        print(account.open());
        "#,
        @"
    struct Account { balance: Int }
    impl Account { fn open() -> Account { Account { balance: 0 } } }
    let account = Account::open();
    print(account.open());
    ----
    [E0326] error: `open` of `Account` takes no `self`
       ,-[ main.conc:4:15 ]
       |
     4 | print(account.open());
       |               ^^|^
       |                 `--- this is no method
       |
       | Help: call it on the type: `Account::open(…)`
    ---'
    "
    );
}

#[test]
fn a_field_is_not_called() {
    told!(
        r#"
        struct Point { x: Int }
        print(Point { x: 1 }.x());
        "#,
        @"
    struct Point { x: Int }
    print(Point { x: 1 }.x());
    ----
    [E0324] error: the field `x` cannot be called
       ,-[ main.conc:2:22 ]
       |
     2 | print(Point { x: 1 }.x());
       |                      |
       |                      `-- it holds a `Int`
       |
       | Help: remove the parentheses
    ---'
    "
    );
}

#[test]
fn a_field_that_holds_a_function_is_called() {
    fine(
        r#"
        struct Job { run: fn(Int) -> Int }
        let job = Job { run: |n| n + 1 };
        print("${job.run(1)} ${(job.run)(2)}");
        "#,
    );
}

#[test]
fn a_method_is_called() {
    told!(
        r#"
        let names = ["Ada"];
        print(names.len);
        "#,
        @r#"
    let names = ["Ada"];
    print(names.len);
    ----
    [E0327] error: `len` of `Array<String>` is a method
       ,-[ main.conc:2:13 ]
       |
     2 | print(names.len);
       |             ^|^
       |              `--- it is not called
       |
       | Help: call it: `.len()`, or wrap it in a closure: `|…| ….len(…)`
    ---'
    "#
    );
}

#[test]
fn a_tuple_has_no_such_position() {
    told!(
        r#"
        let pair = (1, 2);
        print(pair.2);
        "#,
        @"
    let pair = (1, 2);
    print(pair.2);
    ----
    [E0326] error: `(Int, Int)` has no position 2
       ,-[ main.conc:2:7 ]
       |
     2 | print(pair.2);
       |       ^^^|^^
       |          `---- no such position
       |
       | Help: its positions are 0 to 1
    ---'
    "
    );
}

#[test]
fn only_tuples_have_positions() {
    told!(
        r#"
        print("a".0);
        "#,
        @r#"
    print("a".0);
    ----
    [E0326] error: `String` has no position 0
       ,-[ main.conc:1:7 ]
       |
     1 | print("a".0);
       |       ^^|^^
       |         `---- no such position
       |
       | Help: only tuples have positions
    ---'
    "#
    );
}

#[test]
fn a_private_method_of_another_module() {
    told!(
        r#"
        mod bank;
        let account = bank::open();
        print(account.fee());
        print(bank::Account::secret());
        --- bank.conc
        pub struct Account { balance: Int }
        pub fn open() -> Account { Account { balance: 1 } }
        impl Account {
            fn fee(self) -> Int { self.balance }
            fn secret() -> Int { 5 }
        }
        "#,
        @"
    mod bank;
    let account = bank::open();
    print(account.fee());
    print(bank::Account::secret());
    --- bank.conc
    pub struct Account { balance: Int }
    pub fn open() -> Account { Account { balance: 1 } }
    impl Account {
        fn fee(self) -> Int { self.balance }
        fn secret() -> Int { 5 }
    }
    ----
    [E0328] error: `fee` is private
       ,-[ main.conc:3:15 ]
       |
     3 | print(account.fee());
       |               ^|^
       |                `--- only its own module can call it
       |
       |-[ bank.conc:4:8 ]
       |
     4 |     fn fee(self) -> Int { self.balance }
       |        ^|^
       |         `--- declared without `pub`
       |
       | Help: declare it with `pub fn` to use it here
    ---'

    [E0328] error: `secret` is private
       ,-[ main.conc:4:22 ]
       |
     4 | print(bank::Account::secret());
       |                      ^^^|^^
       |                         `---- only its own module can call it
       |
       |-[ bank.conc:5:8 ]
       |
     5 |     fn secret() -> Int { 5 }
       |        ^^^|^^
       |           `---- declared without `pub`
       |
       | Help: declare it with `pub fn` to use it here
    ---'
    "
    );
}

#[test]
fn a_private_function_of_the_library() {
    told!(
        r#"
        agent Helper { provider: simulated, model: "any" }
        let _ = Helper.plan(None, None, true);
        "#,
        @r#"
    agent Helper { provider: simulated, model: "any" }
    let _ = Helper.plan(None, None, true);
    ----
    [E0328] error: `plan` is private
       ,-[ main.conc:2:16 ]
       |
     2 | let _ = Helper.plan(None, None, true);
       |                ^^|^
       |                  `--- only its own module can call it
    ---'
    "#
    );
}

#[test]
fn a_private_part_of_a_tool() {
    told!(
        r#"
        tool Till {
            cents: Int = 0,
            @describe("Add to the till")
            pub fn add(mut self, @param("how much") cents: Int) -> Int { self.cents += cents; self.twice() }
            fn twice(self) -> Int { self.cents * 2 }
        }
        print(Till.cents);
        print(Till.twice());
        "#,
        @r#"
    tool Till {
        cents: Int = 0,
        @describe("Add to the till")
        pub fn add(mut self, @param("how much") cents: Int) -> Int { self.cents += cents; self.twice() }
        fn twice(self) -> Int { self.cents * 2 }
    }
    print(Till.cents);
    print(Till.twice());
    ----
    [E0328] error: the field `cents` belongs to its tool
       ,-[ main.conc:7:12 ]
       |
     2 |     cents: Int = 0,
       |     ^^|^^
       |       `---- declared here
       |
     7 | print(Till.cents);
       |            ^^|^^
       |              `---- only the tool's own functions see it, as `self`
       |
       | Help: let a function of the tool give it
    ---'

    [E0328] error: `twice` is private
       ,-[ main.conc:8:12 ]
       |
     5 |     fn twice(self) -> Int { self.cents * 2 }
       |        ^^|^^
       |          `---- declared without `pub`
       |
     8 | print(Till.twice());
       |            ^^|^^
       |              `---- only its own tool can call it
    ---'
    "#
    );
}

#[test]
fn a_tool_has_no_such_function() {
    told!(
        r#"
        tool Till {
            @describe("Add to the till")
            pub fn add(@param("how much") cents: Int) -> Int { cents }
        }
        print(Till.ad(5));
        print(Till.close());
        "#,
        @r#"
    tool Till {
        @describe("Add to the till")
        pub fn add(@param("how much") cents: Int) -> Int { cents }
    }
    print(Till.ad(5));
    print(Till.close());
    ----
    [E0326] error: `tool Till` has no method `ad`
       ,-[ main.conc:5:12 ]
       |
     5 | print(Till.ad(5));
       |            ^|
       |             `-- no method of this name
       |
       | Help: did you mean `add`?
    ---'

    [E0326] error: `tool Till` has no method `close`
       ,-[ main.conc:6:12 ]
       |
     6 | print(Till.close());
       |            ^^|^^
       |              `---- no method of this name
    ---'
    "#
    );
}

#[test]
fn a_member_of_a_type_parameter() {
    told!(
        "fn size<T>(value: T) -> Int { value.len() }\n",
        @"
    fn size<T>(value: T) -> Int { value.len() }
    ----
    [E0326] error: `T` has no method `len`
       ,-[ main.conc:1:37 ]
       |
     1 | fn size<T>(value: T) -> Int { value.len() }
       |                                     ^|^
       |                                      `--- no method of this name
    ---'
    "
    );
}

#[test]
fn a_member_of_a_bound() {
    told!(
        r#"
        trait Sized { fn size(self) -> Int; }
        fn size<T: Sized>(value: T) -> Int { value.sise() }
        "#,
        @"
    trait Sized { fn size(self) -> Int; }
    fn size<T: Sized>(value: T) -> Int { value.sise() }
    ----
    [E0326] error: `T` has no method `sise`
       ,-[ main.conc:2:44 ]
       |
     2 | fn size<T: Sized>(value: T) -> Int { value.sise() }
       |                                            ^^|^
       |                                              `--- no method of this name
       |
       | Help: did you mean `size`?
    ---'
    "
    );
}
