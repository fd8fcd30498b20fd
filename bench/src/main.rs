//! Measures Concerto beside others, in one run on one thread, so that the numbers can be compared with each other.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "printing is what this program is for")]

mod check;
mod front;
mod generate;
mod measure;
mod show;

use std::error::Error;
use std::process::ExitCode;

const USAGE: &str = "\
usage: concerto-bench front [--json]      speed and memory of the lexer and the parser
       concerto-bench front-once LINES    one lex and parse, for callgrind and for memory
       concerto-bench check [--json]      speed and memory of loading, resolving and checking types
       concerto-bench check-once LINES    one check, for callgrind and for memory
       concerto-bench program LINES       the program that is measured";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args.iter().map(String::as_str).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &[&str]) -> Result<(), Box<dyn Error>> {
    match args {
        ["front"] => print!("{}", front::table(&front::measure()?)),
        ["front", "--json"] => println!("{}", front::json(&front::measure()?)),
        ["front-once", lines] => println!("{}", front::once(lines.parse()?)?),
        ["check"] => print!("{}", check::table(&check::measure()?)),
        ["check", "--json"] => println!("{}", check::json(&check::measure()?)),
        ["check-once", lines] => println!("{}", check::once(lines.parse()?)?),
        ["program", lines] => print!("{}", generate::concerto(lines.parse()?)),
        _ => return Err(USAGE.into()),
    }
    Ok(())
}
