//! The operands of a random instruction: registers that hold something where something is read, empty ones where a
//! reference goes, and mostly values of the types that the instruction is about.

use concerto_ir::op::{Inst, Mark, Op};
use concerto_ir::operand::{Kind, Reg, Section, SignatureRef, Source, TakeRef};
use concerto_ir::program::Type;

use super::grow::{Body, Guess, View};
use super::world::is_effect;

/// What an instruction is about, which is chosen first.
#[derive(Clone, Copy)]
enum Plan {
    Nothing,
    Function(u32),
    Native(u32),
    Layout(u32, i16),
    Signature(u32),
}

/// What a register should hold.
#[derive(Clone, Copy, PartialEq)]
enum Want {
    Anything,
    Type(u32),
    Layout(u32),
    Closure(u32),
    Task,
}

/// Nothing fits.
pub(super) struct Stuck;

/// Chooses the operands of one instruction.
pub(super) struct Chooser<'c, 'g, 'b> {
    body: &'c mut Body<'g, 'b>,
    op: Op,
    at: usize,
    plan: Plan,
    target: u32,
    place: Option<Reg>,
    /// What was taken, to be given back if nothing comes of it.
    taken: Vec<(Reg, Option<Guess>)>,
    out: Option<Reg>,
    /// The view that it makes.
    made: Option<View>,
    /// How much code there was when a view was chosen, which is not there any more after other code.
    viewed: Option<usize>,
    changes_lent: bool,
}

impl<'c, 'g, 'b> Chooser<'c, 'g, 'b> {
    /// Adds an instruction, if operands can be found for it.
    pub(super) fn attempt(body: &'c mut Body<'g, 'b>, op: Op, target: u32) -> bool {
        let Some(plan) = plan(body, op) else { return false };
        let mut it = Chooser {
            body,
            op,
            at: 0,
            plan,
            target,
            place: None,
            taken: Vec::new(),
            out: None,
            made: None,
            viewed: None,
            changes_lent: false,
        };
        match op.read(&mut it) {
            Ok(inst) if it.viewed.is_none_or(|at| at == it.body.code.len()) => {
                it.fill(inst);
                true
            }
            _ => {
                it.taken.iter().for_each(|(reg, guess)| it.body.holds[usize::from(reg.0)] = *guess);
                it.body.reserved.clear();
                false
            }
        }
    }

    fn fill(self, inst: Inst) {
        let guess = match (self.plan, &inst) {
            (Plan::Native(id), _) => Guess::Type(self.body.program.natives[id as usize].result),
            (Plan::Layout(id, _), Inst::New { .. }) => Guess::Layout(id),
            (Plan::Function(id), Inst::NewClosure { .. }) => Guess::Closure(id),
            (_, Inst::Spawn { .. }) => Guess::Task,
            (_, Inst::LoadText { .. } | Inst::Concat { .. } | Inst::TaskMessage { .. } | Inst::TaskTrace { .. }) => {
                self.body.text_guess()
            }
            _ => Guess::Anything,
        };
        let guess = match &inst {
            Inst::MoveRef { .. } => self.taken.first().and_then(|it| it.1).unwrap_or(guess),
            Inst::CopyRef { src, .. } => self.body.holds[usize::from(src.0.0)].unwrap_or(guess),
            _ => guess,
        };
        let mut views = self.body.views();
        if !inst.is_still() && !self.changes_lent {
            views.clear();
        } else if !inst.is_still() || inst.shares() {
            views.retain(|it| it.is_lent == self.changes_lent);
        }
        self.body.code.push(inst);
        self.body.reserved.clear();
        if let Some(reg) = self.out {
            self.body.holds[usize::from(reg.0)] = Some(guess);
            views.retain(|it| it.reg != reg);
        }
        if let Some(made) = self.made {
            views.retain(|it| it.reg != made.reg);
            views.push(made);
        }
        self.body.keep_views(views);
    }

    /// A view that the instruction may use.
    fn view(&mut self, want: Want) -> Option<Reg> {
        let is_place = self.op.marks().contains(&Mark::InPlace);
        if !(is_place || self.op.marks().contains(&Mark::Still)) || !self.body.dice.happens(70) {
            return None;
        }
        let views: Vec<View> = self.body.views().into_iter().filter(|it| it.is_lent || !is_place).collect();
        let fitting: Vec<View> = views.iter().copied().filter(|it| self.body.fits(it.guess, want)).collect();
        let view = self.body.dice.pick(&fitting).or(views.first()).copied()?;
        self.viewed = Some(self.body.code.len());
        self.changes_lent = is_place;
        self.guess_part(view.guess);
        Some(view.reg)
    }

