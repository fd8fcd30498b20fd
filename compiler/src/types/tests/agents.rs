//! Agents and hosts, their settings and their tools.

use super::fine;

#[test]
fn settings_have_types() {
    told!(
        r#"
        agent Helper {
            provider: simulated,
            model: 5,
            temperature: "hot",
            max_turns: 2.5,
            stop: "end",
            timeout: 30,
            tools: "all",
            memory: 5,
            tool_choice: "sometimes",
            on_approval: |_call| true,
        }
        "#,
        @r#"
    agent Helper {
        provider: simulated,
        model: 5,
        temperature: "hot",
        max_turns: 2.5,
        stop: "end",
        timeout: 30,
        tools: "all",
        memory: 5,
        tool_choice: "sometimes",
        on_approval: |_call| true,
    }
    ----
    [E0301] error: expected `String`, found `Int`
       ,-[ main.conc:3:12 ]
       |
     3 |     model: 5,
       |            |
       |            `-- this is `Int`
       |
       | Help 1: the setting `model` takes this
       |
       | Help 2: turn it into text: `"${…}"`
    ---'

    [E0301] error: expected `Float`, found `String`
       ,-[ main.conc:4:18 ]
       |
     4 |     temperature: "hot",
       |                  ^^|^^
       |                    `---- this is `String`
       |
       | Help 1: the setting `temperature` takes this
       |
       | Help 2: read it: `….parse_float()`, which gives an `Option`
    ---'

    [E0301] error: expected `Int`, found `Float`
       ,-[ main.conc:5:16 ]
       |
     5 |     max_turns: 2.5,
       |                ^|^
       |                 `--- this is `Float`
       |
       | Help 1: the setting `max_turns` takes this
       |
       | Help 2: convert it: `….round().to_int()`, or `… as Int` where it is whole
    ---'

    [E0301] error: expected `Array<String>`, found `String`
       ,-[ main.conc:6:11 ]
       |
     6 |     stop: "end",
       |           ^^|^^
       |             `---- this is `String`
       |
       | Help 1: the setting `stop` takes this
       |
       | Help 2: make it an array: `[…]`
    ---'

    [E0301] error: expected `Duration`, found `Int`
       ,-[ main.conc:7:14 ]
       |
     7 |     timeout: 30,
       |              ^|
       |               `-- this is `Int`
       |
       | Help: the setting `timeout` takes this
    ---'

    [E0301] error: expected `Array<ToolRef>`, found `String`
       ,-[ main.conc:8:12 ]
       |
     8 |     tools: "all",
       |            ^^|^^
       |              `---- this is `String`
       |
       | Help: the setting `tools` takes this
    ---'

    [E0301] error: expected `Memory`, found `Int`
       ,-[ main.conc:9:13 ]
       |
     9 |     memory: 5,
       |             |
       |             `-- this is `Int`
       |
       | Help: the setting `memory` takes this
    ---'

    [E0301] error: expected `ToolChoice`, found `String`
        ,-[ main.conc:10:18 ]
        |
     10 |     tool_choice: "sometimes",
        |                  ^^^^^|^^^^^
        |                       `------- this is `String`
        |
        | Help 1: the setting `tool_choice` takes this
        |
        | Help 2: it is "auto", "none", "required", or a tool
    ----'

    [E0301] error: expected `Approval`, found `Bool`
        ,-[ main.conc:11:26 ]
        |
     11 |     on_approval: |_call| true,
        |                          ^^|^
        |                            `--- this is `Bool`
        |
        | Help: the closure has to give this
    ----'
    "#
    );
}

#[test]
fn a_retry_has_settings() {
    told!(
        r#"
        agent First { provider: simulated, model: "any", retry: 3 }
        agent Second {
            provider: simulated,
            model: "any",
            retry: {
                maxx: 3,
                color: "red",
                max: "three",
                backoff: "exponental",
                max_delay: 5,
            },
        }
        agent Third { provider: simulated, model: "any", retry: { backoff: "fast" } }
        "#,
        @r#"
    agent First { provider: simulated, model: "any", retry: 3 }
    agent Second {
        provider: simulated,
        model: "any",
        retry: {
            maxx: 3,
            color: "red",
            max: "three",
            backoff: "exponental",
            max_delay: 5,
        },
    }
    agent Third { provider: simulated, model: "any", retry: { backoff: "fast" } }
    ----
    [E0301] error: `retry` takes named settings
       ,-[ main.conc:1:57 ]
       |
     1 | agent First { provider: simulated, model: "any", retry: 3 }
       |                                                         |
       |                                                         `-- this is a value
       |
       | Help: write `retry: { max: 3, backoff: "exponential" }`
    ---'

    [E0212] error: `retry` has no setting `maxx`
       ,-[ main.conc:6:9 ]
       |
     6 |         maxx: 3,
       |         ^^|^
       |           `--- no such setting
       |
       | Help: did you mean `max`?
    ---'

    [E0212] error: `retry` has no setting `color`
       ,-[ main.conc:7:9 ]
       |
     7 |         color: "red",
       |         ^^|^^
       |           `---- no such setting
       |
       | Help: it has `max`, `backoff`, `initial_delay` and `max_delay`
    ---'

    [E0301] error: expected `Int`, found `String`
       ,-[ main.conc:8:14 ]
       |
     8 |         max: "three",
       |              ^^^|^^^
       |                 `----- this is `String`
       |
       | Help 1: the setting `max` takes this
       |
       | Help 2: read it: `….parse_int()`, which gives an `Option`
    ---'

    [E0301] error: "exponental" is none of "exponential", "linear", "constant", "none"
       ,-[ main.conc:9:18 ]
       |
     9 |         backoff: "exponental",
       |                  ^^^^^^|^^^^^
       |                        `------- not one of them
       |
       | Help: did you mean "exponential"?
    ---'

    [E0301] error: expected `Duration`, found `Int`
        ,-[ main.conc:10:20 ]
        |
     10 |         max_delay: 5,
        |                    |
        |                    `-- this is `Int`
        |
        | Help: the setting `max_delay` takes this
    ----'

    [E0301] error: "fast" is none of "exponential", "linear", "constant", "none"
        ,-[ main.conc:13:68 ]
        |
     13 | agent Third { provider: simulated, model: "any", retry: { backoff: "fast" } }
        |                                                                    ^^^|^^
        |                                                                       `---- not one of them
        |
        | Help: it is one of "exponential", "linear", "constant", "none"
    ----'
    "#
    );
}

