//! Programs that are far larger than anybody writes: each is accepted, or refused with a message that states the limit.
//! None of them takes long, and none needs more stack than a thread has.

use std::fmt::Display;
use std::ops::Range;

use crate::support::{Files, checked};

/// The codes and titles that a program is told.
fn said(text: &str) -> Vec<(&'static str, String)> {
    checked(&Files::of(text)).diagnostics.iter().map(|it| (it.code.text(), it.title.clone())).collect()
}

fn accepts(text: &str) {
    let said = said(text);
    let first: Vec<_> = said.iter().take(3).collect();
    assert!(said.is_empty(), "{} were told: {first:?}", said.len());
}

/// Something with this code states the limit.
fn refuses(text: &str, code: &str, limit: &str) {
    let said = said(text);
    let first: Vec<_> = said.iter().take(3).collect();
    assert!(said.iter().any(|it| it.0 == code && it.1.contains(limit)), "no {code} about {limit}: {first:?}");
}

/// Only the size of a `match` may be refused.
fn accepts_or_too_large(text: &str) {
    let said = said(text);
    assert!(said.iter().all(|it| it.0 == "E0341" && it.1.contains(MATCH_TOO_LARGE)), "{said:?}");
}

/// `piece` of every number, with something in between.
fn list<T: Display>(numbers: Range<usize>, between: &str, piece: impl Fn(usize) -> T) -> String {
    numbers.map(|it| piece(it).to_string()).collect::<Vec<_>>().join(between)
}

/// `middle` with `before` and `after` around it, that many times.
fn nested(levels: usize, before: &str, middle: &str, after: &str) -> String {
    format!("{}{middle}{}", before.repeat(levels), after.repeat(levels))
}

/// Followed by the limit: 256 for brackets, 512 for all that can be nested together.
const TOO_DEEP: &str = "this is nested more than";
const TYPE_TOO_DEEP: &str = "at most 100 levels and 2000 parts";
const MATCH_TOO_LARGE: &str = "takes more than 2000000 steps";

/// A `match` on `subject` of type `ty`, one arm for each number.
fn matching(count: usize, ty: &str, subject: &str, pattern: impl Fn(usize) -> String) -> String {
    let arms = list(0..count, "\n", |it| format!("{} => {it},", pattern(it)));
    format!("fn f(x: {ty}) -> Int {{\nmatch x {{\n{arms}\n_ => -1,\n}}\n}}\nfn main() {{ print(f({subject})); }}")
}

#[test]
fn a_match_has_hundreds_of_arms() {
    accepts(&matching(500, "Int", "1", |it| it.to_string()));
    accepts(&matching(500, "Int", "1", |it| format!("{}..{}", it * 10, it * 10 + 5)));
    accepts(&matching(500, "String", "\"1\"", |it| format!("\"text {it}\"")));
    let variants = list(0..600, ", ", |it| format!("V{it}(Int, Bool)"));
    let on_variants = matching(500, "E", "E::V1(2, true)", |it| format!("E::V{it}({it}, _)"));
    accepts(&format!("enum E {{ {variants} }}\n{on_variants}"));
    let pattern = |it: usize| format!("(({it}, \"t{}\"), Some(({}, _)))", it % 7, it % 5);
    accepts(&matching(500, "((Int, String), Option<(Int, Int)>)", "((1, \"a\"), None)", pattern));
}

#[test]
fn a_match_has_thousands_of_arms() {
    accepts(&matching(5_000, "Int", "1", |it| it.to_string()));
    accepts(&matching(900, "Int", "1", |it| format!("{}..{}", it * 10, it * 10 + 5)));
    accepts(&matching(5_000, "String", "\"1\"", |it| format!("\"text {it}\"")));
}

#[test]
fn a_match_has_thousands_of_ranges() {
    accepts(&matching(5_000, "Int", "1", |it| format!("{}..{}", it * 10, it * 10 + 5)));
    let ranges = list(0..2_000, " | ", |it| format!("{}..={}", it * 10, it * 10 + 3));
    accepts(&format!("fn f(x: Int) -> Int {{ match x {{ {ranges} => 1, _ => 0 }} }}\nfn main() {{ print(f(1)); }}"));
}

#[test]
fn a_match_on_pairs_has_thousands_of_arms() {
    accepts(&matching(5_000, "(Int, String)", "(1, \"\")", |it| format!("({}, \"t{}\")", it % 100, it / 100)));
    accepts(&matching(5_000, "(Int, Int)", "(1, 2)", |it| format!("({it}, {})", it + 1)));
}

#[test]
fn ranges_that_overlap_are_told_apart() {
    accepts(&matching(500, "Int", "1", |it| format!("{}..={}", 1_000 - it, 1_000 + it)));
    let both = matching(500, "(Int, Int)", "(1, 1)", |it| format!("({}..={}, {it}..)", 1_000 - it, 1_000 + it));
    accepts_or_too_large(&both);
}

