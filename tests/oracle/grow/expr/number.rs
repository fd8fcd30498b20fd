//! Numbers and truth: operators and methods.

use super::super::code::{Code, Level};
use super::super::scope::Grower;
use super::super::types::{Bound, Ty, array, map, set};

impl Grower<'_> {
    pub(super) fn int_operation(&mut self, fuel: usize) -> Option<Code> {
        Some(match self.dice.below(20) {
            0..=3 => self.sum(&Ty::Int, fuel),
            4 | 5 => self.product(fuel),
            6 | 7 => self.divided(fuel),
            8 => Code::new(Level::Unary, format!("-{}", self.operand(&Ty::Int, Level::Postfix, fuel))),
            9 | 10 => self.int_method(fuel),
            11 => Code::atom(format!("{}.len()", self.receiver(&Ty::Text, fuel))),
            12 => self.measured_length(fuel),
            13 => Code::atom(format!("{}.sum()", self.receiver(&array(Ty::Int), fuel))),
            14 => {
                let ty = self.type_having(Bound::Ord);
                Code::atom(format!("{}.compare({})", self.receiver(&ty, fuel), self.value(&ty, fuel)))
            }
            15 if self.dice.chance(50) => self.parsed_or(fuel),
            15 => {
                let value = self.operand(&Ty::Float, Level::Product, fuel);
                Code::atom(format!("({value} % 100.0).{}", self.dice.word(&["to_int()", "floor().to_int()"])))
            }
            16 => Code::new(
                Level::Cast,
                format!("({} % 50.0).floor() as Int", self.operand(&Ty::Float, Level::Product, fuel)),
            ),
            17 => Code::atom(format!("({}).len()", self.expr(&Ty::Range, false, fuel).text())),
            18 => return self.piped(&Ty::Int, fuel),
            _ => {
                let own = self.type_having(Bound::Own);
                if self.is_closed {
                    return None;
                }
                Code::atom(format!("{}.measure()", self.receiver(&own, fuel)))
            }
        })
    }

    fn sum(&mut self, ty: &Ty, fuel: usize) -> Code {
        let sign = self.dice.word(&["+", "-", "+"]);
        let (left, right) = (self.operand(ty, Level::Sum, fuel), self.operand(ty, Level::Product, fuel));
        Code::new(Level::Sum, format!("{left} {sign} {right}"))
    }

    fn product(&mut self, fuel: usize) -> Code {
        let left = self.operand(&Ty::Int, Level::Product, fuel);
        if self.dice.chance(60) {
            return Code::new(Level::Product, format!("{left} * {}", self.dice.between(2, 5)));
        }
        let right = self.operand(&Ty::Int, Level::Cast, fuel);
        let most = self.dice.between(5, 50);
        Code::new(Level::Product, format!("{left} % {most} * ({right} % {most})"))
    }

    fn divided(&mut self, fuel: usize) -> Code {
        let sign = self.dice.word(&["/", "%"]);
        let left = self.operand(&Ty::Int, Level::Product, fuel);
        if self.dice.chance(1) {
            return Code::new(Level::Product, format!("{left} {sign} {}", self.operand(&Ty::Int, Level::Cast, fuel)));
        }
        Code::new(Level::Product, format!("{left} {sign} {}", self.dice.between(2, 9)))
    }

    fn int_method(&mut self, fuel: usize) -> Code {
        let left = self.receiver(&Ty::Int, fuel);
        let small = self.dice.below(6);
        let call = match self.dice.below(7) {
            0 => "abs()".to_owned(),
            1 => format!("clamp({small}, {})", small + self.dice.below(20)),
            2 => format!("{}({})", self.dice.word(&["shl", "shr"]), self.dice.below(5)),
            3 => return Code::atom(format!("({left} % 9).pow({small})")),
            _ => {
                let name = self.dice.word(&["min", "max", "bit_and", "bit_or", "bit_xor"]);
                format!("{name}({})", self.value(&Ty::Int, fuel))
            }
        };
        Code::atom(format!("{left}.{call}"))
    }

    /// What a text or an array says about where something is, or 0.
    fn parsed_or(&mut self, fuel: usize) -> Code {
        let left = match self.option_operation(&Ty::Int, fuel) {
            Some(option) => option.at(Level::Or),
            None => "\"12\".parse_int()".to_owned(),
        };
        Code::new(Level::Coalesce, format!("{left} ?? {}", self.dice.below(5)))
    }

    fn measured_length(&mut self, fuel: usize) -> Code {
        let key = self.world.key_type(self.dice);
        let ty = match self.dice.below(5) {
            0 => set(key),
            1 => map(key, Ty::Int),
            _ => self.array_type(),
        };
        Code::atom(format!("{}.len()", self.receiver(&ty, fuel)))
    }

    pub(super) fn float_operation(&mut self, fuel: usize) -> Code {
        match self.dice.below(8) {
            0..=2 => self.sum(&Ty::Float, fuel),
            3 => {
                let sign = self.dice.word(&["*", "/", "*"]);
                let left = self.operand(&Ty::Float, Level::Product, fuel);
                Code::new(Level::Product, format!("{left} {sign} {}", self.operand(&Ty::Float, Level::Cast, fuel)))
            }
            4 => Code::atom(format!("{}.to_float()", self.receiver(&Ty::Int, fuel))),
            5 => Code::new(Level::Cast, format!("({} % 999) as Float", self.operand(&Ty::Int, Level::Product, fuel))),
            6 => {
                let name = self.dice.word(&["min", "max"]);
                Code::atom(format!("{}.{name}({})", self.receiver(&Ty::Float, fuel), self.value(&Ty::Float, fuel)))
            }
            _ => {
                let name = self.dice.word(&["abs", "floor", "ceil", "round"]);
                Code::atom(format!("{}.{name}()", self.receiver(&Ty::Float, fuel)))
            }
        }
    }

    pub(super) fn bool_operation(&mut self, fuel: usize) -> Option<Code> {
        Some(match self.dice.below(14) {
            0..=2 => self.compared(Bound::Ord, &["<", "<=", ">", ">="], Level::Compare, Level::Range, fuel),
            3 | 4 => self.compared(Bound::Eq, &["==", "!="], Level::Equal, Level::Compare, fuel),
            5 | 6 => {
                let (left, right) =
                    (self.operand(&Ty::Bool, Level::And, fuel), self.operand(&Ty::Bool, Level::Equal, fuel));
                Code::new(Level::And, format!("{left} && {right}"))
            }
            7 => {
                let (left, right) =
                    (self.operand(&Ty::Bool, Level::Or, fuel), self.operand(&Ty::Bool, Level::And, fuel));
                Code::new(Level::Or, format!("{left} || {right}"))
            }
            8 => Code::new(Level::Unary, format!("!{}", self.operand(&Ty::Bool, Level::Unary, fuel))),
            9 => {
                let name = self.dice.word(&["contains", "starts_with", "ends_with"]);
                Code::atom(format!("{}.{name}({})", self.receiver(&Ty::Text, fuel), self.value(&Ty::Text, fuel)))
            }
            10 => self.held(fuel),
            11 => {
                let ty = self.array_type();
                let Ty::Array(element) = &ty else { return None };
                let receiver = self.receiver(&ty, fuel);
                let name = self.dice.word(&["any", "all"]);
                Code::atom(format!("{receiver}.{name}({})", self.lambda(&[&**element], &Ty::Bool, true, fuel)))
            }
            12 => {
                let ty = self.shown_type();
                let name = self.dice.word(&["is_some", "is_none"]);
                Code::atom(format!("{}.{name}()", self.receiver(&super::super::types::option(ty), fuel)))
            }
            _ => Code::atom(format!("{}.is_empty()", self.receiver(&Ty::Text, fuel))),
        })
    }

    fn compared(&mut self, bound: Bound, signs: &[&'static str], level: Level, inner: Level, fuel: usize) -> Code {
        let ty = if self.dice.chance(50) { Ty::Int } else { self.type_having(bound) };
        let sign = self.dice.word(signs);
        let (left, right) = (self.operand(&ty, inner, fuel), self.operand(&ty, inner, fuel));
        Code::new(level, format!("{left} {sign} {right}"))
    }

    /// Whether something is in a map, a set, an array or a range.
    fn held(&mut self, fuel: usize) -> Code {
        let key = self.world.key_type(self.dice);
        let (from, name, item) = match self.dice.below(4) {
            0 => (map(key.clone(), Ty::Int), "has", key),
            1 => (set(key.clone()), "has", key),
            2 => (Ty::Range, "contains", Ty::Int),
            _ => {
                let ty = self.type_having(Bound::Eq);
                (array(ty.clone()), "contains", ty)
            }
        };
        Code::atom(format!("{}.{name}({})", self.receiver(&from, fuel), self.value(&item, fuel.min(1))))
    }
}
