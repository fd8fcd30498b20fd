//! The kernels: their sizes, and how much work a size is.

/// A program that every language has.
pub(super) struct Kernel {
    pub(super) name: &'static str,
    /// Where its programs stand below `bench/vm`.
    pub(super) folder: &'static str,
    /// Lua 5.4 takes about a second for it.
    pub(super) size: i64,
    /// For callgrind, which is fifty times slower.
    pub(super) size_small: i64,
    /// Smallest first.
    pub(super) sizes_growth: [i64; 4],
    /// How the work grows with the size, up to a factor.
    pub(super) work: fn(f64) -> f64,
    /// `work` in words.
    pub(super) work_name: &'static str,
}

/// What a start takes and nothing else.
pub(super) const HELLO: Kernel = kernel("hello", 0, 0, [0; 4], CONSTANT);

/// Tasks that sleep; only in Concerto.
pub(super) const FIBERS: Kernel = kernel("fibers", 100_000, 100, [100_000; 4], LINEAR);

/// All that are compared.
pub(super) const KERNELS: &[Kernel] = &[
    kernel("fib", 36, 20, [30, 32, 34, 36], (|n| 1.618_034_f64.powf(n), "1.618^n")),
    kernel("loops", 5_000, 200, [1_250, 2_500, 3_750, 5_000], SQUARE),
    kernel("sieve", 8_000_000, 50_000, halves(8_000_000), (|n| n * n.ln().ln(), "n log log n")),
    kernel("nbody", 400_000, 2_000, halves(400_000), LINEAR),
    kernel("spectral", 600, 40, [150, 300, 450, 600], SQUARE),
    kernel("mandelbrot", 800, 60, [200, 400, 600, 800], SQUARE),
    kernel("trees", 18, 8, [15, 16, 17, 18], (|n| n.exp2() * (n / 2.0).floor(), "n 2^n")),
    kernel("strings", 120_000, 500, halves(120_000), LINEAR),
    kernel("hashmap", 10_000, 100, halves(10_000), LINEAR),
    kernel("closures", 8_000, 30, halves(8_000), LINEAR),
    kernel("dispatch", 5_000, 30, halves(5_000), LINEAR),
    kernel("quicksort", 800_000, 5_000, halves(800_000), (|n| n * n.ln(), "n log n")),
    kernel("json", 12_000, 200, halves(12_000), LINEAR),
    kernel("result", 3_000_000, 20_000, halves(3_000_000), LINEAR),
];

/// Programs in Concerto alone, where a copy too many would make the time grow with the square of the size.
pub(super) const COPIES: &[Kernel] =
    &[copies("push", 4_000_000), copies("text", 2_000_000), copies("nested", 400_000), copies("pass", 2_000_000)];

type Work = (fn(f64) -> f64, &'static str);

const CONSTANT: Work = (|_| 1.0, "1");
const LINEAR: Work = (|n| n, "n");
const SQUARE: Work = (|n| n * n, "n^2");

const fn kernel(name: &'static str, size: i64, size_small: i64, sizes_growth: [i64; 4], work: Work) -> Kernel {
    Kernel { name, folder: name, size, size_small, sizes_growth, work: work.0, work_name: work.1 }
}

const fn copies(name: &'static str, size: i64) -> Kernel {
    Kernel { folder: "growth", ..kernel(name, size, size / 1_000, halves(size), LINEAR) }
}

const fn halves(size: i64) -> [i64; 4] {
    [size / 8, size / 4, size / 2, size]
}
