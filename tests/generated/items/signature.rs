//! Signatures of functions and methods.

use super::super::dice::Dice;
use super::super::types::{Bindings, Bound, Param, Type, array, option, param, result};
use super::super::world::{Callable, Owner, Parameter, World};

const NAMES: &[&str] = &["amount", "source", "extra", "limit"];

/// A parameter without a default.
pub(super) fn parameter(at: usize, ty: Type) -> Parameter {
    Parameter { name: NAMES[at % NAMES.len()].to_owned(), ty, default: None, is_mut: false }
}

/// A value of a simple type that is known before the program runs.
pub(super) fn constant(dice: &mut Dice, ty: &Type) -> Option<String> {
    let text = match ty {
        Type::Int => dice.word(&["3", "0x1f", "-4", "2 * 30"]),
        Type::Text => dice.word(&["\"plain\"", "\"\"", "\"a\" + \"b\""]),
        Type::Float => dice.word(&["1.5", "2", "-0.25"]),
        Type::Bool => dice.word(&["true", "!true"]),
        Type::Duration => "5s",
        Type::Array(_) => "[]",
        Type::Map(..) => "{:}",
        Type::Option(_) => "None",
        _ => return None,
    };
    Some(text.to_owned())
}

/// The methods of the program's types: those of traits, and those of their own.
pub(super) fn methods(dice: &mut Dice, world: &mut World) {
    let mut found = Vec::new();
    for it in &world.impls {
        for method in &world.traits[it.of].methods {
            found.push(method_of(method, &it.params, &it.on));
        }
    }
    for index in 0..world.structs.len() {
        let params = world.structs[index].params.clone();
        let own = Type::Struct(index, params.iter().cloned().map(Type::Param).collect());
        found.push(constructor(world, index, &own));
        for at in 0..dice.between(0, 1) {
            found.push(own_method(dice, world, &own, &params, format!("read{at}"), false));
        }
        if dice.chance(50) {
            found.push(own_method(dice, world, &own, &params, "change".to_owned(), true));
        }
    }
    let own = Type::Enum(1, Vec::new());
    if dice.chance(50) {
        found.push(own_method(dice, world, &own, &[], "view".to_owned(), false));
    }
    world.callables.extend(found);
}

/// A trait's method on a type that has the trait.
pub(super) fn method_of(method: &Callable, params: &[Param], on: &Type) -> Callable {
    let bindings: Bindings = vec![("Self".to_owned(), on.clone())];
    let param = |it: &Parameter| Parameter { ty: it.ty.with(&bindings), ..it.clone() };
    Callable {
        name: method.name.clone(),
        generics: params.to_vec(),
        owner: Owner::Reads(on.clone()),
        params: method.params.iter().map(param).collect(),
        result: method.result.with(&bindings),
    }
}

/// `Type::new`, which takes the fields without a default.
fn constructor(world: &World, index: usize, own: &Type) -> Callable {
    let decl = &world.structs[index];
    let fields = decl.fields.iter().filter(|it| it.default.is_none());
    let param =
        |name: &str, ty: &Type| Parameter { name: name.to_owned(), ty: ty.clone(), default: None, is_mut: false };
    Callable {
        name: "new".to_owned(),
        generics: decl.params.clone(),
        owner: Owner::Named(own.clone()),
        params: fields.map(|it| param(&it.name, &it.ty)).collect(),
        result: own.clone(),
    }
}

fn own_method(dice: &mut Dice, world: &World, own: &Type, params: &[Param], name: String, changes: bool) -> Callable {
    let types: Vec<Type> = params.iter().cloned().map(Type::Param).collect();
    let count = dice.between(0, 2);
    let mut given = Vec::new();
    for at in 0..count {
        let param = parameter(at, world.data_type(dice, 1, &types));
        given.push(with_default(dice, param, at + 1 == count));
    }
    Callable {
        name,
        generics: params.to_vec(),
        owner: if changes { Owner::Changes(own.clone()) } else { Owner::Reads(own.clone()) },
        params: given,
        result: if changes { Type::Unit } else { world.data_type(dice, 1, &types) },
    }
}

fn with_default(dice: &mut Dice, param: Parameter, is_last: bool) -> Parameter {
    let default = if is_last && dice.chance(35) { constant(dice, &param.ty) } else { None };
    Parameter { default, ..param }
}

/// The functions of the program, one of them generic.
pub(super) fn functions(dice: &mut Dice, world: &mut World) {
    for index in 0..dice.between(2, 3) {
        let name = format!("{}{index}", dice.word(&["make", "scan", "settle", "gather"]));
        let function = function(dice, world, name);
        world.callables.push(function);
    }
    let generic = generic_function(dice);
    world.callables.push(generic);
}

fn function(dice: &mut Dice, world: &World, name: String) -> Callable {
    let count = dice.between(0, 3);
    let mut params: Vec<Parameter> = Vec::new();
    for at in 0..count {
        let ty = match dice.below(8) {
            0 => Type::Fn(vec![world.data_type(dice, 0, &[])], Box::new(world.data_type(dice, 1, &[]))),
            _ => world.data_type(dice, 2, &[]),
        };
        let param = Parameter { is_mut: dice.chance(15), ..parameter(at, ty) };
        params.push(with_default(dice, param, at + 1 == count));
    }
    Callable { name, generics: Vec::new(), owner: Owner::Nothing, params, result: result_type(dice, world) }
}

fn result_type(dice: &mut Dice, world: &World) -> Type {
    let ty = world.data_type(dice, 1, &[]);
    let failure = world.conversions.first().map_or(Type::Error, |it| it.1.clone());
    match dice.below(10) {
        0 => Type::Unit,
        1 | 2 => result(ty, Type::Error),
        3 => result(ty, failure),
        4 => option(ty),
        _ => ty,
    }
}

fn generic_function(dice: &mut Dice) -> Callable {
    let bounds: &[Bound] = match dice.below(6) {
        0 => &[],
        1 => &[Bound::Ord],
        2 => &[Bound::Eq, Bound::Display],
        3 => &[Bound::Hash],
        4 => &[Bound::Own(0), Bound::Display],
        _ => &[Bound::Own(0)],
    };
    let own = param("T", bounds);
    let ty = Type::Param(own.clone());
    let mut params = vec![parameter(0, ty.clone())];
    match dice.below(4) {
        0 => params.push(parameter(1, array(ty.clone()))),
        1 => params.push(parameter(1, Type::Fn(vec![ty.clone()], Box::new(Type::Bool)))),
        2 => params.push(parameter(1, Type::Fn(vec![ty.clone()], Box::new(ty.clone())))),
        _ => {}
    }
    if dice.chance(40) {
        let at = params.len();
        let extra = with_default(dice, parameter(at, Type::Int), true);
        params.push(extra);
    }
    let result = match dice.below(5) {
        0 => ty.clone(),
        1 => array(ty.clone()),
        2 => option(ty.clone()),
        3 => Type::Tuple(vec![ty.clone(), Type::Int]),
        _ => Type::Text,
    };
    let name = dice.word(&["pick", "prefer", "repeat_of"]).to_owned();
    Callable { name, generics: vec![own], owner: Owner::Nothing, params, result }
}
