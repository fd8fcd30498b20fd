//! A simple interpreter of the typed tree, written to be read: what a program means, without blocks, registers, counted
//! references and optimisations.
//!
//! Values are shared and copied when they change. A task runs to its end when it is started, which is the same as what the
//! machine does as long as tasks write nothing. What has to do with models and the world is not here.

mod calls;
mod control;
mod data;
mod matches;
mod natives;
mod places;
mod texts;
mod traits;
mod value;

use std::collections::HashMap;
use std::rc::Rc;

use concerto_compiler::check::Checked;
use concerto_compiler::elaborate::Elaborator;
use concerto_compiler::load::{ModuleId, Program};
use concerto_compiler::tree::{ExprId, ExprKind, Function, Global, LocalId, LoopId, Work};
use concerto_compiler::types::{FnId, Substitution, Ty, Typed};

use value::Value;

/// How many expressions are evaluated before a program is given up.
const STEPS_MAX: u64 = 3_000_000;

/// How many calls may be inside each other.
const DEPTH_MAX: usize = 400;

/// What a program did.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Told {
    /// What it printed.
    pub(super) output: String,
    /// How it ended.
    pub(super) end: End,
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// With an exit code.
    Exit(i64),
    /// With a fault. The message is empty if the interpreter does not know it.
    Fault(String),
    /// It takes too long or calls too deep.
    GaveUp,
    /// It uses something that the interpreter does not know.
    Unknown(String),
}

/// Why an expression has no value.
#[derive(Clone, Debug)]
enum Stop {
    Break(LoopId, Value),
    Continue(LoopId),
    Return(Value),
    Fault(String),
    GaveUp,
    Unknown(String),
}

type Eval<T = Value> = Result<T, Stop>;

fn fault<T>(message: impl Into<String>) -> Eval<T> {
    Err(Stop::Fault(message.into()))
}

fn unknown<T>(what: impl Into<String>) -> Eval<T> {
    Err(Stop::Unknown(what.into()))
}

/// A call of a function.
struct Frame {
    function: Rc<Function>,
    types: Substitution,
    locals: Vec<Option<Value>>,
}

impl Frame {
    fn get(&self, local: LocalId) -> Value {
        let name = &self.function.name;
        self.locals[local.0 as usize].clone().unwrap_or_else(|| panic!("{name}: {local:?} has no value"))
    }

    fn set(&mut self, local: LocalId, value: Value) {
        self.locals[local.0 as usize] = Some(value);
    }
}

struct Interpreter<'c> {
    elaborator: Elaborator<'c>,
    program: &'c Program,
    entry: Option<ModuleId>,
    typed: &'c mut Typed,
    functions: HashMap<(Work, Rc<[Ty]>), Rc<Function>>,
    globals: HashMap<Global, Value>,
    /// The functions of `Eq`, `Ord` and `Display`.
    traits: [Option<FnId>; 3],
    output: String,
    steps_left: u64,
    depth: usize,
}

/// Runs a program without errors.
pub(super) fn run(checked: &mut Checked) -> Told {
    let Checked { program, resolved, typed, .. } = checked;
    let mut it = Interpreter {
        elaborator: Elaborator::new(program, resolved),
        program,
        entry: program.entry(),
        traits: typed.structural(),
        typed,
        functions: HashMap::new(),
        globals: HashMap::new(),
        output: String::new(),
        steps_left: STEPS_MAX,
        depth: 0,
    };
    let end = match it.call_work(&Work::Start(None), &[], Vec::new()) {
        Ok((value, _)) => End::Exit(value.int()),
        Err(Stop::Fault(message)) => End::Fault(message),
        Err(Stop::Unknown(what)) => End::Unknown(what),
        Err(_) => End::GaveUp,
    };
    Told { output: it.output, end }
}

