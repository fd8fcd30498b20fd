//! Keys of maps out of the keys of objects, which are their display forms.

use concerto_ir::operand::Kind;
use concerto_ir::program::{Field, Type};

use super::decode::Wrong;
use crate::fault::FaultKind;
use crate::heap::Heap;
use crate::link::Linked;

/// How deep a key may be: it is read by recursion.
const DEPTH_MAX: usize = 64;

/// A value of a type out of its display form.
pub(super) fn read(heap: &mut Heap, linked: &Linked, ty: u32, text: &str) -> Result<u64, Wrong> {
    let refuse = || Wrong::Misfit(format!("the key {text:?} does not fit"));
    match linked.types().get(ty as usize) {
        Some(Type::String) => Ok(heap.text(text)? as u64),
        Some(Type::Literal(texts)) if texts.iter().any(|it| it == text) => Ok(heap.text(text)? as u64),
        Some(Type::Literal(_)) | None => Err(refuse()),
        Some(_) => {
            let mut reader = Reader { heap, linked, rest: text };
            match reader.value(ty, 0)? {
                Some(word) if reader.rest.is_empty() => Ok(word),
                Some(word) => {
                    reader.release(ty, word);
                    Err(refuse())
                }
                None => Err(refuse()),
            }
        }
    }
}

struct Reader<'c, 't> {
    heap: &'c mut Heap,
    linked: &'c Linked,
    rest: &'t str,
}

impl<'c, 't> Reader<'c, 't> {
    fn eat(&mut self, text: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(text)?;
        Some(())
    }

