//! Names of projects: which are right, and the right one that is nearest to a wrong one.

/// Longer names are of no use, and some file systems refuse them.
const LENGTH_MAX: usize = 64;

/// Whether a project can have this name.
pub(super) fn check(name: &str) -> Result<(), String> {
    if is_right(name) { Ok(()) } else { Err(wrong(name, corrected(name).as_deref())) }
}

fn is_right(name: &str) -> bool {
    let is_part = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '-' || it == '_';
    name.starts_with(|it: char| it.is_ascii_lowercase()) && name.chars().all(is_part) && name.len() <= LENGTH_MAX
}

/// The name itself where it is right, else one like it: `my-app` for `My App!`. Nothing where no letter is left.
pub(super) fn corrected(name: &str) -> Option<String> {
    if is_right(name) {
        return Some(name.to_owned());
    }
    let mut right = String::new();
    for it in name.trim().chars().map(|it| it.to_ascii_lowercase()) {
        match it {
            'a'..='z' => right.push(it),
            '0'..='9' | '_' if !right.is_empty() => right.push(it),
            _ if right.is_empty() || right.ends_with('-') => {}
            _ => right.push('-'),
        }
        if right.len() == LENGTH_MAX {
            break;
        }
    }
    let end = right.trim_end_matches('-').len();
    right.truncate(end);
    (!right.is_empty()).then_some(right)
}

fn wrong(name: &str, better: Option<&str>) -> String {
    let shown: String = name.chars().take(LENGTH_MAX).flat_map(char::escape_debug).collect();
    let help = match better {
        _ if is_path(name) => path_help(name),
        Some(better) => format!("`concerto new {better}`"),
        None => "`concerto new my-app`".to_owned(),
    };
    format!(
        "`{shown}` cannot be the name of a project: names have the letters a to z, digits, `-` and `_`, start with a letter and are at most {LENGTH_MAX} long\n  Help: {help}"
    )
}

fn is_path(name: &str) -> bool {
    name.contains(['/', '\\'])
}

/// A path where the name should be: the last part is the name.
fn path_help(path: &str) -> String {
    let last = path.split(['/', '\\']).rfind(|it| corrected(it).is_some());
    let name = last.and_then(corrected).unwrap_or_else(|| "my-app".to_owned());
    let shown: String = path.chars().flat_map(char::escape_debug).collect();
    let shown = if shown.contains(' ') { format!("\"{shown}\"") } else { shown };
    format!("name and folder are given separately: `concerto new {name} {shown}`")
}
