//! From source to the machine: what programs of numbers, control flow and calls give.

mod stack;

use concerto_compiler::compile::{Goal, compile};
use concerto_ir::verify::verify;
use concerto_vm::{FaultKind, Halt, Limits, Machine};

use crate::support::{Files, checked};

/// Runs `main`; its code is verified, and the same after it was written down and read again.
fn run(source: &str) -> Halt {
    let mut checked = checked(&Files::of(source));
    assert!(!checked.has_errors(), "{:?}", checked.diagnostics);
    let program = compile(&mut checked, Goal::Run).unwrap_or_else(|it| panic!("{it:?}"));
    let json = concerto_ir::json::to_json(&program);
    let read = concerto_ir::json::from_json(&json).expect("what was written can be read");
    assert_eq!(concerto_ir::json::to_json(&read), json);
    let entry = program.entry.expect("a main");
    let verified = verify(program).unwrap_or_else(|it| panic!("{it}\n{json:#}"));
    let mut machine = Machine::new(verified, Limits::default()).expect("a machine");
    machine.start(entry);
    machine.run(50_000_000)
}

fn int(source: &str) -> i64 {
    match run(source) {
        Halt::Done(word) => word as i64,
        other => panic!("{other:?}"),
    }
}

#[test]
fn arithmetic_gives_what_it_should() {
    assert_eq!(int("fn main() -> Int { (7 + 3) * 2 - 9 / 2 % 3 }"), 19);
    assert_eq!(int("fn main() -> Int { -7 / 2 * 10 + -7 % 2 }"), -31);
    assert_eq!(int("fn main() -> Int { (2.5 * 4.0 - 1.0) as Int }"), 9);
    assert_eq!(int("const STEP: Int = 40000;\nfn main() -> Int { STEP + STEP * STEP }"), 1_600_040_000);
}

#[test]
fn conditions_are_evaluated_as_far_as_they_matter() {
    let source = "
        fn check(n: Int) -> Bool { n / 0 == 1 }
        fn main() -> Int {
            let a = 3;
            let mut score = 0;
            if a > 5 && check(a) { score += 1; }
            if a < 5 || check(a) { score += 10; }
            if !(a == 3) || a != 3 { score += 100; }
            if a >= 3 && a <= 3 && !(a > 3) { score += 1000; }
            let b = a == 3 && (a == 4 || a < 9);
            if b { score + 10000 } else { score }
        }";
    assert_eq!(int(source), 11_010);
}

#[test]
fn functions_call_each_other_and_themselves() {
    let source = "
        fn fib(n: Int) -> Int { if n < 2 { n } else { fib(n - 1) + fib(n - 2) } }
        fn is_even(n: Int) -> Bool { if n == 0 { true } else { is_odd(n - 1) } }
        fn is_odd(n: Int) -> Bool { if n == 0 { false } else { is_even(n - 1) } }
        fn main() -> Int { if is_even(10000) { fib(15) } else { 0 } }";
    assert_eq!(int(source), 610);
}

#[test]
fn loops_count_break_and_go_on() {
    let source = "
        fn main() -> Int {
            let mut sum = 0;
            for i in 0..10 {
                if i == 3 { continue; }
                if i == 8 { break; }
                sum += i;
            }
            let mut n = 27;
            let mut steps = 0;
            while n != 1 {
                if n % 2 == 0 { n = n / 2; } else { n = 3 * n + 1; }
                steps += 1;
            }
            let found = 'outer: loop {
                for a in 1..100 {
                    for b in a..100 {
                        if a * a + b * b == 841 { break 'outer a * 100 + b; }
                    }
                }
                break 0;
            };
            sum * 1000000 + steps * 10000 + found
        }";
    assert_eq!(int(source), 25 * 1_000_000 + 111 * 10_000 + 2021);
}

#[test]
fn an_empty_range_is_not_walked() {
    assert_eq!(int("fn main() -> Int { let mut n = 0; for i in 5..5 { n += i; } for i in 5..2 { n += i; } n }"), 0);
}

#[test]
fn generic_functions_are_made_for_each_kind() {
    let source = "
        fn first<T>(a: T, _b: T) -> T { a }
        fn main() -> Int { first(3, 4) * 10 + first(2.0, 1.5) as Int + if first(true, false) { 100 } else { 0 } }";
    assert_eq!(int(source), 132);
}

