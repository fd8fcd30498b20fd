//! Numbers and durations.

#[test]
fn whole_numbers_come_in_four_bases() {
    check!("0 42 007 0xff 0xDEADBEEF 0o17 0b1010", @r#"
    0 42 007 0xff 0xDEADBEEF 0o17 0b1010
    ----
    1:1      Int "0"
    1:3      Int "42"
    1:6      Int "007"
    1:10     Int "0xff"
    1:15     Int "0xDEADBEEF"
    1:26     Int "0o17"
    1:31     Int "0b1010"
    1:37     End
    "#);
}

#[test]
fn underscores_separate_digits() {
    check!("1_000_000 0xff_ff 0o7_7 0b1111_0000 1_ 1__0 1_0.5_0 1e1_0 1_000ms", @r#"
    1_000_000 0xff_ff 0o7_7 0b1111_0000 1_ 1__0 1_0.5_0 1e1_0 1_000ms
    ----
    1:1      Int "1_000_000"
    1:11     Int "0xff_ff"
    1:19     Int "0o7_7"
    1:25     Int "0b1111_0000"
    1:37     Int "1_"
    1:40     Int "1__0"
    1:45     Float "1_0.5_0"
    1:53     Float "1e1_0"
    1:59     Duration "1_000ms"
    1:66     End
    "#);
}

#[test]
fn a_float_has_a_point_or_an_exponent() {
    check!("1.5 0.0 1e3 1E3 2.5e-4 2.5e+4 1_0.5", @r#"
    1.5 0.0 1e3 1E3 2.5e-4 2.5e+4 1_0.5
    ----
    1:1      Float "1.5"
    1:5      Float "0.0"
    1:9      Float "1e3"
    1:13     Float "1E3"
    1:17     Float "2.5e-4"
    1:24     Float "2.5e+4"
    1:31     Float "1_0.5"
    1:36     End
    "#);
}

#[test]
fn a_duration_is_a_whole_number_and_a_unit() {
    check!("250ms 30s 5m 2h 0s", @r#"
    250ms 30s 5m 2h 0s
    ----
    1:1      Duration "250ms"
    1:7      Duration "30s"
    1:11     Duration "5m"
    1:14     Duration "2h"
    1:17     Duration "0s"
    1:19     End
    "#);
}

#[test]
fn a_sign_is_a_token_of_its_own() {
    check!("-1 +2 - 3", @r#"
    -1 +2 - 3
    ----
    1:1      Sub
    1:2      Int "1"
    1:4      Add
    1:5      Int "2"
    1:7      Sub
    1:9      Int "3"
    1:10     End
    "#);
}

#[test]
fn two_points_after_a_number_make_a_range() {
    check!("0..3 0..=3 1.. ..2 1.5..2.5", @r#"
    0..3 0..=3 1.. ..2 1.5..2.5
    ----
    1:1      Int "0"
    1:2      Range
    1:4      Int "3"
    1:6      Int "0"
    1:7      RangeEq
    1:10     Int "3"
    1:12     Int "1"
    1:13     Range
    1:16     Range
    1:18     Int "2"
    1:20     Float "1.5"
    1:23     Range
    1:25     Float "2.5"
    1:28     End
    "#);
}

#[test]
fn a_name_after_a_point_is_a_member_of_a_number() {
    check!("2.pow(3) 2._x 1.5.floor() 30s.to_string()", @r#"
    2.pow(3) 2._x 1.5.floor() 30s.to_string()
    ----
    1:1      Int "2"
    1:2      Dot
    1:3      Ident "pow"
    1:6      ParenOpen
    1:7      Int "3"
    1:8      ParenClose
    1:10     Int "2"
    1:11     Dot
    1:12     Ident "_x"
    1:15     Float "1.5"
    1:18     Dot
    1:19     Ident "floor"
    1:24     ParenOpen
    1:25     ParenClose
    1:27     Duration "30s"
    1:30     Dot
    1:31     Ident "to_string"
    1:40     ParenOpen
    1:41     ParenClose
    1:42     End
    "#);
}

#[test]
fn numbers_after_a_point_are_fields_of_a_tuple() {
    check!("t.0 t.0.1 t.0.1.2 f().0 a[1].0", @r#"
    t.0 t.0.1 t.0.1.2 f().0 a[1].0
    ----
    1:1      Ident "t"
    1:2      Dot
    1:3      Int "0"
    1:5      Ident "t"
    1:6      Dot
    1:7      Float "0.1"
    1:11     Ident "t"
    1:12     Dot
    1:13     Float "0.1"
    1:16     Dot
    1:17     Int "2"
    1:19     Ident "f"
    1:20     ParenOpen
    1:21     ParenClose
    1:22     Dot
    1:23     Int "0"
    1:25     Ident "a"
    1:26     SquareOpen
    1:27     Int "1"
    1:28     SquareClose
    1:29     Dot
    1:30     Int "0"
    1:31     End
    "#);
}

#[test]
fn a_number_too_large_is_still_a_token() {
    check!("99999999999999999999 1e999", @r#"
    99999999999999999999 1e999
    ----
    1:1      Int "99999999999999999999"
    1:22     Float "1e999"
    1:27     End
    "#);
}
