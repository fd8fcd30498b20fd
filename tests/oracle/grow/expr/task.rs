//! Work at the same time. It prints nothing and changes nothing outside, so that its order cannot be seen.

use super::super::code::{Code, Level};
use super::super::scope::Grower;
use super::super::types::{Ty, array};

impl Grower<'_> {
    /// A call that another task makes.
    pub(in super::super) fn started(&mut self, ty: &Ty, fuel: usize) -> Option<String> {
        let recursion = self.recursion.take();
        let code = self.quietly(|it| {
            it.in_closure(None, 1, |it| (0..4).find_map(|_| it.call_for(ty, fuel.min(1))).filter(is_call))
        });
        self.recursion = recursion;
        code.map(Code::text)
    }

    /// Something that waits and gives the type.
    pub(super) fn task(&mut self, ty: &Ty, fuel: usize) -> Option<Code> {
        match ty {
            Ty::Tuple(types) if self.dice.chance(70) => {
                let calls: Option<Vec<String>> = types.iter().map(|it| self.started(it, fuel)).collect();
                Some(Code::new(Level::Unary, format!("await ({})", calls?.join(", "))))
            }
            Ty::Array(element) if !matches!(**element, Ty::Fn(..)) => {
                let of = self.array_type();
                let Ty::Array(from) = &of else { return None };
                let receiver = self.receiver(&of, fuel);
                let closure = self.quietly(|it| it.lambda(&[&**from], element, false, fuel));
                Some(Code::atom(format!("{receiver}.par_map({closure})")))
            }
            Ty::Fn(..) | Ty::Unit | Ty::Range => None,
            _ if self.dice.chance(40) => Some(Code::new(Level::Unary, format!("race [{}]", self.started(ty, fuel)?))),
            _ if self.dice.chance(50) => {
                let call = self.started(&array(ty.clone()), fuel)?;
                Some(Code::atom(format!("(await ({call}, 1)).0.first().unwrap_or({})", self.value(ty, fuel))))
            }
            _ => {
                let call = self.started(ty, fuel)?;
                Some(Code::atom(format!("(await spawn {call}).unwrap_or({})", self.value(ty, fuel))))
            }
        }
    }
}

fn is_call(code: &Code) -> bool {
    let text = code.clone().at(Level::Postfix);
    !text.starts_with(['(', '{', '[']) && !text.contains("|>")
}
