//! Values as their types see them: a word and a type in, a [`Node`] out.
//!
//! Types in a program are claims: whoever looks at a value through its type gets [`FaultKind::BadObject`] where the object
//! is another. What a value consists of is given part by part, so that walks over values need no recursion.

use concerto_ir::operand::Kind;
use concerto_ir::program::{Field, Type, Variant};

use crate::fault::FaultKind;
use crate::heap::arrays::array_of;
use crate::heap::texts::{bytes_of, text_of};
use crate::heap::{Form, Header, Table, object_of};
use crate::native::{Keys, TablePlan, table_plan};

/// A type that every program has without saying so: the keys of a `Json` object.
pub(crate) const TEXT: u32 = u32::MAX;

/// A value.
pub(crate) enum Node<'c> {
    /// `()`, and `null` in a `Json`.
    Unit,
    Bool(bool),
    Int(i64),
    Float(f64),
    Duration(i64),
    Text(&'c str),
    Bytes(&'c [u8]),
    /// Its start, its end as it was written, and whether that is in it.
    Range(i64, i64, bool),
    /// Something that consists of others.
    Group(Group<'c>),
    /// Something without a form.
    Opaque,
}

/// What a group is.
#[derive(Clone, Copy)]
pub(crate) enum Sort<'c> {
    Array,
    Set,
    Map,
    Tuple,
    /// A struct with its name.
    Struct(&'c str),
    /// A variant: the name of its enum, its number, and itself.
    Variant(&'c str, u32, &'c Variant),
}

/// A value that consists of others, and how many of them were looked at.
pub(crate) struct Group<'c> {
    pub(crate) sort: Sort<'c>,
    parts: Parts<'c>,
    at: usize,
}

#[derive(Clone, Copy)]
enum Parts<'c> {
    Items(&'c [u64], u32),
    Elements(&'c [u64], &'c [u32]),
    Fields(&'c [u64], &'c [Field]),
    Keys(&'c Table, u32),
    /// The table, the types of keys and values, and the entry whose value comes next.
    Pairs(&'c Table, u32, u32, Option<u64>),
}

/// A part of a group.
pub(crate) struct Part<'c> {
    pub(crate) ty: u32,
    pub(crate) word: u64,
    /// What it is called, if it has a name.
    pub(crate) name: &'c str,
    /// Whether it is a key: its value comes next.
    pub(crate) is_key: bool,
}

impl<'c> Group<'c> {
    /// The next part.
    pub(crate) fn next(&mut self) -> Option<Part<'c>> {
        let at = self.at;
        self.at += 1;
        let plain = |ty: u32, word: u64| Part { ty, word, name: "", is_key: false };
        match &mut self.parts {
            Parts::Items(words, ty) => words.get(at).map(|word| plain(*ty, *word)),
            Parts::Elements(words, types) => Some(plain(*types.get(at)?, *words.get(at)?)),
            Parts::Fields(words, fields) => {
                let field = fields.get(at)?;
                Some(Part { ty: field.ty, word: *words.get(at)?, name: &field.name, is_key: false })
            }
            Parts::Keys(table, ty) => {
                let found = table.next(at)?;
                self.at = found + 1;
                Some(plain(*ty, table.pair(found).0))
            }
            Parts::Pairs(table, key_type, value_type, value) => {
                if let Some(word) = value.take() {
                    self.at = at;
                    return Some(plain(*value_type, word));
                }
                let found = table.next(at)?;
                let (key, word) = table.pair(found);
                *value = Some(word);
                self.at = found + 1;
                Some(Part { is_key: true, ..plain(*key_type, key) })
            }
        }
    }

    /// The hash of the key or item that [`Self::next`] gave last.
    pub(crate) fn hash_of_key(&self) -> u64 {
        self.table().zip(self.at.checked_sub(1)).map_or(0, |(table, at)| table.hash(at))
    }

    /// The table of a map or set.
    pub(crate) fn table(&self) -> Option<&'c Table> {
        match self.parts {
            Parts::Keys(table, _) | Parts::Pairs(table, ..) => Some(table),
            _ => None,
        }
    }

    /// The elements of an array.
    pub(crate) fn items(&self) -> Option<(&'c [u64], u32)> {
        match self.parts {
            Parts::Items(words, ty) => Some((words, ty)),
            _ => None,
        }
    }

    /// The slots and fields of a struct or of the data of a variant.
    pub(crate) fn fields(&self) -> Option<(&'c [u64], &'c [Field])> {
        match self.parts {
            Parts::Fields(words, fields) => Some((words, fields)),
            _ => None,
        }
    }

    /// How many values it consists of; a key and its value are one.
    pub(crate) fn len(&self) -> usize {
        match self.parts {
            Parts::Items(words, _) | Parts::Elements(words, _) | Parts::Fields(words, _) => words.len(),
            Parts::Keys(table, _) | Parts::Pairs(table, ..) => table.len(),
        }
    }
}

