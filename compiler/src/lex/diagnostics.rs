//! What the lexer has to say. One function, one message.

use crate::NESTING_MAX;
use crate::diagnostic::{Code, Diagnostic};
use crate::lex::Kind;
use crate::source::Span;

/// `#`, `&`, a stray quote, a control character.
pub(super) fn unknown_character(text: &str, at: Span, is_prefix: bool) -> Diagnostic {
    let shown: String = text.chars().flat_map(visible).collect();
    let title = if text == "`" {
        "a backtick is not part of the language".into()
    } else {
        format!("`{shown}` is not part of the language")
    };
    let label = if text == "&" { "`&` alone is no operator" } else { "means nothing here" };
    Diagnostic::new(Code::UnknownCharacter, title).label(at, label).help(instead_of(text, is_prefix))
}

/// `#[test]`.
pub(super) fn attribute(text: &str, at: Span) -> Diagnostic {
    let name = text.trim_start_matches("#[").trim_end_matches(']');
    Diagnostic::new(Code::UnknownCharacter, "decorators start with `@`")
        .label(at, "not a decorator")
        .help(format!("write `@{name}`, if there is such a decorator"))
}

/// `"${m[\"a\"]}"`.
pub(super) fn escaped_quotes(at: Span) -> Diagnostic {
    Diagnostic::new(Code::UnknownCharacter, "inside `${…}`, quotes need no backslash")
        .label(at, "a string like any other")
        .help("write it with plain quotes: `\"${m[\"a\"]}\"`")
}

fn visible(it: char) -> Box<dyn Iterator<Item = char>> {
    if it.is_control()
        || matches!(it, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202f}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{a0}')
    {
        Box::new(it.escape_unicode())
    } else {
        Box::new(std::iter::once(it))
    }
}

fn instead_of(text: &str, is_prefix: bool) -> Option<String> {
    let help = match text.chars().next()? {
        '&' if is_prefix => {
            "there are no references: every value is passed as it is; write the name alone, or `mut self`"
        }
        '^' => "powers are `x.pow(2)`; for bits, `Int` has `bit_and`, `bit_or` and `bit_xor`",
        '&' | '~' => {
            "for bits, `Int` has `bit_and`, `bit_or`, `bit_xor`, `shl` and `shr`; the logical operators are `&&`, `||` and `!`"
        }
        '\'' => "text is written in double quotes: \"…\"",
        '`' => "text is written in double quotes, with `${…}` for values: \"hello ${name}\"",
        '\u{201c}' | '\u{201d}' | '\u{2018}' | '\u{2019}' => "use straight double quotes: \"…\"",
        '#' => "comments start with `//`, decorators with `@`",
        '$' => "`${…}` has a meaning only inside a string",
        '\\' => "a backslash has a meaning only inside a string",
        '\u{a0}' | '\u{200b}' | '\u{feff}' => "this is an invisible character: replace it by a space",
        it if it.is_control() => "this is a control character: remove it",
        _ => return None,
    };
    Some(help.to_owned())
}

/// A string that its line, or the file, ends before it does.
pub(super) fn unterminated_string(at: Span, is_block: bool) -> Diagnostic {
    let (title, help) = match is_block {
        true => ("this string is never closed", "close it with `\"\"\"`"),
        false => {
            ("this string is not closed on its line", "close it with `\"`; text of several lines goes between `\"\"\"`")
        }
    };
    Diagnostic::new(Code::UnterminatedString, title).label(at, "starts here").help(help)
}

/// `r#"…` to the end of the file.
pub(super) fn unterminated_raw_string(at: Span, closing: &str) -> Diagnostic {
    Diagnostic::new(Code::UnterminatedString, "this raw string is never closed")
        .label(at, "starts here")
        .help(format!("close it with `{closing}`"))
}

/// `\d` in a string.
pub(super) fn unknown_escape(escape: &str, at: Span) -> Diagnostic {
    let code =
        escape.strip_prefix("\\u{").and_then(|it| it.strip_suffix('}')).and_then(|it| u32::from_str_radix(it, 16).ok());
    let help = if code.is_some() {
        "no character has this code: they go up to 10FFFF, and d800 to dfff are none"
    } else if escape.starts_with("\\u") {
        "write a character's code in 1 to 6 hexadecimal digits: `\\u{1F600}`"
    } else {
        "there are `\\n \\r \\t \\0 \\\\ \\\" \\$ \\u{…}`; a backslash itself is `\\\\`, and raw strings `r\"…\"` have no escapes"
    };
    Diagnostic::new(Code::UnknownEscape, format!("`{escape}` is no escape")).label(at, "unknown escape").help(help)
}

/// `/* …` to the end of the file.
pub(super) fn unterminated_comment(at: Span) -> Diagnostic {
    Diagnostic::new(Code::UnterminatedComment, "this comment is never closed")
        .label(at, "starts here")
        .help("close it with `*/`; comments nest, so each `/*` needs its own")
}

/// `12abc`, `0xZZ`, `1.5s`.
pub(super) fn malformed_number(text: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::MalformedNumber, format!("`{text}` is not a number"))
        .label(
            at,
            if text.starts_with("0b") || text.starts_with("0o") {
                "a digit that is none in this base"
            } else {
                "digits that run into letters"
            },
        )
        .help(number_help(text))
}

