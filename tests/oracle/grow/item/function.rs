//! Functions, methods and `main`: signatures with bodies.

use super::super::code::{block, indented};
use super::super::expr::{bound_of, in_arm};
use super::super::scope::{Grower, Most, Recursion};
use super::super::types::{Bound, Ty, result};
use super::super::world::{Callable, Data, Owner, World};
use super::signature::{Kind, param, signature};
use crate::generated::dice::Dice;

/// How many calls a recursive function makes of itself, at a guess.
const RECURSIVE_CALLS: usize = 12;

/// All functions and methods; each may call those before it.
pub(in super::super) fn callables(dice: &mut Dice, world: &mut World) -> Vec<String> {
    let mut items = vec![walk_over_trees(dice, world)];
    let mut kinds = vec![Kind::Generic, Kind::Recursive, Kind::Method, Kind::Free];
    let all = [Kind::Generic, Kind::Method, Kind::Method, Kind::Free, Kind::Free, Kind::Recursive];
    kinds.extend((0..dice.below(4)).map(|_| all[dice.below(6)]));
    dice.shuffle(&mut kinds);
    for (number, kind) in kinds.into_iter().enumerate() {
        let mut callable = signature(dice, world, kind, number);
        let text = function(dice, world, &mut callable, kind == Kind::Recursive);
        items.push(text);
        world.callables.push(callable);
    }
    items
}

/// A function over trees, which ends as trees do.
fn walk_over_trees(dice: &mut Dice, world: &mut World) -> String {
    let sign = dice.word(&["+", "-", "+"]);
    let (pattern, value) = match &world.enums[1].variants[2].1 {
        Data::Tuple(types) if types.len() == 1 => ("(trees)", format!("1 {sign} trees.map(walk).sum()")),
        Data::Tuple(_) => ("(a, n, b)", format!("walk(a) {sign} n {sign} walk(b)")),
        _ => (" { left, right }", format!("walk(left) {sign} 2 * walk(right)")),
    };
    world.callables.push(Callable {
        name: "walk".to_owned(),
        owner: Owner::Nothing,
        params: vec![param("tree", Ty::Enum(1))],
        result: Ty::Int,
        cost: 30,
        prints: 0,
    });
    let arms =
        ["Tree::Leaf => 0".to_owned(), "Tree::Tip(n) => n % 100".to_owned(), format!("Tree::Node{pattern} => {value}")];
    let arms: Vec<String> = arms.iter().map(|it| format!("{it},")).collect();
    format!("fn walk(tree: Tree) -> Int {}", block(&[format!("match tree {}", block(&arms))]))
}

/// The function with a body; what a call costs is noted.
fn function(dice: &mut Dice, world: &World, callable: &mut Callable, is_recursive: bool) -> String {
    let prints = if dice.chance(50) {
        0
    } else if is_recursive {
        3
    } else {
        20
    };
    let is_method = callable.owner != Owner::Nothing;
    let most = Most { cost: if is_recursive || is_method { 150 } else { 1500 }, prints };
    let count = if is_method { dice.between(0, 2) } else { dice.between(1, 2) };
    let mut it = Grower::new(dice, world, if is_method { 25 } else { 60 }, most);
    it.result = Some(callable.result.clone());
    if let Owner::Reads(ty) | Owner::Changes(ty) = &callable.owner {
        it.declare("self", ty, matches!(callable.owner, Owner::Changes(_)));
    }
    for param in &callable.params {
        it.declare(&param.name, &param.ty, param.is_mut);
        if let Some(var) = it.vars.last_mut().filter(|_| param.is_depth) {
            var.is_fixed = true;
        }
    }
    let mut lines = Vec::new();
    if is_recursive {
        let value = it.leaf(&callable.result, true).text();
        lines.push(format!("if depth <= 0 {{ return {value}; }}"));
        it.recursion = Some(Recursion { of: callable.clone(), left: 2 });
    }
    lines.extend(it.statements(count, 3));
    if matches!(callable.owner, Owner::Changes(_)) {
        let before = lines.len();
        it.change_of("self", &it_self(callable), 2, &mut lines);
        if it.dice.chance(10) || lines.len() == before {
            lines.push("self = self;".to_owned());
        }
    }
    it.printed_variables(2, &mut lines);
    if let Some(value) = last_value(&mut it, callable, is_recursive) {
        lines.push(value);
    }
    let times = if is_recursive { RECURSIVE_CALLS } else { 1 };
    callable.cost = (it.cost + 1) * times;
    callable.prints = it.prints * times;
    shown(world, callable, &block(&lines))
}

