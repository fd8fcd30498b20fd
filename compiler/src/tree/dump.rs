//! Functions of the typed tree as text, for `--emit tree` and for snapshots: what a function does, with everything written
//! out that the source leaves to the reader.
//!
//! An expression that fits stands on one line; a longer one has what it contains below it, indented. Variables have their
//! names; made-up ones, and those that share a name, have a number. Not every detail is here: spans are not.

mod decision;
mod expr;
mod names;
mod place;

use super::{ExprId, Function, Global, LocalId, Work};
use crate::resolve::ItemId;
use crate::types::{FnId, ParamId, Ty};

pub(crate) use names::ProgramNames;

/// What the numbers in a tree are called.
pub trait Names {
    /// A type as people write it.
    fn ty(&self, ty: Ty) -> String;

    /// A type parameter.
    fn param(&self, param: ParamId) -> String;

    /// A declared function.
    fn function(&self, function: FnId) -> String;

    /// A declaration.
    fn item(&self, item: ItemId) -> String;

    /// A part of a struct, tool or tuple.
    fn part(&self, of: Ty, index: u32) -> String;

    /// A variant of an enum.
    fn variant(&self, of: Ty, index: u32) -> String;
}

/// A function for people to read.
pub fn dump(function: &Function, names: &dyn Names) -> String {
    let printer = Printer { function, names };
    let mut lines = vec![printer.header()];
    lines.extend(indented(printer.body(function.body)));
    lines.join("\n") + "\n"
}

/// How long a line may be that is made of several.
const WIDTH: usize = 100;

/// An expression as text.
type Lines = Vec<String>;

struct Printer<'a> {
    function: &'a Function,
    names: &'a dyn Names,
}

impl Printer<'_> {
    fn header(&self) -> String {
        let generics: Vec<String> = self.function.generics.iter().map(|it| self.names.param(*it)).collect();
        let generics = if generics.is_empty() { String::new() } else { format!("<{}>", generics.join(", ")) };
        let own = self.function.params.len() - self.function.captures as usize;
        let mut params: Vec<String> = self.function.params.iter().map(|it| self.declared(*it)).collect();
        if let Some(first) = params.first_mut().filter(|_| self.function.updates) {
            first.insert_str(0, "mut ");
        }
        let captures = params.split_off(own).join(", ");
        let captures = if captures.is_empty() { captures } else { format!(" with {captures}") };
        let output = self.names.ty(self.function.output);
        format!("fn {}{generics}({}){captures} -> {output}", self.function.name, params.join(", "))
    }

    /// `name: Type`
    fn declared(&self, local: LocalId) -> String {
        format!("{}: {}", self.local(local), self.names.ty(self.function.local(local).ty))
    }

    fn local(&self, id: LocalId) -> String {
        let Some(name) = &self.function.local(id).name else { return format!("_{}", id.0) };
        let is_shared = self.function.locals.iter().filter(|it| it.name.as_ref() == Some(name)).count() > 1;
        if is_shared { format!("{name}_{}", id.0) } else { name.to_string() }
    }

    fn ty_of(&self, id: ExprId) -> String {
        self.names.ty(self.function.expr(id).ty)
    }

    fn work(&self, work: &Work) -> String {
        match work {
            Work::Function(function) => self.names.function(*function),
            Work::Derived(trait_) => format!("derived {}", self.names.item(*trait_)),
            Work::Constructor(index) => format!("constructor {index}"),
            Work::Handler(function) => format!("handler of {}", self.names.function(*function)),
            Work::MockHandler(function) => format!("mock handler of {}", self.names.function(*function)),
            Work::Approval(item, at) => format!("approval of {}, method {at}", self.names.item(*item)),
            Work::Tool(item, None) => format!("tool {}", self.names.item(*item)),
            Work::Tool(item, Some(at)) => format!("tool {}, method {at}", self.names.item(*item)),
            Work::Script => "script".to_owned(),
            Work::Start(_) => "start".to_owned(),
            Work::Serve => "serve".to_owned(),
        }
    }

    fn global(&self, global: &Global) -> String {
        match global {
            Global::Item(item) => format!("global {}", self.names.item(*item)),
            Global::Mock(function) => format!("mock of {}", self.names.function(*function)),
            Global::Kept(name) => format!("kept {name}"),
        }
    }
}

/// `open a, b close` on one line if that fits, else each part on lines of its own.
fn form(open: &str, parts: Vec<Lines>, close: &str) -> Lines {
    listed(open, parts, ", ", close)
}

/// The same with another separator.
fn listed(open: &str, parts: Vec<Lines>, between: &str, close: &str) -> Lines {
    let length: usize = parts.iter().flatten().map(|it| it.chars().count() + between.len()).sum();
    if parts.iter().all(|it| it.len() == 1) && open.len() + length + close.len() <= WIDTH {
        return vec![format!("{open}{}{close}", parts.concat().join(between))];
    }
    let mut lines = vec![open.trim_end().to_owned()];
    if !between.trim().is_empty() && between != ", " {
        lines[0].push_str(between.trim());
    }
    lines.extend(parts.into_iter().flat_map(indented));
    if !close.is_empty() {
        lines.push(close.to_owned());
    }
    lines
}

/// `head` before what is said, if that begins a line.
fn before(head: &str, mut lines: Lines) -> Lines {
    if let Some(first) = lines.first_mut() {
        first.insert_str(0, head);
    }
    lines
}

/// `tail` after it.
fn after(mut lines: Lines, tail: &str) -> Lines {
    if let Some(last) = lines.last_mut() {
        last.push_str(tail);
    }
    lines
}

fn indented(lines: Lines) -> Lines {
    lines.into_iter().map(|it| format!("  {it}")).collect()
}