#[test]
fn two_hundred_type_parameters() {
    let params = list(0..200, ", ", |it| format!("T{it}"));
    let bounds = list(0..200, ", ", |it| format!("T{it}: Display + Eq"));
    let typed = list(0..200, ", ", |it| format!("a{it}: T{it}"));
    let names = list(0..200, ", ", |it| format!("a{it}"));
    let numbers = list(0..200, ", ", |it| it);
    let shown = list(0..200, " ", |it| format!("${{a{it}}}"));
    accepts(&format!(
        "fn all<{bounds}>({typed}) -> String {{ \"{shown}\" }}
         fn back<{params}>({typed}) -> ({params}) {{ ({names}) }}
         struct S<{params}> {{ {typed} }}
         fn main() {{
             print(all({numbers}));
             let t = back({numbers});
             print(t.0 + t.199);
             let s = S {{ {} }};
             print(s.a0 + s.a199);
             print(s);
         }}",
        list(0..200, ", ", |it| format!("a{it}: {it}")),
    ));
}

fn in_main(value: &str) -> String {
    format!("fn f(n: Int) -> Int {{ n }}\nfn main() {{ print(f(0)); print({value}); }}")
}

#[test]
fn expressions_are_nested_up_to_a_limit() {
    for (before, after, levels) in [
        ("f(", ")", 250),
        ("(", ")", 250),
        ("-", "", 500),
        ("f(-", ")", 240),
        ("if !(f(1) == 2) { -", " } else { 0 }", 240),
        ("match -f(1) { 1 => -", ", _ => 0 }", 240),
        ("{ ", " }", 250),
        ("{ let a = ", "; a }", 250),
        ("if f(1) == 1 { ", " } else { 0 }", 250),
        ("if f(1) == 1 { 0 } else { ", " }", 250),
        ("match f(1) { 1 => ", ", _ => 0 }", 250),
        ("match f(1) { 1 => { ", " } _ => 0 }", 120),
        ("match { ", " } { n => n }", 120),
        ("loop { break ", "; }", 120),
        ("[", "][0]", 90),
        ("f(n: ", ")", 250),
        ("Some(", ").unwrap()", 90),
        ("(|a| a + ", ")(1)", 120),
        ("(|| ", ")()", 120),
        ("f(1 + 2 * ", ")", 250),
    ] {
        accepts(&in_main(&nested(levels, before, "1", after)));
        refuses(&in_main(&nested(600, before, "1", after)), "E0104", TOO_DEEP);
    }
}

#[test]
fn statements_are_nested_up_to_a_limit() {
    for (before, levels) in [
        ("if f(1) == 1 {\n", 250),
        ("while f(1) == 1 {\n", 250),
        ("for _ in 0..f(1) {\n", 250),
        ("if let 1 = f(1) {\n", 250),
        ("match f(1) { 1 => {\n", 120),
    ] {
        let after = if before.starts_with("match") { "} _ => {} }\n" } else { "}\n" };
        let text = |levels| {
            let body = nested(levels, before, "print(1);\n", after);
            format!("fn f(n: Int) -> Int {{ n }}\nfn main() {{\n{body}}}")
        };
        accepts(&text(levels));
        refuses(&text(300), "E0104", TOO_DEEP);
    }
}

#[test]
fn closures_are_nested_up_to_a_limit() {
    let calls = |levels| nested(levels, "[1].map(|a| a + ", "1", ").sum()");
    accepts(&in_main(&calls(120)));
    refuses(&in_main(&calls(300)), "E0104", TOO_DEEP);
    let blocks = |levels| nested(levels, "[1].fold(0, |a, b| { let c = a + b; c + ", "1", "})");
    accepts(&in_main(&blocks(80)));
    // A closure that gives a closure has one level of its type for each.
    let bare = |levels| format!("fn main() {{ let f = {}; let _g = f(1); }}", nested(levels, "|_a: Int| ", "1", ""));
    accepts(&bare(90));
    refuses(&bare(200), "E0307", TYPE_TOO_DEEP);
}

#[test]
fn texts_are_nested_up_to_a_limit() {
    accepts(&in_main(&nested(120, "\"a ${", "1", "} b\"")));
    accepts(&in_main(&nested(60, "\"${f(1)} ${[1].map(|_a| ", "1", ")}\"")));
    refuses(&in_main(&nested(300, "\"${", "1", "}\"")), "E0104", TOO_DEEP);
}