    /// What a view of a part probably leads to.
    fn guess_part(&mut self, whole: Guess) {
        let Some(made) = &mut self.made else { return };
        let slot = match self.plan {
            Plan::Layout(_, slot) => slot as usize,
            _ => 0,
        };
        let Guess::Type(ty) = whole else { return };
        let part = match self.body.program.types.get(ty as usize) {
            Some(Type::Struct { fields, .. }) => fields.get(slot).map(|it| it.ty),
            Some(Type::Tuple { elements, .. }) => elements.get(slot).copied(),
            Some(Type::Array(item)) => Some(*item),
            _ => None,
        };
        made.guess = part.map_or(Guess::Anything, Guess::Type);
    }

    /// The name and sort of the operand that comes next.
    fn next(&mut self) -> (&'static str, &'static str) {
        let operand = self.op.operands().get(self.at).copied().unwrap_or_default();
        self.at += 1;
        operand
    }

    fn reference(&mut self, want: Want) -> Result<Reg, Stuck> {
        let held: Vec<Reg> = self.body.held().into_iter().filter(|it| Some(*it) != self.place).collect();
        if self.body.dice.happens(93) {
            let fits = |it: &Reg| self.body.holds[usize::from(it.0)].is_some_and(|guess| self.body.fits(guess, want));
            let fitting: Vec<Reg> = held.iter().copied().filter(fits).collect();
            let found = self.body.dice.pick(&fitting).copied();
            if let Some(reg) = found.or_else(|| self.body.make_wanted(want)) {
                return Ok(reg);
            }
        }
        self.body.dice.pick(&held).copied().ok_or(Stuck)
    }

    fn taken(&mut self, want: Want) -> Result<Reg, Stuck> {
        let reg = self.reference(want)?;
        self.taken.push((reg, self.body.holds[usize::from(reg.0)]));
        self.body.take(reg);
        Ok(reg)
    }

    /// What a register with a name should hold.
    fn want(&self, name: &str) -> Want {
        let native = |at: usize| match self.plan {
            Plan::Native(id) => self.body.program.natives[id as usize].params.get(at).copied(),
            _ => None,
        };
        match (name, self.plan) {
            ("place", Plan::Native(_)) => native(0).map_or(Want::Anything, Want::Type),
            ("object", Plan::Layout(id, _)) => Want::Layout(id),
            ("closure", Plan::Signature(id)) => Want::Closure(id),
            ("task", _) => Want::Task,
            ("array" | "tasks", _) => self.body.array_type(self.op).map_or(Want::Anything, Want::Type),
            ("text", _) => self.body.text_want(),
            ("left" | "right" | "src", _) if self.op.mnemonic().ends_with("text") => self.body.text_want(),
            ("src", _) if self.op == Op::Append => self.body.text_want(),
            _ => Want::Anything,
        }
    }

    /// What a list has to hold, one by one.
    fn wanted(&mut self) -> Vec<(Kind, Want)> {
        let program = self.body.program;
        let kinds = |kinds: &[Kind]| kinds.iter().map(|it| (*it, Want::Anything)).collect();
        match (self.plan, self.op) {
            (Plan::Function(id), Op::NewClosure) => {
                let callee = &program.functions[id as usize];
                kinds(&callee.params[callee.params.len() - usize::from(callee.captures)..])
            }
            (Plan::Function(id), _) => {
                let callee = &program.functions[id as usize];
                kinds(&callee.params[usize::from(callee.updates)..])
            }
            (Plan::Native(id), _) => {
                let native = &program.natives[id as usize];
                let params = native.params.iter().skip(usize::from(native.changes));
                params.map(|ty| (program.types[*ty as usize].kind(), Want::Type(*ty))).collect()
            }
            (Plan::Layout(id, _), _) => kinds(&program.layouts[id as usize].slots),
            (Plan::Signature(id), _) => kinds(&program.signatures[id as usize].params),
            (Plan::Nothing, op) => {
                let kind = kind_of(op).unwrap_or(Kind::Ref);
                let want = if op == Op::Concat { self.body.text_want() } else { Want::Anything };
                vec![(kind, want); self.body.dice.below(5)]
            }
        }
    }
}

/// What kind an instruction is about, as its mnemonic says.
fn kind_of(op: Op) -> Option<Kind> {
    op.mnemonic().rsplit_once('.').and_then(|(_, word)| Kind::parse(word))
}

