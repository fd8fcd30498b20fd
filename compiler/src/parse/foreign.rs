//! Words of other languages, and misspelt ones of this: what was probably meant.

use super::diagnostics;
use super::input::Builder;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::suggest::nearest;
use crate::lex::Kind;
use crate::lex::token::{CONTEXTUAL_KEYWORDS, HARD_KEYWORDS};

/// What people write who come from elsewhere, and what it is here.
const ELSEWHERE: &[(&str, &str)] = &[
    ("and", "both conditions are joined with `&&`"),
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
    ("is", "compare with `==`, or look into a value with `match` or `if let`"),
    ("new", "a value is written `Type { field: … }` or made by a function such as `Type::new(…)`"),
    ("not", "the opposite of a condition is `!condition`"),
    ("of", "walk over a list with `for x in xs`"),
    ("or", "one of two conditions is `||`"),
    ("println", "write a line with `print(x)`"),
    ("public", "items other modules may use are marked `pub`"),
    (
        "static",
        "use `const` for a constant; shared state is declared with `store`, `memory`, `ledger` or a tool's fields",
    ),
    ("switch", "choose with `match value { pattern => result, … }`"),
    ("throw", "errors are values: return `Err(…)`"),
    ("try", "errors are values: use `?` after the call"),
    ("unless", "write `if !condition { … }`"),
    ("val", "declare a variable with `let`"),
    ("var", "declare a variable with `let`, or `let mut` if it changes"),
    ("where", "write bounds where the parameter is declared: `<T: Bound>`"),
    ("yield", "there are no generators: collect into an array, or pass a closure"),
];

/// Foreign words that stand for a keyword of this language, so that what follows can be read.
const STANDS_FOR: &[(&str, Kind)] = &[
    ("class", Kind::Struct),
    ("def", Kind::Fn),
    ("func", Kind::Fn),
    ("function", Kind::Fn),
    ("import", Kind::Use),
    ("interface", Kind::Trait),
    ("val", Kind::Let),
    ("var", Kind::Let),
];

/// The keyword that the word at `start` was meant to be, with what to say about it: two names in a row are always a
/// mistake, and mostly this one.
pub(super) fn meant(state: &Builder<'_>, start: usize) -> Option<(Kind, Diagnostic)> {
    let next = state.kind(start + 1);
    let is_suspect =
        state.kind(start) == Kind::Ident && (next.is_name() || next == Kind::Mut) && !state.starts_line(start + 1);
    if !is_suspect {
        return None;
    }
    let (word, span) = (state.text(start), state.tokens.span(start));
    let foreign = STANDS_FOR.iter().find(|(foreign, _)| *foreign == word);
    if let (Some((_, kind)), Some(help)) = (foreign, help_for(word)) {
        return Some((*kind, diagnostics::foreign_word(word, span, help)));
    }
    let keywords = HARD_KEYWORDS.iter().chain(CONTEXTUAL_KEYWORDS);
    let candidates =
        keywords.map(|(kind, text)| (*kind, *text)).chain(STANDS_FOR.iter().map(|(text, kind)| (*kind, *text)));
    let candidates: Vec<(Kind, &str)> = candidates.collect();
    let near = nearest(word, candidates.iter().map(|(_, text)| *text))?;
    let kind = candidates.iter().find(|(_, text)| *text == near).map(|(kind, _)| *kind)?;
    let is_start = kind == Kind::Let || super::item::starts(kind, next);
    is_start.then(|| (kind, diagnostics::misspelt_keyword(word, span, kind.text().unwrap_or(near))))
}

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
    None
}

/// `try {`, `do {`: words that start a block elsewhere.
pub(super) fn block_word(state: &Builder<'_>, at: usize) -> Option<Diagnostic> {
    let word = state.text(at);
    let help =
        help_for(word).filter(|_| state.kind(at) == Kind::Ident && ["do", "try", "catch", "unless"].contains(&word))?;
    Some(diagnostics::foreign_word(word, state.tokens.span(at), help))
}

/// `elif condition {`: words that go on with an `if` elsewhere.
pub(super) fn else_word(state: &Builder<'_>, at: usize) -> Option<Diagnostic> {
    let word = state.text(at);
    let is_name = matches!(state.kind(at + 1), Kind::ParenOpen | Kind::Dot | Kind::Assign | Kind::Semicolon)
        && state.starts_line(at);
    let is_meant = state.kind(at) == Kind::Ident && ["elif", "elseif", "elsif"].contains(&word) && !is_name;
    is_meant.then(|| diagnostics::foreign_word(word, state.tokens.span(at), help_for(word).unwrap_or_default()))
}

/// Whether the token goes on with a statement before it: `else`, or `catch` and the like of other languages.
pub(super) fn goes_on(state: &Builder<'_>, at: usize) -> bool {
    let is_word = state.kind(at) == Kind::Ident && ["catch", "except", "finally"].contains(&state.text(at));
    state.kind(at) == Kind::Else || is_word
}

/// The same for a statement, whose first word may be a misspelt keyword.
pub(super) fn in_statement(state: &Builder<'_>, start: usize, at: usize) -> Option<Diagnostic> {
    self::at(state, start, at).or_else(|| type_first(state, start)).or_else(|| misspelt(state, start, at))
}

/// `int total = 5;`
fn type_first(state: &Builder<'_>, start: usize) -> Option<Diagnostic> {
    let is_declaration = state.kind(start) == Kind::Ident
        && state.kind(start + 1).is_name()
        && matches!(state.kind(start + 2), Kind::Assign | Kind::Semicolon);
    let (word, name) = (state.text(start), state.text(start + 1));
    is_declaration.then(|| diagnostics::type_first(word, name, state.tokens.span(start)))
}

/// `funtion main() {`: a word at the start of a statement that something follows which cannot follow a name.
fn misspelt(state: &Builder<'_>, start: usize, at: usize) -> Option<Diagnostic> {
    let is_first_word = at == start + 1 && state.kind(start) == Kind::Ident;
    if !is_first_word || !can_follow_keyword(state.kind(at)) {
        return None;
    }
    let keywords = HARD_KEYWORDS.iter().chain(CONTEXTUAL_KEYWORDS);
    let starting = keywords.filter(|(kind, _)| starts_statement(*kind)).map(|(_, text)| *text);
    let meant = nearest(state.text(start), starting)?;
    Some(diagnostics::misspelt_keyword(state.text(start), state.tokens.span(start), meant))
}

fn starts_statement(kind: Kind) -> bool {
    use Kind::{Await, Break, Continue, For, If, Let, Loop, Match, Return, Spawn, While};
    matches!(kind, Await | Break | Continue | For | If | Let | Loop | Match | Return | Spawn | While)
        || super::item::starts(kind, Kind::Ident)
}

fn can_follow_keyword(kind: Kind) -> bool {
    use Kind::{BraceOpen, False, Label, Mut, Not, SelfValue, True};
    kind.is_name() || kind.is_literal() || matches!(kind, BraceOpen | False | Label | Mut | Not | SelfValue | True)
}
