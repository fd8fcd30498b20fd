//! The display form of a value: what `print` writes.

use concerto_ir::program::Type;

use crate::fault::FaultKind;
use crate::node::{Group, Node, Sort, node};

/// Text that grows up to a limit.
pub(crate) struct Out {
    pub(crate) text: String,
    bytes_max: usize,
}

impl Out {
    /// A text of at most so many bytes.
    pub(crate) fn new(text: String, bytes_max: usize) -> Self {
        Self { text, bytes_max }
    }

    /// Whether it is longer than it may be. Checked between parts: a part of a value is in memory already.
    pub(crate) fn check(&self) -> Result<(), FaultKind> {
        if self.text.len() > self.bytes_max { Err(FaultKind::OutOfMemory(self.bytes_max)) } else { Ok(()) }
    }
}

/// Writes the display form of a value: a text as it is, everything inside of others as it would be in a program.
///
/// # Safety
/// `[typed]`: as for [`node`].
pub(crate) unsafe fn show(types: &[Type], ty: u32, word: u64, out: &mut Out) -> Result<(), FaultKind> {
    // SAFETY: [typed] the caller's word is of the type, and so are its parts of theirs.
    unsafe {
        if !is_json(types, ty)
            && let Node::Text(text) = node(types, ty, word)?
        {
            out.text.push_str(text);
            return Ok(());
        }
        let mut open: Vec<(Group, bool)> = Vec::new();
        let mut next = Some((ty, word));
        loop {
            if let Some((ty, word)) = next.take() {
                out.check()?;
                if is_json(types, ty) {
                    crate::json::write::compact(types, ty, word, out)?;
                } else if let Some(group) = leaf(node(types, ty, word)?, &mut out.text)? {
                    begin(&group, &mut out.text);
                    open.push((group, true));
                }
            }
            let Some((group, is_first)) = open.last_mut() else { return Ok(()) };
            match group.next() {
                Some(part) => {
                    between(group, part.is_key, std::mem::take(is_first), &mut out.text);
                    if !part.name.is_empty() {
                        out.text.push_str(part.name);
                        out.text.push_str(": ");
                    }
                    next = Some((part.ty, part.word));
                }
                None => {
                    out.text.push_str(end(group));
                    open.pop();
                }
            }
        }
    }
}

fn is_json(types: &[Type], ty: u32) -> bool {
    matches!(types.get(ty as usize), Some(Type::Json { .. }))
}

/// Writes what has no parts; gives back what has some.
fn leaf<'c>(node: Node<'c>, out: &mut String) -> Result<Option<Group<'c>>, FaultKind> {
    match node {
        Node::Unit => out.push_str("()"),
        Node::Bool(true) => out.push_str("true"),
        Node::Bool(false) => out.push_str("false"),
        Node::Int(value) => int(value, out),
        Node::Float(value) => float(value, out),
        Node::Duration(ms) => duration(ms, out),
        Node::Text(text) => quote(text, out),
        Node::Bytes(bytes) => show_bytes(bytes, out),
        Node::Range(start, end, is_inclusive) => {
            int(start, out);
            out.push_str(if is_inclusive { "..=" } else { ".." });
            int(end, out);
        }
        Node::Group(group) => return Ok(Some(group)),
        Node::Opaque => return Err(FaultKind::BadObject),
    }
    Ok(None)
}

fn begin(group: &Group<'_>, out: &mut String) {
    let is_empty = group.len() == 0;
    match group.sort {
        Sort::Array => out.push('['),
        Sort::Set => out.push_str("Set {"),
        Sort::Map if is_empty => out.push_str("{:"),
        Sort::Map => out.push('{'),
        Sort::Tuple => out.push('('),
        Sort::Struct(name) => {
            out.push_str(name);
            out.push_str(if is_empty { " {" } else { " { " });
        }
        Sort::Variant(owner, _, variant) => {
            if !matches!(owner, "Option" | "Result") {
                out.push_str(owner);
                out.push_str("::");
            }
            out.push_str(&variant.name);
            match (is_empty, variant.named) {
                (true, _) => {}
                (_, true) => out.push_str(" { "),
                (_, false) => out.push('('),
            }
        }
    }
}

