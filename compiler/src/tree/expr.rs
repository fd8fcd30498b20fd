//! The expressions of the typed tree.

use std::rc::Rc;

use super::decision::Decision;
use super::{ClosureId, ExprId, LocalId, LoopId};
use crate::resolve::ItemId;
use crate::source::Span;
use crate::types::{FnId, Ty};

/// An expression. What it contains is evaluated in the order in which it is listed, unless its kind says otherwise.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it does.
    pub kind: ExprKind,
    /// What it gives. `Never` where nothing goes on after it.
    pub ty: Ty,
    /// Where it is written, or what stands for it.
    pub span: Span,
    /// Whether evaluating it may give a variable of this function another value.
    pub changes: bool,
}

/// Something that becomes a function of the program, apart from the types that it is used with.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Work {
    /// A declared function. One of a trait stands for that of the type it turns out to be called on.
    Function(FnId),
    /// What a trait means for the one type, by the type's structure.
    Derived(ItemId),
    /// A variant of the one type, as a function that makes it.
    Constructor(u32),
    /// What runs a model's calls of a tool's function.
    Handler(FnId),
    /// What answers a mocked server's function from JSON: takes the arguments as `Json`, captures the mock.
    MockHandler(FnId),
    /// What decides whether a call of a tool's function needs approval; the function by its place among the methods.
    Approval(ItemId, u32),
    /// A tool as a `ToolRef`, or one of its functions by its place.
    Tool(ItemId, Option<u32>),
    /// The statements of a script.
    Script,
    /// Where the program starts, or a test.
    Start(Option<FnId>),
    /// Where the program starts as a server of its tools.
    Serve,
}

/// A function with what its type parameters are where it is named.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Target {
    /// Which.
    pub work: Work,
    /// Its type arguments, which may name the parameters of the function around. Of `Derived` and `Constructor` the one type.
    pub types: Rc<[Ty]>,
}

/// A resource that outlives calls.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Global {
    /// The fields of a tool, or the value of an agent, memory, ledger or store.
    Item(ItemId),
    /// What a test has put in the place of a function: an `Option` of a function value.
    Mock(FnId),
    /// A variable of a session: a tuple of one.
    Kept(Rc<str>),
}

/// Something that can be given another value: a variable or a resource, or a part of what it holds.
#[derive(Clone, Debug)]
pub struct Place {
    /// What holds it.
    pub root: Root,
    /// From there to the part, outermost first.
    pub steps: Vec<Step>,
}

/// What a place begins with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Root {
    /// A variable.
    Local(LocalId),
    /// A resource: taken for as long as it is changed, so that nobody else has it meanwhile.
    Global(Global, Ty),
}

/// One step from a value to a part of it. Indexes and keys are evaluated when the place is, before anything is read.
#[derive(Clone, Debug)]
pub enum Step {
    /// A field of a struct or a tool, or an element of a tuple.
    Part {
        /// The type of the whole.
        of: Ty,
        /// Which.
        index: u32,
    },
    /// An element of an array.
    Element {
        /// The type of the array.
        of: Ty,
        /// Its index.
        index: ExprId,
    },
    /// The value at a key of a map. Where it is read or changed rather than replaced, the key has to be there.
    Value {
        /// The type of the map.
        of: Ty,
        /// The key.
        key: ExprId,
    },
}

/// Arithmetic: on two `Int`s (also `Duration`s) or on two `Float`s.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arithmetic {
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

/// Comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compare {
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
}

/// A part of a `Range`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RangePart {
    /// Where it starts.
    Start,
    /// Where it ends.
    End,
    /// Whether the end is in it: a `Bool`.
    Inclusive,
}

/// Which schema of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SchemaPart {
    /// Of what a tool takes: `()` is an object without members.
    Params,
    /// Of the type itself.
    Output,
    /// Of what a handler that gives it succeeds with: of `Result<T, E>`, that of `T`.
    Returns,
    /// Of what a handler that gives it fails with; empty where it cannot.
    Failure,
}

/// A trait that the machine may know by the structure of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Derived {
    /// `Eq`
    Equality,
    /// `Ord`
    Order,
}

