//! Reading and writing an array: the primes up to the size.

#[expect(clippy::same_item_push, reason = "the others fill it one by one, too")]
pub(super) fn run(size: i64) {
    let n = size as usize;
    let mut prime = Vec::new();
    for _ in 0..=n {
        prime.push(true);
    }
    let mut count = 0;
    let mut last = 0;
    for i in 2..=n {
        if prime[i] {
            count += 1;
            last = i;
            let mut multiple = i * i;
            while multiple <= n {
                prime[multiple] = false;
                multiple += i;
            }
        }
    }
    println!("{count}");
    println!("{last}");
}
