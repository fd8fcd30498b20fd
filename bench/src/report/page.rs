//! What was measured, as Markdown. Pure: the same numbers give the same page.

/// The whole page.
pub(super) struct Page {
    pub(super) command: String,
    /// What it was measured on, a line each.
    pub(super) machine: Vec<String>,
    pub(super) parts: Vec<Part>,
}

/// One thing that is measured.
pub(super) struct Part {
    /// The name of its plot.
    pub(super) key: &'static str,
    pub(super) title: &'static str,
    /// What the numbers are.
    pub(super) about: String,
    pub(super) heads: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
    /// What is plotted, and told at the top of the page.
    pub(super) bars: Vec<Bar>,
    /// Who is left out and why.
    pub(super) missing: Vec<String>,
}

/// What somebody took.
pub(super) struct Bar {
    pub(super) name: String,
    /// As a multiple of what Concerto took.
    pub(super) times: f64,
}

impl Page {
    pub(super) fn markdown(&self) -> String {
        let mut out = String::from("# One run\n\nMade by\n\n");
        out.push_str(&format!("```sh\n{}\n```\n\n", self.command));
        out.push_str(
            "on the machine below. Every number is a multiple of what Concerto took in the same run: 2.00 took twice as long as \
             Concerto, 0.50 half as long. Plots are logarithmic. Compare numbers of one page, not of two machines.\n\n",
        );
        out.extend(self.machine.iter().map(|it| format!("- {it}\n")));
        out.push_str(&format!("\n## In short\n\n{}", self.summary()));
        for part in &self.parts {
            out.push('\n');
            out.push_str(&part.markdown());
        }
        out
    }

    /// The table at the top of the page, and in the README.
    pub(super) fn summary(&self) -> String {
        let heads = ["measured".to_owned(), "as a multiple of Concerto's".to_owned()];
        let rows =
            self.parts.iter().filter(|it| !it.bars.is_empty()).map(|it| vec![it.title.to_owned(), it.in_short()]);
        table(&heads, &rows.collect::<Vec<_>>())
    }
}

impl Part {
    fn markdown(&self) -> String {
        let mut out = format!("## {}\n\n{}\n", self.title, self.about);
        if !self.bars.is_empty() {
            out.push_str(&format!("\n![{}](plots/{}.svg)\n", self.in_short(), self.key));
        }
        if !self.rows.is_empty() {
            out.push('\n');
            out.push_str(&table(&self.heads, &self.rows));
        }
        if !self.missing.is_empty() {
            out.push_str("\nLeft out:\n\n");
            out.extend(self.missing.iter().map(|it| format!("- {it}\n")));
        }
        out
    }

    fn in_short(&self) -> String {
        let bars: Vec<String> = self.bars.iter().map(|it| format!("{} {}", it.name, shown(it.times))).collect();
        bars.join(" · ")
    }
}

/// `0.48`, `2.05`, `37.0`, `108`: three digits, as many as a busy machine leaves.
pub(super) fn shown(times: f64) -> String {
    match times {
        _ if times < 9.995 => format!("{times:.2}"),
        _ if times < 99.95 => format!("{times:.1}"),
        _ => format!("{times:.0}"),
    }
}

fn table(heads: &[String], rows: &[Vec<String>]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let rule = vec!["---".to_owned(); heads.len()];
    [line(heads), line(&rule)].into_iter().chain(rows.iter().map(|it| line(it))).collect()
}

/// The geometric mean, of what there is.
pub(super) fn mean(numbers: &[f64]) -> Option<f64> {
    let logs: f64 = numbers.iter().map(|it| it.ln()).sum();
    (!numbers.is_empty()).then(|| (logs / numbers.len() as f64).exp())
}
