//! Calls of functions and of function values, and tasks.

use std::rc::Rc;

use concerto_compiler::tree::{ExprId, Function, Place, Target, Work};
use concerto_compiler::types::{Substitution, Target as Found, Ty};

use super::value::Value;
use super::{DEPTH_MAX, Eval, Frame, Interpreter, Stop};

impl Interpreter<'_> {
    /// The tree of something with its types.
    fn function(&mut self, work: &Work, types: &[Ty]) -> Rc<Function> {
        let key = (work.clone(), Rc::from(types));
        if let Some(found) = self.functions.get(&key) {
            return found.clone();
        }
        let made = self.elaborator.function(self.typed, work, types);
        self.functions.insert(key, made.clone());
        made
    }

    pub(super) fn call_work(&mut self, work: &Work, types: &[Ty], args: Vec<Value>) -> Eval<(Value, Option<Value>)> {
        let function = self.function(work, types);
        let types = Substitution::new(&function.generics, types);
        self.call(function, types, args)
    }

    /// Calls a function: its value, and its receiver if that goes back.
    fn call(&mut self, function: Rc<Function>, types: Substitution, args: Vec<Value>) -> Eval<(Value, Option<Value>)> {
        if self.depth >= DEPTH_MAX {
            return Err(Stop::GaveUp);
        }
        self.depth += 1;
        let mut frame = Frame { locals: vec![None; function.locals.len()], function: function.clone(), types };
        for (param, arg) in function.params.iter().zip(args) {
            frame.set(*param, arg);
        }
        let value = match self.eval(&mut frame, function.body) {
            Err(Stop::Return(value)) => value,
            other => other?,
        };
        self.depth -= 1;
        let receiver = function.updates.then(|| frame.get(function.params[0]));
        Ok((value, receiver))
    }

    /// What a target is with the types at hand.
    fn found(&mut self, frame: &Frame, target: &Target) -> (Work, Vec<Ty>) {
        let types: Vec<Ty> = target.types.iter().map(|it| self.ty(frame, *it)).collect();
        match target.work {
            Work::Function(function) => match self.typed.target(function, &types) {
                Found::Function(found, types) => (Work::Function(found), types),
                Found::Derived(trait_, ty) => (Work::Derived(trait_), vec![ty]),
            },
            _ => (target.work.clone(), types),
        }
    }

    pub(super) fn call_target(
        &mut self,
        frame: &Frame,
        target: &Target,
        args: Vec<Value>,
    ) -> Eval<(Value, Option<Value>)> {
        match self.found(frame, target) {
            (Work::Derived(trait_), types) => Ok((self.derived(trait_, types[0], &args)?, None)),
            (work, types) => self.call_work(&work, &types, args),
        }
    }

    pub(super) fn update(&mut self, frame: &mut Frame, target: &Target, place: &Place, args: &[ExprId]) -> Eval {
        let spot = self.spot(frame, place)?;
        let mut all = self.all(frame, args)?;
        all.insert(0, self.look(frame, &spot)?);
        let taken = self.take_root(&spot);
        let called = self.call_target(frame, target, all);
        self.put_root(&spot, taken);
        let (value, receiver) = called?;
        self.store(frame, &spot, receiver.expect("a method that changes its receiver"))?;
        Ok(value)
    }

    pub(super) fn function_value(&mut self, frame: &Frame, target: &Target, captures: Vec<Value>) -> Eval {
        let (work, types) = self.found(frame, target);
        let function = self.function(&work, &types);
        let types = Substitution::new(&function.generics, &types);
        Ok(Value::closure(function, types, captures))
    }

    /// Calls a function value. What is passed to one that takes nothing is left out.
    pub(super) fn call_value(&mut self, callee: &Value, mut args: Vec<Value>) -> Eval {
        let Value::Closure(closure) = callee else { panic!("not a function: {callee:?}") };
        args.truncate(closure.function.params.len() - closure.captures.len());
        args.extend(closure.captures.iter().cloned());
        Ok(self.call(closure.function.clone(), closure.types.clone(), args)?.0)
    }

    pub(super) fn spawn(&mut self, closure: &Value) -> Eval {
        let (depth, printed) = (self.depth, self.output.len());
        let result = match self.call_value(closure, Vec::new()) {
            Ok(value) => Ok(value),
            Err(Stop::Fault(message)) => Err(message),
            Err(other) => return Err(other),
        };
        assert_eq!(self.output.len(), printed, "a task prints, so its order matters");
        self.depth = depth;
        Ok(Value::Task(Rc::new(result)))
    }
}
