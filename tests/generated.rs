//! Programs made by the rules of the language, and the same with one mistake.
//!
//! A program that is made by the rules has no errors; one change in one function is told in that function and nowhere
//! else, since others see its signature only; and a change that is certainly a mistake is an error. `CONCERTO_SEEDS=N`
//! tries so many programs, `CONCERTO_SEED=N` only the one with that number, which is printed.

mod code;
pub(crate) mod dice;
mod expr;
mod r#gen;
mod items;
mod mutate;
mod pattern;
mod stmt;
mod types;
mod world;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::OnceLock;

use concerto_compiler::check::Checked;
use concerto_compiler::diagnostic::render::{Style, report};
use concerto_compiler::diagnostic::{Diagnostic, Severity};

use self::code::Kind;
use self::dice::Dice;
use self::mutate::Mutant;
use crate::support::{Files, checked};

/// How many programs are made.
const SEEDS: u64 = 400;
/// How many changes are tried on each.
const CHANGES: usize = 3;
/// How many failures are shown.
const SHOWN: usize = 3;

fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is no number: {text}")))
}

fn seeds() -> Range<u64> {
    match number("CONCERTO_SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..number("CONCERTO_SEEDS").unwrap_or(SEEDS),
    }
}

/// What `work` gives for each seed, in order, on all cores.
pub(crate) fn for_each_seed<T: Send>(work: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let seeds: Vec<u64> = seeds().collect();
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let size = seeds.len().div_ceil(workers).max(1);
    std::thread::scope(|scope| {
        let work = &work;
        let parts =
            seeds.chunks(size).map(|part| scope.spawn(move || part.iter().map(|it| work(*it)).collect::<Vec<T>>()));
        let parts: Vec<_> = parts.collect();
        parts.into_iter().flat_map(|it| it.join().expect("making programs does not fail")).collect()
    })
}

/// The program of a seed.
pub(crate) fn program(seed: u64) -> String {
    items::program(seed).text
}

/// What is said about a program, or nothing where the checker failed.
fn answer(text: &str) -> Option<Checked> {
    std::panic::catch_unwind(|| checked(&Files::of(text))).ok()
}

fn errors(checked: &Checked) -> Vec<&Diagnostic> {
    checked.diagnostics.iter().filter(|it| it.severity() == Severity::Error).collect()
}

fn said(checked: &Checked, about: &[&Diagnostic]) -> String {
    let about: Vec<Diagnostic> = about.iter().map(|it| (*it).clone()).collect();
    report(&about, &checked.program.sources, Style::PLAIN)
}

/// The lines of a program, numbered.
fn numbered(text: &str) -> String {
    text.lines().enumerate().map(|(index, line)| format!("{:4} {line}\n", index + 1)).collect()
}

/// Fails with the first of these, if there are any.
fn none_of(failures: &[String]) {
    let first: Vec<&str> = failures.iter().take(SHOWN).map(String::as_str).collect();
    assert!(failures.is_empty(), "{} of these; the first:\n\n{}", failures.len(), first.join("\n\n"));
}

#[test]
fn a_program_made_by_the_rules_has_no_errors() {
    let failures = for_each_seed(|seed| {
        let program = items::program(seed).text;
        let shown = format!("CONCERTO_SEED={seed}\n{}", numbered(&program));
        if number("CONCERTO_SEED").is_some() {
            println!("{shown}");
        }
        match answer(&program) {
            None => Some(format!("{shown}\nthe checker failed")),
            Some(checked) => {
                let errors = errors(&checked);
                (!errors.is_empty()).then(|| format!("{shown}\n{}", said(&checked, &errors)))
            }
        }
    });
    none_of(&failures.into_iter().flatten().collect::<Vec<_>>());
}

/// What was said about a changed program.
struct Outcome {
    kind: Kind,
    is_certain: bool,
    is_refused: bool,
    /// What is wrong with the answer itself.
    failure: Option<String>,
    /// The change and the program, for a message.
    shown: String,
}

/// All changed programs with their outcomes, made once for all tests.
fn outcomes() -> &'static [Outcome] {
    static OUTCOMES: OnceLock<Vec<Outcome>> = OnceLock::new();
    OUTCOMES.get_or_init(|| for_each_seed(outcomes_of).into_iter().flatten().collect())
}

fn outcomes_of(seed: u64) -> Vec<Outcome> {
    let program = items::program(seed);
    let mut dice = Dice::new(seed ^ 0xC0DE);
    (0..CHANGES).map(|_| outcome(seed, &mutate::mutate(&program, &mut dice))).collect()
}

fn outcome(seed: u64, mutant: &Mutant) -> Outcome {
    let (before, after) = &mutant.change;
    let function = &mutant.text[mutant.function.clone()];
    let change = format!("CONCERTO_SEED={seed}, {:?}: {before:?} became {after:?} in\n{function}", mutant.kind);
    let checked = answer(&mutant.text);
    let failure = match &checked {
        None => Some(format!("the checker failed on\n{}\n{change}", numbered(&mutant.text))),
        Some(checked) => {
            let outside: Vec<&Diagnostic> =
                errors(checked).into_iter().filter(|it| !is_inside(checked, it, &mutant.function)).collect();
            let shown =
                || format!("{}\n{change}\n\nsaid elsewhere:\n{}", numbered(&mutant.text), said(checked, &outside));
            (!outside.is_empty()).then(shown)
        }
    };
    let is_refused = checked.is_some_and(|it| it.has_errors());
    let shown = if is_refused { String::new() } else { format!("{}\n{change}", numbered(&mutant.text)) };
    Outcome { kind: mutant.kind, is_certain: mutant.is_certain, is_refused, failure, shown }
}

/// Whether a diagnostic points into this range of the program's only file.
fn is_inside(checked: &Checked, diagnostic: &Diagnostic, range: &Range<usize>) -> bool {
    let Some(span) = diagnostic.span() else { return false };
    let Some(file) = checked.program.sources.file_of(span) else { return false };
    let place = |at: u32| usize::try_from(at - file.base()).expect("a program is small");
    file.name() == "main.conc" && range.start <= place(span.start) && place(span.end) <= range.end
}

#[test]
fn a_mistake_in_one_function_is_told_in_that_function() {
    none_of(&outcomes().iter().filter_map(|it| it.failure.clone()).collect::<Vec<_>>());
}

#[test]
fn a_certain_mistake_is_an_error() {
    let missed = outcomes().iter().filter(|it| it.is_certain && !it.is_refused);
    none_of(&missed.map(|it| it.shown.clone()).collect::<Vec<_>>());
}

#[test]
fn a_fair_share_of_changes_is_refused() {
    let mut counts: BTreeMap<Kind, (usize, usize)> = BTreeMap::new();
    for it in outcomes() {
        let count = counts.entry(it.kind).or_default();
        count.0 += usize::from(it.is_refused);
        count.1 += 1;
    }
    for (kind, (refused, all)) in &counts {
        println!("{kind:?}: {refused} of {all}");
    }
    let refused = outcomes().iter().filter(|it| it.is_refused).count();
    assert!(refused * 100 >= outcomes().len() * 60, "{refused} of {} were refused: {counts:?}", outcomes().len());
}
