//! Values of types, made where a random program needs one.

use concerto_ir::op::Inst;
use concerto_ir::operand::{Kind, NativeRef, Number, OutInt, Reg, Regs, Seen, Small, TakeRef, TextRef};
use concerto_ir::program::Type;

use super::grow::{Body, Guess};

/// Values are nested so deep.
const DEPTH_MAX: usize = 3;

impl Body<'_, '_> {
    /// A register with a new value of a type that is a reference.
    pub(super) fn make(&mut self, ty: u32, depth: usize) -> Option<Reg> {
        let guess = Guess::Type(ty);
        match self.program.types.get(ty as usize)? {
            Type::String | Type::Literal(_) => {
                let text = TextRef(self.dice.below(self.program.texts.len()) as u32);
                self.fill(guess, |dst| Inst::LoadText { dst, text })
            }
            Type::Array(item) => self.array(*item, guess, depth),
            Type::Range => self.range(guess),
            Type::Tuple { layout, elements } => self.object(*layout, elements, guess, depth),
            Type::Struct { layout, fields, .. } => {
                let types: Vec<u32> = fields.iter().map(|it| it.ty).collect();
                self.object(*layout, &types, guess, depth)
            }
            Type::Enum { variants, .. } => {
                let units: Vec<usize> = (0..variants.len()).filter(|it| variants[*it].layout.is_none()).collect();
                let shallow = if depth >= DEPTH_MAX { self.dice.pick(&units).copied() } else { None };
                let at = shallow.unwrap_or_else(|| self.dice.below(variants.len()));
                match variants.get(at)?.layout {
                    None => self.fill(guess, |dst| Inst::LoadUnit { dst, variant: Small(at as i16) }),
                    Some(layout) => {
                        let types: Vec<u32> = variants[at].data.iter().map(|it| it.ty).collect();
                        self.object(layout, &types, guess, depth)
                    }
                }
            }
            Type::Json { layouts } => match self.dice.below(if depth < DEPTH_MAX { 6 } else { 1 }) {
                0 => self.fill(guess, |dst| Inst::LoadUnit { dst, variant: Small(0) }),
                at @ 1..=3 => self.object(layouts[at - 1], &[], guess, depth),
                4 => self.object(layouts[3], &[self.text_type()], guess, depth),
                _ => {
                    let items = self.array(ty, Guess::Anything, depth + 1)?;
                    self.take(items);
                    let (layout, slots) = (concerto_ir::operand::LayoutRef(layouts[4]), Regs(vec![items]));
                    self.fill(guess, |dst| Inst::New { dst, layout, slots })
                }
            },
            Type::Map(..) | Type::Set(_) => self.by_native(ty, guess, |it| it.ends_with(".new")),
            Type::Bytes => self.by_native(ty, guess, |it| it == "string.bytes"),
            Type::Opaque => {
                let function = self.dice.below(self.program.functions.len()) as u32;
                if self.program.functions[function as usize].updates { None } else { self.closure(function, depth) }
            }
            _ => None,
        }
    }

    fn text_type(&self) -> u32 {
        self.program.types.iter().position(|it| *it == Type::String).unwrap_or(0) as u32
    }

    fn array(&mut self, item: u32, guess: Guess, depth: usize) -> Option<Reg> {
        let kind = self.program.types.get(item as usize)?.kind();
        let most = if depth >= DEPTH_MAX && kind == Kind::Ref { 1 } else { 5 };
        let count = self.dice.below(most);
        let elements = Regs(self.parts(&vec![(kind, Some(item)); count], depth)?);
        self.fill(guess, |dst| match kind {
            Kind::Int => Inst::ArrayInt { dst, elements },
            Kind::Float => Inst::ArrayFloat { dst, elements },
            Kind::Ref => Inst::ArrayRef { dst, elements },
        })
    }

    /// A range is an array of three numbers, of which the last says whether the end belongs to it.
    fn range(&mut self, guess: Guess) -> Option<Reg> {
        let (start, end, last) = (self.number(Kind::Int), self.number(Kind::Int), self.number(Kind::Int));
        let value = Number(self.dice.below(2) as i32);
        self.code.push(Inst::LoadInt { dst: OutInt(last), value });
        self.fill(guess, |dst| Inst::ArrayInt { dst, elements: Regs(vec![start, end, last]) })
    }

    /// What a function of the machine gives.
    fn by_native(&mut self, ty: u32, guess: Guess, is_it: impl Fn(&str) -> bool) -> Option<Reg> {
        let fits = |it: &concerto_ir::program::Native| it.result == ty && is_it(it.function());
        let at = self.program.natives.iter().position(fits)?;
        let native = NativeRef(at as u32);
        let params = &self.program.natives[at].params;
        let text = if params.is_empty() { None } else { Some(self.make(params[0], 0)?) };
        let args = Seen(text.into_iter().collect());
        let made = self.fill(guess, |dst| Inst::NativeRef { dst, native, args })?;
        if let Some(text) = text {
            self.code.push(Inst::Drop { src: TakeRef(text) });
            self.take(text);
        }
        Some(made)
    }
}
