//! Chooses how the machine goes from one instruction to the next: by a jump where the compiler is certain to make one of a
//! call at the end of a function, and through a loop everywhere else.

use std::env::var;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-check-cfg=cfg(tail_dispatch)");
    if jumps() {
        println!("cargo:rustc-cfg=tail_dispatch");
    }
}

/// Whether calls at the end are jumps: on targets with enough registers for the arguments, if the machine is optimised for
/// speed, and nothing is added to its functions that they would have to do before they return.
fn jumps() -> bool {
    let level = var("OPT_LEVEL").unwrap_or_default();
    let arch = var("CARGO_CFG_TARGET_ARCH").unwrap_or_default();
    let is_optimised = matches!(level.as_str(), "2" | "3");
    let is_checked = var("CARGO_CFG_DEBUG_ASSERTIONS").is_ok() || var("CARGO_CFG_SANITIZE").is_ok();
    is_optimised && !is_checked && matches!(arch.as_str(), "x86_64" | "aarch64")
}
