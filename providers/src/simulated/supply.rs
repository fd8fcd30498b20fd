//! What values can be made of: passages and results in, their numbers and texts out, each of them once.
//!
//! What was taken can be given back: whoever tries something takes a [`Mark`] before, and rewinds where it came to nothing.

use serde_json::{Number, Value};

use super::numbers::{is_whole, numbers};
use super::passage::{Passage, READ_MAX_CHARS, clip};
use super::{literal, words};

/// How many things of a kind are kept.
const KEPT_MAX: usize = 1_000;

/// How deeply results are looked into.
const DEPTH_MAX: usize = 32;

/// Numbers, texts and literals, the first to be taken first.
#[derive(Default)]
pub(super) struct Supply {
    numbers: Shelf<Number>,
    texts: Shelf<String>,
    literals: Shelf<(&'static str, String)>,
    /// Fields of results.
    named: Vec<(String, Value)>,
    /// The words of everything, each with a space before and after it.
    words: String,
    /// Everything.
    text: String,
    /// What a text is where there is no other.
    fallback: String,
    taken: Vec<Taken>,
    /// How often something was found here.
    found: usize,
    /// How often something was wanted that is not here.
    missing: usize,
}

/// Things and whether they were taken.
struct Shelf<T>(Vec<(T, bool)>);

#[derive(Clone, Copy)]
enum Taken {
    Number(usize),
    Text(usize),
    Literal(usize),
}

/// How far a supply was used.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    taken: usize,
    found: usize,
    missing: usize,
}

impl Supply {
    /// What a passage has.
    pub(super) fn of(passage: &Passage) -> Self {
        let mut supply = Self { fallback: passage.text.clone(), ..Self::default() };
        supply.add(passage);
        supply.hear(&passage.text);
        supply
    }

    /// What results have, and after them a passage. A text that is nowhere is `fallback`.
    pub(super) fn after(results: &[&Value], passage: &Passage, fallback: String) -> Self {
        let mut supply = Self { fallback, ..Self::default() };
        for result in results {
            supply.add_named(result);
            supply.add_result(result, 0);
        }
        supply.add(passage);
        supply.hear(&passage.text);
        supply
    }

    fn add(&mut self, passage: &Passage) {
        self.numbers.extend(passage.numbers.iter().map(|it| it.value.clone()));
        self.texts.extend(passage.quoted.iter().map(|it| it.text.clone()));
        self.literals.extend(passage.literals.iter().map(|it| (it.format, it.text.clone())));
    }

    fn add_named(&mut self, result: &Value) {
        let fields = result.as_object().into_iter().flatten().take(KEPT_MAX);
        self.named.extend(fields.map(|(name, value)| (name.clone(), value.clone())));
    }

    fn add_result(&mut self, result: &Value, depth: usize) {
        match result {
            Value::Number(it) => self.numbers.extend([it.clone()]),
            Value::String(text) => self.add_text(text),
            Value::Array(items) if depth < DEPTH_MAX => items.iter().for_each(|it| self.add_result(it, depth + 1)),
            Value::Object(fields) if depth < DEPTH_MAX => fields.values().for_each(|it| self.add_result(it, depth + 1)),
            _ => {}
        }
    }

    fn add_text(&mut self, text: &str) {
        let read = clip(text, READ_MAX_CHARS);
        self.numbers.extend(numbers(read).into_iter().map(|it| it.value));
        self.literals.extend(literal::literals(read).into_iter().map(|it| (it.format, it.text)));
        self.texts.extend([text.to_owned()]);
        self.hear(read);
    }

    fn hear(&mut self, text: &str) {
        if self.text.len() > READ_MAX_CHARS {
            return;
        }
        self.text.push_str(text);
        self.text.push('\n');
        for word in words::words(text) {
            self.words.push(' ');
            self.words.push_str(&word);
        }
        self.words.push(' ');
    }

    /// The next number, which is left where it is.
    pub(super) fn next_number(&self, whole: bool) -> Option<(usize, Number)> {
        self.numbers.find(|it| !whole || is_whole(it)).map(|(index, it)| (index, it.clone()))
    }

