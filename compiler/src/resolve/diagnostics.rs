//! What name resolution has to say. One function, one message.

use super::LocalRole;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

fn did_you_mean(near: Option<&str>) -> Option<String> {
    near.map(|it| format!("did you mean `{it}`?"))
}

/// `totel` where only `total` exists.
pub(super) fn unknown_name(name: &str, at: Span, near: Option<&str>) -> Diagnostic {
    Diagnostic::new(Code::UnknownName, format!("no `{name}` in this scope"))
        .label(at, "not declared")
        .help(did_you_mean(near))
}

/// A function that uses a `let` of the script.
pub(super) fn script_variable(name: &str, at: Span, declared: Span) -> Diagnostic {
    Diagnostic::new(Code::UnknownName, format!("no `{name}` in this scope"))
        .label(at, "functions do not see the variables of a script")
        .label(declared, "declared here, for the statements after it")
        .help("pass it as a parameter, or make it a `const`")
}

/// `std` alone.
pub(super) fn std_alone(at: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongKind, "`std` is not a value")
        .label(at, "the library as a whole")
        .help("import what you need: `use std::json;`")
}

/// `json::parse` without `use std::json;`.
pub(super) fn std_module_not_imported(name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::UnknownName, format!("no `{name}` in this scope"))
        .label(at, "a module of the library that is not imported")
        .help(format!("add `use std::{name};` at the top of the file"))
}

/// `shaps::area`.
pub(super) fn unknown_path_start(name: &str, at: Span, near: Option<&str>) -> Diagnostic {
    Diagnostic::new(Code::UnknownName, format!("no module or type `{name}` in this scope"))
        .label(at, "not declared")
        .help(near.map_or_else(
            || "declare a module with `mod`, or import the name with `use`".to_owned(),
            |it| format!("did you mean `{it}`?"),
        ))
}

/// `use shaps::area;`.
pub(super) fn unknown_module(name: &str, at: Span, near: Option<&str>) -> Diagnostic {
    Diagnostic::new(Code::UnknownName, format!("no module `{name}` to import from")).label(at, "not declared").help(
        near.map_or_else(
            || format!("declare it with `mod {name};`, or import from `std::`"),
            |it| format!("did you mean `{it}`?"),
        ),
    )
}

/// `use json;`.
pub(super) fn std_without_prefix(name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::UnknownName, format!("no module `{name}` to import from"))
        .label(at, "a module of the library")
        .help(format!("write `std::{name}`"))
}

/// `use crate::x;`.
pub(super) fn no_crate(word: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::UnknownName, format!("a path does not start with `{word}`"))
        .label(at, "not the start of a path")
        .help("a path starts at a name of this file, at a module of the entry file, at `super` or at `std`")
}

/// `super::x` in the entry file.
pub(super) fn no_super(at: Span) -> Diagnostic {
    Diagnostic::new(Code::UnknownName, "the entry file has no module around it")
        .label(at, "nothing above this file")
        .help("leave `super::` out")
}

/// `order::total` of a variable.
pub(super) fn path_of_value(name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongKind, format!("`{name}` is a variable, not a module or a type"))
        .label(at, "a value")
        .help("fields and methods of a value come after `.`")
}

/// `use std::jsn;`.
pub(super) fn unknown_std_module(name: &str, at: Span, near: Option<&str>, known: &[&str]) -> Diagnostic {
    Diagnostic::new(Code::UnknownMember, format!("the library has no module `{name}`"))
        .label(at, "not in `std`")
        .help(near.map_or_else(|| format!("there are: {}", known.join(", ")), |it| format!("did you mean `{it}`?")))
}

/// `Color::Purpel`, `shapes::aera`.
pub(super) fn unknown_member(owner: &str, name: &str, at: Span, near: Option<&str>) -> Diagnostic {
    let owner = if owner.contains('`') { owner.to_owned() } else { format!("`{owner}`") };
    Diagnostic::new(Code::UnknownMember, format!("{owner} has no `{name}`"))
        .label(at, "does not exist")
        .help(did_you_mean(near))
}

