//! Errors as values, passed on through three calls: one number in seven fails; the size in numbers.

enum Problem {
    Negative,
    Unlucky(i64),
}

pub(super) fn run(n: i64) {
    let mut sum = 0;
    let mut failed = 0;
    for i in 0..n {
        match four(i) {
            Ok(value) => sum += value,
            Err(Problem::Unlucky(at)) => failed += at % 7,
            Err(Problem::Negative) => failed += 100,
        }
    }
    println!("{sum}");
    println!("{failed}");
}

fn digit(n: i64) -> Result<i64, Problem> {
    if n < 0 {
        return Err(Problem::Negative);
    }
    if n % 29 == 3 {
        return Err(Problem::Unlucky(n));
    }
    Ok(n % 10)
}

fn pair(n: i64) -> Result<i64, Problem> {
    let high = digit(n)?;
    let low = digit(n + 1)?;
    Ok(high * 10 + low)
}

fn four(n: i64) -> Result<i64, Problem> {
    let high = pair(n)?;
    let low = pair(n + 2)?;
    Ok(high * 100 + low)
}
