//! Values, places, and what is derived.

#[test]
fn interpolation_joins_display_forms() {
    check!(
        r#"
        fn told(name: String, age: Int, tags: Array<String>) -> String { "${name} is ${age}: ${tags}" }
        "#
    );
}

#[test]
fn coercions_are_written_out() {
    check!(
        r#"
        struct Wrong { code: Int }
        impl From<String> for Wrong {
            fn from(text: String) -> Wrong { Wrong { code: text.len() } }
        }
        fn read(text: Result<Int, String>) -> Result<Int, Wrong> { Ok(text? + 1) }
        fn mean(a: Int, b: Int) -> Float { (a as Float + b as Float) / 2.0 }
        fn json(n: Int) -> Json { { "n": n, "all": [n, 1.5] } }
        "#
    );
}

#[test]
fn methods_change_nested_places() {
    check!(
        r#"
        struct Point { x: Int, y: Int }
        struct Line { points: Array<Point>, names: Map<String, Point> }
        impl Point {
            fn move_by(mut self, x: Int) -> Int { self.x += x; self.x }
        }
        fn change(mut line: Line, i: Int) -> Int {
            line.points[i].x = 5;
            line.points.push(Point { x: 1, y: 2 });
            line.names["a"].y -= 1;
            line.points[i + 1].move_by(line.points[0].x)
        }
        "#
    );
}

#[test]
fn compound_assignment_reads_and_writes_a_place() {
    check!(
        r#"
        fn change(mut text: String, mut xs: Array<Int>) -> String {
            text += "!";
            xs += [1];
            xs[0] *= xs[1] + 2;
            "${text}${xs}"
        }
        "#
    );
}

#[test]
fn generic_functions_are_shown_once() {
    check!(
        r#"
        trait Area {
            fn area(self) -> Float;
        }
        struct Square { side: Float }
        impl Area for Square {
            fn area(self) -> Float { self.side * self.side }
        }
        fn total<T: Area>(shapes: Array<T>) -> Float {
            let mut sum = 0.0;
            for shape in shapes { sum += shape.area(); }
            sum
        }
        fn pair<A, B>(a: A, b: B) -> (A, B) { (a, b) }
        fn all() -> (Float, Int) { pair(total([Square { side: 2.0 }]), 1) }
        "#
    );
}

#[test]
fn what_is_derived_is_shown_for_its_type() {
    check!(
        r#"
        struct Name { first: String, last: String }
        impl Display for Name {
            fn display(self) -> String { self.last }
        }
        impl Eq for Name {
            fn equals(self, other: Name) -> Bool { self.last == other.last }
        }
        enum Who { Nobody, Person(Name), Group { names: Array<Name> } }
        fn told(who: Who, other: Who) -> String { if who == other { "the same" } else { "${who}" } }
        "#
    );
}
