//! Declarations as text.

use super::super::code::{Code, Kind, Level, code};
use super::super::dice::Dice;
use super::super::r#gen::{Gen, Mode};
use super::super::types::{Bindings, Bound, Param, Type, result};
use super::super::world::{Callable, Data, Field, Owner, Parameter, World};
use super::signature;

/// Everything that has no body.
pub(super) fn types(world: &World) -> Vec<Code> {
    let mut items = Vec::new();
    for union in &world.unions {
        let included = union.includes.map_or(0, |it| world.unions[it].members.len());
        let own = union.members.iter().skip(included).map(|it| format!("\"{it}\""));
        let wider = union.includes.map(|it| world.unions[it].name.clone());
        let members: Vec<String> = wider.into_iter().chain(own).collect();
        items.push(format!("type {} = {};", union.name, members.join(" | ")).into());
    }
    for it in &world.structs {
        let generics = world.show_generics(&it.params);
        items.push(
            format!("struct {}{generics} {{{}\n}}", it.name, shown_fields(world, &it.fields, "\n    ", ",")).into(),
        );
    }
    for it in &world.enums {
        let generics = world.show_generics(&it.params);
        let variants: String = it.variants.iter().map(|it| shown_variant(world, &it.name, &it.data)).collect();
        items.push(format!("enum {}{generics} {{{variants}\n}}", it.name).into());
    }
    items
}

fn shown_fields(world: &World, fields: &[Field], before: &str, after: &str) -> String {
    let one = |it: &Field| {
        let default = it.default.as_ref().map_or(String::new(), |it| format!(" = {it}"));
        format!("{before}{}: {}{default}{after}", it.name, world.show(&it.ty))
    };
    fields.iter().map(one).collect()
}

fn shown_variant(world: &World, name: &str, data: &Data) -> String {
    let data = match data {
        Data::Unit => String::new(),
        Data::Tuple(types) => {
            let types: Vec<String> = types.iter().map(|it| world.show(it)).collect();
            format!("({})", types.join(", "))
        }
        Data::Named(fields) => format!(" {{{} }}", shown_fields(world, fields, " ", ",")),
    };
    format!("\n    {name}{data},")
}

/// Constants, traits, and what is implemented.
pub(super) fn impls(dice: &mut Dice, world: &World) -> Vec<Code> {
    let mut items = consts(dice, world);
    for it in &world.traits {
        let methods = it.methods.iter().enumerate().map(|(at, method)| match at {
            1 => function(dice, world, method, "", 1),
            _ => code!(Level::Loose; signature_of(world, method), ";"),
        });
        items.push(braced(format!("trait {}", it.name), methods.collect()));
    }
    for it in &world.impls {
        let own = &world.traits[it.of];
        let mut methods = Vec::new();
        for (at, method) in own.methods.iter().enumerate() {
            if at != 1 || dice.chance(40) {
                methods.push(function(dice, world, &signature::method_of(method, &it.params, &it.on), "", 1));
            }
        }
        let head = format!("impl{} {} for {}", world.show_generics(&it.params), own.name, world.show(&it.on));
        items.push(braced(head, methods));
    }
    items.extend(conversions(dice, world));
    items.extend(built_in(dice, world));
    items.extend(inherent(dice, world));
    items
}

fn consts(dice: &mut Dice, world: &World) -> Vec<Code> {
    let value = |dice: &mut Dice, ty: &Type| match ty {
        Type::Array(_) => "[1, 2, 3]".to_owned(),
        Type::Tuple(_) => "(4, \"four\")".to_owned(),
        Type::Enum(index, _) => format!("{}::{}", world.enums[*index].name, world.enums[*index].variants[0].name),
        other => signature::constant(dice, other).unwrap_or_default(),
    };
    let item = |(name, ty): &(String, Type)| format!("const {name}: {} = {};", world.show(ty), value(dice, ty)).into();
    world.consts.iter().map(item).collect()
}

/// A head, and methods in braces.
fn braced(head: String, methods: Vec<Code>) -> Code {
    let mut code = code!(Level::Loose; head, " {");
    for method in methods {
        code.push(code!(Level::Loose; "\n    ", method));
    }
    code.push("\n}");
    code
}

/// A method of a trait of the library.
fn library_method(name: &str, owner: Owner, params: Vec<(&str, Type)>, result: Type) -> Callable {
    let param = |(name, ty): (&str, Type)| Parameter { name: name.to_owned(), ty, default: None, is_mut: false };
    let params = params.into_iter().map(param).collect();
    Callable { name: name.to_owned(), generics: Vec::new(), owner, params, result }
}

fn conversions(dice: &mut Dice, world: &World) -> Vec<Code> {
    let mut items = Vec::new();
    for (from, to) in &world.conversions {
        let method = library_method("from", Owner::Named(to.clone()), vec![("x", from.clone())], to.clone());
        let head = format!("impl From<{}> for {}", world.show(from), world.show(to));
        items.push(braced(head, vec![function(dice, world, &method, "", 1)]));
        let method = library_method("display", Owner::Reads(to.clone()), Vec::new(), Type::Text);
        let head = format!("impl Display for {}", world.show(to));
        items.push(braced(head, vec![function(dice, world, &method, "", 1)]));
    }
    items
}

fn built_in(dice: &mut Dice, world: &World) -> Vec<Code> {
    let mut items = Vec::new();
    for ty in &world.own_eq {
        let method = library_method("equals", Owner::Reads(ty.clone()), vec![("other", ty.clone())], Type::Bool);
        let head = format!("impl Eq for {}", world.show(ty));
        items.push(braced(head, vec![function(dice, world, &method, "", 1)]));
    }
    for ty in &world.defaults {
        let method = library_method("default", Owner::Named(ty.clone()), Vec::new(), ty.clone());
        let head = format!("impl Default for {}", world.show(ty));
        items.push(braced(head, vec![function(dice, world, &method, "", 1)]));
    }
    items
}

