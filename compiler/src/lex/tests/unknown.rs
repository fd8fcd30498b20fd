//! Characters that no token starts with.

use super::read;

fn helps(source: &str) -> Vec<String> {
    read(source).3.into_iter().flat_map(|it| it.help).collect()
}

#[test]
fn operators_for_bits_are_methods_here() {
    told!("a & b", @"
    a & b
    ----
    [E0001] error: `&` is not part of the language
       ,-[ main.conc:1:3 ]
       |
     1 | a & b
       |   |
       |   `-- `&` alone is no operator
       |
       | Help: for bits, `Int` has `bit_and`, `bit_or`, `bit_xor`, `shl` and `shr`; the logical operators are `&&`, `||` and `!`
    ---'
    ");
    told!("~a", @"
    ~a
    ----
    [E0001] error: `~` is not part of the language
       ,-[ main.conc:1:1 ]
       |
     1 | ~a
       | |
       | `-- means nothing here
       |
       | Help: for bits, `Int` has `bit_and`, `bit_or`, `bit_xor`, `shl` and `shr`; the logical operators are `&&`, `||` and `!`
    ---'
    ");
}

#[test]
fn a_power_is_a_method_here() {
    told!("a ^ b", @"
    a ^ b
    ----
    [E0001] error: `^` is not part of the language
       ,-[ main.conc:1:3 ]
       |
     1 | a ^ b
       |   |
       |   `-- means nothing here
       |
       | Help: powers are `x.pow(2)`; for bits, `Int` has `bit_and`, `bit_or` and `bit_xor`
    ---'
    ");
}

#[test]
fn there_are_no_references() {
    told!("f(&a);", @"
    f(&a);
    ----
    [E0001] error: `&` is not part of the language
       ,-[ main.conc:1:3 ]
       |
     1 | f(&a);
       |   |
       |   `-- `&` alone is no operator
       |
       | Help: there are no references: every value is passed as it is; write the name alone, or `mut self`
    ---'
    ");
}

#[test]
fn an_attribute_hints_at_decorators() {
    told!("#[test]\nfn f() {}", @"
    #[test]
    fn f() {}
    ----
    [E0001] error: decorators start with `@`
       ,-[ main.conc:1:1 ]
       |
     1 | #[test]
       | ^^^|^^^
       |    `----- not a decorator
       |
       | Help: write `@test`, if there is such a decorator
    ---'
    ");
}

#[test]
fn a_stray_single_quote_hints_at_double_ones() {
    told!("let a = ' + 1;", @r#"
    let a = ' + 1;
    ----
    [E0001] error: `'` is not part of the language
       ,-[ main.conc:1:9 ]
       |
     1 | let a = ' + 1;
       |         |
       |         `-- means nothing here
       |
       | Help: text is written in double quotes: "…"
    ---'
    "#);
}

#[test]
fn a_backtick_hints_at_interpolation() {
    told!("` + 1", @r#"
    ` + 1
    ----
    [E0001] error: a backtick is not part of the language
       ,-[ main.conc:1:1 ]
       |
     1 | ` + 1
       | |
       | `-- means nothing here
       |
       | Help: text is written in double quotes, with `${…}` for values: "hello ${name}"
    ---'
    "#);
}

#[test]
fn curly_quotes_hint_at_straight_ones() {
    told!("let a = “hello;", @r#"
    let a = “hello;
    ----
    [E0001] error: `“` is not part of the language
       ,-[ main.conc:1:9 ]
       |
     1 | let a = “hello;
       |         |
       |         `-- means nothing here
       |
       | Help: use straight double quotes: "…"
    ---'
    "#);
}

#[test]
fn a_hash_hints_at_comments_and_decorators() {
    told!("# a comment", @"
    # a comment
    ----
    [E0001] error: `#` is not part of the language
       ,-[ main.conc:1:1 ]
       |
     1 | # a comment
       | |
       | `-- means nothing here
       |
       | Help: comments start with `//`, decorators with `@`
    ---'
    ");
}

#[test]
fn a_dollar_has_a_meaning_in_strings_only() {
    told!("$x", @"
    $x
    ----
    [E0001] error: `$` is not part of the language
       ,-[ main.conc:1:1 ]
       |
     1 | $x
       | |
       | `-- means nothing here
       |
       | Help: `${…}` has a meaning only inside a string
    ---'
    ");
}

#[test]
fn a_backslash_has_a_meaning_in_strings_only() {
    told!("a \\ b", @r"
    a \ b
    ----
    [E0001] error: `\` is not part of the language
       ,-[ main.conc:1:3 ]
       |
     1 | a \ b
       |   |
       |   `-- means nothing here
       |
       | Help: a backslash has a meaning only inside a string
    ---'
    ");
}

#[test]
fn a_space_that_is_none_is_named() {
    told!("let\u{a0}x = 1;", @r"
    let\u{a0}x = 1;
    ----
    [E0001] error: `\u{a0}` is not part of the language
       ,-[ main.conc:1:4 ]
       |
     1 | let x = 1;
       |    |
       |    `-- means nothing here
       |
       | Help: this is an invisible character: replace it by a space
    ---'
    ");
}

#[test]
fn an_invisible_character_is_named() {
    assert_eq!(helps("\u{200b}"), ["this is an invisible character: replace it by a space"]);
    assert_eq!(read("\u{200b}").3[0].title, r"`\u{200b}` is not part of the language");
}

#[test]
fn a_control_character_is_named() {
    told!("let x \u{7} = 1;", @r"
    let x \u{7} = 1;
    ----
    [E0001] error: `\u{7}` is not part of the language
       ,-[ main.conc:1:7 ]
       |
     1 | let x ? = 1;
       |       |
       |       `-- means nothing here
       |
       | Help: this is a control character: remove it
    ---'
    ");
}

#[test]
fn a_mark_that_turns_text_around_is_named() {
    told!("let x \u{202e} = 1;", @r"
    let x \u{202e} = 1;
    ----
    [E0001] error: `\u{202e}` is not part of the language
       ,-[ main.conc:1:7 ]
       |
     1 | let x � = 1;
       |       |
       |       `-- means nothing here
    ---'
    ");
}

#[test]
fn any_other_character_has_no_help() {
    told!("a ¬ b", @"
    a ¬ b
    ----
    [E0001] error: `¬` is not part of the language
       ,-[ main.conc:1:3 ]
       |
     1 | a ¬ b
       |   |
       |   `-- means nothing here
    ---'
    ");
}

#[test]
fn unknown_characters_in_a_row_are_one_mistake() {
    check!("a ### b #", @r####"
    a ### b #
    ----
    1:1      Ident "a"
    1:3      Error "###"
    1:7      Ident "b"
    1:9      Error "#"
    1:10     End
    ----
    [E0001] error: `#` is not part of the language
       ,-[ main.conc:1:3 ]
       |
     1 | a ### b #
       |   |
       |   `-- means nothing here
       |
       | Help: comments start with `//`, decorators with `@`
    ---'

    [E0001] error: `#` is not part of the language
       ,-[ main.conc:1:9 ]
       |
     1 | a ### b #
       |         |
       |         `-- means nothing here
       |
       | Help: comments start with `//`, decorators with `@`
    ---'
    "####);
}
