//! Values for schemas: a schema and a supply in, a value that keeps to the schema out.
//!
//! What is required is filled first, then what is optional, both in the order of the schema; what is optional is only there
//! where the supply has something for it. Recursive schemas are followed as deeply as it takes, within limits.

mod array;
mod boolean;
mod choice;
mod number;
mod object;
mod text;

use serde_json::Value;

use super::check::Check;
use super::supply::Supply;
use super::view::View;

/// How deeply values are nested: as little as it takes.
const DEPTHS: [usize; 3] = [8, 16, 32];

/// How many schemas are filled at most for one value.
const STEPS_MAX: usize = 20_000;

/// How many of them are kept for what is required.
const STEPS_RESERVED: usize = 10_000;

/// How many values that are only tried may stand inside of each other.
const TRIES_MAX: usize = 3;

/// A value for a schema; nothing where none can be made. The supply knows whether everything was there.
pub(super) fn fill(schema: &Value, supply: &mut Supply) -> Option<Value> {
    let view = View::of(schema, [schema])?;
    let start = supply.mark();
    for depth_max in DEPTHS {
        let mut filler = Filler::new(schema, supply, depth_max);
        if let Some(value) = filler.fill(&view, "", 0) {
            return Some(value);
        }
        supply.rewind(start);
    }
    None
}

/// Fills the schemas of one document.
struct Filler<'s, 'a> {
    root: &'s Value,
    check: Check<'s>,
    supply: &'a mut Supply,
    depth_max: usize,
    /// How many schemas may still be filled.
    steps: usize,
    /// How many values around this one are only tried.
    tries: usize,
    /// Which of the values that are made up this is, where they must differ.
    variant: usize,
}

impl<'s, 'a> Filler<'s, 'a> {
    fn new(root: &'s Value, supply: &'a mut Supply, depth_max: usize) -> Self {
        Self { root, check: Check::new(root), supply, depth_max, steps: STEPS_MAX, tries: 0, variant: 0 }
    }

    /// A value for what is called `name`.
    fn fill(&mut self, view: &View<'s>, name: &str, depth: usize) -> Option<Value> {
        let reserved = if self.tries > 0 { STEPS_RESERVED } else { 0 };
        if depth > self.depth_max || self.steps <= reserved {
            return None;
        }
        self.steps -= 1;
        if let Some(value) = self.named(view, name) {
            return Some(value);
        }
        if let Some((union, rest)) = view.split_union() {
            return self.fill_union(&union, &rest, name, depth);
        }
        if let Some(value) = view.first("const") {
            return self.keeps_to(value, view).then(|| value.clone());
        }
        if let Some(choices) = view.first("enum").and_then(Value::as_array) {
            return self.fill_choice(choices, view);
        }
        match view.types().as_deref() {
            None => self.fill_any(view, name, depth),
            Some([one]) => self.fill_type(one, view, name, depth),
            Some(several) => self.fill_types(several, view, name, depth),
        }
    }

    /// What a result has under this name, where it fits.
    fn named(&mut self, view: &View<'s>, name: &str) -> Option<Value> {
        let fits = |it: &&Value| view.layers().iter().all(|layer| self.check.fits_layer(it, layer));
        let value = self.supply.named(name).find(fits)?.clone();
        self.supply.note_found();
        Some(value)
    }

    fn fill_type(&mut self, kind: &str, view: &View<'s>, name: &str, depth: usize) -> Option<Value> {
        match kind {
            "integer" => self.fill_number(view, true),
            "number" => self.fill_number(view, false),
            "string" => self.fill_text(view),
            "boolean" => Some(self.fill_boolean(name)),
            "array" => self.fill_array(view, name, depth),
            "object" => self.fill_object(view, depth),
            "null" => Some(Value::Null),
            _ => None,
        }
    }

    /// Anything: a quoted text, else a number, else the text that stands for all.
    fn fill_any(&mut self, view: &View<'s>, name: &str, depth: usize) -> Option<Value> {
        self.fill_types(&["string", "number"], view, name, depth)
    }

    /// Whether a value keeps to all that is said about it, alternatives left aside.
    fn keeps_to(&self, value: &Value, view: &View<'s>) -> bool {
        view.layers().iter().all(|it| self.check.fits_own(value, it))
    }

    /// Makes a value and gives back what it took where nothing was found for it.
    fn attempt(&mut self, make: impl FnOnce(&mut Self) -> Option<Value>) -> Attempt {
        if self.tries >= TRIES_MAX || self.steps <= STEPS_RESERVED {
            return Attempt::Failed;
        }
        let mark = self.supply.mark();
        self.tries += 1;
        let value = make(self);
        self.tries -= 1;
        match value {
            Some(value) if self.supply.has_found_since(mark) => Attempt::Found(value),
            Some(value) => {
                self.supply.rewind(mark);
                Attempt::MadeUp(value)
            }
            None => {
                self.supply.rewind(mark);
                Attempt::Failed
            }
        }
    }
}

/// What came of a try.
enum Attempt {
    /// A value with something in it that was found.
    Found(Value),
    /// A value that is right and says nothing.
    MadeUp(Value),
    /// No value.
    Failed,
}
