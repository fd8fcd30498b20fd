//! What errors, calls, collections and JSON become.

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
