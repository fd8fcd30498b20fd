//! Every program that is right becomes IR that the verifier accepts, and the same bytes each time.

use std::path::{Path, PathBuf};

use concerto_compiler::check::check;
use concerto_compiler::compile::{Goal, compile};
use concerto_compiler::diagnostic::Code;
use concerto_compiler::diagnostic::render::{Style, report};
use concerto_ir::json::{from_json, to_json};
use concerto_ir::verify::verify;

use crate::support::{Disk, LIBRARY, files_below, is_entry, root};

/// What one program becomes, or why it does not.
fn lowered(path: &Path) -> Option<Result<(), String>> {
    let mut checked = check(path, &Disk, LIBRARY, None);
    if checked.has_errors() {
        return None;
    }
    let program = match compile(&mut checked, Goal::Run) {
        Ok(program) => program,
        // Known only when the types of calls are known: a mistake of the program like those that the checker finds.
        Err(it) if it.iter().all(|it| it.code == Code::TypeTooDeep) => return None,
        Err(it) => return Some(Err(report(&it, &checked.program.sources, Style::PLAIN))),
    };
    let json = to_json(&program);
    let again = check(path, &Disk, LIBRARY, None);
    assert_eq!(
        compile(&mut { again }, Goal::Run).map(|it| to_json(&it)).ok(),
        Some(json.clone()),
        "{}",
        path.display()
    );
    let read = from_json(&json).map_err(|it| format!("it cannot be read again: {it}"));
    Some(read.and_then(|read| {
        assert_eq!(to_json(&read), json, "{}", path.display());
        verify(program).map(|_| ()).map_err(|it| it.to_string())
    }))
}

#[test]
fn every_right_program_is_accepted_by_the_verifier() {
    let mut programs: Vec<PathBuf> = files_below(&root().join("tests/programs"), ".conc");
    programs.extend(files_below(&root().join("../shared/conformance"), ".conc"));
    let mut wrong = Vec::new();
    let mut right = 0;
    for path in programs.into_iter().filter(|it| is_entry(it)) {
        match lowered(&path) {
            Some(Err(problem)) => wrong.push(format!("{}: {problem}", path.display())),
            Some(Ok(())) => right += 1,
            None => {}
        }
    }
    assert!(wrong.is_empty(), "{right} right, {} wrong\n{}", wrong.len(), wrong.join("\n"));
    assert!(right > 600, "only {right} programs");
}
