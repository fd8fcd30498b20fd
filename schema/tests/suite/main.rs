//! The tests of the crate, through its public face. One binary, so that linking is paid once.

// In a test, a panic is the message.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod budget;
mod entry;
mod fits;
mod hosted;
mod hostile;
mod interface;
mod keywords;
mod lift;
mod lock;
mod loss;
mod lower;
mod names;
mod random;
mod raw;
mod references;
mod show;
mod strict;