#[test]
fn types_are_nested_up_to_a_limit() {
    let text = |levels, before: &str, after: &str| {
        format!("fn f(x: {}) {{ let _y = x; }}\nfn main() {{ let _g = f; }}", nested(levels, before, "Int", after))
    };
    for (before, after) in [
        ("Array<", ">"),
        ("Option<", ">"),
        ("(Int, ", ")"),
        ("Map<String, ", ">"),
        ("fn() -> ", ""),
        ("Result<Int, ", ">"),
        ("", "?"),
    ] {
        accepts(&text(99, before, after));
        refuses(&text(120, before, after), "E0307", TYPE_TOO_DEEP);
        refuses(&text(250, before, after), "E0307", TYPE_TOO_DEEP);
    }
}

#[test]
fn types_that_grow_are_refused() {
    let grown = |piece: fn(usize) -> String, count| {
        let lets = list(1..count, "\n", |it| format!("let x{it} = {};", piece(it)));
        format!("fn main() {{ let x0 = 1;\n{lets}\nlet _y = x{};\n}}", count - 1)
    };
    accepts(&grown(|it| format!("[x{}]", it - 1), 90));
    refuses(&grown(|it| format!("[x{}]", it - 1), 200), "E0307", TYPE_TOO_DEEP);
    refuses(&grown(|it| format!("Some(x{})", it - 1), 200), "E0307", TYPE_TOO_DEEP);
    refuses(&grown(|it| format!("(x{0}, x{0})", it - 1), 60), "E0307", TYPE_TOO_DEEP);
    refuses(&grown(|it| format!("[(x{0}, x{0})]", it - 1), 60), "E0307", TYPE_TOO_DEEP);
    refuses(&grown(|it| format!("{{ 1: (x{0}, x{0}) }}", it - 1), 60), "E0307", TYPE_TOO_DEEP);
    refuses(&grown(|it| format!("|| (x{0}, x{0})", it - 1), 60), "E0307", TYPE_TOO_DEEP);
    let twice = grown(|it| format!("twice(x{})", it - 1), 60);
    refuses(&format!("fn twice<T>(x: T) -> (T, T) {{ (x, x) }}\n{twice}"), "E0307", TYPE_TOO_DEEP);
}

#[test]
fn aliases_that_double_are_refused() {
    let plain = list(1..60, "\n", |it| format!("type P{it} = (P{0}, P{0});", it - 1));
    refuses(&format!("type P0 = Int;\n{plain}\nfn main() {{ let _x: Option<P59> = None; }}"), "E0307", TYPE_TOO_DEEP);
    let nested_arguments = nested(60, "P<", "Int", ">");
    let text = format!("type P<T> = (T, T);\nfn main() {{ let _x: Option<{nested_arguments}> = None; }}");
    refuses(&text, "E0307", TYPE_TOO_DEEP);
    let generic = list(1..60, "\n", |it| format!("type P{it}<T> = P{0}<P{0}<T>>;", it - 1));
    let text = format!("type P0<T> = (T, T);\n{generic}\nfn main() {{ let _x: Option<P59<Int>> = None; }}");
    refuses(&text, "E0307", TYPE_TOO_DEEP);
    let pairs = list(1..60, "\n", |it| format!("type P{it}<T> = (P{0}<T>, P{0}<T>);", it - 1));
    let text = format!("type P0<T> = (T, T);\n{pairs}\nfn main() {{ let _x: Option<P59<Int>> = None; }}");
    refuses(&text, "E0307", TYPE_TOO_DEEP);
}

#[test]
fn structs_that_double_are_fine() {
    let plain = list(1..60, "\n", |it| format!("struct S{it} {{ a: S{0}, b: S{0}, c: Array<S{0}> }}", it - 1));
    let uses = "let x: Option<S59> = None; print(x); print(x == None); let _m: Map<S59, Int> = {:};";
    accepts(&format!("struct S0 {{ a: Int }}\n{plain}\nfn main() {{ let _n: Option<S59> = None; }}"));
    let text = format!("struct S0 {{ a: Int }}\n{plain}\nfn main() {{ {uses} }}");
    assert!(said(&text).iter().all(|it| it.0 == "E0331"), "an array is no key");
    let generic = list(1..40, "\n", |it| format!("struct G{it}<T> {{ a: G{0}<T>, b: G{0}<(T, Int)> }}", it - 1));
    let text = format!("struct G0<T> {{ a: T }}\n{generic}\nfn main() {{ let x: Option<G39<Int>> = None; print(x); }}");
    accepts(&text);
    let floats = list(1..60, "\n", |it| format!("struct S{it} {{ a: S{0}, b: S{0} }}", it - 1));
    let text =
        format!("struct S0 {{ a: fn() -> Int }}\n{floats}\nfn main() {{ let x: Option<S59> = None; print(x); }}");
    assert_eq!(said(&text).len(), 1, "a function has no display form");
}

