// A program for measuring syn, made by `concerto-bench`: it has to be read, not to compile.

use std::collections::BTreeMap as Map;
use std::fmt::Display;

/// What can be written into a report.
trait Describe {
    fn title(&self) -> String;
    fn weight(&self) -> i64 { 1 }
    fn describe(&self) -> String { format!("{} ({})", self.title(), self.weight()) }
}

/// What every section of this program can fail with.
enum Trouble {
    Missing(String),
    OutOfRange { value: i64, limit: i64 },
    Nested(Vec<String>),
}

impl Display for Trouble {
    fn display(&self) -> String {
        match self {
            Trouble::Missing(what) => format!("no {}", what),
            Trouble::OutOfRange { value, limit } => format!("{} is over {}", value, limit),
            Trouble::Nested(all) => all.join("; "),
        }
    }
}

fn score_first(n: i64) -> i64 {
    if n < 0 { -n } else { n % 1000 }
}
