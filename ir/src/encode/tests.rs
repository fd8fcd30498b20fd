//! The words of instructions: first of each sort, then what the layout of words is about.

use std::fmt::Write;

use super::{encode, op_of};
use crate::assemble::{assemble, every};
use crate::operand::{Fraction, OutFloat, Reg};
use crate::program::Program;
use crate::text::show;
use crate::{Inst, Op};

/// Each instruction, the number of its first word, and its words; the first unit of a word is the last one shown.
fn words(program: &Program) -> String {
    let code = &program.functions[0].code;
    let encoded = encode(code);
    let mut out = String::new();
    for (at, inst) in code.iter().enumerate() {
        let start = encoded.starts[at] as usize;
        let end = encoded.starts.get(at + 1).map_or(encoded.words.len(), |it| *it as usize);
        let _ = writeln!(out, "{start} {}", show(inst, program));
        for word in &encoded.words[start..end] {
            let units: Vec<String> = (0..4).rev().map(|it| format!("{:04x}", (word >> (16 * it)) & 0xffff)).collect();
            let _ = writeln!(out, "    {}", units.join("_"));
        }
    }
    out
}

macro_rules! words {
    ($code:literal, @$expected:literal) => {
        insta::assert_snapshot!(words(&assemble(concat!("fn main() -> int\n", $code))), @$expected)
    };
}

