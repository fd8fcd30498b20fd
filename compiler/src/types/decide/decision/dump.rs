//! Decisions as text, a line for each node: `n0: $.0 is Red → n1, else n2`.

use super::{Constant, Decision, Node, NodeId, OccurrenceId, Step, Test};
use crate::ast::Entry;
use crate::load::{ModuleId, Program};
use crate::resolve::{ItemId, LocalId, Resolved};
use crate::types::{Kind, Shape, Typed};

/// What a decision needs to be written down: the program that it belongs to.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its names.
    pub resolved: &'a Resolved,
    /// Its types.
    pub typed: &'a Typed,
    /// The module of the patterns.
    pub module: ModuleId,
}

/// A decision for people to read. `$` is the value that is matched.
pub fn dump(decision: &Decision, names: Names<'_>) -> String {
    let line = |(at, node): (usize, &Node)| format!("n{at}: {}\n", names.node(decision, node));
    decision.nodes.iter().enumerate().map(line).collect()
}

impl<'a> Names<'a> {
    fn node(self, decision: &Decision, node: &Node) -> String {
        let at = |on: &OccurrenceId| self.path(decision, *on);
        match node {
            Node::Fail => "fail".to_owned(),
            Node::Arm { arm, bindings, otherwise } => {
                let guard = otherwise.map_or(String::new(), |it| format!(" if its guard holds, else {}", id(it)));
                format!("arm {arm}{}{guard}", self.bindings(decision, bindings))
            }
            Node::Bind { bindings, then } => format!("bind{} → {}", self.bindings(decision, bindings), id(*then)),
            Node::Variant { on, cases, otherwise } => {
                let cases = cases.iter().map(|(variant, to)| (self.variant(decision, *on, *variant), *to));
                format!("{} is {}", at(on), listed(cases, *otherwise))
            }
            Node::Constant { on, cases, otherwise } => {
                let cases = cases.iter().map(|(constant, to)| (self.constant(*constant), *to));
                format!("{} = {}", at(on), listed(cases, *otherwise))
            }
            Node::Below { on, bound, then, otherwise } => {
                format!("{} < {bound} → {}, else {}", at(on), id(*then), id(*otherwise))
            }
            Node::Test { on, test, then, otherwise } => {
                format!("{} {} → {}, else {}", at(on), self.test(*test), id(*then), id(*otherwise))
            }
        }
    }

    fn bindings(self, decision: &Decision, bindings: &[(LocalId, OccurrenceId)]) -> String {
        let name = |local: LocalId| {
            let local = &self.resolved.modules[self.module.index()].locals[local.0 as usize];
            self.program.names.text(local.name)
        };
        let one = |(local, on): &(LocalId, OccurrenceId)| format!(" {} = {}", name(*local), self.path(decision, *on));
        bindings.iter().map(one).collect::<Vec<_>>().join(",")
    }

    fn path(self, decision: &Decision, on: OccurrenceId) -> String {
        let mut steps = Vec::new();
        let mut here = on;
        while here != OccurrenceId::SUBJECT {
            let occurrence = decision.occurrence(here);
            steps.push(self.step(decision, occurrence.parent, occurrence.step));
            here = occurrence.parent;
        }
        steps.push("$".to_owned());
        steps.reverse();
        steps.concat()
    }

    fn step(self, decision: &Decision, parent: OccurrenceId, step: Step) -> String {
        match step {
            Step::Subject => String::new(),
            Step::Part(index) => format!(".{}", self.part(decision, parent, index)),
            Step::Datum { variant, index } => format!(".{}({index})", self.variant(decision, parent, variant)),
            Step::Length => ".len".to_owned(),
            Step::Element(index) => format!("[{index}]"),
            Step::FromEnd(index) => format!("[-{index}]"),
            Step::Rest { start, end: 0 } => format!("[{start}..]"),
            Step::Rest { start, end } => format!("[{start}..-{end}]"),
        }
    }

    /// The name of a field, or the place of an element.
    fn part(self, decision: &Decision, parent: OccurrenceId, index: u32) -> String {
        let Kind::Adt(item, _) = self.typed.types.kind(decision.occurrence(parent).ty) else {
            return index.to_string();
        };
        let field = match self.typed.signatures.adts.get(&item).map(|it| &it.shape) {
            Some(Shape::Struct(fields)) => fields.get(index as usize),
            _ => None,
        };
        field.map_or(index.to_string(), |it| self.program.names.text(it.name).to_owned())
    }

    fn variant(self, decision: &Decision, on: OccurrenceId, variant: u32) -> String {
        let Kind::Adt(item, _) = self.typed.types.kind(decision.occurrence(on).ty) else { return variant.to_string() };
        let found = match self.typed.signatures.adts.get(&item).map(|it| &it.shape) {
            Some(Shape::Enum(variants)) => variants.get(variant as usize),
            _ => None,
        };
        found.map_or(variant.to_string(), |it| self.program.names.text(it.name).to_owned())
    }

    fn constant(self, constant: Constant) -> String {
        match constant {
            Constant::Int(value) => value.to_string(),
            Constant::Float(value) => format!("{value:?}"),
            Constant::Bool(value) => value.to_string(),
            Constant::Text(text) => format!("{:?}", self.program.names.text(text)),
        }
    }

    fn item(self, item: ItemId) -> &'a str {
        let name = match self.program.module(item.module).ast.entries.get(item.index as usize) {
            Some(Entry::Item(item)) => item.kind.name(),
            _ => None,
        };
        name.map_or("_", |it| self.program.names.text(it.name))
    }

    fn test(self, test: Test) -> String {
        let ast = &self.program.module(self.module).ast;
        let text = |it| self.program.sources.slice(ast.expr_span(it));
        match test {
            Test::Equal(item) => format!("== {}", self.item(item)),
            Test::Within { start, end, inclusive } => {
                let dots = if inclusive { "..=" } else { ".." };
                format!("in {}{dots}{}", start.map_or("", text), end.map_or("", text))
            }
        }
    }
}

fn id(node: NodeId) -> String {
    format!("n{}", node.0)
}

/// `A → n1, B → n2, else n3`; cases that lead to the same node stand together.
fn listed(cases: impl Iterator<Item = (String, NodeId)>, otherwise: Option<NodeId>) -> String {
    let mut groups: Vec<(Vec<String>, NodeId)> = Vec::new();
    for (case, to) in cases {
        match groups.iter_mut().find(|it| it.1 == to) {
            Some(group) => group.0.push(case),
            None => groups.push((vec![case], to)),
        }
    }
    let mut shown: Vec<String> =
        groups.iter().map(|(cases, to)| format!("{} → {}", cases.join(" | "), id(*to))).collect();
    shown.extend(otherwise.map(|it| format!("else {}", id(it))));
    shown.join(", ")
}
