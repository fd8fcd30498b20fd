//! What it is measured on: the machine, and who is beside.

use std::path::Path;
use std::process::Command;

/// A line for each thing that matters.
pub(super) fn machine(concerto: &Path) -> Vec<String> {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let date = first_line(Command::new("date").args(["-u", "+%Y-%m-%d"])).unwrap_or_default();
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or_default();
    vec![
        format!("{cores} cores, {}, {} {}", processor(), std::env::consts::OS, std::env::consts::ARCH),
        format!("{date}, with a load of {load} when it began"),
        versions(concerto).join(", "),
    ]
}

fn processor() -> String {
    let about = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = about.lines().find_map(|line| line.strip_prefix("model name"));
    name.map_or_else(|| "a processor without a name".to_owned(), |it| it.trim_matches([' ', '\t', ':']).to_owned())
}

/// The versions of all that are here.
fn versions(concerto: &Path) -> Vec<String> {
    let asked: [(&Path, &str); 6] = [
        (concerto, "--version"),
        (Path::new("lua5.4"), "-v"),
        (Path::new("luajit"), "-v"),
        (Path::new("python3"), "--version"),
        (Path::new("node"), "--version"),
        (Path::new("rustc"), "--version"),
    ];
    asked.iter().filter_map(|(program, flag)| version(program, flag)).collect()
}

/// `Lua 5.4.4`: the name and the number, without who made it.
fn version(program: &Path, flag: &str) -> Option<String> {
    let said = first_line(Command::new(program).arg(flag))?;
    let mut words = said.split_whitespace();
    let first = words.next()?;
    Some(match words.next() {
        Some(number) => format!("{first} {number}"),
        None => format!("{} {first}", program.display()),
    })
}

fn first_line(command: &mut Command) -> Option<String> {
    let said = command.output().ok()?;
    let text = if said.stdout.is_empty() { said.stderr } else { said.stdout };
    String::from_utf8_lossy(&text).lines().next().map(str::to_owned)
}