/// A value of a type.
///
/// # Safety
/// `[typed]`: `word` is held as the type says. `[counted]`: if it is a reference, that counts while the value is looked
/// at. `[unshared]`: what it leads to does not change in that time.
pub(crate) unsafe fn node<'c>(types: &'c [Type], ty: u32, word: u64) -> Result<Node<'c>, FaultKind> {
    let bad = FaultKind::BadObject;
    if ty == TEXT {
        // SAFETY: [typed] it is the key of a `Json` object: a reference.
        return unsafe { text_of(word) }.map(Node::Text).ok_or(bad);
    }
    let found = types.get(ty as usize).ok_or(FaultKind::BadObject)?;
    let group = |sort, parts| Ok(Node::Group(Group { sort, parts, at: 0 }));
    // SAFETY: [typed] where the type is one of references the word is a reference; [header] its object is looked at
    // first.
    unsafe {
        match found {
            Type::Unit => Ok(Node::Unit),
            Type::Int => Ok(Node::Int(word as i64)),
            Type::Float => Ok(Node::Float(f64::from_bits(word))),
            Type::Bool => Ok(Node::Bool(word != 0)),
            Type::Duration => Ok(Node::Duration(word as i64)),
            Type::String | Type::Literal(_) => text_of(word).map(Node::Text).ok_or(bad),
            Type::Bytes => bytes_of(word).map(Node::Bytes).ok_or(bad),
            Type::Range => match array_of(word, Form::Words) {
                Some(&[start, end, inclusive]) => Ok(Node::Range(start as i64, end as i64, inclusive != 0)),
                _ => Err(bad),
            },
            Type::Json { layouts } => json(layouts, ty, word),
            Type::Array(item) => {
                let items = array_of(word, form_of(types, *item)).ok_or(bad)?;
                group(Sort::Array, Parts::Items(items, *item))
            }
            Type::Set(item) => group(Sort::Set, Parts::Keys(table(types, ty, word)?, *item)),
            Type::Map(key, value) => group(Sort::Map, Parts::Pairs(table(types, ty, word)?, *key, *value, None)),
            Type::Tuple { layout, elements } => {
                group(Sort::Tuple, Parts::Elements(slots(word, *layout, elements.len())?, elements))
            }
            Type::Struct { name, layout, fields, .. } => {
                group(Sort::Struct(name), Parts::Fields(slots(word, *layout, fields.len())?, fields))
            }
            Type::Enum { name, variants, plain } => {
                let tag = if *plain { word } else { tag_of(word)? };
                let variant = usize::try_from(tag).ok().and_then(|it| variants.get(it)).ok_or(bad)?;
                let slots = match variant.layout {
                    Some(layout) => slots(word, layout, variant.data.len())?,
                    None => &[],
                };
                group(Sort::Variant(name, tag as u32, variant), Parts::Fields(slots, &variant.data))
            }
            Type::Opaque => Ok(Node::Opaque),
        }
    }
}