    pub(super) fn take_number(&mut self, index: usize) {
        self.numbers.mark(index, true);
        self.note(Taken::Number(index));
    }

    /// The next quoted text that a condition holds for, which is left where it is.
    pub(super) fn next_text(&self, fits: impl Fn(&str) -> bool) -> Option<(usize, String)> {
        self.texts.find(|it| fits(it)).map(|(index, it)| (index, it.clone()))
    }

    pub(super) fn take_text(&mut self, index: usize) {
        self.texts.mark(index, true);
        self.note(Taken::Text(index));
    }

    /// The next text of a format.
    pub(super) fn take_literal(&mut self, format: &str, fits: impl Fn(&str) -> bool) -> Option<String> {
        let (index, text) =
            self.literals.find(|it| it.0 == format && fits(&it.1)).map(|(index, it)| (index, it.1.clone()))?;
        self.literals.mark(index, true);
        self.note(Taken::Literal(index));
        Some(text)
    }

    /// The first word, without what stands around it, that a condition holds for.
    pub(super) fn word(&mut self, fits: impl Fn(&str) -> bool) -> Option<String> {
        let inner = |it: &'_ str| it.trim_matches(|it: char| !it.is_alphanumeric()).to_owned();
        let word = self.text.split_whitespace().take(KEPT_MAX).map(inner).find(|it| !it.is_empty() && fits(it))?;
        self.note_found();
        Some(word)
    }

    /// What results have under a name.
    pub(super) fn named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Value> {
        self.named.iter().filter(move |it| it.0 == name).map(|it| &it.1)
    }

    /// Whether the words of a choice occur, one after another; for a choice without words whether it occurs as it is.
    pub(super) fn mentions(&self, choice: &str) -> bool {
        let wanted = words::words(choice);
        if wanted.is_empty() {
            return !choice.trim().is_empty() && self.text.contains(choice);
        }
        self.words.contains(&format!(" {} ", wanted.join(" ")))
    }

    /// All words, in order.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.words.split_ascii_whitespace()
    }

    /// What a text is where there is no other.
    pub(super) fn fallback(&self) -> &str {
        &self.fallback
    }

    pub(super) fn note_found(&mut self) {
        self.found += 1;
    }

    pub(super) fn note_missing(&mut self) {
        self.missing += 1;
    }

    /// Whether everything that was wanted was here.
    pub(super) fn is_enough(&self) -> bool {
        self.missing == 0
    }

    fn note(&mut self, taken: Taken) {
        self.taken.push(taken);
        self.note_found();
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { taken: self.taken.len(), found: self.found, missing: self.missing }
    }

    /// Whether something was found since.
    pub(super) fn has_found_since(&self, mark: Mark) -> bool {
        self.found > mark.found
    }

    /// Whether something was taken since, which is then not there any more.
    pub(super) fn has_taken_since(&self, mark: Mark) -> bool {
        self.taken.len() > mark.taken
    }

    /// Gives back what was taken since.
    pub(super) fn rewind(&mut self, mark: Mark) {
        for taken in self.taken.split_off(mark.taken.min(self.taken.len())) {
            match taken {
                Taken::Number(index) => self.numbers.mark(index, false),
                Taken::Text(index) => self.texts.mark(index, false),
                Taken::Literal(index) => self.literals.mark(index, false),
            }
        }
        self.found = mark.found;
        self.missing = mark.missing;
    }
}

impl<T> Default for Shelf<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Shelf<T> {
    fn extend(&mut self, things: impl IntoIterator<Item = T>) {
        let room = KEPT_MAX.saturating_sub(self.0.len());
        self.0.extend(things.into_iter().take(room).map(|it| (it, false)));
    }

    /// The first thing that was not taken and that a condition holds for.
    fn find(&self, fits: impl Fn(&T) -> bool) -> Option<(usize, &T)> {
        self.0.iter().enumerate().find(|(_, it)| !it.1 && fits(&it.0)).map(|(index, it)| (index, &it.0))
    }

    fn mark(&mut self, index: usize, is_taken: bool) {
        if let Some(it) = self.0.get_mut(index) {
            it.1 = is_taken;
        }
    }
}
