//! The guide, followed from its pages: files are written, commands are run, and what they print is compared.
//!
//! A line with nothing but `` `main.conc` `` names the file that the fence below it shows; a fence tagged `console` has a command after
//! `$` and all that it prints, and `console 2` one that exits with 2. A step has the files of those before it, as they left them.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::pages::{Fence, fences_of};
use crate::support::{concerto, files_below, root};

/// The steps in order.
fn steps() -> Vec<PathBuf> {
    files_below(&root().join("guide"), ".md").into_iter().filter(|it| !it.ends_with("README.md")).collect()
}

/// Follows one step, in an empty folder with the files of those before it.
fn follow(number: usize) {
    let folder = std::env::temp_dir().join(format!("concerto-guide-{}-{number}", std::process::id()));
    let project = folder.join("desk");
    std::fs::create_dir_all(&project).unwrap();
    let steps = steps();
    let (last, before) = steps[..number].split_last().unwrap();
    for page in before {
        for fence in fences_of(page) {
            write(page, &fence, &project);
        }
    }
    let mut commands = 0;
    for fence in fences_of(last) {
        if !write(last, &fence, &project) && fence.tag.starts_with("console") {
            run(&fence, &project);
            commands += 1;
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(commands > 0, "{} runs nothing", last.display());
}

/// Writes the file that a fence shows, if it shows one.
fn write(page: &Path, fence: &Fence, project: &Path) -> bool {
    let text = std::fs::read_to_string(page).unwrap();
    let above = text.lines().take(fence.line - 1).filter(|it| !it.is_empty()).last().unwrap_or_default();
    let name = above.strip_prefix('`').and_then(|it| it.strip_suffix('`')).filter(|it| !it.contains(['`', ' ']));
    let is_file = name.is_some() && ["concerto", "toml"].contains(&fence.tag.as_str());
    let is_known = ["sh", "concerto,fragment"].contains(&fence.tag.as_str()) || fence.tag.starts_with("console");
    assert!(is_file || is_known, "{}:{}: which file is this?", fence.file, fence.line);
    if let (true, Some(name)) = (is_file, name) {
        std::fs::write(project.join(name), &fence.text).unwrap();
    }
    is_file
}

/// Runs the command of a fence as a shell does, with nothing of this machine's settings.
fn run(fence: &Fence, project: &Path) {
    let place = format!("{}:{}", fence.file, fence.line);
    let (command, wanted) = fence.text.split_once('\n').unwrap();
    let command = command.strip_prefix("$ ").unwrap_or_else(|| panic!("{place}: no command"));
    let bin = Path::new(env!("CARGO_BIN_EXE_concerto")).parent().unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("exec 2>&1; {command}")]).current_dir(project).stdin(Stdio::null());
    shell.env_clear().env("PATH", format!("{}:/usr/bin:/bin", bin.display()));
    let output = shell.output().unwrap();
    let code = fence.tag.split_once(' ').map_or("0", |(_, code)| code);
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(said.trim_end(), wanted.trim_end(), "{place}: {command}");
    assert_eq!(output.status.code().map(|it| it.to_string()).as_deref(), Some(code), "{place}: {command}");
}

#[test]
fn the_steps_do_what_they_say() {
    assert_eq!(steps().len(), 10);
    (1..=9).for_each(follow);
}

#[test]
fn the_step_about_tests_does_what_it_says() {
    follow(10);
}

#[test]
fn the_programs_of_the_readme_print_what_it_says() {
    let fences = fences_of(&root().join("README.md"));
    let printed: Vec<&Fence> = fences.iter().filter(|it| it.tag == "text").collect();
    let program = fences.iter().find(|it| it.tag == "concerto").unwrap();
    let path = std::env::temp_dir().join(format!("concerto-readme-{}.conc", std::process::id()));
    std::fs::write(&path, &program.text).unwrap();
    let ran = |path: &Path| concerto(&root(), &["run", &path.display().to_string()]);
    let outputs = [ran(&path), ran(Path::new("examples/assistant.conc"))];
    std::fs::remove_file(&path).unwrap();
    let said: Vec<String> = outputs.iter().map(|it| String::from_utf8_lossy(&it.stdout).into_owned()).collect();
    assert_eq!(said, printed.iter().map(|it| it.text.clone()).collect::<Vec<_>>());
}

#[test]
fn every_link_of_the_front_door_and_the_guide_leads_somewhere() {
    let mut pages = files_below(&root().join("guide"), ".md");
    pages.extend(["README.md", "spec/README.md", "bench/README.md", "bench/REPORT.md"].map(|it| root().join(it)));
    for page in pages {
        let text = std::fs::read_to_string(&page).unwrap();
        let links = text.split("](").skip(1).filter_map(|it| it.split([')', '#']).next());
        for link in links.filter(|it| !it.is_empty() && !it.starts_with("http")) {
            assert!(page.parent().unwrap().join(link).exists(), "{}: {link}", page.display());
        }
    }
}
