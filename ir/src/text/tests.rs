//! Instructions written and read again, and lines that are none.

use super::{Lookup, parse, show};
use crate::assemble::every;
use crate::operand::Section;
use crate::program::Program;

/// Looks up names and texts in a program.
struct Known(Program);

impl Lookup for Known {
    fn find(&mut self, section: Section, text: &str) -> Option<u32> {
        let at = match section {
            Section::Function => self.0.functions.iter().position(|it| it.name == text),
            Section::Native => self.0.natives.iter().position(|it| it.name == text),
            Section::Text => self.0.texts.iter().position(|it| it == text),
            Section::Layout | Section::Signature | Section::Global => None,
        };
        at.map(|it| it as u32)
    }
}

fn reread(line: &str) -> String {
    let (program, _) = every();
    match parse(line, &mut Known(program.clone())) {
        Ok(inst) => show(&inst, &program),
        Err(problem) => problem,
    }
}

macro_rules! read {
    ($line:literal, @$expected:literal) => { insta::assert_snapshot!(reread($line), @$expected) };
}

#[test]
fn every_instruction_is_read_as_it_was_written() {
    let (program, every) = every();
    for inst in every {
        let line = show(&inst, &program);
        assert!(!line.contains('\n'), "{line}");
        assert_eq!(parse(&line, &mut Known(program.clone())), Ok(inst), "{line}");
    }
}

#[test]
fn fractions_keep_their_value() {
    for value in ["-0.0", "1e300", "5e-324", "inf", "-inf", "NaN", "0.30000000000000004"] {
        assert_eq!(reread(&format!("load.float r0, {value}")), format!("load.float r0, {value}"));
    }
}

#[test]
fn blanks_do_not_matter() {
    read!("  call.int   r0 ,\"first\",[ r1,r2 ]  ", @r#"call.int r0, "first", [r1, r2]"#);
    read!("call.int r0, \"first\", [ ]", @r#"call.int r0, "first", []"#);
    read!("new r0, layout   7, []", @"new r0, layout 7, []");
}

#[test]
fn an_unknown_instruction() {
    read!("add r0, r1, r2", @"there is no instruction `add`");
    read!("", @"there is no instruction ``");
    read!("ADD.INT r0, r1, r2", @"there is no instruction `ADD.INT`");
}

#[test]
fn operands_that_are_missing_or_too_many() {
    read!("add.int r0, r1", @"an operand is missing");
    read!("add.int", @"an operand is missing");
    read!("add.int r0, r1, r2, r3", @"`, r3` is left over after `add.int`");
    read!("add.int r0 r1 r2", @"expected `,` before `r1 r2`");
}

#[test]
fn operands_of_the_wrong_sort() {
    read!("add.int r0, r1, 2", @"`2` is no register");
    read!("add.int r0, r1, r65536", @"`r65536` is no register");
    read!("add.int r0, r1, r", @"`r` is no register");
    read!("add.small r0, r1, r2", @"`r2` is no small number");
    read!("add.small r0, r1, 32768", @"`32768` is no small number");
    read!("load.int r0, 2147483648", @"`2147483648` is no number of 32 bits");
    read!("load.whole r0, 9223372036854775808", @"`9223372036854775808` is no whole number");
    read!("load.float r0, half", @"`half` is no number");
    read!("jump 3", @"`3` is no target");
    read!("switch r0, @1", @"expected `[` before `@1`");
    read!("switch r0, [@1, 2]", @"`2` is no target");
}

#[test]
fn lists_that_do_not_end() {
    read!("array.int r0, [r1, r2", @"expected `,` at the end");
    read!("array.int r0, [r1 r2]", @"expected `,` before `r2]`");
    read!("array.int r0, [r1,]", @"`` is no register");
    read!("array.int r0, r1", @"expected `[` before `r1`");
}

#[test]
fn names_that_nothing_has() {
    read!("call.int r0, \"Main\", []", @"there is no function `Main`");
    read!("native.int r0, \"Text.len\", []", @"there is no native `Text.len`");
    read!("load.text r0, unquoted", @"expected a text before `unquoted`");
    read!("load.text r0, \"open", @r#"expected a text before `"open`"#);
    read!("new r0, 7, []", @"expected `layout` before `7, []`");
    read!("new r0, layout -1, []", @"`-1` is no number");
    read!("call_value.int r0, r1, layout 0, []", @"expected `signature` before `layout 0, []`");
    read!("load.global r0, signature 0", @"expected `global` before `signature 0`");
}

#[test]
fn what_is_not_there_is_shown_as_a_question() {
    let (_, every) = every();
    let shown: Vec<String> =
        every.iter().map(|it| show(it, &Program::default())).filter(|it| it.contains('?')).collect();
    insta::assert_snapshot!(shown[0], @r#"load.text r1, "?""#);
}
