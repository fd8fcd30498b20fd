//! Text that is not TOML.

#[test]
fn text_without_quotes_is_told_to_take_them() {
    check!(
        r#"
        [project]
        name = triage
        "#,
        @r#"
        [project]
        name = triage

        [E0901] error: the manifest is not TOML: text without quotes
           ,-[ Concerto.toml:2:8 ]
           |
         2 | name = triage
           |        ^^^|^^
           |           `---- not a number, a date, `true` or `false`
           |
           | Help: put text in double quotes
        ---'
        "#
    );
}

#[test]
fn true_with_a_capital_is_told_to_be_small() {
    check!(
        r#"
        [connections.a]
        provider = "ollama"
        strict = True
        "#,
        @r#"
        [connections.a]
        provider = "ollama"
        strict = True

        [E0901] error: the manifest is not TOML: text without quotes
           ,-[ Concerto.toml:3:10 ]
           |
         3 | strict = True
           |          ^^|^
           |            `--- not a number, a date, `true` or `false`
           |
           | Help: write `true` in small letters
        ---'
        "#
    );
}

#[test]
fn a_key_without_a_value_is_reported_after_its_equals_sign() {
    check!(
        r#"
        [project]
        name =
        "#,
        @r#"
        [project]
        name =

        [E0901] error: the manifest is not TOML: a key without a value
           ,-[ Concerto.toml:2:7 ]
           |
         2 | name =
           |       |
           |       `- the value is missing
           |
           | Help: write a value after `=`, or remove the key
        ---'
        "#
    );
}

#[test]
fn a_key_twice_in_a_table_is_reported_on_the_second() {
    check!(
        r#"
        [project]
        name = "a"
        name = "b"
        "#,
        @r#"
        [project]
        name = "a"
        name = "b"

        [E0901] error: `name` is given twice
           ,-[ Concerto.toml:3:1 ]
           |
         3 | name = "b"
           | ^^|^
           |   `--- there is one above already
           |
           | Help: remove or rename one of the two
        ---'
        "#
    );
}

#[test]
fn a_header_twice_is_reported_on_the_second() {
    check!(
        r#"
        [project]
        name = "a"
        [project]
        "#,
        @r#"
        [project]
        name = "a"
        [project]

        [E0901] error: `project` is given twice
           ,-[ Concerto.toml:3:2 ]
           |
         3 | [project]
           |  ^^^|^^^
           |     `----- there is one above already
           |
           | Help: remove or rename one of the two
        ---'
        "#
    );
}

#[test]
fn an_unclosed_header_is_reported_at_its_end() {
    check!(
        r#"
        [project
        name = "a"
        "#,
        @r#"
        [project
        name = "a"

        [E0901] error: the manifest is not TOML: unclosed table
           ,-[ Concerto.toml:1:9 ]
           |
         1 | [project
           |         |
           |         `- expected `]`
        ---'
        "#
    );
}

#[test]
fn an_unclosed_string_is_reported_at_the_end_of_its_line() {
    check!(
        r#"
        [project]
        name = "triage
        "#,
        @r#"
        [project]
        name = "triage

        [E0901] error: the manifest is not TOML: invalid basic string
           ,-[ Concerto.toml:2:15 ]
           |
         2 | name = "triage
           |               |
           |               `- expected `"`
        ---'
        "#
    );
}

#[test]
fn what_toml_does_not_expect_is_marked() {
    check!(
        r#"
        project == 1
        "#,
        @r#"
        project == 1

        [E0901] error: the manifest is not TOML: extra `=`
           ,-[ Concerto.toml:1:10 ]
           |
         1 | project == 1
           |          |
           |          `-- this does not belong here
        ---'

        [E0901] error: the manifest is not TOML: unexpected key or value
           ,-[ Concerto.toml:1:12 ]
           |
         1 | project == 1
           |            |
           |            `- expected newline or `#`
        ---'
        "#
    );
}

#[test]
fn every_syntax_error_is_reported_in_order() {
    check!(
        r#"
        [project]
        name = triage
        version = "1
        entry = main.conc
        "#,
        @r#"
        [project]
        name = triage
        version = "1
        entry = main.conc

        [E0901] error: the manifest is not TOML: text without quotes
           ,-[ Concerto.toml:2:8 ]
           |
         2 | name = triage
           |        ^^^|^^
           |           `---- not a number, a date, `true` or `false`
           |
           | Help: put text in double quotes
        ---'

        [E0901] error: the manifest is not TOML: invalid basic string
           ,-[ Concerto.toml:3:13 ]
           |
         3 | version = "1
           |             |
           |             `- expected `"`
        ---'

        [E0901] error: the manifest is not TOML: text without quotes
           ,-[ Concerto.toml:4:9 ]
           |
         4 | entry = main.conc
           |         ^^^^|^^^^
           |             `------ not a number, a date, `true` or `false`
           |
           | Help: put text in double quotes
        ---'
        "#
    );
}

#[test]
fn a_header_below_a_plain_value_is_reported_once() {
    check!(
        r#"
        mcp = 1
        [mcp.files]
        command = ["a"]
        "#,
        @r#"
        mcp = 1
        [mcp.files]
        command = ["a"]

        [E0901] error: `mcp` is given once as a value and once as a table
           ,-[ Concerto.toml:2:2 ]
           |
         2 | [mcp.files]
           |  ^|^
           |   `--- it has a value above already
           |
           | Help: remove one of the two
        ---'
        "#
    );
}

#[test]
fn text_that_is_not_toml_hides_what_else_is_wrong() {
    check!(
        r#"
        [project]
        nam = "a"
        version =
        "#,
        @r#"
        [project]
        nam = "a"
        version =

        [E0901] error: the manifest is not TOML: a key without a value
           ,-[ Concerto.toml:3:10 ]
           |
         3 | version =
           |          |
           |          `- the value is missing
           |
           | Help: write a value after `=`, or remove the key
        ---'
        "#
    );
}
