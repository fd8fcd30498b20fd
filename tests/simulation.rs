//! The tool loop in thousands of runs without chance: scripted models, a clock of its own, and a seed that decides what
//! happens and in which order it comes. After each run every call has one result, and all else is as the rules say.
//!
//! `loop.conc` is what runs, `scenario` makes up runs, `oracle` knows the rules, `trace` reads what happened, and `judge`
//! compares. `CONCERTO_SIMULATION_SEED` runs one seed only, and prints it; `CONCERTO_SIMULATION_RUNS` says how many there are.

mod judge;
mod oracle;
mod scenario;
mod trace;
mod world;

use scenario::{Agent, agents};

/// How many runs there are in all.
const RUNS: u64 = 3_000;

/// One run of so many is written down and read again at every effect.
const SUSPENDED: u64 = 300;

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// Runs what a seed says.
fn check(seed: u64, suspends: bool) {
    let agents = agents(seed);
    let told = match world::run(&agents, seed, suspends) {
        Ok(text) => judged(&agents, &text).map_err(|it| format!("{it}\n\nthe run:\n{text}")),
        Err(problem) => Err(problem),
    };
    if let Err(problem) = told {
        let how = if suspends { "suspended at every effect" } else { "not suspended" };
        let agents = agents.iter().map(|it| format!("{it:?}\n")).collect::<String>();
        panic!(
            "seed {seed}, {how}: {problem}\nthe agents:\n{agents}\nonly this one: \
             CONCERTO_SIMULATION_SEED={seed} cargo test -p concerto --test concerto simulation"
        );
    }
}

fn judged(agents: &[Agent], text: &str) -> Result<(), String> {
    let traces = trace::read(text)?;
    for agent in agents {
        let trace = traces.get(agent.name).ok_or(format!("nothing of {}", agent.name))?;
        judge::judge(agent, trace).map_err(|it| format!("agent {}: {it}", agent.name))?;
    }
    Ok(())
}

/// Runs a share of all seeds.
fn check_share(suspends: bool, share: u64) {
    if let Some(seed) = number("CONCERTO_SIMULATION_SEED") {
        return check(seed, suspends);
    }
    let runs = number("CONCERTO_SIMULATION_RUNS").unwrap_or(RUNS);
    for seed in (0..runs).filter(|it| (it % SUSPENDED == 0) == suspends && it % 2 == share) {
        check(seed, suspends);
    }
}

#[test]
fn every_call_has_one_result_in_whatever_order_tools_end() {
    check_share(false, 0);
}

#[test]
fn every_call_has_one_result_in_whatever_order_approvals_and_limits_come() {
    check_share(false, 1);
}

#[test]
fn every_call_has_one_result_also_where_the_program_is_suspended_at_every_effect() {
    check_share(true, 0);
}

#[test]
fn the_same_seed_is_the_same_run() {
    for seed in 0..40 {
        let agents = agents(seed);
        assert_eq!(world::run(&agents, seed, false), world::run(&agents, seed, false), "seed {seed}");
    }
}

#[test]
fn another_seed_is_another_order() {
    let other = (0..40).filter(|seed| {
        let agents = agents(*seed);
        world::run(&agents, 1, false) != world::run(&agents, 2, false)
    });
    let count = other.count();
    assert!(count > 10, "of 40 runs only {count} depend on the order");
}
