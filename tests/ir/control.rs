//! What literals, operators and loops become.

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
