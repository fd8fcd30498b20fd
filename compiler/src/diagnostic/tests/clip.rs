//! Lines too long for a screen.

use super::{labelled, spans};
use crate::diagnostic::render::{Style, report};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// The report about `target` between so many copies of two texts.
fn shown(before: &str, times_before: usize, after: &str, times_after: usize) -> String {
    let source = format!("{}target{}\n", before.repeat(times_before), after.repeat(times_after));
    let (sources, at) = spans(&source, "target");
    let diagnostic = Diagnostic::new(Code::UnknownName, "a title").label(at[0], "here").help("help");
    report(&[diagnostic], &sources, Style::PLAIN)
}

/// The line of the source in a report, and the line of marks below it.
fn excerpt(report: &str) -> (&str, &str) {
    let mut lines = report.lines().skip_while(|it| !it.contains("target"));
    (lines.next().unwrap_or_default(), lines.next().unwrap_or_default())
}

fn lines_up(report: &str) -> bool {
    let (text, marks) = excerpt(report);
    text.find("target") == marks.find('^')
}

#[test]
fn a_line_of_a_hundred_thousand_characters_is_cut_around_the_label() {
    let report = shown("1 + ", 12_500, " + 1", 12_500);
    let (text, _) = excerpt(&report);
    assert!(text.contains("... 1 + ") && text.contains("1 + target + 1") && text.ends_with(" ..."), "{report}");
    assert!(report.len() < 1_000 && lines_up(&report), "{report}");
    assert!(report.contains("a title") && report.contains("here") && report.contains("Help: help"), "{report}");
}

#[test]
fn a_long_line_is_not_cut_before_its_start() {
    let report = shown("", 0, " + 1", 25_000);
    let (text, _) = excerpt(&report);
    assert!(text.contains("| target + 1") && text.ends_with(" ...") && lines_up(&report), "{report}");
}

#[test]
fn a_long_line_is_not_cut_behind_its_end() {
    let report = shown("1 + ", 25_000, "", 0);
    let (text, _) = excerpt(&report);
    assert!(text.contains("| ... ") && text.ends_with("1 + target") && lines_up(&report), "{report}");
}

#[test]
fn a_line_is_cut_between_characters() {
    for offset in 0..4 {
        let text = shown(&format!("{}東", "a".repeat(offset)), 30_000, "京", 30_000);
        assert!(text.len() < 2_000 && !text.contains('\u{fffd}'), "{text}");
    }
}

#[test]
fn a_label_longer_than_the_cut_is_marked_as_far_as_it_is_shown() {
    let source = format!("{};\n", "ab".repeat(50_000));
    let (sources, _) = spans(&source, "");
    let diagnostic = Diagnostic::new(Code::UnknownName, "a title").label(Span::new(0, 100_000), "here");
    let report = report(&[diagnostic], &sources, Style::PLAIN);
    assert!(report.lines().all(|line| line.len() < 200), "{report}");
    assert!(report.contains("| abab") && report.contains("| ^^^^"), "{report}");
}

#[test]
fn a_line_of_four_hundred_bytes_is_shown_whole() {
    let source = format!("{}x\n", " ".repeat(399));
    assert!(labelled(&source, "x").lines().any(|line| line.len() > 400));
    let report = labelled(&format!(" {source}"), "x");
    assert!(report.lines().skip_while(|it| !it.starts_with("----")).all(|line| line.len() < 200), "{report}");
}