/// `Color::Red::x`, `area::x`.
pub(super) fn not_a_module(name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongKind, format!("nothing can follow `{name}` in a path"))
        .label(at, "there is nothing inside to name")
        .help("only modules and types have something after `::`; fields and methods come after `.`")
}

/// `use a as a;` in a circle.
pub(super) fn import_of_itself(name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::UnknownName, format!("the import `{name}` leads back to itself"))
        .label(at, "nothing is declared at the end of this chain")
        .help("import it from the module that declares it")
}

/// `pint: Piont`.
pub(super) fn unknown_type(name: &str, what: &str, at: Span, near: Option<&str>) -> Diagnostic {
    let word = what.trim_start_matches("a ");
    Diagnostic::new(Code::UnknownType, format!("no {word} `{name}` in this scope"))
        .label(at, "not declared")
        .help(did_you_mean(near))
}

/// Two items, imports or modules of one name.
pub(super) fn declared_twice(name: &str, at: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, format!("`{name}` is declared twice"))
        .label(at, "declared again")
        .label(first, "declared first")
        .help("rename one of them; an import can be renamed with `as`")
}

/// Two fields, parameters, variants … of one name.
pub(super) fn repeated(what: &str, name: &str, at: Span, first: Span) -> Diagnostic {
    let help = match what {
        "setting" | "argument" => "remove one of them",
        _ => "remove or rename one of them",
    };
    Diagnostic::new(Code::DuplicateName, format!("the {what} `{name}` stands twice"))
        .label(at, "a second time")
        .label(first, "the first time")
        .help(help)
}

/// An item of another module without `pub`.
pub(super) fn private(name: &str, module: &str, at: Span, declared: Span) -> Diagnostic {
    Diagnostic::new(Code::PrivateItem, format!("`{name}` is private to the module `{module}`"))
        .label(at, "cannot be used here")
        .label(declared, "declared here, without `pub`")
        .help(format!("mark it `pub` in `{module}`"))
}

/// An item of the library that is not for programs.
pub(super) fn private_of_library(name: &str, module: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::PrivateItem, format!("`{name}` is private to the library's module `{module}`"))
        .label(at, "cannot be used here")
        .help("use what the module offers")
}

/// `use shapes::Point::new;`.
pub(super) fn import_of_member(owner: &str, name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongKind, format!("`{name}` cannot be imported from the type `{owner}`"))
        .label(at, "a function of a type")
        .help(format!("import `{owner}` and call `{owner}::{name}(…)`"))
}

/// `helper()` in a tool, where `helper` takes `self`.
pub(super) fn needs_self(name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::UnknownName, format!("no `{name}` in this scope"))
        .label(at, "a function of this tool that takes `self`")
        .help(format!("call it with its receiver: `self.{name}(…)`"))
}

/// A function where a type is wanted, and the like.
pub(super) fn wrong_kind(name: &str, is: &str, wanted: &str, at: Span) -> Diagnostic {
    let article = if is.starts_with(['a', 'e', 'i', 'o', 'M']) { "an" } else { "a" };
    let help = match (is, wanted) {
        ("struct" | "schema", "a value") => {
            Some(format!("make a value of it: `{name} {{ … }}`; its functions are called with `{name}::…`"))
        }
        ("type", "a value") => Some(format!("its functions are called with `{name}::…`")),
        ("enum", "a value") => Some(format!("name one of its variants: `{name}::…`")),
        ("module", "a value") => Some(format!("name something in it: `{name}::…`")),
        ("type alias", "a value") | ("trait", "a value") => Some("a type has no value by itself".to_owned()),
        ("variable", "a variant") => Some("only enum variants have data in patterns".to_owned()),
        _ => None,
    };
    Diagnostic::new(Code::WrongKind, format!("`{name}` is {article} {is}, not {wanted}"))
        .label(at, format!("{wanted} is needed here"))
        .help(help)
}

