//! Texts: quoted ones, those of a format or a pattern, and what stands in for them.

use regex_lite::Regex;
use serde_json::Value;

use super::Filler;
use crate::simulated::passage::clip;
use crate::simulated::view::View;
use crate::simulated::{literal, pattern};

/// How much of the whole prompt becomes a value.
const WHOLE_MAX_CHARS: usize = 1_000;

/// How long a text is made to keep to a schema.
const PADDED_MAX_CHARS: usize = 100_000;

impl<'s> Filler<'s, '_> {
    pub(super) fn fill_text(&mut self, view: &View<'s>) -> Option<Value> {
        let bounds = view.counts("minLength", "maxLength");
        let format = view.first("format").and_then(Value::as_str);
        let pattern = view.first("pattern").and_then(Value::as_str);
        let text = match (format.and_then(literal::example), pattern) {
            (Some(example), _) => self.formatted(format.unwrap_or_default(), example, bounds),
            (None, Some(pattern)) => self.patterned(pattern, bounds),
            (None, None) => self.plain(bounds),
        };
        Some(Value::String(text?))
    }

    /// A text of a format.
    fn formatted(&mut self, format: &str, example: &str, bounds: (usize, usize)) -> Option<String> {
        if let Some(text) = self.supply.take_literal(format, |it| is_within(it, bounds)) {
            return Some(text);
        }
        self.supply.note_missing();
        Some(example.to_owned())
    }

    /// A text in which a pattern occurs: one in quotes, else a word, else one that is made for it.
    fn patterned(&mut self, pattern: &str, bounds: (usize, usize)) -> Option<String> {
        let Ok(regex) = Regex::new(pattern) else {
            return pattern::sample(pattern, bounds.0).or_else(|| self.plain(bounds));
        };
        let fits = |it: &str| is_within(it, bounds) && regex.is_match(it);
        if let Some((index, text)) = self.supply.next_text(fits) {
            self.supply.take_text(index);
            return Some(text);
        }
        if let Some(word) = self.supply.word(fits) {
            return Some(word);
        }
        self.supply.note_missing();
        let whole = self.stand_in(bounds);
        let samples = [0, bounds.0].into_iter().filter_map(|it| pattern::sample(pattern, it));
        samples.chain(whole).find(|it| fits(it))
    }

    fn plain(&mut self, bounds: (usize, usize)) -> Option<String> {
        let Some((index, text)) = self.supply.next_text(|_| true) else {
            self.supply.note_missing();
            return self.stand_in(bounds);
        };
        if is_within(&text, bounds) {
            self.supply.take_text(index);
            return Some(text);
        }
        if self.tries > 0 {
            return None;
        }
        self.supply.take_text(index);
        resize(&text, bounds)
    }

    /// The whole prompt; a number after it where several have to differ.
    fn stand_in(&self, bounds: (usize, usize)) -> Option<String> {
        let whole = clip(self.supply.fallback(), WHOLE_MAX_CHARS);
        if self.variant == 0 {
            return resize(whole, bounds);
        }
        let end = format!(" {}", self.variant + 1);
        let room = bounds.1.saturating_sub(end.len());
        resize(&format!("{}{end}", clip(whole, room)), bounds)
    }
}

fn is_within(text: &str, (least, most): (usize, usize)) -> bool {
    (least..=most).contains(&text.chars().count())
}

/// The text, cut or with dots at its end.
fn resize(text: &str, (least, most): (usize, usize)) -> Option<String> {
    if least > most || least > PADDED_MAX_CHARS {
        return None;
    }
    let mut text = clip(text, most).to_owned();
    let missing = least.saturating_sub(text.chars().count());
    text.extend(std::iter::repeat_n('.', missing));
    Some(text)
}
