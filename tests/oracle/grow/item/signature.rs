//! Signatures of random functions.

use super::super::types::{Bound, Ty, array, function, option, result};
use super::super::world::{Callable, Owner, Param, World};
use crate::generated::dice::Dice;

/// What a function is to be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Free,
    Recursive,
    Generic,
    Method,
}

pub(super) fn param(name: &str, ty: Ty) -> Param {
    Param { name: name.to_owned(), ty, default: None, is_mut: false, is_depth: false }
}

/// A signature of the kind; `number` makes its name its own.
pub(super) fn signature(dice: &mut Dice, world: &World, kind: Kind, number: usize) -> Callable {
    let mut it = Callable {
        name: format!("{}{number}", dice.word(&["make", "work", "pick", "turn", "walk"])),
        owner: Owner::Nothing,
        params: Vec::new(),
        result: result_type(dice, world),
        cost: 0,
        prints: 0,
    };
    match kind {
        Kind::Free => {}
        Kind::Recursive => it.params.push(Param { is_depth: true, ..param("depth", Ty::Int) }),
        Kind::Generic => generic(dice, &mut it),
        Kind::Method => method(dice, &mut it),
    }
    let least = usize::from(it.params.is_empty() && it.owner == Owner::Nothing);
    for index in 0..dice.between(least, 2) {
        let ty = if dice.chance(40) { Ty::Int } else { world.any_type(dice, 1) };
        it.params.push(Param { is_mut: dice.chance(25), ..param(["a", "b", "c"][index], ty) });
    }
    for index in 0..dice.below(3) {
        if kind == Kind::Recursive || !dice.chance(50) {
            break;
        }
        let (ty, default) = [(Ty::Int, "5"), (Ty::Text, "\"end\""), (option(Ty::Int), "None")][dice.below(3)].clone();
        it.params.push(Param { default: Some(default.to_owned()), ..param(["d", "e"][index], ty) });
    }
    it
}

fn result_type(dice: &mut Dice, world: &World) -> Ty {
    match dice.below(20) {
        0..=3 => Ty::Int,
        4 | 5 => Ty::Text,
        6 | 7 => option(Ty::Int),
        8 | 9 => result(Ty::Int),
        10 => Ty::Result(Box::new(Ty::Int), Box::new(Ty::Enum(2))),
        11 => Ty::Range,
        12 => function(&[Ty::Int], Ty::Int),
        13 => Ty::Unit,
        14 => array(Ty::Int),
        15 => Ty::Bool,
        _ => world.data_type(dice, 2),
    }
}

/// One type parameter, with parameters that hold one of it.
fn generic(dice: &mut Dice, it: &mut Callable) {
    let bound = [Bound::Ord, Bound::Eq, Bound::Own, Bound::Own][dice.below(4)];
    let own = Ty::Param(bound);
    it.params.push(param("x", own.clone()));
    let second = [own.clone(), array(own.clone()), option(own.clone()), function(&[Ty::Int], own.clone())];
    it.params.push(param("y", second[dice.below(4)].clone()));
    match dice.below(8) {
        0..=2 => it.result = own,
        3 => it.result = option(own),
        4 => it.result = array(own),
        5 => it.result = Ty::Tuple(vec![own, Ty::Int]),
        _ => {}
    }
}

fn method(dice: &mut Dice, it: &mut Callable) {
    let param = Ty::Param(Bound::Display);
    let (basket, pair) = (Ty::Struct(3, None), Ty::Struct(1, Some(Box::new(param.clone()))));
    let owner = [Ty::Struct(0, None), Ty::Struct(0, None), basket, pair, Ty::Enum(0)][dice.below(5)].clone();
    it.owner = match dice.below(5) {
        0 | 1 => Owner::Changes(owner),
        2 if !owner.has_param() => {
            it.result = owner.clone();
            Owner::Named(owner)
        }
        _ => {
            if owner.has_param() && dice.chance(50) {
                it.result = [owner.clone(), param][dice.below(2)].clone();
            } else if dice.chance(30) {
                it.result = owner.clone();
            }
            Owner::Reads(owner)
        }
    };
}
