//! Agents from end to end: programs run with the real command against a server that speaks each provider's wire format.
//!
//! `server` is that server, `api` has the formats, one file each, `project` runs programs. The rest are tests; most of them
//! hold for every API, with whole answers and with answers in pieces.

mod api;
mod connections;
mod corners;
mod cuts;
mod events;
mod failures;
mod limits;
mod media;
mod memory;
mod outputs;
pub(crate) mod project;
mod rules;
mod scenarios;
mod secrets;
mod server;
mod tools;
mod transcripts;
