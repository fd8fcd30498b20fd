//! Keywords and operators: every kind of token that always has the same text.

use crate::lex::token::{CONTEXTUAL_KEYWORDS, HARD_KEYWORDS, OPERATORS};
use crate::lex::{Kind, KindSet};

#[test]
fn every_keyword_has_a_kind() {
    check!(
        r#"
        as await break const continue else enum false fn for if impl in let loop match mod mut
        pub return Self self spawn struct super trait true use while
        "#,
        @"
    as await break const continue else enum false fn for if impl in let loop match mod mut
    pub return Self self spawn struct super trait true use while
    ----
    1:1      As
    1:4      Await
    1:10     Break
    1:16     Const
    1:22     Continue
    1:31     Else
    1:36     Enum
    1:41     False
    1:47     Fn
    1:50     For
    1:54     If
    1:57     Impl
    1:62     In
    1:65     Let
    1:69     Loop
    1:74     Match
    1:80     Mod
    1:84     Mut
    2:1      Pub
    2:5      Return
    2:12     SelfType
    2:17     SelfValue
    2:22     Spawn
    2:28     Struct
    2:35     Super
    2:41     Trait
    2:47     True
    2:52     Use
    2:56     While
    3:1      End
    "
    );
}

#[test]
fn words_of_declarations_have_kinds_of_their_own() {
    check!(
        r#"
        agent host ledger listen max mcp memory mock pipeline provider race repeat schema stage
        store tool type until
        "#,
        @"
    agent host ledger listen max mcp memory mock pipeline provider race repeat schema stage
    store tool type until
    ----
    1:1      Agent
    1:7      Host
    1:12     Ledger
    1:19     Listen
    1:26     Max
    1:30     Mcp
    1:34     Memory
    1:41     Mock
    1:46     Pipeline
    1:55     Provider
    1:64     Race
    1:69     Repeat
    1:76     Schema
    1:83     Stage
    2:1      Store
    2:7      Tool
    2:12     Type
    2:17     Until
    3:1      End
    "
    );
}

#[test]
fn every_operator_has_a_kind() {
    check!(
        r#"
        ( ) [ ] { } , ; : :: . .. ..= @ -> => ? ?? _
        = += -= *= /= %= == != < <= > >=
        + - * / % ! && || | |>
        "#,
        @"
    ( ) [ ] { } , ; : :: . .. ..= @ -> => ? ?? _
    = += -= *= /= %= == != < <= > >=
    + - * / % ! && || | |>
    ----
    1:1      ParenOpen
    1:3      ParenClose
    1:5      SquareOpen
    1:7      SquareClose
    1:9      BraceOpen
    1:11     BraceClose
    1:13     Comma
    1:15     Semicolon
    1:17     Colon
    1:19     PathSep
    1:22     Dot
    1:24     Range
    1:27     RangeEq
    1:31     At
    1:33     Arrow
    1:36     FatArrow
    1:39     Question
    1:41     Coalesce
    1:44     Underscore
    2:1      Assign
    2:3      AddAssign
    2:6      SubAssign
    2:9      MulAssign
    2:12     DivAssign
    2:15     RemAssign
    2:18     Eq
    2:21     NotEq
    2:24     Less
    2:26     LessEq
    2:29     Greater
    2:31     GreaterEq
    3:1      Add
    3:3      Sub
    3:5      Mul
    3:7      Div
    3:9      Rem
    3:11     Not
    3:13     And
    3:16     Or
    3:19     Bar
    3:21     Pipe
    4:1      End
    "
    );
}

