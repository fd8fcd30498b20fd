//! The sections of a program, each entry once: texts, functions of the machine, signatures, resources; and places.

use concerto_ir::operand::{GlobalRef, Kind, LayoutRef, NativeRef, SignatureRef, TextRef};
use concerto_ir::program::{Native, Place, Signature};
use rustc_hash::FxHashMap;

use super::Lower;
use super::data::{LayoutKey, Record};
use super::meaning::Meaning;
use crate::resolve::ItemId;
use crate::source::Span;
use crate::tree::Global;
use crate::types::{self, FnId, Shape, Ty};

/// What is known of types, and the numbers of what is in sections.
#[derive(Default)]
pub(super) struct Tables {
    texts: FxHashMap<String, u32>,
    /// By name, then by types.
    natives: FxHashMap<String, FxHashMap<Vec<u32>, u32>>,
    signatures: FxHashMap<Signature, u32>,
    globals: FxHashMap<Global, u32>,
    kinds: FxHashMap<Ty, Kind>,
    /// The layouts of structs, tuples and variants, by what they hold.
    pub(super) layouts: FxHashMap<LayoutKey, u32>,
    /// Structs, tuples and tools.
    pub(super) records: FxHashMap<Ty, Option<Record>>,
    /// The data of variants.
    pub(super) variants: FxHashMap<(Ty, u32), Option<Record>>,
    pub(super) types: FxHashMap<Ty, u32>,
    /// The objects of parameters: their types and layouts.
    pub(super) params: FxHashMap<FnId, (u32, LayoutRef)>,
    pub(super) meanings: FxHashMap<(ItemId, Ty), Meaning>,
    /// The place that was asked for last: instructions of one expression follow each other.
    place: Option<(Span, Place)>,
}

impl Lower<'_> {
    /// How a value of a type is held.
    pub(super) fn kind(&mut self, ty: Ty) -> Kind {
        if let Some(kind) = self.tables.kinds.get(&ty) {
            return *kind;
        }
        let kind = self.find_kind(ty);
        self.tables.kinds.insert(ty, kind);
        kind
    }

    fn find_kind(&self, ty: Ty) -> Kind {
        let builtins = &self.typed.builtins;
        match self.typed.types.kind(ty) {
            types::Kind::Never | types::Kind::Error => Kind::Int,
            types::Kind::Tuple(parts) if self.typed.types.list(parts).is_empty() => Kind::Int,
            types::Kind::Adt(..) if ty == builtins.float => Kind::Float,
            types::Kind::Adt(..) if builtins.is_word(ty) => Kind::Int,
            types::Kind::Adt(item, _) if self.is_plain(item) => Kind::Int,
            _ => Kind::Ref,
        }
    }

    /// Whether no variant of an enum has data: its values are numbers.
    pub(super) fn is_plain(&self, item: ItemId) -> bool {
        match self.typed.signatures.adts.get(&item).map(|it| &it.shape) {
            Some(Shape::Enum(variants)) => variants.iter().all(|it| matches!(it.data, types::DataSig::Unit)),
            _ => false,
        }
    }

    /// The number of a text.
    pub(super) fn text(&mut self, text: &str) -> TextRef {
        if let Some(number) = self.tables.texts.get(text) {
            return TextRef(*number);
        }
        let number = self.ir.texts.len() as u32;
        self.ir.texts.push(text.to_owned());
        self.tables.texts.insert(text.to_owned(), number);
        TextRef(number)
    }

    /// A function of the machine or an effect, with the types that it is used with.
    pub(super) fn native(&mut self, name: &str, params: &[Ty], result: Ty, changes: bool) -> NativeRef {
        let mut types: Vec<u32> = params.iter().map(|it| self.describe(*it)).collect();
        types.push(self.describe(result));
        self.native_of(name, types, changes)
    }

    /// The same by the numbers of the types; that of the result is the last.
    pub(super) fn native_of(&mut self, name: &str, types: Vec<u32>, changes: bool) -> NativeRef {
        let before = match self.tables.natives.get(name) {
            Some(found) => match found.get(&types) {
                Some(number) => return NativeRef(*number),
                None => found.len(),
            },
            None => 0,
        };
        let number = self.ir.natives.len() as u32;
        let shown = if before == 0 { name.to_owned() } else { format!("{name}#{}", before + 1) };
        let (result, params) = types.split_last().map_or((0, &[][..]), |(result, params)| (*result, params));
        self.ir.natives.push(Native { name: shown, params: params.to_vec(), result, changes });
        self.tables.natives.entry(name.to_owned()).or_default().insert(types, number);
        NativeRef(number)
    }

    /// What a closure takes and returns.
    pub(super) fn signature(&mut self, params: Vec<Kind>, result: Kind) -> SignatureRef {
        let signature = Signature { params, result };
        let next = self.ir.signatures.len() as u32;
        let number = *self.tables.signatures.entry(signature.clone()).or_insert(next);
        if number == next {
            self.ir.signatures.push(signature);
        }
        SignatureRef(number)
    }

    /// The number of a resource.
    pub(crate) fn global(&mut self, global: &Global) -> GlobalRef {
        if let Some(number) = self.tables.globals.get(global) {
            return GlobalRef(*number);
        }
        let number = self.ir.globals.len() as u32;
        self.ir.globals.push(self.trees.global_name(self.typed, global));
        self.tables.globals.insert(global.clone(), number);
        GlobalRef(number)
    }

    /// Where a span begins; nowhere if it is empty, as that of made-up code is.
    pub(super) fn place(&mut self, span: Span) -> Place {
        if let Some((last, place)) = self.tables.place
            && last == span
        {
            return place;
        }
        let place = match self.program.sources.line_of(span) {
            Some((file, _)) if span != Span::default() => {
                let position = self.program.sources.file(file).position(span.start);
                Place { file: file.0, line: position.line, column: position.column, inlined: 0 }
            }
            _ => Place::default(),
        };
        self.tables.place = Some((span, place));
        place
    }
}
