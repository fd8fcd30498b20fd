//! Loops, and ways out of them.

use super::super::code::{Code, Kind, Level, code};
use super::super::r#gen::{Gen, Loop, Mode, place};
use super::super::types::{Type, array, map, set};

impl Gen<'_> {
    /// A loop of which the label, if it has one, comes first.
    fn looped(&mut self, body: impl FnOnce(&mut Self) -> Code) -> Code {
        let label = if self.dice.chance(25) { Some(format!("'{}", self.fresh())) } else { None };
        let shown = label.as_ref().map_or(String::new(), |it| format!("{it}: "));
        self.loops.push(Loop { label, value: None });
        let body = body(self);
        self.loops.pop();
        code!(Level::Loose; shown, body)
    }

    pub(super) fn for_statement(&mut self, fuel: usize) -> Code {
        let (walked, element) = self.walked(fuel);
        let walked = walked.head();
        let all = walked.all();
        let walked = walked.certain(Kind::WrongHead, all, "17");
        self.looped(|it| {
            it.scoped(|it| {
                let pattern = it.irrefutable(&element);
                it.declare_all(&pattern);
                let body = it.block(fuel);
                code!(Level::Loose; "for ", pattern.show(), " in ", walked, " ", body)
            })
        })
    }

    /// Something with elements, and their type.
    fn walked(&mut self, fuel: usize) -> (Code, Type) {
        let params = self.params.clone();
        let own = self.some_var(|it| matches!(it.ty, Type::Array(_) | Type::Map(..) | Type::Set(_))).map(|it| it.ty);
        let ty = match (self.dice.below(10), own) {
            (0 | 1, _) => return (self.range(fuel), Type::Int),
            (8 | 9, _) => return self.walked_pairs(fuel),
            (2, _) => array(self.world.data_type(self.dice, 1, &params)),
            (3, _) => map(self.world.key_type(self.dice), self.world.data_type(self.dice, 1, &params)),
            (4, _) => set(self.world.key_type(self.dice)),
            (_, Some(own)) => own,
            (_, None) => array(Type::Text),
        };
        let element = match &ty {
            Type::Array(element) | Type::Set(element) => (**element).clone(),
            Type::Map(key, value) => Type::Tuple(vec![(**key).clone(), (**value).clone()]),
            _ => Type::Int,
        };
        (self.expr(&ty, Mode::Infer, fuel), element)
    }

    /// Pairs of two arrays, of indexes and elements, or of keys and values.
    fn walked_pairs(&mut self, fuel: usize) -> (Code, Type) {
        let params = self.params.clone();
        let first = self.world.key_type(self.dice);
        let second = self.world.data_type(self.dice, 1, &params);
        let pair = |first: Type| Type::Tuple(vec![first, second.clone()]);
        match self.dice.below(3) {
            0 => {
                let receiver = self.receiver(&array(second.clone()), fuel);
                (self.method(receiver, "enumerate", Vec::new()), pair(Type::Int))
            }
            1 => {
                let receiver = self.receiver(&map(first.clone(), second.clone()), fuel);
                (self.method(receiver, "entries", Vec::new()), pair(first))
            }
            _ => {
                let receiver = self.receiver(&array(first.clone()), fuel);
                let other = self.expr(&array(second.clone()), Mode::Infer, fuel).element();
                (self.method(receiver, "zip", vec![other]), pair(first))
            }
        }
    }

    pub(super) fn while_statement(&mut self, fuel: usize) -> Code {
        let condition = self.head_condition(fuel);
        // `while true` never ends, and what follows it is never reached.
        let condition = if condition.text == "true" { "!false".into() } else { condition };
        self.looped(|it| code!(Level::Loose; "while ", condition, " ", it.block(fuel)))
    }

    /// `while let Some(x) = xs.pop() { … }`
    pub(super) fn while_let_statement(&mut self, fuel: usize) -> Option<Code> {
        let var = self.some_place(|it| matches!(it, Type::Array(_)))?;
        let Type::Array(element) = &var.ty else { return None };
        let name = self.fresh();
        Some(self.looped(|it| {
            let body = it.scoped(|it| {
                it.declare(&name, element, false);
                it.block(fuel)
            });
            let taken = place(&var.name);
            let taken = it.method(taken, "pop", Vec::new());
            code!(Level::Loose; "while let Some(", name, ") = ", taken, " ", body)
        }))
    }

    pub(super) fn loop_statement(&mut self, fuel: usize) -> Code {
        self.looped(|it| {
            let body = it.block_of(1, fuel, |it| {
                let condition = it.head_condition(fuel);
                Some(code!(Level::Loose; "if ", condition, " { break; }"))
            });
            code!(Level::Loose; "loop ", body)
        })
    }

    /// `if condition { return value; }`, or another way out.
    pub(super) fn leave_if(&mut self, fuel: usize) -> Code {
        let condition = self.head_condition(fuel);
        let leave = match self.labelled() {
            Some(label) if self.dice.chance(50) => label,
            _ => self.leave().unwrap_or_else(|| "panic(\"stop\")".into()),
        };
        code!(Level::Loose; "if ", condition, " { ", leave, "; }")
    }

    /// `break 'label` or `continue 'label`.
    fn labelled(&mut self) -> Option<Code> {
        let labels: Vec<(String, bool)> =
            self.loops.iter().filter_map(|it| Some((it.label.clone()?, it.value.is_some()))).collect();
        let (label, has_value) = self.dice.pick(&labels).cloned()?;
        let word = if has_value { "continue" } else { self.dice.word(&["break", "continue"]) };
        Some(Code::from(format!("{word} {label}")).level(Level::Loose))
    }
}
