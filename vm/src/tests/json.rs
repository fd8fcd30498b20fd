//! JSON text, `Json`, typed values and values outside of the machine.

use serde_json::json;

use super::lab::Lab;
use super::texts::Chance;
use crate::Value;
use crate::json::decode::{Stop, decode};
use crate::json::view::View;

pub(super) const NATIVES: &str = r#"
    layout Point(int, float)
    layout Path(ref, ref, int, ref)
    layout pair(int, ref)
    layout Circle(float) tag 1
    layout Rect(int, ref) tag 2
    layout Two(int, ref) tag 3
    layout Some.Point(ref) tag 1
    layout Ticket(ref, float, ref, ref, ref)
    type Point {"struct": "Point", "layout": @Point, "closed": false, "fields": [{"name": "x", "type": $Int}, {"name": "y", "type": $Float}]}
    type Points {"array": $Point}
    type Option.Point {"enum": "Option", "plain": false, "variants": [{"name": "None", "layout": null, "named": false, "data": []}, {"name": "Some", "layout": @Some.Point, "named": false, "data": [{"name": "", "type": $Point}]}]}
    type Path {"struct": "Path", "layout": @Path, "closed": false, "fields": [{"name": "name", "type": $String}, {"name": "points", "type": $Points}, {"name": "closed", "type": $Bool, "default": false}, {"name": "note", "type": $Option.String}]}
    type Pair {"tuple": [$Int, $String], "layout": @pair}
    type Level {"enum": "Level", "plain": true, "variants": [{"name": "Low", "layout": null, "named": false, "data": []}, {"name": "High", "layout": null, "named": false, "data": []}]}
    type Levels {"set": $Level}
    type Shape {"enum": "Shape", "plain": false, "variants": [{"name": "Dot", "layout": null, "named": false, "data": []}, {"name": "Circle", "layout": @Circle, "named": false, "data": [{"name": "", "type": $Float}]}, {"name": "Rect", "layout": @Rect, "named": true, "data": [{"name": "w", "type": $Int}, {"name": "title", "type": $Option.String}]}, {"name": "Two", "layout": @Two, "named": false, "data": [{"name": "", "type": $Int}, {"name": "", "type": $String}]}]}
    type Shapes {"array": $Shape}
    type Severity {"literal": ["low", "high", "critical"]}
    type Labels {"array": $String}
    type Ticket {"struct": "Ticket", "layout": @Ticket, "closed": true, "fields": [{"name": "severity", "type": $Severity, "default": "low"}, {"name": "confidence", "type": $Float, "default": 0.5, "rules": [{"range": [0.0, 1.0]}]}, {"name": "labels", "type": $Labels, "default": [], "rules": [{"items": [0, 2]}]}, {"name": "code", "type": $String, "default": "A1", "rules": [{"pattern": "^[A-Z][0-9]+$"}, {"length": [2, 4]}]}, {"name": "day", "type": $Option.String, "rules": [{"format": "date"}]}]}
    type Prices {"map": [$String, $Float]}
    type ByPair {"map": [$Pair, $Bool]}
    type ByShape {"map": [$Shape, $Int]}
    type ByLevel {"map": [$Level, $Duration]}
    type ByWait {"map": [$Duration, $Int]}
    type Options {"array": $Option.Int}
    type Jsons {"array": $Json}
    native json.parse(String) -> Result.Json
    native json.to_string(Json) -> String
    native json.pretty(Json) -> String
    native json.as_int(Json) -> Option.Int
    native equals(Json, Json) -> Bool
    native json.from(Path) -> Json
    native json.stringify(Path) -> String
    native json.pretty_of(Path) -> String
"#;

/// The `Json` of a text.
fn parsed(lab: &mut Lab, text: &str) -> Result<u64, String> {
    let word = lab.text(text);
    let result = lab.call("json.parse", &[word]).expect("a result");
    lab.release(word);
    let shown = lab.show("Result.Json", result);
    // SAFETY: the result is a record with one slot.
    let inside = lab.copy(unsafe { *((result as *const u64).add(2)) });
    lab.release(result);
    if shown.starts_with("Ok(") {
        return Ok(inside);
    }
    // SAFETY: the error is a record whose first slot is its message.
    let message = lab.show("String", unsafe { *((inside as *const u64).add(2)) });
    lab.release(inside);
    Err(message)
}