#[test]
fn a_type_that_holds_ever_larger_ones_of_itself() {
    let text = "struct Nest<T> { value: T, inner: Option<Nest<Array<T>>> }
        enum Pairs<T> { Leaf(T), Node(Pairs<(T, T)>) }
        fn main() { let a: Nest<Int> = Nest { value: 1, inner: None }; print(a); print(a == a); }";
    let said = said(text);
    assert!(said.iter().all(|it| it.0 == "E0307" || it.0 == "E0331"), "{said:?}");
    let calls = "fn deeper<T: Display>(x: T, n: Int) -> Int { if n == 0 { 0 } else { deeper([x], n - 1) } }
        fn main() { print(deeper(1, 3)); }";
    accepts(calls);
}

#[test]
fn thousands_of_functions_call_each_other() {
    let ring = list(0..2_000, "\n", |it| {
        format!(
            "fn f{it}(n: Int) -> Int {{ if n == 0 {{ {it} }} else {{ f{}(n - 1) + f{}(n - 1) }} }}",
            (it + 1) % 2_000,
            (it * 7 + 3) % 2_000
        )
    });
    accepts(&format!("{ring}\nfn main() {{ print(f0(3)); }}"));
}

#[test]
fn thousands_of_types_hold_each_other() {
    let structs = list(0..2_000, "\n", |it| {
        format!("struct S{it} {{ a: Option<S{}>, b: Array<E{}>, n: Int }}", (it + 1) % 2_000, (it * 7 + 3) % 2_000)
    });
    let enums = list(0..2_000, "\n", |it| {
        format!(
            "enum E{it} {{ None, One(Array<S{}>), Two {{ next: Array<E{}> }} }}",
            (it + 1) % 2_000,
            (it * 11 + 5) % 2_000
        )
    });
    let uses = "let s = S0 { a: None, b: [], n: 1 };\nprint(s);\nprint(s == s);\nprint(s < s);";
    accepts(&format!("{structs}\n{enums}\nfn main() {{\n{uses}\n}}"));
}

/// Structs of which each holds the next, compared.
fn structs_in_a_row(count: usize) -> String {
    let chain = list(0..count, "\n", |it| format!("struct S{it} {{ a: S{}, n: Int }}", it + 1));
    format!("{chain}\nstruct S{count} {{ n: Int }}\nfn main() {{ let x: Option<S0> = None; print(x == None); }}")
}

#[test]
fn hundreds_of_types_in_a_row_hold_each_other() {
    accepts(&structs_in_a_row(300));
}

#[test]
fn thousands_of_types_in_a_row_hold_each_other() {
    accepts(&structs_in_a_row(2_000));
}

#[test]
fn chains_are_as_long_as_they_like() {
    accepts(&in_main(&format!("1{}", " + f(1)".repeat(100_000))));
    accepts(&in_main(&format!("1.0{}", " + 1".repeat(100_000))));
    accepts(&in_main(&format!("\"\"{}", " + \"a\"".repeat(50_000))));
    accepts(&in_main(&format!("[1]{}", ".reversed()".repeat(20_000))));
    accepts(&in_main(&format!("true{}", " && f(1) == 1".repeat(30_000))));
    accepts(&in_main(&format!("1{}", " |> f".repeat(20_000))));
}

#[test]
fn chains_of_closures_are_long() {
    accepts(&in_main(&format!("[1]{}", ".map(|a| a + 1).filter(|a| a > 0)".repeat(3_000))));
    accepts(&in_main(&format!("Some(1){}", ".and_then(|a| Some(a + 1))".repeat(5_000))));
}

#[test]
fn literals_are_long() {
    accepts(&format!("fn main() {{ let x = [{}]; print(x.len()); }}", list(0..100_000, ", ", |it| it)));
    accepts(&format!("fn main() {{ let x = [{}, 0.5]; print(x.len()); }}", list(0..20_000, ", ", |it| it)));
    let pairs = list(0..20_000, ", ", |it| format!("({it}, \"t{it}\", [{it}])"));
    accepts(&format!("fn main() {{ let x = [{pairs}]; print(x.len()); }}"));
}

#[test]
fn literals_of_texts_are_long() {
    accepts(&format!(
        "fn main() {{ let x = [{}]; print(x.len()); }}",
        list(0..20_000, ", ", |it| format!("\"t{it}\""))
    ));
    let entries = list(0..50_000, ",\n", |it| format!("\"key {it}\": {it}"));
    accepts(&format!("fn main() {{ let x = {{ {entries} }}; print(x.len()); }}"));
    let entries = list(0..20_000, ",\n", |it| format!("{it}: \"text {it}\""));
    accepts(&format!("fn main() {{ let x = {{ {entries} }}; print(x.len()); }}"));
    let arms = list(0..3_000, "\n", |it| format!("{it} => \"text {it}\","));
    accepts(&format!("fn main() {{ let x = match args().len() {{ {arms} _ => \"none\" }}; print(x); }}"));
    let json = list(0..20_000, ",\n", |it| format!("\"key {it}\": [{it}, \"text\"]"));
    accepts(&format!("fn main() {{ let x: Json = {{ {json} }}; print(x); }}"));
}