fn number_help(text: &str) -> String {
    let digits = text.trim_end_matches(|it: char| !it.is_ascii_digit() && it != '.' && it != '_');
    let suffix = &text[digits.len()..];
    match suffix {
        "ms" | "s" | "m" | "h" => {
            "a duration is a whole number of `ms`, `s`, `m` or `h`: write `1500ms` for one and a half seconds".into()
        }
        "sec" | "secs" | "seconds" | "min" | "mins" | "minutes" | "hr" | "hrs" | "hours" if digits.contains('.') => {
            "a duration is a whole number of `ms`, `s`, `m` or `h`: write `1500ms` for one and a half seconds".into()
        }
        "sec" | "secs" | "seconds" => format!("seconds are written `{digits}s`"),
        "min" | "mins" | "minutes" => format!("minutes are written `{digits}m`"),
        "hr" | "hrs" | "hours" => format!("hours are written `{digits}h`"),
        "d" | "day" | "days" => "there are no days: write hours, `24h` for each".into(),
        "f" if digits.contains('.') => format!("a `Float` has no suffix: `{digits}`"),
        "f" => format!("a `Float` has a point and no suffix: `{digits}.0`"),
        _ if text.starts_with("0x") => "after `0x` come the digits 0 to 9 and a to f".into(),
        _ if text.starts_with("0o") => "after `0o` come the digits 0 to 7".into(),
        _ if text.starts_with("0b") => "after `0b` come the digits 0 and 1".into(),
        _ => "put a space or an operator between a number and a name; a name cannot start with a digit".into(),
    }
}

/// `1.` or `.5`.
pub(super) fn half_a_float(at: Span, text: &str) -> Diagnostic {
    let whole = if text.starts_with('.') { format!("0{text}") } else { format!("{text}0") };
    Diagnostic::new(Code::MalformedNumber, format!("`{text}` is only half a `Float`"))
        .label(at, "digits are missing on one side of the point")
        .help(format!("write `{whole}`"))
}

/// `'text'`, and text in backticks or curly quotes.
pub(super) fn other_quotes(at: Span, closing: char, text: &str) -> Diagnostic {
    let label = match closing {
        '\'' => "single quotes",
        '`' => "backticks",
        _ => "curly quotes",
    };
    let inner = text.replace('"', "\\\"");
    let help = if inner.len() <= 60 { format!("write \"{inner}\"") } else { "use straight double quotes".to_owned() };
    Diagnostic::new(Code::SingleQuotes, "text is written in double quotes").label(at, label).help(help)
}

/// `"${name` at the end of its line.
pub(super) fn unterminated_interpolation(at: Span) -> Diagnostic {
    Diagnostic::new(Code::UnterminatedInterpolation, "this `${` is never closed")
        .label(at, "opened here")
        .help("close it with `}` before the string ends; a plain dollar sign before a brace is `\\${`")
}

/// `(` without its `)`. Brackets that are missing at one place are one mistake, the innermost first.
pub(super) fn unclosed(openers: &[(Kind, Span)], missed_at: Span) -> Diagnostic {
    let (kind, at) = openers.first().copied().unwrap_or((Kind::BraceOpen, missed_at));
    let closers: String = openers.iter().filter_map(|(kind, _)| kind.closer()?.text()).collect();
    let diagnostic = Diagnostic::new(Code::UnclosedBracket, format!("{} is never closed", kind.describe()))
        .label(at, "opened here")
        .label(missed_at, format!("`{closers}` is missing before this"));
    still_open(diagnostic, openers.iter().skip(1)).help(format!("add `{closers}`"))
}

fn still_open<'a>(diagnostic: Diagnostic, openers: impl Iterator<Item = &'a (Kind, Span)>) -> Diagnostic {
    openers.take(2).fold(diagnostic, |diagnostic, (_, at)| diagnostic.label(*at, "still open, too"))
}

/// Brackets still open where the file ends.
pub(super) fn unclosed_at_end(openers: &[(Kind, Span)], end: Span) -> Diagnostic {
    let (kind, at) = openers.last().copied().unwrap_or((Kind::BraceOpen, end));
    let closers: String = openers.iter().rev().filter_map(|(kind, _)| kind.closer()?.text()).collect();
    let diagnostic =
        Diagnostic::new(Code::UnclosedBracket, format!("the file ends before this {} is closed", kind.describe()))
            .label(at, "opened here");
    still_open(diagnostic, openers.iter().rev().skip(1)).help(format!("add `{closers}`"))
}

/// `)` where nothing is open.
pub(super) fn stray(closer: Kind, at: Span) -> Diagnostic {
    Diagnostic::new(Code::StrayBracket, format!("this {} closes nothing", closer.describe()))
        .label(at, "no bracket is open here that it could close")
        .help("remove it, or add the opening one")
}

/// `(1, 2]`.
pub(super) fn mismatched(opener: Kind, opened: Span, closer: Kind, at: Span) -> Diagnostic {
    let wanted = opener.closer().map_or_else(String::new, Kind::describe);
    Diagnostic::new(Code::StrayBracket, format!("{} is closed by {}", opener.describe(), closer.describe()))
        .label(at, format!("{wanted} belongs here"))
        .label(opened, "opened here")
        .help(format!("write {wanted}"))
}

/// Brackets nested deeper than any program needs.
pub(crate) fn nested_too_deep(at: Span) -> Diagnostic {
    Diagnostic::new(Code::NestedTooDeep, format!("this is nested more than {NESTING_MAX} deep"))
        .label(at, "one level too many")
        .help("give inner parts a name with `let`, or move them into a function")
}
