//! Floats in arrays and a small function called often: the largest singular value of a matrix given by a formula.

pub(super) fn run(n: i64) {
    let mut u = vec![1.0; n as usize];
    let mut v = u.clone();
    for _ in 0..10 {
        v = multiply_transposed(&multiply(&u));
        u = multiply_transposed(&multiply(&v));
    }
    let mut uv = 0.0;
    let mut vv = 0.0_f64;
    for (u, v) in u.iter().zip(&v) {
        uv += u * v;
        vv += v * v;
    }
    println!("{:.0}", ((uv / vv).sqrt() * 1e9).floor());
}

fn cell(i: usize, j: usize) -> f64 {
    let d = i + j;
    1.0 / (d * (d + 1) / 2 + i + 1) as f64
}

fn multiply(v: &[f64]) -> Vec<f64> {
    let row = |i| v.iter().enumerate().map(|(j, x)| cell(i, j) * x).sum();
    (0..v.len()).map(row).collect()
}

fn multiply_transposed(v: &[f64]) -> Vec<f64> {
    let row = |i| v.iter().enumerate().map(|(j, x)| cell(j, i) * x).sum();
    (0..v.len()).map(row).collect()
}
