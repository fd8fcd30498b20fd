//! Declarations.

use super::{Arg, BlockId, ExprId, Ident, Names, PatternId, Setting, TypeId};
use crate::source::Span;

/// A declaration with what stands before it.
#[derive(Debug)]
pub struct Item {
    /// `@test`, `@describe("…")` …
    pub decorators: Box<[Decorator]>,
    /// Where `pub` stands, if it does.
    pub public: Option<Span>,
    /// What is declared.
    pub kind: ItemKind,
    /// All of it, decorators included.
    pub span: Span,
}

/// `@name(args)`
#[derive(Debug)]
pub struct Decorator {
    /// Which.
    pub name: Ident,
    /// What stands in its parentheses.
    pub args: Box<[Arg]>,
    /// All of it.
    pub span: Span,
}

impl Decorator {
    /// The argument that has a name, or stands at its place without one.
    pub fn arg(&self, names: &Names, at: usize, name: &str) -> Option<ExprId> {
        let is_it = |(place, arg): &(usize, &Arg)| match arg.name {
            Some(word) => names.text(word.name) == name,
            None => *place == at,
        };
        self.args.iter().enumerate().find(is_it).map(|(_, arg)| arg.value)
    }
}

/// The kinds of declarations.
#[derive(Debug)]
pub enum ItemKind {
    /// Something unreadable that was reported.
    Error,
    /// `mod name;`
    Mod(Ident),
    /// `use a::{b, c as d};`
    Use(UseTree),
    /// `const NAME: T = value;`
    Const(Const),
    /// `type Name = T;`
    Alias(Alias),
    /// `fn`
    Fn(Box<Fn>),
    /// `struct`
    Struct(Struct),
    /// `schema`, a struct whose JSON Schema is public.
    Schema(Struct),
    /// `enum`
    Enum(Enum),
    /// `trait`
    Trait(Trait),
    /// `impl`
    Impl(Box<Impl>),
    /// `tool`
    Tool(Tool),
    /// `agent Name { … }`
    Agent(Settings),
    /// `host Name { … }`
    Host(Settings),
    /// `provider tool Name { … }`
    ProviderTool(Settings),
    /// `mcp name;` or `mcp Name { … }`
    Mcp(Mcp),
    /// `memory name = value;`
    Memory(Resource),
    /// `ledger name = value;`
    Ledger(Resource),
    /// `store name: T = value;`
    Store(Resource),
    /// `pipeline`
    Pipeline(Box<Pipeline>),
}

/// What a `use` takes from where.
#[derive(Debug)]
pub struct UseTree {
    /// The path up to here.
    pub path: Box<[Ident]>,
    /// What it ends in.
    pub end: UseEnd,
    /// All of it.
    pub span: Span,
}

/// The end of a `use` path.
#[derive(Debug)]
pub enum UseEnd {
    /// The last name itself, perhaps renamed.
    Name(Option<Ident>),
    /// `{a, b}`
    List(Box<[UseTree]>),
}

/// A compile-time constant.
#[derive(Debug)]
pub struct Const {
    /// Its name.
    pub name: Ident,
    /// Its type.
    pub annotation: TypeId,
    /// Its value.
    pub value: ExprId,
}

/// Another name for a type.
#[derive(Debug)]
pub struct Alias {
    /// Its name.
    pub name: Ident,
    /// `<T>`
    pub generics: Box<[Generic]>,
    /// What it stands for.
    pub target: TypeId,
}

/// `T: A + B`
#[derive(Debug)]
pub struct Generic {
    /// Its name.
    pub name: Ident,
    /// The traits it must have.
    pub bounds: Box<[TypeId]>,
}

/// A function, a method, a stage.
#[derive(Debug)]
pub struct Fn {
    /// Its name.
    pub name: Ident,
    /// `<T>`
    pub generics: Box<[Generic]>,
    /// `self` or `mut self`
    pub receiver: Option<Receiver>,
    /// What it takes.
    pub params: Box<[Param]>,
    /// `-> T`
    pub result: Option<TypeId>,
    /// `{ … }`; without it a `;` ends the declaration.
    pub body: Option<BlockId>,
}

/// `self`, `mut self`
#[derive(Debug, Clone, Copy)]
pub struct Receiver {
    /// `mut`
    pub mutable: bool,
    /// Where it stands.
    pub span: Span,
}

/// A parameter.
#[derive(Debug)]
pub struct Param {
    /// `@param("…")`
    pub decorators: Box<[Decorator]>,
    /// `mut`
    pub mutable: bool,
    /// A name or an irrefutable pattern.
    pub pattern: PatternId,
    /// `: T`
    pub annotation: TypeId,
    /// `= value`
    pub default: Option<ExprId>,
    /// All of it.
    pub span: Span,
}

/// A struct or a schema.
#[derive(Debug)]
pub struct Struct {
    /// Its name.
    pub name: Ident,
    /// `<T>`
    pub generics: Box<[Generic]>,
    /// Its fields, in order.
    pub fields: Box<[Field]>,
}

/// A field of a struct, a variant or a tool.
#[derive(Debug)]
pub struct Field {
    /// `@describe("…")`, `@range(0, 1)` …
    pub decorators: Box<[Decorator]>,
    /// Its name.
    pub name: Ident,
    /// Its type.
    pub annotation: TypeId,
    /// `= value`
    pub default: Option<ExprId>,
}