fn plan(body: &mut Body, op: Op) -> Option<Plan> {
    let program = body.program;
    let kind = kind_of(op);
    let (start, _) = op.mnemonic().split_once('.').unwrap_or((op.mnemonic(), ""));
    let functions = |fits: &dyn Fn(&concerto_ir::program::Function) -> bool| -> Vec<u32> {
        (0..program.functions.len() as u32).filter(|it| fits(&program.functions[*it as usize])).collect()
    };
    let found = match start {
        "call" => functions(&|it| it.captures == 0 && !it.updates && it.result == kind),
        "update" => functions(&|it| it.updates && it.result == kind),
        "new_closure" => functions(&|it| !it.updates),
        "call_value" | "spawn" => {
            let signature = |it: u32| &program.signatures[it as usize];
            let fits = |it: &u32| match start {
                "spawn" => signature(*it).params.is_empty(),
                _ => Some(signature(*it).result) == kind,
            };
            let all: Vec<u32> = (0..program.signatures.len() as u32).filter(fits).collect();
            return body.dice.pick(&all).copied().map(Plan::Signature);
        }
        "native" | "change" | "perform" => {
            let fits = |it: &u32| {
                let native = &program.natives[*it as usize];
                let same = native.changes == (start == "change") && is_effect(native) == (start == "perform");
                same && Some(program.types[native.result as usize].kind()) == kind
            };
            let all: Vec<u32> = (0..program.natives.len() as u32).filter(fits).collect();
            return body.dice.pick(&all).copied().map(Plan::Native);
        }
        "slot" | "set_slot" | "take_slot" | "open" | "look" | "lend" if !op.mnemonic().ends_with(".at") => {
            let kind = kind.unwrap_or(Kind::Ref);
            let mut all = Vec::new();
            for (at, layout) in program.layouts.iter().enumerate() {
                let slots = (0..layout.slots.len()).filter(|slot| layout.slots[*slot] == kind);
                all.extend(slots.map(|slot| Plan::Layout(at as u32, slot as i16)));
            }
            return body.dice.pick(&all).copied();
        }
        "new" => return Some(Plan::Layout(body.dice.below(program.layouts.len()) as u32, 0)),
        _ => return Some(Plan::Nothing),
    };
    body.dice.pick(&found).copied().map(Plan::Function)
}

impl Source for Chooser<'_, '_, '_> {
    type Error = Stuck;

    fn reg(&mut self) -> Result<Reg, Stuck> {
        let (name, sort) = self.next();
        let want = self.want(name);
        match sort {
            "InInt" | "OutInt" | "PlaceInt" => Ok(self.body.number(Kind::Int)),
            "InFloat" | "OutFloat" => Ok(self.body.number(Kind::Float)),
            "InRef" | "PlaceRef" => {
                let reg = match self.view(want) {
                    Some(reg) => reg,
                    None => {
                        let reg = self.reference(want)?;
                        self.guess_part(self.body.holds[usize::from(reg.0)].unwrap_or(Guess::Anything));
                        reg
                    }
                };
                self.place = (sort == "PlaceRef").then_some(reg).or(self.place);
                Ok(reg)
            }
            "TakeRef" => self.taken(want),
            "ViewRef" | "LentRef" => {
                let reg = self.body.empty().ok_or(Stuck)?;
                self.body.reserved.push(reg);
                self.made = Some(View { reg, is_lent: sort == "LentRef", guess: Guess::Anything });
                Ok(reg)
            }
            _ => {
                let reg = self.body.empty().ok_or(Stuck)?;
                self.body.reserved.push(reg);
                self.out = Some(reg);
                Ok(reg)
            }
        }
    }

    fn regs(&mut self) -> Result<Vec<Reg>, Stuck> {
        let (_, sort) = self.next();
        let mut regs = Vec::new();
        for (kind, want) in self.wanted() {
            regs.push(match kind {
                Kind::Ref if sort == "Regs" => self.taken(want)?,
                Kind::Ref => self.reference(want)?,
                _ => self.body.number(kind),
            });
        }
        Ok(regs)
    }

    fn small(&mut self) -> Result<i16, Stuck> {
        self.next();
        Ok(match (self.plan, self.op) {
            (Plan::Layout(_, slot), _) => slot,
            (_, Op::LoadUnit | Op::JumpNotTag) => self.body.dice.below(4) as i16,
            _ => [-1, 0, 1, 2, 3, i16::MAX, i16::MIN][self.body.dice.below(7)],
        })
    }

    fn number(&mut self) -> Result<i32, Stuck> {
        self.next();
        Ok(self.body.dice.int() as i32)
    }

    fn whole(&mut self) -> Result<i64, Stuck> {
        self.next();
        Ok(self.body.dice.int())
    }

    fn fraction(&mut self) -> Result<f64, Stuck> {
        self.next();
        Ok(self.body.dice.float())
    }

    fn jump(&mut self) -> Result<u32, Stuck> {
        self.next();
        Ok(self.target)
    }

    fn jumps(&mut self) -> Result<Vec<u32>, Stuck> {
        Err(Stuck)
    }

    fn entry(&mut self, section: Section) -> Result<u32, Stuck> {
        self.next();
        match (self.plan, section) {
            (Plan::Function(id), Section::Function)
            | (Plan::Native(id), Section::Native)
            | (Plan::Layout(id, _), Section::Layout)
            | (Plan::Signature(id), Section::Signature) => Ok(id),
            (_, Section::Text) => Ok(self.body.dice.below(self.body.program.texts.len()) as u32),
            (_, Section::Global) => Ok(self.body.dice.below(self.body.program.globals.len()) as u32),
            _ => Err(Stuck),
        }
    }
}

