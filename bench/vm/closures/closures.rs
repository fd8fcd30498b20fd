//! Closures with captured values: map, filter and fold over 1,000 numbers, and closures in an array; the size in rounds.

type Step = Box<dyn Fn(i64) -> i64>;

pub(super) fn run(n: i64) {
    let mut numbers = Vec::new();
    let mut steps: Vec<Step> = Vec::new();
    for i in 0..1000 {
        numbers.push(i);
        if i % 10 == 0 {
            steps.push(compose(adder(i), Box::new(|x| x % 1009)));
        }
    }
    let mut total = 0;
    for round in 0..n {
        let kept = numbers.iter().map(|x| x * 3 + round).filter(|x| x % 2 == 0);
        total = kept.fold(total, |acc, x| (acc + x) % 1000003);
        total += steps.iter().fold(round, |acc, step| step(acc));
    }
    println!("{total}");
}

fn adder(k: i64) -> Step {
    Box::new(move |x| x + k)
}

fn compose(f: Step, g: Step) -> Step {
    Box::new(move |x| g(f(x)))
}
