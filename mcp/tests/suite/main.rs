//! The protocol as others speak it: older servers, and what a server of tools refuses.

// In a test, a panic is the message.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod older;
mod served;
