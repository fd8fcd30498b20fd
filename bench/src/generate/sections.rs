//! Programs of many small functions, for measuring what comes after types: each section is a struct with a function that
//! loops, counts in a map, filters and maps by closures, and matches an array. `main` calls all of them.

use std::fmt::Write;

/// A section; its number stands for each `§`.
const SECTION: &str = include_str!("../../templates/build.conc");

/// A program of about so many lines, whose functions are all called.
pub(crate) fn sections(lines: usize) -> String {
    let lines_each = SECTION.lines().count() + 1;
    let count = lines.div_ceil(lines_each);
    let mut text = String::with_capacity(count * (SECTION.len() + 80));
    for number in 0..count {
        text.push_str(&SECTION.replace('§', &number.to_string()));
    }
    text.push_str("fn main() {\n    let mut sum = 0;\n");
    for number in 0..count {
        let name = format!("n{}", number % 17);
        let _ = writeln!(
            text,
            "    sum += weigh{number}(Entry{number} {{ id: {number}, name: \"{name}\", marks: [1, {number}, 3] }}, 5);"
        );
    }
    text.push_str("    print(sum);\n}\n");
    text
}
