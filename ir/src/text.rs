//! Instructions as text: `add.int r2, r0, r1`. What is written can be read again.

use std::collections::HashMap;
use std::fmt::{Display, Write};
use std::sync::LazyLock;

use crate::op::{Inst, Op};
use crate::operand::{Kind, Reg, Role, Section, Sink, Source};
use crate::program::Program;

/// An instruction as text. Functions, natives and texts are written out, so that it can be read alone.
pub fn show(inst: &Inst, program: &Program) -> String {
    let mut printer = Printer { program, out: inst.op().mnemonic().to_owned(), count: 0 };
    inst.write(&mut printer);
    printer.out
}

struct Printer<'p> {
    program: &'p Program,
    out: String,
    count: usize,
}

impl Printer<'_> {
    /// Where the next operand is written.
    fn next(&mut self) -> &mut String {
        self.out.push_str(if self.count == 0 { " " } else { ", " });
        self.count += 1;
        &mut self.out
    }

    fn put(&mut self, operand: impl Display) {
        // Writing to a text does not fail.
        let _ = write!(self.next(), "{operand}");
    }

    fn list(&mut self, sign: char, numbers: impl Iterator<Item = u32>) {
        let out = self.next();
        out.push('[');
        for (at, number) in numbers.enumerate() {
            let _ = write!(out, "{}{sign}{number}", if at > 0 { ", " } else { "" });
        }
        out.push(']');
    }

    /// A name in quotes.
    fn quoted(&mut self, text: Option<&str>) {
        let text = text.unwrap_or("?");
        match text.bytes().all(|it| it >= b' ' && it != b'"' && it != b'\\') {
            true => self.put(format_args!("\"{text}\"")),
            false => self.put(serde_json::Value::from(text)),
        }
    }
}

impl Sink for Printer<'_> {
    fn reg(&mut self, _: Role, _: Kind, reg: Reg) {
        self.put(format_args!("r{}", reg.0));
    }

    fn regs(&mut self, _: Role, regs: &[Reg]) {
        self.list('r', regs.iter().map(|it| u32::from(it.0)));
    }

    fn small(&mut self, value: i16) {
        self.put(value);
    }

    fn number(&mut self, value: i32) {
        self.put(value);
    }

    fn whole(&mut self, value: i64) {
        self.put(value);
    }

    fn fraction(&mut self, value: f64) {
        self.put(format_args!("{value:?}"));
    }

    fn jump(&mut self, target: u32) {
        self.put(format_args!("@{target}"));
    }

    fn jumps(&mut self, targets: &[u32]) {
        self.list('@', targets.iter().copied());
    }

    fn entry(&mut self, section: Section, index: u32) {
        let at = index as usize;
        let program = self.program;
        match section {
            Section::Function => self.quoted(program.functions.get(at).map(|it| it.name.as_str())),
            Section::Native => self.quoted(program.natives.get(at).map(|it| it.name.as_str())),
            Section::Text => self.quoted(program.texts.get(at).map(String::as_str)),
            Section::Layout => self.put(format_args!("layout {index}")),
            Section::Signature => self.put(format_args!("signature {index}")),
            Section::Global => self.put(format_args!("global {index}")),
        }
    }
}

/// Instructions by their mnemonics.
static OPS: LazyLock<HashMap<&str, Op>> = LazyLock::new(|| Op::ALL.iter().map(|it| (it.mnemonic(), *it)).collect());

/// Finds what a name or text in an instruction stands for.
pub trait Lookup {
    /// The number of a function, a native or a text.
    fn find(&mut self, section: Section, text: &str) -> Option<u32>;
}

/// Reads an instruction.
pub fn parse(line: &str, lookup: &mut impl Lookup) -> Result<Inst, String> {
    let (mnemonic, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
    let op = OPS.get(mnemonic).copied().ok_or_else(|| format!("there is no instruction `{}`", clipped(mnemonic)))?;
    let mut reader = Reader { rest: rest.trim(), lookup, is_first: true };
    let inst = op.read(&mut reader)?;
    match reader.rest.is_empty() {
        true => Ok(inst),
        false => Err(format!("`{}` is left over after `{mnemonic}`", clipped(reader.rest))),
    }
}

/// The start of something, for a message: it may be as long as a file, and no text that a terminal should get.
pub(crate) fn clipped(text: &str) -> String {
    let mut shown = String::new();
    for it in text.chars().take(SHOWN_MAX) {
        if it.is_control() { shown.extend(it.escape_default()) } else { shown.push(it) }
    }
    if text.chars().nth(SHOWN_MAX).is_some() {
        shown.push('…');
    }
    shown
}

/// How many characters a message shows of what it is about.
const SHOWN_MAX: usize = 80;

struct Reader<'t, L> {
    rest: &'t str,
    lookup: &'t mut L,
    is_first: bool,
}

