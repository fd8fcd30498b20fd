//! Programs with other layouts: blanks, line ends and comments between any two words.

use concerto_compiler::lex::{self, Kind};
use concerto_compiler::source::SourceMap;

use super::{meaning, none_of, wrong};
use crate::generated::dice::Dice;
use crate::generated::{for_each_seed, program};
use crate::support::{files_below, root};

/// What may stand between two words.
const GAPS: &[&str] = &[" ", "  ", "\n", "\n\n", "\n\n\n\n", "\t", "\r\n", "\n        "];

/// Comments that may, too. Each is told from the others by a number.
fn comment(dice: &mut Dice, number: usize) -> String {
    match dice.below(7) {
        0 => format!(" // c{number}\n"),
        1 => format!("\n// c{number}\n"),
        2 => format!("\n\n    // c{number}\n\n"),
        3 => format!(" /* c{number} */ "),
        4 => format!("\n/* c{number} */\n"),
        5 => format!(" /* c{number}\n   more */ "),
        _ => format!("/* c{number} */\n"),
    }
}

/// The words of a program, strings with interpolations whole, and its comments.
fn words(text: &str) -> Vec<String> {
    let mut sources = SourceMap::default();
    let id = sources.add("main.conc", text).unwrap();
    let file = sources.file(id);
    let (tokens, _) = lex::lex(file);
    let mut found = Vec::new();
    let (mut depth, mut string) = (0, None);
    for (kind, span) in tokens.kinds.iter().zip(&tokens.spans) {
        match kind {
            Kind::StrOpen | Kind::TextOpen => {
                string = string.or(Some(*span));
                depth += 1;
            }
            Kind::StrClose => depth -= 1,
            Kind::End => break,
            _ => {}
        }
        match string {
            None => found.push((span.start, file.slice(*span).to_owned())),
            Some(start) if depth == 0 => {
                found.push((start.start, file.slice(start.to(*span)).to_owned()));
                string = None;
            }
            Some(_) => {}
        }
    }
    let is_inside = |at: u32| found.iter().any(|(start, text)| *start < at && at < start + text.len() as u32);
    let outside = tokens.comments.iter().filter(|it| !is_inside(it.span.start));
    let comments: Vec<_> = outside.map(|it| (it.span.start, format!("{}\n", file.slice(it.span)))).collect();
    found.extend(comments);
    found.sort();
    found.into_iter().map(|(_, text)| text).collect()
}

/// The program with other gaps: `percent` of them are changed, and some of those get comments.
fn with_other_gaps(words: &[String], dice: &mut Dice, percent: usize, comments: usize) -> String {
    let mut text = String::new();
    for (number, word) in words.iter().enumerate() {
        if dice.chance(percent) {
            text.push_str(dice.pick(GAPS).unwrap());
            if dice.chance(comments) {
                text.push_str(&comment(dice, number));
            }
        } else {
            text.push(' ');
        }
        text.push_str(word);
    }
    text
}

/// What is wrong with how the program is formatted in other layouts.
fn wrong_in_layouts(program: &str, seed: u64) -> Vec<String> {
    let Some(before) = meaning(program) else { return Vec::new() };
    let words = words(program);
    let mut dice = Dice::new(seed);
    let mut failures = Vec::new();
    for (percent, comments) in [(0, 0), (10, 0), (100, 0), (3, 60), (20, 30), (100, 50)] {
        let other = with_other_gaps(&words, &mut dice, percent, comments);
        let same = meaning(&other).is_some_and(|it| it.tree == before.tree);
        match same {
            false => failures.push(format!("a layout changes what the program means:\n{other}")),
            true => failures.extend(wrong(&other)),
        }
    }
    failures
}

#[test]
fn programs_of_any_layout_keep_their_words_and_comments() {
    let folders = ["std/lib", "examples", "bench/templates", "tests/programs", "fuzz/corpus"];
    let files: Vec<_> = folders.iter().flat_map(|it| files_below(&root().join(it), ".conc")).collect();
    let mut failures = Vec::new();
    for (seed, path) in files.iter().enumerate() {
        // A file that is no UTF-8 is no program.
        let Ok(text) = std::fs::read_to_string(path) else { continue };
        if text.len() < 20_000 {
            let name = path.display();
            failures.extend(wrong_in_layouts(&text, seed as u64).into_iter().map(|it| format!("{name}: {it}")));
        }
    }
    none_of(&failures);
}

#[test]
fn programs_made_by_the_rules_are_formatted_in_any_layout() {
    let failures = for_each_seed(|seed| {
        let text = program(seed);
        let mut failures: Vec<String> = wrong(&text).into_iter().collect();
        // Other layouts take longer, so not all programs get them.
        if seed % 4 == 0 {
            failures.extend(wrong_in_layouts(&text, seed));
        }
        failures
    });
    none_of(&failures.into_iter().flatten().collect::<Vec<_>>());
}
