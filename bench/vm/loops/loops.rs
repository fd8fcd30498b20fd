//! Nested loops with whole numbers: `+ * %`, a comparison.

pub(super) fn run(n: i64) {
    let mut sum = 0;
    let mut hits = 0;
    for i in 0..n {
        for j in 0..n {
            sum = (sum * 31 + i * j) % 65521;
            if (i + j) % 3 == 0 {
                hits += 1;
            }
        }
    }
    println!("{sum}");
    println!("{hits}");
}
