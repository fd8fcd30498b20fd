//! What structs, methods, closures, generics and traits become.

#[test]
fn structs_take_defaults_and_a_base() {
    check!(
        r#"
        struct Options { name: String, tries: Int = 3, tags: Array<String> = ["new"] }
        fn main() {
            let first = Options { name: "a" };
            let second = Options { tries: 5, ..first };
            print(second.name + first.name);
            print(second.tries);
        }
        "#
    );
}

#[test]
fn fields_and_indexes_are_assigned_in_place() {
    check!(
        r#"
        struct Point { x: Int, y: Float }
        fn main() {
            let mut point = Point { x: 1, y: 2.0 };
            point.x = 5;
            point.y += 0.5;
            let mut list = [1, 2, 3];
            list[0] = point.x;
            list[1] += 10;
            let mut ages = { "Ada": 36 };
            ages["Bo"] = 7;
            ages["Ada"] += 1;
            print((point, list, ages));
        }
        "#
    );
}

#[test]
fn nested_places_are_taken_out_and_put_back() {
    check!(
        r#"
        struct Cell { x: Int, tags: Array<String> }
        fn move_to(cells: Array<Cell>, i: Int) -> Array<Cell> {
            let mut a = cells;
            a[i].x = 1;
            a[i + 1].tags.push("moved");
            a
        }
        fn main() {
            let mut m = { "k": [0] };
            m["k"].push(1);
            m["k"][0] += 2;
            let mut pair = (Cell { x: 0, tags: [] }, 1);
            pair.0.x = 4;
            print((move_to([pair.0, pair.0], 0), m));
        }
        "#
    );
}

#[test]
fn methods_read_or_update_their_receiver() {
    check!(
        r#"
        struct Counter { count: Int, log: Array<Int> }
        impl Counter {
            fn new() -> Counter { Counter { count: 0, log: [] } }
            fn twice(self) -> Int { self.count * 2 }
            fn add(mut self, n: Int) -> Int {
                self.count += n;
                self.log.push(n);
                self.count
            }
            fn add_all(mut self, all: Array<Int>) {
                for n in all { self.add(n); }
            }
        }
        fn main() {
            let mut counter = Counter::new();
            print(counter.add(2));
            counter.add_all([3, 4]);
            print(counter.twice());
        }
        "#
    );
}

#[test]
fn methods_of_the_library_change_their_place() {
    check!(
        r#"
        fn main() {
            let mut list = [3, 1];
            list.push(2);
            list.sort();
            let last = list.pop();
            list.insert(0, 9);
            print((list, last, list.len(), list.contains(9)));
        }
        "#
    );
}

#[test]
fn closures_keep_what_they_capture() {
    check!(
        r#"
        fn adder(n: Int, label: String) -> fn(Int) -> String { |x| "${label} ${x + n}" }
        fn main() {
            let factor = 3;
            let scaled = [1, 2].map(|x| x * factor);
            print(adder(1, "got")(2));
            print(scaled);
        }
        "#
    );
}

#[test]
fn functions_and_variants_are_values() {
    check!(
        r#"
        enum Item { Number(Int), Nothing }
        fn double(n: Int) -> Int { n * 2 }
        fn apply(f: fn(Int) -> Int, n: Int) -> Int { f(n) }
        fn main() {
            let chosen = if args().is_empty() { double } else { |n| n };
            print(apply(chosen, 4));
            print([1, 2].map(Item::Number));
            print([Item::Nothing].len());
        }
        "#
    );
}

#[test]
fn values_are_called_by_their_signature() {
    check!(
        r#"
        struct Rule { test: fn(Int) -> Bool, scale: fn(Float, Float) -> Float }
        fn both(rules: Array<Rule>, n: Int) -> Float {
            let mut sum = 0.0;
            for rule in rules {
                if (rule.test)(n) { sum += (rule.scale)(1.5, 2.0); }
            }
            sum
        }
        fn main() { print(both([Rule { test: |n| n > 0, scale: |a, b| a * b }], 1)); }
        "#
    );
}

#[test]
fn a_generic_function_has_an_instance_for_each_type() {
    check!(
        r#"
        struct Pair<T> { first: T, second: T }
        impl<T: Ord> Pair<T> {
            fn larger(self) -> T { if self.first > self.second { self.first } else { self.second } }
        }
        fn twice<T>(value: T) -> Array<T> { [value, value] }
        fn main() {
            print(twice(1));
            print(twice("a"));
            print(Pair { first: 1, second: 2 }.larger());
            print(Pair { first: "x", second: "y" }.larger());
        }
        "#
    );
}

#[test]
fn default_methods_of_traits_belong_to_each_type() {
    check!(
        r#"
        trait Named {
            fn name(self) -> String;
            fn greet(self) -> String { "Hello, " + self.name() }
        }
        struct Person { first: String }
        struct Robot { number: Int }
        impl Named for Person { fn name(self) -> String { self.first } }
        impl Named for Robot {
            fn name(self) -> String { "unit ${self.number}" }
            fn greet(self) -> String { "BEEP" }
        }
        fn welcome<T: Named>(guest: T) -> String { guest.greet() }
        fn main() {
            print(welcome(Person { first: "Ada" }));
            print(welcome(Robot { number: 7 }));
        }
        "#
    );
}

#[test]
fn derived_display_equality_and_order() {
    check!(
        r#"
        struct Version { major: Int, name: String }
        enum Step { Wait, Go(Version) }
        fn main() {
            let one = Version { major: 1, name: "a" };
            let two = Version { major: 2, name: "b" };
            print(one);
            print(one == two);
            print(one < two);
            print(Step::Go(one) != Step::Wait);
            print([Step::Go(two)]);
        }
        "#
    );
}

#[test]
fn hand_written_display_equality_and_order() {
    check!(
        r#"
        struct Word { text: String, rank: Int }
        impl Display for Word { fn display(self) -> String { "<${self.text}>" } }
        impl Eq for Word { fn equals(self, other: Word) -> Bool { self.text.to_lower() == other.text.to_lower() } }
        impl Ord for Word { fn compare(self, other: Word) -> Int { other.rank - self.rank } }
        fn main() {
            let one = Word { text: "a", rank: 1 };
            let two = Word { text: "A", rank: 2 };
            print("${one} ${[two]}");
            print(one == two);
            print(one <= two);
            print([one].contains(two));
            print([one, two].sorted());
        }
        "#
    );
}
