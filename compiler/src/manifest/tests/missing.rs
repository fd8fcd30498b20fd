//! Keys that the manifest must have.

#[test]
fn a_project_needs_a_name() {
    check!(
        r#"
        [project]
        version = "0.1.0"
        "#,
        @r#"
        [project]
        version = "0.1.0"

        [E0904] error: `[project]` has no `name`
           ,-[ Concerto.toml:1:2 ]
           |
         1 | [project]
           |  ^^^|^^^
           |     `----- `name` is missing in this table
           |
           | Help: add it, such as `name = "triage"`
        ---'
        "#
    );
}

#[test]
fn a_connection_needs_a_provider() {
    check!(
        r#"
        [connections.openai]
        timeout = "60s"
        "#,
        @r#"
        [connections.openai]
        timeout = "60s"

        [E0904] error: `[connections.openai]` has no `provider`
           ,-[ Concerto.toml:1:14 ]
           |
         1 | [connections.openai]
           |              ^^^|^^
           |                 `---- `provider` is missing in this table
           |
           | Help: add it, such as `provider = "openai"`
        ---'
        "#
    );
}

#[test]
fn a_server_needs_a_command_or_an_address() {
    check!(
        r#"
        [mcp.files]
        "#,
        @r#"
        [mcp.files]

        [E0904] error: `[mcp.files]` has neither `command` nor `url`
           ,-[ Concerto.toml:1:6 ]
           |
         1 | [mcp.files]
           |      ^^|^^
           |        `---- nothing says how to reach this server
           |
           | Help: add the `command` that starts it or the `url` where it listens
        ---'
        "#
    );
}

#[test]
fn a_host_needs_a_command() {
    check!(
        r#"
        [hosts.reviewer]
        env = { A = "b" }
        "#,
        @r#"
        [hosts.reviewer]
        env = { A = "b" }

        [E0904] error: `[hosts.reviewer]` has no `command`
           ,-[ Concerto.toml:1:8 ]
           |
         1 | [hosts.reviewer]
           |        ^^^^|^^^
           |            `----- `command` is missing in this table
           |
           | Help: add it, such as `command = ["python3", "reviewer.py"]`
        ---'
        "#
    );
}
