//! What loading modules has to say. One function, one message.

use std::path::Path;

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// The entry file does not exist; perhaps the one with the ending does.
pub(super) fn no_entry(path: &Path, meant: Option<&Path>) -> Diagnostic {
    Diagnostic::new(Code::UnknownModule, format!("there is no file `{}`", path.display()))
        .help(meant.map(|it| format!("there is `{}`", it.display())))
        .help("check the path; without one, the entry of `Concerto.toml` is used")
}

/// A file that exists and cannot be read.
pub(super) fn unreadable(path: &Path, reason: &str, at: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownModule, format!("`{}` cannot be read: {reason}", path.display()));
    match at {
        Some(at) => diagnostic.label(at, "needed here"),
        None => diagnostic,
    }
}

/// `mod x;` without `x.conc`.
pub(super) fn no_file(name: &str, at: Span, beside: &Path, inside: &Path) -> Diagnostic {
    Diagnostic::new(Code::UnknownModule, format!("there is no file for the module `{name}`"))
        .label(at, "declared here")
        .help(format!("create `{}` or `{}`", beside.display(), inside.display()))
}

/// `mod x;` with `x.conc` and `x/mod.conc`.
pub(super) fn two_files(name: &str, at: Span, beside: &Path, inside: &Path) -> Diagnostic {
    Diagnostic::new(Code::AmbiguousModule, format!("the module `{name}` has two files"))
        .label(at, "declared here")
        .help(format!("keep `{}` or `{}`, and remove the other", beside.display(), inside.display()))
}

/// `a` says `mod b;` and `b` says `mod a;`.
pub(super) fn cycle(at: Span, files: &[&Path]) -> Diagnostic {
    let first = files.first().map(|path| path.display().to_string()).unwrap_or_default();
    let chain: Vec<String> = files.iter().map(|path| path.display().to_string()).chain([first]).collect();
    Diagnostic::new(Code::ModuleCycle, format!("modules load each other in a cycle: {}", chain.join(" -> ")))
        .label(at, "this `mod` closes the cycle")
        .help("declare each module once, for example in the entry file, and refer to it with `use`")
}

/// Modules declared in modules, without end.
pub(super) fn too_deep(at: Span, limit: usize) -> Diagnostic {
    Diagnostic::new(Code::NestedTooDeep, format!("modules are declared in each other more than {limit} deep"))
        .label(at, "one level too many")
        .help("declare modules in the entry file")
}

/// Bytes that are no text.
pub(super) fn not_utf8(path: &Path, at: Span) -> Diagnostic {
    Diagnostic::new(Code::NotUtf8, format!("`{}` is not UTF-8", path.display()))
        .label(at, "the first byte that is not")
        .help("save the file as UTF-8")
}

/// More text than spans can address.
pub(super) fn too_large(path: &Path) -> Diagnostic {
    Diagnostic::new(Code::SourceTooLarge, format!("`{}` is too large", path.display()))
        .help("all files of a program together can have up to 4 GiB")
}
