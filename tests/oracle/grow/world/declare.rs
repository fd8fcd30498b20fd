//! Random declarations of types: some plain, one that holds another, one that is generic, one that is recursive.

use super::super::types::{Bound, Ty, array, function, option};
use super::{Data, Enum, Struct, World, scalar};
use crate::generated::dice::Dice;

fn fields(names: &[&str], types: Vec<Ty>) -> Vec<(String, Ty)> {
    names.iter().map(|it| (*it).to_owned()).zip(types).collect()
}

impl World {
    pub(in super::super) fn new(dice: &mut Dice) -> Self {
        let mut world = Self {
            structs: Vec::new(),
            enums: Vec::new(),
            consts: Vec::new(),
            callables: Vec::new(),
            measured: Vec::new(),
        };
        world.declare_plain(dice);
        world.declare_enums(dice);
        world.declare_nested(dice);
        world.consts = vec![
            ("LIMIT".to_owned(), Ty::Int, dice.between(2, 9).to_string()),
            ("NAMES".to_owned(), array(Ty::Text), "[\"ada\", \"bo\", \"cy\"]".to_owned()),
            ("ORIGIN".to_owned(), Ty::Tuple(vec![Ty::Int, Ty::Int]), "(0, 1)".to_owned()),
        ];
        world.consts.truncate(dice.between(1, 3));
        world
    }

    fn declare_plain(&mut self, dice: &mut Dice) {
        let second = scalar(dice);
        let third = scalar(dice);
        let plain = fields(&["x", "tag", "extra"][..dice.between(2, 3)], vec![Ty::Int, second, third]);
        let name = dice.word(&["Point", "Item"]);
        self.push_struct(dice, name, false, plain);
        let param = Ty::Param(Bound::Display);
        let pair = match dice.below(3) {
            0 => fields(&["first", "rest"], vec![param.clone(), array(param)]),
            1 => fields(&["first", "other"], vec![param.clone(), option(param)]),
            _ => fields(&["first", "second"], vec![param.clone(), param]),
        };
        self.push_struct(dice, "Pair", true, pair);
        let apply = function(&[Ty::Int], Ty::Int);
        self.push_struct(dice, "Rule", false, fields(&["label", "apply"], vec![Ty::Text, apply]));
    }

    fn declare_enums(&mut self, dice: &mut Dice) {
        let (a, b, c) = (scalar(dice), self.data_type(dice, 1), scalar(dice));
        let mut variants = vec![
            ("Dot", Data::Unit),
            ("Line", Data::Tuple(vec![Ty::Int])),
            ("Text", Data::Tuple(vec![a, b])),
            ("Rect", Data::Named(fields(&["w", "h"], vec![Ty::Int, c]))),
            ("Far", Data::Unit),
        ];
        variants.truncate(dice.between(3, 5));
        self.enums.push(Enum { name: "Shape", variants, own_display: dice.chance(25) });
        let tree = Ty::Enum(1);
        let node = match dice.below(3) {
            0 => Data::Tuple(vec![tree.clone(), Ty::Int, tree]),
            1 => Data::Tuple(vec![array(tree)]),
            _ => Data::Named(fields(&["left", "right"], vec![tree.clone(), tree])),
        };
        let variants = vec![("Leaf", Data::Unit), ("Tip", Data::Tuple(vec![Ty::Int])), ("Node", node)];
        self.enums.push(Enum { name: "Tree", variants, own_display: false });
        let variants = vec![("Said", Data::Tuple(vec![Ty::Text])), ("Code", Data::Tuple(vec![Ty::Int]))];
        self.enums.push(Enum { name: "Problem", variants, own_display: dice.chance(50) });
    }

    fn declare_nested(&mut self, dice: &mut Dice) {
        let (first, second) = (self.data_type(dice, 1), self.data_type(dice, 2));
        let inner = if dice.chance(50) { Ty::Struct(0, None) } else { Ty::Enum(0) };
        let items = if dice.chance(70) { array(Ty::Int) } else { array(Ty::Struct(0, None)) };
        let nested = fields(&["inner", "items", "other", "more"], vec![inner, items, first, second]);
        let count = dice.between(2, 4);
        let name = dice.word(&["Basket", "Group"]);
        self.push_struct(dice, name, false, nested[..count].to_vec());
    }

    fn push_struct(&mut self, dice: &mut Dice, name: &'static str, is_generic: bool, fields: Vec<(String, Ty)>) {
        let is_plain = !is_generic && name != "Rule";
        let mut own = |percent| is_plain && dice.chance(percent);
        let (own_eq, own_ord, own_display) = (own(25), own(35), own(35));
        self.structs.push(Struct { name, is_generic, fields, own_eq, own_ord, own_display });
    }
}
