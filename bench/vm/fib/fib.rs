//! Calls: Fibonacci numbers by their definition.

pub(super) fn run(n: i64) {
    println!("{}", fib(n));
}

fn fib(n: i64) -> i64 {
    if n < 2 {
        return n;
    }
    fib(n - 1) + fib(n - 2)
}
