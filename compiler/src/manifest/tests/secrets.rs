//! Keys that were pasted into the manifest, and names of variables.

use super::read;
use crate::diagnostic::render::{self, Style};

#[test]
fn an_unknown_key_with_a_secret_is_not_shown() {
    check!(
        r#"
        [connections.openai]
        provider = "openai"
        api_key = "sk-abc123"
        "#,
        @r#"
        [connections.openai]
        provider = "openai"
        api_key = "sk-abc123"

        [E0902] error: `[connections.openai]` has no key `api_key`
           ,-[ Concerto.toml:1:14 ]
           |
         1 | [connections.openai]
           |              ^^^|^^
           |                 `---- in this table, under `api_key`
           |
           | Help: put the secret into an environment variable: `api_key_env` of a connection takes the variable's name
        ---'
        "#
    );
}

#[test]
fn a_secret_at_the_top_is_not_shown() {
    check!(
        r#"
        api_key = "sk-abc123"
        "#,
        @r#"
        api_key = "sk-abc123"

        [E0902] error: the manifest has no key `api_key`
          Help: it is on line 1 of the manifest, which is not shown here
          Help: put the secret into an environment variable: `api_key_env` of a connection takes the variable's name
        "#
    );
}

#[test]
fn a_pasted_key_is_reported_without_showing_it() {
    check!(
        r#"
        [connections.openai]
        provider = "openai"
        api_key_env = "sk-proj-abc123"
        "#,
        @r#"
        [connections.openai]
        provider = "openai"
        api_key_env = "sk-proj-abc123"

        [E0905] error: `api_key_env` of `[connections.openai]` looks like a key itself
           ,-[ Concerto.toml:1:14 ]
           |
         1 | [connections.openai]
           |              ^^^|^^
           |                 `---- in this table, under `api_key_env`
           |
           | Help: put the key into an environment variable and write the name of the variable: "OPENAI_API_KEY"
        ---'
        "#
    );
}

#[test]
fn a_pasted_key_beside_the_name_of_its_table_is_not_shown_either() {
    check!(
        r#"
        [connections]
        openai = { provider = "openai", api_key_env = "sk-proj-abc123" }
        "#,
        @r#"
        [connections]
        openai = { provider = "openai", api_key_env = "sk-proj-abc123" }

        [E0905] error: `api_key_env` of `[connections.openai]` looks like a key itself
          Help: it is on line 2 of the manifest, which is not shown here
          Help: put the key into an environment variable and write the name of the variable: "OPENAI_API_KEY"
        "#
    );
}

#[test]
fn a_variable_with_a_dollar_is_told_to_drop_it() {
    check!(
        r#"
        [connections.openai]
        provider = "openai"
        api_key_env = "${OPENAI_API_KEY}"
        "#,
        @r#"
        [connections.openai]
        provider = "openai"
        api_key_env = "${OPENAI_API_KEY}"

        [E0905] error: `api_key_env` is not the name of an environment variable
           ,-[ Concerto.toml:3:15 ]
           |
         3 | api_key_env = "${OPENAI_API_KEY}"
           |               ^^^^^^^^^|^^^^^^^^^
           |                        `----------- not a name
           |
           | Help: write it without `$`: "OPENAI_API_KEY"
        ---'
        "#
    );
}

#[test]
fn a_variable_with_a_space_is_no_name() {
    check!(
        r#"
        [connections.openai]
        provider = "openai"
        api_key_env = "my key"
        "#,
        @r#"
        [connections.openai]
        provider = "openai"
        api_key_env = "my key"

        [E0905] error: `api_key_env` is not the name of an environment variable
           ,-[ Concerto.toml:3:15 ]
           |
         3 | api_key_env = "my key"
           |               ^^^^|^^^
           |                   `----- not a name
           |
           | Help: write the name alone, in letters, digits and `_`: "OPENAI_API_KEY"
        ---'
        "#
    );
}

#[test]
fn names_of_variables_are_not_taken_for_keys() {
    for name in ["OPENAI_API_KEY", "key", "_K2", "team_2_openai_api_key_for_2026", "OPENAICOMPATIBLESERVERAPIKEY"] {
        let (_, manifest, found) = read(&format!("[connections.a]\nprovider=\"openai\"\napi_key_env = \"{name}\"\n"));
        assert_eq!((manifest.connections[0].api_key_env.as_deref(), found), (Some(name), Vec::new()));
    }
}

#[test]
fn no_report_shows_a_pasted_key() {
    let keys = [
        "sk-1",
        "sk-ant-api03-Zm9vYmFy",
        "AIzaSyA1b2C3d4E5f6G7h8",
        "3f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c",
        "550e8400-e29b-41d4-a716-446655440000",
    ];
    for key in keys {
        for written in [
            format!("[connections.a]\nprovider = \"openai\"\napi_key_env = \"{key}\"\n"),
            format!("connections.a = {{ provider = \"openai\", api_key_env = \"{key}\" }}\n"),
        ] {
            let (sources, manifest, found) = read(&written);
            assert_eq!((manifest.connections[0].api_key_env.as_deref(), found.len()), (None, 1), "{key}");
            assert!(!render::report(&found, &sources, Style::PLAIN).contains(key), "{key}");
        }
    }
}
