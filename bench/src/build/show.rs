//! What was measured, for people and for programs.

use serde_json::{Value, json as value};

use super::{ROUNDS, Report};
use crate::show::grouped;

impl Report {
    fn phases(&self) -> [(&'static str, f64); 4] {
        [
            ("check", self.check.seconds()),
            ("compile", self.compile.seconds()),
            ("verify", self.verify.seconds()),
            ("write", self.write.seconds()),
        ]
    }

    fn seconds(&self) -> f64 {
        self.phases().iter().map(|it| it.1).sum()
    }
}

/// A table with a line for each size, and how the time and memory for a line grow from the smallest to the largest.
pub(crate) fn table(reports: &[Report]) -> String {
    let mut out = format!("CPU time of one thread in ms, best of {ROUNDS}; the library is included.\n\n");
    out.push_str("     lines    check  compile   verify    write      all   MB written   peak MB\n");
    for it in reports {
        let times: String = it.phases().iter().map(|(_, seconds)| format!("{:>9.1}", seconds * 1e3)).collect();
        out.push_str(&format!(
            "{:>10}{times}{:>9.1}{:>13.1}{:>10.1}\n",
            grouped(it.lines as f64),
            it.seconds() * 1e3,
            it.written as f64 / 1e6,
            it.peak as f64 / 1e6,
        ));
    }
    if let Some((time, memory)) = growth(reports) {
        out.push_str(&format!(
            "\na line of the last takes {time:.2} times as long as one of the first, and {memory:.2} times as much memory\n"
        ));
    }
    out
}

/// The same as one JSON object.
pub(crate) fn json(reports: &[Report]) -> Value {
    let size = |it: &Report| {
        let phases: serde_json::Map<String, Value> =
            it.phases().iter().map(|(name, seconds)| ((*name).to_owned(), value!(seconds))).collect();
        value!({ "lines": it.lines, "seconds": phases, "bytes_written": it.written, "peak_bytes": it.peak })
    };
    let sizes: Vec<Value> = reports.iter().map(size).collect();
    value!({ "bench": "build", "clock": "thread CPU time", "rounds": ROUNDS, "sizes": sizes })
}

/// What a line takes in the largest program, as a multiple of what it takes in the smallest: time and memory.
fn growth(reports: &[Report]) -> Option<(f64, f64)> {
    let (small, large) = (reports.first()?, reports.last()?);
    let ratio = |a: f64, b: f64| (b / large.lines as f64) / (a / small.lines as f64);
    Some((ratio(small.seconds(), large.seconds()), ratio(small.peak as f64, large.peak as f64)))
}
