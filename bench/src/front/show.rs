//! What was measured, for people and for programs.

use serde_json::{Value, json};

use super::{ROUNDS, Report};
use crate::measure::Best;
use crate::show::grouped;

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
    out.push_str(&format!("  {:<28}{:>9}{:>12}{:>9}{:>8}\n", "", "ms", "lines/s", "MB/s", "ratio"));
    for phase in report.phases() {
        let lines_per_second = grouped(report.lines as f64 / phase.seconds);
        out.push_str(&row(phase.name, phase.seconds, &lines_per_second, phase.speed(), ""));
    }
    for other in report.yardsticks() {
        out.push_str(&row(
            other.phase.name,
            other.phase.seconds,
            "",
            other.phase.speed(),
            &format!("{:.2}", other.ratio),
        ));
    }
    out + &memory(report)
}

fn row(name: &str, seconds: f64, lines_per_second: &str, speed: f64, ratio: &str) -> String {
    let row = format!("  {name:<28}{:>9.2}{lines_per_second:>12}{speed:>9.1}{ratio:>8}", seconds * 1e3);
    format!("{}\n", row.trim_end())
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
        let lines_per_second = report.lines as f64 / phase.seconds;
        let value = json!({
            "seconds": phase.seconds, "lines_per_second": lines_per_second, "mb_per_second": phase.speed(),
        });
        fields.insert(phase.key.into(), value);
    }
    for Yardstick { phase, ratio } in report.yardsticks() {
        let value = json!({
            "bytes": phase.bytes, "seconds": phase.seconds, "mb_per_second": phase.speed(), "ratio": ratio,
        });
        fields.insert(phase.key.into(), value);
    }
    fields.insert("peak_bytes".into(), json!(report.memory.peak));
    fields.insert("front_bytes".into(), json!(report.memory_own()));
    Value::Object(fields)
}

/// Something that was timed, as it is shown.
struct Phase {
    name: &'static str,
    key: &'static str,
    bytes: usize,
    seconds: f64,
}

impl Phase {
    /// Megabytes (a million bytes) in a second.
    fn speed(&self) -> f64 {
        self.bytes as f64 / 1e6 / self.seconds
    }
}

/// Another parser, and how many times faster ours is.
struct Yardstick {
    phase: Phase,
    ratio: f64,
}

impl Report {
    /// How many times as long as Concerto each other parser takes for a byte, and the lines that were read.
    pub(crate) fn beside(&self) -> (usize, Vec<(&'static str, f64)>) {
        (self.lines, self.yardsticks().into_iter().map(|it| (it.phase.name, it.ratio)).collect())
    }

    fn phases(&self) -> [Phase; 3] {
        let ours = |name, key, best: Best| Phase { name, key, bytes: self.bytes, seconds: best.seconds() };
        [
            ours("lex", "lex", self.times.lex),
            ours("parse", "parse", self.times.parse),
            ours("lex + parse", "lex_parse", self.times.both),
        ]
    }

    /// The tokens of Rust are compared with our tokens, trees with our trees.
    fn yardsticks(&self) -> [Yardstick; 3] {
        let [lex, _, both] = self.phases();
        let other = |name, key, bytes, best: Best, ours: &Phase| {
            let phase = Phase { name, key, bytes, seconds: best.seconds() };
            Yardstick { ratio: ours.speed() / phase.speed(), phase }
        };
        [
            other("proc-macro2: Rust to tokens", "proc_macro2", self.rust_bytes, self.times.rust_lex, &lex),
            other("syn: Rust to a tree", "syn", self.rust_bytes, self.times.rust, &both),
            other("serde_json: JSON to a Value", "serde_json", self.bytes, self.times.json, &both),
        ]
    }

    fn memory_own(&self) -> u64 {
        self.memory.peak.saturating_sub(self.memory.before)
    }
}
