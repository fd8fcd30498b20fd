//! `concerto new` and `concerto init`: a project that runs and whose tests pass, without a key.
//!
//! Nothing that is there already is overwritten: what is in the way is told before anything is written.

mod name;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::args::NewArgs;
use crate::compile::failed;
use crate::output;

/// A file of a new project.
struct Template {
    path: &'static str,
    text: &'static str,
    /// Whether `init` keeps a file of this name that is there already.
    may_be_kept: bool,
}

/// All files of a new project. `{{name}}` in them is its name.
const TEMPLATES: &[Template] = &[
    Template { path: "Concerto.toml", text: include_str!("../templates/project/Concerto.toml"), may_be_kept: false },
    Template { path: "src/main.conc", text: include_str!("../templates/project/src/main.conc"), may_be_kept: false },
    Template { path: "README.md", text: include_str!("../templates/project/README.md"), may_be_kept: true },
    Template { path: ".gitignore", text: include_str!("../templates/project/gitignore"), may_be_kept: true },
];

/// `concerto new NAME [PATH]`.
pub(crate) fn new(args: &NewArgs) -> ExitCode {
    let folder = args.path.clone().unwrap_or_else(|| PathBuf::from(&args.name));
    ended(name::check(&args.name).and_then(|()| is_free(&folder)).and_then(|()| write(&args.name, &folder)), &folder)
}

/// `concerto init`.
pub(crate) fn init() -> ExitCode {
    let here = Path::new(".");
    ended(name_of(here).and_then(|name| write(&name, here)), here)
}

fn ended(written: Result<String, String>, folder: &Path) -> ExitCode {
    match written {
        Ok(list) => {
            output::stdout(&format!("{list}{}", next(folder)));
            ExitCode::SUCCESS
        }
        Err(problem) => failed(&problem),
    }
}

/// The name of a project in a folder that has one already.
fn name_of(folder: &Path) -> Result<String, String> {
    let path = folder.canonicalize().map_err(|error| format!("this folder cannot be read: {error}"))?;
    let own = path.file_name().map(|it| it.to_string_lossy().into_owned());
    Ok(own.and_then(|it| name::corrected(&it)).unwrap_or_else(|| "app".to_owned()))
}

/// Whether a new project can be made in a folder: there is none, or nothing is in it.
fn is_free(folder: &Path) -> Result<(), String> {
    let shown = folder.display();
    if folder.is_dir() {
        let entries = std::fs::read_dir(folder).map_err(|error| format!("`{shown}` cannot be read: {error}"))?;
        let mut names: Vec<String> =
            entries.flatten().map(|it| it.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        return if names.is_empty() { Ok(()) } else { Err(occupied(folder, &names)) };
    }
    match folder.symlink_metadata() {
        Ok(_) => Err(format!("`{shown}` is a file\n  Help: choose another folder: `concerto new NAME PATH`")),
        Err(_) => Ok(()),
    }
}

fn occupied(folder: &Path, names: &[String]) -> String {
    let shown = folder.display();
    let rest = names.len().saturating_sub(3);
    let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
    let first: Vec<String> = names.iter().take(3).map(|it| format!("`{it}`")).collect();
    format!(
        "the folder `{shown}` is not empty: it has {}{more}\n  Help: choose another folder with `concerto new NAME PATH`, or use `concerto init` in that one",
        first.join(", ")
    )
}

/// Writes the files of a project, and says which.
fn write(name: &str, folder: &Path) -> Result<String, String> {
    let in_the_way: Vec<String> = TEMPLATES
        .iter()
        .filter(|it| !it.may_be_kept && folder.join(it.path).symlink_metadata().is_ok())
        .map(|it| format!("`{}`", it.path))
        .collect();
    if !in_the_way.is_empty() {
        return Err(there_already(&in_the_way));
    }
    let mut list = format!("{name}\n");
    for template in TEMPLATES {
        let was_written = write_one(template, name, folder)?;
        list += &format!("  {} {}\n", if was_written { "wrote" } else { "kept " }, template.path);
    }
    Ok(list)
}

fn there_already(files: &[String]) -> String {
    let verb = if files.len() == 1 { "is" } else { "are" };
    format!(
        "{} {verb} here already, and nothing was written\n  Help: `concerto run` runs the project that is here; `concerto new NAME` makes one in a folder of its own",
        files.join(" and ")
    )
}

/// Whether a file was written: one that may be kept is not written over.
fn write_one(template: &Template, name: &str, folder: &Path) -> Result<bool, String> {
    let path = folder.join(template.path);
    let problem = |error: std::io::Error| format!("`{}` cannot be written: {error}", path.display());
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent).map_err(problem)?;
    }
    match std::fs::File::create_new(&path) {
        Ok(mut file) => {
            file.write_all(template.text.replace("{{name}}", name).as_bytes()).map_err(problem)?;
            Ok(true)
        }
        Err(error) if template.may_be_kept && error.kind() == std::io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(problem(error)),
    }
}

/// What to do now.
fn next(folder: &Path) -> String {
    let commands = "  concerto run     asks its agent something; no key is needed\n  concerto test    runs its tests\n";
    match folder == Path::new(".") {
        true => format!("\nNext:\n{commands}"),
        false => format!("\nNext, after `cd {}`:\n{commands}", folder.display()),
    }
}
