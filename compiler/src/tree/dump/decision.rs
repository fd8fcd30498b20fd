//! Decisions as indented trees, by the parts that they look at. A step that several ways lead to is written once, with a
//! number that the others name.

use super::{Lines, Printer, before, indented};
use crate::tree::LocalId;
use crate::tree::decision::{Constant, Decision, Node, NodeId, OccurrenceId, Step};

/// A decision that is being written, with the steps that are there already.
struct Written<'d> {
    decision: &'d Decision,
    subject: String,
    /// How many ways lead to each step.
    ways: Vec<u32>,
    is_there: Vec<bool>,
}

impl Printer<'_> {
    pub(super) fn decision(&self, decision: &Decision, subject: LocalId) -> Lines {
        let mut ways = vec![0; decision.nodes.len()];
        decision.nodes.iter().for_each(|it| each_next(it, |next| ways[next.0 as usize] += 1));
        let is_there = vec![false; ways.len()];
        let mut written = Written { decision, subject: self.local(subject), ways, is_there };
        self.node(&mut written, decision.root)
    }

    fn node(&self, it: &mut Written<'_>, id: NodeId) -> Lines {
        let at = id.0 as usize;
        let decision = it.decision;
        let node = decision.node(id);
        let is_shared = it.ways[at] > 1 && !matches!(node, Node::Fail | Node::Arm { otherwise: None, .. });
        if is_shared && std::mem::replace(&mut it.is_there[at], true) {
            return vec![format!("go to n{at}")];
        }
        let lines = self.step_of(it, node);
        if is_shared { before(&format!("n{at}: "), lines) } else { lines }
    }

    fn step_of(&self, it: &mut Written<'_>, node: &Node) -> Lines {
        match node {
            Node::Fail => vec!["none".to_owned()],
            Node::Arm { arm, bindings, otherwise } => {
                let head = format!("arm {arm}{}", self.bindings(it, bindings));
                match otherwise {
                    Some(next) => branches(head, vec![("unless its guard holds: ".to_owned(), self.node(it, *next))]),
                    None => vec![head],
                }
            }
            Node::Bind { bindings, then } => {
                let mut lines = vec![format!("bind{}", self.bindings(it, bindings))];
                lines.extend(self.node(it, *then));
                lines
            }
            Node::Variant { on, cases, otherwise } => {
                let ty = it.decision.occurrence(*on).ty;
                let name = |variant: u32| self.names.variant(ty, variant);
                let cases: Vec<_> = cases.iter().map(|(case, next)| (name(*case), *next)).collect();
                self.cases(it, *on, "variant of", cases, *otherwise)
            }
            Node::Constant { on, cases, otherwise } => {
                let cases: Vec<_> = cases.iter().map(|(case, next)| (constant(case), *next)).collect();
                self.cases(it, *on, "value of", cases, *otherwise)
            }
            Node::Below { on, bound, then, otherwise } => {
                let head = format!("if {} < {bound}", self.path(it, *on));
                self.yes_or_no(it, head, *then, *otherwise)
            }
            Node::Test { on, local, condition, then, otherwise } => {
                let path = self.path(it, *on);
                let head = format!("if, with {} = {path}, ", self.local(*local));
                let mut lines = before(&head, self.expr(*condition));
                let rest = self.yes_or_no(it, String::new(), *then, *otherwise);
                lines.extend(rest.into_iter().skip(1));
                lines
            }
        }
    }

    fn cases(
        &self,
        it: &mut Written<'_>,
        on: OccurrenceId,
        what: &str,
        cases: Vec<(String, NodeId)>,
        otherwise: Option<NodeId>,
    ) -> Lines {
        let head = format!("{what} {}", self.path(it, on));
        let cases = cases.into_iter().chain(otherwise.map(|next| ("else".to_owned(), next)));
        let ways = cases.map(|(case, next)| (format!("{case}: "), self.node(it, next))).collect();
        branches(head, ways)
    }

    fn yes_or_no(&self, it: &mut Written<'_>, head: String, then: NodeId, otherwise: NodeId) -> Lines {
        let ways = [("yes: ", then), ("no: ", otherwise)];
        let ways = ways.into_iter().map(|(case, next)| (case.to_owned(), self.node(it, next))).collect();
        branches(head, ways)
    }

    fn bindings(&self, it: &Written<'_>, bindings: &[(LocalId, OccurrenceId)]) -> String {
        let one =
            |(local, on): &(LocalId, OccurrenceId)| format!(" {} = {}", self.declared(*local), self.path(it, *on));
        bindings.iter().map(one).collect::<Vec<_>>().join(",")
    }

    /// `shape.Circle.0`, from the value that is matched to a part of it.
    fn path(&self, it: &Written<'_>, on: OccurrenceId) -> String {
        let occurrence = it.decision.occurrence(on);
        if occurrence.step == Step::Subject {
            return it.subject.clone();
        }
        let parent = it.decision.occurrence(occurrence.parent).ty;
        let step = match occurrence.step {
            Step::Subject => String::new(),
            Step::Part(index) => format!(".{}", self.names.part(parent, index)),
            Step::Datum { variant, index } => format!(".{}.{index}", self.names.variant(parent, variant)),
            Step::Length => ".len".to_owned(),
            Step::Element(index) => format!("[{index}]"),
            Step::FromEnd(index) => format!("[-{index}]"),
            Step::Rest { start, end: 0 } => format!("[{start}..]"),
            Step::Rest { start, end } => format!("[{start}..-{end}]"),
        };
        self.path(it, occurrence.parent) + &step
    }
}

/// What is asked, and below it where each answer leads.
fn branches(head: String, ways: Vec<(String, Lines)>) -> Lines {
    let mut lines = vec![head];
    for (case, next) in ways {
        match next.len() {
            1 => lines.extend(indented(before(&case, next))),
            _ => {
                lines.push(format!("  {}", case.trim_end()));
                lines.extend(indented(indented(next)));
            }
        }
    }
    lines
}

fn constant(constant: &Constant) -> String {
    match constant {
        Constant::Int(value) => value.to_string(),
        Constant::Float(value) => format!("{value:?}"),
        Constant::Bool(value) => value.to_string(),
        Constant::Text(text) => format!("{text:?}"),
    }
}

fn each_next(node: &Node, mut each: impl FnMut(NodeId)) {
    match node {
        Node::Fail => {}
        Node::Arm { otherwise, .. } => otherwise.iter().copied().for_each(each),
        Node::Bind { then, .. } => each(*then),
        Node::Variant { cases, otherwise, .. } => cases.iter().map(|it| it.1).chain(*otherwise).for_each(each),
        Node::Constant { cases, otherwise, .. } => cases.iter().map(|it| it.1).chain(*otherwise).for_each(each),
        Node::Below { then, otherwise, .. } | Node::Test { then, otherwise, .. } => {
            [*then, *otherwise].into_iter().for_each(each);
        }
    }
}
