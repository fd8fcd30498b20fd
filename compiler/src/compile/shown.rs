//! The typed trees of a program as text, for `--emit tree`.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::check::Checked;
use crate::declare::{self, About};
use crate::elaborate::Elaborator;
use crate::load::Program;
use crate::resolve::ItemId;
use crate::tree::dump::{ProgramNames, dump};
use crate::tree::{Compare, ExprKind, Function, Target, Work};
use crate::types::{self, FnSig, Kind, Ty, Typed};

/// A function, and the types that it is made for if it is made for one type.
type Made = (Work, Rc<[Ty]>);

/// The functions of the program's own files, each once whatever types it is used with, and what is derived for its types:
/// in the order of the files, then in the order in which they are first named. For a program without errors.
pub fn show_trees(checked: &mut Checked) -> String {
    let Checked { program, resolved, typed, .. } = checked;
    let mut elaborator = Elaborator::new(program, resolved);
    elaborator.find_mocks(typed);
    let mut waiting = own_functions(program, typed);
    if elaborator.is_script() {
        waiting.push((Work::Script, Rc::from([])));
    }
    let mut seen: FxHashSet<Made> = waiting.iter().cloned().collect();
    let mut shown = Vec::new();
    let mut at = 0;
    while let Some((work, types)) = waiting.get(at).cloned() {
        at += 1;
        let tree = elaborator.function(typed, &work, &types);
        shown.push(dump(&tree, &ProgramNames(About::new(program, resolved, typed))));
        let mut named = Vec::new();
        each_named(typed, &tree, &mut named);
        named.retain(|it| is_made_for_own(program, typed, it) && seen.insert(it.clone()));
        waiting.extend(named);
    }
    shown.join("\n")
}

/// The functions that have code in the program's own files.
fn own_functions(program: &Program, typed: &Typed) -> Vec<Made> {
    let is_own = |it: &&Rc<FnSig>| !program.module(it.item.module).is_library() && has_code(program, it);
    let mut own: Vec<&Rc<FnSig>> = typed.signatures.functions.iter().filter(is_own).collect();
    own.sort_by_key(|it| (it.item.module, it.name_span.start));
    own.into_iter().map(|it| (Work::Function(it.id), Rc::from([]))).collect()
}

/// Whether a function has a body; the `run` of a pipeline has one that is made of its stages.
fn has_code(program: &Program, sig: &FnSig) -> bool {
    match declare::tree_of(program, sig) {
        Some(tree) => tree.body.is_some(),
        None => matches!(declare::item(program, sig.item).map(|it| &it.kind), Some(crate::ast::ItemKind::Pipeline(_))),
    }
}

/// Whether something is made for a declaration of the program's own, apart from the functions that are written there.
fn is_made_for_own(program: &Program, typed: &Typed, (work, types): &Made) -> bool {
    let is_own = |item: ItemId| !program.module(item.module).is_library();
    match work {
        Work::Derived(_) | Work::Constructor(_) => match types.first().map(|it| typed.types.kind(*it)) {
            Some(Kind::Adt(item, _) | Kind::Item(item)) => is_own(item),
            _ => false,
        },
        Work::Handler(function) | Work::MockHandler(function) => is_own(typed.signatures.function(*function).item),
        Work::Approval(item, _) | Work::Tool(item, _) => is_own(*item),
        Work::Function(_) | Work::Script | Work::Start(_) | Work::Serve => false,
    }
}

/// Finds the functions that a tree names, those of its closures included, and those that are made from the structure of
/// types where it compares values or shows them.
fn each_named(typed: &mut Typed, tree: &Function, named: &mut Vec<Made>) {
    for expr in &tree.exprs {
        let traits = typed.builtins.traits;
        let derived = match &expr.kind {
            ExprKind::Call(Target { work, types }, _)
            | ExprKind::Update(Target { work, types }, ..)
            | ExprKind::FunctionValue(Target { work, types }, _) => {
                named.push((work.clone(), types.clone()));
                None
            }
            ExprKind::Display { value, .. } => Some((traits.display, tree.expr(*value).ty)),
            ExprKind::Compare(Compare::Eq | Compare::NotEq, left, _) => Some((traits.eq, tree.expr(*left).ty)),
            ExprKind::Compare(_, left, _) | ExprKind::Order(left, _) => Some((traits.ord, tree.expr(*left).ty)),
            ExprKind::Default => Some((traits.default, expr.ty)),
            _ => None,
        };
        if let Some((trait_, ty)) = derived.filter(|(trait_, ty)| is_derived(typed, *trait_, *ty)) {
            named.push((Work::Derived(trait_), Rc::from([ty])));
        }
    }
    tree.closures.iter().for_each(|it| each_named(typed, it, named));
}

/// Whether what a trait means for a type is a function that is made from the structure of the type.
fn is_derived(typed: &mut Typed, trait_: ItemId, ty: Ty) -> bool {
    if !matches!(typed.types.kind(ty), Kind::Adt(..)) || typed.types.is_generic(ty) {
        return false;
    }
    let function = typed.signatures.function_of(trait_, 0);
    let is_written = matches!(function.map(|it| typed.target(it, &[ty])), Some(types::Target::Function(..)));
    !is_written && !typed.is_native(trait_, ty)
}
