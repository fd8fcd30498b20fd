//! The functions of the library that are neither written in Concerto nor known to the machine: what other crates do better.
//!
//! All of them are pure. Which types they take and give stands here once more, and the machine compares it with what
//! `std/lib` declares. A pattern or a text that is none is an `Err`, never a panic.

mod crypto;
mod regex;
mod table;
mod time;
mod toml;

use concerto_vm::{Args, FaultKind, Function, Library, Outcome, Value};

/// All of them.
pub const NATIVES: Library = &[
    function("crypto.base64_decode", "(String) -> Result<Bytes, Error>", crypto::base64_decode),
    function("crypto.base64_encode", "(Bytes) -> String", crypto::base64_encode),
    function("crypto.hmac_sha256", "(Bytes, Bytes) -> String", crypto::hmac_sha256),
    function("crypto.sha256", "(Bytes) -> String", crypto::sha256),
    function("csv.parse", "(String, String) -> Result<Array<Array<String>>, Error>", table::parse),
    function("csv.stringify", "(Array<Array<String>>, String) -> String", table::stringify),
    function("regex.captures", "(String, String) -> Result<Option<Captures>, Error>", regex::captures),
    function("regex.captures_all", "(String, String) -> Result<Array<Captures>, Error>", regex::captures_all),
    function("regex.find", "(String, String) -> Result<Option<Match>, Error>", regex::find),
    function("regex.find_all", "(String, String) -> Result<Array<Match>, Error>", regex::find_all),
    function("regex.is_match", "(String, String) -> Result<Bool, Error>", regex::is_match),
    function("regex.replace", "(String, String, String) -> Result<String, Error>", regex::replace),
    function("regex.split", "(String, String) -> Result<Array<String>, Error>", regex::split),
    function("time.format", "(Time, Option<String>) -> String", time::format),
    function("time.parse", "(String, Option<String>) -> Result<Time, Error>", time::parse),
    function("toml.parse", "(String) -> Result<Json, Error>", toml::parse),
    function("toml.stringify", "(T) -> Result<String, Error>", toml::stringify),
];

/// What a function of the library does.
type Body = fn(&Args<'_>) -> Result<Outcome, FaultKind>;

const fn function(name: &'static str, signature: &'static str, body: Body) -> Function {
    Function { name, signature, body }
}

/// A text that is given.
fn text(text: impl Into<String>) -> Value {
    Value::String(text.into())
}

/// A struct that is given.
fn record<const N: usize>(fields: [(&str, Value); N]) -> Value {
    Value::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

#[cfg(test)]
mod tests;