#[test]
fn a_union_has_thousands_of_texts() {
    let union = list(0..2_000, " | ", |it| format!("\"t{it}\""));
    let arms = list(0..2_000, "\n", |it| format!("\"t{it}\" => {it},"));
    let values = list(0..2_000, ", ", |it| format!("\"t{it}\""));
    accepts(&format!(
        "type U = {union};\nfn f(u: U) -> Int {{ match u {{ {arms} }} }}
         fn main() {{ let all: Array<U> = [{values}]; print(all.map(f)); }}"
    ));
}

#[test]
fn a_struct_has_thousands_of_fields() {
    let fields = list(0..2_000, ",\n", |it| format!("f{it}: Int"));
    let values = list(0..2_000, ",\n", |it| format!("f{}: {it}", 1_999 - it));
    let names = list(0..2_000, ", ", |it| format!("f{it}"));
    let sum = list(0..2_000, " + ", |it| format!("f{it}"));
    let reads = list(0..2_000, " + ", |it| format!("s.f{it}"));
    accepts(&format!(
        "struct S {{ {fields} }}
         fn main() {{
             let s = S {{ {values} }};
             let S {{ {names} }} = s;
             print({sum} + {reads});
             print(s == S {{ f0: 2, ..s }});
             match s {{ S {{ f0: 1, f1999: 2, .. }} => print(1), S {{ {names} }} => print({sum}) }}
         }}"
    ));
}

#[test]
fn an_enum_has_thousands_of_variants() {
    let variants = list(0..2_000, ",\n", |it| format!("V{it}(Int)"));
    let arms = list(0..2_000, "\n", |it| format!("E::V{it}(n) => n + {it},"));
    let values = list(0..2_000, ", ", |it| format!("E::V{it}({it})"));
    let text = |arms: &str| {
        format!(
            "enum E {{ {variants} }}\nfn f(e: E) -> Int {{ match e {{\n{arms}\n}} }}
             fn main() {{ print([{values}].map(f)); }}"
        )
    };
    accepts(&text(&arms));
    let (_, without_first) = arms.split_once('\n').unwrap();
    assert_eq!(said(&text(without_first)).len(), 1);
    let pairs = list(0..2_000, "\n", |it| format!("(E::V{it}(a), E::V{it}(b)) => a + b,"));
    let on_pairs = format!("fn g(e: (E, E)) -> Int {{ match e {{\n{pairs}\n_ => 0 }} }}");
    accepts(&format!("enum E {{ {variants} }}\n{on_pairs}\nfn main() {{ print(g((E::V0(1), E::V1(1)))); }}"));
}

/// A `match` on so many truth values, with rows of patterns for each.
fn on_bools(count: usize, rows: &str) -> String {
    let types = list(0..count, ", ", |_| "Bool");
    let values = list(0..count, ", ", |_| "true");
    format!("fn f(x: ({types})) -> Int {{ match x {{\n{rows}\n}} }}\nfn main() {{ print(f(({values}))); }}")
}

/// So many rows of so many truth values, each with `word` on the diagonal.
fn diagonal(count: usize, word: &str) -> Vec<String> {
    (0..count).map(|row| list(0..count, ", ", |it| if it == row { word } else { "_" })).collect()
}

#[test]
fn truth_values_are_combined_up_to_a_limit() {
    let rows = |count| diagonal(count, "true").join(") => 1,\n(");
    accepts(&on_bools(8, &format!("({}) => 1,\n_ => 0,", rows(8))));
    accepts_or_too_large(&on_bools(20, &format!("({}) => 1,\n_ => 0,", rows(20))));
    // Two columns of each row that no other row shares.
    let pair = |row: usize| list(0..20, ", ", |it| if it == row || it == (row + 7) % 20 { "true" } else { "_" });
    let pairs = list(0..20, "\n", |row| format!("({}) => {row},", pair(row)));
    accepts_or_too_large(&on_bools(20, &format!("{pairs}\n_ => 20,")));
}

#[test]
fn truth_values_on_a_diagonal() {
    let rows = |word| diagonal(20, word).join(") => 1,\n(");
    accepts(&on_bools(20, &format!("({}) => 1,\n_ => 0,", rows("true"))));
    let both = said(&on_bools(20, &format!("({}) => 1,\n({}) => 2,", rows("true"), rows("false"))));
    assert_eq!(
        both.iter().filter(|it| it.0.starts_with('W')).count(),
        19,
        "only the first of the second half is reached"
    );
}

#[test]
fn a_match_with_too_many_combinations_is_refused() {
    let row = |row: usize| list(0..40, ", ", |it| if (it * 7 + row * 3).is_multiple_of(5) { "true" } else { "_" });
    let rows = list(0..60, "\n", |it| format!("({}) => {it},", row(it * it + it / 7)));
    let other = |row: usize| list(0..40, ", ", |it| if it == row || it == 39 - row { "true" } else { "_" });
    let more = list(0..20, "\n", |it| format!("({}) => {it},", other(it)));
    refuses(&on_bools(40, &format!("{more}\n{rows}\n_ => 0,")), "E0341", MATCH_TOO_LARGE);
}

