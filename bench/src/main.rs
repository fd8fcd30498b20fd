//! Measures Concerto beside others, in one run on one thread, so that the numbers can be compared with each other.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "printing is what this program is for")]

mod build;
mod check;
mod front;
mod generate;
mod library;
mod measure;
mod native;
mod report;
mod show;
mod vm;

use std::error::Error;
use std::process::ExitCode;

const USAGE: &str = "\
usage: concerto-bench front [--json]      speed and memory of the lexer and the parser
       concerto-bench front-once LINES    one lex and parse, for callgrind and for memory
       concerto-bench check [--json]      speed and memory of loading, resolving and checking types
       concerto-bench check-once LINES    one check, for callgrind and for memory
       concerto-bench build [--json]      speed and memory of checking, making instructions, verifying and writing them
       concerto-bench build-once LINES    one build, for callgrind and for memory
       concerto-bench program LINES       the program that `front` and `check` measure
       concerto-bench sections LINES      the program that `build` measures
       concerto-bench vm [OPTIONS]        speed of running programs, beside other languages
         --growth                         instead: how the time of each kernel grows with its size
         --startup                        instead: how long `hello` takes
         --fibers                         instead: the memory of a sleeping task
         --list                           instead: the kernels, their sizes, and a small size for callgrind
         --kernel NAME                    only this kernel
         --runs N                         how often each runs; the shortest counts
         --bin PATH                       the `concerto` to run; the one beside this program by default
       concerto-bench vm-native NAME SIZE one kernel in Rust
       concerto-bench std [OPTIONS]       speed of the library beside those of Python and Node
         --kernel NAME, --runs N, --bin PATH
       concerto-bench report [OPTIONS]    all of it that can be measured here, as Markdown with plots
         -o FILE                          where to; `bench/REPORT.md` by default. Plots go to `plots` beside it
         --quick                          a short run: fewer sizes, one turn each
         --bin PATH";

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
        ["build"] => print!("{}", build::table(&build::measure()?)),
        ["build", "--json"] => println!("{}", build::json(&build::measure()?)),
        ["build-once", lines] => println!("{}", build::once(lines.parse()?)?),
        ["sections", lines] => print!("{}", generate::sections(lines.parse()?)),
        ["program", lines] => print!("{}", generate::concerto(lines.parse()?)),
        ["vm", options @ ..] => match vm::Options::parse(options) {
            Some(options) => vm::run(&options)?,
            None => return Err(USAGE.into()),
        },
        ["std", options @ ..] => match library::Options::parse(options) {
            Some(options) => library::run(&options)?,
            None => return Err(USAGE.into()),
        },
        ["report", options @ ..] => match report::Options::parse(options) {
            Some(options) => report::run(&options)?,
            None => return Err(USAGE.into()),
        },
        ["vm-native", kernel, size] => native::run(kernel, size.parse()?)?,
        _ => return Err(USAGE.into()),
    }
    Ok(())
}
