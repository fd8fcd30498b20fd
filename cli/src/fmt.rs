//! `concerto fmt`: files in, the same files in the one layout out.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use concerto_compiler::format::{self, Refusal};
use concerto_compiler::load::Sources;
use concerto_compiler::source::SourceMap;

use crate::args::FmtArgs;
use crate::check::EXIT_COMPILE;
use crate::compile::failed;
use crate::diff::diff;
use crate::output::{self, Report, plural};
use crate::project::{self, Disk};

/// Something would be changed.
const EXIT_CHANGED: u8 = 1;

/// The ending of source files.
const ENDING: &str = "conc";

/// Where build products are.
const TARGET: &str = "target";

/// What standard input is called in messages.
const STDIN: &str = "<stdin>";

pub(crate) fn run(args: &FmtArgs) -> ExitCode {
    if args.stdin || args.paths == [Path::new("-")] {
        return from_stdin(args.check);
    }
    let mut tally = Tally::default();
    match files(&args.paths) {
        Ok(files) => files.iter().for_each(|path| tally.count(one(path, args.check))),
        Err(problem) => return failed(&problem),
    }
    output::stderr(&tally.summary(args.check));
    tally.exit(args.check)
}

/// What became of a file.
enum Outcome {
    Unchanged,
    Changed,
    Failed,
}

/// How many files had which outcome.
#[derive(Default)]
struct Tally {
    unchanged: usize,
    changed: usize,
    failed: usize,
}

impl Tally {
    fn count(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Unchanged => self.unchanged += 1,
            Outcome::Changed => self.changed += 1,
            Outcome::Failed => self.failed += 1,
        }
    }

    fn summary(&self, check: bool) -> String {
        let changed = if check { "would be formatted" } else { "formatted" };
        let failed = if self.failed == 1 { "left as it is" } else { "left as they are" };
        let counts = [(self.changed, changed), (self.unchanged, "unchanged"), (self.failed, failed)];
        let parts = counts.iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts
            .enumerate()
            .map(|(index, (count, word))| match index {
                0 => format!("{} {word}", plural(*count, "file")),
                _ => format!("{count} {word}"),
            })
            .collect();
        match parts.is_empty() {
            true => "no files to format\n".to_owned(),
            false => format!("{}\n", parts.join(", ")),
        }
    }

    fn exit(&self, check: bool) -> ExitCode {
        match (self.failed, self.changed) {
            (1.., _) => ExitCode::from(EXIT_COMPILE),
            (0, 1..) if check => ExitCode::from(EXIT_CHANGED),
            _ => ExitCode::SUCCESS,
        }
    }
}

/// All files that are named, in order and each once.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    if paths.is_empty() {
        below(&project::root()?, &mut found)?;
    }
    for path in paths {
        let kind = fs::metadata(path).map_err(|problem| cannot(path, "be read", &problem))?;
        match kind.is_dir() {
            true => below(path, &mut found)?,
            false => found.push(path.clone()),
        }
    }
    let mut seen = std::collections::HashSet::new();
    found.retain(|path| seen.insert(path.clone()));
    Ok(found)
}

/// The source files below a folder. Links are not followed, so there is an end.
fn below(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), String> {
    let mut folders = vec![folder.to_owned()];
    let from = found.len();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(|problem| cannot(&folder, "be read", &problem))? {
            let entry = entry.map_err(|problem| cannot(&folder, "be read", &problem))?;
            let kind = entry.file_type().map_err(|problem| cannot(&entry.path(), "be read", &problem))?;
            let name = entry.file_name();
            let is_hidden = name.to_string_lossy().starts_with('.');
            let path = if folder == Path::new(".") { PathBuf::from(&name) } else { folder.join(&name) };
            if kind.is_dir() && !is_hidden && name != TARGET {
                folders.push(path);
            } else if kind.is_file() && path.extension().is_some_and(|it| it == ENDING) {
                found.push(path);
            }
        }
    }
    if let Some(new) = found.get_mut(from..) {
        new.sort();
    }
    Ok(())
}

fn cannot(path: &Path, what: &str, problem: &io::Error) -> String {
    format!("`{}` cannot {what}: {problem}", path.display())
}

fn one(path: &Path, check: bool) -> Outcome {
    match formatted(path) {
        Err(()) => Outcome::Failed,
        Ok((before, after)) if before == after => Outcome::Unchanged,
        Ok((before, after)) if check => {
            output::stdout(&format!("{}\n{}", path.display(), diff(&before, &after)));
            Outcome::Changed
        }
        Ok((_, after)) => match write(path, &after) {
            Ok(()) => Outcome::Changed,
            Err(problem) => {
                failed(&cannot(path, "be written", &problem));
                Outcome::Failed
            }
        },
    }
}

/// The text of a file before and after. Whatever is wrong with it has been told.
fn formatted(path: &Path) -> Result<(String, String), ()> {
    let shown = path.display();
    let told = |problem: String| {
        failed(&problem);
    };
    let bytes = Disk.read(path).map_err(|reason| told(format!("`{shown}` cannot be read: {reason}")))?;
    let bytes = bytes.ok_or_else(|| told(format!("there is no file `{shown}`")))?;
    let text = String::from_utf8(bytes);
    let text = text.map_err(|_| told(format!("`{shown}` is not UTF-8\n  Help: save the file as UTF-8")))?;
    let after = format_text(&shown.to_string(), &text)?;
    Ok((text, after))
}

/// The text as it should look. Whatever is wrong with it has been told.
fn format_text(name: &str, text: &str) -> Result<String, ()> {
    let mut sources = SourceMap::default();
    let Some(id) = sources.add(name, text) else {
        failed(&format!("`{name}` is too large"));
        return Err(());
    };
    format::format(sources.file(id)).map_err(|refusal| match refusal {
        Refusal::Syntax(found) => output::diagnostics(&found, &sources, Report::Text),
        Refusal::Unfaithful => {
            failed(&format!(
                "the formatter made a mistake in `{name}`, which is left as it is\n  Help: please report it"
            ));
        }
    })
}

fn from_stdin(check: bool) -> ExitCode {
    let mut bytes = Vec::new();
    if let Err(problem) = io::stdin().lock().read_to_end(&mut bytes) {
        return failed(&format!("standard input cannot be read: {problem}"));
    }
    let Ok(text) = String::from_utf8(bytes) else { return failed("standard input is not UTF-8") };
    match format_text(STDIN, &text) {
        Err(()) => ExitCode::from(EXIT_COMPILE),
        Ok(after) if check && after != text => {
            output::stdout(&format!("{STDIN}\n{}", diff(&text, &after)));
            ExitCode::from(EXIT_CHANGED)
        }
        Ok(_) if check => ExitCode::SUCCESS,
        Ok(after) => {
            output::stdout(&after);
            ExitCode::SUCCESS
        }
    }
}

/// Writes a file whole or not at all, with the permissions it has. Where the path is a link, the file behind it is written.
fn write(path: &Path, text: &str) -> io::Result<()> {
    let path = fs::canonicalize(path)?;
    let permissions = fs::metadata(&path)?.permissions();
    if permissions.readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = path.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
    let written = write_new(&beside, text, permissions).and_then(|()| fs::rename(&beside, &path));
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written
}

fn write_new(path: &Path, text: &str, permissions: fs::Permissions) -> io::Result<()> {
    let mut file = fs::File::create_new(path)?;
    file.write_all(text.as_bytes())?;
    file.set_permissions(permissions)?;
    file.sync_all()
}
