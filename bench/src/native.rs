//! The kernels of `vm` in Rust: what a machine can do at most. Each prints what its fellows in other languages print.
//!
//! They stand in `bench/vm`, beside those fellows. Their arithmetic wraps instead of faulting.

#[path = "../vm/closures/closures.rs"]
mod closures;
#[path = "../vm/dispatch/dispatch.rs"]
mod dispatch;
#[path = "../vm/fib/fib.rs"]
mod fib;
#[path = "../vm/hashmap/hashmap.rs"]
mod hashmap;
#[path = "../vm/json/json.rs"]
mod json;
#[path = "../vm/loops/loops.rs"]
mod loops;
#[path = "../vm/mandelbrot/mandelbrot.rs"]
mod mandelbrot;
#[path = "../vm/nbody/nbody.rs"]
mod nbody;
#[path = "../vm/quicksort/quicksort.rs"]
mod quicksort;
#[path = "../vm/result/result.rs"]
mod result;
#[path = "../vm/sieve/sieve.rs"]
mod sieve;
#[path = "../vm/spectral/spectral.rs"]
mod spectral;
#[path = "../vm/strings/strings.rs"]
mod strings;
#[path = "../vm/trees/trees.rs"]
mod trees;

use std::error::Error;

/// Runs one kernel in this process.
pub(crate) fn run(kernel: &str, size: i64) -> Result<(), Box<dyn Error>> {
    match kernel {
        "hello" => println!("hello"),
        "fib" => fib::run(size),
        "loops" => loops::run(size),
        "sieve" => sieve::run(size),
        "nbody" => nbody::run(size),
        "spectral" => spectral::run(size),
        "mandelbrot" => mandelbrot::run(size),
        "trees" => trees::run(size),
        "strings" => strings::run(size),
        "hashmap" => hashmap::run(size),
        "closures" => closures::run(size),
        "dispatch" => dispatch::run(size),
        "quicksort" => quicksort::run(size),
        "json" => json::run(size),
        "result" => result::run(size),
        _ => return Err(format!("no kernel `{kernel}`").into()),
    }
    Ok(())
}
