//! Drafts and the code that becomes of them: what the verifier accepts, with as few copies and registers as can be.

use concerto_ir::operand::{Kind, Section};
use concerto_ir::program::{Function, Layout, Place, Program};
use concerto_ir::text::{self, Lookup};
use concerto_ir::verify::verify;

use super::{Block, Draft, emit, own};
use crate::passes::Passes;

mod views;

/// Finds the one function and any text.
struct Names;

impl Lookup for Names {
    fn find(&mut self, section: Section, _: &str) -> Option<u32> {
        (section != Section::Native).then_some(0)
    }
}

fn kinds(text: &str) -> Vec<Kind> {
    text.split_whitespace().filter_map(Kind::parse).collect()
}

/// A function `f`: its parameters, its result, all registers, and its blocks, one after the other with empty lines
/// between them.
fn draft(params: &str, result: &str, registers: &str, blocks: &str) -> Draft {
    let block = |text: &str| Block {
        code: text
            .lines()
            .filter(|it| !it.trim().is_empty())
            .map(|line| (text::parse(line, &mut Names).expect("an instruction"), Place::default()))
            .collect(),
    };
    Draft {
        name: "f".to_owned(),
        params: kinds(params),
        result: Kind::parse(result),
        registers: kinds(registers),
        blocks: blocks.trim_matches('\n').split("\n\n").map(block).collect(),
        ..Draft::default()
    }
}

/// A program of functions, with one text and one layout.
fn program(functions: Vec<Function>) -> Program {
    Program {
        functions,
        texts: vec!["text".to_owned()],
        files: vec!["main.conc".to_owned()],
        layouts: vec![Layout { name: "Pair".to_owned(), tag: 1, slots: vec![Kind::Ref, Kind::Ref] }],
        ..Program::default()
    }
}

/// What a pass makes of blocks, by their numbers. The first registers are the parameters.
pub(super) fn after(params: &str, registers: &str, blocks: &str, pass: impl FnOnce(&mut Draft)) -> String {
    let mut draft = draft(params, "int", registers, blocks);
    own::split_blocks(&mut draft);
    pass(&mut draft);
    let program = program(vec![Function { name: "f".to_owned(), ..Function::default() }]);
    let block = |(at, block): (usize, &Block)| {
        let lines: String = block.code.iter().map(|(it, _)| format!("   {}\n", text::show(it, &program))).collect();
        format!("@{at}\n{lines}")
    };
    draft.blocks.iter().enumerate().map(block).collect()
}

/// The code of a function with all passes, which the verifier accepts.
fn code(params: &str, result: &str, registers: &str, blocks: &str) -> String {
    let draft = draft(params, result, registers, blocks);
    let program = program(vec![emit(draft, &Passes::ALL, &|_| Some(1)).expect("no two values share a register")]);
    let function = &program.functions[0];
    let lines: Vec<String> =
        function.code.iter().enumerate().map(|(at, it)| format!("{at:2} {}", text::show(it, &program))).collect();
    let shown = format!("{} registers\n{}", function.registers.len(), lines.join("\n"));
    match verify(program) {
        Ok(_) => shown,
        Err(refusal) => format!("{shown}\nREFUSED: {refusal}"),
    }
}