fn it_self(callable: &Callable) -> Ty {
    match &callable.owner {
        Owner::Reads(ty) | Owner::Changes(ty) | Owner::Named(ty) => ty.clone(),
        Owner::Nothing => Ty::Unit,
    }
}

fn last_value(it: &mut Grower<'_>, callable: &Callable, is_recursive: bool) -> Option<String> {
    if callable.result == Ty::Unit {
        return None;
    }
    // The recursion is more likely where it is asked for first.
    let fuel = if is_recursive { 4 } else { 3 };
    let value = it.value(&callable.result, fuel);
    let value = in_arm(value);
    Some(if it.dice.chance(15) { format!("return {value};") } else { value })
}

fn shown(world: &World, callable: &Callable, body: &str) -> String {
    let mut params: Vec<String> = match &callable.owner {
        Owner::Reads(_) => vec!["self".to_owned()],
        Owner::Changes(_) => vec!["mut self".to_owned()],
        _ => Vec::new(),
    };
    for it in &callable.params {
        let start = if it.is_mut { "mut " } else { "" };
        let default = it.default.as_ref().map_or(String::new(), |it| format!(" = {it}"));
        params.push(format!("{start}{}: {}{default}", it.name, world.show(&it.ty)));
    }
    let generics = bound_of(callable).map_or(String::new(), |bound| match bound {
        Bound::Own => "<T: Measured + Display>".to_owned(),
        Bound::Display => "<T: Display>".to_owned(),
        other => format!("<T: {other:?} + Display>"),
    });
    let result = match &callable.result {
        Ty::Unit => String::new(),
        other => format!(" -> {}", world.show(other)),
    };
    let head = format!("({}){result} {body}", params.join(", "));
    match callable.owner {
        Owner::Nothing => format!("fn {}{generics}{head}", callable.name),
        _ => {
            let method = format!("fn {}{head}", callable.name);
            format!("impl{generics} {} {{\n{}}}", world.show(&it_self(callable)), indented(&[method]))
        }
    }
}

/// The body of the program.
pub(in super::super) fn main(dice: &mut Dice, world: &World) -> String {
    let kind = dice.below(10);
    let mut it = Grower::new(dice, world, 160, Most { cost: 20_000, prints: 220 });
    it.result = match kind {
        0 => Some(result(Ty::Unit)),
        1 | 2 => None,
        _ => Some(Ty::Unit),
    };
    let mut lines = Vec::new();
    // Most of `main` runs whatever happens, so ways out of it come late.
    let result = it.result.take();
    it.first_variables(&mut lines);
    lines.extend(it.statements(3, 3));
    for callable in &world.callables {
        it.call_printed(callable, 2, &mut lines);
    }
    lines.extend(it.statements(2, 3));
    it.printed_variables(6, &mut lines);
    it.result = result;
    it.most.prints = it.prints + 60;
    it.budget = it.budget.max(30);
    lines.extend(it.statements(2, 3));
    it.printed_variables(12, &mut lines);
    match kind {
        0 => {
            lines.push("Ok(())".to_owned());
            format!("fn main() -> Result<(), String> {}", block(&lines))
        }
        1 | 2 => lines.join("\n"),
        _ => format!("fn main() {}", block(&lines)),
    }
}
