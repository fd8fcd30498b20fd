//! The Chat Completions API: what is sent, and what answers mean, whole and in pieces.

mod requests;
mod responses;
mod streams;
