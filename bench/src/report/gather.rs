//! Measures all parts of the page, one after another.

use std::error::Error;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use super::bench;
use super::page::{Bar, Part, mean, shown};
use crate::show::grouped;
use crate::vm::{Compared, Missing, compare, startup};
use crate::{check, front, library};

/// All parts, in the order of the page.
pub(super) fn parts(concerto: &Path, is_quick: bool) -> Result<Vec<Part>, Box<dyn Error>> {
    let runs = if is_quick { 1 } else { 3 };
    Ok(vec![
        agents(concerto, is_quick),
        kernels(compare(Some(concerto), runs)?, runs),
        programs(library::compare(Some(concerto), runs)?, runs),
        starts(startup(Some(concerto), if is_quick { 10 } else { 50 })?),
        parsing(is_quick)?,
        checking(is_quick)?,
    ])
}

/// `bench/agents/run.py`, which installs what it needs; what goes wrong there leaves the part without numbers.
fn agents(concerto: &Path, is_quick: bool) -> Part {
    eprintln!("running agents at once, beside other frameworks");
    let (said, missing) = match agents_run(concerto, is_quick) {
        Ok(said) => {
            let notices = said["notices"].as_array().into_iter().flatten();
            let missing = notices.filter_map(Value::as_str).map(str::to_owned).collect();
            (said, missing)
        }
        Err(problem) => {
            (Value::Null, vec![format!("all of it: {problem}. `bench/agents/README.md` says what is needed")])
        }
    };
    agents_part(&said, missing)
}

fn agents_run(concerto: &Path, is_quick: bool) -> Result<Value, Box<dyn Error>> {
    let out = std::env::temp_dir().join(format!("concerto-agents-{}.json", std::process::id()));
    let sizes: &[&str] = if is_quick { &["100", "--runs", "1"] } else { &["100,1000", "--runs", "2"] };
    let mut command = Command::new(bench().join("agents/run.py"));
    command.arg("--bin").arg(concerto).arg("--json").arg(&out).arg("--n").args(sizes).args(["--limit", "90"]);
    let ended = command.stdout(Stdio::null()).status()?;
    if !ended.success() {
        return Err(format!("`bench/agents/run.py` ended with {ended}").into());
    }
    let text = std::fs::read_to_string(&out)?;
    std::fs::remove_file(&out)?;
    Ok(serde_json::from_str(&text)?)
}

/// The page's form of what `run.py --json` writes. The plot is of the most agents that were run.
pub(super) fn agents_part(said: &Value, missing: Vec<String>) -> Part {
    let rows: Vec<&Value> = said["rows"].as_array().into_iter().flatten().collect();
    let number = |row: &Value, key: &str| row[key].as_f64().unwrap_or(f64::NAN);
    let ours = |agents: &Value, key: &str| {
        rows.iter().find(|it| it["title"] == "Concerto" && it["agents"] == *agents).map(|it| number(it, key))
    };
    let times = |row: &Value, key: &str| Some(number(row, key) / ours(&row["agents"], key)?);
    let most = rows.iter().filter_map(|it| it["agents"].as_u64()).max();
    let title = |row: &Value| row["title"].as_str().unwrap_or_default().to_owned();
    let others = rows.iter().filter(|it| it["title"] != "Concerto" && it["agents"].as_u64() == most);
    let bars = others.filter_map(|it| Some(Bar { name: title(it), times: times(it, "turn_ms")? })).collect();
    let cell = |times: Option<f64>| times.map_or_else(String::new, shown);
    let line = |row: &&Value| {
        let agents = grouped(number(row, "agents"));
        vec![agents, title(row), cell(times(row, "turn_ms")), cell(times(row, "agent_kb"))]
    };
    Part {
        key: "agents",
        title: "A turn of an agent, CPU time",
        about: "Many agents at once with two tools and three turns each, against a server on this machine that answers after 50 ms. \
                The frameworks are used as their documentation shows it; [`agents/`](agents/README.md) has the programs."
            .to_owned(),
        heads: words(&["agents", "", "CPU time of a turn", "memory of an agent"]),
        rows: rows.iter().map(line).collect(),
        bars,
        missing,
    }
}

fn kernels(compared: Compared, runs: usize) -> Part {
    let about = format!(
        "User time of the {} programs of [`vm/`](vm/README.md), best of {runs}. The mean is the geometric one.",
        compared.rows.len(),
    );
    matrix("kernels", "Small programs, user time", about, compared, "`bench/vm/install.sh` installs it")
}

