//! The points of a decision, what each leads to, and an order in which nothing leads back.

use crate::tree::Arm;
use crate::tree::decision::{Decision, Node, NodeId};

/// Something that code is written for, once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Point {
    /// A step of the decision.
    Node(NodeId),
    /// What an arm does.
    Body(u32),
    /// What is done if nothing matches.
    Fail,
}

/// The points of a decision. What a point goes on with if no jump is taken is the first that it leads to.
pub(super) struct Graph {
    nodes: usize,
    next: Vec<Vec<Point>>,
    /// In how many ways each point is reached.
    ways: Vec<u32>,
    order: Vec<Point>,
}

impl Graph {
    pub(super) fn of(decision: &Decision, arms: &[Arm]) -> Self {
        let nodes = decision.nodes.len();
        let mut next: Vec<Vec<Point>> = decision.nodes.iter().map(leads_to).collect();
        next.resize(nodes + arms.len() + 1, Vec::new());
        let mut graph = Self { nodes, next, ways: Vec::new(), order: Vec::new() };
        graph.walk(Point::Node(decision.root));
        graph
    }

    /// Depth first, from the last way to the first: each point comes after all that it leads to. Turned around, that is
    /// the order in which nothing leads back, and the first way of a point stands right behind it.
    fn walk(&mut self, root: Point) {
        let mut ways = vec![0; self.next.len()];
        let mut waiting = vec![(root, 0)];
        ways[self.number(root)] = 1;
        while let Some((point, done)) = waiting.pop() {
            let next = self.next(point);
            match next.len().checked_sub(done + 1).map(|it| next[it]) {
                None => self.order.push(point),
                Some(to) => {
                    waiting.push((point, done + 1));
                    let number = self.number(to);
                    ways[number] += 1;
                    if ways[number] == 1 {
                        waiting.push((to, 0));
                    }
                }
            }
        }
        self.order.reverse();
        self.ways = ways;
    }

    /// How many points there may be.
    pub(super) fn len(&self) -> usize {
        self.next.len()
    }

    /// The number of a point.
    pub(super) fn number(&self, point: Point) -> usize {
        match point {
            Point::Node(node) => node.0 as usize,
            Point::Body(arm) => (self.nodes + arm as usize).min(self.next.len() - 1),
            Point::Fail => self.next.len() - 1,
        }
    }

    /// What a point leads to.
    pub(super) fn next(&self, point: Point) -> &[Point] {
        &self.next[self.number(point)]
    }

    /// In how many ways a point is reached.
    pub(super) fn ways(&self, point: Point) -> u32 {
        self.ways[self.number(point)]
    }

    /// The points that are reached: nothing leads back.
    pub(super) fn order(&self) -> &[Point] {
        &self.order
    }
}

/// What a step leads to, once for each way; first what it goes on with if no jump is taken.
fn leads_to(node: &Node) -> Vec<Point> {
    match node {
        Node::Fail => vec![Point::Fail],
        Node::Arm { arm, otherwise, .. } => [Point::Body(*arm)].into_iter().chain(otherwise.map(Point::Node)).collect(),
        Node::Variant { cases, otherwise, .. } => chosen(cases.iter().map(|it| it.1).collect(), *otherwise),
        Node::Constant { cases, otherwise, .. } => chosen(cases.iter().map(|it| it.1).collect(), *otherwise),
        Node::Bind { then, .. } => vec![Point::Node(*then)],
        Node::Below { then, otherwise, .. } | Node::Test { then, otherwise, .. } => {
            vec![Point::Node(*then), Point::Node(*otherwise)]
        }
    }
}

/// Of one case and others, the case comes first; of more, what none of the tests before finds.
fn chosen(mut cases: Vec<NodeId>, otherwise: Option<NodeId>) -> Vec<Point> {
    match (cases.len(), otherwise) {
        (0, None) => return vec![Point::Fail],
        (1, otherwise) => cases.extend(otherwise),
        (_, Some(otherwise)) => cases.insert(0, otherwise),
        (2, None) => {}
        (_, None) => cases.rotate_right(1),
    }
    cases.into_iter().map(Point::Node).collect()
}
