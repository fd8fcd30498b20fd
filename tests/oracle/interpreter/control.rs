//! Blocks, conditions and loops.

use concerto_compiler::tree::{ExprId, LocalId, LoopId};

use super::value::Value;
use super::{Eval, Frame, Interpreter, Stop};

/// How a round of a loop ended.
enum Round {
    Next,
    Left(Value),
}

impl Interpreter<'_> {
    pub(super) fn block(&mut self, frame: &mut Frame, stmts: &[ExprId], value: Option<ExprId>) -> Eval {
        for stmt in stmts {
            self.eval(frame, *stmt)?;
        }
        value.map_or(Ok(Value::Unit), |it| self.eval(frame, it))
    }

    pub(super) fn if_(
        &mut self,
        frame: &mut Frame,
        condition: ExprId,
        then: ExprId,
        otherwise: Option<ExprId>,
    ) -> Eval {
        match (self.eval(frame, condition)?.bool(), otherwise) {
            (true, None) => self.eval(frame, then).map(|_| Value::Unit),
            (true, Some(_)) => self.eval(frame, then),
            (false, Some(otherwise)) => self.eval(frame, otherwise),
            (false, None) => Ok(Value::Unit),
        }
    }

    fn round(&mut self, frame: &mut Frame, id: LoopId, body: ExprId) -> Eval<Round> {
        match self.eval(frame, body) {
            Ok(_) => Ok(Round::Next),
            Err(Stop::Continue(it)) if it == id => Ok(Round::Next),
            Err(Stop::Break(it, value)) if it == id => Ok(Round::Left(value)),
            Err(other) => Err(other),
        }
    }

    pub(super) fn loop_(&mut self, frame: &mut Frame, id: LoopId, body: ExprId) -> Eval {
        loop {
            if let Round::Left(value) = self.round(frame, id, body)? {
                return Ok(value);
            }
        }
    }

    pub(super) fn while_(&mut self, frame: &mut Frame, id: LoopId, condition: ExprId, body: ExprId) -> Eval {
        while self.eval(frame, condition)?.bool() {
            if let Round::Left(_) = self.round(frame, id, body)? {
                break;
            }
        }
        Ok(Value::Unit)
    }

    pub(super) fn count(
        &mut self,
        frame: &mut Frame,
        (id, counter): (LoopId, LocalId),
        (from, to, inclusive): (ExprId, ExprId, bool),
        body: ExprId,
    ) -> Eval {
        let from = self.eval(frame, from)?.int();
        let to = i128::from(self.eval(frame, to)?.int()) + i128::from(inclusive);
        let mut at = i128::from(from);
        while at < to {
            let number = i64::try_from(at).expect("it is between two numbers");
            frame.set(counter, Value::Int(number));
            if let Round::Left(_) = self.round(frame, id, body)? {
                break;
            }
            at += 1;
        }
        Ok(Value::Unit)
    }
}
