//! Agents from end to end: programs run with the real command against a server that speaks each provider's wire format.
//!
//! `server` is that server, `api` has the formats, one file each, `project` runs programs. The rest are tests; most of them
//! hold for every API, with whole answers and with answers in pieces.

mod api;
mod cuts;
mod failures;
mod project;
mod scenarios;
mod server;
