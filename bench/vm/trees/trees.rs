//! Making and freeing small values: perfect binary trees, the size is the depth of the deepest.

/// A leaf is `None`.
type Tree = Option<Box<Node>>;

struct Node {
    left: Tree,
    right: Tree,
}

pub(super) fn run(n: i64) {
    let long_lived = make(n);
    let mut total = 0;
    let mut depth = 4;
    while depth <= n {
        for _ in 0..1 << (n - depth) {
            total += nodes(&make(depth));
        }
        depth += 2;
    }
    println!("{total}");
    println!("{}", nodes(&long_lived));
}

fn make(depth: i64) -> Tree {
    if depth == 0 {
        return None;
    }
    Some(Box::new(Node { left: make(depth - 1), right: make(depth - 1) }))
}

fn nodes(tree: &Tree) -> i64 {
    match tree {
        None => 0,
        Some(node) => 1 + nodes(&node.left) + nodes(&node.right),
    }
}