impl Body<'_, '_> {
    fn type_of(&self, ty: &Type) -> Option<u32> {
        self.program.types.iter().position(|it| it == ty).map(|it| it as u32)
    }

    fn text_guess(&self) -> Guess {
        self.type_of(&Type::String).map_or(Guess::Anything, Guess::Type)
    }

    fn text_want(&self) -> Want {
        self.type_of(&Type::String).map_or(Want::Anything, Want::Type)
    }

    /// The type of the arrays that an instruction is about.
    fn array_type(&self, op: Op) -> Option<u32> {
        let item = match kind_of(op) {
            Some(Kind::Int) => Type::Int,
            Some(Kind::Float) => Type::Float,
            _ if matches!(op, Op::LookAt | Op::LendAt) => return self.nested_array(),
            _ => Type::String,
        };
        self.type_of(&item).and_then(|it| self.type_of(&Type::Array(it)))
    }

    /// The type of arrays of structs or tuples, or of arrays.
    fn nested_array(&self) -> Option<u32> {
        let types = &self.program.types;
        let is_whole =
            |it: u32| matches!(types[it as usize], Type::Struct { .. } | Type::Tuple { .. } | Type::Array(_));
        let found = types.iter().position(|it| matches!(it, Type::Array(item) if is_whole(*item)));
        found.map(|it| it as u32)
    }

    fn fits(&self, guess: Guess, want: Want) -> bool {
        let layout_of = |ty: u32| match self.program.types.get(ty as usize) {
            Some(Type::Struct { layout, .. } | Type::Tuple { layout, .. }) => Some(*layout),
            _ => None,
        };
        match (guess, want) {
            (_, Want::Anything) | (Guess::Task, Want::Task) => true,
            (Guess::Type(ty), Want::Type(other)) => ty == other,
            (Guess::Layout(layout), Want::Layout(other)) => layout == other,
            (Guess::Type(ty), Want::Layout(layout)) => layout_of(ty) == Some(layout),
            (Guess::Layout(layout), Want::Type(ty)) => layout_of(ty) == Some(layout),
            (Guess::Closure(function), Want::Closure(signature)) => {
                let own = self.program.functions[function as usize].signature();
                own.as_ref() == self.program.signatures.get(signature as usize)
            }
            _ => false,
        }
    }

    /// A register with a new value as it is wanted.
    fn make_wanted(&mut self, want: Want) -> Option<Reg> {
        match want {
            Want::Anything => None,
            Want::Type(ty) => self.make(ty, 0),
            Want::Layout(layout) => self.object(layout, &[], Guess::Layout(layout), 0),
            Want::Closure(signature) => {
                let wanted = self.program.signatures.get(signature as usize);
                let fits = |it: &u32| {
                    let function = &self.program.functions[*it as usize];
                    !function.updates && function.signature().as_ref() == wanted
                };
                let found: Vec<u32> = (0..self.program.functions.len() as u32).filter(fits).collect();
                let function = self.dice.pick(&found).copied()?;
                self.closure(function, 0)
            }
            Want::Task => {
                let signature = self.dice.below(3) as u32;
                let closure = self.make_wanted(Want::Closure(signature))?;
                self.take(closure);
                let (closure, signature) = (TakeRef(closure), SignatureRef(signature));
                self.fill(Guess::Task, |dst| Inst::Spawn { dst, closure, signature })
            }
        }
    }
}