#[test]
fn an_output_has_a_json_form() {
    told!(
        r#"
        struct Job { run: fn() }
        agent Helper { provider: simulated, model: "any", output: Job }
        "#,
        @r#"
    struct Job { run: fn() }
    agent Helper { provider: simulated, model: "any", output: Job }
    ----
    [E0373] error: the output has the type `Job`, which has no JSON form
       ,-[ main.conc:2:59 ]
       |
     2 | agent Helper { provider: simulated, model: "any", output: Job }
       |                                                           ^|^
       |                                                            `--- `Job.run` is `fn()`, which has none
       |
       | Help: models read and write JSON: use data, not functions, tasks, streams or handles
    ---'
    "#
    );
}

#[test]
fn two_tools_of_one_name() {
    told!(
        r#"
        mod other;
        tool Files {
            @describe("Read a file")
            pub fn read() -> String { "" }
        }
        agent Helper { provider: simulated, model: "any", tools: [Files, other::Files.read] }
        agent Plain { provider: simulated, model: "any" }
        print(Plain.with_tools([Files, other::Files]).execute("go")?.text);
        --- other.conc
        pub tool Files {
            @describe("Read a file")
            pub fn read() -> String { "" }
        }
        "#,
        @r#"
    mod other;
    tool Files {
        @describe("Read a file")
        pub fn read() -> String { "" }
    }
    agent Helper { provider: simulated, model: "any", tools: [Files, other::Files.read] }
    agent Plain { provider: simulated, model: "any" }
    print(Plain.with_tools([Files, other::Files]).execute("go")?.text);
    --- other.conc
    pub tool Files {
        @describe("Read a file")
        pub fn read() -> String { "" }
    }
    ----
    [E0376] error: two different tools are called `Files::read`
       ,-[ main.conc:6:66 ]
       |
     6 | agent Helper { provider: simulated, model: "any", tools: [Files, other::Files.read] }
       |                                                           ^^|^^  ^^^^^^^^|^^^^^^^^
       |                                                             `----------------------- the first one
       |                                                                          |
       |                                                                          `---------- the second one
       |
       | Help: leave one of them out, or put one into a `Toolkit` with `.namespace("…")`
    ---'

    [E0376] error: two different tools are called `Files::read`
       ,-[ main.conc:8:32 ]
       |
     8 | print(Plain.with_tools([Files, other::Files]).execute("go")?.text);
       |                         ^^|^^  ^^^^^^|^^^^^
       |                           `------------------ the first one
       |                                      |
       |                                      `------- the second one
       |
       | Help: leave one of them out, or put one into a `Toolkit` with `.namespace("…")`
    ---'
    "#
    );
}

#[test]
fn a_signal_needs_run() {
    told!(
        r#"
        tool Hand {
            @describe("Hand over to a person") @signal
            pub fn over(@param("why") reason: String);
            @describe("Ask the user") @interaction
            pub fn ask(@param("what") question: String) -> String;
        }
        agent Helper { provider: simulated, model: "any", tools: [Hand] }
        agent Plain { provider: simulated, model: "any" }
        print(Helper.execute("go")?.text);
        print(Plain.with_tools([Hand.ask]).with_max_turns(2).chat([Message::user("go")])?.text);
        "#,
        @r#"
    tool Hand {
        @describe("Hand over to a person") @signal
        pub fn over(@param("why") reason: String);
        @describe("Ask the user") @interaction
        pub fn ask(@param("what") question: String) -> String;
    }
    agent Helper { provider: simulated, model: "any", tools: [Hand] }
    agent Plain { provider: simulated, model: "any" }
    print(Helper.execute("go")?.text);
    print(Plain.with_tools([Hand.ask]).with_max_turns(2).chat([Message::user("go")])?.text);
    ----
    [E0377] error: `execute` cannot handle `Hand.over`, which is a `@signal`
       ,-[ main.conc:9:14 ]
       |
     7 | agent Helper { provider: simulated, model: "any", tools: [Hand] }
       |                                                           ^^|^
       |                                                             `--- a call of `Hand.over` stops the agent
       |
     9 | print(Helper.execute("go")?.text);
       |              ^^^|^^^
       |                 `----- this goes on until there is an answer
       |
       | Help: use `.run(…)`, which gives an `Outcome`
    ---'

    [E0377] error: `chat` cannot handle `Hand.ask`, which is a `@interaction`
        ,-[ main.conc:10:54 ]
        |
     10 | print(Plain.with_tools([Hand.ask]).with_max_turns(2).chat([Message::user("go")])?.text);
        |                         ^^^^|^^^                     ^^|^
        |                             `------------------------------ a call of `Hand.ask` stops the agent
        |                                                        |
        |                                                        `--- this goes on until there is an answer
        |
        | Help: use `.run(…)`, which gives an `Outcome`
    ----'
    "#
    );
}

#[test]
fn a_signal_with_run() {
    fine(
        r#"
        tool Hand {
            @describe("Hand over to a person") @signal
            pub fn over(@param("why") reason: String);
        }
        agent Helper { provider: simulated, model: "any", tools: [Hand] }
        match Helper.run("go")? {
            Outcome::Done(response) => print(response.text),
            _ => print("not yet"),
        }
        print(Helper.without_tools().execute("go")?.text);
        "#,
    );
}

#[test]
fn agents_and_what_they_give() {
    types!(
        r#"
        schema Facts { title: String, labels: Array<String> }
        agent Reader { provider: simulated, model: "any", output: Facts }
        agent Writer { provider: simulated, model: "any", temperature: 1, tool_choice: "none" }
        memory chat = Memory::new(max: 50);
        store cache: Map<String, Int> = {:};
        let facts = Reader.execute("read")?;
        let response = Writer.with_memory(chat).with_temperature(0).execute("write")?;
        let typed = Writer.execute_with_schema<Facts>("facts")?;
        let outcome = Writer.run("go")?;
        let reader = Reader;
        let old = cache.update("a", |n| (n ?? 0) + 1);
        for event in Writer.stream("go") { if let AgentEvent::Text(text) = event { print(text); } }
        if let Outcome::Done(done) = outcome { print(done.text); }
        print("${facts.title} ${response.text} ${typed.labels} ${reader.execute("x")?} ${old}");
        "#,
        @r#"
    schema Facts { title: String, labels: Array<String> }
    agent Reader { provider: simulated, model: "any", output: Facts }
    agent Writer { provider: simulated, model: "any", temperature: 1, tool_choice: "none" }
    memory chat = Memory::new(max: 50);
    store cache: Map<String, Int> = {:};
    let facts = Reader.execute("read")?;
    let response = Writer.with_memory(chat).with_temperature(0).execute("write")?;
    let typed = Writer.execute_with_schema<Facts>("facts")?;
    let outcome = Writer.run("go")?;
    let reader = Reader;
    let old = cache.update("a", |n| (n ?? 0) + 1);
    for event in Writer.stream("go") { if let AgentEvent::Text(text) = event { print(text); } }
    if let Outcome::Done(done) = outcome { print(done.text); }
    print("${facts.title} ${response.text} ${typed.labels} ${reader.execute("x")?} ${old}");
    ----
    `"none"` becomes a `ToolChoice`
    `50` is wrapped in `Some`
    facts: Facts
    `Reader.execute("read")?` makes an `Error` of the error
    response: Response
    `Writer.with_memory(chat).with_temperature(0).execute("write")?` makes an `Error` of the error
    typed: Facts
    `Writer.execute_with_schema<Facts>("facts")?` makes an `Error` of the error
    outcome: Outcome
    `Writer.run("go")?` makes an `Error` of the error
    reader: AgentBuilder<Facts>
    old: Int
    n: Option<Int>
    event: AgentEvent
    text: String
    done: Response
    `reader.execute("x")?` makes an `Error` of the error
    "#
    );
}

#[test]
fn a_mock_answers_with_what_the_agent_gives() {
    told!(
        r#"
        tool Files {
            @describe("Read a file")
            pub fn read(@param("where") path: String) -> String { path }
        }
        agent Helper { provider: simulated, model: "any", tools: [Files] }
        @test
        fn helps() {
            mock Helper { response: |n: Int| n }
            mock Helper { error: "timeout" }
            mock Files.read = |path| path.len();
        }
        "#,
        @r#"
    tool Files {
        @describe("Read a file")
        pub fn read(@param("where") path: String) -> String { path }
    }
    agent Helper { provider: simulated, model: "any", tools: [Files] }
    @test
    fn helps() {
        mock Helper { response: |n: Int| n }
        mock Helper { error: "timeout" }
        mock Files.read = |path| path.len();
    }
    ----
    [E0301] error: expected `String`, found `fn(Int) -> Int`
       ,-[ main.conc:8:29 ]
       |
     8 |     mock Helper { response: |n: Int| n }
       |                             ^^^^^|^^^^
       |                                  `------ this is `fn(Int) -> Int`
       |
       | Help: the setting `response` takes this
    ---'

    [E0301] error: expected `AgentError`, found `String`
       ,-[ main.conc:9:26 ]
       |
     9 |     mock Helper { error: "timeout" }
       |                          ^^^^|^^^^
       |                              `------ this is `String`
       |
       | Help: the setting `error` takes this
    ---'

    [E0301] error: expected `String`, found `Int`
        ,-[ main.conc:10:30 ]
        |
     10 |     mock Files.read = |path| path.len();
        |                              ^^^^^|^^^^
        |                                   `------ this is `Int`
        |
        | Help 1: the closure has to give this
        |
        | Help 2: turn it into text: `"${…}"`
    ----'
    "#
    );
}
