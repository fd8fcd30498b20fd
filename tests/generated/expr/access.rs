//! Parts of what is in scope: fields, elements of tuples, indexes, calls of function values.

use super::super::code::{Code, Kind, Level, code, list};
use super::super::r#gen::{Gen, Mode, Var};
use super::super::types::{Type, array};

impl Gen<'_> {
    /// A part of a variable that has the type.
    pub(super) fn access(&mut self, ty: &Type, fuel: usize) -> Option<Code> {
        match self.dice.below(4) {
            0 => self.called_value(ty, fuel),
            1 => self.indexed(ty, fuel),
            _ => self.member_of(ty),
        }
    }

    /// `v.field` or `v.0`.
    pub(super) fn member_of(&mut self, ty: &Type) -> Option<Code> {
        let found: Vec<(Var, String)> = self.visible().into_iter().flat_map(|var| self.members(var, ty)).collect();
        let (var, name) = self.dice.pick(&found).cloned()?;
        let start = var.name.len() + 1;
        let code = code!(Level::Postfix; self.use_of(&var), ".", name.clone());
        let range = start..start + name.len();
        let other = if matches!(var.ty, Type::Tuple(_)) { "7".to_owned() } else { format!("{name}q") };
        Some(code.certain(Kind::RenameMember, range, other))
    }

    fn members(&self, var: &Var, ty: &Type) -> Vec<(Var, String)> {
        let names: Vec<String> = match &var.ty {
            Type::Struct(index, args) => {
                let fields = self.world.fields(*index, args);
                fields.into_iter().filter(|it| it.ty == *ty).map(|it| it.name).collect()
            }
            Type::Tuple(types) => (0..types.len()).filter(|it| types[*it] == *ty).map(|it| it.to_string()).collect(),
            _ => Vec::new(),
        };
        names.into_iter().map(|it| (var.clone(), it)).collect()
    }

    /// `xs[i]`, `map[key]`, `text[i]`, `xs[1..]`.
    fn indexed(&mut self, ty: &Type, fuel: usize) -> Option<Code> {
        if matches!(ty, Type::Text | Type::Array(_)) && self.dice.chance(40) {
            return Some(self.sliced(ty, fuel));
        }
        let of = array(ty.clone());
        let var = self.some_var(|it| it.ty == of || matches!(&it.ty, Type::Map(_, value) if **value == *ty))?;
        let key = if let Type::Map(key, _) = &var.ty { (**key).clone() } else { Type::Int };
        if matches!(var.ty, Type::Map(..)) && self.dice.chance(40) {
            let args = vec![self.argument(&key, fuel), self.argument(ty, fuel)];
            let receiver = self.use_of(&var);
            return Some(self.method(receiver, "get_or", args));
        }
        let index = self.expr(&key, Mode::Check, fuel);
        let start = var.name.len() + 1;
        let range = start..start + index.text.len();
        let code = code!(Level::Postfix; self.use_of(&var), "[", index, "]");
        Some(code.certain(Kind::WrongIndex, range, super::wrong(&key)))
    }

    fn sliced(&mut self, ty: &Type, fuel: usize) -> Code {
        let whole = self.receiver(ty, fuel);
        let index = match self.dice.below(4) {
            0 if *ty == Type::Text => self.operand(&Type::Int, Level::Sum, fuel),
            1 => code!(Level::Range; "..", self.operand(&Type::Int, Level::Sum, fuel)),
            2 => code!(Level::Range; self.operand(&Type::Int, Level::Sum, fuel), ".."),
            _ => self.range(fuel),
        };
        let start = whole.text.len() + 1;
        let range = start..start + index.text.len();
        let code = code!(Level::Postfix; whole, "[", index, "]");
        code.certain(Kind::WrongIndex, range, "true")
    }

    /// `a..b` or `a..=b`.
    pub(crate) fn range(&mut self, fuel: usize) -> Code {
        let sign = self.dice.word(&["..", "..="]);
        let first = self.operand(&Type::Int, Level::Sum, fuel.min(1));
        let last = self.operand(&Type::Int, Level::Sum, fuel.min(1));
        code!(Level::Range; first, sign, last)
    }

    /// A call of a variable that is a function.
    fn called_value(&mut self, ty: &Type, fuel: usize) -> Option<Code> {
        let var = self.some_var(|it| matches!(&it.ty, Type::Fn(_, result) if **result == *ty))?;
        let Type::Fn(params, _) = &var.ty else { return None };
        let args: Vec<Code> = params.iter().map(|it| self.argument(it, fuel)).collect();
        let (args, ranges) = list(args);
        let args = match ranges.first() {
            Some(_) => args.certain(Kind::DropArgument, super::super::code::with_comma(&ranges, 0), ""),
            None => args.certain(Kind::ExtraArgument, 0..0, "17"),
        };
        Some(code!(Level::Postfix; self.use_of(&var), "(", args, ")"))
    }
}