#[test]
fn a_trait_has_hundreds_of_impls() {
    let impls = list(0..300, "\n", |it| {
        format!("struct S{it} {{ n: Int }}\nimpl Area for S{it} {{ fn area(self) -> Int {{ self.n * {it} }} }}")
    });
    let calls = list(0..300, "\n", |it| {
        format!("print(S{it} {{ n: 1 }}.area() + of(S{it} {{ n: 2 }}) + S{it} {{ n: 3 }}.twice());")
    });
    let area = "trait Area { fn area(self) -> Int; fn twice(self) -> Int { self.area() * 2 } }";
    accepts(&format!("{area}\nfn of<T: Area>(x: T) -> Int {{ x.area() }}\n{impls}\nfn main() {{\n{calls}\n}}"));
    let generic = list(0..300, "\n", |it| {
        format!("struct S{it} {{ n: Int }}\nimpl Area for Box<S{it}> {{ fn area(self) -> Int {{ {it} }} }}")
    });
    let calls = list(0..300, "\n", |it| format!("print(Box {{ it: S{it} {{ n: 1 }} }}.area());"));
    accepts(&format!("{area}\nstruct Box<T> {{ it: T }}\n{generic}\nfn main() {{\n{calls}\n}}"));
}

/// An error that is made of many others.
fn from_many(count: usize) -> String {
    let impls = list(0..count, "\n", |it| {
        format!(
            "struct E{it} {{ n: Int }}\nimpl From<E{it}> for All {{ fn from(x: E{it}) -> All {{ All {{ n: x.n }} }} }}"
        )
    });
    format!("struct All {{ n: Int }}\n{impls}\nimpl From<All> for All {{ fn from(x: All) -> All {{ x }} }}\n")
}

#[test]
fn an_error_is_made_of_hundreds_of_others() {
    let from = from_many(200);
    let tries = list(0..200, "\n", |it| {
        format!("fn try{it}(n: Int) -> Result<Int, E{it}> {{ if n == {it} {{ Err(E{it} {{ n }}) }} else {{ Ok(n) }} }}")
    });
    let chain = list(0..200, "\n", |it| format!("n = try{it}(n)?;"));
    let sum = list(0..200, " + ", |it| format!("try{it}(n)?"));
    accepts(&format!(
        "{from}{tries}\nfn run(m: Int) -> Result<Int, All> {{ let mut n = m;\n{chain}\nOk({sum})\n}}
         fn main() {{ print(run(3)); }}"
    ));
}

#[test]
fn calls_of_one_of_many_functions_are_nested() {
    let text = |levels, middle: &str| {
        let value = nested(levels, "All::from(", middle, ")");
        format!("{}fn main() {{ print({value}.n); }}", from_many(50))
    };
    accepts(&text(100, "E49 { n: 1 }"));
    accepts(&text(240, "E0 { n: 1 }"));
}