#[test]
fn enums_without_data_are_numbers() {
    let source = "
        enum Color { Red, Green, Blue }
        fn pick(n: Int) -> Color { if n == 0 { Color::Red } else if n == 1 { Color::Green } else { Color::Blue } }
        fn main() -> Int { if pick(1) == Color::Green && pick(2) != Color::Red { 7 } else { 8 } }";
    assert_eq!(int(source), 7);
}

#[test]
fn late_variables_and_shadowing_keep_their_own_values() {
    let source = "
        fn main() -> Int {
            let x: Int;
            let n = 5;
            if n > 3 { x = 10; } else { x = 20; }
            let n = n + x;
            let mut m = n;
            m += { m = m * 2; m };
            m
        }";
    // The value comes first, then the variable is read and changed.
    assert_eq!(int(source), 60);
}

#[test]
fn floats_follow_ieee() {
    let source = "
        fn main() -> Int {
            let nan = 0.0 / 0.0;
            let mut score = 0;
            if nan < 1.0 { score += 1; }
            if nan >= 1.0 { score += 2; }
            if !(nan < 1.0) { score += 4; }
            if nan != nan { score += 8; }
            if 1.0 / 0.0 > 1e300 { score += 16; }
            score
        }";
    assert_eq!(int(source), 28);
}

#[test]
fn faults_know_where_they_are() {
    let source = "fn down(n: Int) -> Int {\n    100 / n + down(n - 1)\n}\nfn main() -> Int {\n    down(2)\n}\n";
    match run(source) {
        Halt::Fault(fault) => {
            assert_eq!(fault.kind, FaultKind::DivisionByZero);
            let lines: Vec<u32> = fault.trace.iter().filter_map(|(_, place)| place.map(|it| it.line)).collect();
            assert_eq!(lines, [2, 2, 2, 5]);
        }
        other => panic!("{other:?}"),
    }
    let endless = run("fn f(n: Int) -> Int { f(n + 1) }\nfn main() -> Int { f(0) }");
    assert!(matches!(endless, Halt::Fault(fault) if matches!(fault.kind, FaultKind::TooDeep(_))));
}

#[test]
fn ten_thousand_frames_are_no_problem() {
    let source = "fn sum(n: Int) -> Int { if n == 0 { 0 } else { n + sum(n - 1) } }\nfn main() -> Int { sum(10000) }";
    assert_eq!(int(source), 50_005_000);
}

#[test]
fn structs_and_tuples_hold_values_of_their_own() {
    let source = "
        struct Point { x: Int, y: Float }
        struct Line { from: Point, to: Point, marks: Array<Int> }
        fn main() -> Int {
            let p = Point { x: 1, y: 2.5 };
            let mut q = p;
            q.x = 10;
            q.y += 0.5;
            let mut line = Line { from: p, to: q, marks: [1, 2, 3] };
            let before = line;
            line.to.x += 5;
            line.marks[1] = 20;
            line.marks.push(4);
            let moved = Point { x: 7, ..q };
            let pair = (line.to.x, before.to.x, (moved.x, moved.y));
            pair.0 * 1000 + pair.1 * 10 + pair.2.0 + pair.2.1 as Int + line.marks.len() + line.marks[1]
                + before.marks[1] * 100000 + p.x
        }";
    assert_eq!(int(source), 15 * 1000 + 10 * 10 + 7 + 3 + 4 + 20 + 200_000 + 1);
}

#[test]
fn methods_read_their_receiver_or_update_it_in_place() {
    let source = "
        struct Stack { items: Array<Int>, pushes: Int }
        impl Stack {
            fn new() -> Stack { Stack { items: [], pushes: 0 } }
            fn add(mut self, n: Int) -> Int {
                self.items.push(n);
                self.pushes += 1;
                if n > 100 { return -1; }
                self.items.len()
            }
            fn total(self) -> Int {
                let mut sum = 0;
                for n in self.items { sum += n; }
                sum
            }
        }
        struct Two { left: Stack, right: Stack }
        fn main() -> Int {
            let mut two = Two { left: Stack::new(), right: Stack::new() };
            let mut sizes = 0;
            for i in 0..5 { sizes += two.left.add(i * i); }
            sizes += two.right.add(1000);
            let copy = two;
            two.right.add(1);
            sizes * 100000 + two.left.total() * 100 + two.right.pushes * 10 + copy.right.pushes
        }";
    assert_eq!(int(source), 14 * 100_000 + 30 * 100 + 2 * 10 + 1);
}

