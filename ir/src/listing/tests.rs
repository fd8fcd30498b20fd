//! Programs as people see them.

use super::listing;
use crate::assemble::sample::sample;
use crate::assemble::{assemble, every};
use crate::json::{from_json, to_json};
use crate::program::{Place, Program, Rule, Type};

#[test]
fn a_program_with_everything() {
    let mut program = sample();
    if let Some(Type::Struct { fields, .. }) = program.types.iter_mut().find(|it| matches!(it, Type::Struct { .. })) {
        fields[1].rules = vec![Rule::Length(1, 2), Rule::Items(0, 9), Rule::Pattern("^a\"".to_owned())];
        fields[1].rules.push(Rule::Format("email".to_owned()));
    }
    insta::assert_snapshot!(listing(&program));
}

#[test]
fn a_program_with_nothing() {
    insta::assert_snapshot!(listing(&Program::default()), @"concerto ir 1.2");
}

#[test]
fn places_stand_where_they_begin() {
    let mut program = assemble(
        "
        fn f(int) -> int
            not r0, r0
            not r0, r0
            jump_if r0, @4
            call.int r0, \"a name that is longer than the column of places\", [r0]
            return.int r0
        fn a name that is longer than the column of places(int) -> int
            return.int r0
    ",
    );
    program.files = vec!["src/main.conc".to_owned()];
    let place = |file, line| Place { file, line, column: 7, inlined: 0 };
    program.functions[0].places = vec![(1, place(0, 3)), (2, place(0, 3)), (3, place(0, 4)), (4, place(9, 5))];
    insta::assert_snapshot!(listing(&program), @r#"
    concerto ir 1.2

    files
      0  src/main.conc

    fn f(r0: int) -> int
       0  not r0, r0
       1  not r0, r0                                // src/main.conc:3:7
       2  jump_if r0, @4
       3  call.int r0, "a name that is longer than the column of places", [r0]  // src/main.conc:4:7
      @4  return.int r0                             // ?:5:7

    fn a name that is longer than the column of places(r0: int) -> int
       0  return.int r0
    "#);
}

#[test]
fn captures_and_receivers() {
    insta::assert_snapshot!(listing(&assemble("
        fn inner(int, ref, float) -> int captures 2
            fault \"\"
        fn only(ref) captures 1 with int, int, float, int
            fault \"\"
        fn grow(ref, int) -> int updates
            fault \"\"
    ")), @r#"
    concerto ir 1.2

    fn inner(r0: int; captures r1: ref, r2: float) -> int
       0  fault ""

    fn only(captures r0: ref) with r1-r2: int, r3: float, r4: int
       0  fault ""

    fn grow(mut r0: ref, r1: int) -> int
       0  fault ""
    "#);
}

/// What is inside others is spelt out only so far.
#[test]
fn types_that_are_part_of_themselves() {
    insta::assert_snapshot!(listing(&assemble(r#"
        layout own(ref)
        layout wide(ref, ref, ref, ref, ref)
        type {"array": 0}
        type {"tuple": [1], "layout": 0}
        type {"map": [2, 1]}
        type {"tuple": [0, 0, 0, 0, 0], "layout": 1}
        type {"set": 3}
        native walk(0, 3) -> 2
    "#)), @"
    concerto ir 1.2

    types
      0  Array<Array<type 0>>
      1  (((type 1,),),), layout 0
      2  Map<Map<type 2, type 1>, (type 1,)>
      3  (Array<Array<type 0>>, Array<Array<type 0>>, Array<Array<type 0>>, Array<Array<type 0>>, Array<Array<type 0>>), layout 1
      4  Set<type 3>

    layouts
      0  own(ref)
      1  wide(ref, ref, ref, ref, ref)

    natives
      0  walk(Array<Array<type 0>>, type 3) -> Map<Map<type 2, type 1>, (type 1,)>
    ");
}

#[test]
fn names_that_could_be_mistaken_are_quoted() {
    let mut program = assemble("entry 0\n fn f() -> int\n fault \"a\\nb\"");
    program.functions[0].name = "line\nbreak".to_owned();
    program.globals = vec![String::new(), " x".to_owned(), "say \"x\"".to_owned(), "Größe: <b>".to_owned()];
    insta::assert_snapshot!(listing(&program), @r#"
    concerto ir 1.2

    entry "line\nbreak"

    globals
      0  ""
      1  " x"
      2  "say \"x\""
      3  Größe: <b>

    fn "line\nbreak"() -> int
       0  fault "a\nb"
    "#);
}

#[test]
fn what_is_missing_is_said() {
    let mut program = assemble("test 7\n type {\"array\": 9}");
    program.entry = Some(3);
    insta::assert_snapshot!(listing(&program), @r#"
    concerto ir 1.2

    entry function 3, missing

    types
      0  Array<type 9>

    tests
      0  "it works" runs function 7, missing
    "#);
    let (_, code) = every();
    program.functions = vec![crate::program::Function { code, captures: 9, ..Default::default() }];
    assert!(listing(&program).contains("\"?\""));
}

#[test]
fn the_same_program_gives_the_same_text() {
    let again = from_json(&to_json(&sample())).map(|it| listing(&it));
    assert_eq!(again, Ok(listing(&sample())));
}
