//! Expressions, statements and blocks.

use super::{BlockId, ExprId, Ident, PathId, PatternId, Symbol, TypeId};
use crate::source::Span;

/// A name with the type arguments written after it.
#[derive(Debug)]
pub struct Segment {
    /// The name.
    pub name: Ident,
    /// `<Int, String>`
    pub args: Box<[TypeId]>,
}

/// `a::b<T>::c`
#[derive(Debug)]
pub struct Path {
    /// At least one.
    pub segments: Box<[Segment]>,
    /// All of it.
    pub span: Span,
}

/// An expression. Ids always point to nodes that were made earlier, and so to smaller ids.
#[derive(Debug)]
pub enum Expr {
    /// Something unreadable that was reported.
    Error,
    /// `12`
    Int(i64),
    /// `1.5`
    Float(f64),
    /// `true`
    Bool(bool),
    /// `30s`, in milliseconds.
    Duration(i64),
    /// `"text"`, of whichever form, without interpolation.
    Str(Symbol),
    /// `"hello ${name}"`
    Interpolated(Box<[Part]>),
    /// `x`, `self`
    Name(Ident),
    /// `Color::Red`, `f<Int>`
    Path(PathId),
    /// `[1, 2]`
    Array(Box<[ExprId]>),
    /// `{ "a": 1 }`
    Map(Box<[(ExprId, ExprId)]>),
    /// `(1, "a")`; `()` is unit.
    Tuple(Box<[ExprId]>),
    /// `Point { x: 1, ..base }`
    Struct(Box<StructLiteral>),
    /// `{ max: 3 }` in a declaration.
    Record(Box<[Setting]>),
    /// `Array<Report>` where a setting names a type.
    Type(TypeId),
    /// `0..n`, `..`
    Range {
        /// The first value.
        start: Option<ExprId>,
        /// The last, or one after it.
        end: Option<ExprId>,
        /// `..=`
        inclusive: bool,
    },
    /// `-x`, `!x`
    Unary {
        /// Which.
        op: UnaryOp,
        /// Its operand.
        operand: ExprId,
    },
    /// `a + b`
    Binary {
        /// Which, and where.
        op: BinaryOp,
        /// Where the operator stands.
        op_span: Span,
        /// The left operand.
        left: ExprId,
        /// The right operand.
        right: ExprId,
    },
    /// `place = value`, `place += value`
    Assign {
        /// The operator before the `=`, if there is one.
        op: Option<BinaryOp>,
        /// What is assigned to.
        place: ExprId,
        /// The new value.
        value: ExprId,
    },
    /// `x as Float`
    Cast {
        /// What is converted.
        value: ExprId,
        /// To what.
        to: TypeId,
    },
    /// `x?`
    Try(ExprId),
    /// `f(x)`
    Call {
        /// What is called.
        callee: ExprId,
        /// With what.
        args: Box<[Arg]>,
    },
    /// `x.f(y)`
    Method(Box<MethodCall>),
    /// `x.name`
    Field {
        /// Of what.
        base: ExprId,
        /// Which.
        name: Ident,
    },
    /// `t.0`
    TupleField {
        /// Of what.
        base: ExprId,
        /// Which, from 0.
        index: u32,
    },
    /// `a[i]`
    Index {
        /// Of what.
        base: ExprId,
        /// Which.
        index: ExprId,
    },
    /// `|x| x + 1`
    Closure(Box<Closure>),
    /// `if a { } else if b { } else { }`
    If {
        /// Each condition with its block.
        branches: Box<[Branch]>,
        /// The last `else`.
        otherwise: Option<BlockId>,
    },
    /// `match x { … }`
    Match {
        /// What is matched.
        value: ExprId,
        /// The arms, in order.
        arms: Box<[Arm]>,
    },
    /// `{ … }`
    Block(BlockId),
    /// `loop { … }`
    Loop {
        /// `'outer:`
        label: Option<Ident>,
        /// What is repeated.
        body: BlockId,
    },
    /// `while c { … }`
    While {
        /// `'outer:`
        label: Option<Ident>,
        /// As long as what.
        condition: Condition,
        /// What is repeated.
        body: BlockId,
    },
    /// `for x in xs { … }`
    For(Box<For>),
    /// `break 'outer value`
    Break {
        /// Out of which loop.
        label: Option<Ident>,
        /// The loop's value.
        value: Option<ExprId>,
    },
    /// `continue 'outer`
    Continue {
        /// Of which loop.
        label: Option<Ident>,
    },
    /// `return value`
    Return(Option<ExprId>),
    /// `await x`
    Await(ExprId),
    /// `spawn f(x)`
    Spawn(ExprId),
    /// `race [a(), b()]`
    Race(Box<[ExprId]>),
    /// `listen Host.execute(p) { "question" => |q| … }`
    Listen {
        /// The call whose messages are heard.
        call: ExprId,
        /// What is done with each kind of message.
        arms: Box<[ListenArm]>,
    },
}

/// A piece of a string with interpolation.
#[derive(Debug)]
pub enum Part {
    /// Text, cooked.
    Text(Symbol),
    /// `${…}`
    Expr(ExprId),
}

