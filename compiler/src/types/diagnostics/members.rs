//! Fields, methods and positions.

use super::{listed, similar};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// What other languages call a method.
const SYNONYMS: &[(&str, &str)] = &[
    ("length", "len"),
    ("size", "len"),
    ("count", "len"),
    ("append", "push"),
    ("add", "push"),
    ("push_back", "push"),
    ("concat", "extend"),
    ("forEach", "for_each"),
    ("each", "for_each"),
    ("reduce", "fold"),
    ("includes", "contains"),
    ("has", "contains"),
    ("contains_key", "has"),
    ("containsKey", "has"),
    ("insert", "set"),
    ("insert", "add"),
    ("index_of", "find"),
    ("filter", "to_array"),
    ("put", "set"),
    ("upper", "to_upper"),
    ("toUpperCase", "to_upper"),
    ("lower", "to_lower"),
    ("toLowerCase", "to_lower"),
    ("strip", "trim"),
    ("toString", "to_string"),
    ("to_str", "to_string"),
    ("unwrap_or_else", "or_else"),
    ("getOrDefault", "get_or"),
    ("indexOf", "index_of"),
    ("startsWith", "starts_with"),
    ("endsWith", "ends_with"),
    ("substring", "slice"),
    ("flatMap", "flat_map"),
];

/// The names that a method may have here.
pub(in crate::types) fn synonyms(name: &str) -> impl Iterator<Item = &'static str> {
    SYNONYMS.iter().filter(move |(it, _)| *it == name).map(|(_, here)| *here)
}

/// `point.z`
pub(in crate::types) fn unknown_field(
    owner: &str,
    name: &str,
    at: Span,
    near: Option<&str>,
    known: &[&str],
) -> Diagnostic {
    let fields = (near.is_none() && !known.is_empty()).then(|| format!("it has {}", listed(known)));
    Diagnostic::new(Code::NoSuchMember, format!("`{owner}` has no field `{name}`"))
        .label(at, "no field of this name")
        .help(similar(near))
        .help(fields)
}

/// `text.length`, where there is a `len()`.
pub(in crate::types) fn field_for_method(owner: &str, name: &str, at: Span, method: &str) -> Diagnostic {
    Diagnostic::new(Code::NoSuchMember, format!("`{owner}` has no field `{name}`"))
        .label(at, "no field of this name")
        .help(format!("there is a method for it: `.{method}()`"))
}

/// `text.lenght()`
pub(in crate::types) fn unknown_method(owner: &str, name: &str, at: Span, near: Option<&str>) -> Diagnostic {
    Diagnostic::new(Code::NoSuchMember, format!("`{owner}` has no method `{name}`"))
        .label(at, "no method of this name")
        .help(similar(near))
}

/// `[1, 2].join(", ")`
pub(in crate::types) fn method_of_other_type(owner: &str, name: &str, at: Span, targets: &[String]) -> Diagnostic {
    Diagnostic::new(Code::NoSuchMember, format!("`{owner}` has no method `{name}`"))
        .label(at, format!("{} has one", listed(targets)))
}

/// `account.open()` where `open` takes no `self`.
pub(in crate::types) fn not_a_method(owner: &str, name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::NoSuchMember, format!("`{name}` of `{owner}` takes no `self`"))
        .label(at, "this is no method")
        .help(format!("call it on the type: `{}::{name}(…)`", owner.split('<').next().unwrap_or(owner)))
}

/// `point.x()`
pub(in crate::types) fn field_is_no_method(name: &str, found: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::NotCallable, format!("the field `{name}` cannot be called"))
        .label(at, format!("it holds a `{found}`"))
        .help("remove the parentheses")
}

/// `xs.len`
pub(in crate::types) fn method_without_call(owner: &str, name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::MissingCall, format!("`{name}` of `{owner}` is a method"))
        .label(at, "it is not called")
        .help(format!("call it: `.{name}()`, or wrap it in a closure: `|…| ….{name}(…)`"))
}

/// `t.5`
pub(in crate::types) fn no_position(owner: &str, index: u32, count: Option<usize>, at: Span) -> Diagnostic {
    let help = match count {
        Some(0) | None => "only tuples have positions".to_owned(),
        Some(count) => format!("its positions are 0 to {}", count - 1),
    };
    Diagnostic::new(Code::NoSuchMember, format!("`{owner}` has no position {index}"))
        .label(at, "no such position")
        .help(help)
}

/// A private function of another module or of a tool.
pub(in crate::types) fn private_function(name: &str, is_tool: bool, at: Span, declared: Option<Span>) -> Diagnostic {
    let place = if is_tool { "tool" } else { "module" };
    let diagnostic = Diagnostic::new(Code::PrivateMember, format!("`{name}` is private"))
        .label(at, format!("only its own {place} can call it"));
    match declared {
        Some(declared) => diagnostic.label(declared, "declared without `pub`"),
        None => diagnostic,
    }
    .help((!is_tool && declared.is_some()).then(|| "declare it with `pub fn` to use it here".to_owned()))
}

/// `Counter.total` from outside.
pub(in crate::types) fn private_field(name: &str, at: Span, declared: Span) -> Diagnostic {
    Diagnostic::new(Code::PrivateMember, format!("the field `{name}` belongs to its tool"))
        .label(at, "only the tool's own functions see it, as `self`")
        .label(declared, "declared here")
        .help("let a function of the tool give it")
}

/// `Point { x: 1 }` without `y`.
pub(in crate::types) fn missing_fields(owner: &str, missing: &[&str], at: Span) -> Diagnostic {
    let word = if missing.len() == 1 { "field" } else { "fields" };
    let fields: Vec<String> = missing.iter().map(|it| format!("{it}: …")).collect();
    Diagnostic::new(Code::MissingFields, format!("`{owner}` lacks the {word} {}", listed(missing)))
        .label(at, "not all of its fields are here")
        .help(format!("add `{}`, or take them from another value: `..base`", fields.join(", ")))
}

/// `Int { }`
pub(in crate::types) fn no_literal(owner: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongKind, format!("`{owner}` is no struct with fields"))
        .label(at, "it has no literal of this form")
}
