//! Floats in local variables: the Mandelbrot set on a grid, at most 50 steps for a point.

pub(super) fn run(n: i64) {
    let scale = 2.0 / n as f64;
    let mut inside = 0;
    let mut total = 0;
    for y in 0..n {
        let ci = y as f64 * scale - 1.0;
        for x in 0..n {
            let count = steps(x as f64 * scale - 1.5, ci);
            if count == 50 {
                inside += 1;
            }
            total += count;
        }
    }
    println!("{inside}");
    println!("{total}");
}

fn steps(cr: f64, ci: f64) -> i64 {
    let (mut zr, mut zi, mut zr2, mut zi2) = (0.0, 0.0, 0.0, 0.0);
    let mut count = 0;
    while count < 50 && zr2 + zi2 <= 4.0 {
        zi = 2.0 * zr * zi + ci;
        zr = zr2 - zi2 + cr;
        zr2 = zr * zr;
        zi2 = zi * zi;
        count += 1;
    }
    count
}
