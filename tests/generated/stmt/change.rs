//! Statements that change variables.

use super::super::code::{Code, Kind, Level, code};
use super::super::r#gen::{Gen, Mode, Var, place};
use super::super::types::{Bound, Type};

impl Gen<'_> {
    /// An assignment to a variable, a field or an index.
    pub(super) fn changed_place(&mut self, fuel: usize) -> Option<Code> {
        let var = self.some_place(|it| !matches!(it, Type::Fn(..)))?;
        if var.name == "self" && !matches!(var.ty, Type::Struct(..)) {
            return None;
        }
        match (&var.ty, self.dice.below(3)) {
            (Type::Struct(index, args), 0 | 1) => Some(self.changed_field(&var, *index, args, fuel)),
            (Type::Array(element), 0) => Some(self.changed_index(&var, &Type::Int, element, fuel)),
            (Type::Map(key, value), 0 | 1) => Some(self.changed_index(&var, key, value, fuel)),
            (Type::Int | Type::Float | Type::Text, 0 | 1) => Some(self.added(&var, fuel)),
            _ => {
                let value = self.expr(&var.ty, Mode::Check, fuel);
                Some(code!(Level::Loose; place(&var.name), " = ", value, ";"))
            }
        }
    }

    fn changed_field(&mut self, var: &Var, index: usize, args: &[Type], fuel: usize) -> Code {
        let fields = self.world.fields(index, args);
        let at = self.dice.below(fields.len());
        let name = fields[at].name.clone();
        let start = var.name.len() + 1;
        let place = code!(Level::Postfix; place(&var.name), ".", name.clone());
        let place = place.certain(Kind::RenameMember, start..start + name.len(), format!("{name}q"));
        let value = self.expr(&fields[at].ty, Mode::Check, fuel);
        code!(Level::Loose; place, " = ", value, ";")
    }

    fn changed_index(&mut self, var: &Var, key: &Type, element: &Type, fuel: usize) -> Code {
        let index = self.expr(key, Mode::Check, fuel.min(1));
        let start = var.name.len() + 1;
        let range = start..start + index.text.len();
        let place = code!(Level::Postfix; place(&var.name), "[", index, "]");
        let place = place.certain(Kind::WrongIndex, range, super::super::expr::wrong(key));
        let value = self.expr(element, Mode::Check, fuel);
        code!(Level::Loose; place, " = ", value, ";")
    }

    fn added(&mut self, var: &Var, fuel: usize) -> Code {
        let sign = if var.ty == Type::Text { "+=" } else { self.dice.word(&["+=", "-=", "*="]) };
        let value = self.expr(&var.ty, Mode::Infer, fuel);
        let start = var.name.len() + 1;
        let code = code!(Level::Loose; place(&var.name), " ", sign, " ", value, ";");
        if var.ty == Type::Text { code.certain(Kind::WrongOperator, start..start + 2, "-=") } else { code }
    }

    /// `xs.push(x);` and the like, on a variable or on one of its fields.
    pub(super) fn changed_by_method(&mut self, fuel: usize) -> Option<Code> {
        let world = self.world;
        let is_container = |it: &Type| matches!(it, Type::Array(_) | Type::Map(..) | Type::Set(_));
        let field_of = |it: &Type| match it {
            Type::Struct(index, args) => world.fields(*index, args).into_iter().find(|it| is_container(&it.ty)),
            _ => None,
        };
        let var = self.some_place(|it| is_container(it) || field_of(it).is_some())?;
        let (place, ty) = match field_of(&var.ty) {
            Some(field) => (code!(Level::Postfix; place(&var.name), ".", field.name), field.ty),
            None => (place(&var.name), var.ty.clone()),
        };
        let call = self.change_of(place, &ty, fuel)?;
        Some(code!(Level::Loose; call, ";"))
    }

    fn change_of(&mut self, place: Code, ty: &Type, fuel: usize) -> Option<Code> {
        let (name, args): (&str, Vec<Type>) = match ty {
            Type::Array(element) => match self.dice.below(9) {
                0..=2 => ("push", vec![(**element).clone()]),
                3 => ("pop", Vec::new()),
                4 => ("insert", vec![Type::Int, (**element).clone()]),
                5 => ("remove", vec![Type::Int]),
                6 => ("extend", vec![ty.clone()]),
                7 => return Some(self.sorted_place(place, element, fuel)),
                _ => (self.dice.word(&["reverse", "clear"]), Vec::new()),
            },
            Type::Map(key, value) => match self.dice.below(4) {
                0 => ("remove", vec![(**key).clone()]),
                1 => ("clear", Vec::new()),
                _ => ("set", vec![(**key).clone(), (**value).clone()]),
            },
            Type::Set(element) => match self.dice.below(4) {
                0 => ("remove", vec![(**element).clone()]),
                1 => ("clear", Vec::new()),
                _ => ("add", vec![(**element).clone()]),
            },
            _ => return None,
        };
        let args = args.iter().map(|it| self.argument(it, fuel)).collect();
        Some(self.method(place, name, args))
    }

    fn sorted_place(&mut self, place: Code, element: &Type, fuel: usize) -> Code {
        if self.world.has(element, Bound::Ord) && self.dice.chance(50) {
            return self.method(place, "sort", Vec::new());
        }
        let params = [element.clone(), element.clone()];
        let closure = self.lambda(&params, |it| it.closure_body(&Type::Int, Mode::Check, fuel));
        self.method(place, "sort_by", vec![closure])
    }
}