#[test]
fn operands_follow_the_number_of_the_instruction() {
    words!("add.int r1, r2, r65535", @"
    0 add.int r1, r2, r65535
        ffff_0002_0001_0010
    ");
    words!("add.small r1, r2, -1", @"
    0 add.small r1, r2, -1
        ffff_0002_0001_0016
    ");
    words!("not r1, r2", @"
    0 not r1, r2
        0000_0002_0001_001c
    ");
}

#[test]
fn jumps_count_words_from_where_they_stand() {
    words!("
        jump_if r0, @3
        load.whole r0, 1
        add.int r0, r0, r0
        loop @1
    ", @"
    0 jump_if r0, @3
        0000_0004_0000_0032
    1 load.whole r0, 1
        0000_0000_0000_0007
        0000_0000_0000_0001
    3 add.int r0, r0, r0
        0000_0000_0000_0010
    4 loop @1
        ffff_fffd_0000_0031
    ");
}

#[test]
fn what_has_32_bits_stands_at_an_even_unit() {
    words!("
        load.int r1, -2
        jump @0
        jump_eq.int r1, r2, @2
        jump_not_tag r1, 2, @2
        slot.int r1, r2, 3, layout 65537
    ", @"
    0 load.int r1, -2
        ffff_fffe_0001_0006
    1 jump @0
        ffff_ffff_0000_0030
    2 jump_eq.int r1, r2, @2
        0000_0002_0001_0034
        0000_0000_0000_0000
    4 jump_not_tag r1, 2, @2
        0000_0002_0001_0044
        0000_0000_ffff_fffe
    6 slot.int r1, r2, 3, layout 65537
        0003_0002_0001_0071
        0000_0000_0001_0001
    ");
}

#[test]
fn lists_go_on_in_the_next_words() {
    words!("
        array.int r9, []
        array.int r9, [r1]
        array.int r9, [r1, r2]
        array.int r9, [r1, r2, r3, r4, r5, r6]
    ", @"
    0 array.int r9, []
        0000_0000_0009_0080
    1 array.int r9, [r1]
        0001_0001_0009_0080
    2 array.int r9, [r1, r2]
        0001_0002_0009_0080
        0000_0000_0000_0002
    4 array.int r9, [r1, r2, r3, r4, r5, r6]
        0001_0006_0009_0080
        0005_0004_0003_0002
        0000_0000_0000_0006
    ");
}

#[test]
fn targets_of_a_switch_stand_at_even_units() {
    words!("
        switch r7, [@1, @2, @1]
        load.whole r0, 5
        return.int r0
    ", @"
    0 switch r7, [@1, @2, @1]
        0000_0003_0007_0042
        0000_0005_0000_0003
        0000_0000_0000_0003
    3 load.whole r0, 5
        0000_0000_0000_0007
        0000_0000_0000_0005
    5 return.int r0
        0000_0000_0000_0059
    ");
}

#[test]
fn constants_of_64_bits_have_a_word_of_their_own() {
    words!("
        load.whole r1, -1
        load.float r2, 1.0
        load.float r2, -0.0
    ", @"
    0 load.whole r1, -1
        0000_0000_0001_0007
        ffff_ffff_ffff_ffff
    2 load.float r2, 1.0
        0000_0000_0002_0008
        3ff0_0000_0000_0000
    4 load.float r2, -0.0
        0000_0000_0002_0008
        8000_0000_0000_0000
    ");
}

#[test]
fn there_is_one_word_for_everything_that_is_not_a_number() {
    for value in [f64::NAN, -f64::NAN, f64::from_bits(0x7ff0_0000_0000_0001)] {
        let load = Inst::LoadFloat { dst: OutFloat(Reg(0)), value: Fraction(value) };
        assert_eq!(encode(&[load]).words[1], 0x7ff8_0000_0000_0000);
    }
}

#[test]
fn a_function_without_code_has_no_words() {
    assert_eq!(encode(&[]), super::Encoded::default());
}

#[test]
fn a_word_tells_the_instruction() {
    for inst in every().1 {
        assert_eq!(op_of(encode(std::slice::from_ref(&inst)).words[0]), Some(inst.op()));
    }
    assert_eq!(op_of(0), None);
}

/// Counted by the rules of the module's page instead of by its code.
fn size(op: Op) -> usize {
    let (mut units, mut wide) = (1_usize, 0);
    for (_, operand) in op.operands() {
        match *operand {
            "Whole" | "Fraction" => wide += 1,
            "Regs" | "Seen" => units += 4,
            "Jumps" => units = (units + 1).next_multiple_of(2) + 4,
            "Number" | "Jump" | "FnRef" | "NativeRef" | "TextRef" | "LayoutRef" | "SignatureRef" | "GlobalRef" => {
                units = units.next_multiple_of(2) + 2;
            }
            _ => units += 1,
        }
    }
    units.div_ceil(4) + wide
}

#[test]
fn every_instruction_has_the_words_that_its_operands_need() {
    for inst in every().1 {
        assert_eq!(encode(std::slice::from_ref(&inst)).words.len(), size(inst.op()), "{inst:?}");
    }
}

#[test]
fn the_words_of_every_instruction() {
    let (mut program, every) = every();
    program.functions[0].code = every;
    insta::assert_snapshot!(words(&program), @r#"
    0 move.int r1, r2
        0000_0002_0001_0001
    1 move.float r1, r2
        0000_0002_0001_0002
    2 move.ref r1, r2
        0000_0002_0001_0003
    3 copy.ref r1, r2
        0000_0002_0001_0004
    4 drop r1
        0000_0000_0001_0005
    5 load.int r1, -70000
        fffe_ee90_0001_0006
    6 load.whole r1, -9223372036854775808
        0000_0000_0001_0007
        8000_0000_0000_0000
    8 load.float r1, 0.1
        0000_0000_0001_0008
        3fb9_9999_9999_999a
    10 load.text r1, "\"quoted\", [r1] and\nbroken"
        0000_0001_0001_0009
    11 load.unit r1, -2
        0000_fffe_0001_000a
    12 add.int r1, r2, r3
        0003_0002_0001_0010
    13 sub.int r1, r2, r3
        0003_0002_0001_0011
    14 mul.int r1, r2, r3
        0003_0002_0001_0012
    15 div.int r1, r2, r3
        0003_0002_0001_0013
    16 rem.int r1, r2, r3
        0003_0002_0001_0014
    17 neg.int r1, r2
        0000_0002_0001_0015
    18 add.small r1, r2, -2
        fffe_0002_0001_0016
    19 mul.small r1, r2, -2
        fffe_0002_0001_0017
    20 eq.int r1, r2, r3
        0003_0002_0001_0018
    21 ne.int r1, r2, r3
        0003_0002_0001_0019
    22 lt.int r1, r2, r3
        0003_0002_0001_001a
    23 le.int r1, r2, r3
        0003_0002_0001_001b
    24 div.small r1, r2, -2
        fffe_0002_0001_001d
    25 rem.small r1, r2, -2
        fffe_0002_0001_001e
    26 not r1, r2
        0000_0002_0001_001c
    27 add.float r1, r2, r3
        0003_0002_0001_0020
    28 sub.float r1, r2, r3
        0003_0002_0001_0021
    29 mul.float r1, r2, r3
        0003_0002_0001_0022
    30 div.float r1, r2, r3
        0003_0002_0001_0023
    31 rem.float r1, r2, r3
        0003_0002_0001_0024
    32 neg.float r1, r2
        0000_0002_0001_0025
    33 eq.float r1, r2, r3
        0003_0002_0001_0026
    34 lt.float r1, r2, r3
        0003_0002_0001_0027
    35 le.float r1, r2, r3
        0003_0002_0001_0028
    36 to.float r1, r2
        0000_0002_0001_0029
    37 to.int r1, r2
        0000_0002_0001_002a
    38 sqrt.float r1, r2
        0000_0002_0001_002b
    39 jump @1
        ffff_ffda_0000_0030
    40 loop @1
        ffff_ffd9_0000_0031
    41 jump_if r1, @1
        ffff_ffd8_0001_0032
    42 jump_if_not r1, @1
        ffff_ffd7_0001_0033
    43 jump_eq.int r1, r2, @1
        0000_0002_0001_0034
        0000_0000_ffff_ffd6
    45 jump_ne.int r1, r2, @1
        0000_0002_0001_0035
        0000_0000_ffff_ffd4
    47 jump_lt.int r1, r2, @1
        0000_0002_0001_0036
        0000_0000_ffff_ffd2
    49 jump_le.int r1, r2, @1
        0000_0002_0001_0037
        0000_0000_ffff_ffd0
    51 jump_eq.small r1, -2, @1
        0000_fffe_0001_0038
        0000_0000_ffff_ffce
    53 jump_ne.small r1, -2, @1
        0000_fffe_0001_0039
        0000_0000_ffff_ffcc
    55 jump_lt.small r1, -2, @1
        0000_fffe_0001_003a
        0000_0000_ffff_ffca
    57 jump_le.small r1, -2, @1
        0000_fffe_0001_003b
        0000_0000_ffff_ffc8
    59 jump_gt.small r1, -2, @1
        0000_fffe_0001_003c
        0000_0000_ffff_ffc6
    61 jump_ge.small r1, -2, @1
        0000_fffe_0001_003d
        0000_0000_ffff_ffc4
    63 jump_lt.float r1, r2, @1
        0000_0002_0001_003e
        0000_0000_ffff_ffc2
    65 jump_not_lt.float r1, r2, @1
        0000_0002_0001_003f
        0000_0000_ffff_ffc0
    67 jump_le.float r1, r2, @1
        0000_0002_0001_0040
        0000_0000_ffff_ffbe
    69 jump_not_le.float r1, r2, @1
        0000_0002_0001_0041
        0000_0000_ffff_ffbc
    71 loop_lt.int r1, r2, @1
        0000_0002_0001_0045
        0000_0000_ffff_ffba
    73 loop_le.int r1, r2, @1
        0000_0002_0001_0046
        0000_0000_ffff_ffb8
    75 loop_if r1, @1
        ffff_ffb6_0001_0047
    76 count r1, r2, @1
        0000_0002_0001_0048
        0000_0000_ffff_ffb5
    78 count_to r1, r2, @1
        0000_0002_0001_0049
        0000_0000_ffff_ffb3
    80 switch r1, [@2, @1]
        0000_0002_0001_0042
        ffff_ffb1_ffff_ffb2
    82 tag_of r1, r2
        0000_0002_0001_0043
    83 jump_not_tag r1, -2, @1
        0000_fffe_0001_0044
        0000_0000_ffff_ffae
    85 call.int r1, "second", [r170, r187, r204]
        0000_0001_0001_0050
        00cc_00bb_00aa_0003
    87 call.float r1, "second", [r170, r187, r204]
        0000_0001_0001_0051
        00cc_00bb_00aa_0003
    89 call.ref r1, "second", [r170, r187, r204]
        0000_0001_0001_0052
        00cc_00bb_00aa_0003
    91 call_value.int r1, r2, signature 7, [r170, r187, r204]
        0000_0002_0001_0053
        00aa_0003_0000_0007
        0000_0000_00cc_00bb
    94 call_value.float r1, r2, signature 7, [r170, r187, r204]
        0000_0002_0001_0054
        00aa_0003_0000_0007
        0000_0000_00cc_00bb
    97 call_value.ref r1, r2, signature 7, [r170, r187, r204]
        0000_0002_0001_0055
        00aa_0003_0000_0007
        0000_0000_00cc_00bb
    100 update.int r1, r2, "second", [r170, r187, r204]
        0000_0002_0001_0056
        00aa_0003_0000_0001
        0000_0000_00cc_00bb
    103 update.float r1, r2, "second", [r170, r187, r204]
        0000_0002_0001_0057
        00aa_0003_0000_0001
        0000_0000_00cc_00bb
    106 update.ref r1, r2, "second", [r170, r187, r204]
        0000_0002_0001_0058
        00aa_0003_0000_0001
        0000_0000_00cc_00bb
    109 return.int r1
        0000_0000_0001_0059
    110 return.float r1
        0000_0000_0001_005a
    111 return.ref r1
        0000_0000_0001_005b
    112 return_update.int r1, r2
        0000_0002_0001_005c
    113 return_update.float r1, r2
        0000_0002_0001_005d
    114 return_update.ref r1, r2
        0000_0002_0001_005e
    115 fault "\"quoted\", [r1] and\nbroken"
        0000_0001_0000_005f
    116 native.int r1, "two", [r170, r187, r204]
        0000_0001_0001_0060
        00cc_00bb_00aa_0003
    118 native.float r1, "two", [r170, r187, r204]
        0000_0001_0001_0061
        00cc_00bb_00aa_0003
    120 native.ref r1, "two", [r170, r187, r204]
        0000_0001_0001_0062
        00cc_00bb_00aa_0003
    122 change.int r1, r2, "two", [r170, r187, r204]
        0000_0002_0001_0063
        00aa_0003_0000_0001
        0000_0000_00cc_00bb
    125 change.ref r1, r2, "two", [r170, r187, r204]
        0000_0002_0001_0064
        00aa_0003_0000_0001
        0000_0000_00cc_00bb
    128 change.float r1, r2, "two", [r170, r187, r204]
        0000_0002_0001_0065
        00aa_0003_0000_0001
        0000_0000_00cc_00bb
    131 perform.int r1, "two", [r170, r187, r204]
        0000_0001_0001_0066
        00cc_00bb_00aa_0003
    133 perform.float r1, "two", [r170, r187, r204]
        0000_0001_0001_0067
        00cc_00bb_00aa_0003
    135 perform.ref r1, "two", [r170, r187, r204]
        0000_0001_0001_0068
        00cc_00bb_00aa_0003
    137 panic r1
        0000_0000_0001_006f
    138 new r1, layout 70000, [r170, r187, r204]
        0001_1170_0001_0070
        00cc_00bb_00aa_0003
    140 slot.int r1, r2, -2, layout 70000
        fffe_0002_0001_0071
        0000_0000_0001_1170
    142 slot.float r1, r2, -2, layout 70000
        fffe_0002_0001_0072
        0000_0000_0001_1170
    144 slot.ref r1, r2, -2, layout 70000
        fffe_0002_0001_0073
        0000_0000_0001_1170
    146 set_slot.int r1, -2, r2, layout 70000
        0002_fffe_0001_0074
        0000_0000_0001_1170
    148 set_slot.float r1, -2, r2, layout 70000
        0002_fffe_0001_0075
        0000_0000_0001_1170
    150 set_slot.ref r1, -2, r2, layout 70000
        0002_fffe_0001_0076
        0000_0000_0001_1170
    152 take_slot r1, r2, -2, layout 70000
        fffe_0002_0001_0077
        0000_0000_0001_1170
    154 open.int r1, r2, -2, layout 70000
        fffe_0002_0001_0079
        0000_0000_0001_1170
    156 open.float r1, r2, -2, layout 70000
        fffe_0002_0001_007a
        0000_0000_0001_1170
    158 open.ref r1, r2, -2, layout 70000
        fffe_0002_0001_007b
        0000_0000_0001_1170
    160 look.slot r1, r2, -2, layout 70000
        fffe_0002_0001_007c
        0000_0000_0001_1170
    162 lend.slot r1, r2, -2, layout 70000
        fffe_0002_0001_007d
        0000_0000_0001_1170
    164 slot_get.int r1, r2, -2, layout 70000, r3
        fffe_0002_0001_007e
        0000_0003_0001_1170
    166 slot_get.float r1, r2, -2, layout 70000, r3
        fffe_0002_0001_007f
        0000_0003_0001_1170
    168 new_closure r1, "second", [r170, r187, r204]
        0000_0001_0001_0078
        00cc_00bb_00aa_0003
    170 array.int r1, [r170, r187, r204]
        00aa_0003_0001_0080
        0000_0000_00cc_00bb
    172 array.float r1, [r170, r187, r204]
        00aa_0003_0001_0081
        0000_0000_00cc_00bb
    174 array.ref r1, [r170, r187, r204]
        00aa_0003_0001_0082
        0000_0000_00cc_00bb
    176 len r1, r2
        0000_0002_0001_0083
    177 get.int r1, r2, r3
        0003_0002_0001_0084
    178 get.float r1, r2, r3
        0003_0002_0001_0085
    179 get.ref r1, r2, r3
        0003_0002_0001_0086
    180 set.int r1, r2, r3
        0003_0002_0001_0087
    181 set.float r1, r2, r3
        0003_0002_0001_0088
    182 set.ref r1, r2, r3
        0003_0002_0001_0089
    183 take_at r1, r2, r3
        0003_0002_0001_008a
    184 look.at r1, r2, r3
        0003_0002_0001_008e
    185 lend.at r1, r2, r3
        0003_0002_0001_008f
    186 push.int r1, r2
        0000_0002_0001_008b
    187 push.float r1, r2
        0000_0002_0001_008c
    188 push.ref r1, r2
        0000_0002_0001_008d
    189 concat r1, [r170, r187, r204]
        00aa_0003_0001_0090
        0000_0000_00cc_00bb
    191 append r1, r2
        0000_0002_0001_0091
    192 eq.text r1, r2, r3
        0003_0002_0001_0092
    193 spawn r1, r2, signature 7
        0000_0002_0001_00a0
        0000_0000_0000_0007
    195 wait r1, r2
        0000_0002_0001_00a1
    196 wait_any r1, r2
        0000_0002_0001_00a2
    197 task.int r1, r2
        0000_0002_0001_00a3
    198 task.float r1, r2
        0000_0002_0001_00a4
    199 task.ref r1, r2
        0000_0002_0001_00a5
    200 task.message r1, r2
        0000_0002_0001_00a6
    201 rethrow r1
        0000_0000_0001_00a7
    202 cancel r1
        0000_0000_0001_00a8
    203 open_scope
        0000_0000_0000_00a9
    204 close_scope
        0000_0000_0000_00aa
    205 wait_all r1, r2
        0000_0002_0001_00ab
    206 task.trace r1, r2
        0000_0002_0001_00ac
    207 load.global r1, global 7
        0000_0007_0001_00b0
    208 take.global r1, global 7
        0000_0007_0001_00b1
    209 put.global global 7, r1
        0000_0007_0000_00b2
        0000_0000_0000_0001
    "#);
}
