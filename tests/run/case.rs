//! A program with what it says about its run, in the format of the shared programs:
//!
//! ```text
//! // expect: TEXT       one line of standard output; all of them, in order, are the whole of it
//! // fault: TEXT        the run ends with 1, and standard error contains TEXT (no case; a|b for alternatives)
//! // fault-line: N      standard error mentions `:N`
//! // stderr: TEXT       standard error contains TEXT
//! // exit: N            the exit code, where it is not 0
//! // args: A B          the program's arguments
//! ```

use std::path::PathBuf;

use super::Ran;
use crate::support::files_below;

/// The words of marks, those that begin with another one before it.
const MARKS: &[&str] = &["expect", "fault-line", "fault", "stderr", "exit", "args"];

/// A program and what it says about its run.
#[derive(Default)]
pub(crate) struct Case {
    pub(crate) entry: PathBuf,
    pub(crate) args: Vec<String>,
    expect: Vec<String>,
    /// Texts of standard error.
    said: Vec<String>,
    fault_lines: Vec<u32>,
    has_fault: bool,
    exit: Option<i64>,
}

impl Case {
    /// Reads the marks of a program: of its entry, or of all files in the folder of a `main.conc`.
    pub(crate) fn read(entry: PathBuf) -> Self {
        let files = match (entry.ends_with("main.conc"), entry.parent()) {
            (true, Some(folder)) => files_below(folder, ".conc"),
            _ => vec![entry.clone()],
        };
        let mut case = Self { entry, ..Self::default() };
        for file in files {
            let text = String::from_utf8_lossy(&std::fs::read(file).unwrap()).into_owned();
            text.lines().filter_map(mark).for_each(|(word, text)| case.add(word, text));
        }
        case
    }

    fn add(&mut self, word: &str, text: &str) {
        match word {
            "expect" => self.expect.push(text.to_owned()),
            "args" => self.args = words(text),
            "exit" => self.exit = Some(text.trim().parse().expect("a number")),
            "fault-line" => self.fault_lines.push(text.trim().parse().expect("a number")),
            _ => {
                self.has_fault |= word == "fault";
                self.said.push(text.trim().to_owned());
            }
        }
    }

    /// Whether it says anything about its run.
    pub(crate) fn runs(&self) -> bool {
        !self.expect.is_empty() || !self.said.is_empty() || !self.fault_lines.is_empty() || self.exit.is_some()
    }

    /// What is wrong with a run, if anything is.
    pub(crate) fn problem(&self, ran: &Ran) -> Option<String> {
        let wanted = self.exit.unwrap_or(i64::from(self.has_fault));
        let Some(exit) = ran.exit else { return Some("it took too long".to_owned()) };
        let (stdout, stderr) = (&ran.stdout, &ran.stderr);
        let expect: String = self.expect.iter().map(|line| format!("{line}\n")).collect();
        if *stdout != expect {
            return Some(format!("it printed\n{stdout}\n  instead of\n{expect}\n  and said\n{stderr}"));
        }
        if exit != wanted {
            return Some(format!("it ended with {exit} instead of {wanted}, and said\n{stderr}"));
        }
        let missing = self.said.iter().find(|text| !has(stderr, text)).cloned();
        let line = self.fault_lines.iter().find(|line| !mentions(stderr, **line)).map(|it| format!(":{it}"));
        missing.or(line).map(|it| format!("`{it}` is missing in what it said:\n{stderr}"))
    }
}

/// The word and the text of a mark at the end of a line.
fn mark(line: &str) -> Option<(&'static str, &str)> {
    line.match_indices("//").find_map(|(at, _)| {
        let rest = line[at + 2..].trim_start_matches([' ', '\t']);
        MARKS.iter().find_map(|word| match rest.strip_prefix(word)? {
            "" => Some((*word, "")),
            rest => rest.strip_prefix(':').map(|it| (*word, it.strip_prefix(' ').unwrap_or(it))),
        })
    })
}

/// Whether a text contains one of the alternatives `a|b`, whatever the case.
fn has(text: &str, alternatives: &str) -> bool {
    let text = text.to_lowercase();
    alternatives.split('|').any(|it| text.contains(&it.trim().to_lowercase()))
}

/// Whether `:N` stands in a text, and not as the start of a longer number.
fn mentions(text: &str, line: u32) -> bool {
    let wanted = format!(":{line}");
    text.match_indices(&wanted).any(|(at, _)| !text[at + wanted.len()..].starts_with(|it: char| it.is_ascii_digit()))
}

#[test]
fn marks_are_found_at_the_end_of_a_line() {
    assert_eq!(mark("print(1); // expect: 1"), Some(("expect", "1")));
    assert_eq!(mark("// http://x // fault-line: 3"), Some(("fault-line", "3")));
    assert_eq!(mark("//expect:  two"), Some(("expect", " two")));
    assert_eq!(mark("// expect"), Some(("expect", "")));
    assert_eq!(mark("// expected: 1"), None);
    assert!(mentions("a.conc:12:3", 12) && !mentions("a.conc:123:3", 12));
}

/// Words between blanks; what stands in quotes is one.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (at, part) in text.trim().split('"').enumerate() {
        match at % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}
