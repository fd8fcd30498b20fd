//! Arrays, maps and sets made of others.

use super::super::code::{Code, Level};
use super::super::scope::Grower;
use super::super::types::{Bound, Ty, array, map, set};

impl Grower<'_> {
    pub(super) fn array_operation(&mut self, element: &Ty, fuel: usize) -> Option<Code> {
        let of = array(element.clone());
        if matches!(element, Ty::Fn(..)) {
            return None;
        }
        Some(Code::atom(match self.dice.below(17) {
            0..=3 => return Some(self.mapped(element, fuel)),
            4 | 5 => format!("{}.filter({})", self.receiver(&of, fuel), self.lambda(&[element], &Ty::Bool, true, fuel)),
            6 => format!("{}.reversed()", self.receiver(&of, fuel)),
            7 => format!("{}.sorted()", self.ordered(element, &of, fuel)?),
            8 => self.sorted_by(element, &of, fuel),
            9 => {
                let from = self.world.data_type(self.dice, 0);
                let receiver = self.receiver(&array(from.clone()), fuel);
                format!("{receiver}.flat_map({})", self.lambda(&[&from], &of, false, fuel))
            }
            10 => self.part_of_array(&of)?,
            11 => {
                let (left, right) = (self.operand(&of, Level::Sum, fuel), self.operand(&of, Level::Product, fuel));
                return Some(Code::new(Level::Sum, format!("{left} + {right}")));
            }
            12 => {
                let range = self.expr(&Ty::Range, false, fuel).text();
                format!("({range}).map({})", self.lambda(&[&Ty::Int], element, false, fuel))
            }
            13 if self.world.has(element, Bound::Hash) => match self.dice.below(3) {
                0 => format!("{}.unique()", self.receiver(&of, fuel)),
                1 => format!("{}.to_array()", self.receiver(&set(element.clone()), fuel)),
                _ => format!("{}.keys()", self.receiver(&map(element.clone(), Ty::Int), fuel)),
            },
            14 => {
                let key = self.world.key_type(self.dice);
                format!("{}.values()", self.receiver(&map(key, element.clone()), fuel))
            }
            _ => return self.array_of_parts(element, fuel),
        }))
    }

    fn mapped(&mut self, element: &Ty, fuel: usize) -> Code {
        let of = self.array_type();
        let Ty::Array(from) = &of else { return self.literal(&array(element.clone()), false, fuel) };
        let receiver = self.receiver(&of, fuel);
        Code::atom(format!("{receiver}.map({})", self.lambda(&[&**from], element, false, fuel)))
    }

    fn ordered(&mut self, element: &Ty, of: &Ty, fuel: usize) -> Option<String> {
        self.world.has(element, Bound::Ord).then(|| self.receiver(of, fuel))
    }

    fn sorted_by(&mut self, element: &Ty, of: &Ty, fuel: usize) -> String {
        let receiver = self.receiver(of, fuel);
        format!("{receiver}.sorted_by({})", self.order(element, fuel))
    }

    /// A closure that orders two elements.
    pub(in super::super) fn order(&mut self, element: &Ty, fuel: usize) -> String {
        if self.world.has(element, Bound::Ord) && self.dice.chance(60) {
            return self.dice.word(&["|a, b| b.compare(a)", "|a, b| a.compare(b)"]).to_owned();
        }
        // Both sides come from one function, so that it is an order.
        let ty = self.world.type_with(self.dice, Bound::Ord);
        let key = self.quietly(|it| {
            it.in_closure(None, 12, |it| {
                it.declare("of", element, false);
                it.operand(&ty, Level::Loose, fuel.min(1))
            })
        });
        format!("|l, r| {{ let key = |of: {}| {key}; key(l).compare(key(r)) }}", self.world.show(element))
    }

    /// A slice of an array; the range is seldom wrong.
    fn part_of_array(&mut self, of: &Ty) -> Option<String> {
        let name = self.some_var(|it| it.ty == *of)?.name;
        let most = self.dice.below(4);
        Some(match self.dice.below(50) {
            0 => format!("{name}[{most}..]"),
            1..=5 => format!("{name}.slice({name}.len().min({most})..{name}.len())"),
            6..=25 => format!("{name}[..{name}.len().min({most})]"),
            _ => format!("{name}[{name}.len() / 3..{name}.len()]"),
        })
    }

    /// `zip`, `enumerate`, `entries`, `chunk`, `split`, where the element is what they give.
    fn array_of_parts(&mut self, element: &Ty, fuel: usize) -> Option<Code> {
        Some(Code::atom(match element {
            Ty::Text if self.dice.chance(50) => format!("{}.chars()", self.receiver(&Ty::Text, fuel)),
            Ty::Text => {
                let by = self.dice.word(&["\",\"", "\" \"", "\"\"", "\"a\""]);
                format!("{}.split({by})", self.receiver(&Ty::Text, fuel))
            }
            Ty::Array(inner) if !matches!(**inner, Ty::Fn(..)) => {
                format!("{}.chunk({})", self.receiver(element, fuel), self.dice.between(1, 3))
            }
            Ty::Tuple(types) if types.len() == 2 => {
                let (first, second) = (&types[0], &types[1]);
                if *first == Ty::Int && self.dice.chance(50) {
                    format!("{}.enumerate()", self.receiver(&array(second.clone()), fuel))
                } else if self.world.has(first, Bound::Hash) && self.dice.chance(40) {
                    format!("{}.entries()", self.receiver(&map(first.clone(), second.clone()), fuel))
                } else {
                    let receiver = self.receiver(&array(first.clone()), fuel);
                    format!("{receiver}.zip({})", self.operand(&array(second.clone()), Level::Loose, fuel))
                }
            }
            _ => return None,
        }))
    }

    pub(super) fn map_operation(&mut self, key: &Ty, value: &Ty, fuel: usize) -> Option<Code> {
        let own = map(key.clone(), value.clone());
        if matches!(value, Ty::Fn(..)) {
            return None;
        }
        Some(Code::atom(match self.dice.below(3) {
            0 => format!("{}.merge({})", self.receiver(&own, fuel), self.value(&own, fuel)),
            _ => {
                let pairs = array(Ty::Tuple(vec![key.clone(), value.clone()]));
                format!("Map::of({})", self.operand(&pairs, Level::Loose, fuel))
            }
        }))
    }

    pub(super) fn set_operation(&mut self, element: &Ty, fuel: usize) -> Code {
        let own = set(element.clone());
        if self.dice.chance(35) {
            return Code::atom(format!("Set::of({})", self.operand(&array(element.clone()), Level::Loose, fuel)));
        }
        let name = self.dice.word(&["union", "intersect", "difference", "union"]);
        Code::atom(format!("{}.{name}({})", self.receiver(&own, fuel), self.value(&own, fuel)))
    }

    /// `xs.fold(init, |acc, x| …)`.
    pub(super) fn folded(&mut self, ty: &Ty, fuel: usize) -> Option<Code> {
        if matches!(ty, Ty::Fn(..) | Ty::Unit | Ty::Range | Ty::Param(_)) {
            return None;
        }
        let of = self.array_type();
        let Ty::Array(from) = &of else { return None };
        let receiver = self.receiver(&of, fuel);
        let init = self.operand(ty, Level::Loose, fuel);
        Some(Code::atom(format!("{receiver}.fold({init}, {})", self.lambda(&[ty, &**from], ty, false, fuel))))
    }
}
