//! Operands: what instructions are made of, and what each of them may do with a register.
//!
//! An operand writes itself to a [`Sink`] and reads itself from a [`Source`]; text, bytes and the verifier are sinks and
//! sources, so an operand is described once.

/// What a register holds, for the whole function.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A whole number, a truth value, a duration in milliseconds, the number of a variant, or nothing.
    Int,
    /// A number with a fraction.
    Float,
    /// A counted reference to something on the heap, or a small value in its place.
    Ref,
}

impl Kind {
    /// The word for it in text.
    pub fn word(self) -> &'static str {
        match self {
            Self::Int => "int",
            Self::Float => "float",
            Self::Ref => "ref",
        }
    }

    /// The kind that a word means.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Int, Self::Float, Self::Ref].into_iter().find(|it| it.word() == word)
    }
}

/// A register of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Reg(pub u16);

/// What an instruction does with a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Looks at it.
    In,
    /// Gives it a value; a reference must not be there before.
    Out,
    /// Takes the reference away.
    Take,
    /// Changes what is there, which stays there.
    Place,
    /// Gives it a reference that does not count: a view, which may be looked at for a while.
    View,
    /// Gives it a view of something that nobody else refers to, and that may be changed for a while.
    Lent,
}

/// Where operands write themselves to.
pub trait Sink {
    /// A register.
    fn reg(&mut self, role: Role, kind: Kind, reg: Reg);
    /// Registers of any kind: arguments and elements.
    fn regs(&mut self, role: Role, regs: &[Reg]);
    /// A small number.
    fn small(&mut self, value: i16);
    /// A number.
    fn number(&mut self, value: i32);
    /// A whole constant.
    fn whole(&mut self, value: i64);
    /// A constant with a fraction.
    fn fraction(&mut self, value: f64);
    /// The number of an instruction of this function.
    fn jump(&mut self, target: u32);
    /// Several of them.
    fn jumps(&mut self, targets: &[u32]);
    /// Something in a section of the program.
    fn entry(&mut self, section: Section, index: u32);
}

/// Where operands read themselves from.
pub trait Source {
    /// What can go wrong.
    type Error;
    /// A register.
    fn reg(&mut self) -> Result<Reg, Self::Error>;
    /// Registers of any kind.
    fn regs(&mut self) -> Result<Vec<Reg>, Self::Error>;
    /// A small number.
    fn small(&mut self) -> Result<i16, Self::Error>;
    /// A number.
    fn number(&mut self) -> Result<i32, Self::Error>;
    /// A whole constant.
    fn whole(&mut self) -> Result<i64, Self::Error>;
    /// A constant with a fraction.
    fn fraction(&mut self) -> Result<f64, Self::Error>;
    /// The number of an instruction of this function.
    fn jump(&mut self) -> Result<u32, Self::Error>;
    /// Several of them.
    fn jumps(&mut self) -> Result<Vec<u32>, Self::Error>;
    /// Something in a section of the program.
    fn entry(&mut self, section: Section) -> Result<u32, Self::Error>;
}

/// The sections of a program that operands point into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Section {
    /// Functions, by name.
    Function,
    /// Functions of the machine, by name.
    Native,
    /// Texts, written out.
    Text,
    /// Shapes of objects.
    Layout,
    /// What closures take and give.
    Signature,
    /// What outlives the calls that use it.
    Global,
}

/// Something that an instruction is made of.
pub trait Operand: Sized {
    /// Writes itself.
    fn write(&self, sink: &mut impl Sink);
    /// Reads itself.
    fn read<S: Source>(source: &mut S) -> Result<Self, S::Error>;
    /// Changes its registers.
    fn map_regs(&mut self, _: &mut impl FnMut(Reg) -> Reg) {}
    /// Changes where it leads.
    fn map_targets(&mut self, _: &mut impl FnMut(u32) -> u32) {}
    /// Looks at where it leads.
    fn each_target(&self, _: &mut impl FnMut(u32)) {}
    /// Changes what it points to in a section of the program.
    fn map_entries(&mut self, _: &mut impl FnMut(Section, u32) -> u32) {}
}

