//! The table of codes.

use std::fs;
use std::path::Path;

use crate::diagnostic::{Code, Severity};

#[test]
fn codes_are_unique_and_in_order() {
    let texts: Vec<&str> = Code::ALL.iter().map(|it| it.text()).collect();
    let mut sorted = texts.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(texts, sorted);
}

#[test]
fn a_code_is_a_letter_and_four_digits() {
    for code in Code::ALL {
        let text = code.text();
        let digits = text.strip_prefix(['E', 'W']).unwrap_or_default();
        assert!(digits.len() == 4 && digits.bytes().all(|it| it.is_ascii_digit()), "{text}");
    }
}

#[test]
fn the_letter_says_how_bad_it_is() {
    assert_eq!(Code::UnknownName.severity(), Severity::Error);
    assert_eq!(Code::UnusedImport.severity(), Severity::Warning);
    assert_eq!((Severity::Error.word(), Severity::Warning.word()), ("error", "warning"));
}

#[test]
fn a_code_can_be_looked_up_whatever_its_case() {
    for code in Code::ALL {
        assert_eq!(Code::parse(code.text()), Some(*code));
        assert_eq!(Code::parse(&code.text().to_lowercase()), Some(*code));
    }
    assert_eq!(Code::parse("E9999"), None);
    assert_eq!(Code::parse(""), None);
}

#[test]
fn a_summary_is_one_line_without_a_full_stop() {
    for code in Code::ALL {
        let summary = code.summary();
        assert!(!summary.is_empty() && !summary.contains('\n') && !summary.ends_with('.'), "{}", code.text());
    }
}

#[test]
fn only_the_lexer_and_the_parser_have_codes_of_syntax() {
    assert!(Code::UnknownCharacter.is_syntax() && Code::Unexpected.is_syntax());
    assert!(!Code::UnknownName.is_syntax() && !Code::ManifestSyntax.is_syntax() && !Code::UnusedImport.is_syntax());
}

#[test]
fn every_code_stands_in_a_snapshot() {
    let mut snapshots = String::new();
    let compiler = Path::new(env!("CARGO_MANIFEST_DIR"));
    // What only a run has to say stands in the tests of the command.
    for folder in [compiler.join("src"), compiler.join("../tests")] {
        collect(&folder, &mut snapshots);
    }
    let missing: Vec<&str> =
        Code::ALL.iter().map(|it| it.text()).filter(|it| !snapshots.contains(&format!("[{it}]"))).collect();
    assert_eq!(missing, [""; 0]);
}

/// The text of all tests below a folder.
#[allow(clippy::disallowed_methods, reason = "what is tested here are files")]
fn collect(folder: &Path, found: &mut String) {
    for entry in fs::read_dir(folder).expect("the sources are there") {
        let path = entry.expect("the sources can be read").path();
        let is_test = path.components().any(|it| it.as_os_str().to_string_lossy().starts_with("tests"));
        if path.is_dir() {
            collect(&path, found);
        } else if is_test {
            found.push_str(&fs::read_to_string(&path).expect("the sources are text"));
        }
    }
}
