//! Digits that make no number.

#[test]
fn digits_that_run_into_letters_are_no_number() {
    told!("let a = 12abc;", @"
    let a = 12abc;
    ----
    [E0006] error: `12abc` is not a number
       ,-[ main.conc:1:9 ]
       |
     1 | let a = 12abc;
       |         ^^|^^
       |           `---- digits that run into letters
       |
       | Help: put a space or an operator between a number and a name; a name cannot start with a digit
    ---'
    ");
}

#[test]
fn a_unit_after_a_float_gets_help_with_durations() {
    told!("sleep(1.5s);", @"
    sleep(1.5s);
    ----
    [E0006] error: `1.5s` is not a number
       ,-[ main.conc:1:7 ]
       |
     1 | sleep(1.5s);
       |       ^^|^
       |         `--- digits that run into letters
       |
       | Help: a duration is a whole number of `ms`, `s`, `m` or `h`: write `1500ms` for one and a half seconds
    ---'
    ");
}

#[test]
fn units_in_words_get_their_letter() {
    told!("f(5sec, 5seconds, 10min, 10minutes, 2hr, 2hours);", @"
    f(5sec, 5seconds, 10min, 10minutes, 2hr, 2hours);
    ----
    [E0006] error: `5sec` is not a number
       ,-[ main.conc:1:3 ]
       |
     1 | f(5sec, 5seconds, 10min, 10minutes, 2hr, 2hours);
       |   ^^|^
       |     `--- digits that run into letters
       |
       | Help: seconds are written `5s`
    ---'

    [E0006] error: `5seconds` is not a number
       ,-[ main.conc:1:9 ]
       |
     1 | f(5sec, 5seconds, 10min, 10minutes, 2hr, 2hours);
       |         ^^^^|^^^
       |             `----- digits that run into letters
       |
       | Help: seconds are written `5s`
    ---'

    [E0006] error: `10min` is not a number
       ,-[ main.conc:1:19 ]
       |
     1 | f(5sec, 5seconds, 10min, 10minutes, 2hr, 2hours);
       |                   ^^|^^
       |                     `---- digits that run into letters
       |
       | Help: minutes are written `10m`
    ---'

    [E0006] error: `10minutes` is not a number
       ,-[ main.conc:1:26 ]
       |
     1 | f(5sec, 5seconds, 10min, 10minutes, 2hr, 2hours);
       |                          ^^^^|^^^^
       |                              `------ digits that run into letters
       |
       | Help: minutes are written `10m`
    ---'

    [E0006] error: `2hr` is not a number
       ,-[ main.conc:1:37 ]
       |
     1 | f(5sec, 5seconds, 10min, 10minutes, 2hr, 2hours);
       |                                     ^|^
       |                                      `--- digits that run into letters
       |
       | Help: hours are written `2h`
    ---'

    [E0006] error: `2hours` is not a number
       ,-[ main.conc:1:42 ]
       |
     1 | f(5sec, 5seconds, 10min, 10minutes, 2hr, 2hours);
       |                                          ^^^|^^
       |                                             `---- digits that run into letters
       |
       | Help: hours are written `2h`
    ---'
    ");
}

#[test]
fn a_suffix_of_other_languages_is_left_out() {
    told!("[1f, 1.5f, 2days]", @"
    [1f, 1.5f, 2days]
    ----
    [E0006] error: `1f` is not a number
       ,-[ main.conc:1:2 ]
       |
     1 | [1f, 1.5f, 2days]
       |  ^|
       |   `-- digits that run into letters
       |
       | Help: a `Float` has a point and no suffix: `1.0`
    ---'

    [E0006] error: `1.5f` is not a number
       ,-[ main.conc:1:6 ]
       |
     1 | [1f, 1.5f, 2days]
       |      ^^|^
       |        `--- digits that run into letters
       |
       | Help: a `Float` has no suffix: `1.5`
    ---'

    [E0006] error: `2days` is not a number
       ,-[ main.conc:1:12 ]
       |
     1 | [1f, 1.5f, 2days]
       |            ^^|^^
       |              `---- digits that run into letters
       |
       | Help: there are no days: write hours, `24h` for each
    ---'
    ");
}

#[test]
fn digits_that_the_base_does_not_have_are_named() {
    told!("[0xZZ, 0o9, 0b2, 0x]", @"
    [0xZZ, 0o9, 0b2, 0x]
    ----
    [E0006] error: `0xZZ` is not a number
       ,-[ main.conc:1:2 ]
       |
     1 | [0xZZ, 0o9, 0b2, 0x]
       |  ^^|^
       |    `--- digits that run into letters
       |
       | Help: after `0x` come the digits 0 to 9 and a to f
    ---'

    [E0006] error: `0o9` is not a number
       ,-[ main.conc:1:8 ]
       |
     1 | [0xZZ, 0o9, 0b2, 0x]
       |        ^|^
       |         `--- a digit that is none in this base
       |
       | Help: after `0o` come the digits 0 to 7
    ---'

    [E0006] error: `0b2` is not a number
       ,-[ main.conc:1:13 ]
       |
     1 | [0xZZ, 0o9, 0b2, 0x]
       |             ^|^
       |              `--- a digit that is none in this base
       |
       | Help: after `0b` come the digits 0 and 1
    ---'

    [E0006] error: `0x` is not a number
       ,-[ main.conc:1:18 ]
       |
     1 | [0xZZ, 0o9, 0b2, 0x]
       |                  ^|
       |                   `-- digits that run into letters
       |
       | Help: after `0x` come the digits 0 to 9 and a to f
    ---'
    ");
}

#[test]
fn a_point_needs_digits_on_both_sides() {
    told!("[1., .5]", @"
    [1., .5]
    ----
    [E0006] error: `1.` is only half a `Float`
       ,-[ main.conc:1:2 ]
       |
     1 | [1., .5]
       |  ^|
       |   `-- digits are missing on one side of the point
       |
       | Help: write `1.0`
    ---'

    [E0006] error: `.5` is only half a `Float`
       ,-[ main.conc:1:6 ]
       |
     1 | [1., .5]
       |      ^|
       |       `-- digits are missing on one side of the point
       |
       | Help: write `0.5`
    ---'
    ");
}

#[test]
fn half_a_float_is_one_token_that_the_parser_says_nothing_about() {
    check!("a = 1.; b = .25;", @r#"
    a = 1.; b = .25;
    ----
    1:1      Ident "a"
    1:3      Assign
    1:5      Error "1."
    1:7      Semicolon
    1:9      Ident "b"
    1:11     Assign
    1:13     Error ".25"
    1:16     Semicolon
    1:17     End
    ----
    [E0006] error: `1.` is only half a `Float`
       ,-[ main.conc:1:5 ]
       |
     1 | a = 1.; b = .25;
       |     ^|
       |      `-- digits are missing on one side of the point
       |
       | Help: write `1.0`
    ---'

    [E0006] error: `.25` is only half a `Float`
       ,-[ main.conc:1:13 ]
       |
     1 | a = 1.; b = .25;
       |             ^|^
       |              `--- digits are missing on one side of the point
       |
       | Help: write `0.25`
    ---'
    "#);
}
