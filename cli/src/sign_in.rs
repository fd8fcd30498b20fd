//! Signing in to servers: where what somebody gets for it is kept, and how they come to the page.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

use concerto_mcp::SignIn;

use crate::output;

/// The folder of the user's in which tokens are kept.
pub(crate) fn tokens() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|it| !it.is_empty()).map(PathBuf::from);
    let data = set("XDG_DATA_HOME").or_else(|| Some(set("HOME")?.join(".local").join("share")))?;
    Some(data.join("concerto").join("mcp"))
}

/// Sends whoever sits at the terminal to a page. `BROWSER` names the program that opens it; with it, nobody has to sit there.
pub(crate) fn browser() -> Option<SignIn> {
    let named = std::env::var("BROWSER").ok().filter(|it| !it.trim().is_empty());
    let is_there = std::io::stderr().is_terminal() && std::io::stdin().is_terminal();
    if named.is_none() && !is_there {
        return None;
    }
    Some(Arc::new(move |page: &str| {
        output::stderr(&format!("A server wants you to sign in. If no browser opens, go to:\n  {page}\n"));
        let programs: Vec<&str> = match &named {
            Some(named) => vec![named],
            None => vec!["xdg-open", "open"],
        };
        let is_open = programs.into_iter().any(|it| opens(it, page));
        is_open || is_there
    }))
}

fn opens(program: &str, page: &str) -> bool {
    let mut words = program.split_whitespace();
    let Some(name) = words.next() else { return false };
    let mut command = Command::new(name);
    command.args(words).arg(page).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        Ok(mut child) => {
            // It may go on for as long as the browser does.
            std::thread::spawn(move || child.wait());
            true
        }
        Err(_) => false,
    }
}
