//! What programs become: for each construct of the language the instructions of a small program that uses it.
//!
//! A snapshot repeats its source. It leaves out the functions of the library and the one that starts a program, so that
//! it changes only where the construct is lowered in another way.

use concerto_compiler::check::check;
use concerto_compiler::diagnostic::render::{Style, report};
use concerto_compiler::lower::lower;
use concerto_ir::json::to_json;
use concerto_ir::listing::listing;
use concerto_ir::program::{Function, Program};
use concerto_ir::verify::verify;

use crate::support::{Disk, Files, LIBRARY, checked, files_below, is_entry, root};

/// Compares what a program becomes with the snapshot that has the name of the test.
macro_rules! check {
    ($source:literal) => {
        let shown = lowered($source);
        insta::assert_snapshot!(shown);
    };
}

/// A program and its own functions.
fn lowered(text: &str) -> String {
    let source = outdented(text);
    let mut checked = checked(&Files::of(&source));
    let said = report(&checked.diagnostics, &checked.program.sources, Style::PLAIN);
    assert!(said.is_empty(), "{said}");
    let program = lower(&mut checked).unwrap_or_else(|it| panic!("{} cannot be lowered", it.what));
    let shown = own(&program);
    verify(program).unwrap_or_else(|it| panic!("{it}\n{shown}"));
    format!("{source}\n----\n{shown}")
}

/// The text without the indentation of its first line.
fn outdented(text: &str) -> String {
    let text = text.trim_matches('\n').trim_end();
    let margin = &text[..text.len() - text.trim_start().len()];
    text.lines().map(|it| it.strip_prefix(margin).unwrap_or(it)).collect::<Vec<_>>().join("\n")
}

/// The resources, tests and functions of a program that do not come from the library.
fn own(program: &Program) -> String {
    let text = listing(program);
    let (sections, functions) = text.split_once("\n\nfn ").unwrap();
    let sections = sections.split("\n\n").filter(|it| it.starts_with("globals\n") || it.starts_with("tests\n"));
    let functions = (0..).zip(&program.functions).zip(functions.split("\n\nfn "));
    let functions = functions.filter(|((at, it), _)| program.entry != Some(*at) && !is_of_library(program, it));
    let functions = functions.map(|(_, text)| format!("fn {}", without_library_lines(text)));
    sections.map(str::to_owned).chain(functions).collect::<Vec<_>>().join("\n\n")
}

fn is_of_library(program: &Program, function: &Function) -> bool {
    let mut files = function.places.iter().map(|(_, it)| &program.files[it.file as usize]);
    files.len() > 0 && files.all(|it| it.starts_with("std/"))
}