/// `x: Display`.
pub(super) fn trait_as_type(name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongKind, format!("`{name}` is a trait, not a type"))
        .label(at, "a type is needed here")
        .help(format!("take any type that has it: `fn f<T: {name}>(x: T)`; for a choice of types use an enum"))
}

/// `Empty(x)` in a pattern.
pub(super) fn no_tuple_data(name: &str, written: &str, has_fields: bool, at: Span) -> Diagnostic {
    let help = if has_fields { format!("write `{written} {{ … }}`") } else { format!("write `{written}` alone") };
    Diagnostic::new(Code::WrongKind, format!("the variant `{name}` has no data in parentheses"))
        .label(at, "declared without them")
        .help(help)
}

/// `self` in a function without a receiver.
pub(super) fn no_self(word: &str, at: Span) -> Diagnostic {
    let help = match word {
        "Self" => "`Self` is the type of the `impl` or `trait` it stands in",
        _ => "a method has `self` as its first parameter, inside an `impl`, a `trait` or a `tool`",
    };
    Diagnostic::new(Code::MisplacedSelf, format!("there is no `{word}` here"))
        .label(at, "nothing to refer to")
        .help(help)
}

/// `fn f(self)` outside an `impl`.
pub(super) fn receiver_outside(what: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::MisplacedSelf, format!("{what} has no `self`"))
        .label(at, "nothing to refer to")
        .help("give the parameter a name and a type, or move the function into an `impl`")
}

/// `fn f() -> Int;`.
pub(super) fn missing_body(name: &str, is_tool: bool, at: Span) -> Diagnostic {
    let help = match is_tool {
        true => "add `{ … }`; only `@signal` and `@interaction` functions have none",
        false => "add `{ … }`; only a trait or an MCP server declares functions without one",
    };
    Diagnostic::new(Code::MissingBody, format!("the function `{name}` has no body"))
        .label(at, "declared with `;`")
        .help(help)
}

/// A body where nothing would run it.
pub(super) fn unexpected_body(name: &str, why: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::UnexpectedBody, format!("the function `{name}` cannot have a body"))
        .label(at, format!("would never run: {why}"))
        .help("end the declaration with `;`")
}

/// `break 'outr;`.
pub(super) fn unknown_label(name: &str, at: Span, near: Option<&str>) -> Diagnostic {
    Diagnostic::new(Code::UnknownLabel, format!("no loop around this is called `{name}`"))
        .label(at, "not a label of a loop that is open here")
        .help(
            near.map_or_else(|| format!("name the loop: `{name}: loop {{ … }}`"), |it| format!("did you mean `{it}`?")),
        )
}

/// `break;` in a function body.
pub(super) fn outside_loop(word: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::OutsideLoop, format!("`{word}` outside a loop"))
        .label(at, "no loop to leave or to continue")
        .help("a closure cannot leave the loop around it; to leave a function or a closure, use `return`")
}

/// `break 1` in a `while`.
pub(super) fn break_with_value(at: Span) -> Diagnostic {
    Diagnostic::new(Code::BreakWithValue, "only `loop` can be left with a value")
        .label(at, "`while` and `for` have none")
        .help("use `loop`, or assign to a variable before `break`")
}

/// `modle: "gpt"` in an agent.
pub(super) fn unknown_setting(name: &str, what: &str, at: Span, near: Option<&str>, known: &[&str]) -> Diagnostic {
    Diagnostic::new(Code::UnknownSetting, format!("{what} has no field `{name}`"))
        .label(at, "unknown field")
        .help(near.map_or_else(|| format!("there are: {}", known.join(", ")), |it| format!("did you mean `{it}`?")))
}

/// `count: Int` in a tool.
pub(super) fn missing_default(name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::MissingDefault, format!("the field `{name}` of this tool has no value to start from"))
        .label(at, "declared without `= value`")
        .help(format!("write `{name}: Type = value`; a tool is made by the program, not by a literal"))
}

