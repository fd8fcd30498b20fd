//! What was measured, for people and for programs.

use serde_json::{Value, json};

use super::{ROUNDS, Report};
use crate::show::grouped;

/// A table with one block for each size, and how the time for a line grows from the smallest to the largest.
pub(crate) fn table(reports: &[Report]) -> String {
    let mut out = format!("CPU time of one thread, best of {ROUNDS}; the library is included.\n");
    for report in reports {
        out.push_str(&block(report));
    }
    for growth in growths(reports) {
        out.push_str(&format!(
            "\n{}: a line of {} takes {:.2} times as long as one of {}",
            growth.phase,
            grouped(growth.large as f64),
            growth.ratio,
            grouped(growth.small as f64),
        ));
    }
    out + "\n"
}

fn block(report: &Report) -> String {
    let mut out = match report.lines {
        0 => "\nThe library alone\n".to_owned(),
        lines => format!("\n{} lines, {:.2} MB\n", grouped(lines as f64), report.bytes as f64 / 1e6),
    };
    out.push_str(&format!("  {:<22}{:>9}{:>12}{:>9}{:>16}\n", "", "ms", "lines/s", "MB/s", "peak memory MB"));
    for phase in report.phases() {
        let (lines, speed) = match report.lines {
            0 => (String::new(), String::new()),
            lines => {
                (grouped(lines as f64 / phase.seconds), format!("{:.1}", report.bytes as f64 / 1e6 / phase.seconds))
            }
        };
        let peak = phase.peak as f64 / 1e6;
        out.push_str(&format!("  {:<22}{:>9.2}{lines:>12}{speed:>9}{peak:>16.1}\n", phase.name, phase.seconds * 1e3));
    }
    out.push_str(&format!("  before: {:.1} MB\n", report.memory.before as f64 / 1e6));
    out
}

/// The same as one JSON object.
pub(crate) fn json(reports: &[Report]) -> Value {
    let sizes: Vec<Value> = reports.iter().map(size).collect();
    let growth: serde_json::Map<String, Value> =
        growths(reports).into_iter().map(|it| (it.phase.to_owned(), json!(it.ratio))).collect();
    json!({
        "bench": "check", "clock": "thread CPU time", "rounds": ROUNDS, "sizes": sizes, "time_per_line_growth": growth,
    })
}

fn size(report: &Report) -> Value {
    let mut fields = serde_json::Map::new();
    fields.insert("lines".into(), json!(report.lines));
    fields.insert("bytes".into(), json!(report.bytes));
    for phase in report.phases() {
        let lines_per_second = report.lines as f64 / phase.seconds;
        let value = json!({ "seconds": phase.seconds, "lines_per_second": lines_per_second, "peak_bytes": phase.peak });
        fields.insert(phase.name.into(), value);
    }
    fields.insert("before_bytes".into(), json!(report.memory.before));
    Value::Object(fields)
}

/// A phase as it is shown.
struct Phase {
    name: &'static str,
    seconds: f64,
    /// The most memory up to its end, in bytes.
    peak: u64,
}

impl Report {
    /// The lines that were checked, and the seconds and peak bytes of all of it.
    pub(crate) fn whole(&self) -> (usize, f64, u64) {
        let [.., all] = self.phases();
        (self.lines, all.seconds, all.peak)
    }

    fn phases(&self) -> [Phase; 4] {
        let (load, resolve, types) = (self.load.seconds(), self.resolve.seconds(), self.types.seconds());
        [
            Phase { name: "load", seconds: load, peak: self.memory.load },
            Phase { name: "resolve", seconds: resolve, peak: self.memory.resolve },
            Phase { name: "types", seconds: types, peak: self.memory.types },
            Phase { name: "all", seconds: load + resolve + types, peak: self.memory.types },
        ]
    }
}

/// How many times as long a line takes in the largest program as in the smallest.
struct Growth {
    phase: &'static str,
    small: usize,
    large: usize,
    ratio: f64,
}

fn growths(reports: &[Report]) -> Vec<Growth> {
    let mut sizes = reports.iter().filter(|it| it.lines > 0);
    let (Some(small), Some(large)) = (sizes.next(), sizes.next_back()) else { return Vec::new() };
    let pairs = small.phases().into_iter().zip(large.phases());
    pairs
        .map(|(a, b)| Growth {
            phase: a.name,
            small: small.lines,
            large: large.lines,
            ratio: (b.seconds / large.lines as f64) / (a.seconds / small.lines as f64),
        })
        .collect()
}
