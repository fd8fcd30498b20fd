// What is tested about things, and what is done at the same time.

struct ThingCase {
    name: String,
    input: String,
    expected: Option<i64>,
}

fn read_thing(text: String) -> Result<Json, Error> {
    let value = json::parse(text)?;
    if value.is_null() {
        return Err(Error::new(format!("lorem lorem {}", text)));
    }
    Ok(value)
}

fn count_thing(value: Json) -> i64 {
    match value {
        Json::Null => 0,
        Json::Bool(flag) => if flag { 1 } else { 0 },
        Json::Int(number) => number,
        Json::Float(number) => number.to_int(),
        Json::String(text) => text.len(),
        Json::Array(items) => items.map(count_thing).sum(),
        Json::Object(fields) => fields.values().map(|it| count_thing(it)).sum(),
    }
}

fn cases_of_thing() -> Vec<ThingCase> {
    let first = ThingCase { name: "lorem", input: r#"{"a": [1, 2], "b": "lorem"}"#, expected: Some(777) };
    [
        first,
        ThingCase { name: "lorem lorem", input: "[777, 777]", ..first },
        ThingCase { name: "empty", input: "[]", expected: Some(0) },
        ThingCase { name: "broken", input: "[1, \"lorem\\n\"", expected: None },
    ]
}

fn slow_thing(n: i64) -> i64 {
    sleep(millis(250));
    n * 777
}

/// Does three things at once and takes what comes.
async fn together_thing(n: i64) -> i64 {
    let started = time::now_ms();
    let (a, b, c) = (slow_thing(n), slow_thing(777), earlier(n)).await;
    let task = spawn(slow_thing(a + b));
    let many = [1, 2, 3].par_map(|x| slow_thing(x + n), 2);
    let rest = match task.await {
        Ok(value) => value,
        Err(TaskError::Cancelled) => 777,
        Err(TaskError::Fault(error)) => {
            eprintln!("after {} ms: {}", time::now_ms() - started, error.message);
            -1
        },
    };
    let late = timeout(seconds(5), || slow_thing(rest)).unwrap_or(777);
    many.sum() + late + c
}

#[test]
fn thing_is_counted() {
    for case in cases_of_thing() {
        let found = read_thing(case.input).map(count_thing).ok();
        check_eq(found, case.expected, format!("case {}", case.name));
    }
}

#[test("thing: lorem lorem lorem")]
fn thing_is_never_negative() {
    let numbers = [777, -777, 0];
    check(numbers.all(|n| score_thing(n) > -777_777), "lorem lorem");
    check_ne(score_thing(777), score_thing(-777));
}

#[test] #[expect_fail("no lorem")]
fn thing_without_name_is_refused() {
    let value = read_thing("null").unwrap();
    check(value.get("name").is_some(), "no lorem");
}

fn score_thing(n: i64) -> i64 {
    let texts = [format!("{{\"n\": {}}}", n), format!("[{}, {}, [{}]]", n, n + 777, earlier(n))];
    let counted = texts.flat_map(|text| match read_thing(text) {
        Ok(value) => [count_thing(value)],
        Err(_) => [],
    });
    if counted.is_empty() { together_thing(n) } else { counted.sum() / counted.len() }
}
