//! Matches as decisions.

#[test]
fn of_an_enum() {
    check!(
        r#"
        enum Shape { Circle(Float), Rect { w: Float, h: Float }, Empty }
        fn area(shape: Shape) -> Float {
            match shape {
                Shape::Circle(r) => r * r * 3.0,
                Shape::Rect { w, h } => w * h,
                Shape::Empty => 0.0,
            }
        }
        "#
    );
}

#[test]
fn of_an_array() {
    check!(
        r#"
        fn ends(xs: Array<Int>) -> Int {
            match xs {
                [] => 0,
                [0, ..] => 1,
                [first, .., last] => first + last,
                [only] => only,
            }
        }
        "#
    );
}

#[test]
fn with_guards_and_nested_patterns() {
    check!(
        r#"
        fn told(pair: (Option<Int>, Option<Int>)) -> Int {
            match pair {
                (Some(a), Some(b)) if a > b => a,
                (Some(_), Some(b)) => b,
                (Some(n), None) | (None, Some(n)) => n,
                (None, None) => 0,
            }
        }
        "#
    );
}

#[test]
fn of_ranges_and_texts() {
    check!(
        r#"
        fn size(n: Int) -> String { match n { 0 => "none", 1..=9 => "some", _ => "many" } }
        fn known(text: String) -> Int { match text { "one" => 1, "two" | "zwei" => 2, other => other.len() } }
        "#
    );
}
