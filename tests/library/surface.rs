//! What the language promises of its library is there: each method of the table, each function of the modules.

use super::natives::all;

/// Types and their methods.
const METHODS: &[(&str, &str)] = &[
    ("Int", "abs min max clamp pow to_string to_float bit_and bit_or bit_xor shl shr"),
    ("Float", "abs min max clamp pow to_string floor ceil round sqrt is_nan to_int"),
    (
        "String",
        "len bytes is_empty trim split lines chars contains starts_with ends_with find replace to_upper to_lower repeat slice \
         parse_int parse_float pad_left pad_right join",
    ),
    (
        "Array",
        "len is_empty get first last push pop insert remove extend contains index_of slice reverse reversed sort sorted sort_by \
         sorted_by map filter fold for_each any all find flat_map zip enumerate sum min max join chunk unique par_map clear",
    ),
    ("Map", "len get has set remove keys values entries get_or merge clear"),
    ("Set", "new of add has remove len union intersect difference clear"),
    ("Option", "is_some is_none unwrap expect unwrap_or or_else map and_then ok_or"),
    ("Result", "is_ok is_err unwrap expect unwrap_or map map_err and_then ok err"),
    ("Json", "get at as_int as_float as_string as_bool as_array as_object is_null decode to_string pretty"),
    ("Bytes", "of len slice to_string"),
    ("Error", "new"),
    ("Memory", "new open append messages last len clear"),
    ("Ledger", "new open insert query update delete entries len clear"),
    ("LedgerQuery", "from_identifier from_key from_any_keys from_exact_keys"),
    ("Store", "open get set update delete keys len"),
];

/// Modules and their functions.
const FUNCTIONS: &[(&str, &str)] = &[
    ("prelude", "print eprint emit panic assert assert_eq assert_ne timeout sleep progress args"),
    ("json", "parse stringify pretty from"),
    ("fs", "read_file write_file append_file exists list_dir remove_file create_dir"),
    ("http", "get post put delete request"),
    ("env", "get require"),
    ("time", "now now_ms format parse"),
    ("random", "int float choice shuffle seed"),
    ("crypto", "sha256 hmac_sha256 uuid base64_encode base64_decode random_bytes"),
    ("regex", "is_match find find_all replace captures"),
    ("log", "debug info warn error"),
    ("process", "run"),
    ("prompt", "template from_file count_tokens"),
    ("csv", "parse stringify"),
    ("toml", "parse stringify"),
];

#[test]
fn every_promised_name_is_there() {
    let all = all();
    let mut missing = Vec::new();
    for (ty, methods) in METHODS {
        let is_of = |of: &Option<String>| of.as_deref().and_then(|it| it.split('<').next()) == Some(*ty);
        let has = |name: &str| all.iter().any(|it| it.is_public && it.name == name && is_of(&it.of));
        missing.extend(methods.split_whitespace().filter(|it| !has(it)).map(|it| format!("{ty}.{it}")));
    }
    for (file, functions) in FUNCTIONS {
        let has =
            |name: &str| all.iter().any(|it| it.is_public && it.name == name && it.file == *file && it.of.is_none());
        missing.extend(functions.split_whitespace().filter(|it| !has(it)).map(|it| format!("{file}::{it}")));
    }
    assert!(missing.is_empty(), "{missing:?}");
}