fn programs(compared: Compared, runs: usize) -> Part {
    let about = format!(
        "User time of the {} programs of [`std/`](std/README.md), which mostly call the library, best of {runs}, with the start of \
         the process. The mean is the geometric one.",
        compared.rows.len(),
    );
    matrix(
        "library",
        "Programs about the library, user time",
        about,
        compared,
        "install it from its own site or your system's packages",
    )
}

/// Programs in rows, languages in columns, each as a multiple of the first.
pub(super) fn matrix(key: &'static str, title: &'static str, about: String, it: Compared, install: &str) -> Part {
    let others = it.names.get(1..).unwrap_or_default();
    let times = |row: &[Option<f64>], column: usize| Some(row.get(column).copied()?? / row.first().copied()??);
    let cell = |times: Option<f64>| times.map_or_else(|| "wrong".to_owned(), shown);
    let mut rows: Vec<Vec<String>> = Vec::new();
    for (name, row) in &it.rows {
        let cells = (1..=others.len()).map(|column| cell(times(row, column)));
        rows.push([format!("`{name}`")].into_iter().chain(cells).collect());
    }
    let means: Vec<Option<f64>> = (1..=others.len())
        .map(|column| mean(&it.rows.iter().filter_map(|(_, row)| times(row, column)).collect::<Vec<_>>()))
        .collect();
    rows.push(["mean".to_owned()].into_iter().chain(means.iter().map(|it| cell(*it))).collect());
    let bars =
        others.iter().zip(&means).filter_map(|(name, times)| Some(Bar { name: (*name).to_owned(), times: (*times)? }));
    let missing = it.missing.iter().map(|Missing { name, reason }| format!("{name}: {reason}; {install}"));
    Part {
        key,
        title,
        about,
        heads: words(&[""]).into_iter().chain(others.iter().map(|it| (*it).to_owned())).collect(),
        rows,
        bars: bars.collect(),
        missing: missing.chain(it.wrong).collect(),
    }
}

fn starts(seconds: Vec<(&'static str, f64)>) -> Part {
    let ours = seconds.first().map_or(f64::NAN, |it| it.1);
    let bars = seconds.iter().skip(1).map(|(name, it)| Bar { name: (*name).to_owned(), times: it / ours });
    Part {
        key: "startup",
        title: "`hello`, wall time",
        about: "From the start of the process to its end, the shortest of many. Concerto compiles from source here; `IR` is the same \
                program built before."
            .to_owned(),
        heads: Vec::new(),
        rows: Vec::new(),
        bars: bars.collect(),
        missing: Vec::new(),
    }
}

fn parsing(is_quick: bool) -> Result<Part, Box<dyn Error>> {
    eprintln!("parsing");
    let (lines, beside) = match is_quick {
        true => front::measure_size(10_000, 5)?.beside(),
        false => front::measure_size(100_000, 15)?.beside(),
    };
    Ok(Part {
        key: "parsing",
        title: "Parsing, CPU time for a byte",
        about: format!(
            "A generated program of {} lines, beside Rust of as many bytes and JSON of as many bytes.",
            grouped(lines as f64)
        ),
        heads: Vec::new(),
        rows: Vec::new(),
        bars: beside.into_iter().map(|(name, times)| Bar { name: name.to_owned(), times }).collect(),
        missing: Vec::new(),
    })
}

/// Nobody is beside: how the time of a line grows with the program.
fn checking(is_quick: bool) -> Result<Part, Box<dyn Error>> {
    eprintln!("checking");
    let (sizes, rounds): (&[usize], _) =
        if is_quick { (&[10_000, 30_000], 3) } else { (&[10_000, 30_000, 100_000], 9) };
    let mut rows = Vec::new();
    let mut first = None;
    for size in sizes {
        let (lines, seconds, peak) = check::measure_size(*size, rounds)?.whole();
        let for_a_line = seconds / lines as f64;
        let base = *first.get_or_insert(for_a_line);
        let cells =
            [grouped(lines as f64), shown(for_a_line / base), format!("{:.0} bytes", peak as f64 / lines as f64)];
        rows.push(cells.to_vec());
    }
    Ok(Part {
        key: "checking",
        title: "Checking, as programs grow",
        about: "Everything that `concerto check` does. About 1 means that a program twice as long takes twice as long."
            .to_owned(),
        heads: words(&["lines", "CPU time of a line, as a multiple of the first", "peak memory for a line"]),
        rows,
        bars: Vec::new(),
        missing: Vec::new(),
    })
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|it| (*it).to_owned()).collect()
}