impl Interpreter<'_> {
    /// A type of the function at hand, with its type arguments.
    fn ty(&mut self, frame: &Frame, ty: Ty) -> Ty {
        self.typed.types.substitute(ty, &frame.types)
    }

    fn type_of(&mut self, frame: &Frame, id: ExprId) -> Ty {
        let ty = frame.function.expr(id).ty;
        self.ty(frame, ty)
    }

    fn all(&mut self, frame: &mut Frame, ids: &[ExprId]) -> Eval<Vec<Value>> {
        ids.iter().map(|it| self.eval(frame, *it)).collect()
    }

    fn eval(&mut self, frame: &mut Frame, id: ExprId) -> Eval {
        use ExprKind as E;
        self.steps_left = self.steps_left.checked_sub(1).ok_or(Stop::GaveUp)?;
        let function = frame.function.clone();
        match &function.expr(id).kind {
            E::Unit => Ok(Value::Unit),
            E::Int(it) => Ok(Value::Int(*it)),
            E::Float(it) => Ok(Value::Float(*it)),
            E::Bool(it) => Ok(Value::Bool(*it)),
            E::Text(it) => Ok(Value::Text(it.clone())),
            E::Local(local) => Ok(frame.get(*local)),
            E::Global(global) => self.global(global),
            E::PutGlobal(global, value) => {
                let value = self.eval(frame, *value)?;
                self.globals.insert(global.clone(), value);
                Ok(Value::Unit)
            }
            E::Let(local, value) => {
                let value = self.eval(frame, *value)?;
                frame.set(*local, value);
                Ok(Value::Unit)
            }
            E::Block { stmts, value, .. } => self.block(frame, stmts, *value),
            E::Assign(place, value) => self.assign(frame, place, *value),
            E::Change(op, place, value) => self.change(frame, *op, place, *value),
            E::If { condition, then, otherwise } => self.if_(frame, *condition, *then, *otherwise),
            E::And(left, right) => match self.eval(frame, *left)?.bool() {
                true => self.eval(frame, *right),
                false => Ok(Value::Bool(false)),
            },
            E::Or(left, right) => match self.eval(frame, *left)?.bool() {
                true => Ok(Value::Bool(true)),
                false => self.eval(frame, *right),
            },
            E::Loop { id, body } => self.loop_(frame, *id, *body),
            E::While { id, condition, body } => self.while_(frame, *id, *condition, *body),
            E::Count { id, counter, from, to, inclusive, body } => {
                self.count(frame, (*id, *counter), (*from, *to, *inclusive), *body)
            }
            E::Break(id, value) => {
                let value = value.map_or(Ok(Value::Unit), |it| self.eval(frame, it))?;
                Err(Stop::Break(*id, value))
            }
            E::Continue(id) => Err(Stop::Continue(*id)),
            E::Return(value) => Err(Stop::Return(self.eval(frame, *value)?)),
            E::Match { subject, decision, arms, otherwise } => {
                self.match_(frame, *subject, decision, (arms, *otherwise))
            }
            E::Panic(message) => {
                let message = self.eval(frame, *message)?;
                fault(message.text())
            }
            E::Fault(message) => fault(&**message),
            E::Call(target, args) => {
                let args = self.all(frame, args)?;
                Ok(self.call_target(frame, target, args)?.0)
            }
            E::Update(target, place, args) => self.update(frame, target, place, args),
            E::CallValue(callee, args) => {
                let callee = self.eval(frame, *callee)?;
                let args = self.all(frame, args)?;
                self.call_value(&callee, args)
            }
            E::Native { name, args, .. } => {
                let args = self.all(frame, args)?;
                self.native(name, &args)
            }
            E::UpdateNative { name, place, args, .. } => self.update_native(frame, name, place, args),
            E::Closure(closure, captures) => {
                let captures = captures.iter().map(|it| frame.get(*it)).collect();
                Ok(Value::closure(function.closure(*closure).clone(), frame.types.clone(), captures))
            }
            E::FunctionValue(target, captures) => {
                let captures = self.all(frame, captures)?;
                self.function_value(frame, target, captures)
            }
            E::Spawn(closure) => {
                let closure = self.eval(frame, *closure)?;
                self.spawn(&closure)
            }
            E::Await(task) => Ok(self.eval(frame, *task)?.awaited()),
            E::TaskValue(task) | E::TaskResult(task) => self.eval(frame, *task)?.task_value(),
            E::WaitAll(tasks) => {
                let tasks = self.eval(frame, *tasks)?;
                for task in tasks.items() {
                    task.task_value()?;
                }
                Ok(Value::Unit)
            }
            E::WaitAny(tasks) => match self.eval(frame, *tasks)?.items() {
                [_] => Ok(Value::Int(0)),
                _ => unknown("which task is first"),
            },
            E::Cancel(_) => Ok(Value::Unit),
            _ => self.data(frame, id),
        }
    }
}
