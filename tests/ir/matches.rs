//! What patterns become.

#[test]
fn a_match_on_an_enum_goes_by_a_table() {
    check!(
        r#"
        enum Shape { Point, Circle(Float), Rect { w: Float, h: Float }, Line(Float, Float) }
        fn area(shape: Shape) -> Float {
            match shape {
                Shape::Point => 0.0,
                Shape::Circle(r) => r * r * 3.0,
                Shape::Rect { w, h } => w * h,
                Shape::Line(_, _) => 0.5,
            }
        }
        fn main() { print(area(Shape::Circle(2.0)) + area(Shape::Rect { w: 1.0, h: 2.0 })); }
        "#
    );
}

#[test]
fn a_match_on_an_enum_without_data_goes_by_its_number() {
    check!(
        r#"
        enum Level { Low, Middle, High }
        fn points(level: Level) -> Int {
            match level {
                Level::Low => 1,
                Level::Middle => 5,
                Level::High => 25,
            }
        }
        fn main() { print(points(Level::High)); }
        "#
    );
}

#[test]
fn a_match_on_literals_compares() {
    check!(
        r#"
        fn number(word: String) -> Int {
            match word {
                "one" => 1,
                "two" | "pair" => 2,
                _ => 0,
            }
        }
        fn word(number: Int) -> String {
            match number {
                0 => "none",
                1 => "one",
                -1 => "minus one",
                _ => "many",
            }
        }
        fn main() { print(word(number("two"))); }
        "#
    );
}

#[test]
fn a_match_on_ranges_guards_and_alternatives() {
    check!(
        r#"
        fn grade(points: Int, bonus: Bool) -> String {
            match points {
                90.. => "A",
                70..90 | -1 => "B",
                60..=69 if bonus => "B",
                n @ 0..70 => "C${n}",
                _ => "none",
            }
        }
        fn main() { print(grade(65, true)); }
        "#
    );
}

#[test]
fn nested_patterns_are_tried_one_after_the_other() {
    check!(
        r#"
        fn first(answer: Result<(Int, String?), String>) -> String {
            match answer {
                Ok((0, Some(text))) => text,
                Ok((_, Some(text))) => text + "!",
                Ok((n, None)) => n.to_string(),
                Err(text) => text,
            }
        }
        fn main() { print(first(Ok((0, Some("a"))))); }
        "#
    );
}

#[test]
fn array_patterns_split_off_the_rest() {
    check!(
        r#"
        fn run(words: Array<String>) -> String {
            match words {
                [] => "nothing",
                ["say", ..rest] => rest.join(" "),
                [first, .., last] => first + last,
                [only] => only,
            }
        }
        fn main() { print(run(["say", "hi"])); }
        "#
    );
}

#[test]
fn struct_patterns_look_at_fields() {
    check!(
        r#"
        struct Point { x: Int, y: Int }
        fn place(point: Point) -> String {
            match point {
                Point { x: 0, y: 0 } => "origin",
                Point { x: 0, .. } => "axis",
                Point { x, y } => "${x} ${y}",
            }
        }
        fn flat((x, y): (Int, Int)) -> Int {
            let Point { x: a, y: b } = Point { x, y };
            a + b
        }
        fn main() { print(place(Point { x: 1, y: flat((2, 3)) })); }
        "#
    );
}

#[test]
fn let_else_leaves_where_nothing_matches() {
    check!(
        r#"
        fn double(text: String) -> Int {
            let Some(number) = text.parse_int() else { return 0; };
            number * 2
        }
        fn main() { print(double("21")); }
        "#
    );
}

#[test]
fn if_let_binds_in_its_block() {
    check!(
        r#"
        fn greeting(name: String?) -> String {
            if let Some(name) = name { "Hello, ${name}" } else { "Hello" }
        }
        fn main() { print(greeting(Some("Ada"))); }
        "#
    );
}

#[test]
fn while_let_goes_on_while_it_matches() {
    check!(
        r#"
        fn drain(items: Array<Int>) -> Int {
            let mut left = items;
            let mut sum = 0;
            while let Some(item) = left.pop() { sum += item; }
            sum
        }
        fn main() { print(drain([1, 2])); }
        "#
    );
}