macro_rules! registers {
    ($($(#[$doc:meta])* $name:ident $role:ident $kind:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $name(pub Reg);

        impl Operand for $name {
            fn write(&self, sink: &mut impl Sink) {
                sink.reg(Role::$role, Kind::$kind, self.0);
            }

            fn read<S: Source>(source: &mut S) -> Result<Self, S::Error> {
                source.reg().map(Self)
            }

            fn map_regs(&mut self, change: &mut impl FnMut(Reg) -> Reg) {
                self.0 = change(self.0);
            }
        }
    )*};
}

registers! {
    /// An `int` that is looked at.
    InInt In Int
    /// A `float` that is looked at.
    InFloat In Float
    /// A reference that is looked at, and stays.
    InRef In Ref
    /// Where an `int` goes.
    OutInt Out Int
    /// Where a `float` goes.
    OutFloat Out Float
    /// Where a reference goes.
    OutRef Out Ref
    /// A reference that is taken away.
    TakeRef Take Ref
    /// A reference whose object is changed: it may be another one afterwards.
    PlaceRef Place Ref
    /// An `int` that is changed.
    PlaceInt Place Int
    /// Where a view goes.
    ViewRef View Ref
    /// Where a view goes that may be changed.
    LentRef Lent Ref
}

macro_rules! values {
    ($($(#[$doc:meta])* $name:ident($ty:ty) $method:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub struct $name(pub $ty);

        impl Operand for $name {
            fn write(&self, sink: &mut impl Sink) {
                sink.$method(self.0);
            }

            fn read<S: Source>(source: &mut S) -> Result<Self, S::Error> {
                source.$method().map(Self)
            }
        }
    )*};
}

values! {
    /// A number of 16 bits inside the instruction.
    Small(i16) small
    /// A number of 32 bits inside the instruction.
    Number(i32) number
    /// A whole constant.
    Whole(i64) whole
    /// A constant with a fraction.
    Fraction(f64) fraction
}

/// Where to go on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Jump(pub u32);

impl Operand for Jump {
    fn write(&self, sink: &mut impl Sink) {
        sink.jump(self.0);
    }

    fn read<S: Source>(source: &mut S) -> Result<Self, S::Error> {
        source.jump().map(Self)
    }

    fn map_targets(&mut self, change: &mut impl FnMut(u32) -> u32) {
        self.0 = change(self.0);
    }

    fn each_target(&self, see: &mut impl FnMut(u32)) {
        see(self.0);
    }
}

macro_rules! entries {
    ($($(#[$doc:meta])* $name:ident $section:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl Operand for $name {
            fn write(&self, sink: &mut impl Sink) {
                sink.entry(Section::$section, self.0);
            }

            fn read<S: Source>(source: &mut S) -> Result<Self, S::Error> {
                source.entry(Section::$section).map(Self)
            }

            fn map_entries(&mut self, change: &mut impl FnMut(Section, u32) -> u32) {
                self.0 = change(Section::$section, self.0);
            }
        }
    )*};
}

entries! {
    /// A function of the program.
    FnRef Function
    /// A function of the machine.
    NativeRef Native
    /// A text.
    TextRef Text
    /// The shape of an object.
    LayoutRef Layout
    /// What a closure takes and gives.
    SignatureRef Signature
    /// Something that outlives the calls that use it.
    GlobalRef Global
}

/// Registers that are handed over: references are taken, others copied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Regs(pub Vec<Reg>);

impl Operand for Regs {
    fn write(&self, sink: &mut impl Sink) {
        sink.regs(Role::Take, &self.0);
    }

    fn read<S: Source>(source: &mut S) -> Result<Self, S::Error> {
        source.regs().map(Self)
    }

    fn map_regs(&mut self, change: &mut impl FnMut(Reg) -> Reg) {
        self.0.iter_mut().for_each(|it| *it = change(*it));
    }
}

/// Registers that are looked at and stay as they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen(pub Vec<Reg>);

impl Operand for Seen {
    fn write(&self, sink: &mut impl Sink) {
        sink.regs(Role::In, &self.0);
    }

    fn read<S: Source>(source: &mut S) -> Result<Self, S::Error> {
        source.regs().map(Self)
    }

    fn map_regs(&mut self, change: &mut impl FnMut(Reg) -> Reg) {
        self.0.iter_mut().for_each(|it| *it = change(*it));
    }
}

/// Where to go on, by number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Jumps(pub Vec<u32>);

impl Operand for Jumps {
    fn write(&self, sink: &mut impl Sink) {
        sink.jumps(&self.0);
    }

    fn read<S: Source>(source: &mut S) -> Result<Self, S::Error> {
        source.jumps().map(Self)
    }

    fn map_targets(&mut self, change: &mut impl FnMut(u32) -> u32) {
        self.0.iter_mut().for_each(|it| *it = change(*it));
    }

    fn each_target(&self, see: &mut impl FnMut(u32)) {
        self.0.iter().for_each(|it| see(*it));
    }
}
