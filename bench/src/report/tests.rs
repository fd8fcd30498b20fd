//! The page and its plots from given numbers, and the figures of the README. Nothing is timed here.

use insta::assert_snapshot;
use serde_json::json;

use super::bench;
use super::gather::{agents_part, matrix};
use super::page::{Bar, Page, mean, shown};
use super::plot::svg;
use crate::vm::{Compared, Missing};

fn page() -> Page {
    let compared = Compared {
        names: vec!["Concerto", "Lua 5.4", "Rust"],
        rows: vec![
            ("fib", vec![Some(0.5), Some(1.0), Some(0.05)]),
            ("json", vec![Some(0.2), Some(1.6), Some(0.02)]),
            ("broken", vec![Some(1.0), None, Some(1.0)]),
        ],
        missing: vec![Missing { name: "LuaJIT -jon", reason: "luajit: not found".to_owned() }],
        wrong: vec!["broken: Lua 5.4 failed: exit status: 1".to_owned()],
    };
    let said = json!({ "rows": [
        { "agents": 100, "title": "Concerto", "turn_ms": 0.2, "agent_kb": 40.0 },
        { "agents": 100, "title": "By hand", "turn_ms": 0.1, "agent_kb": 30.0 },
        { "agents": 1000, "title": "Concerto", "turn_ms": 0.1, "agent_kb": 40.0 },
        { "agents": 1000, "title": "By hand", "turn_ms": 0.08, "agent_kb": 30.0 },
        { "agents": 1000, "title": "Framework", "turn_ms": 11.0, "agent_kb": 400.0 },
    ] });
    Page {
        command: "bench report".to_owned(),
        machine: vec!["2 cores".to_owned()],
        parts: vec![
            agents_part(&said, Vec::new()),
            matrix("kernels", "Kernels", "User time.".to_owned(), compared, "`install.sh` installs it"),
        ],
    }
}

#[test]
fn a_page_has_a_summary_tables_and_who_is_left_out() {
    assert_snapshot!(page().markdown(), @r#"
    # One run

    Made by

    ```sh
    bench report
    ```

    on the machine below. Every number is a multiple of what Concerto took in the same run: 2.00 took twice as long as Concerto, 0.50 half as long. Plots are logarithmic. Compare numbers of one page, not of two machines.

    - 2 cores

    ## In short

    | measured | as a multiple of Concerto's |
    | --- | --- |
    | A turn of an agent, CPU time | By hand 0.80 · Framework 110 |
    | Kernels | Lua 5.4 4.00 · Rust 0.22 |

    ## A turn of an agent, CPU time

    Many agents at once with two tools and three turns each, against a server on this machine that answers after 50 ms. The frameworks are used as their documentation shows it; [`agents/`](agents/README.md) has the programs.

    ![By hand 0.80 · Framework 110](plots/agents.svg)

    | agents |  | CPU time of a turn | memory of an agent |
    | --- | --- | --- | --- |
    | 100 | Concerto | 1.00 | 1.00 |
    | 100 | By hand | 0.50 | 0.75 |
    | 1,000 | Concerto | 1.00 | 1.00 |
    | 1,000 | By hand | 0.80 | 0.75 |
    | 1,000 | Framework | 110 | 10.0 |

    ## Kernels

    User time.

    ![Lua 5.4 4.00 · Rust 0.22](plots/kernels.svg)

    |  | Lua 5.4 | Rust |
    | --- | --- | --- |
    | `fib` | 2.00 | 0.10 |
    | `json` | 8.00 | 0.10 |
    | `broken` | wrong | 1.00 |
    | mean | 4.00 | 0.22 |

    Left out:

    - LuaJIT -jon: luajit: not found; `install.sh` installs it
    - broken: Lua 5.4 failed: exit status: 1
    "#);
}

#[test]
fn bars_begin_at_one_and_go_both_ways() {
    let bars = [Bar { name: "half <b>".to_owned(), times: 0.5 }, Bar { name: "twice".to_owned(), times: 2.0 }];
    assert_snapshot!(svg(&bars), @r##"
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 680 116" width="680" font-family="system-ui, sans-serif" font-size="13" fill="#6e7781">
    <text x="400.0" y="16" text-anchor="middle" font-size="12">faster ← Concerto → slower</text>
    <text x="180" y="47" text-anchor="end">Concerto</text>
    <rect x="400.0" y="34" width="0.0" height="16" fill="#8957e5" fill-opacity="0.7"/>
    <text x="406.0" y="47" font-weight="bold">1.00</text>
    <text x="180" y="73" text-anchor="end">half &lt;b&gt;</text>
    <rect x="190.0" y="60" width="210.0" height="16" fill="#6e7781" fill-opacity="0.7"/>
    <text x="406.0" y="73" font-weight="bold">0.50</text>
    <text x="180" y="99" text-anchor="end">twice</text>
    <rect x="400.0" y="86" width="210.0" height="16" fill="#6e7781" fill-opacity="0.7"/>
    <text x="616.0" y="99" font-weight="bold">2.00</text>
    <line x1="400.0" y1="30" x2="400.0" y2="108" stroke="#8957e5" stroke-width="2"/>
    </svg>
    "##);
}

#[test]
fn numbers_have_three_digits() {
    assert_eq!([0.056, 2.049, 9.996, 37.04, 108.34].map(shown), ["0.06", "2.05", "10.0", "37.0", "108"]);
    assert_eq!(mean(&[0.5, 2.0]), Some(1.0));
    assert_eq!(mean(&[]), None);
}

#[test]
fn agents_that_could_not_run_leave_a_line() {
    let part = agents_part(&serde_json::Value::Null, vec!["all of it: no python".to_owned()]);
    assert!(part.bars.is_empty() && part.rows.is_empty());
    assert_eq!(part.missing, ["all of it: no python"]);
}

#[test]
fn the_figures_of_the_readme_are_those_of_the_report() {
    let read = |path: &str| std::fs::read_to_string(bench().join(path)).unwrap();
    let (report, readme) = (read("REPORT.md"), read("../README.md"));
    let summary = report.split("## In short\n\n").nth(1).unwrap().split("\n## ").next().unwrap();
    assert!(summary.lines().count() > 3, "{summary}");
    assert!(readme.contains(summary.trim_end()), "this should stand in README.md:\n\n{summary}");
}

#[test]
fn every_plot_of_the_report_is_there() {
    let report = std::fs::read_to_string(bench().join("REPORT.md")).unwrap();
    for path in report.split("](plots/").skip(1).filter_map(|it| it.split(')').next()) {
        assert!(bench().join("plots").join(path).is_file(), "plots/{path} is missing");
    }
}
