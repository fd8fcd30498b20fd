//! From the typed program to instructions: functions become drafts, one for each set of type arguments that is used.
//!
//! Under construction: numbers, truth values, structs, tuples, arrays, enums, patterns, control flow, functions
//! and methods are here. What is not is refused as
//! [`Unsupported`], with its place; the command does not use this yet.

mod body;
mod call;
mod control;
mod data;
mod expr;
mod method;
mod operator;
mod pattern;
mod place;

use concerto_ir::operand::Kind;
use concerto_ir::program::{Place, Program};
use rustc_hash::FxHashMap;

use crate::check::Checked;
use crate::emit;
use crate::resolve::ItemId;
use crate::source::Span;
use crate::types::{self, FnId, Shape, Ty, Typed};

/// Something that cannot be lowered yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub what: &'static str,
}

/// A function with the types that it is used with.
type Instance = (FnId, Vec<Ty>);

/// A program on its way to instructions.
struct Lower<'c> {
    program: &'c crate::load::Program,
    resolved: &'c crate::resolve::Resolved,
    typed: &'c mut Typed,
    ir: Program,
    /// The functions that were asked for, in the order of their numbers.
    instances: Vec<Instance>,
    numbers: FxHashMap<Instance, u32>,
    /// The layouts of structs and tuples.
    layouts: FxHashMap<Ty, u32>,
    /// The layouts of variants.
    variants: FxHashMap<(Ty, u32), u32>,
    texts: FxHashMap<String, u32>,
}

/// Lowers a program without mistakes, from its `main`.
pub fn lower(checked: &mut Checked) -> Result<Program, Unsupported> {
    let Checked { program, resolved, typed, .. } = checked;
    let mut lower = Lower {
        program,
        resolved,
        typed,
        ir: Program::default(),
        instances: Vec::new(),
        numbers: FxHashMap::default(),
        layouts: FxHashMap::default(),
        variants: FxHashMap::default(),
        texts: FxHashMap::default(),
    };
    lower.ir.files = lower.program.sources.files().map(|it| it.name().to_owned()).collect();
    let main = lower.main();
    if let Some(main) = main {
        lower.ir.entry = Some(lower.instance(main, Vec::new()));
    }
    let mut at = 0;
    while at < lower.instances.len() {
        let instance = lower.instances[at].clone();
        let draft = lower.function(&instance)?;
        lower.ir.functions.push(emit::emit(draft));
        at += 1;
    }
    Ok(lower.ir)
}

impl Lower<'_> {
    fn main(&self) -> Option<FnId> {
        let entry = self.program.entry()?;
        let name = self.program.names.find("main")?;
        let functions = self.typed.signatures.functions.iter();
        functions.filter(|it| it.item.module == entry && it.place.is_none()).find(|it| it.name == name).map(|it| it.id)
    }

    /// The number of a function with its types.
    fn instance(&mut self, function: FnId, types: Vec<Ty>) -> u32 {
        let key = (function, types);
        if let Some(number) = self.numbers.get(&key) {
            return *number;
        }
        let number = self.instances.len() as u32;
        self.instances.push(key.clone());
        self.numbers.insert(key, number);
        number
    }

    /// A name that no other function has.
    fn name(&self, instance: &Instance) -> String {
        let sig = self.typed.signatures.function(instance.0);
        let name = self.program.names.text(sig.name);
        let number = self.numbers.get(instance).copied().unwrap_or(0);
        if name == "main" && number == 0 { name.to_owned() } else { format!("{name}#{number}") }
    }

    /// How a value of a type is held.
    fn kind(&self, ty: Ty) -> Kind {
        let builtins = &self.typed.builtins;
        match self.typed.types.kind(ty) {
            types::Kind::Never | types::Kind::Error => Kind::Int,
            types::Kind::Tuple(parts) if self.typed.types.list(parts).is_empty() => Kind::Int,
            types::Kind::Adt(..) if ty == builtins.float_type() => Kind::Float,
            types::Kind::Adt(..) if builtins.is_word(ty) => Kind::Int,
            types::Kind::Adt(item, _) if self.is_plain(item) => Kind::Int,
            _ => Kind::Ref,
        }
    }

    /// Whether no variant of an enum has data: its values are numbers.
    fn is_plain(&self, item: ItemId) -> bool {
        match self.typed.signatures.adts.get(&item).map(|it| &it.shape) {
            Some(Shape::Enum(variants)) => variants.iter().all(|it| it.data.types().is_empty()),
            _ => false,
        }
    }

    /// The number of a text.
    fn text(&mut self, text: &str) -> u32 {
        if let Some(number) = self.texts.get(text) {
            return *number;
        }
        let number = self.ir.texts.len() as u32;
        self.ir.texts.push(text.to_owned());
        self.texts.insert(text.to_owned(), number);
        number
    }

    fn is_trait(&self, item: ItemId) -> bool {
        let entry = self.program.module(item.module).ast.entries.get(item.index as usize);
        matches!(entry, Some(crate::ast::Entry::Item(it)) if matches!(it.kind, crate::ast::ItemKind::Trait(_)))
    }

    fn place(&self, span: Span) -> Place {
        let Some((file, _)) = self.program.sources.line_of(span) else { return Place::default() };
        let position = self.program.sources.file(file).position(span.start);
        Place { file: file.0, line: position.line, column: position.column }
    }
}
