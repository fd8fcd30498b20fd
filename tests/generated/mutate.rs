//! One change in the body of one function.

use std::ops::Range;

use concerto_compiler::lex::{self, Kind as Token};
use concerto_compiler::source::SourceMap;

use super::code::{Code, Kind, Mark};
use super::dice::Dice;

/// A program with one change.
pub(crate) struct Mutant {
    pub(crate) text: String,
    pub(crate) kind: Kind,
    pub(crate) is_certain: bool,
    /// The function that was changed, from its decorators to its closing brace.
    pub(crate) function: Range<usize>,
    /// What was there, and what is there now.
    pub(crate) change: (String, String),
}

/// Changes a program somewhere.
pub(crate) fn mutate(program: &Code, dice: &mut Dice) -> Mutant {
    let functions: Vec<&Mark> = program.marks.iter().filter(|it| it.kind == Kind::Function).collect();
    // Of two the longer, since most functions are short methods.
    let two = [dice.pick(&functions), dice.pick(&functions)];
    let function = two.into_iter().flatten().map(|it| it.range.clone()).max_by_key(Range::len);
    let function = function.expect("a program has functions");
    let bodies = program.marks.iter().filter(|it| it.kind == Kind::Body);
    let body = bodies.map(|it| it.range.clone()).find(|it| it.end == function.end).expect("a function has a body");
    let mut marks: Vec<Mark> = program.marks.iter().filter(|it| is_change(program, it, &body)).cloned().collect();
    marks.extend(token_changes(&program.text, &body, dice));
    let mut kinds: Vec<Kind> = marks.iter().map(|it| it.kind).collect();
    kinds.sort();
    kinds.dedup();
    let kind = *dice.pick(&kinds).expect("a body has tokens");
    marks.retain(|it| it.kind == kind);
    let mark = dice.pick(&marks).expect("the kind is one of theirs");
    applied(program, mark, function)
}

fn is_change(program: &Code, mark: &Mark, body: &Range<usize>) -> bool {
    !matches!(mark.kind, Kind::Function | Kind::Body | Kind::Changed)
        && body.start <= mark.range.start
        && mark.range.end <= body.end
        && program.text[mark.range.clone()] != mark.text
}

fn applied(program: &Code, mark: &Mark, function: Range<usize>) -> Mutant {
    let mut text = program.text.clone();
    text.replace_range(mark.range.clone(), &mark.text);
    let end = function.end - mark.range.len() + mark.text.len();
    let change = (program.text[mark.range.clone()].to_owned(), mark.text.clone());
    Mutant { text, kind: mark.kind, is_certain: mark.is_certain, function: function.start..end, change }
}

/// A token twice, a token less, and two tokens in the other order; brackets and strings stay as they are.
fn token_changes(text: &str, body: &Range<usize>, dice: &mut Dice) -> Vec<Mark> {
    let tokens = tokens(text, body);
    let Some(at) = dice.pick(&tokens).cloned() else { return Vec::new() };
    let token = &text[at.clone()];
    let change = |kind, range: Range<usize>, text: String| Mark { kind, range, text, is_certain: false };
    let mut marks = vec![
        change(Kind::DoubleToken, at.clone(), format!("{token} {token}")),
        change(Kind::DropToken, at.clone(), " ".to_owned()),
    ];
    if let Some(next) = tokens.iter().find(|it| it.start >= at.end)
        && text[at.end..next.start].trim().is_empty()
    {
        let swapped = format!("{} {token}", &text[next.clone()]);
        marks.push(change(Kind::SwapTokens, at.start..next.end, swapped));
    }
    marks
}

/// The tokens of a body without which brackets and quotes still match.
fn tokens(text: &str, body: &Range<usize>) -> Vec<Range<usize>> {
    let mut sources = SourceMap::default();
    let file = sources.add("main.conc", text).expect("a program is small");
    let file = sources.file(file);
    let (tokens, _) = lex::lex(file);
    let place = |at: u32| usize::try_from(at - file.base()).expect("a program is small");
    let kept = tokens.kinds.iter().zip(&tokens.spans).filter(|(kind, _)| !is_fixed(**kind));
    let ranges = kept.map(|(_, span)| place(span.start)..place(span.end));
    ranges.filter(|it| body.start <= it.start && it.end <= body.end && !it.is_empty()).collect()
}

fn is_fixed(kind: Token) -> bool {
    use Token::{End, Error, Str, StrClose, StrOpen, StrText, TextOpen};
    kind.closer().is_some()
        || kind.is_closer()
        || matches!(kind, Str | StrOpen | StrText | StrClose | TextOpen | Error | End)
}
