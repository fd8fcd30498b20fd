//! What common names of other languages are called here.

/// Values.
const VALUES: &[(&str, &str)] = &[
    ("null", "there is no `null`: a value that may be absent is an `Option`, `Some(x)` or `None`"),
    ("nil", "there is no `nil`: a value that may be absent is an `Option`, `Some(x)` or `None`"),
    ("undefined", "a value that may be absent is an `Option`, `Some(x)` or `None`"),
    ("True", "truth values are written `true` and `false`"),
    ("False", "truth values are written `true` and `false`"),
    ("printf", "write a line with `print(x)`; a text can hold values: `\"${x}\"`"),
    ("this", "a method calls its receiver `self`"),
    ("println", "write a line with `print(x)`"),
    ("console", "write a line with `print(x)`"),
    ("len", "ask the value: `xs.len()`"),
    ("range", "a range is written `0..n`"),
    ("str", "the text of a value is `\"${x}\"`"),
    ("Math", "mathematics is in `std::math`: `use std::math;`"),
    ("JSON", "JSON is in `std::json`: `use std::json;`"),
];

/// Types.
const TYPES: &[(&str, &str)] = &[
    ("Vec", "a list is an `Array<T>`"),
    ("List", "a list is an `Array<T>`"),
    ("HashMap", "a dictionary is a `Map<K, V>`"),
    ("Dict", "a dictionary is a `Map<K, V>`"),
    ("dict", "a dictionary is a `Map<K, V>`"),
    ("HashSet", "a set is a `Set<T>`"),
    ("Integer", "whole numbers are `Int`"),
    ("i32", "whole numbers are `Int`"),
    ("i64", "whole numbers are `Int`"),
    ("u32", "whole numbers are `Int`"),
    ("u64", "whole numbers are `Int`"),
    ("usize", "whole numbers are `Int`"),
    ("f32", "numbers with a fraction are `Float`"),
    ("f64", "numbers with a fraction are `Float`"),
    ("double", "numbers with a fraction are `Float`"),
    ("Double", "numbers with a fraction are `Float`"),
    ("Number", "numbers are `Int` or `Float`"),
    ("number", "numbers are `Int` or `Float`"),
    ("str", "text is a `String`"),
    ("char", "text is a `String`; one character is a `String` of length 1"),
    ("Char", "text is a `String`; one character is a `String` of length 1"),
    ("boolean", "truth values are `Bool`"),
    ("Boolean", "truth values are `Bool`"),
    ("any", "there is no `any`: a value of unknown shape is `Json`"),
    ("Any", "there is no `Any`: a value of unknown shape is `Json`"),
    ("Object", "a value of unknown shape is `Json`"),
    ("void", "nothing is `()`, which can be left out of a signature"),
    ("None", "nothing is `()`, which can be left out of a signature; a value that may be absent is `T?`"),
    ("Optional", "a value that may be absent is `Option<T>`, also written `T?`"),
];

/// What to use instead of a value that other languages have.
pub(super) fn value_elsewhere(name: &str) -> Option<String> {
    find(VALUES, name)
}

/// What to use instead of a type that other languages have.
pub(super) fn type_elsewhere(name: &str) -> Option<String> {
    find(TYPES, name)
}

fn find(table: &[(&str, &str)], name: &str) -> Option<String> {
    table.iter().find(|(it, _)| *it == name).map(|(_, help)| (*help).to_owned())
}
