//! Declarations: functions, traits, impls, constants.

use super::{Reason, similar};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// Why a type with a hand-written `Eq` is no key.
pub(in crate::types) const HASH_BY_HAND: &str =
    "a hand-written `Eq` removes the derived `Hash`: use a part of the value as the key";

/// A type without a trait that is needed.
pub(in crate::types) fn missing_trait(
    ty: &str,
    trait_: &str,
    part: &str,
    path: &[String],
    declared: Option<Span>,
    at: Span,
    reason: &str,
) -> Diagnostic {
    let is_part = part != ty || !path.is_empty();
    let through = match path.last() {
        Some(step) => format!("`{step}` is `{part}`, which has no `{trait_}`"),
        None => format!("`{part}` has no `{trait_}`"),
    };
    let diagnostic =
        Diagnostic::new(Code::MissingTrait, format!("`{ty}` does not have `{trait_}`")).label(at, reason.to_owned());
    match (is_part, declared) {
        (true, Some(declared)) => diagnostic.label(declared, through),
        (true, None) => diagnostic.help(through),
        (false, _) => diagnostic,
    }
}

/// An `impl` without all functions of its trait.
pub(in crate::types) fn missing_methods(trait_: &str, missing: &[String], at: Span) -> Diagnostic {
    let shown: Vec<String> = missing.iter().map(|it| format!("`{it}`")).collect();
    Diagnostic::new(Code::MissingMethods, format!("the `impl` of `{trait_}` is not complete"))
        .label(at, "not all of its functions are here")
        .help(format!("add {}", shown.join(", ")))
}

/// A function in an `impl` that its trait does not have.
pub(in crate::types) fn not_in_trait(name: &str, trait_: &str, at: Span, near: Option<&str>) -> Diagnostic {
    Diagnostic::new(Code::NotInTrait, format!("the trait `{trait_}` has no `{name}`"))
        .label(at, "not in the trait")
        .help(similar(near).unwrap_or("move it to an `impl` of the type alone".to_owned()))
}

/// A function with other types than its trait says.
pub(in crate::types) fn wrong_signature(wanted: &str, found: &str, at: Span, declared: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::WrongSignature, format!("expected `{wanted}`, found `{found}`"))
        .label(at, "differs from the trait");
    match declared {
        Some(declared) => diagnostic.label(declared, "the trait says this"),
        None => diagnostic,
    }
    .help(format!("write `{wanted}`"))
}

/// A second `impl` of a trait for a type.
pub(in crate::types) fn overlapping_impls(trait_: &str, ty: &str, at: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::OverlappingImpls, format!("`{ty}` has `{trait_}` already"))
        .label(at, "a second `impl`")
        .label(first, "the first one is here")
        .help("keep one of them")
}

/// A second function of one name for a type.
pub(in crate::types) fn overlapping_functions(name: &str, at: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::OverlappingImpls, format!("the type has a `{name}` already"))
        .label(at, "a second one")
        .label(first, "the first one is here")
        .help("give one of them another name")
}

/// `impl Show for (Int, Int)`
pub(in crate::types) fn bad_impl_target(ty: &str, at: Span, help: &str) -> Diagnostic {
    Diagnostic::new(Code::BadImplTarget, format!("there can be no such `impl` for `{ty}`"))
        .label(at, "an `impl` is for a struct, an enum, or, with a trait of its own, a type of the library")
        .help(help)
}

/// `fn main(x: Int)`
pub(in crate::types) fn wrong_main(fault: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongMain, "this `main` cannot start a program")
        .label(at, fault.to_owned())
        .help("write `fn main()`, `fn main() -> Int` or `fn main() -> Result<(), Error>`")
}

/// `@test fn t(x: Int)`
pub(in crate::types) fn wrong_test(name: &str, fault: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongTest, format!("the test `{name}` cannot be run"))
        .label(at, fault.to_owned())
        .help("write `fn name()` or `fn name() -> Result<(), Error>`")
}

/// `mock` in `main`.
pub(in crate::types) fn misplaced_mock(at: Span) -> Diagnostic {
    Diagnostic::new(Code::MisplacedMock, "a `mock` outside a test")
        .label(at, "this would answer with something invented")
        .help("move it into a `@test` function; to run offline, use `provider: simulated`")
}

/// `mock Helper {}`
pub(in crate::types) fn mock_without_answer(at: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongMock, "a mock of an agent that answers nothing")
        .label(at, "what does it answer?")
        .help("write `response: \"…\"`, `responses: […]`, `error: …`, or `tool_calls: […], then: \"…\"`")
}

/// `mock Helper { response: "a", error: AgentError::Timeout }`
pub(in crate::types) fn mock_with_two_answers(first: Span, second: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongMock, "a mock of an agent that answers in two ways")
        .label(second, "the second")
        .label(first, "the first")
        .help("keep one; for one answer after the other write `responses: […]`, and `then` only after `tool_calls`")
}

/// `mock print = …`
pub(in crate::types) fn nothing_to_mock(at: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongMock, "this cannot be replaced by a mock")
        .label(at, "no agent, no server, and no plain function with a body")
        .help("mock an agent, a function of a tool or of the program, or a server: `mock files { read: |args| \"…\" }`")
}

/// A body without a value at its end.
pub(in crate::types) fn missing_result(wanted: &str, at: Span, why: Reason, semicolon: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::MissingResult, format!("this ends without a value of type `{wanted}`"));
    if let Some(semicolon) = semicolon {
        return diagnostic.label(semicolon, "this drops the value").because(why).help("remove the `;`");
    }
    let help = match wanted.starts_with("Result<(),") {
        true => "end it with `Ok(())`",
        false => "end it with the value, without a `;`",
    };
    diagnostic.label(at, "nothing is given here").because(why).help(help)
}

/// A constant that only running the program would tell.
pub(in crate::types) fn not_constant(what: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::NotConstant, format!("{what} must be known before the program runs"))
        .label(at, "this is known only when it runs")
        .help("use literals, other constants and operators; compute anything else in a function")
}

/// `const A: Int = A;`
pub(in crate::types) fn endless_constant(name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::NotConstant, format!("the constant `{name}` needs itself"))
        .label(at, "its value is never known")
        .help("give one of the constants on the way a value of its own")
}

/// `store s: Int = 5;`
pub(in crate::types) fn store_is_a_map(found: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::TypeMismatch, format!("a store holds a `Map`, not `{found}`"))
        .label(at, "this is no map")
        .help("write `Map<K, V>`")
}

/// `store s = {:};`
pub(in crate::types) fn store_without_type(at: Span) -> Diagnostic {
    Diagnostic::new(Code::CannotInfer, "a store needs its type")
        .label(at, "of which type is it?")
        .help("write `store name: Map<K, V> = {:};`")
}

/// `@allow` without a code.
pub(in crate::types) fn allow_nothing(at: Span) -> Diagnostic {
    Diagnostic::new(Code::UnknownAllow, "`@allow` names the codes of warnings")
        .label(at, "no code here")
        .help("write `@allow(\"W0302\")`")
}

/// `@allow("W9999")`
pub(in crate::types) fn unknown_allow(code: &str, is_error: bool, at: Span) -> Diagnostic {
    let (title, help) = match is_error {
        true => (format!("`{code}` is an error, which cannot be allowed"), "only warnings can: codes with a `W`"),
        false => (format!("there is no `{code}`"), "the code stands beside each warning"),
    };
    Diagnostic::new(Code::UnknownAllow, title).label(at, "this silences nothing").help(help)
}