/// A default of the library stands where it is used. Its line is left out: the library may grow.
fn without_library_lines(text: &str) -> String {
    let line = |it: &str| match it.split_once("  // std/") {
        Some((inst, place)) => format!("{inst}  // std/{}", place.split(':').next().unwrap_or_default()),
        None => it.to_owned(),
    };
    text.trim_end().lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn building_a_program_twice_gives_the_same_bytes() {
    let paths = files_below(&root().join("tests/programs"), ".conc");
    let mut compared = 0;
    for path in paths.iter().filter(|it| is_entry(it)) {
        let build = || {
            let mut checked = check(path, &Disk, LIBRARY, None);
            let program = if checked.has_errors() { None } else { lower(&mut checked).ok() };
            program.map(|it| to_json(&it).to_string())
        };
        let first = build();
        assert!(first == build(), "two builds of {} differ", path.display());
        compared += usize::from(first.is_some());
    }
    assert!(compared > 0, "no program could be built");
}

#[test]
fn literals_are_loaded() {
    check!(
        r##"
        fn main() {
            let whole = 9_000_000_000;
            let hex = 0xff;
            let float = 2.5e-4;
            let flag = true;
            let unit = ();
            let wait = 30s;
            let text = "line\n\u{e9}";
            let raw = r#"a "quoted" \n"#;
            print((whole, hex, float, flag, unit, wait, text, raw));
        }
        "##
    );
}

#[test]
fn interpolation_is_one_concatenation() {
    check!(
        r#"
        fn line(name: String, age: Int, marks: Array<Float>) -> String { "${name} is ${age + 1}: ${marks}" }
        fn main() { print(line("Ada", 36, [1.5])); }
        "#
    );
}

#[test]
fn arithmetic_on_constants_is_done_before() {
    check!(
        r#"
        fn area(width: Int, scale: Float) -> Float { ((width + 2 * 3) as Float) * scale / (1.0 + 0.5) }
        fn less(n: Int) -> Int { -(n - 1) * 10 % 7 }
        fn day() -> Int { 24 * 60 * 60 }
        fn main() { print((area(4, 0.5), less(3), day())); }
        "#
    );
}

#[test]
fn comparisons_branch_at_once() {
    check!(
        r#"
        fn sign(n: Int) -> Int { if n < 0 { -1 } else if n == 0 { 0 } else { 1 } }
        fn main() { print(sign(3)); }
        "#
    );
}

#[test]
fn conditions_stop_where_they_are_decided() {
    check!(
        r#"
        fn inside(x: Float, low: Float, high: Float) -> Bool { low <= x && !(x > high) || x == 0.0 }
        fn pick(a: Int, b: Int, flag: Bool) -> Int { if a > b && (flag || a != 7) { a } else { b } }
        fn main() { print((inside(1.0, 0.0, 2.0), pick(1, 2, true))); }
        "#
    );
}

#[test]
fn an_if_without_else_gives_nothing() {
    check!(
        r#"
        fn report(errors: Int) {
            if errors > 0 { print(errors); }
        }
        fn main() { report(1); }
        "#
    );
}

#[test]
fn a_while_tests_at_its_end() {
    check!(
        r#"
        fn digits(number: Int) -> Int {
            let mut left = number;
            let mut count = 1;
            while left >= 10 {
                left /= 10;
                count += 1;
            }
            count
        }
        fn main() { print(digits(1234)); }
        "#
    );
}

#[test]
fn a_loop_gives_the_value_of_its_break() {
    check!(
        r#"
        fn power_above(limit: Int) -> Int {
            let mut power = 1;
            loop {
                power *= 2;
                if power > limit { break power; }
            }
        }
        fn main() { print(power_above(100)); }
        "#
    );
}

#[test]
fn a_for_over_a_range_counts() {
    check!(
        r#"
        fn total(count: Int) -> Int {
            let mut sum = 0;
            for i in 0..count { sum += i; }
            sum
        }
        fn main() { print(total(10)); }
        "#
    );
}

#[test]
fn a_for_over_an_inclusive_range_does_not_overflow() {
    check!(
        r#"
        fn factorial(n: Int) -> Int {
            let mut product = 1;
            for i in 1..=n { product *= i; }
            product
        }
        fn main() { print(factorial(5)); }
        "#
    );
}

#[test]
fn a_for_over_an_array_goes_by_index() {
    check!(
        r#"
        fn longest(words: Array<String>) -> Int {
            let mut most = 0;
            for word in words {
                if word.is_empty() { continue; }
                most = most.max(word.len());
            }
            most
        }
        fn main() { print(longest(["a", "bc"])); }
        "#
    );
}

#[test]
fn a_for_over_a_map_has_keys_and_values() {
    check!(
        r#"
        fn show(ages: Map<String, Int>) {
            for (name, age) in ages { print("${name} ${age}"); }
        }
        fn main() { show({ "Ada": 36 }); }
        "#
    );
}

#[test]
fn a_for_over_a_set_has_elements() {
    check!(
        r#"
        fn sum(numbers: Set<Int>) -> Int {
            let mut sum = 0;
            for number in numbers { sum += number; }
            sum
        }
        fn main() { print(sum(Set::of([1, 2]))); }
        "#
    );
}

#[test]
fn labels_leave_the_loop_they_name() {
    check!(
        r#"
        fn find(rows: Array<Array<Int>>, wanted: Int) -> Int {
            let mut tried = 0;
            'rows: for row in rows {
                for cell in row {
                    tried += 1;
                    if cell == wanted { break 'rows; }
                    if cell < 0 { continue 'rows; }
                }
            }
            tried
        }
        fn main() { print(find([[1], [2, 3]], 3)); }
        "#
    );
}

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

#[test]
fn a_question_mark_on_a_result_converts_the_error() {
    check!(
        r#"
        enum Problem { NoNumber(String), Negative }
        impl From<String> for Problem { fn from(text: String) -> Problem { Problem::NoNumber(text) } }
        fn parse(text: String) -> Result<Int, String> { text.parse_int().ok_or(text) }
        fn root(text: String) -> Result<Int, Problem> {
            let number = parse(text)?;
            if number < 0 { return Err(Problem::Negative); }
            Ok(number)
        }
        fn again(text: String) -> Result<Int, Problem> { Ok(root(text)? + 1) }
        fn shown(text: String) -> Result<Int, Error> { Ok(parse(text)?) }
        fn main() {
            print(again("4"));
            print(shown("5").is_ok());
        }
        "#
    );
}

#[test]
fn a_question_mark_on_an_option_gives_none() {
    check!(
        r#"
        fn sum(a: String, b: String) -> Int? { Some(a.parse_int()? + b.parse_int()?) }
        fn main() { print(sum("1", "2")); }
        "#
    );
}

#[test]
fn two_question_marks_look_right_only_where_nothing_is_left() {
    check!(
        r#"
        fn fallback() -> Int? { None }
        fn value(first: Int?, name: String?) -> String { "${name ?? "none"} ${first ?? fallback() ?? 5}" }
        fn main() { print(value(None, Some("a"))); }
        "#
    );
}

#[test]
fn a_pipe_is_a_call() {
    check!(
        r#"
        fn add(a: Int, b: Int) -> Int { a + b }
        fn double(n: Int) -> Int { n * 2 }
        fn main() { print(3 |> add(4) |> double); }
        "#
    );
}

#[test]
fn defaults_and_named_arguments_keep_the_written_order() {
    check!(
        r#"
        fn next(n: Int) -> Int { n + 1 }
        fn search(text: String, limit: Int = next(4), exact: Bool = false) -> String { "${text} ${limit} ${exact}" }
        fn main() {
            print(search("a"));
            print(search("b", exact: true));
            print(search(limit: next(2), text: "c"));
        }
        "#
    );
}

#[test]
fn tuples_are_objects() {
    check!(
        r#"
        fn split(n: Int) -> (Int, Float, String) { (n / 10, 0.5, "x") }
        fn main() {
            let (tens, half, text) = split(42);
            let mut pair = (tens, text);
            pair.0 += 1;
            print("${pair.0} ${pair.1} ${half}");
        }
        "#
    );
}

#[test]
fn maps_are_made_and_asked() {
    check!(
        r#"
        fn main() {
            let mut ages = { "Ada": 36, "Bo": 7 };
            let none: Map<Int, Float> = {:};
            ages.set("Cy", 5);
            let gone = ages.remove("Bo");
            print(ages["Ada"] + ages.get_or("Di", 0) + none.len());
            print((ages.get("Ada"), ages.has("Bo"), gone));
        }
        "#
    );
}

#[test]
fn sets_are_made_and_asked() {
    check!(
        r#"
        fn main() {
            let mut seen = Set::of(["a", "b"]);
            seen.add("c");
            print((seen.has("a"), seen.len(), seen.union(Set::new())));
        }
        "#
    );
}

#[test]
fn ranges_are_values() {
    check!(
        r#"
        fn width(range: Range) -> Int {
            let mut count = 0;
            for _ in range { count += 1; }
            count
        }
        fn main() {
            let range = 2..5;
            print(width(range) + width(0..=3));
            print(range);
        }
        "#
    );
}

#[test]
fn slices_are_copies_of_a_part() {
    check!(
        r#"
        fn middle(list: Array<Int>) -> Array<Int> { list[1..list.len() - 1] }
        fn initial(text: String) -> String { text[0] + text[1..3] + text[3..] }
        fn main() { print((middle([1, 2, 3]), initial("words"))); }
        "#
    );
}

#[test]
fn literals_become_json_where_json_is_expected() {
    check!(
        r#"
        use std::json;
        fn body(text: String, count: Int) -> Json {
            { "text": json::from(text), "count": json::from(count), "flags": [true, 1.5, "x"], "none": {:} }
        }
        fn size(value: Json) -> Int {
            match value {
                Json::Array(items) => items.len(),
                Json::Object(members) => members.len(),
                _ => 0,
            }
        }
        fn main() { print(size(body("a", 2))); }
        "#
    );
}

#[test]
fn spawn_starts_a_task_and_await_gets_its_result() {
    check!(
        r#"
        fn work(n: Int) -> Int { n * 2 }
        fn main() {
            let n = 4;
            let task = spawn work(n + 1);
            match await task {
                Ok(value) => print(value),
                Err(_) => print("failed"),
            }
        }
        "#
    );
}

#[test]
fn await_of_a_tuple_runs_its_elements_at_once() {
    check!(
        r#"
        fn name() -> String { "Ada" }
        fn age(n: Int) -> Int { n }
        fn main() {
            let (who, years) = await (name(), age(36));
            print("${who} ${years}");
        }
        "#
    );
}

#[test]
fn race_gives_the_first() {
    check!(
        r#"
        fn slow() -> Int {
            sleep(1s);
            1
        }
        fn main() { print(race [slow(), 1 + 1]); }
        "#
    );
}

#[test]
fn par_map_and_timeout_take_closures() {
    check!(
        r#"
        fn main() {
            let doubled = [1, 2].par_map(|x| x * 2, limit: 2);
            print(timeout(5s, || doubled.len()));
        }
        "#
    );
}

#[test]
fn tools_keep_their_state() {
    check!(
        r#"
        tool Counter {
            description: "Counts",
            count: Int = 0,
            names: Array<String> = [],

            @describe("Add to the count")
            pub fn add(mut self, @param("how many") n: Int) -> Int {
                self.count += n;
                self.names.push(label(n));
                self.count
            }

            @describe("The count")
            pub fn get(self) -> Int { self.count }

            fn label(n: Int) -> String { "+${n}" }
        }
        fn main() {
            Counter.add(2);
            print(Counter.get());
        }
        "#
    );
}

#[test]
fn a_pipeline_hands_values_from_stage_to_stage() {
    check!(
        r#"
        pipeline Count(text: String) -> String {
            stage split(text: String) -> Array<String> { text.split(" ") }
            stage count(words: Array<String>) -> Result<Int, String> {
                if words.is_empty() { Err("no words") } else { Ok(words.len()) }
            }
            stage show(count: Int) -> String { "${count} words" }
        }
        fn main() -> Result<(), Error> {
            print(Count.run("a b")?);
            Ok(())
        }
        "#
    );
}

#[test]
fn a_script_ends_in_ok() {
    check!(
        r#"
        fn double(n: Int) -> Int { n * 2 }
        let number = "21".parse_int().ok_or("no number")?;
        print(double(number));
        "#
    );
}

#[test]
fn tests_are_functions_with_titles() {
    check!(
        r#"
        fn half(n: Int) -> Int { n / 2 }
        @test
        fn halves() { assert_eq(half(4), 2); }
        @test("nothing is divided by zero")
        @expect_fail("division by zero")
        fn no_zero() { assert(1 / half(0) == 0, "no"); }
        fn main() { print(half(2)); }
        "#
    );
}

#[test]
fn constants_stand_where_they_are_used() {
    check!(
        r#"
        const LIMIT: Int = 10 * 10;
        const NAMES: Array<String> = ["a", "b"];
        fn over(n: Int) -> Bool { n > LIMIT }
        fn main() { print((over(LIMIT + 1), NAMES[0], NAMES.len())); }
        "#
    );
}

#[test]
fn texts_are_appended_in_place() {
    check!(
        r#"
        fn stars(count: Int) -> String {
            let mut text = "";
            for i in 0..count {
                text += "*";
                text = text + "${i}";
            }
            text
        }
        fn main() { print(stars(3)); }
        "#
    );
}

#[test]
fn the_last_use_of_a_value_moves_it() {
    check!(
        r#"
        struct Box { items: Array<Int> }
        fn grow(list: Array<Int>) -> Array<Int> {
            let mut longer = list;
            longer.push(1);
            longer
        }
        fn once() -> Array<Int> {
            let list = [1, 2];
            grow(list)
        }
        fn twice() -> (Array<Int>, Array<Int>) {
            let list = [1, 2];
            let longer = grow(list);
            (list, longer)
        }
        fn open(box: Box) -> Array<Int> {
            let kept = Box { items: box.items };
            kept.items
        }
        fn main() { print((once(), twice(), open(Box { items: [3] }))); }
        "#
    );
}

#[test]
fn a_panic_and_an_exit_code_end_a_program() {
    check!(
        r#"
        fn check(n: Int) -> Int {
            if n > 5 { panic("too many: ${n}"); }
            n
        }
        fn main() -> Int { check(3) }
        "#
    );
}
