//! What the tests share: checking a program that is written in a test, and running the command.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use concerto_compiler::check::{Checked, check};
use concerto_compiler::compile::{Goal, compile};
use concerto_compiler::diagnostic::Code;
use concerto_compiler::diagnostic::render::{Style, report};
use concerto_compiler::load::{Library, Sources};

/// The folder that holds the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The library as the command uses it.
pub(crate) const LIBRARY: Library =
    Library { prelude: concerto_std::PRELUDE, agents: concerto_std::AGENTS, modules: concerto_std::MODULES };

/// Files that exist only here.
#[derive(Default)]
pub(crate) struct Files(BTreeMap<PathBuf, Vec<u8>>);

impl Files {
    /// One file, `main.conc`, or several, each after a line `// file: NAME`.
    pub(crate) fn of(text: &str) -> Self {
        let mut files = Self::default();
        let mut name = PathBuf::from("main.conc");
        let mut lines = String::new();
        for line in text.lines() {
            if let Some(next) = line.strip_prefix("// file: ") {
                if !lines.trim().is_empty() {
                    files.0.insert(name, std::mem::take(&mut lines).into_bytes());
                }
                name = PathBuf::from(next.trim());
                lines.clear();
            } else {
                lines.push_str(line);
                lines.push('\n');
            }
        }
        files.0.insert(name, lines.into_bytes());
        files
    }

    /// One file with these bytes.
    pub(crate) fn bytes(bytes: &[u8]) -> Self {
        Self(BTreeMap::from([(PathBuf::from("main.conc"), bytes.to_vec())]))
    }
}

impl Sources for Files {
    fn read(&self, path: &Path) -> Result<Option<Vec<u8>>, String> {
        Ok(self.0.get(path).cloned())
    }
}

/// Checks a program that starts in `main.conc`.
pub(crate) fn checked(files: &Files) -> Checked {
    check(Path::new("main.conc"), files, LIBRARY, None)
}

/// As `concerto check` does it: a program without errors is built, too. What only this version cannot run is right.
pub(crate) fn built(mut checked: Checked) -> Checked {
    if !checked.has_errors()
        && let Err(found) = compile(&mut checked, Goal::Run)
    {
        checked.diagnostics.extend(found.into_iter().filter(|it| it.code != Code::CannotRun));
    }
    checked
}

/// The codes that a program is told, in order.
pub(crate) fn codes(text: &str) -> Vec<&'static str> {
    built(checked(&Files::of(text))).diagnostics.iter().map(|it| it.code.text()).collect()
}

/// A program and all that is said about it.
pub(crate) fn told(text: &str) -> String {
    let checked = built(checked(&Files::of(text)));
    let said = report(&checked.diagnostics, &checked.program.sources, Style::PLAIN);
    format!("{}\n----\n{}", text.trim_matches('\n'), if said.is_empty() { "(nothing)" } else { &said })
}

/// Runs the command with nothing of this machine's settings, in `folder`.
pub(crate) fn concerto(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_concerto"))
        .args(args)
        .current_dir(folder)
        .env_clear()
        .output()
        .expect("the command starts")
}

/// What a run of the command printed and how it ended, for a snapshot.
pub(crate) fn outcome(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let code = output.status.code().map_or("none".to_owned(), |it| it.to_string());
    format!("exit {code}\n--- stdout\n{}--- stderr\n{}", text(&output.stdout), text(&output.stderr))
}

/// All files below a folder with an ending, in order.
pub(crate) fn files_below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let Ok(entries) = std::fs::read_dir(folder) else { return found };
    for entry in entries.flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() && !name.starts_with('.') && name != "target" {
            found.extend(files_below(&path, ending));
        } else if name.ends_with(ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The files of this machine.
pub(crate) struct Disk;

impl Sources for Disk {
    fn read(&self, path: &Path) -> Result<Option<Vec<u8>>, String> {
        Ok(std::fs::read(path).ok())
    }
}

/// A module belongs to the program whose `main.conc` stands beside or above it.
pub(crate) fn is_entry(path: &Path) -> bool {
    let is_module = path.ancestors().skip(1).take(3).any(|folder| folder.join("main.conc").is_file());
    path.ends_with("main.conc") || !is_module
}
