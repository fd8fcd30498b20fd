//! `concerto mcp lock`: writes down what servers offer, or says what has changed.

use std::path::Path;
use std::process::ExitCode;

use concerto_runtime::mcp::{described, hash};

use super::{EXIT_FAILED, meant, servers, told, wait};
use crate::args::McpLockArgs;
use crate::compile::failed;
use crate::output::{self, plural};
use crate::project::LOCK;

pub(super) fn run(args: &McpLockArgs) -> Result<ExitCode, ExitCode> {
    let (project, servers) = servers(args.project.as_deref())?;
    let mut names = Vec::new();
    match args.servers.is_empty() {
        true => names = servers.names(),
        false => {
            for it in &args.servers {
                names.extend(meant(&servers, Some(it))?);
            }
        }
    }
    let before = project.manifest.and_then(|it| it.lock).unwrap_or_default();
    let mut lock = before.clone();
    let mut has_changed = false;
    for name in names {
        let tools = wait(servers.offered(name))?.map_err(|it| told(&it))?;
        let tools: Vec<_> = tools.iter().map(described).collect();
        let changes = match before.server(name) {
            Some(locked) => locked.changes(&tools),
            None => vec!["it was not locked".to_owned()],
        };
        has_changed |= !changes.is_empty();
        let count = plural(tools.len(), "tool");
        let said = match changes.is_empty() {
            true => format!("{name}: {count}, nothing has changed\n"),
            false => format!("{name}: {count}\n  {}\n", changes.join("\n  ")),
        };
        output::stdout(&said);
        lock.set(name, tools);
    }
    lock.retain(&servers.names());
    servers.end();
    if args.check {
        return Ok(if has_changed { ExitCode::from(EXIT_FAILED) } else { ExitCode::SUCCESS });
    }
    let path = project.root.unwrap_or_default().join(LOCK);
    write(&path, &lock.text(hash)).map_err(|it| failed(&format!("`{}` cannot be written: {it}", path.display())))?;
    Ok(ExitCode::SUCCESS)
}

/// Writes a file as a whole.
fn write(path: &Path, text: &str) -> std::io::Result<()> {
    let draft = path.with_extension("lock.new");
    std::fs::write(&draft, text)?;
    std::fs::rename(&draft, path)
}
