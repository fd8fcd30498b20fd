//! Values of the wrong type.

#[test]
fn a_number_where_text_belongs_is_told_to_take_quotes() {
    check!(
        r#"
        [project]
        name = 7
        "#,
        @r#"
        [project]
        name = 7

        [E0903] error: `name` must be a string
           ,-[ Concerto.toml:2:8 ]
           |
         2 | name = 7
           |        |
           |        `-- this is a whole number
           |
           | Help: put the value in double quotes
        ---'
        "#
    );
}

#[test]
fn a_table_where_text_belongs_is_reported_on_its_header() {
    check!(
        r#"
        [project.name]
        "#,
        @r#"
        [project.name]

        [E0903] error: `name` must be a string
           ,-[ Concerto.toml:1:1 ]
           |
         1 | [project.name]
           | ^^^^^^^|^^^^^^
           |        `-------- this is a table
           |
           | Help: write one text in double quotes
        ---'
        "#
    );
}

#[test]
fn text_where_a_table_belongs_is_reported() {
    check!(
        r#"
        project = "triage"
        "#,
        @r#"
        project = "triage"

        [E0903] error: `project` must be a table
           ,-[ Concerto.toml:1:11 ]
           |
         1 | project = "triage"
           |           ^^^^|^^^
           |               `----- this is a string
           |
           | Help: write its keys in braces or below a header of its own
        ---'
        "#
    );
}

#[test]
fn a_duration_without_quotes_is_told_how_to_write_it() {
    check!(
        r#"
        [connections.a]
        provider = "ollama"
        timeout = 60
        "#,
        @r#"
        [connections.a]
        provider = "ollama"
        timeout = 60

        [E0903] error: `timeout` must be a duration in quotes
           ,-[ Concerto.toml:3:11 ]
           |
         3 | timeout = 60
           |           ^|
           |            `-- this is a whole number
           |
           | Help: write a whole number and a unit: "500ms", "30s", "5m" or "2h"
        ---'
        "#
    );
}

#[test]
fn numbers_are_whole_and_without_quotes() {
    check!(
        r#"
        [connections.a]
        provider = "ollama"
        retry = { max_attempts = "3" }
        rate_limit = { requests_per_minute = 1.5, concurrent_requests = false }
        "#,
        @r#"
        [connections.a]
        provider = "ollama"
        retry = { max_attempts = "3" }
        rate_limit = { requests_per_minute = 1.5, concurrent_requests = false }

        [E0903] error: `max_attempts` must be a whole number
           ,-[ Concerto.toml:3:26 ]
           |
         3 | retry = { max_attempts = "3" }
           |                          ^|^
           |                           `--- this is a string
           |
           | Help: write the number without quotes
        ---'

        [E0903] error: `requests_per_minute` must be a whole number
           ,-[ Concerto.toml:4:38 ]
           |
         4 | rate_limit = { requests_per_minute = 1.5, concurrent_requests = false }
           |                                      ^|^
           |                                       `--- this is a number with a fraction
           |
           | Help: write the number without a fraction
        ---'

        [E0903] error: `concurrent_requests` must be a whole number
           ,-[ Concerto.toml:4:65 ]
           |
         4 | rate_limit = { requests_per_minute = 1.5, concurrent_requests = false }
           |                                                                 ^^|^^
           |                                                                   `---- this is a boolean
        ---'
        "#
    );
}

#[test]
fn a_flag_is_true_or_false_without_quotes() {
    check!(
        r#"
        [connections.a]
        provider = "ollama"
        strict = "yes"
        "#,
        @r#"
        [connections.a]
        provider = "ollama"
        strict = "yes"

        [E0903] error: `strict` must be `true` or `false`
           ,-[ Concerto.toml:3:10 ]
           |
         3 | strict = "yes"
           |          ^^|^^
           |            `---- this is a string
           |
           | Help: write `true` or `false`, without quotes
        ---'
        "#
    );
}

#[test]
fn a_command_line_in_one_string_is_told_to_be_an_array() {
    check!(
        r#"
        [hosts.a]
        command = "python3 reviewer.py"
        "#,
        @r#"
        [hosts.a]
        command = "python3 reviewer.py"

        [E0903] error: `command` must be an array of strings
           ,-[ Concerto.toml:2:11 ]
           |
         2 | command = "python3 reviewer.py"
           |           ^^^^^^^^^^|^^^^^^^^^^
           |                     `------------ this is a string
           |
           | Help: write the program and each argument as a string of its own: ["python3", "reviewer.py"]
        ---'
        "#
    );
}

#[test]
fn every_part_of_a_command_is_a_string() {
    check!(
        r#"
        [hosts.a]
        command = ["sleep", 5, true]
        "#,
        @r#"
        [hosts.a]
        command = ["sleep", 5, true]

        [E0903] error: `command` must be an array of strings
           ,-[ Concerto.toml:2:21 ]
           |
         2 | command = ["sleep", 5, true]
           |                     |
           |                     `-- this is a whole number
           |
           | Help: put every argument in double quotes, numbers too
        ---'

        [E0903] error: `command` must be an array of strings
           ,-[ Concerto.toml:2:24 ]
           |
         2 | command = ["sleep", 5, true]
           |                        ^^|^
           |                          `--- this is a boolean
           |
           | Help: put every argument in double quotes, numbers too
        ---'
        "#
    );
}

#[test]
fn values_of_env_and_headers_are_strings() {
    check!(
        r#"
        [mcp.a]
        command = ["a"]
        env = { PORT = 80 }
        [mcp.b]
        url = "http://localhost"
        headers = { Retries = 2 }
        "#,
        @r#"
        [mcp.a]
        command = ["a"]
        env = { PORT = 80 }
        [mcp.b]
        url = "http://localhost"
        headers = { Retries = 2 }

        [E0903] error: `PORT` must be a string
           ,-[ Concerto.toml:3:16 ]
           |
         3 | env = { PORT = 80 }
           |                ^|
           |                 `-- this is a whole number
           |
           | Help: put the value in double quotes
        ---'

        [E0903] error: `Retries` must be a string
           ,-[ Concerto.toml:6:23 ]
           |
         6 | headers = { Retries = 2 }
           |                       |
           |                       `-- this is a whole number
           |
           | Help: put the value in double quotes
        ---'
        "#
    );
}

#[test]
fn a_value_directly_below_connections_is_told_to_have_a_name() {
    check!(
        r#"
        [connections]
        provider = "openai"
        "#,
        @r#"
        [connections]
        provider = "openai"

        [E0903] error: `connections.provider` must be a table
           ,-[ Concerto.toml:2:12 ]
           |
         2 | provider = "openai"
           |            ^^^^|^^^
           |                `----- this is a string
           |
           | Help: write a connection as a table with a name: `[connections.openai]`
        ---'
        "#
    );
}

#[test]
fn an_array_of_connections_is_told_to_be_named_tables() {
    check!(
        r#"
        [[connections]]
        provider = "openai"
        "#,
        @r#"
        [[connections]]
        provider = "openai"

        [E0903] error: `connections` must be a table of named tables
           ,-[ Concerto.toml:1:1 ]
           |
         1 | [[connections]]
           | ^^^^^^^|^^^^^^^
           |        `--------- this is an array
           |
           | Help: write a connection as a table with a name: `[connections.openai]`
        ---'
        "#
    );
}