    /// What stands before the first character that is not like that.
    fn while_(&mut self, is: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|it| !is(it)).unwrap_or(self.rest.len());
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        text
    }

    /// A value, if one of the type stands here.
    fn value(&mut self, ty: u32, depth: usize) -> Result<Option<u64>, FaultKind> {
        if depth > DEPTH_MAX {
            return Ok(None);
        }
        let linked = self.linked;
        let Some(found) = linked.types().get(ty as usize) else { return Ok(None) };
        match found {
            Type::Unit => Ok(self.eat("()").map(|()| 0)),
            Type::Int => Ok(self.number().map(|it| it as u64)),
            Type::Bool => match self.while_(char::is_alphabetic) {
                "true" => Ok(Some(1)),
                "false" => Ok(Some(0)),
                _ => Ok(None),
            },
            Type::Duration => Ok(self.duration()),
            Type::String => self.text(None),
            Type::Literal(texts) => self.text(Some(texts)),
            Type::Tuple { layout, elements } => {
                if self.eat("(").is_none() {
                    return Ok(None);
                }
                let end = if elements.len() == 1 { ",)" } else { ")" };
                self.parts(elements.iter().map(|it| ("", *it)), *layout, 0, end, depth)
            }
            Type::Struct { name, layout, fields, .. } => {
                let open = if fields.is_empty() { " {" } else { " { " };
                if self.eat(name).and_then(|()| self.eat(open)).is_none() {
                    return Ok(None);
                }
                self.parts(named(fields), *layout, 0, if fields.is_empty() { "}" } else { " }" }, depth)
            }
            Type::Enum { name, variants, plain } => {
                if self.eat(name).is_some() && self.eat("::").is_none() {
                    return Ok(None);
                }
                let word = self.while_(|it| it.is_alphanumeric() || it == '_');
                let Some(tag) = variants.iter().position(|it| it.name == word) else { return Ok(None) };
                let variant = &variants[tag];
                let (open, end) = if variant.named { (" { ", " }") } else { ("(", ")") };
                match variant.layout {
                    None => Ok(Some(if *plain { tag as u64 } else { (tag as u64) << 1 | 1 })),
                    Some(_) if self.eat(open).is_none() => Ok(None),
                    Some(layout) => self.parts(named(&variant.data), layout, tag as u16, end, depth),
                }
            }
            _ => Ok(None),
        }
    }

    /// A record of parts, each with its name before it, if it has one.
    fn parts<'n>(
        &mut self,
        parts: impl Iterator<Item = (&'n str, u32)>,
        layout: u32,
        tag: u16,
        end: &str,
        depth: usize,
    ) -> Result<Option<u64>, FaultKind> {
        let mut done: Vec<(u32, u64)> = Vec::new();
        let read = || -> Result<bool, FaultKind> {
            for (at, (name, ty)) in parts.enumerate() {
                let is_separated = at == 0 || self.eat(", ").is_some();
                let is_named = name.is_empty() || self.eat(name).and_then(|()| self.eat(": ")).is_some();
                if !is_separated || !is_named {
                    return Ok(false);
                }
                match self.value(ty, depth + 1)? {
                    Some(word) => done.push((ty, word)),
                    None => return Ok(false),
                }
            }
            Ok(self.eat(end).is_some())
        };
        let read = read();
        let object = match read {
            Ok(true) => self.heap.record(tag, layout, done.len()).map(Some),
            Ok(false) => Ok(None),
            Err(kind) => Err(kind),
        };
        match object {
            Ok(Some(object)) => {
                for (at, (_, word)) in done.into_iter().enumerate() {
                    // SAFETY: [types] the layout has a slot for each part, of the kind of its type; [shape] so the
                    // record has these.
                    unsafe { *object.add(1).cast::<u64>().add(at) = word };
                }
                Ok(Some(object as u64))
            }
            other => {
                done.into_iter().for_each(|(ty, word)| self.release(ty, word));
                other.map(|_| None)
            }
        }
    }

    fn number(&mut self) -> Option<i64> {
        let start = self.rest;
        if self.rest.starts_with('-') {
            self.eat("-")?;
        }
        self.while_(|it| it.is_ascii_digit());
        start[..start.len() - self.rest.len()].parse().ok()
    }

    fn duration(&mut self) -> Option<u64> {
        let count = self.number()?;
        let size = match self.while_(char::is_alphabetic) {
            "ms" => 1,
            "s" => 1_000,
            "m" => 60_000,
            "h" => 3_600_000,
            _ => return None,
        };
        count.checked_mul(size).map(|it| it as u64)
    }

    /// A text in quotes, one of some if they are given.
    fn text(&mut self, allowed: Option<&[String]>) -> Result<Option<u64>, FaultKind> {
        let text = self.quoted().filter(|it| allowed.is_none_or(|all| all.contains(it)));
        text.map(|it| Ok(self.heap.text(&it)? as u64)).transpose()
    }

    fn quoted(&mut self) -> Option<String> {
        self.eat("\"")?;
        let mut text = String::new();
        loop {
            text.push_str(self.while_(|it| it != '"' && it != '\\'));
            if self.eat("\"").is_some() {
                return Some(text);
            }
            self.eat("\\")?;
            let letter = self.rest.chars().next()?;
            self.rest = &self.rest[letter.len_utf8()..];
            text.push(match letter {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                '0' => '\0',
                '\\' | '"' | '$' => letter,
                'u' => {
                    self.eat("{")?;
                    let digits = self.while_(|it| it.is_ascii_hexdigit());
                    self.eat("}")?;
                    char::from_u32(u32::from_str_radix(digits, 16).ok()?)?
                }
                _ => return None,
            });
        }
    }

    fn release(&mut self, ty: u32, word: u64) {
        if self.linked.types().get(ty as usize).is_some_and(|it| it.kind() == Kind::Ref) {
            // SAFETY: [counted] the word was made here, and is nobody else's.
            unsafe { self.heap.release(word, &self.linked.shapes) };
        }
    }
}

fn named(fields: &[Field]) -> impl Iterator<Item = (&str, u32)> {
    fields.iter().map(|it| (it.name.as_str(), it.ty))
}
