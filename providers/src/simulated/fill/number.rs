//! Numbers within bounds.

use serde_json::{Number, Value};

use super::Filler;
use crate::simulated::view::View;

impl<'s> Filler<'s, '_> {
    /// The next number, moved into the bounds where it is required; 0 where there is none.
    pub(super) fn fill_number(&mut self, view: &View<'s>, is_whole: bool) -> Option<Value> {
        let Some((index, number)) = self.supply.next_number(is_whole) else {
            self.supply.note_missing();
            return self.within(self.variant as f64, view, is_whole);
        };
        let value = Value::Number(number.clone());
        if self.keeps_to(&value, view) {
            self.supply.take_number(index);
            return Some(value);
        }
        if self.tries > 0 {
            return None;
        }
        self.supply.take_number(index);
        self.within(number.as_f64()?, view, is_whole)
    }

    /// The nearest number that keeps to the schema, as far as that is simple.
    fn within(&self, number: f64, view: &View<'s>, is_whole: bool) -> Option<Value> {
        let number = above(number, view, is_whole);
        let number = below(number, view, is_whole);
        let number = on_step(number, view);
        let value = Value::Number(written(number, is_whole)?);
        self.keeps_to(&value, view).then_some(value)
    }
}

fn above(number: f64, view: &View<'_>, is_whole: bool) -> f64 {
    let least = view.greatest("minimum").map_or(number, |it| number.max(if is_whole { it.ceil() } else { it }));
    match view.greatest("exclusiveMinimum") {
        Some(bound) if least <= bound => match (view.least("maximum").or(view.least("exclusiveMaximum")), is_whole) {
            (Some(most), false) => f64::midpoint(bound, most),
            _ => bound.floor() + 1.0,
        },
        _ => least,
    }
}

fn below(number: f64, view: &View<'_>, is_whole: bool) -> f64 {
    let most = view.least("maximum").map_or(number, |it| number.min(if is_whole { it.floor() } else { it }));
    match view.least("exclusiveMaximum") {
        Some(bound) if most >= bound => {
            match (view.greatest("minimum").or(view.greatest("exclusiveMinimum")), is_whole) {
                (Some(least), false) => f64::midpoint(least, bound),
                _ => bound.ceil() - 1.0,
            }
        }
        _ => most,
    }
}

fn on_step(number: f64, view: &View<'_>) -> f64 {
    let Some(step) = view.greatest("multipleOf").filter(|it| *it > 0.0) else { return number };
    let below = (number / step).floor() * step;
    let least = view.greatest("minimum").or(view.greatest("exclusiveMinimum")).unwrap_or(f64::MIN);
    if below < least { below + step } else { below }
}

/// The number without a fraction where it has none.
fn written(number: f64, is_whole: bool) -> Option<Number> {
    let is_exact = number.fract() == 0.0 && number.abs() < 9.0e15;
    if is_exact || is_whole { Some(Number::from(number as i64)) } else { Number::from_f64(number) }
}
