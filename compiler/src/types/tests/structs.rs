//! Literals of structs.

use super::fine;

#[test]
fn a_literal_lacks_fields() {
    told!(
        r#"
        struct Order { id: Int, item: String, note: String? = None }
        print(Order { id: 1 });
        print(Order {});
        "#,
        @"
    struct Order { id: Int, item: String, note: String? = None }
    print(Order { id: 1 });
    print(Order {});
    ----
    [E0329] error: `Order` lacks the field `item`
       ,-[ main.conc:2:7 ]
       |
     2 | print(Order { id: 1 });
       |       ^^|^^
       |         `---- not all of its fields are here
       |
       | Help: add `item: …`, or take them from another value: `..base`
    ---'

    [E0329] error: `Order` lacks the fields `id` and `item`
       ,-[ main.conc:3:7 ]
       |
     3 | print(Order {});
       |       ^^|^^
       |         `---- not all of its fields are here
       |
       | Help: add `id: …, item: …`, or take them from another value: `..base`
    ---'
    "
    );
}

#[test]
fn a_literal_has_an_unknown_field() {
    told!(
        r#"
        struct Order { amount: Int }
        print(Order { amount: 1, ammount: 1 });
        print(Order { amount: 1, color: "red" });
        "#,
        @r#"
    struct Order { amount: Int }
    print(Order { amount: 1, ammount: 1 });
    print(Order { amount: 1, color: "red" });
    ----
    [E0326] error: `Order` has no field `ammount`
       ,-[ main.conc:2:26 ]
       |
     2 | print(Order { amount: 1, ammount: 1 });
       |                          ^^^|^^^
       |                             `----- no field of this name
       |
       | Help: did you mean `amount`?
    ---'

    [E0326] error: `Order` has no field `color`
       ,-[ main.conc:3:26 ]
       |
     3 | print(Order { amount: 1, color: "red" });
       |                          ^^|^^
       |                            `---- no field of this name
       |
       | Help: it has `amount`
    ---'
    "#
    );
}

#[test]
fn what_has_no_literal() {
    told!(
        r#"
        enum Color { Red }
        print(Int {});
        print(Color { red: 1 });
        "#,
        @"
    enum Color { Red }
    print(Int {});
    print(Color { red: 1 });
    ----
    [E0209] error: `Int` is no struct with fields
       ,-[ main.conc:2:7 ]
       |
     2 | print(Int {});
       |       ^|^
       |        `--- it has no literal of this form
    ---'

    [E0209] error: `Color` is an enum, not a struct
       ,-[ main.conc:3:7 ]
       |
     3 | print(Color { red: 1 });
       |       ^^|^^
       |         `---- a struct is needed here
    ---'
    "
    );
}

#[test]
fn a_literal_takes_the_rest_from_another() {
    fine(
        r#"
        struct Order { id: Int, item: String, note: String? = None }
        let first = Order { id: 1, item: "lamp" };
        print(Order { id: 2, ..first });
        "#,
    );
}

#[test]
fn a_generic_literal_is_decided_by_its_fields() {
    types!(
        r#"
        struct Pair<A, B> { a: A, b: B }
        let one = Pair { a: 1, b: "x" };
        let two: Pair<Float, Int?> = Pair { a: 1, b: None };
        let three = Pair<Float, Int> { a: 1, b: 2 };
        let Pair { a, b } = one;
        print("${two} ${three} ${a} ${b}");
        "#,
        @r#"
    struct Pair<A, B> { a: A, b: B }
    let one = Pair { a: 1, b: "x" };
    let two: Pair<Float, Int?> = Pair { a: 1, b: None };
    let three = Pair<Float, Int> { a: 1, b: 2 };
    let Pair { a, b } = one;
    print("${two} ${three} ${a} ${b}");
    ----
    one: Pair<Int, String>
    two: Pair<Float, Option<Int>>
    three: Pair<Float, Int>
    a: Int
    b: String
    "#
    );
}
