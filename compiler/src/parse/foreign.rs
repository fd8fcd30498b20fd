//! Words of other languages, and misspelt ones of this: what was probably meant.

use super::diagnostics;
use super::input::Builder;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::suggest::nearest;
use crate::lex::Kind;
use crate::lex::token::{CONTEXTUAL_KEYWORDS, HARD_KEYWORDS};

/// What people write who come from elsewhere, and what it is here.
const ELSEWHERE: &[(&str, &str)] = &[
    ("async", "any function may wait: leave `async` out"),
    ("case", "choose with `match value { pattern => result, … }`"),
    ("catch", "errors are values: use `?`, or `match` on the `Result`"),
    ("class", "declare data with `struct` and its methods with `impl`"),
    ("def", "functions are declared with `fn`"),
    ("do", "repeat with `loop { … }` and leave it with `break`"),
    ("elif", "write `else if`"),
    ("elseif", "write `else if`"),
    ("elsif", "write `else if`"),
    ("export", "items other modules may use are marked `pub`"),
    ("extends", "there is no inheritance: share behaviour with a `trait`"),
    ("from", "import with `use module::{name};`"),
    ("func", "functions are declared with `fn`"),
    ("function", "functions are declared with `fn`; a closure is `|x| …`"),
    ("import", "import with `use module::{name};`"),
    ("interface", "declare shared behaviour with `trait`"),
    ("lambda", "a closure is `|x| …`"),
    ("new", "a value is written `Type { field: … }` or made by a function such as `Type::new(…)`"),
    ("public", "items other modules may use are marked `pub`"),
    (
        "static",
        "use `const` for a constant; shared state is declared with `store`, `memory`, `ledger` or a tool's fields",
    ),
    ("switch", "choose with `match value { pattern => result, … }`"),
    ("throw", "errors are values: return `Err(…)`"),
    ("try", "errors are values: use `?` after the call"),
    ("val", "declare a variable with `let`"),
    ("var", "declare a variable with `let`, or `let mut` if it changes"),
    ("where", "write bounds where the parameter is declared: `<T: Bound>`"),
    ("yield", "there are no generators: collect into an array, or pass a closure"),
];

/// What `word` is here, if it is a keyword elsewhere.
pub(super) fn help_for(word: &str) -> Option<&'static str> {
    ELSEWHERE.iter().find(|(foreign, _)| *foreign == word).map(|(_, help)| *help)
}

/// The message for a failure at the token `at` of what started at `start`, if a foreign or misspelt word explains it.
pub(super) fn at(state: &Builder<'_>, start: usize, at: usize) -> Option<Diagnostic> {
    let suspects = [at.checked_sub(1).filter(|before| *before >= start), Some(at)];
    for suspect in suspects.into_iter().flatten() {
        if state.kind(suspect) == Kind::Ident
            && let Some(help) = help_for(state.text(suspect))
        {
            return Some(diagnostics::foreign_word(state.text(suspect), state.tokens.span(suspect), help));
        }
    }
    misspelt(state, start, at)
}

/// `funtion main() {`: a word at the start of a statement that something follows which cannot follow a name.
fn misspelt(state: &Builder<'_>, start: usize, at: usize) -> Option<Diagnostic> {
    let is_first_word = at == start + 1 && state.kind(start) == Kind::Ident;
    if !is_first_word || !can_follow_keyword(state.kind(at)) {
        return None;
    }
    let keywords = HARD_KEYWORDS.iter().chain(CONTEXTUAL_KEYWORDS).map(|(_, text)| *text);
    let meant = nearest(state.text(start), keywords)?;
    Some(diagnostics::misspelt_keyword(state.text(start), state.tokens.span(start), meant))
}

fn can_follow_keyword(kind: Kind) -> bool {
    kind.is_name() || kind.is_literal() || matches!(kind, Kind::BraceOpen | Kind::Mut | Kind::SelfValue | Kind::Label)
}
