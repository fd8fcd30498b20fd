//! Tools and MCP servers.

#[test]
fn a_tool_has_a_description_fields_and_functions() {
    check!(
        r#"
        tool Calculator {
            description: "Exact arithmetic",
            count: Int = 0,
            @describe("cached") cache: Map<String, Int> = {:},

            @describe("Add two numbers")
            @approve(|call| call.arguments.get("a") == None)
            pub fn add(mut self, @param("first number") a: Int, @param("second") b: Int = 1) -> Int {
                a + helper(b)
            }

            fn helper(x: Int) -> Int { x }
        }
        "#,
        @r#"
    tool Calculator {
        description: "Exact arithmetic",
        count: Int = 0,
        @describe("cached") cache: Map<String, Int> = {:},

        @describe("Add two numbers")
        @approve(|call| call.arguments.get("a") == None)
        pub fn add(mut self, @param("first number") a: Int, @param("second") b: Int = 1) -> Int {
            a + helper(b)
        }

        fn helper(x: Int) -> Int { x }
    }
    ----
    tool Calculator
      description:"Exact arithmetic"
      count: Int = 0
      @describe( "cached" ) cache: Map<String, Int> = (map)
      @describe( "Add two numbers" ) @approve( (closure call => (== (method (. call arguments) get "a") None)) ) pub fn add (mut self) (@param( "first number" ) a: Int) (@param( "second" ) b: Int = 1) -> Int
        => (+ a (call helper b))
      fn helper (x: Int) -> Int
        => x
    "#
    );
}

#[test]
fn a_tool_may_be_empty_decorated_and_public() {
    check!("tool A {} @sequential @timeout(10s) pub tool B { @readonly pub fn a() {} }", @"
    tool A {} @sequential @timeout(10s) pub tool B { @readonly pub fn a() {} }
    ----
    tool A
    @sequential @timeout( 10000ms ) pub tool B
      @readonly pub fn a
    ");
}

#[test]
fn members_of_a_tool_stand_in_any_order() {
    check!("tool A { fn a() {} x: Int = 1, fn b() {}, description: \"d\", y: Int = 2 }", @r#"
    tool A { fn a() {} x: Int = 1, fn b() {}, description: "d", y: Int = 2 }
    ----
    tool A
      description:"d"
      x: Int = 1
      y: Int = 2
      fn a
      fn b
    "#);
}

#[test]
fn a_function_of_a_tool_may_have_no_body() {
    check!("tool A { @signal pub fn done(@param(\"why\") why: String); @interaction pub fn ask() -> String; }", @r#"
    tool A { @signal pub fn done(@param("why") why: String); @interaction pub fn ask() -> String; }
    ----
    tool A
      @signal pub fn done (@param( "why" ) why: String);
      @interaction pub fn ask -> String;
    "#);
}

#[test]
fn fields_of_a_tool_may_be_named_like_keywords() {
    check!("tool A { type: Int = 1, pub: Bool = true, fn: Int = 2, tool: Int = 3 }", @"
    tool A { type: Int = 1, pub: Bool = true, fn: Int = 2, tool: Int = 3 }
    ----
    tool A
      type: Int = 1
      pub: Bool = true
      fn: Int = 2
      tool: Int = 3
    ");
}

#[test]
fn a_comma_is_missing_after_a_field_of_a_tool() {
    told!(
        r#"
        tool A {
            description: "d"
            x: Int = 1
            pub fn f() {}
        }
        "#,
        @r#"
    tool A {
        description: "d"
        x: Int = 1
        pub fn f() {}
    }
    ----
    [E0101] error: a `,` is missing at the end of this line
       ,-[ main.conc:2:21 ]
       |
     2 |     description: "d"
       |                     |
       |                     `- `,` belongs here
       |
       | Help: add `,`
    ---'

    [E0101] error: a `,` is missing at the end of this line
       ,-[ main.conc:3:15 ]
       |
     3 |     x: Int = 1
       |               |
       |               `- `,` belongs here
       |
       | Help: add `,`
    ---'
    "#
    );
}

#[test]
fn a_member_of_a_tool_that_cannot_be_read_leaves_its_neighbours() {
    check!(
        r#"
        tool A {
            x: = 1,
            fn a(x) -> {}
            pub b() {}
            fn c() {}
        }
        "#,
        @"
    tool A {
        x: = 1,
        fn a(x) -> {}
        pub b() {}
        fn c() {}
    }
    ----
    tool A
      fn c
    ----
    [E0101] error: expected a type, found `=`
       ,-[ main.conc:2:8 ]
       |
     2 |     x: = 1,
       |        |
       |        `-- expected a type
    ---'

    [E0101] error: expected `:`, found `)`
       ,-[ main.conc:3:11 ]
       |
     3 |     fn a(x) -> {}
       |           |
       |           `-- expected `:`
       |
       | Help: a name is followed by its type: `name: Type`
    ---'

    [E0101] error: expected a type, found `{`
       ,-[ main.conc:3:16 ]
       |
     3 |     fn a(x) -> {}
       |                |
       |                `-- expected a type
       |
       | Help: a function that gives nothing has no `->`
    ---'

    [E0101] error: expected `fn`, found `b`
       ,-[ main.conc:4:9 ]
       |
     4 |     pub b() {}
       |         |
       |         `-- expected `fn`
    ---'
    "
    );
}

#[test]
fn an_mcp_server_may_be_a_name_alone() {
    check!("mcp files; pub mcp web;", @"
    mcp files; pub mcp web;
    ----
    mcp files
    pub mcp web
    ");
}

#[test]
fn an_mcp_server_may_have_an_interface() {
    check!(
        r#"
        mcp Github {
            server: github,
            @describe("Search repositories")
            fn search(@param("query") query: String, @param("page") page: Int = 1) -> Result<Json, ToolError>;
        }
        mcp Empty {}
        "#,
        @r#"
    mcp Github {
        server: github,
        @describe("Search repositories")
        fn search(@param("query") query: String, @param("page") page: Int = 1) -> Result<Json, ToolError>;
    }
    mcp Empty {}
    ----
    mcp Github
      server:github
      @describe( "Search repositories" ) fn search (@param( "query" ) query: String) (@param( "page" ) page: Int = 1) -> Result<Json, ToolError>;
    mcp Empty
    "#
    );
}

#[test]
fn a_tool_hosted_by_a_provider_has_settings() {
    check!(
        r#"provider tool WebSearch { id: "openai.web_search", args: { "search_context_size": "low" } }"#,
        @r#"
    provider tool WebSearch { id: "openai.web_search", args: { "search_context_size": "low" } }
    ----
    provider tool WebSearch
      id:"openai.web_search"
      args:(map "search_context_size":"low")
    "#
    );
}
