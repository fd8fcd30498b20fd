//! What a later program has to know of a type of an earlier one: how to write it, and whether it is still the same.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::ast::Entry;
use crate::load::{ModuleId, Origin, Program};
use crate::resolve::ItemId;
use crate::types::{Kind, Ty, Typed};

/// A type as the first module of a program can write it; nothing where it cannot.
pub(crate) fn written(program: &Program, typed: &Typed, ty: Ty) -> Option<String> {
    let list = |parts| -> Option<Vec<String>> {
        typed.types.list(parts).iter().map(|it| written(program, typed, *it)).collect()
    };
    Some(match typed.types.kind(ty) {
        Kind::Error | Kind::Never | Kind::Var(_) | Kind::Param(_) | Kind::Item(_) => return None,
        Kind::Literal(texts) => {
            let quoted = typed.types.texts(texts).iter().map(|it| quoted(program.names.text(*it)));
            quoted.collect::<Vec<_>>().join(" | ")
        }
        Kind::Tuple(parts) => match list(parts)?.as_slice() {
            [one] => format!("({one},)"),
            all => format!("({})", all.join(", ")),
        },
        Kind::Fn(params, result) => {
            let result = written(program, typed, result)?;
            let gives = if result == "()" { String::new() } else { format!(" -> {result}") };
            format!("fn({}){gives}", list(params)?.join(", "))
        }
        Kind::Adt(item, args) => {
            let name = path(program, typed, item)?;
            match list(args)?.as_slice() {
                [] => name,
                args => format!("{name}<{}>", args.join(", ")),
            }
        }
    })
}

/// A text as a literal. Letters that a literal has to write in another way do not occur in types that are worth keeping.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('$', "\\$").replace('\n', "\\n");
    format!("\"{escaped}\"")
}

/// The name of a declared type, with the modules that lead to it.
fn path(program: &Program, typed: &Typed, item: ItemId) -> Option<String> {
    let name = program.names.text(typed.signatures.adts.get(&item)?.name);
    let module = program.module(item.module);
    Some(match module.origin {
        Origin::Entry | Origin::Prelude => name.to_owned(),
        Origin::Std => format!("std::{}::{name}", module.name),
        Origin::File => format!("{}::{name}", module_path(program, item.module)),
    })
}

fn module_path(program: &Program, module: ModuleId) -> String {
    let up = std::iter::successors(Some(module), |it| program.module(*it).parent);
    let names = up.take_while(|it| program.module(*it).origin != Origin::Entry);
    let mut names: Vec<&str> = names.map(|it| program.module(it).name.as_str()).collect();
    names.reverse();
    names.join("::")
}

/// A number that is another one where anything that a type is made of was declared in another way.
pub(crate) fn mark(program: &Program, typed: &Typed, ty: Ty) -> u64 {
    let mut hasher = FxHasher::default();
    written(program, typed, ty).hash(&mut hasher);
    for item in reached(typed, vec![ty]) {
        declaration(program, item).hash(&mut hasher);
    }
    hasher.finish()
}

/// The same of a tool, a memory, a ledger or a store.
pub(crate) fn mark_of_item(program: &Program, typed: &Typed, item: ItemId) -> u64 {
    let mut hasher = FxHasher::default();
    declaration(program, item).hash(&mut hasher);
    let fields = typed.signatures.tool_fields.get(&item).into_iter().flat_map(|it| it.iter().map(|it| it.ty));
    let types = fields.chain(typed.signatures.values.get(&item).copied());
    for item in reached(typed, types.collect()) {
        declaration(program, item).hash(&mut hasher);
    }
    hasher.finish()
}

/// Whether values of a type may hold a task.
pub(crate) fn holds_task(typed: &Typed, ty: Ty) -> bool {
    reached(typed, vec![ty]).contains(&typed.builtins.task)
}

/// All declared types that types are made of.
fn reached(typed: &Typed, mut next: Vec<Ty>) -> BTreeSet<ItemId> {
    let mut found = BTreeSet::new();
    while let Some(ty) = next.pop() {
        match typed.types.kind(ty) {
            Kind::Tuple(parts) => next.extend_from_slice(typed.types.list(parts)),
            Kind::Fn(params, result) => {
                next.extend_from_slice(typed.types.list(params));
                next.push(result);
            }
            Kind::Adt(item, args) => {
                next.extend_from_slice(typed.types.list(args));
                if found.insert(item) {
                    next.extend(typed.signatures.adts.get(&item).into_iter().flat_map(|it| it.data()));
                }
            }
            _ => {}
        }
    }
    found
}

/// The text of a declaration; that of the library is always the same.
fn declaration(program: &Program, item: ItemId) -> Option<&str> {
    let module = program.module(item.module);
    match module.ast.entries.get(item.index as usize)? {
        Entry::Item(it) if !module.is_library() => Some(program.sources.slice(it.span)),
        _ => None,
    }
}