/// Methods that belong to no trait.
fn inherent(dice: &mut Dice, world: &World) -> Vec<Code> {
    let mut items: Vec<(String, Vec<Code>)> = Vec::new();
    for callable in &world.callables {
        let (Owner::Reads(ty) | Owner::Changes(ty) | Owner::Named(ty)) = &callable.owner else { continue };
        if world.traits.iter().any(|it| it.methods.iter().any(|it| it.name == callable.name)) {
            continue;
        }
        let head = format!("impl{} {}", world.show_generics(&callable.generics), world.show(ty));
        let method = function(dice, world, callable, "", 1);
        match items.iter_mut().find(|it| it.0 == head) {
            Some(item) => item.1.push(method),
            None => items.push((head, vec![method])),
        }
    }
    items.into_iter().map(|(head, methods)| braced(head, methods)).collect()
}

/// The functions of the program, `main` among them.
pub(super) fn functions(dice: &mut Dice, world: &World) -> Vec<Code> {
    let mut items = Vec::new();
    for callable in world.callables.iter().filter(|it| it.owner == Owner::Nothing) {
        let decorator = if dice.chance(15) { "@allow(\"W0202\")\n" } else { "" };
        items.push(function(dice, world, callable, decorator, 0));
    }
    let of_main = match dice.below(4) {
        0 => Type::Int,
        1 => result(Type::Unit, Type::Error),
        _ => Type::Unit,
    };
    items.push(function(dice, world, &library_method("main", Owner::Nothing, Vec::new(), of_main), "", 0));
    if dice.chance(30) {
        let test = library_method("holds", Owner::Nothing, Vec::new(), Type::Unit);
        let decorator = dice.word(&["@test\n", "@test(\"it holds\")\n"]);
        items.push(function(dice, world, &test, decorator, 0));
    }
    items
}

fn signature_of(world: &World, callable: &Callable) -> String {
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
    let own: &[Param] = if callable.owner == Owner::Nothing { &callable.generics } else { &[] };
    let result = match &callable.result {
        Type::Unit => String::new(),
        other => format!(" -> {}", world.show(other)),
    };
    format!("fn {}{}({}){result}", callable.name, world.show_generics(own), params.join(", "))
}

/// A function with a body that fits its signature.
fn function(dice: &mut Dice, world: &World, callable: &Callable, decorator: &str, indent: usize) -> Code {
    let body = body(dice, world, callable, indent);
    let all = body.all();
    let body = with_certain_mut(body.perhaps(Kind::Body, all, ""));
    let code = code!(Level::Loose; decorator, signature_of(world, callable), " ", body);
    let all = code.all();
    code.perhaps(Kind::Function, all, callable.name.clone())
}

fn body(dice: &mut Dice, world: &World, callable: &Callable, indent: usize) -> Code {
    let count = match (&callable.owner, &callable.result) {
        (Owner::Nothing, _) => dice.between(2, 4),
        (_, Type::Unit) => dice.between(1, 2),
        _ => dice.between(0, 1),
    };
    let fuel = if callable.owner == Owner::Nothing { 3 } else { 2 };
    let mut it = Gen::new(dice, world);
    it.indent = indent;
    it.budget = if callable.owner == Owner::Nothing { 40 } else { 12 };
    it.result = Some(callable.result.clone());
    it.params = callable.generics.iter().cloned().map(Type::Param).collect();
    if let Owner::Reads(ty) | Owner::Changes(ty) = &callable.owner {
        it.declare("self", ty, matches!(callable.owner, Owner::Changes(_)));
        it.params.extend(matches!(ty, Type::Param(_)).then(|| ty.clone()));
    }
    it.methods = it.params.iter().flat_map(|ty| methods_of(world, ty)).collect();
    for param in &callable.params {
        it.declare(&param.name, &param.ty, param.is_mut);
    }
    it.block_of(count, fuel, |it| last_value(it, &callable.result, fuel))
}

/// The methods that the bounds of a type parameter give its values.
fn methods_of(world: &World, ty: &Type) -> Vec<Callable> {
    let Type::Param(param) = ty else { return Vec::new() };
    let bindings: Bindings = vec![("Self".to_owned(), ty.clone())];
    let traits = param.bounds.iter().filter_map(|it| if let Bound::Own(index) = it { Some(*index) } else { None });
    let methods = traits.flat_map(|index| &world.traits[index].methods);
    methods.map(|it| signature::method_of(it, &[], &Type::Param(param.clone()).with(&bindings))).collect()
}

fn last_value(it: &mut Gen<'_>, result: &Type, fuel: usize) -> Option<Code> {
    let value = match result {
        Type::Unit => return None,
        Type::Result(value, _) if **value == Type::Unit => Code::from("Ok(())"),
        other => it.expr(other, Mode::Check, fuel),
    };
    let all = value.all();
    Some(value.certain(Kind::DropTail, all, ""))
}

/// Says of each `mut` whether its variable is changed, so that it is a mistake to leave it out.
fn with_certain_mut(mut code: Code) -> Code {
    let changed: Vec<String> =
        code.marks.iter().filter(|it| it.kind == Kind::Changed).map(|it| it.text.clone()).collect();
    for mark in code.marks.iter_mut().filter(|it| it.kind == Kind::DropMut) {
        let rest = &code.text[mark.range.end..];
        let names = rest.split(['=', ':', ';']).next().unwrap_or_default();
        let mut words = names.split(|it: char| !it.is_alphanumeric() && it != '_');
        mark.is_certain = !names.contains('{') && words.any(|it| changed.iter().any(|name| name == it));
    }
    code
}
