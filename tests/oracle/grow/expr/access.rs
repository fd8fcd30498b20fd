//! Parts of what variables hold: fields, positions, elements.

use super::super::code::{Code, Level};
use super::super::scope::Grower;
use super::super::types::{Ty, array, map};

impl Grower<'_> {
    pub(super) fn access(&mut self, ty: &Ty, fuel: usize) -> Option<Code> {
        let parts: Vec<String> = self.parts_in_scope().into_iter().filter(|it| it.1 == *ty).map(|it| it.0).collect();
        if let Some(part) = self.dice.pick(&parts)
            && self.dice.chance(85)
        {
            return Some(Code::atom(part.clone()));
        }
        if matches!(ty, Ty::Fn(..) | Ty::Unit | Ty::Range | Ty::Param(_)) {
            return None;
        }
        Some(Code::atom(match self.dice.below(20) {
            0..=7 => {
                let count = self.dice.between(1, 3);
                let items = self.elements(ty, count, false, fuel);
                format!("[{items}][{}.abs() % {count}]", self.receiver(&Ty::Int, fuel))
            }
            8 | 9 => {
                let name = self.some_var(|it| it.ty == array(ty.clone()))?.name;
                let index = self.receiver(&Ty::Int, fuel);
                return Some(Code::loose(format!(
                    "if {name}.is_empty() {{ {} }} else {{ {name}[{index}.bit_and(7) % {name}.len()] }}",
                    self.operand(ty, Level::Loose, fuel)
                )));
            }
            10 if self.dice.chance(7) => format!("{}[{}]", self.receiver(&array(ty.clone()), fuel), self.dice.below(3)),
            11..=13 => {
                let key = self.world.key_type(self.dice);
                let receiver = self.receiver(&map(key.clone(), ty.clone()), fuel);
                format!("{receiver}.get_or({}, {})", self.value(&key, 0), self.value(ty, fuel))
            }
            14 | 15 => {
                let key = self.world.key_type(self.dice);
                let key = self.literal(&key, false, 0).text();
                format!(
                    "{{ {key}: {}, {key}: {} }}[{key}]",
                    self.operand(ty, Level::Loose, fuel),
                    self.operand(ty, Level::Loose, fuel)
                )
            }
            _ => {
                let other = self.world.data_type(self.dice, 0);
                let at = self.dice.below(2);
                let mut types = vec![other.clone(), other];
                types[at] = ty.clone();
                format!("{}.{at}", self.receiver(&Ty::Tuple(types), fuel))
            }
        }))
    }

    /// The parts of what the variables hold, with their types.
    fn parts_in_scope(&self) -> Vec<(String, Ty)> {
        let mut parts = Vec::new();
        let visible = self.visible();
        for var in &visible {
            let first = self.parts_of(&var.name, &var.ty);
            for (name, ty) in &first {
                parts.extend(self.parts_of(name, ty));
            }
            parts.extend(first);
        }
        for (array, index) in &self.in_range {
            let Some(var) = visible.iter().find(|it| it.name == *array) else { continue };
            let Ty::Array(element) = &var.ty else { continue };
            let name = format!("{array}[{index}]");
            parts.extend(self.parts_of(&name, element));
            parts.push((name, (**element).clone()));
        }
        parts
    }

    /// The fields and positions of a value.
    pub(in super::super) fn parts_of(&self, name: &str, ty: &Ty) -> Vec<(String, Ty)> {
        match ty {
            Ty::Tuple(types) => types.iter().enumerate().map(|(at, ty)| (format!("{name}.{at}"), ty.clone())).collect(),
            Ty::Struct(index, arg) => {
                let fields = self.world.fields(*index, arg.as_deref());
                fields.into_iter().map(|(field, ty)| (format!("{name}.{field}"), ty)).collect()
            }
            _ => Vec::new(),
        }
    }
}
