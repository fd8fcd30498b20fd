//! `std::regex`. Positions count characters. Patterns that were used lately stay compiled.

use std::cell::RefCell;
use std::rc::Rc;

use concerto_vm::{Args, FaultKind, Outcome, Value};
use regex::Regex;

use super::{record, text};

/// How many compiled patterns are kept.
const KEPT_MAX: usize = 64;

thread_local! {
    /// Compiled patterns, the one that was used last in front. They are shared: a copy would begin without the memory that
    /// searches need.
    static KEPT: RefCell<Vec<(String, Rc<Regex>)>> = const { RefCell::new(Vec::new()) };
}

/// The compiled form of a pattern, or why it has none.
fn compiled(pattern: &str) -> Result<Rc<Regex>, String> {
    KEPT.with_borrow_mut(|kept| {
        if let Some(at) = kept.iter().position(|(known, _)| known == pattern) {
            kept[..=at].rotate_right(1);
            return Ok(Rc::clone(&kept[0].1));
        }
        let regex = Rc::new(Regex::new(pattern).map_err(|it| refused(&it))?);
        kept.truncate(KEPT_MAX - 1);
        kept.insert(0, (pattern.to_owned(), Rc::clone(&regex)));
        Ok(regex)
    })
}

/// The last line of the crate's message says what is wrong; those before show where.
fn refused(problem: &regex::Error) -> String {
    match problem {
        regex::Error::CompiledTooBig(_) => "the pattern is too large".to_owned(),
        other => {
            let shown = other.to_string();
            let last = shown.lines().last().unwrap_or_default();
            format!("the pattern is no regular expression: {}", last.trim_start_matches("error: "))
        }
    }
}

/// What a function makes of the pattern in its first argument and the text in its second.
fn with(args: &Args<'_>, see: impl FnOnce(&Regex, &str) -> Value) -> Result<Outcome, FaultKind> {
    try_with(args, |regex, text| Ok(see(regex, text)))
}

/// The same, where there may be no room for what it makes.
fn try_with(args: &Args<'_>, see: impl FnOnce(&Regex, &str) -> Result<Value, FaultKind>) -> Result<Outcome, FaultKind> {
    let (pattern, text) = (args.text(0)?, args.text(1)?);
    match compiled(pattern) {
        Ok(regex) => see(&regex, text).map(Outcome::Ok),
        Err(problem) => Ok(Outcome::Err(problem)),
    }
}

/// What a match takes at least, outside of the machine and in it.
const MATCH_BYTES: usize = 256;

/// All values, as long as there is room for them.
fn listed(args: &Args<'_>, values: impl Iterator<Item = Value>) -> Result<Value, FaultKind> {
    let count_max = args.room() / MATCH_BYTES;
    let listed: Vec<Value> = values.take(count_max + 1).collect();
    if listed.len() > count_max { Err(args.out_of_memory()) } else { Ok(Value::Array(listed)) }
}

pub(super) fn is_match(args: &Args<'_>) -> Result<Outcome, FaultKind> {
    with(args, |regex, text| Value::Bool(regex.is_match(text)))
}

pub(super) fn find(args: &Args<'_>) -> Result<Outcome, FaultKind> {
    with(args, |regex, text| regex.find(text).map_or(Value::Null, |it| Places::of(text).found(it)))
}

pub(super) fn find_all(args: &Args<'_>) -> Result<Outcome, FaultKind> {
    try_with(args, |regex, text| {
        let mut places = Places::of(text);
        listed(args, regex.find_iter(text).map(|it| places.found(it)))
    })
}

pub(super) fn captures(args: &Args<'_>) -> Result<Outcome, FaultKind> {
    with(args, |regex, text| {
        let groups = regex.captures(text);
        groups.map_or(Value::Null, |it| Places::of(text).groups(regex, &it))
    })
}

pub(super) fn captures_all(args: &Args<'_>) -> Result<Outcome, FaultKind> {
    try_with(args, |regex, text| {
        let mut places = Places::of(text);
        listed(args, regex.captures_iter(text).map(|it| places.groups(regex, &it)))
    })
}

pub(super) fn replace(args: &Args<'_>) -> Result<Outcome, FaultKind> {
    let replacement = args.text(2)?;
    try_with(args, |regex, text| replaced(args, regex, text, replacement).map(Value::String))
}

/// A text with all matches replaced. A short one can become long: it is looked at before each piece.
fn replaced(args: &Args<'_>, regex: &Regex, text: &str, replacement: &str) -> Result<String, FaultKind> {
    let mut out = String::new();
    let mut from = 0;
    let groups = replacement.matches('$').count();
    let room = args.room();
    let mut add = |found: regex::Match<'_>, put: &mut dyn FnMut(&mut String)| {
        let most = groups.saturating_mul(found.len()).saturating_add(replacement.len());
        if out.len().saturating_add(most) > room {
            return Err(args.out_of_memory());
        }
        out.push_str(&text[from..found.start()]);
        put(&mut out);
        from = found.end();
        Ok(())
    };
    if groups == 0 {
        for found in regex.find_iter(text) {
            add(found, &mut |out| out.push_str(replacement))?;
        }
    } else {
        for captures in regex.captures_iter(text) {
            let Some(found) = captures.get(0) else { continue };
            add(found, &mut |out| captures.expand(replacement, out))?;
        }
    }
    out.push_str(&text[from..]);
    Ok(out)
}

pub(super) fn split(args: &Args<'_>) -> Result<Outcome, FaultKind> {
    try_with(args, |regex, it| listed(args, regex.split(it).map(text)))
}

/// Positions in characters, found from the last one that was asked for.
struct Places<'t> {
    text: &'t str,
    is_ascii: bool,
    bytes: usize,
    chars: usize,
}

impl<'t> Places<'t> {
    fn of(text: &'t str) -> Self {
        Self { text, is_ascii: text.is_ascii(), bytes: 0, chars: 0 }
    }

    fn chars_at(&mut self, at: usize) -> usize {
        if self.is_ascii {
            return at;
        }
        if at < self.bytes {
            (self.bytes, self.chars) = (0, 0);
        }
        self.chars += self.text.get(self.bytes..at).map_or(0, |it| it.chars().count());
        self.bytes = at;
        self.chars
    }

    fn found(&mut self, found: regex::Match<'_>) -> Value {
        let start = self.chars_at(found.start()) as i64;
        let end = self.chars_at(found.end()) as i64;
        record([("text", text(found.as_str())), ("start", Value::Int(start)), ("end", Value::Int(end))])
    }

    fn groups(&mut self, regex: &Regex, captures: &regex::Captures<'_>) -> Value {
        let mut all = captures.iter().map(|it| it.map_or(Value::Null, |it| self.found(it)));
        let whole = all.next().unwrap_or(Value::Null);
        let groups = all.collect();
        let names = regex.capture_names().enumerate();
        let names = names.filter_map(|(at, name)| Some((name?.to_owned(), Value::Int(at as i64)))).collect();
        record([("whole", whole), ("groups", Value::Array(groups)), ("names", Value::Object(names))])
    }
}
