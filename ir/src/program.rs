//! What a compiled program consists of. All of it is in a fixed order, so the same source gives the same bytes.

use crate::declared::Declarations;
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
    /// What its closures take and give, each once.
    pub signatures: Vec<Signature>,
    /// Its resources, by name: what outlives the calls that use it.
    pub globals: Vec<String>,
    /// The files that places point into.
    pub files: Vec<String>,
    /// Where it starts, if it can be run: a function without parameters.
    pub entry: Option<u32>,
    /// Where it starts as a server of its tools, if it was built for that: a function without parameters.
    pub serve: Option<u32>,
    /// Its tests.
    pub tests: Vec<Test>,
    /// What it declares for models and servers.
    pub declared: Declarations,
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
    /// The calls whose code was written out here instead of being called. A call stands after the one that it is in.
    pub inlined: Vec<Inlined>,
}

/// A call whose code stands in the function that makes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inlined {
    /// The function that is called.
    pub name: String,
    /// Where it is called.
    pub place: Place,
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
    /// The inlined call that this is in, counted from 1; 0 for the function itself.
    pub inlined: u32,
}

/// A function of the machine or an effect, with the types that it is used with.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Native {
    /// Its name, which no other has: what it is called in the machine's table, and perhaps a number, `map.get#2`.
    pub name: String,
    /// What it takes: types.
    pub params: Vec<u32>,
    /// What it gives: a type.
    pub result: u32,
    /// Whether it changes its first parameter in place.
    pub changes: bool,
}

impl Native {
    /// What it is called in the machine's table.
    pub fn function(&self) -> &str {
        self.name.split('#').next().unwrap_or_default()
    }
}

/// What a closure takes and gives.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Signature {
    /// What it takes.
    pub params: Vec<Kind>,
    /// What it gives.
    pub result: Kind,
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
#[derive(Clone, PartialEq, Debug)]
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
    /// `String`
    String,
    /// One of these texts.
    Literal(Vec<String>),
    /// `Bytes`
    Bytes,
    /// `Range`
    Range,
    /// `Json`, with the layouts of its variants with data: `Bool`, `Int`, `Float`, `String`, `Array`, `Object`. `Null` is
    /// the variant 0, those are 1 to 6.
    Json {
        /// How they are laid out.
        layouts: [u32; 6],
    },
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
        /// Its fields.
        fields: Vec<Field>,
        /// Whether its JSON form has no other keys: a `schema`.
        closed: bool,
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
#[derive(Clone, PartialEq, Debug)]
pub struct Variant {
    /// Its name.
    pub name: String,
    /// How its data are laid out, if it has some.
    pub layout: Option<u32>,
    /// Whether its data have names; otherwise those in `data` are empty.
    pub named: bool,
    /// Its data.
    pub data: Vec<Field>,
}

/// A field of a struct, or a part of the data of a variant.
#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    /// Its name, if it has one.
    pub name: String,
    /// Its type.
    pub ty: u32,
    /// The JSON form of the value that it has where it is left out.
    pub default: Option<serde_json::Value>,
    /// What its values must be besides.
    pub rules: Vec<Rule>,
}

/// What the value of a field must be.
#[derive(Clone, PartialEq, Debug)]
pub enum Rule {
    /// A number from one to another.
    Range(f64, f64),
    /// A text of so many characters.
    Length(u64, u64),
    /// An array of so many elements.
    Items(u64, u64),
    /// A text that a regular expression occurs in.
    Pattern(String),
    /// A text of a format of JSON Schema: `email`, `date`.
    Format(String),
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

impl Type {
    /// How a value of this type is held.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Unit | Self::Int | Self::Bool | Self::Duration | Self::Enum { plain: true, .. } => Kind::Int,
            Self::Float => Kind::Float,
            _ => Kind::Ref,
        }
    }
}

impl Function {
    /// What it takes and gives as a closure.
    pub fn signature(&self) -> Option<Signature> {
        let count = self.params.len().checked_sub(usize::from(self.captures))?;
        Some(Signature { params: self.params[..count].to_vec(), result: self.result? })
    }

    /// The place that an instruction comes from; what the compiler adds comes from none, and has line 0.
    pub fn place(&self, at: u32) -> Option<Place> {
        self.place_or_none(at).filter(|it| it.line > 0)
    }

    fn place_or_none(&self, at: u32) -> Option<Place> {
        let index = self.places.partition_point(|(first, _)| *first <= at).checked_sub(1)?;
        self.places.get(index).map(|(_, place)| *place)
    }

    /// The calls that an instruction is in, innermost first: those that were inlined, then the function itself.
    pub fn calls(&self, at: u32) -> impl Iterator<Item = (&str, Option<Place>)> {
        let mut next = Some(self.place_or_none(at));
        std::iter::from_fn(move || {
            let place = next.take()?;
            let around = place.and_then(|it| self.inlined.get((it.inlined as usize).checked_sub(1)?));
            next = around.map(|it| Some(it.place));
            Some((around.map_or(self.name.as_str(), |it| &it.name), place.filter(|it| it.line > 0)))
        })
    }
}
