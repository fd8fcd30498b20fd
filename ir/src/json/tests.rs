//! Programs written as JSON and read again, and JSON that is no program.

mod fields;
mod hostile;
mod pretty;
mod survive;

use serde_json::json;

use super::{from_json, to_json};
use crate::assemble::sample::sample;

/// Why a value is no program.
fn problem(value: &serde_json::Value) -> String {
    from_json(value).map_or_else(|problem| problem, |_| "nothing is wrong".to_owned())
}

/// The sample with the first instruction replaced.
fn with_code(line: &str) -> String {
    let mut value = to_json(&sample());
    value["functions"][0]["code"][0] = json!(line);
    problem(&value)
}

fn with_version(version: &str) -> String {
    let mut value = to_json(&sample());
    value["concerto_ir"] = json!(version);
    problem(&value)
}

#[test]
fn every_section_is_read_as_it_was_written() {
    let program = sample();
    assert_eq!(from_json(&to_json(&program)), Ok(program.clone()));
    let text = serde_json::to_string_pretty(&to_json(&program)).expect("a value can be written");
    let value = serde_json::from_str(&text).expect("what is written can be read");
    assert_eq!(from_json(&value), Ok(program));
}

#[test]
fn the_same_program_gives_the_same_bytes() {
    let bytes = || to_json(&sample()).to_string();
    let again = || from_json(&to_json(&sample())).map(|it| to_json(&it).to_string());
    assert_eq!(bytes(), bytes());
    assert_eq!(again(), Ok(bytes()));
}

#[test]
fn the_smallest_program() {
    let program = from_json(&json!({ "concerto_ir": "1.0" }));
    assert_eq!(program, Ok(crate::Program::default()));
    insta::assert_snapshot!(to_json(&crate::Program::default()), @r#"{"concerto_ir":"1.2","entry":null,"files":[],"natives":[],"layouts":[],"types":[],"signatures":[],"globals":[],"functions":[],"tests":[]}"#);
}

#[test]
fn a_function_is_an_object_with_lines_of_code() {
    let value = to_json(&sample());
    insta::assert_snapshot!(serde_json::to_string_pretty(&value["functions"][1]).unwrap_or_default(), @r#"
    {
      "name": "total",
      "params": [
        "ref"
      ],
      "captures": 0,
      "result": "int",
      "updates": false,
      "registers": [
        "ref",
        "int",
        "int",
        "int"
      ],
      "code": [
        "load.int r1, 0",
        "load.int r2, 0",
        "len r3, r0",
        "jump_le.int r3, r2, @8",
        "get.int r3, r0, r2",
        "add.int r1, r1, r3",
        "add.small r2, r2, 1",
        "loop @2",
        "drop r0",
        "return.int r1"
      ],
      "places": [
        [
          0,
          1,
          3,
          5
        ],
        [
          4,
          1,
          4,
          9
        ]
      ]
    }
    "#);
}

/// A program keeps the texts that its code uses, in the order of their use.
#[test]
fn texts_stand_in_the_code() {
    let mut program = sample();
    insta::assert_snapshot!(format!("{:?}", program.texts), @r#"["zero", "one", "stop: \"now\""]"#);
    program.texts.push("unused".to_owned());
    let texts = from_json(&to_json(&program)).map(|it| it.texts);
    assert_eq!(texts, Ok(sample().texts));
}

#[test]
fn versions_that_are_not_this_one() {
    insta::assert_snapshot!(with_version("1.0"), @"nothing is wrong");
    insta::assert_snapshot!(with_version("1.2"), @"nothing is wrong");
    insta::assert_snapshot!(with_version("2.0"), @"this is IR 2.0, and this program reads 1.2: build the source again, or update");
    insta::assert_snapshot!(with_version("0.9"), @"this is IR 0.9, and this program reads 1.2: build the source again, or update");
    insta::assert_snapshot!(with_version("1"), @r#""1" is no version of the IR"#);
    insta::assert_snapshot!(with_version("1.0.0"), @r#""1.0.0" is no version of the IR"#);
    insta::assert_snapshot!(with_version("one"), @r#""one" is no version of the IR"#);
}

#[test]
fn something_without_a_version() {
    insta::assert_snapshot!(problem(&json!({})), @"this is no Concerto IR: it has no version");
    insta::assert_snapshot!(problem(&json!({ "concerto_ir": 1.0 })), @"this is no Concerto IR: it has no version");
    insta::assert_snapshot!(problem(&json!([])), @"this is no Concerto IR: it is no object");
}

#[test]
fn code_that_cannot_be_read() {
    insta::assert_snapshot!(with_code("add.complex r0, r1, r2"), @"`main`, instruction 0: there is no instruction `add.complex`");
    insta::assert_snapshot!(with_code("load.int r2, much"), @"`main`, instruction 0: `much` is no number of 32 bits");
    insta::assert_snapshot!(with_code("load.int 2, 0"), @"`main`, instruction 0: `2` is no register");
    insta::assert_snapshot!(with_code("call.int r2, \"Nobody\", []"), @"`main`, instruction 0: there is no function `Nobody`");
    insta::assert_snapshot!(with_code("load.int r2, 0 // zero"), @"`main`, instruction 0: ` // zero` is left over after `load.int`");
}

#[test]
fn numbers_out_of_range() {
    let mut value = to_json(&sample());
    value["layouts"][0]["tag"] = json!(65536);
    insta::assert_snapshot!(problem(&value), @"`layouts` 0: `tag` is no number in range");
    value["layouts"][0]["tag"] = json!(-1);
    insta::assert_snapshot!(problem(&value), @"`layouts` 0: `tag` is no number in range");
    value["layouts"][0]["tag"] = json!(0.5);
    insta::assert_snapshot!(problem(&value), @"`layouts` 0: `tag` is no number in range");
}

#[test]
fn lists_of_another_length() {
    let mut value = to_json(&sample());
    value["functions"][1]["places"][0] = json!([1, 2, 3]);
    insta::assert_snapshot!(problem(&value), @"`functions` 1: a place has four or five numbers");
    let mut value = to_json(&sample());
    value["types"][12] = json!({ "map": [1] });
    insta::assert_snapshot!(problem(&value), @"`types` 12: a map has two types");
    value["types"][12] = json!({ "struct": "P", "layout": 0, "closed": false, "fields": [["x"]] });
    insta::assert_snapshot!(problem(&value), @"`types` 12: `name` is missing");
}

#[test]
fn words_that_mean_nothing() {
    let mut value = to_json(&sample());
    value["types"][0] = json!("decimal");
    insta::assert_snapshot!(problem(&value), @r#"`types` 0: there is no type "decimal""#);
    let mut value = to_json(&sample());
    value["signatures"][0]["result"] = json!("bool");
    insta::assert_snapshot!(problem(&value), @r#"`signatures` 0: "bool" is no kind of register"#);
}
