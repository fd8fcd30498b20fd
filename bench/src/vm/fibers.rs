//! What a sleeping task weighs: the peak memory of a program with many of them, beside that of one with a single one.

use std::error::Error;

use super::Options;
use super::child::run as run_child;
use super::contestant::{CONCERTO, present};
use super::kernel::FIBERS;
use crate::show::grouped;

pub(super) fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let contestants = present(options.bin.as_deref())?;
    let Some(concerto) = contestants.iter().find(|it| it.name == CONCERTO) else { return Ok(()) };
    let one = run_child(&mut concerto.command(&FIBERS, 1))?;
    let many = run_child(&mut concerto.command(&FIBERS, FIBERS.size))?;
    let bytes = many.peak_bytes.saturating_sub(one.peak_bytes) as f64 / FIBERS.size as f64;
    println!(
        "{} tasks asleep for a second: {:.1} MB at most, {:.1} MB with one: {} bytes a task; {:.2} s, {:.2} s of it \
         user time",
        grouped(FIBERS.size as f64),
        many.peak_bytes as f64 / 1e6,
        one.peak_bytes as f64 / 1e6,
        grouped(bytes),
        many.wall_seconds,
        many.user_seconds,
    );
    Ok(())
}