impl<'t, L: Lookup> Reader<'t, L> {
    /// Goes on to the next operand.
    fn next(&mut self) -> Result<(), String> {
        if self.rest.trim_start().is_empty() {
            return Err("an operand is missing".to_owned());
        }
        if !std::mem::take(&mut self.is_first) {
            self.eat(",")?;
        }
        self.rest = self.rest.trim_start();
        Ok(())
    }

    fn eat(&mut self, text: &str) -> Result<(), String> {
        self.rest = self.rest.trim_start();
        self.rest = self.rest.strip_prefix(text).ok_or_else(|| match self.rest {
            "" => format!("expected `{text}` at the end"),
            rest => format!("expected `{text}` before `{}`", clipped(rest)),
        })?;
        Ok(())
    }

    /// The text up to the end of the operand.
    fn word(&mut self) -> &'t str {
        let end = self.rest.find([',', ']', ' ']).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn parsed<T: std::str::FromStr>(&mut self, what: &str) -> Result<T, String> {
        let word = self.word();
        word.parse().map_err(|_| format!("`{}` is no {what}", clipped(word)))
    }

    fn list<T>(&mut self, mut one: impl FnMut(&mut Self) -> Result<T, String>) -> Result<Vec<T>, String> {
        self.eat("[")?;
        let mut found = Vec::new();
        loop {
            self.rest = self.rest.trim_start();
            if let Some(rest) = self.rest.strip_prefix(']') {
                self.rest = rest;
                return Ok(found);
            }
            if !found.is_empty() {
                self.eat(",")?;
                self.rest = self.rest.trim_start();
            }
            found.push(one(self)?);
        }
    }

    fn register(&mut self) -> Result<Reg, String> {
        let word = self.word();
        let number = word.strip_prefix('r').and_then(|it| it.parse().ok());
        number.map(Reg).ok_or_else(|| format!("`{}` is no register", clipped(word)))
    }

    fn target(&mut self) -> Result<u32, String> {
        let word = self.word();
        word.strip_prefix('@').and_then(|it| it.parse().ok()).ok_or_else(|| format!("`{}` is no target", clipped(word)))
    }

    /// A text in quotes, as JSON writes it.
    fn quoted(&mut self) -> Result<String, String> {
        let mut values = serde_json::Deserializer::from_str(self.rest).into_iter::<String>();
        let text = values
            .next()
            .and_then(Result::ok)
            .ok_or_else(|| format!("expected a text before `{}`", clipped(self.rest)))?;
        self.rest = &self.rest[values.byte_offset()..];
        Ok(text)
    }
}

impl<L: Lookup> Source for Reader<'_, L> {
    type Error = String;

    fn reg(&mut self) -> Result<Reg, String> {
        self.next()?;
        self.register()
    }

    fn regs(&mut self) -> Result<Vec<Reg>, String> {
        self.next()?;
        self.list(Self::register)
    }

    fn small(&mut self) -> Result<i16, String> {
        self.next()?;
        self.parsed("small number")
    }

    fn number(&mut self) -> Result<i32, String> {
        self.next()?;
        self.parsed("number of 32 bits")
    }

    fn whole(&mut self) -> Result<i64, String> {
        self.next()?;
        self.parsed("whole number")
    }

    fn fraction(&mut self) -> Result<f64, String> {
        self.next()?;
        self.parsed("number")
    }

    fn jump(&mut self) -> Result<u32, String> {
        self.next()?;
        self.target()
    }

    fn jumps(&mut self) -> Result<Vec<u32>, String> {
        self.next()?;
        self.list(Self::target)
    }

    fn entry(&mut self, section: Section) -> Result<u32, String> {
        self.next()?;
        let word = match section {
            Section::Layout => "layout",
            Section::Signature => "signature",
            Section::Global => "global",
            Section::Function | Section::Native | Section::Text => {
                let text = self.quoted()?;
                let found = self.lookup.find(section, &text);
                let word = if section == Section::Native { "native" } else { "function" };
                return found.ok_or_else(|| format!("there is no {word} `{}`", clipped(&text)));
            }
        };
        self.eat(word)?;
        self.rest = self.rest.trim_start();
        self.parsed("number")
    }
}

#[cfg(test)]
mod tests;
