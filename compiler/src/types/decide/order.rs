//! The nodes that can be reached, in an order that reads from top to bottom.

use super::Slot;
use crate::types::decide::decision::{Constant, Decision, Node, NodeId, Occurrence};

/// Leaves out nodes that only lead on, and those that nothing leads to.
pub(super) fn finish(mut slots: Vec<Slot>, root: NodeId, occurrences: Vec<Occurrence>) -> Decision {
    let targets: Vec<NodeId> = (0..slots.len() as u32).map(|it| target(&mut slots, NodeId(it))).collect();
    let mut nodes: Vec<Option<Node>> = slots.into_iter().map(made).collect();
    for node in nodes.iter_mut().flatten() {
        redirect(node, |it| targets[it.index()]);
    }
    let order = order(&nodes, targets[root.index()]);
    let mut places = vec![NodeId(0); nodes.len()];
    for (at, id) in order.iter().enumerate() {
        places[id.index()] = NodeId(at as u32);
    }
    let take = |id: &NodeId| {
        let mut node = nodes[id.index()].take().unwrap_or(Node::Fail);
        redirect(&mut node, |it| places[it.index()]);
        node
    };
    Decision { occurrences, nodes: order.iter().map(take).collect(), root: NodeId(0) }
}

fn made(slot: Slot) -> Option<Node> {
    match slot {
        Slot::Made(node) => Some(node),
        Slot::Waiting | Slot::Same(_) => None,
    }
}

/// The node at the end of those that only lead on.
fn target(slots: &mut [Slot], from: NodeId) -> NodeId {
    let mut end = from;
    while let Slot::Same(next) = slots[end.index()] {
        end = next;
    }
    // The next who comes this way finds it at once.
    let mut here = from;
    while let Slot::Same(next) = slots[here.index()] {
        slots[here.index()] = Slot::Same(end);
        here = next;
    }
    end
}

/// Parents before children, and the first child right behind if it has no other parent.
fn order(nodes: &[Option<Node>], root: NodeId) -> Vec<NodeId> {
    let mut order = Vec::new();
    let mut seen = vec![false; nodes.len()];
    // Whether all below was seen to.
    let mut waiting = vec![(root, false)];
    while let Some((id, is_done)) = waiting.pop() {
        if is_done {
            order.push(id);
            continue;
        }
        if std::mem::replace(&mut seen[id.index()], true) {
            continue;
        }
        waiting.push((id, true));
        let next = nodes[id.index()].iter().flat_map(Node::next);
        // What is popped last is first in the end.
        waiting.extend(next.map(|it| (it, false)));
    }
    order.reverse();
    order
}

fn redirect(node: &mut Node, to: impl Fn(NodeId) -> NodeId) {
    let each = |ids: &mut [NodeId]| ids.iter_mut().for_each(|it| *it = to(*it));
    match node {
        Node::Fail => {}
        Node::Arm { otherwise, .. } => each(otherwise.as_mut_slice()),
        Node::Bind { then, .. } => *then = to(*then),
        Node::Variant { cases, otherwise, .. } => {
            cases.iter_mut().for_each(|it: &mut (u32, NodeId)| it.1 = to(it.1));
            each(otherwise.as_mut_slice());
        }
        Node::Constant { cases, otherwise, .. } => {
            cases.iter_mut().for_each(|it: &mut (Constant, NodeId)| it.1 = to(it.1));
            each(otherwise.as_mut_slice());
        }
        Node::Below { then, otherwise, .. } | Node::Test { then, otherwise, .. } => {
            (*then, *otherwise) = (to(*then), to(*otherwise));
        }
    }
}
