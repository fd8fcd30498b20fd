//! What a program declares.

use super::super::dice::Dice;
use super::super::types::{Bound, Param, Type, array, map, option, param};
use super::super::world::{Callable, Data, Enum, Field, Impl, Owner, Struct, Trait, Union, Variant, World};
use super::signature;

/// Fills an empty world.
pub(super) fn declare(dice: &mut Dice, world: &mut World) {
    unions(dice, world);
    plain_enum(dice, world);
    mixed_enum(dice, world);
    error_enum(dice, world);
    if dice.chance(45) {
        generic_enum(dice, world);
    }
    plain_struct(dice, world);
    if dice.chance(45) {
        nested_struct(dice, world);
    }
    if dice.chance(50) {
        generic_struct(dice, world);
    }
    if dice.chance(20) {
        world.own_eq.push(Type::Struct(0, Vec::new()));
    }
    if dice.chance(25) {
        world.defaults.push(Type::Struct(0, Vec::new()));
    }
    consts(dice, world);
    declare_trait(dice, world);
    if dice.chance(25) {
        declare_trait(dice, world);
    }
    signature::methods(dice, world);
    signature::functions(dice, world);
}

fn unions(dice: &mut Dice, world: &mut World) {
    const MEMBERS: &[&[&str]] = &[&["low", "mid", "high"], &["red", "green"], &["north", "south", "east", "west"]];
    for index in 0..dice.between(0, 2) {
        let name = format!("{}{index}", dice.word(&["Grade", "Tone", "Side"]));
        let words = if index == 1 && dice.chance(50) { &["none", "all"][..] } else { MEMBERS[dice.below(3)] };
        let includes = if words[0] == "none" { Some(0) } else { None };
        let mut members: Vec<String> = includes.map_or(Vec::new(), |it: usize| world.unions[it].members.clone());
        members.extend(words.iter().map(|it| (*it).to_owned()));
        world.unions.push(Union { name, members, includes });
    }
}

fn variant(name: &str, data: Data) -> Variant {
    Variant { name: name.to_owned(), data }
}

fn field(name: &str, ty: Type) -> Field {
    Field { name: name.to_owned(), ty, default: None }
}

fn plain_enum(dice: &mut Dice, world: &mut World) {
    let count = dice.between(2, 4);
    let variants = ["Red", "Amber", "Green", "Off"].iter().take(count).map(|it| variant(it, Data::Unit)).collect();
    let name = dice.word(&["Signal", "Lamp", "Phase"]).to_owned();
    world.enums.push(Enum { name, params: Vec::new(), variants });
}

fn mixed_enum(dice: &mut Dice, world: &mut World) {
    let ty = |dice: &mut Dice, world: &World| world.data_type(dice, 1, &[]);
    let pair = vec![ty(dice, world), ty(dice, world)];
    let named = vec![field("size", ty(dice, world)), field("note", Type::Text)];
    let mut variants = vec![
        variant("Nothing", Data::Unit),
        variant("Single", Data::Tuple(vec![ty(dice, world)])),
        variant("Double", Data::Tuple(pair)),
        variant("Sized", Data::Named(named)),
    ];
    let index = world.enums.len();
    if dice.chance(40) {
        variants.push(variant("Nested", Data::Tuple(vec![Type::Int, Type::Enum(index, Vec::new())])));
    }
    variants.remove(dice.between(1, 3));
    let name = dice.word(&["Shape", "Step", "Load"]).to_owned();
    world.enums.push(Enum { name, params: Vec::new(), variants });
}

/// An error, with a conversion from texts.
fn error_enum(dice: &mut Dice, world: &mut World) {
    let variants = vec![
        variant("Missing", Data::Unit),
        variant("Bad", Data::Tuple(vec![Type::Text])),
        variant("Limit", Data::Named(vec![field("max", Type::Int)])),
    ];
    let name = dice.word(&["Failure", "Trouble"]).to_owned();
    world.enums.push(Enum { name, params: Vec::new(), variants });
    let own = Type::Enum(world.enums.len() - 1, Vec::new());
    world.conversions.push((Type::Text, own));
}

fn generic_enum(dice: &mut Dice, world: &mut World) {
    let index = world.enums.len();
    let (name, params, variants) = if dice.chance(50) {
        let own = param("T", &[]);
        let ty = Type::Param(own.clone());
        let nested = array(Type::Enum(index, vec![ty.clone()]));
        let variants = vec![
            variant("Empty", Data::Unit),
            variant("Leaf", Data::Tuple(vec![ty.clone()])),
            variant("Node", Data::Tuple(vec![ty, nested])),
        ];
        ("Tree", vec![own], variants)
    } else {
        let (left, right) = (param("A", &[]), param("B", &[]));
        let variants = vec![
            variant("First", Data::Tuple(vec![Type::Param(left.clone())])),
            variant("Second", Data::Named(vec![field("held", Type::Param(right.clone()))])),
        ];
        ("Choice", vec![left, right], variants)
    };
    world.enums.push(Enum { name: name.to_owned(), params, variants });
}

