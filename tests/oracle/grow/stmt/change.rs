//! Statements that change variables.

use super::super::scope::Grower;
use super::super::types::{Bound, Ty};

impl Grower<'_> {
    /// A change of any variable that may be changed here.
    pub(super) fn changed(&mut self, fuel: usize, lines: &mut Vec<String>) {
        let is_nested = |it: &Ty| !it.parts().is_empty() && !matches!(it, Ty::Fn(..)) || matches!(it, Ty::Struct(..));
        let nested = if self.dice.chance(50) { self.some_place(is_nested) } else { None };
        let Some(var) = nested.or_else(|| self.some_place(|_| true)) else {
            return self.printed(fuel, lines);
        };
        self.change_of(&var.name, &var.ty, fuel, lines);
    }

    /// A change of a place: as a whole, of a part, or by a method.
    pub(in super::super) fn change_of(&mut self, place: &str, ty: &Ty, fuel: usize, lines: &mut Vec<String>) {
        if self.dice.chance(12) {
            let value = if self.dice.chance(30) { place.to_owned() } else { self.value(ty, fuel) };
            let value = if *ty == Ty::Int && self.weight > 1 { format!("({value}) % 1000") } else { value };
            return lines.push(format!("{place} = {value};"));
        }
        if self.world.has(ty, Bound::Own) && !self.is_closed && self.dice.chance(15) {
            return lines.push(format!("{place}.grow({});", self.value(&Ty::Int, fuel.min(1))));
        }
        let change = match ty {
            Ty::Int => Some(self.int_change(place, fuel)),
            Ty::Float => {
                let sign = self.dice.word(&["+=", "-=", "*="]);
                Some(format!("{place} {sign} {};", self.value(ty, fuel)))
            }
            Ty::Text => Some(format!("if {place}.len() < 30 {{ {place} += {}; }}", self.value(ty, fuel))),
            Ty::Array(element) => self.array_change(place, element, fuel, lines),
            Ty::Map(key, value) => self.map_change(place, key, value, fuel, lines),
            Ty::Set(element) => {
                let name = self.dice.word(&["add", "add", "remove"]);
                let item = self.value(element, fuel);
                Some(format!("let _ = {place}.{name}({item});"))
            }
            Ty::Struct(..) | Ty::Tuple(_) => {
                let mut parts = self.parts_of(place, ty);
                // The deeper the place, the better.
                let deep: Vec<_> =
                    parts.iter().filter(|it| matches!(it.1, Ty::Array(_) | Ty::Map(..))).cloned().collect();
                if !deep.is_empty() && self.dice.chance(50) {
                    parts = deep;
                }
                let (part, ty) = parts[self.dice.below(parts.len())].clone();
                return self.change_of(&part, &ty, fuel, lines);
            }
            Ty::Option(value) if self.dice.chance(50) && !matches!(**value, Ty::Fn(..)) => {
                Some(format!("{place} = Some({});", self.value(value, fuel)))
            }
            _ => Some(format!("{place} = {};", self.value(ty, fuel))),
        };
        lines.extend(change);
    }

    fn int_change(&mut self, place: &str, fuel: usize) -> String {
        match self.dice.below(7) {
            0 if self.weight == 1 => format!("{place} *= {};", self.dice.between(2, 4)),
            1 => format!("{place} {} {};", self.dice.word(&["/=", "%="]), self.dice.between(2, 7)),
            2 => format!("{place} = {place} * 3 % 1000;"),
            3 => format!("{place} {} {};", self.dice.word(&["+=", "-="]), self.dice.between(1, 9)),
            _ => {
                let sign = self.dice.word(&["+=", "-=", "+="]);
                format!("{place} {sign} {} % 100;", self.operand(&Ty::Int, super::super::code::Level::Product, fuel))
            }
        }
    }

    fn array_change(&mut self, place: &str, element: &Ty, fuel: usize, lines: &mut Vec<String>) -> Option<String> {
        match self.dice.below(10) {
            0..=3 => {
                let index = self.dice.below(3);
                return self.inner_change(
                    &format!("{place}.len() > {index}"),
                    &format!("{place}[{index}]"),
                    element,
                    fuel,
                    lines,
                );
            }
            4 | 5 => {}
            6 => return Some(format!("let _ = {place}.pop();")),
            7 if self.world.has(element, Bound::Ord) => return Some(format!("{place}.sort();")),
            8 => return Some(format!("{place}.reverse();")),
            9 if !matches!(element, Ty::Fn(..)) => {
                return Some(format!("{place}.sort_by({});", self.order(element, fuel)));
            }
            _ => {}
        }
        let item = self.value(element, fuel);
        Some(match self.dice.below(8) {
            0 => format!("if {place}.len() < 9 {{ {place}.extend([{item}, {item}]); }}"),
            1 => format!("if {place}.len() < 9 {{ {place}.insert({place}.len() / 2, {item}); }}"),
            2 => format!("if {place}.len() > 1 {{ let _ = {place}.remove({place}.len() - 1); }}"),
            3 => format!("if {place}.len() < 5 {{ {place}.extend({place}); }}"),
            _ => format!("if {place}.len() < 9 {{ {place}.push({item}); }}"),
        })
    }

    fn map_change(
        &mut self,
        place: &str,
        key: &Ty,
        value: &Ty,
        fuel: usize,
        lines: &mut Vec<String>,
    ) -> Option<String> {
        let known = self.literal(key, true, 0).text();
        let known = if known.starts_with('{') { format!("({known})") } else { known };
        match self.dice.below(8) {
            0..=2 => {
                self.inner_change(&format!("{place}.has({known})"), &format!("{place}[{known}]"), value, fuel, lines)
            }
            3 => Some(format!("let _ = {place}.remove({known});")),
            4 => {
                let value = self.value(value, fuel);
                Some(format!("{place}.set({known}, {value});"))
            }
            _ => {
                let (key, value) = (self.value(key, fuel), self.value(value, fuel));
                Some(format!("if {place}.len() < 9 {{ {place}[{key}] = {value}; }}"))
            }
        }
    }

    /// A change of a part that is there only under a condition, which is seldom forgotten.
    fn inner_change(
        &mut self,
        condition: &str,
        place: &str,
        ty: &Ty,
        fuel: usize,
        lines: &mut Vec<String>,
    ) -> Option<String> {
        let mut inner = Vec::new();
        self.change_of(place, ty, fuel, &mut inner);
        if self.dice.chance(2) {
            lines.extend(inner);
            return None;
        }
        Some(format!("if {condition} {{ {} }}", inner.join(" ")))
    }
}
