//! Programs that wait for somebody, and go on in another process: `run --state`, `resume`, the terminal.

mod damaged;
mod kept;
mod killed;
mod resumed;
#[cfg(unix)]
pub(crate) mod terminal;
