//! Loops, all of which end.

use super::super::code::block;
use super::super::scope::Grower;
use super::super::types::{Ty, array, map, set};

impl Grower<'_> {
    /// A label and how it is written before a loop.
    fn label(&mut self) -> (Option<String>, String) {
        if !self.dice.chance(30) {
            return (None, String::new());
        }
        let name = format!("'{}", self.fresh());
        (Some(name.clone()), format!("{name}: "))
    }

    pub(super) fn for_statement(&mut self, fuel: usize, lines: &mut Vec<String>) {
        if self.dice.chance(25) {
            return self.for_indexes(fuel, lines);
        }
        let (walked, element) = self.walked(fuel);
        let (label, shown) = self.label();
        let body = self.in_loop(5, label, |it| {
            let (pattern, names) = it.irrefutable(&element);
            it.declare_all(&names);
            format!("for {pattern} in {walked} {}", it.body(fuel))
        });
        lines.push(format!("{shown}{body}"));
    }

    /// Something with elements, and their type.
    fn walked(&mut self, fuel: usize) -> (String, Ty) {
        let key = self.world.key_type(self.dice);
        let ty = match self.dice.below(16) {
            0..=5 => return (self.expr(&Ty::Range, true, fuel).head(), Ty::Int),
            6 => map(key, self.world.data_type(self.dice, 1)),
            7 => set(key),
            8 => return (format!("{}.chars()", self.receiver_in_head(&Ty::Text, fuel)), Ty::Text),
            9 | 10 => {
                let own = self.array_type();
                let Ty::Array(element) = &own else { return ("[1]".to_owned(), Ty::Int) };
                let pair = Ty::Tuple(vec![Ty::Int, (**element).clone()]);
                return (format!("{}.enumerate()", self.receiver_in_head(&own, fuel)), pair);
            }
            11 | 12 => {
                let own = self.some_var(|it| matches!(it.ty, Ty::Map(..) | Ty::Set(_)));
                own.map_or_else(|| array(Ty::Int), |it| it.ty)
            }
            _ => self.array_type(),
        };
        let element = match &ty {
            Ty::Array(element) | Ty::Set(element) => (**element).clone(),
            Ty::Map(key, value) => Ty::Tuple(vec![(**key).clone(), (**value).clone()]),
            _ => Ty::Int,
        };
        (self.expr(&ty, false, fuel).head(), element)
    }

    fn receiver_in_head(&mut self, ty: &Ty, fuel: usize) -> String {
        let value = self.receiver(ty, fuel);
        if value.contains('{') { format!("({value})") } else { value }
    }

    /// A loop over the indexes of an array that keeps its length meanwhile.
    fn for_indexes(&mut self, fuel: usize, lines: &mut Vec<String>) {
        let depth = self.depth;
        let Some(var) = self.some_var(|it| matches!(it.ty, Ty::Array(_)) && it.depth == depth) else { return };
        let (index, (label, shown)) = (self.fresh(), self.label());
        let mut range = format!("0..{}.len()", var.name);
        if self.dice.chance(40) {
            let name = self.fresh();
            lines.push(format!("let {name} = {range};"));
            self.declare(&name, &Ty::Range, false);
            range = name;
        }
        let body = self.with_fixed(&var.name, |it| {
            it.in_loop(5, label, |it| {
                it.declare(&index, &Ty::Int, false);
                it.in_range.push((var.name.clone(), index.clone()));
                let mut lines = it.statements(1, fuel);
                if let Ty::Array(element) = &var.ty
                    && var.is_mut
                    && !var.is_fixed
                    && it.in_range.iter().any(|pair| pair.0 == var.name && pair.1 == index)
                {
                    it.change_of(&format!("{}[{index}]", var.name), element, fuel, &mut lines);
                }
                block(&lines)
            })
        });
        lines.push(format!("{shown}for {index} in {range} {body}"));
    }

    /// A `while` with a counter that nothing else changes.
    pub(super) fn while_statement(&mut self, fuel: usize, lines: &mut Vec<String>) {
        let (name, times, (label, shown)) = (self.fresh(), self.dice.between(2, 5), self.label());
        let start = self.dice.below(3);
        lines.push(format!("let mut {name} = {start};"));
        let also = if self.dice.chance(25) {
            format!(" && {}", self.expr(&Ty::Bool, true, fuel.min(1)).at(super::super::code::Level::Equal))
        } else {
            String::new()
        };
        let also = if also.contains('{') { String::new() } else { also };
        self.declare_counter(&name);
        let body = self.in_loop(times, label, |it| {
            let mut body = vec![format!("{name} += 1;")];
            let count = it.dice.between(1, 3);
            body.extend(it.statements(count, fuel));
            block(&body)
        });
        lines.push(format!("{shown}while {name} < {}{also} {body}", start + times));
    }

    /// `while let Some(x) = xs.pop() { … }`
    pub(super) fn while_let_statement(&mut self, fuel: usize, lines: &mut Vec<String>) {
        let is_walked = |it: &Ty| matches!(it, Ty::Array(inner) if !matches!(**inner, Ty::Fn(..)));
        let Some(var) = self.some_place(is_walked) else { return };
        let Ty::Array(element) = &var.ty else { return };
        let (label, shown) = self.label();
        let body = self.with_fixed(&var.name, |it| {
            it.in_loop(5, label, |it| {
                let (pattern, names) = if it.dice.chance(20) { it.refutable(element) } else { it.irrefutable(element) };
                it.declare_all(&names);
                let mut lines = Vec::new();
                if **element == Ty::Int
                    && let [(name, _)] = names.as_slice()
                {
                    lines.push(format!("if {name} > 1 {{ {}.push({name} / 3); }}", var.name));
                }
                lines.extend(it.statements(1, fuel));
                (pattern, block(&lines))
            })
        });
        lines.push(format!("{shown}while let Some({}) = {}.pop() {}", body.0, var.name, body.1));
    }

    /// A `loop` that counts.
    pub(super) fn loop_statement(&mut self, fuel: usize, lines: &mut Vec<String>) {
        let (name, times, (label, shown)) = (self.fresh(), self.dice.between(2, 4), self.label());
        lines.push(format!("let mut {name} = 0;"));
        self.declare_counter(&name);
        let body = self.in_loop(times, label, |it| {
            let mut body = vec![format!("{name} += 1;"), format!("if {name} > {times} {{ break; }}")];
            body.extend(it.statements(2, fuel));
            block(&body)
        });
        lines.push(format!("{shown}loop {body}"));
    }
}