fn between(group: &Group<'_>, is_key: bool, is_first: bool, out: &mut String) {
    if matches!(group.sort, Sort::Map) && !is_key {
        out.push_str(": ");
    } else if !is_first {
        out.push_str(", ");
    }
}

fn end(group: &Group<'_>) -> &'static str {
    match (group.sort, group.len()) {
        (Sort::Array, _) => "]",
        (Sort::Set | Sort::Map, _) => "}",
        (Sort::Tuple, 1) => ",)",
        (Sort::Tuple, _) => ")",
        (Sort::Struct(_), 0) => "}",
        (Sort::Struct(_), _) => " }",
        (Sort::Variant(..), 0) => "",
        (Sort::Variant(_, _, variant), _) => {
            if variant.named {
                " }"
            } else {
                ")"
            }
        }
    }
}

/// A whole number.
pub(crate) fn int(value: i64, out: &mut String) {
    out.push_str(Digits::of(value).text());
}

/// The digits of a whole number.
pub(crate) struct Digits {
    /// At the end of these bytes, from `at` on.
    bytes: [u8; 20],
    at: usize,
}

impl Digits {
    /// Those of a number, with its sign.
    pub(crate) fn of(value: i64) -> Self {
        let mut digits = Self { bytes: [0; 20], at: 20 };
        let mut rest = value.unsigned_abs();
        while rest >= 10 {
            digits.put(b'0' + (rest % 10) as u8);
            rest /= 10;
        }
        digits.put(b'0' + rest as u8);
        if value < 0 {
            digits.put(b'-');
        }
        digits
    }

    fn put(&mut self, byte: u8) {
        self.at -= 1;
        self.bytes[self.at] = byte;
    }

    /// As text.
    pub(crate) fn text(&self) -> &str {
        // SAFETY: [utf8] from `at` on there are digits and a sign only.
        unsafe { std::str::from_utf8_unchecked(&self.bytes[self.at..]) }
    }
}

/// The shortest text that reads back as the same number, with an exponent where it is very large or very small.
pub(crate) fn float(value: f64, out: &mut String) {
    use std::fmt::Write;
    let size = value.abs();
    // Writing to a text does not fail.
    _ = match value {
        _ if value.is_nan() => write!(out, "NaN"),
        _ if value.is_infinite() => write!(out, "{}", if value > 0.0 { "inf" } else { "-inf" }),
        _ if size != 0.0 && !(1e-5..1e16).contains(&size) => write!(out, "{value:e}"),
        _ if value.fract() == 0.0 => write!(out, "{value:.1}"),
        _ => write!(out, "{value}"),
    };
}

/// A duration in the largest unit that is exact.
fn duration(ms: i64, out: &mut String) {
    let units = [(3_600_000, "h"), (60_000, "m"), (1_000, "s")];
    let exact = units.iter().find(|(size, _)| ms != 0 && ms % size == 0);
    let (size, name) = exact.copied().unwrap_or((1, "ms"));
    int(ms / size, out);
    out.push_str(name);
}

/// A text as a literal.
pub(crate) fn quote(text: &str, out: &mut String) {
    out.push('"');
    let mut rest = text;
    while let Some(at) = rest.find(|it: char| matches!(it, '"' | '\\' | '$') || it.is_control()) {
        out.push_str(&rest[..at]);
        let Some(special) = rest[at..].chars().next() else { break };
        rest = &rest[at + special.len_utf8()..];
        escape(special, rest, out);
    }
    out.push_str(rest);
    out.push('"');
}

/// A character that cannot stand for itself in a literal; a `$` can unless a `{` follows.
fn escape(special: char, rest: &str, out: &mut String) {
    use std::fmt::Write;
    match special {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        '\0' => out.push_str("\\0"),
        '$' if rest.starts_with('{') => out.push_str("\\$"),
        '$' => out.push('$'),
        // Writing to a text does not fail.
        _ => _ = write!(out, "\\u{{{:x}}}", u32::from(special)),
    }
}

/// Bytes as numbers.
fn show_bytes(bytes: &[u8], out: &mut String) {
    out.push_str("Bytes [");
    for (at, byte) in bytes.iter().enumerate() {
        if at > 0 {
            out.push_str(", ");
        }
        int(i64::from(*byte), out);
    }
    out.push(']');
}
