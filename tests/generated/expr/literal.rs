//! Literals: values that can be made of nothing.

use super::super::code::{Code, Kind, Level, code, list};
use super::super::r#gen::{Gen, Mode};
use super::super::types::Type;

const WORDS: &[&str] = &["pear", "plum", "fig", "a b", "line\\n", "caf\\u{e9}", "", "50%", "tab\\t", "quote \\\" it"];

/// A literal of another type than this, whatever is done to make it fit.
pub(crate) fn wrong(ty: &Type) -> &'static str {
    if matches!(ty, Type::Text | Type::Union(_)) { "17" } else { "\"text\"" }
}

impl Gen<'_> {
    /// A value that needs nothing in scope.
    pub(crate) fn literal(&mut self, ty: &Type, mode: Mode, fuel: usize) -> Code {
        match ty {
            Type::Unit => "()".into(),
            Type::Int | Type::Float | Type::Bool | Type::Duration => self.scalar(ty, mode),
            Type::Text => self.text(mode, fuel),
            Type::Error => self.error(fuel),
            Type::TaskError => "TaskError::Cancelled".into(),
            Type::Array(element) => self.array(element, mode, fuel),
            Type::Set(element) => self.set(element, mode, fuel),
            Type::Map(key, value) => self.map(key, value, mode, fuel),
            Type::Tuple(types) => {
                let items = types.iter().map(|it| self.expr(it, mode, fuel).element()).collect();
                code!(Level::Atom; "(", list(items).0, ")")
            }
            Type::Option(value) => self.option(value, mode, fuel),
            Type::Result(value, error) => self.result_value(ty, value, error, mode, fuel),
            Type::Fn(params, result) => self.function(params, result, mode, fuel),
            Type::Struct(index, args) => self.struct_value(*index, args, mode, fuel),
            Type::Enum(index, args) => self.enum_value(ty, *index, args, mode, fuel),
            Type::Union(index) => self.member(ty, *index, mode),
            Type::Param(_) => self.param_value(ty, mode),
        }
    }

    fn scalar(&mut self, ty: &Type, mode: Mode) -> Code {
        let number = self.dice.between(1, 90);
        let text = match (ty, self.dice.below(6)) {
            (Type::Int, 0) => format!("{number:#x}"),
            (Type::Int, 1) => format!("{number}_000"),
            (Type::Int, _) => number.to_string(),
            (Type::Float, 0) if mode == Mode::Check => number.to_string(),
            (Type::Float, 1) => format!("{number}e2"),
            (Type::Float, _) => format!("{number}.{}", self.dice.word(&["0", "5", "25"])),
            (Type::Duration, _) => format!("{number}{}", self.dice.word(&["ms", "s", "m", "h"])),
            (_, side) => if side < 3 { "true" } else { "false" }.to_owned(),
        };
        let code = marked(text.into(), ty, mode);
        if matches!(ty, Type::Int | Type::Float) && self.dice.chance(8) {
            return code!(Level::Unary; "-", code);
        }
        code
    }

    fn text(&mut self, mode: Mode, fuel: usize) -> Code {
        if self.dice.chance(if fuel > 0 { 50 } else { 15 }) {
            return self.interpolated(fuel);
        }
        let word = self.dice.word(WORDS);
        let text = if self.dice.chance(5) { "r\"raw\\text\"".to_owned() } else { format!("\"{word}\"") };
        marked(text.into(), &Type::Text, mode)
    }

    fn interpolated(&mut self, fuel: usize) -> Code {
        let mut code = Code::from("\"");
        for _ in 0..self.dice.between(1, 2) {
            code.push(self.dice.word(&["is ", "then ", "$", ""]));
            let value = self.on_one_line(|it| it.shown_value(fuel));
            code.push(code!(Level::Atom; "${", value, "}"));
        }
        code.push("\"");
        code
    }

    /// Something with a display form, on one line.
    fn shown_value(&mut self, fuel: usize) -> Code {
        let world = self.world;
        let has_form = |it: &Type| world.has(it, super::super::types::Bound::Display);
        match self.some_var(|it| has_form(&it.ty)) {
            Some(var) if self.dice.chance(60) => self.use_of(&var),
            _ => {
                let types = [Type::Int, Type::Text, Type::Bool, Type::Float];
                let ty = self.dice.pick(&types).cloned().unwrap_or(Type::Int);
                self.expr(&ty, Mode::Infer, fuel.min(2)).element()
            }
        }
    }

    fn error(&mut self, fuel: usize) -> Code {
        let message = self.argument(&Type::Text, fuel);
        let start = "Error::new(".len();
        let range = start..start + message.text.len();
        let kind = if self.dice.chance(30) { ", kind: \"odd\"" } else { "" };
        let code = code!(Level::Postfix; "Error::new(", message, kind, ")");
        if kind.is_empty() { code.certain(Kind::DropArgument, range, "") } else { code }
    }

    /// How many elements a container has; none only where the type is known.
    fn count(&mut self, element: &Type, mode: Mode, fuel: usize) -> usize {
        let may_nest = element.any(&|it| matches!(it, Type::Struct(..) | Type::Enum(..)));
        match (mode, fuel) {
            (Mode::Infer, _) => self.dice.between(1, 2 + fuel.min(1)),
            (_, 0) if may_nest => 0,
            _ => self.dice.between(0, 2 + fuel.min(1)),
        }
    }

    /// So many expressions of one type; the first may have to decide it.
    fn equals(&mut self, ty: &Type, mode: Mode, count: usize, fuel: usize) -> Vec<Code> {
        let mode_of = |index: usize| if index == 0 { mode } else { mode.beside(ty) };
        (0..count).map(|index| self.expr(ty, mode_of(index), fuel).element()).collect()
    }

    fn array(&mut self, element: &Type, mode: Mode, fuel: usize) -> Code {
        let count = self.count(element, mode, fuel);
        let items = self.equals(element, mode, count, fuel.min(2));
        code!(Level::Atom; "[", list(items).0, "]")
    }

    fn set(&mut self, element: &Type, mode: Mode, fuel: usize) -> Code {
        if mode != Mode::Infer && self.dice.chance(30) {
            return Code::from("Set::new()").level(Level::Postfix);
        }
        let items = self.array(element, Mode::Infer, fuel);
        code!(Level::Postfix; "Set::of(", items, ")")
    }

    fn map(&mut self, key: &Type, value: &Type, mode: Mode, fuel: usize) -> Code {
        let count = self.count(value, mode, fuel);
        if count == 0 {
            return "{:}".into();
        }
        let keys = self.equals(key, mode, count, 0);
        let values = self.equals(value, mode, count, fuel.min(2));
        let entries = keys.into_iter().zip(values).map(|(key, value)| code!(Level::Atom; key, ": ", value));
        code!(Level::Atom; "{ ", list(entries.collect()).0, " }")
    }

    fn option(&mut self, value: &Type, mode: Mode, fuel: usize) -> Code {
        let may_nest = value.any(&|it| matches!(it, Type::Struct(..) | Type::Enum(..)));
        if mode != Mode::Infer && (fuel == 0 && may_nest || self.dice.chance(30)) {
            return "None".into();
        }
        let value = self.expr(value, mode, fuel).element();
        code!(Level::Postfix; "Some(", value, ")")
    }

    fn result_value(&mut self, ty: &Type, value: &Type, error: &Type, mode: Mode, fuel: usize) -> Code {
        if mode == Mode::Infer && self.dice.chance(50) && !error.has_union() {
            let value = self.expr(value, mode, fuel).element();
            let error = self.expr(error, mode, fuel).element();
            return code!(Level::Postfix; "Some(", value, ").ok_or(", error, ")");
        }
        if mode == Mode::Infer {
            return self.typed_block(ty, fuel);
        }
        let is_ok = self.dice.chance(70);
        let (name, held) = if is_ok { ("Ok(", value) } else { ("Err(", error) };
        let held = self.expr(held, mode, fuel).element();
        code!(Level::Postfix; name, held, ")")
    }

    /// `{ let name: Type = value; name }`: says the type where nothing around does.
    pub(super) fn typed_block(&mut self, ty: &Type, fuel: usize) -> Code {
        let name = self.fresh();
        let value = self.literal(ty, Mode::Check, fuel);
        code!(Level::Loose; "{ let ", name.clone(), ": ", self.world.show(ty), " = ", value, "; ", name, " }")
    }

    fn member(&mut self, ty: &Type, index: usize, mode: Mode) -> Code {
        if mode != Mode::Check {
            return self.typed_block(ty, 0);
        }
        let world = self.world;
        let member = self.dice.pick(&world.unions[index].members).cloned().unwrap_or_default();
        let code = Code::from(format!("\"{member}\""));
        let all = code.all();
        code.certain(Kind::WrongLiteral, all, format!("\"{member}q\""))
    }

    /// A value of a type parameter: only what is in scope can be one.
    fn param_value(&mut self, ty: &Type, mode: Mode) -> Code {
        if let Some(code) = self.variable(ty, mode).or_else(|| self.member_of(ty)) {
            return code;
        }
        if mode == Mode::Infer {
            return self.typed_block(ty, 0);
        }
        Code::from("panic(\"no value\")").level(Level::Postfix)
    }
}

/// A literal that can become one of another type.
fn marked(code: Code, ty: &Type, mode: Mode) -> Code {
    let all = code.all();
    if mode == Mode::Check {
        code.certain(Kind::WrongLiteral, all, wrong(ty))
    } else {
        code.perhaps(Kind::WrongLiteral, all, wrong(ty))
    }
}