/// The kinds of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    // Values that are known.
    /// `()`; also the value of what is done for its effect.
    Unit,
    /// An `Int`, or a `Duration` in milliseconds.
    Int(i64),
    /// A `Float`.
    Float(f64),
    /// A `Bool`.
    Bool(bool),
    /// A `String`.
    Text(Rc<str>),

    // Variables, and one thing after another.
    /// The value of a variable.
    Local(LocalId),
    /// The value of a resource.
    Global(Global),
    /// Gives a variable its first value, or in a loop its value of this round. Unit.
    Let(LocalId, ExprId),
    /// Statements, then a value; unit without one.
    Block {
        /// In order; their values are dropped.
        stmts: Vec<ExprId>,
        /// What it gives.
        value: Option<ExprId>,
        /// Whether tasks that it leaves behind are cancelled where it is left, whichever way.
        ends_tasks: bool,
    },
    /// Gives a place another value; the indexes of the place first, then the value. Unit.
    Assign(Place, ExprId),
    /// `place op= value`: the indexes of the place, then the value, then the place is read. `Add` also appends to texts and arrays, where
    /// they are. Unit.
    Change(Arithmetic, Place, ExprId),
    /// Fills a resource. Unit.
    PutGlobal(Global, ExprId),

    // Control.
    /// A condition, then one of two; unit without the second.
    If {
        /// A `Bool`.
        condition: ExprId,
        /// Where it holds.
        then: ExprId,
        /// Where it does not.
        otherwise: Option<ExprId>,
    },
    /// `a && b`: the second only where the first holds.
    And(ExprId, ExprId),
    /// `a || b`: the second only where the first does not hold.
    Or(ExprId, ExprId),
    /// Again and again, until `Break`, which gives its value. `Continue` begins the next round.
    Loop {
        /// For `Break` and `Continue`.
        id: LoopId,
        /// What is repeated.
        body: ExprId,
    },
    /// As long as a condition holds. Unit. `Continue` goes on with the condition.
    While {
        /// For `Break` and `Continue`.
        id: LoopId,
        /// A `Bool`.
        condition: ExprId,
        /// What is repeated.
        body: ExprId,
    },
    /// For each whole number from one to another. Both are evaluated once, before. The body does not change the counter. Unit.
    Count {
        /// For `Break` and `Continue`.
        id: LoopId,
        /// The number of this round.
        counter: LocalId,
        /// The first.
        from: ExprId,
        /// The last, or the one after it.
        to: ExprId,
        /// Whether `to` is the last.
        inclusive: bool,
        /// What is repeated.
        body: ExprId,
    },
    /// Leaves a loop, with its value: unit without one.
    Break(LoopId, Option<ExprId>),
    /// On to the next round of a loop.
    Continue(LoopId),
    /// Leaves the function with a value.
    Return(ExprId),
    /// Decides by what the value of a variable looks like. Names that patterns bind are variables of the function, and stay
    /// bound after it.
    Match {
        /// The variable; nothing changes it before an arm is chosen.
        subject: LocalId,
        /// Which arm.
        decision: Box<Decision>,
        /// By the numbers of the decision. All lead to the same value.
        arms: Vec<Arm>,
        /// Where no pattern matches; without one that is a fault, and never happens.
        otherwise: Option<ExprId>,
    },
    /// Ends with a fault that is a mistake of the program: the text, a `String`.
    Panic(ExprId),
    /// Ends with a fault of the language itself: `no arm matches`.
    Fault(Rc<str>),

    // Calls.
    /// Calls a function with its arguments.
    Call(Target, Vec<ExprId>),
    /// Calls a method that changes its receiver where that is. The place's indexes first, then the arguments, then the place is read.
    Update(Target, Place, Vec<ExprId>),
    /// Calls a function value: it first, then the arguments.
    CallValue(ExprId, Vec<ExprId>),
    /// Calls a function of the machine, or asks the world for something.
    Native {
        /// Its name in the machine's table, or among the effects.
        name: Rc<str>,
        /// Whether it leaves the machine.
        is_effect: bool,
        /// What its parameters are declared as, with the types at hand.
        params: Vec<Ty>,
        /// One for each parameter.
        args: Vec<ExprId>,
    },
    /// Calls a function of the machine that changes its receiver: `array.push`, `map.set`. The place's indexes first, then the arguments.
    UpdateNative {
        /// Its name in the machine's table.
        name: Rc<str>,
        /// What is changed.
        place: Place,
        /// What its parameters are declared as, the receiver first.
        params: Vec<Ty>,
        /// Those after the receiver.
        args: Vec<ExprId>,
    },
    /// A closure: its function, and for each capture the variable here.
    Closure(ClosureId, Vec<LocalId>),
    /// A function as a value, with the values of its captures.
    FunctionValue(Target, Vec<ExprId>),

    // Data.
    /// A struct, a tuple or the fields of a tool, in the order of the declaration.
    New(Vec<ExprId>),
    /// A variant of an enum with its data.
    Variant(u32, Vec<ExprId>),
    /// An array of its elements.
    Array(Vec<ExprId>),
    /// A map of its entries: each key, then its value. Of equal keys the last value counts, at the place of the first.
    Map(Vec<(ExprId, ExprId)>),
    /// A `Range`: where it starts, where it ends, whether the end is in it.
    Range(ExprId, ExprId, bool),
    /// A field of a struct or a tool, or an element of a tuple.
    Part(ExprId, u32),
    /// A part of the data of a variant, which the value is.
    Datum {
        /// The value.
        value: ExprId,
        /// Its variant.
        variant: u32,
        /// Which part.
        index: u32,
    },
    /// Whether a value is a variant.
    IsVariant(ExprId, u32),
    /// A part of a `Range`.
    RangePart(ExprId, RangePart),
    /// The number of elements of an array.
    Len(ExprId),
    /// An element of an array; faults out of range.
    Element(ExprId, ExprId),
    /// The value at a key of a map; faults where there is none.
    Value(ExprId, ExprId),

    // Operators.
    /// `!`
    Not(ExprId),
    /// `-` of a number.
    Negate(ExprId),
    /// On numbers of one type; faults on overflow of an `Int` and on division by zero.
    Arithmetic(Arithmetic, ExprId, ExprId),
    /// A text and a text, or an array and an array.
    Join(ExprId, ExprId),
    /// Of two values of one type, whichever that is; the type of the first one counts.
    Compare(Compare, ExprId, ExprId),
    /// The order of two values of one type: an `Int` below, at or above zero.
    Order(ExprId, ExprId),
    /// An `Int` as a `Float`.
    IntToFloat(ExprId),
    /// A `Float` as an `Int`; faults where that loses something.
    FloatToInt(ExprId),
    /// Texts one after the other: at least one.
    Concat(Vec<ExprId>),
    /// The display form of a value. `quoted` is that inside a container: texts in quotes; and of what has none, words that say so.
    Display {
        /// The value.
        value: ExprId,
        /// Whether as inside a container.
        quoted: bool,
    },
    /// `Type::default()` of the type of the expression.
    Default,

    // Tasks.
    /// Starts a task of a closure that takes nothing.
    Spawn(ExprId),
    /// Waits for a task: a `Result<T, TaskError>`.
    Await(ExprId),
    /// Waits for a task: its value; its fault goes on here.
    TaskValue(ExprId),
    /// The value of a task that has ended well.
    TaskResult(ExprId),
    /// Waits for all tasks of an array; the fault of one goes on here. Unit.
    WaitAll(ExprId),
    /// Waits for the first task of an array: its index.
    WaitAny(ExprId),
    /// Cancels a task. Unit.
    Cancel(ExprId),
    /// The fault of a task, with its trace: a `String`.
    TaskTrace(ExprId),

    // Tools for models, and what is known of types when they are.
    /// A schema of a type, as text.
    Schema(SchemaPart, Ty),
    /// Whether the machine does a trait for a type by its structure: a `Bool`.
    HasDerived(Derived, Ty),
    /// `Result<Json, Json>` of a value: the JSON forms of what a `Result` holds, or of the value itself.
    Outcome(ExprId),
    /// `Result<T, Error>`: the JSON of a call's arguments as a value of a type; `()` takes an object without members.
    Arguments(ExprId, Ty),
    /// The arguments of a declared function as the JSON object that their schema describes.
    EncodeArguments(FnId, Vec<ExprId>),
    /// Reads such an object: with its members in variables, or else with an `Error` in one.
    DecodeArguments {
        /// Whose arguments.
        function: FnId,
        /// The object, a `Json`.
        json: ExprId,
        /// A variable for each parameter, without the receiver.
        params: Vec<LocalId>,
        /// What is done with them.
        then: ExprId,
        /// What is wrong with the object.
        error: LocalId,
        /// What is done then.
        otherwise: ExprId,
    },
}

/// What an arm of a match does, once its names are bound.
#[derive(Clone, Copy, Debug)]
pub struct Arm {
    /// What has to hold besides. Where it does not, the match goes on.
    pub guard: Option<ExprId>,
    /// What it gives.
    pub body: ExprId,
}
