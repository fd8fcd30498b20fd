//! Texts, and what options and results give.

use super::super::code::{Code, Level};
use super::super::scope::Grower;
use super::super::types::{Bound, Ty, array, map, option};

impl Grower<'_> {
    pub(super) fn text_operation(&mut self, fuel: usize) -> Code {
        match self.dice.below(14) {
            0 | 1 => {
                let (left, right) =
                    (self.operand(&Ty::Text, Level::Sum, fuel), self.operand(&Ty::Text, Level::Product, fuel));
                Code::new(Level::Sum, format!("{left} + {right}"))
            }
            2 => {
                let name = self.dice.word(&["to_upper", "to_lower", "trim"]);
                Code::atom(format!("{}.{name}()", self.receiver(&Ty::Text, fuel)))
            }
            3 => Code::atom(format!("{}.repeat({})", self.receiver(&Ty::Text, fuel), self.dice.below(4))),
            4 => Code::atom(format!(
                "{}.replace({}, {})",
                self.receiver(&Ty::Text, fuel),
                self.leaf(&Ty::Text, true).text(),
                self.leaf(&Ty::Text, true).text()
            )),
            5 => self.padded(fuel),
            6 => Code::atom(format!("{}.to_string()", self.receiver(&Ty::Int, fuel))),
            7 => Code::atom(format!(
                "{}.join({})",
                self.receiver(&array(Ty::Text), fuel),
                self.leaf(&Ty::Text, true).text()
            )),
            8 => self.part_of_text(),
            9 => Code::atom(format!("{}.display()", self.a_shown(fuel))),
            10 if !self.is_closed => {
                let own = self.type_having(Bound::Own);
                Code::atom(format!("{}.describe()", self.receiver(&own, fuel)))
            }
            _ => self.literal(&Ty::Text, true, fuel + 1),
        }
    }

    fn a_shown(&mut self, fuel: usize) -> String {
        let ty = self.shown_type();
        self.receiver(&ty, fuel)
    }

    fn padded(&mut self, fuel: usize) -> Code {
        let name = self.dice.word(&["pad_left", "pad_right"]);
        let fill = self.dice.word(&["", ", fill: \"*\"", ", \".\""]);
        Code::atom(format!("{}.{name}({}{fill})", self.receiver(&Ty::Text, fuel), self.dice.below(9)))
    }

    /// A part of a text; the range is seldom wrong.
    fn part_of_text(&mut self) -> Code {
        let Some(var) = self.some_var(|it| it.ty == Ty::Text) else { return self.literal(&Ty::Text, true, 0) };
        let (name, most) = (var.name, self.dice.below(4));
        Code::atom(match self.dice.below(30) {
            0 => format!("{name}[{most}..]"),
            1..=4 => format!("{name}.slice({name}.len().min({most})..{name}.len())"),
            5..=12 => format!("{name}[..{name}.len().min({most})]"),
            13..=20 => return Code::loose(format!("if {name}.is_empty() {{ \"-\" }} else {{ {name}[0] }}")),
            _ => format!("{name}.slice({name}.len() / 2..{name}.len())"),
        })
    }

    pub(super) fn option_operation(&mut self, value: &Ty, fuel: usize) -> Option<Code> {
        if matches!(value, Ty::Fn(..)) {
            return None;
        }
        let of = array(value.clone());
        let from = self.world.data_type(self.dice, 1);
        Some(Code::atom(match self.dice.below(12) {
            0..=2 => format!("{}.get({})", self.receiver(&of, fuel), self.value(&Ty::Int, fuel)),
            3 => {
                let name = self.dice.word(&["first", "last"]);
                format!("{}.{name}()", self.receiver(&of, fuel))
            }
            4 => format!("{}.find({})", self.receiver(&of, fuel), self.lambda(&[value], &Ty::Bool, true, fuel)),
            6 if self.world.has(value, Bound::Ord) => {
                let name = self.dice.word(&["min", "max"]);
                format!("{}.{name}()", self.receiver(&of, fuel))
            }
            7 => {
                let key = self.world.key_type(self.dice);
                format!("{}.get({})", self.receiver(&map(key.clone(), value.clone()), fuel), self.value(&key, 0))
            }
            8 => format!(
                "{}.map({})",
                self.receiver(&option(from.clone()), fuel),
                self.lambda(&[&from], value, false, fuel)
            ),
            9 => {
                let own = option(value.clone());
                let receiver = self.receiver(&option(from.clone()), fuel);
                format!("{receiver}.and_then({})", self.lambda(&[&from], &own, false, fuel))
            }
            10 => {
                let own = option(value.clone());
                format!("{}.or_else({})", self.receiver(&own, fuel), self.lambda(&[], &own, true, fuel))
            }
            _ => return self.parsed(value, fuel),
        }))
    }

    fn parsed(&mut self, value: &Ty, fuel: usize) -> Option<Code> {
        if *value != Ty::Int {
            let place = self.some_place(|it| *it == array(value.clone()))?;
            return Some(Code::atom(format!("{}.pop()", place.name)));
        }
        Some(Code::atom(match self.dice.below(3) {
            0 => format!("{}.parse_int()", self.receiver(&Ty::Text, fuel)),
            1 => format!("{}.find({})", self.receiver(&Ty::Text, fuel), self.leaf(&Ty::Text, true).text()),
            _ => {
                let ty = self.type_having(Bound::Eq);
                format!("{}.index_of({})", self.receiver(&array(ty.clone()), fuel), self.value(&ty, fuel.min(1)))
            }
        }))
    }

    pub(super) fn result_operation(&mut self, value: &Ty, error: &Ty, fuel: usize) -> Option<Code> {
        let from = self.world.data_type(self.dice, 1);
        let of = |ok: &Ty, error: &Ty| Ty::Result(Box::new(ok.clone()), Box::new(error.clone()));
        Some(Code::atom(match self.dice.below(4) {
            0 => {
                let receiver = self.receiver(&of(&from, error), fuel);
                format!("{receiver}.map({})", self.lambda(&[&from], value, false, fuel))
            }
            1 => {
                let receiver = self.receiver(&of(value, &Ty::Text), fuel);
                format!("{receiver}.map_err({})", self.lambda(&[&Ty::Text], error, false, fuel))
            }
            2 => {
                let receiver = self.receiver(&of(&from, error), fuel);
                format!("{receiver}.and_then({})", self.lambda(&[&from], &of(value, error), false, fuel))
            }
            _ if !matches!(value, Ty::Fn(..)) => {
                let receiver = self.receiver(&option(value.clone()), fuel);
                format!("{receiver}.ok_or({})", self.operand(error, Level::Loose, fuel.min(1)))
            }
            _ => return None,
        }))
    }
}
