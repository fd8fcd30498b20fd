//! Programs that wait for somebody, and go on in another process: `run --state`, `resume`, the terminal.

mod damaged;
mod killed;
mod kept;
mod resumed;
#[cfg(unix)]
mod terminal;
