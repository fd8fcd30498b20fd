//! What a compiled program consists of. All of it is in a fixed order, so the same source gives the same bytes.

use crate::op::Inst;
use crate::operand::Kind;

/// A whole program.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Program {
    /// Its functions.
    pub functions: Vec<Function>,
    /// The functions of the machine that it uses.
    pub natives: Vec<Native>,
    /// Its texts, each once.
    pub texts: Vec<String>,
    /// The shapes of its objects.
    pub layouts: Vec<Layout>,
    /// The types that functions of the machine have to know.
    pub types: Vec<Type>,
    /// The files that places point into.
    pub files: Vec<String>,
    /// Where it starts, if it can be run: a function without parameters.
    pub entry: Option<u32>,
    /// Its tests.
    pub tests: Vec<Test>,
}

/// A function.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Function {
    /// Its name, which no other function has.
    pub name: String,
    /// What it takes: the first registers.
    pub params: Vec<Kind>,
    /// How many of the parameters are captures of a closure, at the end.
    pub captures: u16,
    /// What it gives.
    pub result: Option<Kind>,
    /// Whether it gives its first parameter back, updated.
    pub updates: bool,
    /// What each register holds.
    pub registers: Vec<Kind>,
    /// What it does.
    pub code: Vec<Inst>,
    /// Where instructions come from: the first instruction of a stretch, and its place.
    pub places: Vec<(u32, Place)>,
}

/// A place in a file, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// Which file.
    pub file: u32,
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

/// A function of the machine.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Native {
    /// Its name in the machine's table.
    pub name: String,
    /// What it takes.
    pub params: Vec<Kind>,
    /// What it gives.
    pub result: Kind,
    /// Whether it changes its first parameter in place.
    pub changes: bool,
}

/// The shape of an object: a struct, a tuple, the data of a variant.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Layout {
    /// What it is called in messages.
    pub name: String,
    /// The number of the variant; 0 for a struct or tuple.
    pub tag: u16,
    /// What each slot holds.
    pub slots: Vec<Kind>,
}

/// A type, as far as showing, comparing and hashing its values, and their JSON form, need it.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum Type {
    /// `()`
    Unit,
    /// `Int`
    Int,
    /// `Float`
    Float,
    /// `Bool`
    Bool,
    /// `Duration`
    Duration,
    /// `String`, and unions of texts.
    String,
    /// `Bytes`
    Bytes,
    /// `Range`
    Range,
    /// `Json`
    Json,
    /// `Array<T>`
    Array(u32),
    /// `Set<T>`
    Set(u32),
    /// `Map<K, V>`
    Map(u32, u32),
    /// `(A, B)`, with its layout.
    Tuple {
        /// How it is laid out.
        layout: u32,
        /// Its elements.
        elements: Vec<u32>,
    },
    /// A struct.
    Struct {
        /// Its name.
        name: String,
        /// How it is laid out.
        layout: u32,
        /// Its fields, by name.
        fields: Vec<(String, u32)>,
    },
    /// An enum.
    Enum {
        /// Its name.
        name: String,
        /// Its variants, in order.
        variants: Vec<Variant>,
        /// Whether its values are the numbers of its variants, because none has data.
        plain: bool,
    },
    /// Something without a form: a function, a task.
    Opaque,
}

/// A variant of an enum.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Variant {
    /// Its name.
    pub name: String,
    /// How its data are laid out, if it has some.
    pub layout: Option<u32>,
    /// The names of its data, if they have names.
    pub names: Vec<String>,
    /// The types of its data.
    pub data: Vec<u32>,
}

/// A test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Test {
    /// Its title.
    pub title: String,
    /// The function that is run.
    pub function: u32,
    /// The text that its fault must have, if it must fail.
    pub expect_fail: Option<String>,
}

impl Function {
    /// The place that an instruction comes from.
    pub fn place(&self, at: u32) -> Option<Place> {
        let index = self.places.partition_point(|(first, _)| *first <= at).checked_sub(1)?;
        self.places.get(index).map(|(_, place)| *place)
    }
}
