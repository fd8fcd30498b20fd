//! `match`: the steps of a decision become blocks, so that a jump always leads down.
//!
//! A step may be reached in several ways, and so may an arm. Steps, arms and the way on if nothing matches are the points
//! of a graph without cycles; they stand in an order in which all that leads to a point stands before it, and where
//! possible in front of what they go on with. Parts of the value are read when they are first needed, and known from
//! there on as long as there is one way only.

mod graph;
mod node;
mod occurrence;

use concerto_ir::operand::Reg;

use super::body::{Body, Label};
use crate::tree::decision::Decision;
use crate::tree::{Arm, ExprId, LocalId};
use graph::{Graph, Point};
use occurrence::Known;

/// A `match` that is being written.
struct Match<'d> {
    subject: LocalId,
    decision: &'d Decision,
    arms: &'d [Arm],
    otherwise: Option<ExprId>,
    graph: Graph,
    /// Where each point begins, by its number.
    labels: Vec<Label>,
    /// What is known where each point begins.
    known: Vec<Known>,
    /// Where the value goes, if it is needed.
    dst: Option<Reg>,
    after: Label,
}

impl Body<'_, '_> {
    /// The value of the arm that matches goes to a register, if it is needed.
    pub(super) fn match_(
        &mut self,
        subject: LocalId,
        decision: &Decision,
        (arms, otherwise): (&[Arm], Option<ExprId>),
        dst: Option<Reg>,
    ) {
        let graph = Graph::of(decision, arms);
        let labels = (0..graph.len()).map(|_| self.label()).collect();
        let known = vec![Known::default(); graph.len()];
        let after = self.label();
        let mut it = Match { subject, decision, arms, otherwise, graph, labels, known, dst, after };
        let order = it.graph.order().to_vec();
        let mut falls = true;
        for (at, point) in order.iter().enumerate() {
            // A point that only the code before goes on at needs no block of its own.
            if at > 0 && !(falls && it.graph.ways(*point) == 1) {
                self.start(it.label(*point));
            }
            let next = order.get(at + 1).copied();
            let on = self.point(&mut it, *point);
            falls = on.is_some() && on == next;
            match on {
                Some(on) if on != next.unwrap_or(*point) => self.jump(it.label(on)),
                _ => {}
            }
        }
        self.start(after);
    }

    /// Writes a point; the point that it goes on at, if it does not leave.
    fn point(&mut self, it: &mut Match<'_>, point: Point) -> Option<Point> {
        let mut known = std::mem::take(&mut it.known[it.graph.number(point)]);
        match point {
            Point::Node(node) => {
                let on = self.node(it, node, &mut known);
                it.hand_on(point, &known);
                on
            }
            Point::Body(arm) => {
                match it.arms.get(arm as usize) {
                    Some(arm) => self.run_into(arm.body, it.dst),
                    None => {
                        self.impossible("an arm that is not there");
                    }
                }
                self.jump(it.after);
                None
            }
            Point::Fail => {
                match it.otherwise {
                    Some(otherwise) => {
                        self.run_into(otherwise, it.dst);
                        self.jump(it.after);
                    }
                    None => self.fault("no arm matches"),
                }
                None
            }
        }
    }
}

impl Match<'_> {
    fn label(&self, point: Point) -> Label {
        self.labels[self.graph.number(point)]
    }

    /// What is known at the end of a point is known where only that leads to.
    fn hand_on(&mut self, point: Point, known: &Known) {
        for next in self.graph.next(point) {
            if self.graph.ways(*next) == 1 {
                self.known[self.graph.number(*next)] = known.clone();
            }
        }
    }
}
