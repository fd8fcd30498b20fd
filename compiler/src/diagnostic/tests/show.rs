//! How tests of all phases show a text and what came of it.

/// The lines of a literal without the indentation that the test gives them.
pub(crate) fn unindented(source: &str) -> String {
    let Some(lines) = source.strip_prefix('\n') else { return source.to_owned() };
    let lines = lines.trim_end_matches(' ');
    lines.split_inclusive('\n').map(|line| line.strip_prefix("        ").unwrap_or(line)).collect()
}

/// A text, a line, and what came of it.
pub(crate) fn page(source: &str, result: &str) -> String {
    format!("{}\n----\n{result}", visible(source).trim_end_matches('\n'))
}

/// A text as a snapshot can hold it: what cannot be seen is written as an escape.
fn visible(text: &str) -> String {
    let mut shown = String::new();
    for it in text.chars() {
        match it {
            '\n' => shown.push(it),
            it if it.is_control() => shown.extend(it.escape_default()),
            '\u{a0}' | '\u{61c}' | '\u{feff}' => shown.extend(it.escape_unicode()),
            '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                shown.extend(it.escape_unicode());
            }
            it => shown.push(it),
        }
    }
    shown
}