/// What a `Json` holds.
unsafe fn json<'c>(layouts: &[u32; 6], ty: u32, word: u64) -> Result<Node<'c>, FaultKind> {
    let bad = FaultKind::BadObject;
    let group = |sort, parts| Ok(Node::Group(Group { sort, parts, at: 0 }));
    // SAFETY: [typed] the word is a reference; [header] slots are read after the layout was compared.
    unsafe {
        let tag = tag_of(word)?;
        let place = tag.checked_sub(1).and_then(|it| usize::try_from(it).ok());
        let Some(layout) = place.and_then(|it| layouts.get(it)) else {
            return if tag == 0 && word == 1 { Ok(Node::Unit) } else { Err(bad) };
        };
        let [value] = *slots(word, *layout, 1)? else { return Err(bad) };
        match tag {
            1 => Ok(Node::Bool(value != 0)),
            2 => Ok(Node::Int(value as i64)),
            3 => Ok(Node::Float(f64::from_bits(value))),
            4 => text_of(value).map(Node::Text).ok_or(bad),
            5 => group(Sort::Array, Parts::Items(array_of(value, Form::Refs).ok_or(bad)?, ty)),
            _ => group(Sort::Map, Parts::Pairs(table_of(value, JSON_OBJECT)?, TEXT, ty, None)),
        }
    }
}

/// The text of a `Json` that is one: a reference that belongs to it.
///
/// # Safety
/// `[typed]`: as for [`node`].
pub(crate) unsafe fn json_text(types: &[Type], ty: u32, word: u64) -> Option<u64> {
    let Some(Type::Json { layouts: [_, _, _, layout, _, _] }) = types.get(ty as usize) else { return None };
    // SAFETY: [typed] the word is a reference; [header] slots are read after the layout was compared.
    unsafe { slots(word, *layout, 1).ok().map(|it| it[0]) }
}

/// What the object of a `Json` looks like.
pub(crate) const JSON_OBJECT: TablePlan = TablePlan { form: Form::Map, tag: 3, keys: Keys::Texts };

/// The form of an array of these elements.
pub(crate) fn form_of(types: &[Type], item: u32) -> Form {
    match types.get(item as usize).map(Type::kind) {
        Some(Kind::Ref) => Form::Refs,
        _ => Form::Words,
    }
}

unsafe fn table<'c>(types: &[Type], ty: u32, word: u64) -> Result<&'c Table, FaultKind> {
    let plan = table_plan(types, ty).ok_or(FaultKind::BadObject)?;
    // SAFETY: [typed] the word is a reference, and the type that of a table.
    unsafe { table_of(word, plan) }
}

/// The map or set that a reference leads to, if it is one that looks like this.
///
/// # Safety
/// `[counted]`: as for [`object_of`]. `[unshared]`: the table does not change while it is looked at.
pub(crate) unsafe fn table_of<'c>(word: u64, plan: TablePlan) -> Result<&'c Table, FaultKind> {
    // SAFETY: [counted] the caller's reference counts; [header] an object of this form is a table.
    let found = unsafe { object_of(word, plan.form).map(|it| &*it.cast::<Table>()) };
    found.filter(|it| it.header.tag == plan.tag).ok_or(FaultKind::BadObject)
}

/// The number of a variant that may have data.
unsafe fn tag_of(word: u64) -> Result<u64, FaultKind> {
    if word & 1 == 1 {
        return Ok(word >> 1);
    }
    // SAFETY: [typed] the word is a reference; [header] its object is looked at first.
    let record = unsafe { object_of(word, Form::Record) };
    // SAFETY: [header] it is a record.
    record.map(|it| unsafe { u64::from((*it).tag) }).ok_or(FaultKind::BadObject)
}

/// The slots of a record of a layout with so many of them.
unsafe fn slots<'c>(word: u64, layout: u32, count: usize) -> Result<&'c [u64], FaultKind> {
    // SAFETY: [typed] the word is a reference; [header] its object is looked at first; [shape] `room` says how many
    // slots follow.
    unsafe {
        let record: *mut Header = object_of(word, Form::Record).ok_or(FaultKind::BadObject)?;
        if (*record).info != layout || (*record).room as usize != count {
            return Err(FaultKind::BadObject);
        }
        Ok(std::slice::from_raw_parts(record.add(1).cast(), count))
    }
}