const FIELDS: &[&str] = &["width", "height", "label", "items", "owner", "rate"];

fn plain_struct(dice: &mut Dice, world: &mut World) {
    let count = dice.between(2, 4);
    let mut fields = Vec::new();
    for name in FIELDS.iter().take(count) {
        let ty = world.data_type(dice, 1, &[]);
        let default = if dice.chance(25) { signature::constant(dice, &ty) } else { None };
        fields.push(Field { name: (*name).to_owned(), ty, default });
    }
    let name = dice.word(&["Parcel", "Order", "Route"]).to_owned();
    world.structs.push(Struct { name, params: Vec::new(), fields });
}

/// A struct that holds others of its kind, or one of the other struct.
fn nested_struct(dice: &mut Dice, world: &mut World) {
    let own = Type::Struct(world.structs.len(), Vec::new());
    let held = match dice.below(3) {
        0 => option(own),
        1 => array(own),
        _ => Type::Struct(0, Vec::new()),
    };
    let fields = vec![field("title", Type::Text), field("held", held), field("rank", world.data_type(dice, 1, &[]))];
    let name = dice.word(&["Folder", "Crate", "Chain"]).to_owned();
    world.structs.push(Struct { name, params: Vec::new(), fields });
}

fn generic_struct(dice: &mut Dice, world: &mut World) {
    let own = param("T", &[]);
    let ty = Type::Param(own.clone());
    let second = match dice.below(3) {
        0 => option(ty.clone()),
        1 => array(ty.clone()),
        _ => map(Type::Text, ty.clone()),
    };
    let mut fields = vec![field("first", ty), field("more", second), field("count", Type::Int)];
    if dice.chance(50) {
        fields[2].default = Some("0".to_owned());
    }
    let name = dice.word(&["Holder", "Stack", "Cell"]).to_owned();
    world.structs.push(Struct { name, params: vec![own], fields });
}

fn consts(dice: &mut Dice, world: &mut World) {
    for index in 0..dice.between(1, 3) {
        let ty = match dice.below(7) {
            0 | 1 => Type::Int,
            2 => Type::Text,
            3 => Type::Float,
            4 => array(Type::Int),
            5 => Type::Tuple(vec![Type::Int, Type::Text]),
            _ => Type::Enum(0, Vec::new()),
        };
        world.consts.push((format!("{}_{index}", dice.word(&["LIMIT", "START", "BASE"])), ty));
    }
}

fn declare_trait(dice: &mut Dice, world: &mut World) {
    let index = world.traits.len();
    let own = Type::Param(param("Self", &[Bound::Own(index)]));
    let method = |name: &str, params: Vec<Type>, result: Type| Callable {
        name: format!("{name}{index}"),
        generics: Vec::new(),
        owner: Owner::Reads(own.clone()),
        params: params.into_iter().enumerate().map(|(at, ty)| signature::parameter(at, ty)).collect(),
        result,
    };
    let simple = |dice: &mut Dice| [Type::Int, Type::Text, Type::Bool, Type::Float][dice.below(4)].clone();
    let mut methods = vec![method("weigh", Vec::new(), simple(dice)), method("tell", vec![simple(dice)], simple(dice))];
    if dice.chance(35) {
        methods.push(method("combine", vec![own.clone()], own.clone()));
    }
    let name = format!("{}{index}", dice.word(&["Weighed", "Told", "Ranked"]));
    world.traits.push(Trait { name, methods });
    for (params, on) in implementers(dice, world, index) {
        world.impls.push(Impl { of: index, params, on });
    }
}

/// The types that have a trait: `Int` always, so that there is one for every bound.
fn implementers(dice: &mut Dice, world: &World, index: usize) -> Vec<(Vec<Param>, Type)> {
    let mut types = vec![(Vec::new(), Type::Int)];
    let others = [Type::Struct(0, Vec::new()), Type::Text, Type::Enum(0, Vec::new()), Type::Enum(1, Vec::new())];
    types.extend(dice.pick(&others).map(|it| (Vec::new(), it.clone())));
    let generic = world.structs.iter().position(|it| !it.params.is_empty());
    if let Some(at) = generic
        && dice.chance(60)
    {
        let bound = if dice.chance(50) { Bound::Display } else { Bound::Own(index) };
        let own = param("T", &[bound]);
        types.push((vec![own.clone()], Type::Struct(at, vec![Type::Param(own)])));
    }
    types
}
