//! The kernels as files: all there, and nothing to say about those in Concerto.

use std::path::Path;

use concerto_compiler::diagnostic::render;
use concerto_compiler::load::{self, Library, Sources};
use concerto_compiler::resolve::{self, Options};
use concerto_compiler::types::{self, Extent};

use super::contestant::file;
use super::kernel::{COPIES, FIBERS, HELLO, KERNELS};

#[test]
fn every_kernel_is_there_in_every_language() {
    for kernel in KERNELS.iter().chain([&HELLO]) {
        for extension in ["conc", "lua", "py", "js"] {
            let path = file(kernel, extension);
            assert!(path.is_file(), "{} is missing", path.display());
        }
    }
}

#[test]
fn every_kernel_in_concerto_checks() {
    for kernel in KERNELS.iter().chain(COPIES).chain([&HELLO, &FIBERS]) {
        let path = file(kernel, "conc");
        assert_eq!(said(&path), "", "about {}", path.display());
    }
}

/// What the compiler has to say about a program.
fn said(path: &Path) -> String {
    let library =
        Library { prelude: concerto_std::PRELUDE, agents: concerto_std::AGENTS, modules: concerto_std::MODULES };
    let (mut program, mut found) = load::load(path, &Disk, library);
    let (resolved, more) = resolve::resolve(&mut program, Options::default());
    found.extend(more);
    let (_, more) = types::check(&program, &resolved, Extent::Program);
    found.extend(more);
    if found.is_empty() {
        return String::new();
    }
    render::report(&found, &program.sources, render::Style::PLAIN)
}

struct Disk;

impl Sources for Disk {
    fn read(&self, path: &Path) -> Result<Option<Vec<u8>>, String> {
        std::fs::read(path).map(Some).map_err(|error| error.to_string())
    }
}
