//! Keys that the manifest does not have.

#[test]
fn an_unknown_table_gets_the_nearest_one() {
    check!(
        r#"
        [conections.openai]
        provider = "openai"
        "#,
        @r#"
        [conections.openai]
        provider = "openai"

        [E0902] error: the manifest has no key `conections`
           ,-[ Concerto.toml:1:2 ]
           |
         1 | [conections.openai]
           |  ^^^^^|^^^^
           |       `------ unknown key
           |
           | Help: there is a key `connections`
        ---'
        "#
    );
}

#[test]
fn an_unknown_key_at_the_top_gets_the_list() {
    check!(
        r#"
        edition = "2026"
        "#,
        @r#"
        edition = "2026"

        [E0902] error: the manifest has no key `edition`
           ,-[ Concerto.toml:1:1 ]
           |
         1 | edition = "2026"
           | ^^^|^^^
           |    `----- unknown key
           |
           | Help: the keys here are `project`, `connections`, `mcp`, `hosts`
        ---'
        "#
    );
}

#[test]
fn an_unknown_key_of_the_project_gets_the_list() {
    check!(
        r#"
        [project]
        name = "a"
        authors = []
        "#,
        @r#"
        [project]
        name = "a"
        authors = []

        [E0902] error: `[project]` has no key `authors`
           ,-[ Concerto.toml:3:1 ]
           |
         3 | authors = []
           | ^^^|^^^
           |    `----- unknown key
           |
           | Help: the keys here are `name`, `version`, `entry`
        ---'
        "#
    );
}

#[test]
fn an_unknown_key_of_a_connection_gets_the_nearest_one() {
    check!(
        r#"
        [connections.openai]
        provdier = "openai"
        provider = "openai"
        "#,
        @r#"
        [connections.openai]
        provdier = "openai"
        provider = "openai"

        [E0902] error: `[connections.openai]` has no key `provdier`
           ,-[ Concerto.toml:2:1 ]
           |
         2 | provdier = "openai"
           | ^^^^|^^^
           |     `----- unknown key
           |
           | Help: there is a key `provider`
        ---'
        "#
    );
}

#[test]
fn an_unknown_key_of_an_inline_table_is_marked_in_it() {
    check!(
        r#"
        [connections.a]
        provider = "ollama"
        retry = { max_attempts = 2, max_retries = 3 }
        rate_limit.requests = 3
        "#,
        @r#"
        [connections.a]
        provider = "ollama"
        retry = { max_attempts = 2, max_retries = 3 }
        rate_limit.requests = 3

        [E0902] error: `[connections.a.retry]` has no key `max_retries`
           ,-[ Concerto.toml:3:29 ]
           |
         3 | retry = { max_attempts = 2, max_retries = 3 }
           |                             ^^^^^|^^^^^
           |                                  `------- unknown key
           |
           | Help: the keys here are `max_attempts`, `backoff`, `initial_delay`, `max_delay`
        ---'

        [E0902] error: `[connections.a.rate_limit]` has no key `requests`
           ,-[ Concerto.toml:4:12 ]
           |
         4 | rate_limit.requests = 3
           |            ^^^^|^^^
           |                `----- unknown key
           |
           | Help: the keys here are `requests_per_minute`, `tokens_per_minute`, `concurrent_requests`
        ---'
        "#
    );
}

#[test]
fn unknown_keys_of_servers_and_hosts_are_reported() {
    check!(
        r#"
        [mcp.a]
        command = ["a"]
        args = ["b"]
        [hosts.b]
        comand = ["b"]
        command = ["b"]
        "#,
        @r#"
    [mcp.a]
    command = ["a"]
    args = ["b"]
    [hosts.b]
    comand = ["b"]
    command = ["b"]

    [E0902] error: `[mcp.a]` has no key `args`
       ,-[ Concerto.toml:3:1 ]
       |
     3 | args = ["b"]
       | ^^|^
       |   `--- unknown key
       |
       | Help: the keys here are `command`, `env`, `url`, `headers`, `oauth`, `connect_timeout`, `timeout`, `allow`, `deny`
    ---'

    [E0902] error: `[hosts.b]` has no key `comand`
       ,-[ Concerto.toml:5:1 ]
       |
     5 | comand = ["b"]
       | ^^^|^^
       |    `---- unknown key
       |
       | Help: there is a key `command`
    ---'
    "#
    );
}

#[test]
fn a_strange_key_is_escaped_and_cut_in_messages() {
    check!(
        r#"
        [project]
        name = "a"
        "\u001b[2J and so on, and so on, and so on, and so on" = 1
        "#,
        @r#"
        [project]
        name = "a"
        "\u001b[2J and so on, and so on, and so on, and so on" = 1

        [E0902] error: `[project]` has no key `"\u{1b}[2J and so on, and so on, and so on, an…"`
           ,-[ Concerto.toml:3:1 ]
           |
         3 | "\u001b[2J and so on, and so on, and so on, and so on" = 1
           | ^^^^^^^^^^^^^^^^^^^^^^^^^^^|^^^^^^^^^^^^^^^^^^^^^^^^^^
           |                            `---------------------------- unknown key
           |
           | Help: the keys here are `name`, `version`, `entry`
        ---'
        "#
    );
}
