//! Numbers, durations, strings.

use super::codes;
use crate::diagnostic::Code;

#[test]
fn whole_numbers_of_all_bases_are_values() {
    check!("[0, 42, 1_000, 0xff, 0xFF_FF, 0o17, 0b1010, 007]", @"
    [0, 42, 1_000, 0xff, 0xFF_FF, 0o17, 0b1010, 007]
    ----
    (array 0 42 1000 255 65535 15 10 7)
    ");
}

#[test]
fn the_least_and_the_largest_number_can_be_written() {
    check!("[9223372036854775807, -9223372036854775808, -0x8000000000000000, 0x7fff_ffff_ffff_ffff]", @"
    [9223372036854775807, -9223372036854775808, -0x8000000000000000, 0x7fff_ffff_ffff_ffff]
    ----
    (array 9223372036854775807 -9223372036854775808 -9223372036854775808 9223372036854775807)
    ");
}

#[test]
fn the_least_number_binds_like_any_other() {
    check!("-9223372036854775808 as Float - -9223372036854775808", @"
    -9223372036854775808 as Float - -9223372036854775808
    ----
    (- (as -9223372036854775808 Float) -9223372036854775808)
    ");
}

#[test]
fn a_number_outside_the_range_is_reported() {
    told!("let a = 9223372036854775808;", @"
    let a = 9223372036854775808;
    ----
    [E0007] error: `9223372036854775808` does not fit an `Int`
       ,-[ main.conc:1:9 ]
       |
     1 | let a = 9223372036854775808;
       |         ^^^^^^^^^|^^^^^^^^^
       |                  `----------- too large
       |
       | Help: an `Int` goes from -9223372036854775808 to 9223372036854775807; a `Float` such as `1e20` goes further
    ---'
    ");
    told!("let a = -9223372036854775809;", @"
    let a = -9223372036854775809;
    ----
    [E0007] error: `-9223372036854775809` does not fit an `Int`
       ,-[ main.conc:1:10 ]
       |
     1 | let a = -9223372036854775809;
       |          ^^^^^^^^^|^^^^^^^^^
       |                   `----------- too small
       |
       | Help: an `Int` goes from -9223372036854775808 to 9223372036854775807; a `Float` such as `1e20` goes further
    ---'
    ");
}

#[test]
fn floats_are_values() {
    check!("[1.5, 0.1, 1e3, 2.5e-4, 1_0.2_5, 1E2]", @"
    [1.5, 0.1, 1e3, 2.5e-4, 1_0.2_5, 1E2]
    ----
    (array 1.5 0.1 1000.0 0.00025 10.25 100.0)
    ");
}

#[test]
fn a_float_outside_the_range_is_reported() {
    told!("let a = 1e999;", @"
    let a = 1e999;
    ----
    [E0007] error: `1e999` does not fit a `Float`
       ,-[ main.conc:1:9 ]
       |
     1 | let a = 1e999;
       |         ^^|^^
       |           `---- too large
       |
       | Help: the largest `Float` is about 1.8e308
    ---'
    ");
}

#[test]
fn a_float_too_small_is_zero() {
    check!("1e-999", @"
    1e-999
    ----
    0.0
    ");
}

#[test]
fn durations_are_milliseconds() {
    check!("[250ms, 30s, 5m, 2h, 1_000ms, 0s]", @"
    [250ms, 30s, 5m, 2h, 1_000ms, 0s]
    ----
    (array 250ms 30000ms 300000ms 7200000ms 1000ms 0ms)
    ");
}

#[test]
fn a_duration_outside_the_range_is_reported() {
    told!("sleep(9999999999999999h);", @"
    sleep(9999999999999999h);
    ----
    [E0007] error: `9999999999999999h` does not fit a `Duration`
       ,-[ main.conc:1:7 ]
       |
     1 | sleep(9999999999999999h);
       |       ^^^^^^^^|^^^^^^^^
       |               `---------- too long
       |
       | Help: a `Duration` holds up to 9223372036854775807 milliseconds
    ---'
    ");
}

#[test]
fn a_prefix_without_digits_is_no_number() {
    told!("let a = 0x__;", @"
    let a = 0x__;
    ----
    [E0006] error: `0x__` has no digits
       ,-[ main.conc:1:9 ]
       |
     1 | let a = 0x__;
       |         ^^|^
       |           `--- not a number
       |
       | Help: add digits after the prefix
    ---'
    ");
}

#[test]
fn truth_values_are_literals() {
    check!("[true, false]", @"
    [true, false]
    ----
    (array true false)
    ");
}

#[test]
fn strings_are_cooked() {
    check!(r#"["", "a\n\t\"b\"", "\u{48}i", "$5 \${x}"]"#, @r#"
    ["", "a\n\t\"b\"", "\u{48}i", "$5 \${x}"]
    ----
    (array "" "a\n\t\"b\"" "Hi" "$5 ${x}")
    "#);
}

#[test]
fn raw_strings_are_taken_as_they_are() {
    check!(r####"[r"a\n", r#"say "hi""#, r"${x}"]"####, @r##"
    [r"a\n", r#"say "hi""#, r"${x}"]
    ----
    (array "a\\n" "say \"hi\"" "${x}")
    "##);
}

#[test]
fn texts_lose_their_indentation() {
    check!(
        r#"
        let a = """
            Dear ${name},
              this is ${what}.

            Bye
            """;
        "#,
        @r#"
    let a = """
        Dear ${name},
          this is ${what}.

        Bye
        """;
    ----
    (let a = (text "Dear " name ",\n  this is " what ".\n\nBye"))
    "#
    );
}

#[test]
fn a_text_on_one_line_is_like_a_string() {
    check!(r#"["""a "b" c""", """${x}"""]"#, @r#"
    ["""a "b" c""", """${x}"""]
    ----
    (array "a \"b\" c" (text x))
    "#);
}

#[test]
fn an_interpolation_holds_any_expression() {
    check!(r#""a ${x + 1} b ${if c { "d" } else { f("${e}") }}${{ "k": 1 }}""#, @r#"
    "a ${x + 1} b ${if c { "d" } else { f("${e}") }}${{ "k": 1 }}"
    ----
    (text "a " (+ x 1) " b " (if c
      => "d" else
      => (call f (text e))) (map "k":1))
    "#);
}

#[test]
fn escapes_around_an_interpolation_are_cooked() {
    check!(r#""\t${x}\n\${y}""#, @r#"
    "\t${x}\n\${y}"
    ----
    (text "\t" x "\n${y}")
    "#);
}

#[test]
fn an_empty_interpolation_is_reported() {
    told!(r#"print("a ${} b");"#, @r#"
    print("a ${} b");
    ----
    [E0101] error: there is nothing between `${` and `}`
       ,-[ main.conc:1:10 ]
       |
     1 | print("a ${} b");
       |          ^|^
       |           `--- an expression is missing
       |
       | Help: write the value to be inserted, or `\${` for the characters themselves
    ---'
    "#);
}

#[test]
fn an_interpolation_holds_one_value() {
    told!(r#"print("${a, b}");"#, @r#"
    print("${a, b}");
    ----
    [E0101] error: one value is inserted at a time
       ,-[ main.conc:1:13 ]
       |
     1 | print("${a, b}");
       |             |
       |             `-- a second one
       |
       | Help: write `${…}` for each
    ---'
    "#);
}

#[test]
fn an_interpolation_that_cannot_be_read_leaves_the_rest_of_the_string() {
    check!(r#""a ${1 +} b ${c}""#, @r#"
    "a ${1 +} b ${c}"
    ----
    (text "a " <error> " b " c)
    ----
    [E0101] error: expected an expression, found `}`
       ,-[ main.conc:1:9 ]
       |
     1 | "a ${1 +} b ${c}"
       |         |
       |         `-- expected an expression
    ---'
    "#);
}

#[test]
fn a_literal_that_the_lexer_reported_is_an_error_without_a_second_message() {
    assert_eq!(codes("let a = 12abc + 'x' + 1.;"), [Code::MalformedNumber, Code::SingleQuotes, Code::MalformedNumber]);
}
