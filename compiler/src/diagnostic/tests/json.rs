//! Diagnostics for programs.

use serde_json::to_string_pretty;

use super::spans;
use crate::diagnostic::json::object;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::SourceMap;

fn pretty(diagnostic: &Diagnostic, sources: &SourceMap) -> String {
    to_string_pretty(&object(diagnostic, sources)).expect("it is JSON")
}

#[test]
fn an_object_has_all_keys_in_order() {
    let (sources, at) = spans("let a = 1;\nlet naïve = a;\n", "a");
    let diagnostic = Diagnostic::new(Code::DuplicateName, "`a` is declared twice")
        .label(at[2], "declared again")
        .label(at[0], "declared first")
        .help("rename one of them")
        .help("or remove one");
    insta::assert_snapshot!(pretty(&diagnostic, &sources), @r#"
    {
      "code": "E0203",
      "severity": "error",
      "title": "`a` is declared twice",
      "file": "main.conc",
      "line": 2,
      "column": 13,
      "end_line": 2,
      "end_column": 14,
      "labels": [
        {
          "file": "main.conc",
          "line": 2,
          "column": 13,
          "end_line": 2,
          "end_column": 14,
          "text": "declared again"
        },
        {
          "file": "main.conc",
          "line": 1,
          "column": 5,
          "end_line": 1,
          "end_column": 6,
          "text": "declared first"
        }
      ],
      "help": "rename one of them\nor remove one"
    }
    "#);
}

#[test]
fn what_has_no_place_has_keys_without_values() {
    let diagnostic = Diagnostic::new(Code::UnknownModule, "there is no file `main.conc`");
    insta::assert_snapshot!(pretty(&diagnostic, &SourceMap::default()), @r#"
    {
      "code": "E0205",
      "severity": "error",
      "title": "there is no file `main.conc`",
      "file": null,
      "line": null,
      "column": null,
      "end_line": null,
      "end_column": null,
      "labels": [],
      "help": null
    }
    "#);
}

#[test]
fn a_warning_says_so() {
    let (sources, at) = spans("use a::b;", "b");
    let diagnostic = Diagnostic::new(Code::UnusedImport, "never used").label(at[0], "here");
    assert_eq!(object(&diagnostic, &sources)["severity"], "warning");
}

#[test]
fn a_place_may_end_on_another_line() {
    let (sources, at) = spans("f(\n  1,\n)\n", "f(\n  1,\n)");
    let diagnostic = Diagnostic::new(Code::Unexpected, "a title").label(at[0], "here");
    let object = object(&diagnostic, &sources);
    let place = ["line", "column", "end_line", "end_column"].map(|key| object[key].as_u64());
    assert_eq!(place, [Some(1), Some(1), Some(3), Some(2)]);
}

#[test]
fn each_label_names_its_file() {
    let mut sources = SourceMap::default();
    let files = ["a.conc", "b.conc"].map(|name| sources.add(name, "x").expect("there is room"));
    let start = Diagnostic::new(Code::DuplicateName, "a title");
    let diagnostic = files.iter().fold(start, |it, file| it.label(sources.file(*file).span(), "here"));
    let object = object(&diagnostic, &sources);
    assert_eq!((&object["labels"][0]["file"], &object["labels"][1]["file"]), (&"a.conc".into(), &"b.conc".into()));
    assert_eq!(object["file"], "a.conc");
}
