//! What happens to values because of where they stand.

#[test]
fn an_optional_parameter_of_the_library_takes_a_value() {
    types!(
        r#"
        memory chat = Memory::new(max: 50);
        let a = [1].par_map(|n| n, limit: 2);
        let b = [1].par_map(|n| n, limit: None);
        let limit = Some(3);
        let c = [1].par_map(|n| n, limit: limit);
        let kind = Error::new("a", source: Error::new("b"));
        print("${a} ${b} ${c} ${kind} ${chat.len()}");
        "#,
        @r#"
    memory chat = Memory::new(max: 50);
    let a = [1].par_map(|n| n, limit: 2);
    let b = [1].par_map(|n| n, limit: None);
    let limit = Some(3);
    let c = [1].par_map(|n| n, limit: limit);
    let kind = Error::new("a", source: Error::new("b"));
    print("${a} ${b} ${c} ${kind} ${chat.len()}");
    ----
    `50` is wrapped in `Some`
    a: Array<Int>
    n: Int
    `2` is wrapped in `Some`
    b: Array<Int>
    n: Int
    limit: Option<Int>
    c: Array<Int>
    n: Int
    kind: Error
    `Error::new("b")` is wrapped in `Some`
    "#
    );
}

#[test]
fn a_default_may_be_an_option() {
    types!(
        r#"
        let ages = { "Ada": 1 };
        let a = ages.get("Ada") ?? ages.get("Bo");
        let b = ages.get("Ada") ?? ages.get("Bo") ?? 0;
        print("${a} ${b}");
        "#,
        @r#"
    let ages = { "Ada": 1 };
    let a = ages.get("Ada") ?? ages.get("Bo");
    let b = ages.get("Ada") ?? ages.get("Bo") ?? 0;
    print("${a} ${b}");
    ----
    ages: Map<String, Int>
    a: Option<Int>
    `ages.get("Ada") ?? ages.get("Bo")` stays an `Option`
    b: Int
    "#
    );
}

#[test]
fn a_choice_of_tools() {
    types!(
        r#"
        tool Files {
            @describe("Read a file")
            pub fn read() -> String { "" }
        }
        agent Helper { provider: simulated, model: "any", tools: [Files, Files.read], tool_choice: "required" }
        let a = Helper.with_tool_choice("none");
        let b = a.with_tool_choice(Files.read).with_tools([Toolkit::of([Files])]);
        print(b.execute("go")?.text);
        "#,
        @r#"
    tool Files {
        @describe("Read a file")
        pub fn read() -> String { "" }
    }
    agent Helper { provider: simulated, model: "any", tools: [Files, Files.read], tool_choice: "required" }
    let a = Helper.with_tool_choice("none");
    let b = a.with_tool_choice(Files.read).with_tools([Toolkit::of([Files])]);
    print(b.execute("go")?.text);
    ----
    `Files.read` becomes a `ToolRef`
    `"required"` becomes a `ToolChoice`
    a: AgentBuilder<Response>
    `"none"` becomes a `ToolChoice`
    b: AgentBuilder<Response>
    `Files.read` becomes a `ToolChoice`
    `Toolkit::of([Files])` becomes a `ToolRef`
    `b.execute("go")?` makes an `Error` of the error
    "#
    );
}

#[test]
fn a_literal_as_json() {
    types!(
        r#"
        fn send(body: Json) { print(body); }
        let n = 5;
        send(5);
        send([n, "a"]);
        send({ "n": n, "list": [1.5, Some(n)] });
        "#,
        @r#"
    fn send(body: Json) { print(body); }
    let n = 5;
    send(5);
    send([n, "a"]);
    send({ "n": n, "list": [1.5, Some(n)] });
    ----
    body: Json
    n: Int
    `5` is a literal of `Json`
    `[n, "a"]` is a literal of `Json`
    `n` becomes `Json`
    `"a"` is a literal of `Json`
    `{ "n": n, "list": [1.5, Some(n)] }` is a literal of `Json`
    `n` becomes `Json`
    `[1.5, Some(n)]` is a literal of `Json`
    `1.5` is a literal of `Json`
    `Some(n)` becomes `Json`
    "#
    );
}