/// An enum.
#[derive(Debug)]
pub struct Enum {
    /// Its name.
    pub name: Ident,
    /// `<T>`
    pub generics: Box<[Generic]>,
    /// Its variants, in order.
    pub variants: Box<[Variant]>,
}

/// A variant of an enum.
#[derive(Debug)]
pub struct Variant {
    /// `@describe("…")`
    pub decorators: Box<[Decorator]>,
    /// Its name.
    pub name: Ident,
    /// Its data.
    pub data: VariantData,
}

/// What a variant carries.
#[derive(Debug)]
pub enum VariantData {
    /// Nothing.
    Unit,
    /// `(A, B)`
    Tuple(Box<[TypeId]>),
    /// `{ a: A }`
    Named(Box<[Field]>),
}

/// A trait.
#[derive(Debug)]
pub struct Trait {
    /// Its name.
    pub name: Ident,
    /// `<T>`
    pub generics: Box<[Generic]>,
    /// Its methods.
    pub methods: Box<[Method]>,
}

/// A function inside something, with what stands before it.
#[derive(Debug)]
pub struct Method {
    /// Its decorators.
    pub decorators: Box<[Decorator]>,
    /// Where `pub` stands, if it does.
    pub public: Option<Span>,
    /// The function.
    pub function: Fn,
    /// All of it.
    pub span: Span,
}

/// `impl Trait for Type { … }`
#[derive(Debug)]
pub struct Impl {
    /// `<T>`
    pub generics: Box<[Generic]>,
    /// The trait, if one is implemented.
    pub trait_: Option<TypeId>,
    /// The type.
    pub target: TypeId,
    /// Its methods.
    pub methods: Box<[Method]>,
}

/// A tool.
#[derive(Debug)]
pub struct Tool {
    /// Its name.
    pub name: Ident,
    /// `description: "…"`
    pub description: Option<Setting>,
    /// Its state.
    pub fields: Box<[Field]>,
    /// What it can do.
    pub methods: Box<[Method]>,
}

/// An agent, a host, a provider's tool: named settings.
#[derive(Debug)]
pub struct Settings {
    /// Its name.
    pub name: Ident,
    /// In order.
    pub settings: Box<[Setting]>,
}

/// An MCP server.
#[derive(Debug)]
pub struct Mcp {
    /// Its name.
    pub name: Ident,
    /// `server: name` and the like.
    pub settings: Box<[Setting]>,
    /// Its typed interface.
    pub methods: Box<[Method]>,
}

/// Shared state.
#[derive(Debug)]
pub struct Resource {
    /// Its name.
    pub name: Ident,
    /// `: T`
    pub annotation: Option<TypeId>,
    /// What it starts as.
    pub value: ExprId,
}

/// A pipeline.
#[derive(Debug)]
pub struct Pipeline {
    /// Its name.
    pub name: Ident,
    /// What it takes.
    pub params: Box<[Param]>,
    /// What it gives.
    pub result: Option<TypeId>,
    /// Its steps, in order.
    pub steps: Box<[Step]>,
}

/// A step of a pipeline.
#[derive(Debug)]
pub enum Step {
    /// `stage name(x: A) -> B { … }`
    Stage(Method),
    /// `repeat [a, b] until |r| r.ok max 3`
    Repeat {
        /// The stages that are repeated.
        stages: Box<[Ident]>,
        /// When to stop.
        until: ExprId,
        /// At most how often.
        max: Option<ExprId>,
        /// All of it.
        span: Span,
    },
}

impl ItemKind {
    /// The name that the item declares, if it declares one.
    pub fn name(&self) -> Option<Ident> {
        match self {
            Self::Error | Self::Use(_) | Self::Impl(_) => None,
            Self::Mod(name) => Some(*name),
            Self::Const(it) => Some(it.name),
            Self::Alias(it) => Some(it.name),
            Self::Fn(it) => Some(it.name),
            Self::Struct(it) | Self::Schema(it) => Some(it.name),
            Self::Enum(it) => Some(it.name),
            Self::Trait(it) => Some(it.name),
            Self::Tool(it) => Some(it.name),
            Self::Agent(it) | Self::Host(it) | Self::ProviderTool(it) => Some(it.name),
            Self::Mcp(it) => Some(it.name),
            Self::Memory(it) | Self::Ledger(it) | Self::Store(it) => Some(it.name),
            Self::Pipeline(it) => Some(it.name),
        }
    }

    /// The functions inside it, if it has functions.
    pub fn methods(&self) -> &[Method] {
        match self {
            Self::Trait(it) => &it.methods,
            Self::Impl(it) => &it.methods,
            Self::Tool(it) => &it.methods,
            Self::Mcp(it) => &it.methods,
            _ => &[],
        }
    }

    /// The word for it in a message.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Error => "declaration",
            Self::Mod(_) => "module",
            Self::Use(_) => "import",
            Self::Const(_) => "constant",
            Self::Alias(_) => "type alias",
            Self::Fn(_) => "function",
            Self::Struct(_) => "struct",
            Self::Schema(_) => "schema",
            Self::Enum(_) => "enum",
            Self::Trait(_) => "trait",
            Self::Impl(_) => "impl",
            Self::Tool(_) => "tool",
            Self::Agent(_) => "agent",
            Self::Host(_) => "host",
            Self::ProviderTool(_) => "provider tool",
            Self::Mcp(_) => "MCP server",
            Self::Memory(_) => "memory",
            Self::Ledger(_) => "ledger",
            Self::Store(_) => "store",
            Self::Pipeline(_) => "pipeline",
        }
    }
}
