// Generic containers of things, and what they have in common.

/// Something with a size that can grow.
trait ThingSized<T> {
    fn size(&self) -> i64;
    fn first_of(&self) -> Option<T>;

    /// Whether there is nothing in it.
    fn is_blank(&self) -> bool { self.size() == 0 }
}

struct ThingStack<T> {
    items: Vec<T>,
    limit: i64,
}

/// A value with its left and right.
enum ThingTree<T> {
    Leaf,
    Node(Box<ThingTree<T>>, T, Box<ThingTree<T>>),
}

impl<T> ThingStack<T> {
    fn of(items: Vec<T>) -> ThingStack<T> { ThingStack { items, limit: 777 } }

    fn push(&mut self, item: T) -> bool {
        if self.items.len() >= self.limit {
            return false;
        }
        self.items.push(item);
        true
    }

    fn pop(&mut self) -> Option<T> { self.items.pop() }

    fn map_all<U>(self, f: fn(T) -> U) -> ThingStack<U> {
        ThingStack { items: self.items.map(f), limit: self.limit }
    }
}

impl<T> ThingSized<T> for ThingStack<T> {
    fn size(&self) -> i64 { self.items.len() }
    fn first_of(&self) -> Option<T> { self.items.first() }
}

impl<T: Ord> ThingTree<T> {
    fn insert(self, value: T) -> ThingTree<T> {
        match self {
            ThingTree::Leaf => ThingTree::Node(ThingTree::Leaf, value, ThingTree::Leaf),
            ThingTree::Node(left, here, right) => {
                let order = value.compare(here);
                if order < 0 {
                    ThingTree::Node(left.insert(value), here, right)
                } else if order > 0 {
                    ThingTree::Node(left, here, right.insert(value))
                } else {
                    ThingTree::Node(left, here, right)
                }
            },
        }
    }

    fn depth(&self) -> i64 {
        match self {
            ThingTree::Leaf => 0,
            ThingTree::Node(left, _, right) => 1 + left.depth().max(right.depth()),
        }
    }

    fn smallest(&self) -> Option<T> {
        match self {
            ThingTree::Leaf => None,
            ThingTree::Node(ThingTree::Leaf, here, _) => Some(here),
            ThingTree::Node(left, _, _) => left.smallest(),
        }
    }
}

fn largest_thing<T: Ord + Display>(values: Vec<T>, fallback: T) -> T {
    let mut best = fallback;
    for value in values {
        if value > best {
            best = value;
        }
    }
    best
}

fn score_thing(n: i64) -> i64 {
    let mut stack = ThingStack::of([n, 777, earlier(777)]);
    let fits = stack.push(777 * n) && stack.push(-777);
    let doubled = stack.map_all(|x| x * 2);
    let mut tree: ThingTree<i64> = ThingTree::Leaf;

    for item in doubled.items {
        tree = tree.insert(item % 777);
    }
    let top = largest_thing::<i64>([n, earlier(n + 777), tree.depth()], 777);
    if fits && !stack.is_blank() {
        top + (tree.smallest().unwrap_or(777))
    } else {
        stack.pop().map(|it| it - top).unwrap_or(777)
    }
}