#[test]
fn a_generic_argument_decides_which_function_is_called() {
    accepts(
        "struct All { n: Int }
         impl From<Int> for All { fn from(x: Int) -> All { All { n: x } } }
         impl From<Bool> for All { fn from(_x: Bool) -> All { All { n: 0 } } }
         impl From<String> for All { fn from(x: String) -> All { All { n: x.len() } } }
         fn id<T>(x: T) -> T { x }
         fn main() { print(All::from(id(\"text\")).n + All::from(Some(\"a\").unwrap()).n); }",
    );
}

/// Arrays that take each other's elements, the one that is decided about last.
fn decided_backwards(count: usize) -> String {
    let lets = list(0..count, "\n", |it| format!("let mut a{it} = [];"));
    let back = list(1..count, "\n", |it| format!("a{}.extend(a{});", count - 1 - it, count - it));
    format!("fn main() {{\n{lets}\n{back}\na0.push(1);\n}}")
}

#[test]
fn thousands_of_variables_are_decided_backwards() {
    accepts(&decided_backwards(10_000));
}

#[test]
fn variables_are_decided_at_the_end() {
    let lets = list(0..10_000, "\n", |it| format!("let mut a{it} = [];"));
    let pushes = list(0..10_000, "\n", |it| format!("a{it}.push({it});"));
    accepts(&format!("fn main() {{\n{lets}\n{pushes}\n}}"));
    let chain = list(1..10_000, "\n", |it| format!("let a{it} = a{};", it - 1));
    accepts(&format!(
        "fn main() {{\nlet a0 = None;\n{chain}\nlet mut last = a9999;\nlast = Some(1);\nprint(last);\n}}"
    ));
    let links = list(1..5_000, "\n", |it| format!("a{it}.extend(a{});", it - 1));
    let lets = list(0..5_000, "\n", |it| format!("let mut a{it} = [];"));
    accepts(&format!("fn main() {{\n{lets}\n{links}\na0.push(1);\n}}"));
    accepts(&decided_backwards(1_000));
}

#[test]
fn variables_get_their_values_later() {
    let lets = list(0..1_000, "\n", |it| format!("let a{it};"));
    let sets = list(0..1_000, "\n", |it| format!("if n > {it} {{ a{it} = {it}; }} else {{ a{it} = 0; }}"));
    let sum = list(0..1_000, " + ", |it| format!("a{it}"));
    accepts(&format!("fn f(n: Int) -> Int {{\n{lets}\n{sets}\n{sum}\n}}\nfn main() {{ print(f(1)); }}"));
}

#[test]
fn a_body_has_thousands_of_statements() {
    let lets = list(1..10_000, "\n", |it| format!("let a{it} = a{} + {it};", it - 1));
    accepts(&format!("fn main() {{\nlet a0 = 1;\n{lets}\nprint(a9999);\n}}"));
    let lets = "let a = a + 1;\n".repeat(10_000);
    accepts(&format!("fn main() {{\nlet a = 1;\n{lets}print(a);\n}}"));
    let ifs = list(0..3_000, " else ", |it| format!("if n == {it} {{ {it} }}"));
    accepts(&format!("fn f(n: Int) -> Int {{ {ifs} else {{ 0 }} }}\nfn main() {{ print(f(1)); }}"));
}

#[test]
fn a_function_has_hundreds_of_parameters() {
    let params = list(0..500, ", ", |it| format!("a{it}: Int"));
    let sum = list(0..500, " + ", |it| format!("a{it}"));
    let args = list(0..500, ", ", |it| format!("a{}: {it}", 499 - it));
    let defaults = list(0..500, ", ", |it| format!("b{it}: Int = {it}"));
    let sum_of_defaults = list(0..500, " + ", |it| format!("b{it}"));
    let calls = list(0..200, "\n", |it| format!("print(g(b{}: 1, b{it}: 2));", it + 250));
    accepts(&format!(
        "fn f({params}) -> Int {{ {sum} }}\nfn g({defaults}) -> Int {{ {sum_of_defaults} }}
         fn main() {{\nprint(f({args}));\n{calls}\n}}"
    ));
}

#[test]
fn alternatives_are_long() {
    let numbers = list(0..5_000, " | ", |it| it * 2);
    let texts = list(0..5_000, " | ", |it| format!("\"t{it}\""));
    let ranges = list(0..900, " | ", |it| format!("{}..={}", it * 10, it * 10 + 3));
    let on = |ty: &str, value: &str, pattern: &str| {
        format!("fn f(x: {ty}) -> Int {{ match x {{ {pattern} => 1, _ => 0 }} }}\nfn main() {{ print(f({value})); }}")
    };
    accepts(&on("Int", "1", &numbers));
    accepts(&on("String", "\"\"", &texts));
    accepts(&on("Int", "1", &ranges));
    accepts(&on("Option<Int>", "None", &format!("Some({numbers})")));
    accepts(&on("(Int, String)", "(1, \"\")", &format!("({}, \"a\")", format_args!("{numbers}"))));
}

#[test]
fn alternatives_are_combined_up_to_a_limit() {
    let ten = list(0..10, " | ", |it| it);
    let all = list(0..20, ", ", |_| ten.clone());
    let types = list(0..20, ", ", |_| "Int");
    let zeros = list(0..20, ", ", |_| "0");
    let text = format!(
        "fn f(x: ({types})) -> Int {{ match x {{ ({all}) => 1, _ => 0 }} }}\nfn main() {{ print(f(({zeros}))); }}"
    );
    accepts_or_too_large(&text);
}

#[test]
fn patterns_of_arrays_are_long() {
    let names = list(0..200, ", ", |it| format!("a{it}"));
    let sum = list(0..200, " + ", |it| format!("a{it}"));
    let more = list(200..400, ", ", |it| format!("a{it}"));
    let more_sum = list(200..400, " + ", |it| format!("a{it}"));
    accepts(&format!(
        "fn f(x: Array<Int>) -> Int {{ match x {{
             [{names}] => {sum},
             [{names}, .., {more}] => {sum} + {more_sum},
             [{names}, ..rest] => {sum} + rest.len(),
             [..] => 0,
         }} }}
         fn main() {{ print(f([1])); }}"
    ));
    let lengths = list(0..200, "\n", |it| format!("[{}] => {it},", list(0..it, ", ", |_| "_")));
    accepts(&format!(
        "fn f(x: Array<Int>) -> Int {{ match x {{\n{lengths}\n_ => -1 }} }}\nfn main() {{ print(f([1])); }}"
    ));
    let firsts =
        list(0..200, "\n", |it| format!("[{}] => {it},", list(0..200, ", ", |at| if at == it { "1" } else { "_" })));
    let text =
        format!("fn f(x: Array<Int>) -> Int {{ match x {{\n{firsts}\n_ => -1 }} }}\nfn main() {{ print(f([1])); }}");
    accepts_or_too_large(&text);
    let ends = list(0..100, "\n", |it| format!("[{it}, .., {it}] => {it},\n[.., {it}, _] => {it},"));
    accepts(&format!(
        "fn f(x: Array<Int>) -> Int {{ match x {{\n{ends}\n_ => -1 }} }}\nfn main() {{ print(f([1])); }}"
    ));
}