#[test]
fn a_copy_of_what_is_not_needed_any_more_is_a_move() {
    let code = code("ref", "ref", "ref ref ref", "copy.ref r1, r0\ncopy.ref r2, r1\nreturn.ref r2");
    insta::assert_snapshot!(code, @"
    1 registers
     0 return.ref r0
    ");
}

#[test]
fn a_copy_of_what_is_needed_again_stays_a_copy() {
    let code = code(
        "ref",
        "ref",
        "ref ref ref",
        "copy.ref r1, r0\ncopy.ref r2, r0\nnew r1, layout 0, [r1, r2]\nreturn.ref r1",
    );
    insta::assert_snapshot!(code, @"
    2 registers
     0 copy.ref r1, r0
     1 new r1, layout 0, [r1, r0]
     2 return.ref r1
    ");
}

#[test]
fn a_parameter_that_nothing_needs_is_dropped() {
    insta::assert_snapshot!(code("ref int", "int", "ref int", "return.int r1"), @"
    2 registers
     0 drop r0
     1 return.int r1
    ");
}

#[test]
fn what_is_looked_at_last_is_dropped_there() {
    let code = code("ref", "int", "ref int int", "len r1, r0\nadd.small r2, r1, 1\nreturn.int r2");
    insta::assert_snapshot!(code, @"
    3 registers
     0 len r1, r0
     1 drop r0
     2 add.small r2, r1, 1
     3 return.int r2
    ");
}

#[test]
fn what_only_one_way_needs_is_dropped_on_the_other() {
    let blocks = "
jump_if r1, @2

load.int r2, 0
return.int r2

len r2, r0
return.int r2";
    insta::assert_snapshot!(code("ref int", "int", "ref int int", blocks), @"
    2 registers
     0 jump_if r1, @4
     1 drop r0
     2 load.int r1, 0
     3 return.int r1
     4 len r1, r0
     5 drop r0
     6 return.int r1
    ");
}

#[test]
fn what_is_changed_in_a_loop_stays_where_it_is() {
    let blocks = "
array.int r1, []
load.int r2, 0
jump @1

jump_lt.int r2, r0, @2
jump @3

push.int r1, r2
add.small r2, r2, 1
loop @1

return.ref r1";
    insta::assert_snapshot!(code("int", "ref", "int ref int", blocks), @"
    3 registers
     0 array.int r1, []
     1 load.int r2, 0
     2 jump_lt.int r2, r0, @4
     3 return.ref r1
     4 push.int r1, r2
     5 add.small r2, r2, 1
     6 loop @2
    ");
}

#[test]
fn what_a_loop_replaces_is_dropped_before() {
    let blocks = "
load.text r1, \"text\"
load.int r2, 0
jump @1

jump_lt.int r2, r0, @2
jump @3

load.text r3, \"text\"
copy.ref r1, r3
add.small r2, r2, 1
loop @1

return.ref r1";
    insta::assert_snapshot!(code("int", "ref", "int ref int ref", blocks), @r#"
    3 registers
     0 load.text r1, "text"
     1 load.int r2, 0
     2 jump_lt.int r2, r0, @4
     3 return.ref r1
     4 drop r1
     5 load.text r1, "text"
     6 add.small r2, r2, 1
     7 loop @2
    "#);
}

#[test]
fn what_a_way_out_of_a_loop_does_not_need_is_dropped_on_it() {
    let blocks = "
array.ref r1, []
jump @1

jump_lt.int r2, r0, @2
jump @3

len r3, r1
jump_if r3, @3
add.small r2, r2, 1
loop @1

return.int r2";
    insta::assert_snapshot!(code("int ref int", "int", "int ref int int", blocks), @"
    4 registers
     0 drop r1
     1 array.ref r1, []
     2 jump_lt.int r2, r0, @5
     3 drop r1
     4 return.int r2
     5 len r3, r1
     6 jump_if r3, @9
     7 add.small r2, r2, 1
     8 loop @2
     9 drop r1
    10 return.int r2
    ");
}

#[test]
fn registers_are_used_again() {
    let blocks = "
add.small r1, r0, 1
add.small r2, r1, 1
add.small r3, r2, 1
add.small r4, r3, 1
return.int r4";
    insta::assert_snapshot!(code("int", "int", "int int int int int", blocks), @"
    2 registers
     0 add.small r1, r0, 1
     1 add.small r0, r1, 1
     2 add.small r1, r0, 1
     3 add.small r0, r1, 1
     4 return.int r0
    ");
}

#[test]
fn blocks_that_nothing_leads_to_are_left_out() {
    let blocks = "
return.int r0

return.int r0";
    insta::assert_snapshot!(code("int", "int", "int", blocks), @"
    1 registers
     0 return.int r0
    ");
}