#[test]
fn the_longest_operator_wins() {
    check!("a..=b a..b c??d e?f g|>h i||j k|l m->n o=>p q>=r s::t u==v", @r#"
    a..=b a..b c??d e?f g|>h i||j k|l m->n o=>p q>=r s::t u==v
    ----
    1:1      Ident "a"
    1:2      RangeEq
    1:5      Ident "b"
    1:7      Ident "a"
    1:8      Range
    1:10     Ident "b"
    1:12     Ident "c"
    1:13     Coalesce
    1:15     Ident "d"
    1:17     Ident "e"
    1:18     Question
    1:19     Ident "f"
    1:21     Ident "g"
    1:22     Pipe
    1:24     Ident "h"
    1:26     Ident "i"
    1:27     Or
    1:29     Ident "j"
    1:31     Ident "k"
    1:32     Bar
    1:33     Ident "l"
    1:35     Ident "m"
    1:36     Arrow
    1:38     Ident "n"
    1:40     Ident "o"
    1:41     FatArrow
    1:43     Ident "p"
    1:45     Ident "q"
    1:46     GreaterEq
    1:48     Ident "r"
    1:50     Ident "s"
    1:51     PathSep
    1:53     Ident "t"
    1:55     Ident "u"
    1:56     Eq
    1:58     Ident "v"
    1:59     End
    "#);
}

#[test]
fn closing_angles_stay_apart() {
    check!("Map<String, Array<Int>>= >>", @r#"
    Map<String, Array<Int>>= >>
    ----
    1:1      Ident "Map"
    1:4      Less
    1:5      Ident "String"
    1:11     Comma
    1:13     Ident "Array"
    1:18     Less
    1:19     Ident "Int"
    1:22     Greater
    1:23     GreaterEq
    1:26     Greater
    1:27     Greater
    1:28     End
    "#);
}

#[test]
fn a_keyword_inside_a_longer_word_is_no_keyword() {
    check!("letter iffy selfish Selfie truest in_ _in typed tools", @r#"
    letter iffy selfish Selfie truest in_ _in typed tools
    ----
    1:1      Ident "letter"
    1:8      Ident "iffy"
    1:13     Ident "selfish"
    1:21     Ident "Selfie"
    1:28     Ident "truest"
    1:35     Ident "in_"
    1:39     Ident "_in"
    1:43     Ident "typed"
    1:49     Ident "tools"
    1:54     End
    "#);
}

#[test]
fn keywords_care_about_case() {
    check!("Let TRUE Fn self Self", @r#"
    Let TRUE Fn self Self
    ----
    1:1      Ident "Let"
    1:5      Ident "TRUE"
    1:10     Ident "Fn"
    1:13     SelfValue
    1:18     SelfType
    1:22     End
    "#);
}

#[test]
fn contextual_keywords_are_names_and_hard_ones_are_not() {
    assert!(CONTEXTUAL_KEYWORDS.iter().all(|(kind, _)| kind.is_name() && kind.is_word()));
    assert!(HARD_KEYWORDS.iter().all(|(kind, _)| !kind.is_name() && kind.is_word()));
    assert!(OPERATORS.iter().all(|(kind, _)| !kind.is_name() && !kind.is_word()));
    assert!(Kind::Ident.is_name() && Kind::Ident.is_word());
}

#[test]
fn every_opening_bracket_has_its_closing_one() {
    let pairs: Vec<(Kind, Option<Kind>)> =
        OPERATORS.iter().map(|(kind, _)| (*kind, kind.closer())).filter(|(_, closer)| closer.is_some()).collect();
    let expected = [
        (Kind::ParenOpen, Some(Kind::ParenClose)),
        (Kind::SquareOpen, Some(Kind::SquareClose)),
        (Kind::BraceOpen, Some(Kind::BraceClose)),
    ];
    assert_eq!(pairs, expected);
    assert_eq!(Kind::InterpolationOpen.closer(), Some(Kind::InterpolationClose));
}

#[test]
fn a_message_has_words_for_every_kind() {
    let words = |kinds: &[Kind]| kinds.iter().map(|it| it.describe()).collect::<Vec<_>>().join(", ");
    assert_eq!(words(&[Kind::Let, Kind::Tool, Kind::Arrow, Kind::BraceOpen]), "`let`, `tool`, `->`, `{`");
    assert_eq!(words(&[Kind::Ident, Kind::Label]), "a name, a label");
    assert_eq!(words(&[Kind::Int, Kind::Float, Kind::Duration]), "a number, a number, a duration");
    assert_eq!(
        words(&[Kind::Str, Kind::TextStr, Kind::RawStr, Kind::StrOpen, Kind::TextOpen]),
        ["a string"; 5].join(", ")
    );
    assert_eq!(words(&[Kind::InterpolationOpen, Kind::InterpolationClose]), "`${`, `}`");
    assert_eq!(words(&[Kind::End]), "the end of the file");
}

#[test]
fn a_set_of_kinds_is_listed_in_the_order_of_the_table() {
    let set = KindSet::of(&[Kind::End, Kind::Semicolon, Kind::Let, Kind::Ident]);
    assert_eq!(set.iter().collect::<Vec<_>>(), [Kind::Let, Kind::Semicolon, Kind::Ident, Kind::End]);
}

#[test]
fn sets_of_kinds_can_be_joined_and_taken_apart() {
    let brackets = KindSet::of(&[Kind::ParenOpen, Kind::ParenClose]);
    let both = brackets.and(KindSet::of(&[Kind::Comma]));
    assert!(both.has(Kind::Comma) && both.covers(brackets) && !brackets.covers(both));
    assert!(both.without(brackets).has(Kind::Comma) && !both.without(brackets).has(Kind::ParenOpen));
    assert!(KindSet::EMPTY.is_empty() && both.without(both).is_empty());
}
