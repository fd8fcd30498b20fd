//! Matches: the decision is followed step by step.

use concerto_compiler::tree::decision::{Constant, Decision, Node, NodeId, OccurrenceId, Step};
use concerto_compiler::tree::{Arm, ExprId, LocalId};

use super::value::Value;
use super::{Eval, Frame, Interpreter, fault};

impl Interpreter<'_> {
    pub(super) fn match_(
        &mut self,
        frame: &mut Frame,
        subject: LocalId,
        decision: &Decision,
        (arms, otherwise): (&[Arm], Option<ExprId>),
    ) -> Eval {
        let subject = frame.get(subject);
        let part = |on: OccurrenceId| occurrence(decision, &subject, on);
        let mut at = decision.root;
        loop {
            at = match decision.node(at) {
                Node::Fail => {
                    return match otherwise {
                        Some(otherwise) => self.eval(frame, otherwise),
                        None => fault(""),
                    };
                }
                Node::Arm { arm, bindings, otherwise } => {
                    bind(frame, bindings, part);
                    let arm = arms[*arm as usize];
                    let holds = match arm.guard {
                        Some(guard) => self.eval(frame, guard)?.bool(),
                        None => true,
                    };
                    match (holds, otherwise) {
                        (true, _) => return self.eval(frame, arm.body),
                        (false, Some(otherwise)) => *otherwise,
                        (false, None) => panic!("a guard without another way"),
                    }
                }
                Node::Bind { bindings, then } => {
                    bind(frame, bindings, part);
                    *then
                }
                Node::Variant { on, cases, otherwise } => {
                    let tag = part(*on).tag();
                    next(cases.iter().find(|it| it.0 == tag).map(|it| it.1), *otherwise)
                }
                Node::Constant { on, cases, otherwise } => {
                    let value = part(*on);
                    next(cases.iter().find(|it| is(&value, &it.0)).map(|it| it.1), *otherwise)
                }
                Node::Below { on, bound, then, otherwise } => match part(*on).int() < *bound {
                    true => *then,
                    false => *otherwise,
                },
                Node::Test { on, local, condition, then, otherwise } => {
                    frame.set(*local, part(*on));
                    match self.eval(frame, *condition)?.bool() {
                        true => *then,
                        false => *otherwise,
                    }
                }
            };
        }
    }
}

fn next(found: Option<NodeId>, otherwise: Option<NodeId>) -> NodeId {
    found.or(otherwise).expect("a decision without a way on")
}

fn bind(frame: &mut Frame, bindings: &[(LocalId, OccurrenceId)], part: impl Fn(OccurrenceId) -> Value) {
    for (local, on) in bindings {
        frame.set(*local, part(*on));
    }
}

fn is(value: &Value, constant: &Constant) -> bool {
    match constant {
        Constant::Int(it) => value.int() == *it,
        #[allow(clippy::float_cmp, reason = "patterns compare as numbers are")]
        Constant::Float(it) => value.float() == *it,
        Constant::Bool(it) => value.bool() == *it,
        Constant::Text(it) => value.text() == &**it,
    }
}

/// A part of the value that is matched.
fn occurrence(decision: &Decision, subject: &Value, on: OccurrenceId) -> Value {
    let it = decision.occurrence(on);
    if let Step::Subject = it.step {
        return subject.clone();
    }
    let parent = occurrence(decision, subject, it.parent);
    match it.step {
        Step::Subject => parent,
        Step::Part(index) => parent.parts()[index as usize].clone(),
        Step::Datum { variant, index } => {
            assert_eq!(parent.tag(), variant, "a part of another variant is looked at");
            parent.parts()[index as usize].clone()
        }
        Step::Length => Value::Int(parent.items().len() as i64),
        Step::Element(index) => parent.items()[index as usize].clone(),
        Step::FromEnd(index) => {
            let items = parent.items();
            items[items.len() - index as usize].clone()
        }
        Step::Rest { start, end } => {
            let items = parent.items();
            Value::array(items[start as usize..items.len() - end as usize].to_vec())
        }
    }
}
