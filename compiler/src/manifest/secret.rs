//! Telling the name of an environment variable from a key that was pasted in its place.

/// How the keys of well-known services start.
const PREFIXES: &[&str] = &["sk-", "sk_", "AIza", "gsk_", "xai-", "pk-", "ghp_", "github_pat_", "hf_", "Bearer "];

/// A stretch of letters and digits this long is no word.
const WORD_MAX: usize = 16;

/// Whether a text can be the name of an environment variable.
pub(super) fn is_variable(text: &str) -> bool {
    let starts_well = text.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_');
    starts_well && text.chars().all(|it| it.is_ascii_alphanumeric() || it == '_')
}

/// Whether a text is certainly no prose, name or address, but a key.
pub(super) fn is_key(text: &str) -> bool {
    let known = PREFIXES.iter().any(|prefix| text.starts_with(prefix));
    known || text.split(|it: char| !it.is_ascii_alphanumeric()).any(looks_random)
}

/// Whether a text where the name of a variable belongs is probably a key. Errs on the side of yes: what it says yes
/// to is not shown.
pub(super) fn looks_like_key(text: &str) -> bool {
    is_key(text) || (!is_variable(text) && text.len() > WORD_MAX && has_digit(text))
}

fn looks_random(stretch: &str) -> bool {
    stretch.len() > WORD_MAX && has_digit(stretch) && stretch.bytes().any(|it| it.is_ascii_alphabetic())
}

fn has_digit(text: &str) -> bool {
    text.bytes().any(|it| it.is_ascii_digit())
}

/// The variable in `$NAME` and `${NAME}`.
pub(super) fn dollar_variable(text: &str) -> Option<&str> {
    let name = text.strip_prefix('$')?;
    let name = name.strip_prefix('{').and_then(|it| it.strip_suffix('}')).unwrap_or(name);
    is_variable(name).then_some(name)
}
