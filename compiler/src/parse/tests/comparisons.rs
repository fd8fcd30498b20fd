//! Comparisons, which do not chain; type arguments, which look like them; assignments.

use super::codes;
use crate::diagnostic::Code;

#[test]
fn comparisons_do_not_chain() {
    told!("a < b < c;", @"
    a < b < c;
    ----
    [E0105] error: comparisons cannot be chained
       ,-[ main.conc:1:7 ]
       |
     1 | a < b < c;
       |   |   |
       |   `------ the first one
       |       |
       |       `-- a second comparison
       |
       | Help: compare twice: `a < b && b < c`; or say with parentheses what is compared with a `Bool`
    ---'
    ");
    told!("a == b != c;", @"
    a == b != c;
    ----
    [E0105] error: comparisons cannot be chained
       ,-[ main.conc:1:8 ]
       |
     1 | a == b != c;
       |   ^|   ^|
       |    `------- the first one
       |         |
       |         `-- a second comparison
       |
       | Help: compare twice: `a < b && b < c`; or say with parentheses what is compared with a `Bool`
    ---'
    ");
}

#[test]
fn comparisons_with_parentheses_may_be_compared() {
    assert_eq!(codes("(a < b) == (c < d); a < b == c < d; (a == b) == c; a == (b == c); (a < b) < c;"), []);
}

#[test]
fn a_comparison_that_goes_on_is_reported_each_time() {
    assert_eq!(codes("a < b + 1 <= c > d;"), [Code::ChainedComparison; 2]);
}

#[test]
fn type_arguments_are_told_from_comparisons_by_what_follows() {
    check!(
        r#"
        f<Int>(x);
        f<Int, Map<String, Bool>>(x);
        x.decode<T>();
        Stack<Int>::new();
        Stack<Int> { items: [] };
        a < b;
        a < b && c > d;
        f(a < b, c > d);
        a < b > c;
        "#,
        @"
    f<Int>(x);
    f<Int, Map<String, Bool>>(x);
    x.decode<T>();
    Stack<Int>::new();
    Stack<Int> { items: [] };
    a < b;
    a < b && c > d;
    f(a < b, c > d);
    a < b > c;
    ----
    (call f<Int> x)
    (call f<Int, Map<String, Bool>> x)
    (method x decode<T>)
    (call Stack<Int>::new)
    (struct Stack<Int> items:(array))
    (< a b)
    (&& (< a b) (> c d))
    (call f (< a b) (> c d))
    (> (< a b) c)
    ----
    [E0105] error: comparisons cannot be chained
       ,-[ main.conc:9:7 ]
       |
     9 | a < b > c;
       |   |   |
       |   `------ the first one
       |       |
       |       `-- a second comparison
       |
       | Help: compare twice: `a < b && b < c`; or say with parentheses what is compared with a `Bool`
    ---'
    "
    );
}

#[test]
fn type_arguments_may_be_of_all_types() {
    check!(r#"f<(Int, String)?>(x); f<fn(Int) -> Bool>(x); f<"a" | "b">(x); f<m::T>(x);"#, @r#"
    f<(Int, String)?>(x); f<fn(Int) -> Bool>(x); f<"a" | "b">(x); f<m::T>(x);
    ----
    (call f<(optional (tuple Int String))> x)
    (call f<(fn Int)->Bool> x)
    (call f<(union "a" "b")> x)
    (call f<m::T> x)
    "#);
}

#[test]
fn all_assignments_are_there() {
    check!("a = 1; a += 2; a -= 3; a *= 4; a /= 5; a %= 6;", @"
    a = 1; a += 2; a -= 3; a *= 4; a /= 5; a %= 6;
    ----
    (= a 1)
    (+= a 2)
    (-= a 3)
    (*= a 4)
    (/= a 5)
    (%= a 6)
    ");
}

#[test]
fn places_are_names_fields_and_elements() {
    check!("a = 1; a.b = 1; a.0 = 1; a[i] = 1; a.b[i].0 = 1; self.x += 1;", @"
    a = 1; a.b = 1; a.0 = 1; a[i] = 1; a.b[i].0 = 1; self.x += 1;
    ----
    (= a 1)
    (= (. a b) 1)
    (= (. a 0) 1)
    (= (index a i) 1)
    (= (. (index (. a b) i) 0) 1)
    (+= (. self x) 1)
    ");
}

#[test]
fn an_assignment_needs_a_place() {
    told!("1 = x;", @"
    1 = x;
    ----
    [E0111] error: nothing can be assigned to this
       ,-[ main.conc:1:1 ]
       |
     1 | 1 = x;
       | |
       | `-- not a variable, a field or an element
       |
       | Help: assign to a variable, `x.field` or `x[index]`
    ---'
    ");
    told!("f() += 1;", @"
    f() += 1;
    ----
    [E0111] error: nothing can be assigned to this
       ,-[ main.conc:1:1 ]
       |
     1 | f() += 1;
       | ^|^
       |  `--- not a variable, a field or an element
       |
       | Help: assign to a variable, `x.field` or `x[index]`
    ---'
    ");
    told!("a + b = c;", @"
    a + b = c;
    ----
    [E0111] error: nothing can be assigned to this
       ,-[ main.conc:1:1 ]
       |
     1 | a + b = c;
       | ^^|^^
       |   `---- not a variable, a field or an element
       |
       | Help: assign to a variable, `x.field` or `x[index]`
    ---'
    ");
}
