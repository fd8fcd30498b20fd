//! Calls and their arguments.

use super::{counted, listed, similar};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

fn declared(diagnostic: Diagnostic, at: Option<Span>) -> Diagnostic {
    match at {
        Some(at) => diagnostic.label(at, "declared here"),
        None => diagnostic,
    }
}

/// `f(1, 2)` of a function value that takes one.
pub(in crate::types) fn argument_count(wanted: usize, found: usize, at: Span) -> Diagnostic {
    let takes = counted(wanted, "argument");
    Diagnostic::new(Code::ArgumentCount, format!("this takes {takes}, not {found}"))
        .label(at, format!("{} given", counted(found, "argument")))
}

/// One argument too many.
pub(in crate::types) fn too_many_arguments(
    name: &str,
    wanted: usize,
    found: usize,
    at: Span,
    at_name: Option<Span>,
) -> Diagnostic {
    let takes = counted(wanted, "argument");
    let diagnostic = Diagnostic::new(Code::ArgumentCount, format!("`{name}` takes {takes}, not {found}"))
        .label(at, "there is no parameter for this");
    declared(diagnostic, at_name)
}

/// `f(1)` of a function that needs more.
pub(in crate::types) fn missing_arguments(
    name: &str,
    missing: &[(String, String)],
    at: Span,
    at_name: Option<Span>,
) -> Diagnostic {
    let names: Vec<&str> = missing.iter().map(|(name, _)| name.as_str()).collect();
    let shown: Vec<String> = missing.iter().map(|(name, ty)| format!("`{name}: {ty}`")).collect();
    let word = if missing.len() == 1 { "argument" } else { "arguments" };
    let diagnostic =
        Diagnostic::new(Code::ArgumentCount, format!("the call of `{name}` lacks the {word} {}", listed(&names)))
            .label(at, format!("needs {} too", shown.join(", ")));
    declared(diagnostic, at_name)
}

/// `f(limt: 5)`
pub(in crate::types) fn unknown_argument(
    function: &str,
    name: &str,
    at: Span,
    near: Option<&str>,
    known: &[&str],
    at_name: Option<Span>,
) -> Diagnostic {
    let help = match (near, known.is_empty()) {
        (Some(near), _) => format!("did you mean `{near}`?"),
        (None, true) => "it has no parameters that could be named".to_owned(),
        (None, false) => format!("its parameters are {}", listed(known)),
    };
    let diagnostic = Diagnostic::new(Code::UnknownArgument, format!("`{function}` has no parameter `{name}`"))
        .label(at, "no parameter of this name")
        .help(help);
    declared(diagnostic, at_name)
}

/// A name in the call of a closure or a variant.
pub(in crate::types) fn name_for_value(name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::UnknownArgument, format!("no parameter is called `{name}` here"))
        .label(at, "function values and variants take their arguments by position")
        .help(format!("remove `{name}:`"))
}

/// `f(1, a: 2)`
pub(in crate::types) fn repeated_argument(name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::RepeatedArgument, format!("the parameter `{name}` is given twice"))
        .label(at, "an argument before this one has its place already")
        .help("remove one of them")
}

/// `5(1)`
pub(in crate::types) fn not_callable(found: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::NotCallable, format!("`{found}` cannot be called"))
        .label(at, "this is no function")
        .help("remove the parentheses, or end the statement before them with `;`")
}

/// A test that is called or named.
pub(in crate::types) fn test_called(name: &str, at: Span, at_name: Span) -> Diagnostic {
    Diagnostic::new(Code::TestCalled, format!("`{name}` is a test"))
        .label(at, "tests are run by `concerto test` only")
        .label(at_name, "declared with `@test`")
        .help("move what both need into a function of its own")
}

/// `Color::Red(1)`
pub(in crate::types) fn variant_without_data(name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::VariantForm, format!("`{name}` has no data"))
        .label(at, "nothing can stand in parentheses after it")
        .help(format!("write `{name}` alone"))
}

/// `Shape::Rect(1, 2)` where it has named fields.
pub(in crate::types) fn variant_needs_fields(name: &str, known: &[&str], at: Span) -> Diagnostic {
    let fields: Vec<String> = known.iter().map(|it| format!("{it}: …")).collect();
    Diagnostic::new(Code::VariantForm, format!("`{name}` has named fields"))
        .label(at, "written without them")
        .help(format!("write `{name} {{ {} }}`", fields.join(", ")))
}

/// `Some(1, 2)`
pub(in crate::types) fn variant_count(name: &str, wanted: usize, found: usize, at: Span) -> Diagnostic {
    Diagnostic::new(Code::ArgumentCount, format!("`{name}` holds {}, not {found}", counted(wanted, "value")))
        .label(at, format!("{} given", counted(found, "value")))
}

/// `Account::opn`
pub(in crate::types) fn unknown_function(owner: &str, name: &str, at: Span, near: Option<&str>) -> Diagnostic {
    Diagnostic::new(Code::UnknownMember, format!("`{owner}` has no `{name}`"))
        .label(at, "no function or variant of this name")
        .help(similar(near))
}
