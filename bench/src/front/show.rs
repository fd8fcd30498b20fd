//! What was measured, for people and for programs.

use serde_json::{Value, json};

use super::{Report, Yardstick};
use crate::measure::ROUNDS;

/// A table with one block for each size.
pub(crate) fn table(reports: &[Report]) -> String {
    let mut out = format!(
        "CPU time of one thread, best of {ROUNDS}. Ratios compare bytes in a second: above 1 Concerto is faster.\n"
    );
    for report in reports {
        out.push_str(&block(report));
    }
    out
}

fn block(report: &Report) -> String {
    let mut out = format!(
        "\n{} lines, {:.2} MB, {:.1} bytes a line\n",
        grouped(report.lines as f64),
        report.bytes as f64 / 1e6,
        report.bytes as f64 / report.lines as f64,
    );
    out.push_str(&format!("  {:<26}{:>10}{:>14}{:>10}{:>10}\n", "", "ms", "lines/s", "MB/s", "ratio"));
    for phase in report.phases() {
        let lines_per_second = grouped(report.lines as f64 / phase.seconds);
        out.push_str(&row(phase.name, phase.seconds, &lines_per_second, report.bytes, ""));
    }
    for (name, other, ours) in report.yardsticks() {
        let ratio = format!("{:.2}", report.ratio(ours, other));
        out.push_str(&row(name, other.seconds, "", other.bytes, &ratio));
    }
    out + &memory(report)
}

fn row(name: &str, seconds: f64, lines_per_second: &str, bytes: usize, ratio: &str) -> String {
    let (ms, speed) = (seconds * 1e3, megabytes_per_second(bytes, seconds));
    format!("  {name:<26}{ms:>10.2}{lines_per_second:>14}{speed:>10.1}{ratio:>10}\n")
}

fn memory(report: &Report) -> String {
    let (peak, own) = (report.memory.peak as f64, report.memory_own() as f64);
    format!(
        "  peak memory {:.1} MB, {:.1} MB of it for lexing and parsing: {:.1} bytes for each byte of source\n",
        peak / 1e6,
        own / 1e6,
        own / report.bytes as f64,
    )
}

/// The same as one JSON object.
pub(crate) fn json(reports: &[Report]) -> Value {
    let sizes: Vec<Value> = reports.iter().map(size).collect();
    json!({ "bench": "front", "clock": "thread CPU time", "rounds": ROUNDS, "sizes": sizes })
}

fn size(report: &Report) -> Value {
    let mut fields = serde_json::Map::new();
    fields.insert("lines".into(), json!(report.lines));
    fields.insert("bytes".into(), json!(report.bytes));
    for phase in report.phases() {
        let value = json!({
            "seconds": phase.seconds,
            "lines_per_second": report.lines as f64 / phase.seconds,
            "mb_per_second": megabytes_per_second(report.bytes, phase.seconds),
        });
        fields.insert(phase.key.into(), value);
    }
    for (name, other, ours) in report.yardsticks() {
        let value = json!({
            "bytes": other.bytes,
            "seconds": other.seconds,
            "mb_per_second": megabytes_per_second(other.bytes, other.seconds),
            "ratio": report.ratio(ours, other),
        });
        fields.insert(name.into(), value);
    }
    fields.insert("peak_bytes".into(), json!(report.memory.peak));
    fields.insert("front_bytes".into(), json!(report.memory_own()));
    Value::Object(fields)
}

struct Phase {
    name: &'static str,
    key: &'static str,
    seconds: f64,
}

impl Report {
    fn phases(&self) -> [Phase; 3] {
        [
            Phase { name: "lex", key: "lex", seconds: self.lex },
            Phase { name: "parse", key: "parse", seconds: self.parse },
            Phase { name: "lex + parse", key: "lex_parse", seconds: self.both },
        ]
    }

    /// The others, each with the time of ours that it is compared with.
    fn yardsticks(&self) -> [(&'static str, Yardstick, f64); 3] {
        [
            ("proc-macro2 (Rust, tokens)", self.rust_lex, self.lex),
            ("syn (Rust, tree)", self.rust, self.both),
            ("serde_json (Value)", self.json, self.both),
        ]
    }

    fn ratio(&self, ours: f64, other: Yardstick) -> f64 {
        megabytes_per_second(self.bytes, ours) / megabytes_per_second(other.bytes, other.seconds)
    }

    fn memory_own(&self) -> u64 {
        self.memory.peak.saturating_sub(self.memory.before)
    }
}

fn megabytes_per_second(bytes: usize, seconds: f64) -> f64 {
    bytes as f64 / 1e6 / seconds
}

/// `1234567.8` as `1,234,568`.
fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
