//! The functions of the machine: their names, what they take and give, and what they do. The one place where they are
//! named.

use super::maps::slots;
use super::texts::{layout, letters};
use super::{Body, Row, arrays, bytes, json, maps, numbers, state, texts, tools, values};

/// A function that looks at its arguments.
const fn row(name: &'static str, signature: &'static str, body: Body) -> Row {
    Row { name, signature, changes: false, body }
}

/// A function that changes its first argument.
const fn change(name: &'static str, signature: &'static str, body: Body) -> Row {
    Row { name, signature, changes: true, body }
}

/// All of them, by what they are about.
pub(super) const ROWS: &[&[Row]] = &[VALUES, NUMBERS, MATH, TEXTS, BYTES, ARRAYS, MAPS, SETS, JSON, TOOLS];

const VALUES: &[Row] = &[
    row("display", "(T) -> String", values::display),
    row("quote", "(String) -> String", values::quote),
    row("equals", "(T, T) -> Bool", values::equals),
    row("compare", "(T, T) -> Int", values::compare),
    row("json.stringify", "(T) -> String", values::stringify),
    row("json.pretty_of", "(T) -> String", values::pretty),
];

const NUMBERS: &[Row] = &[
    row("int.abs", "(Int) -> Int", numbers::int_abs),
    row("int.min", "(Int, Int) -> Int", numbers::int_min),
    row("int.max", "(Int, Int) -> Int", numbers::int_max),
    row("int.clamp", "(Int, Int, Int) -> Int", numbers::int_clamp),
    row("int.pow", "(Int, Int) -> Int", numbers::int_pow),
    row("int.to_string", "(Int) -> String", numbers::int_to_string),
    row("int.to_float", "(Int) -> Float", numbers::int_to_float),
    row("int.bit_and", "(Int, Int) -> Int", numbers::int_bit_and),
    row("int.bit_or", "(Int, Int) -> Int", numbers::int_bit_or),
    row("int.bit_xor", "(Int, Int) -> Int", numbers::int_bit_xor),
    row("int.shl", "(Int, Int) -> Int", numbers::int_shl),
    row("int.shr", "(Int, Int) -> Int", numbers::int_shr),
    row("int.compare", "(Int, Int) -> Int", numbers::int_compare),
    row("float.abs", "(Float) -> Float", numbers::float_abs),
    row("float.min", "(Float, Float) -> Float", numbers::float_min),
    row("float.max", "(Float, Float) -> Float", numbers::float_max),
    row("float.clamp", "(Float, Float, Float) -> Float", numbers::float_clamp),
    row("float.pow", "(Float, Float) -> Float", numbers::float_pow),
    row("float.to_string", "(Float) -> String", numbers::float_to_string),
    row("float.floor", "(Float) -> Float", numbers::float_floor),
    row("float.ceil", "(Float) -> Float", numbers::float_ceil),
    row("float.round", "(Float) -> Float", numbers::float_round),
    row("float.sqrt", "(Float) -> Float", numbers::float_sqrt),
    row("float.is_nan", "(Float) -> Bool", numbers::float_is_nan),
    row("float.to_int", "(Float) -> Int", numbers::float_to_int),
    row("float.compare", "(Float, Float) -> Int", numbers::float_compare),
    row("duration.from_ms", "(Int) -> Duration", numbers::same),
    row("duration.from_seconds", "(Float) -> Duration", numbers::duration_from_seconds),
    row("duration.to_ms", "(Duration) -> Int", numbers::same),
    row("duration.to_seconds", "(Duration) -> Float", numbers::duration_to_seconds),
    row("range.start", "(Range) -> Int", numbers::range_start),
    row("range.end", "(Range) -> Int", numbers::range_end),
    row("range.len", "(Range) -> Int", numbers::range_len),
    row("range.contains", "(Range, Int) -> Bool", numbers::range_contains),
    row("range.to_array", "(Range) -> Array<Int>", numbers::range_to_array),
];

