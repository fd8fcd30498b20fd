//! Commands, addresses and names that make no sense.

#[test]
fn an_address_needs_its_scheme() {
    check!(
        r#"
        [connections.a]
        provider = "ollama"
        base_url = "localhost:11434"
        [mcp.b]
        url = "ftp://example.org"
        "#,
        @r#"
        [connections.a]
        provider = "ollama"
        base_url = "localhost:11434"
        [mcp.b]
        url = "ftp://example.org"

        [E0905] error: `base_url` is not a web address
           ,-[ Concerto.toml:3:12 ]
           |
         3 | base_url = "localhost:11434"
           |            ^^^^^^^^|^^^^^^^^
           |                    `---------- not an `http` or `https` address
           |
           | Help: write the whole address: "http://127.0.0.1:3000/mcp"
        ---'

        [E0905] error: `url` is not a web address
           ,-[ Concerto.toml:5:7 ]
           |
         5 | url = "ftp://example.org"
           |       ^^^^^^^^^|^^^^^^^^^
           |                `----------- not an `http` or `https` address
           |
           | Help: write the whole address: "http://127.0.0.1:3000/mcp"
        ---'
        "#
    );
}

#[test]
fn an_empty_command_names_no_program() {
    check!(
        r#"
        [mcp.a]
        command = []
        [hosts.b]
        command = ["", "x"]
        "#,
        @r#"
        [mcp.a]
        command = []
        [hosts.b]
        command = ["", "x"]

        [E0905] error: `command` names no program
           ,-[ Concerto.toml:2:11 ]
           |
         2 | command = []
           |           ^|
           |            `-- the first string is the program to start
           |
           | Help: write the program and its arguments: ["python3", "reviewer.py"]
        ---'

        [E0905] error: `command` names no program
           ,-[ Concerto.toml:4:11 ]
           |
         4 | command = ["", "x"]
           |           ^^^^|^^^^
           |               `------ the first string is the program to start
           |
           | Help: write the program and its arguments: ["python3", "reviewer.py"]
        ---'
        "#
    );
}

#[test]
fn a_server_is_not_a_process_and_an_address() {
    check!(
        r#"
        [mcp.files]
        command = ["npx"]
        url = "http://127.0.0.1:3000/mcp"
        "#,
        @r#"
        [mcp.files]
        command = ["npx"]
        url = "http://127.0.0.1:3000/mcp"

        [E0905] error: `[mcp.files]` has both `command` and `url`
           ,-[ Concerto.toml:2:1 ]
           |
         2 | command = ["npx"]
           | ^^^|^^^
           |    `----- a process to start
         3 | url = "http://127.0.0.1:3000/mcp"
           | ^|^
           |  `--- an address
           |
           | Help: keep the one by which the server is to be reached
        ---'
        "#
    );
}

#[test]
fn headers_do_nothing_for_a_process() {
    check!(
        r#"
        [mcp.files]
        headers = { A = "b" }
        command = ["npx"]
        "#,
        @r#"
        [mcp.files]
        headers = { A = "b" }
        command = ["npx"]

        [E0905] error: `headers` does nothing beside `command`
           ,-[ Concerto.toml:2:1 ]
           |
         2 | headers = { A = "b" }
           | ^^^|^^^
           |    `----- a process takes no headers
         3 | command = ["npx"]
           | ^^^|^^^
           |    `----- this server is a process
           |
           | Help: remove `headers`; what a process needs goes into `env` or its arguments
        ---'
        "#
    );
}

#[test]
fn variables_do_nothing_for_an_address() {
    check!(
        r#"
        [mcp.files]
        env = { A = "b" }
        url = "http://127.0.0.1:3000/mcp"
        "#,
        @r#"
        [mcp.files]
        env = { A = "b" }
        url = "http://127.0.0.1:3000/mcp"

        [E0905] error: `env` does nothing beside `url`
           ,-[ Concerto.toml:2:1 ]
           |
         2 | env = { A = "b" }
           | ^|^
           |  `--- no process is started that could have variables
         3 | url = "http://127.0.0.1:3000/mcp"
           | ^|^
           |  `--- this server is an address
           |
           | Help: remove `env`; what the server needs goes into `headers`
        ---'
        "#
    );
}

#[test]
fn a_variable_for_a_process_needs_a_name() {
    check!(
        r#"
        [mcp.files]
        command = ["npx"]
        env = { "MY TOKEN" = "$TOKEN" }
        "#,
        @r#"
        [mcp.files]
        command = ["npx"]
        env = { "MY TOKEN" = "$TOKEN" }

        [E0905] error: `"MY TOKEN"` cannot be an environment variable
           ,-[ Concerto.toml:3:9 ]
           |
         3 | env = { "MY TOKEN" = "$TOKEN" }
           |         ^^^^^|^^^^
           |              `------ not a name
           |
           | Help: write names with letters, digits and `_`
        ---'
        "#
    );
}

#[test]
fn names_that_no_program_can_say_are_refused() {
    check!(
        r#"
        [connections.my-openai]
        provider = "openai"
        [mcp."2 files"]
        command = ["a"]
        [hosts.""]
        command = ["b"]
        "#,
        @r#"
        [connections.my-openai]
        provider = "openai"
        [mcp."2 files"]
        command = ["a"]
        [hosts.""]
        command = ["b"]

        [E0905] error: `my-openai` cannot be the name of a connection
           ,-[ Concerto.toml:1:14 ]
           |
         1 | [connections.my-openai]
           |              ^^^^|^^^^
           |                  `------ not an identifier
           |
           | Help: programs use this name: write it with letters, digits and `_`, such as `my_openai`
        ---'

        [E0905] error: `"2 files"` cannot be the name of an MCP server
           ,-[ Concerto.toml:3:6 ]
           |
         3 | [mcp."2 files"]
           |      ^^^^|^^^^
           |          `------ not an identifier
           |
           | Help: programs use this name: write it with letters, digits and `_`, such as `_2_files`
        ---'

        [E0905] error: `""` cannot be the name of a host
           ,-[ Concerto.toml:5:8 ]
           |
         5 | [hosts.""]
           |        ^|
           |         `-- not an identifier
           |
           | Help: programs use this name: write it with letters, digits and `_`
        ---'
        "#
    );
}

#[test]
fn a_name_that_is_quoted_is_quoted_in_messages() {
    check!(
        r#"
        [connections."my conn"]
        "#,
        @r#"
        [connections."my conn"]

        [E0905] error: `"my conn"` cannot be the name of a connection
           ,-[ Concerto.toml:1:14 ]
           |
         1 | [connections."my conn"]
           |              ^^^^|^^^^
           |                  `------ not an identifier
           |
           | Help: programs use this name: write it with letters, digits and `_`, such as `my_conn`
        ---'

        [E0904] error: `[connections."my conn"]` has no `provider`
           ,-[ Concerto.toml:1:14 ]
           |
         1 | [connections."my conn"]
           |              ^^^^|^^^^
           |                  `------ `provider` is missing in this table
           |
           | Help: add it, such as `provider = "openai"`
        ---'
        "#
    );
}
