//! Pipes, `?`, loops and closures.

#[test]
fn pipes_and_question_marks_are_calls_and_matches() {
    check!(
        r#"
        fn half(n: Int) -> Result<Int, String> { if n % 2 == 0 { Ok(n / 2) } else { Err("odd") } }
        fn add(n: Int, more: Int) -> Int { n + more }
        fn quarter(n: Int) -> Result<Int, Error> {
            let once = half(n)?;
            Ok(half(once)? |> add(1))
        }
        "#
    );
}

#[test]
fn for_counts_over_a_range() {
    check!(
        r#"
        fn sum(n: Int) -> Int {
            let mut sum = 0;
            for i in 0..n { sum += i; }
            for i in 1..=n { if i > 3 { break; } sum += i; }
            sum
        }
        "#
    );
}

#[test]
fn for_walks_a_range_in_a_variable() {
    check!(
        r#"
        fn sum(range: Range) -> Int {
            let mut sum = 0;
            for i in range { sum += i; }
            sum
        }
        "#
    );
}

#[test]
fn for_walks_an_array_and_a_map() {
    check!(
        r#"
        fn sum(numbers: Array<Int>, named: Map<String, Int>) -> Int {
            let mut sum = 0;
            for n in numbers { if n == 0 { continue; } sum += n; }
            for (name, n) in named { sum += name.len() * n; }
            sum
        }
        "#
    );
}

#[test]
fn if_let_let_else_and_while_let_are_matches() {
    check!(
        r#"
        fn first(text: String) -> Int {
            let Some(n) = text.parse_int() else { return 0; };
            n
        }
        fn shown(name: Option<String>) -> String { if let Some(name) = name { name } else { "nobody" } }
        fn sum(items: Array<Int>) -> Int {
            let mut left = items;
            let mut sum = 0;
            while let Some(item) = left.pop() { sum += item; }
            sum
        }
        "#
    );
}

#[test]
fn closures_hold_what_they_name() {
    check!(
        r#"
        fn adders(by: Int) -> Array<fn(Int) -> Int> {
            let twice = |f: fn(Int) -> Int| |x: Int| f(f(x));
            [|x| x + by, twice(|x| x * by)]
        }
        "#
    );
}

#[test]
fn tasks_end_with_their_block() {
    check!(
        r#"
        fn slow(n: Int) -> Int { n * 2 }
        fn both() -> Int {
            let one = spawn slow(1);
            let other = await one;
            match other { Ok(n) => n, Err(_) => race [slow(2), slow(3)] }
        }
        "#
    );
}