const MATH: &[Row] = &[
    row("math.trunc", "(Float) -> Float", numbers::trunc),
    row("math.is_finite", "(Float) -> Bool", numbers::is_finite),
    row("math.cbrt", "(Float) -> Float", numbers::cbrt),
    row("math.hypot", "(Float, Float) -> Float", numbers::hypot),
    row("math.exp", "(Float) -> Float", numbers::exp),
    row("math.ln", "(Float) -> Float", numbers::ln),
    row("math.log2", "(Float) -> Float", numbers::log2),
    row("math.log10", "(Float) -> Float", numbers::log10),
    row("math.sin", "(Float) -> Float", numbers::sin),
    row("math.cos", "(Float) -> Float", numbers::cos),
    row("math.tan", "(Float) -> Float", numbers::tan),
    row("math.asin", "(Float) -> Float", numbers::asin),
    row("math.acos", "(Float) -> Float", numbers::acos),
    row("math.atan", "(Float) -> Float", numbers::atan),
    row("math.atan2", "(Float, Float) -> Float", numbers::atan2),
];

const TEXTS: &[Row] = &[
    row("string.len", "(String) -> Int", texts::len),
    row("string.bytes", "(String) -> Bytes", texts::bytes),
    row("string.is_empty", "(String) -> Bool", texts::is_empty),
    row("string.trim", "(String) -> String", texts::trim),
    row("string.split", "(String, String) -> Array<String>", texts::split),
    row("string.lines", "(String) -> Array<String>", texts::lines),
    row("string.chars", "(String) -> Array<String>", texts::chars),
    row("string.contains", "(String, String) -> Bool", texts::contains),
    row("string.starts_with", "(String, String) -> Bool", texts::starts_with),
    row("string.ends_with", "(String, String) -> Bool", texts::ends_with),
    row("string.find", "(String, String) -> Option<Int>", texts::find),
    row("string.replace", "(String, String, String) -> String", texts::replace),
    row("string.to_upper", "(String) -> String", texts::to_upper),
    row("string.to_lower", "(String) -> String", texts::to_lower),
    row("string.repeat", "(String, Int) -> String", texts::repeat),
    row("string.slice", "(String, Range) -> String", texts::slice),
    row("string.at", "(String, Int) -> String", texts::at),
    row("string.compare", "(String, String) -> Int", texts::compare),
    row("string.parse_int", "(String) -> Option<Int>", texts::parse_int),
    row("string.parse_float", "(String) -> Option<Float>", texts::parse_float),
    row("string.pad_left", "(String, Int, String) -> String", layout::pad_left),
    row("string.pad_right", "(String, Int, String) -> String", layout::pad_right),
    row("text.trim_start", "(String) -> String", texts::trim_start),
    row("text.trim_end", "(String) -> String", texts::trim_end),
    row("text.words", "(String) -> Array<String>", texts::words),
    row("text.dedent", "(String) -> String", layout::dedent),
    row("text.wrap", "(String, Int) -> String", layout::wrap),
    row("text.code_point", "(String) -> Option<Int>", letters::code_point),
    row("text.from_code_point", "(Int) -> Option<String>", letters::from_code_point),
    row("text.is_alphabetic", "(String) -> Bool", letters::is_alphabetic),
    row("text.is_digit", "(String) -> Bool", letters::is_digit),
    row("text.is_alphanumeric", "(String) -> Bool", letters::is_alphanumeric),
];

const BYTES: &[Row] = &[
    row("bytes.of", "(Array<Int>) -> Bytes", bytes::of),
    row("bytes.len", "(Bytes) -> Int", bytes::len),
    row("bytes.at", "(Bytes, Int) -> Int", bytes::at),
    row("bytes.slice", "(Bytes, Range) -> Bytes", bytes::slice),
    row("bytes.to_array", "(Bytes) -> Array<Int>", bytes::to_array),
    row("bytes.to_string", "(Bytes) -> Option<String>", bytes::to_string),
];

