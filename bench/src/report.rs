//! One run of everything that can be measured on this machine, as a Markdown page with plots.
//!
//! Comes in: the command line. Goes out: the page, and an SVG file for each plot in `plots` beside it; what is being measured
//! goes to standard error. Promised: who is not here is named on the page with how to get it, and left out. Every number is a
//! multiple of what Concerto took in the same run.

mod gather;
mod machine;
mod page;
mod plot;
#[cfg(test)]
mod tests;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

use page::Page;

/// What is asked for.
pub(crate) struct Options {
    out: PathBuf,
    is_quick: bool,
    bin: Option<PathBuf>,
}

impl Options {
    /// The options of these arguments; nothing where one of them is none.
    pub(crate) fn parse(args: &[&str]) -> Option<Self> {
        let mut options = Self { out: bench().join("REPORT.md"), is_quick: false, bin: None };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            match *arg {
                "-o" => options.out = PathBuf::from(args.next()?),
                "--quick" => options.is_quick = true,
                "--bin" => options.bin = Some(PathBuf::from(args.next()?)),
                _ => return None,
            }
        }
        Some(options)
    }

    /// The command that makes the same page.
    fn command(&self) -> String {
        let quick = if self.is_quick { " --quick" } else { "" };
        format!("cargo run --release -p concerto-bench -- report{quick}")
    }
}

/// The folder of this crate.
fn bench() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Measures everything and writes the page.
pub(crate) fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    if cfg!(debug_assertions) {
        return Err(format!("this build is not optimised; {}", options.command()).into());
    }
    let concerto = match &options.bin {
        Some(bin) => bin.clone(),
        None => built()?,
    };
    let machine = machine::machine(&concerto);
    let parts = gather::parts(&concerto, options.is_quick)?;
    let page = Page { command: options.command(), machine, parts };
    let plots = options.out.with_file_name("plots");
    std::fs::create_dir_all(&plots)?;
    for part in page.parts.iter().filter(|it| !it.bars.is_empty()) {
        std::fs::write(plots.join(format!("{}.svg", part.key)), plot::svg(&part.bars))?;
    }
    std::fs::write(&options.out, page.markdown())?;
    println!("{}", options.out.display());
    Ok(())
}

/// The `concerto` beside this program, built from the source as it is now.
fn built() -> Result<PathBuf, Box<dyn Error>> {
    let mut cargo = Command::new("cargo");
    let ended = cargo.args(["build", "--quiet", "--release", "-p", "concerto"]).current_dir(bench()).status()?;
    if !ended.success() {
        return Err("`concerto` cannot be built".into());
    }
    Ok(std::env::current_exe()?.with_file_name("concerto"))
}
