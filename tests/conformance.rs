//! Programs as tests: the shared ones, where they are there, and our own under `tests/programs`.
//!
//! What a program expects stands in its comments: `// error: [E0201]` on the line it is about, `// warning: [W0202]`
//! likewise, and nothing where nothing is to be said.

use std::path::{Path, PathBuf};

use concerto_compiler::check::{Checked, check};
use concerto_compiler::diagnostic::render::{Style, report};
use concerto_compiler::diagnostic::{Code, Severity};

use crate::support::{Disk, LIBRARY, built, files_below, is_entry, root};

fn checked(entry: &Path) -> Checked {
    built(check(entry, &Disk, LIBRARY, None))
}

fn shared_programs() -> Vec<PathBuf> {
    let folder = root().join("../shared/conformance");
    files_below(&folder, ".conc").into_iter().filter(|path| is_entry(path)).collect()
}

#[test]
fn every_shared_program_is_right_or_told_so_on_the_line_it_marks() {
    let mut wrong = Vec::new();
    for path in shared_programs() {
        let text = std::fs::read_to_string(&path).unwrap();
        let checked = checked(&path);
        let lines: Vec<u32> = found(&checked, Severity::Error).into_iter().map(|(_, line, _)| line).collect();
        let marks = |mark: &str| -> Vec<u32> {
            (1..).zip(text.lines()).filter(|(_, it)| it.contains(mark)).map(|(line, _)| line).collect()
        };
        let one_of = marks("// compile-error-one-of");
        let each: Vec<u32> = marks("// compile-error").into_iter().filter(|it| !one_of.contains(it)).collect();
        let is_right = match text.contains("// compile-error") {
            false => !checked.has_errors(),
            true => {
                each.iter().all(|it| lines.contains(it))
                    && (one_of.is_empty() || one_of.iter().any(|it| lines.contains(it)))
            }
        };
        if !is_right {
            let said = report(&checked.diagnostics, &checked.program.sources, Style::PLAIN);
            wrong.push(format!("{}\n{said}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_private_function_of_a_shared_program_is_reported_on_its_line() {
    let entry = root().join("../shared/conformance/modules/private_function/main.conc");
    if !entry.is_file() {
        return;
    }
    assert_eq!(found(&checked(&entry), Severity::Error), [(entry, 5, "E0204")]);
}

/// Where something was said: file, line, code.
type Place = (PathBuf, u32, &'static str);

fn found(checked: &Checked, severity: Severity) -> Vec<Place> {
    let here = checked.diagnostics.iter().filter(|it| it.severity() == severity);
    here.map(|it| {
        let span = it.span().expect("a place");
        let file = checked.program.sources.file_of(span).unwrap();
        (PathBuf::from(file.name()), file.position(span.start).line, it.code.text())
    })
    .collect()
}

/// The marks `// error: [CODE]` of all files of a program.
fn wanted(checked: &Checked, mark: &'static str) -> Vec<(PathBuf, u32, String)> {
    let mut wanted = Vec::new();
    for module in checked.program.modules.iter().filter(|module| !module.is_library()) {
        let file = checked.program.sources.file(module.file);
        for (index, line) in file.text().lines().enumerate() {
            for part in line.split(mark).skip(1) {
                let code = part.split(']').next().unwrap().to_owned();
                wanted.push((PathBuf::from(file.name()), index as u32 + 1, code));
            }
        }
    }
    wanted
}

#[test]
fn our_own_programs_are_told_what_they_expect() {
    let programs: Vec<PathBuf> =
        files_below(&root().join("tests/programs"), ".conc").into_iter().filter(|path| is_entry(path)).collect();
    assert!(programs.len() >= 350, "only {} programs found", programs.len());
    let mut wrong = Vec::new();
    for path in programs {
        let checked = checked(&path);
        for (severity, mark) in [(Severity::Error, "// error: ["), (Severity::Warning, "// warning: [")] {
            let mut wanted = wanted(&checked, mark);
            let mut found: Vec<(PathBuf, u32, String)> =
                found(&checked, severity).into_iter().map(|(file, line, code)| (file, line, code.to_owned())).collect();
            wanted.sort();
            found.sort();
            if wanted != found {
                let said = report(&checked.diagnostics, &checked.program.sources, Style::PLAIN);
                wrong.push(format!("{}\n  wanted {wanted:?}\n  found  {found:?}\n{said}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Codes that no program can show on a line of its own: they are about bytes, sizes, running and the manifest.
const WITHOUT_PROGRAM: &[&str] =
    &["E0002", "E0010", "E0384", "E0385", "E0401", "E0402", "E0403", "E0901", "E0902", "E0903", "E0904", "E0905"];

#[test]
fn every_code_has_a_program() {
    let texts: String = files_below(&root().join("tests/programs"), ".conc")
        .iter()
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect();
    let without: Vec<&str> = Code::ALL
        .iter()
        .map(|it| it.text())
        .filter(|code| !WITHOUT_PROGRAM.contains(code))
        .filter(|code| !texts.contains(&format!("error: [{code}]")) && !texts.contains(&format!("warning: [{code}]")))
        .collect();
    assert!(without.is_empty(), "no program has {without:?}");
}

#[test]
fn every_example_checks_without_a_word() {
    let examples = files_below(&root().join("examples"), ".conc");
    assert!(!examples.is_empty());
    for path in examples.into_iter().filter(|path| is_entry(path)) {
        let output = crate::support::concerto(&root(), &["check", &path.to_string_lossy()]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(said, "1 program checked, no problems\n", "{}", path.display());
    }
}
