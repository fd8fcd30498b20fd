//! A good program, changed at random: whatever comes out is read or refused, and what passes can be written again.

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::json;

use crate::assemble::sample::sample;
use crate::encode::encode;
use crate::json::{from_bytes, from_json, to_json};
use crate::program::{Field, Program, Rule, Type};
use crate::verify::verify;

fn survive(text: &str) {
    let Ok(value) = serde_json::from_str(text) else { return };
    let Ok(program) = from_json(&value) else { return };
    let Ok(verified) = verify(program) else { return };
    let program = verified.program();
    assert_eq!(from_json(&to_json(program)).as_ref(), Ok(program));
    for function in &program.functions {
        assert_eq!(encode(&function.code).starts.len(), function.code.len());
    }
}

/// The text with pieces replaced: where, how many characters are taken, and what is put in.
fn edited(edits: &[(Index, usize, String)]) -> String {
    let mut text: Vec<char> = to_json(&sample()).to_string().chars().collect();
    for (at, count, put) in edits {
        let from = at.index(text.len());
        let to = (from + count).min(text.len());
        text.splice(from..to, put.chars());
    }
    text.into_iter().collect()
}

/// The text cut into words (names, kinds, mnemonics, numbers) and what stands between them.
fn pieces() -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    for it in to_json(&sample()).to_string().chars() {
        match pieces.last_mut() {
            Some(piece) if is_word(piece) && is_word(&it.to_string()) => piece.push(it),
            _ => pieces.push(it.to_string()),
        }
    }
    pieces
}

fn is_word(text: &str) -> bool {
    text.chars().all(|it| it.is_alphanumeric() || "._@-".contains(it))
}

/// The text with some words replaced by others of it.
fn exchanged(swaps: &[(Index, Index)]) -> String {
    let mut pieces = pieces();
    let words: Vec<usize> = (0..pieces.len()).filter(|it| is_word(&pieces[*it])).collect();
    for (to, from) in swaps {
        pieces[*to.get(&words)] = pieces[*from.get(&words)].clone();
    }
    pieces.concat()
}

/// The text with some numbers replaced by others; registers and targets keep their letter.
fn renumbered(changes: &[(Index, u32)]) -> String {
    let mut pieces = pieces();
    let start =
        |piece: &str| piece.find(|it: char| it.is_ascii_digit()).filter(|it| piece[*it..].parse::<u32>().is_ok());
    let numbers: Vec<usize> = (0..pieces.len()).filter(|it| start(&pieces[*it]).is_some()).collect();
    for (at, number) in changes {
        let piece = &mut pieces[*at.get(&numbers)];
        piece.truncate(start(piece).unwrap_or_default());
        piece.push_str(&number.to_string());
    }
    pieces.concat()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_edits_are_survived(edits in prop::collection::vec((any::<Index>(), 0_usize..12, ".{0,6}"), 1..4)) {
        survive(&edited(&edits));
    }

    #[test]
    fn every_number_is_read_as_it_was_written(bits in any::<u64>(), whole in any::<i64>()) {
        let value = f64::from_bits(bits);
        prop_assume!(value.is_finite());
        let field = Field { name: "x".to_owned(), ty: 0, default: Some(json!([value, whole])), rules: vec![Rule::Range(value, value)] };
        let ty = Type::Struct { name: "P".to_owned(), layout: 0, fields: vec![field], closed: true };
        let program = Program { types: vec![ty], ..Program::default() };
        prop_assert_eq!(from_bytes(to_json(&program).to_string().as_bytes()), Ok(program));
    }

    #[test]
    fn other_words_are_survived(swaps in prop::collection::vec(any::<(Index, Index)>(), 1..4)) {
        survive(&exchanged(&swaps));
    }

    #[test]
    fn other_numbers_are_survived(changes in prop::collection::vec((any::<Index>(), numbers()), 1..4)) {
        survive(&renumbered(&changes));
    }
}

fn numbers() -> impl Strategy<Value = u32> {
    prop_oneof![4 => 0_u32..12, 1 => any::<u32>(), 1 => 60_000_u32..70_000]
}