/// What becomes of a text that is parsed and written again.
fn again(lab: &mut Lab, text: &str) -> String {
    match parsed(lab, text) {
        Ok(word) => lab.shown("json.to_string", &[word]),
        Err(message) => message,
    }
}

#[test]
fn values_are_read_and_written_again() {
    let mut lab = Lab::new(NATIVES);
    let live = lab.live();
    for text in [
        "null",
        "true",
        "false",
        "0",
        "-1",
        "9223372036854775807",
        "-9223372036854775808",
        "1.5",
        "1e300",
        "2.5e-7",
        "\"\"",
        "\"ü€😀\"",
        "[]",
        "{}",
        "[[],{},[1,[2]]]",
        r#"{"a":1,"b":{"c":[null]}}"#,
        "1.0",
        "-0.0",
    ] {
        assert_eq!(again(&mut lab, text), text);
    }
    for (text, form) in [
        (" [ 1 , 2 ]\n", "[1,2]"),
        ("9223372036854775808", "9223372036854776000.0"),
        ("1E2", "100.0"),
        ("-0", "0"),
        (r#""\u0041\n\"\\\/\b\f\r\t\u00fc\ud83d\ude00""#, r#""A\n\"\\/\b\f\r\tü😀""#),
        (r#""\u0000\u001f""#, r#""\u0000\u001f""#),
        (r#"{"a":1,"b":2,"a":3}"#, r#"{"a":3,"b":2}"#),
    ] {
        assert_eq!(again(&mut lab, text).replace("9.223372036854776e18", "9223372036854776000.0"), form);
    }
    assert_eq!(lab.live(), live);
}

#[test]
fn what_is_no_json_says_where() {
    let mut lab = Lab::new(NATIVES);
    let live = lab.live();
    for (text, problem) in [
        ("", "line 1, column 1: expected a value at the end"),
        ("  ", "line 1, column 3: expected a value at the end"),
        ("nul", "line 1, column 1: expected a value, found `n`"),
        ("[1,", "line 1, column 4: expected a value at the end"),
        ("[1,]", "line 1, column 4: expected a value, found `]`"),
        ("[1 2]", "line 1, column 4: expected `,` or `]`, found `2`"),
        ("[1}", "line 1, column 3: expected `,` or `]`, found `}`"),
        ("{\"a\" 1}", "line 1, column 6: expected `:`, found `1`"),
        ("{\"a\":1,}", "line 1, column 8: expected a key in quotes, found `}`"),
        ("{a:1}", "line 1, column 2: expected a key in quotes or `}`, found `a`"),
        ("{\"a\":1]", "line 1, column 7: expected `,` or `}`, found `]`"),
        ("1 2", "line 1, column 3: expected nothing more, found `2`"),
        ("01", "line 1, column 2: a number has no zeros before it"),
        ("-", "line 1, column 2: expected a digit at the end"),
        ("1.", "line 1, column 3: expected a digit at the end"),
        ("1e+", "line 1, column 4: expected a digit at the end"),
        ("1e999", "line 1, column 1: the number is too large"),
        ("+1", "line 1, column 1: expected a value, found `+`"),
        (".5", "line 1, column 1: expected a value, found `.`"),
        ("NaN", "line 1, column 1: expected a value, found `N`"),
        ("\"abc", "line 1, column 5: expected `\"` at the end"),
        ("\"a\nb\"", "line 1, column 3: a control character must be escaped"),
        (r#""\x""#, "line 1, column 3: there is no such escape"),
        (r#""\u12g4""#, "line 1, column 3: expected four digits after `\\u`, found `u`"),
        (r#""\ud800""#, "line 1, column 3: half of a surrogate pair"),
        (r#""\ud800\u0041""#, "line 1, column 3: half of a surrogate pair"),
        (r#""\udc00""#, "line 1, column 3: half of a surrogate pair"),
        ("[\n  1,\n  \"ü\" x]", "line 3, column 7: expected `,` or `]`, found `x`"),
        ("'a'", "line 1, column 1: expected a value, found `\\'`"),
    ] {
        assert_eq!(again(&mut lab, text), problem, "{text}");
    }
    let deep = |count: usize| format!("{}{}", "[".repeat(count), "]".repeat(count));
    assert_eq!(again(&mut lab, &deep(500)), deep(500));
    let problem = "line 1, column 501: more than 500 arrays and objects inside each other";
    assert_eq!(again(&mut lab, &deep(501)), problem);
    assert_eq!(lab.live(), live);
}

/// A random JSON value.
fn random(chance: &mut Chance, depth: usize) -> serde_json::Value {
    let texts = ["", "a", "key", "a longer key than eight bytes", "ü", "\"\\\n\u{1}", "😀"];
    match chance.below(if depth == 0 { 6 } else { 8 }) {
        0 => json!(null),
        1 => json!(chance.below(2) == 0),
        2 => json!(chance.below(1 << 20) as i64 - (1 << 19)),
        3 => json!((chance.below(1 << 30) as f64 - 5e8) / [1.0, 1024.0][chance.below(2)]),
        4 | 5 => json!(texts[chance.below(texts.len())]),
        6 => (0..chance.below(6)).map(|_| random(chance, depth - 1)).collect(),
        _ => {
            let count = [1, 3, 12, 40][chance.below(4)];
            let members =
                (0..count).map(|at| (format!("{}{at}", texts[chance.below(texts.len())]), random(chance, depth - 1)));
            serde_json::Value::Object(members.collect())
        }
    }
}

#[test]
fn random_values_are_those_of_serde_json() {
    let mut lab = Lab::new(NATIVES);
    let live = lab.live();
    for round in 0..if cfg!(miri) { 1 } else { 300 } {
        let value = random(&mut Chance::new(round), if cfg!(miri) { 2 } else { 4 });
        for text in [value.to_string(), serde_json::to_string_pretty(&value).expect("JSON")] {
            let word = parsed(&mut lab, &text).unwrap_or_else(|it| panic!("{it}: {text}"));
            let copy = lab.copy(word);
            let written = lab.shown("json.to_string", &[copy]);
            let back: serde_json::Value = serde_json::from_str(&written).expect("JSON");
            assert_eq!(back, value);
            let copy = lab.copy(word);
            let pretty = lab.shown("json.pretty", &[copy]);
            let again = parsed(&mut lab, &pretty).unwrap_or_else(|it| panic!("{it}"));
            assert_eq!(lab.call("equals", &[word, again]), Ok(1));
            lab.release(word);
            lab.release(again);
        }
    }
    assert_eq!(lab.live(), live);
}

#[test]
fn floats_are_read_and_written_exactly() {
    let mut lab = Lab::new(NATIVES);
    let mut chance = Chance::new(7);
    for _ in 0..if cfg!(miri) { 3 } else { 5_000 } {
        let bits = (chance.below(1 << 31) as u64) << 33 | (chance.below(1 << 31) as u64) << 5 | chance.below(32) as u64;
        let number = f64::from_bits(bits);
        if number.is_finite() {
            let written = again(&mut lab, &format!("{number:?}"));
            assert_eq!(written.parse::<f64>(), Ok(number), "{number:?} {written}");
        }
    }
}

#[test]
fn random_texts_are_refused_where_serde_json_refuses_them() {
    let mut lab = Lab::new(NATIVES);
    let live = lab.live();
    let pieces = [
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"a\"",
        "\"\\u00e9\"",
        "1",
        "-2.5e3",
        "0",
        "true",
        "null",
        " ",
        "\n",
        "\"",
        "\\",
        "e",
    ];
    for round in 0..if cfg!(miri) { 8 } else { 20_000 } {
        let mut chance = Chance::new(round);
        let text: String = (0..1 + chance.below(9)).map(|_| pieces[chance.below(pieces.len())]).collect();
        let ours = parsed(&mut lab, &text);
        let theirs = serde_json::from_str::<serde_json::Value>(&text);
        assert_eq!(ours.is_ok(), theirs.is_ok(), "{text:?}: {theirs:?}");
        if let Ok(word) = ours {
            lab.release(word);
        }
    }
    assert_eq!(lab.live(), live);
}

/// The display form of a text as a type, or what is wrong with it.
fn decoded(lab: &mut Lab, ty: &str, text: &str) -> String {
    let word = parsed(lab, text).unwrap_or_else(|it| panic!("{it}"));
    let (ty_id, json) = (lab.ty(ty), lab.ty("Json"));
    let crate::Machine { heap, linked, .. } = &mut lab.machine;
    let view = View::Heap(linked.types(), json, word, heap.seed);
    // SAFETY: the word is a `Json` that is there.
    let result = unsafe { decode(heap, linked, ty_id, view) };
    let shown = match result {
        Ok(value) => {
            let shown = lab.show(ty, value);
            lab.drop(ty_id, value);
            shown
        }
        Err(Stop::Misfit(misfit)) => misfit.to_string(),
        Err(Stop::Fault(kind)) => format!("fault: {kind}"),
    };
    lab.release(word);
    shown
}

#[test]
fn json_becomes_typed() {
    let mut lab = Lab::new(NATIVES);
    let live = lab.live();
    let path = r#"{"name": "p", "points": [{"x": 0, "y": 0}, {"x": 3.0, "y": 4.5, "z": 1}], "more": null}"#;
    let form =
        r#"Path { name: "p", points: [Point { x: 0, y: 0.0 }, Point { x: 3, y: 4.5 }], closed: false, note: None }"#;
    assert_eq!(decoded(&mut lab, "Path", path), form);
    let shapes = r#"["Dot", {"type": "Circle", "value": 2}, {"type": "Rect", "w": 1}, {"type": "Rect", "w": 1, "title": "t"}, {"type": "Two", "values": [1, "b"]}, {"type": "Dot"}]"#;
    let form = r#"[Shape::Dot, Shape::Circle(2.0), Shape::Rect { w: 1, title: None }, Shape::Rect { w: 1, title: Some("t") }, Shape::Two(1, "b"), Shape::Dot]"#;
    assert_eq!(decoded(&mut lab, "Shapes", shapes), form);
    for (ty, text, form) in [
        ("Options", "[1, null, 2.0]", "[Some(1), None, Some(2)]"),
        ("Levels", r#"["High", "Low", "High"]"#, "Set {Level::High, Level::Low}"),
        ("Pair", r#"[1, "a"]"#, r#"(1, "a")"#),
        ("Prices", r#"{"a": 1, "b": 2.5}"#, r#"{"a": 1.0, "b": 2.5}"#),
        ("Jsons", r#"[1, {"a": [null]}]"#, r#"[1, {"a":[null]}]"#),
        ("Option.Point", "null", "None"),
        ("Option.Point", r#"{"x": 1, "y": 1}"#, "Some(Point { x: 1, y: 1.0 })"),
        ("Duration", "1500", "1500ms"),
        ("Unit", "null", "()"),
        ("Bytes", r#""aGk=""#, "Bytes [104, 105]"),
        ("ByLevel", r#"{"Level::High": 1000, "Low": 1}"#, "{Level::High: 1s, Level::Low: 1ms}"),
        ("ByWait", r#"{"2m": 1, "-5ms": 2}"#, "{2m: 1, -5ms: 2}"),
        (
            "ByPair",
            r#"{"(1, \"a\\n\\\"b\\u{fc}\")": true, "(-2, \"\")": false}"#,
            r#"{(1, "a\n\"bü"): true, (-2, ""): false}"#,
        ),
        (
            "ByShape",
            r#"{"Shape::Dot": 1, "Shape::Two(7, \"x\")": 2, "Shape::Rect { w: 1, title: Some(\"t\") }": 3, "Shape::Rect { w: 1, title: None }": 4}"#,
            r#"{Shape::Dot: 1, Shape::Two(7, "x"): 2, Shape::Rect { w: 1, title: Some("t") }: 3, Shape::Rect { w: 1, title: None }: 4}"#,
        ),
        ("Ticket", "{}", r#"Ticket { severity: "low", confidence: 0.5, labels: [], code: "A1", day: None }"#),
        (
            "Ticket",
            r#"{"severity": "high", "confidence": 1, "labels": ["x"], "code": "Z99", "day": "2024-02-29"}"#,
            r#"Ticket { severity: "high", confidence: 1.0, labels: ["x"], code: "Z99", day: Some("2024-02-29") }"#,
        ),
    ] {
        assert_eq!(decoded(&mut lab, ty, text), form, "{text}");
    }
    assert_eq!(lab.live(), live);
}

#[test]
fn what_does_not_fit_says_where() {
    let mut lab = Lab::new(NATIVES);
    let live = lab.live();
    for (ty, text, problem) in [
        (
            "Path",
            r#"{"name": "p", "points": [{"x": 0, "y": 0}, {"x": 3, "y": "4"}]}"#,
            "$.points[1].y: expected a Float, found a String",
        ),
        ("Path", r#"{"name": "p", "points": [{"x": 0}]}"#, "$.points[0].y: it is missing"),
        ("Path", "[1]", "$: expected an object for `Path`, found an array"),
        ("Path", r#"{"name": "p", "points": [], "note": 1}"#, "$.note: expected a String, found an Int"),
        ("Int", "1.5", "$: expected an Int, found 1.5"),
        ("Int", "1e300", "$: expected an Int, found 1e300"),
        ("Int", "null", "$: expected an Int, found null"),
        ("Pair", "[1]", "$: expected an array of 2 elements, found one of 1"),
        ("Pair", "[1, 2]", "$[1]: expected a String, found an Int"),
        ("Shapes", r#"["Square"]"#, r#"$[0]: expected "Dot", "Circle", "Rect" or "Two", found "Square""#),
        ("Shapes", r#"["Circle"]"#, r#"$[0]: "Circle" needs its data: an object with a `type`"#),
        ("Shapes", "[1]", "$[0]: expected the name of a variant or an object with a `type`, found an Int"),
        ("Shapes", "[{}]", "$[0]: `type` is missing, the name of a variant"),
        ("Shapes", r#"[{"type": 1}]"#, "$[0]: expected a String as `type`, found an Int"),
        ("Shapes", r#"[{"type": "Circle"}]"#, "$[0]: `value` is missing"),
        ("Shapes", r#"[{"type": "Circle", "value": "x"}]"#, "$[0].value: expected a Float, found a String"),
        ("Shapes", r#"[{"type": "Two", "values": [1, 2]}]"#, "$[0].values[1]: expected a String, found an Int"),
        ("Shapes", r#"[{"type": "Two"}]"#, "$[0]: `values` is missing"),
        ("Shapes", r#"[{"type": "Rect"}]"#, "$[0].w: it is missing"),
        ("Prices", r#"{"a b": "x"}"#, r#"$["a b"]: expected a Float, found a String"#),
        ("ByPair", r#"{"(1, 2)": true}"#, r#"$["(1, 2)"]: the key "(1, 2)" does not fit"#),
        ("ByPair", r#"{"(1, \"a\") ": true}"#, r#"$["(1, \"a\") "]: the key "(1, \"a\") " does not fit"#),
        ("Ticket", r#"{"extra": 1}"#, "$: there is no field `extra`"),
        ("Ticket", r#"{"severity": "medium"}"#, r#"$.severity: expected "low", "high" or "critical", found "medium""#),
        ("Ticket", r#"{"confidence": 1.5}"#, "$.confidence: expected a number from 0 to 1, found 1.5"),
        ("Ticket", r#"{"labels": ["a", "b", "c"]}"#, "$.labels: expected 0 to 2 elements, found 3"),
        ("Ticket", r#"{"code": "a1"}"#, "$.code: expected a text that matches `^[A-Z][0-9]+$`, found \"a1\""),
        ("Ticket", r#"{"code": "A12345"}"#, "$.code: expected 2 to 4 characters, found 6"),
        ("Ticket", r#"{"day": "2023-02-29"}"#, "$.day: expected a text of the format `date`, found \"2023-02-29\""),
        ("Bytes", r#""?""#, "$: expected Bytes as Base64 text"),
        ("Range", "1", "$: a Range has no JSON form"),
    ] {
        assert_eq!(decoded(&mut lab, ty, text), problem, "{text}");
    }
    assert_eq!(lab.live(), live);
}

#[test]
fn typed_values_become_json() {
    let mut lab = Lab::new(NATIVES);
    let live = lab.live();
    let point = lab.record("Point", &[1, f64::NAN.to_bits()]);
    let points = lab.refs(&[point]);
    let name = lab.text("a\"b");
    let path = lab.record("Path", &[name, points, 1, 1]);
    let copy = lab.copy(path);
    assert_eq!(lab.shown("json.stringify", &[copy]), r#"{"name":"a\"b","points":[{"x":1,"y":null}],"closed":true}"#);
    let copy = lab.copy(path);
    let pretty = "{\n  \"name\": \"a\\\"b\",\n  \"points\": [\n    {\n      \"x\": 1,\n      \"y\": null\n    }\n  ],\n  \"closed\": true\n}";
    assert_eq!(lab.shown("json.pretty_of", &[copy]), pretty);
    assert_eq!(lab.shown("json.from", &[path]), r#"{"name":"a\"b","points":[{"x":1,"y":null}],"closed":true}"#);
    assert_eq!(lab.live(), live);
}

#[test]
fn numbers_in_a_json_are_whole_or_not() {
    let mut lab = Lab::new(NATIVES);
    for (text, form) in [("2", "Some(2)"), ("2.0", "Some(2)"), ("2.5", "None"), ("\"2\"", "None"), ("1e300", "None")] {
        let word = parsed(&mut lab, text).expect("JSON");
        assert_eq!(lab.shown("json.as_int", &[word]), form);
    }
}

#[test]
fn values_leave_the_machine_and_come_back() {
    let mut lab = Lab::new(NATIVES);
    let live = lab.live();
    for (ty, text) in [
        ("Path", r#"{"name": "p", "points": [{"x": 1, "y": 0.5}], "closed": true, "note": "n"}"#),
        ("Shapes", r#"["Dot", {"type": "Circle", "value": 2}, {"type": "Two", "values": [1, "b"]}]"#),
        ("ByShape", r#"{"Shape::Dot": 1, "Shape::Two(7, \"x\")": 2}"#),
        ("Options", "[1, null]"),
        ("Json", r#"{"a": [1, 2.5, null, {"b": "c"}]}"#),
        ("Bytes", r#""aGk=""#),
        ("Levels", r#"["High"]"#),
    ] {
        let form = decoded(&mut lab, ty, text);
        let value = value_of(&serde_json::from_str(text).expect("JSON"));
        let ty_id = lab.ty(ty);
        let word = lab.machine.word_of(&value, ty_id).unwrap_or_else(|it| panic!("{it:?}"));
        assert_eq!(lab.show(ty, word), form);
        // SAFETY: the word is of the type.
        let out = unsafe { lab.machine.value_of(word, ty_id) }.expect("a value");
        let back = lab.machine.word_of(&out, ty_id).unwrap_or_else(|it| panic!("{it:?}"));
        assert_eq!(lab.show(ty, back), form);
        lab.release(word);
        lab.release(back);
    }
    let bytes = lab.ty("Bytes");
    let word = lab.machine.word_of(&Value::Bytes(vec![1, 2]), bytes).expect("bytes");
    // SAFETY: the word is of the type.
    assert_eq!(unsafe { lab.machine.value_of(word, bytes) }, Ok(Value::Bytes(vec![1, 2])));
    lab.release(word);
    let path = lab.ty("Path");
    let misfit = lab.machine.word_of(&Value::Object(vec![("name".to_owned(), Value::Bytes(Vec::new()))]), path);
    assert_eq!(misfit.map_err(|it| it.to_string()), Err("$.name: expected a String, found Bytes".to_owned()));
    assert_eq!(lab.live(), live);
}

fn value_of(json: &serde_json::Value) -> Value {
    match json {
        serde_json::Value::Null => Value::Null,
        serde_json::Value::Bool(value) => Value::Bool(*value),
        serde_json::Value::Number(number) => {
            number.as_i64().map_or_else(|| Value::Float(number.as_f64().expect("a number")), Value::Int)
        }
        serde_json::Value::String(text) => Value::String(text.clone()),
        serde_json::Value::Array(items) => Value::Array(items.iter().map(value_of).collect()),
        serde_json::Value::Object(members) => {
            Value::Object(members.iter().map(|(key, value)| (key.clone(), value_of(value))).collect())
        }
    }
}