const ARRAYS: &[Row] = &[
    row("array.len", "(Array<T>) -> Int", arrays::len),
    row("array.get", "(Array<T>, Int) -> Option<T>", arrays::get),
    row("array.concat", "(Array<T>, Array<T>) -> Array<T>", arrays::concat),
    row("array.slice", "(Array<T>, Range) -> Array<T>", arrays::slice),
    row("array.chunk", "(Array<T>, Int) -> Array<Array<T>>", arrays::chunk),
    row("array.index", "(Array<T>, T) -> Int", arrays::order::index),
    row("array.sum_int", "(Array<Int>) -> Int", arrays::sum_int),
    row("array.sum_float", "(Array<Float>) -> Float", arrays::sum_float),
    row("array.join", "(Array<String>, String) -> String", texts::join),
    change("array.push", "(Array<T>, T) -> Unit", arrays::push),
    change("array.pop", "(Array<T>) -> Option<T>", arrays::pop),
    change("array.take_last", "(Array<T>) -> T", arrays::take_last),
    change("array.insert", "(Array<T>, Int, T) -> Unit", arrays::insert),
    change("array.remove", "(Array<T>, Int) -> T", arrays::remove),
    change("array.extend", "(Array<T>, Array<T>) -> Unit", arrays::extend),
    change("array.clear", "(Array<T>) -> Unit", arrays::clear),
    change("array.reverse", "(Array<T>) -> Unit", arrays::reverse),
    change("array.sort", "(Array<T>) -> Unit", arrays::order::sort),
];

const MAPS: &[Row] = &[
    row("map.new", "() -> Map<K, V>", maps::new),
    row("map.of", "(Array<(K, V)>) -> Map<K, V>", maps::map_of),
    row("map.len", "(Map<K, V>) -> Int", maps::len),
    row("map.get", "(Map<K, V>, K) -> Option<V>", maps::get),
    row("map.get_or", "(Map<K, V>, K, V) -> V", maps::get_or),
    row("map.has", "(Map<K, V>, K) -> Bool", maps::has),
    row("map.keys", "(Map<K, V>) -> Array<K>", maps::keys),
    row("map.values", "(Map<K, V>) -> Array<V>", maps::values),
    row("map.merge", "(Map<K, V>, Map<K, V>) -> Map<K, V>", maps::merge),
    row("map.find", "(Map<K, V>, K) -> Int", slots::find),
    row("map.slot", "(Map<K, V>, K) -> Int", slots::slot),
    row("map.next", "(Map<K, V>, Int) -> Int", slots::next),
    row("map.key_at", "(Map<K, V>, Int) -> K", slots::key_at),
    row("map.value_at", "(Map<K, V>, Int) -> V", slots::value_at),
    change("map.set", "(Map<K, V>, K, V) -> Unit", maps::set),
    change("map.set_at", "(Map<K, V>, Int, V) -> Unit", slots::set_at),
    change("map.take_at", "(Map<K, V>, Int) -> V", slots::take_at),
    change("map.remove", "(Map<K, V>, K) -> Option<V>", maps::map_remove),
    change("map.clear", "(Map<K, V>) -> Unit", maps::clear),
];

const SETS: &[Row] = &[
    row("set.new", "() -> Set<T>", maps::new),
    row("set.of", "(Array<T>) -> Set<T>", maps::set_of),
    row("set.len", "(Set<T>) -> Int", maps::len),
    row("set.has", "(Set<T>, T) -> Bool", maps::has),
    row("set.union", "(Set<T>, Set<T>) -> Set<T>", maps::merge),
    row("set.intersect", "(Set<T>, Set<T>) -> Set<T>", maps::intersect),
    row("set.difference", "(Set<T>, Set<T>) -> Set<T>", maps::difference),
    row("set.to_array", "(Set<T>) -> Array<T>", maps::keys),
    row("set.next", "(Set<T>, Int) -> Int", slots::next),
    row("set.item_at", "(Set<T>, Int) -> T", slots::key_at),
    change("set.add", "(Set<T>, T) -> Unit", maps::set),
    change("set.remove", "(Set<T>, T) -> Bool", maps::set_remove),
    change("set.clear", "(Set<T>) -> Unit", maps::clear),
];

const JSON: &[Row] = &[
    row("json.parse", "(String) -> Result<Json, Error>", json::parse),
    row("json.from", "(T) -> Json", json::from),
    row("json.decode", "(Json) -> Result<T, Error>", json::decode),
    row("json.as_int", "(Json) -> Option<Int>", json::as_int),
    row("json.to_string", "(Json) -> String", values::stringify),
    row("json.pretty", "(Json) -> String", values::pretty),
];

const TOOLS: &[Row] = &[
    row("tool.about", "(Int, Int) -> Json", tools::about),
    row("tool.about_server", "(Int, Int) -> Json", tools::about_server),
    row("function.same", "(Function, Function) -> Bool", tools::same_function),
    row("state.write", "(T) -> Result<String, String>", state::write),
    row("state.read", "(String) -> Result<T, String>", state::read),
];
