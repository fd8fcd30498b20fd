//! The table itself, and the page of the reference that is made from it.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::{Inst, Mark, Op};
use crate::assemble::every;
use crate::operand::{Kind, Reg, Role, Section, Sink};
use crate::verify::limits;

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
        let mut operands = op.operands().iter().map(|it| it.1).skip_while(|it| operand_words(it).ends_with("out"));
        let Some(first) = operands.next() else { continue };
        let later = operands.any(|it| it == "PlaceRef");
        assert!(!later, "{}: `PlaceRef` comes after `{first}`", op.mnemonic());
    }
}

/// Registers and targets, as an instruction writes them.
#[derive(Default, PartialEq, Debug)]
struct Written {
    regs: Vec<Reg>,
    targets: Vec<u32>,
}

impl Written {
    fn by(inst: &Inst) -> Self {
        let mut written = Self::default();
        inst.write(&mut written);
        written
    }
}

impl Sink for Written {
    fn reg(&mut self, _: Role, _: Kind, reg: Reg) {
        self.regs.push(reg);
    }

    fn regs(&mut self, _: Role, regs: &[Reg]) {
        self.regs.extend(regs);
    }

    fn small(&mut self, _: i16) {}

    fn number(&mut self, _: i32) {}

    fn whole(&mut self, _: i64) {}

    fn fraction(&mut self, _: f64) {}

    fn jump(&mut self, target: u32) {
        self.targets.push(target);
    }

    fn jumps(&mut self, targets: &[u32]) {
        self.targets.extend(targets);
    }

    fn entry(&mut self, _: Section, _: u32) {}
}

#[test]
fn registers_and_targets_can_be_changed_and_nothing_else_with_them() {
    for inst in every().1 {
        let before = Written::by(&inst);
        let mut changed = inst.clone();
        changed.map_regs(|it| Reg(it.0 + 1000));
        changed.map_targets(|it| it + 2000);
        let regs = before.regs.iter().map(|it| Reg(it.0 + 1000)).collect();
        let targets = before.targets.iter().map(|it| it + 2000).collect();
        assert_eq!(Written::by(&changed), Written { regs, targets }, "{inst:?}");
        changed.map_regs(|it| Reg(it.0 - 1000));
        changed.map_targets(|it| it - 2000);
        assert_eq!(changed, inst);
    }
}

#[test]
fn an_instruction_says_where_it_leads() {
    for inst in every().1 {
        let mut seen = Vec::new();
        inst.each_target(|it| seen.push(it));
        assert_eq!(seen, Written::by(&inst).targets);
        assert_eq!(inst.jumps(), !seen.is_empty());
        assert_eq!(inst.loop_target(), seen.first().copied().filter(|_| inst.is_loop()));
    }
}

/// The mnemonics say the same as the marks.
#[test]
fn marks_say_how_an_instruction_goes_on() {
    let marked =
        |mark| Op::ALL.iter().filter(|it| it.marks().contains(&mark)).map(|it| it.mnemonic()).collect::<Vec<_>>();
    let named =
        |start: &str| Op::ALL.iter().map(|it| it.mnemonic()).filter(|it| it.starts_with(start)).collect::<Vec<_>>();
    assert_eq!(marked(Mark::Returns), named("return"));
    assert_eq!(marked(Mark::Updates), named("update"));
    assert_eq!(marked(Mark::Loops), [named("loop"), named("count")].concat());
    let others = ["jump", "loop", "switch"].into_iter().chain(named("return")).chain(["fault", "panic", "rethrow"]);
    assert_eq!(marked(Mark::Leaves), others.collect::<Vec<_>>());
    for inst in every().1.iter().filter(|it| it.is_loop()) {
        assert_eq!(Written::by(inst).targets.len(), 1, "a loop has one head");
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
    (0x60, "Functions of the machine, and effects"),
    (0x70, "Objects and closures"),
    (0x80, "Arrays"),
    (0x90, "Texts"),
    (0xa0, "Tasks"),
    (0xb0, "Resources"),
];

/// What limits are about, in the words of the reference.
const LIMITS: &[(&str, usize)] = &[
    ("functions, natives, types, texts and so on, each", limits::ENTRIES_MAX),
    ("registers of a function", limits::REGISTERS_MAX),
    ("views of a function at once", limits::VIEWS_MAX),
    ("instructions of a function", limits::CODE_MAX),
    ("words of 64 bits of all code, as the machine reads it", limits::WORDS_MAX),
    ("registers or targets in a list", limits::LIST_MAX),
    ("slots of an object", limits::SLOTS_MAX),
    ("variants of an enum", limits::VARIANTS_MAX),
    ("parameters of a function of the machine or an effect", limits::NATIVE_PARAMS_MAX),
    ("parameters of a signature", limits::SIGNATURE_PARAMS_MAX),
    ("blocks of tasks inside each other, in a function", limits::SCOPES_MAX as usize),
    ("bytes of a name", limits::NAME_BYTES_MAX),
    ("bytes of a text", limits::TEXT_BYTES_MAX),
    ("lists and objects inside each other in the default of a field", limits::DEFAULT_DEPTH_MAX),
];

fn page() -> String {
    let mut page = INTRODUCTION.trim_end().to_owned() + "\n\n| At most | Of |\n|---|---|\n";
    LIMITS.iter().for_each(|(what, most)| _ = writeln!(page, "| {most} | {what} |"));
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
        "ViewRef" => "view out",
        "LentRef" => "lent out",
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
        "SignatureRef" => "signature",
        "GlobalRef" => "global",
        _ => panic!("the introduction says nothing about {operand}"),
    }
}
