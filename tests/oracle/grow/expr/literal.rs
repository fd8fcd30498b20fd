//! Literals: values written out.

use super::super::code::{Code, Level};
use super::super::scope::Grower;
use super::super::types::{Bound, Ty};
use super::super::world::Data;

const WORDS: &[&str] = &["", "a", "ab", "lamp", "Bo", " cy ", "x-y-z", "12", "née", "a,b,c", "3x", "été", "tea time"];

impl Grower<'_> {
    /// A value of the type with parts of its own.
    pub(in super::super) fn literal(&mut self, ty: &Ty, hint: bool, fuel: usize) -> Code {
        let inner = fuel.saturating_sub(1);
        match ty {
            Ty::Unit => Code::atom("()"),
            Ty::Int => self.int_literal(),
            Ty::Float => Code::atom(self.dice.word(&["0.0", "0.5", "1.0", "2.5", "3.25", "10.0", "0.1", "1e3"])),
            Ty::Bool => Code::atom(self.dice.word(&["true", "false"])),
            Ty::Text => self.text_literal(fuel),
            Ty::Range => self.range(),
            Ty::Array(element) => {
                let least = usize::from(!hint || self.dice.chance(85));
                let count = if fuel == 0 { least } else { self.dice.between(least, 4) };
                Code::atom(format!("[{}]", self.elements(element, count, hint, inner)))
            }
            Ty::Set(element) => {
                let least = usize::from(!hint || self.dice.chance(85));
                let count = self.dice.between(least, 3);
                let items = self.elements(element, count, hint, inner);
                Code::atom(if count == 0 { "Set::new()".to_owned() } else { format!("Set::of([{items}])") })
            }
            Ty::Map(key, value) => self.map_literal(key, value, hint, inner),
            Ty::Tuple(types) => {
                let items: Vec<String> = types.iter().map(|it| self.expr(it, hint, inner).text()).collect();
                Code::atom(format!("({})", items.join(", ")))
            }
            Ty::Option(value) => self.option_literal(value, hint, inner),
            Ty::Result(value, error) => self.result_literal(value, error, hint, inner),
            Ty::Fn(params, to) => self.closure(params, to, hint, inner),
            Ty::Struct(index, arg) => self.struct_literal(*index, arg.as_deref(), hint, inner),
            Ty::Enum(index) => self.variant_literal(*index, inner),
            Ty::Param(bound) => self.param_value(*bound),
        }
    }

    /// A value of the type parameter; there always is one, in a variable or in `self`.
    fn param_value(&mut self, bound: Bound) -> Code {
        if bound == Bound::Own && self.dice.chance(30) {
            return Code::atom("T::base()");
        }
        self.variable(&Ty::Param(bound)).unwrap_or_else(|| Code::atom("self.first"))
    }

    fn int_literal(&mut self) -> Code {
        if self.dice.chance(10) {
            return Code::new(Level::Unary, format!("-{}", self.dice.between(1, 9)));
        }
        if self.dice.chance(1) {
            return Code::atom(self.dice.word(&["9_223_372_036_854_775_807", "0x7fff_ffff", "0b1010", "0o17"]));
        }
        let most = if self.dice.chance(80) { 10 } else { 200 };
        Code::atom(self.dice.below(most).to_string())
    }

    fn text_literal(&mut self, fuel: usize) -> Code {
        if fuel == 0 || self.dice.chance(40) {
            return Code::atom(format!("\"{}\"", self.dice.word(WORDS)));
        }
        let mut text = String::new();
        for _ in 0..self.dice.between(1, 2) {
            let ty = self.shown_type();
            text += self.dice.word(&["", "a", " = ", ": ", "/"]);
            text += &format!("${{{}}}", self.operand(&ty, Level::Loose, fuel.min(2) - 1));
        }
        Code::atom(format!("\"{text}\""))
    }

    /// A small range.
    pub(super) fn range(&mut self) -> Code {
        if let Some(var) = self.some_var(|it| it.ty == Ty::Int && !it.name.contains('.'))
            && self.dice.chance(50)
        {
            let (name, most) = (var.name, self.dice.between(2, 5));
            let low = self.dice.below(3);
            return Code::new(
                Level::Range,
                match self.dice.below(4) {
                    0 => format!("{name} % {most}..{}", most + low),
                    1 => format!("{low}..={name} % {most}"),
                    2 => format!("{low}..{name}.clamp(0, {most})"),
                    _ => format!("{name}.clamp(0, 9)..={name}.clamp(0, 9) + {low}"),
                },
            );
        }
        let low = self.dice.below(4);
        let dots = self.dice.word(&["..", "..", "..="]);
        Code::new(Level::Range, format!("{low}{dots}{}", low + self.dice.below(5)))
    }

    pub(super) fn elements(&mut self, ty: &Ty, count: usize, hint: bool, fuel: usize) -> String {
        let items: Vec<String> = (0..count).map(|_| self.expr(ty, hint, fuel).text()).collect();
        items.join(", ")
    }

    fn map_literal(&mut self, key: &Ty, value: &Ty, hint: bool, fuel: usize) -> Code {
        let least = usize::from(!hint || self.dice.chance(85));
        let count = self.dice.between(least, 3);
        if count == 0 {
            return Code::atom("{:}");
        }
        let mut items = Vec::new();
        for _ in 0..count {
            items.push(format!("{}: {}", self.expr(key, false, 0).at(Level::Or), self.expr(value, hint, fuel).text()));
        }
        Code::atom(format!("{{ {} }}", items.join(", ")))
    }

    fn option_literal(&mut self, value: &Ty, hint: bool, fuel: usize) -> Code {
        if hint && self.dice.chance(25) {
            return Code::atom("None");
        }
        Code::atom(format!("Some({})", self.expr(value, hint, fuel).text()))
    }

    fn result_literal(&mut self, value: &Ty, error: &Ty, hint: bool, fuel: usize) -> Code {
        let is_bad = self.dice.chance(30);
        if !hint {
            let value = self.expr(value, hint, fuel).text();
            let error = self.expr(error, hint, 0).text();
            let filter = if is_bad { ".and_then(|it| if true { None } else { Some(it) })" } else { "" };
            return Code::atom(format!("Some({value}){filter}.ok_or({error})"));
        }
        let (name, ty) = if is_bad { ("Err", error) } else { ("Ok", value) };
        Code::atom(format!("{name}({})", self.expr(ty, true, fuel).text()))
    }

    fn struct_literal(&mut self, index: usize, arg: Option<&Ty>, hint: bool, fuel: usize) -> Code {
        let world = self.world;
        let fields = world.fields(index, arg);
        let name = world.structs[index].name;
        let ty = Ty::Struct(index, arg.map(|it| Box::new(it.clone())));
        // An empty part in a field of type `T` needs the type from elsewhere.
        let inner_hint = hint || arg.is_none();
        let base = self.variable(&ty).filter(|_| self.dice.chance(30));
        let kept = if base.is_some() { self.dice.between(1, fields.len()) - 1 } else { fields.len() };
        let mut items = Vec::new();
        for (field, ty) in fields.iter().take(kept) {
            items.push(format!("{field}: {}", self.expr(ty, inner_hint, fuel).text()));
        }
        if self.dice.chance(20) && !items.iter().any(|it| it.contains(['=', '.', '('])) {
            items.reverse();
        }
        items.extend(base.map(|it| format!("..{}", it.text())));
        Code::atom(format!("{name} {{ {} }}", items.join(", ")))
    }

    fn variant_literal(&mut self, index: usize, fuel: usize) -> Code {
        let own = &self.world.enums[index];
        let most = if fuel == 0 && index == 1 { 2 } else { own.variants.len() };
        let (variant, data) = &own.variants[self.dice.below(most)];
        let path = format!("{}::{variant}", own.name);
        Code::atom(match data {
            Data::Unit => path,
            Data::Tuple(types) => {
                let items: Vec<String> = types.iter().map(|it| self.expr(it, true, fuel).text()).collect();
                format!("{path}({})", items.join(", "))
            }
            Data::Named(fields) => {
                let one = |it: &(String, Ty)| format!("{}: {}", it.0, self.expr(&it.1, true, fuel).text());
                let items: Vec<String> = fields.iter().map(one).collect();
                format!("{path} {{ {} }}", items.join(", "))
            }
        })
    }
}
