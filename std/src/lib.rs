//! The library of Concerto, as Concerto source (`std/lib/*.conc`).
//!
//! Functions without a body are provided by the machine, by [`NATIVES`], or, where they have an `@effect`, by whoever
//! runs the program; their signatures stand in the same files. The compiler gets these texts from its caller.

mod natives;

pub use natives::NATIVES;

macro_rules! texts {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!("../lib/", $name, ".conc"))),)*] };
}

/// What is in scope in every file, by file name.
pub const PRELUDE: &[(&str, &str)] = texts!["prelude" "types" "arrays" "collections"];

/// What is in scope besides, and is read only for programs that have tools, agents or something else of these files.
pub const AGENTS: &[(&str, &str)] = texts![
    "agents" "asking" "calls" "execution" "histories" "messages" "mocks" "serve" "servers" "state" "toolkits" "tools" "waiting"
];

/// What `use std::name` gives.
pub const MODULES: &[(&str, &str)] = texts![
    "crypto" "csv" "env" "fs" "http" "json" "log" "math" "process" "prompt" "random" "regex" "string" "time" "toml"
];