#[test]
fn patterns_are_nested_up_to_a_limit() {
    let text = |levels| {
        let (ty, pattern) = (nested(levels, "Option<", "Int", ">"), nested(levels, "Some(", "n", ")"));
        format!("fn f(x: {ty}) -> Int {{ match x {{ {pattern} => n, _ => 0 }} }}\nfn main() {{ print(f(None)); }}")
    };
    accepts(&text(90));
    let recursive = nested(200, "L::Cons(1, ", "_", ")");
    accepts(&format!(
        "enum L {{ Nil, Cons(Int, L) }}
         fn f(x: L) -> Int {{ match x {{ {recursive} => 1, _ => 0 }} }}
         fn main() {{ print(f(L::Nil)); }}"
    ));
}

#[test]
fn thousands_of_functions_that_nothing_calls() {
    let unused = list(0..5_000, "\n", |it| format!("fn f{it}() -> Int {{ {it} }}"));
    let said = said(&format!("{unused}\nfn main() {{ print(1); }}"));
    assert!(said.len() == 100 && said.iter().all(|it| it.0 == "W0304"), "{} were told", said.len());
    let allowed = list(0..2_000, "\n", |it| format!("@allow(\"W0304\")\nfn f{it}() -> Int {{ {it} }}"));
    accepts(&format!("{allowed}\nfn main() {{ print(1); }}"));
}

#[test]
fn a_thousand_mistakes_in_types_are_not_all_told() {
    for mistake in
        ["let _x: Int = \"text\";", "print(1 + \"a\");", "missing_method(1).foo();", "[1].foo();", "f(\"a\", 2);"]
    {
        let many = format!("{mistake}\n").repeat(1_000);
        let said = said(&format!(
            "fn f(n: Int) -> Int {{ n }}\nfn missing_method(n: Int) -> Int {{ n }}
             fn main() {{\nprint(f(1));\n{many}}}"
        ));
        assert_eq!(said.len(), 100, "{mistake}");
    }
    let functions = list(0..1_000, "\n", |it| format!("fn f{it}() -> Int {{ \"text\" }}"));
    assert_eq!(said(&format!("{functions}\nfn main() {{}}")).len(), 100);
}

#[test]
fn thousands_of_misspelt_fields() {
    let fields = list(0..2_000, ", ", |it| format!("field_number_{it}: Int"));
    let reads = list(0..2_000, "\n", |it| format!("print(s.field_numbr_{it});"));
    let text = format!("struct S {{ {fields} }}\nfn f(s: S) {{\n{reads}\n}}\nfn main() {{ let _g = f; }}");
    assert_eq!(said(&text).len(), 100);
}

#[test]
fn schemas_contain_each_other_thousands_deep() {
    let schemas = list(0..3_000, "\n", |it| format!("schema S{it} {{ next: S{}, v: Int }}", it + 1));
    let deep = nested(45, "Option<(", "Int", ",)>");
    let text = format!(
        "{schemas}\nschema S3000 {{ v: Int }}\ntool T {{\n    @describe(\"F\")\n    pub fn f(@param(\"p\") p: S0) -> Int {{ p.v }}\n    \
         @describe(\"G\")\n    pub fn g(@param(\"p\") p: {deep}) -> Bool {{ p.is_some() }}\n}}\nprint(T.g(None));"
    );
    let mut checked = checked(&Files::of(&text));
    assert!(checked.diagnostics.is_empty());
    let program = concerto_compiler::compile::compile(&mut checked, concerto_compiler::compile::Goal::Run)
        .unwrap_or_else(|it| panic!("{it:?}"));
    let written = concerto_ir::json::to_text(&program);
    assert!(written.len() < 10_000_000, "{} bytes", written.len());
    let read = concerto_ir::json::from_bytes(written.as_bytes()).unwrap();
    assert_eq!(concerto_ir::json::to_text(&read), written);
    let parameters = &program.declared.tools[0].tool_schemas[0]["parameters"];
    let lowered = concerto_schema::lower(parameters, concerto_schema::Dialect::Anthropic);
    assert!(lowered.is_ok() || lowered.is_err_and(|it| !it.reason.is_empty()));
}
