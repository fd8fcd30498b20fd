//! Defects of the compiler, reported with the line of the program that they are about.

use concerto_ir::program::Place;
use concerto_ir::verify::Refusal;

use crate::diagnostic::{Code, Diagnostic};
use crate::emit::Clash;
use crate::source::{SourceMap, Span};

/// Compiled code that the verifier does not accept.
pub(super) fn refused(refusal: &Refusal, sources: &SourceMap) -> Diagnostic {
    internal(&refusal.to_string(), refusal.place.and_then(|it| span_of(it, sources)))
}

/// Two values of a function in one register.
pub(super) fn clash(function: &str, clash: Clash, sources: &SourceMap) -> Diagnostic {
    let problem = format!("`{function}`: two values share register {}", clash.register.0);
    internal(&problem, span_of(clash.place, sources))
}

/// Something that an earlier phase has to have found.
pub(super) fn missed(what: &str, span: Span) -> Diagnostic {
    internal(what, Some(span).filter(|it| *it != Span::default()))
}

fn internal(problem: &str, span: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::InternalError, format!("internal compiler error: {problem}"));
    let diagnostic = match span {
        Some(span) => diagnostic.label(span, "in the code for this line"),
        None => diagnostic,
    };
    diagnostic.help("this is a defect of Concerto, not of your program: please report it with this line")
}

/// The character at a line and column.
fn span_of(place: Place, sources: &SourceMap) -> Option<Span> {
    let file = sources.files().nth(place.file as usize).filter(|_| place.line > 0)?;
    let start = file.line_start(place.line);
    let before: usize =
        file.line_text(place.line).chars().take(place.column.saturating_sub(1) as usize).map(char::len_utf8).sum();
    let start = start + before as u32;
    let end = file.span().end;
    Some(Span::new(start.min(end), (start + 1).min(end)))
}
