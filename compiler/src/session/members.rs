//! What can stand after a `.`: the fields and methods of a type, for completion.

use crate::ast::{Entry, ItemKind, Symbol};
use crate::check::Checked;
use crate::resolve::Res;
use crate::types::{FnSig, Kind, Shape, Ty};

use super::last_type;

/// The fields and methods of what the new entry ends in.
pub fn members_of_last(checked: &Checked) -> Vec<String> {
    let Some(ty) = last_type(checked) else { return Vec::new() };
    let text = |it| checked.program.names.text(it).to_owned();
    let mut found: Vec<String> = fields(checked, ty).into_iter().map(text).collect();
    let methods = checked.typed.signatures.functions.iter();
    let methods = methods.filter(|it| is_method_of(checked, it, ty)).map(|it| text(it.name));
    found.extend(methods.filter(|it| !it.starts_with('_')));
    found.extend(functions_of_tool(checked).into_iter().map(text));
    found
}

/// The functions of a tool that the new entry ends in the name of.
fn functions_of_tool(checked: &Checked) -> Vec<Symbol> {
    let Some((module, expr)) = super::last_expr(checked) else { return Vec::new() };
    let Some(Res::Item(item)) = checked.resolved.modules[module.index()].exprs.get(expr.index()) else {
        return Vec::new();
    };
    match checked.program.module(item.module).ast.entries.get(item.index as usize) {
        Some(Entry::Item(it)) if matches!(it.kind, ItemKind::Tool(_)) => {
            let public = it.kind.methods().iter().filter(|it| it.public.is_some());
            public.map(|it| it.function.name.name).collect()
        }
        _ => Vec::new(),
    }
}

fn fields(checked: &Checked, ty: Ty) -> Vec<Symbol> {
    let Kind::Adt(item, _) = checked.typed.types.kind(ty) else { return Vec::new() };
    match checked.typed.signatures.adts.get(&item) {
        Some(sig) if !sig.opaque => match &sig.shape {
            Shape::Struct(fields) => fields.iter().map(|it| it.name).collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Whether a function is one that a value of a type has, and that can be called here.
fn is_method_of(checked: &Checked, sig: &FnSig, ty: Ty) -> bool {
    let types = &checked.typed.types;
    let is_same = sig.self_type.is_some_and(|it| match (types.kind(it), types.kind(ty)) {
        (Kind::Adt(left, _), Kind::Adt(right, _)) | (Kind::Item(left), Kind::Item(right)) => left == right,
        _ => it == ty,
    });
    let module = checked.program.module(sig.item.module);
    let is_tool = matches!(types.kind(ty), Kind::Item(_));
    let method = match module.ast.entries.get(sig.item.index as usize) {
        Some(Entry::Item(it)) => sig.place.and_then(|place| it.kind.methods().get(place as usize)),
        _ => None,
    };
    let is_impl = matches!(
        module.ast.entries.get(sig.item.index as usize),
        Some(Entry::Item(it)) if matches!(&it.kind, ItemKind::Impl(it) if it.trait_.is_some())
    );
    let is_public = is_impl || !module.is_library() || method.is_some_and(|it| it.public.is_some());
    is_same && is_public && (is_tool || sig.receiver.is_some())
}