#[test]
fn arrays_are_sorted_in_the_language_itself() {
    let source = "
        fn sort(mut xs: Array<Int>, low: Int, high: Int) -> Array<Int> {
            if low >= high { return xs; }
            let pivot = xs[(low + high) / 2];
            let mut i = low;
            let mut j = high;
            while i <= j {
                while xs[i] < pivot { i += 1; }
                while xs[j] > pivot { j -= 1; }
                if i <= j {
                    let other = xs[i];
                    xs[i] = xs[j];
                    xs[j] = other;
                    i += 1;
                    j -= 1;
                }
            }
            sort(sort(xs, low, j), i, high)
        }
        fn main() -> Int {
            let mut xs: Array<Int> = [];
            let mut seed = 42;
            for i in 0..2000 {
                seed = (seed * 1103515245 + 12345) % 2147483648;
                xs.push(seed % 1000);
            }
            let sorted = sort(xs, 0, xs.len() - 1);
            let mut wrong = 0;
            for i in 1..sorted.len() { if sorted[i - 1] > sorted[i] { wrong += 1; } }
            wrong * 10000 + sorted.len()
        }";
    assert_eq!(int(source), 2000);
}

#[test]
fn arrays_of_arrays_change_where_they_are() {
    let source = "
        fn main() -> Int {
            let mut grid: Array<Array<Float>> = [];
            for y in 0..4 {
                let mut row: Array<Float> = [];
                for x in 0..4 { row.push((x * y).to_float2()); }
                grid.push(row);
            }
            let old = grid;
            grid[2][3] += 0.5;
            (grid[2][3] * 2.0) as Int * 100 + (old[2][3] * 2.0) as Int
        }
        trait Extra { fn to_float2(self) -> Float; }
        impl Extra for Int { fn to_float2(self) -> Float { self as Float } }";
    assert_eq!(int(source), 13 * 100 + 12);
}

#[test]
fn enums_are_taken_apart_by_patterns() {
    let source = "
        enum Shape { Circle(Float), Rect { w: Int, h: Int }, Empty }
        enum Tree { Leaf, Node(Tree, Int, Tree) }
        fn area(s: Shape) -> Int {
            match s {
                Shape::Circle(r) if r > 10.0 => 999,
                Shape::Circle(r) => (r * r) as Int * 3,
                Shape::Rect { w, h: 0..=1 } => w,
                Shape::Rect { w, h } => w * h,
                Shape::Empty => 0,
            }
        }
        fn insert(t: Tree, n: Int) -> Tree {
            match t {
                Tree::Leaf => Tree::Node(Tree::Leaf, n, Tree::Leaf),
                Tree::Node(l, m, r) => if n < m { Tree::Node(insert(l, n), m, r) } else { Tree::Node(l, m, insert(r, n)) },
            }
        }
        fn sum(t: Tree, depth: Int) -> Int {
            match t {
                Tree::Leaf => 0,
                Tree::Node(l, n, r) => n * depth + sum(l, depth + 1) + sum(r, depth + 1),
            }
        }
        fn main() -> Int {
            let mut t = Tree::Leaf;
            for n in [5, 3, 8, 1, 4] { t = insert(t, n); }
            let areas = area(Shape::Circle(2.0)) + area(Shape::Rect { w: 3, h: 4 }) + area(Shape::Rect { w: 7, h: 1 })
                + area(Shape::Circle(11.0)) + area(Shape::Empty);
            areas * 1000 + sum(t, 1)
        }";
    assert_eq!(int(source), (12 + 12 + 7 + 999) * 1000 + 5 + (3 + 8) * 2 + (1 + 4) * 3);
}

#[test]
fn options_are_enums_like_any_other() {
    let source = "
        fn half(n: Int) -> Option<Int> { if n % 2 == 0 { Some(n / 2) } else { None } }
        fn pair(n: Int) -> (Int, String) { (n, if n > 2 { \"big\" } else { \"small\" }) }
        fn third(n: Int) -> Int {
            let Some(m) = half(n) else { return -1; };
            m
        }
        fn main() -> Int {
            let mut n = 40;
            let mut steps = 0;
            while let Some(m) = half(n) { n = m; steps += 1; }
            let mut score = 0;
            if let Some(x) = half(7) { score += x; } else { score += 100; }
            let (count, word) = pair(3);
            match word { \"small\" => { score += 1; } \"big\" => { score += 10; } _ => {} }
            match (count, steps) {
                (1 | 2, _) => { score += 1000; }
                (3, s @ 3..=5) => { score += s * 2000; }
                _ => {}
            }
            match -5 { ..0 => { score += 5; } 0.. => {} }
            score * 100 + n * 10 + third(8) + third(9)
        }";
    assert_eq!(int(source), 6115 * 100 + 5 * 10 + 4 - 1);
}
