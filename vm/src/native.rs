//! Functions of the machine: what a program calls with `native.*` and `change.*`.
//!
//! [`table`] names them all, with the types that they take and give. When a program is linked, each that it uses is looked
//! up, and its types are compared with those of the table, so that a function finds what it expects in its arguments: a
//! number where a number was promised and a reference where a reference was. What a reference leads to it checks itself.
//! [`library`] is for functions that whoever makes the machine brings along.

mod call;
mod signature;
mod table;

mod arrays;
mod bytes;
mod json;
mod library;
mod maps;
mod numbers;
mod state;
mod texts;
mod tools;
mod values;

use concerto_ir::op::Inst;
use concerto_ir::operand::Kind;
use concerto_ir::program::{Native, Program, Type};

use crate::fault::FaultKind;
use crate::heap::Form;
use crate::heap::tables::{KEY_REFS, VALUE_REFS};

pub(crate) use call::Call;
pub use library::{Args, Function, Library, Outcome};

/// What a function of the machine gives: the word of its result, or why there is none.
pub(crate) type Given = Result<u64, FaultKind>;

/// A function of the machine.
pub(crate) type Body = fn(&mut Call<'_>) -> Given;

/// The most parameters of a function of the machine.
pub(crate) const PARAMS_MAX: usize = 4;

/// A row of the table.
pub(crate) struct Row {
    name: &'static str,
    /// What it takes and gives; a single letter is any type, the same wherever it stands.
    signature: &'static str,
    /// Whether it changes its first parameter.
    changes: bool,
    body: Body,
}

/// A function of the machine with the types that a program uses it with.
pub(crate) struct Linked {
    pub(crate) body: Body,
    /// The function of a library that this is, if it is one.
    pub(crate) foreign: Option<&'static Function>,
    pub(crate) params: Box<[u32]>,
    pub(crate) result: u32,
    /// The layouts of the first two variants of what it gives, if that is an enum.
    pub(crate) layouts: [u32; 2],
    /// The map or set that it is about.
    pub(crate) table: TablePlan,
}

/// What a map or set looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TablePlan {
    pub(crate) form: Form,
    pub(crate) tag: u16,
    pub(crate) keys: Keys,
}

/// How keys are hashed and compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keys {
    /// As words.
    Words,
    /// As texts.
    Texts,
    /// Part by part, as values of this type.
    Parts(u32),
}

/// Looks up the functions of the machine that a program uses.
pub(crate) fn link(program: &Program, library: Library) -> Result<Vec<Linked>, FaultKind> {
    let mut is_used = vec![false; program.natives.len()];
    for inst in program.functions.iter().flat_map(|it| &it.code) {
        if let Some(used) = native_of(inst).and_then(|it| is_used.get_mut(it as usize)) {
            *used = true;
        }
    }
    let link =
        |(native, is_used): (&Native, bool)| if is_used { find(program, library, native) } else { Ok(unused(native)) };
    program.natives.iter().zip(is_used).map(link).collect()
}

/// The functions of the machine: the name of each, what it takes and gives, and whether it changes its first parameter.
pub fn natives() -> impl Iterator<Item = (&'static str, &'static str, bool)> {
    rows().map(|it| (it.name, it.signature, it.changes))
}

fn rows() -> impl Iterator<Item = &'static Row> {
    table::ROWS.iter().flat_map(|it| it.iter())
}

/// Whether there is a function with a name.
#[cfg(test)]
pub(crate) fn knows(name: &str) -> bool {
    rows().any(|it| it.name == name)
}

/// The function of the machine that an instruction calls.
fn native_of(inst: &Inst) -> Option<u32> {
    match inst {
        Inst::NativeInt { native, .. }
        | Inst::NativeFloat { native, .. }
        | Inst::NativeRef { native, .. }
        | Inst::ChangeInt { native, .. }
        | Inst::ChangeFloat { native, .. }
        | Inst::ChangeRef { native, .. } => Some(native.0),
        _ => None,
    }
}

/// A function of the machine for the types that a program uses it with.
pub(crate) fn find(program: &Program, library: Library, native: &Native) -> Result<Linked, FaultKind> {
    let name = native.function();
    let refuse = |problem: String| Err(FaultKind::Message(problem));
    let foreign = library.iter().find(|it| it.name == name);
    let brought = foreign.map(|it| Row { name: it.name, signature: it.signature, changes: false, body: library::call });
    let Some(row) = rows().find(|it| it.name == name).or(brought.as_ref()) else {
        return refuse(format!("this machine has no function `{name}`"));
    };
    if row.changes != native.changes || !signature::fits(program, row.signature, native) {
        let changes = if row.changes { ", which changes its first parameter" } else { "" };
        return refuse(format!("the types of `{}` do not fit `{name}{}`{changes}", native.name, row.signature));
    }
    let types = &program.types;
    let about = native.params.iter().chain([&native.result]).find_map(|it| table_plan(types, *it));
    if matches!(about, Some(TablePlan { keys: Keys::Parts(ty), .. }) if !can_be_key(types, ty)) {
        return refuse(format!("`{}` is about keys that cannot be keys", native.name));
    }
    // What is shown most often needs no look at its type.
    let shows_int =
        name == "display" && native.params.first().and_then(|it| types.get(*it as usize)) == Some(&Type::Int);
    Ok(Linked {
        body: if shows_int { numbers::int_to_string } else { row.body },
        foreign,
        layouts: layouts(types, native.result),
        table: about.unwrap_or(NO_TABLE),
        ..unused(native)
    })
}

const NO_TABLE: TablePlan = TablePlan { form: Form::Set, tag: 0, keys: Keys::Words };

fn unused(native: &Native) -> Linked {
    Linked {
        body: |_| Err(FaultKind::BadObject),
        foreign: None,
        params: native.params.clone().into(),
        result: native.result,
        layouts: [u32::MAX; 2],
        table: NO_TABLE,
    }
}

fn layouts(types: &[Type], ty: u32) -> [u32; 2] {
    let Some(Type::Enum { variants, .. }) = types.get(ty as usize) else { return [u32::MAX; 2] };
    [0, 1].map(|at: usize| variants.get(at).and_then(|it| it.layout).unwrap_or(u32::MAX))
}

/// What a map or set of a type looks like.
pub(crate) fn table_plan(types: &[Type], ty: u32) -> Option<TablePlan> {
    let is_ref = |ty: u32| types.get(ty as usize).is_some_and(|it| it.kind() == Kind::Ref);
    let (form, key, value_refs) = match types.get(ty as usize)? {
        Type::Map(key, value) => (Form::Map, *key, is_ref(*value)),
        Type::Set(key) => (Form::Set, *key, false),
        _ => return None,
    };
    let keys = match types.get(key as usize)? {
        Type::String | Type::Literal(_) => Keys::Texts,
        Type::Float => Keys::Parts(key),
        other if other.kind() == Kind::Int => Keys::Words,
        _ => Keys::Parts(key),
    };
    let tag = if is_ref(key) { KEY_REFS } else { 0 } | if value_refs { VALUE_REFS } else { 0 };
    Some(TablePlan { form, tag, keys })
}

/// Whether a type may be that of keys, as far as its outside shows; what is inside is seen when it is hashed.
fn can_be_key(types: &[Type], ty: u32) -> bool {
    matches!(types.get(ty as usize), Some(Type::Tuple { .. } | Type::Struct { .. } | Type::Enum { .. }))
}
