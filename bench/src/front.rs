//! The speed and the memory of the front end: lexing and parsing one file, beside syn on Rust and serde_json on JSON of
//! as many bytes.

mod show;

pub(crate) use show::{json, table};

use std::error::Error;
use std::process::Command;

use concerto_compiler::ast::{Ast, Names};
use concerto_compiler::diagnostic::{Diagnostic, render};
use concerto_compiler::lex::{Tokens, lex};
use concerto_compiler::parse::parse;
use concerto_compiler::source::{SourceFile, SourceMap};
use proc_macro2::TokenStream;
use serde_json::Value;

use crate::generate;
use crate::measure::{Best, peak_bytes, resident_bytes};

/// The sizes that are measured, in lines.
const SIZES: &[usize] = &[10_000, 30_000, 100_000];

/// How often everything is run. In each round all take their turn, so that a machine that gets slower meanwhile is
/// slower for all of them.
const ROUNDS: usize = 15;

/// What was measured at one size.
pub(crate) struct Report {
    lines: usize,
    /// The length of the Concerto program.
    bytes: usize,
    /// The length of the Rust program.
    rust_bytes: usize,
    times: Times,
    memory: Memory,
}

struct Times {
    lex: Best,
    parse: Best,
    both: Best,
    /// `proc_macro2`: text to tokens.
    rust_lex: Best,
    /// `syn::parse_file`: text to tree.
    rust: Best,
    /// `serde_json`: text to `Value`.
    json: Best,
}

/// What one lex and parse takes in a process of its own, in bytes.
struct Memory {
    /// The most at any time, all included.
    peak: u64,
    /// What was there before: the program, its text and the generator.
    before: u64,
}

/// Everything, smallest size first.
pub(crate) fn measure() -> Result<Vec<Report>, Box<dyn Error>> {
    SIZES.iter().map(|lines| measure_size(*lines, ROUNDS)).collect()
}

/// One size.
pub(crate) fn measure_size(lines: usize, rounds: usize) -> Result<Report, Box<dyn Error>> {
    let sources = load(generate::concerto(lines))?;
    let file = only_file(&sources)?;
    let bytes = file.text().len();
    let rust = generate::rust(bytes);
    syn::parse_file(&rust)?;
    let json = generate::json(bytes);
    serde_json::from_str::<Value>(&json)?;
    Ok(Report {
        lines: file.text().lines().count(),
        bytes,
        rust_bytes: rust.len(),
        times: time(file, &rust, &json, rounds),
        memory: memory_in_a_child(lines)?,
    })
}

fn time(file: &SourceFile, rust: &str, json: &str, rounds: usize) -> Times {
    let new = Best::new();
    let mut times = Times { lex: new, parse: new, both: new, rust_lex: new, rust: new, json: new };
    let (tokens, _) = lex(file);
    for _ in 0..rounds {
        let mut names = Names::default();
        times.lex.run(|| lex(file));
        times.parse.run(|| parse(file, &tokens, &mut names));
        times.both.run(|| read(file));
        times.rust_lex.run(|| rust.parse::<TokenStream>());
        times.rust.run(|| syn::parse_file(rust));
        times.json.run(|| serde_json::from_str::<Value>(json));
    }
    times
}

/// The generated program as a source file; an error where the front end has anything to say about it.
fn load(text: String) -> Result<SourceMap, Box<dyn Error>> {
    let mut sources = SourceMap::default();
    sources.add("generated.conc", text).ok_or("the program is too long")?;
    let found = read(only_file(&sources)?).found;
    match found.as_slice() {
        [] => Ok(sources),
        found => Err(render::report(found, &sources, render::Style::PLAIN).into()),
    }
}

fn only_file(sources: &SourceMap) -> Result<&SourceFile, Box<dyn Error>> {
    Ok(sources.files().next().ok_or("no file")?)
}

/// Everything that lexing and parsing make; kept until the clock has stopped.
struct Read {
    _tokens: Tokens,
    _ast: Ast,
    _names: Names,
    found: Vec<Diagnostic>,
}

/// One lex and one parse. `instructions.sh` counts from here: the name is in it.
#[inline(never)]
fn read(file: &SourceFile) -> Read {
    let mut names = Names::default();
    let (tokens, mut found) = lex(file);
    let (ast, parse_found) = parse(file, &tokens, &mut names);
    found.extend(parse_found);
    Read { _tokens: tokens, _ast: ast, _names: names, found }
}

/// One lex and parse in this process: its size and memory as a JSON object.
pub(crate) fn once(lines: usize) -> Result<Value, Box<dyn Error>> {
    let mut sources = SourceMap::default();
    sources.add("generated.conc", generate::concerto(lines)).ok_or("the program is too long")?;
    let file = only_file(&sources)?;
    let before = resident_bytes()?;
    let read = read(file);
    let peak = peak_bytes()?;
    if !read.found.is_empty() {
        return Err("the front end finds errors in the program".into());
    }
    Ok(serde_json::json!({
        "lines": file.text().lines().count(),
        "bytes": file.text().len(),
        "bytes_before": before,
        "bytes_peak": peak,
    }))
}

fn memory_in_a_child(lines: usize) -> Result<Memory, Box<dyn Error>> {
    let child = Command::new(std::env::current_exe()?).args(["front-once", &lines.to_string()]).output()?;
    let said: Value = serde_json::from_slice(&child.stdout)?;
    let number = |key: &str| said[key].as_u64().ok_or_else(|| format!("no {key} from the child"));
    Ok(Memory { peak: number("bytes_peak")?, before: number("bytes_before")? })
}
