//! Types as the machine knows them: what it takes to show, compare and hash their values, and their JSON form.

use concerto_ir::operand::LayoutRef;
use concerto_ir::program::{Field, Layout, Type, Variant};

use super::data::{Part, Record};
use super::{Lower, Written};
use crate::resolve::ItemId;
use crate::types::{self, DataSig, FnId, FnSig, Shape, Ty, VariantSig};

/// How much stack has to be left, and how much more is taken if it is not.
const STACK_RED_BYTES: usize = 128 * 1024;
const STACK_PIECE_BYTES: usize = 1024 * 1024;

/// The types that a type is made of.
fn inside(ty: &Type) -> Vec<u32> {
    match ty {
        Type::Array(element) | Type::Set(element) => vec![*element],
        Type::Map(key, value) => vec![*key, *value],
        Type::Tuple { elements, .. } => elements.clone(),
        Type::Struct { fields, .. } => fields.iter().map(|it| it.ty).collect(),
        Type::Enum { variants, .. } => variants.iter().flat_map(|it| it.data.iter().map(|it| it.ty)).collect(),
        _ => Vec::new(),
    }
}

impl Lower<'_> {
    /// The number of the description of a type.
    pub(crate) fn describe(&mut self, ty: Ty) -> u32 {
        if let Some(number) = self.tables.types.get(&ty) {
            return *number;
        }
        // A type may contain itself: its number is there before its parts are.
        let number = self.ir.types.len() as u32;
        self.ir.types.push(Type::Opaque);
        self.tables.types.insert(ty, number);
        // Types may be nested as deep as there are declarations.
        let described = stacker::maybe_grow(STACK_RED_BYTES, STACK_PIECE_BYTES, || self.described(ty));
        self.ir.types[number as usize] = described;
        number
    }

    fn described(&mut self, ty: Ty) -> Type {
        let b = &self.typed.builtins;
        let scalars = [
            (b.int, Type::Int),
            (b.float, Type::Float),
            (b.bool, Type::Bool),
            (b.duration, Type::Duration),
            (b.string, Type::String),
            (b.bytes, Type::Bytes),
            (b.range, Type::Range),
        ];
        if let Some((_, found)) = scalars.into_iter().find(|(it, _)| *it == ty) {
            return found;
        }
        let (array, set, map, task) = (b.array, b.set, b.map, b.task);
        match self.typed.types.kind(ty) {
            _ if ty == b.json => self.json_type(ty),
            types::Kind::Never | types::Kind::Error => Type::Unit,
            types::Kind::Literal(texts) => {
                let texts = self.typed.types.texts(texts).iter().map(|it| self.program.names.text(*it).to_owned());
                Type::Literal(texts.collect())
            }
            types::Kind::Tuple(_) => self.tuple_type(ty),
            types::Kind::Adt(item, _) if item == task => Type::Opaque,
            types::Kind::Adt(item, args) => match *self.typed.types.list(args) {
                [element] if item == array => Type::Array(self.describe(element)),
                [element] if item == set => Type::Set(self.describe(element)),
                [key, value] if item == map => {
                    let key = self.describe(key);
                    Type::Map(key, self.describe(value))
                }
                _ => self.declared_type(ty, item),
            },
            _ => Type::Opaque,
        }
    }

    fn tuple_type(&mut self, ty: Ty) -> Type {
        match self.record(ty) {
            Some(Record { layout: Some(layout), parts }) if !parts.is_empty() => {
                Type::Tuple { layout: layout.0, elements: parts.iter().map(|it| self.describe(it.ty)).collect() }
            }
            _ => Type::Unit,
        }
    }

    /// `Json`, with the layouts of its variants that have data.
    fn json_type(&mut self, ty: Ty) -> Type {
        let mut layout = |at| self.variant(ty, at).and_then(|it| it.layout).map_or(0, |it| it.0);
        Type::Json { layouts: [1, 2, 3, 4, 5, 6].map(&mut layout) }
    }

    /// A struct, schema or enum.
    fn declared_type(&mut self, ty: Ty, item: ItemId) -> Type {
        let Some(sig) = self.typed.signatures.adts.get(&item).cloned() else { return Type::Opaque };
        let name = self.program.names.text(sig.name).to_owned();
        match &sig.shape {
            Shape::Builtin => Type::Opaque,
            Shape::Struct(_) => {
                let Some(Record { layout: Some(layout), parts }) = self.record(ty) else { return Type::Opaque };
                let fields = self.fields(item, None, &parts);
                Type::Struct { name, layout: layout.0, fields, closed: self.trees.is_closed(item) }
            }
            Shape::Enum(variants) => {
                let plain = self.is_plain(item);
                let variants = variants.iter().zip(0..).map(|(it, at)| self.variant_type(ty, item, it, at)).collect();
                Type::Enum { name, variants, plain }
            }
        }
    }

    fn variant_type(&mut self, ty: Ty, item: ItemId, sig: &VariantSig, at: u32) -> Variant {
        let (layout, data) = match self.variant(ty, at) {
            Some(Record { layout, parts }) => (layout, self.fields(item, Some(at), &parts)),
            None => (None, Vec::new()),
        };
        let named = matches!(sig.data, DataSig::Named(_));
        Variant { name: self.program.names.text(sig.name).to_owned(), layout: layout.map(|it| it.0), named, data }
    }

    fn fields(&mut self, item: ItemId, variant: Option<u32>, parts: &[Part]) -> Vec<Field> {
        let is_named = parts.first().is_some_and(|it| it.name.is_some());
        let written = if is_named { self.trees.fields_of(self.typed, item, variant) } else { Vec::new() };
        let mut written = written.into_iter();
        let mut fields = Vec::with_capacity(parts.len());
        for part in parts {
            let Written { default, rules } = written.next().unwrap_or_default();
            let name = part.name.map_or(String::new(), |it| self.program.names.text(it).to_owned());
            fields.push(Field { name, ty: self.describe(part.ty), default, rules });
        }
        fields
    }

    /// The object of a function's parameters as a type, and how it is laid out.
    pub(super) fn params_type(&mut self, function: FnId) -> (u32, LayoutRef) {
        if let Some(found) = self.tables.params.get(&function) {
            return *found;
        }
        let found = self.make_params_type(function);
        self.tables.params.insert(function, found);
        found
    }

    fn make_params_type(&mut self, function: FnId) -> (u32, LayoutRef) {
        let sig = self.typed.signatures.function(function).clone();
        let name = self.function_name(&sig);
        let slots = sig.params.iter().map(|it| self.kind(it.ty)).collect();
        let layout = self.ir.layouts.len() as u32;
        self.ir.layouts.push(Layout { name: name.clone(), tag: 0, slots });
        let mut written = self.trees.params_of(self.typed, function).into_iter();
        let mut fields = Vec::with_capacity(sig.params.len());
        for param in &sig.params {
            let Written { default, rules } = written.next().unwrap_or_default();
            let name = param.name.map_or("_", |it| self.program.names.text(it)).to_owned();
            fields.push(Field { name, ty: self.describe(param.ty), default, rules });
        }
        let number = self.ir.types.len() as u32;
        self.ir.types.push(Type::Struct { name, layout, fields, closed: true });
        (number, LayoutRef(layout))
    }

    /// `owner::name`
    fn function_name(&self, sig: &FnSig) -> String {
        let name = self.program.names.text(sig.name);
        match sig.self_type.map(|it| self.typed.types.kind(it)) {
            Some(types::Kind::Adt(item, _)) => format!("{}::{name}", self.adt_name(item)),
            Some(types::Kind::Item(item)) => format!("{}::{name}", self.trees.item_name(item)),
            _ => name.to_owned(),
        }
    }

    /// Whether values of a type hold functions or tasks, which have no display form.
    pub(super) fn holds_function(&mut self, ty: Ty) -> bool {
        let id = self.describe(ty);
        let mut seen = vec![false; self.ir.types.len()];
        let mut waiting = vec![id];
        while let Some(at) = waiting.pop() {
            if std::mem::replace(&mut seen[at as usize], true) {
                continue;
            }
            match &self.ir.types[at as usize] {
                Type::Opaque => return true,
                other => waiting.extend(inside(other)),
            }
        }
        false
    }
}