/// A struct literal.
#[derive(Debug)]
pub struct StructLiteral {
    /// Which struct or variant.
    pub path: PathId,
    /// The fields that are written.
    pub fields: Box<[FieldInit]>,
    /// `..base`
    pub base: Option<ExprId>,
}

/// `x: 1`, or `x` for `x: x`.
#[derive(Debug)]
pub struct FieldInit {
    /// The field.
    pub name: Ident,
    /// Its value; the shorthand has the name as its value.
    pub value: ExprId,
    /// Whether it is written in short.
    pub shorthand: bool,
}

/// An argument, with its name where that is written.
#[derive(Debug)]
pub struct Arg {
    /// `limit:`
    pub name: Option<Ident>,
    /// The value.
    pub value: ExprId,
}

/// `receiver.name<T>(args)`
#[derive(Debug)]
pub struct MethodCall {
    /// What the method is called on.
    pub receiver: ExprId,
    /// Which method.
    pub name: Ident,
    /// `<T>`
    pub type_args: Box<[TypeId]>,
    /// With what.
    pub args: Box<[Arg]>,
}

/// A closure.
#[derive(Debug)]
pub struct Closure {
    /// What it takes.
    pub params: Box<[ClosureParam]>,
    /// `-> T`
    pub result: Option<TypeId>,
    /// What it gives.
    pub body: ExprId,
}

/// A parameter of a closure.
#[derive(Debug)]
pub struct ClosureParam {
    /// `mut x`
    pub mutable: bool,
    /// A name or an irrefutable pattern.
    pub pattern: PatternId,
    /// `: T`
    pub annotation: Option<TypeId>,
}

/// `if condition { … }`
#[derive(Debug)]
pub struct Branch {
    /// When.
    pub condition: Condition,
    /// What.
    pub body: BlockId,
}

/// The head of an `if` or a `while`.
#[derive(Debug, Clone, Copy)]
pub enum Condition {
    /// A `Bool`.
    Is(ExprId),
    /// `let pattern = value`
    Let {
        /// What the value must look like.
        pattern: PatternId,
        /// The value.
        value: ExprId,
    },
}

/// `pattern if guard => body`
#[derive(Debug)]
pub struct Arm {
    /// When.
    pub pattern: PatternId,
    /// And only if.
    pub guard: Option<ExprId>,
    /// What.
    pub body: ExprId,
    /// All of it.
    pub span: Span,
}

/// A `for` loop.
#[derive(Debug)]
pub struct For {
    /// `'outer:`
    pub label: Option<Ident>,
    /// What each element is bound to.
    pub pattern: PatternId,
    /// What is walked over.
    pub iterable: ExprId,
    /// What is repeated.
    pub body: BlockId,
}

/// `"question" => |q| answer(q)`
#[derive(Debug)]
pub struct ListenArm {
    /// The kind of message.
    pub message: Symbol,
    /// Where the kind stands.
    pub message_span: Span,
    /// What is done with it.
    pub handler: ExprId,
}

/// `name: value` in a declaration or a record.
#[derive(Debug)]
pub struct Setting {
    /// Which.
    pub name: Ident,
    /// Its value.
    pub value: ExprId,
}

/// Operators before their operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    /// `!`
    Not,
    /// `-`
    Neg,
}

/// Operators between two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    /// `|>`
    Pipe,
    /// `??`
    Coalesce,
    /// `||`
    Or,
    /// `&&`
    And,
    /// `==`
    Eq,
    /// `!=`
    NotEq,
    /// `<`
    Less,
    /// `<=`
    LessEq,
    /// `>`
    Greater,
    /// `>=`
    GreaterEq,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
}

/// A block: statements, and perhaps a value at its end.
#[derive(Debug)]
pub struct Block {
    /// In order.
    pub stmts: Box<[Stmt]>,
    /// The last expression, if no `;` follows it.
    pub tail: Option<ExprId>,
    /// With its braces.
    pub span: Span,
}

/// A statement.
#[derive(Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// With its `;`.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Debug)]
pub enum StmtKind {
    /// Something unreadable that was reported.
    Error,
    /// `let mut pattern: T = value else { … };`
    Let(Box<Let>),
    /// An expression for its effect.
    Expr(ExprId),
    /// `mock Assistant { … }`, `mock Calculator.add = |a, b| 5;`
    Mock(Box<Mock>),
}

/// A `let`.
#[derive(Debug)]
pub struct Let {
    /// `mut`
    pub mutable: bool,
    /// What is bound.
    pub pattern: PatternId,
    /// `: T`
    pub annotation: Option<TypeId>,
    /// `= value`
    pub value: Option<ExprId>,
    /// `else { … }`
    pub otherwise: Option<BlockId>,
}

/// A `mock` of a test.
#[derive(Debug)]
pub struct Mock {
    /// What is replaced.
    pub target: ExprId,
    /// By what.
    pub with: MockWith,
}

/// The two forms of a `mock`.
#[derive(Debug)]
pub enum MockWith {
    /// `{ response: "…" }`
    Settings(Box<[Setting]>),
    /// `= |a, b| 5`
    Function(ExprId),
}
