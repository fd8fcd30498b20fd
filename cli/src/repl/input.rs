//! Whether an entry is whole: the lexer says which brackets, strings and comments are open, the parser whether something has to
//! follow.

use concerto_compiler::ast::Names;
use concerto_compiler::diagnostic::{Code, Diagnostic};
use concerto_compiler::lex::Kind;
use concerto_compiler::source::SourceMap;
use concerto_compiler::{lex, parse};

/// Whether an entry goes on in the next line. One whose brackets are closed, but which ends too early, is ended by an empty line.
pub(super) fn goes_on(text: &str) -> bool {
    if text.trim_start().starts_with(':') || text.trim().is_empty() {
        return false;
    }
    let mut sources = SourceMap::default();
    let Some(file) = sources.add("", text) else { return false };
    let file = sources.file(file);
    let (_, found) = lex::lex(file);
    if found.iter().any(|it| it.code == Code::StrayBracket) {
        return false;
    }
    if found.iter().any(|it| is_open(it, &sources)) {
        return true;
    }
    let last_line = text.strip_suffix('\n').unwrap_or(text).rsplit('\n').next();
    ends_early(text).is_some() && finished(text).is_none() && last_line.is_some_and(|it| !it.trim().is_empty())
}

/// An entry with the `;` that its last statement lacks, if that is all it lacks.
pub(super) fn finished(text: &str) -> Option<String> {
    let at = ends_early(text)?;
    let whole = format!("{};{}", text.get(..at)?, text.get(at..)?);
    problems(&whole).1.is_empty().then_some(whole)
}

/// Where an entry ends in which nothing else is wrong than that something has to follow.
fn ends_early(text: &str) -> Option<usize> {
    let (end, problems) = problems(text);
    let is_early = |it: &Diagnostic| match it.code {
        // What it is about is still to come.
        Code::MisplacedDecorator => it.span().is_some_and(|at| at.end >= end),
        _ => it.span().is_some_and(|at| at.start >= end),
    };
    (!problems.is_empty() && problems.iter().all(is_early)).then_some(end as usize)
}

/// Where the last word of a text ends, and what the parser and the lexer say about it.
fn problems(text: &str) -> (u32, Vec<Diagnostic>) {
    let mut sources = SourceMap::default();
    let Some(file) = sources.add("", text) else { return (0, Vec::new()) };
    let file = sources.file(file);
    let (tokens, mut found) = lex::lex(file);
    found.extend(parse::parse(file, &tokens, &mut Names::default()).1);
    let words = tokens.kinds.iter().zip(&tokens.spans).filter(|(kind, _)| **kind != Kind::End);
    (words.map(|(_, span)| span.end).max().unwrap_or(0), found)
}

/// Whether a mistake is that something is still open.
fn is_open(mistake: &Diagnostic, sources: &SourceMap) -> bool {
    match mistake.code {
        Code::UnclosedBracket | Code::UnterminatedComment => true,
        // Other strings end with their line.
        Code::UnterminatedString => mistake.span().is_some_and(|at| {
            let rest = sources.file_of(at).map_or("", |it| it.text().get(at.start as usize..).unwrap_or(""));
            rest.starts_with("\"\"\"") || rest.starts_with('r')
        }),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::goes_on;

    #[test]
    fn an_entry_goes_on_while_something_is_open() {
        for text in
            ["fn f() {\n", "f(1,\n", "/* a\n", "\"\"\"\n  a\n", "r#\"a\n", "let x =\n", "@describe(\"a\")\n", "1 +\n"]
        {
            assert!(goes_on(text), "{text}");
        }
    }

    #[test]
    fn the_last_statement_needs_no_semicolon() {
        assert_eq!(super::finished("let x = 1 // one\n").as_deref(), Some("let x = 1; // one\n"));
        assert_eq!(super::finished("use std::json\n").as_deref(), Some("use std::json;\n"));
        assert_eq!((super::finished("let x =\n"), super::finished("x\n")), (None, None));
    }

    #[test]
    fn an_entry_ends_where_nothing_is_open_or_nothing_could_close_it() {
        for text in ["f(1)\n", "let x = 1\n", "f(]\n", "\"a\n", ":type (\n", "", "let x =\n\n", "1 + // a\n\n", "}\n"] {
            assert!(!goes_on(text), "{text}");
        }
    }
}
