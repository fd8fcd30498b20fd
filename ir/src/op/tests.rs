//! The table itself, and the page of the reference that is made from it.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::Op;
use crate::assemble::every;

#[test]
fn numbers_and_mnemonics_are_unique() {
    let numbers: BTreeSet<u8> = Op::ALL.iter().map(|it| *it as u8).collect();
    assert_eq!(numbers.len(), Op::ALL.len());
    let mnemonics: BTreeSet<&str> = Op::ALL.iter().map(|it| it.mnemonic()).collect();
    assert_eq!(mnemonics.len(), Op::ALL.len());
}

#[test]
fn an_instruction_is_found_by_its_number_and_no_other_is() {
    for op in Op::ALL {
        assert_eq!(Op::from_number(*op as u8), Some(*op));
    }
    let known = (0..=u8::MAX).filter(|it| Op::from_number(*it).is_some()).count();
    assert_eq!(known, Op::ALL.len());
}

#[test]
fn an_instruction_knows_which_it_is() {
    let ops: Vec<Op> = every().1.iter().map(|it| it.op()).collect();
    assert_eq!(ops, Op::ALL);
}

#[test]
fn every_instruction_says_in_one_line_what_it_does() {
    for op in Op::ALL {
        assert!(!op.meaning().is_empty() && !op.meaning().contains(['\n', '|']), "{}", op.mnemonic());
    }
}

/// The verifier relies on it: what is changed must be nothing else to the instruction.
#[test]
fn a_reference_that_is_changed_stands_before_others() {
    for op in Op::ALL {
        let mut operands = op.operands().iter().map(|it| it.1).skip_while(|it| it.starts_with("Out"));
        let Some(first) = operands.next() else { continue };
        let later = operands.any(|it| it == "PlaceRef");
        assert!(!later, "{}: `PlaceRef` comes after `{first}`", op.mnemonic());
    }
}

/// The page is made from the table. After a change of the table: `UPDATE_SPEC=1 cargo test -p concerto-ir`.
#[test]
fn the_page_of_the_reference_says_what_the_table_says() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../spec/instructions.md");
    let page = page();
    if std::env::var_os("UPDATE_SPEC").is_some() {
        std::fs::write(path, &page).expect("the page can be written");
    }
    let found = std::fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
    assert!(found == page, "spec/instructions.md is not what the table gives: run this with UPDATE_SPEC=1");
}

const INTRODUCTION: &str = include_str!("introduction.md");

/// The groups of the table: the first number of each, and what it is about.
const GROUPS: &[(u8, &str)] = &[
    (0x00, "Moves and constants"),
    (0x10, "Whole numbers and truth values"),
    (0x20, "Numbers with a fraction"),
    (0x30, "Where to go on"),
    (0x50, "Calls and returns"),
    (0x60, "Functions of the machine"),
    (0x70, "Objects and closures"),
    (0x80, "Arrays"),
    (0x90, "Texts"),
];

fn page() -> String {
    let mut page = INTRODUCTION.trim_end().to_owned() + "\n";
    for (at, (first, title)) in GROUPS.iter().enumerate() {
        let end = GROUPS.get(at + 1).map_or(u8::MAX, |it| it.0);
        let _ = write!(page, "\n## {title}\n\n| Number | Instruction | What it does |\n|---|---|---|\n");
        for op in (*first..end).filter_map(Op::from_number) {
            let _ = writeln!(page, "| `0x{:02x}` | {} | {} |", op as u8, form(op), op.meaning());
        }
    }
    page
}

/// How an instruction is written: `**add.int** dst: int out, left: int`.
fn form(op: Op) -> String {
    let operands = op.operands().iter().map(|(name, operand)| format!("{name}: {}", operand_words(operand)));
    format!("**`{}`** {}", op.mnemonic(), operands.collect::<Vec<_>>().join(", "))
}

/// The words of the introduction for an operand.
fn operand_words(operand: &str) -> &'static str {
    match operand {
        "InInt" => "int",
        "InFloat" => "float",
        "InRef" => "ref",
        "OutInt" => "int out",
        "OutFloat" => "float out",
        "OutRef" => "ref out",
        "TakeRef" => "ref taken",
        "PlaceInt" => "int changed",
        "PlaceRef" => "ref changed",
        "Regs" => "list taken",
        "Seen" => "list",
        "Small" => "i16",
        "Number" => "i32",
        "Whole" => "i64",
        "Fraction" => "f64",
        "Jump" => "target",
        "Jumps" => "targets",
        "FnRef" => "function",
        "NativeRef" => "native",
        "TextRef" => "text",
        "LayoutRef" => "layout",
        "TypeRef" => "type",
        _ => panic!("the introduction says nothing about {operand}"),
    }
}
