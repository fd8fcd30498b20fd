//! Declarations made of settings, and shared state.

#[test]
fn an_agent_has_settings() {
    check!(
        r#"
        agent Researcher {
            provider: openai,
            model: "gpt-4o",
            tools: [Web, Calculator.add, files],
            temperature: 0.2, max_tokens: 2000, stop: ["END"],
            memory: notebook,
            output: Report,
            tool_choice: "auto",
            on_approval: |call| Approval::Allow,
            retry: { max: 3, backoff: "exponential" }, timeout: 60s,
        }
        agent Empty {}
        pub agent Other { model: "a" + b }
        "#,
        @r#"
    agent Researcher {
        provider: openai,
        model: "gpt-4o",
        tools: [Web, Calculator.add, files],
        temperature: 0.2, max_tokens: 2000, stop: ["END"],
        memory: notebook,
        output: Report,
        tool_choice: "auto",
        on_approval: |call| Approval::Allow,
        retry: { max: 3, backoff: "exponential" }, timeout: 60s,
    }
    agent Empty {}
    pub agent Other { model: "a" + b }
    ----
    agent Researcher
      provider:openai
      model:"gpt-4o"
      tools:(array Web (. Calculator add) files)
      temperature:0.2
      max_tokens:2000
      stop:(array "END")
      memory:notebook
      output:Report
      tool_choice:"auto"
      on_approval:(closure call => Approval::Allow)
      retry:(record max:3 backoff:"exponential")
      timeout:60000ms
    agent Empty
    pub agent Other
      model:(+ "a" b)
    "#
    );
}

#[test]
fn a_host_has_settings() {
    check!("host Reviewer { connector: reviewer, timeout: 120s, output: m::Review }", @"
    host Reviewer { connector: reviewer, timeout: 120s, output: m::Review }
    ----
    host Reviewer
      connector:reviewer
      timeout:120000ms
      output:m::Review
    ");
}

#[test]
fn a_record_has_names_and_a_map_has_expressions() {
    check!(
        r#"
        agent A {
            retry: { max: 3, nested: { type: 1 } },
            args: { "a": 1, b: 2 },
            more: { (k): 1 },
            empty: {:},
            block: { f(); g },
        }
        "#,
        @r#"
    agent A {
        retry: { max: 3, nested: { type: 1 } },
        args: { "a": 1, b: 2 },
        more: { (k): 1 },
        empty: {:},
        block: { f(); g },
    }
    ----
    agent A
      retry:(record max:3 nested:(record type:1))
      args:(map "a":1 b:2)
      more:(map k:1)
      empty:(map)
      block:(block
        (call f)
        => g)
    "#
    );
}

#[test]
fn state_has_a_name_and_a_value() {
    check!(
        r#"
        memory chat = Memory::new(max: 50);
        ledger facts = Ledger::new();
        store seen: Map<String, Int> = {:};
        store cache: Map<String, Int>= {:};
        pub memory notes: Memory = Memory::open("notes.db");
        "#,
        @r#"
    memory chat = Memory::new(max: 50);
    ledger facts = Ledger::new();
    store seen: Map<String, Int> = {:};
    store cache: Map<String, Int>= {:};
    pub memory notes: Memory = Memory::open("notes.db");
    ----
    memory chat = (call Memory::new max:50)
    ledger facts = (call Ledger::new)
    store seen: Map<String, Int> = (map)
    store cache: Map<String, Int> = (map)
    pub memory notes: Memory = (call Memory::open "notes.db")
    "#
    );
}

#[test]
fn a_comma_is_missing_between_settings() {
    told!(
        r#"
        agent A {
            provider: openai
            model: "gpt-4o",
        }
        "#,
        @r#"
    agent A {
        provider: openai
        model: "gpt-4o",
    }
    ----
    [E0101] error: a `,` is missing at the end of this line
       ,-[ main.conc:2:21 ]
       |
     2 |     provider: openai
       |                     |
       |                     `- `,` belongs here
       |
       | Help: add `,`
    ---'
    "#
    );
}

#[test]
fn a_setting_that_cannot_be_read_leaves_its_neighbours() {
    check!("agent A { provider: , model: \"a\", temperature 0.2, top_p: 0.5 }", @r#"
    agent A { provider: , model: "a", temperature 0.2, top_p: 0.5 }
    ----
    agent A
      model:"a"
      top_p:0.5
    ----
    [E0101] error: expected an expression, found `,`
       ,-[ main.conc:1:21 ]
       |
     1 | agent A { provider: , model: "a", temperature 0.2, top_p: 0.5 }
       |                     |
       |                     `-- expected an expression
    ---'

    [E0101] error: expected `:`, found `0.2`
       ,-[ main.conc:1:47 ]
       |
     1 | agent A { provider: , model: "a", temperature 0.2, top_p: 0.5 }
       |                                               ^|^
       |                                                `--- expected `:`
    ---'
    "#);
}

#[test]
fn state_has_a_value() {
    told!("memory chat;", @"
    memory chat;
    ----
    [E0101] error: expected `:` or `=`, found `;`
       ,-[ main.conc:1:12 ]
       |
     1 | memory chat;
       |            |
       |            `-- expected `:` or `=`
    ---'
    ");
    told!("store seen: Map<String, Int>;", @"
    store seen: Map<String, Int>;
    ----
    [E0101] error: expected `::` or `=`, found `;`
       ,-[ main.conc:1:29 ]
       |
     1 | store seen: Map<String, Int>;
       |                             |
       |                             `-- expected `::` or `=`
    ---'
    ");
}