/// `provider: "openai"`.
pub(super) fn name_wanted(written: &str, at: Span) -> Diagnostic {
    let name: String = written.trim_matches('"').replace('-', "_").chars().filter(|it| !it.is_whitespace()).collect();
    let is_name = !name.is_empty() && name.chars().all(|it| it.is_alphanumeric() || it == '_');
    Diagnostic::new(Code::WrongKind, "this setting takes a name, not a value").label(at, "not a name").help(
        match is_name {
            true => format!("write `{name}`"),
            false => "write a name, without quotes, as in the manifest".to_owned(),
        },
    )
}

/// `provider: opnai`.
pub(super) fn unknown_connection(name: &str, at: Span, near: Option<&str>, known: &[&str]) -> Diagnostic {
    Diagnostic::new(Code::UnknownName, format!("no connection `{name}`"))
        .label(at, "neither in the manifest nor built in")
        .help(near.map_or_else(
            || format!("add `[connections.{name}]` to `Concerto.toml`, or use one of: {}", known.join(", ")),
            |it| format!("did you mean `{it}`?"),
        ))
}

/// `@descibe("…")`.
pub(super) fn unknown_decorator(name: &str, at: Span, near: Option<&str>) -> Diagnostic {
    Diagnostic::new(Code::UnknownDecorator, format!("there is no decorator `@{name}`"))
        .label(at, "unknown decorator")
        .help(near.map(|it| format!("did you mean `@{it}`?")))
}

/// `repeat [drat]`.
pub(super) fn unknown_stage(name: &str, at: Span, near: Option<&str>) -> Diagnostic {
    Diagnostic::new(Code::UnknownName, format!("this pipeline has no stage `{name}`"))
        .label(at, "not declared")
        .help(did_you_mean(near))
}

/// `fn f(a: Int, b: Int = a)`.
pub(super) fn default_uses_parameter(name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::DefaultUsesParameter, format!("a default value cannot use the parameter `{name}`"))
        .label(at, "not known when the default is evaluated")
        .help("make the parameter an `Option` and choose inside the function: `b ?? a`")
}

/// `Some(x) | None`.
pub(super) fn missing_in_alternative(name: &str, at: Span, bound: Span) -> Diagnostic {
    Diagnostic::new(Code::UnevenAlternatives, format!("this alternative does not bind `{name}`"))
        .label(at, format!("`{name}` is missing"))
        .label(bound, "bound in the first alternative")
        .help("bind the same names in all alternatives, or write two arms")
}

/// `None | Some(x)`.
pub(super) fn only_in_alternative(name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::UnevenAlternatives, format!("`{name}` is not bound in the first alternative"))
        .label(at, "bound here only")
        .help("bind the same names in all alternatives, or write two arms")
}

/// Statements beside `fn main`.
pub(super) fn main_and_statements(at: Span, main: Span) -> Diagnostic {
    Diagnostic::new(Code::MainAndStatements, "a file has either `main` or top-level statements")
        .label(at, "the first statement")
        .label(main, "`main` is declared here")
        .help("move the statements into `main`, or rename `main` and call it")
}

/// Statements in a module.
pub(super) fn statements_in_module(at: Span) -> Diagnostic {
    Diagnostic::new(Code::StatementsInModule, "only the entry file can have top-level statements")
        .label(at, "would never run")
        .help("move it into a function")
}

/// An import that nothing uses.
pub(super) fn unused_import(name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::UnusedImport, format!("the import `{name}` is never used"))
        .label(at, "imported here")
        .help("remove it")
}

/// A variable that nothing reads.
pub(super) fn unused_binding(name: &str, role: LocalRole, at: Span) -> Diagnostic {
    let help = match role {
        LocalRole::Plain => format!("remove it, or call it `_{name}` if that is meant"),
        LocalRole::Field => format!("write `{name}: _`, or `..` for all fields that do not matter"),
        LocalRole::Part => "write `_` in its place".to_owned(),
        LocalRole::Param => format!("call it `_{name}`, or write `_` in its place"),
        LocalRole::Tool => "remove it: models are asked for a value that the tool does not use".to_owned(),
    };
    Diagnostic::new(Code::UnusedBinding, format!("`{name}` is never used")).label(at, "declared here").help(help)
}
